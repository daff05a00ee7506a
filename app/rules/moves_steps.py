"""What answers a step that waits: a question, a tile to furnish, a roll to help, a trade, a shared price.

Each names its step by `step`, so that a late answer is never taken for another question's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from .geometry import Side


@dataclass(frozen=True, slots=True)
class PlaceTerrain:
    """Answer the terrain step: `face` ('a' or 'b') on the new tile's edge `edge` (TR-1, TR-2)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    step: int
    face: Literal["a", "b"]
    edge: Side
    type: Literal["PlaceTerrain"] = "PlaceTerrain"


@dataclass(frozen=True, slots=True)
class ConnectEnvironment:
    """Answer the environment step: connect it to `edge` of the new tile (EN-1)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    step: int
    edge: Side
    type: Literal["ConnectEnvironment"] = "ConnectEnvironment"


@dataclass(frozen=True, slots=True)
class DrawEncounter:
    """Answer the encounter step: draw the top encounter (NC-1)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    step: int
    type: Literal["DrawEncounter"] = "DrawEncounter"


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the question `step` with one of its options."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    step: int
    option: str
    type: Literal["Answer"] = "Answer"


@dataclass(frozen=True, slots=True)
class HelpRoll:
    """`explorer` pays `n` times the printed price to improve the roll of the step ability `step` (ST-2).

    `roller` = whose roll is meant: once it is closed nothing is paid for the next one. '' = whichever is open.
    """

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    step: int
    explorer: str
    n: int = 1
    roller: str = ""
    type: Literal["HelpRoll"] = "HelpRoll"


@dataclass(frozen=True, slots=True)
class CloseAdjust:
    """The rolling explorer closes the adjusting of the step ability `step` (ST-2); `roller` as in `HelpRoll`."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    step: int
    roller: str = ""
    type: Literal["CloseAdjust"] = "CloseAdjust"


@dataclass(frozen=True, slots=True)
class GiveItem:
    """In the trade `step`: the item `card` goes to `to`, from the other one (BG-9).

    '' = to whoever doesn't hold it. Moves were made so before they named who receives; made twice, they take it back.
    """

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    step: int
    card: str
    to: str = ""
    type: Literal["GiveItem"] = "GiveItem"


@dataclass(frozen=True, slots=True)
class Equip:
    """In the inventory step `step`: equip the item `card` (BG-9)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    step: int
    card: str
    type: Literal["Equip"] = "Equip"


@dataclass(frozen=True, slots=True)
class Unequip:
    """In the inventory step `step`: unequip the item `card` (BG-9)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    step: int
    card: str
    type: Literal["Unequip"] = "Unequip"


@dataclass(frozen=True, slots=True)
class Augment:
    """In the inventory step `step`: lay the item `card` under the item `under` for good (BG-9)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    step: int
    card: str
    under: str
    type: Literal["Augment"] = "Augment"


@dataclass(frozen=True, slots=True)
class Upgrade:
    """In the inventory step `step`: pay the upgrade of `card`; `destroy` = the own item that goes for it (BG-9)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    step: int
    card: str
    destroy: str = ""
    type: Literal["Upgrade"] = "Upgrade"


@dataclass(frozen=True, slots=True)
class PayShare:
    """`explorer` promises `n` of the price of `step`, in place of what it promised before; 0 takes it back (NC-4)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    step: int
    explorer: str
    n: int
    type: Literal["PayShare"] = "PayShare"


@dataclass(frozen=True, slots=True)
class CloseStep:
    """The trade or use of inventory `step` is over; a price that is to be paid together is not paid (BG-9, NC-4)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    step: int
    type: Literal["CloseStep"] = "CloseStep"
