"""Event decks at setup when there are fewer core cards than cards of the scenario (DK-2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.rules import Setup, new_game
from app.rules.settings import Settings
from tests.support import casebook
from tests.support.players import Scripted


@pytest.mark.parametrize("trim", ["on", "off"])
@pytest.mark.parametrize("core", [0, 2, 5])
def test_fewer_core_cards_than_the_scenario_has_are_all_used(core, trim):
    book = casebook.book()
    ruins = book.scenarios["ruins"]
    kept = [card for card, event in book.explorer_events.items() if event.core][:core]
    events = {card: event for card, event in book.explorer_events.items() if card in kept or not event.core}
    few = replace(book, explorer_events=events)
    setup = Setup("ruins", "short", ruins.variations[0].id, ("exp-01",), Settings(trim_core_events=trim))
    deck = new_game(few, setup, Scripted((), ())).state.decks["explorer_events"]
    assert len(ruins.explorer_events) >= core
    assert set(deck.draw) == {*kept, *ruins.explorer_events}
    assert not set(deck.out) & set(deck.draw)
