"""Every code of the rules has words, and the words name what they should."""

from __future__ import annotations

import re
import typing

import pytest

from app.packs import builtin
from app.rules import events, moves
from app.rules.agenda import Ask, Step
from app.rules.board import layout
from app.rules.cards import Book
from app.rules.ledger import LEDGER
from app.rules.position import read_position
from app.rules.settings import CHOICES, COSTS, setting_names
from app.rules.state import DECKS
from app.rules.verdicts import Reason
from app.rules.visibility import HIDDEN
from app.web.check_text import check_text
from app.web.messages import Words
from app.web.messages_events import LINES, PAYING, SILENT, happened, said
from app.web.messages_instead import instead
from app.web.messages_moves import LABELS
from app.web.messages_names import COVERED, counted, listed
from app.web.messages_play import NOTES
from app.web.messages_questions import QUESTIONS, WAITING, asked, option_words
from app.web.messages_reasons import OURS, REASONS, sentence
from app.web.messages_settings import SETTINGS, setting_value
from app.web.render import environment
from tests.web.rule_codes import SERVICE, WEB, Codes, Use, collect

#: Facts that stand in for whatever the rules put there.
SAMPLES: dict[str, str | int | tuple[str, ...]] = {
    "who": "exp-01",
    "space": "0,0",
    "spaces": ("0,0", "1,0"),
    "a": "0,0",
    "b": "1,0",
    "edge": "0,0,E",
    "cells": ("0,0",),
    "area": "(2, 2)",
    "what": "stamina",
    "needed": 2,
    "there": 1,
    "n": 2,
}
#: Codes whose facts the sample above does not fit.
SPECIAL: dict[str, dict[str, str | int | tuple[str, ...]]] = {
    "wrong_phase": {"needed": "explorer", "phase": "spawn"},
    "covers_space": {"what": ("*", "S")},
    "explorer_would_go": {"who": ("exp-01", "exp-02")},
    "unfinished_explorers": {"who": ("exp-01",)},
}
NUMBERS = {"needed", "there", "n", "least", "most", "value", "cap", "x", "y", "face", "limit", "far", "left", "room"}


@pytest.fixture(scope="module")
def book() -> Book:
    return builtin()


@pytest.fixture(scope="module")
def codes() -> Codes:
    return collect()


def facts_of(code: str, use: Use) -> dict[str, str | int | tuple[str, ...]]:
    made: dict[str, str | int | tuple[str, ...]] = {
        name: SAMPLES.get(name, 3 if name in NUMBERS else "some_word") for name in use.facts
    }
    return {**made, **{k: v for k, v in SPECIAL.get(code, {}).items() if k in made}}


def assert_sentence(text: str) -> None:
    assert not re.search(r"[{}]|\bNone\b|\(\)", text), text
    assert text[0] == text[0].upper(), text
    assert text.rstrip("”")[-1] in ".?!:", text
    assert 5 < len(text) < 200, text


def test_the_scan_finds_the_codes_of_the_rules(codes: Codes) -> None:
    assert len(codes.reasons) > 40
    assert len(codes.notes) > 10
    assert len(codes.questions) > 8
    # The only code that is made elsewhere: what `setting_problem` answers.
    assert codes.unclear == ["house_rules.py:check_setting"]


def test_every_reason_has_a_sentence_that_needs_no_more_facts_than_it_is_given(book: Book, codes: Codes) -> None:
    reasons = {**codes.reasons, "unknown_setting": [], "unknown_value": []}
    assert set(reasons) - set(REASONS) == set(), "reasons without words"
    assert set(REASONS) - set(reasons) == set(), "words without a reason"
    for code, uses in codes.reasons.items():
        for use in uses:
            facts = facts_of(code, use)
            text = sentence(Words(book), Reason(code, "BG-1", tuple(sorted(facts.items()))))
            assert not text.startswith("Not possible:"), f"{code} at {use.place}: {sorted(use.facts)}"
            assert_sentence(text)


def test_every_reason_names_a_row_of_the_ledger(codes: Codes) -> None:
    for code, uses in codes.reasons.items():
        for use in uses:
            for rule in filter(None, use.rule.split("|")):
                assert rule in LEDGER, f"{code} at {use.place} names {rule}"


def test_every_note_has_a_sentence(book: Book, codes: Codes) -> None:
    assert set(codes.notes) == set(NOTES)
    for code in codes.notes:
        what = "Lift it." if code == "carried_out" else "exp-01"
        assert_sentence(happened(Words(book), events.Noted(code, "AM-1", what, 2)))


def test_every_question_has_a_sentence(book: Book, codes: Codes) -> None:
    patterns = {code: re.compile(code.replace("*", ".+")) for code in codes.questions}
    for code, pattern in patterns.items():
        assert any(pattern.fullmatch(known) for known in QUESTIONS), f"{code} has no words"
    for known in QUESTIONS:
        assert any(pattern.fullmatch(known) for pattern in patterns.values()), f"{known} is never asked"
        for labels in ((), ("exp-01",)):
            for card in ("", "exp-01"):
                ask = Ask(1, "key", known, "exp-01", ("a", "b"), labels, "AM-2", card)
                assert_sentence(asked(Words(book), ask))


def test_every_type_of_event_has_a_line_or_is_silent_on_purpose() -> None:
    kinds = set(typing.get_args(events.Event))
    assert kinds == set(LINES) | SILENT
    assert not set(LINES) & SILENT


def test_every_type_of_move_has_a_label() -> None:
    assert set(typing.get_args(moves.Move)) == set(LABELS)


def test_every_house_rule_has_words_for_each_of_its_values() -> None:
    assert set(SETTINGS) == set(setting_names())
    for name, words in SETTINGS.items():
        assert words.name
        assert words.why[-1] in ".?"
        if name in (*COSTS, "rating_max"):
            assert setting_value(name, 4) == "4"
        else:
            assert set(words.values) == set(CHOICES[name]), name
            for value in CHOICES[name]:
                assert setting_value(name, value) == words.values[value]
    assert setting_value("max_area", "2x5") == "2 by 5 tiles"


def test_the_service_and_the_web_word_their_own_refusals(book: Book) -> None:
    used = {**collect(SERVICE).reasons}
    for code, uses in collect(WEB).reasons.items():
        used.setdefault(code, []).extend(uses)
    assert set(used) - set(OURS) - set(REASONS) == set(), "refusals without words"
    for code, uses in used.items():
        for use in uses:
            facts = {name: SAMPLES.get(name, 3 if name in NUMBERS else "some_word") for name in use.facts}
            if code == "malformed":
                facts = {"field": "move.edge", "fault": "is wrong"}
            text = sentence(Words(book), Reason(code, "", tuple(sorted(facts.items()))))
            assert not text.startswith("Not possible:"), f"{code} at {use.place}: {sorted(use.facts)}"
            assert_sentence(text)


def test_an_unknown_code_gets_a_general_sentence_with_the_rules_title(book: Book) -> None:
    text = sentence(Words(book), Reason("gravity_off", "EX-1"))
    assert text == "Not possible: gravity off (Exploring)."
    assert sentence(Words(book), Reason("gravity_off", "ZZ-9")) == "Not possible: gravity off."
    assert happened(Words(book), events.Noted("gravity_off", "EX-1")) == "Gravity off."


def test_a_reason_with_facts_of_another_shape_never_crashes(book: Book) -> None:
    for code in REASONS:
        assert sentence(Words(book), Reason(code, "BG-1"))
        odd = tuple((name, ("?", "x,y")) for name in (*SAMPLES, "phase", "status", "card", "mark", "wanted", "now"))
        assert sentence(Words(book), Reason(code, "BG-1", odd))


def test_figures_and_names_stand_in_the_sentence(book: Book) -> None:
    short = Reason("not_enough", "EX-1", (("needed", 2), ("there", 1), ("what", "stamina"), ("who", "exp-01")))
    assert sentence(Words(book), short) == "This costs 2 stamina; Ada has 1."
    tokens = Reason("not_enough_tokens", "TK-2", (("needed", 1), ("there", 0), ("what", "spawn")))
    assert sentence(Words(book), tokens) == "This costs 1 spawn token; 0 are there."


def test_names_of_people_go_in_as_they_are(book: Book) -> None:
    words = Words(book, seats={"s1": "<b>Mara</b>"})
    chosen = events.Chosen(1, "carry_out", "done", "done", "s1")
    assert happened(words, chosen) == "<b>Mara</b> answered: Done."


def test_alternatives_are_worded_and_cut_short(book: Book) -> None:
    words = Words(book)
    few = Reason("edge_explored", "EX-1", (("edge", "0,0,N"),), ("N", "W"))
    assert instead(words, few) == "Legal instead: the north or west edge."
    tile = Reason("edge_explored", "EX-1", (), ("0,0,N", "0,0,W"))
    assert instead(words, tile) == "Legal instead: the north or west edge of an empty cell."
    spaces = Reason("too_far", "BG-1", (), ("0,0", "1,0"))
    assert instead(words, spaces) == "Within reach: an empty cell a1 or b1."
    faces = Reason("covers_space", "TR-3", (), ("a N", "b W"))
    one_face = Reason("covers_space", "TR-3", (), ("a N", "a W"))
    assert instead(words, one_face) == "Legal instead: face A on the north or west edge."
    assert instead(words, faces) == "Legal instead: face A on the north edge or face B on the west edge."
    many = Reason("not_an_option", "AM-2", (), tuple("NESWNESWN"))
    assert instead(words, many).endswith("and 3 more.")
    assert instead(words, Reason("no_exit", "CH-9")) == ""


@pytest.mark.parametrize(("value", "noun", "expected"), [(1, "step", "1 step"), (0, "charge", "0 charges")])
def test_counting(value: int, noun: str, expected: str) -> None:
    assert counted(value, noun) == expected


def test_listing() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"], "or") == "a, b or c"


def test_answers_are_worded(book: Book) -> None:
    assert option_words(Words(book), "choose", "1", "Pay the piper") == "Pay the piper"
    assert option_words(Words(book), "move_to", "stay") == "Stay where it is"
    assert option_words(Words(book), "which_explorer", "exp-02") == "Bram"


def test_the_ledger_names_every_house_rule_and_no_other() -> None:
    named = {setting for row in LEDGER.values() for setting in row.settings}
    assert named == set(setting_names())
    for row in LEDGER.values():
        assert row.title
        assert row.where.split(",")[0] in ("Vivarium rulebook", "4.0 update", "Base game", "Reading")
        assert row.text.endswith(".")


def test_every_kind_of_step_has_words_for_when_it_waits() -> None:
    kinds = {typing.get_args(typing.get_type_hints(kind)["type"])[0] for kind in typing.get_args(Step)}
    assert kinds - {"ask", "exploration"} == set(WAITING)


@pytest.mark.parametrize("deck", DECKS)
def test_a_card_that_lies_face_down_is_one_of_its_kind_and_has_no_name(book: Book, deck: str) -> None:
    places = typing.get_args(typing.get_type_hints(events.CardMoved)["to"])
    assert len(places) > 6
    for to in places:
        for drawn in (True, False):
            for holder in ("env-01",) if to == "stored" else ("exp-01", "0,0", ""):
                line = happened(Words(book), events.CardMoved(deck, HIDDEN, to, holder=holder, drawn=drawn))
                assert "hidden" not in line
                assert "?" not in line
                assert not line or re.search(r"\b[Aa]n? [a-z]", line), line
                assert line[:1] == line[:1].upper()


def test_a_refusal_by_a_reading_says_so() -> None:
    chip = environment().from_string("{% import 'macros/parts.html' as parts %}{{ parts.rule(id) }}")
    assert ">RD-7 · reading<" in chip.render(id="RD-7")
    assert ">EX-1<" in chip.render(id="EX-1")
    text = "round: 1, horror phase\ntiles:\n  14a at 0,0\nexplorers:\n  Ada at e4 of 0,0\n"
    move = 'move: {"type": "PlayAbility", "explorer": "exp-01", "card": "rav-01", "at": "bottom.1.0"}'
    assert "[RD-7, When active abilities are played, a reading]" in check_text(builtin(), f"{text}{move}")[1]


def test_a_destroyed_mark_is_told_by_what_stood_there_and_never_as_the_space(book: Book) -> None:
    state = read_position(book, "tiles:\n  90 at 0,0\n".replace("90", "14a"))
    features: dict[str, tuple[int, int]] = {}
    for space, char in layout(book.faces, state.board).spaces.items():
        features.setdefault(char, space)
    words = Words(book, state)
    told = {char: happened(words, events.SpaceMarked(at, "destroyed", "", "BG-5")) for char, at in features.items()}
    assert told
    for char, line in told.items():
        assert not line.startswith(words.place(features[char])), line
        if char in COVERED:
            assert COVERED[char].split(" ", 1)[-1] in line, line
    away = (500, 500)  # the tile has left since
    assert re.search("trap lever.* spent", happened(words, events.SpaceMarked(away, "destroyed", "", "TL-3")))
    assert "barrel" in happened(words, events.SpaceMarked(away, "destroyed", "", "XB-1"))


def test_the_price_stands_with_the_deed_and_not_with_what_came_of_it(book: Book) -> None:
    paid = events.PoolChanged("exp-01", "stamina", 4, 2, sorted(PAYING)[0])
    for units in ((), ("exp-02",)):
        traps = events.TrapsTriggered("exp-01", (0, 0), units, (("exp-03", ()),))
        (line,) = said(Words(book), (paid, traps))
        assert line.startswith("Ada triggered the traps for 2 stamina, 2 left: "), line
        assert "stamina" not in line.partition(": ")[2]


def test_a_card_that_speaks_of_its_own_bearer_is_named_once(book: Book) -> None:
    words = Words(book, None, cards={"m1": "mon-101"})
    name = book.monsters["mon-101"].name
    at = next(at for at, _, _, _ in book.monsters["mon-101"].abilities())
    line = happened(words, events.AbilityBegan("mon-101", at, "m1"))
    assert line.count(name) == 1
    assert " for " not in line.partition(":")[0]


@pytest.mark.parametrize(
    ("space", "said"),
    [
        ("4,10", "Off the map, south of {0} e10"),
        ("3,-1", "Off the map, north of {0} d1"),
        ("-1,7", "Off the map, west of {0} a8"),
        ("10,10", "Off the map, south of {1} a10"),
        ("20,10", "Off the map, south-east of {1} j10"),
        ("12,-1", "Off the map, north of {1} c1"),
        ("9,0", "{0} j1"),
    ],
)
def test_a_way_off_the_map_is_told_from_the_nearest_space(book: Book, space: str, said: str) -> None:
    """A push or pull may lead where no map tile lies (BG-11): told so that two such ways differ, never as a cell."""
    state = read_position(book, "tiles:\n  14a at 0,0\n  09b at 1,0\nexplorers:\n  Ada at e4 of 0,0\n")
    words = Words(book, state)
    tiles = [words.tile((0, 0)), words.tile((1, 0))]
    assert option_words(words, "push_way", space) == said.format(*tiles)
