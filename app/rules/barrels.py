"""Exploding barrels: which there are, who can be hurt by one, those that were hit and wait to explode (XB-1, IP-20)."""

from __future__ import annotations

from .board import cell_of, layout
from .cards import Book
from .engine import Run
from .events_agenda import DueSet
from .geometry import Space
from .state import State, key_of, space_of

BARREL = "B"
NAMED = "barrel "


def barrel_name(space: Space) -> str:
    """What a barrel is called among the targets of an attack: 'barrel x,y'."""
    return f"{NAMED}{key_of(space)}"


def barrel_space(target: str) -> Space | None:
    """The space of a barrel that a target names; None for a unit, or for a name that is none."""
    if not target.startswith(NAMED):
        return None
    try:
        return space_of(target.removeprefix(NAMED))
    except ValueError:
        return None


def is_barrel(book: Book, state: State, space: Space) -> bool:
    """Whether a barrel that has not exploded stands there."""
    return layout(book.faces, state.board).spaces.get(space) == BARREL and state.marks.get(key_of(space)) != "destroyed"


def barrels(book: Book, state: State, cell: tuple[int, int] | None = None) -> tuple[Space, ...]:
    """The barrels in play, or those on one tile, row by row."""
    found = layout(book.faces, state.board).features(BARREL)
    return tuple(s for s in found if is_barrel(book, state, s) and (cell is None or cell_of(s) == cell))


def hit_barrel(run: Run, space: Space, arcane: bool) -> None:
    """A barrel was hit: it explodes when the ability in hand is finished, once, arcane if an arcane attack hit it.

    With rules_4_0 off no barrel explodes as an arcane attack (ED-1).
    """
    arcane = arcane and run.state.settings.rules_4_0 == "on"
    name = barrel_name(space)
    waiting = dict(due_barrels(run.state))
    if waiting.get(space) == "arcane" or (space in waiting and not arcane):
        return
    kept = tuple(due for due in run.state.due if not due.startswith(f"{name} "))
    run.emit(DueSet((*kept, f"{name} {'arcane' if arcane else 'regular'}")))


def due_barrels(state: State) -> tuple[tuple[Space, str], ...]:
    """The barrels that wait to explode, and how: 'arcane' or 'regular'."""
    found = (due.removeprefix(NAMED).rpartition(" ") for due in state.due if due.startswith(NAMED))
    return tuple((space_of(where), how) for where, _, how in found)
