"""Units that are teleported: where they may go, and all of them placed at once (BG-11, IP-4)."""

from __future__ import annotations

from . import effects as fx
from .agenda import Resolve
from .board import cell_of
from .distances import gap, steps_from
from .engine import Run
from .entering import entered
from .events_units import UnitMoved
from .exempt import stays_put
from .forced import spring_traps
from .geometry import CHAPTER, TILE, border_sides
from .moving import may_go
from .resolving import VERBS, next_verb, targets
from .seeing import sight_reason
from .state import key_of, space_of
from .units import free_spaces, in_play, is_explorer, space_of_unit

#: What an action space can be: chapter space, chest, workbench, recharge station, event space, trap lever.
ACTIONS = CHAPTER + "CWREL"


def teleport(run: Run, step: Resolve, e: fx.Teleport) -> None:
    """All are placed first; then traps that they came onto spring, and the environments resolve (IP-4, BG-11)."""
    goals: list[tuple[str, tuple[int, int]]] = []
    stay: list[tuple[str, str]] = []
    for unit in targets(run, step, e.who):
        if stays_put(run.book, run.state, unit, step.card):
            stay.append(("held", unit))
            continue
        if space_of_unit(run.state, unit) is None and e.where != "entry_tile":
            continue
        taken = {goal for _, goal in goals}
        options = [key_of(s) for s in _goals(run, unit, e) if s not in taken]
        if e.optional and options:
            options.append("stay")
        answer = run.ask(
            step,
            f"to {unit}",
            "teleport_to",
            unit if is_explorer(run.state, unit) else "group",
            options,
            rule="BG-11",
            labels=(unit,),
            card=step.card,
            at=step.at,
        )
        if answer is None:
            stay.append(("full", unit))
        elif answer != "stay":
            goals.append((unit, space_of(answer)))
    for why, unit in stay:
        run.note("cannot_be_moved" if why == "held" else "no_free_space", "BG-11", unit)
    moved: list[str] = []
    onto: dict[str, tuple[tuple[int, int], ...]] = {}
    for unit, goal in goals:
        before = space_of_unit(run.state, unit)
        onto[unit] = (goal,) if goal != before else ()
        run.emit(UnitMoved(unit, goal, "teleport", rule="BG-11"))
        if before is None or cell_of(before) != cell_of(goal):
            moved.append(unit)
    next_verb(run, step)
    entered(run, moved)
    spring_traps(run, onto)


def _goals(run: Run, unit: str, e: fx.Teleport) -> list[tuple[int, int]]:
    """The free spaces that a unit can be teleported to."""
    state = run.state
    space = space_of_unit(state, unit)
    if e.where == "entry_tile":
        entry = state.entry
        if entry is None or entry.cell is None or (space is not None and cell_of(space) == entry.cell):
            return [space] if space is not None else []
        return free_spaces(run, entry.cell)
    if space is None:
        return []
    free = free_spaces(run, cell_of(space))
    if e.where == "own_tile":
        return free
    if e.where == "middle":
        far = {s: sum(abs(2 * (a % TILE) - TILE + 1) for a in s) for s in free}
        return [s for s in free if far[s] == min(far.values())]
    found = _near_goals(run, unit, space, e)
    return sorted((s for s in found if s != space and may_go(run, s)), key=lambda s: (s[1], s[0]))


def _near_goals(run: Run, unit: str, space: tuple[int, int], e: fx.Teleport) -> set[tuple[int, int]]:
    """The spaces beside what a teleport names, in sight, or within so many steps."""
    state, table = run.state, run.layout
    corner = state.settings.diagonal_corner == "any"
    if e.where == "in_sight":
        return {
            s
            for s in table.spaces
            if (not e.within or gap(space, s) <= e.within) and sight_reason(run.book, state, unit, space, "", s) is None
        }
    if e.where == "within":
        return {s for s, n in steps_from(run.book, state, space).items() if n <= e.within}
    if e.where == "next_to_door":
        return {s for border, _ in table.door_borders() for s, _ in border_sides(border)}
    if e.where == "next_to_action_space":
        beside = tuple(s for what in ACTIONS for s in table.features(what))
    else:
        beside = tuple(s for o in in_play(state) if o != unit and (s := state.explorers[o].space) is not None)
    return {s for there in beside for s in table.neighbours(there, corner)}


VERBS[fx.Teleport] = teleport
