"""Walking, entering tiles, pushes, doors, leaving by the exit (BG-1, BG-2, BG-11, EN-4, IP-3, IP-4, CH-9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from .altering import altered, replace
from .board import Layout, Ways, cell_of, edge_spaces, layout, open_edge_spaces, spread_from, within
from .cards import Book
from .engine import IN_HAND, MOVES, STEPS, Run
from .events_agenda import DueSet
from .events_cards import AbilityUsed
from .events_map import DoorSet
from .events_units import PoolChanged, UnitLeft, UnitMoved
from .geometry import CLOSED_DOOR, SIDES, Cell, Side, Space, beyond, border_of
from .lattice import Lattice
from .memo import carried, facts, kept, same
from .modifiers import allows, forbids, use_up
from .moves_turn import LeaveByExit, OpenDoor, Walk
from .pacing import Paid, because, cheapest, pace, rules_for, steps_cost_more_or_less
from .placed import border_key
from .pricing import Priced, priced
from .state import CardEnters, Entering, Explorer, Monster, State, Walking, key_of
from .striding import (
    beside,
    crosses,
    goes_odd_ways,
    ground,
    is_hurdle,
    monster_phase,
    moves_left,
    odd_ways,
    passes_of,
)
from .targets import ethereal_units
from .turns import seat_reasons, take_turn, turn_move, turn_reasons
from .units import destroyed_spawns, is_explorer, occupied, space_of_unit, unit_of
from .verdicts import By, Reason, reason


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
    """Spaces that may be passed, but not from another tile: its environment would stop the walk there (IP-3)."""
    cells = _cells_entered(book, state)
    if not cells or allows(book, state, "ignore_environments", unit):
        return frozenset()
    return frozenset(space for space in passing if cell_of(space) in cells)


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


def far_walk(run: Run, unit: str, steps: int) -> dict[Space, int]:
    """Where an effect lets a unit move, its own space with 0 included."""
    start = space_of_unit(run.state, unit)
    return {} if start is None else {start: 0, **walkable(run.book, run.state, unit, steps)}


def may_go(run: Run, space: Space) -> bool:
    """Whether a unit can be put there: a space of the board, no obstacle, nobody on it."""
    return (
        space in run.layout.spaces
        and not run.layout.is_obstacle(space, destroyed_spawns(run.state))
        and space not in occupied(run.state)
    )


def way(book: Book, state: State, unit: str, to: Space) -> tuple[Space, ...] | None:
    """The cheapest way to walk to a space, None when there is none."""
    if goes_odd_ways(book, state, unit):
        return _odd_ways(book, state, unit).get(to)
    ways = _ways(book, state, unit)
    return ways.to(to) if ways is not None else None


def _halted(start: Space, steps: tuple[Space, ...], halting: Collection[Space]) -> bool:
    """Whether a walk would have to stop where another unit stands (IP-3)."""
    return any(b in halting and cell_of(a) != cell_of(b) for a, b in zip((start, *steps), steps, strict=False))


# ------------------------------------------------------------------ walking


def check_walk(book: Book, state: State, move: Walk, by: By) -> list[Reason]:
    """BG-1, BG-2: the space can be reached, nobody stands there, and the stamina suffices."""
    reasons = turn_reasons(state, move.explorer, by)
    explorer = state.explorers.get(move.explorer)
    if explorer is None or explorer.space is None:
        return reasons
    table = layout(book.faces, state.board)
    if move.to not in table.spaces:
        return [*reasons, reason("no_space", "BG-2", x=move.to[0], y=move.to[1])]
    taken = occupied(state).get(move.to)
    here = key_of(move.to)
    if move.to == explorer.space:
        return [*reasons, reason("stands_there", "BG-2", who=move.explorer)]
    if taken is not None:
        reasons.append(reason("space_taken", "BG-2", space=here, who=taken))
    elif table.is_obstacle(move.to, destroyed_spawns(state)):
        reasons.append(reason("obstacle", "BG-2", space=here, what=table.spaces[move.to]))
    else:
        steps = _steps_to(book, state, move, reasons)
        if steps is not None:
            cost = walk_cost(book, state, move.explorer, steps)
            if cost > explorer.stamina:
                paid = walk_paid(book, state, move.explorer, steps)
                near = walk_costs(book, state, move.explorer, explorer.stamina)
                closest = sorted(near, key=lambda s: (_gap(s, move.to), s))[:3]
                why = tuple(f"{card} {n:+}" for card, n in because(paid))
                near_by, has = tuple(key_of(s) for s in closest), explorer.stamina
                far = reason("too_far", "BG-1", near_by, needed=cost, there=has, who=move.explorer, space=here)
                reasons.append(explained(far, why))
    return reasons


def _gap(a: Space, b: Space) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _steps_to(book: Book, state: State, move: Walk, reasons: list[Reason]) -> tuple[Space, ...] | None:
    """The spaces stepped on, those of the move or the cheapest way; None with the reasons against it."""
    explorer = state.explorers[move.explorer]
    if move.path:
        at, (blocked, passing) = explorer.space, hindrances(book, state, move.explorer)
        halting = halts(book, state, passing, move.explorer)
        for space in move.path:
            if at is None or space not in beside(book, state, move.explorer, at):
                reasons.append(reason("no_step", "BG-2", space=key_of(space)))
                return None
            barred = space in blocked or _halted(at, (space,), halting)
            if barred or (is_hurdle(book, state, space) and not crosses(book, state, move.explorer, space)):
                reasons.append(reason("path_blocked", "BG-2", space=key_of(space)))
                return None
            at = space
        if at != move.to:
            reasons.append(reason("no_step", "BG-2", space=key_of(move.to)))
            return None
        return move.path
    steps = walk_way(book, state, move.explorer, move.to)
    if steps is None:
        reasons.append(reason("not_reachable", "BG-2", space=key_of(move.to), who=move.explorer))
    return steps


def do_walk(run: Run, move: Walk) -> None:
    """Walk: each step is paid when it is made."""
    steps = move.path or walk_way(run.book, run.state, move.explorer, move.to) or ()
    plain = not steps_cost_more_or_less(run.book, run.state)  # and so it stays: beginning a turn is no card's matter
    take_turn(run, move.explorer, walks=True)
    _go(run, move.explorer, steps, run.state.settings.cost_move, "walk", plain=plain)


def walk_along(run: Run, unit: str, to: Space, *, cost: int, how: str) -> None:
    """An effect moves a unit along the cheapest way to a space."""
    _go(run, unit, way(run.book, run.state, unit, to) or (), cost, how)


def _go(run: Run, unit: str, steps: tuple[Space, ...], cost: int, how: str, *, plain: bool = False) -> None:
    """Go until an environment stops the walk (IP-3); what is left waits beneath it.

    `plain` = no card changes what a step costs.
    """
    if not steps:
        return
    start = space_of_unit(run.state, unit)
    assert start is not None
    came_from, done = start, 0
    for done, space in enumerate(steps, 1):  # noqa: B007 - the count is used after the loop
        if cell_of(space) != cell_of(came_from) and acts_on_entering(run.book, run.state, cell_of(space), unit):
            break
        came_from = space
    else:
        came_from = steps[-2] if len(steps) > 1 else start
    gone, rest = steps[:done], steps[done:]
    if how == "walk" and is_explorer(run.state, unit):
        stamina = run.state.explorers[unit].stamina
        paid = cost * len(gone) if plain else walk_cost(run.book, run.state, unit, gone)
        if paid:
            run.emit(PoolChanged(unit, "stamina", stamina, stamina - paid, "walk", "BG-1"))
    elif cost:
        phase = monster_phase(run.state)
        if phase is not None:
            run.change(altered(phase, steps=phase.steps + len(gone)))
    run.emit(UnitMoved(unit, gone[-1], how, gone, "BG-1"))  # type: ignore[arg-type]
    if rest:
        run.open(Walking(run.new_id(), unit, rest, gone[-1], cost))
    before = gone[-2] if len(gone) > 1 else start
    if cell_of(gone[-1]) != cell_of(before):
        entered(run, [unit], (key_of(before),), at_once=True)


def go_on(run: Run, step: Walking) -> bool:
    """IP-3: the walk goes on if the unit still stands there and may move; steps not taken are not paid."""
    run.close(step)
    unit = unit_of(run.state, step.explorer)
    if unit is None or unit.space != step.at:
        return True
    possible = step.rest
    if step.cost and isinstance(unit, Monster):
        possible = step.rest[: moves_left(run.book, run.state, unit.id)]
    elif step.cost and isinstance(unit, Explorer):
        possible = () if unit.finished else _affordable(run, unit, step.rest)
    blocked, passing = hindrances(run.book, run.state, step.explorer)
    halting = halts(run.book, run.state, passing, step.explorer)
    clear: list[Space] = []
    at = step.at
    for space in possible:
        if space in blocked or _halted(at, (space,), halting):
            break
        if space not in beside(run.book, run.state, step.explorer, at):
            break
        if is_hurdle(run.book, run.state, space) and not crosses(run.book, run.state, step.explorer, space):
            break
        clear.append(space)
        at = space
    while clear and (clear[-1] in passing or is_hurdle(run.book, run.state, clear[-1])):
        clear.pop()
    if len(clear) < len(step.rest):
        run.note("walk_cut_short", "IP-3", step.explorer, len(step.rest) - len(clear))
    _go(run, step.explorer, tuple(clear), step.cost, "walk" if step.cost else "move")
    return True


def _affordable(run: Run, explorer: Explorer, steps: tuple[Space, ...]) -> tuple[Space, ...]:
    """As many of the steps as the explorer can pay."""
    left = explorer.stamina
    for n, one in enumerate(walk_paid(run.book, run.state, explorer.id, steps)):
        left -= one.cost
        if left < 0:
            return steps[:n]
    return steps


# ------------------------------------------------------------------ entering tiles


def entered(run: Run, units: Iterable[str], came_from: tuple[str, ...] = (), *, at_once: bool = False) -> None:
    """Units have entered a tile: its environment waits for each of them (EN-4, IP-4).

    `came_from` goes with `units`. An ability in hand is finished first (IP-1); a walk stops `at_once` (IP-3).
    """
    there: list[tuple[str, str, str]] = []
    for i, unit in enumerate(units):
        space = space_of_unit(run.state, unit)
        if space is not None and acts_on_entering(run.book, run.state, cell_of(space), unit):
            there.append((unit, came_from[i] if came_from else "", key_of(cell_of(space))))
    if not there:
        return
    if not at_once and any(type(step) in IN_HAND for step in run.state.agenda):
        from .triggers import next_batch

        told = " ".join("@".join(one) for one in there)
        run.emit(DueSet((*run.state.due, f"enter {next_batch(run.state)} {told}")))
        return
    _open_entering(run, there)


def _open_entering(run: Run, there: Iterable[tuple[str, ...]]) -> None:
    names, sources, cells = zip(*there, strict=True)
    run.open(Entering(run.new_id(), names, sources, cells))


def settle_entering(run: Run) -> bool:
    """IP-1: the ability that brought units onto a tile is finished, now its environment resolves for them."""
    for due in run.state.due:
        if due.startswith("enter "):
            _, batch, *there = due.split(" ")
            if any(waiting.batch < int(batch) for waiting in run.state.queue):
                return False  # what arose before comes first
            run.emit(DueSet(tuple(d for d in run.state.due if d != due)))
            _open_entering(run, (tuple(one.split("@")) for one in there))
            return True
    return False


def _still_there(run: Run, step: Entering, at: int) -> bool:
    space = space_of_unit(run.state, step.units[at])
    return (
        space is not None
        and (not step.cells or key_of(cell_of(space)) == step.cells[at])
        and acts_on_entering(run.book, run.state, cell_of(space), step.units[at])
    )


def carry_entering(run: Run, step: Entering) -> bool:
    """One unit after another, in the group's order, if it is still there (IP-4)."""
    waiting = [unit for at, unit in enumerate(step.units) if _still_there(run, step, at)]
    if not waiting:
        run.close(step)
        return True
    unit = run.ask(step, "next", "who_enters_first", "group", waiting, rule="IP-4", labels=tuple(waiting))
    assert unit is not None
    left = tuple(u for u in waiting if u != unit)
    came_from = step.came_from[step.units.index(unit)] if step.came_from else ""
    if left:
        kept = tuple(step.came_from[step.units.index(u)] for u in left) if step.came_from else ()
        cells = tuple(step.cells[step.units.index(u)] for u in left) if step.cells else ()
        run.change(altered(step, units=left, came_from=kept, cells=cells, answers=()))
    else:
        run.close(step)
    space = space_of_unit(run.state, unit)
    card = environment_on(run.state, cell_of(space)) if space is not None else None
    if card is None:
        return True
    parts = tuple(at for at, _, _, ability in run.book.abilities_of(card) if ability.kind == "enters")
    if parts:
        actor = unit if is_explorer(run.state, unit) else None
        run.open(CardEnters(run.new_id(), "environment", card, parts, actor, unit, came_from))
    return True


# ------------------------------------------------------------------ doors


def check_open_door(book: Book, state: State, move: OpenDoor, explorer: Explorer, at: Space) -> list[Reason]:
    """BG-1: the closed door is beside the explorer, and the stamina suffices."""
    reasons: list[Reason] = []
    table = layout(book.faces, state.board)
    side = next((s for s in SIDES if beyond(at, s) == move.to), None)
    if side is None or table.side(at, side) != CLOSED_DOOR:
        doors = tuple(key_of(beyond(at, s)) for s in SIDES if table.side(at, s) == CLOSED_DOOR)
        reasons.append(reason("no_closed_door", "BG-1", doors, space=key_of(move.to)))
    return reasons + stamina_reasons(state, move.explorer, open_cost(book, state, move.explorer)[0])


def open_cost(book: Book, state: State, explorer: str) -> tuple[Priced, str]:
    """The stamina that opening a door costs an explorer now, and the card that makes its first door free, if one does.

    What cards add or take never brings it below 0 (IP-22); a turn is a round (RD-2).
    """
    free = allows(book, state, "free_first_door", explorer)
    if free and not state.used.get(first_door(explorer)):
        return Priced(0), free
    return priced(book, state, state.settings.cost_door, explorer, "cost_open_door"), ""


def first_door(explorer: str) -> str:
    """The key under which an explorer's free first door counts this round."""
    return f"first door {explorer}"


@lru_cache(maxsize=4096)
def out_of_reach(table: Layout, space: Space, corner_any_wall: bool, rule: str = "BG-1") -> Reason:
    """The reason that something on a space is not adjacent, with the spaces from which it is (BG-1, BG-2)."""
    return reason("not_adjacent", rule, tuple(map(key_of, table.beside(space, corner_any_wall))), space=key_of(space))


def stamina_reasons(state: State, explorer: str, price: int | Priced) -> list[Reason]:
    """The reason that an explorer has less stamina than a price, with both figures and what cards add (BG-1, IP-22)."""
    cost = price if isinstance(price, int) else price.cost
    there = state.explorers[explorer].stamina
    if there >= cost:
        return []
    found = reason("not_enough", "BG-1", what="stamina", needed=cost, there=there, who=explorer)
    return [found if isinstance(price, int) else explained(found, price.because)]


def explained(found: Reason, why: tuple[str, ...]) -> Reason:
    """A reason with what cards add to the price that it names, if any do."""
    return replace(found, params=tuple(sorted((*found.params, ("because", why))))) if why else found


def spend(run: Run, explorer: str, price: int | Priced, why: str) -> None:
    """An explorer spends stamina that it has; what takes off the price once a round is used up."""
    cost = price if isinstance(price, int) else price.cost
    if isinstance(price, Priced):
        use_up(run, price.limited, explorer)
    there = run.state.explorers[explorer].stamina
    if cost:
        run.emit(PoolChanged(explorer, "stamina", there, there - cost, why, "BG-1"))


def do_open_door(run: Run, move: OpenDoor) -> None:
    """Open the door for its stamina."""
    from .triggers import trigger

    take_turn(run, move.explorer)
    cost, free = open_cost(run.book, run.state, move.explorer)
    if free:
        run.emit(AbilityUsed(move.explorer, free, "", first_door(move.explorer), "BG-1"))
    spend(run, move.explorer, cost, "door")
    space = run.state.explorers[move.explorer].space
    assert space is not None
    side = next(s for s in SIDES if beyond(space, s) == move.to)
    run.emit(DoorSet(border_key(border_of(space, side)), "/", move.explorer, "BG-1"))
    trigger(run, "door_opened", actor=move.explorer)


# ------------------------------------------------------------------ the exit


def check_leave(book: Book, state: State, move: LeaveByExit, by: By) -> list[Reason]:
    """CH-9: the exit token is on an edge of the explorer's tile, and (setting exit_step) it stands at that edge."""
    reasons = turn_reasons(state, move.explorer, by)
    explorer = state.explorers.get(move.explorer)
    if state.exit is None or state.exit.cell is None or state.exit.edge is None:
        return [*reasons, reason("no_exit", "CH-9")]
    if explorer is None or explorer.space is None:
        return reasons
    held = forbids(book, state, "leave_by_exit", move.explorer)
    if held:
        reasons.append(reason("leaving_forbidden", "CH-9", who=move.explorer, card=held))
    cell, edge = state.exit.cell, state.exit.edge
    if state.settings.exit_step == "free":
        if cell_of(explorer.space) != cell:
            reasons.append(reason("not_at_exit", "CH-9", edge=f"{key_of(cell)},{edge}"))
        return reasons
    spaces = _exit_spaces(layout(book.faces, state.board), state, cell, edge)
    if explorer.space not in spaces:
        reasons.append(reason("not_at_exit", "CH-9", tuple(key_of(s) for s in spaces), edge=f"{key_of(cell)},{edge}"))
    return reasons + stamina_reasons(state, move.explorer, state.settings.cost_move)


def _exit_spaces(table: Layout, state: State, cell: Cell, edge: Side) -> tuple[Space, ...]:
    """The spaces from which one leaves over an edge; where no step leads out of it, all along it (Reading)."""
    gone = destroyed_spawns(state)
    along = (space for space in edge_spaces(cell, edge) if not table.is_obstacle(space, gone))
    return tuple(open_edge_spaces(table, cell, edge, gone)) or tuple(along)


def do_leave(run: Run, move: LeaveByExit) -> None:
    """The figure comes off; the explorer skips its turn and its spawn roll (CH-9)."""
    from .triggers import trigger

    take_turn(run, move.explorer)
    if run.state.settings.exit_step == "edge":
        spend(run, move.explorer, run.state.settings.cost_move, "exit")
    run.emit(UnitLeft(move.explorer, "exit", "CH-9"))
    trigger(run, "explorer_left", actor=move.explorer)


MOVES[Walk] = (check_walk, do_walk)
MOVES[OpenDoor] = (turn_move(OpenDoor, check_open_door), do_open_door)
MOVES[LeaveByExit] = (check_leave, do_leave)
STEPS[Walking] = go_on
STEPS[Entering] = carry_entering

__all__ = ["edge_spaces", "seat_reasons", "within"]
