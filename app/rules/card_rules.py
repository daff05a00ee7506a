"""By which row of the ledger a card's abilities resolve: what refusals and the log name."""

from __future__ import annotations

from functools import lru_cache

from .agenda import Resolve, StepAbility
from .cards import Book
from .cards_attacks import ATTACK, UPGRADED_ATTACK
from .state import State

#: The row by which what enters play with a card resolves, by the kind of `agenda.CardEnters`; the others: events.
ENTER_RULE = {"chapter": "CH-2", "encounters": "NC-1", "environment": "EN-4", "variation": "SC-1"}


@lru_cache(maxsize=1024)
def ability_rule(book: Book, card: str) -> str:
    """The row by which a card's active abilities are played."""
    for cards, rule in (
        (book.items, "BG-9"),
        (book.chapters, "CH-8"),
        (book.encounters, "NC-3"),
        (book.environments, "EN-2"),
        (book.explorers, "RD-7"),
        (book.monsters, "RD-5"),
    ):
        if card in cards:
            return rule
    return "DK-4"


@lru_cache(maxsize=1024)
def entering_rule(book: Book, card: str) -> str:
    """The row by which what enters play with a card resolves."""
    for cards, kind in (
        (book.chapters, "chapter"),
        (book.encounters, "encounters"),
        (book.environments, "environment"),
    ):
        if card in cards:
            return ENTER_RULE[kind]
    return "DK-1" if card in book.explorer_events or card in book.horror_events else ENTER_RULE["variation"]


def effect_rule(book: Book, state: State, step: Resolve) -> str:
    """The row that makes an effect of a card happen: that by which its ability was played, entered or was set off."""
    if step.at in (ATTACK, UPGRADED_ATTACK):
        return "BG-4"
    if any(isinstance(one, StepAbility) and (one.card, one.at) == (step.card, step.at) for one in state.agenda):
        return "ST-3"
    match book.ability(step.card, step.at)[2].kind:
        case "active":
            return ability_rule(book, step.card)
        case "enters":
            return entering_rule(book, step.card)
    return "IP-1"
