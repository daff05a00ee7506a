"""What a player may ask: a closed set, imperative names (architecture, Taste). All ids are the table's.

A move that answers a step names it by `step`, so that a late answer is never taken for another question's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from .changes import FurtherChange
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
class OpenDoor:
    """`explorer` opens the closed door between its space and `to`, an orthogonal neighbour (BG-1)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    to: Space
    type: Literal["OpenDoor"] = "OpenDoor"


@dataclass(frozen=True, slots=True)
class LeaveByExit:
    """`explorer` leaves over the edge with the exit token (CH-9)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    type: Literal["LeaveByExit"] = "LeaveByExit"


@dataclass(frozen=True, slots=True)
class PlayAbility:
    """`explorer` plays the active ability of `card` at address `at` (CH-8, NC-3, DK-4)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    card: str
    at: str
    type: Literal["PlayAbility"] = "PlayAbility"


@dataclass(frozen=True, slots=True)
class FinishTurn:
    """`explorer` finishes: its stamina is 0 and it acts no more this round (RD-2)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    type: Literal["FinishTurn"] = "FinishTurn"


@dataclass(frozen=True, slots=True)
class EndPhase:
    """End the current phase, which must be `phase`; after the monster phase a new round begins (RD-1)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    phase: Literal["explorer", "spawn", "horror", "monster"]
    type: Literal["EndPhase"] = "EndPhase"


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
    """`explorer` pays `n` times the printed price to improve the roll of the step ability `step` (ST-2)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    step: int
    explorer: str
    n: int = 1
    type: Literal["HelpRoll"] = "HelpRoll"


@dataclass(frozen=True, slots=True)
class CloseAdjust:
    """The rolling explorer closes the adjusting of the step ability `step` (ST-2)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    step: int
    type: Literal["CloseAdjust"] = "CloseAdjust"


@dataclass(frozen=True, slots=True)
class RollDie:
    """Roll a die openly, or type in what the real one showed (GD-1). `die`: 'game', 'low', 'high'."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    die: Literal["game", "low", "high"] = "game"
    typed: int | None = None
    type: Literal["RollDie"] = "RollDie"


@dataclass(frozen=True, slots=True)
class ChangeSetting:
    """The host sets the house rule `name` to `value`, valid from now on (ledger: Settings)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    name: str
    value: str | int
    type: Literal["ChangeSetting"] = "ChangeSetting"


# ------------------------------------------------------------------ action spaces, doors, items, shared prices


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
class MoveMonster:
    """The group moves a monster of the monster phase to `to`, by the cheapest way that it can go (RD-5)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    monster: str
    to: Space
    type: Literal["MoveMonster"] = "MoveMonster"


@dataclass(frozen=True, slots=True)
class MonsterAttack:
    """A monster of the monster phase attacks `targets` (RD-5); an attack on each unit in reach needs none named."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    monster: str
    targets: tuple[str, ...] = ()
    type: Literal["MonsterAttack"] = "MonsterAttack"


@dataclass(frozen=True, slots=True)
class MonsterAbility:
    """A monster that acts does what an active ability of its own card says, at the address `at` (RD-5)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    monster: str
    at: str
    type: Literal["MonsterAbility"] = "MonsterAbility"


@dataclass(frozen=True, slots=True)
class MonsterOpenDoor:
    """A monster opens the closed door between its space and `to`, for one of its moves (RD-5)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    monster: str
    to: Space
    type: Literal["MonsterOpenDoor"] = "MonsterOpenDoor"


@dataclass(frozen=True, slots=True)
class MonsterDone:
    """A monster of the monster phase has done what it does, perhaps nothing (RD-5)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    monster: str
    type: Literal["MonsterDone"] = "MonsterDone"


@dataclass(frozen=True, slots=True)
class ActivateSpace:
    """`explorer` activates the chest, workbench, recharge station, event space or lever at `space` (BG-1, BG-5)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    space: Space
    type: Literal["ActivateSpace"] = "ActivateSpace"


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
class StartTrade:
    """`explorer` trades with `partner`, who is adjacent (BG-1, BG-9)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    partner: str
    type: Literal["StartTrade"] = "StartTrade"


@dataclass(frozen=True, slots=True)
class GiveItem:
    """In the trade `step`: the item `card` goes from the explorer that holds it to the other one (BG-9)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    step: int
    card: str
    type: Literal["GiveItem"] = "GiveItem"


@dataclass(frozen=True, slots=True)
class UseInventory:
    """`explorer` uses inventory on `on`: itself (or '') or an adjacent explorer (BG-1, BG-9, RC-2)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    explorer: str
    on: str = ""
    type: Literal["UseInventory"] = "UseInventory"


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
class CloseStep:
    """The trade or use of inventory `step` is over; a price that is to be paid together is not paid (BG-9, NC-4)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    step: int
    type: Literal["CloseStep"] = "CloseStep"


@dataclass(frozen=True, slots=True)
class PayShare:
    """`explorer` promises `n` of the price of `step`, in place of what it promised before; 0 takes it back (NC-4)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    step: int
    explorer: str
    n: int
    type: Literal["PayShare"] = "PayShare"


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


# ------------------------------------------------------------------ table rulings (AM-1)


@dataclass(frozen=True, slots=True)
class SetPool:
    """Set a pool of a unit (explorer or monster id) to `value`; health 0 destroys it."""

    unit: str
    what: Literal["health", "stamina", "essence"]
    value: int
    type: Literal["SetPool"] = "SetPool"


@dataclass(frozen=True, slots=True)
class PutUnit:
    """Put a unit that is in play, or an explorer that waits, on `space`.

    `enters` = it counts as entering the tile there, so that its environment resolves (EN-4).
    """

    unit: str
    space: Space
    enters: bool = False
    type: Literal["PutUnit"] = "PutUnit"


@dataclass(frozen=True, slots=True)
class AddMonster:
    """Take the monster card `card` out of the monster deck and put it on `space`; '' takes the top card."""

    space: Space
    card: str = ""
    type: Literal["AddMonster"] = "AddMonster"


@dataclass(frozen=True, slots=True)
class RemoveMonster:
    """Take a monster off the board: 'destroyed' or 'banished'."""

    unit: str
    how: Literal["destroyed", "banished"] = "destroyed"
    type: Literal["RemoveMonster"] = "RemoveMonster"


@dataclass(frozen=True, slots=True)
class SetTokens:
    """Set the number of spawn or horror tokens."""

    kind: Literal["spawn", "horror"]
    value: int
    type: Literal["SetTokens"] = "SetTokens"


@dataclass(frozen=True, slots=True)
class SetTrack:
    """Set a rating, the threat, the level, the chapter spaces lit in this chapter, or how many may be replaced."""

    track: Literal["spawn_rating", "horror_rating", "threat", "level", "lit", "replacements"]
    value: int
    type: Literal["SetTrack"] = "SetTrack"


@dataclass(frozen=True, slots=True)
class SetCharges:
    """Set the charges of an environment (`panel` '') or of a panel of the current chapter or encounter."""

    card: str
    value: int
    panel: str = ""
    type: Literal["SetCharges"] = "SetCharges"


@dataclass(frozen=True, slots=True)
class SetDoor:
    """Open, close or remove the door between two neighbouring spaces, or put one there."""

    a: Space
    b: Space
    door: Literal["open", "closed", "none"]
    type: Literal["SetDoor"] = "SetDoor"


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
class SetChapter:
    """Go to chapter number `number` (0-based) of this session, which then enters."""

    number: int
    type: Literal["SetChapter"] = "SetChapter"


@dataclass(frozen=True, slots=True)
class EndGame:
    """Declare the game won or lost."""

    outcome: Literal["won", "lost"]
    type: Literal["EndGame"] = "EndGame"


Change = (
    SetPool
    | PutUnit
    | AddMonster
    | RemoveMonster
    | SetTokens
    | SetTrack
    | SetCharges
    | SetDoor
    | TakeItem
    | DropItem
    | SetChapter
    | EndGame
    | FurtherChange
)


@dataclass(frozen=True, slots=True)
class MakeRuling:
    """A table ruling: the group overrides the tracker on purpose, with a reason (AM-1)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    reason: str
    changes: tuple[Change, ...]
    type: Literal["MakeRuling"] = "MakeRuling"


Move = (
    Walk
    | Explore
    | ActivateChapterSpace
    | OpenDoor
    | LeaveByExit
    | PlayAbility
    | FinishTurn
    | Attack
    | MoveMonster
    | MonsterAttack
    | MonsterAbility
    | MonsterOpenDoor
    | MonsterDone
    | EndPhase
    | PlaceTerrain
    | ConnectEnvironment
    | DrawEncounter
    | Answer
    | HelpRoll
    | CloseAdjust
    | ActivateSpace
    | PlaceDoor
    | DestroyDoor
    | StartTrade
    | GiveItem
    | UseInventory
    | Equip
    | Unequip
    | Augment
    | Upgrade
    | CloseStep
    | PayShare
    | Drop
    | PickUp
    | RollDie
    | ChangeSetting
    | MakeRuling
)
