"""Verbs that do something to units: health and what else they have, where they stand, who appears (effects)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .vocabulary import Pool, Who


@dataclass(frozen=True, slots=True)
class Lose:
    """`who` loses `n` of a pool, never below 0; a monster has health only, the rest is skipped (EN-4)."""

    who: Who
    what: Pool
    n: int
    type: Literal["lose"] = "lose"


@dataclass(frozen=True, slots=True)
class Restore:
    """`who` restores `n` of a pool up to the printed value; n = 0 means all of it."""

    who: Who
    what: Pool
    n: int
    type: Literal["restore"] = "restore"


@dataclass(frozen=True, slots=True)
class Teleport:
    """Move `who` to a free space: 'entry_tile' (the tile with the entry token), 'own_tile', 'middle' (the free space of
    its tile nearest to the middle), 'next_to_explorer', 'next_to_action_space', 'next_to_door', 'in_sight' (at most
    `within` spaces away), 'within' (reachable in `within` steps).

    No path is needed (BG-11); `optional` = it can be declined.
    """

    who: Who
    where: Literal[
        "entry_tile",
        "own_tile",
        "middle",
        "next_to_explorer",
        "next_to_action_space",
        "next_to_door",
        "in_sight",
        "within",
    ]
    optional: bool = False
    within: int = 0
    type: Literal["teleport"] = "teleport"


@dataclass(frozen=True, slots=True)
class Move:
    """`who` moves up to `n` spaces of its own choice, without paying; with `exactly` it ends `n` steps away."""

    who: Who
    n: int
    exactly: bool = False
    type: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class Push:
    """The activating unit is pushed `n` spaces away from the border it came over (env-09)."""

    n: int
    type: Literal["push_back"] = "push_back"


@dataclass(frozen=True, slots=True)
class PushUnits:
    """Push (`pull` False) or pull units `n` spaces from or towards `source` (BG-11).

    `source`: 'acting', 'activating', 'nearest_monster', 'nearest_explorer', 'nearest_spawn_space',
    'nearest_chapter_space', 'middle' (the nearest of its tile's four middle spaces), 'exit' (the edge with the token).
    With `up_to` fewer spaces may be chosen, but one at least.
    """

    target: Who
    n: int
    source: str = "acting"
    pull: bool = False
    up_to: bool = False
    type: Literal["push"] = "push"


@dataclass(frozen=True, slots=True)
class MoveTowards:
    """Move units up to `n` spaces, with `exactly` as far as they get, towards or (`away`) away from the nearest `goal`.

    `goal`: 'explorer', 'monster', 'spawn_space', 'chapter_space', or the unit 'acting' or 'activating'.
    """

    target: Who
    n: int
    goal: str
    away: bool = False
    exactly: bool = False
    type: Literal["move_towards"] = "move_towards"


@dataclass(frozen=True, slots=True)
class Spawn:
    """Spawn `n` monsters on a tile: 'acting', 'activating', 'fewest_explorers', 'most_explorers', 'most_health',
    'joined', 'each_with_explorer' (RD-3, IP-16, IP-17).
    """

    n: int
    tile: str
    type: Literal["spawn"] = "spawn"


@dataclass(frozen=True, slots=True)
class Banish:
    """Banish monsters: no essence, no death effects (BG-4)."""

    target: Who
    type: Literal["banish"] = "banish"
