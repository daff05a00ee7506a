"""What must hold for any board: sameness from both ends, turning the table, agreement with the naive way."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.rules.board import (
    Board,
    Faces,
    Layout,
    PlacedTerrain,
    PlacedTile,
    Spread,
    Ways,
    border_at,
    border_key,
    cell_of,
    layout,
    lying,
    path,
    reach,
    unexplored_edges,
)
from app.rules.drawings import drawing_lines
from app.rules.geometry import Border, Space, border_sides, turned_side
from app.rules.sight import sees
from app.rules.terrain import placements
from tests.support import naive
from tests.support.drawings import boards
from tests.support.maps import naive_doors

Scene = tuple[Faces, Board]


def turned_space(space: Space) -> Space:
    """A space, or a cell, after the whole table was turned clockwise about the point (0, 0)."""
    return -1 - space[1], space[0]


def turned_border(border: Border) -> Border:
    one, other = (turned_space(space) for space, _ in border_sides(border))
    x, y = max(one, other)
    return x, y, "v" if one[1] == other[1] else "h"


def turned_board(board: Board) -> Board:
    tiles = []
    for tile in board.tiles:
        terrain = tile.terrain
        if terrain is not None:
            terrain = type(terrain)(terrain.card, terrain.face, turned_side(terrain.edge, 1))
        tiles.append(PlacedTile(tile.tile, tile.face, turned_space(tile.cell), (tile.turns + 1) % 4, terrain))
    doors = {border_key(turned_border(border_at(key))): state for key, state in board.doors.items()}
    return Board(tuple(tiles), doors)


def table_of(faces: Faces, board: Board) -> naive.Table:
    """The same board for the naive way, by way of the text of the drawings."""
    grids = {tile.cell: naive.grid_of(drawing_lines(lying(faces, tile)), 21) for tile in board.tiles}
    return naive.Table(grids, naive_doors(board))


def some_space(data: st.DataObject, there: Layout) -> Space:
    return data.draw(st.sampled_from(sorted(there.spaces)))


@given(boards())
@settings(max_examples=60, deadline=None)
def test_adjacency_is_the_naive_one_and_goes_both_ways(scene: Scene) -> None:
    there, table = layout(*scene), table_of(*scene)
    for any_wall in (False, True):
        neighbours = table.neighbours(any_wall)
        assert {space: set(there.neighbours(space, any_wall)) for space in there.spaces} == neighbours
        assert all(a in neighbours[b] for a in neighbours for b in neighbours[a])
    strict, lenient = (there.steps(any_wall) for any_wall in (True, False))
    assert all(a & ~b == 0 for a, b in zip(strict.open, lenient.open, strict=True))


@given(boards(), st.data())
@settings(max_examples=60, deadline=None)
def test_sight_is_the_naive_one_and_goes_both_ways(scene: Scene, data: st.DataObject) -> None:
    there, table = layout(*scene), table_of(*scene)
    for _ in range(25):
        a, b = some_space(data, there), some_space(data, there)
        for blocked in (False, True):
            expected = naive.sees(table, a, b, blocked)
            assert sees(there, a, b, blocked) == sees(there, b, a, blocked) == expected
        assert sees(there, a, b, False) or not sees(there, a, b, True)


@given(boards(), st.data())
@settings(max_examples=60, deadline=None)
def test_turning_the_whole_table_changes_nothing(scene: Scene, data: st.DataObject) -> None:
    faces, board = scene
    here, there = layout(faces, board), layout(faces, turned_board(board))
    assert {turned_space(space): char for space, char in here.spaces.items()} == dict(there.spaces)
    edges = {(turned_space(cell), turned_side(side, 1)) for cell, side in unexplored_edges(board)}
    assert edges == set(unexplored_edges(turned_board(board)))
    doors = {(turned_border(border), char) for border, char in here.door_borders()}
    assert doors == set(there.door_borders())
    for space in here.spaces:
        assert {turned_space(n) for n in here.neighbours(space)} == set(there.neighbours(turned_space(space)))
    a, b = some_space(data, here), some_space(data, here)
    for setting in (False, True):
        costs = reach(here, a, 6, corner=setting)
        assert {turned_space(s): c for s, c in costs.items()} == reach(there, turned_space(a), 6, corner=setting)
        assert sees(here, a, b, setting) == sees(there, turned_space(a), turned_space(b), setting)


@given(boards(), st.data())
@settings(max_examples=60, deadline=None)
def test_walks_agree_with_each_other_and_with_the_naive_way(scene: Scene, data: st.DataObject) -> None:
    there, table = layout(*scene), table_of(*scene)
    start, corner = some_space(data, there), data.draw(st.booleans())
    units = st.sets(st.sampled_from(sorted(there.spaces)), max_size=12)
    blocked, no_stop = data.draw(units), data.draw(units)
    destroyed = {space for space in there.features("S") if data.draw(st.booleans())}
    args = (blocked, no_stop, destroyed, corner)
    costs = reach(there, start, 7, 1, *args)
    assert costs == reach(there, start, 7, lambda a, b: 1, *args)
    assert {s: 3 * c for s, c in costs.items()} == reach(there, start, 23, 3, *args)
    enterable = {s for s in table.spaces() if table.standable(s)} - blocked - destroyed
    within = naive.rings(table.neighbours(corner), enterable, start, 7)
    first = {s: min(k for k, ring in enumerate(within) if s in ring) for s in within[-1]}
    assert costs == {s: k for s, k in first.items() if s not in no_stop or s == start}
    for goal in (some_space(data, there), *sorted(costs)[-2:]):
        way = path(there, start, goal, 1, *args)
        if way is not None and len(way) <= 7:
            assert len(way) == costs[goal]
        else:
            assert goal not in costs
        assert way == path(there, start, goal, lambda a, b: 1, *args)


@given(boards(), st.data())
@settings(max_examples=40, deadline=None)
def test_spaces_that_cannot_be_entered_from_another_tile(scene: Scene, data: st.DataObject) -> None:
    there = layout(*scene)
    start, corner = some_space(data, there), data.draw(st.booleans())
    no_stop = data.draw(st.sets(st.sampled_from(sorted(there.spaces)), max_size=30))
    halting = data.draw(st.sets(st.sampled_from(sorted(no_stop)))) if no_stop else set()
    ways = Ways(Spread(there, start, (), (), corner, halting), no_stop)
    far = 10**6  # dearer than any walk

    def cost(a: Space, b: Space) -> int:
        return far if b in halting and cell_of(a) != cell_of(b) else 1

    args = (cost, (), no_stop, (), corner)
    costs = {space: n for space, n in reach(there, start, None, *args).items() if n < far and space != start}
    assert ways.costs(None) == costs
    assert ways.costs(3) == {space: n for space, n in costs.items() if n <= 3}
    for goal in (some_space(data, there), *sorted(costs)[-3:]):
        if goal != start:
            assert ways.steps_to(goal) == costs.get(goal)
            assert ways.to(goal) == (path(there, start, goal, *args) if goal in costs else None)


@given(boards())
@settings(max_examples=30, deadline=None)
def test_placements_tell_the_whole_difference_of_the_layout(scene: Scene) -> None:
    faces, board = scene
    bare = PlacedTile(board.tiles[0].tile, "a", board.tiles[0].cell, board.tiles[0].turns)
    faces = Faces(faces.tiles, {**faces.terrains, "Tb": faces.terrains["Ta"]}, faces.symbols, {"Ta": "R", "Tb": "L"})
    before = layout(faces, Board((bare,)))
    for p in placements(faces, bare, "T", board):
        laid = PlacedTile(bare.tile, "a", bare.cell, bare.turns, PlacedTerrain("T", p.face, p.edge))
        after = layout(faces, Board((laid,)))
        spaces = dict(before.spaces)
        spaces.update({space: "." for space, _ in p.goes.spaces})
        spaces.update(dict(p.comes.spaces))
        assert spaces == dict(after.spaces)
        assert all(before.spaces[space] == char for space, char in p.goes.spaces)
        assert {before.spaces[space] for space in p.covers} <= {"*", "S"}
        gone, came = dict(p.goes.borders), dict(p.comes.borders)
        for space in before.spaces:
            for side in ("N", "E", "S", "W"):
                border = [b for b in (*gone, *came) if (space, side) in border_sides(b)]
                was, now = before.own_side(space, side), after.own_side(space, side)
                assert bool(border) == (was != now)
                if border:
                    assert gone.get(border[0], " ") == was
                    assert came.get(border[0], " ") == now
