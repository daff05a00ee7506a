"""Where the host alone enters table rulings, nobody else is led to a form that would be refused."""

from __future__ import annotations

import html
import re

import pytest

from tests.web.phones import TABS, Phone
from tests.web.test_moments import FRAGMENT

PAGES = (*TABS, "share", "monsters", "items", "cards/encounters", "chapter/1")
LINK = re.compile(r'(?:href|hx-get)="([^"]*/ruling[^"]*)"')


def led_to(phone: Phone) -> set[str]:
    """Where links to the form of a ruling stand: pages, and the sheets of all spaces and edges of the board."""
    board = html.unescape(phone.get("board").text)
    spaces = set(re.findall(r"at=(-?\d+,-?\d+)", board))
    edges = set(re.findall(r"edge=(-?\d+,-?\d+,[NESW])", board))
    assert spaces
    assert edges
    paths = [*PAGES, *(f"board?at={one}" for one in sorted(spaces)[:12]), *(f"board?edge={one}" for one in edges)]
    return {path for path in paths if LINK.search(phone.get(path).text)}


def test_only_who_may_rule_is_led_to_the_form(ines: Phone, mara: Phone) -> None:
    everybody = led_to(mara)
    assert {"chapter", "party", "share"} <= everybody
    assert {path.partition("=")[0] for path in everybody} >= {"board?at", "board?edge"}
    assert ines.post("house", {"name": "ruling_by", "set:ruling_by": "host"}).status_code in (200, 303)
    assert led_to(mara) == set()
    assert led_to(ines) >= {"chapter", "party", "share"}


@pytest.mark.parametrize("path", ["ruling", "ruling?kind=tracks", "ruling?kind=pool&unit=exp-02&what=health&value=1"])
@pytest.mark.parametrize("how", [{}, FRAGMENT], ids=["page", "sheet"])
def test_who_comes_by_the_address_is_told_before_filling_it_in(
    ines: Phone, mara: Phone, path: str, how: dict[str, str]
) -> None:
    ines.post("house", {"name": "ruling_by", "set:ruling_by": "host"})
    answer = mara.get(path, headers=how)
    assert answer.status_code == 403
    assert "Make the change" not in answer.text
    assert "the host" in html.unescape(answer.text).casefold()
    assert "Make the change" in ines.get(path, headers=how).text
