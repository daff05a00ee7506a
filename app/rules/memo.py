"""What was worked out about a state is kept: by the state itself, and by those parts of it that it depends on.

A listing asks hundreds of times about one and the same state, and a move is decided on the state that was just shown
(`kept`). Most of a state is taken over into the next one, and so is what hangs on those parts alone (`same`,
`carried`).
Nothing grows: of states the few asked about last are kept, of the rest so many results. States never change, and what
is kept by parts is used only where these are the very same objects, so nothing goes stale.
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


#: How many results are kept by what they depend on, before the older half of them is forgotten.
PARTS: Final = 4096

_Entry = tuple[tuple[object, ...], Any]
#: Results by what they are and the objects they depend on. Each holds these objects, so that their ids stay theirs.
_same: dict[Hashable, _Entry] = {}
_same_before: dict[Hashable, _Entry] = {}
_interned: dict[Hashable, Any] = {}


def same(key: Hashable, parts: tuple[object, ...], work: Callable[[], Found]) -> Found:
    """The result of `work`, again whenever `parts`, all that it depends on, are the very objects they were then.

    Most of a state is taken over into the next one as it is, so what hangs on few parts of it outlives many moves.
    """
    at = (key, *map(id, parts))
    entry = _same.get(at)
    if entry is None:
        entry = _looked_up(at, parts, work)
    result: Found = entry[1]
    return result


def _looked_up(at: Hashable, parts: tuple[object, ...], work: Callable[[], Any]) -> _Entry:
    global _same, _same_before
    entry = _same_before.get(at)
    if entry is None:
        entry = (parts, work())
    if len(_same) >= PARTS:
        _same, _same_before = {}, _same  # what is asked for again comes over
    _same[at] = entry
    return entry


def alike(key: Hashable, parts: tuple[object, ...], work: Callable[[], Found]) -> Found:
    """As `same`, and equal results are one and the same object: what hangs on it outlives a change that leaves it."""
    return same(key, parts, lambda: interned(work()))


def carried(state: State, key: str, parts: tuple[object, ...], work: Callable[[], Found]) -> Found:
    """As `same`, found at once on a state that comes from one that was asked: what is altered takes it along."""
    mine = vars(state)
    entry: _Entry | None = mine.get(key)
    if entry is None or not all(map(is_, entry[0], parts)):
        entry = mine[key] = (parts, same(key, parts, work))
    result: Found = entry[1]
    return result


def interned(found: Found) -> Found:
    """The first of all that are equal to this hashable value."""
    global _interned
    if len(_interned) >= PARTS:
        _interned = {}
    first: Found = _interned.setdefault(found, found)
    return first


def forget() -> None:
    """Keep nothing of what was worked out about states and their parts (for tests: nothing needs it)."""
    global _kept, _same, _same_before, _interned
    _kept, _same, _same_before, _interned = (_Kept(None),), {}, {}, {}


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
