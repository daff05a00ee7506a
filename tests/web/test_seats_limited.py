"""Seats are not to be had by the dozen: by form and by JSON it says when to try again; a host clears the table."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from app.rules.verdicts import Reason
from app.service.tries import SEATS_EACH
from app.web.identity import client_of
from app.web.messages import Words
from app.web.messages_reasons import sentence
from tests.web.conftest import open_table
from tests.web.test_pages import guest, host


def test_seats_beyond_what_a_group_takes_wait(client: TestClient) -> None:
    table = open_table(client)
    for n in range(SEATS_EACH):
        table.seat(f"Guest {n}")
    client.cookies.clear()
    answer = client.post(f"/api/tables/{table.key}/join", json={"name": "One more"})
    assert answer.status_code == 429
    (reason,) = answer.json()["reasons"]
    wait = reason["facts"]["wait"]
    assert reason["code"] == "too_many_seats"
    assert answer.headers["retry-after"] == str(wait)
    assert 0 < wait <= 600
    assert (
        reason["message"]
        == f"Many seats were taken at this table in a short time. Try again in {-(-wait // 60)} minutes."
    )
    page = client.post(f"/t/{table.key}/join", data={"name": "One more"})
    assert page.status_code == 429
    assert page.headers["retry-after"]
    assert "Many seats were taken at this table" in page.text
    assert 'value="One more"' in page.text, "what was typed stays"
    watching = client.post(f"/t/{table.key}/join", data={"explorer": "watch"}, follow_redirects=False)
    assert watching.status_code == 303, "to watch takes no seat"


def test_codes_tried_too_often_say_when_too(client: TestClient) -> None:
    for _ in range(11):
        answer = client.post("/code", data={"code": "222222"})
    assert answer.status_code == 429
    assert 0 < int(answer.headers["retry-after"]) <= 60
    assert re.search(r"Too many tries\. Try again in \d+ seconds?\.", answer.text)


@pytest.mark.parametrize(
    ("seconds", "told"), [(1, "1 second"), (59, "59 seconds"), (100, "2 minutes"), (600, "10 minutes")]
)
@pytest.mark.parametrize("code", ["too_many_tries", "too_many_seats"])
def test_how_long_is_told_in_one_unit(code: str, seconds: int, told: str, client: TestClient) -> None:
    words = Words(client.app.state.service.book)  # type: ignore[attr-defined]
    assert f"Try again in {told}." in sentence(words, Reason(code, "", (("wait", seconds),)))


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_of_an_ipv6_address_its_network_counts(address: str, counted: str) -> None:
    from starlette.requests import Request

    scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "client": (address, 1)}
    assert client_of(Request(scope)) == counted


def test_the_host_takes_all_who_play_nobody_off_in_one_go(client: TestClient) -> None:
    ines = host(client)
    assert "without an explorer off the table" not in ines.get("share").text
    for n in range(5):
        guest(ines, f"Guest {n}")
    jonas = guest(ines, "Jonas", "exp-02")
    assert "without an explorer off the table" not in jonas.get("share").text, "a host's right"
    page = ines.get("share").text
    form = re.search(
        r"<form[^>]*remove-seat\">((?:<input[^>]*>)+)<button[^>]*>(?:(?!</button>).)*Yes, take 5 off", page
    )
    assert form is not None
    seats = re.findall(r'name="seat" value="([^"]+)"', form[1])
    assert len(seats) == 5
    assert ines.post("remove-seat", {"seat": seats}).status_code == 303  # type: ignore[dict-item]
    left = ines.text("share")
    assert "Guest" not in left
    assert "Jonas" in left
    assert "Ines took Guest 0, Guest 1 and 3 others off the table." in ines.text("log")
