"""What the rule cases say in words: no place stands there by its coordinates, nothing by the code of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from app.rules import Illegal, decide
from app.rules.agenda import Ask
from app.rules.moves import Answer
from app.rules.state import State
from app.web.check_text import REFUSED, verdict
from app.web.messages import Words
from app.web.messages_events import lines
from app.web.messages_instead import instead
from app.web.messages_questions import option_label
from app.web.messages_reasons import sentence
from tests.support import casebook
from tests.support.casemoves import move_in

#: A space or cell as the rules write it, or a word of theirs.
RAW = re.compile(r"-?\d+,-?\d+|\b[a-z]+_[a-z_]+\b|\bexp-\d+|\{")


def told(case: casebook.Case) -> Iterator[str]:
    """Every sentence of a case: what happened with each move, and why its last one is refused."""
    book, table = casebook.book(), casebook.open_table(case)
    for said in (*case.before, *((case.move,) if case.move else ())):
        by, text = table.by(said)
        verdict = decide(book, table.state, move_in(book, table.state, text), by, table.chance)
        words = Words(book, table.state)
        if isinstance(verdict, Illegal):
            yield from (f"{sentence(words, why)} {instead(words, why)}" for why in verdict.reasons)
            return
        table.state = verdict.state
        yield from (line.text for line in lines(words, verdict.events))


@pytest.mark.parametrize("file", sorted({case.file for case in casebook.cases()}))
def test_places_and_things_are_called_by_their_names(file):
    bare = [
        f"{case.id}: {text}"
        for case in casebook.cases()
        if case.file == file and not case.unknown
        for text in told(case)
        if RAW.search(text)
    ]
    assert bare == []


def test_a_bare_coordinate_would_be_noticed():
    assert RAW.search("a closed door at 4,-1")
    assert RAW.search("explorer_events were shuffled")
    assert not RAW.search("From: Kiln a1, b1 or c1. 3 to 5; roll 1, −2")


def questions() -> dict[str, State]:
    """A table for every kind of question that the cases come to, which stands on top of its agenda."""
    found: dict[str, State] = {}
    for case in casebook.cases():
        if case.unknown:
            continue
        book, table = casebook.book(), casebook.open_table(case)
        for said in (*case.before, case.move, ""):
            step = table.state.agenda[-1] if table.state.agenda else None
            if isinstance(step, Ask):
                found.setdefault(step.question, table.state)
            if not said:
                break
            by, text = table.by(said)
            decided = decide(book, table.state, move_in(book, table.state, text), by, table.chance)
            if isinstance(decided, Illegal):
                break
            table.state = decided.state
    return found


def test_a_wrong_answer_is_told_what_the_options_are_called():
    """Not by the words that the interface has for them: for `vivarium check`, and as `instead` over JSON."""
    asked = questions()
    assert len(asked) > 30
    for question, state in asked.items():
        step = state.agenda[-1]
        code, told = verdict(casebook.book(), state, Answer(step.id, "no such answer"))
        assert code == REFUSED
        line = next(line for line in told.splitlines() if "not one of the answers" in line)
        labels = [option_label(Words(casebook.book(), state), step, place) for place in range(len(step.options))]
        assert f"It can be: “{labels[0]}”" in line, question
        assert all(f"“{label}”" in line for label in labels[:6]), (question, line)
        assert not RAW.search(line.partition(" [")[0]), (question, line)
        given = [option for option in step.options if option not in labels and f" {option}," in line]
        assert not given, (question, line)
