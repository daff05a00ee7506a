"""The Party tab: explorers, monsters, and what ends turns and phases."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.rules.board import cell_of
from app.rules.cards_text import Ability
from app.rules.geometry import Space
from app.rules.holding import item_state, loose_items
from app.rules.state import Explorer
from app.rules.units import printed
from app.web.board_news import SEEN, heard
from app.web.by_hand import by_hand
from app.web.contexts import Why
from app.web.contexts_cards import AbilityView
from app.web.contexts_party import Carried, PartyPage, PoolView, UnitView
from app.web.deaths import what_follows
from app.web.item_deals import dealings, deals, plays
from app.web.item_facts import held_facts, state_words
from app.web.messages_effects import lasting_words
from app.web.messages_monsters import behaves, defence_words
from app.web.messages_names import capital, listed
from app.web.moments import looked_at
from app.web.pages_faces import ability_view, split_text, warned
from app.web.pages_table import chrome, turn_actions
from app.web.render import frame, render
from app.web.seen_table import AtTable, Table

router = APIRouter(include_in_schema=False)

STATUS = {"waiting": "Not on the board yet", "left": "Left by the exit", "dead": "Dead", "unused": "Not at this table"}
ITEM_ICONS = {"weapon": "attack", "artifact": "arcane", "consumable": "bag", "apparel": "shield"}
FEW = 2  # health from which the page warns


@router.get("/t/{table}/party")
async def party(request: Request, table: AtTable) -> Response:
    """One's own explorers first and open, the others folded."""
    table = await warned(table)
    units = [explorer_view(table, one) for one in table.state.explorers.values() if one.status != "unused"]
    page = PartyPage(
        frame=frame(request),
        chrome=chrome(table, "party"),
        explorers=tuple(sorted(units, key=lambda unit: not unit.mine)),
        monsters=tuple(monster_view(table, monster) for monster in table.state.monsters),
        phase=turn_actions(table)[-1:] if not table.watching else (),
        warnings=warnings(table),
        may_rule=table.may_rule,
        news=heard(table, await table.visit.service.log(table.visit.door, limit=SEEN)),
    )
    return looked_at(table, render(request, page))


def warnings(table: Table) -> tuple[Why, ...]:
    """Who is about to die."""
    return tuple(
        Why(f"{table.words.unit(one.id)} has {one.health} health left.", "BG-6")
        for one in table.state.explorers.values()
        if one.status == "in_play" and one.health <= FEW
    )


def pools(table: Table, explorer: Explorer) -> tuple[PoolView, ...]:
    """Health, stamina and essence of an explorer."""
    card = table.book.explorers[explorer.id]
    return (
        PoolView("health", "health", "ember", explorer.health, card.health),
        PoolView("stamina", "stamina", "verd", explorer.stamina, card.stamina),
        PoolView("essence", "essence", "ether", explorer.essence, card.essence),
    )


def explorer_view(table: Table, explorer: Explorer) -> UnitView:
    """An explorer, with what this seat may do with it."""
    card = table.book.explorers[explorer.id]
    mine = explorer.id in table.mine
    seat = table.holder(explorer.id)
    who = "You" if mine else seat.name if seat else "Seat free"
    where = table.words.place(explorer.space) if explorer.space else STATUS.get(explorer.status, "")
    if explorer.status == "dead":
        where = f"dead. {what_follows(table, explorer.id)}"
    mark, icon = turn_mark(explorer, table.state.phase)
    in_play = explorer.status == "in_play"
    abilities = tuple(
        ability_view(table, card, at, ability, explorer.id) if in_play else _printed(ability)
        for at, _, _, ability in card.abilities()
    )
    holds = [table.book.items[card].name for card in loose_items(table.state, explorer.id)]
    finish = next((a for a in turn_actions(table) if f'"{explorer.id}"' in a.move), None)
    return UnitView(
        id=explorer.id,
        token=table.token(explorer.id),
        name=card.name,
        note=f"{who}, {where}" if where else who,
        mark=mark,
        mark_icon=icon,
        mine=mine,
        in_play=in_play,
        pools=pools(table, explorer),
        carries=carried(table, explorer.id),
        abilities=abilities,
        actions=(*dealings(table, explorer.id), *((finish,) if finish else ()))
        if mine
        else (finish,)
        if finish
        else (),
        line=f"{capital(card.trade)}. {defence_words(table.words, table.state, explorer.id)}. Attack: {card.attack}.",
        free=seat is None and not table.watching,
        effects=effects(table, explorer.id, explorer.space),
        holds=listed(holds) if holds else "",
    )


def effects(table: Table, unit: str, space: Space | None) -> tuple[str, ...]:
    """What lasts for a unit, and what lies on the tile where it stands."""
    words, state = table.words, table.state
    found = [lasting_words(words, one) for one in state.lasting if one.unit == unit]
    if space is not None:
        here = cell_of(space)
        found += [f"{words.card(e.card)} lies on its tile." for e in state.environments.values() if e.cell == here]
    return tuple(found)


def _printed(ability: Ability) -> AbilityView:
    when, text = split_text(ability)
    return AbilityView(when, text, "text", False, (), by_hand(ability))


def turn_mark(explorer: Explorer, phase: str) -> tuple[str, str]:
    """Where an explorer is in the round, with its icon."""
    if explorer.status != "in_play":
        return STATUS.get(explorer.status, ""), "slot"
    if phase != "explorer":
        return "", ""
    if explorer.finished:
        return "Turn done", "check"
    return ("Acting", "walk") if explorer.begun else ("To act", "slot")


def carried(table: Table, explorer: str) -> tuple[Carried, ...]:
    """The items that an explorer holds; those that lie under another are told with that."""
    return tuple(_item(table, explorer, card) for card in loose_items(table.state, explorer))


def _item(table: Table, explorer: str, card: str) -> Carried:
    item, now = table.book.items[card], item_state(table.state, card)
    doing = deals(table, explorer, card) if explorer in table.mine else ()
    legal = tuple(replace(one, back=f"{table.base}/items") for one in doing if one.move)
    facts, use = held_facts(table.book, table.state, card), tuple(plays(table, explorer, card))
    return Carried(ITEM_ICONS[item.kind], item.name, state_words(now), facts, legal, use)


def monster_view(table: Table, monster: str) -> UnitView:
    """A monster: its health, where it is, how it behaves."""
    found = table.state.monsters[monster]
    card = table.book.monsters[found.card]
    abilities = tuple(_printed(ability) for _, _, _, ability in card.abilities())
    note = table.words.place(found.space) + (", ethereal" if card.ethereal else "")
    health = PoolView("health", "health", "ember", found.health, printed(table.book, table.state, monster, "health"))
    return UnitView(
        id=monster,
        token=table.token(monster),
        name=capital(table.words.unit(monster).removeprefix("the ")),
        note=note,
        mark="",
        mark_icon="",
        mine=False,
        in_play=True,
        pools=(health,),
        carries=(),
        abilities=abilities,
        actions=(),
        line=behaves(table.words, table.state, monster),
        effects=effects(table, monster, found.space),
    )
