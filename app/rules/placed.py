"""What lies on the table: map tiles in their cells, terrains on them, doors that are no longer as printed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from .geometry import (
    CLOSED_DOOR,
    OPEN_DOOR,
    TILE,
    Border,
    Cell,
    Drawing,
    Side,
    Space,
    border_sides,
    turned,
)
from .overlay import End, overlaid

Face = Literal["a", "b"]


@dataclass(frozen=True, slots=True)
class PlacedTerrain:
    """A terrain on a map tile, for good (TR-4)."""

    card: str
    """The card, such as `T03`."""
    face: Face
    edge: Side
    """The edge of the tile, as it lies after its rotation, that the long wall lies on (TR-2)."""


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A map tile on the table."""

    tile: str
    """The tile, such as `07`; endgame tiles are `E1` to `E4`."""
    face: str
    """`a` or `b`. A one-sided tile has only one drawing, whatever stands here."""
    cell: Cell
    turns: int
    """Quarter turns clockwise from the way it is drawn."""
    terrain: PlacedTerrain | None = None

    def holds(self, space: Space) -> bool:
        """Whether that space of the lattice is one of this tile's."""
        return cell_of(space) == self.cell


def face_id(tile: PlacedTile) -> str:
    """The id of a tile's face, as in the tile deck: '07a', or 'E1' for a one-sided tile."""
    return tile.tile if tile.tile.startswith("E") else f"{tile.tile}{tile.face}"


@dataclass(frozen=True, slots=True)
class Board:
    """The map tiles in play, and the doors that are not (or no longer) as printed.

    Marks, units and tokens are kept elsewhere. Not hashable, because `doors` is a mapping.
    """

    tiles: tuple[PlacedTile, ...] = ()
    doors: Mapping[str, str] = field(default_factory=dict)
    """By `border_key`: CLOSED_DOOR, OPEN_DOOR, or OPEN where a door was destroyed.

    It takes the place of what is printed there, be that a door or not; but on the edge between two tiles a
    wall that either has stands (BG-8). One border has one door, whichever tile prints it."""

    def at(self, cell: Cell) -> PlacedTile | None:
        """The tile in a cell, None if there is none."""
        return next((tile for tile in self.tiles if tile.cell == cell), None)


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """The printed faces of the packs in use. Two of these are never equal, so caches tell packs apart."""

    tiles: Mapping[str, Drawing]
    """By `07a`; one-sided tiles by `E1`."""
    terrains: Mapping[str, Drawing]
    """By `T03b`, each with its long wall to the north."""
    symbols: Mapping[str, Side]
    """The edge, as drawn, with the direction symbol: by the keys of `tiles` (EX-1)."""
    ends: Mapping[str, End]
    """The end with the short wall: by the keys of `terrains` (TR-2)."""

    def tile_key(self, tile: str, face: str) -> str:
        """The key of a face in `tiles` and `symbols`. KeyError if there is no such face."""
        for key in (tile + face, tile):
            if key in self.tiles:
                return key
        raise KeyError(tile + face)


def cell_of(space: Space) -> Cell:
    """The cell that a space of the lattice lies in."""
    return space[0] // TILE, space[1] // TILE


def within(space: Space) -> Space:
    """The space counted from the top left of its tile, as the tile lies."""
    return space[0] % TILE, space[1] % TILE


def border_key(border: Border) -> str:
    """The key of a border in `Board.doors`, such as `12,-3,v`."""
    x, y, kind = border
    return f"{x},{y},{kind}"


def border_at(key: str) -> Border:
    """The border that a key of `Board.doors` names. ValueError if it is none."""
    x, y, kind = key.split(",")
    if kind not in ("h", "v"):
        raise ValueError(f"{key!r} is no border")
    return int(x), int(y), kind


@lru_cache(maxsize=4096)
def lying(faces: Faces, tile: PlacedTile) -> Drawing:
    """The drawing of a tile as it lies on the table, its terrain included (TR-5, TR-6).

    KeyError if the tile or the terrain has no such face.
    """
    drawing = turned(faces.tiles[faces.tile_key(tile.tile, tile.face)], tile.turns)
    if tile.terrain is None:
        return drawing
    key = tile.terrain.card + tile.terrain.face
    return overlaid(drawing, faces.terrains[key], faces.ends[key], tile.terrain.edge)


def doors_lost(faces: Faces, board: Board, gone: Collection[PlacedTile]) -> tuple[str, ...]:
    """The keys of `board.doors` that go with those tiles, in order (EX-4, EN-6): a tile comes back clean.

    A door on the edge towards a tile that stays is kept if that tile prints it.
    """
    stay = {tile.cell: tile for tile in board.tiles if tile not in gone}
    left = {tile.cell for tile in gone}
    lost = (key for key in board.doors if not _door_stays(faces, stay, left, border_at(key)))
    return tuple(sorted(lost))


def _door_stays(faces: Faces, stay: Mapping[Cell, PlacedTile], left: set[Cell], border: Border) -> bool:
    sides = border_sides(border)
    if not any(cell_of(space) in left for space, _ in sides):
        return True
    for space, side in sides:
        tile = stay.get(cell_of(space))
        if tile is not None and lying(faces, tile).side(*within(space), side) in (CLOSED_DOOR, OPEN_DOOR):
            return True
    return False


def without(faces: Faces, board: Board, gone: Collection[PlacedTile]) -> Board:
    """The board once those tiles, and their doors, have left it (EX-4, EN-6)."""
    lost = doors_lost(faces, board, gone)
    return Board(
        tuple(tile for tile in board.tiles if tile not in gone),
        {key: state for key, state in board.doors.items() if key not in lost},
    )
