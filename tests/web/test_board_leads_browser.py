"""Boards lead on: to whoever can act next, to the spaces that a question lights, past what lies over them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI
from playwright.sync_api import expect

from app.packs import builtin
from app.rules import State, legal_moves
from app.rules.agenda import Ask
from app.rules.board import PlacedTile
from app.rules.position import read_position
from app.rules.state import Monster
from tests.web.conftest import ThreadedServer
from tests.web.table_scene import everybody, played, put
from tests.web.test_board_browser import GUARD, Phone, browser, server, sit

__all__ = ["browser", "server", "sit"]
pytestmark = pytest.mark.browser
BOOK = builtin()
ADA, BRAM, VEY = "exp-01", "exp-02", "exp-03"
WIDE = """
chapter: rav-01
round: 3, explorer phase
ratings: spawn none, horror none
tiles:
  14a at 0,0
  15a at 1,0
  16a at 1,1
explorers:
  Ada at e4 of 0,0
  Bram at e4 of 1,1
  Vey at f4 of 1,1
monsters:
  m1 mon-101 at d4 of 0,0
"""
#: Whether the middle of something on the board lies where neither its frame nor a sheet or the bar cuts it off.
IN_SIGHT = """([x, y]) => {
  const p = new DOMPoint(x * 20 + 10, y * 20 + 10).matrixTransform(document.getElementById('bd').getScreenCTM());
  return !!document.elementFromPoint(p.x, p.y)?.closest('#bd');
}"""
#: Whether the middle of something that is pressed is free for a finger.
FREE = """(e) => {
  const r = e.getBoundingClientRect();
  return e.contains(document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2));
}"""


def table(sit: Any, server: ThreadedServer, width: int = 390, height: int = 844) -> Phone:
    phone: Phone = sit(viewport={"width": width, "height": height})
    stands(phone, server, read_position(BOOK, WIDE))
    return phone


def stands(phone: Phone, server: ThreadedServer, state: State) -> None:
    """Put the table into a state; who looks at it learns of it with the next move."""
    app = server.config.app
    assert isinstance(app, FastAPI)
    phone.api()
    put(app, phone.key, state)


def asked(state: State, number: int, *options: str, question: str = "spawn_where") -> State:
    return replace(state, agenda=(Ask(number, "k", question, "group", options, options, "RD-3"),))


def ruling(phone: Phone) -> None:
    """Any move that everybody is told of."""
    change = {"type": "SetTokens", "kind": "spawn", "value": 1}
    phone.api("/moves", {"type": "MakeRuling", "reason": "So we say.", "changes": [change]})


def sees(phone: Phone, space: tuple[int, int]) -> None:
    phone.page.wait_for_function(IN_SIGHT, arg=list(space))


def test_the_end_of_a_turn_selects_who_can_act_next_and_brings_them_into_sight(sit, server):
    phone = table(sit, server)
    phone.open(f"?unit={ADA}&lod=play")
    assert not phone.page.evaluate(IN_SIGHT, [14, 13])
    phone.page.locator("#do-finish button").tap()
    expect(phone.page.locator(f"#u-{BRAM} .halo")).to_have_count(1)
    expect(phone.page.locator("#selected h2")).to_contain_text("Bram")
    expect(phone.page.locator("#do-finish button")).to_contain_text("End Bram’s turn")
    sees(phone, (14, 13))
    phone.page.locator("#do-finish button").tap()
    expect(phone.page.locator(f"#u-{VEY} .halo")).to_have_count(1)
    phone.page.locator("#do-finish button").tap()
    expect(phone.page.locator("#do-phase button")).to_have_text("End the explorer phase")


def test_a_tap_too_many_does_not_end_the_next_ones_turn(sit, server):
    """What comes under the thumb, the turn of somebody else or the end of the phase, takes no tap at first."""
    phone = table(sit, server)
    phone.open(f"?unit={ADA}&lod=play")
    button = "#bar-row .push button"
    for name in (ADA, BRAM, VEY):
        expect(phone.page.locator(f"#u-{name} .halo")).to_have_count(1)
        box = phone.page.locator(button).bounding_box()
        assert box is not None
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        taken = """([x, y]) => document.elementFromPoint(x, y).closest('#bar-row .push button') !== null"""
        phone.page.wait_for_function(taken, arg=list(middle))
        words = phone.page.locator(button).inner_text()
        # With the first frame in which other words stand there, and so before any thumb can have read them.
        phone.page.evaluate(
            """([button, [x, y], words]) => {
                window.early = new Promise((told) => new MutationObserver((_, watching) => {
                    const now = document.querySelector(button);
                    if (!now || now.innerText === words) return;
                    watching.disconnect();
                    requestAnimationFrame(() => told(!!document.elementFromPoint(x, y)?.closest(button)));
                }).observe(document.body, {childList: true, subtree: true, characterData: true}));
            }""",
            [button, list(middle), words],
        )
        phone.page.locator(button).tap()
        assert phone.page.evaluate("window.early") is False, name
    expect(phone.page.locator("#do-phase button")).to_have_text("End the explorer phase")
    phone.page.locator("#do-phase button").tap()  # and then it takes one
    expect(phone.page.locator("#now .ph")).to_have_text("Spawn phase")


def test_who_is_selected_and_can_do_nothing_stays_with_a_button_to_who_can(sit, server):
    phone = table(sit, server)
    phone.api("/moves", {"type": "FinishTurn", "explorer": ADA})
    phone.open(f"?unit={ADA}&lod=play")
    lead = phone.page.locator("#bar-row #lead")
    expect(lead).to_have_text("Select Bram")
    box = lead.bounding_box()
    assert box is not None
    assert box["height"] >= 43.5
    assert box["x"] + box["width"] <= 390
    lead.tap()
    expect(phone.page.locator(f"#u-{BRAM} .halo")).to_have_count(1)
    expect(lead).to_have_count(0)
    sees(phone, (14, 13))


def test_a_new_round_drops_the_monster_that_was_selected(sit, server):
    phone = table(sit, server)
    state = read_position(BOOK, WIDE.replace("explorer phase", "horror phase"))
    stands(phone, server, state)
    phone.api("/moves", {"type": "EndPhase", "phase": "horror"})
    phone.open("?lod=play")
    expect(phone.page.locator("#u-m1 .halo")).to_have_count(1)
    phone.api("/moves", {"type": "MonsterDone", "monster": "m1"})
    phone.api("/moves", {"type": "EndPhase", "phase": "monster"})
    expect(phone.page.locator(f"#u-{ADA} .halo")).to_have_count(1)
    expect(phone.page.locator("#do-finish button")).to_contain_text("End Ada’s turn")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_what_a_question_lights_comes_into_sight_and_the_next_one_is_open(sit, server, width, height):
    phone = table(sit, server, width, height)
    phone.open(f"?unit={ADA}&lod=play")
    state = read_position(BOOK, WIDE)
    stands(phone, server, asked(state, 901, "18,18", "17,18"))
    ruling(phone)
    fold = phone.page.locator("#question details.ask")
    expect(fold).to_contain_text("Tap a lit space")
    expect(fold).not_to_have_attribute("open", "")
    sees(phone, (18, 18))
    # a question with nothing lit is open, also in the place of one that was folded
    stands(phone, server, asked(state, 902, ADA, BRAM, question="who_rolls_spawn"))
    ruling(phone)
    expect(fold).to_contain_text("Who rolls next")
    expect(fold).to_have_attribute("open", "")
    # and nothing comes of it for one's eyes where the lit space is in sight already
    stands(phone, server, asked(state, 903, "18,18"))
    ruling(phone)
    expect(fold).to_contain_text("Tap a lit space")
    expect(fold).not_to_have_attribute("open", "")
    sees(phone, (18, 18))


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_the_news_are_whole_or_not_there_beside_a_question(sit, server, width, height):
    phone = table(sit, server, width, height)
    phone.open(f"?unit={ADA}&lod=play")
    stands(phone, server, asked(read_position(BOOK, WIDE), 901, "4,7"))
    ruling(phone)
    fold, news = phone.page.locator("#question details.ask"), phone.page.locator("#news")
    expect(fold).to_contain_text("Tap a lit space")
    expect(news).to_be_visible()
    over, below = news.bounding_box(), fold.bounding_box()
    top = phone.page.locator("#now").bounding_box()
    assert over is not None
    assert below is not None
    assert top is not None
    assert top["y"] + top["height"] <= over["y"]
    assert over["y"] + over["height"] <= below["y"]
    assert phone.page.locator(".decl").count() == 0, "there is nothing to decline"
    away = phone.page.locator("[data-zoom=out]").bounding_box()
    assert away is not None
    assert away["y"] + away["height"] <= below["y"], "the buttons for the distance are not cut off either"
    fold.locator("summary").first.tap()
    expect(fold).to_have_attribute("open", "")
    expect(news).to_be_visible()
    over, below = news.bounding_box(), fold.bounding_box()
    assert over is not None
    assert below is not None
    assert over["y"] + over["height"] <= below["y"], "what happened is read above what is asked"
    fold.locator("summary").first.tap()
    expect(news).to_be_visible()
    phone.tap((4, 5))
    expect(phone.page.locator("#sheet header")).to_be_visible()
    expect(news).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (844, 390)])
def test_what_is_lit_and_may_be_declined_is_declined_with_one_tap(sit, server, width, height):
    phone = table(sit, server, width, height)
    phone.open(f"?unit={ADA}&lod=play")
    stands(phone, server, asked(read_position(BOOK, WIDE), 901, "stay", "4,2", "5,2", question="move_to"))
    ruling(phone)
    fold = phone.page.locator("#question details.ask")
    expect(fold).to_contain_text("Tap a lit space")
    expect(fold).not_to_have_attribute("open", "")
    button = phone.page.locator(".decl button")
    expect(button).to_have_text("Stay")
    box = button.bounding_box()
    assert box is not None
    assert box["width"] >= 44
    assert box["height"] >= 44
    assert box["y"] + box["height"] <= height
    said = fold.locator(".qt").bounding_box()
    assert said is not None
    assert said["x"] + said["width"] <= box["x"] + 1 or said["y"] + said["height"] <= box["y"]
    assert button.evaluate(FREE)
    move = phone.page.locator(".decl input[name=move]").get_attribute("value") or ""
    assert '"step":901,"option":"stay"' in move
    fold.locator("summary").first.tap()
    expect(button).to_be_hidden()
    expect(fold.get_by_text("Stay where it is")).to_be_visible()


LONG = "Ada has to be told of all that the long night has brought to this table, one thing after another, without end. "


@pytest.mark.parametrize("lod", ["table", "play"])
def test_long_news_are_folded_to_two_lines_and_leave_the_board_s_buttons_alone(sit, server, lod):
    """At 360 by 640, where room is dear: what is pressed stays where the thumb is, all of it is read on request."""
    phone = table(sit, server, 360, 640)
    phone.open(f"?unit={ADA}&lod={lod}")
    change = {"type": "SetTokens", "kind": "spawn", "value": 2}
    phone.api("/moves", {"type": "MakeRuling", "reason": LONG.strip(), "changes": [change]})
    news = phone.page.locator("#news .grow summary")
    expect(news).to_contain_text("without end")
    line = phone.page.locator("#news .grow summary span").last
    high = "(e) => e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight)"
    assert line.evaluate(high) <= 2.1
    folded = phone.page.locator("#news").bounding_box()
    assert folded is not None
    assert folded["height"] <= 70
    if lod == "play":
        for pressed in ("#do-finish button", "[data-zoom=out]", "[data-lod-to=play]"):
            assert phone.page.locator(pressed).evaluate(FREE), pressed
    news.tap()
    assert line.evaluate(high) >= 3
    if lod == "play":
        for pressed in ("#do-finish button", "[data-zoom=out]", "[data-lod-to=play]"):
            assert phone.page.locator(pressed).evaluate(FREE), pressed


@pytest.mark.parametrize("side", ["E", "S"])
def test_edges_that_a_question_lights_come_into_sight_too(sit, server, side):
    phone = table(sit, server, 360, 740)
    phone.open(f"?unit={ADA}&lod=play")
    middle = {"E": (19, 15), "S": (15, 19)}[side]
    assert not phone.page.evaluate(IN_SIGHT, list(middle))
    stands(phone, server, asked(read_position(BOOK, WIDE), 904, f"1,1,{side}", question="lay_exit"))
    ruling(phone)
    expect(phone.page.locator("#question details.ask")).to_contain_text("Tap a lit edge")
    sees(phone, middle)


def test_who_has_walked_to_something_reads_at_once_what_can_be_done_there(sit, server):
    phone = table(sit, server)
    stands(phone, server, read_position(BOOK, WIDE.replace("m1 mon-101 at d4", "m1 mon-101 at f7")))
    phone.open(f"?unit={ADA}&lod=play&at=5,6")
    sheet = phone.page.locator("#sheet")
    expect(sheet.locator("form[data-act^=attack]")).to_have_count(0)
    sheet.locator("form[data-act=near] button").tap()
    expect(sheet.locator("form[data-act^=attack]")).to_have_count(1)
    expect(sheet.locator("h2")).to_contain_text("Lamp-Eater")
    expect(phone.page.locator(".pick")).not_to_have_attribute("d", "")


ONE_TILE = """
chapter: rav-01
round: 3, explorer phase
ratings: spawn none, horror none
tiles:
  14a at 0,0
explorers:
  Ada at e4 of 0,0
"""


@pytest.mark.parametrize(
    ("position", "lod", "space", "opens"),
    [
        (ONE_TILE, "table", (4, 5), True),
        (WIDE, "tile", (4, 5), True),
        (WIDE, "table", (4, 2), True),  # it is lit: Ada can walk there
        (WIDE, "table", (18, 12), False),
    ],
)
def test_what_is_tapped_from_afar_is_chosen_where_it_is_lit_or_a_finger_can_tell_spaces_apart(
    sit, server, position, lod, space, opens
):
    phone: Phone = sit(viewport={"width": 390, "height": 844})
    stands(phone, server, read_position(BOOK, position))
    phone.open(f"?unit={ADA}&lod={lod}")
    before = phone.revision()
    phone.tap(space)
    phone.looks_from("play")
    assert phone.revision() == before, "one more tap confirms it"
    sheet = phone.page.locator("#sheet-title")
    expect(sheet).to_have_count(int(opens))
    if opens:
        expect(sheet).to_contain_text(f"e{space[1] + 1}")
        phone.page.wait_for_timeout(GUARD)  # the product's own pause
        phone.page.locator("[data-close-sheet]").tap()
        expect(phone.page.locator("#sheet")).to_be_hidden()
        phone.page.get_by_role("link", name="Tile", exact=True).tap()
        phone.looks_from("tile")
        edge = phone.page.locator(".xp").first
        edge.tap()
        expect(sheet).to_contain_text("edge")
        phone.looks_from("play")


@pytest.mark.parametrize("lod", ["table", "tile", "play"])
def test_a_monster_that_is_tapped_is_attacked_by_the_explorer_that_is_selected(sit, server, lod):
    """Two explorers of one phone stand beside it: the second is selected, and stays so at every distance."""
    phone = table(sit, server)
    stands(phone, server, read_position(BOOK, WIDE.replace("m1 mon-101 at d4 of 0,0", "m1 mon-101 at e3 of 1,1")))
    phone.open(f"?unit={VEY}&lod={lod}")
    phone.tap((14, 12))
    first = phone.page.locator("#sheet form[data-act^=attack] input[name=move]")
    expect(first).to_have_count(1)
    assert f'"explorer":"{VEY}"' in (first.get_attribute("value") or "")
    expect(phone.page.locator(f"#u-{VEY} .halo")).to_have_count(1)


SLOW = """(unit) => {
  const real = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await real(...asked), address = String(asked[0]?.url ?? asked[0]);
    if (!address.includes("/part/") || !address.includes(`unit=${unit}`)) return answer;
    await answer.clone().text();
    window.late = (window.late ?? 0) + 1;
    await new Promise((done) => (window.arrive = done));
    return answer;
  };
}"""


def test_who_was_picked_stays_picked_though_what_was_asked_for_before_comes_late(sit, server):
    """News of the table are on their way to this phone, for the explorer that was selected, as another is picked."""
    phone = table(sit, server)
    phone.open(f"?unit={BRAM}&lod=play")
    phone.page.evaluate(SLOW, BRAM)
    ruling(phone)
    phone.page.wait_for_function("() => window.late >= 2")
    play = phone.page.locator(f"#units a[data-select*='unit={VEY}']")
    play.tap()
    expect(phone.page.locator(f"#u-{VEY} .halo")).to_have_count(1)
    expect(phone.page.locator("#selected h2")).to_contain_text("Vey")
    phone.js("() => window.arrive()")
    ruling(phone)  # and the next news come for who is selected now
    expect(phone.page.locator("#bd-part")).to_have_attribute("data-revision", str(phone.revision()))
    expect(phone.page.locator(f"#u-{VEY} .halo")).to_have_count(1)
    expect(phone.page.locator("#selected h2")).to_contain_text("Vey")


def test_the_bar_leads_to_who_acts(sit, server):
    phone = table(sit, server)
    phone.open(f"?unit={ADA}&lod=play")
    phone.js("document.getElementById('board').scrollTo(9999, 9999)")
    assert not phone.page.evaluate(IN_SIGHT, [4, 3])
    phone.page.locator("#now .st").tap()
    sees(phone, (4, 3))


def test_the_monster_that_acts_next_is_brought_into_sight(sit, server):
    phone = table(sit, server)
    far = WIDE.replace("explorer phase", "horror phase") + "  m2 mon-102 at i8 of 1,1\n"
    stands(phone, server, read_position(BOOK, far))
    phone.open("?lod=play")
    phone.api("/moves", {"type": "EndPhase", "phase": "horror"})
    expect(phone.page.locator("#u-m1 .halo")).to_have_count(1)
    sees(phone, (3, 3))
    assert not phone.page.evaluate(IN_SIGHT, [18, 17])
    phone.api("/moves", {"type": "MonsterDone", "monster": "m1"})
    expect(phone.page.locator("#u-m2 .halo")).to_have_count(1)
    sees(phone, (18, 17))


def test_new_tiles_and_monsters_come_into_sight_unless_a_sheet_is_used(sit, server):
    """Also what came while another page was shown; what is seen anyway moves nothing."""
    phone = table(sit, server, 360, 740)
    phone.open("?lod=play")
    sees(phone, (4, 3))
    state = read_position(BOOK, WIDE)
    far = Monster("m2", "mon-102", 1, (18, 17))
    stands(phone, server, replace(state, monsters={**state.monsters, "m2": far}))
    assert not phone.page.evaluate(IN_SIGHT, [18, 17])
    ruling(phone)
    sees(phone, (18, 17))
    phone.page.evaluate("document.getElementById('board').scrollTo(0, 0)")
    phone.open("", where="party")
    north = replace(state, board=replace(state.board, tiles=(*state.board.tiles, PlacedTile("13", "a", (0, 1), 0))))
    stands(phone, server, north)
    phone.open()
    sees(phone, (5, 15))
    phone.open(f"?unit={ADA}&at=4,4&lod=play")
    expect(phone.page.locator("#sheet-title")).to_be_visible()
    sees(phone, (4, 3))
    stands(phone, server, replace(north, monsters={**state.monsters, "m3": replace(far, id="m3")}))
    ruling(phone)
    expect(phone.page.locator("#u-m3")).to_have_count(1)
    phone.calm()
    assert not phone.page.evaluate(IN_SIGHT, [18, 17]), "somebody reads a sheet"
    phone.page.locator("[data-close-sheet]").tap()
    sees(phone, (18, 17))


def test_whom_a_monster_may_attack_is_in_sight_with_it(sit, server):
    """Where it has walked to, above its question, on a phone that has not moved it."""
    phone = table(sit, server, 360, 740)
    shot = WIDE.replace("explorer phase", "horror phase").replace("m1 mon-101 at d4 of 0,0", "m1 mon-105 at j9 of 0,0")
    stands(phone, server, read_position(BOOK, shot))
    phone.open("?lod=play")
    phone.api("/moves", {"type": "EndPhase", "phase": "horror"})
    expect(phone.page.locator("#u-m1 .halo")).to_have_count(1)
    began = played(BOOK, shot, {"type": "EndPhase", "phase": "horror"})
    ways = [m.to for m in legal_moves(BOOK, began, everybody(began)).moves if m.type == "MoveMonster"]
    near = min(ways, key=lambda to: max(abs(to[0] - 4), abs(to[1] - 3)))
    phone.api("/moves", {"type": "MoveMonster", "monster": "m1", "to": list(near)})
    phone.page.locator("#bd-part[data-ask^=m1]").wait_for(state="attached")
    sees(phone, near)
    sees(phone, (4, 3))


@pytest.mark.parametrize("size", [(390, 844), (360, 740)])
def test_tapping_about_moves_the_board_no_further_than_it_takes(sit, server, size):
    """The next tap meets the space that it is meant for, with the sheet open and once it is closed."""
    phone = table(sit, server, *size)
    phone.open("?lod=play")
    sees(phone, (4, 3))
    where = "[...['scrollLeft', 'scrollTop'].map((n) => Math.round(document.getElementById('board')[n]))]"
    phone.tap((4, 2))
    expect(phone.page.locator("#sheet-title")).to_be_visible()
    phone.calm()
    open_at = phone.js(where)
    for space in ((5, 2), (3, 2)):
        phone.tap(space)
        expect(phone.page.locator("#sheet small").first).to_be_visible()
        phone.calm()
        assert phone.js(where) == open_at, space
    phone.page.wait_for_timeout(GUARD)  # the product's own pause
    phone.page.locator("[data-close-sheet]").tap()
    expect(phone.page.locator("#sheet")).to_be_hidden()
    phone.calm()
    assert phone.js(where) == open_at


def test_the_field_that_a_ruling_lacks_has_the_focus_and_is_in_sight(sit, server):
    phone = table(sit, server, 360, 740)
    phone.open("", where="party")
    phone.page.locator("#hand-exp-01 > summary").tap()
    phone.page.get_by_role("button", name="Ada, health minus 1").first.tap()
    phone.page.locator("#answer button.go, #answer button[type=submit], #answer form button").last.tap()
    field = phone.page.locator("#answer [aria-invalid]")
    expect(field).to_be_focused()
    assert field.evaluate(FREE)
    phone.troubles.clear()  # the refusal itself
