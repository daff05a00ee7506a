"""What the spawn and horror phases say before a roll and after it."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.packs import builtin
from app.rules.moves import EndPhase
from app.rules.position import read_position
from app.web.pages_questions import question, rating_words
from tests.web.conftest import Table, open_table
from tests.web.table_scene import played, put, table_at

BOOK = builtin()
ADA, BRAM = "exp-01", "exp-02"
POSITION = """
chapter: rav-01
round: 2, explorer phase
ratings: spawn {rating}, horror {rating}
tiles:
  14a at 0,0
explorers:
  Ada at e4 of 0,0
  Bram at f4 of 0,0
"""
TO_SPAWN: list[dict[str, Any]] = [
    {"type": "FinishTurn", "explorer": ADA},
    {"type": "FinishTurn", "explorer": BRAM},
    {"type": "EndPhase", "phase": "explorer"},
]


def begin(client: TestClient, rating: int) -> Table:
    table = open_table(client, player="Ines")
    table.state()
    assert isinstance(client.app, FastAPI)
    put(client.app, table.key, read_position(BOOK, POSITION.format(rating=rating)))
    for move in TO_SPAWN:
        assert table.play(move).status_code == 200
    return table


def page(table: Table, name: str) -> str:
    text = table.client.get(f"/t/{table.key}/{name}", headers=table.headers).text
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


@pytest.mark.parametrize(
    ("rating", "told"),
    [
        (
            3,
            "The spawn rating is 3: a roll of 3 or more is safe, less brings a monster. "
            "Each safe roll raises it for the next one.",
        ),
        (0, "The spawn rating is 0: no roll fails. Each safe roll raises it for the next one."),
    ],
)
def test_the_rating_and_the_good_roll_are_told_before_the_roll(client: TestClient, rating: int, told: str) -> None:
    table = begin(client, rating)
    assert "Who rolls next in the spawn phase?" in page(table, "monsters")
    assert told in page(table, "monsters")
    shown = table_at(BOOK, played(BOOK, POSITION.format(rating=rating), *TO_SPAWN))
    asking = question(shown)
    assert asking is not None
    assert asking.card_text == told == rating_words(shown)


def test_the_last_roll_is_promised_no_next_one() -> None:
    """The rating climbs between the rolls of one tap, and that is said as long as another roll follows (RD-3)."""
    state = played(BOOK, POSITION.format(rating=3), *TO_SPAWN)
    last = replace(state.agenda[-1], options=(BRAM,))
    assert rating_words(table_at(BOOK, replace(state, agenda=(*state.agenda[:-1], last)))).endswith("brings a monster.")


@pytest.mark.parametrize(
    ("rating", "told"), [(0, "no horror event comes."), (9, "The roll fell short of the horror rating of")]
)
def test_when_nothing_is_left_to_resolve_the_header_says_so(client: TestClient, rating: int, told: str) -> None:
    table = begin(client, rating)
    while table.legal("Answer"):
        table.play(table.legal("Answer")[0])
    assert ("Roll for horror" if rating else "End the spawn phase") in _header(table)
    assert table.play({"type": "EndPhase", "phase": "spawn"}).status_code == 200
    assert told in page(table, "monsters")
    if rating == 0:
        assert "End the horror phase" in _header(table)
        assert not table.state()["state"]["current"].get("horror_events")


def _header(table: Table) -> str:
    text = table.client.get(f"/t/{table.key}/board", headers=table.headers).text
    found = re.search(r'<p class="st">(.*?)</p>', text)
    assert found
    return html.unescape(found[1])


def test_who_still_has_to_act_is_said_once_and_means_all_of_them() -> None:
    shown = table_at(BOOK, played(BOOK, POSITION.format(rating=3)))
    (why,) = shown.why(shown.refusal(EndPhase("explorer")))
    assert why.text == "This waits until everyone has finished. Still to act: Ada and Bram."
