"""Where a unit can walk, by which way, and what that costs an explorer (BG-1, BG-2, IP-3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from .board import Ways, cell_of, spread_from
from .cards import Book
from .geometry import Cell, Space
from .lattice import Lattice
from .memo import carried, facts, kept, same
from .modifiers import allows
from .moves_turn import Walk
from .pacing import Paid, cheapest, pace, rules_for, steps_cost_more_or_less
from .state import Explorer, State
from .striding import goes_odd_ways, ground, hurdles, odd_ways, passes_of
from .targets import ethereal_units
from .units import destroyed_spawns, is_explorer, space_of_unit


def corner(state: State) -> bool:
    """Whether any wall at a corner closes a diagonal (setting diagonal_corner)."""
    return state.settings.diagonal_corner == "any"


def environment_on(state: State, cell: tuple[int, int]) -> str | None:
    """The environment of the tile in `cell`, None without one."""
    for card, placed in state.environments.items():
        if placed.cell == cell:
            return card
    return None


def acts_on_entering(book: Book, state: State, cell: tuple[int, int], unit: str) -> bool:
    """Whether the tile has an environment with an 'enters play' ability that `unit` does not ignore (EN-4)."""
    return cell in _cells_entered(book, state) and not allows(book, state, "ignore_environments", unit)


def is_entered(book: Book, state: State, cell: tuple[int, int]) -> bool:
    """Whether the tile has an environment with an 'enters play' ability (EN-4)."""
    card = environment_on(state, cell)
    return card is not None and any(ability.kind == "enters" for _, _, _, ability in book.abilities_of(card))


def hindrances(book: Book, state: State, unit: str) -> tuple[frozenset[Space], frozenset[Space]]:
    """See `_hindrances`; kept while the state is asked about."""
    return kept(book, state, ("hindrances", unit), lambda: _hindrances(book, state, unit))


def _hindrances(book: Book, state: State, unit: str) -> tuple[frozenset[Space], frozenset[Space]]:
    """Spaces that a unit cannot enter, and those that it may pass but not stop on (BG-2).

    Monsters block explorers and explorers monsters, ethereal ones can be walked through; the own kind as
    `pass_allies`. Cards let an explorer walk through monsters, or any unit through all units. Where an environment
    would stop the walk nobody can be passed either, see `halts`.
    """
    mine, pass_own = is_explorer(state, unit), state.settings.pass_allies == "pass"
    over_all = "units" in passes_of(book, state, unit)
    through_all = over_all or (mine and bool(allows(book, state, "walk_through_monsters", unit)))
    explorers, monsters, ethereal = kept(book, state, "standing", lambda: _standing(book, state))
    blocked, passing = frozenset[Space](), ethereal
    for spaces, passed in (
        (explorers, over_all or (mine and pass_own)),
        (monsters, through_all or (pass_own and not mine)),
    ):
        if passed:
            passing |= spaces
        else:
            blocked = blocked | spaces if blocked else spaces
    own = space_of_unit(state, unit)
    return blocked - {own} if own in blocked else blocked, passing - {own}


def _standing(book: Book, state: State) -> tuple[frozenset[Space], frozenset[Space], frozenset[Space]]:
    """The spaces with explorers, with monsters, and with ethereal units, which are in neither of the others."""
    ethereal = ethereal_units(book, state)
    there = frozenset(e.space for e in state.explorers.values() if e.space is not None and e.id not in ethereal)
    monsters = same(
        "monsters' spaces",
        (state.monsters, ethereal),
        lambda: frozenset(m.space for m in state.monsters.values() if m.id not in ethereal),
    )
    return there, monsters, frozenset(s for u in ethereal if (s := space_of_unit(state, u)) is not None)


def halts(book: Book, state: State, passing: Collection[Space], unit: str) -> frozenset[Space]:
    """Spaces that may be passed, but not from another tile: its environment would stop the walk there (IP-3).

    So with the spaces of units that are passed, and with obstacles for a unit that goes over them.
    """
    cells = _cells_entered(book, state)
    if not cells or allows(book, state, "ignore_environments", unit):
        return frozenset()
    over = hurdles(book, state) if goes_odd_ways(book, state, unit) else ()
    return frozenset(space for space in (*passing, *over) if cell_of(space) in cells)


def _cells_entered(book: Book, state: State) -> frozenset[Cell]:
    return carried(state, "halting", (book, state.environments), lambda: _cells_with_entering(book, state))


def _cells_with_entering(book: Book, state: State) -> frozenset[Cell]:
    cells = (placed.cell for placed in state.environments.values())
    return frozenset(cell for cell in cells if is_entered(book, state, cell))


def walkable(book: Book, state: State, unit: str, steps: int | None) -> dict[Space, int]:
    """Where a unit can walk in so many steps (None: any number), with the steps it takes; its own space is left out."""
    if goes_odd_ways(book, state, unit):
        return {s: len(way) for s, way in _odd_ways(book, state, unit).items() if steps is None or len(way) <= steps}
    ways = _ways(book, state, unit)
    return ways.costs(steps) if ways is not None else {}


def walks(book: Book, state: State, explorer: Explorer) -> Iterable[Walk]:
    """The walks of an explorer to each space that it reaches and can pay for, row by row."""
    if rules_for(book, state, explorer.id) or goes_odd_ways(book, state, explorer.id):
        spaces = walk_costs(book, state, explorer.id, explorer.stamina)
        return [Walk(explorer.id, space) for space in sorted(spaces, key=lambda s: (s[1], s[0]))]
    ways, cost = _ways(book, state, explorer.id), state.settings.cost_move
    if ways is None:
        return ()
    reached = ways.reached(explorer.stamina // cost if cost else None)
    return ways.lattice.things(reached, _walks_to_each(ways.lattice, explorer.id))


@lru_cache(maxsize=64)
def _walks_to_each(lattice: Lattice, explorer: str) -> tuple[Walk, ...]:
    """The walk to each space of a lattice, possible or not: the same ones are listed again and again."""
    return tuple([Walk(explorer, space) for space in lattice.order])


def _ways(book: Book, state: State, unit: str) -> Ways | None:
    """The ways of a unit that walks as usual, None for one that is not on the board."""
    return kept(book, state, ("ways", unit), lambda: _worked_out_ways(book, state, unit))


def _worked_out_ways(book: Book, state: State, unit: str) -> Ways | None:
    start = space_of_unit(state, unit)
    if start is None:
        return None
    blocked, passing = hindrances(book, state, unit)
    halting = halts(book, state, passing, unit)
    spread = spread_from(ground(book, state, unit), start, blocked, destroyed_spawns(state), corner(state), halting)
    return Ways(spread, passing)


def _odd_ways(book: Book, state: State, unit: str) -> Mapping[Space, tuple[Space, ...]]:
    """The ways of a unit that goes through walls or over obstacles."""
    return kept(book, state, ("odd ways", unit), lambda: _worked_out_odd_ways(book, state, unit))


def _worked_out_odd_ways(book: Book, state: State, unit: str) -> Mapping[Space, tuple[Space, ...]]:
    start = space_of_unit(state, unit)
    if start is None:
        return {}
    blocked, passing = hindrances(book, state, unit)
    return odd_ways(book, state, unit, start, None, blocked, passing, halts(book, state, passing, unit))


def walk_costs(book: Book, state: State, explorer: str, budget: int | None = None) -> dict[Space, int]:
    """Where an explorer can walk for so much stamina (None: any), and what the cheapest way costs (BG-1, IP-22)."""
    if rules_for(book, state, explorer):
        return {space: cost for space, (cost, _) in _cheapest(book, state, explorer, budget).items()}
    cost = state.settings.cost_move
    steps = budget // cost if budget is not None and cost else None
    return {space: n * cost for space, n in walkable(book, state, explorer, steps).items()}


def walk_way(book: Book, state: State, explorer: str, to: Space) -> tuple[Space, ...] | None:
    """The way that an explorer walks to a space: the cheapest one. None when there is none."""
    known = facts(book, state)
    last: tuple[str, Space, tuple[Space, ...] | None] | None = known.get("last way")
    if last is not None and last[1] == to and last[0] == explorer:
        return last[2]  # what is checked is walked next
    if not rules_for(book, state, explorer):
        steps = way(book, state, explorer, to)
        known["last way"] = (explorer, to, steps)
        return steps
    for budget in (state.explorers[explorer].stamina, None):  # what it can pay is found quickly
        found = _cheapest(book, state, explorer, budget).get(to)
        if found is not None:
            return found[1]
    return None


def _cheapest(
    book: Book, state: State, explorer: str, budget: int | None
) -> Mapping[Space, tuple[int, tuple[Space, ...]]]:
    def work() -> Mapping[Space, tuple[int, tuple[Space, ...]]]:
        blocked, passing = hindrances(book, state, explorer)
        halting = halts(book, state, passing, explorer)
        return cheapest(book, state, explorer, blocked, passing, halting, budget)

    return kept(book, state, ("cheapest", explorer, budget), work)


def walk_paid(book: Book, state: State, explorer: str, steps: tuple[Space, ...]) -> tuple[Paid, ...]:
    """What each step of a walk of an explorer costs it, from where it stands."""
    start = state.explorers[explorer].space
    if start is not None and not rules_for(book, state, explorer):
        return (Paid(state.settings.cost_move, ()),) * len(steps)
    return pace(book, state, explorer).along(start, steps) if start is not None else ()


def walk_cost(book: Book, state: State, explorer: str, steps: tuple[Space, ...]) -> int:
    """The stamina that a walk of an explorer costs it, from where it stands: all that `walk_paid` tells, summed up."""
    if not steps_cost_more_or_less(book, state):
        return state.settings.cost_move * len(steps)
    return sum(one.cost for one in walk_paid(book, state, explorer, steps))


def way(book: Book, state: State, unit: str, to: Space) -> tuple[Space, ...] | None:
    """The cheapest way to walk to a space, None when there is none."""
    if goes_odd_ways(book, state, unit):
        return _odd_ways(book, state, unit).get(to)
    ways = _ways(book, state, unit)
    return ways.to(to) if ways is not None else None


def halted(start: Space, steps: tuple[Space, ...], halting: Collection[Space]) -> bool:
    """Whether a walk would have to stop where another unit stands (IP-3)."""
    return any(b in halting and cell_of(a) != cell_of(b) for a, b in zip((start, *steps), steps, strict=False))
