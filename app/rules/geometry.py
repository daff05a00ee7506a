"""Drawings of map tiles and terrains, and the lattice that they lie on.

Everything on the table is measured in spaces of one lattice: `(x, y)`, x grows eastward, y southward. A map
tile in cell `(cx, cy)` covers the 10 x 10 spaces from `(10 cx, 10 cy)`. The format of the drawings is
described in `docs/maps.md`. Rules: EX-1 (whole tiles, quarter turns), TR-2 (a terrain is turned, never
mirrored).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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


class DrawingError(ValueError):
    """A drawing, or the file around it, that cannot be read.

    `line` counts from 1, in the text that was given; `column` counts from 1, 0 means the whole line.
    """

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"line {line}, column {column}: {message}" if column else f"line {line}: {message}")
        self.line = line
        self.column = column
        self.message = message


def parse_drawing(lines: Sequence[str], width: int, height: int) -> Drawing:
    """Read a drawing of `width` x `height` spaces from its `2 height + 1` lines (docs/maps.md).

    DrawingError with line and column of the first thing that is wrong, corners included.
    """
    rows, columns = 2 * height + 1, 2 * width + 1
    if len(lines) != rows:
        surplus = next((at for at, line in enumerate(lines) if at >= rows and line.strip()), rows)
        number = surplus + 1 if len(lines) > rows else max(len(lines), 1)
        raise DrawingError(number, 0, f"{len(lines)} lines of drawing instead of {rows}")
    grid = [line.rstrip(" \r\n").ljust(columns) for line in lines]
    for row, line in enumerate(grid):
        if len(line) > columns:
            raise DrawingError(row + 1, columns + 1, f"{len(line)} characters instead of {columns}")
    # Corners last: what is wrong beside one would only make it look wrong.
    for corners in (False, True):
        for row, line in enumerate(grid):
            for column, char in enumerate(line):
                if corners == (row % 2 == column % 2 == 0):
                    _check_character(grid, row, column, char)
    return Drawing(
        width=width,
        height=height,
        spaces=tuple(line[1::2] for line in grid[1::2]),
        horizontal=tuple(line[1::2].replace("-", WALL) for line in grid[0::2]),
        vertical=tuple(line[0::2].replace("|", WALL) for line in grid[1::2]),
    )


def _check_character(grid: Sequence[str], row: int, column: int, char: str) -> None:
    if row % 2 and column % 2:
        allowed = "".join(SPACES)
        what = f"the space {space_name(column // 2, row // 2)}"
    elif row % 2:
        allowed, what = f"{OPEN}|{CLOSED_DOOR}{OPEN_DOOR}", "a border between west and east"
    elif column % 2:
        allowed, what = f"{OPEN}-{CLOSED_DOOR}{OPEN_DOOR}", "a border between north and south"
    else:
        allowed, what = _corner(grid, row, column), "a corner ('+' where a wall or door ends, else blank)"
    if char not in allowed:
        choice = " or ".join(repr(c) for c in allowed)
        raise DrawingError(row + 1, column + 1, f"{char!r} cannot be {what}: should be {choice}")


def _corner(grid: Sequence[str], row: int, column: int) -> str:
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    near = (grid[r][c : c + 1] for r, c in around if 0 <= r < len(grid) and c >= 0)
    return "+" if any(char not in ("", OPEN) for char in near) else OPEN


def drawing_lines(drawing: Drawing) -> list[str]:
    """The drawing as text, the reverse of `parse_drawing`: for messages, tests and reports."""
    lines: list[str] = []
    for y in range(drawing.height + 1):
        lines.append(_woven("", drawing.horizontal[y].replace(WALL, "-")))
        if y < drawing.height:
            lines.append(_woven(drawing.vertical[y].replace(WALL, "|"), drawing.spaces[y]))
    for row in range(0, len(lines), 2):
        line = lines[row]
        corners = "".join(_corner(lines, row, column) for column in range(0, len(line), 2))
        lines[row] = _woven(corners, line[1::2])
    return [line.rstrip() for line in lines]


def _woven(even: str, odd: str) -> str:
    line = [OPEN] * (2 * len(odd) + 1)
    line[0::2] = even.ljust(len(odd) + 1)
    line[1::2] = odd
    return "".join(line)


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a map file: `[id] name`, `key: value` lines, then `map:` and the drawing."""

    id: str
    name: str
    fields: Mapping[str, str]
    drawing: tuple[str, ...]
    """The lines after `map:` up to the next section or comment, blank ones at the end included."""
    line: int
    """The line of `[id] name`, counted from 1."""
    drawing_line: int
    """The first line of the drawing, counted from 1."""

    def parse(self, width: int, height: int) -> Drawing:
        """The drawing of this section. DrawingError names the line of the file."""
        surplus = self.drawing[2 * height + 1 :]
        lines = self.drawing if any(map(str.strip, surplus)) else self.drawing[: 2 * height + 1]
        try:
            return parse_drawing(lines, width, height)
        except DrawingError as error:
            line = self.drawing_line + error.line - 1
            raise DrawingError(line, error.column, f"[{self.id}] {error.message}") from error


def parse_sections(text: str) -> list[Section]:
    """The sections of a map file in their order (docs/maps.md); the drawings are not yet read.

    DrawingError names the line: no section where one is expected, no `map:`, an id or a key given twice.
    """
    lines = text.split("\n")
    sections: list[Section] = []
    at = 0
    while at < len(lines):
        if not lines[at].strip() or lines[at].startswith(";"):
            at += 1
            continue
        section, at = _read_section(lines, at)
        if any(section.id == other.id for other in sections):
            raise DrawingError(section.line, 0, f"[{section.id}] is there twice")
        sections.append(section)
    return sections


def _read_section(lines: Sequence[str], start: int) -> tuple[Section, int]:
    heading = lines[start].rstrip("\r")
    ident, bracket, name = heading[1:].partition("]")
    if not (heading.startswith("[") and bracket and ident.strip() and name.strip()):
        raise DrawingError(start + 1, 0, f"expected [id] name, found {heading!r}")
    fields: dict[str, str] = {}
    at = start + 1
    while at < len(lines) and lines[at].strip() != "map:":
        key, colon, value = lines[at].partition(":")
        key = key.strip()
        if not colon or key.startswith("["):
            raise DrawingError(at + 1, 0, f"[{ident}] expected key: value or map:, found {lines[at]!r}")
        if key in fields:
            raise DrawingError(at + 1, 0, f"[{ident}] {key} is there twice")
        fields[key] = value.strip()
        at += 1
    if at == len(lines):
        raise DrawingError(start + 1, 0, f"[{ident}] has no map:")
    end = first = at + 1
    while end < len(lines) and not lines[end].startswith(("[", ";")):
        end += 1
    drawing = tuple(line.rstrip("\r") for line in lines[first:end])
    section = Section(ident.strip(), name.strip(), MappingProxyType(fields), drawing, start + 1, first + 1)
    return section, end
