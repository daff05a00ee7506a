"""Faults that people met with other trackers, tried on this one: those that need a browser.

The rest stands in tests/proofs/test_field_reports.py. Each is told in our own words; docs/proofs.md lists them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SOMEWHERE, Phone, Phones
from tests.browser.scrambler import scrambled
from tests.browser.served import Server
from tests.browser.test_evening import HIDE, connected, not_connected, reach, stands
from tests.support.settled import calm

pytestmark = [pytest.mark.browser, pytest.mark.slow]

#: What is drawn of the units and the table's revision, as text that can be compared.
DRAWN = """(root) => [...root.querySelectorAll(".u")].map((u) => `${u.id} ${u.getAttribute("transform")} ${
  u.querySelector("title")?.textContent}`).sort().join("; ")"""
TOMORROW = """(() => {
  const Real = Date, ahead = 24 * 3600 * 1000;
  Date = class extends Real { constructor(...a) { a.length ? super(...a) : super(Real.now() + ahead); } };
  Date.now = () => Real.now() + ahead;
})()"""
#: The lock on the screen, counted.
LOCK = """(() => {
  window.locks = 0;
  if (navigator.wakeLock)
    navigator.wakeLock.request = async () => ((window.locks += 1), { release: async () => {} });
})()"""


def step_aside(phone: Phone, unit: str) -> None:
    """One step of a unit, as somebody's move."""
    (to, *_) = reach(phone, unit)
    phone.api("/moves", {"type": "Walk", "explorer": unit, "to": list(to)})


@pytest.fixture
def two(shared: Server, phones: Phones) -> tuple[Phone, Phone]:
    """Ann, who hosts, and Ben at one table."""
    ann = phones("Ann", shared)
    return ann, phones("Ben", shared, at=ann, explorer="exp-02")


# ------------------------------------------------------------------ F01, F04: updates that get lost


@pytest.mark.parametrize("clock", ["right", "a day ahead"])
def test_f01_a_phone_that_was_away_pushes_nothing_back(two: tuple[Phone, Phone], clock: str) -> None:
    """Cut off while the others play, back to look around only: it sends nothing, and shows what the others did."""
    ann, ben = two
    if clock != "right":
        ann.context.add_init_script(TOMORROW)
    page = ann.open("board?unit=exp-01")
    ann.cut_off = True
    ann.context.set_offline(True)
    for _ in range(4):
        step_aside(ben, "exp-02")
    ben.rule(type="SetPool", unit="exp-03", what="health", value=2)
    played = ben.api()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    ann.context.set_offline(False)
    connected(ann)
    space = played["state"]["explorers"]["exp-02"]["space"]
    stands(ann, "exp-02", (space[0], space[1]))
    for path in ("party", "cards", "log", "share", "board"):
        ann.open(path)
        page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
        page.mouse.wheel(0, 600)
    expect(ann.open("party").locator("#unit-exp-03")).to_contain_text("2")
    assert [request for request in sent if not request.startswith("GET ")] == []
    again = ben.api()
    assert (again["revision"], again["state"]) == (played["revision"], played["state"])


def test_f04_every_button_that_changes_something_leaves_a_line(two: tuple[Phone, Phone]) -> None:
    """Each button of each page is pressed once: what changed stands in the log, and both phones read the same."""
    ann, ben = two
    ann.cut_off = True  # some buttons are refused, and the browser says so
    page, pressed, changed = ann.page, set[str](), set[str]()
    buttons = "main button:visible, #question button:visible, #now button:visible, #tabs button:visible"
    signature = """(button) => `${button.form?.getAttribute("action") ?? ""} ${button.getAttribute("aria-label")
      ?? ""} ${button.textContent.trim()}`.replace(/[0-9]+|Ada|Bram|Vey|“.*”/g, "")"""
    kept = ("state", "seats", "name")
    now = ann.api()
    for path in ("board", "cards", "chapter", "party", "log", "share", "house", "step", "items", "ruling?kind=pool"):
        for _ in range(40):
            ann.open(path)  # loaded anew: what stands there is what the server has
            part = page.locator("main [data-revision]")
            if part.count():
                assert int(part.first.get_attribute("data-revision") or 0) == now["revision"], path
            page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
            found = page.locator(buttons)
            names = found.evaluate_all(f"(all) => all.map({signature})")
            fresh = [n for n, name in enumerate(names) if name not in pressed]
            if not fresh:
                break
            name = names[fresh[0]]
            pressed.add(name)
            choice = found.nth(fresh[0]).locator("xpath=ancestor::form//select")
            if choice.count():
                choice.first.select_option(index=1)
            picks = found.nth(fresh[0]).locator("xpath=ancestor::form//label[contains(@class, 'pick')]")
            if picks.count() > 1:
                picks.nth(1).click()
            found.nth(fresh[0]).click()
            calm(page)
            before, now = now, ann.api()
            if [now[key] for key in kept] != [before[key] for key in kept]:
                changed.add(name)
                assert now["revision"] > before["revision"], name
                entry = ann.api("/log?limit=1")["entries"][0]
                assert (entry["revision"], entry["seat"]) == (now["revision"], "s1"), name
                theirs = ben.api()
                assert [theirs[key] for key in kept] == [now[key] for key in kept], name
    assert len(pressed) > 25, pressed
    assert len(changed) >= 5, changed


# ------------------------------------------------------------------ F05 to F08: connections


def adjusting(phone: Phone) -> dict[str, Any] | None:
    agenda = phone.state["agenda"]
    top: dict[str, Any] | None = agenda[-1] if agenda else None
    found = [step for step in agenda if step["type"] == "step_ability" and step["stage"] == "adjust"]
    return found[-1] if top and found else None


def test_f05_pressed_while_cut_off_between_roll_and_adjust(serve: Callable[..., Server], phones: Phones) -> None:
    """Nothing is sent, the phone says so; connected again it stands at the same roll, and goes on with one press."""
    ann = phones("Ann", serve("enc-01", "--", "16"))
    edges = ann.legal("Explore")
    for to in reach(ann, "exp-01"):
        if edges:
            break
        ann.api("/moves", {"type": "Walk", "explorer": "exp-01", "to": list(to)})
        edges = ann.legal("Explore")
        if not edges:
            ann.context.request.post(f"{ann.base.replace('/t/', '/api/tables/')}/undo", data={})
    ann.api("/moves", edges[0])
    for _ in range(20):
        if adjusting(ann):
            break
        (move, *_) = ann.legal("PlaceTerrain", "ConnectEnvironment", "DrawEncounter", "Answer")
        ann.api("/moves", move)
    rolled = adjusting(ann)
    assert rolled is not None
    step = rolled["id"]
    page = ann.open("step")
    close = page.locator("form:has(input[name=move][value*=CloseAdjust]) button").first
    expect(close).to_be_visible()
    before = ann.revision
    ann.cut_off = True
    ann.context.set_offline(True)
    expect(page.locator("#now .st")).to_have_text("Not connected", timeout=5000)
    close.click(force=True)
    page.wait_for_timeout(300)  # time enough for what must not happen
    ann.context.set_offline(False)
    connected(ann)
    again = adjusting(ann)
    assert again is not None
    assert (again["id"], again["total"], ann.revision) == (step, rolled["total"], before)
    page.locator("form:has(input[name=move][value*=CloseAdjust]) button").first.tap()
    expect(page.locator(f"input[name=move][value*=CloseAdjust][value*='\"step\":{step},']")).to_have_count(0)
    calm(page)
    assert ann.revision == before + 1
    events = [event for entry in ann.api("/log")["entries"] for event in entry["events"]]
    resolved = [event for event in events if event["type"] == "StepResolved"]
    assert resolved[0]["total"] == rolled["total"], "with the very roll that was seen"


def test_f06_a_stream_that_died_in_a_pocket_is_taken_up_again(two: tuple[Phone, Phone]) -> None:
    """Hidden and frozen without a word while others play: shown again it is up to date at once, and typing is kept."""
    ann, ben = two
    page = ann.open("share")
    field = page.get_by_label("Your name")
    field.fill("Ann of the half-typed na")
    session = ann.context.new_cdp_session(page)
    page.evaluate(HIDE, True)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    for _ in range(3):
        step_aside(ben, "exp-02")
    revision = ben.revision
    page.wait_for_timeout(1500)  # how long it lies in the pocket
    session.send("Page.setWebLifecycleState", {"state": "active"})
    page.evaluate(HIDE, False)
    expect(page.locator("#now")).to_have_attribute("data-revision", str(revision), timeout=5000)
    expect(field).to_have_value("Ann of the half-typed na")
    connected(ann)


def test_f07_events_late_twice_and_out_of_order_leave_no_gap(shared: Server, phones: Phones) -> None:
    """Through a network that scrambles the stream, what is drawn after each burst is what the server would draw."""
    ann = phones("Ann", shared)
    with scrambled(shared.port) as url:
        ann.base = ann.base.replace(shared.url, url)
        ann.context.add_cookies([{**cookie, "url": url} for cookie in _plain(ann)])
        page = ann.open("board?unit=exp-01")
        direct = ann.base.replace(url, shared.url).replace("/t/", "/api/tables/")
        for burst in range(5):
            for n in range(4):
                change = {
                    "type": "SetPool",
                    "unit": f"exp-0{1 + n % 3}",
                    "what": "health",
                    "value": 1 + (burst + n) % 5,
                }
                move = {"type": "MakeRuling", "reason": "Burst.", "changes": [change]}
                assert ann.context.request.post(f"{direct}/moves", data={"move": move}).ok
            walks = [m for m in ann.legal("Walk") if m["explorer"] == "exp-01"]
            if walks:
                ann.api("/moves", walks[burst % len(walks)])
            revision = ann.revision
            expect(page.locator("#bd-part")).to_have_attribute("data-revision", str(revision), timeout=5000)
            page.wait_for_timeout(700)  # what is still on its way must not turn it back
            fresh = page.evaluate(
                f"""async () => {{
                  const text = await (await fetch("{ann.base}/part/board?unit=exp-01")).text();
                  return ({DRAWN})(new DOMParser().parseFromString(text, "text/html"));
                }}"""
            )
            assert page.evaluate(f"({DRAWN})(document)") == fresh
            assert page.locator("#bd-part").get_attribute("data-revision") == str(revision)
        ann.cut_off = True
        page.goto("about:blank")


def _plain(phone: Phone) -> list[dict[str, Any]]:
    return [{"name": cookie["name"], "value": cookie["value"]} for cookie in phone.context.cookies()]


def test_f08_every_page_says_that_the_server_is_gone_and_finds_it_again(
    serve: Callable[..., Server], phones: Phones
) -> None:
    """Within 5 s in words, with every move switched off; back, all pages recover by themselves."""
    server = serve("--", "16")
    ann = phones("Ann", server)
    pages: list[Page] = []
    for path in ("board", "party", "chapter", "cards", "log"):
        page = ann.tab()
        page.goto(f"{ann.base}/{path}")
        pages.append(page)
    ann.page.goto("about:blank")
    ann.cut_off = True
    server.stop()
    for page in pages:
        ann.page = page
        not_connected(ann)
    server.begin()
    for page in pages:
        ann.page = page
        connected(ann)
        for button in page.locator("form[method=post] button").all():
            expect(button).not_to_have_attribute("aria-disabled", "true")


# ------------------------------------------------------------------ F09, F10, F21: phones and browsers


def test_f09_the_screen_stays_on_where_it_can_and_says_why_where_it_can_not(shared: Server, phones: Phones) -> None:
    """The lock is asked for again after each glance away and on each page; without https a hint stands there."""
    ann = phones("Ann", shared)
    ann.context.add_init_script(LOCK)
    page = ann.open("share")
    toggle = page.get_by_role("button", name="Keep the screen on")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("locks") == 0
    toggle.tap()
    expect(toggle).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("locks") == 1
    page.evaluate(HIDE, True)
    page.evaluate(HIDE, False)
    assert page.evaluate("locks") == 2
    ann.open("board")
    assert page.evaluate("locks") == 1, "the next page asks by itself"
    page = ann.open("share")
    page.get_by_role("button", name="Keep the screen on").tap()
    ann.open("board")
    assert page.evaluate("locks") == 0

    ben = phones("Ben", shared, at=ann, explorer="exp-02")
    ben.base = ben.base.replace("127.0.0.1", SOMEWHERE)
    page = ben.page
    page.goto(ben.base)  # another name is another browser to the server: it sits down anew
    page.get_by_label("Your name").fill("Ben by name")
    page.get_by_role("button", name="Sit down").last.tap()
    expect(page).to_have_url(re.compile("/board"))
    assert page.evaluate("isSecureContext") is False
    ben.open("share")
    expect(page.get_by_role("button", name="Keep the screen on")).to_be_hidden()
    expect(page.locator("[data-awake-hint]")).to_be_visible()


def test_f10_fingers_hit_what_they_mean(shared: Server, phones: Phones) -> None:
    """At 360 px fifty quick taps are fifty steps, nothing zooms, and a finger that scrolls presses nothing."""
    ann = phones("Ann", shared, viewport={"width": 360, "height": 740})
    ann.rule(type="SetTokens", kind="spawn", value=3)
    page = ann.open("ruling?kind=tracks&track=spawn")
    field = page.get_by_label("To", exact=True)
    expect(field).to_have_value("3")
    for button, after in (("To, plus 1", "28"), ("To, minus 1", "3")):
        box = page.get_by_label(button).bounding_box()
        assert box is not None
        for _ in range(25):
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(field).to_have_value(after)
    assert page.evaluate("visualViewport.scale") == 1
    before = ann.revision
    page = ann.open("party")
    page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
    touch = ann.context.new_cdp_session(page)
    button = page.get_by_role("button", name="Finish Ada’s turn")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    start = page.evaluate("scrollY")
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for n in range(1, 13):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - 15 * n}]})
        page.wait_for_timeout(16)  # a finger's pace
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    calm(page)
    assert page.evaluate("scrollY") != start, "it scrolled"
    assert page.evaluate("visualViewport.scale") == 1
    assert ann.revision == before


def test_f21_eight_tabs_of_one_browser_all_load_and_take_a_move(shared: Server, phones: Phones) -> None:
    """A browser opens six streams to a server at most: tabs in the background let go of theirs, so the eighth works."""
    ann = phones("Ann", shared)
    pages = [ann.page]
    for _ in range(7):
        pages[-1].evaluate(HIDE, True)
        page = ann.tab()
        page.goto(f"{ann.base}/party", timeout=8000)
        pages.append(page)
    pages[0].goto(f"{ann.base}/party")
    for n, page in enumerate(pages):
        for other in pages:
            if other is not page:
                other.evaluate(HIDE, True)
        page.bring_to_front()
        page.evaluate(HIDE, False)
        before = ann.revision
        expect(page.locator("#now")).to_have_attribute("data-revision", str(before), timeout=8000)
        ann.page = page
        connected(ann)
        page.locator("#hand-exp-01 > summary").tap()
        page.get_by_label("Ada, health minus 1").tap()
        sheet = page.get_by_role("dialog")
        sheet.get_by_label("Health", exact=True).fill(str(1 + n % 5))
        sheet.get_by_label("Why?").fill(f"Tab {n + 1}.")
        sheet.get_by_role("button", name="Make the change").tap()
        expect(page.locator("#unit-exp-01 .step output").first).to_have_text(f"{1 + n % 5}/6")
        assert ann.revision == before + 1
