"""What an explorer does in its turn: it walks, explores, attacks, trades, uses what is beside it (BG-1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from .geometry import Side, Space


@dataclass(frozen=True, slots=True)
class Walk:
    """`explorer` walks to `to`, along `path` (spaces stepped on, in order) or the cheapest way (BG-1, BG-2)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    to: Space
    path: tuple[Space, ...] = ()
    type: Literal["Walk"] = "Walk"


@dataclass(frozen=True, slots=True)
class Explore:
    """`explorer` explores over the edge `edge` of the tile it stands on (EX-1)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    edge: Side
    type: Literal["Explore"] = "Explore"


@dataclass(frozen=True, slots=True)
class ActivateChapterSpace:
    """`explorer` activates the chapter space at `space`, adjacent to it (BG-1, CH-4)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    space: Space
    type: Literal["ActivateChapterSpace"] = "ActivateChapterSpace"


@dataclass(frozen=True, slots=True)
class ActivateSpace:
    """`explorer` activates the chest, workbench, recharge station, event space or lever at `space` (BG-1, BG-5)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    space: Space
    type: Literal["ActivateSpace"] = "ActivateSpace"


@dataclass(frozen=True, slots=True)
class OpenDoor:
    """`explorer` opens the closed door between its space and `to`, an orthogonal neighbour (BG-1)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    to: Space
    type: Literal["OpenDoor"] = "OpenDoor"


@dataclass(frozen=True, slots=True)
class PlaceDoor:
    """`explorer` places a door in the open doorway between its space and `to` (BG-1)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    to: Space
    type: Literal["PlaceDoor"] = "PlaceDoor"


@dataclass(frozen=True, slots=True)
class DestroyDoor:
    """`explorer` destroys the door, open or closed, between its space and `to` (BG-1)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    to: Space
    type: Literal["DestroyDoor"] = "DestroyDoor"


@dataclass(frozen=True, slots=True)
class LeaveByExit:
    """`explorer` leaves over the edge with the exit token (CH-9)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    type: Literal["LeaveByExit"] = "LeaveByExit"


@dataclass(frozen=True, slots=True)
class Attack:
    """`explorer` attacks `targets` with its basic attack (`weapon` '') or an equipped item (BG-4).

    Targets are unit ids and barrels ('barrel x,y'). One may be named more than once if the attack takes several; one
    that takes each unit in reach needs none named; one that is aimed at a place names a space ('space x,y').
    """

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    targets: tuple[str, ...] = ()
    weapon: str = ""
    type: Literal["Attack"] = "Attack"


@dataclass(frozen=True, slots=True)
class PlayAbility:
    """`explorer` plays the active ability of `card` at address `at` (CH-8, NC-3, DK-4)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    card: str
    at: str
    type: Literal["PlayAbility"] = "PlayAbility"


@dataclass(frozen=True, slots=True)
class StartTrade:
    """`explorer` trades with `partner`, who is adjacent (BG-1, BG-9)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    partner: str
    type: Literal["StartTrade"] = "StartTrade"


@dataclass(frozen=True, slots=True)
class UseInventory:
    """`explorer` uses inventory on `on`: itself (or '') or an adjacent explorer (BG-1, BG-9, RC-2)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    on: str = ""
    type: Literal["UseInventory"] = "UseInventory"


@dataclass(frozen=True, slots=True)
class Drop:
    """`explorer` drops the item `card` on the adjacent space `space` (BG-1)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    card: str
    space: Space
    type: Literal["Drop"] = "Drop"


@dataclass(frozen=True, slots=True)
class PickUp:
    """`explorer` picks up the item `card` that lies on its space or an adjacent one (BG-6)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    card: str
    type: Literal["PickUp"] = "PickUp"


@dataclass(frozen=True, slots=True)
class FinishTurn:
    """`explorer` finishes: its stamina is 0 and it acts no more this round (RD-2)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    type: Literal["FinishTurn"] = "FinishTurn"
