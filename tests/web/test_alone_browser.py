"""Pages of what is a sheet elsewhere, in Chromium: typed or loaded anew, they do their work and lead away; the sheet of
undo is read in lines, not in words.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from app.web.pages_play import ALONE
from tests.web.conftest import ThreadedServer
from tests.web.test_pages_browser import Phone, Phones, browser, phones

__all__ = ["browser", "phones"]
pytestmark = pytest.mark.browser

#: How each of the pages is opened by its address, or comes as the answer to a plain form.
FORM = """([path, fields]) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action: path });
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), { name, value }));
  }
  document.body.append(form);
  form.submit();
}"""


def finish(phone: Phone) -> Page:
    page = phone.open("party")
    page.get_by_role("button", name="Finish Ada’s turn").click()
    expect(page.locator("#unit-exp-01")).to_contain_text("Turn done")
    return page


def post(phone: Phone, path: str, **fields: str) -> Page:
    """A plain form, whose answer is a page."""
    with phone.page.expect_navigation():
        phone.page.evaluate(FORM, [f"{phone.base}/{path}", {**fields, "back": phone.base.partition("/t/")[1]}])
    return phone.page


def test_the_page_of_undo_takes_back_leads_away_and_says_so(phones: Phones) -> None:
    ines = phones("Ines")
    finish(ines)
    page = ines.open("undo")
    page.reload()
    page.get_by_role("button", name="Undo", exact=True).click()
    page.wait_for_url("**/log")
    expect(page.locator(".lg li").first).to_contain_text("Ines took back")
    expect(page.locator("#notices")).to_contain_text("You took back")


def test_the_page_of_a_ruling_changes_and_leads_away(phones: Phones) -> None:
    ines = phones("Ines")
    page = ines.open("ruling?kind=tracks")
    page.get_by_role("spinbutton", name="To").fill("2")
    page.get_by_label("Why?").fill("we forgot")
    page.get_by_role("button", name="Make the change").click()
    page.wait_for_url("**/party")


@pytest.mark.parametrize("path", ["play", "undo", "redo"])
def test_what_is_done_on_the_page_of_a_refusal_leads_away(phones: Phones, path: str) -> None:
    """A refusal that came as a page offers what is legal instead; that is done once, and the page is left."""
    ines = phones("Ines")
    finish(ines)
    fields = {"play": {"move": '{"type":"FinishTurn","explorer":"exp-01"}'}, "undo": {"to": "999"}, "redo": {}}[path]
    page = post(ines, path, **fields)
    expect(page.locator("#refused")).to_be_visible()
    page.locator("#instead form button").first.click()
    page.wait_for_url(re.compile(r"/(board|log|party|step|cards)"))
    assert page.url.rpartition("/")[2] not in ALONE
    ines.troubles[:] = [line for line in ines.troubles if "409" not in line]  # the refusal itself


def test_a_plate_is_closed_on_these_pages_too(phones: Phones) -> None:
    ines = phones("Ines")
    page = ines.open("ruling?kind=chapter")
    page.get_by_label("Why?").fill("we go on")
    page.get_by_role("button", name="Make the change").click()
    page.wait_for_url("**/party")
    page = ines.open("ruling?kind=tracks")
    while page.locator("#moment").count():
        told = page.locator("#moment").inner_text()
        page.locator("#moment").get_by_role("button", name="Close").click()
        expect(page.locator("#moment").filter(has_text=told.splitlines()[-3])).to_have_count(0)


@pytest.fixture
def narrow(browser: Browser, server: ThreadedServer, phones: Phones) -> tuple[Phone, Phone]:
    return phones("Ines"), phones("Mara", "exp-02", viewport={"width": 360, "height": 740})


def test_the_sheet_of_undo_gives_its_sentences_the_whole_width(narrow: tuple[Phone, Phone]) -> None:
    ines, mara = narrow
    page = ines.open("ruling?kind=chapter")
    page.get_by_label("Why?").fill("we misread the rule of the chapter")
    page.get_by_role("button", name="Make the change").click()
    page.wait_for_url("**/party")
    for opened in ("sheet", "page"):
        page = mara.open("log" if opened == "sheet" else "undo")
        if opened == "sheet":
            page.get_by_label("Undo the last move").click()
        line = page.locator("#undo li").first
        expect(line.locator(".chip")).to_have_count(2)
        whole, text = line.bounding_box(), line.locator("p").first.bounding_box()
        assert whole is not None
        assert text is not None
        assert text["width"] > 0.7 * whole["width"], opened
        for chip in line.locator(".chip").all():
            box = chip.bounding_box()
            assert box is not None
            assert box["y"] >= text["y"] + text["height"], "below the text"
