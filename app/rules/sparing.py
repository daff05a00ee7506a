"""Whom monsters leave alone because a card says so (RD-5): bans that name some of the monsters only."""

from __future__ import annotations

from .cards import Book
from .modifiers import InForce, in_force
from .state import MonsterPhase, State


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
