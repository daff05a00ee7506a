"""The layout on the table: spaces and borders as they count, and adjacency (BG-2, BG-8, TR-5, TR-6).

A layout is worked out from the tiles in play, never stored, and cached.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Final

from .edges import edge_spaces
from .geometry import (
    CLOSED_DOOR,
    NOTHING,
    OPEN,
    OPEN_DOOR,
    PASSABLE,
    SIDES,
    SPACES,
    TILE,
    WALL,
    Border,
    Cell,
    Drawing,
    Side,
    Space,
    beyond,
    border_of,
    border_sides,
    opposite,
)
from .lattice import Lattice, Steps, lattice_around, open_steps
from .placed import Board, Faces, PlacedTile, border_at, cell_of, lying, within

OBSTACLES: Final = frozenset("CWREL*B#")
"""Spaces that nobody stands on: action spaces and rubble (BG-2). A destroyed spawn space is one too."""
_STANDABLE: Final = frozenset(SPACES) - OBSTACLES


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The spaces and borders of all tiles in play. Made by `layout`.

    Questions about a space that is not on the board raise KeyError, unless they say otherwise.
    """

    spaces: Mapping[Space, str]
    """Every space in play and what it is, terrains included (TR-5); see `geometry.SPACES`."""
    tiles: Mapping[Cell, PlacedTile]
    doors: Mapping[Border, str]
    """The doors that are not as printed."""
    lattice: Lattice
    standable: int
    """Of `lattice`: the spaces that are no obstacle, spawn spaces included."""
    _drawings: Mapping[Cell, Drawing]
    _sides: dict[tuple[Space, Side], str] = field(default_factory=dict)
    _steps: dict[bool, Steps] = field(default_factory=dict)
    _neighbours: dict[tuple[Space, bool], tuple[Space, ...]] = field(default_factory=dict)
    _features: dict[str, tuple[Space, ...]] = field(default_factory=dict)
    _beside: dict[tuple[Space, bool], tuple[Space, ...]] = field(default_factory=dict)
    _cells: dict[Cell, int] = field(default_factory=dict)

    def tile_of(self, space: Space) -> PlacedTile | None:
        """The tile that a space belongs to, None where there is none."""
        return self.tiles.get(cell_of(space))

    def own_side(self, space: Space, side: Side) -> str:
        """What the space's own tile, terrain included, has on that side, whatever lies beyond."""
        printed = self._drawings[cell_of(space)].side(*within(space), side)
        if not self.doors:
            return printed
        changed = self.doors.get(border_of(space, side))
        # A wall of one tile stands, whatever became of a door of the tile beside it (BG-8).
        if changed is None or (printed == WALL and cell_of(beyond(space, side)) != cell_of(space)):
            return printed
        return changed

    def side(self, space: Space, side: Side) -> str:
        """What lies between a space and the one on that side; NOTHING if there is no space (BG-8).

        Between two tiles a wall of either counts, then a closed door of either, then an open one.
        """
        key = (space, side)
        found = self._sides.get(key)
        if found is None:
            found = self._sides[key] = self._worked_out_side(space, side)
        return found

    def _worked_out_side(self, space: Space, side: Side) -> str:
        other = beyond(space, side)
        own = self.own_side(space, side)
        if cell_of(other) == cell_of(space):
            return own
        if other not in self.spaces:
            return NOTHING
        both = own + self.own_side(other, opposite(side))
        return next((char for char in (WALL, CLOSED_DOOR, OPEN_DOOR) if char in both), OPEN)

    def border(self, border: Border) -> str:
        """What stands on a border, as `side` says; NOTHING if it lies between no two spaces in play."""
        (space, side), _ = border_sides(border)
        return self.side(space, side) if space in self.spaces else NOTHING

    def door_borders(self) -> tuple[tuple[Border, str], ...]:
        """Every door between two spaces in play, open or closed, row by row."""
        found: list[tuple[Border, str]] = []
        for space in sorted(self.spaces, key=_row_by_row):
            for side in ("N", "W"):
                char = self.side(space, side)
                if char in (CLOSED_DOOR, OPEN_DOOR):
                    found.append((border_of(space, side), char))
        return tuple(found)

    def features(self, char: str) -> tuple[Space, ...]:
        """The spaces that are `char`, row by row."""
        if char not in self._features:
            spaces = (space for space, what in self.spaces.items() if what == char)
            self._features[char] = tuple(sorted(spaces, key=_row_by_row))
        return self._features[char]

    def is_obstacle(self, space: Space, destroyed: Collection[Space] = frozenset()) -> bool:
        """Whether nobody can stand there (BG-2).

        So it is with action spaces, rubble, the destroyed spawn spaces, and where there is no space at all.
        """
        return self.spaces.get(space, "#") in OBSTACLES or space in destroyed

    def cell_bits(self, cell: Cell) -> int:
        """The spaces of the tile in a cell, as a bit set of `lattice`; 0 where there is none."""
        if cell not in self._cells:
            tile = {cell: self._drawings[cell]} if cell in self._drawings else {}
            self._cells[cell] = _gathered(self.lattice, tile, _whole_rows)
        return self._cells[cell]

    def steps(self, corner_any_wall: bool = False) -> Steps:
        """The open steps as bit sets (BG-2)."""
        if corner_any_wall not in self._steps:
            self._steps[corner_any_wall] = _steps(self, corner_any_wall)
        return self._steps[corner_any_wall]

    def neighbours(self, space: Space, corner_any_wall: bool = False) -> tuple[Space, ...]:
        """The spaces adjacent to a space, clockwise from north, obstacles included; () off the board (BG-2).

        `corner_any_wall`: any wall at its corner closes a diagonal (setting `diagonal_corner`). Without a
        tile there is no way round.
        """
        key = (space, corner_any_wall)
        found = self._neighbours.get(key)
        if found is None:
            if space not in self.spaces:
                return ()
            found = self._neighbours[key] = self.steps(corner_any_wall).from_one(space)
        return found

    def beside(self, space: Space, corner_any_wall: bool = False) -> tuple[Space, ...]:
        """The adjacent spaces that are no obstacle, destroyed spawn spaces left aside; parameters as `neighbours`."""
        key = (space, corner_any_wall)
        found = self._beside.get(key)
        if found is None:
            around = self.neighbours(space, corner_any_wall)
            found = self._beside[key] = tuple(other for other in around if not self.is_obstacle(other))
        return found

    def shut_off(self, a: Space, b: Space) -> str:
        """What parts two neighbours that are not adjacent (BG-2): 'wall', 'closed door' or 'corner', a closed diagonal.

        '' for spaces that are farther apart.
        """
        x, y = b[0] - a[0], b[1] - a[1]
        if max(abs(x), abs(y)) != 1:
            return ""
        if x and y:
            return "corner"
        side: Side = ("E" if x > 0 else "W") if x else "S" if y > 0 else "N"
        return "closed door" if self.side(a, side) == CLOSED_DOOR else "wall"

    def adjacent(self, a: Space, b: Space, corner_any_wall: bool = False) -> bool:
        """Whether two spaces are adjacent (BG-2). A space is not adjacent to itself."""
        return b in self.neighbours(a, corner_any_wall)


def _row_by_row(space: Space) -> Space:
    return space[1], space[0]


# ---------------------------------------------------------------- making a layout


def layout(faces: Faces, board: Board) -> Layout:
    """The layout of a board. The same tiles and doors give the same, cached object.

    KeyError if a tile or terrain has no such face.
    """
    global _last
    last = _last  # one look: another thread may put its own board there meanwhile
    if last is None or last[0] is not faces or last[1] is not board:
        last = _last = (faces, board, _layout(faces, board.tiles, frozenset(board.doors.items())))
    return last[2]


#: The board asked about last: most questions are about one and the same board, and hashing it is dearer than answering.
_last: tuple[Faces, Board, Layout] | None = None


@lru_cache(maxsize=256)
def _layout(faces: Faces, tiles: tuple[PlacedTile, ...], doors: frozenset[tuple[str, str]]) -> Layout:
    spaces: dict[Space, str] = {}
    for tile in tiles:
        spaces.update(_tile_spaces(faces, tile))
    drawings = {tile.cell: lying(faces, tile) for tile in tiles}
    lattice = lattice_around(tuple(drawings), TILE)
    return Layout(
        spaces=MappingProxyType(spaces),
        tiles=MappingProxyType({tile.cell: tile for tile in tiles}),
        doors=MappingProxyType({border_at(key): state for key, state in doors}),
        lattice=lattice,
        standable=_gathered(lattice, drawings, _standable_rows),
        _drawings=MappingProxyType(drawings),
    )


@lru_cache(maxsize=1024)
def _tile_spaces(faces: Faces, tile: PlacedTile) -> dict[Space, str]:
    left, top = tile.cell[0] * TILE, tile.cell[1] * TILE
    return {(left + x, top + y): char for (x, y), char in lying(faces, tile).squares()}


def _steps(layout: Layout, corner_any_wall: bool) -> Steps:
    """East and south sides tell all: a step is open where both tiles leave it open (BG-8)."""
    lattice = layout.lattice
    open_to = {side: _gathered(lattice, layout._drawings, partial(_open_rows, side=side)) for side in SIDES}
    for border in layout.doors:
        for space, side in border_sides(border):
            if space in layout.spaces:
                bit = 1 << lattice.bit(space)
                is_open = layout.own_side(space, side) in PASSABLE
                open_to[side] = open_to[side] | bit if is_open else open_to[side] & ~bit
    east = open_to["E"] & lattice.shifted(open_to["W"], (-1, 0))
    south = open_to["S"] & lattice.shifted(open_to["N"], (0, -1))
    return open_steps(lattice, east, south, corner_any_wall)


def _gathered(lattice: Lattice, drawings: Mapping[Cell, Drawing], rows: Callable[[Drawing], tuple[int, ...]]) -> int:
    """One set for the whole board from sets for each row of each tile, bit 0 the westernmost space."""
    whole = 0
    for (cx, cy), drawing in drawings.items():
        corner = lattice.bit((cx * TILE, cy * TILE))
        for y, row in enumerate(rows(drawing)):
            whole |= row << (corner + y * lattice.stride)
    return whole


def _row_of_bits(row: str, chars: Collection[str]) -> int:
    return sum(1 << x for x, char in enumerate(row) if char in chars)


def _whole_rows(drawing: Drawing) -> tuple[int, ...]:
    return ((1 << drawing.width) - 1,) * drawing.height


@lru_cache(maxsize=1024)
def _standable_rows(drawing: Drawing) -> tuple[int, ...]:
    return tuple(_row_of_bits(row, _STANDABLE) for row in drawing.spaces)


@lru_cache(maxsize=4096)
def _open_rows(drawing: Drawing, side: Side) -> tuple[int, ...]:
    """The spaces of each row whose own border on that side is open."""
    rows = {
        "N": drawing.horizontal[:-1],
        "E": tuple(row[1:] for row in drawing.vertical),
        "S": drawing.horizontal[1:],
        "W": tuple(row[:-1] for row in drawing.vertical),
    }
    return tuple(_row_of_bits(row, PASSABLE) for row in rows[side])


@lru_cache(maxsize=2048)
def open_edge_spaces(
    layout: Layout, cell: Cell, side: Side, destroyed: Collection[Space] = frozenset()
) -> tuple[Space, ...]:
    """The spaces along one edge of a tile to stand on that have a step out (EX-1, `explore_from`).

    That is no wall and no closed door on the tile's own side, whatever lies beyond.
    """
    return tuple(
        space
        for space in edge_spaces(cell, side)
        if not layout.is_obstacle(space, destroyed) and layout.own_side(space, side) in PASSABLE
    )


def closed_door_spaces(
    layout: Layout, cell: Cell, side: Side, destroyed: Collection[Space] = frozenset()
) -> tuple[Space, ...]:
    """The spaces along one edge of a tile to stand on whose way out is a closed door of the tile itself (EX-1)."""
    return tuple(
        space
        for space in edge_spaces(cell, side)
        if not layout.is_obstacle(space, destroyed) and layout.own_side(space, side) == CLOSED_DOOR
    )
