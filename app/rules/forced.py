"""Units that are pushed, pulled or made to move: how far, what stops them, what they are moved onto (BG-11, IP-4)."""

from __future__ import annotations

from collections.abc import Iterable

from . import effects as fx
from .altering import replace
from .board import cell_of, edge_spaces, layout
from .cards import Book
from .distances import gap, steps_from
from .engine import Run
from .events_units import UnitMoved
from .exempt import stays_put
from .geometry import CHAPTER, TILE, Space
from .modifiers import allows, number
from .moving import corner, entered, may_go, walk_along, walkable
from .resolving import VERBS, _next, targets
from .spawning import nearest, spawn_spaces
from .state import Attacking, Resolve, State, key_of, space_of
from .targets import shunned
from .units import in_play, is_explorer, space_of_unit
from .vocabulary import Select

TRAPPED = "^"
TRAP_DICE = 3


# ------------------------------------------------------------------ straight away and straight towards


def directions(source: Space, unit: Space) -> tuple[Space, ...]:
    """The directions straight away from `source`: one in line with it, else the two it lies between, nearer first."""
    dx, dy = unit[0] - source[0], unit[1] - source[1]
    if dx == 0 and dy == 0:
        return ()
    across, down = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    if dx == 0 or dy == 0 or abs(dx) == abs(dy):
        return ((across, down),)
    wide, narrow = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    straight = (across, 0) if abs(dx) > abs(dy) else (0, down)
    # Nearer the straight one below 22.5 degrees: tan < sqrt(2) - 1, in whole numbers.
    straight_first = (narrow + wide) ** 2 < 2 * wide**2
    return (straight, (across, down)) if straight_first else ((across, down), straight)


def forced_path(run: Run, start: Space, direction: Space, n: int, towards: Space | None = None) -> tuple[Space, ...]:
    """The spaces a unit is forced over, ending early at a wall, obstacle or unit (BG-11).

    With `towards`, a pull ends where a further space would be no nearer to it.
    """
    path: list[Space] = []
    at = start
    for _ in range(n):
        goal = (at[0] + direction[0], at[1] + direction[1])
        if not may_go(run, goal) or goal not in run.layout.neighbours(at, corner(run.state)):
            break
        if towards is not None and _far(goal, towards) >= _far(at, towards):
            break
        path.append(goal)
        at = goal
    return tuple(path)


def _far(a: Space, b: Space) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def force(run: Run, unit: str, path: tuple[Space, ...]) -> Space | None:
    """Move a unit along a path; the space it came from when it has entered another tile, else None."""
    before = space_of_unit(run.state, unit)
    if before is None or not path:
        run.note("no_push", "BG-11", unit)
        return None
    run.emit(UnitMoved(unit, path[-1], "push", path, "BG-11"))
    return ((before, *path)[-2]) if cell_of(path[-1]) != cell_of(before) else None


def after_force(run: Run, paths: dict[str, tuple[Space, ...]], came_from: dict[str, Space]) -> None:
    """What follows when all have been moved: traps they were moved onto, then the environments they came to (IP-4)."""
    if came_from:
        entered(run, list(came_from), tuple(key_of(s) for s in came_from.values()))
    if run.state.settings.push_springs_traps != "attack":
        return
    for unit, path in reversed(paths.items()):
        for space in path:
            if run.layout.spaces.get(space) == TRAPPED:
                run.open(Attacking(run.new_id(), "", (unit,), 0, TRAP_DICE, False, rule="BG-11"))


def held_fast(run: Run, unit: str, card: str, *, forced: bool = True) -> bool:
    """Whether another card keeps the unit where it is when `card` would move it; noted."""
    held = stays_put(run.book, run.state, unit, card, forced=forced)
    if held:
        run.note("cannot_be_moved", "BG-11", unit)
    return bool(held)


# ------------------------------------------------------------------ pushing and pulling


def source_spaces(run: Run, step: Resolve, source: str, unit: str, at: Space) -> tuple[Space, ...]:
    """The spaces that a push of `unit` goes away from (or a pull towards); several: the group picks."""
    state = run.state
    if source in ("acting", "activating", "target"):
        units = targets(run, step, source)
        spaces = [s for u in units if u != unit and (s := space_of_unit(state, u)) is not None]
        if not units and step.came_from and source != "acting":
            spaces = [space_of(step.came_from)]
        return tuple(spaces)
    if source == "middle":
        x, y = (c * TILE + TILE // 2 for c in cell_of(at))
        middle = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]
        least = min(gap(at, s) for s in middle)
        return tuple(s for s in middle if gap(at, s) == least)
    if source == "exit":
        token = state.exit
        if token is None or token.cell is None or token.edge is None:
            return ()
        return nearest(run.book, state, at, edge_spaces(token.cell, token.edge))
    return nearest(run.book, state, at, (s for s in goals(run.book, state, source.removeprefix("nearest_")) if s != at))


def goals(book: Book, state: State, goal: str) -> tuple[Space, ...]:
    """The spaces of all explorers, monsters, usable spawn spaces or chapter spaces."""
    table = layout(book.faces, state.board)
    match goal:
        case "explorer":
            return tuple(s for e in in_play(state) if (s := state.explorers[e].space) is not None)
        case "monster":
            return tuple(m.space for m in state.monsters.values())
        case "spawn_space":
            return tuple(s for cell in table.tiles for s in spawn_spaces(book, state, cell))
        case "chapter_space":
            return table.features(CHAPTER)
    raise KeyError(goal)


def begin_push(run: Run, step: Resolve, e: fx.PushUnits) -> None:
    """Push or pull: from where and in which direction is asked first; then all move, those in front first (IP-4)."""
    ways: list[tuple[str, Space, Space]] = []
    goes: dict[str, Space] = {}
    held: list[str] = []
    for unit in targets(run, step, e.target):
        at = space_of_unit(run.state, unit)
        if at is None:
            continue
        if stays_put(run.book, run.state, unit, step.card):
            held.append(unit)
            continue
        if not e.pull and _moves_instead(run, step, unit):
            goal = _own_way(run, step, unit)
            if goal is not None:
                goes[unit] = goal
            continue
        places = [key_of(s) for s in source_spaces(run, step, e.source, unit, at)]
        source = ask(run, step, "push_source", f"source {unit}", unit, places)
        if source is None:
            continue
        found = directions(space_of(source), at)
        turn = -1 if e.pull else 1
        named = [key_of((at[0] + turn * dx, at[1] + turn * dy)) for dx, dy in found]
        first = ask(run, step, "push_way", f"way {unit}", unit, named)
        if first is not None:
            goal = space_of(first)
            ways.append((unit, space_of(source), (goal[0] - at[0], goal[1] - at[1])))
    _next(run, step)
    for unit in held:
        run.note("cannot_be_moved", "BG-11", unit)
    if not (ways or goes or held):
        run.note("nobody_moved", "BG-11", step.card)
    moved = {unit: space_of_unit(run.state, unit) for unit, _, _ in ways}
    order = sorted(ways, key=lambda w: _far(moved[w[0]] or w[1], w[1]) * (1 if e.pull else -1))
    paths: dict[str, tuple[Space, ...]] = {}
    came_from: dict[str, Space] = {}
    for unit, source_space, direction in order:
        start = space_of_unit(run.state, unit)
        if start is None:
            continue
        n = max(0, e.n + number(run.book, run.state, "pull_spaces" if e.pull else "push_spaces", unit))
        path = forced_path(run, start, direction, n, source_space if e.pull else None)
        before = force(run, unit, path)
        paths[unit] = path
        if before is not None:
            came_from[unit] = before
    for unit, space in goes.items():
        came_from |= _goes_itself(run, unit, space)
    after_force(run, paths, came_from)


def _moves_instead(run: Run, step: Resolve, unit: str) -> bool:
    """Whether a card lets the unit move instead of being pushed, and none keeps it where it is."""
    free = not stays_put(run.book, run.state, unit, step.card)
    return free and bool(allows(run.book, run.state, "moves_instead_of_push", unit))


def _own_way(run: Run, step: Resolve, unit: str) -> Space | None:
    """The space that a unit moves to instead of being pushed; None when it can go nowhere."""
    spaces = sorted(walkable(run.book, run.state, unit, 1), key=lambda s: (s[1], s[0]))
    who = unit if is_explorer(run.state, unit) else "group"
    answer = run.ask(
        step,
        f"instead {unit}",
        "move_to",
        who,
        [key_of(s) for s in spaces],
        rule="BG-11",
        labels=(unit,),
        card=step.card,
        at=step.at,
    )
    return None if answer is None else space_of(answer)


def _goes_itself(run: Run, unit: str, space: Space) -> dict[str, Space]:
    """A unit moves to the space that it picked, unless somebody stands there by now; as `force`, by unit."""
    before = space_of_unit(run.state, unit)
    if before is None or not may_go(run, space):
        run.note("no_push", "BG-11", unit)
        return {}
    run.emit(UnitMoved(unit, space, "move", (space,), "BG-11"))
    return {unit: before} if cell_of(space) != cell_of(before) else {}


def ask(run: Run, step: Resolve, question: str, key: str, unit: str, places: Iterable[str]) -> str | None:
    """The group's answer where a unit can be forced one way or another; None where there is no way."""
    options = tuple(dict.fromkeys(places))
    return run.ask(step, key, question, "group", options, rule="BG-11", labels=(unit,), card=step.card, at=step.at)


def push_back(run: Run, step: Resolve, e: fx.Push) -> None:
    """The activating unit is pushed away from the border that it came over."""
    unit = step.unit
    space = space_of_unit(run.state, unit or "")
    if unit is None or space is None or not step.came_from:
        run.note("no_push", "BG-11", step.card)
        return
    if _moves_instead(run, step, unit):
        goal = _own_way(run, step, unit)
        _next(run, step)
        after_force(run, {}, _goes_itself(run, unit, goal) if goal is not None else {})
        return
    source = space_of(step.came_from)
    found = directions(source, space)
    _next(run, step)
    if held_fast(run, unit, step.card):
        return
    n = max(0, e.n + number(run.book, run.state, "push_spaces", unit))
    path = forced_path(run, space, found[0], n) if found and gap(source, space) == 1 else ()
    before = force(run, unit, path)
    after_force(run, {unit: path}, {unit: before} if before is not None else {})


# ------------------------------------------------------------------ made to move


def begin_move_towards(run: Run, step: Resolve, e: fx.MoveTowards) -> None:
    """Units move towards or away from the nearest goal, one after another; which of the ways is asked."""
    queue = step.queue if dict(step.answers).get("each") else targets(run, step, e.target)
    while queue and space_of_unit(run.state, queue[0]) is None:
        queue = queue[1:]
    if not queue:
        run.change(replace(step, index=step.index + 1, queue=(), answers=()))
        return
    unit, left = queue[0], queue[1:]
    start = space_of_unit(run.state, unit)
    assert start is not None
    held = held_fast(run, unit, step.card, forced=False)
    options = [] if held else [key_of(s) for s in nearing(run, step, unit, start, e)]
    who = unit if is_explorer(run.state, unit) else "group"
    answer = run.ask(
        step, f"to {unit}", "move_to", who, options, rule="BG-2", labels=(unit,), card=step.card, at=step.at
    )
    if left:
        run.change(replace(step, queue=left, answers=(("each", "yes"),)))
    else:
        run.change(replace(step, index=step.index + 1, queue=(), answers=()))
    if answer is None and not held:
        run.note("no_way", "BG-2", unit)
    elif answer is not None and space_of(answer) != start:
        walk_along(run, unit, space_of(answer), cost=0, how="move")


def nearing(run: Run, step: Resolve, unit: str, start: Space, e: fx.MoveTowards) -> tuple[Space, ...]:
    """Where the unit may go: nearer to (or farther from) the goal with every step, as far as it gets if `exactly`."""
    book, state = run.book, run.state
    if e.goal in ("acting", "activating"):
        places = tuple(s for u in targets(run, step, e.goal) if (s := space_of_unit(state, u)) is not None)
    else:
        places = _sought(book, state, unit, start, e)
    places = tuple(s for s in places if s != start)
    near = [key_of(s) for s in nearest(book, state, start, places)]
    goal = ask(run, step, "move_goal", f"goal {unit}", unit, near)
    if goal is None:
        return ()
    steps = steps_from(book, state, space_of(goal))
    if start not in steps:
        return ()
    sign = 1 if e.away else -1
    ways = {start: 0, **walkable(book, state, unit, e.n)}
    fitting = {s: n for s, n in ways.items() if s in steps and steps[s] == steps[start] + sign * n}
    most = max(fitting.values())
    return tuple(sorted(s for s, n in fitting.items() if not e.exactly or n == most))


def _sought(book: Book, state: State, unit: str, start: Space, e: fx.MoveTowards) -> tuple[Space, ...]:
    """Where a unit's goals are; a monster that comes nearer passes some explorers over (sparing)."""
    if e.goal != "explorer" or e.away or is_explorer(state, unit):
        return goals(book, state, e.goal)
    nearest_one = Select("explorer", pick="nearest")
    over = shunned(book, state, nearest_one, in_play(state), start, unit)
    return tuple(s for one in in_play(state) if one not in over and (s := state.explorers[one].space) is not None)


VERBS[fx.PushUnits] = begin_push
VERBS[fx.Push] = push_back
VERBS[fx.MoveTowards] = begin_move_towards
