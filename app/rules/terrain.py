"""Where a drawn terrain may lie: eight placements on the new tile, what goes and comes (TR-1 to TR-5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

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
    if tile.terrain is not None:
        raise ValueError(f"tile {tile.tile} has a terrain already")
    faces_of_card: tuple[Face, Face] = ("a", "b")
    return tuple(
        _placement(faces, tile, card, face, edge, board, corner) for face in faces_of_card for edge in SIDES
    )


def legal_placements(
    faces: Faces, tile: PlacedTile, card: str, board: Board | None = None, corner: bool = False
) -> tuple[Placement, ...]:
    """Those of the eight placements that TR-3 allows; none: the terrain is skipped."""
    return tuple(p for p in placements(faces, tile, card, board, corner) if p.is_legal)


def _placement(
    faces: Faces, tile: PlacedTile, card: str, face: Face, edge: Side, board: Board | None, corner: bool
) -> Placement:
    laid = with_terrain(tile, card, face, edge)
    before, after = lying(faces, tile), lying(faces, laid)
    left, top = tile.cell[0] * TILE, tile.cell[1] * TILE
    under = sorted(covered(faces.ends[card + face], edge), key=_row_by_row)
    forbidding = [(x, y) for x, y in under if before.spaces[y][x] in (CHAPTER, SPAWN)]
    if board is None:
        closed = _closed_symbol_edge(faces, tile, before, after)
    else:
        closed = _closed_joins(faces, tile, laid, board, corner)
    return Placement(
        face=face,
        edge=edge,
        covers=tuple((left + x, top + y) for x, y in forbidding),
        goes=_only_in(before, after, (left, top)),
        comes=_only_in(after, before, (left, top)),
        closes_join=bool(closed),
        closed_joins=closed,
    )


def _row_by_row(space: Space) -> Space:
    return space[1], space[0]


def _only_in(one: Drawing, other: Drawing, at: Space) -> Printed:
    """What `one` prints and `other` does not, with `at` as the place of their top left space."""
    left, top = at
    borders = zip(one.borders(), other.borders(), strict=True)
    spaces = zip(one.squares(), other.squares(), strict=True)
    return Printed(
        tuple(((left + x, top + y, k), b) for ((x, y, k), b), (_, was) in borders if b not in (OPEN, was)),
        tuple(((left + x, top + y), s) for ((x, y), s), (_, was) in spaces if s not in (FLOOR, was)),
    )


def _closed_symbol_edge(faces: Faces, tile: PlacedTile, before: Drawing, after: Drawing) -> tuple[Side, ...]:
    side = turned_side(faces.symbols[faces.tile_key(tile.tile, tile.face)], tile.turns)
    return (side,) if _has_step_out(before, side) and not _has_step_out(after, side) else ()


def _has_step_out(drawing: Drawing, side: Side) -> bool:
    spaces = edge_spaces((0, 0), side)
    return any(
        drawing.side(x, y, side) in PASSABLE and drawing.spaces[y][x] not in OBSTACLES for x, y in spaces
    )


def _closed_joins(
    faces: Faces, tile: PlacedTile, laid: PlacedTile, board: Board, corner: bool
) -> tuple[Side, ...]:
    others = [other for other in board.tiles if other.cell != tile.cell]
    joined = [s for s in SIDES if any(other.cell == beyond(tile.cell, s) for other in others)]
    now = layout(faces, Board((*others, tile), board.doors))
    then = layout(faces, Board((*others, laid), board.doors))
    return tuple(
        side
        for side in joined
        if _can_cross(now, tile, side, corner) and not _can_cross(then, tile, side, corner)
    )


def _can_cross(layout: Layout, tile: PlacedTile, side: Side, corner: bool) -> bool:
    """Whether some step leads from a space on that edge of the tile into the tile beside it."""
    across = beyond(tile.cell, side)
    standing = (space for space in edge_spaces(tile.cell, side) if not layout.is_obstacle(space))
    return any(_steps_into(layout, space, across, corner) for space in standing)


def _steps_into(layout: Layout, space: Space, cell: Cell, corner: bool) -> bool:
    return any(
        cell_of(other) == cell and not layout.is_obstacle(other) for other in layout.neighbours(space, corner)
    )


__all__ = [
    "SHORT_WALL",
    "End",
    "Placement",
    "Printed",
    "corner_of",
    "covered",
    "legal_placements",
    "overlaid",
    "placements",
    "with_terrain",
]
