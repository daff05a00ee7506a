"""What something costs now, and which cards change that (BG-1, IP-22)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .cards import Book
from .modifiers import InForce, in_force
from .set_values import decisive
from .state import State


@dataclass(frozen=True, slots=True)
class Priced:
    """A price, and the changes by cards that are counted in."""

    cost: int
    changes: tuple[InForce, ...] = ()

    @property
    def because(self) -> tuple[str, ...]:
        """What each card adds or takes, as 'card +1', and sets, as 'card =1', for those who are told the price."""
        found: dict[str, int] = {}
        for change in self.changes:
            if not change.sets:
                found[change.card] = found.get(change.card, 0) + change.n
        sets = tuple(f"{change.card} ={change.n}" for change in self.changes if change.sets)
        return (*sets, *(f"{card} {n:+}" for card, n in found.items() if n))

    @property
    def limited(self) -> tuple[InForce, ...]:
        """The changes that are used up for this round when it is paid."""
        return tuple(change for change in self.changes if change.limit)


@lru_cache(maxsize=64)
def _plain(cost: int) -> Priced:
    return Priced(max(0, cost))


def priced(book: Book, state: State, base: int, unit: str, *whats: str) -> Priced:
    """`base` with what cards add to the numbers `whats` or take from them for a unit, never below 0.

    What a card sets the first of these numbers to stands in place of `base`. Changes that count once each round come
    last, so that none is used for nothing.
    """
    found = [one for what in whats for one in in_force(book, state, "modify", what, unit)]
    if not found:
        return _plain(base)
    changes = [one for one in found if not one.limit and one.n and not one.sets]
    cost = base + sum([one.n for one in changes])
    sets = [one for one in found if one.sets]
    if sets:
        value = decisive(state, whats[0], sets)
        cost += value.n - base
        changes.insert(0, value)
    for one in found:
        if one.limit and not state.used.get(one.key) and (one.n > 0 or cost > 0):
            cost += one.n
            changes.append(one)
    return Priced(max(0, cost), tuple(changes))
