"""Whatever the rules let happen can be taken back: a move of every kind, and what the ledger says so of by name.

The rule cases have no undo of their own, for the rules have none: the service goes back in the log. So each case is
played at a table of a service here, from the state that it comes to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from app.rules import Legal, State, decide
from app.rules.moves import Move, RollDie
from app.service import Refused
from tests.service.laid import House
from tests.support import casebook
from tests.support.casebook import Case
from tests.support.casemoves import move_in
from tests.support.players import Scripted

pytestmark = pytest.mark.anyio


@dataclass
class Made:
    """A move of a case that is accepted: the state it is made in, and what its chance tells."""

    case: str
    before: State
    move: Move
    dice: tuple[int, ...]
    shuffles: tuple[tuple[str, ...], ...]


def moves_of(case: Case) -> Iterator[Made]:
    """The moves of a case that change anything, one after another, as long as they are accepted."""
    table = casebook.open_table(case)
    for said in (*case.before, *((case.move,) if case.move and not case.unknown else ())):
        by, text = table.by(said)
        move = move_in(casebook.book(), table.state, text)
        made = Made(case.id, table.state, move, tuple(table.chance.dice), tuple(map(tuple, table.chance.shuffles)))
        verdict = decide(casebook.book(), table.state, move, by, table.chance)
        if not isinstance(verdict, Legal):
            return
        if verdict.state != table.state:
            yield made
        table.state = verdict.state


@cache
def of_each_kind() -> dict[str, Made]:
    """A move of every type that there is: the first of them among the cases that one seat plays."""
    found: dict[str, Made] = {}
    for case in casebook.cases():
        for made in moves_of(case) if not case.seats else ():
            found.setdefault(type(made.move).__name__, made)
        if len(found) == len(get_args(Move)) - 1:
            break
    return found


def last(id: str) -> Made:
    """The last move of the case of that name."""
    return list(moves_of(next(case for case in casebook.cases() if case.id == id)))[-1]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        yield house


async def taken_back(house: House, made: Made) -> tuple[State, State]:
    """The move is made, taken back, and brought again; the states before and after it."""
    door, seat = await house.laid(made.before)
    house.chance = Scripted(made.dice, made.shuffles)
    await house.service.play(door, seat, made.move)
    after = await house.state(door)
    assert after != made.before, made.case
    await house.service.undo(door, seat)
    assert await house.state(door) == made.before, made.case
    await house.service.redo(door, seat)
    assert await house.state(door) == after, made.case
    return made.before, after


async def test_a_move_of_every_kind_is_taken_back(house: House) -> None:
    # A die in the open changes nothing but the log.
    assert set(of_each_kind()) == {kind.__name__ for kind in get_args(Move) if kind is not RollDie}
    for made in of_each_kind().values():
        await taken_back(house, made)


async def test_an_answer_of_the_group_is_taken_back(house: House) -> None:
    """AM-2: whoever entered it, the question waits again."""
    before, after = await taken_back(house, last("one-player-answers-for-all"))
    assert before.agenda != after.agenda


async def test_a_ruling_is_taken_back(house: House) -> None:
    """AM-1."""
    await taken_back(house, last("a-ruling-with-a-reason"))


async def test_a_terrain_is_taken_back(house: House) -> None:
    """TR-4: it lies for good, but undo is no effect."""
    before, after = await taken_back(house, last("other-spaces-may-be-covered"))
    assert [tile.terrain is None for tile in before.board.tiles] != [tile.terrain is None for tile in after.board.tiles]


@pytest.mark.parametrize("id", ["winning", "the-last-explorer-dies"])
async def test_after_the_end_nothing_moves_but_undo(house: House, id: str) -> None:
    """BG-7: moves after the end are refused, undo is still possible, and the evening goes on from there."""
    made = last(id)
    door, seat = await house.laid(made.before)
    house.chance = Scripted(made.dice, made.shuffles)
    await house.service.play(door, seat, made.move)
    assert (await house.state(door)).outcome
    with pytest.raises(Refused) as refused:
        await house.service.play(door, seat, made.move)
    assert [reason.code for reason in refused.value.reasons] == ["game_over"]
    await house.service.undo(door, seat)
    assert await house.state(door) == made.before
    house.chance = Scripted(made.dice, made.shuffles)
    await house.service.play(door, seat, made.move)
