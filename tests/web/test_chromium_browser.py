"""The browser of the tests is the one that Playwright would start, but for what costs time and is never seen."""

from __future__ import annotations

import re

import pytest

from tests.support.chromium import ADDRESS_BAR, chromium

pytestmark = pytest.mark.browser


def test_what_playwright_turns_off_stays_off_and_no_phone_loads_an_address_bar():
    with chromium() as browser:
        page = browser.new_page()
        page.goto("chrome://version")
        lists = re.findall(r"--disable-features=(\S+)", page.locator("#command_line").inner_text())
        *given, last = [set(one.split(",")) for one in lists]
        assert given, "Playwright turns nothing off any more: neither need we"
        assert set.union(*given) <= last
        assert last - set.union(*given) == set(ADDRESS_BAR)
        page.goto("about:blank")
        page.wait_for_function("document.readyState === 'complete'")
        found = browser.new_browser_cdp_session().send("Target.getTargets", {"filter": [{}]})["targetInfos"]
        assert not [one["url"] for one in found if "omnibox" in one["url"]]
