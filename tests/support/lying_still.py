"""Whether a terrain was moved, taken off or replaced by anything but a table ruling (TR-4)."""

from __future__ import annotations

from collections.abc import Sequence

from app.rules import State
from app.rules.events import Event, TileLeft
from app.rules.geometry import Cell
from app.rules.placed import PlacedTerrain


def terrains_disturbed(before: State, after: State, events: Sequence[Event]) -> list[Cell]:
    """Cells whose terrain is not as it lay although its tile has not left; the move was no table ruling."""
    gone = {event.cell for event in events if isinstance(event, TileLeft)}
    return [
        cell
        for cell, terrain in _terrains(before).items()
        if cell not in gone and _terrains(after).get(cell) != terrain
    ]


def _terrains(state: State) -> dict[Cell, PlacedTerrain]:
    return {tile.cell: tile.terrain for tile in state.board.tiles if tile.terrain is not None}
