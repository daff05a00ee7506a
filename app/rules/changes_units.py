"""What a table ruling may change about explorers and monsters: where they stand, what they have left (AM-1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .geometry import Space


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
