"""What a table ruling may change about cards: where they lie, what is counted on them, what items do (AM-1).

A card that lies face down has no name here: it can only be drawn, from the top or the bottom of its deck.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .geometry import Space
from .vocabulary import From, Pile


@dataclass(frozen=True, slots=True)
class SetCharges:
    """Set the charges of an environment (`panel` '') or of a panel of the current chapter or encounter."""

    card: str
    value: int
    panel: str = ""
    type: Literal["SetCharges"] = "SetCharges"


@dataclass(frozen=True, slots=True)
class TakeItem:
    """An explorer takes the top card of an item deck ('weapons', 'artifacts', 'consumables', 'apparel')."""

    explorer: str
    deck: Literal["weapons", "artifacts", "consumables", "apparel"]
    type: Literal["TakeItem"] = "TakeItem"


@dataclass(frozen=True, slots=True)
class DropItem:
    """An item that an explorer holds is destroyed, or handed to another explorer (`to`)."""

    card: str
    to: str = ""
    type: Literal["DropItem"] = "DropItem"


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
