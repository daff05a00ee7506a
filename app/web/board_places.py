"""What tiles and spaces are called, and the part of the lattice that a drawing shows."""

from __future__ import annotations

from typing import Final

from app.rules.board import PlacedTile, cell_of, within
from app.rules.cards import Book
from app.rules.geometry import Cell, Space, space_name
from app.rules.state import State, key_of
from app.web.board_ink import Names
from app.web.board_shapes import SPAN, corner

MARGIN: Final = 26
"""Units around the tiles, where chevrons, environments and tokens hang."""


def tile_name(book: Book, tile: PlacedTile) -> str:
    """The printed name of the face that lies up."""
    return book.tiles[book.faces.tile_key(tile.tile, tile.face)].name


def tile_names(book: Book, state: State) -> Names:
    """(cell as 'x,y', name) of every tile in play."""
    return tuple((key_of(tile.cell), tile_name(book, tile)) for tile in state.board.tiles)


def place(book: Book, state: State, space: Space) -> str:
    """A space as players say it: 'Kiln b4'. Empty ground is told by its lattice coordinates."""
    tile = state.board.at(cell_of(space))
    if tile is None:
        return f"empty ground {space[0]}, {space[1]}"
    return f"{tile_name(book, tile)} {space_name(*within(space))}"


def view_box(state: State, crop: Cell | None = None, margin: bool = False) -> tuple[int, int, int, int]:
    """Left, top, width and height in units: all tiles and a margin, or one tile with a little around it."""
    if crop is not None:
        x, y = corner(crop)
        if margin:
            return x - MARGIN, y - MARGIN, SPAN + 2 * MARGIN, SPAN + 2 * MARGIN
        return x - 14, y - 14, SPAN + 34, SPAN + 34
    cells = [tile.cell for tile in state.board.tiles] or [(0, 0)]
    left, top = (min(cell[axis] for cell in cells) * SPAN for axis in (0, 1))
    right, bottom = ((max(cell[axis] for cell in cells) + 1) * SPAN for axis in (0, 1))
    return left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
