"""Whom a monster picks, as far as its card says so in a word: the nearest, the weakest, the loneliest (RD-5).

The group carries a behaviour out; the tracker says whom it is about, and holds what other cards say against a pick.
"""

from __future__ import annotations

from collections.abc import Mapping

from .agenda_phases import MonsterPhase
from .cards import Book
from .memo import kept
from .state import State
from .targets import candidates_for, narrowed, shunned
from .units import in_play, space_of_unit
from .vocabulary import Select


def picked(book: Book, state: State, monster: str) -> tuple[str, ...]:
    """The explorers that a monster picks, from where it stood when it began to act; of equal ones the group picks.

    One that found nobody then picks from where it stands now. () when its card names nobody in one word, or when there
    is nobody such as it names.
    """
    phase = _acts_in(state, monster)
    if phase is not None:
        return tuple(e for e in phase.picked if e in in_play(state))
    sel = book.monsters[state.monsters[monster].card].picks
    if sel is None:
        return ()

    def work() -> tuple[str, ...]:
        found = _there(book, state, sel, monster)
        return narrowed(book, state, sel, found, space_of_unit(state, monster), monster)

    return kept(book, state, ("picked", monster), work)


def left_out(book: Book, state: State, monster: str) -> Mapping[str, str]:
    """The explorers that cards keep a monster from picking, with those cards: as it stood when it picked (`picked`)."""
    phase = _acts_in(state, monster)
    if phase is not None:
        return dict(phase.over)
    sel = book.monsters[state.monsters[monster].card].picks
    if sel is None:
        return {}

    def work() -> dict[str, str]:
        found = _there(book, state, sel, monster)
        return shunned(book, state, sel, found, space_of_unit(state, monster), monster)

    return kept(book, state, ("left out", monster), work)


def _there(book: Book, state: State, sel: Select, monster: str) -> tuple[str, ...]:
    """The explorers on the board that a monster can pick from."""
    return tuple(e for e in candidates_for(book, state, sel, monster) if e in in_play(state))


def _acts_in(state: State, monster: str) -> MonsterPhase | None:
    """The monster phase in which this monster has begun to act and picked, None when it has not."""
    phase = next((step for step in state.agenda if isinstance(step, MonsterPhase)), None)
    return phase if phase is not None and phase.acting == monster and phase.picked else None


def has_picked(state: State, monster: str) -> bool:
    """Whether a monster has picked in its phase: it began where it found somebody, and keeps to that."""
    return _acts_in(state, monster) is not None
