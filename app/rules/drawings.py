"""Drawings of map tiles and terrains as text, and the files they stand in: read and written (docs/maps.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from .geometry import CLOSED_DOOR, OPEN, OPEN_DOOR, SPACES, WALL, Drawing, space_name


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
