"""The search of the rules takes people's words; the page begins with what one has to know first."""

from __future__ import annotations

import html
import re

import pytest
from starlette.testclient import TestClient

from app.packs import builtin
from app.rules.ledger import LEDGER
from app.web.rules_primer import SYMBOLS, primer
from app.web.rules_search import MEANT, NEAREST, says, searched
from tests.web.test_pages import host
from tests.web.test_pages_steps import plain

BOOK = builtin()


@pytest.mark.parametrize(
    ("words", "row"),
    [
        ("zero", "GD-1"),
        ("roll of 0", "GD-1"),
        ("help with a roll", "ST-2"),
        ("pass-through", "CH-5"),
        ("pass through", "CH-5"),
        ("ambiguity", "AM-1"),
        ("monster move", "RD-5"),
        ("movement", "BG-2"),
        ("level 3", "IT-1"),
        ("level 3", "MN-1"),
        ("spend stamina", "BG-1"),
        ("passive", "CH-6"),
        ("traps", "TL-1"),
        ("Attacking", "BG-4"),
        ("respawn", "BG-6"),
        ("ghosts", "CS-1"),
        ("timer", "EN-5"),
    ],
)
def test_a_word_that_people_say_finds_the_rule(words: str, row: str) -> None:
    rows, _ = searched(words)
    assert row in [one.id for one in rows]


def test_the_words_of_a_rule_find_the_rules_that_have_them_first() -> None:
    for words in ("spawn rating", "map tile", "closed door"):
        rows, whole = searched(words)
        assert whole
        exact = tuple(row for row in LEDGER.values() if says(row, words))
        assert rows[: len(exact)] == exact, "those with the very words come first"


def test_what_nobody_says_finds_nothing_and_what_is_half_known_the_nearest() -> None:
    assert searched("xyzzy plugh") == ((), False)
    rows, whole = searched("xyzzy teleport")
    assert rows
    assert not whole
    assert len(rows) <= NEAREST


@pytest.mark.parametrize("word", MEANT)
def test_every_word_that_is_meant_leads_somewhere(word: str) -> None:
    rows, whole = searched(word)
    assert rows
    assert whole


def test_near_rules_are_shown_as_such(client: TestClient) -> None:
    page = client.get("/rules?find=respawn").text
    assert "No rule has “respawn” in these words." in plain(page)
    assert 'id="BG-6"' in page
    assert "in these words" not in client.get("/rules?find=door").text


def test_the_page_begins_with_the_round_the_dice_and_the_symbols(client: TestClient) -> None:
    page = client.get("/rules").text
    part = re.search(r'<details class="plate tight" id="primer">.*?</details>', page, re.DOTALL)
    assert part is not None
    said = plain(part[0])
    for die, name in (("low", "Low die"), ("high", "High die"), ("game", "Game die")):
        faces = BOOK.dice[die]
        assert f"{name} has {', '.join(map(str, faces))} on its sides." in said
    for _, name, text, rule in SYMBOLS:
        assert f"{name} {text}" in said
        assert rule in LEDGER
    for line in (*primer(BOOK).goal, *primer(BOOK).round):
        assert line.text in said
        assert line.rule in LEDGER
    assert "Tap your own token" in said
    assert 'id="primer"' not in client.get("/rules?find=door").text


def test_the_menu_leads_to_how_to_play_unfolded_and_back_to_the_table(client: TestClient) -> None:
    ines = host(client)
    href = re.search(r'href="(/rules\?how=1[^"]*)"', ines.get("share").text)
    assert href
    page = client.get(html.unescape(href[1]).partition("#")[0]).text
    assert re.search(r'<details[^>]* id="primer" open>', page)
    assert 'aria-label="Back to the table"' in page
    assert not re.search(r'<details[^>]* id="primer" open>', client.get("/rules").text)
