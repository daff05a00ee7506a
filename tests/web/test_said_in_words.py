"""Whatever the rule cases bring up is told in words: no ids, no keys of spaces, no codes stand in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from app.rules import Illegal, decide
from app.rules.agenda import Ask, Step
from app.rules.events import MonsterPlaced
from app.rules.visibility import public_events
from app.web.messages import Words
from app.web.messages_events import lines
from app.web.messages_instead import instead
from app.web.messages_questions import asked, option_label
from app.web.messages_reasons import sentence
from tests.support.casebook import Case, book, cases, open_table
from tests.support.casemoves import move_in
from tests.support.players import NothingScripted

#: Ids of units and cards, keys of spaces ('4,9'), codes of the rules.
BARE = re.compile(r"\bm\d+\b|exp-\d|(?<![\w.])-?\d+,-?\d+\b|[a-z]_[a-z]|\b(hev|xev|enc|env|mon)-|\b[wacp]\d{3}\b|None")


def told(case: Case) -> Iterator[str]:
    """Every sentence about a case: refusals with what is legal instead, log lines, questions with their answers."""
    table = open_table(case)
    cards: dict[str, str] = {}
    for said in filter(None, (*case.before, case.move)):
        by, text = table.by(said)
        move = move_in(book(), table.state, text)
        cards |= {monster.id: monster.card for monster in table.state.monsters.values()}
        try:
            verdict = decide(book(), table.state, move, by, table.chance)
        except NothingScripted:  # a case about a preview rolls nothing
            return
        words = Words(book(), table.state, {}, cards)
        if isinstance(verdict, Illegal):
            yield from (f"{sentence(words, reason)} {instead(words, reason)}" for reason in verdict.reasons)
            return
        cards |= {e.unit: e.card for e in verdict.events if isinstance(e, MonsterPlaced)}
        yield from (line.text for line in lines(words, public_events(verdict.events)))
        table.state = verdict.state
        yield from _open_question(Words(book(), table.state, {}, cards), table.state.agenda)


def _open_question(words: Words, agenda: tuple[Step, ...]) -> Iterator[str]:
    step = agenda[-1] if agenda else None
    if isinstance(step, Ask):
        yield asked(words, step)
        yield from (option_label(words, step, at) for at in range(len(step.options)))


def test_no_sentence_has_an_id_a_key_or_a_code_in_it() -> None:
    bare: Mapping[str, str] = {case.id: line for case in cases() for line in told(case) if BARE.search(line)}
    assert not bare


def test_the_test_knows_what_it_looks_for() -> None:
    for line in (
        "The push of m1",
        "a closed door at 5,9",
        "for exp-01",
        "on enc-03",
        "w101 lies there",
        "not_adjacent",
    ):
        assert BARE.search(line)
    assert not BARE.search("An attack of Ada with 4 hit the Lamp-Eater (2 needed): −1, 2 by 2, 0 to 2, e10.")
