"""Whatever a card can ask for, its refusal says what is asked and what is there."""

from __future__ import annotations

import pytest

from app.packs import builtin
from app.packs.conditions import NAMING, SUBJECTS
from app.rules import decide
from app.rules import moves as mv
from app.rules.conditions import About, holds, need_not_met
from app.rules.position import read_position
from app.rules.vocabulary import Condition
from app.web.messages import Words
from app.web.messages_conditions import FLAGS
from app.web.messages_instead import instead
from app.web.messages_reasons import sentence
from tests.support.players import Seeded, everyone

BOOK = builtin()
TEXT = """\
scenario: shape-of-god, long, patients
chapter: sog-11
tokens: horror 2
ratings: spawn 3, horror 3
tiles:
  14a at 0,0
  09b at 0,-1
explorers:
  Ada 5/5/2 at e4 of 0,0
  Bram at f4 of 0,0
"""
STATE = read_position(BOOK, TEXT)
#: What each condition that names something can name here.
OF = {
    "open_options": "Shutdown",
    "charges_panel": "Shutdown",
    "chosen": "Sign it",
    "items_with_trait": "melee",
    "items_of_kind": "weapon",
    "equipped": "w101",
    "variation": "inspectors",
    "length": "short",
}
BOUNDS = [(70, None), (None, 0), (2, 2), (60, 80), (1, None), (None, 1), (1, 1)]


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize(("least", "most"), BOUNDS)
def test_every_condition_that_is_not_met_says_what_is_asked_and_what_is_there(subject, least, most):
    condition = Condition(subject, least, most, OF[subject] if subject in NAMING else "")
    about = About("sog-11", "bottom.0.0", "exp-01")
    if holds(BOOK, STATE, condition, about):
        return
    why = need_not_met(BOOK, STATE, condition, about, "CH-8")
    said = sentence(Words(BOOK, STATE), why)
    assert not any(raw in said for raw in ("is not met", "_", "{")), said
    assert BOOK.card("sog-11").name in said, "who asks is named"
    if subject in FLAGS:
        assert "; now " in said
    else:
        figure = dict(why.params)["there"]
        assert str(figure or "none") in said.rpartition(";")[2] or (figure == 0 and "0" in said.rpartition(";")[2]), (
            said
        )
    for limit in {least, most} - {None, 0}:
        assert subject in FLAGS or str(limit) in said.partition(";")[0], said


def test_what_is_refused_where_it_would_be_met_elsewhere_names_the_map_tiles():
    where = Condition("on_lit_tile", most=0)
    lit = read_position(BOOK, TEXT + "lit tiles: 14a | 09b\n")
    about = About("sog-11", "bottom.0.0", "exp-01")
    words = Words(BOOK, STATE)
    for condition in (where, Condition("on_tile_with_chapter_space", least=1), Condition("on_lit_tile", least=1)):
        why = need_not_met(BOOK, lit, condition, about, "CH-8")
        cells = [value.removeprefix("tile ") for value in why.alternatives]
        told = instead(words, why)
        assert bool(told) == bool(cells)
        for cell in cells:
            assert words.tile(cell) in told
            there = read_position(
                BOOK, TEXT.replace("e4 of 0,0", f"e4 of {cell}") + "lit tiles: 14a | 09b\n", check=False
            )
            assert holds(BOOK, there, condition, about)


def test_a_shutdown_is_refused_with_the_figures():
    text = TEXT + "counts:\n  sog-11 Shutdown open 2\n"
    state = read_position(BOOK, text)
    said = set()
    for at, _, _, ability in BOOK.abilities_of("sog-11"):
        if any(need.subject == "open_options" for need in ability.needs):
            verdict = decide(BOOK, state, mv.PlayAbility("exp-01", "sog-11", at), everyone("exp-01"), Seeded(1))
            said |= {sentence(Words(BOOK, state), why) for why in getattr(verdict, "reasons", ())}
    assert "Shape of God asks for 1 or fewer open options (“Shutdown”); now: 2." in said
