"""What everybody hears of on every page: moves taken back with redo, who asks for a seat, whose phone is away."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from app.service.presence import AWAY_AFTER
from tests.web.conftest import ruling
from tests.web.phones import TABS, Phone, guest, host

PAGES = (*TABS, "share", "house", "ask-rules", "ruling")


@pytest.fixture
def ines(client: TestClient) -> Iterator[Phone]:
    """A host's phone; nobody is away before a test says so."""
    presence = client.app.state.service.presence
    yield host(client)
    presence.after = AWAY_AFTER


def notice(phone: Phone, tab: str = "party") -> str:
    """The words of the notices on a page, '' without any."""
    found = re.search(r'<div id="notices"[^>]*>(.*?)</div>\s*<main', phone.get(tab).text, re.DOTALL)
    assert found, tab
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[1])).strip()


def walk(phone: Phone, health: int = 3) -> None:
    """A move that is always possible."""
    move = json.dumps(ruling(health))
    assert phone.post("play", {"move": move, "back": f"{phone.base}/party"}).status_code == 303


def everybody_away(phone: Phone) -> None:
    """Nobody's phone has been looking, but for whoever asks next."""
    phone.client.app.state.service.presence.after = 0


# ------------------------------------------------------------------ undo


def test_an_undo_shows_redo_on_every_page_and_names_who_took_back_whose_move(ines: Phone) -> None:
    mara = guest(ines, "Mara", "exp-02")
    walk(ines)
    assert notice(mara) == ""
    mara.post("undo", {"back": f"{mara.base}/board"})
    for tab in PAGES:
        assert "Mara took back your move." in notice(ines, tab), tab
        assert "You took back Ines’s move." in notice(mara, tab), tab
        assert "Redo" in notice(mara, tab)
    assert "We forgot the fall." in notice(mara), "it says which move"
    fields = mara.form("cards", "Redo")
    assert fields["back"] == f"{mara.base}/cards"
    answer = mara.post("redo", fields)
    assert answer.headers["location"] == f"{mara.base}/cards", "back in place"
    assert notice(ines) == notice(mara) == ""


def test_one_does_not_miss_that_a_move_was_taken_back_when_the_table_went_on(ines: Phone) -> None:
    mara = guest(ines, "Mara", "exp-02")
    walk(ines)
    mara.post("undo", {"back": f"{mara.base}/board"})
    walk(mara, 2)
    assert "Mara took back your move." in notice(ines)
    assert "Redo" not in notice(ines)
    assert notice(mara) == ""
    walk(ines, 4)
    assert notice(ines) == ""


def test_several_moves_taken_back_are_counted_and_their_makers_named(ines: Phone) -> None:
    mara = guest(ines, "Mara", "exp-02")
    start = ines.revision()
    walk(ines)
    walk(mara, 2)
    jo = guest(ines, "Jo")
    ines.post("undo", {"to": str(start), "back": f"{ines.base}/board"})
    assert "Ines took back 2 moves, made by Mara and Ines." in notice(jo)
    assert "You took back 2 moves, made by Mara and you." in notice(ines)
    assert "Ines took back 2 moves, made by you and Ines." in notice(mara)


# ------------------------------------------------------------------ asking for a seat


def test_a_request_for_a_seat_is_told_to_host_and_owner_on_every_page(ines: Phone) -> None:
    mara = guest(ines, "Mara", "exp-02")
    jo = guest(ines, "Jo")
    ines.client.cookies.clear()
    ines.client.post(f"{mara.base}/ask-seat", data={"name": "Ben", "seat": "s2"})
    for tab in PAGES:
        assert "Ben, on another phone, asks for the seat of Mara with Bram." in notice(ines, tab), tab
        assert "Ben, on another phone, asks for your seat." in notice(mara, tab), tab
        assert notice(jo, tab) == "", tab
    assert "Give it" in notice(ines)
    assert "Give it" not in notice(mara), "only a host gives a seat to another phone"
    fields = ines.form("party", "Give it")
    answer = ines.post("grant", fields | {"yes": ""})
    assert answer.headers["location"] == f"{ines.base}/party"
    assert notice(ines) == notice(mara) == ""
    assert "Ines did not give the seat of Mara to Ben." in ines.text("log")


def test_a_phone_called_like_the_seat_makes_sense(ines: Phone) -> None:
    guest(ines, "Tom", "exp-02")
    ines.client.cookies.clear()
    door = guest(ines, "Jo").base
    ines.client.cookies.clear()
    ines.client.post(f"{door}/ask-seat", data={"name": "tom", "seat": "s2"})
    assert "Another phone, also called Tom, asks for Tom’s seat with Bram." in notice(ines)
    assert "Another phone, also called tom, asks for the seat of Tom." in ines.text("log")
    ines.post("grant", ines.form("party", "Give it") | {"yes": "1"})
    assert "Ines gave the seat of Tom to another phone." in ines.text("log")


# ------------------------------------------------------------------ a phone that is away


def test_everybody_sees_that_the_table_waits_for_a_phone_that_is_away(ines: Phone) -> None:
    guest(ines, "Ben", "exp-02")
    jo = guest(ines, "Jo")
    assert notice(ines) == "", "nobody is away yet"
    everybody_away(ines)
    for tab in TABS:
        assert "Ben’s phone is away since" in notice(ines, tab), tab
        assert "Ben’s phone is away since" in notice(jo, tab), tab
    assert re.search(r"Free Bram\s+Play Bram myself", notice(ines))
    assert "Ask to play Bram" in notice(jo)
    assert "Free Bram" not in notice(jo)
    assert "Jo’s phone" not in notice(ines), "nobody waits for whoever plays no explorer"
    assert re.search(r"Ben Bram, away since \d\d:\d\d", ines.text("share"))


@pytest.mark.parametrize(("gone", "said"), [(19, ""), (20, ", not seen for 20 s"), (125, ", not seen for 2 min")])
def test_the_menu_says_for_how_long_a_phone_has_not_been_seen(ines: Phone, monkeypatch, gone: int, said: str) -> None:
    """Before it is away; of one's own phone it is not said, and no notice is shown yet."""
    presence = ines.client.app.state.service.presence
    his = guest(ines, "Ben", "exp-02")
    before = set(presence._kept)
    his.text("board")
    (ben,) = set(presence._kept) - before
    now = presence._kept[ben].heard
    monkeypatch.setattr(presence, "_clock", lambda: now + gone * 1000)
    words = ines.text("share")
    assert re.search(rf"Ben Bram{said}(?! *,)", words)
    assert "Ada, this phone" in words
    assert notice(ines) == ""


def test_the_host_frees_what_a_lost_phone_plays_from_any_page(ines: Phone) -> None:
    guest(ines, "Ben", "exp-02")
    jo = guest(ines, "Jo")
    everybody_away(ines)
    fields = ines.form("chapter", "Free Bram")
    assert jo.post("free", fields).status_code == 409, "taken: only a host frees what is another's"
    assert ines.post("free", fields).headers["location"] == f"{ines.base}/chapter"
    assert "Ben’s phone" not in notice(ines)
    assert "Bram seat free" in jo.text("share")


def test_the_host_plays_what_a_lost_phone_played(ines: Phone) -> None:
    guest(ines, "Ben", "exp-02")
    everybody_away(ines)
    ines.post("take-over", ines.form("board", "Play Bram myself"))
    assert "Ines Ada and Bram, this phone" in ines.text("share")


def test_a_player_asks_for_the_explorer_of_a_lost_phone(ines: Phone) -> None:
    guest(ines, "Ben", "exp-02")
    jo = guest(ines, "Jo")
    everybody_away(ines)
    asked = jo.post("ask-explorers", jo.form("party", "Ask to play Bram"))
    assert asked.headers["location"] == f"{jo.base}/party"
    assert "You ask to play Bram for Ben." in notice(jo)
    assert "Ask to play Bram" not in notice(jo), "once is enough"
    assert "Jo asks to play Bram for Ben." in notice(ines, "log")
    ines.post("grant", ines.form("party", "Give it") | {"yes": "1"})
    assert "Jo Bram, this phone" in jo.text("share")
    assert "Ines gave Bram to Jo." in ines.text("log")


def test_the_hosts_own_phone_may_be_the_one_that_is_away(ines: Phone) -> None:
    jo = guest(ines, "Jo", "exp-02")
    everybody_away(ines)
    words = notice(jo)
    assert "Ines’s phone is away since" in words
    assert "The host link, opened on another phone, can free Ada." in words


def test_onlookers_hear_nothing(ines: Phone) -> None:
    guest(ines, "Ben", "exp-02")
    watch = re.search(r'href="[^"]*?(/t/[^"/]+)" aria-label="Open the watch page"', ines.get("share").text)
    assert watch
    everybody_away(ines)
    onlooker = Phone(ines.client, watch[1], {})
    assert notice(onlooker, "board") == ""


# ------------------------------------------------------------------ explorers taken from a seat


def test_who_loses_an_explorer_is_told_by_whom_on_every_page_and_can_have_it_back(ines: Phone) -> None:
    mara = guest(ines, "Mara", "exp-02")
    page = ines.get("share").text
    asked = re.search(r"<summary>Free Bram</summary>(.*?)</details>", page, re.DOTALL)
    assert asked, "one tap asks, the next one does it; without scripts too"
    assert "Mara plays Bram" in asked[1]
    assert "Yes, free Bram" in asked[1]
    assert ines.post("release", {"explorer": "exp-02"}).status_code == 303
    for tab in PAGES:
        assert "Ines freed Bram." in notice(mara, tab), tab
        assert "freed" not in notice(ines, tab), tab
    assert mara.post("claim", mara.form("cards", "Play Bram")).status_code == 303
    assert notice(mara) == ""


def test_who_loses_an_explorer_to_somebody_else_is_told_to_whom(ines: Phone) -> None:
    mara, jonas = guest(ines, "Mara", "exp-02"), guest(ines, "Jonas", "exp-03")
    seat = re.search(r'id="seat-(\w+)">(?:(?!</li>).)*?<b>Mara</b>', ines.get("share").text, re.DOTALL)
    assert seat
    assert ines.post("take-over", {"seat": seat[1]}).status_code == 303
    assert "Bram is played by Ines now." in notice(mara)
    assert "freed" not in notice(jonas)
    walk(mara)
    assert "Bram" not in notice(mara), "whoever has played on has seen it"


def test_giving_back_one_s_own_explorer_takes_one_tap_and_is_no_news(ines: Phone) -> None:
    mara = guest(ines, "Mara", "exp-02")
    assert "<summary>Free Bram" not in mara.get("share").text
    assert mara.post("release", mara.form("share", "Give back Bram")).status_code == 303
    assert notice(mara) == ""
