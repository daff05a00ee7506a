"""What breaks an invariant is named: cards that lie twice, nowhere or where they do not belong, house rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.packs import builtin
from app.rules import Setup, State, new_game, violations
from app.rules.state import DECKS
from tests.support.players import Seeded


@pytest.fixture(scope="module")
def fresh() -> State:
    book = builtin()
    scenario = next(iter(book.scenarios.values()))
    explorers = ("exp-01", "exp-02")
    return new_game(
        book, Setup(scenario.id, scenario.lengths[0].id, scenario.variations[0].id, explorers), Seeded(3)
    ).state


def drawn(state: State, deck: str, draw: tuple[str, ...]) -> State:
    return replace(state, decks={**state.decks, deck: replace(state.decks[deck], draw=draw)})


@pytest.mark.parametrize("deck", DECKS)
def test_cards_that_do_not_add_up_are_named(fresh: State, deck: str) -> None:
    book, (first, *rest) = builtin(), fresh.decks[deck].draw
    name = first[:-1] if deck == "tiles" else first
    assert violations(book, fresh) == ()
    assert f"card_missing {deck} {name}" in violations(book, drawn(fresh, deck, tuple(rest)))
    assert f"card_twice {deck} {name}" in violations(book, drawn(fresh, deck, (first, first, *rest)))
    strange = violations(book, drawn(fresh, deck, ("nothing?", *rest)))
    assert f"card_missing {deck} {name}" in strange, "as many cards as there should be, but not these"
    assert f"card_unknown {deck} {'nothing' if deck == 'tiles' else 'nothing?'}" in strange


def test_each_value_of_a_house_rule_is_looked_at_anew(fresh: State) -> None:
    """Settings that are equal to sound ones need not be sound: True is no number of stamina."""
    book = builtin()
    for name, value in (("cost_move", True), ("cost_move", 10), ("sight_corner", "maybe"), ("rating_max", 11)):
        broken = replace(fresh, settings=replace(fresh.settings, **{name: value}))
        assert violations(book, broken) == (f"setting_value {name}",)
        assert violations(book, fresh) == ()
