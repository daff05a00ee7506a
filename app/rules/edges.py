"""The edges of map tiles: unexplored ones, joining a tile, what closes, what scrolls away (EX-1 to EX-5)."""

from __future__ import annotations

from .geometry import SIDES, TILE, Cell, Side, Space, beyond, opposite
from .placed import Board, Faces, PlacedTile


def unexplored_edges(board: Board) -> tuple[tuple[Cell, Side], ...]:
    """The sides of tiles in play with no tile joined to them, tile by tile, each N, E, S, W (EX-5).

    Walls and tokens do not matter here.
    """
    global _last
    last = _last  # one look: another thread may put its own board there meanwhile
    if last is None or last[0] is not board:
        taken = {tile.cell for tile in board.tiles}
        edges = ((tile.cell, side) for tile in board.tiles for side in SIDES if beyond(tile.cell, side) not in taken)
        last = _last = (board, tuple(edges))
    return last[1]


#: The board asked about last: most questions are about one and the same.
_last: tuple[Board, tuple[tuple[Cell, Side], ...]] | None = None


def edge_spaces(cell: Cell, side: Side) -> tuple[Space, ...]:
    """The ten spaces along one edge of a tile, from west to east or from north to south."""
    left, top = cell[0] * TILE, cell[1] * TILE
    if side in ("N", "S"):
        y = top if side == "N" else top + TILE - 1
        return tuple((left + i, y) for i in range(TILE))
    x = left if side == "W" else left + TILE - 1
    return tuple((x, top + i) for i in range(TILE))


def joining(faces: Faces, board: Board, cell: Cell, side: Side, tile: str, face: str) -> PlacedTile:
    """The tile as it is joined to an edge in play: its direction symbol against that edge (EX-1).

    KeyError if there is no such face; ValueError if the edge is of no tile in play, or explored.
    """
    if (cell, side) not in unexplored_edges(board):
        raise ValueError(f"the {side} edge of {cell} is not an unexplored edge")
    symbol = faces.symbols[faces.tile_key(tile, face)]
    turns = (SIDES.index(opposite(side)) - SIDES.index(symbol)) % 4
    return PlacedTile(tile, face, beyond(cell, side), turns)


def closed_edges(board: Board, new_tile: PlacedTile) -> tuple[tuple[Cell, Side], ...]:
    """The edges of the other tiles in play that the new tile lies against, several at once perhaps (EN-3)."""
    return tuple(
        (tile.cell, side) for tile in board.tiles for side in SIDES if beyond(tile.cell, side) == new_tile.cell
    )


def scrolled_away(
    board: Board, new_tile: PlacedTile, max_width: int | None, max_height: int | None
) -> tuple[PlacedTile, ...]:
    """The older tiles that go when the new one is joined, so that the area keeps within so many tiles (EX-4).

    None is no limit. In each direction the far columns or rows go, so that the new tile stays. An area that
    was too large before (the setting was changed) shrinks to the limit: the farthest go first, the eastern
    or southern ones where both sides are equally far.
    """
    gone: set[Cell] = set()
    for axis, limit in ((0, max_width), (1, max_height)):
        if limit is not None:
            kept = _kept([tile.cell[axis] for tile in board.tiles], new_tile.cell[axis], limit)
            gone |= {tile.cell for tile in board.tiles if tile.cell[axis] not in kept}
    return tuple(tile for tile in board.tiles if tile.cell in gone)


def _kept(lines: list[int], new: int, limit: int) -> range:
    """The columns or rows that stay: a run of `limit` or fewer around the new tile's."""
    first, last = min([*lines, new]), max([*lines, new])
    while last - first + 1 > max(limit, 1):
        if new - first > last - new:
            first += 1
        else:
            last -= 1
    return range(first, last + 1)
