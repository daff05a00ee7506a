"""A phone that asks for a seat: it hears the answer, whichever it is, on the page that waits for it."""

from __future__ import annotations

import html
import re

from tests.web.phones import Phone, guest
from tests.web.test_moments import FRAGMENT


def stranger(mara: Phone, door: str, seat: str, name: str = "Paul & Co") -> tuple[Phone, str]:
    """A phone without a seat that has asked for one, and the page on which it waits."""
    phone = Phone(mara.client, door, {})
    answer = phone.post("ask-seat", {"seat": seat, "name": name})
    assert answer.status_code == 303, answer.text
    phone.cookies = dict(answer.cookies)
    page = str(answer.headers["location"])
    assert page.startswith(f"{door}/join?")
    return phone, page.removeprefix(f"{door}/")


def words(text: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text)))


def answer(ines: Phone, yes: bool) -> None:
    asked = re.search(r'name="request" value="(\d+)"', ines.get("board").text)
    assert asked is not None
    assert ines.post("grant", {"request": asked[1]} | ({"yes": "1"} if yes else {})).status_code == 303


def test_who_is_refused_is_told_on_the_page_that_waits_and_can_go_on(ines: Phone, mara: Phone) -> None:
    paul, page = stranger(mara, mara.base, "s2")
    for how in ({}, FRAGMENT):
        waiting = words(paul.get(page, headers=how).text)
        assert "You asked for the seat of Mara." in waiting
        assert "The host said no" not in waiting
    assert 'name="name" value="Paul &amp; Co"' in paul.get(page).text, "the name is kept"
    answer(ines, yes=False)
    for how in ({}, FRAGMENT):
        told = words(paul.get(page, headers=how).text)
        assert "The seat of Mara was not given to this phone." in told
        assert "The host said no: choose another seat" in told
        assert "You asked" not in told
    assert 'name="name" value="Paul &amp; Co"' in paul.get(page).text
    again, page = stranger(mara, mara.base, "s2")
    assert "You asked for the seat of Mara." in words(again.get(page).text), "it may ask once more"


def test_who_was_given_the_seat_goes_on_to_the_board(ines: Phone, mara: Phone) -> None:
    paul, page = stranger(mara, mara.base, "s2")
    answer(ines, yes=True)
    assert paul.get(page, headers=FRAGMENT).headers["hx-redirect"] == f"{mara.base}/board"


def test_a_phone_that_comes_back_to_the_door_still_knows_what_it_waits_for(ines: Phone, mara: Phone) -> None:
    paul, _ = stranger(mara, mara.base, "s2")
    page = paul.get("join").text
    assert "You asked for the seat of Mara." in words(page)
    assert 'name="name" value="Paul &amp; Co"' in page
    other = Phone(mara.client, mara.base, {})
    assert "You asked" not in words(other.get("join").text)


def test_the_hosts_link_gives_a_forgotten_host_her_seat_back_and_says_so(ines: Phone, mara: Phone) -> None:
    new = Phone(ines.client, ines.base, {})
    door = new.get("join")
    assert "This is the host’s link." in words(door.text)
    assert len(re.findall("Take it back", door.text)) == 1, "hers alone"
    assert len(re.findall("Ask for it", door.text)) == 1
    answer = new.post("ask-seat", {"seat": "s1", "name": "Ines"})
    assert answer.headers["location"] == f"{ines.base}/board"
    new.cookies = dict(answer.cookies)
    share = new.text("share")
    assert "Ines" in share
    assert "Ines (2)" not in share
    assert "Ada, this phone" in share
    assert "Ines took the seat of Ines back by the host’s link." in new.text("log")
    assert mara.get("board").status_code == 200
    guests = Phone(ines.client, mara.base, {}).get("join")
    assert "Take it back" not in guests.text
    assert "host’s link" not in words(guests.text)


def test_a_host_without_an_explorer_has_her_seat_back_too(ines: Phone) -> None:
    ines.post("release", {"explorer": "exp-01"})
    new = Phone(ines.client, ines.base, {})
    seats = re.findall(r'formaction="[^"]*/ask-seat" name="seat" value="(s\d+)">Take it back', new.get("join").text)
    assert seats == ["s1"]
    answer = new.post("ask-seat", {"seat": "s1", "name": "Ines"})
    assert answer.headers["location"] == f"{ines.base}/board"


def test_the_host_takes_who_plays_nobody_off_the_table(ines: Phone, mara: Phone) -> None:
    paul = guest(ines, "Paul")
    assert "off the table" not in paul.text("share")
    page = ines.get("share").text
    assert re.findall(r"Take (\w+) off the table", page) == ["Paul"]
    assert paul.post("remove-seat", {"seat": "s3"}).status_code == 403
    assert ines.post("remove-seat", ines.form("share", "Take Paul off the table")).status_code == 303
    assert "Paul" not in ines.text("share")
    assert "Ines took Paul off the table." in ines.text("log")
    assert paul.get("board", follow_redirects=False).headers["location"] == f"{paul.base}/join"
