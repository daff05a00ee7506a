"""The shared screens in Chromium: help seen at once on the other phone, for keys and ears, at every size."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from fastapi import FastAPI
from playwright.sync_api import Page, expect

from app.packs import builtin
from app.rules import State
from app.rules.agenda_phases import MonsterPhase
from tests.browser.measure import SQUEEZED
from tests.web.conftest import ThreadedServer
from tests.web.table_scene import played, put
from tests.web.test_pages_browser import OPEN_ALL, SMALL, Phones, browser, phones
from tests.web.test_pages_steps import ADA, BRAM, DRAW, FORK, ITEMS, help_by, rolled

__all__ = ["browser", "phones"]
pytestmark = pytest.mark.browser
BOOK = builtin()
MONSTERS = """
chapter: rav-01
round: 3, horror phase
ratings: spawn 3, horror none
tiles:
  14a at 0,0
explorers:
  Ada at e4 of 0,0
  Bram at f4 of 0,0
monsters:
  m1 mon-101 at d4 of 0,0
  m2 mon-103 at b4 of 0,0
"""
SPAWNING = MONSTERS.replace("horror phase", "explorer phase").replace("spawn 3", "spawn 9")
FINISH = json.dumps({"type": "FinishTurn", "explorer": ADA})
EXPLORE = json.dumps({"type": "Explore", "explorer": BRAM, "edge": "S"})


def phases() -> list[State]:
    """Every state of the page of phases: nobody, one and everybody of the monsters has acted; what is before it."""
    spawning, phase = ({"type": "EndPhase", "phase": name} for name in ("explorer", "horror"))
    attack: dict[str, Any] = {"type": "MonsterAttack", "monster": "m1", "targets": [ADA]}
    done: list[dict[str, Any]] = [{"type": "MonsterDone", "monster": one} for one in ("m1", "m2")]
    finish: list[dict[str, Any]] = [{"type": "FinishTurn", "explorer": one} for one in (ADA, BRAM)]
    found = [
        played(BOOK, SPAWNING),
        played(BOOK, SPAWNING, *finish, spawning),
        played(BOOK, MONSTERS),
        played(BOOK, MONSTERS, phase),
        played(BOOK, MONSTERS, phase, attack, dice=(1, 1, 1)),
        played(BOOK, MONSTERS, phase, done[0]),
        played(BOOK, MONSTERS, phase, *done),
    ]
    top = found[4].agenda[-1]
    assert isinstance(top, MonsterPhase)
    assert top.acting == "m1", "the card of a monster that has begun is among them"
    return found


def scenes() -> list[tuple[str, State]]:
    """Pages with what stands on them."""
    inventory: dict[str, Any] = {"type": "UseInventory", "explorer": ADA}
    trade: dict[str, Any] = {"type": "StartTrade", "explorer": ADA, "partner": BRAM}
    asking = urlencode([("before", FINISH), ("move", EXPLORE)])
    return [
        ("step", rolled(help_by(ADA), face=4)),
        ("step", played(BOOK, FORK, DRAW)),
        ("chapter", rolled(face=4)),
        ("step", played(BOOK, ITEMS)),
        ("items", played(BOOK, ITEMS)),
        ("items", played(BOOK, ITEMS, inventory)),
        ("items", played(BOOK, ITEMS, trade)),
        *(("monsters", state) for state in phases()),
        ("ask-rules", played(BOOK, ITEMS)),
        (f"ask-rules?{asking}", played(BOOK, ITEMS)),
        ("/rules?find=stamina", played(BOOK, ITEMS)),
    ]


def app_of(server: ThreadedServer) -> FastAPI:
    app = server.config.app
    assert isinstance(app, FastAPI)
    return app


def test_help_is_seen_on_the_other_phone_at_once_and_the_roller_closes(phones: Phones, server: ThreadedServer) -> None:
    ines, jonas = phones("Ines"), phones("Jonas", BRAM)
    put(app_of(server), ines.base.rsplit("/", 1)[1], rolled(face=4))
    jonas.open("chapter").get_by_role("link", name="Open the roll").click()
    ines.open("step")
    expect(jonas.page.locator(".eq .tot b")).to_have_text("2")
    expect(ines.page.get_by_role("button", name="Done, let Bram resolve")).to_have_count(0)
    ines.page.get_by_role("button", name="Ada pays 1 health").click()
    for phone in (ines, jonas):
        expect(phone.page.locator(".eq .tot b")).to_have_text("3")
        expect(phone.page.locator(".band.x")).to_contain_text("Averted")
    jonas.page.get_by_role("button", name="Done, let Bram resolve").click()
    for phone in (ines, jonas):
        expect(phone.page.get_by_text("Bram resolved The Tuning Fork with 3")).to_be_visible()


#: Events say the time that the test says.
CLOCK = "Object.defineProperty(Event.prototype, 'timeStamp', { get: () => window.clock || 0 })"


def test_a_nervous_second_press_is_none_though_the_page_has_moved_on(phones: Phones, server: ThreadedServer) -> None:
    ines = phones("Ines")
    ines.context.add_init_script(CLOCK)
    page = ines.open("step")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/play") else None)
    seen = page.locator("#step").get_attribute("data-revision")
    assert seen is not None

    def press(at: int) -> None:
        page.evaluate(
            """(at) => {
                window.clock = at;
                const found = [...document.querySelectorAll("#step button")];
                found.find((button) => button.textContent.includes("Roll the game")).click();
            }""",
            at,
        )

    press(1000)
    expect(page.locator("#step")).to_have_attribute("data-revision", str(int(seen) + 1))
    press(1300)  # 0.3 seconds later, on the new page
    press(1651)  # it was meant
    expect(page.locator("#step")).to_have_attribute("data-revision", str(int(seen) + 2))
    assert len(sent) == 2


def test_a_what_if_is_asked_by_its_form(phones: Phones, server: ThreadedServer) -> None:
    ines = phones("Ines")
    put(app_of(server), ines.base.rsplit("/", 1)[1], played(BOOK, ITEMS))
    page = ines.open("ask-rules")
    page.locator("summary").filter(has_text="Ada").click()
    page.get_by_role("link", name="Finish the turn").first.click()
    expect(page.locator("#verdict")).to_contain_text("Legal")
    page.get_by_role("button", name="Go on from there").click()
    expect(page.get_by_role("heading", name="And then?")).to_be_visible()


def test_the_board_of_the_copy_begins_where_the_explorer_of_this_phone_stands(
    phones: Phones, server: ThreadedServer
) -> None:
    ines = phones("Ines")
    put(app_of(server), ines.base.rsplit("/", 1)[1], played(BOOK, ITEMS.replace("Ada 6/7/4 at e4", "Ada 6/7/4 at i9")))
    page = ines.open("ask-rules")
    seen = page.evaluate(
        """() => {
          const r = document.getElementById("u-exp-01").getBoundingClientRect();
          return !!document.elementFromPoint(r.x + r.width / 2, r.y + 20)?.closest(".board");
        }"""
    )
    assert seen, "the token lies in the frame, not beyond its edge"


def test_a_finger_on_the_board_of_the_copy_asks_about_that_space(phones: Phones, server: ThreadedServer) -> None:
    ines = phones("Ines")
    put(app_of(server), ines.base.rsplit("/", 1)[1], played(BOOK, ITEMS))
    page = ines.open("ask-rules")
    space = page.locator(".bd .sp").nth(33)
    name = space.get_attribute("aria-label")
    space.locator("rect").scroll_into_view_if_needed()
    box = space.locator("rect").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 43.5, "room for a finger"
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_role("heading", name=f"About {name}")).to_be_visible()
    expect(page.locator("#picked")).to_be_in_viewport()
    page.locator("#here a").first.click()
    expect(page.locator("#verdict")).to_be_in_viewport()
    page.get_by_label("Search the moves").fill("finish")
    page.get_by_label("Search the moves").press("Enter")
    expect(page.locator("#found")).to_contain_text("finish the turn")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_on_them(phones: Phones, server: ThreadedServer, theme: str) -> None:
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


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (844, 390)])
def test_nothing_of_them_scrolls_sideways(phones: Phones, server: ThreadedServer, width: int, height: int) -> None:
    ines = phones("Ines", viewport={"width": width, "height": height})
    wide, small, squeezed = {}, {}, {}
    for number, (path, state) in enumerate(scenes()):
        put(app_of(server), ines.base.rsplit("/", 1)[1], state)
        page = ines.open(path)
        page.evaluate(OPEN_ALL)
        for size in ("150%", ""):
            page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
            if (across := page.evaluate("document.documentElement.scrollWidth")) > width:
                wide[f"{number} {path} {size}"] = across
        if narrow := page.evaluate(SQUEEZED):
            squeezed[f"{number} {path}"] = narrow
        if tiny := page.evaluate(SMALL):
            small[f"{number} {path}"] = tiny
    assert (wide, small, squeezed) == ({}, {}, {})


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_help_is_pressed_beside_the_dice_and_what_came_of_it_is_read_first(
    phones: Phones, server: ThreadedServer, width: int, height: int
) -> None:
    """The sum and the help in the first view; then the result and the way back to the board."""
    size = {"viewport": {"width": width, "height": height}}
    ines, jonas = phones("Ines", **size), phones("Jonas", BRAM, **size)
    put(app_of(server), ines.base.rsplit("/", 1)[1], rolled(face=4))
    for phone in (ines, jonas):
        phone.open("step")
        tabs, press = (
            phone.page.locator("#tabs").bounding_box(),
            phone.page.locator("#help button").first.bounding_box(),
        )
        assert tabs
        assert press
        expect(phone.page.locator(".eq")).to_be_in_viewport(ratio=1)
        assert press["y"] + press["height"] <= tabs["y"]
    jonas.page.get_by_role("button", name="Done, let Bram resolve").click()
    for phone in (ines, jonas):
        expect(phone.page.locator("#last")).to_contain_text("Bram resolved The Tuning Fork with 2")
        expect(phone.page.locator("#last")).to_be_in_viewport(ratio=1)
    # the others roll, until nothing waits any more
    waits = "#asked form button, #help .btn.go"
    for _ in range(8):
        if not jonas.page.locator("#step-card").count():
            break
        for phone in (ines, jonas):
            phone.open("step")
            if phone.page.locator(waits).count():
                phone.page.locator(waits).first.click()
                break
        jonas.open("step")
    for phone in (ines, jonas):
        over(phone.page, "resolved The Tuning Fork")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_when_the_phases_are_over_their_page_says_what_came_and_leads_to_the_board(
    phones: Phones, server: ThreadedServer, width: int, height: int
) -> None:
    ines = phones("Ines", viewport={"width": width, "height": height})
    put(app_of(server), ines.base.rsplit("/", 1)[1], phases()[-1])
    ines.open("monsters")
    expect(ines.page.locator("#last")).to_have_count(0)
    ines.page.get_by_role("button", name="End the monster phase").click()
    over(ines.page, "Round 4 began")


def over(page: Page, said: str) -> None:
    """The page that was waited on says what came, with the way to the board in gold right below, in the first view."""
    came, way = page.locator("#last"), page.locator("#last + a.btn.go")
    expect(came).to_contain_text(said)
    expect(way).to_have_text("To the board")
    for one in (came, way):
        expect(one).to_be_in_viewport(ratio=1)
