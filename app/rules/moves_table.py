"""What the table does as a whole: a phase ends, a die is rolled, a house rule changes, the group rules (AM-1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from .changes import Change


@dataclass(frozen=True, slots=True)
class EndPhase:
    """End the current phase, which must be `phase`; after the monster phase a new round begins (RD-1)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    phase: Literal["explorer", "spawn", "horror", "monster"]
    type: Literal["EndPhase"] = "EndPhase"


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


@dataclass(frozen=True, slots=True)
class MakeRuling:
    """A table ruling: the group overrides the tracker on purpose, with a reason (AM-1)."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}
    reason: str
    changes: tuple[Change, ...]
    type: Literal["MakeRuling"] = "MakeRuling"
