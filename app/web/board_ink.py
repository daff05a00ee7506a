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
from typing import Final

from app.rules.board import (
    Board,
    Faces,
    Layout,
    PlacedTile,
    border_at,
    cell_of,
    layout,
    within,
)
from app.rules.geometry import (
    CHAPTER,
    CLOSED_DOOR,
    NOTHING,
    OPEN_DOOR,
    RUBBLE,
    SIDES,
    SPACES,
    SPAWN,
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

UNIT: Final = 20
"""Units of the drawing to a space."""
SPAN: Final = UNIT * TILE
"""Units of the drawing to a map tile."""

ICONS: Final[Mapping[str, str]] = {
    "C": "chest",
    "W": "bench",
    "R": "recharge",
    "E": "event",
    "L": "lever",
    "B": "barrel",
    CHAPTER: "lamp",
    SPAWN: "nest",
}
"""The icon of each feature, by its character on a drawing."""

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


def corner(cell: Cell) -> Space:
    """The top left corner of a tile in units of the drawing."""
    return cell[0] * SPAN, cell[1] * SPAN


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


def terrain_rects(box: tuple[int, int, int, int], opacity: str = "") -> str:
    """Ground, hatching and dashed rim of a terrain that covers `box` (left, top, width, height in spaces)."""
    x, y, w, h = (value * UNIT for value in box)
    area = f'x="{x}" y="{y}" width="{w}" height="{h}"'
    see_through = f' opacity="{opacity}"' if opacity else ""
    return (
        f'<rect class="tf" {area}{see_through}/><rect fill="url(#hatch)" {area}/>'
        f'<rect class="tb" x="{x + 2}" y="{y + 2}" width="{w - 4}" height="{h - 4}"/>'
    )


def trap_path(space: Space) -> str:
    """Path data of the four teeth of a trapped space."""
    x, y = space[0] * UNIT, space[1] * UNIT
    return f"M{x + 2} {y + 2}h6l-6 6zM{x + 18} {y + 2}v6l-6-6zM{x + 18} {y + 18}h-6l6-6zM{x + 2} {y + 18}v-6l6 6z"


def rubble_path(space: Space) -> str:
    """Path data of three stones."""
    x, y = space[0] * UNIT, space[1] * UNIT
    return f"M{x + 2} {y + 17}l1-7 5-2 3 4-1 5zM{x + 11} {y + 17}l1-5 4-2 2 3v4zM{x + 7} {y + 7}l3-5 5 1 1 5-5 2z"


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


def feature(space: Space, char: str, state: str, title: str) -> str:
    """One feature: a square plate for action spaces, a round one for chapter and spawn spaces."""
    x, y = space[0] * UNIT, space[1] * UNIT
    icon = ICONS[char]
    gone = f'<path class="done" d="M{x + 3} {y + 17}l14-14"/>' if state in ("used", "destroyed") else ""
    if char in (CHAPTER, SPAWN):
        kind = "story" if char == CHAPTER else "nest"
        state_class = {"lit": "lit", "not lit": "off", "destroyed": "used"}.get(state, "ready")
        size = 13.2 if char == CHAPTER else 14.4
        rays = (
            f'<path class="rays" d="M{x + 10} {y - 1}v22M{x - 1} {y + 10}h22'
            f'M{x + 2} {y + 2}l16 16M{x + 18} {y + 2}l-16 16"/>'
            if state == "lit"
            else ""
        )
        inner = (
            f'{rays}<circle cx="{x + 10}" cy="{y + 10}" r="8.6"/><use href="#i-{icon}" '
            f'x="{x + 10 - size / 2:g}" y="{y + 10 - size / 2:g}" width="{size}" height="{size}"/>'
        )
        return f'<g class="ft {kind} {state_class}" role="img"><title>{title}</title>{inner}{gone}</g>'
    state_class = "ready" if state == "ready" else "used"
    return (
        f'<g class="ft {state_class}" role="img"><title>{title}</title>'
        f'<rect x="{x + 1.5}" y="{y + 1.5}" width="17" height="17" rx="3.5"/>'
        f'<use href="#i-{icon}" x="{x + 3}" y="{y + 3}" width="14" height="14"/>{gone}</g>'
    )


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


def border_runs(borders: Iterable[Border]) -> str:
    """Path data of borders, neighbouring ones in one stroke: 'M0 0h80M0 0v60'."""
    known = tuple(borders)
    rows = sorted((y, x) for x, y, kind in known if kind == "h")
    columns = sorted((x, y) for x, y, kind in known if kind == "v")
    across = "".join(f"M{start * UNIT} {line * UNIT}h{n * UNIT}" for line, start, n in _runs(rows))
    down = "".join(f"M{line * UNIT} {start * UNIT}v{n * UNIT}" for line, start, n in _runs(columns))
    return across + down


def _runs(ordered: list[tuple[int, int]]) -> Iterable[tuple[int, int, int]]:
    """(line, first, how many) of neighbouring places on the same line."""
    at = 0
    while at < len(ordered):
        line, first = ordered[at]
        n = 1
        while at + n < len(ordered) and ordered[at + n] == (line, first + n):
            n += 1
        yield line, first, n
        at += n


def door(border: Border, char: str) -> str:
    """A door: two brass leaves when closed, a leaf that stands open between its posts otherwise."""
    x, y = border[0] * UNIT, border[1] * UNIT
    flat = border[2] == "h"
    if char == CLOSED_DOOR:
        box = (x + 1, y - 3, 18, 6) if flat else (x - 3, y + 1, 6, 18)
        line = f"M{x + 10} {y - 3}v6" if flat else f"M{x - 3} {y + 10}h6"
        rect = f'<rect x="{box[0]}" y="{box[1]}" width="{box[2]}" height="{box[3]}" rx="1.5"/>'
        return f'<g class="door closed">{rect}<path d="{line}"/></g>'
    posts = (
        f"M{x} {y - 4}v8M{x + 20} {y - 4}v8M{x} {y}l9 14" if flat else f"M{x - 4} {y}h8M{x - 4} {y + 20}h8M{x} {y}l14 9"
    )
    return f'<g class="door open"><path d="{posts}"/></g>'


def _coordinates(cell: Cell) -> str:
    x, y = corner(cell)
    columns = (f'<text x="{x + i * UNIT + 2}" y="{y + 6}">{space_name(i, 0)[0]}</text>' for i in range(TILE))
    rows = (f'<text x="{x + 2}" y="{y + i * UNIT + 6}">{i + 1}</text>' for i in range(1, TILE))
    return "".join((*columns, *rows))


__all__ = [
    "ICONS",
    "SPAN",
    "UNIT",
    "Ink",
    "Names",
    "board_ink",
    "border_runs",
    "corner",
    "door",
    "feature",
    "feature_state",
    "joined_ink",
    "rubble_path",
    "terrain_box",
    "terrain_rects",
    "tile_ink",
    "trap_path",
]
