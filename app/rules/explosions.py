"""Barrels that explode (XB-1, IP-20): one by one, in the group's order, each once."""

from __future__ import annotations

from .agenda_phases import Explosions
from .altering import replace
from .barrels import barrel_name, barrel_space, due_barrels, is_barrel
from .board import layout
from .cards import Book
from .combat import attack
from .engine import IN_HAND, STEPS, Run
from .events_agenda import DueSet
from .events_map import SpaceMarked
from .geometry import Space
from .state import State
from .units import occupied
from .ways import corner


def settle_barrels(run: Run) -> bool:
    """Barrels that were hit explode once the ability in hand is finished."""
    if (
        not run.state.due
        or not due_barrels(run.state)
        or any(isinstance(step, Explosions) for step in run.state.agenda)
    ):
        return False
    run.open(Explosions(run.new_id()))
    return True


def blasted(book: Book, state: State, space: Space) -> tuple[str, ...]:
    """Who and what a blast hits: units, ethereal ones too, and barrels on the spaces adjacent to it (BG-2, XB-1)."""
    near = layout(book.faces, state.board).neighbours(space, corner(state))
    units = {s: unit for s, unit in occupied(state).items() if s in near}
    others = tuple(barrel_name(s) for s in near if is_barrel(book, state, s))
    return (*(units[s] for s in near if s in units), *others)


def carry_explosions(run: Run, step: Explosions) -> bool:
    """The next barrel explodes: it is destroyed, and everything adjacent is attacked with one roll."""
    waiting = dict(due_barrels(run.state))
    if not waiting:
        run.close(step)
        return True
    answer = run.ask(
        step,
        "next",
        "which_explosion",
        "group",
        [barrel_name(s) for s in waiting],
        rule="IP-20",
        labels=tuple(barrel_name(s) for s in waiting),
    )
    space = barrel_space(answer or "")
    assert space is not None
    name, state, barrel = barrel_name(space), run.state, run.book.barrel
    there = is_barrel(run.book, state, space)
    if there:
        arcane = waiting[space] == "arcane"
        hurt = blasted(run.book, state, space)
        attack(
            run,
            step,
            attacker=None,
            targets=hurt,
            low=barrel.low,
            high=barrel.high,
            arcane=arcane,
            rule="XB-1",
            key=name,
        )
        run.emit(SpaceMarked(space, "destroyed", "", "XB-1"))
    run.emit(DueSet(tuple(due for due in run.state.due if not due.startswith(f"{name} "))))
    run.change(replace(step, answers=()))
    return True


STEPS[Explosions] = carry_explosions
IN_HAND.add(Explosions)
