"""What was rolled, and what came of it: attacks that hit, help, the options of a step ability."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class DieRolled:
    """A die was rolled by the tracker, or typed in from the table (GD-1)."""

    die: str
    face: int
    source: Literal["tracker", "typed"]
    by: str = ""
    rule: str = "GD-1"
    type: Literal["DieRolled"] = "DieRolled"


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """Dice were rolled and added up; `faces` as (die, face). Typed in: only the sum is known, `faces` is empty.

    `why` names what for: 'attack', 'steps', 'test', 'spawn', 'horror', 'recharge', 'event_space'. `who` rolls.
    `modifier` is what printed modifiers add to the sum; `total` includes it.
    """

    why: str
    who: str
    faces: tuple[tuple[str, int], ...]
    modifier: int
    total: int
    source: Literal["tracker", "typed"]
    rule: str
    type: Literal["DiceRolled"] = "DiceRolled"


@dataclass(frozen=True, slots=True)
class AttackMade:
    """An attack was made: `total` against what each target needs to be hit; `hit` names each one hit once (BG-4).

    `attacker` '' = nobody. Targets are unit ids and barrels ('barrel x,y'); one may be named more than once.
    """

    attacker: str
    targets: tuple[str, ...]
    total: int
    arcane: bool
    needed: tuple[int, ...]
    hit: tuple[str, ...]
    rule: str = "BG-4"
    type: Literal["AttackMade"] = "AttackMade"


@dataclass(frozen=True, slots=True)
class HelpGiven:
    """An explorer helped a roll of a step ability by `n`; the roll is `total` now (ST-2)."""

    card: str
    explorer: str
    roller: str
    n: int
    total: int
    rule: str = "ST-2"
    type: Literal["HelpGiven"] = "HelpGiven"


@dataclass(frozen=True, slots=True)
class StepResolved:
    """A step ability resolves the options numbered `bands` for the final roll or count `total` (ST-3)."""

    card: str
    roller: str
    total: int
    bands: tuple[int, ...]
    rule: str = "ST-3"
    type: Literal["StepResolved"] = "StepResolved"
