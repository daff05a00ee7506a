"""Chapters that have gone by: told on the plate and in the news when they were passed through, and read again."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.packs import builtin
from app.rules.cards_story import Chapter
from tests.web.phones import Phone, guest, host
from tests.web.test_moments import FRAGMENT, close, keep, plate, rule

BOOK = builtin()
#: Scenarios that open with a chapter that is only read.
READ_FIRST = [one.id for one in BOOK.scenarios.values() if BOOK.chapters[one.lengths[0].chapters[0]].is_pass_through]


def chapters(phone: Phone) -> list[Chapter]:
    """All chapters of the table, from the pack: what the pages may not tell yet too."""
    state = state_of(phone)
    scenario = BOOK.scenarios[state["scenario"]]
    length = next(one for one in scenario.lengths if one.id == state["length"])
    variation = next(one for one in scenario.variations if one.id == state["variation"])
    return [BOOK.chapters[one] for one in variation.chapters.get(length.id, length.chapters)]


def state_of(phone: Phone) -> dict[str, Any]:
    phone._be()
    found: dict[str, Any] = phone.client.get(f"/api/tables/{phone.key}").json()["state"]
    return found


def answer_all(phone: Phone) -> None:
    """Answer what is asked, always with the first option."""
    for _ in range(12):
        asked = re.search(r'name="move" value="([^"]*&#34;Answer&#34;[^"]*)"', phone.get("board").text)
        if asked is None:
            return
        phone.post("play", {"move": html.unescape(asked[1])})


def story(card: Chapter) -> list[str]:
    return [face.lore for face in card.faces if face.lore]


def words(text: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text)))


@pytest.fixture(params=READ_FIRST)
def ines(client: TestClient, request: pytest.FixtureRequest) -> Phone:
    return host(client, scenario=request.param)


@pytest.fixture
def away(ines: Phone) -> Phone:
    """Somebody whose phone lay aside while the first chapter was read."""
    return guest(ines, "Mara")


def test_the_built_in_pack_has_such_scenarios() -> None:
    assert READ_FIRST


def test_a_chapter_that_was_passed_through_is_told_and_read_before_the_next(ines: Phone, away: Phone) -> None:
    answer_all(ines)
    first, second = chapters(ines)[:2]
    assert state_of(ines)["chapter"] == 1
    assert plate(away).startswith(f"Chapter 1 has gone by {first.name}")
    assert f'href="{away.base}/chapter/1">Read it<' in away.get("board").text
    page = away.get("chapter/1")
    for told in story(first):
        assert " ".join(told.split()) in words(page.text)
    keep(away, page)
    assert plate(away).startswith(f"Chapter 2 begins {second.name}"), "the next one is told then"
    close(away, {})
    assert plate(away) == ""


def test_who_has_read_it_while_it_counted_is_not_told_again(ines: Phone, away: Phone) -> None:
    if state_of(ines)["chapter"] > 0:
        return  # nobody was asked anything: the table opened with the next one
    keep(ines, ines.get("chapter"))
    answer_all(ines)
    assert plate(ines).startswith("Chapter 2 begins")
    assert plate(away).startswith("Chapter 1 has gone by")


def test_the_list_of_what_is_behind_leads_to_each_story(ines: Phone) -> None:
    answer_all(ines)
    for number in range(2, 5):
        rule(ines, {"type": "SetChapter", "number": number})
        answer_all(ines)
    now, cards = state_of(ines)["chapter"], chapters(ines)
    page = ines.get("chapter").text.partition("Chapters behind you")[2]
    found = re.findall(rf'href="{ines.base}/chapter/(\d+)"', page)
    assert [int(n) for n in found] == list(range(1, now + 1))
    for n in found:
        shown = words(ines.text(f"chapter/{n}"))
        assert all(" ".join(told.split()) in shown for told in story(cards[int(n) - 1]))
        assert f"Chapter {n} of {len(cards)}" in shown


def test_each_line_of_the_log_on_which_a_chapter_began_leads_to_its_story(ines: Phone) -> None:
    answer_all(ines)
    before = state_of(ines)
    for number in (before["chapter"] + 1, before["chapter"] + 2):
        rule(ines, {"type": "SetChapter", "number": number})
        answer_all(ines)
    ways = log_ways(ines)
    cards, now = chapters(ines), state_of(ines)["chapter"]
    assert set(ways) >= {f"Chapter {n + 1}, {cards[n].name}, began." for n in range(now + 1)}
    for line, way in ways.items():
        number = int(line.split(",")[0].removeprefix("Chapter "))
        assert way == (f"{ines.base}/chapter" if number == now + 1 else f"{ines.base}/chapter/{number}")
        shown = words(ines.get(way.removeprefix(f"{ines.base}/")).text)
        assert all(" ".join(told.split()) in shown for told in story(cards[number - 1]))
    # what was taken back is to come again: its line leads nowhere
    ines.post("undo", {"to": "1"})
    now = state_of(ines)["chapter"]
    later = {line: way for line, way in log_ways(ines).items() if int(line.split(",")[0].split()[1]) > now + 1}
    assert later
    assert set(later.values()) == {""}


def log_ways(phone: Phone) -> dict[str, str]:
    """By line: where the log leads from each chapter that began."""
    found = re.findall(
        r"<p>(Chapter \d+, [^<]* began\.)</p>(?:<p class=\"dim\"><a class=\"back\" href=\"([^\"]*)\">Read its story)?",
        phone.get("log").text,
    )
    return {html.unescape(line): way for line, way in found}


def test_no_chapter_that_is_to_come_is_found_nor_one_that_nobody_read(ines: Phone) -> None:
    answer_all(ines)
    rule(ines, {"type": "SetChapter", "number": 3})
    cards, now = chapters(ines), state_of(ines)["chapter"]
    assert ines.get("chapter/3").status_code == 404, "passed over by the ruling"
    assert "passed over, not read" in words(ines.get("chapter").text)
    for number in range(now + 2, len(cards) + 2):
        assert ines.get(f"chapter/{number}").status_code == 404
    for number in ("0", "-1", "x", "1000000"):
        assert ines.get(f"chapter/{number}").status_code in (404, 422)
    known = ines.text("chapter") + ines.text("chapter/1") + ines.text("log") + ines.text("board")
    for card in cards[now + 1 :]:
        assert all(" ".join(told.split())[:60] not in words(known) for told in story(card))


def test_the_current_one_leads_to_its_own_page_also_after_an_undo(ines: Phone) -> None:
    answer_all(ines)
    here = ines.get(f"chapter/{state_of(ines)['chapter'] + 1}", follow_redirects=False)
    assert here.status_code == 303
    assert here.headers["location"] == f"{ines.base}/chapter"
    ines.post("undo", {"to": "1"})
    now = state_of(ines)["chapter"]
    assert ines.get(f"chapter/{now + 2}").status_code == 404
    for number in (now + 1, now + 2):  # a page of it that was open when it was taken back
        again = ines.get(f"chapter/{number}", headers=FRAGMENT)
        assert again.headers["hx-redirect"] == f"{ines.base}/chapter"
    if now == 0:
        assert "has gone by" not in plate(ines)


@pytest.mark.parametrize(
    "card",
    [c for c in BOOK.chapters.values() if any(panel.kind == "choose" for face in c.faces for panel in face.panels)],
    ids=lambda card: str(card.id),
)
def test_what_was_chosen_stands_on_it(client: TestClient, card: Chapter) -> None:
    """Whatever chapter it was: its marks are gone from the state, but the log has them."""
    scenario, length, variation, number = next(
        (one.id, length.id, variation.id, way.index(card.id))
        for one in BOOK.scenarios.values()
        for length in one.lengths
        for variation in one.variations
        if card.id in (way := variation.chapters.get(length.id, length.chapters))
    )
    if number + 1 >= len(chapters_of(scenario, length, variation)):
        return  # the last one is never behind
    picked = {"scenario": scenario, f"length:{scenario}": length, f"variation:{scenario}": variation}
    ines = host(client, **picked)
    answer_all(ines)
    rule(ines, {"type": "SetChapter", "number": number})
    marks: dict[str, int] = {}
    for _ in range(12):
        state = state_of(ines)
        asked = re.search(r'name="move" value="([^"]*&#34;Answer&#34;[^"]*)"', ines.get("board").text)
        if asked is None or state["chapter"] != number:
            break
        marks = state["card_marks"][card.id]["chosen"]
        ines.post("play", {"move": html.unescape(asked[1])})
    marks = state_of(ines)["card_marks"].get(card.id, {}).get("chosen", marks)
    if state_of(ines)["chapter"] == number:
        rule(ines, {"type": "SetChapter", "number": number + 1})
    shown = words(ines.text(f"chapter/{number + 1}"))
    for address, option in marks.items():
        face, at = address.split(".")
        panel = next(one for one in card.faces if one.name == face).panels[int(at)]
        assert panel.options[option].label in shown.partition("Chosen: ")[2].partition(". ")[0]
    assert ("Chosen: " in shown) == bool(marks)
    free = [o for face in card.faces for p in face.panels if p.kind == "choose" for o in p.options if not o.condition]
    assert marks or not free, "there was something to choose"


def chapters_of(scenario: str, length: str, variation: str) -> tuple[str, ...]:
    one = BOOK.scenarios[scenario]
    plain = next(each.chapters for each in one.lengths if each.id == length)
    return next(each for each in one.variations if each.id == variation).chapters.get(length, plain)
