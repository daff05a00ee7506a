"""What was worked out about a state is kept while that state is asked about.

A listing asks hundreds of times about one and the same state, and a move is decided on the state that was just shown.
Only the few states asked about last are kept, so nothing grows; states never change, so nothing goes stale.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from operator import is_
from typing import Any, Final, TypeVar

from .cards import Book
from .state import State

Found = TypeVar("Found")

#: How many states are kept: the one shown, and those that a decision goes through.
STATES: Final = 8

_Facts = dict[Hashable, Any]


class _Kept:
    """What is kept about one state: by itself, and with the book that it was last asked about with."""

    __slots__ = ("alone", "state", "with_book")

    def __init__(self, state: State | None) -> None:
        self.state = state
        self.alone: _Facts = {}
        self.with_book: tuple[Book | None, _Facts] = (None, {})


_kept: tuple[_Kept, ...] = (_Kept(None),)


def kept(book: Book | None, state: State, key: Hashable, work: Callable[[], Found]) -> Found:
    """The result of `work` for this very state, worked out once; the caller must not change it.

    `book` is None for what depends on the state alone.
    """
    known = facts(book, state)
    try:
        result: Found = known[key]
    except KeyError:
        result = known[key] = work()
    return result


@lru_cache(maxsize=1 << 15)
def made(kind: Callable[..., Found], *parts: Hashable) -> Found:
    """`kind(*parts)`, one and the same value each time: the same moves are listed again and again."""
    return kind(*parts)


_same: dict[Hashable, tuple[tuple[object, ...], Any]] = {}


def same(key: Hashable, parts: tuple[object, ...], work: Callable[[], Found]) -> Found:
    """The result of `work`, again while `parts`, all that it depends on, are the very objects they were last time.

    Most of a state is taken over into the next one as it is, so what hangs on few parts of it outlives many moves.
    """
    last = _same.get(key)  # one look and one assignment, as in `facts`
    if last is None or len(last[0]) != len(parts) or not all(map(is_, last[0], parts)):
        last = _same[key] = (parts, work())
    result: Found = last[1]
    return result


def facts(book: Book | None, state: State) -> _Facts:
    """What is kept about this very state, by key: for who has so many questions that a call for each would count."""
    global _kept
    known = _kept  # one look: another thread may put its own states there meanwhile
    latest = known[0]
    if latest.state is not state:
        # One assignment: what another thread puts there meanwhile is lost, which costs work and nothing else. The one
        # asked about last goes first, so that a position outlives the states that each move from it goes through.
        for at, latest in enumerate(known):
            if latest.state is state:
                _kept = (latest, *known[:at], *known[at + 1 :])
                break
        else:
            latest = _Kept(state)
            _kept = (latest, *known[: STATES - 1])
    if book is None:
        return latest.alone
    asked = latest.with_book
    if asked[0] is not book:
        asked = latest.with_book = (book, {})
    return asked[1]
