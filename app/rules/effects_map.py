"""Verbs of the map: entry and exit, exploring, spaces, doors, traps, tiles (effects)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class PlaceEntry:
    """Place the entry token on a new map tile (EX-6); the three decks are not used (EX-3)."""

    type: Literal["place_entry"] = "place_entry"


@dataclass(frozen=True, slots=True)
class PlaceExit:
    """Place the exit token on an unexplored edge the group picks, first of tiles without explorers (CH-9)."""

    type: Literal["place_exit"] = "place_exit"


@dataclass(frozen=True, slots=True)
class ExploreFree:
    """The acting explorer explores without paying, or any one that could, whom the group picks; the three decks are
    used (EX-3).
    """

    who: Literal["acting", "any_explorer"] = "acting"
    optional: bool = True
    type: Literal["explore_free"] = "explore_free"


@dataclass(frozen=True, slots=True)
class DestroySpace:
    """Destroyed token on the nearest unused action space that is no chapter space: of each tile with an explorer
    ('each_tile'), or nearest to the unit concerned ('unit') (BG-5). `what` 'spawn' = on a spawn space that nobody
    stands on instead.
    """

    where: Literal["each_tile", "unit"] = "each_tile"
    what: Literal["action", "spawn"] = "action"
    type: Literal["destroy_space"] = "destroy_space"


@dataclass(frozen=True, slots=True)
class Door:
    """Open, close or destroy doors: `which` 'one_in_sight', 'one_adjacent', 'each_on_tile', 'each', seen from `who`.

    'place' puts a closed door on a border without wall or door, which the group picks, 'on_explorers_tile'.
    """

    act: Literal["open", "close", "toggle", "destroy", "place"]
    which: Literal["one_in_sight", "one_adjacent", "each_on_tile", "each", "on_explorers_tile"]
    who: Literal["acting", "activating"] = "acting"
    type: Literal["door"] = "door"


@dataclass(frozen=True, slots=True)
class Traps:
    """Trigger traps, by the acting explorer, or without an activating unit (`activator` False) (TL-1, TL-2)."""

    activator: bool = True
    type: Literal["traps"] = "traps"


@dataclass(frozen=True, slots=True)
class DestroyTile:
    """Destroy one map tile without explorers, which the group picks (EN-6)."""

    type: Literal["destroy_tile"] = "destroy_tile"
