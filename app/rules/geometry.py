"""The lattice that everything on the table lies on, and what is drawn on map tiles and terrains.

Everything on the table is measured in spaces of one lattice: `(x, y)`, x grows eastward, y southward. A map
tile in cell `(cx, cy)` covers the 10 x 10 spaces from `(10 cx, 10 cy)`. Drawings are
read from text in `drawings`. Rules: EX-1 (whole tiles, quarter turns), TR-2 (a terrain is turned, never
mirrored).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

Space = tuple[int, int]
"""A space of the lattice, or of a drawing counted from its top left: (x, y)."""
Cell = tuple[int, int]
"""Where a map tile lies, in tiles: (cx, cy)."""
Side = Literal["N", "E", "S", "W"]
Border = tuple[int, int, str]
"""(x, y, 'h'): the north side of space (x, y). (x, y, 'v'): its west side."""

TILE: Final = 10
"""Spaces along the side of a map tile."""
TERRAIN: Final = (6, 4)
"""Width and height of a terrain as drawn, its long printed wall to the north."""
SIDES: Final[tuple[Side, ...]] = ("N", "E", "S", "W")
STEP: Final[Mapping[Side, Space]] = MappingProxyType({"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)})

OPEN: Final = " "
WALL: Final = "#"
CLOSED_DOOR: Final = "="
OPEN_DOOR: Final = "/"
NOTHING: Final = "x"
"""What lies on a side with no space beyond it."""
PASSABLE: Final = frozenset({OPEN, OPEN_DOOR})
"""Borders that stop neither a step nor sight (BG-2, BG-3)."""

RUBBLE: Final = "#"
SPAWN: Final = "S"
CHAPTER: Final = "*"
ACTION_SPACES: Final = "CWREL"
"""Chests, workbenches, recharge stations, event spaces and trap levers (BG-5)."""
SPACES: Final[Mapping[str, str]] = MappingProxyType(
    {
        ".": "floor",
        "#": "rubble",
        "^": "trapped space",
        "C": "chest",
        "W": "workbench",
        "R": "recharge station",
        "E": "event space",
        "L": "trap lever",
        "B": "barrel",
        "*": "chapter space",
        "S": "spawn space",
    }
)
"""What a space of a drawing can be, by its character."""


def turned_side(side: Side, quarter_turns: int) -> Side:
    """The side that `side` becomes after so many quarter turns clockwise."""
    return SIDES[(SIDES.index(side) + quarter_turns) % 4]


def opposite(side: Side) -> Side:
    """The side across: N and S, E and W."""
    return turned_side(side, 2)


def beyond(space: Space, side: Side) -> Space:
    """The space (or cell) that lies on that side."""
    dx, dy = STEP[side]
    return space[0] + dx, space[1] + dy


def border_of(space: Space, side: Side) -> Border:
    """The border on that side of a space."""
    x, y = beyond(space, side) if side in ("E", "S") else space
    return x, y, "h" if side in ("N", "S") else "v"


def border_between(a: Space, b: Space) -> Border:
    """The border that two orthogonal neighbours share. ValueError for any other two spaces."""
    for side in SIDES:
        if beyond(a, side) == b:
            return border_of(a, side)
    raise ValueError(f"{a} and {b} share no border")


def border_sides(border: Border) -> tuple[tuple[Space, Side], tuple[Space, Side]]:
    """Both sides of a border as (space, side of that space): first the one to the north or west."""
    x, y, kind = border
    return (((x, y - 1), "S"), ((x, y), "N")) if kind == "h" else (((x - 1, y), "E"), ((x, y), "W"))


def space_name(x: int, y: int) -> str:
    """The name of a space within a tile: column a to j from the west, row 1 to 10 from the north."""
    if not (0 <= x < 26 and y >= 0):
        raise ValueError(f"({x}, {y}) has no name")
    return f"{chr(ord('a') + x)}{y + 1}"


def space_named(name: str) -> Space:
    """The space that a name such as `c10` stands for. ValueError if it is no name."""
    column, row = name[:1], name[1:]
    if not ("a" <= column <= "z" and row.isascii() and row.isdigit() and not row.startswith("0")):
        raise ValueError(f"{name!r} is no space: a column letter and a row number, such as c10")
    return ord(column) - ord("a"), int(row) - 1


def spaces_named(text: str) -> frozenset[Space]:
    """The spaces of a list such as `a1-c3, e5`: single spaces, and rectangles by opposite corners.

    ValueError if a part is no name.
    """
    found: set[Space] = set()
    for part in filter(None, map(str.strip, text.split(","))):
        first, dash, last = part.partition("-")
        (x0, y0), (x1, y1) = space_named(first.strip()), space_named((last if dash else first).strip())
        rows = range(min(y0, y1), max(y0, y1) + 1)
        found |= {(x, y) for x in range(min(x0, x1), max(x0, x1) + 1) for y in rows}
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Drawing:
    """One printed face: its spaces and the borders around and between them, row by row from the north."""

    width: int
    height: int
    spaces: tuple[str, ...]
    """`height` rows of `width` characters, see SPACES."""
    horizontal: tuple[str, ...]
    """`height + 1` rows of `width`: the north sides of each row, then the south sides of the last."""
    vertical: tuple[str, ...]
    """`height` rows of `width + 1`: the west sides of each space of a row, then the east side of its last."""

    def side(self, x: int, y: int, side: Side) -> str:
        """What is printed on one side of space (x, y): OPEN, WALL, CLOSED_DOOR or OPEN_DOOR."""
        if side in ("N", "S"):
            return self.horizontal[y + (side == "S")][x]
        return self.vertical[y][x + (side == "E")]

    def squares(self) -> Iterator[tuple[Space, str]]:
        """Every space with its character, row by row."""
        for y, row in enumerate(self.spaces):
            for x, char in enumerate(row):
                yield (x, y), char

    def borders(self) -> Iterator[tuple[Border, str]]:
        """Every border with its character: first all north and south sides, then all west and east ones."""
        for kind, rows in (("h", self.horizontal), ("v", self.vertical)):
            for y, row in enumerate(rows):
                for x, char in enumerate(row):
                    yield (x, y, kind), char


@lru_cache(maxsize=4096)
def turned(drawing: Drawing, quarter_turns: int) -> Drawing:
    """The drawing turned clockwise by quarter turns; width and height change places when they are odd."""
    if quarter_turns % 4 == 0:
        return drawing
    once = Drawing(
        width=drawing.height,
        height=drawing.width,
        spaces=_turned_rows(drawing.spaces),
        horizontal=_turned_rows(drawing.vertical),
        vertical=_turned_rows(drawing.horizontal),
    )
    return turned(once, quarter_turns % 4 - 1)


def _turned_rows(rows: tuple[str, ...]) -> tuple[str, ...]:
    """A clockwise quarter turn: each column, read from the bottom up, becomes a row."""
    return tuple("".join(column) for column in zip(*reversed(rows), strict=True))
