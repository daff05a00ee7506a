"""Fold what happened to cards into the state (evolve)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .altering import altered, with_item, without
from .events_cards import (
    AbilityBegan,
    AbilityUsed,
    CardMoved,
    ChapterEntered,
    CurrentSet,
    DeckOrdered,
    Forgotten,
    ItemSet,
    LastingBegan,
    LastingEnded,
    MarksChanged,
    Remembered,
    Shuffled,
    UsedSet,
    ValuePicked,
    ValuesForgotten,
)
from .state import Deck, State


def _shuffled(s: State, e: Shuffled) -> State:
    deck = s.decks[e.deck]
    destroyed = tuple(c for c in deck.destroyed if c not in e.order) if e.from_destroyed else deck.destroyed
    return altered(
        s,
        decks=with_item(
            s.decks,
            e.deck,
            altered(deck, draw=e.order, destroyed=destroyed, aside={**deck.aside, **dict.fromkeys(e.out, "out")}),
        ),
    )


def taken_out(name: str, deck: Deck, card: str) -> Deck:
    """The deck without `card`, wherever it is."""
    if name == "tiles":
        twins: tuple[str, ...] = (card, card[:-1] + ("b" if card.endswith("a") else "a"))
    else:
        twins = (card,)
    for twin in twins:
        if twin in deck.in_play:
            return altered(deck, in_play=without(deck.in_play, twin))
        if twin in deck.held:
            return altered(deck, held=without(deck.held, twin))
        if twin in deck.stored:
            return altered(deck, stored=without(deck.stored, twin))
        if twin in deck.draw:
            return altered(deck, draw=_without_one(deck.draw, twin))
        if twin in deck.destroyed:
            return altered(deck, destroyed=_without_one(deck.destroyed, twin))
        if twin in deck.aside:
            return altered(deck, aside=without(deck.aside, twin))
        if twin in deck.out:
            return altered(deck, out=_without_one(deck.out, twin))
    raise ValueError(f"{card} is not in the deck {name}")


def _without_one(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _card_moved(s: State, e: CardMoved) -> State:
    deck = taken_out(e.deck, s.decks[e.deck], e.card)
    match e.to:
        case "destroyed":
            deck = altered(deck, destroyed=(*deck.destroyed, e.card))
        case "in_play":
            deck = altered(deck, in_play=with_item(deck.in_play, e.card, e.holder))
        case "held":
            deck = altered(deck, held=with_item(deck.held, e.card, e.holder))
        case "stored":
            deck = altered(deck, stored=with_item(deck.stored, e.card, e.holder))
        case "out":
            deck = altered(deck, out=(*deck.out, e.card))
        case "aside":
            deck = altered(deck, aside=with_item(deck.aside, e.card, e.holder))
        case "top":
            deck = altered(deck, draw=(e.card, *deck.draw))
        case "bottom":
            deck = altered(deck, draw=(*deck.draw, e.card))
        case "under":
            deck = altered(deck, destroyed=(e.card, *deck.destroyed))
    return altered(s, decks=with_item(s.decks, e.deck, deck))


def _deck_ordered(s: State, e: DeckOrdered) -> State:
    deck = s.decks[e.deck]
    rest = tuple(card for card in deck.draw if card not in e.top and card not in e.under)
    return altered(s, decks=with_item(s.decks, e.deck, altered(deck, draw=(*e.top, *rest, *e.under))))


def _current_set(s: State, e: CurrentSet) -> State:
    old = s.current.get(e.pile, "")
    marks = without(s.card_marks, old) if old and old != e.card else dict(s.card_marks)
    if e.card and e.marks is not None:
        marks[e.card] = e.marks
    return altered(s, current=with_item(s.current, e.pile, e.card), card_marks=marks)


def _marks_changed(s: State, e: MarksChanged) -> State:
    return altered(s, card_marks=with_item(s.card_marks, e.card, e.marks))


def _chapter_entered(s: State, e: ChapterEntered) -> State:
    marks = without(s.card_marks, s.chapter_card)
    marks[e.card] = e.marks
    return altered(s, chapter=e.number, card_marks=marks, lit=0)


def _ability_used(s: State, e: AbilityUsed | AbilityBegan) -> State:
    if not e.limit:
        return s
    return altered(s, used=with_item(s.used, e.limit, s.used.get(e.limit, 0) + 1))


def _used_set(s: State, e: UsedSet) -> State:
    return altered(s, used=with_item(s.used, e.what, e.times) if e.times else without(s.used, e.what))


def _lasting_began(s: State, e: LastingBegan) -> State:
    return altered(s, lasting=(*s.lasting, e.lasting))


def _lasting_ended(s: State, e: LastingEnded) -> State:
    return altered(s, lasting=e.kept)


def _value_picked(s: State, e: ValuePicked) -> State:
    among = {*e.picked.among}
    others = tuple(one for one in s.picked if one.what != e.picked.what or {*one.among} != among)
    return altered(s, picked=(*others, e.picked))


def _values_forgotten(s: State, e: ValuesForgotten) -> State:
    return altered(s, picked=e.kept)


def _item_set(s: State, e: ItemSet) -> State:
    items = without(s.items, e.card) if e.item is None else with_item(s.items, e.card, e.item)
    return altered(s, items=items)


def _remembered(s: State, e: Remembered) -> State:
    return s if e.option in s.remembered else altered(s, remembered=(*s.remembered, e.option))


def _forgotten(s: State, e: Forgotten) -> State:
    return altered(s, remembered=tuple(option for option in s.remembered if option != e.option))


#: How an event of each kind is folded in.
FOLDS: dict[type, Callable[[State, Any], State]] = {
    Shuffled: _shuffled,
    CardMoved: _card_moved,
    CurrentSet: _current_set,
    DeckOrdered: _deck_ordered,
    ChapterEntered: _chapter_entered,
    MarksChanged: _marks_changed,
    ItemSet: _item_set,
    Remembered: _remembered,
    Forgotten: _forgotten,
    AbilityUsed: _ability_used,
    UsedSet: _used_set,
    AbilityBegan: _ability_used,
    LastingBegan: _lasting_began,
    LastingEnded: _lasting_ended,
    ValuePicked: _value_picked,
    ValuesForgotten: _values_forgotten,
}
