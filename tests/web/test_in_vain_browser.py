"""What an ability brought is in sight where its button was tapped, however far the page is scrolled."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import ThreadedServer
from tests.web.test_board_browser import browser, server, sit
from tests.web.test_board_phone_browser import SIZES, at
from tests.web.test_in_vain import POSITION

__all__ = ["browser", "server", "sit"]
pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("full", [True, False])
def test_the_news_are_in_sight_beside_the_tapped_card(
    sit: Any, server: ThreadedServer, size: tuple[int, int], full: bool
) -> None:
    phone = at(sit, server, size, POSITION if full else POSITION.replace("  Ada at", "  Ada 4/6/1 at"))
    page = phone.page
    page.goto(f"{phone.base}/chapter")
    button = page.get_by_role("button", name=re.compile("^Ada: Restore 2 essence"))
    expect(button).to_contain_text("essence is full" if full else "Ada")
    button.click()
    news = page.locator("#news")
    expect(news).to_contain_text("Nothing was restored: Ada’s essence was full." if full else "Ada restored")
    expect(news).to_be_in_viewport(ratio=1)
    tabs, strip = page.locator("#tabs").bounding_box(), news.bounding_box()
    assert tabs
    assert strip
    assert strip["y"] + strip["height"] <= tabs["y"] + 0.5
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
