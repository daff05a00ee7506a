"""Attacks: one roll against armor or will, damage, and what a hit or a miss brings (BG-4, CS-1, XB-1, IP-14)."""

from __future__ import annotations

from typing import Any, Final

from . import effects as fx
from .agenda import Resolve
from .agenda_phases import Attacking
from .altering import altered
from .barrels import barrel_name, barrel_space, barrels, hit_barrel, is_barrel
from .board import cell_of, layout
from .cards import Book
from .conditions import lit_spaces
from .distances import gap
from .engine import IN_HAND, STEPS, Run
from .events_rolls import AttackMade
from .geometry import Space
from .modifiers import allows, end_lasting, forbids, number
from .rerolls import roll
from .resolving import VERBS, next_verb, targets, verbs_of
from .seeing import sight_reason
from .set_values import changed
from .sparing import spared
from .state import State, key_of
from .targets import is_ethereal, seen_from, select
from .triggers import trigger
from .units import lose, space_of_unit, unit_of
from .vocabulary import Select

#: How near an ethereal unit must be for a leave that reaches no farther.
NEAR = 3


def armor_of(book: Book, state: State, unit: str) -> int:
    """A unit's armor as it counts now: printed or set, and what cards add to it (IP-22)."""
    return _defence(book, state, unit, "armor")


def will_of(book: Book, state: State, unit: str) -> int:
    """A unit's will as it counts now: printed or set, and what cards add to it (IP-22)."""
    return _defence(book, state, unit, "will")


def _defence(book: Book, state: State, unit: str, what: str) -> int:
    monster = state.monsters.get(unit)
    card = book.monsters[monster.card] if monster is not None else book.explorers[unit]
    return max(0, changed(book, state, int(getattr(card, what)), what, unit))


def needed(book: Book, state: State, target: str, *, arcane: bool) -> int:
    """What an attack must reach to hit a unit or a barrel (BG-4, XB-1)."""
    if barrel_space(target) is not None:
        return book.barrel.will if arcane else book.barrel.armor
    return will_of(book, state, target) if arcane else armor_of(book, state, target)


def may_target_ethereal(book: Book, state: State, attacker: str, target: str) -> bool:
    """CS-1: who stands on a map tile with a lit chapter space may, wherever the target stands; cards may allow it too,
    some of them within `NEAR` spaces only. With rules_4_0 off only cards do (ED-1).
    """
    if allows(book, state, "target_ethereal", attacker):
        return True
    space, there = space_of_unit(state, attacker), space_of_unit(state, target)
    if space is None or there is None:
        return False
    if gap(space, there) <= NEAR and allows(book, state, "target_ethereal_near", attacker):
        return True
    return light_counts(state) and any(cell_of(s) == cell_of(space) for s in lit_spaces(book, state))


def light_counts(state: State) -> bool:
    """Whether a lit chapter space gives leave for ethereal units (CS-1): not with rules_4_0 off (ED-1)."""
    return state.settings.rules_4_0 == "on"


def is_arcane(book: Book, state: State, attacker: str | None, arcane: bool) -> bool:
    """Whether an attack is arcane: anything arcane in it makes it so (BG-4)."""
    return arcane or bool(attacker and allows(book, state, "attacks_arcane", attacker))


#: Dice of a kind that anybody throws: no cards come near, but a written position may say so of any number of effects.
MOST_DICE: Final = 99


def dice_for(book: Book, state: State, attacker: str | None, low: int, high: int, arcane: bool) -> dict[str, int]:
    """The dice of an attack by kind, with what cards add or take, from none to MOST_DICE of a kind (IP-22)."""
    if attacker is not None:
        low += number(book, state, "low_dice", attacker)
        high += number(book, state, "high_dice", attacker)
        if arcane:
            low += number(book, state, "arcane_low_dice", attacker)
    return {die: min(n, MOST_DICE) for die, n in (("low", low), ("high", high)) if n > 0}


def attack(
    run: Run,
    step: Any,
    *,
    attacker: str | None,
    targets: tuple[str, ...],
    low: int,
    high: int,
    arcane: bool,
    rule: str,
    key: str = "attack",
    damage: int = 1,
    card: str = "",
) -> tuple[str, ...]:
    """Attack: one roll for all targets, kept under `key` of `step`; the targets hit, each once (BG-4).

    `targets` = unit ids and barrels ('barrel x,y'); who is named twice loses twice. `attacker` None = nobody (traps,
    barrels, cards; `card` = that card). Once the roll is there everything happens at once: the caller must not ask or
    roll for anything else in the same pass, and moves its step on at once. Barrels that are hit explode when the
    ability in hand is finished (IP-20). Raises Restart after rolling, Paused while something is asked.
    """
    book = run.book
    arcane = is_arcane(book, run.state, attacker, arcane)
    dice = dice_for(book, run.state, attacker, low, high, arcane)
    total = roll(run, step, key, dice, why="attack", who=attacker or "", rule=rule) if dice else 0
    state = run.state
    needs = tuple(needed(book, state, target, arcane=arcane) for target in targets)
    hit = tuple(dict.fromkeys(t for t, need in zip(targets, needs, strict=True) if total >= need))
    places = {t: _place(state, t) for t in targets}
    run.emit(AttackMade(attacker or "", targets, total, arcane, needs, hit, rule))
    for target, need in zip(targets, needs, strict=True):
        if total < need:
            continue
        space = barrel_space(target)
        if space is not None:
            hit_barrel(run, space, arcane)
        elif damage:
            lose(run, target, "health", damage, rule, card)
    for target, need in dict(zip(targets, needs, strict=True)).items():
        _set_off(run, attacker, target, places[target], total - need, arcane)
    if attacker is not None:
        trigger(run, "unit_attacks", actor=attacker, unit=attacker, where=_place(run.state, attacker))
        end_lasting(run, "next_attack", attacker)
    return hit


def _place(state: State, target: str) -> str:
    space = barrel_space(target) or space_of_unit(state, target)
    return key_of(space) if space is not None else ""


def _set_off(run: Run, attacker: str | None, target: str, place: str, over: int, arcane: bool) -> None:
    """What an attack triggers for one of its targets; all of it waits (IP-1). `over` = the roll less what it needed."""
    is_unit = barrel_space(target) is None
    if is_unit:
        trigger(run, "unit_attacked", actor=attacker, unit=target, where=place)
    if over >= 0:
        if is_unit:
            trigger(run, "attack_hits", actor=attacker, unit=target, where=place)
        if arcane:
            trigger(run, "hit_by_arcane", actor=attacker, unit=target, where=place)
    elif over == -1 and is_unit:
        trigger(run, "attack_short_by_one", actor=attacker, unit=target, where=place)


# ------------------------------------------------------------------ an attack as a step


def carry_attacking(run: Run, step: Attacking) -> bool:
    """Roll and deal the damage; then what the attack does to those hit and those missed, one by one."""
    if not step.rolled:
        there = tuple(t for t in step.targets if _still_there(run, t))
        if not there:
            run.close(step)
            return True
        places = {t: _place(run.state, t) or "-" for t in there}
        hit = attack(
            run,
            step,
            attacker=step.attacker if unit_of(run.state, step.attacker) else None,
            targets=there,
            low=step.low,
            high=step.high,
            arcane=step.arcane,
            rule=step.rule,
            damage=step.damage,
            card=step.card if not step.attacker else "",
        )
        after = tuple(f"{outcome} {unit} {places[unit]}" for outcome, unit in _what_follows(run, step, there, hit))
        run.change(altered(step, targets=there, rolled=True, after=after, answers=()))
    elif step.after:
        outcome, unit, place = step.after[0].split(" ")
        run.change(altered(step, after=step.after[1:]))
        branch = (*step.branch, 0 if outcome == "hit" else 1)
        actor = step.actor or None
        run.open(
            Resolve(
                run.new_id(),
                step.card,
                step.at,
                branch,
                actor=actor,
                unit=unit,
                came_from=place.strip("-"),
                whole=False,
            )
        )
    else:
        run.close(step)
    return True


def _still_there(run: Run, target: str) -> bool:
    space = barrel_space(target)
    return is_barrel(run.book, run.state, space) if space is not None else unit_of(run.state, target) is not None


def _what_follows(
    run: Run, step: Attacking, named: tuple[str, ...], hit: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """('hit' or 'miss', unit) for each unit for which something follows."""
    if not step.card:
        return ()
    verb = verbs_of(run, Resolve(0, step.card, step.at, step.branch[:-1]))[step.branch[-1]]
    assert isinstance(verb, fx.Attack)
    units = dict.fromkeys(t for t in named if barrel_space(t) is None)
    outcomes = tuple(("hit" if unit in hit else "miss", unit) for unit in units)
    return tuple((o, unit) for o, unit in outcomes if (verb.on_hit if o == "hit" else verb.on_miss))


# ------------------------------------------------------------------ the verb


def begin_attack(run: Run, step: Resolve, e: fx.Attack) -> None:
    """A card's attack: pick the targets, then roll in a step of its own."""
    state = run.state
    attacker = step.unit if e.attacker == "activating" else None
    if e.attacker == "acting":
        attacker = seen_from(run, step, "acting", "attacker")
        if attacker is None or unit_of(state, attacker) is None:  # nobody is there to attack
            run.note("no_target", "BG-4", step.card)
            return
    forbidden = forbids(run.book, state, "attack", attacker) if attacker is not None else ""
    if forbidden:
        run.note("may_not_attack", "BG-4", forbidden)
        return

    def allowed(unit: str) -> bool:
        there = unit in state.monsters or (unit in state.explorers and state.explorers[unit].status == "in_play")
        return there and _may_name(run, e, attacker, step.actor or "", unit)

    if isinstance(e.target, Select):
        near = barrels_named(run, e.target, attacker) if e.barrels else ()
        named = select(run, step, e.target, also=near, allowed=allowed, again=e.target.n > 1)
    else:
        named = tuple(u for u in targets(run, step, e.target) if allowed(u))
    if not named:
        run.note("no_target", "BG-4", step.card)
        return
    next_verb(run, step)
    branch = (*step.branch, step.index)
    run.open(
        Attacking(
            run.new_id(),
            attacker or "",
            named,
            e.low,
            e.high,
            e.arcane,
            card=step.card,
            at=step.at,
            branch=branch,
            actor=step.actor or attacker or "",
        )
    )


def _may_name(run: Run, e: fx.Attack, attacker: str | None, actor: str, unit: str) -> bool:
    """Whether a card's attack may name a unit: it is not ethereal, or may be named all the same; no card spares it.

    An attack by nobody reaches ethereal units by the leave of whoever acts (CS-1): only barrels and traps need none.
    """
    book, state, leave = run.book, run.state, attacker or actor
    if attacker and attacker in state.monsters and unit in state.explorers and spared(book, state, unit, attacker):
        return False
    if e.may_ethereal or not is_ethereal(book, state, unit):
        return True
    return bool(leave) and may_target_ethereal(book, state, leave, unit)


def barrels_named(run: Run, sel: Select, attacker: str | None) -> tuple[str, ...]:
    """The barrels that an attack may name as well: as near, or as well in sight, as its units must be (XB-1)."""
    at = space_of_unit(run.state, attacker or "")
    if at is None:
        return ()
    cell = cell_of(at) if sel.where in ("same_tile", "this_tile") else None
    return tuple(
        barrel_name(s)
        for s in barrels(run.book, run.state, cell)
        if sel.where not in ("adjacent", "in_sight", "within")
        or barrel_reached(run.book, run.state, sel, at, s, attacker)
    )


def barrel_reached(book: Book, state: State, sel: Select, at: Space, space: Space, seer: str | None) -> bool:
    """Whether a barrel stands where a Select looks: adjacent, in sight, within so many spaces."""
    if sel.where == "adjacent":
        return layout(book.faces, state.board).adjacent(at, space, state.settings.diagonal_corner == "any")
    if sel.within and gap(at, space) > sel.within:
        return False
    return sel.where == "within" or sight_reason(book, state, seer or "", at, "", space) is None


STEPS[Attacking] = carry_attacking
VERBS[fx.Attack] = begin_attack
IN_HAND.add(Attacking)
