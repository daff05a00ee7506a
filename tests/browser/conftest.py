"""Chromium, phones in it, and a server as a process of its own. A missing browser is a failure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests.browser.served import Server
from tests.support.chromium import chromium
from tests.support.settled import watch

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
#: A name that leads here, for what a browser allows to loopback alone (a secure context).
SOMEWHERE = "vivarium.test"
QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"]
HERE = f"--host-resolver-rules=MAP {SOMEWHERE} 127.0.0.1"
#: What a browser itself says about requests that found no server, or were refused on purpose.
NETWORK = re.compile(r"Failed to load resource|net::ERR_|the server responded with a status of 409")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Module by module: while Playwright runs, nothing else in the process can run an event loop."""
    with chromium(*QUIET, HERE) as running:
        yield running


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tables that need nothing special; it is left running."""
    server = Server(tmp_path_factory.mktemp("shared"), "--", "16")
    yield server
    server.end()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """`serve("enc-06")` starts a server whose decks have that card on top."""
    made: list[Server] = []

    def start(*cards: str) -> Server:
        folder = tmp_path / f"served{len(made)}"
        folder.mkdir()
        made.append(Server(folder, *cards))
        return made[-1]

    yield start
    for server in made:
        server.end()


class Phone:
    """A phone with a seat. `troubles` = what its console said; `cut_off` = the server was away on purpose."""

    def __init__(self, browser: Browser, name: str, **more: Any) -> None:
        self.name = name
        self.context = watch(browser.new_context(**{**PHONE, **more}))
        self.context.set_default_timeout(10_000)
        self.troubles: list[str] = []
        self.cut_off = False
        self.base = ""
        self.page = self.tab()

    def tab(self) -> Page:
        """One more tab in the same browser."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(f"{page.url}: {error}"))
        page.on("console", lambda line: self._heard(page, line))
        return page

    def _heard(self, page: Page, line: ConsoleMessage) -> None:
        expected = self.cut_off and NETWORK.search(line.text)
        if line.type in ("error", "warning") and not expected:
            self.troubles.append(f"{page.url}: {line.text}")

    def open(self, path: str = "board") -> Page:
        """A page of the table."""
        self.page.goto(f"{self.base}/{path}")
        return self.page

    def api(self, path: str = "", move: dict[str, Any] | None = None) -> Any:
        """The JSON interface as this phone's seat."""
        url = f"{self.base.replace('/t/', '/api/tables/')}{path}"
        asked = self.context.request
        answer = asked.post(url, data={"move": move}) if move else asked.get(url)
        assert answer.ok, answer.text()
        return answer.json()

    @property
    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.api()["state"]
        return found

    @property
    def revision(self) -> int:
        return int(self.api()["revision"])

    def rule(self, **change: object) -> None:
        """A table ruling."""
        self.api("/moves", {"type": "MakeRuling", "reason": "So we say.", "changes": [change]})

    def legal(self, *kinds: str) -> list[dict[str, Any]]:
        return [one["move"] for one in self.api("/moves")["moves"] if one["move"]["type"] in kinds]

    def at(self, space: tuple[int, int]) -> tuple[float, float]:
        """Where the middle of a space is on the screen."""
        x, y = self.page.evaluate(
            """([x, y]) => { const p = new DOMPoint(x * 20 + 10, y * 20 + 10)
            .matrixTransform(document.getElementById('bd').getScreenCTM()); return [p.x, p.y]; }""",
            list(space),
        )
        return float(x), float(y)

    def tap(self, space: tuple[int, int]) -> None:
        """A finger on a space of the board."""
        self.page.touchscreen.tap(*self.at(space))


Phones = Callable[..., Phone]


@pytest.fixture
def phones(browser: Browser) -> Iterator[Phones]:
    """`phones("Ines", server)` opens a table; `phones("Ben", server, at=ines, explorer="exp-02")` joins it.

    None of them may have had trouble on its console.
    """
    made: list[Phone] = []

    def sit(name: str, server: Server, at: Phone | None = None, explorer: str = "", **more: Any) -> Phone:
        phone = Phone(browser, name, **more)
        made.append(phone)
        page = phone.page
        if at is None:
            page.goto(f"{server.url}/")
            page.get_by_role("link", name="New table").first.tap()
            page.get_by_label("Your name").fill(name)
            page.get_by_role("button", name="Open the table").tap()
            expect(page).to_have_url(re.compile("/share$"))
            phone.base = page.url.removesuffix("/share")
        else:
            link = at.context.request.get(f"{at.base}/share").text()
            (key,) = set(re.findall(r'data-copy="[^"]*?/t/([^"/]+)"', link)[:1])
            phone.base = f"{server.url}/t/{key}"
            page.goto(phone.base)
            page.get_by_label("Your name").fill(name)
            if explorer:
                page.locator(f"label.pick:has([value={explorer}])").tap()
            page.get_by_role("button", name="Sit down").last.tap()
            expect(page).to_have_url(re.compile("/board"))
        return phone

    yield sit
    troubles = {phone.name: phone.troubles for phone in made if phone.troubles}
    for phone in made:
        phone.context.close()
    assert not troubles
