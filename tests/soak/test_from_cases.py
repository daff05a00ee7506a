"""From every state that the rule cases come to: whatever waits there, what is done next leaves a table that is sound.

Random sessions seldom come where the cases begin. At each of their states the game is declared over, a ruling at random
is made, one that leads on, and a listed move.
"""

from __future__ import annotations

import random

import pytest

from app.rules import By, State, decide, legal_moves, replay, violations
from app.rules import changes as ch
from app.rules import moves as mv
from app.rules.agenda import Ask
from app.store import codec
from tests.soak.chance import Stream
from tests.soak.helpful import helpful
from tests.support import casebook
from tests.support.casemoves import move_in
from tests.support.only_answers import idle_question
from tests.support.random_rulings import wild

PARTS = 4


def state_after(case: casebook.Case) -> State:
    """The state after the last move of a case; before it where that is refused."""
    table = casebook.open_table(case)
    for said in (*case.before, *([case.move] if case.move else [])):
        by, text = table.by(said)
        verdict = decide(casebook.book(), table.state, move_in(casebook.book(), table.state, text), by, table.chance)
        table.state = verdict.state if verdict.legal else table.state
    return table.state


def test_nobody_is_asked_what_has_one_answer_alone() -> None:
    asked = set()
    for case in casebook.cases():
        if case.unknown:
            continue
        state = state_after(case)
        top = state.agenda[-1] if state.agenda else None
        if isinstance(top, Ask):
            asked.add(top.question)
            assert not idle_question(state), f"{case.id}: {top}"
    assert len(asked) > 20


@pytest.mark.parametrize("part", range(PARTS))
def test_what_is_done_next_leaves_a_sound_table(part: int) -> None:
    book, chance, done = casebook.book(), Stream(), 0
    for case in casebook.cases()[part::PARTS]:
        if case.unknown:
            continue  # chance has not told what it asks for
        state = state_after(case)
        if state.outcome:
            continue
        host = By("s1", frozenset(state.explorers), host=True, players=("s1",))
        pick = random.Random(case.id)
        over: mv.Move = mv.MakeRuling("Enough for today.", (ch.EndGame("lost"),))
        listed = legal_moves(book, state, host).moves
        assert any(not isinstance(move, mv.RollDie) for move in listed), f"{case.id}: nobody can do anything"
        for move in (over, wild(book, state, pick), helpful(book, state, pick), pick.choice(listed)):
            chance.begin(0, case.id)
            verdict = decide(book, state, move, host, chance)
            if not verdict.legal:
                assert move is not over, f"{case.id}: {verdict.reasons}"
                assert move not in listed, f"{case.id}: {move}: {verdict.reasons}"
                continue
            done += 1
            assert violations(book, verdict.state) == (), f"{case.id}: {move}"
            assert replay(codec.load_events(codec.dump_events(verdict.events)), state) == verdict.state, (
                f"{case.id}: {move}"
            )
    assert done > 500
