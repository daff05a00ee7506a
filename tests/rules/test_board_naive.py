"""The geometry against a second, naive computation: every tile face, rotation, terrain face and edge."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from app.rules.board import Board, Face, Layout, PlacedTerrain, PlacedTile, layout, reach
from app.rules.geometry import SIDES, Space
from app.rules.terrain import legal_placements
from tests.support import naive
from tests.support.maps import builtin_faces, naive_grid, naive_table, naive_terrains, naive_tiles

STEPS = 6
TILES, TERRAINS = naive_tiles(), naive_terrains()
CARDS = sorted({key[:-1] for key in TERRAINS})


def placed(key: str, turns: int, terrain: PlacedTerrain | None = None) -> PlacedTile:
    return PlacedTile(key[:2], key[2:], (0, 0), turns, terrain)


@cache
def every_legal_terrain() -> tuple[PlacedTile, ...]:
    return tuple(_every_legal_terrain())


def _every_legal_terrain() -> Iterator[PlacedTile]:
    for key in TILES:
        for turns in range(4):
            for terrain_key, (fields, _) in TERRAINS.items():
                for edge in SIDES:
                    hidden = naive.hidden(naive_grid(key, turns), fields["end"], edge)
                    if not any(char in "*S" for _, char in hidden):
                        face: Face = "a" if terrain_key[3] == "a" else "b"
                        yield placed(key, turns, PlacedTerrain(terrain_key[:3], face, edge))


def assert_same(board: Board, starts: int, steps: int = STEPS) -> None:
    """Spaces, adjacency under both settings, and the spaces within 1 to `steps` steps agree."""
    layed, table = layout(builtin_faces(), board), naive_table(board)
    assert dict(layed.spaces) == {space: table.what(space) for space in table.spaces()}
    standable = {space for space in table.spaces() if table.standable(space)}
    assert standable == {space for space in layed.spaces if not layed.is_obstacle(space)}
    for any_wall in (False, True):
        neighbours = table.neighbours(any_wall)
        for space, expected in neighbours.items():
            found = layed.neighbours(space, any_wall)
            assert len(found) == len(set(found))
            assert set(found) == expected, (space, any_wall)
        for start in islice(sorted(standable), 0, None, max(1, len(standable) // starts)):
            assert_same_reach(layed, start, neighbours, standable, any_wall, steps)


def assert_same_reach(
    layed: Layout,
    start: Space,
    neighbours: dict[Space, set[Space]],
    standable: set[Space],
    any_wall: bool,
    steps: int,
) -> None:
    costs = reach(layed, start, steps, corner=any_wall)
    for k, within in enumerate(naive.rings(neighbours, standable, start, steps)):
        assert {space for space, cost in costs.items() if cost <= k} == within
        assert reach(layed, start, k, corner=any_wall).keys() == within


@pytest.mark.parametrize("key", TILES)
def test_legal_placements_of_every_terrain_in_every_rotation(key: str) -> None:
    """TR-2, TR-3: which of the eight placements are legal, and what forbids the others."""
    for turns in range(4):
        tile, grid = placed(key, turns), naive_grid(key, turns)
        for card in CARDS:
            expected = {}
            for face in "ab":
                for edge in SIDES:
                    hidden = naive.hidden(grid, TERRAINS[card + face][0]["end"], edge)
                    if not any(char in "*S" for _, char in hidden):
                        expected[face, edge] = True
            legal = legal_placements(builtin_faces(), tile, card)
            assert [(p.face, p.edge) for p in legal] == list(expected)


def test_the_number_of_legal_placements() -> None:
    """Counted by the naive way; a figure to notice a change of the built-in maps by."""
    count = len(every_legal_terrain())
    ours = sum(
        len(legal_placements(builtin_faces(), placed(key, turns), card))
        for key in TILES
        for turns in range(4)
        for card in CARDS
    )
    assert (count, ours) == (8256, 8256)


@pytest.mark.parametrize("turns", range(4))
def test_every_tile_face_in_every_rotation(turns: int) -> None:
    for key in TILES:
        assert_same(Board((placed(key, turns),)), starts=4)


@pytest.mark.parametrize("part", range(4))
def test_tiles_with_terrain(part: int) -> None:
    """Every 23rd legal placement: the step meets all tile faces, rotations, terrain faces and edges."""
    chosen = every_legal_terrain()[::23]
    assert {tile.tile + tile.face for tile in chosen} == {key for key in TILES if key[:2] != "16"}
    assert {tile.turns for tile in chosen} == {0, 1, 2, 3}
    terrains = [tile.terrain for tile in chosen if tile.terrain]
    assert {t.card + t.face for t in terrains} == set(TERRAINS)
    assert {t.edge for t in terrains} == set(SIDES)
    for tile in chosen[part::4]:
        assert_same(Board((tile,)), starts=3)


CELLS = [(0, 0), (1, 0), (0, 1), (1, 1)]


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("missing", [None, 0, 1, 2, 3])
def test_four_tiles_joined(number: int, missing: int | None) -> None:
    """Joins, terrain on the joined edges, changed doors, the point where four meet, a missing tile."""
    keys = sorted(TILES)
    tiles = []
    for at, (cx, cy) in enumerate(CELLS):
        key = keys[(7 * number + 11 * at + 3) % len(keys)]
        terrain = None
        if (number + at) % 2 and not key.startswith("E"):
            terrain = PlacedTerrain(CARDS[(3 * number + at) % 16], "a" if at % 2 else "b", SIDES[number % 4])
        tiles.append(PlacedTile(key[:2], key[2:], (cx - 1, cy - 1), (number + at) % 4, terrain))
    board = Board(tuple(tile for at, tile in enumerate(tiles) if at != missing))
    assert_same(board, starts=4, steps=8)
    borders = [border for border, _ in layout(builtin_faces(), board).door_borders()]
    changed = dict(zip(borders, "/ /= " * 9, strict=False))
    across = {(0, y, "v"): "=/"[y % 2] for y in range(-4, 4, 3)}
    doors = {f"{x},{y},{kind}": state for (x, y, kind), state in (changed | across).items()}
    assert_same(Board(board.tiles, doors), starts=4, steps=8)
