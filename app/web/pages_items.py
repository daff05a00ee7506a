"""The page of items: use, equip, augment, upgrade, trade, drop, pick up, each with every reason against it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.rules.agenda_items import Trading, UsingInventory
from app.rules.holding import item_state, items_of, under
from app.rules.moves import CloseStep, Drop, PlayAbility
from app.rules.turns import step_rule, who_answers
from app.rules.units import taking_part
from app.web.board_news import SEEN, heard
from app.web.contexts import Action, Option
from app.web.contexts_items import BearerView, ItemsPage, ItemView
from app.web.item_deals import dealings, deals, known
from app.web.item_facts import held_facts, state_words
from app.web.left_open import for_them, of_others
from app.web.messages_moves import move_label
from app.web.messages_questions import asked
from app.web.pages_faces import split_text, warned
from app.web.pages_party import ITEM_ICONS
from app.web.pages_table import chrome
from app.web.prices import costs, stamina
from app.web.render import frame, render
from app.web.seen_table import AtTable, Table, answerer, form_move

router = APIRouter(include_in_schema=False)


@router.get("/t/{table}/items")
async def items(request: Request, table: AtTable) -> Response:
    """Items of everybody, one's own open; while a trade or use of inventory goes on, those that are in it."""
    table = await warned(table)
    top = table.state.agenda[-1] if table.state.agenda else None
    doing = top if isinstance(top, Trading | UsingInventory) else None
    over = CloseStep(doing.id) if doing else None
    name, mine = answerer(table, who_answers(table.state, doing)) if doing else ("", True)
    close = table.act(over, "check", move_label(table.words, over) if mine else for_them(name)) if over else None
    entries = await table.visit.service.log(table.visit.door, limit=SEEN)
    page = ItemsPage(
        frame=frame(request),
        chrome=chrome(table, "party"),
        task=" ".join((asked(table.words, doing), table.anyones(who_answers(table.state, doing)))).strip()
        if doing
        else "",
        rule=step_rule(doing) if doing else "",
        close=close,
        theirs=not mine,
        bearers=tuple(_bearers(table, doing)),
        news=heard(table, entries),
        left_open=of_others(table, entries),
    )
    return render(request, page)


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
            actions=dealings(table, explorer) if not inside else (),
        )


def item_view(table: Table, explorer: str, card: str) -> ItemView:
    """An item with its facts and what can be done with it now."""
    item, now = table.book.items[card], item_state(table.state, card)
    plays = tuple(_plays(table, explorer, card))
    return ItemView(
        icon=ITEM_ICONS[item.kind],
        name=item.name,
        facts=held_facts(table.book, table.state, card, frozenset(text for action, text in plays if action.move)),
        mark=state_words(now),
        plays=tuple(action for action, _ in plays),
        deals=deals(table, explorer, card) if explorer in table.by.explorers else (),
        drops=tuple(_drops(table, card)),
        drop_costs=stamina(table.state.settings.cost_drop),
    )


def _plays(table: Table, explorer: str, card: str) -> Iterator[tuple[Action, str]]:
    """Playing its abilities, and those of what lies under it, each with the printed text that it stands for."""
    cards = (card, *under(table.state, card))
    for move, _ in known(table):
        if isinstance(move, PlayAbility) and move.explorer == explorer and move.card in cards:
            ability = table.book.ability(move.card, move.at)[2]
            # its words stand above already when it cannot be played
            title = split_text(ability)[1] if move in table.listing.moves else "Use it"
            action = table.act(move, "next", title, "", costs(ability.price))
            if action is not None:
                yield replace(action, vain=table.in_vain.get((explorer, move.card, move.at), "")), ability.text


def _drops(table: Table, card: str) -> Iterator[Option]:
    for move in table.listing.moves:
        if isinstance(move, Drop) and move.card == card:
            yield Option(table.words.place(move.space), "", form_move(move))
