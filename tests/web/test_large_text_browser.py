"""Text at twice its size, by the browser's own setting: fields grow with it, rows wrap, no word is broken or cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support.chromium import chromium
from tests.web.conftest import ThreadedServer
from tests.web.test_board_browser import Phone, new_phone, server, sit

__all__ = ["server", "sit"]
pytestmark = pytest.mark.browser
LARGE = 32  # pixels, twice what a browser begins with
PAGES = ("party", "share", "house", "cards", "log", "chapter", "items", "monsters", "ruling", "ask-rules", "board")
#: Words that are broken though they fit a line of their own, fields smaller than the text, text out of its button.
FAULTS = """() => {
  const found = [], seen = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest("svg, .vh, .skip");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!seen(node.parentElement)) continue;
    for (const { 0: word, index } of node.data.matchAll(/[A-Za-z]{2,14}/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map((r) => Math.round(r.top)));
      if (lines.size > 1) found.push(`${word} is broken in “${node.data.trim().slice(0, 30)}”`);
    }
  }
  for (const field of document.querySelectorAll("input:is([type=text],[type=number]), select"))
    if (seen(field) && parseFloat(getComputedStyle(field).fontSize) < 30) found.push(`small: ${field.name}`);
  for (const one of document.querySelectorAll(".btn, .seg > *, .chip"))
    if (seen(one) && one.scrollWidth > one.clientWidth + 1) found.push(`runs out: ${one.textContent.trim()}`);
  const across = document.documentElement.scrollWidth;
  if (across > innerWidth) found.push(`sideways: ${across}`);
  return found;
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium(f"--blink-settings=defaultFontSize={LARGE}") as running:
        yield running


@pytest.mark.parametrize("width", [390, 360])
def test_twice_the_text_breaks_no_word_and_cuts_nothing(
    browser: Browser, sit: Any, server: ThreadedServer, width: int
) -> None:
    phone: Phone = sit(viewport={"width": width, "height": 844})
    assert phone.js("getComputedStyle(document.documentElement).fontSize") == f"{LARGE}px"
    faults = {}
    for where in PAGES:
        phone.page.goto(f"{phone.base}/{where}")
        if found := phone.js(FAULTS):
            faults[where] = found
    guest, _ = new_phone(browser, viewport={"width": width, "height": 844})
    for where in ("/", "/new", f"{re.sub('^.*/t/', '/t/', phone.base)}/join"):
        guest.goto(f"{server.url}{where}")
        if found := guest.evaluate(FAULTS):
            faults[where] = found
    guest.context.close()
    assert not faults, "\n".join(f"{where}: {found}" for where, found in faults.items())
