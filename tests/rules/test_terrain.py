"""Terrain: the corner table, what it covers, what it overrides, what goes and comes (TR-1 to TR-6)."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.packs.verbs import VERBS
from app.rules import State
from app.rules.board import Board, Faces, PlacedTerrain, PlacedTile, layout, lying, reach
from app.rules.events import TileLeft
from app.rules.geometry import SIDES, Border, Drawing, Side, Space, turned
from app.rules.overlay import End
from app.rules.position import read_position
from app.rules.terrain import (
    Placement,
    Printed,
    corner_of,
    covered,
    forbidden_by,
    legal_placements,
    overlaid,
    placements,
    with_terrain,
)
from tests.support import naive
from tests.support.casebook import book
from tests.support.drawings import drawings
from tests.support.lying_still import terrains_disturbed
from tests.support.maps import builtin_faces, drawn, faces_of, text_of

ENDS: tuple[End, ...] = ("R", "L")
SHELL: dict[End, Drawing] = {
    "R": drawn({(x, 0, "h"): "#" for x in range(6)} | {(6, y, "v"): "#" for y in range(4)}, None, 6, 4),
    "L": drawn({(x, 0, "h"): "#" for x in range(6)} | {(0, y, "v"): "#" for y in range(4)}, None, 6, 4),
}
"""A terrain of floor with nothing but its printed wall."""


def tile(terrain: PlacedTerrain | None = None, cell: Space = (0, 0), turns: int = 0) -> PlacedTile:
    return PlacedTile("1", "a", cell, turns, terrain)


def outer_walls(drawing: Drawing) -> set[Border]:
    return {
        (x, y, kind)
        for (x, y, kind), char in drawing.borders()
        if char == "#" and ((kind == "h" and y in (0, 10)) or (kind == "v" and x in (0, 10)))
    }


# ---------------------------------------------------------------- where it lies: TR-2


@pytest.mark.parametrize(
    ("end", "edge", "top_left", "size"),
    [
        ("R", "N", (4, 0), (6, 4)),
        ("R", "E", (6, 4), (4, 6)),
        ("R", "S", (0, 6), (6, 4)),
        ("R", "W", (0, 0), (4, 6)),
        ("L", "N", (0, 0), (6, 4)),
        ("L", "E", (6, 0), (4, 6)),
        ("L", "S", (4, 6), (6, 4)),
        ("L", "W", (0, 4), (4, 6)),
    ],
)
def test_it_lies_in_a_corner(end: End, edge: Side, top_left: Space, size: Space) -> None:
    spaces = product(range(top_left[0], top_left[0] + size[0]), range(top_left[1], top_left[1] + size[1]))
    assert corner_of(end, edge) == top_left
    assert covered(end, edge) == set(spaces)
    assert naive.resting_place(end, edge) == (*top_left, *size)


@pytest.mark.parametrize("end", ENDS)
def test_the_placements_of_one_face_are_a_pinwheel(end: End) -> None:
    spaces = [space for edge in SIDES for space in covered(end, edge)]
    assert len(spaces) == len(set(spaces)) == 96
    middle = set(product(range(10), repeat=2)) - set(spaces)
    assert middle == {(4, 4), (5, 4), (4, 5), (5, 5)}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("edge", SIDES)
def test_both_printed_walls_point_outward(end: End, edge: Side) -> None:
    """The ten steps of printed wall lie on the tile's own edges, and nowhere else."""
    laid = overlaid(drawn(), SHELL[end], end, edge)
    walls = {border for border, char in laid.borders() if char == "#"}
    assert len(walls) == 10
    assert walls == outer_walls(laid)
    spaces = covered(end, edge)
    assert sum((x, y, "h") in walls for x, y in spaces) + sum((x, y + 1, "h") in walls for x, y in spaces) == (
        6 if edge in "NS" else 4
    )


# ---------------------------------------------------------------- what it overrides: TR-5


@given(drawings(), drawings(6, 4), st.sampled_from(ENDS), st.sampled_from(SIDES))
@settings(deadline=None)
def test_nothing_but_the_covered_spaces_and_their_borders_changes(
    below: Drawing, terrain: Drawing, end: End, edge: Side
) -> None:
    laid, spaces = overlaid(below, terrain, end, edge), covered(end, edge)
    left, top = corner_of(end, edge)
    lies = turned(terrain, SIDES.index(edge))
    for (x, y), char in laid.squares():
        inside = (x, y) in spaces
        assert char == (lies.spaces[y - top][x - left] if inside else below.spaces[y][x])
        for side in SIDES:
            if inside:
                assert laid.side(x, y, side) == lies.side(x - left, y - top, side)
            elif naive_neighbour((x, y), side) not in spaces:
                assert laid.side(x, y, side) == below.side(x, y, side)


def naive_neighbour(space: Space, side: Side) -> Space:
    dx, dy = naive.COMPASS[side]
    return space[0] + dx, space[1] + dy


def test_every_terrain_on_every_edge_of_every_tile_looks_as_if_pasted() -> None:
    """All 18,432 ways to lay a terrain face on a tile face in any rotation, legal or not."""
    faces = builtin_faces()
    tiles, terrains = naive.read(text_of("tiles.txt")), naive.read(text_of("terrains.txt"))
    count = 0
    for key, (_, grid) in tiles.items():
        for turns in range(4):
            below, lies = naive.clockwise(grid, turns), turned(faces.tiles[key], turns)
            for name, (fields, terrain) in terrains.items():
                for edge in SIDES:
                    expected = naive.pasted(below, terrain, fields["end"], edge)
                    found = overlaid(lies, faces.terrains[name], faces.ends[name], edge)
                    assert rows_of(found) == rows_of_grid(expected), (key, turns, name, edge)
                    count += 1
    assert count == 36 * 4 * 32 * 4


def rows_of(drawing: Drawing) -> tuple[list[str], list[str], list[str]]:
    return list(drawing.spaces), list(drawing.horizontal), list(drawing.vertical)


def rows_of_grid(grid: naive.Grid) -> tuple[list[str], list[str], list[str]]:
    lines = ["".join(row) for row in grid]
    return (
        [line[1::2] for line in lines[1::2]],
        [line[1::2].replace(naive.WALL, "#") for line in lines[::2]],
        [line[::2].replace(naive.WALL, "#") for line in lines[1::2]],
    )


def test_a_corridor_becomes_a_room_and_a_sealed_room_opens() -> None:
    sealed = {(x, 4, "h"): "#" for x in range(4, 10)} | {(4, y, "v"): "#" for y in range(4)}
    faces = faces_of(drawn(sealed), terrain=(SHELL["R"], "R"))
    assert len(reach(layout(faces, Board((tile(),))), (9, 0), None)) == 24
    laid = tile(PlacedTerrain("T", "a", "N"))
    assert len(reach(layout(faces, Board((laid,))), (9, 0), None)) == 100


def test_a_wall_that_runs_on_loses_only_the_shared_steps() -> None:
    """TR-5: walls that only touch the shared border, or run on beyond it, stay there."""
    across = {(x, 4, "h"): "#" for x in range(10)}
    touching = {(7, y, "v"): "#" for y in range(4, 10)} | {(4, y, "v"): "=" for y in range(10)}
    laid = overlaid(drawn(across | touching), SHELL["R"], "R", "N")
    assert [laid.side(x, 4, "N") for x in range(10)] == ["#"] * 4 + [" "] * 6
    assert [laid.side(7, y, "W") for y in range(10)] == [" "] * 4 + ["#"] * 6
    assert [laid.side(4, y, "W") for y in range(10)] == [" "] * 4 + ["="] * 6


def test_doors_and_passages_on_its_outer_sides_are_walled_up() -> None:
    doors = {(x, 0, "h"): "=/ "[x % 3] for x in range(10)} | {(10, y, "v"): "/" for y in range(10)}
    laid = overlaid(drawn(doors), SHELL["R"], "R", "N")
    assert [laid.side(x, 0, "N") for x in range(10)] == ["=", "/", " ", "="] + ["#"] * 6
    assert [laid.side(9, y, "E") for y in range(10)] == ["#"] * 4 + ["/"] * 6


def test_the_neighbours_own_wall_stays() -> None:
    """BG-8: a terrain rewrites its own tile only."""
    terrain = drawn({(x, 0, "h"): "#" for x in range(6)} | {(6, y, "v"): "#" for y in range(4)}, None, 6, 4)
    faces = faces_of(drawn(), drawn({(x, 10, "h"): "#" for x in range(10)}), terrain=(terrain, "R"))
    north = PlacedTile("2", "a", (0, -1), 0)
    for laid in (None, PlacedTerrain("T", "a", "S")):
        there = layout(faces, Board((tile(laid), north)))
        assert [there.side((x, 0), "N") for x in range(10)] == ["#"] * 10
        assert [there.own_side((x, 0), "N") for x in range(10)] == [" "] * 10


def test_a_covered_feature_counts_for_nothing() -> None:
    """TR-6: later rules see what lies on top."""
    terrain = overlaid_terrain({(0, 0): "C", (5, 3): "#"})
    faces = faces_of(drawn(spaces={(9, 0): "L", (4, 0): "W", (0, 0): "E"}), terrain=(terrain, "R"))
    there = layout(faces, Board((tile(PlacedTerrain("T", "a", "N")),)))
    assert [there.features(char) for char in "LWECS"] == [(), (), ((0, 0),), ((4, 0),), ()]
    assert there.features("#") == ((9, 3),)
    assert there.is_obstacle((9, 3))
    assert not there.is_obstacle((9, 0))


def overlaid_terrain(spaces: dict[Space, str], borders: dict[Border, str] | None = None) -> Drawing:
    wall = {(x, 0, "h"): "#" for x in range(6)} | {(6, y, "v"): "#" for y in range(4)}
    return drawn((borders or {}) | wall, spaces, 6, 4)


def test_the_edge_is_of_the_tile_as_it_lies() -> None:
    """The same tile turned, the same edge of the table: the terrain lies in the same place."""
    terrain = overlaid_terrain({(0, 0): "C"})
    faces = faces_of(drawn(spaces={(0, 0): "E"}), terrain=(terrain, "R"))
    for turns in range(4):
        there = layout(faces, Board((tile(PlacedTerrain("T", "a", "E"), (0, 0), turns),)))
        assert there.features("C") == ((9, 4),)
        corner = [(0, 0), (9, 0), (9, 9), (0, 9)][turns]
        assert there.features("E") == (() if corner in covered("R", "E") else (corner,))


# ---------------------------------------------------------------- placements: TR-1, TR-3


def test_all_eight_placements_come_in_a_fixed_order() -> None:
    found = placements(builtin_faces(), PlacedTile("09", "a", (2, -1), 3), "T05")
    assert [(p.face, p.edge) for p in found] == [(face, edge) for face in "ab" for edge in "NESW"]


def test_a_placement_names_the_spaces_that_forbid_it() -> None:
    spaces = {(9, 0): "S", (4, 0): "*", (0, 0): "*", (5, 5): "S", (4, 4): "*", (7, 1): "C"}
    terrains = {"Ta": SHELL["R"], "Tb": SHELL["L"]}
    faces = Faces({"1a": drawn(spaces=spaces)}, terrains, {"1a": "N"}, {"Ta": "R", "Tb": "L"})
    found = {(p.face, p.edge): p for p in placements(faces, tile(cell=(1, -1)), "T")}
    assert {key: p.covers for key, p in found.items()} == {
        ("a", "N"): ((14, -10), (19, -10)),
        ("a", "E"): (),
        ("a", "S"): (),
        ("a", "W"): ((10, -10),),
        ("b", "N"): ((10, -10), (14, -10)),
        ("b", "E"): ((19, -10),),
        ("b", "S"): (),
        ("b", "W"): (),
    }
    assert all(p.is_legal == (not p.covers) for p in found.values())
    legal = legal_placements(faces, tile(cell=(1, -1)), "T")
    assert legal == tuple(p for p in found.values() if p.is_legal)
    assert forbidden_by(faces, tile(), "T", "a", "W") == ((0, 0),)


def test_a_tile_that_no_terrain_fits() -> None:
    """TR-3: then the terrain is skipped."""
    for key in ("16a", "16b"):
        for card in range(1, 17):
            assert legal_placements(builtin_faces(), PlacedTile("16", key[2], (0, 0), 0), f"T{card:02}") == ()


def test_a_terrain_lies_for_good() -> None:
    laid = with_terrain(tile(), "T", "a", "N")
    faces = faces_of(drawn(), terrain=(SHELL["R"], "R"))
    for ask in (placements, legal_placements):
        with pytest.raises(ValueError, match="has a terrain already"):
            ask(faces, laid, "T")
    with pytest.raises(KeyError):
        placements(faces, tile(), "U")


def test_only_its_tile_or_a_ruling_takes_a_terrain_away() -> None:
    """TR-4: no move of the rule cases disturbs one (each is looked at as it is played); here is what would be seen."""
    lying_there = one_terrain("N")
    assert terrains_disturbed(lying_there, lying_there, ()) == []
    assert terrains_disturbed(lying_there, one_terrain("E"), ()) == [(0, 0)]
    assert terrains_disturbed(lying_there, one_terrain(None), ()) == [(0, 0)]
    assert terrains_disturbed(lying_there, one_terrain(None), (TileLeft((0, 0), "90", "destroyed", "EN-6"),)) == []
    assert terrains_disturbed(one_terrain(None), lying_there, ()) == []
    verbs = [name for name in VERBS if "terrain" in name]
    assert verbs == [], "a card may touch terrains: it needs its refusal and its log line (TR-4), and a rule case"


def one_terrain(edge: Side | None) -> State:
    return read_position(book(), f"tiles:\n  90a at 0,0{f', terrain T90a {edge}' if edge else ''}")


def test_what_goes_and_what_comes() -> None:
    """For the preview: walls, doors and features that vanish or appear; what is the same is neither."""
    borders = {
        (4, 4, "h"): "#",  # shared border: gone
        (5, 4, "h"): "=",  # shared border: the terrain prints a wall there
        (6, 2, "v"): "/",  # inside: gone
        (7, 2, "v"): "#",  # inside: printed again
        (4, 0, "h"): "#",  # its own edge: wall again
        (5, 0, "h"): "=",  # its own edge: a door is walled up
        (2, 2, "v"): "#",  # outside
    }
    spaces = {(6, 1): "^", (7, 1): "#", (8, 1): "B", (1, 1): "C"}
    printed = {(1, 4, "h"): "#", (3, 2, "v"): "#", (2, 1, "h"): "/"}
    terrain = overlaid_terrain({(2, 1): "L", (3, 1): "#", (0, 0): "E"}, printed)
    faces = faces_of(drawn(borders, spaces), terrain=(terrain, "R"))
    at = (10, 20)
    found = placed_on(of_face_a(faces, tile(cell=(1, 2))), "N")
    assert found.goes == Printed(
        borders=moved_borders(at, {(5, 0, "h"): "=", (4, 4, "h"): "#", (5, 4, "h"): "=", (6, 2, "v"): "/"}),
        spaces=moved_spaces(at, {(6, 1): "^", (8, 1): "B"}),
    )
    walls: dict[Border, str] = {(x, 0, "h"): "#" for x in range(5, 10)}
    walls |= {(6, 1, "h"): "/", (5, 4, "h"): "#"} | {(10, y, "v"): "#" for y in range(4)}
    assert found.comes == Printed(
        borders=moved_borders(at, walls),
        spaces=moved_spaces(at, {(4, 0): "E", (6, 1): "L"}),
    )


def of_face_a(faces: Faces, on: PlacedTile, board: Board | None = None) -> tuple[Placement, ...]:
    return placements(faces, on, "T", board)[:4]


def placed_on(found: tuple[Placement, ...], edge: Side) -> Placement:
    return next(p for p in found if p.edge == edge)


def moved_borders(at: Space, borders: dict[Border, str]) -> tuple[tuple[Border, str], ...]:
    moved = {(x + at[0], y + at[1], kind): char for (x, y, kind), char in borders.items()}
    return tuple(sorted(moved.items(), key=lambda item: (item[0][2], item[0][1], item[0][0])))


def moved_spaces(at: Space, spaces: dict[Space, str]) -> tuple[tuple[Space, str], ...]:
    return tuple(((x + at[0], y + at[1]), char) for (x, y), char in spaces.items())


@pytest.mark.parametrize("key", ["02a", "07a", "13b", "E3"])
def test_what_goes_and_comes_is_the_whole_difference(key: str) -> None:
    faces = builtin_faces()
    bare = PlacedTile(key[:2], key[2:], (-1, 3), 1)
    for card in ("T03", "T08", "T15"):
        for p in placements(faces, bare, card):
            before = lying(faces, bare)
            after = lying(faces, with_terrain(bare, card, p.face, p.edge))
            changed = {(b, c) for b, c in after.borders() if dict(before.borders())[b] != c}
            came = {((x - 10, y + 30, kind), c) for (x, y, kind), c in changed if c != " "}
            assert set(p.comes.borders) == came
            gone = {b for b, c in changed if dict(before.borders())[b] != " "}
            assert {b for b, _ in p.goes.borders} == {(x - 10, y + 30, kind) for x, y, kind in gone}
            there = dict(before.squares())
            assert set(p.goes.spaces) == {
                ((x - 10, y + 30), there[x, y]) for (x, y), c in after.squares() if there[x, y] not in (".", c)
            }


# ---------------------------------------------------------------- the join: the warning of TR-1


@pytest.mark.parametrize(
    ("gaps", "closes_north"),
    [
        (range(4, 10), ["N"]),
        (range(3, 10), []),
        (range(4), ["W"]),
        (range(5), []),
        ((3, 4), []),
        ((0, 9), []),
    ],
)
def test_a_wall_on_the_joined_edge_is_warned_of_if_it_closes_the_join(
    gaps: Collection[int], closes_north: list[Side]
) -> None:
    """Joined by its north edge: on N the long wall closes six steps of it, on W the short one four."""
    walls = {(x, 0, "h"): "#" for x in range(10) if x not in gaps}
    faces = faces_of(drawn(walls), drawn(), terrain=(SHELL["R"], "R"))
    new, north = tile(), PlacedTile("2", "a", (0, -1), 0)
    for board in (Board((new, north)), Board((north,)), None):
        found = of_face_a(faces, new, board)
        assert [p.edge for p in found if p.closes_join] == closes_north
        assert all(p.closed_joins == (("N",) if p.closes_join else ()) for p in found)


def test_the_short_wall_can_close_a_join_too() -> None:
    walls = {(10, y, "v"): "#" for y in range(4, 10)}
    faces = faces_of(drawn(walls), drawn(), terrain=(SHELL["R"], "R"), symbols="EN")
    board = Board((PlacedTile("2", "a", (1, 0), 0),))
    for found in (of_face_a(faces, tile(), board), of_face_a(faces, tile())):
        assert [p.closed_joins for p in found] == [("E",), (), (), ()]


def test_a_join_that_was_closed_before_is_not_closed_by_the_terrain() -> None:
    shut = drawn({(x, 10, "h"): "#" for x in range(10)})
    faces = faces_of(drawn(), shut, terrain=(SHELL["R"], "R"))
    board = Board((PlacedTile("2", "a", (0, -1), 0),))
    assert not any(p.closes_join for p in of_face_a(faces, tile(), board))


def test_a_join_that_one_can_only_slip_through_counts_as_open() -> None:
    """In its only opening stands a chest; one steps past it slantwise, where `diagonal_corner` lets one."""
    walls = {(x, 0, "h"): "#" for x in range(10) if x != 5}
    faces = faces_of(drawn(walls, {(5, 0): "C"}), drawn(), terrain=(SHELL["L"], "L"))
    board = Board((PlacedTile("2", "a", (0, -1), 0),))
    assert [p.edge for p in placements(faces, tile(), "T", board) if p.closes_join] == ["N", "N"]
    assert not any(p.closes_join for p in placements(faces, tile(), "T", board, corner=True))


def test_a_join_that_leads_onto_obstacles_only_is_not_closed_by_the_terrain() -> None:
    walls = {(x, 0, "h"): "#" for x in range(10) if x != 5}
    north = PlacedTile("2", "a", (0, -1), 0)
    around_the_gap = {(x, 9): "#" for x in (4, 5, 6)}
    faces = faces_of(drawn(walls), drawn(spaces=around_the_gap), terrain=(SHELL["L"], "L"))
    assert not any(p.closes_join for p in of_face_a(faces, tile(), Board((north,))))
    faces = faces_of(drawn(walls, {(5, 0): "#"}), drawn(), terrain=(SHELL["L"], "L"))
    assert not any(p.closes_join for p in of_face_a(faces, tile()))


def test_several_joins_are_looked_at_each_for_itself() -> None:
    faces = faces_of(
        drawn({(x, 0, "h"): "#" for x in range(4)} | {(10, y, "v"): "#" for y in range(4, 10)}),
        drawn(),
        terrain=(SHELL["R"], "R"),
    )
    board = Board((PlacedTile("2", "a", (0, -1), 0), PlacedTile("2", "a", (1, 0), 0)))
    assert [p.closed_joins for p in of_face_a(faces, tile(), board)] == [("N", "E"), (), (), ()]
