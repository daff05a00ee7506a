"""What the rule cases say in words: no place stands there by its coordinates, nothing by the code of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from app.rules import Illegal, decide
from app.web.messages import Words
from app.web.messages_events import lines
from app.web.messages_instead import instead
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
