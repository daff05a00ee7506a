"""Table rulings about items: one is taken from its deck, handed over, destroyed, equipped (AM-1)."""

from __future__ import annotations

from . import changes as ch
from .agenda import Ask
from .agenda_items import Trading, UsingInventory
from .cards import Book
from .cards_items import ItemCard
from .engine import Run
from .events_cards import CardMoved, ItemSet
from .holding import holder_of, item_state, under
from .inventory import over_reasons
from .items import destroy_item, hand_over
from .rulings import CHANGES
from .state import ItemState, State
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


def left_open(state: State) -> Trading | UsingInventory | None:
    """The trade or use of inventory that waits, with the question whose inventory it is perhaps on top of it."""
    asked = state.agenda[-1:]
    steps = state.agenda[:-1] if asked and isinstance(asked[0], Ask) else state.agenda
    top = steps[-1] if steps else None
    return top if isinstance(top, Trading | UsingInventory) else None


def _check_end_step(book: Book, state: State, c: ch.EndStep) -> list[Reason]:
    step = left_open(state)
    return [] if step is not None and step.id == c.step else over_reasons(state, c.step, "AM-1")


def _do_end_step(run: Run, c: ch.EndStep) -> None:
    """The others need not wait for it any longer (RC-1: both may be declined); what comes after it goes on."""
    step = left_open(run.state)
    assert step is not None
    if run.top is not step:
        run.close(run.top)
    run.note("trade_ended" if isinstance(step, Trading) else "inventory_ended", "AM-1", step.explorer)
    run.close(step)


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


def _check_item(book: Book, state: State, c: ch.SetItem) -> list[Reason]:
    who = holder_of(state, c.card)
    if not who:
        return [reason("not_held", "AM-1", card=c.card)]
    if item_state(state, c.card) == ItemState(c.equipped, c.under, c.upgraded):
        return [reason("like_that_already", "AM-1")]
    reasons: list[Reason] = []
    item: ItemCard = book.items[c.card]
    if c.equipped and item.kind == "consumable":
        reasons.append(reason("needs_no_slot", "BG-9", card=c.card))
    if c.upgraded and item.upgrade is None:
        reasons.append(reason("no_upgrade", "BG-9", card=c.card))
    if c.under:
        if holder_of(state, c.under) != who or c.under == c.card:
            reasons.append(reason("not_its_item", "BG-9", card=c.under, who=who))
        elif item_state(state, c.under).under:
            reasons.append(reason("lies_under", "BG-9", card=c.under, host=item_state(state, c.under).under))
        if under(state, c.card):
            reasons.append(reason("carries_augments", "BG-9", card=c.card))
    return reasons


def _do_item(run: Run, c: ch.SetItem) -> None:
    now = ItemState(c.equipped, c.under, c.upgraded)
    told = [word for word, so in (("equipped", c.equipped), ("upgraded", c.upgraded)) if so]
    if c.under:
        told.append(f"laid under {run.book.items[c.under].name}")
    how = " and ".join(told) or "unequipped"
    run.emit(ItemSet(c.card, now if now != ItemState() else None, how, "AM-1"))


CHANGES[ch.TakeItem] = (_check_take, _do_take)
CHANGES[ch.DropItem] = (_check_drop, _do_drop)
CHANGES[ch.EndStep] = (_check_end_step, _do_end_step)
CHANGES[ch.SetItem] = (_check_item, _do_item)
