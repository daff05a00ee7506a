"""What cards and places do not do to a unit that another card keeps out of it (IP-22, BG-11, EN-2, EN-4)."""

from __future__ import annotations

from .cards import Book
from .modifiers import allows, forbids
from .state import State


def ignores(book: Book, state: State, unit: str, card: str) -> str:
    """The card by which a unit ignores `card`, an environment; '' when it does not, or `card` is none."""
    return allows(book, state, "ignore_environments", unit) if card in book.environments else ""


def stays_put(book: Book, state: State, unit: str, card: str, *, forced: bool = True) -> str:
    """The card that keeps a unit where it is when `card` would move it; '' when none does (BG-11).

    `forced` = it is pushed, pulled or teleported; False = the effect lets it move by itself.
    """
    held = forbids(book, state, "be_moved", unit) if forced else ""
    if not held and card in book.horror_events:
        held = forbids(book, state, "be_moved_by_horror_events", unit)
    return held


def unharmed(book: Book, state: State, unit: str, card: str) -> str:
    """The card that keeps a unit from losing health to `card`; '' when none does: environments only."""
    if card not in book.environments:
        return ""
    return ignores(book, state, unit, card) or forbids(book, state, "lose_health_to_environments", unit)


def not_counted(book: Book, state: State, unit: str, card: str) -> bool:
    """Whether a unit does not count where `card`, an event, names who has the most or least of something."""
    is_event = card in book.horror_events or card in book.explorer_events
    return is_event and bool(forbids(book, state, "be_named_by_events", unit))
