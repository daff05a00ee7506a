"""The example of docs/packs.md is a pack, and the document tells the truth about the format."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import get_args

import pytest

import app.rules
from app.packs import load_pack, read_pack
from app.packs.abilities import TRIGGERS
from app.packs.conditions import MODIFIED, SUBJECTS, Scope
from app.packs.fields import Field, Fields, Place
from app.packs.reading import Value
from app.packs.verbs import PLAY_VERBS, VERBS, WHO, WORDS, effects
from app.rules import vocabulary
from app.rules.cards_story import WayOn
from app.rules.effects import AddToken, EachExplorer, Effect, End, If, Lose, Restore, Text
from app.rules.vocabulary import Condition, Price
from tests.packs.example import DOCS, EXAMPLE, PackFolder
from tests.support import casebook


def test_the_example_loads_without_a_warning(pack_folder: PackFolder) -> None:
    assert set(EXAMPLE) == {"pack.yaml", "chapters.yaml", "scenarios.yaml", "horror_events.yaml"}
    pack = read_pack(pack_folder())
    assert pack.warnings == ()
    assert (pack.book.id, pack.book.name, pack.book.version) == ("cellar", "The Cellar", "1")
    assert pack.threat_positions == 5
    assert (pack.barrel.armor, pack.barrel.will, pack.barrel.low, pack.barrel.high) == (2, 2, 0, 2)
    assert [(one.health, one.stamina, one.essence) for one in pack.recharge] == [(0, 0, 1), (1, 0, 1)]


def test_the_example_becomes_the_typed_cards_that_it_says(pack_folder: PackFolder) -> None:
    book = load_pack(pack_folder())
    panel, option, ability = book.ability("cellar-01", "bottom.0.0")
    assert (panel.heading, panel.charges, panel.kind, option) == ("The grate", 2, "plain", None)
    assert ability.text == "Active (1 stamina, 1 charge): Each explorer restores 1 essence. Add 1 spawn token (max 3)."
    assert ability.price == Price(stamina=1, charges=1)
    assert ability.do == (Restore("each_explorer", "essence", 1), AddToken("spawn", 1, 3))
    _, _, gone = book.ability("cellar-01", "bottom.0.1")
    assert (gone.kind, gone.trigger) == ("when", "charges_gone")
    assert gone.do == (Text("Spawn 1 monster on any tile."),), "bare 'text' is the sentence without its opening"
    assert book.ability("cellar-02", "top.0.0")[2].do == (End(True),)
    assert book.chapters["cellar-01"].way_on == WayOn("chapter_space")
    assert book.chapters["cellar-01"].printed("spawn") == 2
    assert book.chapters["cellar-02"].faces[1].panels == ()
    draught = book.horror_events["hev-cellar"]
    assert not draught.core
    [(_, _, _, enters)] = draught.abilities()
    has_some = If((Condition("essence", least=1),), (Lose("acting", "essence", 1),), (Lose("acting", "health", 1),))
    assert enters.do == (EachExplorer((has_some,)),)
    scenario = book.scenarios["cellar"]
    assert scenario.lengths[0].chapters == ("cellar-01", "cellar-02")
    assert scenario.horror_events == ("hev-cellar",)


def test_the_document_names_every_verb_trigger_subject_and_who() -> None:
    words = set(re.findall(r"[a-z_]+", DOCS.read_text("utf-8")))
    words_of_modifiers = {*vocabulary.NUMBERS, *vocabulary.FORBIDDEN, *vocabulary.ALLOWED}
    missing = {*VERBS, *PLAY_VERBS, *WORDS, *TRIGGERS, *SUBJECTS, *WHO, *MODIFIED, *words_of_modifiers} - words
    assert not missing


def test_the_document_names_every_key_and_every_word_that_a_pack_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that the readers know when they read the built-in pack and the cards of the rule cases."""
    known: set[str] = set()
    fields, one_of = Field.fields, Field.one_of

    def keys(where: Field, names: Collection[str], needed: Collection[str] = ()) -> Fields:
        known.update(names)
        return fields(where, names, needed)

    def words(where: Field, names: Sequence[str]) -> str:
        known.update(names)
        return one_of(where, names)

    monkeypatch.setattr(Field, "fields", keys)
    monkeypatch.setattr(Field, "one_of", words)
    casebook.book.__wrapped__()
    assert {"trigger_condition", "may_ethereal", "hand_adjacent", "each_tile", "upgrade_trait"} <= known, "it looks"
    text = DOCS.read_text("utf-8")
    assert sorted(word for word in known if not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)) == []


def test_a_pack_can_use_every_trigger_that_the_rules_set_off() -> None:
    sources = Path(app.rules.__file__ or "").parent.glob("*.py")
    fired = {name for file in sources for name in re.findall(r'\btrigger\(\s*run, "(\w+)"', file.read_text("utf-8"))}
    assert "new_round" in fired
    assert fired <= set(TRIGGERS)


def test_every_verb_becomes_an_effect_of_its_own() -> None:
    """One way to write each verb of the document, and no two become the same kind of effect by a slip."""
    written: dict[str, Value] = {
        "lose": {"health": 1},
        "restore": {"health": 1},
        "add_token": {"spawn": 1},
        "lose_token": {"spawn": 1},
        "charge": 1,
        "threat": 1,
        "rating": {"spawn": 1},
        "invoke": "encounters",
        "reinvoke": "encounters",
        "choose": {"options": [{"label": "a"}, {"label": "b"}]},
        "each_explorer": ["advance"],
        "each": {"who": "each_monster", "do": ["advance"]},
        "teleport": {"where": "own_tile"},
        "move": {"n": 1},
        "push_back": 1,
        "unlock": "Stops",
        "lock": {"panel": "Stops", "least": 1},
        "end": "won",
        "text": "Trigger traps.",
    }
    assert set(written) == set(VERBS)
    items: list[Value] = [{verb: value} for verb, value in written.items()]
    items += [*WORDS, {"if": {"monsters": "none"}, "then": ["advance"]}]
    place = Place("here.yaml")
    found = effects(Field(items, "do", place), Scope("Enters play: Something."))
    assert place.problems == []
    kinds = [type(effect) for effect in found]
    assert len(kinds) == len(items)
    assert set(kinds) <= set(get_args(Effect))
    assert kinds.count(Text) == 2, "with words and without"
    assert len(set(kinds)) == len(kinds) - 1
