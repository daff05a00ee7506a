"""The bars of a phone, above and below: what stands last on a page comes out from under them, focus and words too."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import ThreadedServer
from tests.web.test_board_browser import Phone, browser, server, sit
from tests.web.test_board_phone_browser import SIZES

__all__ = ["browser", "server", "sit"]
pytestmark = pytest.mark.browser
PAGES = (
    "board?lod=table",
    "board?lod=tile",
    "board?lod=play",
    "party",
    "cards",
    "log",
    "chapter",
    "share",
    "monsters",
    "items",
)
#: The last thing to press in the page, scrolled to the end: whether it is what a finger meets in its middle.
LAST = """() => {
  scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
  const shown = [...document.querySelectorAll("main :is(a[href], button, summary)")]
    .filter((e) => e.checkVisibility() && !e.closest("svg, .zoom"));
  const last = shown.at(-1), r = [...last.getClientRects()].at(-1);
  const free = [r.top + 4, (r.top + r.bottom) / 2, r.bottom - 4]
    .every((y) => last.contains(document.elementFromPoint((r.left + r.right) / 2, y)));
  return free ? "" : `${last.textContent.trim()} ${r.top} to ${r.bottom}`;
}"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scripts", [True, False])
def test_the_end_of_every_page_comes_out_from_under_the_tabs(
    sit: Any, server: ThreadedServer, size: Any, scripts: bool
) -> None:
    phone: Phone = sit(viewport={"width": size[0], "height": size[1]})
    if not scripts:
        phone.page.route("**/*.js?*", lambda route: route.fulfill(body=""))
    under = {}
    for where in PAGES:
        phone.page.goto(f"{phone.base}/{where}")
        if fault := phone.js(LAST):
            under[where] = fault
    assert not under
