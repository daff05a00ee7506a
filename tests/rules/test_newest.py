"""`pick: newest` means what this ability spawned, whatever else stands on the board (IP-17)."""

from __future__ import annotations

import pytest

from app.packs.verbs import every
from app.rules.cards_text import Ability
from app.rules.effects import Spawn
from app.rules.vocabulary import Select
from tests.packs.test_sentences import ABILITIES
from tests.support import casebook

POSITION = """
round: 1, explorer phase
ratings: horror 9
tiles:
  95b at 0,0
explorers:
  Ada 3/7/4 at e4 of 0,0
decks:
  horror_events draw: hev-19
  monsters draw: mon-103
monsters:
  m2 mon-104 1 at d3 of 0,0
  m7 mon-101 1 at c3 of 0,0
"""


def _late_arrival(position: str) -> dict[str, int]:
    """How many moves each monster has more or less by effects that last, once Late Arrival came into play."""
    before = ("Ada finishes", "the explorer phase ends", "the spawn phase ends")
    case = casebook.Case(
        file="", id="late", title="", rules=(), move="answer e2 of 0,0", before=before, position=position, dice=(1,)
    )
    *_, state = casebook.states_after_moves(case)
    return {one.unit: one.n for one in state.lasting if one.what == "moves"}


def test_only_what_came_has_more_moves() -> None:
    (unit, more), *others = _late_arrival(POSITION).items()
    assert (more, others) == (2, [])
    assert unit not in ("m2", "m7")


NEWEST = [
    (name, ability)
    for name, ability in ABILITIES
    if any(
        getattr(value, "pick", "") == "newest"
        for verb in every(ability.do)
        for key in ("who", "target")
        if isinstance(value := getattr(verb, key, None), Select)
    )
]


def test_some_card_speaks_of_what_it_spawned() -> None:
    assert NEWEST


@pytest.mark.parametrize(("name", "ability"), NEWEST, ids=[name for name, _ in NEWEST])
def test_a_card_that_speaks_of_the_newest_spawns_first(name: str, ability: Ability) -> None:
    assert isinstance(ability.do[0], Spawn), name
