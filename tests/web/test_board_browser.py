"""The board under real fingers: two phones of 390 by 844 with touch, in Chromium, over a real server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from app.config import Settings
from app.main import create_app
from app.packs import builtin
from app.rules.board import Board, PlacedTile, layout, open_edge_spaces, unexplored_edges
from tests.support.chromium import chromium
from tests.support.settled import calm, watch
from tests.web.conftest import SECRET, SeededChance, ThreadedServer

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
VIEW = "[board.scrollLeft, board.scrollTop, board.dataset.lod, getComputedStyle(board).getPropertyValue('--cell')]"
#: Milliseconds for which a sheet that has just come up takes no tap, and a little more.
GUARD = 400
SHOWN = """[...document.querySelectorAll('#exploring .v')]
  .filter((e) => getComputedStyle(e).display !== 'none').map((e) => e.getAttribute('class'))"""
FIFTY = """(() => {
  const button = document.querySelector('#sheet form[data-act=walk] button');
  for (let i = 0; i < 50; i++) button.click();
})()"""
#: Two quick taps by the page's own clock, however slow the test is.
TWICE = """[0, 60].forEach((wait) => setTimeout(() => {{
  const at = {{ clientX: {0}, clientY: {1}, bubbles: true, cancelable: true, detail: 1 }};
  document.elementFromPoint({0}, {1}).dispatchEvent(new MouseEvent("click", at));
}}, wait))"""
#: What can be pressed and is under 44 pixels. Rule chips have a padded area, links in a sentence are exempt.
SMALL = """[...document.querySelectorAll(
  'a[href], button, summary, label.pl, select, input[type=text], input[type=number]')]
  .filter((e) => !e.matches('.rule, .skip, p a, .note a, .vh') && e.checkVisibility({ visibilityProperty: true }))
  .map((e) => [e, (e.matches('.sp, .xp') ? e.firstElementChild : e).getBoundingClientRect()])
  .filter(([e, r]) => r.width && (r.width < 43.5 || r.height < 43.5))
  .map(([e, r]) => `${e.outerHTML.slice(0, 120)} ${r.width} x ${r.height}`)"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadedServer]:
    settings = Settings(data_dir=tmp_path_factory.mktemp("board"), secret=SECRET)
    running = ThreadedServer(create_app(settings, SeededChance(4)))
    running.begin()
    yield running
    running.end()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@dataclass
class Phone:
    """One phone with a seat at a table."""

    page: Page
    base: str
    troubles: list[str]

    @property
    def key(self) -> str:
        return self.base.rsplit("/", 1)[1]

    def api(self, path: str = "", move: dict[str, Any] | None = None) -> Any:
        """The JSON interface as this phone's seat."""
        url = f"{self.base.replace('/t/', '/api/tables/')}{path}"
        answer = self.page.request.post(url, data={"move": move}) if move else self.page.request.get(url)
        assert answer.ok, answer.text()
        return answer.json()

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.api()["state"] if "state" in self.api() else self.api()
        return found

    def revision(self) -> int:
        return int(self.api()["revision"])

    def open(self, query: str = "", where: str = "board") -> None:
        self.page.goto(f"{self.base}/{where}{query}")
        self.calm()
        self.page.wait_for_function("(guard) => performance.now() > guard", arg=GUARD)

    def calm(self) -> None:
        """Until what was asked for has come and is in place."""
        calm(self.page)

    def js(self, script: str) -> Any:
        return self.page.evaluate(script)

    def middle(self, selector: str) -> tuple[float, float]:
        box = self.page.locator(selector).first.bounding_box()
        assert box is not None, selector
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def at(self, space: tuple[int, int]) -> tuple[float, float]:
        """Where the middle of a space is on the screen."""
        x, y = self.js(
            f"(() => {{ const p = new DOMPoint({space[0] * 20 + 10}, {space[1] * 20 + 10})"
            ".matrixTransform(document.getElementById('bd').getScreenCTM()); return [p.x, p.y]; })()"
        )
        return float(x), float(y)

    def tap(self, space: tuple[int, int]) -> None:
        self.page.touchscreen.tap(*self.at(space))
        self.calm()

    def place_of(self, unit: str) -> tuple[int, int]:
        found = self.page.locator(f"#u-{unit}").get_attribute("transform") or ""
        x, y = map(int, re.findall(r"-?\d+", found))
        return x // 20, y // 20

    def stands(self, unit: str, space: tuple[int, int]) -> None:
        """Wait until a unit is drawn on a space."""
        expect(self.page.locator(f"#u-{unit}")).to_have_attribute(
            "transform", f"translate({space[0] * 20} {space[1] * 20})"
        )

    def looks_from(self, distance: str) -> None:
        """Wait until the board is drawn from a distance: table, tile or play."""
        expect(self.page.locator("#board")).to_have_attribute("data-lod", distance)

    def reach(self) -> dict[tuple[int, int], int]:
        """Spaces in reach with their cost, as the drawing links them."""
        found = {}
        for link in self.page.locator(".hits .sp").all():
            x, y = re.search(r"at=(-?\d+),(-?\d+)", link.get_attribute("href") or "").groups()  # type: ignore[union-attr]
            cost = re.search(r", (\d+) stamina", link.get_attribute("aria-label") or "")
            assert cost is not None
            found[int(x), int(y)] = int(cost[1])
        return found

    def near(self) -> tuple[tuple[int, int], int]:
        """A space in reach, two steps away, and its cost."""
        return next((space, cost) for space, cost in self.reach().items() if cost == 2)


def new_phone(browser: Browser, **more: Any) -> tuple[Page, list[str]]:
    page = watch(browser.new_context(**{**PHONE, **more})).new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda line: troubles.append(line.text) if line.type == "error" else None)
    return page, troubles


@pytest.fixture
def sit(browser: Browser, server: ThreadedServer) -> Iterator[Callable[..., Phone]]:
    """Seats: `sit()` opens a table of its own, `sit(at=phone)` joins another phone's."""
    phones: list[Phone] = []

    def take(at: Phone | None = None, **more: Any) -> Phone:
        page, troubles = new_phone(browser, **more)
        if at is None:
            page.goto(f"{server.url}/new")
            page.get_by_role("button", name="Open the table").click()
            page.wait_for_url(re.compile(r"/t/"))
            base = re.match(r".*?/t/[^/]+", page.url)[0]  # type: ignore[index]
        else:
            base = at.base
            play = at.api()["links"]["play"] if "links" in at.api() else f"/t/{at.key}"
            base = f"{server.url}{play}"
            page.goto(f"{base}/join")
            page.locator("input[name=name]").fill("Ben")
            page.get_by_role("button", name="Sit down").last.click()
            page.wait_for_url(re.compile(r"/board|/share"))
        phone = Phone(page, base, troubles)
        phones.append(phone)
        return phone

    yield take
    for phone in phones:
        assert not phone.troubles
        phone.page.context.close()


def ada_at_an_edge(phone: Phone) -> str:
    """Put the first explorer, by ruling, on a space with a way out; which edge that is."""
    state = phone.state()
    board = Board(
        tuple(PlacedTile(t["tile"], t["face"], tuple(t["cell"]), t["turns"]) for t in state["board"]["tiles"])
    )
    lay = layout(builtin().faces, board)
    taken = {tuple(e["space"]) for e in state["explorers"].values() if e["space"]}
    entry = state["entry"] or {"cell": None, "edge": None}
    for cell, side in unexplored_edges(board):
        if [list(cell), side] == [entry["cell"], entry["edge"]]:
            continue
        for space in open_edge_spaces(lay, cell, side):
            if space not in taken:
                change = {"type": "PutUnit", "unit": "exp-01", "space": list(space)}
                phone.api("/moves", {"type": "MakeRuling", "reason": "To the edge.", "changes": [change]})
                return str(side)
    raise AssertionError("no way out")


def the_first_tile(phone: Phone) -> None:
    """Ada looks at two map tiles: the first of them is joined, and its terrain waits."""
    asked = phone.page.locator("#question")
    expect(asked).to_contain_text("Which of these is joined?")
    before = phone.revision()
    asked.locator("form button").first.tap()
    expect(asked).not_to_contain_text("Which of these is joined?")
    assert phone.revision() > before
    phone.open(where="terrain")


# ------------------------------------------------------------------ looking


def test_far_away_a_tap_never_acts(sit):
    phone = sit()
    phone.open("?unit=exp-01")
    phone.looks_from("table")
    before = phone.revision()
    ada, bram = phone.place_of("exp-01"), phone.place_of("exp-02")
    phone.tap(bram)
    phone.looks_from("table")
    assert "unit=exp-02" in phone.page.url
    expect(phone.page.locator("#u-exp-02")).to_have_class(re.compile(r"\bsel\b"))
    phone.tap(next(s for s in phone.reach() if s != ada))
    phone.looks_from("play")
    expect(phone.page.locator("#do-walk button")).to_have_count(1)
    assert phone.revision() == before, "it is chosen, and nothing more"


def test_a_tapped_space_opens_its_sheet_and_a_second_tap_walks(sit):
    phone = sit()
    phone.open("?unit=exp-01&lod=play")
    space, cost = phone.near()
    stamina = phone.state()["explorers"]["exp-01"]["stamina"]
    phone.tap(space)
    expect(phone.page.locator("#sheet-title")).to_be_visible()
    top = phone.at(space)[1]
    sheet = phone.page.locator("#sheet").bounding_box()
    assert sheet is not None
    assert top < sheet["y"], "the space stays in what the sheet leaves free"
    phone.page.wait_for_timeout(GUARD)  # the product's own pause
    phone.tap(space)
    phone.stands("exp-01", space)
    assert phone.state()["explorers"]["exp-01"]["stamina"] == stamina - cost
    expect(phone.page.locator("#sheet")).to_be_hidden()


def test_a_nervous_double_tap_does_not_walk(sit):
    phone = sit()
    phone.open("?unit=exp-01&lod=play")
    space, _ = phone.near()
    before = phone.revision()
    phone.js(TWICE.format(*phone.at(space)))
    phone.calm()
    assert phone.revision() == before
    assert f"at={space[0]},{space[1]}" in phone.page.url, "the first tap counted"
    assert phone.js("visualViewport.scale") == 1


def test_fifty_quick_taps_on_a_button_are_one_move(sit):
    phone = sit()
    phone.open("?unit=exp-01&lod=play")
    space, _ = phone.near()
    phone.tap(space)
    before = phone.revision()
    phone.js(FIFTY)
    phone.calm()
    assert phone.revision() == before + 1


def test_a_swipe_scrolls_inside_the_frame_and_opens_nothing(sit):
    phone = sit()
    phone.open("?unit=exp-01&lod=play")
    touch = phone.page.context.new_cdp_session(phone.page)
    phone.js("board.scrollTo(0, 0)")

    def send(kind: str, *points: tuple[float, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    send("touchStart", (200, 500))
    for i in range(12):
        send("touchMove", (200, 500 - 15 * i))
        phone.page.wait_for_timeout(16)  # a finger's pace
    send("touchEnd")
    phone.calm()
    assert phone.js("board.scrollTop") > 40 or phone.js("board.scrollHeight <= board.clientHeight")
    assert phone.js("scrollY") == 0
    expect(phone.page.locator("#sheet")).to_be_hidden()


def test_two_fingers_change_the_distance_and_never_the_page(sit):
    phone = sit()
    phone.open("?unit=exp-01&lod=play")
    touch = phone.page.context.new_cdp_session(phone.page)

    def pinch(factor: float) -> None:
        touch.send(
            "Input.synthesizePinchGesture", {"x": 195, "y": 300, "scaleFactor": factor, "gestureSourceType": "touch"}
        )
        phone.calm()

    cell = "parseFloat(getComputedStyle(board).getPropertyValue('--cell'))"
    pinch(1.6)
    phone.looks_from("play")
    assert phone.js(cell) > 55
    for _ in range(4):
        pinch(0.5)
    phone.looks_from("table")
    pinch(4)
    phone.looks_from("play")
    assert phone.js("visualViewport.scale") == 1


def test_buttons_change_the_distance_too_and_it_is_kept(sit):
    phone = sit()
    phone.open("?unit=exp-01")
    phone.page.get_by_role("link", name="Play").tap()
    phone.looks_from("play")
    phone.page.get_by_role("button", name="Farther").tap()
    phone.looks_from("tile")
    phone.page.get_by_role("button", name="Nearer").tap()
    phone.page.get_by_role("button", name="Nearer").tap()
    wide = phone.js("getComputedStyle(board).getPropertyValue('--cell')")
    assert wide != "48px"
    phone.page.get_by_role("link", name="Party").tap()
    phone.page.wait_for_url(re.compile(r"/party"))
    phone.page.go_back()
    expect(phone.page.locator("#board")).to_have_attribute("data-lod", "play")
    assert phone.js("getComputedStyle(board).getPropertyValue('--cell')") == wide


def test_the_keyboard_goes_space_by_space(sit):
    phone = sit()
    phone.open("?unit=exp-01&lod=play")
    x, y = phone.place_of("exp-01")
    phone.js("board.focus()")
    phone.page.keyboard.press("ArrowRight")
    expect(phone.page.locator(":focus")).to_have_attribute("aria-label", re.compile("^Ada, explorer"))
    told = phone.js("document.activeElement.getAttribute('aria-label')")
    tiles = json.loads(phone.page.locator("#bd-part").get_attribute("data-tiles") or "")
    step, key = next(
        ((x + dx, y + dy), key)
        for key, dx, dy in (("ArrowUp", 0, -1), ("ArrowDown", 0, 1), ("ArrowLeft", -1, 0), ("ArrowRight", 1, 0))
        if f"{(x + dx) // 10},{(y + dy) // 10}" in tiles
    )
    phone.page.keyboard.press(key)
    label = phone.js("document.activeElement.getAttribute('aria-label')")
    assert any(name in label for name in tiles.values())
    assert label != told
    assert len(phone.js("[...document.querySelectorAll('#bd [tabindex=\"0\"]')].map(e => e.outerHTML)")) == 1
    phone.page.keyboard.press("Enter")
    phone.calm()
    assert f"at={step[0]},{step[1]}" in phone.page.url
    assert phone.js("document.activeElement.id") == "sheet-title"
    phone.page.keyboard.press("Escape")
    phone.calm()
    expect(phone.page.locator("#sheet")).to_be_hidden()
    assert phone.js("document.activeElement.getAttribute('aria-label')") == label


def test_what_only_keys_need_comes_with_the_first_of_them_and_a_phone_in_the_hand_does_without(sit):
    """It is no part of the first load; cut off in between, taps go on and the next key asks again."""
    phone = sit()
    page, loaded = phone.page, []
    page.on("request", lambda request: loaded.append(request.url))
    phone.open("?unit=exp-01&lod=play")
    phone.tap(phone.near()[0])
    expect(page.locator("#sheet")).to_be_visible()
    assert [url for url in loaded if "/static/board.js" in url]
    assert not [url for url in loaded if "desk.js" in url]
    page.route("**/desk.js*", lambda route: route.abort())
    phone.js("board.focus()")
    with page.expect_event("requestfailed", lambda request: "desk.js" in request.url):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#sheet")).to_be_visible()
    page.unroute("**/desk.js*")
    page.keyboard.press("ArrowRight")
    expect(page.locator(":focus")).to_have_class(re.compile(r"\bsp\b"))
    assert len([url for url in loaded if "desk.js" in url]) == 2
    assert all("ERR_FAILED" in told for told in phone.troubles)
    phone.troubles.clear()  # the browser itself says that it could not load it


def test_where_there_is_a_mouse_it_drags_the_board(sit):
    phone = sit(has_touch=False, is_mobile=False)
    phone.open("?unit=exp-01&lod=play")
    x, y = phone.at(phone.place_of("exp-01"))
    before = phone.js("board.scrollLeft")
    room = phone.js("board.scrollWidth - board.clientWidth - board.scrollLeft")
    by = -60 if room > 60 else 60  # what it is dragged to depends on the first tile
    for _ in range(20):  # what drags is fetched while the page is already there
        address = phone.page.url
        phone.page.mouse.move(x, y)
        phone.page.mouse.down()
        phone.page.mouse.move(x + by, y, steps=4)
        phone.page.mouse.up()
        phone.calm()
        if phone.js("board.scrollLeft") != before:
            break
    assert (phone.js("board.scrollLeft") - before) * by < 0
    assert phone.page.url == address, "a drag opens no sheet"


# ------------------------------------------------------------------ two phones


def test_another_phone_s_move_slides_the_unit_and_moves_nothing_else(sit):
    ada = sit()
    ben = sit(ada)
    ben.open("?unit=exp-02&lod=play")
    ben.js("document.getElementById('words').open = true")
    ben.js("board.scrollTo(60, 80)")
    ben.page.get_by_role("button", name="Nearer").tap()
    ben.calm()
    before = ben.js(VIEW)
    ben.js("window.unit = document.getElementById('u-exp-01')")
    space = max(reach_of(ada), key=lambda s: s)
    ada.api("/moves", {"type": "Walk", "explorer": "exp-01", "to": list(space)})
    ben.stands("exp-01", space)
    assert ben.js("window.unit === document.getElementById('u-exp-01')"), "the same node, so that it slides"
    assert before == ben.js(VIEW)
    assert ben.js("document.getElementById('words').open")


def reach_of(phone: Phone) -> list[tuple[int, int]]:
    moves = phone.api("/moves")["moves"]
    return [tuple(m["move"]["to"]) for m in moves if m["move"]["type"] == "Walk" and m["move"]["explorer"] == "exp-01"]


def test_an_open_sheet_greys_its_action_in_place(sit):
    ada = sit()
    ben = sit(ada)
    ada.open("?unit=exp-01&lod=play")
    space, _ = ada.near()
    ada.tap(space)
    button = ada.page.locator("#do-walk button")
    place = button.bounding_box()
    change = {"type": "SetPool", "unit": "exp-01", "what": "stamina", "value": 0}
    ben.api("/moves", {"type": "MakeRuling", "reason": "A steam leak.", "changes": [change]})
    note = ada.page.locator("#do-walk [role=note]")
    note.wait_for()
    now = note.bounding_box()
    assert place is not None
    assert now is not None
    assert abs(now["y"] - place["y"]) < 2, "in place"
    assert ada.page.locator("#do-walk button").count() == 0
    assert "BG-1" in note.inner_text()


# ------------------------------------------------------------------ exploring


def test_exploring_from_the_edge_to_the_encounter(sit):
    ada = sit()
    ben = sit(ada)
    side = ada_at_an_edge(ada)
    ada.open("?unit=exp-01&lod=play")
    x, y = ada.place_of("exp-01")
    ada.open(f"?unit=exp-01&edge={x // 10},{y // 10},{side}")
    explore = ada.page.locator(f"#do-explore-{side} button")
    assert "unknown" in ada.page.locator("#sheet").inner_text()
    explore.tap()
    the_first_tile(ada)
    stage = ada.page.locator("#exploring")
    expect(stage).to_have_attribute("data-stage", "terrain")
    ben.open(where="terrain")
    assert "Ada is placing it" in ben.page.locator("#exploring").inner_text()
    assert ben.page.locator("#placing button").count() == 0

    legal = ada.page.locator(".pl:not(.no) input")
    key = (legal.last.get_attribute("id") or "").removeprefix("p-")
    ada.page.locator(f".pl:has(#p-{key})").tap()
    shown = ada.js(SHOWN)
    assert len(shown) == 2
    assert all(f"v-{key}" in name for name in shown), "drawing and words of the chosen one, nothing else"
    if ada.page.locator(".pl.no").count():
        ada.page.locator(".pl.no").first.tap()
        expect(ada.page.get_by_role("button", name="Place it here for good")).to_be_hidden()
        ada.page.locator(f".pl:has(#p-{key})").tap()
    ada.page.get_by_role("button", name="Place it here for good").tap()
    expect(stage).not_to_have_attribute("data-stage", "terrain")
    terrain = [t["terrain"] for t in ada.state()["board"]["tiles"] if t["terrain"]]
    assert [f"{t['face']}-{t['edge']}" for t in terrain] == [key]
    if stage.get_attribute("data-stage") == "environment":
        ada.page.locator("#exploring form button").first.tap()
        expect(stage).to_have_attribute("data-stage", "encounter")
    expect(ben.page.locator("#exploring")).to_have_attribute("data-stage", "encounter")
    ada.page.get_by_role("button", name="Draw the encounter").tap()
    ada.page.wait_for_url(re.compile(r"/board\?unit=exp-01\b"))  # who explored goes on, not who is first
    ben.page.wait_for_url(re.compile(r"/board(?!\?unit)"))
    assert ada.state()["current"]["encounters"]


# ------------------------------------------------------------------ everybody


def test_without_scripts_links_and_forms_do_it_all(sit):
    phone = sit(java_script_enabled=False)
    phone.page.goto(f"{phone.base}/board?unit=exp-01&lod=play")
    links = phone.page.locator(".hits .sp")
    assert links.count() > 3
    label = links.last.get_attribute("aria-label") or ""
    href = links.last.get_attribute("href")
    phone.page.goto(phone.page.url.split("/t/")[0] + str(href))
    where = label.split(",")[0]
    assert phone.page.locator("#sheet-title").inner_text() == where
    phone.page.locator("#do-walk button").click()
    assert "/board" in phone.page.url
    told = phone.page.locator("#u-exp-01 title").text_content() or ""
    assert told.startswith("Ada, explorer, health")
    assert told.endswith(where)
    words = phone.page.locator("#words")
    words.locator("summary").click()
    words.locator("a[href*='edge=']").first.click()
    assert "edge" in phone.page.locator("#sheet-title").inner_text()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_nothing_stands_in_the_way_of_anyone(sit, theme):
    phone = sit()
    phone.page.context.add_cookies([{"name": "vt_theme", "value": theme, "url": phone.base}])
    side = ada_at_an_edge(phone)
    phone.open("?unit=exp-01")
    phone.js("document.getElementById('words').open = true")
    pages = [("", "board"), ("?unit=exp-01&lod=play", "board")]
    x, y = phone.place_of("exp-01")
    pages += [(f"?unit=exp-01&at={x},{y}", "board"), (f"?unit=exp-01&edge={x // 10},{y // 10},{side}", "board")]
    for query, where in pages:
        phone.open(query, where)
        assert axe(phone) == []
    phone.page.locator(f"#do-explore-{side} button").tap()
    the_first_tile(phone)
    phone.calm()
    assert axe(phone) == []
    phone.page.locator(".pl:not(.no)").first.tap()
    phone.page.get_by_role("button", name="Place it here for good").tap()
    expect(phone.page.locator("#exploring")).not_to_have_attribute("data-stage", "terrain")
    assert axe(phone) == []


def axe(phone: Phone) -> list[tuple[str, str]]:
    found = Axe().run(phone.page).response["violations"]
    return [(v["id"], v["nodes"][0]["html"][:200]) for v in found]


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (844, 390)])
def test_targets_are_as_wide_as_a_thumb_and_nothing_scrolls_sideways(sit, size):
    phone = sit(viewport={"width": size[0], "height": size[1]})
    side = ada_at_an_edge(phone)
    phone.open("?unit=exp-01")
    x, y = phone.place_of("exp-01")
    for query in (
        "",
        "?unit=exp-01&lod=play",
        f"?unit=exp-01&at={x},{y}",
        f"?unit=exp-01&edge={x // 10},{y // 10},{side}",
    ):
        phone.open(query)
        assert small(phone) == [], query
        assert phone.js("document.documentElement.scrollWidth <= innerWidth"), query
    phone.page.locator(f"#do-explore-{side} button").tap()
    the_first_tile(phone)
    phone.calm()
    assert small(phone) == []
    assert phone.js("document.documentElement.scrollWidth <= innerWidth")


def small(phone: Phone) -> list[str]:
    found: list[str] = phone.js(SMALL)
    return found
