"""Walking, and being moved along a way (BG-1, BG-2, IP-3)."""

from __future__ import annotations

from .agenda import Walking
from .altering import altered
from .board import cell_of, layout
from .cards import Book
from .engine import MOVES, STEPS, Run
from .entering import entered
from .events_units import PoolChanged, UnitMoved
from .geometry import Space
from .moves_turn import Walk
from .pacing import because, steps_cost_more_or_less
from .spending import explained
from .state import Explorer, Monster, State, key_of
from .striding import beside, crosses, is_hurdle, monster_phase, moves_left
from .turns import take_turn, turn_reasons
from .units import destroyed_spawns, is_explorer, occupied, space_of_unit, unit_of
from .verdicts import By, Reason, reason
from .ways import acts_on_entering, halted, halts, hindrances, walk_cost, walk_costs, walk_paid, walk_way, walkable, way


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
            barred = space in blocked or halted(at, (space,), halting)
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
        if space in blocked or halted(at, (space,), halting):
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


MOVES[Walk] = (check_walk, do_walk)
STEPS[Walking] = go_on
