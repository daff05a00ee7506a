"""What lasts and which bands happen, in the log: words as on the cards, never the pack's own names and signs."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from app.packs import builtin
from app.rules import events as ev
from app.rules.state import Lasting, PickedValue
from app.rules.steps import matching
from app.rules.vocabulary import NUMBERS as WHAT_CHANGES
from app.rules.vocabulary import SETTABLE
from app.web.messages import Words
from app.web.messages_effects import NUMBERS, _steps, lasting_began, rolls_of, steps_resolved, value_words
from app.web.messages_names import NUMBERS as NAMES
from app.web.messages_rulings import value_name
from tests.web.board_scene import begun

BOOK = builtin()
WORDS = Words(BOOK)
ADA = "exp-01"
CLOCK = next(card for card, one in BOOK.encounters.items() if one.name == "The Overwound Clock")


def began(what: str, n: int, who: str = "each_monster", unit: str = "", until: str = "this_round") -> str:
    return lasting_began(WORDS, ev.LastingBegan(Lasting("modify", what, n, who, unit, CLOCK, until, 1)))


def test_a_change_is_told_as_the_card_says_it() -> None:
    assert began("moves", -1) == "The Overwound Clock: each monster has 1 move less until the next explorer phase ends."
    assert (
        began("moves", 2, unit=ADA) == "The Overwound Clock: Ada has 2 moves more until the next explorer phase ends."
    )
    assert began("cost_explore", -1, "acting", ADA).endswith(
        ": exploring costs Ada 1 stamina less until the next explorer phase ends."
    )
    assert "Ada has 1 high die more for the next attack" in began("high_dice", 1, "acting", ADA, "next_attack")


def test_every_number_that_cards_change_has_words() -> None:
    assert set(NUMBERS) == set(WHAT_CHANGES)


@pytest.mark.parametrize(
    ("what", "n", "said"),
    [
        ("moves", 1, "each monster has 1 move until"),
        ("moves", 0, "each monster has no moves until"),
        ("cost_trade", 0, "trading costs each monster no stamina until"),
        ("push_spaces", 2, "each monster is pushed 2 spaces until"),
        ("printed_spawn", 0, "the printed spawn rating is 0 until"),
        ("stamina_next_round", 4, "each monster has 4 stamina until"),
    ],
)
def test_what_a_number_is_set_to_is_told_without_more_or_less(what: str, n: int, said: str) -> None:
    lasting = Lasting("modify", what, n, "each_monster", "", CLOCK, "this_round", 1, sets=True)
    assert f": {said}" in lasting_began(WORDS, ev.LastingBegan(lasting))


@pytest.mark.parametrize("what", sorted(SETTABLE))
def test_every_number_that_is_set_has_a_name_and_its_values_words(what: str) -> None:
    told = value_words(WORDS, f"{what} 3 {ADA} {CLOCK} env-05")
    assert told.startswith("The Overwound Clock and The Tide Below: ")
    assert "3" in told
    assert not re.search(r"[_{}|]|more|less|higher|lower", told)
    assert WORDS.one("number", what) == NAMES[what]


def test_names_are_of_numbers_that_are_set() -> None:
    assert set(NAMES) == SETTABLE


@pytest.mark.parametrize("label", ["", "moves", "moves two m1 env-05", "nothing 3 m1 env-05", "Lose 1 health"])
def test_a_label_of_another_kind_is_no_value(label: str) -> None:
    assert value_words(WORDS, label) == ""


def test_whose_number_it_is_is_told_of_all_of_them() -> None:
    assert value_words(WORDS, "moves 1 each_monster env-05") == "The Tide Below: each monster has 1 move"
    assert value_words(WORDS, f"will 1 {ADA},exp-02 env-05") == "The Tide Below: each of Ada and Bram has 1 will"


def test_a_value_that_a_ruling_picks_is_told_with_the_cards_that_say_it() -> None:
    other = next(card for card in BOOK.encounters if card != CLOCK)
    among = {1: (f"{CLOCK} 1", f"{other} 3"), 2: (f"{CLOCK} 1", f"{other} 1", "enc-09 3")}
    names = [BOOK.encounters[card].name for card in (CLOCK, other)]
    for cards, said in ((1, f"{names[0]} says"), (2, f"{names[0]} and {names[1]} say")):
        state = replace(begun(), picked=(PickedValue("moves", 3, among[cards]),))
        assert value_name(Words(BOOK, state), "moves", 1) == f"1 counts for the moves of a monster, as {said}"


def test_a_value_of_the_table_and_of_no_card_has_words() -> None:
    assert value_words(WORDS, "printed_spawn 7 - -") == "the printed spawn rating is 7"


@pytest.mark.parametrize("what", sorted(WHAT_CHANGES))
@pytest.mark.parametrize("n", [-2, -1, 1, 2])
def test_no_change_is_told_with_a_sign_or_a_name_of_the_pack(what: str, n: int) -> None:
    said = began(what, n)
    assert re.search(rf"\b{abs(n)}\b", said)
    assert not re.search(r"[+_{}|]|-\d", said)


def test_every_band_of_the_pack_is_named_by_what_is_printed() -> None:
    tried = 0
    for card in BOOK.cards:
        for *_, ability in BOOK.abilities_of(card):
            for steps in _steps(ability.do):
                if steps.mode == "count":
                    continue
                for total in range(-2, 9):
                    bands = matching(steps, total)
                    said = steps_resolved(WORDS, ev.StepResolved(card, ADA, total, bands))
                    assert all(rolls_of(steps.bands[band]) in said for band in bands), said
                    assert "option" not in said
                    assert bands or said.endswith("nothing happens.")
                    tried += 1
    assert tried > 50


def test_a_card_that_the_pack_has_not_any_more_still_has_a_line() -> None:
    assert "number 2" in steps_resolved(WORDS, ev.StepResolved("gone", ADA, 3, (1,)))
