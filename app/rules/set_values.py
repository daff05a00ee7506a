"""Numbers with what cards set them to, then with what cards add and take (IP-22).

Of several cards that set one number to different values, that of the group's choice counts (`contested` asks for it).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol, TypeVar

from .cards import Book
from .modifiers import in_force
from .state import PickedValue, State
from .vocabulary import SAID_BY


class Setting(Protocol):
    """What a card sets a number to."""

    @property
    def n(self) -> int:
        """The value."""
        ...

    @property
    def card(self) -> str:
        """The card that says so."""
        ...


One = TypeVar("One", bound=Setting)


def changed(book: Book, state: State, base: int, what: str, unit: str | None = None) -> int:
    """A number of `unit`, or (None) of the table: `base`, or what a card sets it to, with all that cards add to it.

    Its limits are the caller's.
    """
    found = in_force(book, state, "modify", what, unit)
    if not found:
        return base  # as most numbers are
    sets = [one for one in found if one.sets]
    if sets:
        base = decisive(state, what, sets).n
    return base + sum([one.n for one in found if not one.sets])


def decisive(state: State, what: str, sets: Sequence[One]) -> One:
    """Which of the settings of one number counts, of one at least: the one picked, where they differ.

    Before the group has been asked, in the middle of an ability, the lowest.
    """
    first = sets[0]
    if all(one.n == first.n for one in sets):
        return first
    n = picked(state, what, sets)
    if n is None:
        n = min(one.n for one in sets)
    return next(one for one in sets if one.n == n)


def picked(state: State, what: str, sets: Collection[Setting]) -> int | None:
    """The value that the group has picked for a number among these settings, or these and more; None if it has not."""
    among, values, whats = told(sets), {one.n for one in sets}, words_for(what)
    fits = [one for one in state.picked if one.what in whats and one.n in values and among <= {*one.among}]
    return min(fits, key=lambda one: len(one.among)).n if fits else None


def told(sets: Collection[Setting]) -> set[str]:
    """Settings as `PickedValue.among` has them: 'card n'."""
    return {f"{one.card} {one.n}" for one in sets}


def value_in(setting: str) -> int:
    """The value of a setting as `told` writes it; 0 of one that names none."""
    n = setting.rpartition(" ")[2]
    return int(n) if n.isdecimal() else 0


def values_of(one: PickedValue) -> tuple[int, ...]:
    """The values that cards set a number to, of which one was picked, the lowest first."""
    return tuple(sorted({value_in(setting) for setting in one.among}))


def words_for(what: str) -> tuple[str, ...]:
    """All the words by which a card can set a number: a chest is an action space, too."""
    return SAID_BY.get(what, (what,))
