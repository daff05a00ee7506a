"""Who only watches, on a phone: everything public is a tap away, and so is a seat; nothing can be done."""

from __future__ import annotations

import html
import re

import pytest
from starlette.testclient import TestClient

from tests.web.phones import TABS, Phone, host

FORMS = re.compile(r'<form method="post" action="([^"]+)"')


def links(page: str) -> set[str]:
    return {html.unescape(one) for one in re.findall(r'<a [^>]*href="([^"#]+)"', page)}


def door(ines: Phone, kind: str) -> str:
    ines._be()
    return str(ines.client.get(f"/api/tables/{ines.key}").json()["links"][kind])


def test_every_public_page_is_a_tap_away_and_leads_on(ines: Phone) -> None:
    watcher = Phone(ines.client, door(ines, "watch"), {})
    there = links(watcher.get("watch").text)
    assert {f"{watcher.base}/{tab}" for tab in (*TABS, "share")} | {"/rules"} <= there
    found, todo = set[str](), {f"{watcher.base}/watch"}
    while todo:  # all that can be reached, as far as it is of this table
        path = todo.pop()
        found.add(path)
        answer = ines.client.get(path)
        assert answer.status_code == 200, path
        assert {one for one in FORMS.findall(answer.text) if one != "/theme"} == set(), path
        if path.partition("?")[0].rpartition("/")[2] in (*TABS, "watch", "share"):
            more = {one for one in links(answer.text) if one.startswith(f"{watcher.base}/") and "?" not in one}
            todo |= {one for one in more if not one.endswith(("/export", ".svg"))} - found
    assert {f"{watcher.base}/{one}" for one in ("ask-rules", "house", "watch", "cards/tiles")} <= found


def test_the_light_theme_is_a_tap_away(ines: Phone) -> None:
    watcher = Phone(ines.client, door(ines, "watch"), {})
    page = watcher.get("watch").text
    assert 'action="/theme"' in page
    assert f'name="back" value="{watcher.base}/watch"' in page


def test_who_chose_to_watch_finds_the_door_to_a_seat_again(ines: Phone) -> None:
    play = Phone(ines.client, door(ines, "play"), {})
    chosen = play.post("join", {"name": "Paul", "explorer": "watch"})
    watch = str(chosen.headers["location"])
    play.cookies = {"vt_door": dict(chosen.cookies)["vt_door"]}
    play._be()
    page = ines.client.get(watch).text
    assert f'href="{play.base}/join"' in page
    assert "Path=" + watch.removesuffix("/watch") in chosen.headers["set-cookie"], "no other table is told"
    assert play.post("join", {"name": "Paul", "explorer": "exp-02"}).headers["location"] == f"{play.base}/board"


@pytest.mark.parametrize("cookie", ["", "nosuchtable", "x" * 300, "watch"])
def test_who_knows_the_watch_link_alone_is_told_of_no_other_door(ines: Phone, cookie: str) -> None:
    watch = door(ines, "watch")
    watcher = Phone(ines.client, watch, {"vt_door": watch.removeprefix("/t/") if cookie == "watch" else cookie})
    page = watcher.get("watch").text
    assert "Take a seat by the table’s code" in html.unescape(page)
    for kind in ("play", "host"):
        assert door(ines, kind) not in page


def test_who_has_a_seat_is_led_back_to_it(ines: Phone) -> None:
    page = ines.get("watch").text
    assert "To your seat" in page
    assert f'href="{ines.base}/board"' in page


def test_a_key_of_another_table_is_no_door_of_this_one(client: TestClient, ines: Phone) -> None:
    other = host(client)
    watcher = Phone(client, door(ines, "watch"), {"vt_door": other.key})
    assert other.key not in watcher.get("watch").text
