"""Table rulings about items: one is taken from its deck, handed over, destroyed (AM-1)."""

from __future__ import annotations

from . import changes as ch
from .cards import Book
from .engine import Run
from .events_cards import CardMoved
from .items import destroy_item, hand_over
from .rulings import CHANGES
from .state import State
from .units import ITEM_DECKS
from .verdicts import Reason, reason


def _check_take(book: Book, state: State, c: ch.TakeItem) -> list[Reason]:
    explorer = state.explorers.get(c.explorer)
    if explorer is None:
        return [reason("no_such_explorer", "AM-1", who=c.explorer)]
    if explorer.status in ("dead", "unused"):
        return [reason("not_in_play", "BG-6", who=c.explorer, status=explorer.status)]
    return [] if state.decks[c.deck].draw else [reason("item_deck_empty", "AM-1", what=c.deck)]


def _do_take(run: Run, c: ch.TakeItem) -> None:
    run.chance.reveal(c.deck)
    card = run.state.decks[c.deck].draw[0]
    run.emit(CardMoved(c.deck, card, "held", c.explorer, drawn=True, rule="AM-1"))


def _item_deck(state: State, card: str) -> str | None:
    return next((d for d in ITEM_DECKS if card in state.decks[d].held), None)


def _check_drop(book: Book, state: State, c: ch.DropItem) -> list[Reason]:
    if _item_deck(state, c.card) is None:
        return [reason("not_held", "AM-1", card=c.card)]
    if c.to and (c.to not in state.explorers or state.explorers[c.to].status in ("dead", "unused")):
        return [reason("not_in_play", "BG-6", who=c.to, status="")]
    return []


def _do_drop(run: Run, c: ch.DropItem) -> None:
    if c.to:
        hand_over(run, c.card, c.to, "AM-1")
    else:
        destroy_item(run, c.card, "AM-1")


CHANGES[ch.TakeItem] = (_check_take, _do_take)
CHANGES[ch.DropItem] = (_check_drop, _do_drop)
