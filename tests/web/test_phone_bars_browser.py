"""The bars of a phone, above and below: what stands last on a page comes out from under them, focus and words too."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from app.packs import builtin
from app.rules.position import read_position
from tests.web.conftest import ThreadedServer
from tests.web.table_scene import put
from tests.web.test_board_browser import Phone, browser, server, sit
from tests.web.test_board_leads_browser import asked
from tests.web.test_board_phone_browser import FIGHT, SIZES, at

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


#: What has the focus, if it is in the page and its middle does not lie free for a finger or an eye.
COVERED = """() => {
  const on = document.activeElement, r = [...on.getClientRects()].at(-1);
  if (!on.closest("main") || on.closest("svg") || !r) return "";
  const met = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2);
  if (on.contains(met) || met?.contains(on)) return "";
  return `${on.outerHTML.slice(0, 80)} at ${r.top}, under ${met?.outerHTML.slice(0, 60)}`;
}"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("unread", [True, False])
def test_the_focus_never_goes_behind_a_bar_a_question_or_the_news(
    sit: Any, server: ThreadedServer, size: Any, unread: bool
) -> None:
    """By Tab through whole pages, while a question waits folded, and while what is read once stands on top."""
    phone = at(sit, server, size)
    if unread:
        other: Phone = sit(at=phone, viewport={"width": size[0], "height": size[1]})
        phone.api("/moves", {"type": "MakeRuling", "reason": "So.", "changes": [{"type": "SetChapter", "number": 1}]})
        phone = other
    else:
        state = asked(read_position(builtin(), FIGHT), 90, "2,2", "7,8")
        put(server.config.app, phone.key, state)  # type: ignore[arg-type]
    for where in ("party", "share"):
        phone.open(where=where)
        expect(phone.page.locator("#moment" if unread else ".ask")).to_be_visible()
        phone.js("document.querySelector('.ask')?.removeAttribute('open')")
        faults = []
        for _ in range(45):
            phone.page.keyboard.press("Tab")
            if fault := phone.js(COVERED):
                faults.append(fault)
        assert not faults, where


@pytest.mark.parametrize("size", SIZES)
def test_an_answer_that_is_led_to_is_not_under_what_is_read_once(sit: Any, server: ThreadedServer, size: Any) -> None:
    phone = at(sit, server, size)
    other: Phone = sit(at=phone, viewport={"width": size[0], "height": size[1]})
    phone.api("/moves", {"type": "MakeRuling", "reason": "So.", "changes": [{"type": "SetChapter", "number": 1}]})
    other.open("?find=attack", "ask-rules")
    expect(other.page.locator("#moment")).to_be_visible()
    other.page.locator("#found a[href*='#verdict']").first.click()
    expect(other.page.locator("#verdict")).to_be_visible()
    other.calm()
    assert other.js(
        """(() => { const r = document.querySelector("#verdict").getBoundingClientRect();
        return document.elementFromPoint(innerWidth / 2, r.top + 12).closest("#verdict") !== null; })()"""
    )


def test_who_is_there_is_renewed_too_when_it_is_told_together_with_a_change(sit):
    """The phone that has just moved knows the change already, and hears of both in one message."""
    phone = sit()
    phone.open(where="share")
    phone.calm()
    tell = "(words) => document.dispatchEvent(new CustomEvent('changed', {detail: {data: words}}))"
    for told in ("seats", "board log seats"):
        with phone.page.expect_response(lambda answer: answer.url.endswith("/share")):
            phone.page.evaluate(tell, f"{phone.revision()} {told}")
        phone.calm()


def test_that_somebody_was_quicker_goes_once_something_else_happens(sit):
    phone = sit()
    phone.open()
    phone.calm()
    at = phone.revision()
    told = f'<section class="note lost told" id="quicker" data-at="{at}">Ben was quicker</section>'
    phone.page.evaluate("(told) => (document.getElementById('answer').innerHTML = told)", told)
    change = {"type": "SetTokens", "kind": "spawn", "value": 1}
    tell = "(words) => document.dispatchEvent(new CustomEvent('changed', {detail: {data: words}}))"
    phone.page.evaluate(tell, f"{at} board")
    expect(phone.page.locator("#quicker")).to_be_visible()
    phone.api("/moves", {"type": "MakeRuling", "reason": "So we say.", "changes": [change]})
    expect(phone.page.locator("#quicker")).to_have_count(0, timeout=20_000)
