"""Whom monsters leave alone because a card says so (RD-5): bans that name some of the monsters only."""

from __future__ import annotations

from collections.abc import Mapping

from .agenda_phases import MonsterPhase
from .cards import Book
from .modifiers import InForce, in_force
from .state import State


def meant(book: Book, state: State, found: InForce, explorer: str, monster: str) -> bool:
    """Whether a ban about an explorer means this monster: by its level, and by where it stood as the phase began."""
    card = book.monsters[state.monsters[monster].card]
    if found.level_most is not None and card.level > found.level_most:
        return False
    return not (found.apart and (monster, explorer) in near_at_the_start(state))


def near_at_the_start(state: State) -> tuple[tuple[str, str], ...]:
    """(monster, explorer) for those that were adjacent when the monster phase began; none outside it."""
    return next((step.near for step in state.agenda if isinstance(step, MonsterPhase)), ())


def spared(book: Book, state: State, explorer: str, monster: str) -> str:
    """The card that keeps a monster from attacking an explorer, '' when none does."""
    bans = in_force(book, state, "forbid", "be_attacked_by_monsters", explorer)
    return next((found.card for found in bans if meant(book, state, found, explorer, monster)), "")


def passed_over(book: Book, state: State, monster: str, pick: str, ranks: Mapping[str, int]) -> dict[str, str]:
    """The explorers that cards keep a monster from picking, with those cards; `ranks` = the least is picked first.

    As the nearest: while another is at most so many spaces farther. As the weakest: while there is another that it may
    pick. Where everybody would be passed over, nobody is.
    """
    found: dict[str, str] = {}
    for explorer, rank in ranks.items():
        others = [far for other, far in ranks.items() if other != explorer]
        if pick == "nearest":
            more = in_force(book, state, "modify", "not_nearest", explorer)
            if more and others and min(others) <= rank + sum(one.n for one in more):
                found[explorer] = more[0].card
        elif pick in ("weakest", "least_health") and others:
            bans = in_force(book, state, "forbid", "be_picked_as_weakest", explorer)
            card = next((one.card for one in bans if meant(book, state, one, explorer, monster)), "")
            if card:
                found[explorer] = card
    return found if len(found) < len(ranks) else {}
