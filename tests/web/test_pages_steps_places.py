"""Every move that the rules know has a place on the phone: what the rule cases play stands there in a form."""

from __future__ import annotations

import asyncio
import html
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import pytest
from starlette.responses import Response

from app.rules import By, Illegal, State, decide, legal_moves
from app.rules import moves as mv
from app.rules.board import cell_of
from app.rules.geometry import Space
from app.service import Seat, move_json
from app.web import (
    board_pages,
    pages_cards,
    pages_chapter,
    pages_house,
    pages_items,
    pages_monsters,
    pages_party,
    pages_rulings,
    pages_steps,
)
from app.web.board_listed import spaces_of
from app.web.board_scene import Scene
from app.web.messages import Words
from app.web.seen_table import Table
from tests.support.casebook import Case, book, cases, open_table
from tests.support.casemoves import move_in
from tests.web.table_scene import table_at

#: Page -> what answers it.
ROUTES: dict[str, Any] = {
    "board": board_pages.board_page,
    "terrain": board_pages.terrain_page,
    "cards": pages_cards.cards,
    "chapter": pages_chapter.chapter,
    "party": pages_party.party,
    "items": pages_items.items,
    "monsters": pages_monsters.monsters,
    "step": pages_steps.step,
}

#: Move type -> the pages on which it is made; a move may stand on any of them. The question's sheet is on all.
PLACES: dict[type, tuple[str, ...]] = {
    mv.Walk: ("board",),
    mv.Explore: ("board",),
    mv.ActivateChapterSpace: ("board",),
    mv.OpenDoor: ("board",),
    mv.LeaveByExit: ("board",),
    mv.PlayAbility: ("cards", "chapter", "party", "items"),
    mv.FinishTurn: ("party",),
    mv.EndPhase: ("party",),
    mv.PlaceTerrain: ("terrain",),
    mv.ConnectEnvironment: ("terrain",),
    mv.DrawEncounter: ("terrain",),
    mv.Answer: ("step",),
    mv.HelpRoll: ("step",),
    mv.CloseAdjust: ("step",),
    mv.RollDie: ("step",),
    mv.Attack: ("board",),
    mv.MoveMonster: ("monsters",),
    mv.MonsterAttack: ("monsters",),
    mv.MonsterAbility: ("monsters",),
    mv.MonsterOpenDoor: ("monsters",),
    mv.MonsterDone: ("monsters",),
    mv.ActivateSpace: ("board",),
    mv.PlaceDoor: ("board",),
    mv.DestroyDoor: ("board",),
    mv.StartTrade: ("items",),
    mv.GiveItem: ("items",),
    mv.UseInventory: ("items",),
    mv.Equip: ("items",),
    mv.Unequip: ("items",),
    mv.Augment: ("items",),
    mv.Upgrade: ("items",),
    mv.CloseStep: ("items", "step"),
    mv.PayShare: ("step",),
    mv.Drop: ("items",),
    mv.PickUp: ("items",),
}
#: Moves whose fields are filled in: the form of the page makes them.
FILLED_IN = {mv.ChangeSetting: "house", mv.MakeRuling: "ruling"}
MOVE = re.compile(r'name="move"[^>]*?\svalue="([^"]*)"')
ENOUGH = 6  # cases of one type that are looked at


def test_every_type_of_move_has_a_place() -> None:
    assert set(PLACES) | set(FILLED_IN) == set(get_args(mv.Move))
    assert {page for places in PLACES.values() for page in places} == set(ROUTES)


def seated(state: State, page: str) -> Table:
    """The table as that seat sees a page."""
    return table_at(book(), state, page, host(state), (Seat("table", "Ines", "host", tuple(state.explorers)),))


def moves_on(state: State, page: str) -> list[Any]:
    """The moves in the forms of a page."""
    table = seated(state, page)
    route = ROUTES[page.partition("?")[0]]
    answer: Response = asyncio.run(route(table.request, table))
    return [json.loads(html.unescape(found)) for found in MOVE.findall(bytes(answer.body).decode())]


def host(state: State) -> By:
    """As in the cases: one seat that plays everybody."""
    return By("table", frozenset(state.explorers), host=True, players=("table",))


@cache
def played() -> tuple[tuple[Case, State, mv.Move], ...]:
    """(case, state before, move) of accepted moves in the cases, a few of each type; one seat plays everybody."""
    found: list[tuple[Case, State, mv.Move]] = []
    known: Counter[type] = Counter()
    for case in cases():
        if case.refused or case.seats or not (case.move or case.before):
            continue
        table = open_table(case)
        for said in (*case.before, *((case.move,) if case.move else ())):
            by, text = table.by(said)
            move = move_in(book(), table.state, text)
            if type(move) not in FILLED_IN and known[type(move)] < ENOUGH and by.host:
                known[type(move)] += 1
                found.append((case, table.state, move))
            if case.unknown and said is case.move:
                break
            verdict = decide(book(), table.state, move, by, table.chance)
            if isinstance(verdict, Illegal):
                break  # the cases have a test of their own
            table.state = verdict.state
    return tuple(found)


def test_the_cases_make_every_type_of_move() -> None:
    assert {type(move) for _, _, move in played()} == set(PLACES)


@pytest.mark.parametrize("kind", PLACES, ids=lambda kind: kind.__name__)
def test_a_move_of_the_cases_stands_on_its_page(kind: type) -> None:
    seen = 0
    for case, state, move in played():
        if type(move) is not kind:
            continue
        wanted = as_listed(state, move)
        if wanted is None:
            continue
        pages_ = [address for page in PLACES[kind] for address in addresses(state, move, page)]
        assert any(wanted in moves_on(state, address) for address in pages_), (case.id, wanted, pages_)
        seen += 1
    assert seen


def as_listed(state: State, move: mv.Move) -> dict[str, Any] | None:
    """The move as the listing writes it: a walk takes the cheapest way, targets and doers are named in full."""
    listing = legal_moves(book(), state, host(state))
    if move in listing.moves or isinstance(move, mv.RollDie):
        return dict(move_json(move))
    if isinstance(move, mv.Walk | mv.Attack | mv.MonsterAttack | mv.UseInventory):
        return None  # said another way: with a path of its own, with targets that need not be named
    if isinstance(move, mv.GiveItem) and not move.to:
        return None  # as moves were made before they named who receives
    if isinstance(move, mv.HelpRoll | mv.PayShare) and move.n != 1:
        return None  # tap by tap
    return dict(move_json(move))


def addresses(state: State, move: mv.Move, page: str) -> Iterator[str]:
    """The addresses of a page on which the move may stand: for the board the sheets that it is about."""
    if page != "board":
        yield page
        return
    unit = str(getattr(move, "explorer", ""))
    scene = Scene(book(), state, host(state), Words(book(), state), unit, unit)
    space = state.explorers[unit].space
    assert space is not None
    if isinstance(move, mv.Explore):
        cell = cell_of(space)
        yield f"board?unit={unit}&edge={cell[0]},{cell[1]},{move.edge}"
        return
    own: tuple[Space, ...] = (space,)
    if isinstance(move, mv.Walk | mv.OpenDoor):
        own = (move.to, space)
    elif isinstance(move, mv.ActivateChapterSpace):
        own = (move.space,)
    for at in dict.fromkeys((*own, *spaces_of(scene, move))):
        yield f"board?unit={unit}&at={at[0]},{at[1]}"


def test_house_rules_and_rulings_are_filled_in() -> None:
    _, state, _ = played()[0]
    filled: tuple[tuple[str, Any], ...] = (("house", pages_house.house), ("ruling", pages_rulings.ruling))
    assert {page for page, _ in filled} == set(FILLED_IN.values())
    for page, route in filled:
        table = seated(state, page)
        shown: Response = asyncio.run(route(table.request, table))
        text = bytes(shown.body).decode()
        assert f'method="post" action="{table.base}/{page}"' in text
