"""Odd but parseable positions: each field spoilt in turn is told by its path, never by the name of an exception."""

from __future__ import annotations

import copy
import json
import logging
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.packs import builtin
from app.rules import State
from app.rules.agenda import Ask, CardEnters, Exploration, Resolve, TileGoes, Walking
from app.rules.agenda_phases import Attacking
from app.rules.cards import Book
from app.rules.position import read_position
from app.rules.references import misfits
from app.rules.state import Marks
from app.rules.visibility import view_for
from app.service import load_move
from app.store.codec import state_json
from app.web.api_positions import guarded, position_of
from app.web.api_rules import _check, _moves
from app.web.errors import Malformed
from app.web.messages import Words
from app.web.messages_reasons import sentence
from tests.support import casebook
from tests.web.conftest import Table, ruling

POSITION = """\
chapter: rav-10
ratings: spawn 5, horror 4
tokens: spawn 1, horror 2
entry: 0,0 W
tiles:
  14a at 0,0
  09b at 0,1, turned 1, terrain T07b N
explorers:
  Ada 5/7/2 at e4 of 0,0
  Bram at f4 of 0,0, begun
monsters:
  m4 mon-103 1 at d4 of 0,0
environments:
  env-01 at 0,0 N, 2 charges, drawn in round 2
spaces:
  a10 of 0,0 lit
doors:
  d4 of 0,0 | d5 of 0,0 closed
counts:
  rav-10 The bell charges 4
decks:
  encounters destroyed: enc-07, enc-06
  explorer_events destroyed: xev-r1
  explorer_events held: xev-02 by Ada
  explorer_events stored: xev-05 on enc-06
  weapons held: w101 by Ada, w102 by Bram
  apparel lying: p101 at e3 of 0,0
items:
  w101 equipped, upgraded
used:
  rav-10 bottom.0.o1.0 Ada
  walked Ada, 5 times
lasting:
  modify low_dice 1, who acting, unit exp-01, card enc-06, until this_round, round 1
  modify moves =2, who each_monster, card enc-06, until this_round, round 1
  modify moves =4, who each_monster, card hev-11, until this_round, round 1
picked:
  moves 4 among enc-06 2, hev-11 4
"""
WRONG = (None, -1, 10**30, "in_play", "", "9,9", [], {}, 1.5)
NAMES = ("nobody", "9,9", "")
EXCEPTION = re.compile(r"\b[A-Z]\w*(Error|Exception|Ability)\b|nothing is called|Traceback")
FINISH = load_move({"type": "FinishTurn", "explorer": "exp-01"})

Path = tuple[str | int, ...]


def written(state: State) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(state_json(view_for(state))))
    return found


def paths(value: Any, at: Path = ()) -> Iterator[Path]:
    """Every field, but of long lists of hidden cards the first only."""
    if at:
        yield at
    if isinstance(value, dict):
        for key in list(value)[: 2 if at[-1:] == ("aside",) else None]:
            yield from paths(value[key], (*at, key))
    elif isinstance(value, list):
        for number in range(min(len(value), 1 if at[-1:] == ("draw",) else 3)):
            yield from paths(value[number], (*at, number))


def spoilt(given: Any, at: Path) -> Iterator[Any]:
    """The position with other values at this field, without it, and under other names.

    Each is new along the way to the field; the rest is that of `given`, which nobody may change.
    """

    def anew() -> tuple[Any, Any]:
        """A new position, and what holds the field there."""
        root = place = copy.copy(given)
        for part in at[:-1]:
            place[part] = place = copy.copy(place[part])
        return root, place

    for wrong in WRONG:
        new, place = anew()
        if place[at[-1]] != wrong or isinstance(wrong, bool):
            place[at[-1]] = wrong
            yield new
    new, place = anew()
    del place[at[-1]]
    yield new
    for name in NAMES if isinstance(place, dict) else ():
        new, place = anew()
        place[name] = place.pop(at[-1])
        yield new


def told(book: Book, given: Any, *, listing: bool) -> Malformed | None:
    """What the service answers: None for a verdict."""
    try:
        state = position_of(book, given)
        guarded(_moves, book, state) if listing else guarded(_check, book, state, FINISH)
    except Malformed as malformed:
        return malformed
    return None


def hold_to_it(book: Book, state: State, malformed: Malformed, about: str) -> None:
    for reason in malformed.reasons:
        field, message = str(reason.param("field")), sentence(Words(book, state), reason)
        assert field.startswith("position"), about
        assert field != "position" or "breaks " in message, f"{about}: no field is named: {message}"
        assert not EXCEPTION.search(message), f"{about}: {message}"
        assert message[-1] in ".!”", message


def spoil(book: Book, state: State, wanted: tuple[str, ...], *, listing: bool) -> int:
    """Spoil every field under `wanted` ((): all), and count what was refused."""
    given, refused = written(state), 0
    assert told(book, given, listing=listing) is None
    for at in paths(given):
        if wanted and at[0] not in wanted:
            continue
        for new in spoilt(given, at):
            malformed = told(book, new, listing=listing)
            if malformed is not None:
                refused += 1
                hold_to_it(book, state, malformed, f"{'.'.join(map(str, at))}")
    assert given == written(state), "reading a position does not change what was given"
    return refused


def test_every_field_of_a_position_that_is_spoilt_is_told_by_its_path() -> None:
    book = builtin()
    assert spoil(book, read_position(book, POSITION), (), listing=False) > 3500


@cache
def waiting() -> tuple[State, ...]:
    """States of the rule cases in which something waits: each kind of step, queued and due things, at least once."""
    found, seen = [], set[str]()
    cases = list(casebook.cases())
    random.Random(3).shuffle(cases)
    for case in cases:
        if case.refused or case.unknown:
            continue
        for state in casebook.states_after_moves(case):
            kinds = {step.type + getattr(step, "stage", "") for step in state.agenda}
            kinds |= {name for name in ("queue", "due") if getattr(state, name)}
            if kinds - seen:
                seen |= kinds
                found.append(state)
    return tuple(found)


def test_whatever_waits_and_is_spoilt_is_told_by_its_path() -> None:
    states = waiting()
    kinds = {step.type for state in states for step in state.agenda}
    assert len(kinds) >= 25, kinds
    refused = sum(spoil(casebook.book(), state, ("agenda", "queue", "due"), listing=True) for state in states[::3])
    assert refused > 1000


def test_no_state_of_the_rule_cases_names_what_is_not_there() -> None:
    book = casebook.book()
    for state in waiting():
        assert misfits(book, state) == ()
        assert misfits(book, view_for(state)) == ()


def test_a_card_lies_nowhere_while_the_group_is_asked_who_bears_it() -> None:
    """A table of which such a state is a part can be carried away and read again (DK-4)."""
    book = builtin()
    state = replace(read_position(book, POSITION), next_id=9)
    deck = state.decks["horror_events"]
    lying = replace(deck, draw=deck.draw[1:], in_play={deck.draw[0]: ""})
    state = replace(state, decks={**state.decks, "horror_events": lying})
    assert misfits(book, replace(state, agenda=(CardEnters(1, "horror_events", deck.draw[0], ("card.0.0",)),))) == ()
    assert misfits(book, state) != ()


def test_the_token_of_a_determined_option_may_have_been_taken_away() -> None:
    """Which is what a table is left with once the condition is met no more (CT-4): it can be carried away, too."""
    book = builtin()
    state = read_position(book, POSITION)
    panels = [
        (card, f"{face.name}.{n}", panel)
        for card, chapter in book.chapters.items()
        for face in chapter.faces
        for n, panel in enumerate(face.panels)
        if panel.kind == "determined"
    ]
    assert len(panels) > 3
    for card, at, panel in panels:
        for option in range(-2, len(panel.options) + 1):
            told = misfits(book, replace(state, card_marks={card: Marks(determined={at: option})}))
            assert (told == ()) == (-1 <= option < len(panel.options)), (card, option)


@pytest.mark.parametrize(("stage", "card"), [("terrain", "T05"), ("environment", "env-01")])
def test_an_exploration_that_waits_below_another_step_may_have_lost_its_map_tile(stage: str, card: str) -> None:
    """What was to be laid on it goes when its turn comes (IP-2); on top of all it would wait for no place at all."""
    book = builtin()
    state = replace(read_position(book, POSITION), next_id=9)
    gone, last = Exploration(1, "exp-01", (9, 9), stage, card), Exploration(2, "exp-01", (0, 0), "encounter")
    assert misfits(book, replace(state, agenda=(gone, last))) == ()
    assert misfits(book, replace(state, agenda=(last, gone))) == (
        ("agenda.1.cell", "should be that of a map tile on the table"),
    )


def test_a_question_lies_on_the_step_that_asks_it() -> None:
    book = builtin()
    state = replace(read_position(book, POSITION), next_id=9)
    asks = Ask(2, "first", "which_tile_next", "group", ("0,0", "0,1"))
    assert misfits(book, replace(state, agenda=(TileGoes(1, (0, 0)), asks))) == ()
    assert misfits(book, replace(state, agenda=(asks, TileGoes(3, (0, 0))))) == (
        ("agenda.0", "should lie on the step that asks"),
    )


def test_a_monster_may_be_who_acts_in_what_waits() -> None:
    """An attack of a monster, and what it sets off, are its own doing (RD-5)."""
    book = casebook.book()
    state = replace(read_position(book, POSITION), next_id=9)
    attack = Attacking(1, "m1", ("exp-01",), 0, 1, False, actor="m1")
    walk = Walking(2, "m1", ((0, 0),), (0, 1), 0)
    assert misfits(book, replace(state, agenda=(attack, walk, Resolve(3, "enc-06", "card.0.0", actor="m1")))) == ()
    assert misfits(book, replace(state, agenda=(replace(attack, actor="nobody"),))) != ()


FAULTS = {
    "board.tiles.0.face": ("in_play", "should be a or b."),
    "board.tiles.0.tile": ("99", "is no map tile of this set."),
    "board.tiles": (
        [
            {"tile": "14", "face": "a", "cell": cell, "turns": 0, "terrain": None} | more
            for cell, more in (([0, 0], {}), ([0, 50], {"tile": "09", "face": "b"}))
        ],
        "breaks board_too_wide: Map tiles would lie more than 40 tiles apart.",
    ),
    "board.tiles.0.turns": (4, "from 0 to 3"),
    "board.doors.9,9": ("=", "should be a border"),
    "explorers.exp-01.space": ([999, 999], "breaks unit_off_board: Ada would stand where no map tile lies."),
    "explorers.exp-01.id": ("exp-02", "should be exp-01"),
    "explorers.nobody": ({"id": "nobody", "health": 1, "stamina": 1, "essence": 1}, "is no explorer of this set."),
    "marks.here": ("lit", "should be a space"),
    "decks.weapons.held.w101": ("nobody", "is no explorer of this set."),
    "decks.weapons.draw.0": ("mon-103", "is no card of the weapons."),
    "current.encounters": ("enc-01", "should be a card that lies on the destroyed encounters"),
    "settings.turn_order": ("sideways", "is no value of this house rule."),
    "settings.gravity": ("off", "is not known here."),
    "chapters.0": ("no such chapter", "is no chapter of this set."),
    "round": ("first", "input should be a valid integer."),
    "phase": ("night", "input should be 'explorer', 'spawn', 'horror' or 'monster'."),
    "lasting.0.what": ("gravity", "is nothing that a card can modify."),
    "lasting.0.n": (100, "at most 99."),
    "lasting.0.sets": (True, "is no number which a card can set."),
    "picked.0.what": ("sight_most", "is no number that a card can set."),
    "picked.0.among.0": ("gone 2", "should be a card of this set and a number"),
    "agenda.0": ({"type": "nothing"}, "is of no known type."),
    "agenda.0.explorer": ({"type": "exploration", "id": 1, "cell": [0, 0]}, "is needed."),
}


def put(root: Any, path: str, value: Any) -> None:
    *way, last = path.split(".")
    for part in way:
        root = root[int(part)] if isinstance(root, list) else root[part]
    if isinstance(root, list) and int(last) == len(root):
        root.append(value)
    else:
        root[int(last) if isinstance(root, list) else last] = value


@pytest.mark.parametrize("field", FAULTS)
@pytest.mark.parametrize("wrapped", [False, True])
def test_over_http_the_field_and_what_is_expected_are_told(
    client: TestClient, caplog: pytest.LogCaptureFixture, field: str, wrapped: bool
) -> None:
    value, expected = FAULTS[field]
    given = written(read_position(builtin(), POSITION))
    put(given, "agenda.0" if field.startswith("agenda") else field, value)
    with caplog.at_level(logging.INFO):
        for path, more in (("moves", {}), ("check", {"move": {"type": "FinishTurn", "explorer": "exp-01"}})):
            body = {"position": {"state": given, "revision": 4} if wrapped else given, **more}
            answer = client.post(f"/api/rules/{path}", json=body)
            assert answer.status_code == 422, answer.text
            reasons = {reason["facts"]["field"]: reason["message"] for reason in answer.json()["reasons"]}
            name = f"position.state.{field}" if wrapped else f"position.{field}"
            assert name in reasons, reasons
            assert expected in reasons[name]
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("position", [None, 7, [], True])
def test_a_position_that_is_none_is_told_by_the_name_of_its_field(client: TestClient, position: Any) -> None:
    answer = client.post("/api/rules/moves", json={"position": position})
    assert answer.status_code == 422
    facts = [reason["facts"] for reason in answer.json()["reasons"]]
    assert facts == [{"field": "position", "fault": "should be an object or a text"}]


@pytest.mark.parametrize("text", ["", "\n \n", "# only a thought\n", "\ufeff"])
def test_a_text_that_says_nothing_is_no_position(client: TestClient, text: str) -> None:
    answer = client.post("/api/rules/moves", json={"position": text})
    assert answer.status_code == 422
    assert "nothing is there" in answer.json()["reasons"][0]["message"]


@pytest.mark.parametrize(
    ("move", "field"),
    [
        ({"type": "Walk", "explorer": "exp-01", "to": [10**7, 1]}, "move.to.0"),
        ({"type": "Walk", "explorer": "exp-01", "to": [1, 1], "path": [[1, 1]] * 201}, "move.path"),
        ({"type": "Walk", "explorer": "exp-01", "to": [1, 1], "path": [[1, 1], [1, 10**7]]}, "move.path.1.1"),
        ({"type": "Walk", "explorer": "e" * 600, "to": [1, 1]}, "move.explorer"),
        ({**ruling(5), "reason": "r" * 501}, "move.reason"),
        (ruling(10**9), "move.changes.0.value"),
    ],
)
def test_what_is_too_large_in_a_move_is_told_by_its_path(table: Table, move: dict[str, Any], field: str) -> None:
    facts = [reason["facts"]["field"] for reason in table.play(move).json()["reasons"]]
    assert facts == [field]


def test_names_keep_their_capitals_in_refusals(client: TestClient) -> None:
    for field in ("length", "variation"):
        message = client.post("/api/tables", json={field: "zz"}).json()["reasons"][0]["message"]
        assert message == f"{field.capitalize()}: there is no {field} 'zz' of Ruins Among the Void."
