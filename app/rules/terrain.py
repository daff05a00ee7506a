"""Where a drawn terrain may lie: eight placements on the new tile, what goes and comes (TR-1 to TR-5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from .altering import replace
from .board import (
    OBSTACLES,
    Board,
    Face,
    Faces,
    Layout,
    PlacedTerrain,
    PlacedTile,
    cell_of,
    edge_spaces,
    layout,
    lying,
)
from .geometry import (
    CHAPTER,
    OPEN,
    PASSABLE,
    SIDES,
    SPAWN,
    TILE,
    Border,
    Cell,
    Drawing,
    Side,
    Space,
    beyond,
    turned_side,
)
from .overlay import SHORT_WALL, End, corner_of, covered, overlaid

FLOOR: Final = "."
BOTH_FACES: Final[tuple[Face, Face]] = ("a", "b")


@dataclass(frozen=True, slots=True)
class Printed:
    """Things printed on the table, in lattice coordinates, row by row."""

    borders: tuple[tuple[Border, str], ...] = ()
    """Walls and doors."""
    spaces: tuple[tuple[Space, str], ...] = ()
    """Spaces that are not plain floor."""


@dataclass(frozen=True, slots=True)
class Placement:
    """One way to lay the terrain: a face and an edge of the tile as it lies (TR-1)."""

    face: Face
    edge: Side
    covers: tuple[Space, ...]
    """The chapter and spawn spaces that it would cover, which forbid it (TR-3)."""
    goes: Printed
    """What is there now and would be gone."""
    comes: Printed
    """What it would bring."""
    closes_join: bool
    """Legal, but its wall would close the way to a tile beside it: warn (TR-1)."""
    closed_joins: tuple[Side, ...]
    """The sides of the tile on which it would."""

    @property
    def is_legal(self) -> bool:
        """Whether TR-3 allows it."""
        return not self.covers


def with_terrain(tile: PlacedTile, card: str, face: Face, edge: Side) -> PlacedTile:
    """The tile with that terrain on it."""
    return replace(tile, terrain=PlacedTerrain(card, face, edge))


def placements(
    faces: Faces, tile: PlacedTile, card: str, board: Board | None = None, corner: bool = False
) -> tuple[Placement, ...]:
    """All eight placements of a terrain card on a bare tile: face a, then b; each N, E, S, W (TR-2).

    With the `board` that the tile is on, a join is closed when one can no longer step across although one
    could before (`corner` as in `reach`). Without it only the edge with the direction symbol is looked at:
    that no step out remains. ValueError if the tile has a terrain (TR-4), KeyError for an unknown card.
    """
    return tuple(_placement(faces, tile, card, face, edge, board, corner) for face in BOTH_FACES for edge in SIDES)


def legal_placements(
    faces: Faces, tile: PlacedTile, card: str, board: Board | None = None, corner: bool = False
) -> tuple[Placement, ...]:
    """Those of the eight placements that TR-3 allows; none: the terrain is skipped."""
    return tuple(
        _placement(faces, tile, card, face, edge, board, corner)
        for face in BOTH_FACES
        for edge in SIDES
        if not forbidden_by(faces, tile, card, face, edge)
    )


def forbidden_by(faces: Faces, tile: PlacedTile, card: str, face: Face, edge: Side) -> tuple[Space, ...]:
    """The chapter and spawn spaces, row by row, that the terrain would cover: none, then it is legal (TR-3).

    ValueError if the tile has a terrain (TR-4), KeyError for an unknown card.
    """
    if tile.terrain is not None:
        raise ValueError(f"tile {tile.tile} has a terrain already")
    rows, (left, top) = lying(faces, tile).spaces, (tile.cell[0] * TILE, tile.cell[1] * TILE)
    under = sorted((y, x) for x, y in covered(faces.ends[card + face], edge))
    return tuple((left + x, top + y) for y, x in under if rows[y][x] in (CHAPTER, SPAWN))


def _placement(
    faces: Faces, tile: PlacedTile, card: str, face: Face, edge: Side, board: Board | None, corner: bool
) -> Placement:
    covers = forbidden_by(faces, tile, card, face, edge)
    laid = with_terrain(tile, card, face, edge)
    before, after = lying(faces, tile), lying(faces, laid)
    at = (tile.cell[0] * TILE, tile.cell[1] * TILE)
    if board is None:
        closed = _closed_symbol_edge(faces, tile, before, after)
    else:
        closed = _closed_joins(faces, tile, laid, board, corner)
    return Placement(
        face=face,
        edge=edge,
        covers=covers,
        goes=_only_in(before, after, at),
        comes=_only_in(after, before, at),
        closes_join=bool(closed),
        closed_joins=closed,
    )


@lru_cache(maxsize=1024)
def _only_in(one: Drawing, other: Drawing, at: Space) -> Printed:
    """What `one` prints and `other` does not, with `at` as the place of their top left space."""
    left, top = at
    borders = tuple(
        ((left + x, top + y, kind), char)
        for kind, rows, were in (
            ("h", one.horizontal, other.horizontal),
            ("v", one.vertical, other.vertical),
        )
        for x, y, char in _new_in(rows, were, OPEN)
    )
    spaces = tuple(((left + x, top + y), char) for x, y, char in _new_in(one.spaces, other.spaces, FLOOR))
    return Printed(borders, spaces)


def _new_in(rows: tuple[str, ...], were: tuple[str, ...], plain: str) -> Iterator[tuple[int, int, str]]:
    for y, (row, was) in enumerate(zip(rows, were, strict=True)):
        if row != was:
            for x, char in enumerate(row):
                if char not in (plain, was[x]):
                    yield x, y, char


def _closed_symbol_edge(faces: Faces, tile: PlacedTile, before: Drawing, after: Drawing) -> tuple[Side, ...]:
    side = turned_side(faces.symbols[faces.tile_key(tile.tile, tile.face)], tile.turns)
    return (side,) if _has_step_out(before, side) and not _has_step_out(after, side) else ()


def _has_step_out(drawing: Drawing, side: Side) -> bool:
    spaces = edge_spaces((0, 0), side)
    return any(drawing.side(x, y, side) in PASSABLE and drawing.spaces[y][x] not in OBSTACLES for x, y in spaces)


def _closed_joins(faces: Faces, tile: PlacedTile, laid: PlacedTile, board: Board, corner: bool) -> tuple[Side, ...]:
    others = [other for other in board.tiles if other.cell != tile.cell]
    joined = [s for s in SIDES if any(other.cell == beyond(tile.cell, s) for other in others)]
    now = layout(faces, Board((*others, tile), board.doors))
    then = layout(faces, Board((*others, laid), board.doors))
    return tuple(
        side for side in joined if _can_cross(now, tile, side, corner) and not _can_cross(then, tile, side, corner)
    )


def _can_cross(layout: Layout, tile: PlacedTile, side: Side, corner: bool) -> bool:
    """Whether some step leads from a space on that edge of the tile into the tile beside it."""
    across = beyond(tile.cell, side)
    standing = (space for space in edge_spaces(tile.cell, side) if not layout.is_obstacle(space))
    return any(_steps_into(layout, space, across, corner) for space in standing)


def _steps_into(layout: Layout, space: Space, cell: Cell, corner: bool) -> bool:
    return any(cell_of(other) == cell and not layout.is_obstacle(other) for other in layout.neighbours(space, corner))


__all__ = [
    "SHORT_WALL",
    "End",
    "Placement",
    "Printed",
    "corner_of",
    "covered",
    "forbidden_by",
    "legal_placements",
    "overlaid",
    "placements",
    "with_terrain",
]
