"""A random player over JSON, and what a guest can see of what nobody has seen yet."""

from __future__ import annotations

import asyncio
import re

import pytest
from starlette.testclient import TestClient

from app.rules.events import CardMoved
from app.rules.state import State
from app.service import Service
from app.store.codec import load_events
from tests.web.conftest import Table, ruling
from tests.web.random_player import Session, play


@pytest.mark.parametrize("seed", [3, 8])
def test_what_moves_lists_is_true(client: TestClient, seed: int) -> None:
    session = play(client, seed, 40)
    assert sum(session.made.values()) == 40 or session.over
    assert len(session.made) > 3
    assert session.refused


def test_a_guest_is_never_told_of_a_card_that_nobody_has_seen(client: TestClient) -> None:
    session = play(client, 5, 60)
    host, guest = session.seats
    host.play(ruling(5))
    host.post("/undo")
    told = everything_told_to(guest) + everything_told_to(guest.without_seat(guest.watch_key))
    service: Service = client.app.state.service  # type: ignore[attr-defined]
    hidden = never_seen(session, service)
    assert len(hidden) > 60, "most cards are still hidden after so few moves"
    names = {service.book.tiles[card].name for card in hidden if card in service.book.tiles}
    names |= {service.book.cards[card].name for card in hidden if card in service.book.cards}
    for text in told:
        found = {card for card in hidden if re.search(rf"\b{re.escape(card)}\b(?![-_])", text)} - ids_by_chance(text)
        assert not found, f"{found} in {text[:80]}"
        assert not {name for name in names if f'"{name}' in text or f" {name} " in text}


def ids_by_chance(text: str) -> set[str]:
    """What looks like a tile's id inside a table's key."""
    return {match for key in re.findall(r"/t/([\w-]+)", text) for match in re.findall(r"\d\d[ab]|E\d", key)}


def everything_told_to(guest: Table) -> list[str]:
    """The text of every answer that this seat, or nobody at the table, can get."""
    paths = ["", "/moves", "/log", "/decks", "/export"] if guest.token else ["", "/log", "/decks", "/export"]
    answers = [guest.get(path) for path in paths]
    if guest.token:
        for item in guest.moves()["moves"][:40]:
            answers.append(guest.post("/moves?preview=1", {"move": item["move"]}))
    assert all(answer.status_code == 200 for answer in answers)
    return [answer.text for answer in answers]


def never_seen(session: Session, service: Service) -> set[str]:
    """Ids of the cards that have never been turned up at this table, the faces of map tiles included."""
    number = asyncio.run(service.door(session.seats[0].key)).table
    lines = asyncio.run(service._tables.log.lines(number, 0, 10**6))
    seen = {
        event.card
        for line in lines
        for event in load_events(line.events)
        if isinstance(event, CardMoved) and event.to not in ("aside", "bottom", "top", "out")
    }
    state: State = session.true_state()
    hidden = {card for deck in state.decks.values() for card in (*deck.draw, *deck.aside)}
    chapters = set(state.chapters[state.chapter + 1 :])
    return (hidden | chapters) - seen
