"""Without a server: a tap on a tab stays on the page and says so, wherever one is, and all goes on when it is back."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone, Phones
from tests.browser.served import Server

pytestmark = pytest.mark.browser

TABS = ("Board", "Cards", "Chapter", "Party", "Log")
PAGES = (
    "board",
    "cards",
    "chapter",
    "party",
    "log",
    "share",
    "house",
    "ask-rules",
    "ruling",
    "cards/encounters",
    "items",
)


def is_here(page: Page, heading: str) -> bool:
    """Whether the page is still ours, not the browser's error page."""
    return page.locator("h1").first.inner_text() == heading and page.locator("#tabs").count() == 1


def listening(phone: Phone, path: str) -> Page:
    """A page whose stream has been answered: an answer still under way would say that it is connected."""
    with phone.page.expect_response(lambda answer: answer.url.endswith("/stream")):
        return phone.open(path)


def cut(phone: Phone, server: Server) -> None:
    """The server is gone."""
    phone.cut_off = True
    server.kill()


def stays(page: Page, heading: str, url: str) -> None:
    """Every tab and the menu are tapped, and one is still here."""
    expect(page.locator("#now .st")).to_have_text("Not connected", timeout=10_000)
    expect(page.locator("#now .ph")).to_contain_text(re.compile(r"Shown as of \d\d:\d\d"))
    for name in TABS:
        page.locator("#tabs").get_by_role("link", name=name).tap()
        expect(page.locator("#kept")).to_have_text(f"{name} can be seen again when this phone is connected.")
    page.locator("#now .dial").tap()
    expect(page.locator("#kept")).to_have_text("Menu can be seen again when this phone is connected.")
    assert page.url == url
    assert is_here(page, heading)


def test_no_tab_leads_to_the_browsers_error_page_while_the_server_is_down(
    phones: Phones, serve: Callable[..., Server]
) -> None:
    server = serve("--", "16")
    ines = phones("Ines", server)
    page = ines.open("cards")
    heading, url = page.locator("h1").first.inner_text(), page.url
    cut(ines, server)
    stays(page, heading, url)
    server.begin()
    expect(page.locator("#now .st")).to_contain_text("Ada", timeout=10_000)
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#kept")).to_be_empty()
    page.locator("#tabs").get_by_role("link", name="Party").tap()
    expect(page).to_have_url(re.compile("/party$"))


def test_no_page_lets_go_of_a_phone_without_a_network(phones: Phones, shared: Server) -> None:
    ines = phones("Ines", shared)
    ines.cut_off = True
    for path in PAGES:
        page = listening(ines, path)
        heading, url = page.locator("h1").first.inner_text(), page.url
        ines.context.set_offline(True)
        stays(page, heading, url)
        ines.context.set_offline(False)
        expect(page.locator("#now .st")).to_contain_text("Ada", timeout=10_000)
        expect(page.locator("#lost")).to_be_hidden()
    page = listening(ines, "ruling")
    page.locator("summary").first.tap()
    field = page.locator("[name=reason]").first
    field.fill("We forgot")
    ines.context.set_offline(True)
    expect(page.locator("#now .st")).to_have_text("Not connected", timeout=10_000)
    ines.context.set_offline(False)
    expect(page.locator("#now .st")).to_contain_text("Ada", timeout=10_000)
    expect(field).to_have_value("We forgot")


def test_a_tap_in_the_moment_of_the_cut_stays_too(phones: Phones, serve: Callable[..., Server]) -> None:
    server = serve("--", "16")
    ines = phones("Ines", server)
    page = listening(ines, "party")
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/stream")):
        cut(ines, server)
    page.locator("#tabs").get_by_role("link", name="Log").tap()
    expect(page.locator("#kept")).to_have_text("Log can be seen again when this phone is connected.")
    assert is_here(page, "Party")


def test_a_search_and_a_fold_while_not_connected(phones: Phones, serve: Callable[..., Server]) -> None:
    server = serve("--", "16")
    ines = phones("Ines", server)
    page = ines.open("house")
    cut(ines, server)
    expect(page.locator("#now .st")).to_have_text("Not connected", timeout=5000)
    page.get_by_role("button", name="Search").tap()
    expect(page.locator("#kept")).to_have_text("The answer can be seen again when this phone is connected.")
    assert is_here(page, "House rules")
    fold = page.locator("details[data-group]").first
    fold.locator("summary").tap()
    expect(fold).to_have_attribute("open", "")


def test_a_server_that_has_gone_silent_is_noticed_and_found_again(phones: Phones, serve: Callable[..., Server]) -> None:
    """A network that swallows everything lets no request fail: the connection stands, and nothing comes."""
    server = serve("--", "16")
    ines = phones("Ines", server)
    page = ines.open("party")
    ines.cut_off = True
    server.process.send_signal(signal.SIGSTOP)
    try:
        expect(page.locator("#now .st")).to_have_text("Not connected", timeout=12_000)
    finally:
        server.process.send_signal(signal.SIGCONT)
    expect(page.locator("#now .st")).to_contain_text("Ada", timeout=15_000)
    expect(page.locator("#lost")).to_be_hidden()
