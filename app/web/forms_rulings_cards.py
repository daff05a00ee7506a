"""Forms of table rulings about items and cards, what of them lasts, counts or was used (`forms_rulings`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from app.rules import changes as ch
from app.rules.changes import Change
from app.rules.state import PILES
from app.web.errors import Malformed
from app.web.forms import Fields
from app.web.forms_reading import is_whole, needed, one_of, space_in

if TYPE_CHECKING:
    from app.rules.cards import Book

ITEMS = ("weapons", "artifacts", "consumables", "apparel")


def _take(fields: Fields, _: Book) -> Change:
    deck = one_of(fields, "deck", *ITEMS)
    return ch.TakeItem(needed(fields, "unit"), deck)  # type: ignore[arg-type]


def _drop(fields: Fields, _: Book) -> Change:
    return ch.DropItem(needed(fields, "card"), fields.get("to", "").strip()[:80])


def _draw(fields: Fields, _: Book) -> Change:
    deck: Any = one_of(fields, "deck", *PILES, *ITEMS)
    to: Any = one_of(fields, "to", "resolved", "destroyed", "out", "held")
    source: Any = one_of(fields, "source", "top", "bottom")
    return ch.DrawCard(deck, to, fields.get("unit", "")[:80] if to == "held" else "", source)


def _card(fields: Fields, _: Book) -> Change:
    card = needed(fields, "card")
    to: Any = one_of(fields, "to", "destroyed", "under", "out", "top", "bottom", "held", "stored", "lying")
    holder = {"held": fields.get("unit", ""), "stored": fields.get("on", "")}.get(to, "")[:80]
    return ch.MoveCard(card, to, holder, space_in(fields) if to == "lying" else None)


def _current(fields: Fields, _: Book) -> Change:
    pile, _bar, card = needed(fields, "card").partition("|")
    if pile not in PILES:
        raise Malformed(("card", "is of no pile with a current card"))
    resolves = one_of(fields, "resolves", "yes", "no") == "yes"
    return ch.SetCurrent(pile, card, resolves and card != "")  # type: ignore[arg-type]


def _item(fields: Fields, _: Book) -> Change:
    does = needed(fields, "does")
    if does.startswith("under|"):
        return ch.SetItem(needed(fields, "card"), under=does.removeprefix("under|"))
    does = one_of(fields, "does", "plain", "equipped", "upgraded", "both")
    return ch.SetItem(needed(fields, "card"), does in ("equipped", "both"), does in ("upgraded", "both"))


def _option(fields: Fields, _: Book) -> Change:
    """'card|panel|what|value' as one choice."""
    card, panel, what, value = (*needed(fields, "option").split("|"), "", "", "")[:4]
    if what not in ("open", "chosen", "determined") or not is_whole(value):
        raise Malformed(("option", "is none"))
    return ch.SetOption(card, panel, what, int(value))  # type: ignore[arg-type]


def _remember(fields: Fields, _: Book) -> Change:
    how, _bar, option = needed(fields, "option").partition("|")
    return ch.RememberOption(option, how == "forget")


def _lasting(fields: Fields, _: Book) -> Change:
    """'card|what|unit' as one choice."""
    card, what, unit = (*needed(fields, "lasting").split("|"), "", "")[:3]
    return ch.EndLasting(card, what, unit)


def _picked_value(fields: Fields, _: Book) -> Change:
    """'what|value' as one choice."""
    what, _bar, value = needed(fields, "value").partition("|")
    if not is_whole(value) or not what:
        raise Malformed(("value", "is none"))
    return ch.PickValue(what, int(value))


def _used(fields: Fields, _: Book) -> Change:
    """'times|key' as one choice."""
    times, _bar, what = needed(fields, "used").partition("|")
    if not is_whole(times) or not what:
        raise Malformed(("used", "is none"))
    return ch.SetUsed(what, int(times))


CARDS: Mapping[str, Callable[[Fields, Book], Change]] = {
    "take": _take,
    "drop": _drop,
    "draw": _draw,
    "card": _card,
    "current": _current,
    "item": _item,
    "option": _option,
    "remember": _remember,
    "lasting": _lasting,
    "value": _picked_value,
    "used": _used,
}
