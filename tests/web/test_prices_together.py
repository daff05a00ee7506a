"""A price that is paid together says what it is for and what follows, paid or not; afterwards the board is shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.packs import builtin
from app.rules import Legal, State, decide
from app.rules.agenda_items import SharedPayment, Storing
from app.rules.events import CardMoved
from app.rules.moves import CloseStep
from app.rules.position import read_position
from app.web import pages_steps
from app.web.item_facts import told
from app.web.pages_questions import task
from tests.support.casebook import book as case_book
from tests.support.casebook import cases, states_after_moves
from tests.support.players import Seeded
from tests.web.conftest import Table, open_table
from tests.web.table_scene import everybody, put, table_at
from tests.web.test_pages_steps import plain, shown

ARCHIVIST = """
tiles:
  14a at 0,0
explorers:
  Ada at e4 of 0,0
pending: encounter for Ada at 0,0
decks:
  encounters draw: enc-03, enc-06
  explorer_events draw: xev-06, xev-08, xev-10
"""


@cache
def prices() -> tuple[State, ...]:
    """Every state of the rule cases in which a price waits to be paid together."""
    return tuple(_prices())


def _prices() -> Iterator[State]:
    for case in cases():
        if case.refused or case.seats or case.unknown:
            continue
        for state in states_after_moves(case):
            if state.agenda and isinstance(state.agenda[-1], SharedPayment):
                yield state


def test_what_is_said_of_a_price_that_is_not_paid_is_what_happens() -> None:
    kinds = set()
    for state in prices():
        top, under = state.agenda[-1], state.agenda[-2]
        assert isinstance(top, SharedPayment)
        kinds.add((under.type, top.key))
        table = table_at(case_book(), state, "step")
        view = pages_steps.pay_view(table)
        assert view is not None
        text = plain(shown(pages_steps.step, table))
        assert "Nothing is lost" not in text
        assert f"Not paid: {view.unpaid}" in text
        assert f"Paid: {view.paid}" in text
        verdict = decide(case_book(), state, CloseStep(top.id), everybody(state), Seeded(1))
        if not isinstance(verdict, Legal):
            continue
        assert view.decline is not None
        gone = [event for event in verdict.events if isinstance(event, CardMoved)]
        for event in gone[:1]:
            where = "bottom" if event.to == "bottom" else "destroyed"
            assert where in view.unpaid, (top.card, event)
            assert where in view.decline.note
        if not gone:
            assert "destroyed" not in view.unpaid
            assert "bottom" not in view.unpaid
    assert {under for under, _ in kinds} >= {"storing", "resolve"}
    assert {key for _, key in kinds} >= {"paid", "price"}


def test_the_header_of_a_price_is_short_and_counts_the_cards() -> None:
    for state in prices():
        table = table_at(case_book(), state, "step")
        top, under = state.agenda[-1], state.agenda[-2]
        said = task(table, top)
        assert len(said) < 60, said
        if isinstance(under, Storing) and under.of > 1:
            assert f"card {under.of - len(under.cards) + 1} of {under.of}" in said


def begin(client: TestClient) -> Table:
    table = open_table(client, player="Ines")
    assert isinstance(client.app, FastAPI)
    put(client.app, table.key, read_position(builtin(), ARCHIVIST))
    assert table.play(next(iter(table.legal("Explore") or table.legal("DrawEncounter")))).status_code == 200
    return table


@pytest.mark.parametrize("scripts", [False, True])
def test_after_the_last_price_the_board_is_shown(client: TestClient, scripts: bool) -> None:
    """And each of the three cards says which it is and what it does; nothing of the page is the same as before."""
    table = begin(client)
    while answers := table.legal("Answer"):
        assert table.play(answers[0]).status_code == 200
    headers = {**table.headers, **({"HX-Request": "true", "Accept": "text/html"} if scripts else {})}
    for number in (1, 2, 3):
        page = table.client.get(f"/t/{table.key}/step", headers=table.headers).text
        assert f"Card {number} of 3" in page
        card = table.state()["state"]["agenda"][-1]["what"]
        for _, _, _, ability in builtin().abilities_of(card):
            assert told(ability) in plain(page)
        move = table.legal("CloseStep")[0]
        form = {
            "move": json.dumps(move),
            "revision": str(table.state()["revision"]),
            "key": f"k{number}-{scripts}",
            "back": f"/t/{table.key}/step",
        }
        answer = table.client.post(f"/t/{table.key}/play", data=form, headers=headers, follow_redirects=False)
        leads = answer.headers.get("HX-Redirect" if scripts else "location", "")
        if number < 3:
            assert leads == ("" if scripts else f"/t/{table.key}/step")
        else:
            assert leads == f"/t/{table.key}/board"
