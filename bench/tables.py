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

    def next_step(self, explorer: str, n: int) -> tuple[int, int]:
        """A space beside the explorer that it can walk to, its stamina made good first."""
        change = {"type": "SetPool", "unit": explorer, "what": "stamina", "value": 4 + n % 2}
        self.play({"type": "MakeRuling", "reason": "Measuring.", "changes": [change]})
        here = self.ask("GET", "")["state"]["explorers"][explorer]["space"]
        listed = [m["move"] for m in self.ask("GET", "/moves")["moves"]]
        walks = [m["to"] for m in listed if m["type"] == "Walk" and m["explorer"] == explorer]
        near = [to for to in walks if max(abs(to[0] - here[0]), abs(to[1] - here[1])) == 1]
        x, y = near[n % len(near)]
        return int(x), int(y)

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


def open_table(url: str) -> Seated:
    """A fresh table, seen by its host."""
    made = ask(url, "POST", "/api/tables", {"player": "Host"})
    return Seated(url, made["table"], made["token"], names=made)


def join_words(path: str, key: str) -> str:
    """An address without the table's key, for the printed table."""
    return path.replace(key, "…")
