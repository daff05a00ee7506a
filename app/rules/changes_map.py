"""What a table ruling may change on the map: tiles, terrains, environments, tokens, spaces, doors (AM-1).

Cells are (x, y) of the lattice of map tiles, edges those of the tile as it lies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .geometry import Cell, Side, Space
from .vocabulary import From

#: An edge of a tile, '' for none.
MaybeEdge = Literal["", "N", "E", "S", "W"]


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """Place a map tile in the empty cell `cell`, beside another tile; nothing scrolls away.

    `tile` = one that is out of the game, by its number; '' takes the `source` card of the deck, face as it lies unless
    `face` says otherwise. It lies turned clockwise by `turns` quarters from how it is drawn, or with its direction
    symbol on its edge `symbol`.
    """

    cell: Cell
    tile: str = ""
    face: Literal["", "a", "b"] = ""
    turns: Literal[0, 1, 2, 3] = 0
    symbol: MaybeEdge = ""
    source: From = "top"
    type: Literal["PlaceTile"] = "PlaceTile"


@dataclass(frozen=True, slots=True)
class RemoveTile:
    """Take the map tile in `cell` off the board with all that is on it (EN-6)."""

    cell: Cell
    type: Literal["RemoveTile"] = "RemoveTile"


@dataclass(frozen=True, slots=True)
class TurnTile:
    """Turn the map tile in `cell` clockwise by `quarters`; units, items, marks and doors on it turn with it."""

    cell: Cell
    quarters: Literal[1, 2, 3]
    type: Literal["TurnTile"] = "TurnTile"


@dataclass(frozen=True, slots=True)
class LayTerrain:
    """Lay a terrain on the tile in `cell`: `card`, which is out of the game; '' takes the `source` card of the deck."""

    cell: Cell
    face: Literal["a", "b"]
    edge: Side
    card: str = ""
    source: From = "top"
    type: Literal["LayTerrain"] = "LayTerrain"


@dataclass(frozen=True, slots=True)
class RemoveTerrain:
    """Take the terrain off the tile in `cell`; where it goes says the setting `spent_overlays`."""

    cell: Cell
    type: Literal["RemoveTerrain"] = "RemoveTerrain"


@dataclass(frozen=True, slots=True)
class PlaceEnvironment:
    """Connect an environment to `edge` of the tile in `cell` ('' = without an edge).

    `card` = one that is out of the game, '' takes the `source` card of the deck.
    """

    cell: Cell
    edge: MaybeEdge = ""
    card: str = ""
    source: From = "top"
    type: Literal["PlaceEnvironment"] = "PlaceEnvironment"


@dataclass(frozen=True, slots=True)
class MoveEnvironment:
    """Connect the environment `card` to `edge` ('' = none) of its tile, or of the tile in `cell`."""

    card: str
    edge: MaybeEdge = ""
    cell: Cell | None = None
    type: Literal["MoveEnvironment"] = "MoveEnvironment"


@dataclass(frozen=True, slots=True)
class RemoveEnvironment:
    """Take the environment `card` out of play; where it goes says the setting `spent_overlays`."""

    card: str
    type: Literal["RemoveEnvironment"] = "RemoveEnvironment"


@dataclass(frozen=True, slots=True)
class PlaceToken:
    """Lay the entry or exit token on `edge` of the tile in `cell`, set it beside the board, or take it out of play."""

    token: Literal["entry", "exit"]
    where: Literal["edge", "beside", "gone"] = "edge"
    cell: Cell | None = None
    edge: MaybeEdge = ""
    type: Literal["PlaceToken"] = "PlaceToken"


@dataclass(frozen=True, slots=True)
class MarkSpace:
    """Mark the space 'explored', 'lit' or 'destroyed', or take its mark away ('none').

    A chapter space that is lit counts for the way on (CH-4); one whose mark is taken away does not any more.
    """

    space: Space
    mark: Literal["explored", "lit", "destroyed", "none"]
    type: Literal["MarkSpace"] = "MarkSpace"


@dataclass(frozen=True, slots=True)
class SetDoor:
    """Open, close or remove the door between two neighbouring spaces, or put one there."""

    a: Space
    b: Space
    door: Literal["open", "closed", "none"]
    type: Literal["SetDoor"] = "SetDoor"
