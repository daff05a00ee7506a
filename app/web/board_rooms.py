"""Rooms that no way leads out of, in words: on sheets, below the drawing, and before a unit is moved into one."""

from __future__ import annotations

from typing import Final

from app.rules.agenda import Ask
from app.rules.board import layout
from app.rules.cards import Book
from app.rules.geometry import Space
from app.rules.rooms import rooms_without_a_way
from app.rules.state import State, key_of
from app.rules.ways import corner
from app.web.board_units import unit_space

NO_WAY_OUT: Final = "No way leads out of this room: it takes a teleport, or what walks through walls."
MOVING: Final = frozenset({"teleport_to", "move_to"})
"""Questions for the space that a unit is moved to."""


def shut_in(book: Book, state: State) -> frozenset[Space]:
    """The spaces of the playing area that no way leads out of."""
    return rooms_without_a_way(layout(book.faces, state.board), corner(state))


def no_way_out(book: Book, state: State, ask: Ask, option: str) -> str:
    """What is to be known before a unit is moved to the space `option` ('x,y'): that it does not come out of there.

    '' for another question, another space, and for a unit that is in there already.
    """
    if ask.question not in MOVING:
        return ""
    rooms = shut_in(book, state)
    at = unit_space(state, ask.labels[0]) if ask.labels else None
    return NO_WAY_OUT if at not in rooms and option in {key_of(space) for space in rooms} else ""
