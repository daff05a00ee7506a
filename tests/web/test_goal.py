"""The task in the bar on top leads to the place where it is done, on every page and whatever waits."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.packs import builtin
from app.web import pages_steps
from tests.web.phones import Phone
from tests.web.table_scene import played, table_at
from tests.web.test_pages_steps import BRAM_ROLLS, DRAW, FORK, shown
from tests.web.test_quicker import end_turns

PAGES = ("board", "party", "chapter", "cards", "log", "monsters", "step")
BOOK = builtin()


def leads_somewhere(phone: Phone, path: str) -> str:
    """Where the bar of a page leads; what it names is there."""
    page = phone.get(path).text
    bar = page.partition('<header id="now"')[2].partition("</header>")[0]
    link = re.search(r'<div class="grow" role="status"><a href="([^"]+)"', bar)
    assert link is not None, path
    to = html.unescape(link[1])
    if to.startswith("#"):
        assert f'id="{to[1:]}"' in page, (path, to)
    else:
        assert to.startswith(f"{phone.base}/"), to
        assert phone.get(to.removeprefix(f"{phone.base}/")).status_code == 200, to
    return to


def test_the_bar_leads_to_who_acts_to_the_end_of_a_phase_and_to_what_is_asked(ines: Phone) -> None:
    seen = set[str]()
    for path in PAGES:
        assert leads_somewhere(ines, path).startswith(f"{ines.base}/board?unit=exp-")
    end_turns(ines)
    for path in PAGES:
        seen.add(leads_somewhere(ines, path))
    ines.post("play", ines.form("party", "End the explorer phase"))
    for path in PAGES:
        seen.add(leads_somewhere(ines, path))
    assert {"#bar-row", f"{ines.base}/board"} <= seen
    assert any(to.startswith("#to-") for to in seen)


@pytest.mark.parametrize(("moves", "place"), [((DRAW,), "#asked"), ((DRAW, BRAM_ROLLS), "#help")])
def test_on_the_page_of_a_roll_the_bar_leads_to_its_next_button(moves: tuple[dict[str, Any], ...], place: str) -> None:
    page = shown(pages_steps.step, table_at(BOOK, played(BOOK, FORK, *moves, dice=(4,)), "step"))
    bar = page.partition('<header id="now"')[2].partition("</header>")[0]
    assert f'<a href="{place}"' in bar
    assert page.count(f'id="{place[1:]}"') == 1
    section = page.partition(f'id="{place[1:]}"')[2].partition("</section>")[0]
    assert "<button" in section, "what is pressed next stands there"


def test_who_chooses_an_explorer_reads_what_it_can_do(client: TestClient, ines: Phone) -> None:
    """On the page of a new table for all of them, and where one takes a seat for those that are free."""
    play = re.search(r'data-copy="[^"]*?(/t/[^"]+)"', ines.get("share").text)
    assert play is not None
    client.cookies.clear()
    new, join = (html.unescape(client.get(path).text) for path in ("/new", f"{play[1]}/join"))
    free = re.findall(r'<input type="radio" name="explorer" value="(exp-[^"]+)"', join)
    assert free
    for card in BOOK.explorers.values():
        for *_, ability in card.abilities():
            assert ability.text in new
            assert (ability.text in join) == (card.id in free)


@pytest.mark.parametrize("path", ["party", "share"])
def test_a_second_explorer_is_taken_where_one_looks_and_the_page_shows_it_as_one_s_own(ines: Phone, path: str) -> None:
    form = ines.form(path, "Play Bram")
    answer = ines.post("claim", form)
    assert answer.headers["location"] == f"{ines.base}/party#unit-exp-02"
    own = (
        ines.get("party").text.partition('<article class="plate cur stack" id="unit-exp-02">')[2].partition("</h2>")[2]
    )
    assert "You" in own.partition("</small>")[0]
    assert "Play Bram" not in ines.text(path)
