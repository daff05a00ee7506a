"""A chapter that begins and an event that is drawn: told to every phone until it has read or closed it."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest

from app.packs import builtin
from tests.web.phones import TABS, Phone

BOOK = builtin()
FRAGMENT = {"HX-Request": "true"}
PLATE = re.compile(r'<section class="plate cur stack" id="moment".*?</section>', re.DOTALL)


def plate(phone: Phone, path: str = "board", **more: Any) -> str:
    """What a page tells of a moment, in words; '' for nothing."""
    found = PLATE.search(phone.get(path, **more).text)
    return "" if found is None else html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[0]))).strip()


def mark(phone: Phone, path: str = "board") -> bool:
    """Whether the tab of the chapter says that it was not looked at."""
    tab = re.search(r'<a href="[^"]*/chapter"[^>]*>(?:(?!</a>).)*</a>', phone.get(path).text.partition('id="tabs"')[2])
    assert tab is not None
    return "not read yet" in tab[0]


def keep(phone: Phone, answer: Any) -> None:
    """A browser keeps the cookies that it is given."""
    phone.cookies.update(dict(answer.cookies))


def close(phone: Phone, how: dict[str, str]) -> Any:
    page = phone.get("board").text
    found = PLATE.search(page)
    assert found is not None
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', found[0]))
    answer = phone.post("read", fields, headers=how)
    keep(phone, answer)
    return answer


def rule(phone: Phone, change: dict[str, Any]) -> None:
    """A table ruling, by the form of a move."""
    move = {"type": "MakeRuling", "reason": "For the story.", "changes": [change]}
    answer = phone.post("play", {"move": json.dumps(move)})
    assert answer.status_code == 303, answer.text


def chapter_begins(phone: Phone, number: int) -> str:
    """Chapter `number` (0-based) begins; its name."""
    rule(phone, {"type": "SetChapter", "number": number})
    name = re.search(r"<h1[^>]*>([^<]+)</h1>", phone.get("chapter", headers=FRAGMENT).text)
    assert name is not None
    return html.unescape(name[1])


def test_a_new_table_opens_without_one_and_its_story_is_a_line_under_the_board(ines: Phone, mara: Phone) -> None:
    """With the mark of a chapter that was not looked at: the first is read before the first move, or whenever."""
    line = re.compile(r'<a href="[^"]*/chapter"><span><b>How it begins: ([^<]+)</b> – read it</span></a>')
    for phone in (ines, mara):
        assert plate(phone) == ""
        assert mark(phone)
        assert line.search(phone.get("board").text)
    keep(ines, ines.get("chapter"))
    assert not mark(ines)
    assert not line.search(ines.get("board").text)
    assert line.search(mara.get("board").text), "a phone that has not read it is told as before"


def test_a_chapter_that_begins_is_told_on_every_page_of_every_phone(ines: Phone, mara: Phone) -> None:
    name = chapter_begins(ines, 1)
    lore = next(face.lore for card in BOOK.chapters.values() if card.name == name for face in card.faces if face.lore)
    for phone in (ines, mara):
        for path in (*(tab for tab in TABS if tab != "chapter"), "share"):
            told = plate(phone, path)
            assert told.startswith(f"Chapter 2 begins {name}"), path
            assert " ".join(lore.split())[:40] in told
            assert "Read it Close" in told
            assert mark(phone, path)
        assert f'href="{phone.base}/chapter">Read it<' in phone.get("board").text


@pytest.mark.parametrize("how", [{}, FRAGMENT], ids=["plain form", "htmx"])
def test_it_is_closed_for_one_phone_alone_and_the_tab_keeps_its_mark(
    ines: Phone, mara: Phone, how: dict[str, str]
) -> None:
    chapter_begins(ines, 1)
    before = ines.revision()
    answer = close(ines, how)
    assert answer.status_code == (200 if how else 303)
    if how:
        assert json.loads(answer.headers["hx-trigger"])["changed"]["data"] == f"{before} seats"
    assert ines.revision() == before
    assert plate(ines) == ""
    assert mark(ines), "closed is not looked at"
    assert plate(mara)
    keep(ines, ines.get("chapter"))
    assert not mark(ines)
    assert mark(mara)


def test_reading_the_chapter_is_enough_and_the_next_one_comes(ines: Phone) -> None:
    first = chapter_begins(ines, 1)
    answer = ines.get("chapter")
    keep(ines, answer)
    assert not PLATE.search(answer.text), "nobody announces what one is reading"
    assert plate(ines) == ""
    assert not mark(ines)
    second = chapter_begins(ines, 2)
    assert second != first
    assert plate(ines).startswith(f"Chapter 3 begins {second}")
    assert mark(ines)


def test_a_chapter_that_begins_while_its_page_is_open_is_told_there(ines: Phone) -> None:
    chapter_begins(ines, 1)
    assert plate(ines, "chapter", headers=FRAGMENT)


@pytest.mark.parametrize(
    ("deck", "kind", "cards"),
    [
        ("horror_events", "Horror event", BOOK.horror_events),
        ("explorer_events", "Explorer event", BOOK.explorer_events),
    ],
)
def test_an_event_that_is_drawn_is_told_until_it_is_read(
    ines: Phone, mara: Phone, deck: str, kind: str, cards: Any
) -> None:
    rule(ines, {"type": "DrawCard", "deck": deck, "to": "resolved"})
    card = current(ines, deck)
    for phone in (ines, mara):
        assert plate(phone).startswith(f"{kind} {cards[card].name}")
        assert f'href="{phone.base}/cards?read={card}#card-{card}">Read it<' in phone.get("board").text
        story = phone.get(f"cards?read={card}").text.partition(f'id="card-{card}"')[2].partition("</details>")[0]
        assert '<details class="lorebox" open>' in story, "who asked to read it does not have to unfold it"
    keep(ines, ines.get("cards"))
    assert plate(ines) == ""
    assert plate(mara)
    close(mara, {})
    assert plate(mara) == ""


def current(phone: Phone, deck: str) -> str:
    phone._be()
    state = phone.client.get(f"/api/tables/{phone.key}").json()
    return str(state["state"]["current"][deck])


def test_a_question_waits_beside_it_and_is_not_hidden(ines: Phone) -> None:
    """Both stand in the page: what is read first comes first, the question is as open as ever."""
    page = ines.get("board").text
    for number in (1, 2, 3):
        chapter_begins(ines, number)
        page = ines.get("board").text
        if '<details class="sheet ask"' in page:
            break
    else:
        raise AssertionError("no chapter asks anything")
    assert page.index('id="moment"') < page.index('<details class="sheet ask"')
    opened = re.compile(r'<details class="sheet ask"[^>]*>')
    close(ines, {})
    after = ines.get("board").text
    assert 'id="moment"' not in after
    assert opened.findall(page) == opened.findall(after), "closing it opens or folds no question"


def test_another_tables_cookie_or_nonsense_hides_nothing(ines: Phone) -> None:
    chapter_begins(ines, 1)
    assert ines.post("read", {"moment": "something", "back": f"{ines.base}/board"}).status_code == 303
    ines.cookies["vt_read"] = "...x+._"
    assert plate(ines)


def test_who_only_looks_on_has_nothing_to_close(ines: Phone) -> None:
    chapter_begins(ines, 1)
    keys = re.findall(r"/t/([\w-]{20,})", ines.get("share").text)
    pages = []
    for key in dict.fromkeys(keys):
        ines.client.cookies.clear()
        pages.append(ines.client.get(f"/t/{key}/watch"))
    assert any(page.status_code == 200 and 'class="p-watch"' in page.text for page in pages)
    assert not any('id="moment"' in page.text for page in pages)


def test_the_card_of_an_event_says_what_it_did(ines: Phone) -> None:
    """Of 'if … else …' and of choices the outcome counts; what waited for the card is not told as its own."""
    told = 0
    for _ in range(6):
        rule(ines, {"type": "DrawCard", "deck": "horror_events", "to": "resolved"})
        card = current(ines, "horror_events")
        for _ in range(8):  # what waits for an answer, of the card or set off by it
            asked = re.search(r'name="move" value="([^"]*&#34;Answer&#34;[^"]*)"', ines.get("board").text)
            if asked is None:
                break
            ines.post("play", {"move": html.unescape(asked[1])})
        page = ines.get("cards").text.partition(f'id="card-{card}"')[2].partition("</article>")[0]
        said = html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))
        assert "What it did:" in said, said
        told += 1
    assert told


# ------------------------------------------------------------------ who died


@pytest.mark.parametrize("how", ["a replacement", "house rule", "no entry token"])
def test_a_death_is_told_on_every_phone_and_what_follows_to_its_own_player(ines: Phone, mara: Phone, how: str) -> None:
    ines.post("claim", {"explorer": "exp-01"})
    mara.post("claim", {"explorer": "exp-02"})
    if how == "house rule":
        setting = {"type": "ChangeSetting", "name": "replacement", "value": "off"}
        assert ines.post("play", {"move": json.dumps(setting)}).status_code == 303
    if how == "no entry token":
        rule(ines, {"type": "PlaceToken", "token": "entry", "where": "beside"})
    rule(ines, {"type": "SetPool", "unit": "exp-02", "what": "health", "value": 0})
    for phone in (ines, mara):
        for path in ("board", "cards", "log", "share"):
            assert plate(phone, path).startswith("Bram is dead"), path
    told = {
        "a replacement": "In the next round a replacement enters by the entry token: the group chooses who.",
        "house rule": "Nobody replaces Bram at this table.",
        "no entry token": "In the next round a replacement enters as soon as the entry token lies on the map",
    }[how]
    assert told in plate(ines)
    assert told in plate(mara)
    ends = re.compile("can be taken here|ou look on")
    assert ends.search(plate(mara)), "what is left to do"
    assert not ends.search(plate(ines))
    assert told in html.unescape(mara.get("party").text)
    keep(mara, mara.get("party"))
    assert plate(mara) == ""
    assert plate(ines).startswith("Bram is dead")


# ------------------------------------------------------------------ the same news once


@pytest.mark.parametrize("what", ["chapter", "horror_events", "explorer_events"])
def test_what_a_plate_tells_the_news_of_the_board_do_not_lead_to_too(ines: Phone, mara: Phone, what: str) -> None:
    """Once it is closed they do, for one may want it yet; once it is read they do not."""
    if what == "chapter":
        chapter_begins(ines, 1)
    else:
        rule(ines, {"type": "DrawCard", "deck": what, "to": "resolved"})

    def led_to(phone: Phone) -> bool:
        news = phone.get("board").text.partition('id="news"')[2].partition('id="board"')[0]
        return "– read it" in news

    for phone in (ines, mara):
        assert plate(phone)
        assert not led_to(phone)
    close(mara, {})
    assert led_to(mara)
    for phone in (ines, mara):
        keep(phone, phone.get("chapter" if what == "chapter" else "cards"))
        assert not plate(phone)
        assert not led_to(phone)
