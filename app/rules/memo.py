"""What was worked out about a state is kept while that state is asked about.

A listing asks hundreds of times about one and the same state, and a move is decided on the state that was just shown.
Only the few states asked about last are kept, so nothing grows; states never change, so nothing goes stale.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from .cards import Book
from .state import State

Found = TypeVar("Found")

#: How many states are kept: the one shown, and those that a decision goes through.
STATES: Final = 4

_kept: tuple[tuple[Book | None, State, dict[Hashable, Any]], ...] = ()


def kept(book: Book | None, state: State, key: Hashable, work: Callable[[], Found]) -> Found:
    """The result of `work` for this very state, worked out once; the caller must not change it.

    `book` is None for what depends on the state alone.
    """
    global _kept
    found: dict[Hashable, Any] | None = None
    for book_then, state_then, there in _kept:
        if state_then is state and book_then is book:
            found = there
            break
    if found is None:
        found = {}
        # One assignment: another thread may put its own state there meanwhile, which costs work and nothing else.
        _kept = ((book, state, found), *_kept[: STATES - 1])
    if key not in found:
        found[key] = work()
    result: Found = found[key]
    return result
