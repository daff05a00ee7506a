"""Entering a tile, whose environment resolves for one unit after another (EN-4, IP-1, IP-4)."""

from __future__ import annotations

from collections.abc import Iterable

from .agenda import CardEnters, Entering
from .altering import altered
from .board import cell_of
from .engine import IN_HAND, STEPS, Run
from .events_agenda import DueSet
from .modifiers import forget_visit
from .state import key_of
from .triggers import next_batch
from .units import is_explorer, space_of_unit
from .ways import acts_on_entering, environment_on


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
    forget_visit(run, card, unit)
    parts = tuple(at for at, _, _, ability in run.book.abilities_of(card) if ability.kind == "enters")
    if parts:
        actor = unit if is_explorer(run.state, unit) else None
        run.open(CardEnters(run.new_id(), "environment", card, parts, actor, unit, came_from))
    return True


STEPS[Entering] = carry_entering
