"""Rooms that no way leads out of, held against walks with every door open, on each tile face and beside another."""

from __future__ import annotations

import pytest

from app.packs import builtin
from app.rules.board import Board, PlacedTile, border_key, layout, open_edge_spaces, reach, unexplored_edges
from app.rules.geometry import OPEN_DOOR, Space
from app.rules.rooms import rooms_without_a_way

FACES = builtin().faces
ALL = sorted((key[:-1], key[-1]) for key in builtin().tiles if not key.startswith("E"))


def opened(board: Board) -> Board:
    """The same board with every door open."""
    doors = {border_key(border): OPEN_DOOR for border, _ in layout(FACES, board).door_borders()}
    return Board(board.tiles, doors)


def shut(board: Board) -> set[Space]:
    """By walks: whoever stands there comes to no edge that could be explored, nor to where most others stand."""
    ways = layout(FACES, opened(board))
    out = {space for cell, side in unexplored_edges(board) for space in open_edge_spaces(ways, cell, side)}
    stands = [space for space in ways.spaces if not ways.is_obstacle(space)]
    rooms = {space: frozenset(reach(ways, space, None)) | {space} for space in stands}
    largest = max(rooms.values(), key=len)
    return {space for space, room in rooms.items() if not room & out and room != largest}


@pytest.mark.parametrize(("tile", "face"), ALL)
def test_every_face_alone_and_beside_another(tile: str, face: str) -> None:
    alone = Board((PlacedTile(tile, face, (0, 0), 0),))
    assert rooms_without_a_way(layout(FACES, alone)) == shut(alone)
    other = next((t, f) for t, f in ALL if t != tile)
    joined = Board((*alone.tiles, PlacedTile(*other, (1, 0), 1)))
    assert rooms_without_a_way(layout(FACES, joined)) == shut(joined)


def test_some_tiles_have_such_rooms_and_most_have_none() -> None:
    found = {
        tile + face: len(rooms_without_a_way(layout(FACES, Board((PlacedTile(tile, face, (0, 0), 0),)))))
        for tile, face in ALL
    }
    assert found["08b"] == 3
    assert found["14a"] == 0
    assert 0 < sum(1 for n in found.values() if n) < len(found) / 2


def test_a_closed_door_is_a_way_and_a_destroyed_one_is_too() -> None:
    """What can be opened shuts nobody in (BG-1)."""
    board = Board((PlacedTile("02", "a", (0, 0), 0),))
    before = rooms_without_a_way(layout(FACES, board))
    assert before == rooms_without_a_way(layout(FACES, opened(board)))
    assert layout(FACES, board).door_borders()
