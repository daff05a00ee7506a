"""The page of items: use, equip, augment, upgrade, trade, drop, pick up, each with every reason against it."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.rules.cards import Ability, ItemCard
from app.rules.holding import item_state, items_of, under
from app.rules.moves import (
    Augment,
    CloseStep,
    Drop,
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
from app.rules.state import Trading, UsingInventory
from app.rules.turns import step_rule
from app.rules.units import taking_part
from app.web.contexts import Action, Cost, Option
from app.web.contexts_steps import BearerView, ItemsPage, ItemView
from app.web.messages import capital, listed
from app.web.messages_moves import asked, move_label
from app.web.pages_faces import costs, split_text
from app.web.pages_party import ITEM_ICONS
from app.web.pages_table import AtTable, Table, chrome, form_move
from app.web.render import frame, render

router = APIRouter(include_in_schema=False)

WITH_ITEM = {Equip: "shield", Unequip: "minus", Augment: "plus", Upgrade: "gear", GiveItem: "trade"}
BEGUN = {StartTrade: "trade", UseInventory: "bag", PickUp: "bag"}


@router.get("/t/{table}/items")
async def items(request: Request, table: AtTable) -> Response:
    """Items of everybody, one's own open; while a trade or use of inventory goes on, those that are in it."""
    top = table.state.agenda[-1] if table.state.agenda else None
    doing = top if isinstance(top, Trading | UsingInventory) else None
    close = table.act(CloseStep(doing.id), "check", _close_title(doing)) if doing else None
    page = ItemsPage(
        frame=frame(request),
        chrome=chrome(table, "party"),
        task=asked(table.words, doing) if doing else "",
        rule=step_rule(doing) if doing else "",
        close=close,
        bearers=tuple(_bearers(table, doing)),
    )
    return render(request, page)


def _close_title(doing: Trading | UsingInventory) -> str:
    return "The trade is over" if isinstance(doing, Trading) else "Done with the inventory"


def _bearers(table: Table, doing: Trading | UsingInventory | None) -> Iterator[BearerView]:
    """Those in the trade or inventory first, then one's own, then the others."""
    inside = (doing.explorer, doing.partner) if isinstance(doing, Trading) else (doing.on,) if doing else ()
    there = [one for one in table.state.explorers if one in taking_part(table.state)]
    for explorer in sorted(there, key=lambda one: (one not in inside, one not in table.mine)):
        held = items_of(table.state, explorer)
        loose = [card for card in held if not item_state(table.state, card).under]
        seat = table.holder(explorer)
        who = "You" if explorer in table.mine else seat.name if seat else "Seat free"
        yield BearerView(
            id=explorer,
            token=table.token(explorer),
            name=table.book.explorers[explorer].name,
            note=who,
            open=explorer in inside or (not inside and explorer in table.mine),
            items=tuple(item_view(table, explorer, card) for card in loose),
            actions=tuple(_listed(table, explorer)) if not inside else (),
        )


def item_view(table: Table, explorer: str, card: str) -> ItemView:
    """An item with what can be done with it now."""
    item, now = table.book.items[card], item_state(table.state, card)
    beneath = [table.words.card(one) for one in under(table.state, card)]
    traits = capital(", ".join(part for part in (*item.traits, item.slot) if part))
    lies = f"With {listed(beneath)} under it" if beneath else ""
    return ItemView(
        icon=ITEM_ICONS[item.kind],
        name=item.name,
        note=". ".join(part for part in (traits, "Upgraded" if now.upgraded else "", lies) if part),
        text=" ".join(" ".join(part for part in split_text(one) if part) for one in _told(table, explorer, item)),
        mark="Equipped" if now.equipped else "",
        actions=tuple(_with(table, explorer, card)),
        drops=tuple(_drops(table, card)),
    )


def _told(table: Table, explorer: str, item: ItemCard) -> list[Ability]:
    """Its abilities but for those that stand with a button, or with the reasons against it."""
    plays = {m.at for m in _known(table) if isinstance(m, PlayAbility) and (m.explorer, m.card) == (explorer, item.id)}
    return [ability for at, _, _, ability in item.abilities() if at not in plays]


def _known(table: Table) -> Iterator[Move]:
    yield from table.listing.moves
    yield from (move for move, _ in table.listing.refused)


def _with(table: Table, explorer: str, card: str) -> Iterator[Action]:
    """Playing its abilities, and the moves of a trade or use of inventory that name it, of what lies under it too."""
    cards = (card, *under(table.state, card))
    for move in _known(table):
        if isinstance(move, PlayAbility) and move.explorer == explorer and move.card in cards:
            _, text = split_text(table.book.ability(move.card, move.at)[2])
            price = costs(table.book.ability(move.card, move.at)[2].price)
            action = table.act(move, "next", text, "", price)
        elif type(move) in WITH_ITEM and getattr(move, "card", "") == card:
            title = capital(move_label(table.words, move))
            action = table.act(move, WITH_ITEM[type(move)], title, "", _upgrade(table, move))
        else:
            continue
        if action is not None:
            yield action


def _upgrade(table: Table, move: Move) -> tuple[Cost, ...]:
    """The printed price of an upgrade."""
    price = table.book.items[move.card].upgrade if isinstance(move, Upgrade) else None
    return costs(price) if price is not None else ()


def _drops(table: Table, card: str) -> Iterator[Option]:
    for move in table.listing.moves:
        if isinstance(move, Drop) and move.card == card:
            yield Option(table.words.place(move.space), "", form_move(move))


def _listed(table: Table, explorer: str) -> Iterator[Action]:
    """Trading, using inventory, picking up."""
    for move in _known(table):
        if type(move) in BEGUN and getattr(move, "explorer", "") == explorer:
            title = capital(move_label(table.words, move).partition(": ")[2])
            action = table.act(move, BEGUN[type(move)], title)
            if action is not None:
                yield action
