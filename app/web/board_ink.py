"""The still part of the board drawing: floors, terrain, features, walls and doors of map tiles, cached.

One space is 20 units wide; coordinates are those of the lattice, so a space keeps its place on the drawing when
the area grows or scrolls. What a tile looks like depends on its placement, its terrain, the doors and marks on it
and the tiles beside it: those are the keys of the cache. All markup is made of numbers and escaped names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from html import escape

from app.rules.board import Board, Faces, Layout, PlacedTile, border_at, cell_of, layout, within
from app.rules.geometry import (
    CHAPTER,
    CLOSED_DOOR,
    NOTHING,
    OPEN_DOOR,
    RUBBLE,
    SIDES,
    SPACES,
    TERRAIN,
    TILE,
    WALL,
    Border,
    Cell,
    Side,
    Space,
    beyond,
    border_of,
    border_sides,
    space_name,
)
from app.rules.state import key_of, space_of
from app.rules.terrain import corner_of
from app.web.board_shapes import (
    ICONS,
    SPAN,
    UNIT,
    border_runs,
    corner,
    door,
    feature,
    rubble_path,
    terrain_rects,
    trap_path,
)

Names = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Ink:
    """Markup by layer, bottom to top; see the design's layer order."""

    floors: str = ""
    terrain: str = ""
    trap: str = ""
    feats: str = ""
    wall: str = ""
    doors: str = ""
    coord: str = ""


def joined_ink(pieces: Iterable[Ink]) -> Ink:
    """The layers of several tiles, one above the other: all floors first, then all terrain and so on."""
    known = tuple(pieces)
    return Ink(*("".join(getattr(piece, f.name) for piece in known) for f in fields(Ink)))


def board_ink(faces: Faces, names: Names, board: Board, marks: Mapping[str, str]) -> Ink:
    """The still layers of the whole board. `names` are (tile cell key, name); the same board gives a cached answer."""
    return _board_ink(faces, names, board.tiles, frozenset(board.doors.items()), frozenset(marks.items()))


@lru_cache(maxsize=64)
def _board_ink(
    faces: Faces,
    names: Names,
    tiles: tuple[PlacedTile, ...],
    doors: frozenset[tuple[str, str]],
    marks: frozenset[tuple[str, str]],
) -> Ink:
    at = {tile.cell: tile for tile in tiles}
    name_of = dict(names)
    door_cells = [(item, {cell_of(space) for space, _ in border_sides(border_at(item[0]))}) for item in doors]
    mark_cells = [(item, cell_of(space_of(item[0]))) for item in marks]
    return joined_ink(
        tile_ink(
            faces,
            tile,
            name_of[key_of(tile.cell)],
            tuple(at.get(beyond(tile.cell, side)) for side in SIDES),
            frozenset(item for item, cells in door_cells if tile.cell in cells),
            frozenset(item for item, cell in mark_cells if cell == tile.cell),
        )
        for tile in tiles
    )


@lru_cache(maxsize=1024)
def tile_ink(
    faces: Faces,
    tile: PlacedTile,
    name: str,
    beside: tuple[PlacedTile | None, ...],
    doors: frozenset[tuple[str, str]],
    marks: frozenset[tuple[str, str]],
) -> Ink:
    """The still layers of one tile; `beside` are its neighbours N, E, S, W. Walls of a join are drawn once."""
    around = (tile, *(other for other in beside if other is not None))
    lay = layout(faces, Board(around, dict(doors)))
    marked = {space_of(key): mark for key, mark in marks}
    spaces = {space: char for space, char in lay.spaces.items() if cell_of(space) == tile.cell}
    walls, found_doors = _borders(lay, tile.cell)
    return Ink(
        floors=_floor(tile.cell),
        terrain=_terrain(faces, tile, name, spaces),
        trap=_traps(spaces) + _rubble(spaces),
        feats="".join(_features(name, spaces, marked)),
        wall=f'<path class="wall" d="{walls}"/>',
        doors="".join(door(border, char) for border, char in found_doors),
        coord=_coordinates(tile.cell),
    )


def _floor(cell: Cell) -> str:
    x, y = corner(cell)
    # Alternate floors keep four tiles apart for the eye; joins are drawn as a thin dark line.
    shade = " b" if (cell[0] + cell[1]) % 2 else ""
    box = f'x="{x}" y="{y}" width="{SPAN}" height="{SPAN}"'
    join = f'<path class="join" d="M{x} {y + SPAN}V{y}H{x + SPAN}"/>'
    return f'<rect class="floor{shade}" {box}/><rect fill="url(#grid)" {box}/>{join}'


def terrain_box(faces: Faces, tile: PlacedTile) -> tuple[int, int, int, int] | None:
    """Left, top, width and height of the tile's terrain in spaces of the lattice; None without one."""
    laid = tile.terrain
    if laid is None:
        return None
    left, top = corner_of(faces.ends[laid.card + laid.face], laid.edge)
    long, deep = TERRAIN
    width, height = (long, deep) if laid.edge in ("N", "S") else (deep, long)
    return tile.cell[0] * TILE + left, tile.cell[1] * TILE + top, width, height


def _terrain(faces: Faces, tile: PlacedTile, name: str, spaces: Mapping[Space, str]) -> str:
    box = terrain_box(faces, tile)
    if box is None:
        return ""
    left, top, width, height = box
    first, last = space_name(*within((left, top))), space_name(*within((left + width - 1, top + height - 1)))
    corners = (
        (left, top + height - 1),
        (left, top),
        (left + width - 1, top),
        (left + width - 1, top + height - 1),
    )
    mark = next((space for space in corners if spaces.get(space) == "."), corners[0])
    return (
        f'<g class="terrain" role="img"><title>Terrain on {escape(name)}, {width} by {height}, '
        f"{first} to {last}</title>{terrain_rects(box)}"
        f'<use class="tmark" href="#i-terrain" x="{mark[0] * UNIT + 3}" y="{mark[1] * UNIT + 3}"'
        ' width="14" height="14"/></g>'
    )


def _traps(spaces: Mapping[Space, str]) -> str:
    path = "".join(trap_path(space) for space, char in spaces.items() if char == "^")
    return f'<path class="trap" d="{path}"/>' if path else ""


def _rubble(spaces: Mapping[Space, str]) -> str:
    path = "".join(rubble_path(space) for space, char in spaces.items() if char == RUBBLE)
    return f'<path class="rub" d="{path}"/>' if path else ""


def feature_state(char: str, mark: str) -> str:
    """The word for a feature's state: 'ready', 'used', 'destroyed', 'lit' or 'not lit'."""
    if mark == "destroyed":
        return "destroyed"
    if char == CHAPTER:
        return "lit" if mark else "not lit"
    return "used" if mark else "ready"


def _features(name: str, spaces: Mapping[Space, str], marked: Mapping[Space, str]) -> Iterable[str]:
    for space, char in spaces.items():
        if char in ICONS:
            state = feature_state(char, marked.get(space, ""))
            where = f"{escape(name)} {space_name(*within(space))}"
            yield feature(space, char, state, f"{SPACES[char]}, {state}, {where}")


# ------------------------------------------------------------------ walls and doors


def _borders(lay: Layout, cell: Cell) -> tuple[str, list[tuple[Border, str]]]:
    """Path data of the walls of a tile, and its doors. South and east joins are left to the tile beyond."""
    walls: set[Border] = set()
    doors: list[tuple[Border, str]] = []
    left, top = cell[0] * TILE, cell[1] * TILE
    for y in range(top, top + TILE):
        for x in range(left, left + TILE):
            for side in _sides_to_draw(lay, (x, y), cell):
                char = lay.side((x, y), side)
                if char == NOTHING:
                    char = lay.own_side((x, y), side)
                border = border_of((x, y), side)
                if char == WALL:
                    walls.add(border)
                elif char in (CLOSED_DOOR, OPEN_DOOR):
                    doors.append((border, char))
    return border_runs(walls), doors


def _sides_to_draw(lay: Layout, space: Space, cell: Cell) -> Iterable[Side]:
    yield "N"
    yield "W"
    for side in ("E", "S"):
        other = beyond(space, side)
        if cell_of(other) != cell and other not in lay.spaces:
            yield side


def _coordinates(cell: Cell) -> str:
    """Letters along the top, figures down the side: each text places its signs one by one."""
    x, y = corner(cell)
    letters = "".join(space_name(i, 0)[0] for i in range(TILE))
    across = " ".join(str(x + i * UNIT + 2) for i in range(TILE))
    down = " ".join(str(y + i * UNIT + 6) for i in range(1, TILE - 1))
    left = " ".join([str(x + 2)] * (TILE - 2))
    figures = "".join(str(i + 1) for i in range(1, TILE - 1))
    return (
        f'<text x="{across}" y="{y + 6}">{letters}</text><text x="{left}" y="{down}">{figures}</text>'
        f'<text x="{x + 2}" y="{y + (TILE - 1) * UNIT + 6}">{TILE}</text>'
    )
