"""A ruling goes back before the chapter whose ability, question or trigger is pending: nothing of it is left.

It is yet to come again then, and what is to come neither happens nor is named. The log may still tell of it: a chapter
that has lain face up has been seen by all. From every state of the rule cases in which a chapter has something pending.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from app.rules import By, Legal, State, decide, legal_moves, preview, public_events, replay, view_for, violations
from app.rules import changes as ch
from app.rules import moves as mv
from app.rules.agenda import Ask, Resolve, StepAbility
from app.rules.events_table import Noted
from app.rules.state import Lasting, Trigger
from app.rules.verdicts import Preview
from tests.support import casebook
from tests.support.hidden import atoms
from tests.support.players import Seeded

#: A chapter with which nothing comes, before the one of the case.
EARLIER = "cas-zero"


def pending() -> Iterator[tuple[str, State, str]]:
    """The states of the cases in which the current chapter has something pending, one chapter further on than there."""
    for case in casebook.cases():
        if case.unknown or not ("chapter" in case.position or case.start):
            continue
        table = casebook.open_table(case)
        for said in (*case.before, *((case.move,) if case.move else ())):
            by, text = table.by(said)
            verdict = decide(
                casebook.book(), table.state, casebook.move_in(casebook.book(), table.state, text), by, table.chance
            )
            table.state = verdict.state if verdict.legal else table.state
            state, card = table.state, table.state.chapter_card
            named = {getattr(step, "card", "") for step in state.agenda} | {waiting.card for waiting in state.queue}
            if card and card in named and card != EARLIER:
                yield case.id, replace(state, chapters=(EARLIER, *state.chapters), chapter=state.chapter + 1), card


def named(state: State, card: str) -> bool:
    """Whether anything that may be seen names the card, but for what lasts of it: that everybody knows of."""
    seen = view_for(state)
    return card in atoms(replace(seen, lasting=(), used={}))


def test_nothing_is_left_of_a_chapter_that_is_to_come_again() -> None:
    book, kinds, done = casebook.book(), set(), 0
    back = mv.MakeRuling("That was too early.", (ch.SetChapter(0),))
    for name, state, card in pending():
        by = By("s1", frozenset(state.explorers), host=True, players=("s1",))
        told = preview(book, state, back, by)
        verdict = decide(book, state, back, by, Seeded(1))
        assert isinstance(verdict, Legal), name
        assert isinstance(told, Preview), name
        assert verdict.events[: len(told.events)] == told.events, name
        assert violations(book, verdict.state) == (), name
        assert replay(verdict.events, state) == verdict.state, name
        dropped = [event for event in verdict.events if isinstance(event, Noted) and event.code == "chapter_dropped"]
        assert card in {event.what for event in dropped}, name
        assert verdict.state.chapter_card == EARLIER, name
        assert not named(verdict.state, card), name
        kinds |= {type(step) for step in state.agenda if getattr(step, "card", "") == card}
        kinds |= {Trigger for waiting in state.queue if waiting.card == card}
        goes_on(name, verdict.state, card, by)
        done += 1
    assert done > 20
    assert {Resolve, Ask, StepAbility, Trigger} <= kinds


def goes_on(name: str, state: State, card: str, by: By) -> None:
    """A few moves later nothing has been told of it either, nor in a preview or a refusal on the way."""
    book, chance = casebook.book(), random.Random(name)
    lasting: tuple[Lasting, ...] = tuple(one for one in state.lasting if one.card == card)
    for _ in range(3):
        if state.outcome or lasting:
            return
        listing = legal_moves(book, state, by)
        assert card not in atoms([reason for _, reasons in listing.refused for reason in reasons]), name
        moves = [move for move in listing.moves if not isinstance(move, mv.RollDie)]
        assert moves, f"{name}: nobody can do anything: {state.agenda}"
        move = chance.choice(moves)
        told = preview(book, state, move, by)
        assert isinstance(told, Preview), name
        assert card not in atoms(list(public_events(told.events))), f"{name}: {move}"
        verdict = decide(book, state, move, by, Seeded(2))
        assert isinstance(verdict, Legal), name
        if any(type(event).__name__ == "ChapterEntered" for event in verdict.events):
            return
        assert card not in atoms(list(public_events(verdict.events))), f"{name}: {move}"
        state = verdict.state


def test_marks_of_a_chapter_go_with_it_when_another_scenario_is_played() -> None:
    book = casebook.book()
    for _, state, card in pending():
        if state.card_marks.get(card) is None or not state.scenario:
            continue
        other = next(one for one in book.scenarios.values() if one.id != state.scenario)
        change = ch.SetScenario(other.id, other.lengths[0].id, other.variations[0].id)
        by = By("s1", frozenset(state.explorers), host=True, players=("s1",))
        verdict = decide(book, state, mv.MakeRuling("The wrong box.", (change,)), by, Seeded(1))
        assert isinstance(verdict, Legal)
        assert card not in verdict.state.card_marks
        assert not named(verdict.state, card)
        return
    raise AssertionError("no case has a chapter with marks")
