"""The sections of a position about cards: decks, and items that explorers hold (docs/positions.md)."""

from __future__ import annotations

from typing import Final

from .altering import replace
from .position_found import Found, parts
from .position_words import PositionError, number_in, space_in
from .state import DECKS, ItemState, key_of
from .units import ITEM_DECKS

PLACES: Final = ("draw", "destroyed", "current", "held", "lying", "stored", "out", "aside")
#: Between a card and where it lies, for the places that need it said.
HOLDER_WORDS: Final = {"held": " by ", "lying": " at ", "stored": " on ", "aside": " until "}


def read_deck(found: Found, line: int, rest: str) -> None:
    """'encounters destroyed: enc-03, enc-06'; draw piles top first, destroyed ones top last.

    'the rest' is every card of the deck that nothing else is said of, at the bottom.
    """
    head, colon, names = rest.partition(":")
    deck, _, place = head.strip().partition(" ")
    if deck not in DECKS or place not in PLACES or not colon or (place == "lying" and deck not in ITEM_DECKS):
        message = f"expected 'DECK PLACE: cards'; decks: {', '.join(DECKS)}; places: {', '.join(PLACES)}"
        raise PositionError(line, "decks", message)
    if place in ("current", "aside"):
        found.once(line, "decks", f"{deck} {place}")
    if place == "current":
        found.current[deck] = "" if names.strip() == "none" else found.names.of(line, "decks", names, deck)
        return
    for part in parts(names):
        if part == "the rest" and place in ("draw", "destroyed", "out"):
            found.once(line, "decks", f"the rest of {deck}")
            found.rest[deck] = place
            continue
        if place == "aside" and (part == "none" or part.partition(" ")[0].isdecimal()):
            _count_aside(found, line, deck, part)
            continue
        word = HOLDER_WORDS.get(place, "")
        name, _, holder = part.partition(word) if word else (part, "", "")
        card = found.names.of(line, "decks", name, deck)
        if place == "held":
            holder = found.names.explorer(line, "decks", holder)
        elif place == "stored":
            holder = found.names.of(line, "decks", holder, "encounters")
        elif place == "lying":
            holder = key_of(space_in(line, "decks", holder))
        elif place == "aside":
            holder = holder or "out"
        found.place(line, "decks", deck, card, "in_play" if place == "lying" else place, holder)


def _count_aside(found: Found, line: int, deck: str, part: str) -> None:
    """'3 out', '2 level 2', 'none': how many cards lie face down beside the table, without naming them."""
    counts = found.aside.setdefault(deck, {})
    if part != "none":
        count, _, what = part.partition(" ")
        found.once(line, "decks", f"{deck} aside {what or 'out'}")
        counts[what or "out"] = number_in(line, "decks", count, 0, 999)


def read_item(found: Found, line: int, rest: str) -> None:
    """'w101 equipped, upgraded', 'c101 under w101'."""
    name, _, tail = rest.partition(" ")
    card = found.names.of(line, "items", name, "items")
    found.once(line, "items", f"item {card}")
    item = ItemState()
    for part in parts(tail):
        if part in ("equipped", "upgraded"):
            item = replace(item, equipped=True) if part == "equipped" else replace(item, upgraded=True)
        elif part.startswith("under "):
            item = replace(item, under=found.names.of(line, "items", part.removeprefix("under "), "items"))
        else:
            raise PositionError(line, "items", f"{part[:40]!r}: expected equipped, upgraded or under CARD")
    found.items[card] = item
