"""Rooms that no way leads out of are told: before a unit is moved into one, on their sheets, below the drawing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.packs import builtin
from app.rules import State
from app.rules.agenda import Ask
from app.rules.board import layout
from app.rules.geometry import Space
from app.rules.position import read_position
from app.rules.rooms import rooms_without_a_way
from app.rules.state import key_of
from app.web.board_rooms import NO_WAY_OUT
from app.web.board_words import board_words
from app.web.pages_questions import question
from tests.web.board_scene import ADA, look
from tests.web.table_scene import table_at

BOOK = builtin()
QUIET_CELLS = """
chapter: rav-01
round: 3, explorer phase
ratings: spawn 9, horror 9
tiles:
  08b at 0,0
explorers:
  Ada at {at} of 0,0
"""


def asked(where: str, at: str = "e4") -> State:
    """Ada is asked where to: any free space of the tile."""
    state = read_position(BOOK, QUIET_CELLS.format(at=at))
    lay = layout(BOOK.faces, state.board)
    stands = state.explorers[ADA].space
    free = tuple(key_of(s) for s in sorted(lay.spaces) if not lay.is_obstacle(s) and s != stands)
    return replace(state, agenda=(Ask(900, "k", where, ADA, free, (ADA,), "BG-11"),))


def shut(state: State) -> frozenset[Space]:
    found = rooms_without_a_way(layout(BOOK.faces, state.board))
    assert found
    return found


@pytest.mark.parametrize("where", ["teleport_to", "move_to"])
def test_before_somebody_is_moved_there_it_is_said_on_each_way_to_choose_it(where: str) -> None:
    state = asked(where)
    found = question(table_at(BOOK, state))
    assert found is not None
    groups = {group.title: len(group.options) for group in found.groups}
    assert groups.pop(NO_WAY_OUT.removesuffix(".")) == len(shut(state))
    assert next(iter(groups)).startswith("Places in a list")
    for space in layout(BOOK.faces, state.board).spaces:
        sheet = look(state, at=space).sheet()
        answer = next((item for item in sheet.first if item.key == "answer"), None)
        if answer is not None:
            assert (answer.action.vain == NO_WAY_OUT) == (space in shut(state)), space


def test_who_is_in_there_is_not_warned_of_it() -> None:
    """It moves about in its room, or out of it."""
    state = asked("teleport_to", "a7")
    found = question(table_at(BOOK, state))
    assert found is not None
    assert [group.title for group in found.groups if "No way" in group.title] == []


def test_other_questions_about_places_say_nothing_of_it() -> None:
    found = question(table_at(BOOK, asked("spawn_where")))
    assert found is not None
    assert [group.title for group in found.groups if "No way" in group.title] == []


def test_the_sheets_of_its_spaces_and_the_tile_in_words_say_so() -> None:
    state = read_position(BOOK, QUIET_CELLS.format(at="e4"))
    for space in layout(BOOK.faces, state.board).spaces:
        assert (NO_WAY_OUT in look(state, at=space).sheet().facts) == (space in shut(state)), space
    told = [line for tile in board_words(BOOK, state, ADA) for line in tile.lines if "No way" in line]
    assert told == ["No way leads out of a7, b7 and b8."]
