"""What an item is stands wherever it is offered or held; equipping and opening a chest take a tap for each decision."""

from __future__ import annotations

import ast
import html
import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app import rules
from app.packs import builtin
from app.rules import Legal, State, decide
from app.rules.agenda import Ask
from app.rules.cards_attacks import AttackProfile
from app.rules.cards_items import ItemCard
from app.rules.holding import holder_of, item_state
from app.rules.state import ItemState
from app.rules.vocabulary import Price
from app.web import pages_chapter, pages_items, pages_party, pages_steps
from app.web.board_actions import space_items
from app.web.board_scene import Scene
from app.web.errors import Malformed
from app.web.following import read_follows
from app.web.item_facts import attack_words, carried_line, held_facts, item_facts, price_words
from app.web.messages import Words
from app.web.messages_items import NONE
from app.web.messages_questions import asked, option_label
from app.web.option_facts import BEARERS
from tests.support.casebook import book as case_book
from tests.support.casebook import cases, open_table
from tests.support.casemoves import move_in
from tests.web.phones import Phone, guest, host
from tests.web.table_scene import everybody, played, put, table_at
from tests.web.test_pages_steps import ADA, BRAM, ITEMS, plain, shown

BOOK = builtin()
CHEST = """
chapter: rav-01
round: 2, explorer phase
ratings: spawn 2, horror 2
tiles:
  01a at 0,0
explorers:
  Ada 6/7/2 at b9 of 0,0
  Bram at {bram} of 0,0
decks:
  weapons draw: w101, w102
  apparel draw: p101
"""
OPEN = {"type": "ActivateSpace", "explorer": ADA, "space": [2, 9]}


def words(text: str) -> list[str]:
    return re.findall(r"\w+", html.unescape(text))


def says(page: str, line: str) -> bool:
    """Whether a page has this line, whatever its marks between."""
    return " ".join(words(line)) in " ".join(words(plain(page)))


# ------------------------------------------------------------------ the lines themselves


@pytest.mark.parametrize("item", BOOK.items.values(), ids=lambda item: item.id)
def test_the_lines_of_an_item_tell_its_attack_its_prices_and_every_ability(item: ItemCard) -> None:
    for upgraded in (False, True) if item.upgrade else (False,):
        now = ItemState(equipped=True, upgraded=upgraded)
        told = " ".join(item_facts(item, now))
        profile = item.upgraded_profile if upgraded and item.upgraded_profile else item.attack_profile
        if profile is not None:
            for n, kind in ((profile.low, "low"), (profile.high, "high")):
                assert not n or f"{n} {kind} {'die' if n == 1 else 'dice'}" in told
            for part in price_words(profile.price).split(", "):
                assert part in told or part == "free"
            assert ("arcane" in told) or not profile.arcane
            assert not profile.within or str(profile.within) in told
        hidden = ("plain", "augment") if upgraded else ("upgraded", "augment")
        for _, _, _, ability in item.abilities():
            assert (ability.text in told) == (ability.item not in hidden) or ability.item == "augment"
        if item.upgrade and not upgraded:
            assert "Upgrade (" in told


def test_an_upgrade_changes_the_dice_that_are_told() -> None:
    plain_side = item_facts(BOOK.items["w101"])
    upgraded = item_facts(BOOK.items["w101"], ItemState(upgraded=True))
    assert "2 low dice and 1 high die, adjacent (2 stamina)" in plain_side[1]
    assert "3 low dice and 1 high die, adjacent (2 stamina)" in upgraded[1]
    assert "Upgrade (" not in " ".join(upgraded)


def test_what_lies_under_an_item_is_told_with_it_and_counted_in() -> None:
    """Copper Coil lends a low die, and the pole keeps what its hit does; the augment is no item of its own any more."""
    text = ITEMS.replace("weapons held:", "artifacts held: a107 by Ada\n  weapons held:")
    state = played(BOOK, text.replace("w101 equipped", "w102 equipped\n  a107 under w102"))
    lines = held_facts(BOOK, state, "w102")
    assert lines[1] == (
        "Attack: 2 low dice and 1 high die, in sight within 2 (2 stamina); a hit pulls the target 1 space. "
        "What lies under it is counted in"
    )
    assert lines[-1].startswith("Under it, Copper Coil: ")
    assert "+1 low die" in lines[-1]
    for page, path in ((pages_items.items, "items"), (pages_party.party, "party")):
        found = shown(page, table_at(BOOK, state, path))
        assert all(says(found, line) for line in lines)
        assert not re.search(r"<(b|h2)[^>]*>Copper Coil<", found), "it is no item by itself any more"
    assert carried_line(BOOK, state, ADA).startswith("Carries Pit Pick, Lamplighter's Pole (equipped, with Copper Coil")
    assert held_facts(BOOK, state, "w101") == item_facts(BOOK.items["w101"], item_state(state, "w101"))


@pytest.mark.parametrize(
    ("profile", "said"),
    [
        (AttackProfile(low=3), "3 low dice, adjacent (2 stamina)"),
        (
            AttackProfile(low=1, high=2, reach="sight", within=4, targets=3, price=Price(stamina=3)),
            "1 low die and 2 high dice, in sight within 4, against up to 3 targets (3 stamina)",
        ),
        (AttackProfile(high=1, targets=0, price=Price()), "1 high die, adjacent, against each in reach (free)"),
        (
            AttackProfile(high=4, arcane=True, reach="sight", shape="area", price=Price(stamina=2, essence=1)),
            "4 high dice, on all on or adjacent to 1 space in sight, arcane (2 stamina, 1 essence)",
        ),
        (
            AttackProfile(low=2, reach="sight", within=6, shape="line", past_corners=True),
            "2 low dice, on all in a line in sight within 6, past corners (2 stamina)",
        ),
        (
            AttackProfile(high=5, price=Price(stamina=3, horror_token=1)),
            "5 high dice, adjacent (3 stamina, 1 horror token)",
        ),
        (AttackProfile(low=1, times=2), "1 low die, adjacent, 2 times (2 stamina)"),
    ],
)
def test_an_attack_is_put_into_words_from_its_figures(profile: AttackProfile, said: str) -> None:
    assert attack_words(profile) == said


# ------------------------------------------------------------------ wherever it is offered


@cache
def asked_about_items() -> dict[str, State]:
    """One state of the rule cases for each question whose answers name items."""
    found: dict[str, State] = {}
    for case in cases():
        if case.refused or case.seats or case.unknown or not case.move:
            continue
        table = open_table(case)
        for said in (*case.before, case.move):
            by, text = table.by(said)
            verdict = decide(case_book(), table.state, move_in(case_book(), table.state, text), by, table.chance)
            if not isinstance(verdict, Legal):
                break
            table.state = verdict.state
            top = table.state.agenda[-1] if table.state.agenda else None
            if isinstance(top, Ask) and set(top.options) & set(case_book().items):
                found.setdefault(top.question, table.state)
    return found


def test_the_cases_ask_about_items_in_every_way() -> None:
    assert {"keep_item", "swap_for", "swap_away"} <= set(asked_about_items())


@pytest.mark.parametrize("page", ["chapter", "step"])
def test_an_item_that_can_be_answered_is_told_with_its_facts(page: str) -> None:
    for question, state in asked_about_items().items():
        table = table_at(case_book(), state, page)
        text = shown({"chapter": pages_chapter.chapter, "step": pages_steps.step}[page], table)
        top = state.agenda[-1]
        assert isinstance(top, Ask)
        for option in top.options:
            item = case_book().items.get(option)
            for line in item_facts(item, item_state(state, option)) if item is not None else ():
                assert says(text, line), (question, option, line)


def test_the_answer_that_takes_nothing_says_what_becomes_of_the_cards() -> None:
    """Nobody should have to guess that "none" of the drawn items destroys them (BG-9, BG-10)."""
    state = replace(played(BOOK, ITEMS), agenda=())
    words = table_at(BOOK, state, "step").words
    one = Ask(900, "keep", "keep_item", ADA, ("w103", "none"))
    two = replace(one, options=("w103", "w104", "none"))
    assert asked(words, one) == f"Is {BOOK.items['w103'].name} kept, or destroyed?"
    assert asked(words, two) == "Which one is kept?"
    assert option_label(words, one, 1) == "Destroy it"
    assert option_label(words, two, 2) == "Keep none, destroy what was drawn"
    assert "destroyed" in option_label(words, replace(two, question="swap_for"), 2)


def test_no_question_is_answered_with_a_bare_none() -> None:
    """Each question of the rules that can be answered with none of its options has words for that of its own."""
    found = set()
    for file in Path(rules.__file__).parent.glob("*.py"):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.FunctionDef) and '"none")' in ast.unparse(call).replace("'", '"'):
                asks = [
                    one for one in ast.walk(call) if isinstance(one, ast.Call) and ast.unparse(one.func) == "run.ask"
                ]
                found |= {one.args[2].value for one in asks if isinstance(one.args[2], ast.Constant)}
    with_none = found & set(NONE)
    assert with_none == {"keep_item", "swap_for", "trade_with", "whose_inventory"}
    assert found - with_none <= {"hand_item", "swap_away"}, "asked beside one of them, without that answer"


@pytest.mark.parametrize("page", [pages_items.items, pages_party.party])
def test_an_item_that_is_held_is_told_with_its_facts(page: Any) -> None:
    state = played(BOOK, ITEMS)
    text = shown(page, table_at(BOOK, state, "items" if page is pages_items.items else "party"))
    for card in ("w101", "w102", "c102"):
        for line in item_facts(BOOK.items[card], item_state(state, card)):
            for sentence in line.split(". "):  # what can be used stands in its button
                assert says(text, sentence), sentence


def test_whom_one_trades_with_is_told_with_what_they_carry() -> None:
    state = played(BOOK, ITEMS)
    told = "Carries Smelling Salts"
    assert carried_line(BOOK, state, BRAM) == told
    assert carried_line(BOOK, state, ADA) == "Carries Pit Pick (equipped), Lamplighter's Pole and Tin of Oil"
    assert says(shown(pages_items.items, table_at(BOOK, state, "items")), f"Both give what they like {told}")
    for question in BEARERS:
        ask = Ask(900, "x", question, ADA, (BRAM, "none"))
        table = table_at(BOOK, replace(state, agenda=(ask,)), "chapter")
        assert says(shown(pages_chapter.chapter, table), told)


def test_what_is_picked_up_is_told_before() -> None:
    text = ITEMS.replace("weapons held: w101 by Ada, w102 by Ada", "weapons held: w101 by Ada")
    state = played(BOOK, text, {"type": "Drop", "explorer": ADA, "card": "w101", "space": [3, 3]})
    page = shown(pages_items.items, table_at(BOOK, state, "items"))
    assert "Pick up Pit Pick" in plain(page)
    assert says(page, "Attack: 2 low dice and 1 high die, adjacent (2 stamina)")


def test_an_attack_on_the_board_tells_the_dice_of_the_weapon() -> None:
    state = played(BOOK, ITEMS + "monsters:\n  m1 mon-101 at e3 of 0,0\n")
    scene = Scene(BOOK, state, everybody(state), Words(BOOK, state), ADA, ADA)
    space = state.monsters["m1"].space
    told = {item.action.facts[:1] for item in space_items(scene, space, scene.layout.spaces[space], "/t/KEY")}
    assert ("2 low dice and 1 high die, adjacent (2 stamina)",) in told
    assert (BOOK.explorers[ADA].attack,) in told


# ------------------------------------------------------------------ changing equipment


@pytest.fixture
def ines(app: FastAPI, client: TestClient) -> Phone:
    phone = host(client)
    phone.get("items")
    return phone


def now(app: FastAPI, phone: Phone) -> State:
    for table in app.state.service._tables._open.values():
        if phone.key in (table.game.play_key, table.game.host_key):
            state = table.state
            assert isinstance(state, State)
            return state
    raise AssertionError("no such table")


def button(phone: Phone, path: str, label: str) -> dict[str, str]:
    """The fields of the form whose button is called `label` for those who listen."""
    for form in re.findall(r"<form[^>]*>.*?</form>", phone.get(path).text, re.DOTALL):
        named = re.search(r'<button[^>]* aria-label="([^"]*)"', form)
        if named and html.unescape(named[1]).startswith(label):
            fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form)
            return {name: html.unescape(value) for name, value in fields}
    raise AssertionError(f"no button is called {label!r}")


def test_equipping_is_one_tap_with_its_price_and_what_is_free_afterwards_stays_open(app: FastAPI, ines: Phone) -> None:
    put(app, ines.key, played(BOOK, ITEMS.replace("w101 equipped", "w101 upgraded")))
    form = button(ines, "items", "Equip: Pit Pick, 3 stamina")
    assert ines.post("play", form).status_code == 303
    state = now(app, ines)
    assert item_state(state, "w101").equipped
    assert state.explorers[ADA].stamina == 4
    assert not state.agenda, "nothing else could be changed, so it is over"


def test_the_inventory_stays_open_while_something_can_still_be_changed(app: FastAPI, ines: Phone) -> None:
    text = ITEMS.replace("w101 by Ada, w102 by Ada", "w101 by Ada, w104 by Ada").replace(
        "  w101 equipped", "  w101 upgraded"
    )
    put(app, ines.key, played(BOOK, text))
    assert ines.post("play", button(ines, "items", "Equip: Pit Pick")).status_code == 303
    assert [step.type for step in now(app, ines).agenda] == ["using_inventory"]
    assert "Done with the inventory" in ines.text("items")
    assert ines.post("play", button(ines, "items", "Equip: Fish Knife")).status_code == 303
    assert item_state(now(app, ines), "w104").equipped


def test_what_cannot_be_equipped_says_why_before_anything_is_paid(app: FastAPI, ines: Phone) -> None:
    put(app, ines.key, played(BOOK, ITEMS))
    text = ines.text("items")
    assert "It needs 2 of the" in text
    with pytest.raises(AssertionError):
        button(ines, "items", "Equip: Lamplighter's Pole")


def test_the_price_of_changing_equipment_stands_on_both_pages(app: FastAPI, ines: Phone) -> None:
    put(app, ines.key, played(BOOK, ITEMS))
    for page in ("items", "party"):
        assert re.search(r"Use inventory\s+Equip, take off.*?\s+3\s+stamina", ines.text(page))
    form = ines.form("party", "Use inventory")
    assert ines.post("play", form).headers["location"] == f"{ines.base}/items"
    put(app, ines.key, played(BOOK, ITEMS.replace("6/7/4", "6/1/4")))
    assert "This costs 3 stamina; Ada has 1." in ines.text("items")


def test_the_party_page_equips_with_one_tap_too(app: FastAPI, ines: Phone) -> None:
    put(app, ines.key, played(BOOK, ITEMS.replace("w101 equipped", "w101 upgraded")))
    done = ines.post("play", button(ines, "party", "Equip: Pit Pick, 3 stamina"))
    assert done.headers["location"] == f"{ines.base}/items"
    assert item_state(now(app, ines), "w101").equipped


@pytest.mark.parametrize(
    ("begin", "said"),
    [
        ({"type": "UseInventory", "explorer": ADA}, "Unequip Pit Pick"),
        ({"type": "StartTrade", "explorer": ADA, "partner": BRAM}, "Give Pit Pick to Bram"),
        ({"type": "StartTrade", "explorer": ADA, "partner": BRAM}, "Give Smelling Salts to Ada"),
    ],
)
def test_a_trade_or_inventory_tells_its_items_on_every_page(
    app: FastAPI, ines: Phone, begin: dict[str, str], said: str
) -> None:
    put(app, ines.key, played(BOOK, ITEMS, begin))
    for page in ("board", "chapter"):
        text = ines.get(page).text
        assert said in plain(text)
        assert says(text, "Attack: 2 low dice and 1 high die, adjacent (2 stamina)")


@pytest.mark.parametrize("page", ["board", "items", "chapter"])
def test_what_is_somebody_elses_is_never_the_gold_button(app: FastAPI, ines: Phone, page: str) -> None:
    """The partner of a trade may be done with it as well; who began it is asked, and only there it is gold."""
    mara = guest(ines, "Mara")
    ines.post("claim", {"explorer": ADA})
    mara.post("claim", {"explorer": BRAM})
    put(app, ines.key, played(BOOK, ITEMS, {"type": "StartTrade", "explorer": ADA, "partner": BRAM}))
    over = re.compile(r'<button class="([^"]*)"[^>]*>(?:(?!</button>).)*(The trade is over|End it for Ines)')
    own, other = (over.search(phone.get(page).text) for phone in (ines, mara))
    assert own is not None
    assert other is not None
    assert own[2] == "The trade is over"
    assert other[2] == "End it for Ines"
    assert " go " not in f" {other[1]} "


def test_giving_begins_the_trade(app: FastAPI, ines: Phone) -> None:
    put(app, ines.key, played(BOOK, ITEMS))
    assert ines.post("play", button(ines, "items", "Give to Bram: Pit Pick, 2 stamina")).status_code == 303
    state = now(app, ines)
    assert holder_of(state, "w101") == BRAM
    assert [step.type for step in state.agenda] == ["trading"]


# ------------------------------------------------------------------ a chest


def tapped(app: FastAPI, phone: Phone, bram: str, *choices: str) -> State:
    """The state after a chest was opened and each of these was tapped on the page of the board."""
    put(app, phone.key, played(BOOK, CHEST.format(bram=bram), OPEN))
    for choice in choices:
        assert phone.post("play", phone.form("board", choice)).status_code == 303
    return now(app, phone)


@pytest.mark.parametrize(
    ("bram", "pick", "holder", "other"),
    [
        ("h9", "Keep it, destroy the other", ADA, "destroyed"),
        ("h9", "Keep it, put the other back on top", ADA, "draw"),
        ("b10", "Keep it, destroy the other", ADA, "destroyed"),
        ("b10", "Keep it, put the other back on top", ADA, "draw"),
    ],
)
def test_a_chest_asks_for_two_decks_and_one_card_and_no_more(
    app: FastAPI, ines: Phone, bram: str, pick: str, holder: str, other: str
) -> None:
    state = tapped(app, ines, bram, "Weapons", "Apparel", pick)
    assert not state.agenda
    assert holder_of(state, "w101") == holder
    pile = getattr(state.decks["apparel"], other)
    assert (pile[0] if other == "draw" else pile[-1]) == "p101"


def test_a_card_that_is_given_away_leaves_only_what_becomes_of_the_other(app: FastAPI, ines: Phone) -> None:
    state = tapped(app, ines, "b10", "Weapons", "Apparel", "Give it to Bram")
    assert [step.question for step in state.agenda if isinstance(step, Ask)] == ["rest_item"]
    assert says(ines.get("board").text, "Passive: +1 armor.")
    assert ines.post("play", ines.form("board", "It is destroyed")).status_code == 303
    assert holder_of(now(app, ines), "w101") == BRAM


def test_each_deck_of_a_chest_is_asked_for_with_its_place(app: FastAPI, ines: Phone) -> None:
    """The same question never comes twice word for word."""
    tapped(app, ines, "h9")
    assert says(ines.get("board").text, "Card 1 of 2: from which deck does Ada draw?")
    assert ines.post("play", ines.form("board", "Weapons")).status_code == 303
    assert says(ines.get("board").text, "Card 2 of 2: from which deck does Ada draw?")


def test_what_was_drawn_first_is_read_before_the_second_deck_is_picked(app: FastAPI, ines: Phone) -> None:
    tapped(app, ines, "h9", "Weapons")
    text = ines.get("board").text
    assert says(text, "Attack: 2 low dice and 1 high die, adjacent (2 stamina)")
    assert says(text, "Ada draws 2 items and keeps 1; the rest is destroyed or put back on top.")
    assert "Open the cards" not in plain(text)


def test_a_double_tap_keeps_one_card(app: FastAPI, ines: Phone) -> None:
    tapped(app, ines, "b10", "Weapons", "Apparel")
    form = ines.form("board", "Keep it, put the other back on top")
    for _ in range(2):
        assert ines.post("play", form).status_code == 303
    state = now(app, ines)
    assert (holder_of(state, "w101"), state.decks["apparel"].draw[0]) == (ADA, "p101")
    assert not state.agenda


def test_an_answer_sent_ahead_is_left_out_when_its_question_does_not_come_up(app: FastAPI, ines: Phone) -> None:
    tapped(app, ines, "h9", "Weapons", "Apparel")
    form = ines.form("board", "Keep it, destroy the other")
    for then in ('[["hand_item","exp-02"],["rest_item","burn"]]', "[]"):
        put(app, ines.key, played(BOOK, CHEST.format(bram="h9"), OPEN, *answers("weapons", "apparel")))
        fresh = {**form, "then": then, "key": f"k{len(then)}"}
        assert ines.post("play", fresh).status_code == 303
        top = now(app, ines).agenda[-1]
        assert isinstance(top, Ask)
        assert top.question == "rest_item"


def answers(*options: str) -> list[dict[str, Any]]:
    return [{"type": "Answer", "step": "top", "option": option} for option in options]


@pytest.mark.parametrize(
    "then",
    [
        "no json",
        "{}",
        '["rest_item"]',
        '[["a","b","c"]]',
        '[{"type":"FinishTurn"}]',
        '[["a",1]]',
        "[1]",
        "[" * 2000,
        json.dumps([["rest_item", "top"]] * 5),
    ],
)
def test_answers_ahead_that_cannot_be_read_are_refused_before_anything_happens(
    app: FastAPI, ines: Phone, then: str
) -> None:
    with pytest.raises(Malformed):
        read_follows(then)
    tapped(app, ines, "h9", "Weapons", "Apparel")
    before = ines.revision()
    form = ines.form("board", "Keep it, destroy the other")
    assert ines.post("play", {**form, "then": then}).status_code == 422
    assert ines.revision() == before


@pytest.mark.parametrize("deck", ["weapons", "consumables"])
def test_the_list_of_a_deck_says_what_each_card_that_is_seen_says(app: FastAPI, ines: Phone, deck: str) -> None:
    state = played(BOOK, ITEMS)
    lies = state.decks["weapons"]
    gone = tuple(card for card in lies.draw if card in ("w103", "w104"))
    left = tuple(card for card in lies.draw if card not in gone)
    put(app, ines.key, replace(state, decks={**state.decks, "weapons": replace(lies, draw=left, destroyed=gone)}))
    text = ines.text(f"cards/{deck}")
    seen = {*now(app, ines).decks[deck].held, *now(app, ines).decks[deck].destroyed}
    assert seen
    for card in seen:
        for line in item_facts(BOOK.items[card]):
            assert " ".join(line.split()) in text, card
    for card in now(app, ines).decks[deck].draw:
        assert f" {BOOK.items[card].name} " not in text, "what lies face down is not told"


@pytest.mark.parametrize("kind", ["drop", "item"])
def test_rulings_about_items_say_what_the_items_are(app: FastAPI, ines: Phone, kind: str) -> None:
    put(app, ines.key, played(BOOK, ITEMS))
    text = ines.text(f"ruling?kind={kind}")
    for card in ("w101", "w102", "c101", "c102"):
        assert item_facts(BOOK.items[card])[0] in text
    assert "What they say" in text
    assert "What they say" not in ines.text("ruling?kind=pool")


@pytest.mark.parametrize(
    ("items", "idle"), [("", True), ("  consumables held: c101 by Ada", True), ("  weapons held: w101 by Ada", False)]
)
def test_a_use_of_inventory_without_anything_to_do_says_so_before_it_is_paid(
    app: FastAPI, ines: Phone, items: str, idle: bool
) -> None:
    alone = re.sub(r"  Bram 3.*\n", "", ITEMS.partition("decks:")[0])
    bare = alone + (f"decks:\n{items}\n" if items else "")
    put(app, ines.key, played(BOOK, bare))
    said = "There is nothing to equip, take off, lay under or upgrade."
    for page in ("items", "party", "board?at=4,4&unit=exp-01"):
        text = ines.text(page)
        assert "Use inventory" in text or page.startswith("board")
        assert "Change equipment" not in text
        assert (said in text) == idle or (page.startswith("board") and "Use inventory" not in text), page
        if page == "items" and idle:
            assert text.index("Not now") < text.index("Use inventory") < text.index(said), "below what explains"


def test_a_consumable_is_used_from_the_party_page_too(app: FastAPI, ines: Phone) -> None:
    found = 0
    for card, item in BOOK.items.items():
        if item.kind != "consumable":
            continue
        bare = ITEMS.partition("decks:")[0]
        put(app, ines.key, played(BOOK, f"{bare}decks:\n  consumables held: {card} by Ada\n"))
        plays = {
            move.replace("&#34;", '"').replace("&quot;", '"')
            for move in re.findall(r'name="move" value="([^"]*PlayAbility[^"]*)"', ines.get("items").text)
        }
        party = html.unescape(ines.get("party").text)
        for move in (move for move in plays if f'"{card}"' in move):
            assert move in party, card
            found += 1
        if found > 2:
            break
    assert found > 2
