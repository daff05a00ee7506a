"""Cards of items, the slots they fill, and the recharge die (BG-9, RC-1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from .cards_attacks import AttackBonus, AttackProfile
from .cards_text import Card
from .vocabulary import Price


@dataclass(frozen=True, slots=True)
class Recharge:
    """One face of the recharge die: what it restores (RC-1)."""

    health: int = 0
    stamina: int = 0
    essence: int = 0


#: Slots of an explorer by name, with how many there are of each (BG-9).
SLOTS: Mapping[str, int] = MappingProxyType({"hand": 2, "head": 1, "body": 1, "feet": 1, "artifact": 2})


@dataclass(frozen=True, slots=True)
class ItemCard(Card):
    """An item of one of the four item-type decks (BG-9). `slot` and `augment` are what is printed, in words.

    `place` = the slot that it fills when equipped ('hand', 'head', 'body', 'feet', 'artifact'; '' none) and `fills` how
    many of them. `room` = augments that it can carry. `augments` = what it can be laid under: traits, or kinds of item
    ('weapon', 'apparel', 'two_handed'); () = under nothing. `upgrade` = the price of its upgrade, None without one;
    `upgrade_trait` = an own item with that trait is destroyed for it as well. `attack_profile` = the attack that it
    lends its bearer while equipped, `upgraded_profile` the one that it has once upgraded; `lends` = what it adds as an
    augment to the attack of the weapon that it lies under.
    """

    level: int = 1
    kind: Literal["weapon", "artifact", "consumable", "apparel"] = "weapon"
    traits: tuple[str, ...] = ()
    slot: str = ""
    augment: str = ""
    attack: str = ""
    attack_profile: AttackProfile | None = None
    upgraded_profile: AttackProfile | None = None
    lends: AttackBonus | None = None
    place: str = ""
    fills: int = 1
    room: int = 0
    augments: tuple[str, ...] = ()
    upgrade: Price | None = None
    upgrade_trait: str = ""

    @property
    def called(self) -> frozenset[str]:
        """What cards can call it by: its kind, its traits, and 'two_handed' if it takes two hands."""
        two = {"two_handed"} if self.place == "hand" and self.fills >= 2 else set()
        return frozenset({self.kind, *self.traits, *two})
