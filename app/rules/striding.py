"""How monsters walk: their moves, and those that go through doors, walls, units or over obstacles (RD-5, BG-2)."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from .agenda_phases import MonsterPhase
from .board import Layout, cell_of, layout
from .cards import Book
from .geometry import RUBBLE, Space
from .lattice import COMPASS
from .memo import kept
from .modifiers import allows
from .seeing import unlocked
from .set_values import changed
from .state import State
from .units import destroyed_spawns


def passes_of(book: Book, state: State, unit: str) -> tuple[str, ...]:
    """What a unit walks through: a monster by its card 'doors', 'walls', 'units', 'obstacles'; an explorer 'rubble' and
    'units' if a card lets it.
    """
    monster = state.monsters.get(unit)
    if monster is not None:
        return book.monsters[monster.card].passes
    return kept(book, state, ("passes", unit), lambda: _leaves(book, state, unit))


def _leaves(book: Book, state: State, unit: str) -> tuple[str, ...]:
    leaves = (("rubble", "walk_over_rubble"), ("units", "walk_over_units"))
    return tuple([word for word, leave in leaves if allows(book, state, leave, unit)])


def ground(book: Book, state: State, unit: str) -> Layout:
    """The layout as this unit walks it: with its doors open for one that goes through them."""
    table = layout(book.faces, state.board)
    return unlocked(book.faces, table) if "doors" in passes_of(book, state, unit) else table


def goes_odd_ways(book: Book, state: State, unit: str) -> bool:
    """Whether this unit goes through walls or over obstacles, so that the usual walks don't fit it."""
    passes = passes_of(book, state, unit)
    return bool(passes) and bool({"walls", "obstacles", "rubble"} & set(passes))


def crosses(book: Book, state: State, unit: str, space: Space) -> bool:
    """Whether a unit goes over the obstacle that lies on a space."""
    passes = passes_of(book, state, unit)
    if "obstacles" in passes:
        return True
    return "rubble" in passes and layout(book.faces, state.board).spaces.get(space) == RUBBLE


def beside(book: Book, state: State, unit: str, space: Space) -> tuple[Space, ...]:
    """The spaces that are one step of this unit away, obstacles included; through walls all eight neighbours."""
    table = ground(book, state, unit)
    if "walls" not in passes_of(book, state, unit):
        return table.neighbours(space, state.settings.diagonal_corner == "any")
    around = ((space[0] + dx, space[1] + dy) for dx, dy in COMPASS)
    return tuple(other for other in around if other in table.spaces)


def is_hurdle(book: Book, state: State, space: Space) -> bool:
    """Whether an obstacle lies there: one that goes over it cannot stop on it."""
    return layout(book.faces, state.board).is_obstacle(space, destroyed_spawns(state))


def hurdles(book: Book, state: State) -> frozenset[Space]:
    """The spaces of the board for which `is_hurdle` is true."""
    gone = destroyed_spawns(state)
    obstacles = _obstacles(layout(book.faces, state.board))
    return obstacles | gone if gone else obstacles


@lru_cache(maxsize=64)
def _obstacles(table: Layout) -> frozenset[Space]:
    return frozenset(space for space in table.spaces if table.is_obstacle(space))


def odd_ways(
    book: Book,
    state: State,
    unit: str,
    start: Space,
    steps: int | None,
    blocked: Collection[Space],
    passing: Collection[Space],
    halting: Collection[Space] = frozenset(),
) -> dict[Space, tuple[Space, ...]]:
    """Every space that such a unit can stop on within so many steps, with the spaces stepped on, fewest first.

    `halting` = spaces that cannot be entered from another tile (IP-3).
    """
    ways: dict[Space, tuple[Space, ...]] = {start: ()}
    front = [start]
    while front and (steps is None or len(ways[front[0]]) < steps):
        ahead: list[Space] = []
        for space in front:
            around = beside(book, state, unit, space)
            straight = tuple(s for s in around if s[0] == space[0] or s[1] == space[1])
            for other in dict.fromkeys((*straight, *around)):
                if other in ways or other in blocked:
                    continue
                if is_hurdle(book, state, other) and not crosses(book, state, unit, other):
                    continue
                if other in halting and cell_of(other) != cell_of(space):
                    continue
                ways[other] = (*ways[space], other)
                ahead.append(other)
        front = ahead
    return {s: way for s, way in ways.items() if s != start and s not in passing and not is_hurdle(book, state, s)}


def monster_phase(state: State) -> MonsterPhase | None:
    """The monster phase under way, wherever it lies on the agenda."""
    return next((step for step in state.agenda if isinstance(step, MonsterPhase)), None)


def moves_of(book: Book, state: State, monster: str) -> int:
    """How many spaces a monster moves in its phase: printed, and what cards add (IP-22)."""
    return max(0, changed(book, state, book.monsters[state.monsters[monster].card].moves, "moves", monster))


def moves_left(book: Book, state: State, monster: str) -> int:
    """What a monster has left of its moves, doors counted; 0 outside its phase.

    One that moves once more after its attack has those moves then, whatever it has not used before.
    """
    phase = monster_phase(state)
    if phase is None or monster not in phase.waiting or phase.acting not in ("", monster):
        return 0
    if phase.acting != monster:
        return moves_of(book, state, monster)
    after = book.monsters[state.monsters[monster].card].moves_after
    if after and phase.attacks:
        return max(0, after - (phase.steps - phase.steps_before))
    return max(0, moves_of(book, state, monster) - phase.steps)
