"""What happened on the map: tiles, terrains, environments, entry and exit, marks on spaces, doors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from .geometry import Cell, Space
from .placed import PlacedTerrain, PlacedTile
from .state import InPlay, TokenPlace


@dataclass(frozen=True, slots=True)
class TileJoined:
    """A map tile was joined (`by` explored it) or placed (`by` '')."""

    tile: PlacedTile
    by: str = ""
    rule: str = "EX-1"
    type: Literal["TileJoined"] = "TileJoined"


@dataclass(frozen=True, slots=True)
class TilesLit:
    """Map tiles whose chapter spaces stay lit, as they were when the house rule that lit them went."""

    tiles: tuple[str, ...]
    rule: str = "CS-2"
    type: Literal["TilesLit"] = "TilesLit"


@dataclass(frozen=True, slots=True)
class TileLeft:
    """A map tile left the board: scrolled away, destroyed or cleared; its marks and doors went too.

    `doors` = keys of the doors that are forgotten with it.
    """

    cell: Cell
    tile: str
    why: Literal["scrolled", "destroyed", "cleared"]
    rule: str
    doors: tuple[str, ...] = ()
    type: Literal["TileLeft"] = "TileLeft"


@dataclass(frozen=True, slots=True)
class TileTurned:
    """A map tile was turned where it lies: how it lies now, with all changed doors and all marks as they are then."""

    tile: PlacedTile
    doors: Mapping[str, str]
    marks: Mapping[str, str]
    rule: str
    type: Literal["TileTurned"] = "TileTurned"


@dataclass(frozen=True, slots=True)
class TerrainPlaced:
    """A terrain was laid for good (TR-4). `doors` = keys of changed doors that it overrides (TR-5)."""

    cell: Cell
    terrain: PlacedTerrain
    by: str
    doors: tuple[str, ...] = ()
    rule: str = "TR-1"
    type: Literal["TerrainPlaced"] = "TerrainPlaced"


@dataclass(frozen=True, slots=True)
class TerrainLeft:
    """A terrain was taken off its tile; `doors` and `marks` = keys of those that are forgotten with it."""

    cell: Cell
    card: str
    rule: str
    doors: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    type: Literal["TerrainLeft"] = "TerrainLeft"


@dataclass(frozen=True, slots=True)
class EnvironmentSet:
    """An environment was connected, moved to another edge, or lost its edge; the whole new place."""

    environment: InPlay
    how: Literal["connected", "moved", "homeless", "charged"]
    rule: str
    type: Literal["EnvironmentSet"] = "EnvironmentSet"


@dataclass(frozen=True, slots=True)
class EnvironmentLeft:
    """An environment left play (EN-6, homeless_environment)."""

    card: str
    rule: str
    type: Literal["EnvironmentLeft"] = "EnvironmentLeft"


@dataclass(frozen=True, slots=True)
class TokenPlaced:
    """The entry or exit token was laid on an edge, set aside (`place.cell` None) or left play (`place` None)."""

    token: Literal["entry", "exit"]
    place: TokenPlace | None
    rule: str
    type: Literal["TokenPlaced"] = "TokenPlaced"


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """No edge in play could be explored any more (`now`), or one can be again (IP-15).

    `how` = setting dead_end, or 'bare' where no map tile lies.
    """

    now: bool
    how: str
    rule: str = "IP-15"
    type: Literal["DeadEnd"] = "DeadEnd"


@dataclass(frozen=True, slots=True)
class SpaceMarked:
    """A space was marked 'explored', 'lit' or 'destroyed' (BG-5, CS-2)."""

    space: Space
    mark: Literal["explored", "lit", "destroyed"]
    by: str
    rule: str
    type: Literal["SpaceMarked"] = "SpaceMarked"


@dataclass(frozen=True, slots=True)
class SpaceCleared:
    """A mark was taken off a space."""

    space: Space
    mark: str
    rule: str
    type: Literal["SpaceCleared"] = "SpaceCleared"


@dataclass(frozen=True, slots=True)
class DoorSet:
    """A door was opened ('/'), closed ('=') or removed (' '); `border` is 'x,y,h' or 'x,y,v'."""

    border: str
    door: Literal["/", "=", " "]
    by: str
    rule: str
    type: Literal["DoorSet"] = "DoorSet"
