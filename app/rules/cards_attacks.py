"""Attacks as cards print them, what items add to them, and barrels (BG-4, BG-9, XB-1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .cards_text import Ability
from .effects import Attack, Effect
from .vocabulary import Price


@dataclass(frozen=True, slots=True)
class AttackProfile:
    """An attack as a card prints it (BG-4). What is printed beside it in words stands in the card's own text.

    `reach`: 'adjacent' (BG-2) or 'sight' (BG-3), then at most `within` spaces away (0: any distance). `targets` = how
    many it may name, one of them more than once; 0 = each unit in reach. `shape` = it is aimed at 1 space in sight: it
    hits everything on or adjacent to it ('area'), or in a straight line through it, `within` spaces long ('line').
    `past_corners` = corners of walls do not block its sight. `whom` may be named: 'unit' (barrels too),
    'explorer', 'monster'. `damage` = health that a hit takes, 0 where `on_hit` says what happens instead. `on_hit` and
    `on_miss` resolve for each unit hit or missed, which is then the unit 'target'. `price` is what an explorer pays,
    `times` how often a monster attacks in its phase.
    """

    low: int = 0
    high: int = 0
    arcane: bool = False
    reach: Literal["adjacent", "sight"] = "adjacent"
    within: int = 0
    price: Price = Price(stamina=2)
    targets: int = 1
    shape: Literal["", "area", "line"] = ""
    past_corners: bool = False
    whom: Literal["unit", "explorer", "monster"] = "unit"
    damage: int = 1
    times: int = 1
    on_hit: tuple[Effect, ...] = ()
    on_miss: tuple[Effect, ...] = ()

    def ability(self, text: str) -> Ability:
        """The attack as an ability, so that what follows a hit has an address; it is not played as one."""
        verb = Attack("target", self.low, self.high, self.arcane, on_hit=self.on_hit, on_miss=self.on_miss)
        return Ability("when", text, (verb,), self.price)


@dataclass(frozen=True, slots=True)
class AttackBonus:
    """What an item adds to the attack of the weapon that it is laid under, and to its price in essence (BG-9)."""

    low: int = 0
    high: int = 0
    arcane: bool = False
    essence: int = 0


@dataclass(frozen=True, slots=True)
class Barrel:
    """An exploding barrel: what an attack on it must reach, and the dice of its blast (XB-1)."""

    armor: int = 0
    will: int = 0
    low: int = 0
    high: int = 0


#: The addresses under which `Book.ability` knows an attack printed on a card, and that of its upgraded side.
ATTACK, UPGRADED_ATTACK = "attack", "attack.upgraded"
