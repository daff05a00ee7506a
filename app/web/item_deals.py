"""What can be done with items: equip, lay under, upgrade, give, trade, pick up, each with its price and one tap away.

Equipping is a move within a use of inventory, giving one within a trade. Where neither has begun, one tap begins it,
pays for it and does the first of it (`following`); the rules judge both before it is offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from app.rules import why_not
from app.rules.agenda_items import Trading, UsingInventory
from app.rules.inventory import inventory_cost
from app.rules.listing_items import step_candidates
from app.rules.moves import (
    Augment,
    Equip,
    GiveItem,
    Move,
    PickUp,
    PlayAbility,
    StartTrade,
    Unequip,
    Upgrade,
    UseInventory,
)
from app.rules.state import State
from app.rules.trading import trade_cost
from app.rules.verdicts import Reason
from app.web.contexts import Action, Cost
from app.web.following import CLOSE, Follow, follow_json, inside
from app.web.item_facts import carried_line, held_facts, told
from app.web.messages_moves import move_label
from app.web.messages_names import capital
from app.web.prices import costs, stamina
from app.web.seen_table import Table, form_move

if TYPE_CHECKING:
    from app.rules import By
    from app.rules.cards import Book

WITH_ITEM = {Equip: "shield", Unequip: "minus", Augment: "plus", Upgrade: "gear", GiveItem: "trade"}
BEGUN = {UseInventory: "shield", StartTrade: "trade", PickUp: "bag"}
AHEAD = 0  # the id of a step that has not begun: the rules count from 1

Known = tuple[Move, tuple[Reason, ...]]


def known(table: Table) -> Iterator[Known]:
    """Every listed move, the legal ones first, with what is against it."""
    for move in table.listing.moves:
        yield move, ()
    yield from table.listing.refused


def deals(table: Table, explorer: str, card: str) -> tuple[Action, ...]:
    """The moves with one item, within a trade or use of inventory or beginning one for it."""
    top = table.state.agenda[-1] if table.state.agenda else None
    if isinstance(top, Trading | UsingInventory):
        found = [(move, why) for move, why in known(table) if getattr(move, "card", "") == card]
        return tuple(_deal(table, move, why) for move, why in found if type(move) in WITH_ITEM)
    return (*_equipping(table, explorer, card), *_giving(table, explorer, card))


def _equipping(table: Table, explorer: str, card: str) -> Iterator[Action]:
    begin = UseInventory(explorer, explorer)
    if begin not in table.listing.moves:
        return
    price = stamina(inventory_cost(table.book, table.state, explorer).cost)
    step = UsingInventory(AHEAD, explorer, explorer)
    for move, why in _ahead(table, step, explorer, card):
        yield _deal(table, move, why, begin, price)


def _giving(table: Table, explorer: str, card: str) -> Iterator[Action]:
    price = stamina(trade_cost(table.book, table.state, explorer).cost)
    for begin in table.listing.moves:
        if isinstance(begin, StartTrade) and begin.explorer == explorer:
            for move, why in _ahead(table, Trading(AHEAD, explorer, begin.partner), explorer, card):
                yield _deal(table, move, why, begin, price)


def _ahead(table: Table, step: Trading | UsingInventory, explorer: str, card: str) -> Iterator[Known]:
    """The moves with a card as the rules would judge them within a step that has not begun."""
    then: State = replace(table.state, agenda=(*table.state.agenda, step))
    for move in step_candidates(table.book, then, step, table.by):
        if getattr(move, "card", "") == card and type(move) in WITH_ITEM:
            yield move, tuple(why_not(table.book, then, move, table.by))


def _deal(
    table: Table, move: Move, why: tuple[Reason, ...], begin: Move | None = None, price: tuple[Cost, ...] = ()
) -> Action:
    price = (*price, *_upgrade(table, move))
    title = _title(table, move, begin)
    if why:
        return Action(WITH_ITEM[type(move)], title, costs=price, reasons=table.why(why))
    if begin is None:
        return Action(WITH_ITEM[type(move)], title, costs=price, move=form_move(move))
    then = follow_json(inside(move), Follow(asked=CLOSE))
    return Action(WITH_ITEM[type(move)], title, costs=price, move=form_move(begin), then=then)


def _title(table: Table, move: Move, begin: Move | None) -> str:
    """The deed without the item, which stands above it."""
    match move:
        case Equip():
            return "Equip"
        case Unequip():
            return "Take off" if table.book.items[move.card].kind == "apparel" else "Unequip"
        case Augment():
            return f"Lay under {table.words.card(move.under)}"
        case Upgrade():
            return capital(move_label(table.words, move).replace(f" {table.words.card(move.card)}", "", 1))
        case GiveItem() if isinstance(begin, StartTrade):
            return f"Give to {table.words.unit(begin.partner)}"
    return "Give"


def _upgrade(table: Table, move: Move) -> tuple[Cost, ...]:
    """The printed price of an upgrade."""
    price = table.book.items[move.card].upgrade if isinstance(move, Upgrade) else None
    return costs(price) if price is not None else ()


def dealings(table: Table, explorer: str) -> tuple[Action, ...]:
    """What an explorer can begin: changing equipment, trading, picking up; with prices, and why it cannot."""
    found = []
    for move, _ in known(table):
        if type(move) not in BEGUN or getattr(move, "explorer", "") != explorer:
            continue
        action = table.act(move, BEGUN[type(move)], *_begun(table, move))
        if action is not None:
            back = f"{table.base}/items" if not isinstance(move, PickUp) else ""
            facts = _about(table, move)
            found.append(
                (
                    list(BEGUN).index(type(move)),
                    replace(action, facts=facts, back=back, vain=idle(table.book, table.state, table.by, move)),
                )
            )
    return tuple(action for _, action in sorted(found, key=lambda pair: pair[0]))


def idle(book: Book, state: State, by: By, move: Move) -> str:
    """What a use of inventory would be paid for without effect: '' where anything can be done in it now."""
    if not isinstance(move, UseInventory):
        return ""
    step = UsingInventory(AHEAD, move.explorer, move.on or move.explorer)
    then = replace(state, agenda=(*state.agenda, step))
    for one in step_candidates(book, then, step, by):
        if type(one) in WITH_ITEM and not tuple(why_not(book, then, one, by)):
            return ""
    return "There is nothing to equip, take off, lay under or upgrade."


def plays(table: Table, explorer: str, card: str) -> Iterator[Action]:
    """Playing the abilities of an item that its bearer may play now, by the words that are printed on it."""
    for move in table.listing.moves:
        if isinstance(move, PlayAbility) and move.explorer == explorer and move.card == card:
            ability = table.book.ability(card, move.at)[2]
            vain = table.in_vain.get((explorer, card, move.at), "")
            yield Action("next", told(ability), costs=costs(ability.price), move=form_move(move), vain=vain)


def _about(table: Table, move: Move) -> tuple[str, ...]:
    """The item that is picked up; what the other one carries whom one trades with or equips."""
    if isinstance(move, PickUp):
        return held_facts(table.book, table.state, move.card)
    other = str(getattr(move, "partner", "") or getattr(move, "on", ""))
    if other in table.state.explorers and other != getattr(move, "explorer", ""):
        return (carried_line(table.book, table.state, other),)
    return ()


def _begun(table: Table, move: Move) -> tuple[str, str, tuple[Cost, ...]]:
    """The title, note and price of a move that begins something."""
    match move:
        case UseInventory(explorer=explorer):
            note = "Equip, take off, lay under, upgrade: all for one price"
            title = capital(move_label(table.words, move).partition(": ")[2])
            return title, note, stamina(inventory_cost(table.book, table.state, explorer).cost)
        case StartTrade(explorer=explorer):
            title = capital(move_label(table.words, move).partition(": ")[2])
            return title, "Both give what they like", stamina(trade_cost(table.book, table.state, explorer).cost)
    return capital(move_label(table.words, move).partition(": ")[2]), "Free", ()
