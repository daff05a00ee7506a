"""Bad input gets the right status and a clear message, and nothing changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import Table, open_table, ruling

MB = 1024 * 1024
LONG = "n" * 300
MARKUP = "<img src=x onerror=alert(1)>"

Send = Callable[[Table], Any]

CASES: dict[str, tuple[int, str, Send]] = {
    "unknown table": (404, "unknown_table", lambda t: t.without_seat("nosuchkey").get()),
    "unknown table, moving": (404, "unknown_table", lambda t: t.without_seat("nosuchkey").play(ruling(5))),
    "a key that is far too long": (404, "unknown_table", lambda t: t.without_seat("k" * 5000).get()),
    "a key of odd characters": (404, "unknown_table", lambda t: t.without_seat("%00%ff%F0").get()),
    "a body that is no JSON": (422, "malformed", lambda t: t.post("/moves", content=b"{move")),
    "a body that is not UTF-8": (422, "malformed", lambda t: t.post("/moves", content=b'{"move": "\xff\xfe"}')),
    "a body that is a list": (422, "malformed", lambda t: t.post("/moves", [])),
    "a body of nested lists": (422, "malformed", lambda t: t.post("/moves", content=b"[" * 100_000)),
    "no move": (422, "malformed", lambda t: t.post("/moves", {"revision": 1})),
    "an unknown kind of move": (422, "malformed", lambda t: t.play({"type": "Fly"})),
    "a move without its field": (422, "malformed", lambda t: t.play({"type": "Walk", "explorer": "exp-01"})),
    "an unknown field in a move": (422, "malformed", lambda t: t.play({**ruling(5), "colour": "red"})),
    "an unknown field beside it": (422, "malformed", lambda t: t.play(ruling(5), colour="red")),
    "an edge that is none": (
        422,
        "malformed",
        lambda t: t.play({"type": "Explore", "explorer": "exp-01", "edge": "Q"}),
    ),
    "a space with text in it": (
        422,
        "malformed",
        lambda t: t.play({"type": "Walk", "explorer": "exp-01", "to": ["1", 2]}),
    ),
    "a number that is too large": (422, "malformed", lambda t: t.play(ruling(10**30))),
    "a revision of the wrong type": (422, "malformed", lambda t: t.play(ruling(5), revision="3")),
    "a revision that is true": (422, "malformed", lambda t: t.play(ruling(5), revision=True)),
    "a revision below 0": (422, "malformed", lambda t: t.play(ruling(5), revision=-1)),
    "a revision beyond all bounds": (422, "malformed", lambda t: t.play(ruling(5), revision=10**40)),
    "a revision still to come": (409, "revision_ahead", lambda t: t.play(ruling(5), revision=10**9)),
    "an empty key": (422, "malformed", lambda t: t.play(ruling(5), key="")),
    "a key of the wrong type": (422, "malformed", lambda t: t.play(ruling(5), key=7)),
    "a key that is too long": (422, "malformed", lambda t: t.play(ruling(5), key="k" * 101)),
    "a reason that is too long": (422, "malformed", lambda t: t.play({**ruling(5), "reason": "r" * 5000})),
    "a lone surrogate": (422, "malformed", lambda t: t.post("/moves", content=rb'{"move": {"type": "\ud800"}}')),
    "somebody else's explorer": (
        403,
        "not_your_explorer",
        lambda t: t.seat("Jonas", "exp-02").play({"type": "FinishTurn", "explorer": "exp-01"}),
    ),
    "no seat": (403, "no_seat", lambda t: t.without_seat().play(ruling(5))),
    "no seat, undoing": (403, "no_seat", lambda t: t.without_seat().post("/undo")),
    "a token that is none": (403, "unknown_token", lambda t: Table(t.client, t.key, "nosuchtoken").play(ruling(5))),
    "a token that is none, reading": (403, "unknown_token", lambda t: Table(t.client, t.key, "nosuchtoken").get()),
    "a house rule by a guest": (
        403,
        "host_only",
        lambda t: t.seat("Jonas").play({"type": "ChangeSetting", "name": "turn_order", "value": "one_at_a_time"}),
    ),
    "a body of 1 MB": (413, "too_large", lambda t: t.post("/moves", content=b" " * MB)),
    "a name of 1 MB": (413, "too_large", lambda t: t.post("/join", {"name": "n" * MB})),
    "a name of 300 characters": (422, "malformed", lambda t: t.post("/join", {"name": LONG})),
    "an empty name": (422, "malformed", lambda t: t.post("/join", {"name": "  "})),
    "a name with line breaks": (422, "malformed", lambda t: t.post("/join", {"name": "Ines\nBram"})),
    "a name that is a number": (422, "malformed", lambda t: t.post("/join", {"name": 7})),
    "an explorer that does not exist": (
        422,
        "unknown_explorer",
        lambda t: t.post("/join", {"name": "J", "explorer": "x"}),
    ),
    "undo to nowhere": (409, "nothing_to_undo", lambda t: t.post("/undo", {"to": 10**6})),
    "undo to a word": (422, "malformed", lambda t: t.post("/undo", {"to": "start"})),
    "a page of the log that is no number": (422, "malformed", lambda t: t.get("/log?before=now")),
    "a limit beyond all bounds": (422, "malformed", lambda t: t.get("/log?limit=100000")),
    "an address that is not there": (404, "not_found", lambda t: t.get("/nothing")),
    "another method": (405, "method_not_allowed", lambda t: t.client.put(f"/api/tables/{t.key}")),
}


@pytest.mark.parametrize("case", CASES)
def test_bad_input_is_told_clearly_and_changes_nothing(table: Table, case: str) -> None:
    status, code, send = CASES[case]
    if "seat(" in case or case in ("somebody else's explorer", "a house rule by a guest"):
        table.seat("Mara", "exp-03")
    answer = send(table)
    assert answer.status_code == status, answer.text
    problem = answer.json()
    assert set(problem) == {"revision", "reasons", "meanwhile"}
    assert code in {reason["code"] for reason in problem["reasons"]}
    for reason in problem["reasons"]:
        assert set(reason) == {"code", "rule", "where", "message", "alternatives", "instead", "facts"}
        assert reason["message"].rstrip("”")[-1] in ".!"
        assert len(reason["message"]) < 300
    state = table.state()
    joined = len(state["seats"]) - 1
    # What the case itself does first (taking a seat) is an entry each; the bad input is none.
    assert table.revision == table.made["revision"] + joined
    assert state["state"]["explorers"]["exp-01"]["health"] == 6
    assert state["can_undo"] is False


def test_a_malformed_move_names_every_field_and_repeats_no_value(table: Table) -> None:
    answer = table.play({"type": "Explore", "explorer": 7, "edge": "<b>", "more": 1})
    fields = {reason["facts"]["field"] for reason in answer.json()["reasons"]}
    assert fields == {"move.explorer", "move.edge", "move.more"}
    assert "<b>" not in answer.text


def test_a_name_with_markup_is_only_a_name(client: TestClient) -> None:
    table = open_table(client, player=MARKUP)
    answer = table.get()
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.json()["you"]["name"] == MARKUP


def test_creating_with_bad_values_makes_no_table(client: TestClient) -> None:
    for spec in (
        {"scenario": "no such scenario"},
        {"explorers": []},
        {"explorers": ["exp-01", "exp-01"]},
        {"settings": {"gravity": "off"}},
        {"settings": {"turn_order": "sideways"}},
        {"player": LONG},
        {"colour": "red"},
        {"explorers": "exp-01"},
    ):
        answer = client.post("/api/tables", json=spec)
        assert answer.status_code == 422, (spec, answer.text)
        assert answer.json()["reasons"][0]["message"]


@pytest.mark.parametrize("value", [1.5, True, None, [1], {"a": 1}, 1e300])
def test_a_house_rule_that_is_no_word_and_no_number_is_named_once(client: TestClient, value: Any) -> None:
    answer = client.post("/api/tables", json={"settings": {"cost_move": value, "turn_order": value}})
    assert answer.status_code == 422, answer.text
    assert [reason["facts"]["field"] for reason in answer.json()["reasons"]] == [
        "settings.cost_move",
        "settings.turn_order",
    ]
    assert {reason["facts"]["fault"] for reason in answer.json()["reasons"]} == {"should be a word or a whole number"}


def test_a_file_that_is_no_table_is_not_imported(client: TestClient) -> None:
    for content in (b"", b"{}", b"[]", b'{"kind": "vivarium"}', b"\xff\xfe", b"[" * 50_000):
        answer = client.post("/api/tables/import", content=content)
        assert answer.status_code == 422, (content[:20], answer.text)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda state: state.pop("board"),
        lambda state: state.update(round="first"),
        lambda state: state["explorers"].update({"exp-01": {"id": "exp-01"}}),
        lambda state: state.update(settings={"turn_order": 7}),
        lambda state: state["board"].update(tiles=[]),
        lambda state: state["explorers"]["exp-01"].update(space=[999, 999]),
        lambda state: state["board"]["tiles"][0].update(tile="99"),
        lambda state: state.update(chapters=["no such chapter"]),
        lambda state: state.update(agenda=[{"type": "nothing"}]),
        lambda state: state.update(current={"encounters": "no such card"}),
        lambda state: state.update(decks={}),
    ],
)
def test_an_impossible_position_is_malformed(
    client: TestClient, table: Table, spoil: Callable[[dict[str, Any]], Any]
) -> None:
    state = json.loads(json.dumps(table.state()["state"]))
    spoil(state)
    answer = client.post("/api/rules/moves", json={"position": state})
    assert answer.status_code == 422, answer.text
    assert answer.json()["reasons"][0]["facts"]["field"].startswith("position")


def test_a_chunked_body_without_length_is_cut_off(table: Table) -> None:
    def chunks() -> Any:
        for _ in range(64):
            yield b" " * 16_384

    answer = table.client.post(f"/api/tables/{table.key}/moves", content=chunks(), headers=table.headers)
    assert answer.status_code == 413
    assert answer.json()["reasons"][0]["code"] == "too_large"


@pytest.mark.parametrize(
    ("headers", "passes"),
    [
        ({}, True),
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
        ({"origin": "http://testserver"}, True),
        ({"origin": "http://evil.example"}, False),
        ({"origin": "http://testserver:81"}, False),
        ({"origin": "null"}, False),
        ({"origin": "http://evil.example", "authorization": "Bearer something"}, True),
    ],
)
def test_posts_from_pages_of_other_sites_are_refused(client: TestClient, headers: dict[str, str], passes: bool) -> None:
    answer = client.post("/api/tables", json={}, headers=headers)
    if passes:
        assert answer.status_code == 201
    else:
        assert answer.status_code == 403
        assert answer.json()["reasons"][0]["code"] == "cross_site"


def test_every_answer_has_the_safe_headers(client: TestClient, table: Table) -> None:
    answers = [
        client.get("/"),
        client.get("/docs"),
        client.get(f"/t/{table.key}", follow_redirects=False),
        table.get(),
        table.play({"type": "Fly"}),
        client.get("/nothing"),
        client.get("/static/app.css"),
        client.post("/api/tables", content=b" " * MB),
    ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers.get_list("content-security-policy") == [policy]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
