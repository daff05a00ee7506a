"""Whether the table waits for anything else while it is not settled if an explorer lost health or dies (IP-1, BG-6)."""

from __future__ import annotations

from app.rules import State
from app.rules.agenda import Ask, Resolve, TriggerOrder
from app.rules.cards import Book


def prevents(book: Book, card: str, at: str) -> bool:
    """Whether an ability may prevent that an explorer loses health or dies."""
    ability = book.ability(card, at)[2]
    about = ability.trigger in ("explorer_loses_health", "explorer_would_be_destroyed")
    return ability.kind == "when" and about and "Prevent(" in repr(ability.do)


def _is_about_preventing(book: Book, state: State) -> bool:
    """Whether what is resolved, or the order that is asked, is of abilities that may prevent a loss or a death."""
    for step in state.agenda:
        if isinstance(step, Resolve) and prevents(book, step.card, step.at):
            return True
    match state.agenda[-2:]:
        case (TriggerOrder(), Ask(options=options)):
            return all(prevents(book, *option.split(" ")[:2]) for option in options)
    return False


def between_life_and_death(book: Book, state: State) -> str:
    """What is not settled though something else goes on, '' when all is well.

    That is an explorer in play without health, or something that may prevent a loss and waits.
    """
    if state.outcome or _is_about_preventing(book, state):
        return ""
    dying = [one.id for one in state.explorers.values() if one.status == "in_play" and one.health == 0]
    waiting = [f"{one.card} {one.at}" for one in state.queue if prevents(book, one.card, one.at)]
    return ", ".join((*dying, *waiting))
