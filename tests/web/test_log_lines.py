"""The Log tab over an evening: every result under the phase in which it happened, with its rule; filters that find."""

from __future__ import annotations

import html
import json
import random
import re
from dataclasses import dataclass
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.rules.ledger import LEDGER
from tests.web.conftest import ruling
from tests.web.phones import Phone, guest, host

MOVES = 90
WEIGHTS = {"Walk": 2, "Explore": 6, "RollDie": 1, "FinishTurn": 20, "EndPhase": 40, "MonsterAttack": 20, "Answer": 30}
SECTION = re.compile(r'<section class="lgp"><h2>([^<]*)</h2>(.*?)</section>', re.DOTALL)
LINE = re.compile(r'<li(?: id="r(\d+)")?(?: class="un")?>(.*?)</li>', re.DOTALL)
RUN = re.compile(r'<div class="run"><div>(.*?)</div>(.*?)</div>', re.DOTALL)
SAID = re.compile(r"<p>(.*?)</p>", re.DOTALL)
CHIP = re.compile(r'<a class="rule" href="/rules/([A-Z]{2}-\d+)">\1(?: · reading)?</a>')


@dataclass
class Part:
    """One line of the page: its heading, its entry's revision ('' but in its last part), sentences, rules."""

    heading: str
    revision: str
    said: list[str]
    rules: list[str]


def parts(phone: Phone, show: str = "") -> list[Part]:
    """All lines of the log, newest first, through all its pages."""
    found, path = [], f"log?show={show}" if show else "log"
    for _ in range(40):
        page = phone.get(path).text
        for heading, section in SECTION.findall(page):
            for revision, line in LINE.findall(section):
                told = [
                    (html.unescape(text), CHIP.findall(chip))
                    for texts, chip in RUN.findall(line)
                    for text in SAID.findall(texts)
                ]
                rules = [rule for _, chips in told for rule in chips]
                found.append(Part(heading, revision, [text for text, _ in told], rules))
        older = re.search(r'href="/t/[^/]+/(log\?before=[^"]+)">Earlier', page)
        if older is None:
            return found
        path = html.unescape(older[1])
    raise AssertionError("the log has no end")


def api(phone: Phone, path: str) -> Any:
    phone._be()
    answer = phone.client.get(f"/api/tables/{phone.key}{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def heading(phone: Phone) -> str:
    state = api(phone, "")["state"]
    return f"Round {state['round']}, {state['phase']} phase"


@pytest.fixture(scope="module")
def evening(running: TestClient) -> tuple[Phone, dict[int, tuple[str, str]]]:
    """A host's phone after an evening of all kinds of moves, some undone; each entry's phase before and after."""
    running.cookies.clear()
    ines = host(running, **{"set:explore_from": "tile", "set:cost_explore": "0"})
    guest(ines, "Mara", "exp-02")
    ines.post("release", {"explorer": "exp-02"})
    source, seen = random.Random(11), dict[int, tuple[str, str]]()
    before = heading(ines)
    for made in range(MOVES):
        legal = [one["move"] for one in api(ines, "/moves")["moves"]]
        kinds = sorted({move["type"] for move in legal})
        if not kinds:
            break
        (kind,) = source.choices(kinds, [WEIGHTS.get(kind, 5) for kind in kinds])
        move = source.choice([move for move in legal if move["type"] == kind])
        steps: list[tuple[str, dict[str, str]]] = [("play", {"move": json.dumps(move)})]
        if made % 9 == 4:
            back = api(ines, "")["revision"] - source.randrange(1, 4)
            steps += [("undo", {"to": str(back)})] + [("redo", {})] * source.randrange(2)
        if made % 20 == 10:
            steps.append(("play", {"move": json.dumps(ruling(4))}))
        for path, fields in steps:
            if ines.post(path, fields).status_code != 303:
                continue
            after = heading(ines)
            seen[api(ines, "")["revision"]] = (before, after)
            before = after
    running.cookies.clear()
    assert len({after for _, after in seen.values()}) > 4, "phases went by"
    return ines, seen


Evening = tuple[Phone, dict[int, tuple[str, str]]]


def test_everything_stands_under_the_phase_in_which_it_happened(evening: Evening) -> None:
    ines, seen = evening
    entries = {entry["revision"]: entry for entry in api(ines, "/log?limit=200")["entries"]}
    checked = 0
    for part in parts(ines):
        revision = int(part.revision or 0)
        if revision not in seen:
            continue
        before, after = seen[revision]
        began = [event for event in entries[revision]["events"] if event["type"] == "PhaseBegan"]
        assert part.heading == (after if began else before), (revision, part, seen[revision])
        checked += bool(began)
    assert checked > 4, "phases began"


def test_the_line_that_begins_a_phase_is_the_first_under_its_heading(evening: Evening) -> None:
    ines, _ = evening
    names = {
        "spawn": "The spawn phase began.",
        "horror": "The horror phase began.",
        "monster": "The monster phase began.",
    }
    found = 0
    for part in parts(ines):
        for phase, words in names.items():
            if words in part.said:
                assert part.heading.endswith(f", {phase} phase"), part
                assert part.said[0] == words, part
                found += 1
    assert found > 3


def test_every_result_of_a_move_is_told_with_its_rule(evening: Evening) -> None:
    ines, seen = evening
    entries = {entry["revision"]: entry for entry in api(ines, "/log?limit=200")["entries"]}
    told: dict[int, list[str]] = {}
    revision = 0
    for part in parts(ines):
        revision = int(part.revision or revision)
        told.setdefault(revision, []).extend(part.said)
        if entries[revision]["said"]:
            assert len(part.rules) == len(part.said), part
            assert set(part.rules) <= LEDGER.keys(), part
    checked = 0
    for revision in seen:
        if entries[revision]["kind"] == "move" and (entries[revision]["move"] or {})["type"] != "MakeRuling":
            assert set(entries[revision]["said"]) <= set(told[revision])
            assert len(told[revision]) - len(entries[revision]["said"]) in (0, 1), (
                "the move itself, where only its price tells"
            )
            checked += len(entries[revision]["said"])
    assert checked > MOVES


def test_what_the_group_does_carries_no_explorers_mark_and_what_an_explorer_does_carries_his(evening: Evening) -> None:
    ines, _ = evening
    entries = {entry["revision"]: entry for entry in api(ines, "/log?limit=200")["entries"]}
    marks = dict(re.findall(r'<li id="r(\d+)"[^>]*>(<span class="\w+)', ines.get("log").text))
    seen = set()
    for revision, mark in marks.items():
        move = entries[int(revision)]["move"] or {}
        if move.get("type") in ("EndPhase", "MoveMonster", "MonsterAttack", "MonsterDone") or any(
            event["type"] == "Chosen" and event["question"] == "who_rolls_spawn"
            for event in entries[int(revision)]["events"]
        ):
            assert mark == '<span class="brass', (revision, move)
            seen.add("group")
        elif entries[int(revision)]["kind"] == "move" and move.get("explorer"):
            assert mark == '<span class="tk', (revision, move)
            seen.add("explorer")
    assert seen == {"group", "explorer"}


def test_nothing_but_bookkeeping_is_folded(evening: Evening) -> None:
    ines, _ = evening
    for fold in re.findall(r"<details><summary>Bookkeeping.*?</details>", ines.get("log").text, re.DOTALL):
        for line in SAID.findall(fold):
            assert re.search(r"shuffled|has acted|carried out|in order|remembered|does not roll|already", line), line


def test_rolls_are_found_whatever_they_were_for(evening: Evening) -> None:
    ines, _ = evening
    entries = api(ines, "/log?limit=200")["entries"]
    rolled = {e["revision"] for e in entries if {x["type"] for x in e["events"]} & {"DieRolled", "DiceRolled"}}
    kinds = {x["why"] for e in entries for x in e["events"] if x["type"] == "DiceRolled"}
    assert len(kinds) > 1, "of several kinds"
    assert {int(part.revision) for part in parts(ines, "rolls") if part.revision} == rolled
    rulings = {e["revision"] for e in entries if (e["move"] or {}).get("type") == "MakeRuling"}
    assert {int(part.revision) for part in parts(ines, "rulings") if part.revision} == rulings != set()


def test_each_filter_says_so_when_it_finds_nothing(client: TestClient) -> None:
    ines = host(client)
    for show in ("rolls", "rulings"):
        assert "Nothing of this kind has happened yet." in ines.text(f"log?show={show}")


@pytest.mark.parametrize("which", ["undo", "redo"])
def test_a_refused_journey_through_the_log_says_what_it_was(client: TestClient, which: str) -> None:
    answer = host(client).post(which, {"to": "900", "revision": "900"})
    assert answer.status_code >= 400
    title = re.search(r'id="refused-title"[^>]*>([^<]*)<', answer.text)
    assert title is not None
    assert title[1].startswith(which.capitalize())
