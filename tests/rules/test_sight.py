"""Sight case by case (BG-3), and against the naive computation with fractions."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from app.rules.board import Board, Layout, PlacedTerrain, PlacedTile, layout
from app.rules.geometry import Border, Space
from app.rules.sight import Blocker, blocker, seen, sees
from tests.support import naive
from tests.support.maps import builtin_faces, drawn, faces_of, naive_table


def one_tile(
    borders: Mapping[Border, str] | None = None,
    spaces: Mapping[Space, str] | None = None,
    doors: Mapping[str, str] | None = None,
) -> Layout:
    board = Board((PlacedTile("1", "a", (0, 0), 0),), doors or {})
    return layout(faces_of(drawn(borders, spaces)), board)


def sight(there: Layout, a: Space, b: Space, corner_blocked: bool = False) -> bool:
    """Sight is mutual."""
    there_and_back = {sees(there, a, b, corner_blocked), sees(there, b, a, corner_blocked)}
    assert len(there_and_back) == 1
    return there_and_back.pop()


def test_open_floor_is_seen_all_over() -> None:
    there = one_tile()
    for blocked in (False, True):
        assert all(sight(there, (3, 2), space, blocked) for space in there.spaces)
        assert len(seen(there, (3, 2), there.spaces, blocked)) == 100


@pytest.mark.parametrize(("border", "clear"), [("#", False), ("=", False), ("/", True), (" ", True)])
@pytest.mark.parametrize("target", [(6, 4), (9, 5), (9, 3), (8, 6)])
def test_walls_and_closed_doors_block_open_doors_do_not(border: str, clear: bool, target: Space) -> None:
    """A line from e5 eastward over the border between the columns e and f."""
    there = one_tile({(5, y, "v"): border for y in range(10)})
    assert sight(there, (4, 4), target) == clear


def test_a_door_that_was_opened_lets_sight_through() -> None:
    there = one_tile({(5, 4, "v"): "="}, doors={"5,4,v": "/"})
    assert sight(there, (4, 4), (6, 4))


@pytest.mark.parametrize("char", "CWREL*B^S")
def test_action_spaces_do_not_block(char: str) -> None:
    assert sight(one_tile(spaces={(5, 4): char}), (4, 4), (6, 4))


def test_rubble_blocks_what_lies_behind_it() -> None:
    there = one_tile(spaces={(5, 4): "#"})
    assert not sight(there, (4, 4), (6, 4))
    assert not sight(there, (3, 3), (7, 5))
    assert sight(there, (4, 3), (6, 3))
    assert sight(there, (4, 4), (5, 4))  # up to the rubble itself


def test_the_space_itself_and_its_neighbours() -> None:
    there = one_tile({(5, 4, "v"): "#"}, {(4, 4): "#"})
    assert sight(there, (4, 4), (4, 4))
    assert sight(there, (4, 4), (4, 5))
    assert not sight(there, (4, 4), (5, 4))


# ---------------------------------------------------------------- exactly through a corner point

A, B = (3, 5), (6, 2)
"""The line from d6 to g3 runs through the point where e5, f5, e4 and f4 meet."""
NORTH, SOUTH, EAST, WEST = (5, 3, "v"), (5, 4, "v"), (5, 4, "h"), (4, 4, "h")
"""The four borders that end in that point, by where they lie from it."""


@pytest.mark.parametrize("wall", "#=")
@pytest.mark.parametrize(
    ("walls", "clear"),
    [
        ([NORTH], True),
        ([SOUTH], True),
        ([EAST], True),
        ([WEST], True),
        ([NORTH, SOUTH], False),
        ([EAST, WEST], False),
        ([NORTH, EAST], False),
        ([SOUTH, WEST], False),
        ([NORTH, WEST], True),
        ([SOUTH, EAST], True),
        ([NORTH, EAST, SOUTH, WEST], False),
        ([NORTH, WEST, SOUTH], False),
    ],
)
def test_walls_that_meet_in_the_point(walls: list[Border], clear: bool, wall: str) -> None:
    """The free end of a wall is grazed; a straight wall or a bend across the line stops it.

    A bend that lies wholly on one side of the line is only touched with its outside.
    """
    there = one_tile(dict.fromkeys(walls, wall))
    assert sight(there, A, B) == clear
    assert not sight(there, A, B, corner_blocked=True)


def test_open_doors_in_the_point_do_not_count() -> None:
    there = one_tile(dict.fromkeys([NORTH, EAST, SOUTH, WEST], "/"))
    assert sight(there, A, B)
    assert sight(there, A, B, corner_blocked=True)


def test_rubble_beside_the_point() -> None:
    both = one_tile(spaces={(4, 3): "#", (5, 4): "#"})
    one = one_tile(spaces={(4, 3): "#"})
    for there in (both, one):
        assert sight(there, A, B)
        assert not sight(there, A, B, corner_blocked=True)
    assert not sight(one_tile(spaces={(4, 4): "#"}), A, B)
    assert sight(one_tile({NORTH: "#"}, {(5, 4): "#"}), A, B)


def test_action_spaces_beside_the_point_do_not_count() -> None:
    assert sight(one_tile(spaces={(4, 3): "C", (5, 4): "*"}), A, B, corner_blocked=True)


def test_a_line_that_misses_the_point_is_not_stopped_there() -> None:
    """From d6 to f3 and to g4 the line passes the point on one side."""
    there = one_tile({NORTH: "#"})
    assert sight(there, (3, 5), (6, 4), corner_blocked=True)
    assert not sight(there, (3, 5), (6, 1))


# ---------------------------------------------------------------- over the edges of tiles

PLAIN = faces_of(drawn())


def test_sight_goes_over_a_join() -> None:
    walled = faces_of(drawn(), drawn({(0, 4, "v"): "#"}))
    there = layout(walled, Board((PlacedTile("1", "a", (0, 0), 0), PlacedTile("2", "a", (1, 0), 0))))
    assert sight(there, (2, 3), (17, 3))
    assert not sight(there, (2, 4), (17, 4))


@pytest.mark.parametrize("corner_blocked", [False, True])
def test_ground_without_a_tile_is_not_seen_across(corner_blocked: bool) -> None:
    cells = [(0, 0), (1, 0), (1, 1)]
    there = layout(PLAIN, Board(tuple(PlacedTile("1", "a", cell, 0) for cell in cells)))
    assert not sight(there, (2, 9), (10, 12), corner_blocked)
    assert sight(there, (9, 2), (12, 9), corner_blocked)
    gap = layout(PLAIN, Board(tuple(PlacedTile("1", "a", cell, 0) for cell in [(0, 0), (2, 0)])))
    assert not sight(gap, (9, 4), (20, 4), corner_blocked)


def test_the_corner_of_ground_without_a_tile() -> None:
    """The line through the point where four tiles would meet: one way round is enough, unless corners block."""

    def across(*cells: Space) -> tuple[bool, bool]:
        there = layout(PLAIN, Board(tuple(PlacedTile("1", "a", cell, 0) for cell in cells)))
        return sight(there, (7, 7), (12, 12)), sight(there, (7, 7), (12, 12), corner_blocked=True)

    assert across((0, 0), (1, 0), (0, 1), (1, 1)) == (True, True)
    assert across((0, 0), (1, 0), (1, 1)) == (True, False)
    assert across((0, 0), (0, 1), (1, 1)) == (True, False)
    assert across((0, 0), (1, 1)) == (False, False)


def test_off_the_board() -> None:
    there = one_tile()
    assert not sees(there, (4, 4), (14, 4))
    assert not sees(there, (8, 8), (11, 11))
    with pytest.raises(KeyError):
        sees(there, (14, 4), (4, 4))


# ---------------------------------------------------------------- what it is that blocks


@pytest.mark.parametrize(
    ("there", "target", "found"),
    [
        (one_tile(), (9, 4), None),
        (one_tile({(7, 4, "v"): "#"}), (9, 4), Blocker("wall", (6, 4), (7, 4))),
        (one_tile({(7, 4, "v"): "="}), (9, 4), Blocker("closed door", (6, 4), (7, 4))),
        (one_tile(spaces={(7, 4): "#"}), (9, 4), Blocker("rubble", (6, 4), (7, 4))),
        (one_tile(), (12, 4), Blocker("empty ground", (9, 4), (10, 4))),
        (one_tile({(6, 5, "v"): "#", (6, 6, "v"): "#"}), (8, 8), Blocker("corner", (5, 5), (6, 6))),
        (one_tile(spaces={(5, 4): "#", (7, 4): "#"}), (9, 4), Blocker("rubble", (4, 4), (5, 4))),
    ],
)
def test_the_first_thing_in_the_way_is_named(there: Layout, target: Space, found: Blocker | None) -> None:
    assert blocker(there, (4, 4), target) == found


# ---------------------------------------------------------------- against fractions

TILES = (
    PlacedTile("01", "a", (-1, -1), 0),
    PlacedTile("14", "b", (0, -1), 1, PlacedTerrain("T10", "b", "W")),
    PlacedTile("09", "b", (-1, 0), 2, PlacedTerrain("T03", "b", "N")),
    PlacedTile("15", "a", (0, 0), 3),
)


@pytest.mark.parametrize("corner_blocked", [False, True])
@pytest.mark.parametrize("missing", [None, 0, 2])
def test_the_same_sight_as_with_fractions(missing: int | None, corner_blocked: bool) -> None:
    board = Board(tuple(tile for at, tile in enumerate(TILES) if at != missing), {"0,4,v": "=", "3,3,h": "/"})
    there, table = layout(builtin_faces(), board), naive_table(board)
    clear = 0
    for a in table.spaces()[11::29]:
        for b in table.spaces():
            expected = naive.sees(table, a, b, corner_blocked)
            assert sight(there, a, b, corner_blocked) == expected, (a, b)
            clear += expected
    assert clear > 200
