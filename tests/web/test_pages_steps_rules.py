"""The rules page with its search, and asking the rules about a copy of one's own table."""

from __future__ import annotations

import html
import json
import re
from dataclasses import fields, is_dataclass
from urllib.parse import urlencode

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.packs import builtin
from app.rules.ledger import LEDGER
from app.web import contexts_steps
from app.web.pages_rules import CHAPTERS
from tests.web.table_scene import played, put
from tests.web.test_pages import Phone, host
from tests.web.test_pages_contexts import ASKED, LOOPED, names

BOOK = builtin()
ADA, BRAM = "exp-01", "exp-02"
POSITION = """
chapter: rav-01
tiles:
  14a at 0,0
explorers:
  Ada 5/7/2 at e1 of 0,0
  Bram 1/4/1 at f4 of 0,0
decks:
  tiles draw: 09b
"""


def shown(text: str) -> list[str]:
    return re.findall(r'<div id="([A-Z]{2}-\d+)"><dt', text)


def ask(phone: Phone, move: dict[str, object], *before: dict[str, object]) -> str:
    query = urlencode([("move", json.dumps(move)), *(("before", json.dumps(one)) for one in before)])
    answer = phone.get(f"ask-rules?{query}")
    assert answer.status_code == 200, answer.text
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)))


# ------------------------------------------------------------------ the rules page


def test_every_row_is_there_and_every_chapter_has_a_name(client: TestClient) -> None:
    assert shown(client.get("/rules").text) == list(LEDGER)
    assert {row.partition("-")[0] for row in LEDGER} == set(CHAPTERS)


def test_a_search_finds_rows_that_have_all_its_words(client: TestClient) -> None:
    found = shown(client.get("/rules?find=stamina+EXPLORING").text)
    assert "EX-1" in found
    assert 0 < len(found) < len(LEDGER)
    assert shown(client.get("/rules?find=ex-2").text)[0] == "EX-2"
    assert shown(client.get("/rules?find=zebra").text) == []
    assert "No rule has “zebra” in it" in html.unescape(client.get("/rules?find=zebra").text)


def test_a_chapter_can_be_read_by_itself_and_searched(client: TestClient) -> None:
    assert shown(client.get("/rules?part=ST").text) == ["ST-1", "ST-2", "ST-3", "ST-4", "ST-5"]
    text = client.get("/rules?part=ST&find=help").text
    assert set(shown(text)) < {"ST-1", "ST-2", "ST-3", "ST-4", "ST-5"}
    assert '<option value="ST" selected>' in text


def test_what_is_searched_for_is_escaped_and_an_unknown_chapter_is_none(client: TestClient) -> None:
    text = client.get("/rules?find=%3Cscript%3E").text
    assert "<script>" not in text
    assert "&lt;script&gt;" in text
    assert shown(client.get("/rules?part=ZZ").text) == list(LEDGER)


# ------------------------------------------------------------------ ask the rules


@pytest.fixture
def phone(app: FastAPI, client: TestClient) -> Phone:
    found = host(client)
    found.get("step")
    put(app, found.key, played(BOOK, POSITION))
    return found


def test_a_legal_move_tells_what_would_happen_and_touches_nothing(phone: Phone) -> None:
    before = phone.get("party").text
    told = ask(phone, {"type": "FinishTurn", "explorer": ADA})
    assert "Ada: finish the turn Legal" in told
    assert "Ada lost 7 stamina" in told or "Ada finished" in told
    assert re.findall(r'data-revision="(\d+)"', phone.get("party").text) == re.findall(r'data-revision="(\d+)"', before)
    assert "7<small>/7" in phone.get("party").text


def test_an_illegal_move_tells_every_reason(phone: Phone) -> None:
    told = ask(phone, {"type": "Explore", "explorer": BRAM, "edge": "S"}, {"type": "FinishTurn", "explorer": BRAM})
    assert "Refused" in told
    assert "RD-2" in told
    assert "EX-1" in told


def test_what_is_hidden_is_not_told(phone: Phone) -> None:
    told = ask(phone, {"type": "Explore", "explorer": ADA, "edge": "N"})
    assert "What follows depends on the next of the map tiles, which nobody has seen." in told
    assert "09b" not in told
    assert "Go on from there" not in told


def test_one_what_if_leads_to_the_next(phone: Phone) -> None:
    finish = {"type": "FinishTurn", "explorer": ADA}
    assert "Go on from there" in ask(phone, finish)
    told = ask(phone, {"type": "FinishTurn", "explorer": BRAM}, finish)
    assert told.count("Legal") == 2
    assert "And then?" in told
    assert "And then?" not in ask(phone, {"type": "FinishTurn", "explorer": BRAM}, finish, finish), (
        "the second of them is refused: there it ends"
    )


def test_what_is_no_move_is_said_on_the_page(phone: Phone) -> None:
    assert "That is no move: move" in ask(phone, {"type": "Dance"})
    assert phone.get("ask-rules?move=" + "x" * 3000).status_code == 422
    assert phone.get("ask-rules?" + "&".join(["before={}"] * 50)).status_code == 200


def test_every_listed_move_can_be_asked_about(phone: Phone) -> None:
    text = phone.get("ask-rules").text
    options = [html.unescape(value) for value in re.findall(r'<option value="([^"]+)"', text)]
    assert len(options) > 40
    kinds = {json.loads(option)["type"]: option for option in options}
    for option in kinds.values():
        told = ask(phone, json.loads(option))
        assert "Legal" in told or "Refused" in told


@pytest.mark.parametrize(
    "kind",
    [kind for kind in vars(contexts_steps).values() if is_dataclass(kind) and "template" in vars(kind)],
    ids=lambda kind: kind.__name__,
)
def test_a_template_is_given_exactly_what_it_reads(kind: type) -> None:
    given = {field.name for field in fields(kind)}
    template, partial = kind.template, kind.partial  # type: ignore[attr-defined]
    read = names(template) | (names(partial) if partial else frozenset())
    assert given - read == set(), "given, but not read"
    assert read - given - ASKED - LOOPED == set(), "read, but not given"
