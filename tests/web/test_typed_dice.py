"""Dice that are rolled on the table and typed in: the question names die and rating, the news tell what came of it."""

from __future__ import annotations

import json
import re

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.packs import builtin
from app.rules.position import read_position
from tests.web.phones import Phone, host
from tests.web.table_scene import put

ROUND = """
chapter: rav-01
round: 3, explorer phase
ratings: spawn 2, horror 2
settings:
  dice table
tiles:
  14a at 0,0
explorers:
  Ada at e4 of 0,0
  Bram at f4 of 0,0
"""


def play(phone: Phone, **move: object) -> None:
    assert phone.post("play", {"move": json.dumps(move), "back": f"{phone.base}/board"}).status_code == 303


def answer(phone: Phone, option: str) -> None:
    """The open question answered from the board."""
    listed = phone.client.get(f"{phone.base.replace('/t/', '/api/tables/')}/moves").json()["moves"]
    play(phone, **next(one["move"] for one in listed if one["move"].get("option") == option))


def told(phone: Phone) -> str:
    """What just happened, and the rolls of the phase."""
    html = phone.get("board").text
    part = html[html.index('id="news"') :][:2500]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", part))


def asked_for_a_die(app: FastAPI, client: TestClient) -> Phone:
    """A phone whose explorer is to roll in the spawn phase, where dice are typed in."""
    phone = host(client)
    phone.get("step")
    put(app, phone.key, read_position(builtin(), ROUND))
    for explorer in ("exp-01", "exp-02"):
        play(phone, type="FinishTurn", explorer=explorer)
    play(phone, type="EndPhase", phase="explorer")
    answer(phone, "exp-01")
    return phone


@pytest.mark.parametrize(("typed", "outcome"), [("7", "safe"), ("1", "monster")])
def test_a_typed_die_is_asked_for_with_its_rating_and_told_by_its_outcome(
    app: FastAPI, client: TestClient, typed: str, outcome: str
) -> None:
    phone = asked_for_a_die(app, client)
    asked = phone.text("board")
    assert "Ada rolls the game die" in asked
    assert "The spawn rating is 2: a roll of 2 or more is safe" in asked
    answer(phone, typed)
    news = told(phone)
    assert "answered" not in news
    line = f"Ada rolled {typed} for the spawn phase; Ines typed it in."
    log = phone.text("log")
    assert log.count(line) == 1, "who typed what for which roll, once"
    assert f"answered: {typed}" not in log
    assert re.search(rf"Ada\b.*\b{typed}\b", news), news
    assert outcome in news, news


def test_a_die_that_the_tracker_rolls_after_all_is_told_as_its_roll(app: FastAPI, client: TestClient) -> None:
    phone = asked_for_a_die(app, client)
    answer(phone, "roll")
    log = phone.text("log")
    assert re.search(r"Ada rolled \d for the spawn phase\.", log)
    assert "Roll the dice" not in log
