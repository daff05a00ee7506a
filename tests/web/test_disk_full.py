"""A database that takes nothing any more: said in words, shown to whoever watches the server, nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.store.errors import Busy, DiskFull, ReadOnly, StoreError
from tests.web.conftest import Table, open_table, ruling


@pytest.fixture
def full(app: FastAPI, client: TestClient) -> Iterator[Table]:
    """A table on a disk that is full: SQLite says the same of a file that has all the pages it may have."""
    table = open_table(client)
    assert table.play(ruling(5)).status_code == 200
    pages(app, 1)
    yield table
    pages(app, 2**30)


def pages(app: FastAPI, most: int) -> None:
    """Let the writer's file have no more pages than it has, or than `most`."""

    async def limit() -> Any:
        return await app.state.service.database.write(lambda cursor: cursor.execute(f"PRAGMA max_page_count={most}"))

    asyncio.run(limit())


def fill(table: Table) -> Any:
    """Rulings until one does not go in any more."""
    for n in range(200):
        answer = table.play(ruling(3 + n % 2))
        if answer.status_code != 200:
            return answer
    raise AssertionError("it is never full")


def test_a_full_disk_is_said_and_nothing_is_lost(app: FastAPI, client: TestClient, full: Table) -> None:
    refused = fill(full)
    assert refused.status_code == 507
    assert [reason["code"] for reason in refused.json()["reasons"]] == ["disk_full"]
    assert "disk is full" in refused.json()["reasons"][0]["message"]
    well = client.get("/healthz")
    assert (well.status_code, well.json()) == (503, {"ok": False, "database": "DiskFull"})
    before = full.revision
    assert full.get().status_code == 200, "it can still be read"
    pages(app, 2**30)
    assert full.play(ruling(6)).json()["revision"] == before + 1
    assert client.get("/healthz").json() == {"ok": True, "database": "ok"}


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (DiskFull("No room."), 507, "disk_full"),
        (Busy("Held."), 503, "database_away"),
        (ReadOnly("Not to be written."), 503, "database_away"),
        (StoreError("Something."), 503, "database_away"),
    ],
)
def test_what_is_wrong_with_the_database_is_no_fault_of_unknown_kind(
    app: FastAPI, client: TestClient, monkeypatch: pytest.MonkeyPatch, error: StoreError, status: int, code: str
) -> None:
    table = open_table(client)

    async def fails(*_: Any) -> None:
        raise error

    monkeypatch.setattr(app.state.service.database, "write", fails)
    answer = table.play(ruling(5))
    assert answer.status_code == status
    assert [reason["code"] for reason in answer.json()["reasons"]] == [code]
    monkeypatch.undo()
    assert table.play(ruling(5)).status_code == 200


def test_a_load_balancer_may_ask_without_wanting_the_answer(client: TestClient) -> None:
    assert client.head("/healthz").status_code == 200
