"""What an attack throws and how likely it hits, in words, read before it is confirmed (BG-4)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from app.rules.barrels import barrel_space
from app.rules.moves import Attack, MonsterAttack, Move
from app.rules.odds import Odds, odds_of
from app.rules.state import State
from app.web.messages import Words
from app.web.messages_names import capital, counted, listed, percent

MOST_TOLD: Final = 4
"""Targets of one attack whose odds are told one by one."""


def odds_lines(words: Words, state: State, move: Move) -> Iterator[str]:
    """'75 % to hit (3 in 4): 3 or more against armor. A hit destroys it.', for each of the first targets.

    The dice come first where they do not stand beside it anyway: a monster's, and those that cards change. Of several
    targets each is named, and of more than these it is said how many there are.
    """
    if not isinstance(move, Attack | MonsterAttack):
        return
    found = odds_of(words.book, state, move)
    for one in found[:MOST_TOLD]:
        whose = f"{capital(words.unit(one.target))}: " if len(found) > 1 else ""
        dice = f"{_thrown(one)}, " if isinstance(move, MonsterAttack) or not one.printed else ""
        yield f"{whose}{dice}{_chance(one.chance)}: {one.need} or more against {_against(one)}.{_then(state, one)}"
    if len(found) > MOST_TOLD:
        yield f"And {counted(len(found) - MOST_TOLD, 'target')} more, by the same roll."


def _thrown(one: Odds) -> str:
    return listed([f"{n} {kind} {'die' if n == 1 else 'dice'}" for kind, n in one.dice.items()]) or "No dice"


def _against(one: Odds) -> str:
    return "will" if one.arcane else "armor"


def _chance(chance: Fraction) -> str:
    if chance in (0, 1):
        return "always hits" if chance else "cannot hit"
    return f"{percent(chance)} to hit ({chance.numerator} in {chance.denominator})"


def _then(state: State, one: Odds) -> str:
    """What the hit takes of the target's health, or that the barrel explodes."""
    if barrel_space(one.target) is not None and one.chance:
        return " A hit makes it explode."
    unit = state.monsters.get(one.target) or state.explorers.get(one.target)
    taken = one.damage * one.times
    if unit is None or not taken or not one.chance:
        return ""
    if taken >= unit.health:
        return " A hit destroys it." if one.target in state.monsters else " A hit leaves no health."
    return f" A hit takes {taken} of {unit.health} health."
