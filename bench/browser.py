"""Two phones in Chromium: from a tap on one to the changed page on the other, and what a first load weighs."""

from __future__ import annotations

import gzip
import shutil
import statistics
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Response, sync_playwright

from bench.tables import Seated, join_words

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 3,
}
PATIENCE = 10_000  # milliseconds
WALKER = "exp-02"

#: Notes when the page was tapped, and when it first changed after it was told to watch.
WATCH = """
window.moments = {tap: 0, change: 0};
document.addEventListener("click", () => { moments.tap = performance.timeOrigin + performance.now(); }, true);
window.watchForChange = () => {
  moments.change = 0;
  new MutationObserver((_, observer) => {
    moments.change = performance.timeOrigin + performance.now();
    observer.disconnect();
  }).observe(document.querySelector("main"), {subtree: true, childList: true, characterData: true,
    attributes: true, attributeFilter: ["transform", "d", "points", "x", "y"]});
};
"""


@dataclass(frozen=True)
class Taps:
    """Milliseconds from tap to change, one for each tap."""

    milliseconds: tuple[float, ...]

    def at(self, share: float) -> float:
        """The time within which `share` of the taps were seen."""
        ranked = sorted(self.milliseconds)
        return ranked[min(len(ranked) - 1, int(share * len(ranked)))]

    @property
    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.milliseconds)


@dataclass(frozen=True)
class Weight:
    """What the first load of a page sends, compressed bodies: files with their bytes."""

    files: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """All of it."""
        return sum(size for _, size in self.files)


def measure(url: str, host: Seated, taps: int) -> tuple[Taps, Weight]:
    """Open the board on two phones; weigh the first load, then tap."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        try:
            one, other = _phone(browser, url, host), browser.new_context(**PHONE)
            weight = _weigh(other, url, host)
            return _tap(one, other, url, host, taps), weight
        finally:
            browser.close()


def _phone(browser: Browser, url: str, host: Seated) -> BrowserContext:
    """A phone that has taken a seat by the join page."""
    context = browser.new_context(**PHONE)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(WATCH)
    answer = context.request.post(
        f"{url}/t/{host.key}/join", form={"name": "Tapper", "explorer": WALKER}, headers={"origin": url}
    )
    if not answer.ok:
        raise RuntimeError(f"joining answered {answer.status}: {answer.text()[:200]}")
    return context


def _weigh(context: BrowserContext, url: str, host: Seated) -> Weight:
    """The first load of the board by a phone that has never been here, after it has joined."""
    context.set_default_timeout(PATIENCE)
    context.add_init_script(WATCH)
    context.request.post(
        f"{url}/t/{host.key}/join", form={"name": "Onlooker", "explorer": "exp-03"}, headers={"origin": url}
    )
    page, seen = context.new_page(), list[Response]()

    def note(response: Response) -> None:
        seen.append(response)

    page.on("response", note)
    page.goto(f"{url}/t/{host.key}/board", wait_until="load")
    page.wait_for_timeout(500)
    files = []
    for response in seen:
        if response.url.endswith("/stream"):
            continue
        size = response.request.sizes()["responseBodySize"]
        files.append((join_words(response.url.removeprefix(url).split("?")[0], host.key), size))
    page.close()
    return Weight(tuple(files))


def _tap(one: BrowserContext, other: BrowserContext, url: str, host: Seated, taps: int) -> Taps:
    """Walk with taps on one phone, a space at a time, and wait for the board of the other to change."""
    watcher, found = other.new_page(), []
    watcher.goto(f"{url}/t/{host.key}/board")
    watcher.wait_for_timeout(500)
    tapper = one.new_page()
    for n in range(taps):
        x, y = _next_step(one, host, n)
        tapper.goto(f"{url}/t/{host.key}/board?unit={WALKER}&at={x},{y}&lod=play")
        button = tapper.locator("form[action$='/play']:has(input[name=move][value*='\"Walk\"']) button").first
        button.wait_for()
        tapper.wait_for_timeout(600)  # its stream is up, and the sheet is past the moment in which it takes no tap
        watcher.evaluate("watchForChange()")
        button.tap()
        found.append(_changed(watcher) - _tapped(tapper))
    return Taps(tuple(found))


def _next_step(phone: BrowserContext, host: Seated, n: int) -> tuple[int, int]:
    """A space beside the walker that it can walk to, its stamina made good first."""
    change = {"type": "SetPool", "unit": WALKER, "what": "stamina", "value": 4 + n % 2}
    host.play({"type": "MakeRuling", "reason": "Measuring.", "changes": [change]})
    x, y = host.ask("GET", "")["state"]["explorers"][WALKER]["space"]
    listed = phone.request.get(f"{host.url}/api/tables/{host.key}/moves").json()["moves"]
    walks = [m["move"]["to"] for m in listed if m["move"]["type"] == "Walk" and m["move"]["explorer"] == WALKER]
    near = [to for to in walks if max(abs(to[0] - x), abs(to[1] - y)) == 1]
    to = near[n % len(near)]
    return int(to[0]), int(to[1])


def _changed(page: Page) -> float:
    """When the page changed; asked for again and again, because the page forbids scripts made of text."""
    for _ in range(PATIENCE // 10):
        if found := _moment(page, "change"):
            return found
        page.wait_for_timeout(10)
    raise RuntimeError("the other phone never changed")


def _moment(page: Page, name: str) -> float:
    return float(page.evaluate(f"moments.{name}"))


def _tapped(page: Page) -> float:
    found = _moment(page, "tap")
    if not found:
        raise RuntimeError("the tap was not noticed")
    return found


def packed(body: bytes) -> int:
    """Bytes of a body compressed as the server does it."""
    return len(gzip.compress(body, 6, mtime=0))
