"""Fields of a form of table rulings, read one by one; Malformed names the field that can't be read."""

from __future__ import annotations

from typing import Any

from app.rules.geometry import SIDES, TILE, Cell, Space
from app.web.errors import Malformed
from app.web.forms import Fields, number


def needed(fields: Fields, name: str) -> str:
    """The text of a field that may not be empty, at most 80 characters of it."""
    text = fields.get(name, "").strip()
    if not text:
        raise Malformed((name, "is missing"))
    return text[:80]


def whole(fields: Fields, name: str = "value") -> int:
    """The whole number of a field that may not be empty."""
    found = number(fields, name)
    if found is None:
        raise Malformed((name, "is missing"))
    return found


def one_of(fields: Fields, name: str, *allowed: str) -> str:
    """The text of a field that has a closed list of them."""
    text = needed(fields, name)
    if text not in allowed:
        raise Malformed((name, f"should be one of {', '.join(allowed)}"))
    return text


def space_in(fields: Fields) -> Space:
    """Tile, column and row as a space of the lattice."""
    (x, y), column, row = cell_in(fields, "cell"), whole(fields, "column"), whole(fields, "row")
    if column >= TILE or row >= TILE:
        raise Malformed(("cell", "is no space"))
    return x * TILE + column, y * TILE + row


def cell_in(fields: Fields, name: str) -> Cell:
    """Where a map tile lies or shall lie: '0,-1', perhaps with an edge behind it ('0,-1,N')."""
    x, _, y = needed(fields, name).partition(",")
    y = y.partition(",")[0]
    if not (is_whole(x) and is_whole(y)):
        raise Malformed((name, "is no place of a map tile"))
    return int(x), int(y)


def edge_in(fields: Fields, name: str) -> Any:
    """The edge behind a cell, '' for none."""
    edge = needed(fields, name).rpartition(",")[2]
    return edge if edge in SIDES else ""


def is_whole(text: str) -> bool:
    """Whether a part of a text is a whole number of at most 4 characters, with a sign perhaps."""
    return text.removeprefix("-").isdecimal() and text.isascii() and len(text) <= 4
