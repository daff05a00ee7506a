"""Verbs of items and of what explorers do with them (effects)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Draw:
    """`who` draws `n` items, keeps `keep`; `rest` = 'destroy', 'hand_adjacent', 'hand_any' (may hand it over instead).

    `keep_optional`: a kept card may be destroyed instead.
    """

    who: str
    n: int = 1
    keep: int = 1
    rest: Literal["destroy", "hand_adjacent", "hand_any"] = "destroy"
    keep_optional: bool = False
    type: Literal["draw"] = "draw"


@dataclass(frozen=True, slots=True)
class DestroyItem:
    """`who` destroys `n` of its own items, of a trait or of a `kind` (such as consumable) if one is named."""

    who: str
    n: int = 1
    trait: str = ""
    kind: str = ""
    type: Literal["destroy_item"] = "destroy_item"


@dataclass(frozen=True, slots=True)
class HandItem:
    """`who` hands one of its own items, with what lies under it, to another explorer, whom it picks (IP-19)."""

    who: str
    type: Literal["hand_item"] = "hand_item"


@dataclass(frozen=True, slots=True)
class Trade:
    """The acting explorer trades with one explorer: `where` 'anywhere' or 'adjacent' (RC-2)."""

    where: Literal["anywhere", "adjacent"] = "adjacent"
    type: Literal["trade"] = "trade"


@dataclass(frozen=True, slots=True)
class Inventory:
    """Use inventory, on oneself or an adjacent explorer (BG-9, RC-2)."""

    type: Literal["inventory"] = "inventory"


@dataclass(frozen=True, slots=True)
class Recharge:
    """The recharge effect in its three steps, wherever the acting explorer stands (RC-1)."""

    type: Literal["recharge"] = "recharge"


@dataclass(frozen=True, slots=True)
class AddLevel:
    """Add item level `level` (IT-1)."""

    level: int
    type: Literal["add_level"] = "add_level"
