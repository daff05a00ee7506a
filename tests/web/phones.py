"""Phones at a table, as a browser without scripts uses them: what they read, and the forms that they send."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Any

from starlette.testclient import TestClient

#: The pages of the tabs at the bottom.
TABS = ("board", "cards", "chapter", "party", "log")
FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')


@dataclass
class Phone:
    """A phone at a table: its cookies, and the address of the door that it came in by."""

    client: TestClient
    base: str
    cookies: dict[str, str]

    def get(self, path: str = "", **more: Any) -> Any:
        self._be()
        return self.client.get(f"{self.base}/{path}".rstrip("/"), **more)

    def post(self, path: str, fields: dict[str, str], **more: Any) -> Any:
        self._be()
        more.setdefault("follow_redirects", False)
        return self.client.post(f"{self.base}/{path}", data=fields, **more)

    def _be(self) -> None:
        self.client.cookies.clear()
        self.client.cookies.update(self.cookies)

    def text(self, path: str) -> str:
        answer = self.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)))

    def form(self, path: str, words: str) -> dict[str, str]:
        """The hidden fields of the form on a page whose button says `words`."""
        for form in re.findall(r"<form[^>]*>.*?</form>", self.get(path).text, re.DOTALL):
            if words in html.unescape(re.sub(r"<[^>]+>", "", form)):
                return {name: html.unescape(value) for name, value in FIELD.findall(form)}
        raise AssertionError(f"no form says {words!r} on {path}")

    def walk(self) -> None:
        """Walk its explorer to the nearest space that the board offers."""
        link = r'\?unit=[\w-]+&amp;at=(-?\d+,-?\d+)#at" class="sp"[^>]*aria-label="[^"]*?(\d+) stamina'
        space = min(re.finditer(link, self.get("board").text), key=lambda found: int(found[2]))
        assert self.post("play", self.form(f"board?at={space[1]}", "Walk here")).status_code == 303

    @property
    def key(self) -> str:
        return self.base.removeprefix("/t/")

    def revision(self) -> int:
        return int(re.search(r'id="now"[^>]*data-revision="(\d+)"', self.get("party").text)[1])  # type: ignore[index]


def host(client: TestClient, **more: str) -> Phone:
    """The phone of Ines, who sets up a table; `more` = fields of the form."""
    client.cookies.clear()
    made = client.post("/new", data={"player": "Ines", **more}, follow_redirects=False)
    assert made.status_code == 303, made.text
    return Phone(client, made.headers["location"].removesuffix("/share"), dict(client.cookies))


def guest(phone: Phone, name: str, explorer: str = "") -> Phone:
    """The phone of somebody who joins the table of another, with that explorer or none."""
    play = re.search(r'data-copy="[^"]*?(/t/[^"]+)"', phone.get("share").text)
    assert play is not None
    phone.client.cookies.clear()
    data = {"name": name, "explorer": explorer}
    seated = phone.client.post(f"{play[1]}/join", data=data, follow_redirects=False)
    assert seated.headers["location"] == f"{play[1]}/board", seated.text
    return Phone(phone.client, play[1], dict(phone.client.cookies))
