"""Tables of a pack that has grown since: scenarios with their chapters and events came with a later release."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.config import Settings
from app.packs import builtin
from app.rules import violations
from app.rules.cards import Book
from tests.service import house as houses
from tests.service.house import House

pytestmark = pytest.mark.anyio


def before(book: Book) -> Book:
    """The pack with its first scenario alone: without the others, their chapters and their events."""
    first = next(iter(book.scenarios.values()))
    mine = {id for one in (*first.lengths, *first.variations) for id in _chapters(one)}

    def kept(what: str) -> dict[str, object]:
        own = getattr(first, what)
        return {id: event for id, event in getattr(book, what).items() if event.core or id in own}

    return replace(
        book,
        scenarios={first.id: first},
        chapters={id: chapter for id, chapter in book.chapters.items() if id in mine},
        explorer_events=kept("explorer_events"),
        horror_events=kept("horror_events"),
    )


def _chapters(one: object) -> tuple[str, ...]:
    found = getattr(one, "chapters", ())
    return tuple(id for ids in found.values() for id in ids) if hasattr(found, "values") else found


async def test_a_table_from_before_opens_unchanged_and_goes_on(tmp_path, monkeypatch):
    small = before(builtin())
    assert len(small.scenarios) < len(builtin().scenarios)
    monkeypatch.setattr(houses, "builtin", lambda: small)
    house = House(Settings(data_dir=tmp_path))
    table = await house.table()
    await table.evening(30)
    was, audit = await table.whole_state(), await table.service.decks(table.play_door)
    file = await table.service.export(table.host_door, table.ada)
    monkeypatch.undo()
    service = house.restart()
    try:
        assert service.book is builtin()
        assert await table.whole_state() == was
        assert violations(builtin(), was) == ()
        assert await service.decks(table.play_door) == audit
        assert all(deck.sums for deck in audit.values())
        await table.evening(10, seed=6)
        made = await service.import_table(file)
        copy = (await service.table(await service.door(made.play))).state
        assert (copy.round, copy.phase, copy.explorers) == (was.round, was.phase, was.explorers)
    finally:
        house.stop()
