"""The exact chance of an attack before its roll (BG-4): every fall of its dice against armor or will as it is now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from .aiming import hit_by
from .attacking import profile_of
from .cards import Book
from .cards_attacks import AttackProfile
from .combat import dice_for, is_arcane, needed
from .monsters import attack_profile
from .moves import Attack, MonsterAttack
from .state import State

#: No page waits for the odds of more dice than these; no card comes near.
MOST_TOLD: Final = 60


@dataclass(frozen=True, slots=True)
class Odds:
    """An attack on one target: its `dice` by kind, what they must reach (`need`), the `chance` of that.

    `printed` = these dice stand on its card, no other card adds or takes any. `times` = how often the target is named,
    `damage` = the health that one hit takes. Dice that a card lets somebody roll again are not counted in.
    """

    target: str
    dice: Mapping[str, int]
    printed: bool
    arcane: bool
    need: int
    chance: Fraction
    times: int
    damage: int


def odds_of(book: Book, state: State, move: Attack | MonsterAttack) -> tuple[Odds, ...]:
    """The odds against each target of an attack, each once, in the order named; () without such an attack, or one with
    more dice than MOST_TOLD.
    """
    attacker, profile = _attack(book, state, move)
    if profile is None:
        return ()
    named = hit_by(book, state, attacker, profile, move.targets)
    arcane = is_arcane(book, state, attacker, profile.arcane)
    dice = dice_for(book, state, attacker, profile.low, profile.high, arcane)
    printed = (dice.get("low", 0), dice.get("high", 0)) == (profile.low, profile.high)
    if sum(dice.values()) > MOST_TOLD:
        return ()
    sums = _sums(tuple((book.dice[die], n) for die, n in dice.items()))
    falls = sum(sums.values())
    found = []
    for target in dict.fromkeys(named):
        need = needed(book, state, target, arcane=arcane)
        chance = Fraction(sum(ways for total, ways in sums.items() if total >= need), falls)
        found.append(Odds(target, dice, printed, arcane, need, chance, named.count(target), profile.damage))
    return tuple(found)


def _attack(book: Book, state: State, move: Attack | MonsterAttack) -> tuple[str, AttackProfile | None]:
    if isinstance(move, MonsterAttack):
        return move.monster, attack_profile(book, state, move.monster)
    return move.explorer, profile_of(book, state, move.explorer, move.weapon)[0]


@lru_cache(maxsize=256)
def _sums(dice: tuple[tuple[tuple[int, ...], int], ...]) -> Mapping[int, int]:
    """In how many falls of these dice, (faces, how many), each total comes."""
    sums = {0: 1}
    for faces, n in dice:
        for _ in range(n):
            rolled: dict[int, int] = {}
            for have, ways in sums.items():
                for face in faces:
                    rolled[have + face] = rolled.get(have + face, 0) + ways
            sums = rolled
    return sums
