"""How many monsters go when the level rises, and a deck that runs out, with a pack of few monsters (MN-1, IP-17)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.rules import By, Legal, State, decide, violations
from app.rules import moves as mv
from app.rules.cards import Book
from app.rules.events import Noted
from app.rules.position import read_position
from app.rules.settings import Settings
from tests.support import casebook
from tests.support.players import Scripted

ALL = By("table", frozenset({"exp-01"}), host=True, players=("table",))
FEW = ("mon-101", "mon-102", "mon-103", "mon-104", "mon-105", "mon-c-rat", "mon-c-pew", "mon-201", "mon-202")
ROOM = """
chapters: cas-fight
ratings: spawn 9, horror 4
threat: 4
tiles:
  95b at 0,0
explorers:
  Ada at e4 of 0,0
decks:
  monsters draw: {draw}
  monsters destroyed: {destroyed}
  monsters out: {out}
  monsters aside: mon-201 until level 2, mon-202 until level 2
"""


@pytest.fixture(scope="module")
def few() -> Book:
    book = casebook.book()
    return replace(book, monsters={name: book.monsters[name] for name in FEW})


def room(book: Book, draw: int, destroyed: int, **settings: Any) -> State:
    lowest = [name for name in FEW if book.monsters[name].level == 1]
    named = {
        "draw": ", ".join(lowest[:draw]),
        "destroyed": ", ".join(lowest[draw : draw + destroyed]),
        "out": ", ".join(lowest[draw + destroyed :]),
    }
    return replace(read_position(book, ROOM.format(**named)), settings=Settings(**settings))


def play(book: Book, state: State, move: mv.Move, dice: tuple[int, ...] = ()) -> Legal:
    verdict = decide(book, state, move, ALL, Scripted(dice))
    assert isinstance(verdict, Legal), verdict
    assert violations(book, verdict.state) == ()
    return verdict


RAISE = mv.PlayAbility("exp-01", "cas-fight", "bottom.0.18")


@pytest.mark.parametrize("which", ["random", "top"])
@pytest.mark.parametrize(
    ("rounding", "removed"), [("smaller", (0, 0, 1, 1, 2, 2, 3)), ("larger", (0, 0, 1, 2, 2, 3, 3))]
)
def test_half_of_the_deck_and_the_destroyed_together_goes(
    few: Book, which: str, rounding: str, removed: tuple[int, ...]
) -> None:
    for n in range(7):
        state = room(few, n // 2, n - n // 2, half_which=which, half_rounding=rounding)
        deck = play(few, state, RAISE).state.decks["monsters"]
        assert list(deck.aside.values()).count("out") == removed[n], n
        assert len(deck.draw) == n - removed[n] + 2, "the next level's are shuffled in whole"
        assert deck.destroyed == ()
        assert {"mon-201", "mon-202"} <= set(deck.draw)


def test_removed_cards_are_drawn_by_chance_or_from_the_top(few: Book) -> None:
    class Backwards(Scripted):
        def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(reversed(cards))

    def removed(which: str) -> set[str]:
        state = room(few, 4, 0, half_which=which)
        verdict = decide(few, state, RAISE, ALL, Backwards())
        assert isinstance(verdict, Legal)
        aside = verdict.state.decks["monsters"].aside
        return {card for card, held in aside.items() if held == "out"}

    assert removed("top") == {"mon-104", "mon-103"}, "the top of the deck as it was shuffled"
    assert removed("random") == {"mon-101", "mon-102"}, "shuffled once more to choose"


def test_an_empty_monster_deck_takes_the_destroyed_ones(few: Book) -> None:
    state = evening(room(few, 0, 1))
    after = play(few, state, mv.EndPhase("explorer"), (0,)).state
    assert [m.card for m in after.monsters.values()] == ["mon-101"]
    assert after.spawn_rating == 3


@pytest.mark.parametrize(("empty_deck", "destroyed"), [("reshuffle", 0), ("nothing", 1)])
def test_with_no_monster_left_the_rating_is_set_back_all_the_same(few: Book, empty_deck: str, destroyed: int) -> None:
    state = evening(room(few, 0, destroyed, empty_deck=empty_deck))
    verdict = play(few, state, mv.EndPhase("explorer"), (0,))
    assert verdict.state.monsters == {}
    assert verdict.state.spawn_rating == 3
    assert [e.rule for e in verdict.events if isinstance(e, Noted) and e.code == "no_monster"] == ["IP-17"]


def evening(state: State) -> State:
    return replace(state, explorers={k: replace(e, finished=True) for k, e in state.explorers.items()})
