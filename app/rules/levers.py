"""Trap levers: the trapped spaces first, then each other explorer at a lever, then the token (TL-1 to TL-3, IP-14)."""

from __future__ import annotations

from .agenda import Resolve
from .agenda_items import TrapsSprung
from .altering import replace
from .board import cell_of, layout
from .cards import Book
from .combat import attack
from .effects_map import Traps
from .engine import IN_HAND, STEPS, Run
from .events_map import SpaceMarked
from .events_units import TrapsTriggered
from .geometry import Cell, Space
from .modifiers import forbids
from .one_tile import tiles_count_as_one
from .resolving import VERBS, next_verb
from .state import State, key_of, space_of
from .units import in_play, occupied, space_of_unit
from .ways import corner

TRAPPED, LEVER = "^", "L"


def trapped_units(book: Book, state: State, cell: Cell | None) -> tuple[str, ...]:
    """The units on trapped spaces of one map tile, or (None) of all, row by row (TL-1)."""
    standing = occupied(state)
    spaces = layout(book.faces, state.board).features(TRAPPED)
    return tuple(standing[s] for s in spaces if s in standing and (cell is None or cell_of(s) == cell))


def levers(book: Book, state: State, activated: Space | None) -> tuple[Space, ...]:
    """The trap levers that count: the one activated, and those not destroyed (setting destroyed_lever_counts)."""
    found = layout(book.faces, state.board).features(LEVER)
    all_count = state.settings.destroyed_lever_counts == "yes"
    return tuple(s for s in found if s == activated or all_count or state.marks.get(key_of(s)) != "destroyed")


def secondary(book: Book, state: State, unit: str, activated: Space | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """TL-2: each other explorer adjacent to a lever on any tile, with the units that it would attack as they stand now.

    () with rules_4_0 off (ED-1), and without an activating unit where the table plays so (traps_without_activator).
    """
    if state.settings.rules_4_0 != "on":
        return ()
    if not unit and state.settings.traps_without_activator == "none":
        return ()
    table = layout(book.faces, state.board)
    beside = {s for lever in levers(book, state, activated) for s in table.neighbours(lever, corner(state))}
    found = []
    for explorer in in_play(state):
        space = state.explorers[explorer].space
        if explorer != unit and space is not None and space in beside:
            found.append((explorer, trapped_units(book, state, _looked_at(book, state, space))))
    return tuple(found)


def _looked_at(book: Book, state: State, space: Space) -> Cell | None:
    """The map tile whose trapped spaces are attacked from a space; None (all) where an encounter makes them one."""
    return None if tiles_count_as_one(book, state) else cell_of(space)


def begin_traps(run: Run, unit: str, lever: Space | None, where: Space | None = None) -> None:
    """Trigger the traps, activated by `unit` ('' = by nobody); who attacks whom is told before any die is rolled.

    `where` = the space that the unit stood on, for one that is gone.
    """
    space = (space_of_unit(run.state, unit) or where) if unit else None
    cell = _looked_at(run.book, run.state, space) if space is not None else None
    first = trapped_units(run.book, run.state, cell)
    run.emit(TrapsTriggered(unit, lever, first, secondary(run.book, run.state, unit, lever)))
    run.open(TrapsSprung(run.new_id(), unit, lever, cell))


def _traps(run: Run, step: Resolve, effect: Traps) -> None:
    """The effect: by the unit concerned or the acting explorer, or without an activating unit (TL-1)."""
    unit = (step.unit or step.actor or "") if effect.activator else ""
    where = space_of(step.came_from) if step.unit and step.came_from else None
    if unit and where is None and space_of_unit(run.state, unit) is None:
        unit = ""
    next_verb(run, step)
    begin_traps(run, unit, None, where)


def carry_traps(run: Run, step: TrapsSprung) -> bool:
    """Primary attack, then each secondary one, targets looked up anew each time; the token at the end (IP-14)."""
    match step.stage:
        case "primary":
            named = trapped_units(run.book, run.state, step.cell)
            if named:
                attack(run, step, attacker=None, targets=named, low=0, high=3, arcane=False, rule="TL-1")
            else:
                run.note("nobody_on_traps", "TL-1")
            run.change(replace(step, stage="secondary", answers=()))
        case "secondary":
            _next_secondary(run, step)
        case "token":
            if step.lever is not None and run.state.settings.spaces_used_once == "yes":
                run.emit(SpaceMarked(step.lever, "destroyed", step.unit, "TL-3"))
            run.close(step)
    return True


def _next_secondary(run: Run, step: TrapsSprung) -> None:
    waiting = tuple(e for e, _ in secondary(run.book, run.state, step.unit, step.lever) if e not in step.fired)
    who = run.ask(step, "next", "who_fires", "group", waiting, rule="TL-2")
    if who is None:
        run.change(replace(step, stage="token", answers=()))
        return
    space = run.state.explorers[who].space
    assert space is not None
    named = trapped_units(run.book, run.state, _looked_at(run.book, run.state, space))
    if forbids(run.book, run.state, "attack", who):
        run.note("may_not_attack", "TL-2", who)
    elif named:
        attack(run, step, attacker=who, targets=named, low=3, high=0, arcane=False, rule="TL-2")
    else:
        run.note("nobody_on_traps_there", "TL-2", who)
    run.change(replace(step, fired=(*step.fired, who), answers=()))


VERBS[Traps] = _traps
STEPS[TrapsSprung] = carry_traps
IN_HAND.add(TrapsSprung)
