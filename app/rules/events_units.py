"""What happened to explorers and monsters: their pools, where they stand, whose turn it is, traps under them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .altering import put
from .geometry import Space


@dataclass(frozen=True, init=False)
class PoolChanged:
    """A pool of a unit went from `before` to `after`."""

    unit: str
    what: Literal["health", "stamina", "essence"]
    before: int
    after: int
    why: str
    rule: str = ""
    type: Literal["PoolChanged"] = "PoolChanged"

    def __init__(
        self,
        unit: str,
        what: Literal["health", "stamina", "essence"],
        before: int,
        after: int,
        why: str,
        rule: str = "",
        type: Literal["PoolChanged"] = "PoolChanged",
    ) -> None:
        put(
            self,
            "__dict__",
            {"unit": unit, "what": what, "before": before, "after": after, "why": why, "rule": rule, "type": type},
        )


@dataclass(frozen=True, init=False)
class UnitMoved:
    """A unit moved to `to`: 'walk', 'push', 'pull', 'move', 'teleport', 'entry', 'ruling'.

    `path` = spaces stepped on.
    """

    unit: str
    to: Space
    how: Literal["walk", "push", "pull", "move", "teleport", "entry", "ruling"]
    path: tuple[Space, ...] = ()
    rule: str = ""
    type: Literal["UnitMoved"] = "UnitMoved"

    def __init__(
        self,
        unit: str,
        to: Space,
        how: Literal["walk", "push", "pull", "move", "teleport", "entry", "ruling"],
        path: tuple[Space, ...] = (),
        rule: str = "",
        type: Literal["UnitMoved"] = "UnitMoved",
    ) -> None:
        put(
            self,
            "__dict__",
            {
                "unit": unit,
                "to": to,
                "how": how,
                "path": path,
                "rule": rule,
                "type": type,
            },
        )


@dataclass(frozen=True, slots=True)
class UnitLeft:
    """A unit left the board: 'destroyed', 'banished' or 'exit'."""

    unit: str
    how: Literal["destroyed", "banished", "exit"]
    rule: str
    type: Literal["UnitLeft"] = "UnitLeft"


@dataclass(frozen=True, slots=True)
class MonsterPlaced:
    """A monster came onto the board."""

    unit: str
    card: str
    space: Space
    health: int
    rule: str
    type: Literal["MonsterPlaced"] = "MonsterPlaced"


@dataclass(frozen=True, slots=True)
class ExplorerTook:
    """An explorer took its turn: 'begun', 'finished' or, with a new round, 'ready'; 'acts' = this move is its own."""

    explorer: str
    what: Literal["begun", "finished", "ready", "acts"]
    rule: str = "RD-2"
    type: Literal["ExplorerTook"] = "ExplorerTook"


@dataclass(frozen=True, slots=True)
class ExplorerJoined:
    """An unused explorer was chosen as a replacement and waits to enter (BG-6)."""

    explorer: str
    rule: str = "BG-6"
    type: Literal["ExplorerJoined"] = "ExplorerJoined"


@dataclass(frozen=True, slots=True)
class ExplorerSet:
    """An explorer is 'waiting' or 'unused' now, with so much health: off the board, its turn not begun."""

    explorer: str
    status: Literal["waiting", "unused"]
    health: int
    rule: str
    type: Literal["ExplorerSet"] = "ExplorerSet"


@dataclass(frozen=True, slots=True)
class TrapsTriggered:
    """Traps were triggered: `units` stand on the trapped spaces that are attacked first (TL-1).

    `secondary` = each other explorer at a lever that attacks then, with the units on trapped spaces of its own tile as
    they stand now (TL-2); they are looked up anew when their turn comes (IP-14).
    """

    unit: str
    space: Space | None
    units: tuple[str, ...]
    secondary: tuple[tuple[str, tuple[str, ...]], ...]
    rule: str = "TL-1"
    type: Literal["TrapsTriggered"] = "TrapsTriggered"
