"""What just happened and what is read once: both are told, in one place, and neither lies over a control."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import ThreadedServer
from tests.web.test_board_browser import browser, server, sit
from tests.web.test_board_phone_browser import ADA, FIGHT, at, play

__all__ = ["browser", "server", "sit"]
pytestmark = pytest.mark.browser
PHONES = [(390, 844), (360, 740), (360, 640)]
WHERE = ("board?lod=table", "board?lod=tile", "board?lod=play", "party", "items", "cards", "chapter")

#: Controls of the page that lie under the note or the plate, each after it was scrolled to where it is best reached.
COVERED = """() => {
  const over = (e) => e && e.closest("#news, #moment, #notices");
  const found = [];
  for (const e of document.querySelectorAll("main :is(a[href], button, summary), #notices :is(a[href], button)")) {
    if (!e.checkVisibility() || e.closest("svg, .vh")) continue;
    e.scrollIntoView({ block: "center", behavior: "instant" });
    const r = [...e.getClientRects()].at(-1);
    if (!r || !r.width) continue;
    for (const y of [r.top + 3, (r.top + r.bottom) / 2, r.bottom - 3]) {
      const hit = document.elementFromPoint((r.left + r.right) / 2, y);
      if (hit && over(hit) && over(hit) !== over(e)) found.push(`${e.textContent.trim().slice(0, 40)} at ${y}`);
    }
  }
  scrollTo(0, 0);
  return found;
}"""

#: What can be pressed where the page stands when it is opened, and lies under the note there.
AT_REST = """() => [...document.querySelectorAll("main :is(a[href], button, summary), #notices :is(a[href], button)")]
  .filter((e) => e.checkVisibility() && !e.closest("svg, .vh"))
  .filter((e) => {
    const r = e.getBoundingClientRect();
    const hit = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2);
    return hit?.closest("#news") && !e.closest("#news");
  }).map((e) => e.textContent.trim().slice(0, 40))"""


def told(phone: Any, where: str) -> None:
    phone.page.goto(f"{phone.base}/{where}")
    expect(phone.page.locator("#news .note")).to_be_visible()
    assert phone.js(COVERED) == [], where
    assert phone.js(AT_REST) == [], where


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("more", ["alone", "plate", "undo", "question"])
def test_what_just_happened_lies_over_no_control(sit: Any, server: ThreadedServer, size: Any, more: str) -> None:
    asked = more in ("question", "undo")
    position = FIGHT.replace("explorer phase", "horror phase") if asked else FIGHT
    phone = at(sit, server, size, position)
    if asked:
        play(phone, type="EndPhase", phase="horror")
        legal = [one["move"] for one in phone.api("/moves")["moves"]]
        play(phone, **next(move for move in legal if move["type"] == "MonsterDone"))
    else:
        play(phone, type="Attack", explorer=ADA, targets=["m1"])
    if more == "plate":
        play(phone, type="MakeRuling", reason="On.", changes=[{"type": "SetChapter", "number": 1}])
    if more == "undo":
        undone = phone.page.request.post(f"{phone.base.replace('/t/', '/api/tables/')}/undo", data={})
        assert undone.ok
    for where in WHERE:
        told(phone, where)


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("lod", ["table", "tile", "play"])
def test_what_is_not_read_yet_hides_nothing_of_what_happens_after_it(
    sit: Any, server: ThreadedServer, size: Any, lod: str
) -> None:
    phone = at(sit, server, size)
    play(phone, type="MakeRuling", reason="On.", changes=[{"type": "SetChapter", "number": 1}])
    phone.open(f"?unit={ADA}&lod={lod}")
    plate, news, finish = (phone.page.locator(one) for one in ("#moment", "#news .note", "#bar-row #do-finish button"))
    expect(plate).to_contain_text("Chapter 2 begins")
    play(phone, type="Attack", explorer=ADA, targets=["m1"])
    expect(news).to_contain_text("the Lamp-Eater")
    for one in (plate, news, finish):
        expect(one).to_be_in_viewport(ratio=1)
    boxes = [one.bounding_box() for one in (plate, news)]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"] + 1


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("lod", ["table", "play"])
def test_the_note_stays_where_it_is_when_a_question_opens_or_folds(
    sit: Any, server: ThreadedServer, size: Any, lod: str
) -> None:
    phone = at(sit, server, size, FIGHT.replace("explorer phase", "horror phase"))
    play(phone, type="EndPhase", phase="horror")
    phone.open(f"?unit={ADA}&lod={lod}")
    news, fold = phone.page.locator("#news .note"), phone.page.locator("#question details.ask")
    before = news.bounding_box()
    fold.locator("summary").first.tap()
    assert news.bounding_box() == before
    sheet = fold.bounding_box()
    assert before["y"] + before["height"] <= sheet["y"] + 1


@pytest.mark.parametrize("size", PHONES)
def test_an_event_is_read_before_what_it_asks(sit: Any, server: ThreadedServer, size: Any) -> None:
    """The roll that brought it, its name and what it does: in sight beside the folded question that it asks."""
    position = FIGHT.replace("explorer phase", "spawn phase").replace("spawn 9, horror 9", "spawn 0, horror 10")
    for unit in ("Ada at e4", "Bram at f4"):
        position = position.replace(unit, unit.replace("4", "8"))
    phone = at(sit, server, size, f"{position}decks:\n  horror_events draw: hev-09\n")
    play(phone, type="EndPhase", phase="spawn")
    phone.open(f"?unit={ADA}&lod=play")
    fold = phone.page.locator("#question details.ask")
    expect(fold).not_to_have_attribute("open", "")
    said = fold.locator("summary small").first
    expect(said).to_have_text(
        "A Hand on the Rope: Pull each explorer 2 spaces towards the nearest spawn space. Tap a lit space on the board"
    )
    expect(said).to_be_in_viewport(ratio=1)
    roll = phone.page.locator("#news li").first
    expect(roll).to_contain_text("horror event")
    expect(roll).to_be_in_viewport(ratio=1)
    away, sheet = phone.page.locator("[data-zoom=out]").bounding_box(), fold.bounding_box()
    assert away["y"] + away["height"] <= sheet["y"] + 1
