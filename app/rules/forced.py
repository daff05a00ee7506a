"""Units that are pushed, pulled or made to move: which ways, what stops them, what they come onto (BG-11, IP-4)."""

from __future__ import annotations

from collections.abc import Iterable

from .agenda import Resolve
from .agenda_phases import Attacking
from .board import cell_of, layout
from .cards import Book
from .engine import Run
from .entering import entered
from .events_units import UnitMoved
from .exempt import stays_put
from .geometry import CHAPTER, Space
from .moving import may_go
from .spawning import spawn_spaces
from .state import State, key_of
from .units import in_play, space_of_unit
from .ways import corner

TRAPPED = "^"
TRAP_DICE = 3


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
        if towards is not None and square_distance(goal, towards) >= square_distance(at, towards):
            break
        path.append(goal)
        at = goal
    return tuple(path)


def square_distance(a: Space, b: Space) -> int:
    """How far apart two spaces are as a ruler has it, squared: for comparing."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def force(run: Run, unit: str, path: tuple[Space, ...], *, pull: bool = False) -> Space | None:
    """Move a unit along a path; the space it came from when it has entered another tile, else None."""
    before = space_of_unit(run.state, unit)
    if before is None or not path:
        run.note("not_pushed", "BG-11", unit)
        return None
    run.emit(UnitMoved(unit, path[-1], "pull" if pull else "push", path, "BG-11"))
    return ((before, *path)[-2]) if cell_of(path[-1]) != cell_of(before) else None


def after_force(run: Run, paths: dict[str, tuple[Space, ...]], came_from: dict[str, Space]) -> None:
    """What follows when all have been moved: traps they were moved onto, then the environments they came to (IP-4)."""
    if came_from:
        entered(run, list(came_from), tuple(key_of(s) for s in came_from.values()))
    spring_traps(run, paths)


def spring_traps(run: Run, paths: dict[str, tuple[Space, ...]]) -> None:
    """Attack each unit on the trapped spaces that it was moved onto, in that order (setting push_springs_traps)."""
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


def ask(run: Run, step: Resolve, question: str, key: str, unit: str, places: Iterable[str]) -> str | None:
    """The group's answer where a unit can be forced one way or another; None where there is no way."""
    options = tuple(dict.fromkeys(places))
    return run.ask(step, key, question, "group", options, rule="BG-11", labels=(unit,), card=step.card, at=step.at)
