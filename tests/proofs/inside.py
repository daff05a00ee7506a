"""The whole application inside the test's own process, spoken to as a server would: requests in, bytes out.

What it answers went through every layer that a phone's request goes through except the socket. That makes thousands
of requests cheap, and lets a proof look at what the server alone knows.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from app.config import Settings
from app.main import create_app
from app.packs import builtin
from app.rules import Chance, replay
from app.rules.cards import Book
from app.rules.state import State
from app.service.opened import OpenTable
from app.store.codec import load_events
from app.store.rows import Line

SECRET = "a secret that is long enough for tests, no more"


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Inside:
    """A running application; `log` keeps every answer's path and body when it is a list."""

    app: FastAPI

    @property
    def service(self) -> Any:
        return self.app.state.service

    @property
    def book(self) -> Book:
        return builtin()

    async def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: dict[str, str] | None = None,
        *,
        form: bytes | None = None,
    ) -> Answer:
        """Send one request; `body` goes as JSON, `form` as a form of a page."""
        plain, _, query = path.partition("?")
        raw = form if form is not None else b"" if body is None else json.dumps(body).encode()
        told = {"host": "table.test", "content-length": str(len(raw)), **(headers or {})}
        if raw:
            told["content-type"] = "application/x-www-form-urlencoded" if form is not None else "application/json"
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": plain,
            "raw_path": plain.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in told.items()],
            "client": ("127.0.0.1", 50000),
            "server": ("table.test", 80),
            "state": {},
        }
        sent: list[Any] = []
        asked = [{"type": "http.request", "body": raw, "more_body": False}]

        async def receive() -> Any:
            return asked.pop() if asked else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        start = next(message for message in sent if message["type"] == "http.response.start")
        found = {name.decode().lower(): value.decode("latin-1") for name, value in start["headers"]}
        return Answer(start["status"], found, b"".join(m.get("body", b"") for m in sent))

    async def open_table(self, **spec: object) -> Seated:
        """A new table, seen by its host."""
        answer = await self.ask("POST", "/api/tables", spec)
        assert answer.status == 201, answer.text
        made = answer.json()
        return Seated(self, made["table"], made["token"], made["seat"], made)

    async def opened(self, key: str) -> OpenTable:
        """The table as the server has it in memory, with all that is hidden."""
        door = await self.service.door(key)
        found: OpenTable = await self.service._tables.open(door.table)
        return found

    async def stored(self, key: str) -> tuple[Line, ...]:
        """Every entry of the table's log as it lies in the database."""
        opened = await self.opened(key)
        lines: tuple[Line, ...] = await self.service._tables.log.lines(opened.id, 0, opened.revision)
        return lines


def replayed(lines: tuple[Line, ...]) -> State:
    """The state after the last entry, by nothing but folding the stored events from the first entry on.

    An entry's events happened to the state after the entry before it; undo and redo set the state back to the one
    after the entry that they name.
    """
    events: dict[int, tuple[Any, ...]] = {}
    before: tuple[Any, ...] = ()
    for line in lines:
        if line.kind in ("undo", "redo"):
            before = events[line.head]
        else:
            before = (*before, *load_events(line.events))
        events[line.revision] = before
    return replay(before)


@asynccontextmanager
async def inside(folder: Path, chance: Chance | None = None) -> AsyncIterator[Inside]:
    """Start the application over the database in `folder`, and stop it."""
    app = create_app(Settings(data_dir=folder, secret=SECRET), chance)
    async with app.router.lifespan_context(app):
        yield Inside(app)


@dataclass
class Seated:
    """One seat at a table, over the JSON interface."""

    house: Inside
    key: str
    token: str
    seat: str
    made: dict[str, Any] = field(default_factory=dict)

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    @property
    def links(self) -> dict[str, str]:
        """The keys of the table by kind, as its host knows them."""
        return {kind: link.removeprefix("/t/") for kind, link in self.made["links"].items()}

    async def get(self, path: str = "") -> Answer:
        return await self.house.ask("GET", f"/api/tables/{self.key}{path}", headers=self.headers)

    async def post(self, path: str, body: object = None) -> Answer:
        return await self.house.ask("POST", f"/api/tables/{self.key}{path}", body, self.headers)

    async def read(self, path: str = "") -> Any:
        """An answer that must come."""
        answer = await self.get(path)
        assert answer.status == 200, answer.text
        return answer.json()

    async def moves(self) -> Any:
        return await self.read("/moves")

    async def play(self, move: dict[str, Any], **more: object) -> Answer:
        return await self.post("/moves", {"move": move, **more})

    async def preview(self, move: dict[str, Any]) -> Answer:
        return await self.post("/moves?preview=1", {"move": move})

    async def join(self, name: str, explorer: str | None = None, key: str = "") -> Seated:
        """Somebody else takes a seat."""
        body = {"name": name} | ({"explorer": explorer} if explorer else {})
        answer = await self.house.ask("POST", f"/api/tables/{key or self.key}/join", body)
        assert answer.status == 201, answer.text
        joined = answer.json()
        return Seated(self.house, key or self.key, joined["token"], joined["seat"]["id"], self.made)

    def anew(self, house: Inside) -> Seated:
        """The same seat at the same table, of a server that was started again."""
        return Seated(house, self.key, self.token, self.seat, self.made)


def run(work: Any) -> Any:
    """Run a proof; asyncio's own loop, closed afterwards."""
    return asyncio.run(work)
