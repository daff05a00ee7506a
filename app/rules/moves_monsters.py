"""What the group does with a monster of the monster phase (RD-5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from .geometry import Space


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
