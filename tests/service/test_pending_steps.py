"""EX-2, and every other step that waits: whatever the agenda holds when a server goes is there when it is back.

The rule cases come to every kind of step and to every stage of it. Each is reached by a move of the service, so that it
is stored as it is at any table; then nothing of the service is left but the file of the database.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from app.rules import Legal, State, decide, violations
from app.rules.agenda import Ask, Step
from app.rules.listing import Listing
from app.rules.moves import Move, RollDie
from app.service import Door, Seat
from tests.service.laid import House
from tests.support import casebook
from tests.support.casemoves import move_in
from tests.support.players import Scripted, Seeded

pytestmark = pytest.mark.anyio

Kind = tuple[str, str]
"""A type of step and what it is about: its stage, its question, what may be done with its cards."""


def kind_of(step: Step) -> Kind:
    names = ("question", "stage", "put", "kind", "pool", "rest")
    about = next((getattr(step, name) for name in names if isinstance(getattr(step, name, None), str)), "")
    return type(step).__name__, about


@dataclass
class Reached:
    """How a table comes to steps of some kinds: the state before the move, the move and what its chance tells."""

    case: str
    before: State
    move: Move
    dice: tuple[int, ...]
    shuffles: tuple[tuple[str, ...], ...]
    kinds: set[Kind] = field(default_factory=set)


@cache
def ways() -> tuple[Reached, ...]:
    """For every kind of step a move after which it waits for something; as few as come first among the cases."""
    found: dict[Kind, Reached] = {}
    for case in casebook.cases():
        table = casebook.open_table(case)
        for said in (*case.before, *((case.move,) if case.move and not case.unknown else ())):
            by, text = table.by(said)
            before, move = table.state, move_in(casebook.book(), table.state, text)
            dice, shuffles = tuple(table.chance.dice), tuple(map(tuple, table.chance.shuffles))
            verdict = decide(casebook.book(), before, move, by, table.chance)
            if not isinstance(verdict, Legal):
                continue
            table.state = verdict.state
            new = {kind_of(step) for step in verdict.state.agenda} - found.keys()
            if new and not verdict.state.outcome:
                way = Reached(case.id, before, move, dice, shuffles, new)
                found.update(dict.fromkeys(new, way))
    return tuple({way.case + str(way.kinds): way for way in found.values()}.values())


@dataclass
class Left:
    """A table that waits: what its seat saw before the server went."""

    way: Reached
    door: Door
    seat: Seat
    state: State
    listing: Listing


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        yield house


async def left_waiting(house: House, way: Reached) -> Left:
    """A table at which the move of `way` was made."""
    door, seat = await house.laid(way.before)
    house.chance = Scripted(way.dice, way.shuffles)
    await house.service.play(door, seat, way.move)
    state = await house.state(door)
    assert way.kinds <= {kind_of(step) for step in state.agenda}, way.case
    _, listing = await house.service.moves(door, seat)
    return Left(way, door, seat, state, listing)


def test_the_cases_come_to_every_kind_of_step() -> None:
    reached = {name for way in ways() for name, _ in way.kinds}
    assert reached == {kind.__name__ for kind in get_args(Step)}
    assert len({about for way in ways() for name, about in way.kinds if name == Ask.__name__}) > 50


async def test_whatever_waits_is_there_after_a_restart_and_goes_on(house: House) -> None:
    left = [await left_waiting(house, way) for way in ways()]
    house.database.close()
    service = house.start()
    house.chance = Seeded(1)
    for table in left:
        name = f"{table.way.case}: {table.way.kinds}"
        opened = await service._tables.open(table.door.table)
        assert opened.fault is None, name
        assert opened.state == table.state, name
        assert opened.state.agenda == table.state.agenda, name
        _, listing = await service.moves(table.door, table.seat)
        assert listing == table.listing, name
        move = next(move for move in listing.moves if not isinstance(move, RollDie))
        await service.play(table.door, table.seat, move)
        assert opened.state != table.state, name
        assert violations(casebook.book(), opened.state) == (), name
