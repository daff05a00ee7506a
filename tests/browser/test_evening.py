"""Friday evening on two phones, whole: from opening a table to going on after the server was killed."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect, sync_playwright

from tests.web.test_board_browser import Phone, ada_at_an_edge, new_phone, small

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ROOT = Path(__file__).parents[2]
PAGES = (
    "board",
    "cards",
    "chapter",
    "party",
    "log",
    "share",
    "undo",
    "ruling",
    "house",
    "monsters",
    "items",
    "ask-rules",
)
HIDE = (
    "Object.defineProperty(document, 'hidden', {{configurable: true, value: {}}});"
    "document.dispatchEvent(new Event('visibilitychange'))"
)


@dataclass
class Served:
    """The server in a process of its own, so that it can be killed."""

    port: int
    folder: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.serve", str(self.port), str(self.folder)], cwd=ROOT
        )
        until = time.monotonic() + 60
        while True:
            try:
                with urlopen(f"{self.url}/healthz", timeout=2):
                    return
            except OSError:
                assert time.monotonic() < until, "the server does not come up"
                time.sleep(0.1)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(20)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    server = Served(port, tmp_path_factory.mktemp("evening"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    assert chromium, "the browser tests need chromium"
    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=chromium)
        yield running
        running.close()


@pytest.fixture
def two(browser: Browser, served: Served) -> Iterator[tuple[Phone, Phone]]:
    """Ann opens a table; Ben joins by the link that her share sheet shows."""
    page, troubles = new_phone(browser)
    page.goto(f"{served.url}/new")
    page.locator("input[name=player]").fill("Ann")
    page.get_by_role("button", name="Open the table").tap()
    page.wait_for_url(re.compile(r"/share"))
    ann = Phone(page, page.url.rsplit("/", 1)[0], troubles)
    link = ann.api()["links"]["play"]
    page, troubles = new_phone(browser)
    page.goto(f"{served.url}{link}")
    page.locator("input[name=name]").fill("Ben")
    page.get_by_role("button", name="Sit down").last.tap()
    page.wait_for_url(re.compile(r"/board|/share"))
    ben = Phone(page, f"{served.url}{link}", troubles)
    yield ann, ben
    ann.page.context.close()
    ben.page.context.close()


def walk(phone: Phone, unit: str) -> tuple[int, int]:
    """Walk by tapping: first tap opens the sheet, the second one walks."""
    phone.open(f"?unit={unit}&lod=play")
    space, _ = phone.near()
    phone.tap(space)
    phone.page.wait_for_timeout(600)
    phone.tap(space)
    phone.stands(unit, space)
    return space


def ruling(phone: Phone, *changes: dict[str, Any]) -> None:
    phone.api("/moves", {"type": "MakeRuling", "reason": "To get on with the evening.", "changes": list(changes)})


def explore(ann: Phone, ben: Phone) -> tuple[int, int]:
    """Explore by tapping, terrain, environment, encounter; the other phone follows. The cell of the new tile."""
    before = {tuple(t["cell"]) for t in ann.state()["board"]["tiles"]}
    side = ada_at_an_edge(ann)
    ann.open("?unit=exp-01&lod=play")
    x, y = ann.place_of("exp-01")
    ann.open(f"?unit=exp-01&edge={x // 10},{y // 10},{side}")
    ann.page.locator(f"#do-explore-{side} button").tap()
    ann.page.wait_for_url(re.compile(r"/terrain"))
    stage = ann.page.locator("#exploring")
    expect(stage).to_have_attribute("data-stage", "terrain")
    ben.open(where="terrain")
    assert "Ada is placing it" in ben.page.locator("#exploring").inner_text()
    ann.page.locator(".pl:not(.no)").first.tap()
    assert "Comes:" in ann.page.locator("#exploring").inner_text()
    ann.page.get_by_role("button", name="Place it here for good").tap()
    expect(stage).to_have_attribute("data-stage", "environment")
    assert "Gas Pocket" in stage.inner_text()
    stage.locator("form button").first.tap()
    expect(stage).to_have_attribute("data-stage", "encounter")
    expect(ben.page.locator("#exploring")).to_have_attribute("data-stage", "encounter")
    ann.page.get_by_role("button", name="Draw the encounter").tap()
    ann.page.wait_for_url(re.compile(r"/board"))
    ben.page.wait_for_url(re.compile(r"/board"))
    assert ann.state()["current"]["encounters"] == "enc-06"
    [cell] = {tuple(t["cell"]) for t in ann.state()["board"]["tiles"]} - before
    return cell


def read_the_pass_through_chapter(ann: Phone, ben: Phone) -> None:
    """Activate a chapter space of the chapter before it, and answer what it asks, each on its sheet."""
    ruling(ann, {"type": "SetChapter", "number": 1})
    state = ann.state()
    assert state["chapter"] == 1
    moves = ann.api("/moves")
    spaces = [m["move"] for m in (*moves["moves"], *moves["refused"]) if m["move"]["type"] == "ActivateChapterSpace"]
    x, y = spaces[0]["space"]
    for beside in ((x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y + 1)):
        put = {"type": "PutUnit", "unit": "exp-01", "space": list(beside)}
        move = {"type": "MakeRuling", "reason": "To the lamp.", "changes": [put]}
        if ann.page.request.post(ann.base.replace("/t/", "/api/tables/") + "/moves", data={"move": move}).ok:
            break
    ruling(ann, {"type": "SetPool", "unit": "exp-01", "what": "stamina", "value": 7})
    ann.open(f"?unit=exp-01&lod=play&at={x},{y}")
    ann.page.locator("#sheet").get_by_role("button", name=re.compile("chapter space|Light", re.I)).first.tap()
    ann.calm()
    for _ in range(12):
        pending = ann.state()["agenda"]
        if not pending:
            break
        step = pending[-1]
        phone = ben if step["who"] == "exp-02" else ann
        phone.open(where=f"ask/{step['id']}")
        phone.js("document.querySelectorAll('#question details').forEach((d) => { d.open = true; })")
        phone.page.locator("#question form button").first.tap()
        expect_gone(ann, int(step["id"]))
    assert ann.state()["chapter"] == 3, "the Cage Goes Down was read and passed"


def expect_gone(phone: Phone, step: int) -> None:
    until = time.monotonic() + 5
    while any(s["id"] == step for s in phone.state()["agenda"]):
        assert time.monotonic() < until, f"step {step} is still there"
        phone.page.wait_for_timeout(100)


def go_through_a_round(*phones: Phone) -> None:
    """Everybody finishes, the phases pass, a new round begins; each move is made by a phone that may make it."""
    began = phones[0].state()["round"]
    for _ in range(60):
        state = phones[0].state()
        if state["round"] > began and not state["agenda"]:
            return
        listed = [(phone, m["move"]) for phone in phones for m in phone.api("/moves")["moves"]]
        kinds = ("Answer", "FinishTurn", "MonsterDone", "EndPhase")
        phone, move = next((p, m) for kind in kinds for p, m in listed if m["type"] == kind)
        phone.api("/moves", move)
    raise AssertionError("the round does not end")


def test_a_friday_evening(two: tuple[Phone, Phone], served: Served) -> None:
    ann, ben = two
    # They take turns; each sees the other walk.
    ben.open("?unit=exp-02&lod=play")
    ben.stands("exp-01", walk(ann, "exp-01"))
    ann.stands("exp-02", walk(ben, "exp-02"))

    gas = explore(ann, ben)
    assert any(e["card"] == "env-02" and e["charges"] == 3 for e in ann.state()["environments"].values())

    # Ben takes Ann's move back: the dialog says whose it is, the log keeps it, redo brings it back.
    ruling(ann, {"type": "SetPool", "unit": "exp-01", "what": "health", "value": 4})
    ben.open(where="undo")
    assert "Ann" in ben.page.locator("#undo").inner_text()
    ben.page.locator("#undo form button").tap()
    ben.calm()
    assert ben.state()["explorers"]["exp-01"]["health"] == 6
    ben.open(where="log")
    assert ben.page.locator(".lg .un").count() >= 1
    ben.page.get_by_role("button", name=re.compile("redo", re.I)).first.tap()
    ben.calm()
    assert ben.state()["explorers"]["exp-01"]["health"] == 4

    read_the_pass_through_chapter(ann, ben)

    # Killed without warning: the phones say so, switch moves off, and go on by themselves.
    ann.open("?unit=exp-01&lod=play")
    ben.open("?unit=exp-02&lod=play")
    before = ann.state()
    served.stop(signal.SIGKILL)
    for phone in two:
        expect(phone.page.get_by_text("Not connected").first).to_be_visible(timeout=5000)
    served.start()
    for phone in two:
        expect(phone.page.get_by_text("Not connected").first).to_be_hidden(timeout=15000)
    assert ann.state() == before

    # Three rounds later the gas pocket's tile is gone.
    for _ in range(3):
        go_through_a_round(ann, ben)
    assert gas not in {tuple(t["cell"]) for t in ann.state()["board"]["tiles"]}
    ann.open(where="log")
    assert "Gas Pocket" in ann.page.locator("main").inner_text()

    # A tab sleeps while the other one plays, and catches up when it is looked at.
    ben.open("?unit=exp-02&lod=play")
    ben.js(HIDE.format("true"))
    ruling(ann, {"type": "SetPool", "unit": "exp-02", "what": "health", "value": 3})
    there = tuple(ann.state()["explorers"]["exp-01"]["space"])
    goal = next(m["move"] for m in ann.api("/moves")["moves"] if m["move"]["type"] == "Walk")
    ann.api("/moves", goal)
    assert tuple(goal["to"]) != there
    ben.js(HIDE.format("false"))
    expect(ben.page.locator(f"#u-{goal['explorer']}")).to_have_attribute(
        "transform", f"translate({goal['to'][0] * 20} {goal['to'][1] * 20})", timeout=2000
    )
    # What Chromium says of a server that was killed is no fault of a page.
    lost = [t for phone in two for t in phone.troubles if "net::ERR_" not in t]
    assert lost == []


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_everything_is_for_everybody(two: tuple[Phone, Phone], theme: str) -> None:
    ann, _ = two
    ann.page.context.add_cookies([{"name": "vt_theme", "value": theme, "url": ann.base}])
    for where in PAGES:
        ann.open(where=where)
        found = Axe().run(ann.page).response["violations"]
        assert [(v["id"], v["nodes"][0]["html"][:160]) for v in found] == [], where
        assert small(ann) == [], where
    for width in (360, 390):
        ann.page.set_viewport_size({"width": width, "height": 740})
        for where in PAGES:
            ann.open(where=where)
            assert ann.js("document.documentElement.scrollWidth <= innerWidth"), (where, width)
            ann.js("document.documentElement.style.fontSize = '150%'")
            assert ann.js("document.documentElement.scrollWidth <= innerWidth"), (where, width, "150 %")
    assert ann.troubles == []
