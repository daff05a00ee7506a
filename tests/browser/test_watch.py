"""The big screen at the sizes that televisions have: whatever is on the table, its text is there in full."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Phones
from tests.browser.served import Server

pytestmark = pytest.mark.browser

SIZES = ((1280, 720), (1366, 768), (1920, 1080), (3840, 2160))
MONSTERS = 8
LONG = "We forgot that the lift came down again before anybody had left it, and that is worth a word or two more. "

#: What is not to be seen in full: text outside the screen, or cut off by what it stands in.
CUT = """() => {
  const cut = [];
  const all = ".big p, .pt li, .mons li, .side h2, .tri .plate, .last li, .last span";
  for (const one of document.querySelectorAll(all)) {
    const box = one.getBoundingClientRect(), told = one.closest(".last")?.getBoundingClientRect();
    if (told && box.left >= told.right) continue; // gone as a whole line
    const outside = box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.top < -1;
    const cutOff = one.clientHeight && one.scrollHeight > one.clientHeight + 8;
    if (outside || cutOff) cut.push(`${outside ? "outside" : "cut"}: ${one.textContent}`);
    const under = document.elementFromPoint(box.left + 5, box.top + box.height / 2);
    if (under && !one.contains(under) && !under.contains(one)) cut.push(`covered: ${one.textContent}`);
  }
  // what there is no room for goes as a whole line, none is cut in two
  for (const line of document.querySelectorAll(".cur p")) {
    const box = line.getBoundingClientRect(), around = line.parentNode.getBoundingClientRect();
    if (box.left < around.right && box.bottom > around.bottom + 1) cut.push(`half: ${line.textContent}`);
  }
  return cut;
}"""


def watching(browser: Browser, key: str, server: Server, size: tuple[int, int]) -> Page:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(f"{server.url}/t/{key}/watch")
    page.locator("#watch").wait_for()
    return page


def test_nothing_of_the_big_screen_is_cut_off(browser: Browser, phones: Phones, shared: Server) -> None:
    ines = phones("Ines", shared)
    share = ines.context.request.get(f"{ines.base}/share").text()
    watch = re.search(r'href="[^"]*?/t/([^"/]+)" aria-label="Open the watch page"', share)
    assert watch
    spaces = {tuple(move["to"]) for move in ines.legal("Walk")}
    for space in sorted(spaces)[:MONSTERS]:
        ines.rule(type="AddMonster", space=list(space))
    ines.api("/moves", next(move for move in ines.legal("StartTrade", "UseInventory")))
    looks = {"calm": (), "told": ({"type": "SetPool", "unit": "exp-01", "what": "health", "value": 2},)}
    for look, changes in looks.items():
        for change in changes:
            move = {"type": "MakeRuling", "reason": (LONG * 2)[:200], "changes": [change]}
            ines.api("/moves", move)
        for size in SIZES:
            page = watching(browser, watch[1], shared, size)
            assert page.locator("#question > *").count() == 0, "nobody presses anything on a big screen"
            assert page.evaluate(CUT) == [], (look, size)
            told = page.locator(".last li").first.bounding_box()
            assert told is not None
            assert told["x"] + told["width"] <= size[0], "what just happened has a line at least"
            page.close()


#: The colours of everything that is drawn, but for the ways to a theme, which differ.
COLOURS = """() => [...document.querySelectorAll("body *:not(form, form *)")].map((one) => {
  const s = getComputedStyle(one);
  return [one.tagName, s.color, s.backgroundColor, s.borderColor, s.fill, s.stroke, s.boxShadow].join();
})"""


def test_the_big_screen_follows_the_device_until_a_theme_is_chosen(
    browser: Browser, phones: Phones, shared: Server
) -> None:
    """Every colour is that of the theme that can be chosen; the way to the other one is offered, and is kept."""
    ines = phones("Ines", shared)
    for space in sorted({tuple(move["to"]) for move in ines.legal("Walk")})[:2]:
        ines.rule(type="AddMonster", space=list(space))
    by_device, chosen = {}, {}
    for device, other in (("light", "dark"), ("dark", "light")):
        page = browser.new_page(color_scheme=device, viewport={"width": 390, "height": 844})  # type: ignore[arg-type]
        page.goto(f"{shared.url}{ines.api()['links']['watch']}/watch")
        by_device[device] = page.evaluate(COLOURS)
        offered = page.locator("form[action='/theme'] button").filter(visible=True)
        assert offered.all_inner_texts() == [f"{other.capitalize()} theme"]
        offered.click()
        page.wait_for_function("document.documentElement.dataset.theme !== 'device'")
        page.reload()
        chosen[other] = page.evaluate(COLOURS)
        page.context.close()
    assert by_device == chosen
    assert set(by_device["light"]) != set(by_device["dark"])
