"""Tables to measure on, made over the JSON interface like any other."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from bench import load

Json = dict[str, Any]


@dataclass
class Seated:
    """A seat at a table; `made` moves of ours so far."""

    url: str
    key: str
    token: str
    made: int = 0
    names: Json = field(default_factory=dict)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request about this table and read its answer. Raises RuntimeError for all that is not 2xx."""
        return ask(self.url, method, f"/api/tables/{self.key}{path}", body, self.token)

    def play(self, move: Json) -> Any:
        """Make a move."""
        self.made += 1
        return self.ask("POST", "/moves", {"move": move, "key": f"bench-{self.made}"})

    def walking(self) -> load.Request:
        """Requests that walk an explorer to a space beside it and back; for a table where walking is free."""
        walker = self.ask("GET", "")["you"]["explorers"][0]
        x, y = self.ask("GET", "")["state"]["explorers"][walker]["space"]
        listed = [item["move"] for item in self.ask("GET", "/moves")["moves"]]
        walks = [move["to"] for move in listed if move["type"] == "Walk" and move["explorer"] == walker]
        near = next(to for to in walks if max(abs(to[0] - x), abs(to[1] - y)) == 1)
        goals = ([x, y], near) if self.made % 2 == 0 else (near, [x, y])  # the next move is an odd or an even one

        def request() -> bytes:
            self.made += 1
            move = {"type": "Walk", "explorer": walker, "to": goals[self.made % 2]}
            body = {"move": move, "key": f"bench-{self.made}"}
            return load.raw("POST", f"/api/tables/{self.key}/moves", body, self.token)

        return request

    def rolling(self) -> load.Request:
        """Requests that roll the game die: the move with the least rules behind it."""

        def request() -> bytes:
            self.made += 1
            body = {"move": {"type": "RollDie", "die": "game"}, "key": f"bench-{self.made}"}
            return load.raw("POST", f"/api/tables/{self.key}/moves", body, self.token)

        return request

    def stepping(self) -> load.Request:
        """Requests that step the health of an explorer down and up by table ruling: always valid, always new."""

        def request() -> bytes:
            self.made += 1
            change = {"type": "SetPool", "unit": "exp-01", "what": "health", "value": 4 + self.made % 2}
            move = {"type": "MakeRuling", "reason": "Measuring.", "changes": [change]}
            body = {"move": move, "key": f"bench-{self.made}"}
            return load.raw("POST", f"/api/tables/{self.key}/moves", body, self.token)

        return request


def ask(url: str, method: str, path: str, body: Any = None, token: str = "") -> Any:
    """One request with a JSON body; its answer read as JSON."""
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(url + path, data, headers, method=method), timeout=30) as answer:
            return json.load(answer)
    except HTTPError as error:
        raise RuntimeError(f"{method} {path} answered {error.code}: {error.read()[:300]!r}") from error


def open_table(url: str, **settings: str | int) -> Seated:
    """A fresh table with these house rules, seen by its host."""
    made = ask(url, "POST", "/api/tables", {"player": "Host", "settings": settings})
    return Seated(url, made["table"], made["token"], names=made)


def join_words(path: str, key: str) -> str:
    """An address without the table's key, for the printed table."""
    return path.replace(key, "…")
