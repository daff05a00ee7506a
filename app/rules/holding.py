"""Where items are, and when their abilities count (BG-1, BG-6, BG-9)."""

from __future__ import annotations

from collections.abc import Iterator

from .cards_text import Ability
from .geometry import Space
from .state import ItemState, State, space_of
from .units import ITEM_DECKS


def held_in(state: State, card: str) -> str | None:
    """The item deck whose card is held by an explorer, None when nobody holds it."""
    return next((deck for deck in ITEM_DECKS if card in state.decks[deck].held), None)


def holder_of(state: State, card: str) -> str:
    """The explorer that holds an item, '' when nobody does."""
    deck = held_in(state, card)
    return state.decks[deck].held[card] if deck is not None else ""


def items_of(state: State, explorer: str) -> tuple[str, ...]:
    """The items that an explorer holds, deck by deck."""
    return tuple(card for deck in ITEM_DECKS for card, holder in state.decks[deck].held.items() if holder == explorer)


def item_state(state: State, card: str) -> ItemState:
    """What a held item is doing."""
    return state.items.get(card, ItemState())


def under(state: State, host: str) -> tuple[str, ...]:
    """The augments that lie under an item."""
    return tuple(card for card, item in state.items.items() if item.under == host)


def loose_items(state: State, explorer: str) -> tuple[str, ...]:
    """The items that an explorer holds and that lie under no other: those it can give, drop or destroy."""
    return tuple(card for card in items_of(state, explorer) if not item_state(state, card).under)


def dropped(state: State) -> dict[str, tuple[str, Space]]:
    """The items that lie on the board, each with its deck and space."""
    return {
        card: (deck, space_of(where))
        for deck in ITEM_DECKS
        for card, where in state.decks[deck].in_play.items()
        if "," in where
    }


def counts(state: State, card: str, ability: Ability) -> bool:
    """Whether an item's ability counts as the item is now: augment, upgraded or neither (BG-9)."""
    item = state.items.get(card)
    if item is not None and item.under:
        return ability.item == "augment"
    upgraded = item is not None and item.upgraded
    return ability.item == "" or ability.item == ("upgraded" if upgraded else "plain")


def in_force(state: State) -> Iterator[tuple[str, str]]:
    """(item, bearer) of the items whose abilities count: equipped, laid under an equipped one, or consumables held."""
    for deck in ITEM_DECKS:
        for card, bearer in state.decks[deck].held.items():
            if state.explorers[bearer].status != "in_play":
                continue
            item = state.items.get(card)
            if item is not None and item.under:
                host = state.items.get(item.under)
                if host is not None and host.equipped:
                    yield card, bearer
            elif deck == "consumables" or (item is not None and item.equipped):
                yield card, bearer
