"""The board case by case: joins, doors, corners, edges, scrolling, walks."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from app.rules.board import (
    Board,
    Layout,
    PlacedTerrain,
    PlacedTile,
    Spread,
    Ways,
    border_at,
    border_key,
    cell_of,
    closed_edges,
    doors_lost,
    edge_spaces,
    joining,
    layout,
    lying,
    open_edge_spaces,
    path,
    reach,
    scrolled_away,
    unexplored_edges,
    within,
    without,
)
from app.rules.geometry import (
    NOTHING,
    SIDES,
    Border,
    Side,
    Space,
    beyond,
    border_between,
    opposite,
    turned_side,
)
from tests.support.maps import builtin_faces, drawn, faces_of

PLAIN = faces_of(drawn())


def plain(*cells: Space) -> Board:
    return Board(tuple(PlacedTile("1", "a", cell, 0) for cell in cells))


def laid_out(
    borders: Mapping[Border, str] | None = None,
    spaces: Mapping[Space, str] | None = None,
    doors: Mapping[str, str] | None = None,
) -> Layout:
    """One tile in cell (0, 0)."""
    board = Board((PlacedTile("1", "a", (0, 0), 0),), doors or {})
    return layout(faces_of(drawn(borders, spaces)), board)


# ---------------------------------------------------------------- spaces and borders


def test_an_empty_board_has_an_empty_layout() -> None:
    empty = layout(PLAIN, Board())
    assert not empty.spaces
    assert empty.features("S") == empty.neighbours((0, 0)) == ()
    assert empty.door_borders() == ()
    assert reach(empty, (0, 0), 5) == {}
    assert unexplored_edges(Board()) == ()


def test_the_same_board_gives_the_same_layout_object() -> None:
    doors = {"1,1,h": "=", "2,2,v": "/"}
    first = layout(PLAIN, Board(plain((0, 0)).tiles, doors))
    assert layout(PLAIN, Board(plain((0, 0)).tiles, dict(reversed(doors.items())))) is first
    assert layout(PLAIN, plain((0, 0))) is not first
    assert layout(faces_of(drawn()), Board(plain((0, 0)).tiles, doors)) is not first


def test_spaces_lie_where_their_tile_lies() -> None:
    spaces = layout(faces_of(drawn(spaces={(2, 0): "C"})), Board((PlacedTile("1", "a", (-1, 2), 1),))).spaces
    assert len(spaces) == 100
    assert (min(spaces), max(spaces)) == ((-10, 20), (-1, 29))
    assert [space for space, char in spaces.items() if char == "C"] == [(-1, 22)]


def test_cells_and_places_within_reach_west_and_north_of_nought() -> None:
    assert [cell_of(s) for s in ((0, 0), (9, 10), (-1, -10), (-11, 5))] == [(0, 0), (0, 1), (-1, -1), (-2, 0)]
    assert within((-1, -10)) == (9, 0)


def test_an_unknown_face_is_a_key_error() -> None:
    for tile in (PlacedTile("2", "a", (0, 0), 0), PlacedTile("1", "b", (0, 0), 0)):
        with pytest.raises(KeyError):
            layout(PLAIN, Board((tile,)))
    with pytest.raises(KeyError):
        layout(PLAIN, Board((PlacedTile("1", "a", (0, 0), 0, PlacedTerrain("T", "a", "N")),)))


def test_a_one_sided_tile_has_one_face_whatever_it_is_called() -> None:
    drawings = {lying(builtin_faces(), PlacedTile("E1", face, (0, 0), 0)) for face in ("", "a", "b")}
    assert drawings == {builtin_faces().tiles["E1"]}


def test_features_come_row_by_row() -> None:
    there = laid_out(spaces={(5, 1): "S", (9, 0): "S", (0, 5): "S", (1, 1): "C"})
    assert there.features("S") == ((9, 0), (5, 1), (0, 5))
    assert there.features("C") == ((1, 1),)
    assert there.features("W") == ()


def test_tile_of_tells_the_tile_or_none() -> None:
    board = plain((0, 0), (1, 0))
    there = layout(PLAIN, board)
    assert there.tile_of((10, 3)) == board.tiles[1]
    assert there.tile_of((10, 13)) is None
    assert board.at((1, 0)) is board.tiles[1]
    assert board.at((1, 1)) is None
    assert board.tiles[1].holds((10, 3))
    assert not board.tiles[1].holds((9, 3))


@pytest.mark.parametrize("char", "CWREL*B#")
def test_action_spaces_and_rubble_are_obstacles(char: str) -> None:
    assert laid_out(spaces={(4, 4): char}).is_obstacle((4, 4))


@pytest.mark.parametrize("char", ".^S")
def test_floor_traps_and_spawn_spaces_are_none(char: str) -> None:
    assert not laid_out(spaces={(4, 4): char}).is_obstacle((4, 4))


def test_a_destroyed_spawn_space_is_an_obstacle() -> None:
    there = laid_out(spaces={(4, 4): "S"})
    assert there.is_obstacle((4, 4), {(4, 4)})
    assert not there.is_obstacle((4, 4), {(4, 5)})
    assert there.is_obstacle((99, 99))


# ---------------------------------------------------------------- between two tiles: BG-8


@pytest.mark.parametrize(
    ("west_tile", "east_tile", "together"),
    [
        (" ", " ", " "),
        (" ", "/", "/"),
        ("/", " ", "/"),
        (" ", "=", "="),
        ("=", "/", "="),
        (" ", "#", "#"),
        ("#", " ", "#"),
        ("#", "=", "#"),
        ("/", "#", "#"),
        ("#", "#", "#"),
    ],
)
def test_the_borders_of_both_tiles_count(west_tile: str, east_tile: str, together: str) -> None:
    faces = faces_of(drawn({(10, 4, "v"): west_tile}), drawn({(0, 4, "v"): east_tile}))
    there = layout(faces, Board((PlacedTile("1", "a", (0, 0), 0), PlacedTile("2", "a", (1, 0), 0))))
    assert there.side((9, 4), "E") == there.side((10, 4), "W") == there.border((10, 4, "v")) == together
    assert there.own_side((9, 4), "E") == west_tile
    assert there.own_side((10, 4), "W") == east_tile
    assert there.adjacent((9, 4), (10, 4)) == (together in " /")


def test_beyond_the_tiles_is_nothing_whatever_the_tile_prints() -> None:
    there = laid_out({(10, 4, "v"): "#"})
    for y in (3, 4):
        assert there.side((9, y), "E") == there.border((10, y, "v")) == NOTHING
    assert (there.own_side((9, 4), "E"), there.own_side((9, 3), "E")) == ("#", " ")
    assert there.border((0, 3, "v")) == there.border((50, 50, "h")) == NOTHING


def test_a_space_off_the_board_is_a_key_error() -> None:
    for ask in (laid_out().side, laid_out().own_side):
        with pytest.raises(KeyError):
            ask((10, 0), "W")


# ---------------------------------------------------------------- doors that are not as printed


@pytest.mark.parametrize(
    ("printed", "now", "passable"),
    [("=", "/", True), ("=", " ", True), ("/", "=", False), ("/", " ", True), (" ", "=", False)],
)
def test_a_door_that_is_opened_closed_destroyed_or_placed(printed: str, now: str, passable: bool) -> None:
    border = border_between((3, 3), (3, 4))
    there = laid_out({border: printed}, doors={border_key(border): now})
    assert there.side((3, 3), "S") == there.side((3, 4), "N") == now
    assert there.adjacent((3, 3), (3, 4)) == passable
    assert ((3, 4) in reach(there, (3, 3), 1)) == passable


def test_a_changed_door_between_tiles_does_not_break_the_wall_of_the_other() -> None:
    faces = faces_of(drawn({(10, 4, "v"): "="}), drawn({(0, 4, "v"): "#"}))
    tiles = (PlacedTile("1", "a", (0, 0), 0), PlacedTile("2", "a", (1, 0), 0))
    there = layout(faces, Board(tiles, {"10,4,v": "/"}))
    assert (there.own_side((9, 4), "E"), there.side((9, 4), "E")) == ("/", "#")
    assert not there.adjacent((9, 4), (10, 4))


def test_all_doors_are_listed() -> None:
    there = laid_out({(3, 4, "h"): "=", (7, 2, "v"): "/", (0, 0, "h"): "=", (5, 5, "h"): "/"}, doors={"5,5,h": " "})
    assert there.door_borders() == (((7, 2, "v"), "/"), ((3, 4, "h"), "="))


def test_border_keys_are_read_back() -> None:
    for border in ((3, 4, "h"), (-13, 0, "v")):
        assert border_at(border_key(border)) == border
    for wrong in ("1,2", "1,2,x", "a,2,h", ""):
        with pytest.raises(ValueError):
            border_at(wrong)


def test_doors_leave_with_their_tile_unless_its_neighbour_prints_them() -> None:
    """EN-6: a tile that comes back comes back clean."""
    west = drawn({(10, 4, "v"): "=", (10, 5, "v"): "/", (5, 5, "h"): "="})
    east = drawn({(0, 6, "v"): "=", (3, 3, "h"): "="})
    tiles = (PlacedTile("1", "a", (0, 0), 0), PlacedTile("2", "a", (1, 0), 0))
    of_the_west = {"10,4,v": "/", "10,5,v": "=", "5,5,h": " ", "2,2,h": "="}
    of_the_east = {"10,6,v": "/", "13,3,h": "/"}
    placed_between = {"10,8,v": "="}
    faces = faces_of(west, east)
    board = Board(tiles, of_the_west | of_the_east | placed_between)
    assert doors_lost(faces, board, (tiles[1],)) == ("10,6,v", "10,8,v", "13,3,h")
    assert without(faces, board, (tiles[1],)) == Board(tiles[:1], of_the_west)
    assert without(faces, board, (tiles[0],)) == Board(tiles[1:], of_the_east)
    assert without(faces, board, tiles) == Board()
    assert without(faces, board, ()) == board


# ---------------------------------------------------------------- adjacency: BG-2

CENTRE = (4, 4)
N, E, S, W = (4, 4, "h"), (5, 4, "v"), (4, 5, "h"), (4, 4, "v")


def test_neighbours_go_round_clockwise_from_north() -> None:
    assert laid_out().neighbours(CENTRE) == (
        (4, 3),
        (5, 3),
        (5, 4),
        (5, 5),
        (4, 5),
        (3, 5),
        (3, 4),
        (3, 3),
    )
    assert laid_out().neighbours((0, 0)) == ((1, 0), (1, 1), (0, 1))
    assert laid_out().neighbours((10, 0)) == ()
    assert not laid_out().adjacent(CENTRE, CENTRE)
    assert not laid_out().adjacent(CENTRE, (6, 4))


@pytest.mark.parametrize("closed", "#=")
@pytest.mark.parametrize(
    ("borders", "both_ways_closed"),
    [
        ([], False),
        ([N], False),
        ([(5, 3, "v")], False),
        ([N, (5, 3, "v")], False),
        ([N, E], True),
        ([N, (5, 4, "h")], True),
        ([E, (5, 4, "h")], False),
        ([E, (5, 3, "v")], True),
        ([(5, 4, "h"), (5, 3, "v")], True),
        ([N, (5, 4, "h"), E, (5, 3, "v")], True),
    ],
)
def test_a_diagonal_is_open_unless_both_ways_round_are_closed(
    borders: list[Border], both_ways_closed: bool, closed: str
) -> None:
    """From e5 to f4: north and then east over `N` and f4's west side, or east and then north."""
    north_then_east, east_then_north = {N, (5, 3, "v")}, {E, (5, 4, "h")}
    assert both_ways_closed == bool(north_then_east & set(borders) and east_then_north & set(borders))
    there = laid_out(dict.fromkeys(borders, closed))
    assert there.adjacent(CENTRE, (5, 3)) == there.adjacent((5, 3), CENTRE) == (not both_ways_closed)
    assert there.adjacent(CENTRE, (5, 3), corner_any_wall=True) == (not borders)


def test_open_doors_and_obstacles_do_not_close_a_diagonal() -> None:
    there = laid_out(dict.fromkeys([N, E], "/"), {(4, 3): "#", (5, 4): "C", (5, 3): "*"})
    assert there.adjacent(CENTRE, (5, 3))
    assert there.adjacent(CENTRE, (5, 3), corner_any_wall=True)


MEET = [(0, 0), (1, 0), (0, 1), (1, 1)]
AROUND_THE_POINT = [(9, 9), (10, 9), (9, 10), (10, 10)]


def test_where_four_tiles_meet_every_way_is_open() -> None:
    there = layout(PLAIN, plain(*MEET))
    for space in AROUND_THE_POINT:
        assert set(there.neighbours(space, True)) > set(AROUND_THE_POINT) - {space}


@pytest.mark.parametrize("any_wall", [False, True])
def test_a_missing_tile_is_no_way_round(any_wall: bool) -> None:
    """Reading in BG-2: with one of the four missing the other way decides; with `any_wall` it is closed."""
    there = layout(PLAIN, plain((0, 0), (1, 0), (1, 1)))
    assert there.adjacent((9, 9), (10, 10), any_wall) == (not any_wall)
    walled = faces_of(drawn(), drawn({(0, 10, "h"): "#"}))
    tiles = [
        PlacedTile("1", "a", (0, 0), 0),
        PlacedTile("2", "a", (1, 0), 0),
        PlacedTile("1", "a", (1, 1), 0),
    ]
    assert not layout(walled, Board(tuple(tiles))).adjacent((9, 9), (10, 10), any_wall)


def test_tiles_that_meet_only_in_a_point_are_apart() -> None:
    """IP-21: no step across the gap."""
    for cells in ([(0, 0), (1, 1)], [(1, 0), (0, 1)], [(0, 0), (2, 0)]):
        there = layout(PLAIN, plain(*cells))
        left, top = cells[0][0] * 10, cells[0][1] * 10
        assert len(reach(there, (left, top), None)) == 100


def test_the_end_of_a_row_is_not_next_to_the_start_of_the_next() -> None:
    there = layout(PLAIN, plain((0, 0), (1, 0)))
    assert set(there.neighbours((19, 4))) == {(19, 3), (18, 3), (18, 4), (18, 5), (19, 5)}
    assert set(there.neighbours((0, 4))) == {(0, 3), (1, 3), (1, 4), (1, 5), (0, 5)}


# ---------------------------------------------------------------- edges and joining: EX-1, EX-5, EN-3


def test_unexplored_edges_are_those_without_a_tile() -> None:
    assert unexplored_edges(plain((0, 0))) == tuple(((0, 0), side) for side in SIDES)
    assert unexplored_edges(plain((0, 0), (1, 0), (1, 1))) == (
        ((0, 0), "N"),
        ((0, 0), "S"),
        ((0, 0), "W"),
        ((1, 0), "N"),
        ((1, 0), "E"),
        ((1, 1), "E"),
        ((1, 1), "S"),
        ((1, 1), "W"),
    )


def test_an_edge_has_ten_spaces() -> None:
    assert edge_spaces((-1, 1), "N") == tuple((x, 10) for x in range(-10, 0))
    assert edge_spaces((-1, 1), "S") == tuple((x, 19) for x in range(-10, 0))
    assert edge_spaces((-1, 1), "W") == tuple((-10, y) for y in range(10, 20))
    assert edge_spaces((-1, 1), "E") == tuple((-1, y) for y in range(10, 20))


def test_exploring_needs_a_space_with_a_step_out() -> None:
    """EX-1: a wall or a closed door is none; the space must be one to stand on."""
    there = laid_out(
        {(x, 0, "h"): char for x, char in enumerate("##=/  ")},
        {(4, 0): "C", (6, 0): "#", (7, 0): "S", (8, 0): "S", (9, 0): "^"},
    )
    assert open_edge_spaces(there, (0, 0), "N") == ((3, 0), (5, 0), (7, 0), (8, 0), (9, 0))
    assert open_edge_spaces(there, (0, 0), "N", frozenset({(7, 0)})) == ((3, 0), (5, 0), (8, 0), (9, 0))
    assert open_edge_spaces(there, (0, 0), "S") == edge_spaces((0, 0), "S")


def test_a_door_on_the_edge_that_was_opened_is_a_step_out() -> None:
    closed = {(x, 0, "h"): "=" for x in range(10)}
    assert open_edge_spaces(laid_out(closed), (0, 0), "N") == ()
    assert open_edge_spaces(laid_out(closed, doors={"3,0,h": "/", "5,0,h": " "}), (0, 0), "N") == (
        (3, 0),
        (5, 0),
    )


def test_what_lies_beyond_the_edge_does_not_matter() -> None:
    walled = drawn({(x, 10, "h"): "#" for x in range(10)})
    there = layout(
        faces_of(drawn(), walled), Board((PlacedTile("1", "a", (0, 0), 0), PlacedTile("2", "a", (0, -1), 0)))
    )
    assert open_edge_spaces(there, (0, 0), "N") == edge_spaces((0, 0), "N")


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("symbol", SIDES)
def test_the_symbol_goes_against_the_explored_edge(side: Side, symbol: Side) -> None:
    """EX-1: so the rotation is forced."""
    faces = faces_of(drawn(), symbols=symbol)
    new = joining(faces, plain((2, -1)), (2, -1), side, "1", "a")
    assert new.cell == beyond((2, -1), side)
    assert turned_side(symbol, new.turns) == opposite(side)
    assert (new.tile, new.face, new.terrain) == ("1", "a", None)


def test_every_builtin_face_joins_with_its_symbol_to_the_edge() -> None:
    faces, start = builtin_faces(), PlacedTile("01", "a", (0, 0), 0)
    for key, symbol in faces.symbols.items():
        new = joining(faces, Board((start,)), (0, 0), "E", key[:2], key[2:])
        ways_out = [faces.tiles[key].side(x, y, symbol) for x, y in edge_spaces((0, 0), symbol)]
        layed = layout(faces, Board((start, new)))
        inward = [layed.own_side(space, "W") for space in edge_spaces((1, 0), "W")]
        assert sorted(inward) == sorted(ways_out)


def test_an_explored_edge_cannot_be_joined() -> None:
    board = plain((0, 0), (1, 0))
    with pytest.raises(ValueError, match="not an unexplored edge"):
        joining(PLAIN, board, (0, 0), "E", "1", "a")
    with pytest.raises(ValueError, match="not an unexplored edge"):
        joining(PLAIN, board, (5, 5), "E", "1", "a")
    with pytest.raises(KeyError):
        joining(PLAIN, board, (0, 0), "N", "2", "a")


def test_a_new_tile_can_close_several_edges_at_once() -> None:
    """EN-3: each with the tile it belongs to, whether or not the new tile is counted among the tiles."""
    ring = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)]
    new = PlacedTile("1", "a", (1, 1), 0)
    expected = (((1, 0), "S"), ((0, 1), "E"), ((2, 1), "W"), ((1, 2), "N"))
    board = plain(*ring)
    assert closed_edges(board, new) == closed_edges(Board((*board.tiles, new)), new) == expected
    assert closed_edges(plain((0, 0), (1, 1)), PlacedTile("1", "a", (1, 0), 0)) == (
        ((0, 0), "E"),
        ((1, 1), "N"),
    )
    assert closed_edges(plain((5, 5)), new) == ()


# ---------------------------------------------------------------- scrolling: EX-4


@pytest.mark.parametrize(
    ("side", "new", "gone"),
    [
        ("N", (0, -1), {(0, 1), (1, 1)}),
        ("E", (2, 0), {(0, 0), (0, 1)}),
        ("S", (0, 2), {(0, 0), (1, 0)}),
        ("W", (-1, 0), {(1, 0), (1, 1)}),
    ],
)
def test_the_far_row_or_column_goes(side: Side, new: Space, gone: set[Space]) -> None:
    board = plain((0, 0), (1, 0), (0, 1), (1, 1))
    tile = PlacedTile("1", "a", new, 0)
    assert {t.cell for t in scrolled_away(board, tile, 2, 2)} == gone
    assert {t.cell for t in scrolled_away(Board((*board.tiles, tile)), tile, 2, 2)} == gone
    assert scrolled_away(board, tile, None, None) == scrolled_away(board, tile, 3, 3) == ()
    across = side in ("E", "W")
    assert scrolled_away(board, tile, None, 2) == (() if across else scrolled_away(board, tile, 2, 2))
    assert scrolled_away(board, tile, 2, None) == (scrolled_away(board, tile, 2, 2) if across else ())


def test_a_join_within_the_limit_scrolls_nothing() -> None:
    assert scrolled_away(plain((0, 0), (1, 0), (0, 1)), PlacedTile("1", "a", (1, 1), 0), 2, 2) == ()
    assert scrolled_away(plain((0, 0)), PlacedTile("1", "a", (0, 1), 0), 2, 2) == ()


def test_scrolling_can_take_the_middle_of_a_line_apart() -> None:
    """IP-21: rows and columns go whole, whatever holds the rest together."""
    board = plain((0, 0), (0, 1), (1, 1), (2, 1), (2, 0))
    gone = scrolled_away(board, PlacedTile("1", "a", (0, 2), 0), 3, 2)
    assert [t.cell for t in gone] == [(0, 0), (2, 0)]


def test_a_limit_that_was_lowered_takes_the_farthest_first() -> None:
    line = plain(*((x, 0) for x in range(5)))

    def new(x: int) -> PlacedTile:
        return PlacedTile("1", "a", (x, 1), 0)

    assert [t.cell[0] for t in scrolled_away(line, new(0), 2, 2)] == [2, 3, 4]
    assert [t.cell[0] for t in scrolled_away(line, new(4), 2, 2)] == [0, 1, 2]
    assert [t.cell[0] for t in scrolled_away(line, new(2), 3, 2)] == [0, 4]
    assert [t.cell[0] for t in scrolled_away(line, new(2), 2, 2)] == [0, 3, 4]
    assert [t.cell[0] for t in scrolled_away(line, new(1), 3, 2)] == [3, 4]


# ---------------------------------------------------------------- walks

ROOM = {(x, 3, "h"): "#" for x in range(10)}
"""A wall across the tile, south of row 3."""


def test_walking_costs_a_step_a_space_in_eight_directions() -> None:
    costs = reach(laid_out(), (4, 4), 3)
    assert costs == {(x, y): max(abs(x - 4), abs(y - 4)) for x in range(1, 8) for y in range(1, 8)}


def test_walls_close_and_doors_open_the_way() -> None:
    assert max(y for _, y in reach(laid_out(ROOM), (4, 0), None)) == 2
    for door, through in (("=", False), ("/", True)):
        assert ((4, 3) in reach(laid_out(ROOM | {(4, 3, "h"): door}), (4, 0), None)) == through


def test_the_budget_is_spent_in_whole_steps() -> None:
    for cost, budget, steps in ((1, 0, 0), (1, 2, 2), (2, 5, 2), (3, 2, 0), (2, None, 9)):
        costs = reach(laid_out(), (0, 0), budget, cost)
        assert max(costs.values()) == steps * cost
        assert costs[0, 0] == 0
    assert set(reach(laid_out(), (0, 0), 0, 0).values()) == {0}
    assert len(reach(laid_out(), (0, 0), 0, 0)) == 100
    assert reach(laid_out(), (0, 0), -1) == {(0, 0): 0}


LANE = {(x, y, "h"): "#" for x in range(10) for y in (4, 5)}
"""Row 5 walled in on both sides."""


def test_units_in_the_way() -> None:
    """BG-2: own kind is passed and not stopped on, the other kind stops."""
    lane = laid_out(LANE)
    assert reach(lane, (0, 4), 4, no_stop={(2, 4)}) == {(0, 4): 0, (1, 4): 1, (3, 4): 3, (4, 4): 4}
    assert reach(lane, (0, 4), 4, blocked={(2, 4)}) == {(0, 4): 0, (1, 4): 1}
    assert reach(lane, (0, 4), 4, no_stop={(2, 4)}, blocked={(2, 4)}) == {(0, 4): 0, (1, 4): 1}
    assert path(lane, (0, 4), (3, 4), no_stop={(2, 4)}) == ((1, 4), (2, 4), (3, 4))
    assert path(lane, (0, 4), (2, 4), no_stop={(2, 4)}) is None
    assert path(lane, (0, 4), (3, 4), blocked={(2, 4)}) is None
    assert path(lane, (0, 4), (2, 4), blocked={(2, 4)}) is None


def test_obstacles_and_destroyed_spawn_spaces_stop_a_walk() -> None:
    for char, passes in ((".", True), ("^", True), ("S", True), ("C", False), ("#", False), ("*", False)):
        lane = laid_out(LANE, {(2, 4): char})
        assert ((3, 4) in reach(lane, (0, 4), 9)) == passes
        assert (path(lane, (0, 4), (3, 4)) is not None) == passes
        assert (path(lane, (0, 4), (2, 4)) is not None) == passes
    lane = laid_out(LANE, {(2, 4): "S"})
    assert reach(lane, (0, 4), 9, destroyed={(2, 4)}) == {(0, 4): 0, (1, 4): 1}
    assert path(lane, (0, 4), (2, 4), destroyed={(2, 4)}) is None
    assert path(lane, (0, 4), (3, 4), destroyed={(2, 4)}) is None


def test_a_unit_walks_off_a_space_that_it_could_not_enter() -> None:
    lane = laid_out(LANE, {(2, 4): "S"})
    costs = reach(lane, (2, 4), 1, blocked={(2, 4)}, no_stop={(2, 4)}, destroyed={(2, 4)})
    assert costs == {(1, 4): 1, (2, 4): 0, (3, 4): 1}
    assert path(lane, (2, 4), (4, 4), destroyed={(2, 4)}) == ((3, 4), (4, 4))


def test_units_named_off_the_board_do_not_matter() -> None:
    away = {(50, 50), (-1, 4), (10, 4)}
    assert reach(laid_out(), (4, 4), 2, blocked=away, no_stop=away, destroyed=away) == reach(laid_out(), (4, 4), 2)


def test_a_walk_from_off_the_board_leads_nowhere() -> None:
    assert reach(laid_out(), (10, 0), 3) == {}
    assert path(laid_out(), (10, 0), (9, 0)) is None
    assert path(laid_out(), (9, 0), (10, 0)) is None
    assert path(laid_out(), (9, 0), (9, 0)) == ()


def test_a_step_can_cost_more_in_places() -> None:
    """The steps on the eastern tile cost one more."""
    there = layout(PLAIN, plain((0, 0), (1, 0)))

    def dear(a: Space, b: Space) -> int:
        return 2 if b[0] >= 10 else 1

    costs = reach(there, (8, 4), 3, dear)
    assert (costs[9, 4], costs[10, 4], costs[7, 4], costs[5, 4]) == (1, 3, 1, 3)
    assert (11, 4) not in costs
    assert reach(there, (8, 4), 3, dear, no_stop={(9, 4)}) == {s: c for s, c in costs.items() if s != (9, 4)}
    assert reach(there, (8, 4), 4, lambda a, b: 1) == reach(there, (8, 4), 4)


def test_the_cheapest_way_is_taken_though_it_is_longer() -> None:
    there = laid_out()

    def swamp(a: Space, b: Space) -> int:
        return 20 if b[0] == 2 and b[1] < 9 else 1

    way = path(there, (0, 0), (4, 0), swamp)
    assert way is not None
    assert (2, 9) in way
    assert len(way) == reach(there, (0, 0), None, swamp)[4, 0] == 18


def test_of_ways_as_cheap_the_one_with_fewest_steps_is_taken() -> None:
    def slanting_is_dear(a: Space, b: Space) -> int:
        return 2 if a[0] != b[0] and a[1] != b[1] else 1

    assert path(laid_out(), (4, 4), (5, 5), slanting_is_dear) == ((5, 5),)
    assert path(laid_out(), (4, 4), (6, 4), lambda a, b: 0) == ((5, 4), (6, 4))


def test_a_path_is_straight_where_it_can_be() -> None:
    assert path(laid_out(), (0, 4), (4, 4)) == ((1, 4), (2, 4), (3, 4), (4, 4))
    way = path(laid_out(), (0, 0), (4, 2))
    assert way is not None
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(((0, 0), *way), way, strict=False)]
    assert sorted(steps) == [(1, 0), (1, 0), (1, 1), (1, 1)]


def test_a_path_changes_tiles_as_seldom_as_it_can() -> None:
    """Both ways round the rubble are as long and as slanting; one of them leads over the other tile."""
    both = Board((PlacedTile("1", "a", (0, 0), 0), PlacedTile("2", "a", (1, 0), 0)))
    west = layout(faces_of(drawn(spaces={(9, 4): "#"}), drawn()), both)
    assert path(west, (9, 3), (9, 5)) == ((8, 4), (9, 5))
    east = layout(faces_of(drawn(), drawn(spaces={(0, 4): "#"})), both)
    assert path(east, (10, 3), (10, 5)) == ((11, 4), (10, 5))


def test_a_path_is_the_same_every_time_and_as_cheap_as_reach_says() -> None:
    tiles = [
        PlacedTile("03", "b", (0, 0), 1),
        PlacedTile("11", "a", (1, 0), 2),
        PlacedTile("08", "b", (0, 1), 3),
    ]
    there = layout(builtin_faces(), Board(tuple(tiles)))
    again = layout(builtin_faces(), Board(tuple(reversed(tiles))))
    standable = [space for space in there.spaces if not there.is_obstacle(space)]
    for start in standable[::41]:
        costs = reach(there, start, None)
        ways = Ways(Spread(there, start))
        for goal in standable[::7]:
            way = path(there, start, goal)
            assert ways.to(goal) == way
            assert way == path(again, start, goal) == path(there, start, goal, lambda a, b: 1)
            assert (way is None) == (goal not in costs)
            if way:
                assert len(way) == costs[goal]
                assert way[-1] == goal
                assert all(there.adjacent(a, b) for a, b in zip((start, *way), way, strict=False))
