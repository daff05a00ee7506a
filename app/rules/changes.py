"""What a table ruling may change beyond pools, tracks and doors: the map, the party, the cards (AM-1).

Each is imperative and small, like a move. Cells are (x, y) of the lattice of map tiles, edges those of the tile as it
lies. A card that lies face down has no name here: it can only be drawn, from the top or the bottom of its deck.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .geometry import Cell, Side, Space
from .state import Phase

#: An edge of a tile, '' for none.
MaybeEdge = Literal["", "N", "E", "S", "W"]
Pile = Literal["encounters", "explorer_events", "horror_events"]
#: Where a card is taken from when none is named.
From = Literal["top", "bottom"]

# ------------------------------------------------------------------ the map


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


# ------------------------------------------------------------------ the party, the round


@dataclass(frozen=True, slots=True)
class SetStatus:
    """Say where an explorer stands: 'in_play' on `space`, 'waiting', 'left' by the exit, 'dead' or 'unused'.

    Who comes back from the dead has 1 health, and no replacement is due for it any more (BG-6).
    """

    explorer: str
    status: Literal["in_play", "waiting", "left", "dead", "unused"]
    space: Space | None = None
    type: Literal["SetStatus"] = "SetStatus"


@dataclass(frozen=True, slots=True)
class SetTurn:
    """Say whether an explorer has 'begun' or 'finished' its turn this round (its stamina is 0 then), or is 'ready'."""

    explorer: str
    turn: Literal["ready", "begun", "finished"]
    type: Literal["SetTurn"] = "SetTurn"


@dataclass(frozen=True, slots=True)
class SetPhase:
    """Go to a phase, of round `round` (0 = the current one). `begins` = what happens at its beginning happens now."""

    phase: Phase
    round: int = 0
    begins: bool = False
    type: Literal["SetPhase"] = "SetPhase"


# ------------------------------------------------------------------ cards


@dataclass(frozen=True, slots=True)
class DrawCard:
    """Turn up the `source` card of a deck: 'resolved' as drawn, or 'destroyed', 'out', or 'held' by `holder`."""

    deck: Literal[
        "encounters",
        "explorer_events",
        "horror_events",
        "weapons",
        "artifacts",
        "consumables",
        "apparel",
    ]
    to: Literal["resolved", "destroyed", "out", "held"]
    holder: str = ""
    source: From = "top"
    type: Literal["DrawCard"] = "DrawCard"


@dataclass(frozen=True, slots=True)
class MoveCard:
    """Move a card that lies face up, and the augments under it, to another place.

    'destroyed' = onto the destroyed pile, 'under' it, 'out' of the game, on 'top' or at the 'bottom' of its deck,
    'held' by the explorer `holder`, 'stored' on the card `holder`, or 'lying' on `space` (an item).
    """

    card: str
    to: Literal["destroyed", "under", "out", "top", "bottom", "held", "stored", "lying"]
    holder: str = ""
    space: Space | None = None
    type: Literal["MoveCard"] = "MoveCard"


@dataclass(frozen=True, slots=True)
class SetCurrent:
    """Make a card of a destroyed pile the current one ('' = none is); `resolves` = it is invoked again (DK-1)."""

    pile: Pile
    card: str = ""
    resolves: bool = False
    type: Literal["SetCurrent"] = "SetCurrent"


@dataclass(frozen=True, slots=True)
class SetOption:
    """Set the count tokens of a panel ('top.0') of a card in force.

    'open' = how many options are unlocked; 'chosen' and 'determined' = the number of the option (0-based), -1 = none.
    """

    card: str
    panel: str
    what: Literal["open", "chosen", "determined"]
    value: int
    type: Literal["SetOption"] = "SetOption"


@dataclass(frozen=True, slots=True)
class RememberOption:
    """The scenario remembers that the chapter option of that name was chosen (CT-1), or `forget`s it."""

    option: str
    forget: bool = False
    type: Literal["RememberOption"] = "RememberOption"


@dataclass(frozen=True, slots=True)
class SetItem:
    """Say what a held item is doing: equipped, upgraded, laid `under` another item of its holder ('' = none)."""

    card: str
    equipped: bool = False
    upgraded: bool = False
    under: str = ""
    type: Literal["SetItem"] = "SetItem"


FurtherChange = (
    PlaceTile
    | RemoveTile
    | TurnTile
    | LayTerrain
    | RemoveTerrain
    | PlaceEnvironment
    | MoveEnvironment
    | RemoveEnvironment
    | PlaceToken
    | MarkSpace
    | SetStatus
    | SetTurn
    | SetPhase
    | DrawCard
    | MoveCard
    | SetCurrent
    | SetOption
    | RememberOption
    | SetItem
)
