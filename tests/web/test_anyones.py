"""Whose a question is about an explorer that no seat has claimed: anyone's, on every phone, never two people's own."""

from __future__ import annotations

import re

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.config import Settings
from app.main import create_app
from app.packs import builtin
from app.rules.position import read_position
from tests.web.conftest import SECRET, SeededChance
from tests.web.phones import Phone, host
from tests.web.table_scene import put
from tests.web.test_by_whose_tap import BRAM, HEAD, taps, two

TOLD = "Anyone’s: nobody has a seat for Bram."
STEPS = {"terrain": "terrain T05", "environment": "environment env-01", "encounter": "encounter"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    return create_app(Settings(data_dir=tmp_path_factory.mktemp("data"), secret=SECRET), SeededChance(4))


def exploring(stage: str) -> str:
    """Bram explores the tile in the south, and one of the three steps waits."""
    return HEAD.format(phase="explorer", ada=2) + f"pending: {STEPS[stage]} for Bram at 0,1\n"


def rolling() -> str:
    """An encounter lets each explorer roll: Bram's dice are asked for when he is picked."""
    return exploring("encounter").replace("pending", "decks:\n  encounters draw: enc-01\npending")


def pill(phone: Phone, page: str) -> str:
    """Who answers, as the bar on top says it."""
    found = re.search(r'<span class="who">([^<]*)</span>', phone.get(page).text)
    assert found is not None
    return found[1]


def asked_of(client: TestClient, what: str, holder: str) -> tuple[Phone, Phone, str]:
    """Both phones while something is asked of Bram, whom `holder` plays ('' = nobody), and the page that asks it."""
    if what in STEPS:
        return *two(client, exploring(what), holder), "terrain"
    if what == "inventory":
        ines, jonas = two(
            client, HEAD.format(phase="explorer", ada=2) + "decks:\n  weapons held: w102 by Bram\n", holder
        )
        taps(jonas, "items", "Use inventory")
        return ines, jonas, "items"
    ines, jonas = two(client, rolling(), holder)
    taps(jonas, "terrain", "Draw")
    taps(ines, "step", "Ada")
    taps(ines, "step", "Done, let Ada resolve")
    return ines, jonas, "step"


@pytest.mark.parametrize("what", [*STEPS, "inventory", "roll"])
def test_what_is_asked_of_a_free_explorer_is_anyones_on_every_phone(client: TestClient, what: str) -> None:
    ines, jonas, page = asked_of(client, what, "")
    for phone in (ines, jonas):
        for where in ("board", "party", page):
            assert pill(phone, where) == "Anyone", (phone, where)
        assert TOLD in phone.text("board")
        assert TOLD in phone.text(page)


@pytest.mark.parametrize("what", [*STEPS, "inventory"])
def test_with_a_seat_it_is_that_phone_s_and_the_other_reads_whose(client: TestClient, what: str) -> None:
    ines, jonas, page = asked_of(client, what, BRAM)
    assert (pill(jonas, page), pill(ines, page)) == ("Yours", "Jonas")
    assert TOLD not in ines.text("board") + jonas.text("board") + jonas.text(page)


def test_who_plays_alone_answers_for_all(client: TestClient) -> None:
    ines = host(client)
    ines.get("board")
    put(client.app, ines.key, read_position(builtin(), exploring("terrain")))  # type: ignore[arg-type]
    assert pill(ines, "board") == "Yours"
    assert TOLD not in ines.text("terrain")


def test_ada_s_own_question_stays_hers_beside_a_free_explorer(client: TestClient) -> None:
    ines, jonas = two(client, exploring("terrain").replace("for Bram", "for Ada"), "")
    assert (pill(ines, "board"), pill(jonas, "board")) == ("Yours", "Ines")
