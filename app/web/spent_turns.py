"""Explorers with nothing left to do that costs nothing: all that is asked of them is to end their turn."""

from __future__ import annotations

from app.rules import preview
from app.rules.cards import Book
from app.rules.events import PoolChanged
from app.rules.listing import Listing
from app.rules.moves import FinishTurn, Move
from app.rules.state import State
from app.rules.verdicts import By, Illegal


def spent(book: Book, state: State, by: By, listing: Listing, explorer: str) -> bool:
    """Whether an explorer without stamina may end its turn and has no other legal move that takes nothing.

    What would be paid in essence or health is left for those who look for it.
    """
    if state.explorers[explorer].stamina or FinishTurn(explorer) not in listing.moves:
        return False
    others = [move for move in listing.moves if getattr(move, "explorer", "") == explorer]
    return not any(_is_free(book, state, by, move) for move in others if not isinstance(move, FinishTurn))


def _is_free(book: Book, state: State, by: By, move: Move) -> bool:
    told = preview(book, state, move, by)
    if isinstance(told, Illegal):
        return False
    who = getattr(move, "explorer", "")
    return not any(isinstance(one, PoolChanged) and one.unit == who and one.after < one.before for one in told.events)
