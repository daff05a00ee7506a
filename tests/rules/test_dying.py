"""Between life and death (BG-6, IP-1): who has no health left does nothing more until it is settled whether it lives.

Every case in which an explorer dies is played again with cards in force that could prevent each loss and each death.
Whether to prevent it is then asked, is left each time, and in the end all is as if there were no such cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from app.rules import By, Legal, State, decide
from app.rules import moves as mv
from app.rules.agenda import Ask, TriggerOrder
from app.rules.cards import Book
from app.rules.cards_text import Ability, Face, Panel
from app.rules.effects import Choose
from app.rules.preventing import LOSSES
from tests.support import casebook
from tests.support.between import between_life_and_death, prevents
from tests.support.casemoves import move_in

LOSS, DEATH = LOSSES
LEAVE_IT = "1"


def _may_prevent(loss: str) -> Ability:
    """An ability that may prevent what `loss` names, for nothing; its second option is to let it happen."""
    found = casebook.book().ability("enc-c-dog", "card.0.1")[2]
    choose = found.do[0]
    assert isinstance(choose, Choose)
    prevent = replace(choose.options[0], price=choose.options[1].price)
    return replace(found, trigger=loss, do=(replace(choose, options=(prevent, choose.options[1])),))


@cache
def guarded(losses: tuple[str, ...]) -> Book:
    """The book of the cases in which each explorer's own card may prevent these losses of anybody."""
    book = casebook.book()
    panel = Panel(heading="guard", abilities=tuple(_may_prevent(loss) for loss in losses))
    explorers = {
        name: replace(card, faces=(*card.faces, Face("bottom", panels=(panel,))))
        for name, card in book.explorers.items()
    }
    return replace(book, explorers=explorers)


def _asks_to_prevent(state: State) -> bool:
    ask = state.agenda[-1] if state.agenda else None
    if not isinstance(ask, Ask):
        return False
    beneath = state.agenda[-2]
    if isinstance(beneath, TriggerOrder):
        return all(option.split(" ")[1].startswith("bottom.0.") for option in ask.options)
    return ask.card in state.explorers and ask.at.startswith("bottom.0.")


@dataclass
class Played:
    """A case as it was played: the state after it, the questions whether to prevent and the events of all moves."""

    state: State
    asked: int
    events: list[Any]


def play(case: casebook.Case, book: Book) -> Played:
    """Play a case with a book; whatever is asked about preventing is left, as soon as it is asked."""
    table, asked = casebook.open_table(case), 0
    events: list[Any] = []

    def do(move: mv.Move, by: By) -> None:
        verdict = decide(book, table.state, move, by, table.chance)
        assert isinstance(verdict, Legal), f"{case.id}: {move}: {verdict}"
        table.state = verdict.state
        events.extend(verdict.events)
        assert not between_life_and_death(book, table.state), f"{case.id}: {move}"

    for said in (*case.before, case.move):
        by, text = table.by(said)
        do(move_in(book, table.state, text), by)
        while _asks_to_prevent(table.state):
            ask = table.state.agenda[-1]
            assert isinstance(ask, Ask)
            asked += not isinstance(table.state.agenda[-2], TriggerOrder)
            option = LEAVE_IT if LEAVE_IT in ask.options else ask.options[0]
            everybody = By("anybody", frozenset(table.state.explorers), host=True)
            do(mv.Answer(ask.id, option), everybody)
    assert not table.chance.dice, f"{case.id}: dice that nobody rolled"
    return Played(table.state, asked, events)


def _told(state: State) -> dict[str, Any]:
    """A state without the numbers by which steps are counted, who answered which of them, and what the dead have left.

    A monster that the same roll destroys still brings its essence to whoever may yet be saved.
    """
    found = {name: value for name, value in vars(state).items() if name in State.__dataclass_fields__}
    del found["next_id"], found["decided"]
    found["explorers"] = {
        name: replace(one, essence=0) if one.status == "dead" else one for name, one in state.explorers.items()
    }
    found["agenda"] = [replace(step, id=0) for step in state.agenda]
    return found


def deadly() -> Iterator[casebook.Case]:
    """The cases in which an explorer dies, told by their facts, and no card of theirs could have prevented it."""
    book = casebook.book()
    such = [card for card in book.cards if any(prevents(book, card, one[0]) for one in book.abilities_of(card))]
    for case in casebook.cases():
        dies = case.position and case.move and any(fact.endswith(" is dead") for fact in case.then)
        if dies and not any(card in case.position for card in such):
            yield case


@pytest.mark.parametrize("loss", LOSSES)
def test_who_may_still_be_saved_and_is_not_has_done_nothing_meanwhile(loss):
    asked = 0
    for case in deadly():
        without, guards = play(case, casebook.book()), play(case, guarded((loss,)))
        asked += guards.asked
        assert _told(guards.state) == _told(without.state), case.id
    assert asked > 20
