"""The built-in map files, and small map tiles drawn for one test."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import app
from app.rules.board import Board, Faces, border_at
from app.rules.drawings import parse_sections
from app.rules.geometry import SIDES, TERRAIN, TILE, Border, Drawing, Side, Space, border_sides
from app.rules.overlay import End
from tests.support import naive

SIDE: dict[str, Side] = {side: side for side in SIDES}
END: dict[str, End] = {"R": "R", "L": "L"}
BUILTIN = Path(app.__file__).parent / "packs" / "builtin"


def text_of(name: str) -> str:
    return (BUILTIN / name).read_text(encoding="utf-8")


@cache
def builtin_faces() -> Faces:
    """The faces of the built-in pack, read as a pack reads them."""
    tiles = parse_sections(text_of("tiles.txt"))
    terrains = parse_sections(text_of("terrains.txt"))
    symbols: dict[str, Side] = {}
    ends: dict[str, End] = {}
    for section in tiles:
        symbols[section.id] = SIDE[section.fields["symbol"]]
    for section in terrains:
        ends[section.id] = END[section.fields["end"]]
    return Faces(
        tiles={section.id: section.parse(TILE, TILE) for section in tiles},
        terrains={section.id: section.parse(*TERRAIN) for section in terrains},
        symbols=symbols,
        ends=ends,
    )


def drawn(
    borders: Mapping[Border, str] | None = None,
    spaces: Mapping[Space, str] | None = None,
    width: int = TILE,
    height: int = TILE,
) -> Drawing:
    """Plain floor, open on all sides, but for the borders and spaces named."""
    borders, spaces = borders or {}, spaces or {}

    def row(kind: str, y: int, length: int) -> str:
        return "".join(borders.get((x, y, kind), " ") for x in range(length))

    return Drawing(
        width=width,
        height=height,
        spaces=tuple("".join(spaces.get((x, y), ".") for x in range(width)) for y in range(height)),
        horizontal=tuple(row("h", y, width) for y in range(height + 1)),
        vertical=tuple(row("v", y, width + 1) for y in range(height)),
    )


def faces_of(*tiles: Drawing, terrain: tuple[Drawing, End] | None = None, symbols: str = "NNNN") -> Faces:
    """Faces `1a`, `2a` ... for those drawings, and perhaps a terrain `T`, the same on both faces."""
    names = [f"{number}a" for number in range(1, len(tiles) + 1)]
    sides: dict[str, Side] = {}
    for name, symbol in zip(names, symbols, strict=False):
        sides[name] = SIDE[symbol]
    return Faces(
        tiles=dict(zip(names, tiles, strict=True)),
        terrains=dict.fromkeys(("Ta", "Tb"), terrain[0]) if terrain else {},
        symbols=sides,
        ends=dict.fromkeys(("Ta", "Tb"), terrain[1]) if terrain else {},
    )


# ---------------------------------------------------------------- the same maps for the naive computation


@cache
def naive_tiles() -> dict[str, tuple[dict[str, str], naive.Grid]]:
    return naive.read(text_of("tiles.txt"))


@cache
def naive_terrains() -> dict[str, tuple[dict[str, str], naive.Grid]]:
    return naive.read(text_of("terrains.txt"))


@cache
def naive_grid(key: str, turns: int) -> naive.Grid:
    return naive.clockwise(naive_tiles()[key][1], turns)


def naive_doors(board: Board) -> dict[frozenset[Space], str]:
    return {frozenset(space for space, _ in border_sides(border_at(key))): state for key, state in board.doors.items()}


def naive_table(board: Board) -> naive.Table:
    """A board of built-in tiles, from the characters of the map files."""
    grids = {}
    for tile in board.tiles:
        grid = naive_grid(tile.tile + tile.face, tile.turns)
        if tile.terrain is not None:
            fields, terrain = naive_terrains()[tile.terrain.card + tile.terrain.face]
            grid = naive.pasted(grid, terrain, fields["end"], tile.terrain.edge)
        grids[tile.cell] = grid
    return naive.Table(grids, naive_doors(board))
