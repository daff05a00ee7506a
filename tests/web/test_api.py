"""The JSON interface: an evening through it, and what it promises (docs/json.md)."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_args

import pytest
from starlette.testclient import TestClient

from app.rules.ledger import LEDGER
from app.rules.moves import Move
from tests.web.conftest import Table, open_table, ruling


@pytest.mark.parametrize("path", ["/moves?preview=1&preview=0", "/moves?preview=1&preview=1"])
def test_what_a_query_says_twice_is_not_guessed(table: Table, path: str) -> None:
    """The last would count: a preview asked for as well would be a move."""
    before = table.get("").json()["revision"]
    answer = table.post(path, {"move": {"type": "RollDie", "die": "game"}})
    assert answer.status_code == 422
    assert answer.json()["reasons"][0]["facts"]["field"] == "preview"
    assert table.get("/log?limit=1&limit=2").status_code == 422
    assert table.get("").json()["revision"] == before


def test_an_empty_body_opens_a_table_whose_creator_hosts_and_plays(client: TestClient) -> None:
    table = open_table(client)
    assert set(table.made) == {"table", "revision", "seats", "links", "code", "seat", "token"}
    assert table.made["links"]["play"] == f"/t/{table.key}"
    (seat,) = table.made["seats"]
    assert seat["kind"] == "host"
    assert len(seat["explorers"]) == 1
    assert table.made["revision"] == table.revision


def test_creating_without_any_body_works_too(client: TestClient) -> None:
    assert client.post("/api/tables").status_code == 201


def test_a_guest_joins_by_the_play_key_and_gets_a_token(table: Table) -> None:
    guest = table.seat("Jonas", "exp-02")
    you = guest.state()["you"]
    assert (you["name"], you["kind"], you["explorers"]) == ("Jonas", "play", ["exp-02"])
    assert [seat["name"] for seat in guest.state()["seats"]] == ["Ines", "Jonas"]


def test_a_taken_explorer_is_refused_with_the_free_ones(table: Table) -> None:
    answer = table.without_seat().post("/join", {"name": "Jonas", "explorer": "exp-01"})
    assert answer.status_code == 409
    (reason,) = answer.json()["reasons"]
    assert reason["code"] == "explorer_taken"
    assert reason["message"] == "Ada is taken by Ines."
    assert reason["alternatives"] == ["exp-02", "exp-03"]
    assert reason["instead"] == "Still free: Bram or Vey."


def test_state_holds_agenda_and_revision_and_reads_the_same_twice(table: Table) -> None:
    first, second = table.get(), table.get()
    assert first.content == second.content
    state = first.json()
    assert state["state"]["round"] == 1
    assert state["agenda"] == []
    assert state["you"]["name"] == "Ines"


def test_a_host_is_told_all_links_and_a_player_not_the_hosts(table: Table) -> None:
    guest = table.seat("Jonas")
    assert set(table.state()["links"]) == {"play", "host", "watch"}
    assert "host" not in guest.state()["links"]
    assert set(table.without_seat(table.watch_key).state()["links"]) <= {"watch"}


def test_every_listed_move_has_a_label_and_every_refusal_names_its_rule(table: Table) -> None:
    listing = table.moves()
    assert listing["revision"] == table.revision
    assert listing["moves"]
    assert listing["refused"]
    for item in listing["moves"]:
        assert item["label"]
        assert item["move"]["type"]
    for item in listing["refused"]:
        assert item["reasons"]
        for reason in item["reasons"]:
            assert reason["rule"] in LEDGER
            assert reason["message"].endswith(".")
            assert LEDGER[reason["rule"]].title in reason["where"]
    assert {item["move"]["type"] for item in listing["open"]} >= {"MakeRuling", "RollDie", "ChangeSetting"}


def test_a_listed_move_can_be_posted_as_it_is(table: Table) -> None:
    before = table.revision
    walk = table.legal("Walk")[0]
    answer = table.play(walk, revision=before)
    assert answer.status_code == 200
    assert answer.json()["revision"] == before + 1
    assert "UnitMoved" in {event["type"] for event in answer.json()["events"]}


def test_a_refused_move_tells_all_reasons_and_changes_nothing(table: Table) -> None:
    before = table.get().content
    refused = next(i for i in table.moves()["refused"] if i["move"]["type"] == "EndPhase")
    answer = table.play(refused["move"])
    assert answer.status_code == 409
    assert answer.json()["reasons"] == refused["reasons"]
    assert answer.json()["revision"] == table.revision
    assert table.get().content == before


def test_a_preview_decides_without_doing(table: Table) -> None:
    before = table.get().content
    walk = table.legal("Walk")[0]
    answer = table.post("/moves?preview=1", {"move": walk})
    assert answer.status_code == 200
    assert answer.json()["unknown"] is None
    assert answer.json()["events"]
    assert table.get().content == before
    refused = table.post("/moves?preview=1", {"move": {"type": "EndPhase", "phase": "spawn"}})
    assert refused.status_code == 409


@pytest.mark.parametrize("asked", ["True", "TRUE", "1"])
def test_a_preview_is_one_however_it_is_written(table: Table, asked: str) -> None:
    before = table.state()["revision"]
    assert table.post(f"/moves?preview={asked}", {"move": {"type": "RollDie", "die": "game"}}).status_code == 200
    assert table.state()["revision"] == before


@pytest.mark.parametrize("asked", ["yes", "on", "2", "01", "", "x"])
def test_a_preview_that_is_neither_asked_for_nor_not_makes_no_move(table: Table, asked: str) -> None:
    before = table.state()["revision"]
    answer = table.post(f"/moves?preview={asked}", {"move": {"type": "RollDie", "die": "game"}})
    assert answer.status_code == 422
    assert table.state()["revision"] == before


def test_a_preview_of_exploring_does_not_tell_the_tile(table: Table) -> None:
    if not table.legal("Explore"):
        table.play(_to_an_edge(table))
    rested = {"type": "SetPool", "unit": "exp-01", "what": "stamina", "value": 7}
    table.play({"type": "MakeRuling", "reason": "A long rest.", "changes": [rested]})
    explored = table.legal("Explore")
    answer = table.post("/moves?preview=1", {"move": explored[0]})
    assert answer.json()["unknown"] == "tiles"
    assert "TileJoined" not in {event["type"] for event in answer.json()["events"]}


def _to_an_edge(table: Table) -> dict[str, Any]:
    """A ruling that puts an explorer where some edge can be explored, found in the reasons themselves."""
    near = [
        alternative
        for item in table.moves()["refused"]
        if item["move"]["type"] == "Explore" and item["move"]["explorer"] == "exp-01"
        for reason in item["reasons"]
        if reason["code"] == "not_at_edge"
        for alternative in reason["alternatives"]
    ]
    space = [int(part) for part in min(near).split(",")]
    change = {"type": "PutUnit", "unit": "exp-01", "space": space}
    return {"type": "MakeRuling", "reason": "A long way.", "changes": [change]}


def test_the_same_key_is_one_move_and_another_move_under_it_is_refused(table: Table) -> None:
    first = table.play(ruling(5), key="tap-1")
    again = table.play(ruling(5), key="tap-1")
    assert first.status_code == again.status_code == 200
    assert first.content == again.content
    other = table.play(ruling(4), key="tap-1")
    assert other.status_code == 409
    assert other.json()["reasons"][0]["code"] == "key_reused"
    assert table.revision == first.json()["revision"]


def test_two_moves_on_one_revision_both_land_and_a_conflict_is_told(table: Table) -> None:
    guest = table.seat("Jonas", "exp-02")
    seen = table.revision
    mine = table.play(ruling(5), revision=seen)
    theirs = guest.play({"type": "FinishTurn", "explorer": "exp-02"}, revision=seen)
    assert (mine.status_code, theirs.status_code) == (200, 200)
    assert theirs.json()["revision"] == seen + 2
    late = guest.play({"type": "FinishTurn", "explorer": "exp-02"}, revision=seen)
    assert late.status_code == 409
    assert late.json()["reasons"][0]["code"] == "already_finished"
    assert [(e["name"], e["kind"]) for e in late.json()["meanwhile"]] == [("Ines", "move"), ("Jonas", "move")]
    assert "Bram finished the turn" in late.json()["meanwhile"][1]["said"][0]


def test_undo_and_redo_are_entries_and_nothing_leaves_the_log(table: Table) -> None:
    start = table.state()["state"]
    made = table.play(ruling(5)).json()["revision"]
    undone = table.post("/undo", {})
    assert undone.status_code == 200
    assert undone.json()["revision"] == made + 1
    assert table.state()["state"] == start
    assert table.state()["can_redo"] is True
    entry = next(e for e in table.get("/log").json()["entries"] if e["revision"] == made)
    assert (entry["undone_by"], entry["undone_at_revision"]) == ("Ines", made + 1)
    redone = table.post("/redo")
    assert redone.json()["revision"] == made + 2
    assert table.state()["state"]["explorers"]["exp-01"]["health"] == 5
    nothing = table.post("/redo")
    assert (nothing.status_code, nothing.json()["reasons"][0]["code"]) == (409, "nothing_to_redo")


def test_undo_goes_back_to_the_entry_named(table: Table) -> None:
    first = table.play(ruling(5)).json()["revision"]
    table.play(ruling(4))
    table.play(ruling(3))
    assert table.post("/undo", {"to": first}).status_code == 200
    assert table.state()["state"]["explorers"]["exp-01"]["health"] == 5


def test_the_log_is_newest_first_and_pages(table: Table) -> None:
    for health in (5, 4, 3):
        table.play(ruling(health))
    entries = table.get("/log").json()["entries"]
    revisions = [entry["revision"] for entry in entries]
    assert revisions == sorted(revisions, reverse=True)
    page = table.get("/log", params={"before": revisions[0], "limit": 2}).json()["entries"]
    assert [entry["revision"] for entry in page] == revisions[1:3]
    assert entries[0]["said"] == ["Table ruling: “We forgot the fall.”", "Ada lost 1 health, 3 left."]
    assert entries[0]["move"] == ruling(3)


def test_the_decks_audit_comes_out(table: Table) -> None:
    audit = table.get("/decks").json()
    assert set(audit) >= {"tiles", "terrains", "environments", "encounters", "monsters"}
    for deck in audit.values():
        assert deck["sums"] is True
        assert sum(deck["places"].values()) == deck["total"] == deck["whole"]


def test_an_exported_table_comes_back_as_a_new_one(client: TestClient, table: Table) -> None:
    table.play(ruling(5))
    exported = table.get("/export")
    assert exported.status_code == 200
    assert "attachment" in exported.headers["content-disposition"]
    answer = client.post("/api/tables/import", content=exported.content)
    assert answer.status_code == 201, answer.text
    copy = Table(client, answer.json()["table"], answer.json()["token"])
    assert copy.key != table.key
    assert copy.state()["state"] == table.state()["state"]


def test_a_watcher_reads_and_does_not_move(table: Table) -> None:
    watcher = table.seat("Onlooker", key=table.watch_key)
    assert watcher.state()["you"]["kind"] == "watch"
    before = table.revision
    answer = watcher.play(ruling(5))
    assert answer.status_code == 403
    assert answer.json()["reasons"][0]["code"] == "seat_watches"
    assert watcher.post("/undo").status_code == 403
    assert table.revision == before


def test_two_tables_in_one_browser_do_not_mix(client: TestClient) -> None:
    one, other = open_table(client, player="Ines"), open_table(client, player="Mara")
    client.cookies.clear()
    swapped = Table(client, one.key, other.token)
    assert swapped.get().status_code == 403
    assert swapped.play(ruling(5)).status_code == 403
    assert one.state()["you"]["name"] == "Ines"
    assert other.state()["you"]["name"] == "Mara"


def test_the_ledger_is_told_whole(client: TestClient) -> None:
    rules = client.get("/api/rules").json()["rules"]
    assert [row["id"] for row in rules] == list(LEDGER)
    assert all(row["title"] and row["text"] and row["where"] for row in rules)


def test_the_rules_service_agrees_with_the_table(client: TestClient, table: Table) -> None:
    position = table.state()
    listed = client.post("/api/rules/moves", json={"position": position})
    assert listed.status_code == 200
    here = table.moves()
    assert listed.json()["moves"] == here["moves"]
    assert listed.json()["refused"] == here["refused"]
    walk = here["moves"][0]["move"]
    verdict = client.post("/api/rules/check", json={"position": position["state"], "move": walk}).json()
    assert (verdict["legal"], verdict["reasons"]) == (True, [])
    refused = here["refused"][0]
    verdict = client.post("/api/rules/check", json={"position": position, "move": refused["move"]}).json()
    assert (verdict["legal"], verdict["reasons"]) == (False, refused["reasons"])


def test_health_metrics_and_who_answers(client: TestClient, table: Table) -> None:
    table.play(ruling(5))
    assert client.get("/healthz").json() == {"ok": True, "database": "ok"}
    assert client.get("/api").json()["name"] == "Vivarium Table"
    text = client.get("/metrics").text
    assert "vivarium_tables " in text
    assert "vivarium_move_seconds_count" in text
    made = next(line for line in text.splitlines() if line.startswith("vivarium_moves_total"))
    assert int(made.split()[1]) >= 1
    assert table.key not in text


def test_docs_are_ours_and_load_nothing_from_elsewhere(client: TestClient) -> None:
    page = client.get("/docs")
    assert page.status_code == 200
    assert "/api/tables/{table}/moves" in page.text
    assert "http://" not in page.text.replace("http://www.w3.org", "")
    assert "https://" not in page.text
    schema = client.get("/openapi.json").json()
    assert "/api/tables/{table}/moves" in schema["paths"]
    assert not any(path.startswith("/t/") for path in schema["paths"])
    for name in _references(schema):
        assert name in schema["components"]["schemas"], name


def _references(value: Any) -> set[str]:
    if isinstance(value, dict):
        found = {str(value["$ref"]).rpartition("/")[2]} if "$ref" in value else set()
        return found.union(*(_references(item) for item in value.values()))
    if isinstance(value, list):
        return set().union(*(_references(item) for item in value))
    return set()


@pytest.mark.parametrize("path", ["", "/moves", "/log", "/decks"])
def test_answers_about_a_table_are_never_kept_by_caches(table: Table, path: str) -> None:
    assert table.get(path).headers["cache-control"] == "no-store"


POSITION = """\
scenario: ruins, short, company-orders
chapter: rav-01
tiles:
  09a at 0,0
explorers:
  Ada 6/7/4 at e10 of 0,0
  Bram 8/1/3 at e1 of 0,0
"""


def test_a_position_can_be_a_text(client: TestClient) -> None:
    explore = {"type": "Explore", "explorer": "exp-02", "edge": "N"}
    answer = client.post("/api/rules/check", json={"position": POSITION, "move": explore})
    assert answer.status_code == 200, answer.text
    assert answer.json()["legal"] is False
    assert [reason["code"] for reason in answer.json()["reasons"]] == ["not_enough"]
    wrong = client.post("/api/rules/moves", json={"position": POSITION.replace("e10 of 0,0", "z99 of 0,0")})
    assert wrong.status_code == 422
    assert wrong.json()["reasons"][0]["facts"]["field"] == "position line 6, explorers"


def test_a_preview_tells_nothing_of_the_next_chapter(client: TestClient, table: Table) -> None:
    move = {"type": "MakeRuling", "reason": "On.", "changes": [{"type": "SetChapter", "number": 1}]}
    previewed = table.post("/moves?preview=1", {"move": move})
    assert previewed.json()["unknown"] == "chapters"
    made = table.play(move)
    entered = next(event for event in made.json()["events"] if event["type"] == "ChapterEntered")
    assert entered["card"] not in previewed.text


NEVER_ASKED: dict[str, dict[str, Any]] = {
    "PlaceTerrain": {"face": "a", "edge": "N"},
    "ConnectEnvironment": {"edge": "N"},
    "DrawEncounter": {},
    "Answer": {"option": "yes"},
    "HelpRoll": {"explorer": "exp-01", "n": 1},
    "CloseAdjust": {},
    "GiveItem": {"card": "w101"},
    "Equip": {"card": "w101"},
    "Unequip": {"card": "w101"},
    "Augment": {"card": "w101", "under": "w102"},
    "Upgrade": {"card": "w101"},
    "PayShare": {"explorer": "exp-01", "n": 1},
    "CloseStep": {},
}


def test_a_step_that_never_was_is_not_called_decided(table: Table) -> None:
    with_step = {kind.__name__ for kind in get_args(Move) if "step" in {part.name for part in fields(kind)}}
    assert with_step == set(NEVER_ASKED)
    for kind, more in NEVER_ASKED.items():
        for step in (0, -1, 999):
            answer = table.play({"type": kind, "step": step, **more})
            (reason,) = answer.json()["reasons"]
            assert (answer.status_code, reason["code"]) == (409, "no_such_step"), (kind, answer.text)
            assert reason["message"] == "This was never asked here, or what asked it was taken back."
