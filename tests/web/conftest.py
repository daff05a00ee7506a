"""A whole application for each test module, tables on it, and a real server for what needs a network."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI
from httpx2 import Client
from starlette.testclient import TestClient

from app.config import Settings
from app.main import create_app
from tests.web.phones import Phone, guest, host


class SeededChance:
    """Chance that repeats itself."""

    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)

    def roll(self, die: str, faces: tuple[int, ...]) -> int:
        return self.source.choice(faces)

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.source.sample(cards, len(cards)))

    def reveal(self, deck: str) -> None:
        pass


SECRET = "a secret that is long enough for tests, no more"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    return create_app(Settings(data_dir=tmp_path_factory.mktemp("data"), secret=SECRET), SeededChance(4))


@pytest.fixture(scope="module")
def running(app: FastAPI) -> Iterator[TestClient]:
    """The application, started; its client keeps no cookies between tests."""
    with TestClient(app) as client:
        yield client


@pytest.fixture
def client(running: TestClient) -> Iterator[TestClient]:
    running.cookies.clear()
    yield running
    running.cookies.clear()


@dataclass
class Table:
    """A table as one seat uses it over JSON."""

    client: Client
    key: str
    token: str
    made: dict[str, Any] = field(default_factory=dict)

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    def get(self, path: str = "", **more: Any) -> Any:
        return self.client.get(f"/api/tables/{self.key}{path}", headers=self.headers, **more)

    def post(self, path: str, json: Any = None, **more: Any) -> Any:
        return self.client.post(f"/api/tables/{self.key}{path}", json=json, headers=self.headers, **more)

    def state(self) -> dict[str, Any]:
        answer = self.get()
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    @property
    def revision(self) -> int:
        return int(self.state()["revision"])

    def play(self, move: dict[str, Any], **more: Any) -> Any:
        return self.post("/moves", {"move": move, **more})

    def moves(self) -> dict[str, Any]:
        answer = self.get("/moves")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def legal(self, kind: str) -> list[dict[str, Any]]:
        return [m["move"] for m in self.moves()["moves"] if m["move"]["type"] == kind]

    def seat(self, name: str, explorer: str | None = None, key: str = "") -> Table:
        """Somebody else at the same table."""
        body = {"name": name} | ({"explorer": explorer} if explorer else {})
        answer = self.client.post(f"/api/tables/{key or self.key}/join", json=body)
        assert answer.status_code == 201, answer.text
        return Table(self.client, key or self.key, answer.json()["token"], self.made)

    def without_seat(self, key: str = "") -> Table:
        return Table(self.client, key or self.key, "", self.made)

    @property
    def watch_key(self) -> str:
        return str(self.made["links"]["watch"]).removeprefix("/t/")

    @property
    def host_key(self) -> str:
        return str(self.made["links"]["host"]).removeprefix("/t/")


def open_table(client: Client, **spec: Any) -> Table:
    answer = client.post("/api/tables", json=spec)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return Table(client, made["table"], made["token"], made)


@pytest.fixture
def table(client: TestClient) -> Table:
    """A fresh table, seen by its host."""
    return open_table(client, player="Ines")


@pytest.fixture
def ines(client: TestClient) -> Phone:
    """The phone of the host of a fresh table."""
    return host(client)


@pytest.fixture
def mara(ines: Phone) -> Phone:
    """The phone of somebody else at that table, who plays the second explorer."""
    return guest(ines, "Mara", "exp-02")


def ruling(health: int, unit: str = "exp-01") -> dict[str, Any]:
    """A move that is always possible."""
    change = {"type": "SetPool", "unit": unit, "what": "health", "value": health}
    return {"type": "MakeRuling", "reason": "We forgot the fall.", "changes": [change]}


class ThreadedServer(uvicorn.Server):
    """A real server in a thread, on a port of its own."""

    def __init__(self, app: FastAPI) -> None:
        super().__init__(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning", lifespan="on"))
        self.thread = threading.Thread(target=self.run, daemon=True)

    @property
    def port(self) -> int:
        return int(self.servers[0].sockets[0].getsockname()[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def begin(self) -> None:
        self.thread.start()
        deadline = time.monotonic() + 15
        while not self.started:
            if time.monotonic() > deadline or not self.thread.is_alive():
                raise RuntimeError("the server did not start")
            time.sleep(0.01)

    def end(self) -> None:
        self.should_exit = True
        self.force_exit = True
        self.thread.join(10)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadedServer]:
    """A server of its own for the module."""
    data: Path = tmp_path_factory.mktemp("served")
    running = ThreadedServer(create_app(Settings(data_dir=data, secret=SECRET)))
    running.begin()
    yield running
    running.end()
