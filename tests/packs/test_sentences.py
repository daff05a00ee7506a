"""What a sentence of the built-in pack says about who, how many and whether, its data say too: each a whole kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from app.packs import builtin
from app.packs.verbs import every
from app.rules.cards_text import Ability
from app.rules.cards_units import MonsterCard
from app.rules.effects import (
    Choose,
    Effect,
    ExploreFree,
    HandItem,
    If,
    Look,
    PushUnits,
    Reinvoke,
    Reroll,
    Steps,
    Trade,
)

BOOK = builtin()
ABILITIES = [(f"{card.id} {at}", ability) for card in BOOK.cards.values() for at, _, _, ability in card.abilities()]


def sentences(ability: Ability) -> Iterator[tuple[str, tuple[Effect, ...]]]:
    """The clauses of an ability, each with the verbs that carry it out: bands and options have their own."""
    inner = [verb for verb in every(ability.do) if isinstance(verb, Steps | Choose)]
    for verb in inner:
        if isinstance(verb, Steps):
            yield from ((band.text, tuple(every(band.do))) for band in verb.bands)
        else:
            yield from ((choice.label, tuple(every(choice.do))) for choice in verb.options if choice.do)
    if not inner:
        yield ability.text, tuple(every(ability.do))


def words(value: Any) -> Iterator[Any]:
    """Every value that stands anywhere in a verb."""
    if is_dataclass(value):
        for field in fields(value):
            yield from words(getattr(value, field.name))
    elif isinstance(value, tuple):
        for one in value:
            yield from words(one)
    else:
        yield value


ANY = [
    (name, ability) for name, ability in ABILITIES if re.search(r"\b[Aa]ny explorer\b(?!’s|'s|s)", ability.text or "")
]


@pytest.mark.parametrize(("name", "ability"), ANY, ids=[name for name, _ in ANY])
def test_any_explorer_is_any_and_not_the_one_who_drew_the_card(name: str, ability: Ability) -> None:
    """What any explorer does, or has done to it, is the group's to give to whom it likes (AM-2)."""
    said = set(words(ability.do))
    handed = "hand_any" in said
    picked = any(
        getattr(verb, key, None) is not None and getattr(getattr(verb, key), "kind", "") == "explorer"
        for verb in every(ability.do)
        for key in ("who", "target")
    )
    assert "any_explorer" in said or handed or picked, name


EXPLORING = [(n, text, v) for n, a in ABILITIES for text, vs in sentences(a) for v in vs if isinstance(v, ExploreFree)]


@pytest.mark.parametrize(("name", "text", "verb"), EXPLORING, ids=[name for name, *_ in EXPLORING])
def test_exploring_may_be_left_only_where_the_sentence_says_may(name: str, text: str, verb: ExploreFree) -> None:
    assert verb.optional == ("may explore" in text), name
    assert (verb.who == "any_explorer") == ("Any explorer explores" in text), name


HANDS = [
    (name, text, verbs)
    for name, a in ABILITIES
    for text, verbs in sentences(a)
    if re.search(r"\b[Hh]ands? 1 item", text)
]
TRADES = [(name, text) for name, a in ABILITIES for text, vs in sentences(a) if any(isinstance(v, Trade) for v in vs)]


def test_who_hands_over_one_item_does_not_trade() -> None:
    """A trade gives nothing or everything, both ways; a card that says so speaks of trading."""
    assert HANDS
    for name, _, verbs in HANDS:
        found = [verb for verb in verbs if not isinstance(verb, Choose | If)]
        assert any(isinstance(verb, HandItem) for verb in found), name
        assert not any(isinstance(verb, Trade) for verb in found), name
    assert TRADES
    assert [name for name, text in TRADES if not re.search(r"\btrades?\b", text, re.I)] == []


@pytest.mark.parametrize("monster", BOOK.monsters.values(), ids=lambda monster: monster.id)
def test_a_monster_that_moves_after_its_attack_has_moves_for_it(monster: MonsterCard) -> None:
    said = re.search(r"attacks[^.]*, then moves (\d+)", monster.behaviour)
    assert monster.moves_after == (int(said[1]) if said else 0), monster.id
    assert said or not re.search(r"attacks\b.*\bmoves\b", monster.behaviour), "said in words that this test cannot read"


FORCED = [(n, text, v) for n, a in ABILITIES for text, vs in sentences(a) for v in vs if isinstance(v, PushUnits)]


@pytest.mark.parametrize(("name", "text", "verb"), FORCED, ids=[name for name, *_ in FORCED])
def test_up_to_so_many_spaces_lets_fewer_be_chosen(name: str, text: str, verb: PushUnits) -> None:
    assert verb.up_to == bool(re.search(r"\b(push|pull)[^.;,]* up to \d+ spaces", text, re.I)), name


def test_what_is_reinvoked_as_it_is_the_one_that_was_picked() -> None:
    for name, ability in ABILITIES:
        said = "reinvoke it" in (ability.text or "")
        verbs = list(every(ability.do))
        assert said == any(isinstance(verb, Look) and verb.reinvoke for verb in verbs), name
        assert not (said and any(isinstance(verb, Reinvoke) for verb in verbs)), name


def test_low_dice_that_an_augment_lets_roll_again_are_low_and_the_weapons_own() -> None:
    found = [item for item in BOOK.items.values() if re.search(r"reroll its low dice", item.augment)]
    assert found
    low = {
        item.id
        for item in BOOK.items.values()
        for *_, a in item.abilities()
        for verb in every(a.do)
        if isinstance(verb, Reroll) and (verb.dice, verb.n, a.item) == ("low", 0, "augment")
    }
    assert {item.id for item in found} == low
