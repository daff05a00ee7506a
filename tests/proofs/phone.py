"""A phone inside the test's own process: it keeps its cookie, opens pages, follows what they link to, hears streams."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from app.rules.state import DECKS
from tests.proofs.inside import Answer, Inside

#: What a page tells a browser to fetch.
LINK = re.compile(r'(?:href|src|hx-get|data-part|data-stream|data-href|data-get)="(/[^"#]*)"')
#: Headers that say nothing about a table: whose phone this is, and how long the answer is.
UNTOLD = ("set-cookie", "content-length")
MOST_FOLLOWED = 60  # links of one crawl, of all kinds that there are


def addresses(app: Any) -> list[str]:
    """The path of every GET route of the application, `{names}` and all."""

    def walk(routes: Iterable[Any]) -> Iterator[str]:
        for route in routes:
            inner = getattr(route, "original_router", None)
            if inner is not None:
                yield from walk(inner.routes)
            elif "GET" in (getattr(route, "methods", None) or ()):
                yield route.path

    found = sorted(set(walk(app.routes)))
    assert len(found) > 30, found
    return found


@dataclass
class Phone:
    """`heard` keeps every answer by what was asked, headers and all; `missed` what is not there or can't be read;
    `sat` = something that it did was answered with a cookie.
    """

    house: Inside
    name: str
    cookies: dict[str, str] = field(default_factory=dict)
    heard: dict[str, str] = field(default_factory=dict)
    missed: list[str] = field(default_factory=list)
    sat: bool = False

    async def send(self, method: str, path: str, *, fragment: bool = False, **more: Any) -> Answer:
        headers = {"accept": "text/html"}
        if self.cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if fragment:
            headers["hx-request"] = "true"
        answer = await self.house.ask(method, path, more.pop("body", None), headers, **more)
        given = re.match(r"(vt_\w+)=([^;]*)", answer.headers.get("set-cookie", ""))
        if given:
            self.cookies[given[1]] = given[2]
            self.sat |= method == "POST"
        assert answer.status < 500, (method, path, answer.text)
        if answer.status in (404, 405, 422):
            self.missed.append(f"{answer.status} {method} {path}")
        told = " ".join(value for name, value in answer.headers.items() if name not in UNTOLD)
        self.heard[f"{method} {path}{' part' if fragment else ''} {more or ''}"] = f"{told}\n{answer.text}"
        return answer

    async def get(self, path: str, *, fragment: bool = False) -> Answer:
        return await self.send("GET", path, fragment=fragment)

    async def post_form(self, path: str, *, fragment: bool = False, **fields: str) -> Answer:
        return await self.send("POST", path, fragment=fragment, form=urlencode(fields).encode())

    async def post(self, path: str, body: object) -> Answer:
        return await self.send("POST", path, body=body)

    async def play(self, key: str, move: dict[str, Any], *, fragment: bool = True) -> Answer:
        """Post a move as a page does."""
        return await self.post_form(f"/t/{key}/play", fragment=fragment, move=json.dumps(move))

    async def crawl(self, key: str, host: bool = False, probes: Iterable[dict[str, Any]] = ()) -> dict[str, str]:
        """Ask for everything that can be asked for by this key; returns what was heard.

        Every route there is, every page's links, the verdict on everything that is listed and on `probes`, and the
        dialog for each way back. Nothing is changed by it.
        """
        self.heard = {}
        self.cookies.pop("vt_read", None)  # what this phone has read is its own: each crawl begins as the one before
        state = (await self.get(f"/api/tables/{key}")).json()["state"]
        steps = [str(step["id"]) for step in state["agenda"]] or ["1"]
        values = {"table": [key], "step": steps, "deck": list(DECKS), "row": ["EX-1"]}
        values["number"] = [str(max(state["chapter"], 0) + 1)]  # the chapters that have gone by are linked
        for path in addresses(self.house.app):
            if "{" not in path and (path in ("/metrics", "/openapi.json", "/docs") or self.sat):
                continue  # these tell of no table; who has no seat yet looks at them once
            names = re.findall(r"{(\w+)}", path)
            assert set(names) <= set(values), f"what is {path}?"
            filled = [path]
            for name in names:
                filled = [one.replace(f"{{{name}}}", value) for one in filled for value in values[name]]
            for one in filled:
                if host and one.endswith("/export"):
                    continue  # a host's own file holds the rest of the game, packed: it is made to be imported
                await self.get(one)
                if one.startswith("/t/"):
                    await self.get(one, fragment=True)
        await self._follow(key)
        await self._verdicts(key, state)
        for move in probes:
            await self.post(f"/api/tables/{key}/moves?preview=1", {"move": move})
            await self.post("/api/rules/check", {"position": state, "move": move})
        for revision in range(1, state_revision(self.heard, key), 7):
            await self.get(f"/t/{key}/undo?to={revision}", fragment=True)
        return self.heard

    async def _follow(self, key: str) -> None:
        """Follow links, of each kind of address in turn, so that hundreds of spaces do not drown the rest."""
        done: set[str] = set()
        for _ in range(2):
            pages = " ".join(text for asked, text in self.heard.items() if asked.startswith("GET /t/"))
            found = {html.unescape(link) for link in LINK.findall(pages)}
            kinds: dict[str, list[str]] = {}
            for link in sorted(link for link in found - done if link.startswith(f"/t/{key}/")):
                kinds.setdefault(re.sub(r"=[^&]*", "", link), []).append(link)
            each = max(1, MOST_FOLLOWED // 2 // max(1, len(kinds)))
            for links in kinds.values():
                for link in links[:: max(1, len(links) // each)][:each]:
                    if not link.endswith("/export") and f"GET {link} part " not in self.heard:
                        await self.get(link, fragment=True)
                    done.add(link)

    async def _verdicts(self, key: str, state: dict[str, Any]) -> None:
        listed = await self.get(f"/api/tables/{key}/moves")
        if listed.status == 200:
            found = listed.json()
            for one in [*found["moves"], *found["refused"]][:30]:
                await self.post(f"/api/tables/{key}/moves?preview=1", {"move": one["move"]})
        await self.post("/api/rules/moves", {"position": state})
        if listed.status == 200:
            for one in [*found["moves"], *found["refused"]][:3]:
                await self.post("/api/rules/check", {"position": state, "move": one["move"]})


def state_revision(heard: dict[str, str], key: str) -> int:
    """The revision told by the table's JSON."""
    text = next(text for asked, text in heard.items() if asked.startswith(f"GET /api/tables/{key} "))
    return int(json.loads(text.partition("\n")[2])["revision"])
