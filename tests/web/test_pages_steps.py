"""The shared screens: step abilities with help and chances, prices paid together, cards in hand, items, monsters."""

from __future__ import annotations

import asyncio
import html
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.responses import Response
from starlette.testclient import TestClient

from app.packs import builtin
from app.rules import By, State, why_not
from app.rules.agenda import StepAbility
from app.rules.moves import CloseAdjust
from app.rules.steps import chances
from app.service import Seat
from app.web import pages_items, pages_monsters, pages_party, pages_steps
from app.web.board_actions import space_items
from app.web.board_scene import Scene
from app.web.messages import Words
from app.web.pages_questions import question
from app.web.seen_table import Table, form_move
from app.web.step_rolls import step_view
from tests.support.casebook import book as case_book
from tests.support.casebook import cases, states_after_moves
from tests.web.phones import Phone, guest, host
from tests.web.table_scene import played, put, table_at

BOOK = builtin()
ADA, BRAM, VEY = "exp-01", "exp-02", "exp-03"
FORK = """
chapter: rav-01
round: 2, explorer phase
ratings: spawn 3, horror 3
tokens: spawn 2
tiles:
  14a at 0,0
  09b at 0,1
explorers:
  Ada 5/7/2 at e4 of 0,0
  Bram 1/4/1 at f4 of 0,0
  Vey 4/6/3 at g4 of 0,0
decks:
  encounters draw: enc-01
pending: encounter for Ada at 0,1
"""
DRAW = {"type": "DrawEncounter", "step": 1}
BRAM_ROLLS = {"type": "Answer", "step": "top", "option": BRAM}


def help_by(explorer: str) -> dict[str, Any]:
    return {"type": "HelpRoll", "step": "top", "explorer": explorer}


def rolled(*more: dict[str, Any], settings: str = "", face: int = 4) -> State:
    """The Tuning Fork, after Bram's roll of `face` with two spawn tokens."""
    return played(BOOK, FORK + settings, DRAW, BRAM_ROLLS, *more, dice=(face,))


def shown(route: Any, table: Table) -> str:
    answer: Response = asyncio.run(route(table.request, table))
    return bytes(answer.body).decode()


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", text)))


def top(state: State) -> StepAbility:
    step = state.agenda[-1]
    assert isinstance(step, StepAbility)
    return step


# ------------------------------------------------------------------ a step ability


def test_the_result_stands_on_the_scale_with_what_happens_and_what_is_averted() -> None:
    state = rolled(help_by(ADA), face=4)
    view = step_view(table_at(BOOK, state, "step"), top(state), ())
    assert view.total == "3"
    assert [(b.rolls, b.mark) for b in view.bands] == [("0–2", "Averted"), ("3–5", "Happens"), ("6 +", "Happens")]
    assert [cell.figure for cell in view.scale if cell.kind == "at"] == ["3"]
    assert [cell.figure for cell in view.scale if cell.kind == "was"] == ["2"]
    assert sum(stretch.span for stretch in view.stretches) == len(view.scale)
    assert [(r.token.name, r.state) for r in view.rollers] == [("Ada", "next"), ("Bram", "now"), ("Vey", "next")]


def test_what_a_roll_brings_is_painted_neither_good_nor_bad() -> None:
    """A band may harm: one that happens wears brass and a mark with its word, never the green and tick of success."""
    page = shown(pages_steps.step, table_at(BOOK, rolled(help_by(ADA), face=4), "step"))
    bands = re.findall(r'<li class="band (\w*)">(.*?)</li>', page, re.DOTALL)
    assert [kind for kind, _ in bands] == ["x", "w", "w"]
    for kind, inside in bands:
        assert "verd" not in inside
        assert "#i-check" not in inside
        assert ("#i-token" in inside) == (kind == "w")
        assert ("Happens" in inside) == (kind == "w")
    css = (Path(__file__).parents[2] / "static/css/steps.css").read_text()
    for rule in (".band.w", ".scale .w"):
        painted = re.findall(re.escape(rule) + r"\{([^}]*)\}", css)
        assert painted
        assert not re.search("verd|ember", "".join(painted)), rule


def test_each_tap_of_help_says_what_it_costs_leaves_and_changes() -> None:
    state = rolled(face=4)
    view = step_view(table_at(BOOK, state, "step"), top(state), ())
    assert view.help is not None
    assert (view.help.used, view.help.left) == (0, 2)
    ada, bram, vey = view.help.actions
    assert ada.title == "Ada pays 1 health, adds 1 to the roll"
    assert ada.note == "Health goes from 5 to 4. The roll becomes 3. It averts 0–2."
    assert json.loads(ada.move)["type"] == "HelpRoll"
    assert bram.icon == "warn"
    assert bram.note.startswith("Bram’s last health: Bram dies.")
    assert vey.title == "Vey helps for free, adds 1 to the roll"


def test_the_tap_that_ends_the_help_says_that_it_resolves_the_roll() -> None:
    before, last = (rolled(*(help_by(ADA) for _ in range(n)), face=4) for n in (0, 1))
    for state, ends in ((before, False), (last, True)):
        view = step_view(table_at(BOOK, state, "step"), top(state), ())
        assert view.help is not None
        assert len(view.help.actions) == 3
        for action in view.help.actions:
            assert action.title.endswith("adds 1 to the roll and resolves it" if ends else "adds 1 to the roll")
            assert ("No more help fits then." in action.note) is ends


def test_what_help_costs_never_reads_as_a_gain_and_free_help_says_why() -> None:
    state = rolled(face=4)
    view = step_view(table_at(BOOK, state, "step"), top(state), ())
    assert view.help is not None
    ada, _, vey = view.help.actions
    assert [cost.n for cost in ada.costs] == ["1"]
    assert not vey.costs
    assert vey.note.startswith("The first help of each roll costs Vey nothing, by their own ability.")


@pytest.mark.parametrize(
    ("holder", "told"),
    [
        ("s1", "Everyone may help Bram. You end the help."),
        ("s2", "Everyone may help Bram. Jonas ends the help."),
        ("", "Everyone may help Bram. No phone plays Bram, so any phone can end the help."),
    ],
)
def test_who_ends_the_help_is_somebody_who_can(holder: str, told: str) -> None:
    state = rolled(face=4)
    seats = tuple(
        Seat(seat, name, "play", (BRAM,) if seat == holder else ()) for seat, name in (("s1", "Ines"), ("s2", "Jonas"))
    )
    mine = frozenset({ADA, VEY} if holder == "s2" else {ADA, BRAM, VEY})
    table = table_at(BOOK, state, "board", By("s1", mine, False, False, ("s1", "s2")), seats)
    asked = question(table)
    assert asked is not None
    assert asked.who.endswith(told)
    can = not why_not(BOOK, state, CloseAdjust(top(state).id), table.by)
    assert can is (holder != "s2")


def test_help_that_is_refused_says_why() -> None:
    state = rolled(settings="settings:\n  pay_last_health refused\n", face=4)
    view = step_view(table_at(BOOK, state, "step"), top(state), ())
    assert view.help is not None
    bram = view.help.actions[1]
    assert not bram.move
    assert [why.rule for why in bram.reasons] == ["ST-2"]


def test_help_that_changes_nothing_says_what_would() -> None:
    state = rolled(face=3)
    view = step_view(table_at(BOOK, state, "step"), top(state), ())
    assert view.help is not None
    assert view.help.note == "One more makes 2. It changes nothing. 2 more make 3. It averts 0–2."


def test_a_phone_offers_its_own_explorers_and_the_roller_closes() -> None:
    state = rolled(face=4)
    seats = (Seat("s1", "Ines", "host", (ADA, VEY)), Seat("s2", "Jonas", "play", (BRAM,)))
    ines = table_at(BOOK, state, "step", By("s1", frozenset({ADA, VEY}), True, False, ("s1", "s2")), seats)
    jonas = table_at(BOOK, state, "step", By("s2", frozenset({BRAM}), False, False, ("s1", "s2")), seats)
    hers, his = step_view(ines, top(state), ()).help, step_view(jonas, top(state), ()).help
    assert hers is not None
    assert his is not None
    assert [action.title for action in hers.actions] == [
        "Ada pays 1 health, adds 1 to the roll",
        "Vey helps for free, adds 1 to the roll",
    ]
    assert [(one.token.name, one.left) for one in hers.others] == [("Bram", 1)]
    assert hers.close is None
    assert hers.close_note == "Jonas ends the help when everyone is done."
    assert his.close is not None
    assert his.close.title == "Done, let Bram resolve"


def test_the_chances_are_those_of_the_rules_for_the_help_that_is_left() -> None:
    state = rolled(help_by(ADA), face=4)
    view = step_view(table_at(BOOK, state, "step"), top(state), ())
    now, before = view.chances
    assert [row.title for row in now.rows] == ["No help", "+1"]
    for help_, row in enumerate(now.rows):
        exact = chances(BOOK, state, top(state), help_)
        assert [cell.percent for cell in row.cells] == ["sure" if one else "no" for one in exact]
    assert before.title == "Ada’s and Vey’s chances, before the roll"
    assert [row.title for row in before.rows] == ["No help", "+1", "+2"]
    # the game die shows 0 to 9: with two tokens 0 to 4 make 2 or less
    assert before.rows[0].cells[0].percent == f"{round(100 * Fraction(5, 10))} %"
    assert before.rows[0].cells[0].exact == "1 in 2"


def test_the_sum_is_told_apart_as_it_was_rolled(app: FastAPI, client: TestClient) -> None:
    phone = host(client)
    phone.get("step")
    put(app, phone.key, played(BOOK, FORK))
    fields = phone.form("terrain", "Draw")
    assert phone.post("play", fields).status_code == 303
    assert phone.post("play", phone.form("step", "Bram")).status_code == 303
    text = phone.get("step").text
    told = re.search(r'class="eq" role="img" aria-label="([^"]+)"', text)
    assert told is not None
    assert re.fullmatch(r"\d die − 2 spawn tokens makes -?\d+", told[1]), told[1]
    assert "Rolled by the tracker" in text


def test_a_roll_can_be_typed_in_and_helped_tap_by_tap(app: FastAPI, client: TestClient) -> None:
    phone = host(client)
    phone.get("step")
    put(app, phone.key, played(BOOK, FORK + "settings:\n  dice table\n", DRAW))
    assert phone.post("play", phone.form("step", "Bram")).status_code == 303
    assert "type in what the real dice show" in phone.text("step")
    assert phone.post("play", phone.form("step", "4")).status_code == 303
    assert "4 dice − 2 spawn tokens makes 2" in phone.get("step").text
    assert phone.post("play", phone.form("step", "Ada pays 1 health")).status_code == 303
    assert "4 dice − 2 spawn tokens + 1 help makes 3" in phone.get("step").text
    assert phone.post("play", phone.form("step", "Ada pays 1 health")).status_code == 303
    told = phone.text("step")
    assert "pays 1 health" not in told, "the maximum is used up, so it has been resolved"
    assert "Ada raised Bram’s roll by 1 to 4" in told
    assert "Bram done" in told
    assert "Who rolls" in told


def test_other_pages_lead_to_the_shared_screen(app: FastAPI, client: TestClient) -> None:
    ines = host(client)
    jonas = guest(ines, "Jonas", BRAM)
    ines.get("step")
    put(app, ines.key, rolled(face=4))
    for phone in (ines, jonas):
        assert f'href="{phone.base}/step"' in phone.get("chapter").text
        assert "Help, or let it be" in phone.text("party")
        assert 'class="sheet ask"' not in phone.get("step").text
    assert "Done, let Bram resolve" in jonas.text("step")
    assert "Done, let Bram resolve" not in ines.text("step")


def test_without_a_step_the_page_rolls_dice_openly(client: TestClient) -> None:
    phone = host(client)
    assert "No step ability waits now" in phone.text("step")
    assert phone.post("play", phone.form("step", "7")).status_code == 303
    assert re.search(r"game die.*7", phone.text("step"))


# ------------------------------------------------------------------ a price paid together, cards in hand


def first_with(kind: str) -> State:
    """The first state in the rule cases whose agenda has a step of this type, before its question is answered."""
    for case in cases():
        if case.refused or case.seats or case.unknown:
            continue
        for state in states_after_moves(case):
            if any(step.type == kind for step in state.agenda):
                return state
    raise AssertionError(f"no case has a {kind}")


def test_a_price_is_promised_tap_by_tap() -> None:
    state = first_with("shared_payment")
    table = table_at(case_book(), state, "step")
    view = pages_steps.pay_view(table)
    assert view is not None
    assert view.promised + sum(action.move != "" for share in view.shares for action in share.actions) > 0
    text = plain(shown(pages_steps.step, table))
    assert f"{view.needed - view.promised} missing" in text
    assert "Give 1" in text
    assert "Do not pay" in text


@pytest.mark.parametrize("kind", ["looking", "storing", "drawing"])
def test_cards_in_hand_are_read_and_picked_one_by_one(kind: str) -> None:
    state = first_with(kind)
    table = table_at(case_book(), state, "step")
    view = pages_steps.hand_view(table)
    assert view is not None
    forms = {option.move for card in view.cards for option in card.picks} | {option.move for option in view.others}
    answers = {form_move(move) for move in table.listing.moves if move.type == "Answer"}
    assert forms == answers != set()
    text = shown(pages_steps.step, table)
    for card in view.cards:
        assert html.escape(card.name, quote=False).replace("'", "&#39;") in text
    assert 'class="sheet ask"' not in text, "the answers stand with the cards"


def test_a_looked_at_card_is_told_while_it_is_looked_at_only() -> None:
    state = first_with("looking")
    view = pages_steps.hand_view(table_at(case_book(), state, "step"))
    assert view is not None
    assert view.cards
    assert all(card.facts or card.name for card in view.cards)
    told = [card.facts for card in view.cards if card.facts]
    assert not [option.title for option in view.others if option.facts in told], "what a card says stands once"


# ------------------------------------------------------------------ items, monsters, levers

ITEMS = """
chapter: rav-01
tiles:
  14a at 0,0
explorers:
  Ada 6/7/4 at e4 of 0,0
  Bram 3/4/1 at f4 of 0,0
decks:
  weapons held: w101 by Ada, w102 by Ada
  consumables held: c101 by Ada, c102 by Bram
items:
  w101 equipped
"""


def test_items_in_an_inventory_have_their_moves_and_their_reasons() -> None:
    state = played(BOOK, ITEMS, {"type": "UseInventory", "explorer": ADA})
    text = plain(shown(pages_items.items, table_at(BOOK, state, "items")))
    assert "Unequip" in text
    assert "It needs 2 of the" in text, "why the second weapon cannot be equipped"
    assert "Done with the inventory" in text


def test_an_open_inventory_offers_being_done_first_and_no_button_to_who_may_not() -> None:
    """Nobody takes off by a tired tap what was just paid for, or is sent where there is nothing to press."""
    state = played(BOOK, ITEMS, {"type": "UseInventory", "explorer": ADA})
    mine = question(table_at(BOOK, state, "party"))
    assert mine is not None
    assert mine.options[0].title.endswith("one with the inventory")
    assert len(mine.options) > 1
    other = By("s2", frozenset({BRAM}), players=("s1", "s2"))
    seats = (Seat("s1", "Ines", "host", (ADA,)), Seat("s2", "Ben", "player", (BRAM,)))
    table = table_at(BOOK, state, "party", other, seats)
    text = shown(pages_party.party, table)
    link = re.search(rf'<a class="([^"]*)" href="{table.base}/items">(?:(?!</a>).)*Look on at the items</a>', text)
    assert link is not None
    assert "go" not in link[1].split()
    assert "Open the items" not in text


def test_a_consumable_is_used_from_the_page_of_items() -> None:
    state = played(BOOK, ITEMS)
    text = shown(pages_items.items, table_at(BOOK, state, "items"))
    moves = [json.loads(html.unescape(one)) for one in re.findall(r'name="move" value="([^"]*)"', text)]
    assert {"type": "PlayAbility", "explorer": ADA, "card": "c101", "at": "card.0.0"} in moves


def test_monsters_stand_in_their_order_with_what_is_left_to_them() -> None:
    text = """
chapter: rav-01
round: 3, monster phase
ratings: spawn 3, horror none
tiles:
  14a at 0,0
explorers:
  Ada at e4 of 0,0
monsters:
  m1 mon-101 at d4 of 0,0
  m2 mon-103 at b4 of 0,0
""".replace("monster phase", "horror phase")
    state = played(BOOK, text, {"type": "EndPhase", "phase": "horror"})
    views = list(pages_monsters.monster_rows(table_at(BOOK, state, "monsters")))
    assert [view.unit.id for view in views] == ["m1", "m2"]
    assert views[0].mark == "4 moves and 1 attack left"
    assert any("MonsterAttack" in action.move for action in views[0].actions)
    assert views[0].ways
    after = played(BOOK, text, {"type": "EndPhase", "phase": "horror"}, {"type": "MonsterDone", "monster": "m1"})
    again = list(pages_monsters.monster_rows(table_at(BOOK, after, "monsters")))
    assert [(view.unit.id, view.state) for view in again] == [("m1", "done"), ("m2", "next")]
    assert not any(action.move for action in again[0].actions)


def test_a_lever_lists_the_secondary_attacks_before_it_is_pulled() -> None:
    text = """
tiles:
  96a at 0,0
explorers:
  Ada 6/7/2 at d5 of 0,0
  Bram at j9 of 0,0
  Vey at e9 of 0,0
"""
    book = case_book()
    state = played(book, text)
    by = By("s1", frozenset(state.explorers), host=True, players=("s1",))
    scene = Scene(book, state, by, Words(book, state), ADA, ADA)
    lever = next(space for space, char in scene.layout.spaces.items() if char == "L" and space == (4, 4))
    notes = [
        item.action.note for item in space_items(scene, lever, "L", "/t/KEY") if "ActivateSpace" in item.action.move
    ]
    assert notes == ["3 high dice on Vey; then Bram, at a lever, with 3 low dice on Vey."]


def test_a_phone_of_the_table_is_told(app: FastAPI, client: TestClient) -> None:
    phone: Phone = host(client)
    for page in ("items", "monsters", "step"):
        part = phone.get(page, headers={"HX-Request": "true"})
        assert part.status_code == 200
        assert "<html" not in part.text
        assert 'hx-target="#now"' in part.text
