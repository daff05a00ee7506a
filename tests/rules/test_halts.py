"""Where an environment would stop a walk nobody ends who could not stand there (IP-3)."""

from __future__ import annotations

import pytest

from app.rules.board import cell_of
from app.rules.position import PositionError, read_position
from app.rules.striding import is_hurdle
from app.rules.units import space_of_unit
from app.rules.ways import walkable, way
from tests.support.casebook import book

BOOK = book()
TEXT = """
round: 2, monster phase
tiles:
  {face} at 0,0
  90a at 0,1
explorers:
  Ada 6/0/2 at a10 of 0,1, finished
monsters:
  m1 mon-c-mole 2 at e2 of 0,1
"""
ENTERED = TEXT + "environments:\n  env-c-out at 0,0 {side}\n"


def onto_obstacles(text: str) -> int:
    """Of the ways of one that goes over everything, those on which it enters another map tile on an obstacle."""
    state, found = read_position(BOOK, text), 0
    start = space_of_unit(state, "m1")
    assert start is not None
    for to in walkable(BOOK, state, "m1", None):
        steps = way(BOOK, state, "m1", to) or ()
        found += any(
            cell_of(a) != cell_of(b) and is_hurdle(BOOK, state, b) for a, b in zip((start, *steps), steps, strict=False)
        )
    return found


@pytest.mark.parametrize("face", ["a", "b"])
def test_no_tile_is_entered_on_an_obstacle_whose_environment_stops_the_walk(face: str) -> None:
    """With every map tile; a walk that was stopped on one left a monster standing on it."""
    tried = seen = 0
    for tile in sorted(BOOK.tiles):
        if not tile.endswith(face) or tile == "90a":
            continue
        for side in ("N", "E", "W"):
            try:
                stopped = onto_obstacles(ENTERED.format(face=tile, side=side))
            except PositionError:
                continue  # that edge has no way out, and no environment hangs there
            assert stopped == 0, (tile, side)
            seen += onto_obstacles(TEXT.format(face=tile))
            tried += 1
            break
    assert tried
    assert seen, "without an environment obstacles at the border are gone over"
