"""The board on a phone held in the hand: what is asked next is in sight, results are told, nothing is cut off."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi import FastAPI
from playwright.sync_api import expect

from app.packs import builtin
from app.rules.position import read_position
from app.web.board_edges import _wide
from tests.web.conftest import ThreadedServer
from tests.web.table_scene import put
from tests.web.test_board_browser import GUARD, Phone, browser, server, sit

__all__ = ["browser", "server", "sit"]
pytestmark = pytest.mark.browser
BOOK = builtin()
ADA, BRAM = "exp-01", "exp-02"
FIGHT = """
chapter: rav-01
round: 3, explorer phase
ratings: spawn 9, horror 9
tiles:
  14a at 0,0
explorers:
  Ada at e4 of 0,0
  Bram at f4 of 0,0
monsters:
  m1 mon-101 at d4 of 0,0
  m2 mon-103 at b4 of 0,0
"""
SIZES = [(390, 844), (360, 640)]
#: Elements of which a part lies outside the window or under something else.
HIDDEN_PART = """(selector) => {
  const e = document.querySelector(selector), r = e.getBoundingClientRect();
  const inside = r.left >= 0 && r.top >= 0 && r.right <= innerWidth + .5 && r.bottom <= innerHeight + .5;
  const corners = [[r.left + 6, r.top + 6], [r.right - 6, r.bottom - 6]];
  return { inside, free: corners.every(([x, y]) => e.contains(document.elementFromPoint(x, y))), height: r.height };
}"""


#: How many units a name takes in the drawing's own font.
MEASURED = """([name, kind]) => {
  const text = document.querySelector("#bd .names text").cloneNode();
  text.setAttribute("class", kind);
  text.textContent = name;
  document.querySelector("#bd .names").append(text);
  const wide = text.getComputedTextLength();
  text.remove();
  return wide;
}"""


def at(sit: Any, server: ThreadedServer, size: tuple[int, int], position: str = FIGHT) -> Phone:
    """A phone of that size, whose table is put into a position."""
    phone: Phone = sit(viewport={"width": size[0], "height": size[1]})
    app = server.config.app
    assert isinstance(app, FastAPI)
    phone.api()
    put(app, phone.key, read_position(BOOK, position))
    return phone


def in_sight(phone: Phone, selector: str) -> dict[str, Any]:
    found: dict[str, Any] = phone.page.evaluate(HIDDEN_PART, selector)
    return found


def play(phone: Phone, **move: Any) -> None:
    phone.api("/moves", move)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lod", ["table", "tile", "play"])
def test_the_next_button_is_in_sight_at_every_distance(sit, server, size, lod):
    """End turn while the explorer may act, then the end of each phase; beside the distances, on at most two lines."""
    phone = at(sit, server, size)
    phone.open(f"?unit={ADA}&lod={lod}")
    steps = [("do-finish", "End Ada’s turn, lose 7 stamina"), ("do-phase", "End the explorer phase")]
    for n, (button, said) in enumerate(steps):
        expect(phone.page.locator(f"#bar-row #{button} button")).to_have_text(said)
        expect(phone.page.locator("body[data-late]")).to_have_count(0)  # it takes no tap at first
        seen = in_sight(phone, f"#bar-row #{button} button")
        assert seen["inside"], (button, lod)
        assert seen["free"], (button, lod)
        assert 44 <= seen["height"] <= 50, (button, lod)
        assert phone.js("document.documentElement.scrollWidth <= innerWidth")
        if n == 0:
            play(phone, type="FinishTurn", explorer=ADA)
            play(phone, type="FinishTurn", explorer=BRAM)
    phone.page.locator("#do-phase button").tap()
    expect(phone.page.locator("#now .ph")).to_have_text("Spawn phase")


SMALL_ONES = [(390, 844), (360, 740), (360, 640), (320, 640)]


@pytest.mark.parametrize("size", SMALL_ONES)
@pytest.mark.parametrize("unread", [False, True])
def test_what_one_has_left_and_the_next_button_are_seen_with_the_map(sit, server, size, unread):
    """Stamina, health and essence, whose turn it is, End turn: without scrolling, also below a plate to be read."""
    phone = at(sit, server, size)
    if unread:
        play(phone, type="MakeRuling", reason="On.", changes=[{"type": "SetChapter", "number": 1}])
    for lod in ("table", "tile", "play"):
        phone.open(f"?unit={ADA}&lod={lod}")
        pools = [] if unread and lod == "table" else ["stamina", "health", "essence"]
        for pool in pools:
            seen = in_sight(phone, f"#selected .stat:has(use[href$='#i-{pool}'])")
            assert seen["inside"], (pool, lod)
            assert seen["free"], (pool, lod)
        for pressed in ("#now .st", "#bar-row #do-finish button", "#bar-row .seg"):
            seen = in_sight(phone, pressed)
            assert seen["inside"], (pressed, lod)
            assert seen["free"], (pressed, lod)
        assert phone.js("document.documentElement.scrollWidth <= innerWidth")


#: How far the drawing ends above the foot of its frame, and begins below its head.
EMPTY = """(() => {
  const frame = document.getElementById("board").getBoundingClientRect();
  const drawn = document.getElementById("bd").getBoundingClientRect();
  return { below: frame.bottom - drawn.bottom, above: drawn.top - frame.top };
})()"""


def read(phone: Phone) -> None:
    """Until a sheet that has come up takes taps."""
    phone.page.wait_for_function("(from) => performance.now() > from", arg=phone.js("performance.now()") + GUARD)


def fills(phone: Phone) -> bool:
    """Whether the drawing fills its frame, or stands in its middle where it is smaller."""
    empty = phone.js(EMPTY)
    return max(empty.values()) <= 1 or abs(empty["below"] - empty["above"]) <= 1


@pytest.mark.parametrize("size", [(390, 844), (360, 740), (412, 915)])
@pytest.mark.parametrize("lod", ["tile", "play"])
def test_the_map_hangs_at_the_top_of_its_frame_neither_before_a_move_nor_after(sit, server, size, lod):
    """The room that a sheet leaves below the drawing goes with the sheet, however that is closed."""
    phone = at(sit, server, size, FIGHT.replace("Ada at e4", "Ada at e9"))
    phone.open(f"?unit={ADA}&lod={lod}")
    assert fills(phone)
    phone.tap((4, 7))
    expect(phone.page.locator("#sheet")).to_be_visible()
    assert in_sight(phone, "#bd path.pick")["inside"]
    read(phone)
    phone.page.locator("#sheet form[data-act=walk] button").tap()
    phone.calm()
    phone.stands(ADA, (4, 7))
    assert fills(phone)
    phone.tap((5, 8))
    read(phone)
    phone.page.locator("[data-close-sheet]").tap()
    expect(phone.page.locator("#sheet")).to_be_hidden()
    assert fills(phone)


@pytest.mark.parametrize("size", SIZES)
def test_a_chapter_that_began_and_was_not_read_yet_leaves_what_is_pressed_in_sight(sit, server, size):
    phone = at(sit, server, size)
    play(phone, type="MakeRuling", reason="On.", changes=[{"type": "SetChapter", "number": 1}])
    for lod in ("table", "tile", "play"):
        phone.open(f"?unit={ADA}&lod={lod}")
        expect(phone.page.locator("#moment")).to_contain_text("Chapter 2 begins")
        for pressed in ("#moment .go", "#moment button", "#bar-row #do-finish button"):
            seen = in_sight(phone, pressed)
            assert seen["inside"], (pressed, lod)
            assert seen["free"], (pressed, lod)


@pytest.mark.parametrize("size", SIZES)
def test_results_are_told_on_the_full_board_and_cover_nothing_that_is_pressed(sit, server, size):
    phone = at(sit, server, size)
    phone.open(f"?unit={ADA}&lod=play")
    expect(phone.page.locator("#news")).not_to_contain_text("attack")
    play(phone, type="Attack", explorer=ADA, targets=["m1"])
    told = phone.page.locator("#news .grow :is(p, summary)")
    expect(told).to_contain_text(re.compile(r"An attack of Ada with \d (hit|missed) the Lamp-Eater"))
    verdict = phone.page.locator("#news li").first
    expect(verdict).to_contain_text(re.compile("^(Hit|Missed) the Lamp-Eater"))
    assert verdict.evaluate("(e) => e.scrollHeight <= e.clientHeight && !!e.querySelector('svg')"), (
        "whole, with an icon"
    )
    assert in_sight(phone, "#news li")["inside"]
    assert in_sight(phone, "#news")["inside"]
    for pressed in ("#do-finish button", "[data-zoom=in]", "[data-zoom=out]", "[data-lod-to=play]", "#tabs a"):
        assert in_sight(phone, pressed)["free"], pressed
    # it stands in the flow: nothing of the board lies under it
    news, board = (phone.page.locator(one).bounding_box() for one in ("#news .note", "#board"))
    assert news is not None
    assert board is not None
    assert news["y"] + news["height"] <= board["y"] + 1


@pytest.mark.parametrize("size", SIZES)
def test_what_the_now_bar_asks_is_never_cut_off(sit, server, size):
    phone = at(sit, server, size)
    for explorer in (ADA, BRAM):
        play(phone, type="FinishTurn", explorer=explorer)
    play(phone, type="EndPhase", phase="explorer")
    phone.open("?lod=play")
    expect(phone.page.locator("#now .st")).to_have_text("Who rolls next in the spawn phase?")
    assert phone.js(
        "(() => { const e = document.querySelector('#now .st'); return e.scrollWidth <= e.clientWidth; })()"
    )
    assert phone.js("document.getElementById('now').offsetHeight") <= 61


def test_the_now_bar_follows_the_picked_explorer(sit, server):
    phone = at(sit, server, SIZES[0])
    phone.open("")
    asked = phone.page.locator("#now .st")
    expect(asked).to_have_text("Ada, 7 stamina left")
    phone.page.locator(f"#units a[data-select*='unit={BRAM}']").tap()
    expect(asked).to_have_text(re.compile("Bram, . stamina left"))
    play(phone, type="FinishTurn", explorer=BRAM)
    expect(asked).to_have_text("Ada, 7 stamina left")


LAMP = """
chapter: rav-01
round: 3, explorer phase
tiles:
  14a at 0,0
explorers:
  Ada at b10 of 0,0
"""


@pytest.mark.parametrize("scripts", [True, False])
def test_after_one_s_own_action_the_board_tells_what_came_of_it_and_no_refusal(sit, server, scripts):
    """Lighting a chapter space: the sheet does not stay to say that it is lit already; the news say what was lit."""
    phone = at(sit, server, SIZES[0], LAMP)
    query, page = f"?unit={ADA}&at=0,9&lod=play", phone.page
    if scripts:
        phone.open(query)
    else:
        page = phone.page.context.browser.new_context(java_script_enabled=False).new_page()
        page.context.add_cookies(phone.page.context.cookies())
        page.goto(f"{phone.base}/board{query}")
    page.locator("#do-chapter button").click()
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator("#news .grow :is(p, summary)")).to_contain_text("began")
    expect(page.locator("#moment")).to_contain_text("begins")
    expect(page.locator("#news a")).to_have_count(0)  # the plate leads to it
    assert "already" not in page.locator("main").inner_text()
    if not scripts:
        page.context.close()


# ------------------------------------------------------------------ answers by tapping


def test_a_monster_is_moved_by_tapping_where_it_goes_and_the_next_one_follows(sit, server):
    phone = at(sit, server, SIZES[0], FIGHT.replace("explorer phase", "horror phase").replace(" 9", " none"))
    play(phone, type="EndPhase", phase="horror")
    phone.open(f"?unit={ADA}&lod=play")
    asked = phone.page.locator("#question details.ask")
    expect(asked).to_contain_text("The Lamp-Eater acts")
    expect(asked).not_to_have_attribute("open", "")
    expect(phone.page.locator("#u-m1 .halo")).to_have_count(1)
    for space, twice in (((2, 3), False), ((2, 4), True)):
        phone.tap(space)
        expect(phone.page.locator("#do-walk button")).to_have_text("Move here")
        assert in_sight(phone, "#do-walk button")["free"]
        phone.page.wait_for_timeout(GUARD)  # the product's own pause
        if twice:
            phone.tap(space)
        else:
            phone.page.locator("#do-walk button").tap()
        phone.stands("m1", space)
        expect(phone.page.locator("#sheet")).to_be_hidden()
        expect(phone.page.locator("#news")).to_contain_text("The Lamp-Eater walked to")
    asked.locator("summary").first.tap()
    asked.get_by_role("button", name="Done").tap()
    expect(asked).to_contain_text("The Night Porter acts")
    expect(phone.page.locator("#u-m2 .halo")).to_have_count(1)


@pytest.mark.parametrize("size", [(844, 390), (1024, 768)])
def test_beside_the_board_the_news_stand_in_its_column(sit, server, size):
    phone = at(sit, server, size)
    play(phone, type="Attack", explorer=ADA, targets=["m1"])
    phone.open(f"?unit={ADA}&lod=play")
    board, news = (phone.page.locator(one).bounding_box() for one in ("#board", "#news"))
    assert board is not None
    assert news is not None
    assert news["x"] >= board["x"] + board["width"]
    assert in_sight(phone, "#do-finish button")["height"] <= 50


def test_names_of_tiles_take_no_more_room_than_is_reckoned_with(sit):
    """So that no name is cut beside free room, and none runs into what hangs at its edge."""
    phone = sit(viewport={"width": 360, "height": 740})
    phone.open("?lod=table")
    phone.page.evaluate("document.fonts.ready")
    for tile in BOOK.tiles.values():
        for small in (False, True):
            wide = phone.page.evaluate(MEASURED, [tile.name, "s" if small else ""])
            assert 0.75 * _wide(tile.name, small) <= wide <= _wide(tile.name, small), tile.name


@pytest.mark.parametrize("cells", [("0,1", "0,2"), ("1,0", "2,0"), ("1,0", "1,1")])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_big_screen_shows_the_whole_map_whatever_its_shape(sit, server, size, cells):
    phone = at(
        sit,
        server,
        (390, 844),
        FIGHT.replace("  14a at 0,0", f"  14a at 0,0\n  15a at {cells[0]}\n  16a at {cells[1]}"),
    )
    page = phone.page.context.browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(f"{phone.base.partition('/t/')[0]}{phone.api()['links']['watch']}/watch")
    page.locator("#watch").wait_for()
    outside = page.evaluate(
        """() => {
          const frame = document.querySelector("#watch .board").getBoundingClientRect();
          return [...document.querySelectorAll("#bd .floors > *, #bd .u .core")].filter((e) => {
            const r = e.getBoundingClientRect();
            return r.top < -1 || r.left < -1 || r.bottom > innerHeight + 1 || r.right > frame.right + 1;
          }).map((e) => e.outerHTML.slice(0, 80));
        }"""
    )
    page.close()
    assert outside == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lod", ["tile", "play"])
def test_what_an_undo_tells_pushes_nothing_off_the_screen(sit, server, size, lod):
    phone = at(sit, server, size)
    phone.open(f"?unit={ADA}&lod={lod}")
    legal = (one["move"] for one in phone.api("/moves")["moves"])
    walk = next(move for move in legal if move["type"] == "Walk" and move["explorer"] == ADA)
    play(phone, **walk)
    undone = phone.page.request.post(f"{phone.base.replace('/t/', '/api/tables/')}/undo", data={})
    assert undone.ok
    expect(phone.page.locator("#notices")).to_contain_text("took back")
    for pressed in ("#do-finish button", "[data-zoom=in]", "[data-zoom=out]", f"[data-lod-to={lod}]"):
        seen = in_sight(phone, pressed)
        assert seen["inside"], pressed
        assert seen["free"], pressed


@pytest.mark.parametrize("size", SIZES)
def test_what_an_attack_did_is_read_above_the_question_that_follows_it(
    sit: Any, server: ThreadedServer, size: tuple[int, int]
) -> None:
    """A monster that has attacked is asked about next: its sheet does not hide whom it hit."""
    position = FIGHT.replace("explorer phase", "spawn phase").replace("spawn 9, horror 9", "spawn 0, horror 0")
    phone = at(sit, server, size, position)
    play(phone, type="EndPhase", phase="spawn")
    play(phone, type="EndPhase", phase="horror")
    legal = [one["move"] for one in phone.api("/moves")["moves"]]
    play(phone, **next(move for move in legal if move["type"] == "MonsterAttack"))
    page = phone.page
    phone.open("?lod=play")
    fold = page.locator("#question details.ask")
    expect(fold).to_be_visible()
    if fold.get_attribute("open") is None:
        fold.locator("summary").first.click()
    expect(fold).to_have_attribute("open", "")
    told = page.locator("#news .grow :is(p, summary)")
    expect(told).to_contain_text(re.compile("An attack of .* (hit|missed) (Ada|Bram)"))
    news, sheet = told.bounding_box(), fold.bounding_box()
    assert news is not None
    assert sheet is not None
    assert news["y"] + news["height"] <= sheet["y"], "above the sheet"
    assert in_sight(phone, "#news")["inside"]
