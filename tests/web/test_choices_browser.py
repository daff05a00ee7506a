"""Choices in Chromium: cards, items and options can be read and hit on a small phone, in both themes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from app.packs import builtin
from app.rules import State
from app.rules.agenda import Ask
from tests.web.conftest import ThreadedServer
from tests.web.table_scene import played, put
from tests.web.test_item_facts import CHEST, OPEN, answers
from tests.web.test_option_facts import ROUND
from tests.web.test_pages_browser import OPEN_ALL, SMALL, Phones, browser, phones
from tests.web.test_pages_steps import ITEMS
from tests.web.test_pages_steps_browser import app_of

__all__ = ["browser", "phones"]
pytestmark = pytest.mark.browser
BOOK = builtin()
TERRAIN = """
tiles:
  14a at 0,0
  09b at 0,1
explorers:
  Ada 5/7/2 at e4 of 0,0
pending: terrain {card} for Ada at 0,1
"""
CHIPS = """
tiles:
  14a at 0,0
explorers:
  {0} at e4 of 0,0
  {1} at f4 of 0,0
  {2} at g4 of 0,0
  {3} at h4 of 0,0
"""
#: Names in the list of units that are broken over lines, or that do not fit.
BROKEN = """() => [...document.querySelectorAll('#units a > span')].filter((span) => {
  const range = document.createRange();
  range.selectNodeContents(span.firstChild);
  return range.getClientRects().length > 1 || span.scrollWidth > span.clientWidth;
}).map((span) => span.firstChild.textContent)"""

#: How many of the labels that stand for a placement are too small for a finger.
LABELS = """[...document.querySelectorAll('label.pl')].map((label) => label.getBoundingClientRect())
  .filter((box) => box.width < 44 || box.height < 44).length"""


def scenes() -> list[tuple[str, State]]:
    """Pages with what is to be chosen on them."""
    panel = Ask(900, "x", "choose_panel", "group", ("2",), ("The third column",), "CH-7", "rav-02", "bottom.0")
    tally = played(BOOK, ROUND.format(chapter="rav-02"))
    return [
        ("board", played(BOOK, CHEST.format(bram="b10"), OPEN)),
        ("board", played(BOOK, CHEST.format(bram="b10"), OPEN, *answers("weapons", "apparel"))),
        ("step", played(BOOK, CHEST.format(bram="b10"), OPEN, *answers("weapons", "apparel"))),
        ("items", played(BOOK, ITEMS)),
        ("party", played(BOOK, ITEMS)),
        ("board", replace(tally, agenda=(panel,))),
        *(("chapter", played(BOOK, ROUND.format(chapter=card))) for card in ("rav-03", "rav-06", "rav-07")),
        ("terrain", played(BOOK, TERRAIN.format(card="T02"))),
        ("terrain", played(BOOK, TERRAIN.format(card="T05"))),
        ("cards", tally),
        ("/new", tally),
    ]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_where_something_is_chosen(phones: Phones, server: ThreadedServer, theme: str) -> None:
    ines = phones("Ines", bypass_csp=True)
    ines.context.add_cookies([{"name": "vt_theme", "value": theme, "url": server.url}])
    found = {}
    for number, (path, state) in enumerate(scenes()):
        put(app_of(server), ines.base.rsplit("/", 1)[1], state)
        page = ines.open(path)
        page.evaluate(OPEN_ALL)
        result = Axe().run(page)
        if result.violations_count:
            found[f"{number} {path}"] = result.generate_report()
    assert found == {}


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_choices_fit_a_small_phone_and_can_be_hit(
    phones: Phones, server: ThreadedServer, width: int, height: int
) -> None:
    ines = phones("Ines", viewport={"width": width, "height": height})
    wide, small = {}, {}
    for number, (path, state) in enumerate(scenes()):
        put(app_of(server), ines.base.rsplit("/", 1)[1], state)
        page = ines.open(path)
        page.evaluate(OPEN_ALL)
        if (across := page.evaluate("document.documentElement.scrollWidth")) > width:
            wide[f"{number} {path}"] = across
        tiny = [one for one in page.evaluate(SMALL) if 'type="radio" name="move"' not in one]  # its label is hit
        if tiny or page.evaluate(LABELS):
            small[f"{number} {path}"] = tiny
    assert (wide, small) == ({}, {})


def test_a_chest_is_opened_with_a_tap_for_each_decision(phones: Phones, server: ThreadedServer) -> None:
    ines = phones("Ines")
    put(app_of(server), ines.base.rsplit("/", 1)[1], played(BOOK, CHEST.format(bram="h9"), OPEN))
    page = ines.open("board")
    question = page.locator("#question")
    # the second question has the same answers as the first: it is waited for, or the tap is for the one before
    for asked, tap in (("1 of 2", "Weapons"), ("2 of 2", "Apparel"), ("", "Keep it, destroy the other: Pit Pick")):
        expect(question).to_contain_text(asked)
        question.get_by_role("button", name=tap).click()
    expect(page.locator("#question .sheet")).to_have_count(0)
    page = ines.open("items")
    page.get_by_role("button", name="Equip: Pit Pick, 3 stamina").click()
    expect(page.locator(".chip", has_text="Equipped")).to_be_visible()


def test_a_fifth_explorer_cannot_be_ticked_and_the_page_says_why(phones: Phones) -> None:
    page = phones("Ines").open("/new")
    ticks = page.locator("input[name=explorer]")
    full = page.get_by_text("Four are chosen, the most that can play")
    expect(ticks.first).to_be_hidden()
    page.get_by_text("Who they are").click()
    expect(full).to_be_hidden()
    count = page.locator("input[name=count]:checked")
    page.get_by_text("2", exact=True).click()
    for number, name in enumerate(("Ada", "Bram", "Vey", "Theodora"), 1):
        page.get_by_text(name, exact=True).click()
        expect(count).to_have_value(str(max(number, 2)))
    page.get_by_text("2", exact=True).click()
    expect(count).to_have_value("4")  # no fewer play than are ticked
    for seen in (ticks.first, ticks.nth(4), ticks.last):  # wherever the list is looked at
        seen.evaluate("(box) => box.closest('label').scrollIntoView({ block: 'center', behavior: 'instant' })")
        expect(full).to_be_in_viewport()
    expect(page.locator("input[name=explorer]:disabled")).to_have_count(len(BOOK.explorers) - 4)
    expect(page.locator("input[name=explorer]:checked")).to_have_count(4)
    page.get_by_text("Ada", exact=True).click()
    expect(full).to_be_hidden()
    expect(page.locator("input[name=explorer]:disabled")).to_have_count(0)
    expect(ticks).to_have_count(len(BOOK.explorers))


@pytest.mark.parametrize("width", [360, 390])
def test_no_name_in_the_list_of_units_is_broken(phones: Phones, server: ThreadedServer, width: int) -> None:
    ines = phones("Ines", viewport={"width": width, "height": 844})
    names = [card.name.split()[0] for card in BOOK.explorers.values()]
    names.sort(key=len, reverse=True)
    for four in (names[:4], names[4:8]):
        put(app_of(server), ines.base.rsplit("/", 1)[1], played(BOOK, CHIPS.format(*four)))
        page = ines.open("board")
        expect(page.locator("#units a")).to_have_count(4)
        assert page.evaluate(BROKEN) == []
