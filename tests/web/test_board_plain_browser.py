"""The board without scripts: at every distance a tap opens what is tapped, and what it is about is in sight."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from app.packs import builtin
from app.rules.position import read_position
from tests.web.conftest import ThreadedServer
from tests.web.table_scene import put
from tests.web.test_board_browser import Phone, browser, server, sit
from tests.web.test_board_leads_browser import asked
from tests.web.test_board_phone_browser import FIGHT, SIZES, at

__all__ = ["browser", "server", "sit"]
pytestmark = pytest.mark.browser
DISTANCES = ["table", "tile", "play"]


def is_free(phone: Phone, what: Locator) -> bool:
    """Whether the middle of something lies in the window, and in the board's frame, clear of tabs and sheets."""
    box, frame = what.bounding_box(), phone.page.locator("#board").bounding_box()
    assert box is not None
    assert frame is not None
    covers = [cover.bounding_box() for cover in phone.page.locator("#tabs, .sheet").all()]
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    bottom = min([frame["y"] + frame["height"], *(cover["y"] for cover in covers if cover)])
    return frame["x"] < x < frame["x"] + frame["width"] and max(frame["y"], 60) < y < bottom


@pytest.mark.parametrize("lod", DISTANCES)
@pytest.mark.parametrize("size", SIZES)
def test_every_place_that_has_something_opens_by_a_tap(sit: Any, server: ThreadedServer, size: Any, lod: str) -> None:
    """Units, features in reach and out of it, numbered spaces, edges: each is the link that a finger meets there."""
    phone = at(sit, server, size)
    plain: Phone = sit(at=phone, java_script_enabled=False, viewport={"width": size[0], "height": size[1]})
    plain.page.goto(f"{plain.base}/board?unit=exp-01&lod={lod}")
    named = plain.page.locator("#words a[href*='at=']")
    assert named.count() > 8
    addresses = [(link.get_attribute("href") or "").rsplit("at=")[1] for link in named.all()]
    for address in addresses:
        link = plain.page.locator(f"#bd a[href*='at={address}#']")
        assert link.count() == 1, address
    for address in addresses[:3] + addresses[-3:]:
        plain.page.goto(f"{plain.base}/board?unit=exp-01&lod={lod}")
        link = plain.page.locator(f"#bd a[href*='at={address}#']")
        link.scroll_into_view_if_needed()
        link.tap()
        expect(plain.page.locator("#sheet-title")).to_be_visible()
        assert f"at={address}" in plain.page.url
        assert plain.page.locator("#board").get_attribute("data-lod") == lod
        assert is_free(plain, plain.page.locator("#at")), (address, lod)


@pytest.mark.parametrize("size", SIZES)
def test_coming_nearer_shows_who_is_selected(sit: Any, server: ThreadedServer, size: Any) -> None:
    phone = at(sit, server, size, FIGHT.replace("Ada at e4", "Ada at j10"))
    plain: Phone = sit(at=phone, java_script_enabled=False, viewport={"width": size[0], "height": size[1]})
    for unit in ("exp-01", "exp-02"):
        for lod in ("Tile", "Play"):
            plain.page.goto(f"{plain.base}/board?unit={unit}")
            plain.page.locator("#bar-row").get_by_role("link", name=lod).tap()
            assert is_free(plain, plain.page.locator(f"#u-{unit}")), (unit, lod)


@pytest.mark.parametrize("lod", DISTANCES)
def test_what_a_question_lights_is_answered_by_tapping_it(sit: Any, server: ThreadedServer, lod: str) -> None:
    phone = at(sit, server, SIZES[0])
    plain: Phone = sit(at=phone, java_script_enabled=False)
    state = asked(read_position(builtin(), FIGHT), 90, "2,2", "7,8")
    put(server.config.app, phone.key, state)  # type: ignore[arg-type]
    plain.page.goto(f"{plain.base}/board?lod={lod}")
    link = plain.page.locator("#bd a[href*='at=7,8#']")
    link.scroll_into_view_if_needed()
    link.tap()
    expect(plain.page.locator("#sheet [data-act=answer]")).to_be_visible()
