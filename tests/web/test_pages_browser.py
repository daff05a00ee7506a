"""The pages in Chromium on two phones: live, connected or not, for keys and ears, at every size and in both themes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.support.chromium import chromium
from tests.web.conftest import ThreadedServer

pytestmark = pytest.mark.browser
SIZES = [(390, 844), (360, 640), (844, 390), (1920, 1080)]
PAGES = (
    "board",
    "cards",
    "cards/encounters",
    "chapter",
    "party",
    "log",
    "share",
    "house",
    "ruling",
    "undo",
    "watch",
    "/",
    "/new",
    "/import",
    "/rules",
)
OPEN_ALL = "document.querySelectorAll('details').forEach((fold) => (fold.open = true))"
#: What can be pressed and is under 44 pixels. Rule chips have a padded area, links in a sentence are exempt.
SMALL = """[...document.querySelectorAll('a[href], button, summary, select, label.pick, input:not([type=hidden])')]
  .filter((e) => !e.closest('.bd') && !e.matches('.rule, .skip, .vh, p a, .note a, .said a, .pick input, .seg input'))
  .filter((e) => e.checkVisibility({ visibilityProperty: true }))
  .map((e) => [e, e.getBoundingClientRect()])
  .filter(([e, r]) => r.width && (r.width < 43.5 || r.height < 43.5))
  .map(([e, r]) => `${e.outerHTML.slice(0, 120)} ${r.width} x ${r.height}`)"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@dataclass
class Phone:
    """A phone with a seat; `base` is the address of its door."""

    page: Page
    base: str
    troubles: list[str]

    def open(self, path: str) -> Page:
        origin = self.base.split("/t/")[0]
        self.page.goto(origin + path if path.startswith("/") else f"{self.base}/{path}")
        return self.page

    @property
    def context(self) -> BrowserContext:
        return self.page.context


Phones = Callable[..., Phone]


@pytest.fixture
def phones(browser: Browser, server: ThreadedServer) -> Iterator[Phones]:
    """Makes phones: the first opens a table, the others join it. None may have trouble on its console."""
    made: list[Phone] = []

    def phone(name: str, explorer: str = "", **more: object) -> Phone:
        options = {"viewport": {"width": 390, "height": 844}, "has_touch": True, **more}
        page = browser.new_context(**options).new_page()  # type: ignore[arg-type]
        page.set_default_timeout(8000)
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda line: troubles.append(line.text) if line.type in ("error", "warning") else None)
        if not made:
            page.goto(f"{server.url}/new")
            page.get_by_label("Your name").fill(name)
            page.get_by_role("button", name="Open the table").click()
            page.wait_for_url("**/share")
            base = page.url.removesuffix("/share")
        else:
            play = made[0].page.request.get(f"{made[0].base}/share").text()
            base = server.url + play.split('data-copy="')[1].split('"')[0].split(str(server.port))[1]
            page.goto(base)
            page.get_by_label("Your name").fill(name)
            if explorer:
                page.locator(f"label.pick:has([value={explorer}])").click()
            page.get_by_role("button", name="Sit down").last.click()
            page.wait_for_url("**/board")
        made.append(Phone(page, base, troubles))
        return made[-1]

    yield phone
    for one in made:
        one.context.close()
    assert [one.troubles for one in made] == [[] for _ in made]


def health(page: Page, unit: str = "exp-01") -> Locator:
    return page.locator(f"#unit-{unit} .step output").first


# ------------------------------------------------------------------ live


def test_the_number_of_a_ruling_follows_what_is_chosen(phones: Phones) -> None:
    page = phones("Ines").open("ruling?kind=pool")
    number, nows = page.locator("[data-nows]"), page.locator("[data-nows]").get_attribute("data-nows")
    whom = page.locator("select[name=unit]").input_value()
    for what in ("stamina", "essence", "health"):
        page.locator("select[name=what]").select_option(what)
        expect(number).to_have_value(str(json.loads(nows or "")[f"{whom}|{what}"]))
        expect(page.locator("[name=stood]")).to_have_value(f"{whom}|{what}")


@pytest.mark.parametrize("field", ["Your name", "Name of the table"])
@pytest.mark.parametrize("scripts", [True, False])
def test_enter_in_a_name_opens_the_table(browser: Browser, server: ThreadedServer, field: str, scripts: bool) -> None:
    page = browser.new_context(java_script_enabled=scripts).new_page()
    page.goto(f"{server.url}/new")
    if field != "Your name":
        page.locator("summary", has_text=field).click()
    page.get_by_label(field).fill("Ines")
    page.get_by_label(field).press("Enter")
    page.wait_for_url("**/share")
    page.context.close()


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("how", ["Enter", "Search"])
def test_a_search_over_the_house_rules_ends_where_its_result_is(
    browser: Browser, server: ThreadedServer, scripts: bool, how: str
) -> None:
    page = browser.new_context(java_script_enabled=scripts, viewport={"width": 390, "height": 844}).new_page()
    page.goto(f"{server.url}/new")
    page.get_by_label("Your name").fill("Ines")
    page.locator("#house-rules > summary").click()
    search = page.get_by_label("Search the house rules")
    search.fill("door")
    if how == "Enter":
        search.press("Enter")
    else:
        page.get_by_role("button", name="Search").click()
        page.wait_for_url("**/new?**")
    expect(page.locator("#set-cost_door")).to_be_visible()
    expect(page.get_by_label("Search the house rules")).to_be_in_viewport()
    expect(page.get_by_label("Your name")).to_have_value("Ines")
    page.context.close()


def test_every_list_of_every_ruling_can_be_changed(phones: Phones) -> None:
    """Also of forms without a number that follows it; what goes wrong in a script is told at the end of the test."""
    page = phones("Ines").open("ruling")
    page.evaluate(OPEN_ALL)
    lists = page.locator("#ruling select")
    assert lists.count() > 20
    for one in lists.all():
        values = one.evaluate("(list) => [...list.options].map((o) => o.value)")
        one.select_option(index=len(values) - 1)
        expect(one).to_have_value(values[-1])


def test_a_ruling_by_stepper_asks_why_and_shows_on_the_other_phone(phones: Phones) -> None:
    ines, mara = phones("Ines"), phones("Mara", "exp-02")
    ines.open("party")
    mara.open("party")
    ines.page.locator("#hand-exp-01 > summary").click()
    ines.page.get_by_label("Ada, health minus 1").click()
    sheet = ines.page.get_by_role("dialog")
    expect(sheet.get_by_role("heading")).to_be_focused()
    field = sheet.get_by_label("Health", exact=True)
    expect(field).to_have_value("5")
    for _ in range(8):
        sheet.get_by_label("Health, minus 1").click()
    expect(field).to_have_value("0")
    for _ in range(3):
        sheet.get_by_label("Health, plus 1").click()
    sheet.get_by_label("Why?").fill("We forgot the fall.")
    sheet.get_by_role("button", name="Make the change").click()
    expect(health(ines.page)).to_have_text("3/6")
    expect(sheet).to_have_count(0)
    mara.page.locator("#unit-exp-01 > summary").click()
    expect(health(mara.page)).to_have_text("3/6")
    expect(mara.page.locator("#unit-exp-01")).to_have_attribute("open", "")


def test_fifty_quick_taps_count_each(phones: Phones) -> None:
    ines = phones("Ines")
    change = {"kind": "tracks", "track": "spawn", "value": "30", "reason": "So it is."}
    ines.page.request.post(f"{ines.base}/ruling", form=change, max_redirects=0)
    page = ines.open("party")
    taps = "(button) => { for (let i = 0; i < %d; i++) button.click(); }"
    page.get_by_label("Vey, stamina minus 1").evaluate(taps % 4)
    field = page.get_by_role("dialog").get_by_label("Stamina", exact=True)
    expect(field).to_have_value("2")
    page.get_by_label("Vey, stamina plus 1").evaluate(taps % 2)
    expect(field).to_have_value("4")
    page.keyboard.press("Escape")
    page = ines.open("ruling?kind=tracks&track=spawn")
    page.get_by_label("To, minus 1").evaluate(taps % 25)
    expect(page.get_by_label("To", exact=True)).to_have_value("5")


def test_a_changed_plate_is_marked_and_what_is_being_typed_stays(phones: Phones) -> None:
    ines, mara = phones("Ines"), phones("Mara", "exp-02")
    ines.open("share")
    field = ines.page.get_by_label("Your name")
    field.fill("Ines of the")
    mara.open("share")
    mara.page.get_by_role("button", name="Play Vey").click()
    mara.page.wait_for_load_state()
    ines.page.wait_for_timeout(400)  # time enough for what must not happen
    expect(field).to_have_value("Ines of the")
    expect(field).to_be_focused()
    ines.page.get_by_role("heading", name="This table").click()
    expect(ines.page.locator("#seat-s2")).to_contain_text("Vey")
    ines.open("party")
    ines.page.evaluate(
        "new MutationObserver((list) => list.forEach((m) => m.target.classList.contains('fresh') && "
        "(window.marked = m.target.id))).observe(document.body, {subtree: true, attributeFilter: ['class']})"
    )
    mara.page.request.post(
        f"{mara.base}/ruling",
        form={"kind": "pool", "unit": "exp-01", "what": "stamina", "value": "2", "reason": "So it is."},
        max_redirects=0,
    )
    expect(ines.page.locator("#unit-exp-01 .step output").nth(1)).to_have_text("2/7")
    assert ines.page.evaluate("window.marked") == "unit-exp-01"


def test_a_seat_that_is_taken_vanishes_from_the_door_of_another(phones: Phones, browser: Browser) -> None:
    phones("Ines")
    mara = phones("Mara")
    third = browser.new_context().new_page()
    third.goto(f"{mara.base}/join")
    choice = third.locator("label.pick", has_text="Vey")
    choice.click()
    third.get_by_label("Your name").fill("Jonas")
    mara.open("share").get_by_role("button", name="Play Vey").click()
    expect(third.locator(".pick.no", has_text="Vey")).to_contain_text("Mara has this seat")
    expect(third.get_by_label("Your name")).to_have_value("Jonas")
    third.context.close()


def test_undo_on_one_phone_shows_on_the_other_and_names_the_author(phones: Phones) -> None:
    ines, mara = phones("Ines"), phones("Mara", "exp-02")
    ines.open("party").get_by_role("button", name="Finish Ada’s turn").click()
    mara.open("log")
    expect(mara.page.locator(".lg li").first).to_contain_text("Ada finished the turn")
    mara.page.get_by_label("Undo the last move").click()
    dialog = mara.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Ines’s move")
    dialog.get_by_role("button", name="Undo, Ines agrees").click()
    expect(mara.page.locator(".lg li.un")).to_contain_text("undone by Mara")
    expect(ines.page.locator("#unit-exp-01 .chip")).to_contain_text("To act")
    mara.page.get_by_label("Redo: Ada: finish the turn").click()
    expect(ines.page.locator("#unit-exp-01 .chip")).to_contain_text("Turn done")


# ------------------------------------------------------------------ connected or not


def test_a_cut_is_said_in_words_and_switches_moves_off_until_it_is_over(phones: Phones) -> None:
    ines, mara = phones("Ines"), phones("Mara", "exp-02")
    page = ines.open("party")
    finish = page.get_by_role("button", name="Finish Ada’s turn")
    expect(finish).to_be_enabled()
    ines.context.set_offline(True)
    expect(page.locator("#now .st")).to_have_text("Not connected", timeout=5000)
    expect(page.get_by_text("Moves are switched off")).to_be_visible()
    expect(finish).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_label("Undo the last move")).to_be_hidden()
    finish.click(force=True)
    page.locator("#hand-exp-01 > summary").click()
    page.get_by_label("Ada, health minus 1").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    mara.open("party").get_by_role("button", name="Finish Bram’s turn").click()
    ines.context.set_offline(False)
    expect(page.locator("#now .st")).to_contain_text("Ada", timeout=5000)
    expect(page.get_by_text("Moves are switched off")).to_be_hidden()
    expect(page.locator("#unit-exp-02")).to_contain_text("Turn done")
    expect(finish).not_to_have_attribute("aria-disabled", "true")
    ines.troubles[:] = [line for line in ines.troubles if "ERR_INTERNET_DISCONNECTED" not in line]


def test_a_phone_that_goes_away_is_told_of_on_every_page_and_its_return_too(
    phones: Phones, server: ThreadedServer
) -> None:
    presence = server.config.app.state.service.presence  # type: ignore[union-attr]
    presence.after, usual = 300, presence.after
    try:
        ines, mara = phones("Ines"), phones("Mara", "exp-02")
        page = ines.open("cards")
        mara.open("party")
        expect(page.locator("#notices > *")).to_have_count(0)
        mara.page.goto("about:blank")
        expect(page.locator("#notices")).to_contain_text("Mara’s phone is away since", timeout=5000)
        revision = page.locator("#now").get_attribute("data-revision")
        mara.open("party")
        expect(page.locator("#notices > *")).to_have_count(0, timeout=5000)
        assert page.locator("#now").get_attribute("data-revision") == revision, "nothing happened at the table"
        mara.page.goto("about:blank")
        page.get_by_role("button", name="Free Bram").click()
        expect(page.locator("#notices > *")).to_have_count(0)
        ines.open("share")
        expect(page.get_by_role("button", name="Play Bram")).to_be_visible()
    finally:
        presence.after = usual


def test_redo_stands_in_place_after_an_undo_on_both_phones(phones: Phones) -> None:
    ines, mara = phones("Ines"), phones("Mara", "exp-02")
    page = ines.open("party")
    page.get_by_role("button", name="Finish Ada’s turn").click()
    expect(page.locator("#unit-exp-01 .chip")).to_contain_text("Turn done")
    mara.open("chapter").get_by_label("Undo the last move").click()
    mara.page.get_by_role("dialog").get_by_role("button", name="Undo, Ines agrees").click()
    expect(page.locator("#notices")).to_contain_text("Mara took back your move. Ada finished the turn")
    expect(mara.page.locator("#notices")).to_contain_text("You took back Ines’s move.")
    mara.page.locator("#notices").get_by_role("button", name="Redo").click()
    expect(page.locator("#unit-exp-01 .chip")).to_contain_text("Turn done")
    expect(page.locator("#notices > *")).to_have_count(0)
    expect(mara.page.locator("#notices > *")).to_have_count(0)


def test_a_hidden_page_lets_go_of_its_stream_and_catches_up_when_it_is_looked_at(phones: Phones) -> None:
    ines, mara = phones("Ines"), phones("Mara", "exp-02")
    page = ines.open("party")
    hide = "Object.defineProperty(document, 'hidden', {{configurable: true, value: {}}});" + (
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    page.evaluate(hide.format("true"))
    mara.open("party").get_by_role("button", name="Finish Bram’s turn").click()
    expect(mara.page.locator("#unit-exp-02 .chip")).to_contain_text("Turn done")
    page.wait_for_timeout(300)  # time enough for what must not happen
    expect(page.locator("#unit-exp-02")).to_contain_text("To act")
    page.evaluate(hide.format("false"))
    expect(page.locator("#unit-exp-02")).to_contain_text("Turn done")
    expect(page.locator("#now")).not_to_contain_text("Not connected")


# ------------------------------------------------------------------ keys, refusals, scripts


def test_a_refusal_comes_as_a_sheet_that_takes_the_focus_and_gives_it_back(phones: Phones) -> None:
    ines, mara = phones("Ines"), phones("Mara")
    page = ines.open("party")
    button = page.get_by_role("button", name="Finish Ada’s turn")
    form = page.locator("form", has=button).locator("[name=move]")
    form.evaluate("(field) => (field.value = field.value.replace('exp-01', 'nobody'))")
    button.focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("alertdialog")
    expect(sheet.get_by_role("heading").first).to_be_focused()
    expect(sheet).to_contain_text("No explorer called")
    expect(sheet.get_by_label("Why, all of it").get_by_role("listitem")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(button).to_be_focused()
    ines.troubles[:] = [line for line in ines.troubles if "409" not in line]
    assert mara.base


def test_the_theme_turns_without_a_round_trip_and_stays(phones: Phones) -> None:
    ines = phones("Ines")
    page = ines.open("share")
    page.get_by_role("button", name="Light theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page = ines.open("cards")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_the_house_rules_are_searched_while_one_types(phones: Phones) -> None:
    page = phones("Ines").open("/new")
    page.locator("details.house > summary").click()
    page.get_by_label("Search the house rules").fill("token")
    expect(page.locator("#set-token_cap")).to_be_visible()
    expect(page.locator("#set-turn_order")).to_be_hidden()
    page.get_by_label("Search the house rules").fill("")
    expect(page.locator(".grp[open]")).to_have_count(0)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_new_table_is_two_screens_of_a_small_phone(browser: Browser, server: ThreadedServer, scripts: bool) -> None:
    """What must be said to open a table stands on them; the rest is folded, and each fold says what is in it."""
    page = browser.new_context(java_script_enabled=scripts, viewport={"width": 360, "height": 740}).new_page()
    page.goto(f"{server.url}/new")
    button = page.get_by_role("button", name="Open the table").last.bounding_box()
    assert button is not None
    assert button["y"] + button["height"] < 2 * 740
    chosen = page.locator(".scen").first
    other = page.locator(".scen").nth(1)
    premise = other.locator(".pick small")
    expect(chosen.locator(".pick small")).to_be_visible()
    expect(premise).to_be_hidden()
    other.locator(".pick").click()
    expect(premise).to_be_visible()
    expect(other.get_by_text("Length", exact=True)).to_be_visible()
    expect(chosen.get_by_text("Length", exact=True)).to_be_hidden()
    page.context.close()


def test_an_evening_begins_without_scripts(browser: Browser, server: ThreadedServer) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{server.url}/new")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Call the others in")).to_be_visible()
    page.get_by_role("link", name="Party").click()
    page.locator("#hand-exp-01 > summary").click()
    page.get_by_label("Ada, health minus 1").click()
    page.get_by_label("Why?").fill("So it is.")
    page.get_by_role("button", name="Make the change").click()
    expect(health(page)).to_have_text("5/6")
    page.get_by_role("button", name="Finish Ada’s turn").click()
    expect(page.locator("#unit-exp-01 .chip")).to_contain_text("Turn done")
    page.get_by_label("Undo the last move").click()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".lg li.un")).to_contain_text("Ada finished the turn")
    page.get_by_role("button", name="Redo: Ada: finish the turn").click()
    expect(page.locator(".lg li.un")).to_have_count(0)
    page.context.close()


# ------------------------------------------------------------------ for everybody


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_on_any_page(phones: Phones, server: ThreadedServer, theme: str) -> None:
    ines = phones("Ines", bypass_csp=True)  # axe itself is an inline script
    ines.context.add_cookies([{"name": "vt_theme", "value": theme, "url": server.url}])
    found = {}
    for path in PAGES:
        page = ines.open(path)
        page.evaluate(OPEN_ALL)
        result = Axe().run(page)
        if result.violations_count:
            found[path] = result.generate_report()
    page = ines.open("party")
    page.locator("#hand-exp-01 > summary").click()
    page.get_by_label("Ada, health minus 1").click()
    page.get_by_role("dialog").wait_for()
    if (result := Axe().run(page)).violations_count:
        found["the ruling sheet"] = result.generate_report()
    assert found == {}


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_scrolls_sideways_and_everything_can_be_hit(phones: Phones, width: int, height: int) -> None:
    ines = phones("Ines", viewport={"width": width, "height": height})
    wide, small = {}, {}
    for path in PAGES:
        page = ines.open(path)
        page.evaluate(OPEN_ALL)
        if path != "board":
            page.evaluate("document.documentElement.style.fontSize = '150%'")
        if (across := page.evaluate("document.documentElement.scrollWidth")) > width:
            wide[path] = across
        page.evaluate("document.documentElement.style.fontSize = ''")
        if tiny := page.evaluate(SMALL):
            small[path] = tiny
    assert (wide, small) == ({}, {})
