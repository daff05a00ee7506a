"""The steps of phases, of monsters that appear, and of attacks with what they make explode (`agenda.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .geometry import Cell


@dataclass(frozen=True)
class Attacking:
    """An attack being carried out (BG-4): one roll for all its targets, then what a hit or a miss brings.

    `attacker` '' = nobody (traps, barrels, cards). `targets` = unit ids and barrels ('barrel x,y'), one perhaps more
    than once. `card`, `at` and `branch` name the attack verb whose `on_hit` and `on_miss` follow ('' none); `after` =
    those still to resolve, 'hit m5' or 'miss m5'. `actor` is who acts in them. `weapon` = the card whose
    printed attack it is.
    """

    id: int
    attacker: str
    targets: tuple[str, ...]
    low: int
    high: int
    arcane: bool
    damage: int = 1
    rule: str = "BG-4"
    card: str = ""
    at: str = ""
    branch: tuple[int, ...] = ()
    actor: str = ""
    rolled: bool = False
    after: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    weapon: str = ""
    type: Literal["attacking"] = "attacking"


@dataclass(frozen=True)
class Explosions:
    """Barrels that were hit explode one by one, in the group's order (XB-1, IP-20); they wait in `State.due`."""

    id: int
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["explosions"] = "explosions"


@dataclass(frozen=True)
class Spawning:
    """Monsters that spawn one after another (RD-3, IP-16, IP-17), one on each tile of `cells`.

    `near` = the space from which the nearest spawn space is counted, one for each cell, '' = none. `by_roll` = a spawn
    roll brought them.
    """

    id: int
    cells: tuple[Cell, ...]
    near: tuple[str, ...]
    by_roll: bool = False
    rule: str = "RD-3"
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["spawning"] = "spawning"


@dataclass(frozen=True)
class SpawnPhase:
    """The spawn phase (RD-3): `waiting` = explorers that have not rolled yet, `roller` the one rolling."""

    id: int
    waiting: tuple[str, ...]
    roller: str = ""
    stage: Literal["next", "roll", "rating"] = "next"
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["spawn_phase"] = "spawn_phase"


@dataclass(frozen=True)
class HorrorPhase:
    """The horror phase (RD-4): one roll; a failure raises threat, then invokes an event, then sets the rating back."""

    id: int
    stage: Literal["roll", "event", "rating"] = "roll"
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["horror_phase"] = "horror_phase"


@dataclass(frozen=True)
class MonsterPhase:
    """The monster phase (RD-5): `listed` = the monsters in play when it began, `waiting` = those that have not acted.

    `acting` = the one that has begun: it has gone `steps` steps, doors included, and attacked `attacks` times.
    `near` = (monster, explorer) for those that were adjacent when the phase began, `over` = (explorer, card) for those
    whom cards kept the acting one from picking, `picked` those whom it could pick as it began. `steps_before` = the
    steps that it had gone when it first attacked.
    """

    id: int
    listed: tuple[str, ...]
    waiting: tuple[str, ...]
    acting: str = ""
    steps: int = 0
    attacks: int = 0
    near: tuple[tuple[str, str], ...] = ()
    over: tuple[tuple[str, str], ...] = ()
    picked: tuple[str, ...] = ()
    steps_before: int = 0
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["monster_phase"] = "monster_phase"
