"""Friday evening on two phones, whole, by taps alone: from opening a table to the server that is stopped for the night.

The phones are 390 by 844 with touch, the server is a process of its own whose decks lie as arranged. Every page that
waits for somebody is also looked at with axe in both themes, and measured, at the moment at which it waits.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Phone, Phones
from tests.browser.measure import Auditor
from tests.browser.served import Server
from tests.support.settled import calm

pytestmark = [pytest.mark.browser, pytest.mark.slow]

#: Gas Pocket counts down from 3, The Nightwatchman's Stove asks nothing when it is drawn; the party begins on The
#: Stopped Orrery, which has two chapter spaces and a way out that Ada reaches in her first turn.
CARDS = ("env-02", "enc-06", "T01", "--", "16")
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  const state = () => (hidden ? "hidden" : "visible");
  Object.defineProperty(document, "visibilityState", { configurable: true, get: state });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
Space = tuple[int, int]


# ------------------------------------------------------------------ what fingers do


def place_of(phone: Phone, unit: str) -> Space:
    x, y = phone.state["explorers"][unit]["space"]
    return int(x), int(y)


def stands(phone: Phone, unit: str, space: Space, timeout: float = 5000) -> None:
    """Wait until a unit is drawn on a space."""
    expect(phone.page.locator(f"#u-{unit}")).to_have_attribute(
        "transform", f"translate({space[0] * 20} {space[1] * 20})", timeout=timeout
    )


def walk(phone: Phone, unit: str, space: Space) -> None:
    """A tap opens the sheet of the space (from far away it goes nearer first), and the sheet's first button walks."""
    page = phone.open(f"board?unit={unit}&lod=table")
    phone.tap(space)
    expect(page.locator("#board")).to_have_attribute("data-lod", "play")
    settle(page)
    button = page.locator("#sheet form[data-act=walk] button")
    if not button.is_visible():
        phone.tap(space)
    expect(button).to_be_visible()
    settle(page)
    button.tap()
    stands(phone, unit, space)
    expect(page.locator("#sheet")).to_be_hidden()


def settle(page: Page) -> None:
    """Until the page has what it asked for, and a sheet that has just come up takes a tap again."""
    calm(page)
    page.wait_for_timeout(400)  # the product's own pause


def reach(phone: Phone, unit: str) -> list[Space]:
    """Where a unit can walk to, the nearest first."""
    x, y = place_of(phone, unit)
    spaces = [tuple(move["to"]) for move in phone.legal("Walk") if move["explorer"] == unit]
    return sorted(spaces, key=lambda space: far(space, (x, y)))


def ways_out(phone: Phone, unit: str) -> list[tuple[Space, str]]:
    """Spaces from which a unit could explore, with the edge, the nearest first."""
    found: list[tuple[Space, str]] = []
    for one in phone.api("/moves")["refused"]:
        move, reasons = one["move"], {reason["code"]: reason for reason in one["reasons"]}
        if move["type"] == "Explore" and move["explorer"] == unit and reasons.keys() == {"not_at_edge"}:
            for space in reasons["not_at_edge"]["alternatives"]:
                x, y = space.split(",")
                found.append(((int(x), int(y)), move["edge"]))
    here = place_of(phone, unit)
    return sorted(found, key=lambda way: far(way[0], here))


def far(a: Space, b: Space) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def answer(phones: tuple[Phone, ...], audit: Callable[[Phone, str], None]) -> None:
    """Answer all that waits, each question on its sheet by the phone that is asked."""
    for _ in range(20):
        agenda = phones[0].state["agenda"]
        if not agenda:
            return
        audit(phones[0], agenda[-1].get("question") or agenda[-1]["type"])
        assert any(pressed(phone, "#question form button") for phone in phones), agenda[-1]
    raise AssertionError("the questions do not end")


def pressed(phone: Phone, selector: str, path: str = "board") -> bool:
    """Press the first such button of a page, if there is one, and wait until the table has moved on.

    One button may make several moves: the table goes on until the page has its answer.
    """
    page, before = phone.open(path), phone.revision
    page.evaluate("document.querySelectorAll('#question details').forEach((fold) => (fold.open = true))")
    button = page.locator(selector)
    if not button.count():
        return False
    button.first.tap()
    moved_on(phone, before)
    calm(page)
    return True


def moved_on(phone: Phone, before: int) -> None:
    for _ in range(100):
        if phone.revision > before:
            return
        phone.page.wait_for_timeout(50)  # asked again and again
    raise AssertionError("the press did nothing")


def a_round(ann: Phone, ben: Phone, audit: Callable[[Phone, str], None]) -> None:
    """Everybody ends their turn, the phases go by, a new round begins: by the buttons on the board."""
    began = ann.state["round"]
    for phone, unit in ((ann, "exp-01"), (ben, "exp-02"), (ann, "exp-03")):
        assert pressed(phone, ".push form button", f"board?unit={unit}")
    for _ in range(40):
        answer((ann, ben), audit)
        if ann.state["round"] > began:
            return
        assert pressed(ann, "#phase form button") or pressed(ben, "#phase form button")
    raise AssertionError("the round does not end")


def light_the_way_on(ann: Phone, unit: str) -> None:
    """Walk beside a chapter space that is not lit yet, tap it, and press what lights it."""
    found = []
    for one in [*(m for m in ann.api("/moves")["moves"]), *ann.api("/moves")["refused"]]:
        move = one["move"]
        codes = {reason["code"] for reason in one.get("reasons", [])}
        if move["type"] == "ActivateChapterSpace" and move["explorer"] == unit and "space_used" not in codes:
            found.append(tuple(move["space"]))
    ann.rule(type="SetPool", unit=unit, what="stamina", value=6)
    near, here = reach(ann, unit), place_of(ann, unit)
    beside = [(space, to) for to in (here, *near) for space in found if far(space, to) == 1]
    for space, to in beside:
        if to != here:
            walk(ann, unit, to)
        ann.rule(type="SetPool", unit=unit, what="stamina", value=6)
        if list(space) in [move["space"] for move in ann.legal("ActivateChapterSpace") if move["explorer"] == unit]:
            break
    page, before = ann.open(f"board?unit={unit}&lod=play"), ann.revision
    ann.tap(space)
    button = page.locator("#sheet form[data-act*=chapter] button")
    expect(button.first).to_be_visible()
    settle(page)
    button.first.tap()
    moved_on(ann, before)


# ------------------------------------------------------------------ the evening


def explore(ann: Phone, ben: Phone, audit: Callable[[Phone, str], None]) -> tuple[int, int]:
    """Over the edge at which Ada stands, the terrain with a look at every way to lay it, environment, encounter."""
    before = {tuple(tile["cell"]) for tile in ann.state["board"]["tiles"]}
    (side,) = {move["edge"] for move in ann.legal("Explore") if move["explorer"] == "exp-01"}
    space = place_of(ann, "exp-01")
    page = ann.open("board?unit=exp-01&lod=play")
    page.locator(f".xp[href*='edge={space[0] // 10},{space[1] // 10},{side}']").first.tap()
    button = page.locator(f"#do-explore-{side} button")
    expect(button).to_be_visible()
    expect(page.locator("#sheet")).to_contain_text("unknown")
    settle(page)
    button.tap()
    expect(page.locator("#question")).to_contain_text("Which of these is joined?")
    assert pressed(ann, "#question form button")
    ann.open("terrain")
    expect(page.locator("#exploring")).to_have_attribute("data-stage", "terrain")
    ben.open("terrain")
    expect(ben.page.locator("#exploring")).to_contain_text("Ada is placing it")
    expect(ben.page.locator("#placing button")).to_have_count(0)
    audit(ann, "terrain")

    ways = page.locator(".pl")
    expect(ways).to_have_count(8)
    for n in range(8):
        ways.nth(n).tap()
        told = shown(page.locator("#placing .v"))
        assert len(told) == 1, "the chosen way is told, no other"
        if "no" in (ways.nth(n).get_attribute("class") or "").split():
            assert re.search(r"[A-Z]{2}-\d", told[0]), "an illegal one says by which rule"
            expect(page.get_by_role("button", name="Place it here for good")).to_be_hidden()
        else:
            assert "Goes:" in told[0]
            assert "Comes:" in told[0]
    page.locator(".pl:not(.no)").first.tap()
    page.get_by_role("button", name="Place it here for good").tap()

    stage = page.locator("#exploring")
    expect(stage).to_have_attribute("data-stage", "environment")
    expect(stage).to_contain_text("Gas Pocket")
    audit(ann, "environment")
    stage.locator("form button").first.tap()
    expect(stage).to_have_attribute("data-stage", "encounter")
    expect(ben.page.locator("#exploring")).to_have_attribute("data-stage", "encounter")
    audit(ann, "encounter")
    page.get_by_role("button", name="Draw the encounter").tap()
    for phone in (ann, ben):
        expect(phone.page).to_have_url(re.compile(r"/board(\?unit=[\w-]+)?$"))
    ben.open("cards/encounters")
    expect(ben.page.locator("main")).to_contain_text(re.compile("The Nightwatchman.s Stove"))
    (cell,) = {tuple(tile["cell"]) for tile in ann.state["board"]["tiles"]} - before
    return cell


def shown(what: Locator) -> list[str]:
    return [one.inner_text() for one in what.all() if one.is_visible()]


def undo_and_redo(ann: Phone, ben: Phone) -> None:
    """Ben takes Ann's move back: the dialog says whose it is, the log keeps it, Redo brings it back."""
    before = ann.state
    (to, *_) = reach(ann, "exp-01")
    walk(ann, "exp-01", to)
    after = ann.state
    page = ben.open("log")
    page.get_by_label("Undo the last move").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Ann’s move")
    expect(dialog).to_contain_text("Not yours")
    dialog.get_by_role("button", name="Undo, Ann agrees").tap()
    expect(page.locator(".lg li.un")).to_contain_text("undone by Ben")
    stands(ann, "exp-01", (before["explorers"]["exp-01"]["space"][0], before["explorers"]["exp-01"]["space"][1]))
    assert ann.state == before
    page.get_by_label(re.compile("^Redo")).tap()
    stands(ann, "exp-01", to)
    expect(page.locator(".lg li.un")).to_have_count(0)
    assert ann.state == after


def not_connected(phone: Phone) -> None:
    """Within five seconds the phone says so in words, and its buttons are off."""
    page = phone.page
    expect(page.locator("#now .st")).to_have_text("Not connected", timeout=5000)
    expect(page.get_by_text("Moves are switched off")).to_be_visible()
    for button in page.locator("form[method=post] button").all():
        expect(button).to_have_attribute("aria-disabled", "true")


def connected(phone: Phone) -> None:
    expect(phone.page.locator("#now .st")).not_to_have_text("Not connected", timeout=10_000)
    expect(phone.page.get_by_text("Moves are switched off")).to_be_hidden()


def test_a_friday_evening(serve: Callable[..., Server], phones: Phones, browser: Browser) -> None:
    """All that the two of them do until they go home."""
    server = serve(*CARDS)
    ann = phones("Ann", server)
    share = ann.page
    assert share.get_by_role("img", name="QR code of the play link").is_visible()
    assert re.search(r"^[2-9A-Z]{3} [2-9A-Z]{3}$", share.locator(".code").inner_text())
    ben = phones("Ben", server, at=ann, explorer="exp-02")
    expect(share.locator("#share")).to_contain_text("Ben")

    auditor, looked_at = Auditor(browser, ann), set[str]()

    def audit(phone: Phone, what: str) -> None:
        if what not in looked_at:
            looked_at.add(what)
            auditor.look("terrain" if phone.page.url.endswith("/terrain") else "board", f"while waiting for {what}")
            step = phone.state["agenda"][-1]
            auditor.look(f"ask/{step['id']}", f"the page of {what}")

    # They take turns, and each sees the other walk.
    ben.open("board?unit=exp-02")
    edge = next(space for space, _ in ways_out(ann, "exp-01") if space in reach(ann, "exp-01"))
    walk(ann, "exp-01", edge)
    stands(ben, "exp-01", edge)
    to = reach(ben, "exp-02")[2]
    walk(ben, "exp-02", to)
    stands(ann, "exp-02", to)

    gas = explore(ann, ben, audit)
    undo_and_redo(ann, ben)

    # The gas pocket has one charge left when the round ends, and takes its tile along.
    ann.rule(type="SetCharges", card="env-02", value=1)
    a_round(ann, ben, audit)
    assert gas not in {tuple(tile["cell"]) for tile in ann.state["board"]["tiles"]}
    expect(ben.open("log").locator("main")).to_contain_text("Gas Pocket")

    # Two chapter spaces are lit; the chapter after that is only read, and leads on by itself.
    ben.open("chapter")
    light_the_way_on(ann, "exp-01")
    answer((ann, ben), audit)
    assert ann.state["chapter"] == 1
    expect(ben.page.locator("h1")).to_have_text("The Singing Ore")
    ben.open("chapter")
    light_the_way_on(ann, "exp-03")
    answer((ann, ben), audit)
    assert ann.state["chapter"] == 3
    passed = ben.open("chapter").locator("details", has_text="Chapters behind you")
    passed.locator("summary").tap()
    expect(passed).to_contain_text("The Cage Goes Down")

    auditor.close()
    assert looked_at >= {"terrain", "environment", "encounter"}
    assert len(looked_at) > 3, "and the questions of chapters and phases"
    killed_and_started_again(server, ann, ben)
    a_tab_sleeps(ann, ben)

    # The server is stopped for the night: both phones say so, and nothing can be pressed any more.
    for phone in (ann, ben):
        phone.open("party")
        phone.cut_off = True
    server.stop()
    for phone in (ann, ben):
        not_connected(phone)


def killed_and_started_again(server: Server, ann: Phone, ben: Phone) -> None:
    """Kill -9 in the middle: the phones wait, find it again by themselves, and play on from where they were."""
    for phone, unit in ((ann, "exp-01"), (ben, "exp-02")):
        phone.rule(type="SetPool", unit=unit, what="stamina", value=5)
        phone.open(f"board?unit={unit}")
    before: Any = ann.api()
    for phone in (ann, ben):
        phone.cut_off = True
    server.kill()
    for phone in (ann, ben):
        not_connected(phone)
    server.begin()
    for phone in (ann, ben):
        connected(phone)
        phone.cut_off = False
    assert ann.api() == before, "not a byte is lost"
    to = reach(ann, "exp-01")[0]
    walk(ann, "exp-01", to)
    stands(ben, "exp-01", to)
    to = reach(ben, "exp-02")[0]
    walk(ben, "exp-02", to)
    stands(ann, "exp-02", to)


def a_tab_sleeps(ann: Phone, ben: Phone) -> None:
    """Ben's phone is in a pocket, its tab hidden and frozen, while Ann plays; woken, it knows within two seconds."""
    ben.open("board?unit=exp-02")
    session = ben.context.new_cdp_session(ben.page)
    ben.page.evaluate(HIDE, True)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    for _ in range(3):
        to = reach(ann, "exp-01")[0]
        walk(ann, "exp-01", to)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    ben.page.evaluate(HIDE, False)
    stands(ben, "exp-01", to)
    connected(ben)
