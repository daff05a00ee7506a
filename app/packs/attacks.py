"""Attacks as they are written in a pack: `profile: {low: 1, high: 1, reach: sight, within: 5}` (AttackProfile)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.rules.cards_attacks import AttackBonus, AttackProfile
from app.rules.vocabulary import Select

from .conditions import Scope
from .fields import Field, Fields
from .play_verbs import filled
from .verbs import effects

#: What a monster can walk through or over without stopping there (MonsterCard.passes).
PASSES = ("doors", "walls", "units", "obstacles")
#: More dice or targets than any card needs.
MOST_DICE = 20


def profile(keys: Fields, key: str, scope: Scope, *, of_monster: bool = False) -> AttackProfile | None:
    """The attack under `key`, None when there is none. A monster attacks explorers unless its card says otherwise."""
    if key not in keys:
        return None
    where = keys[key]
    found: AttackProfile = filled(AttackProfile, key, where, scope, effects)
    for figure in ("low", "high", "within", "targets", "damage", "times"):
        _in_range(where, figure, getattr(found, figure))
    if not found.low and not found.high:
        where.note("an attack needs dice: 'low', 'high' or both")
    if found.shape and (found.reach != "sight" or not found.within):
        where.note("an attack with a shape has 'reach: sight' and 'within'")
    if found.shape and (found.targets != 1 or found.past_corners):
        where.note("'targets' and 'past_corners' belong to attacks that name units")
    if found.within and found.reach == "adjacent":
        where.note("'within' belongs to reach: sight")
    if of_monster and isinstance(where.value, dict) and "whom" not in where.value:
        return replace(found, whom="explorer")
    return found


def bonus(keys: Fields, key: str, scope: Scope) -> AttackBonus | None:
    """What an item lends to the attack of a weapon that it is laid under."""
    if key not in keys:
        return None
    found: AttackBonus = filled(AttackBonus, key, keys[key], scope, effects)
    return found


def passes(keys: Fields) -> tuple[Any, ...]:
    """What a monster walks through or over."""
    return tuple(one.one_of(PASSES) for one in keys.items("passes"))


def picks(keys: Fields) -> Select | None:
    """Whom a behaviour is about: `nearest`, or `{pick: weakest, where: in_sight}`; None where no word says it."""
    if "picks" not in keys:
        return None
    where = keys["picks"]
    said = where.value if isinstance(where.value, dict) else {"pick": where.value}
    found: Select = filled(
        Select, "picks", Field({"kind": "explorer", **said}, where.path, where.place), Scope(), effects
    )
    if found.kind != "explorer" or found.n != 1 or found.where not in ("anywhere", "in_sight"):
        where.note("a monster picks 1 explorer, anywhere or in_sight")
    if not found.pick:
        where.note("'pick' is missing: whom it picks, such as nearest")
    return replace(found, of="activating")


def _in_range(where: Field, figure: str, value: int) -> None:
    if not 0 <= value <= MOST_DICE:
        where.note(f"'{figure}' must be 0 to {MOST_DICE}, found {value}")
