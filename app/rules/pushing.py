"""Units pushed and pulled, one after another, and those that move themselves instead (BG-11)."""

from __future__ import annotations

from . import effects as fx
from .agenda import Resolve
from .board import cell_of, edge_spaces
from .distances import gap
from .engine import Run
from .events_units import UnitMoved
from .exempt import stays_put
from .forced import after_force, ask, directions, force, forced_path, goals, held_fast, square_distance
from .geometry import TILE, Space
from .modifiers import allows
from .moving import may_go
from .resolving import VERBS, asking, next_verb, targets
from .set_values import changed
from .spawning import nearest
from .state import key_of, space_of
from .units import is_explorer, space_of_unit
from .ways import walkable


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


def begin_push(run: Run, step: Resolve, e: fx.PushUnits) -> None:
    """Push or pull: from where and in which direction is asked first; then all move, those in front first (IP-4)."""
    ways: list[tuple[str, Space, Space]] = []
    goes: dict[str, Space] = {}
    held: list[str] = []
    far: dict[str, int] = {}
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
            if e.up_to:
                far[unit] = _how_far(run, step, e, *ways[-1])
    next_verb(run, step)
    for unit in held:
        run.note("cannot_be_moved", "BG-11", unit)
    if not (ways or goes or held):
        run.note("nobody_moved", "BG-11", step.card)
    moved = {unit: space_of_unit(run.state, unit) for unit, _, _ in ways}
    order = sorted(ways, key=lambda w: square_distance(moved[w[0]] or w[1], w[1]) * (1 if e.pull else -1))
    paths: dict[str, tuple[Space, ...]] = {}
    came_from: dict[str, Space] = {}
    for unit, source_space, direction in order:
        start = space_of_unit(run.state, unit)
        if start is None:
            continue
        n = far.get(unit, _spaces(run, e, unit))
        path = forced_path(run, start, direction, n, source_space if e.pull else None)
        before = force(run, unit, path, pull=e.pull)
        paths[unit] = path
        if before is not None:
            came_from[unit] = before
    for unit, space in goes.items():
        came_from |= _goes_itself(run, unit, space)
    after_force(run, paths, came_from)


def _spaces(run: Run, e: fx.PushUnits, unit: str) -> int:
    """How many spaces the unit is pushed or pulled, with what cards add (IP-22)."""
    return max(0, changed(run.book, run.state, e.n, "pull_spaces" if e.pull else "push_spaces", unit))


def _how_far(run: Run, step: Resolve, e: fx.PushUnits, unit: str, source: Space, way: Space) -> int:
    """How many of up to so many spaces: the acting explorer's player says, as far as there is a way."""
    start = space_of_unit(run.state, unit)
    assert start is not None
    most = len(forced_path(run, start, way, _spaces(run, e, unit), source if e.pull else None))
    options = [str(n) for n in range(most, 0, -1)]
    who = asking(run, step, "acting")
    answer = run.ask(step, f"far {unit}", "how_far", who, options, rule="BG-11", card=step.card, at=step.at)
    return int(answer or 0)


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
        run.note("not_pushed", "BG-11", unit)
        return {}
    run.emit(UnitMoved(unit, space, "move", (space,), "BG-11"))
    return {unit: before} if cell_of(space) != cell_of(before) else {}


def push_back(run: Run, step: Resolve, e: fx.Push) -> None:
    """The activating unit is pushed away from the border that it came over."""
    unit = step.unit
    space = space_of_unit(run.state, unit or "")
    if unit is None or space is None or not step.came_from:
        run.note("no_push", "BG-11", step.card)
        return
    if _moves_instead(run, step, unit):
        goal = _own_way(run, step, unit)
        next_verb(run, step)
        after_force(run, {}, _goes_itself(run, unit, goal) if goal is not None else {})
        return
    source = space_of(step.came_from)
    found = directions(source, space)
    next_verb(run, step)
    if held_fast(run, unit, step.card):
        return
    n = max(0, changed(run.book, run.state, e.n, "push_spaces", unit))
    path = forced_path(run, space, found[0], n) if found and gap(source, space) == 1 else ()
    before = force(run, unit, path)
    after_force(run, {unit: path}, {unit: before} if before is not None else {})


VERBS[fx.PushUnits] = begin_push
VERBS[fx.Push] = push_back
