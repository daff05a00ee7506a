"""A game may end in the middle of anything (BG-7): whatever falls due then stays as it is, and the table is sound."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.packs import builtin
from app.rules import By, Legal, decide, violations
from app.rules import changes as ch
from app.rules import moves as mv
from app.rules.position import read_position
from tests.support.players import Scripted

TEXT = """
tiles:
  14a at 0,0
explorers:
  Ada at e4 of 0,0
  Bram at f4 of 0,0
"""


@pytest.mark.parametrize("outcome", ["won", "lost"])
def test_an_explorer_without_health_whose_death_is_due_does_not_keep_the_game_from_ending(outcome):
    book = builtin()
    state = read_position(book, TEXT)
    who = next(iter(state.explorers))
    dying = replace(state.explorers[who], health=0)
    state = replace(state, explorers={**state.explorers, who: dying}, due=(f"dying {who}",))
    assert violations(book, state) == ()
    ending = mv.MakeRuling("the last bus", (ch.EndGame(outcome),))
    verdict = decide(book, state, ending, By("s1", frozenset(state.explorers), host=True, players=("s1",)), Scripted())
    assert isinstance(verdict, Legal), verdict
    assert verdict.state.outcome == outcome
    assert violations(book, verdict.state) == ()
