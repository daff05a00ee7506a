"""What breaks an invariant is named: cards that lie twice, nowhere or where they do not belong, house rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.packs import builtin
from app.rules import Setup, State, invariants, new_game, violations
from app.rules.lattice import SPREAD
from app.rules.placed import Board, PlacedTile
from app.rules.state import DECKS, Deck
from app.rules.tiles import goes_with
from tests.support import casebook
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


def test_stamina_given_for_a_round_is_sound_wherever_its_card_lies_now() -> None:
    """Who got it from a card about a place, or from one that is gone, keeps it; without such a card it is named."""
    case = next(case for case in casebook.cases() if case.id == "stamina-of-a-tile-is-taken-along")
    *_, state = casebook.states_after_moves(case)
    ada = state.explorers["exp-01"]
    assert ada.stamina > casebook.book().explorers[ada.id].stamina
    for left in (state, replace(state, environments={}, decks=_off_the_table(state))):
        assert violations(casebook.book(), left) == ()
    more = replace(state, explorers={**state.explorers, ada.id: replace(ada, stamina=ada.stamina + 2)})
    assert violations(casebook.book(), more) == (f"pool_range {ada.id}",)


def _off_the_table(state: State) -> dict[str, Deck]:
    environments = state.decks["environments"]
    gone = replace(environments, in_play={}, out=(*environments.out, *environments.in_play))
    return {**state.decks, "environments": gone}


def test_no_board_is_worked_out_that_is_too_wide(fresh: State, monkeypatch: pytest.MonkeyPatch) -> None:
    """A layout holds every space between the outermost tiles: a position that asks for millions is refused before."""
    book, far = builtin(), Board((PlacedTile("01", "a", (0, 0), 0), PlacedTile("02", "a", (0, 0), 0)))
    monkeypatch.setattr(invariants, "layout", lambda *_: pytest.fail("a layout was asked for"))
    for cell in ((10**6, 0), (0, 10**6), (-(10**6), -(10**6)), (SPREAD + 1, 0), (0, -SPREAD - 1)):
        tiles = (far.tiles[0], replace(far.tiles[1], cell=cell))
        assert violations(book, replace(fresh, board=Board(tiles))) == ("board_too_wide",)
    monkeypatch.undo()
    at_most = replace(far.tiles[1], cell=(SPREAD, SPREAD))
    assert "board_too_wide" not in violations(book, replace(fresh, board=Board((far.tiles[0], at_most))))


def test_without_a_limit_the_area_still_scrolls_where_no_board_reaches(fresh: State) -> None:
    """So that no exploration makes a table of which no layout can be made."""
    free = replace(fresh, settings=replace(fresh.settings, max_area="none"))
    tiles = (PlacedTile("01", "a", (0, 0), 0), PlacedTile("02", "a", (SPREAD, 0), 0))
    wide = replace(free, board=Board(tiles))
    assert goes_with(wide, (SPREAD + 1, 0)) == (tiles[0],)
    assert goes_with(wide, (SPREAD, 1)) == ()
