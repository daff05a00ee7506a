"""A question that is folded stays out of the way on every page, in a few words; the next one comes open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect

from app.packs import builtin
from app.rules.agenda import Ask
from app.rules.position import read_position
from app.web.messages_questions import LONG
from app.web.pages_table import chrome
from tests.support.casebook import book
from tests.web.conftest import ThreadedServer
from tests.web.table_scene import put, table_at
from tests.web.test_board_browser import browser, server, sit
from tests.web.test_board_phone_browser import FIGHT, SIZES, at
from tests.web.test_option_facts import asking

__all__ = ["browser", "server", "sit"]
PAGES = ("party", "cards", "log", "monsters", "ruling", "board", "chapter")
LINES = """(selector) => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(selector));
  return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
}"""


def test_the_bar_on_top_asks_in_a_few_words() -> None:
    """Every question that the rule cases come to; the whole sentence stands on its sheet."""
    long = set()
    for state in asking():
        around = chrome(table_at(book(), state, "party"))
        if len(around.now.asked) > LONG + 12:
            long.add(around.now.asked)
    assert not long


@pytest.mark.browser
@pytest.mark.parametrize("size", SIZES)
def test_what_is_folded_stays_folded_until_the_next_question(sit: Any, server: ThreadedServer, size: Any) -> None:
    phone = at(sit, server, size)
    state = read_position(builtin(), FIGHT.replace("chapter: rav-01", "chapters: rav-02\nchapter: rav-02"))
    panel = Ask(90, "option", "choose_panel", "group", ("0", "1"), ("One", "Two"), "CH-7", "rav-02", "bottom.0")
    first, second = (replace(state, agenda=(replace(panel, id=n),)) for n in (90, 91))
    put(server.config.app, phone.key, first)  # type: ignore[arg-type]
    phone.open(where="party")
    sheet = phone.page.locator("#question .ask")
    expect(sheet).to_have_attribute("open", "")
    sheet.locator("summary").first.tap()
    expect(sheet).not_to_have_attribute("open", "")
    assert phone.page.evaluate(LINES, "#now .st") <= 2
    assert phone.page.evaluate(LINES, "#question .brief") <= 2
    assert phone.js("document.querySelector('#question').firstElementChild.offsetHeight") < 90
    phone.calm()
    for where in PAGES:
        phone.open(where=where)
        expect(sheet).not_to_have_attribute("open", "")
    sheet.locator("summary").first.tap()
    expect(sheet).to_have_attribute("open", "")
    phone.calm()  # the page notes a moment later what is folded
    phone.open(where="party")
    expect(sheet).to_have_attribute("open", "")
    sheet.locator("summary").first.tap()
    phone.calm()
    put(server.config.app, phone.key, second)  # type: ignore[arg-type]
    phone.open(where="cards")
    expect(sheet).to_have_attribute("open", "")
