"""What cards limit the help for a roll of steps to (ST-2, IP-22)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.rules.agenda import StepAbility
from app.rules.state import Lasting
from app.rules.steps import ability_of, allowance
from tests.support import casebook


def limit(most: int) -> Lasting:
    return Lasting("modify", "step_help_max", most, "each_explorer", "", "hev-g5", "this_round", 1)


@pytest.mark.parametrize(("limits", "left"), [((), 2), ((1,), 1), ((1, 1), 1), ((3, 1), 1), ((3,), 2), ((0,), 0)])
def test_of_several_limits_to_the_help_the_lowest_counts(limits: tuple[int, ...], left: int) -> None:
    book = casebook.book()
    (case,) = (case for case in casebook.cases() if case.id == "no-more-than-one-can-be-added")
    (state, *_) = casebook.states_after_moves(replace(case, move=""))
    decks = state.decks["horror_events"]
    state = replace(state, lasting=tuple(limit(n) for n in limits), current={**state.current, "horror_events": ""})
    state = replace(state, decks={**state.decks, "horror_events": replace(decks, destroyed=())})
    step = state.agenda[-1]
    assert isinstance(step, StepAbility)
    adjust = ability_of(book, state, step).adjust
    assert adjust is not None
    assert adjust.max == 2, "what the card prints"
    assert allowance(book, state, step) == left
