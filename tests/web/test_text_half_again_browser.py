"""Text at one and a half its size while there is news on every page: by the browser's setting, and by the page alone.

The first moves the borders of the layout with it, the second does not: a phone may do either.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support.chromium import chromium
from tests.support.settled import calm
from tests.web.test_board_browser import Phone, server, sit
from tests.web.test_large_text_browser import FAULTS

__all__ = ["server", "sit"]
pytestmark = pytest.mark.browser
PAGES = ("board", "board?lod=play", "party", "cards", "log", "chapter", "share", "ask-rules")
LARGER = "addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '150%'))"
#: Text that its own box cuts off across, and tabs that are not all as high as one line of them needs.
CUT = """() => [
  ...[...document.querySelectorAll("#now .ph, #tabs a, .heard .note, #moment h2")]
    .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 8)
    .map((e) => `cut: ${e.textContent.trim().slice(0, 40)}`),
  ...[...document.querySelectorAll("#moment, .heard .note")]
    .filter((e) => e.offsetHeight > innerHeight * 0.34)
    .map((e) => `${e.id} is ${e.offsetHeight} of ${innerHeight} high`),
]"""


@pytest.fixture(scope="module", params=["setting", "page"])
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    setting = ["--blink-settings=defaultFontSize=24"] if request.param == "setting" else []
    with chromium(*setting) as running:
        yield running


def test_news_and_tabs_keep_their_words_whole_and_leave_room(browser: Browser, sit: Any) -> None:
    phone: Phone = sit(viewport={"width": 360, "height": 740})
    page = phone.page
    if phone.js("getComputedStyle(document.documentElement).fontSize") == "16px":
        page.add_init_script(LARGER)
    move = {"type": "MakeRuling", "reason": "On.", "changes": [{"type": "SetChapter", "number": 1}]}
    form = {"move": json.dumps(move), "back": phone.base}
    assert page.request.post(f"{phone.base}/play", form=form, max_redirects=0).status == 303
    faults, tabs = {}, {}
    for where in PAGES:
        page.goto(f"{phone.base}/{where}")
        calm(page)
        assert phone.js("getComputedStyle(document.documentElement).fontSize") == "24px"
        if found := phone.js(FAULTS.replace("< 30", "< 20")) + phone.js(CUT):
            faults[where] = found
        tabs[where] = phone.js("document.querySelector('#tabs').offsetHeight")
    assert not faults, "\n".join(f"{where}: {found}" for where, found in faults.items())
    assert len(set(tabs.values())) == 1, tabs
    page.goto(f"{phone.base}/board?lod=play")
    if page.locator("#moment button").count():
        page.locator("#moment button").click()
    calm(page)
    for one in page.locator("#bar-row .push, #bar-row .seg").all():
        box, below = one.bounding_box(), page.locator("#tabs").bounding_box()
        assert box is not None
        assert below is not None
        assert box["y"] + box["height"] <= below["y"] + 1, "what comes next stands above the tabs"
