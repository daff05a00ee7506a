"""The explorers' attacks: with what, on whom, and every reason against it (BG-4, BG-2, BG-3, CS-1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement

from .barrels import barrel_name, barrel_space, barrels, is_barrel
from .board import layout
from .cards import ATTACK, UPGRADED_ATTACK, AttackProfile, Book
from .combat import is_arcane, may_target_ethereal
from .effects import Price
from .engine import MOVES, Run
from .events import AbilityUsed
from .memo import kept
from .modifiers import InForce, allows, cannot_use, forbids, in_force, use_up
from .moves import Attack
from .moving import corner
from .paying import pay, price_reasons
from .picking import left_out
from .shapes import caught, place_reasons, places
from .sparing import spared
from .state import Attacking, State
from .targets import gap, is_ethereal, sight_reason
from .turns import take_turn, turn_reasons
from .units import ITEM_DECKS, in_play, is_explorer, space_of_unit
from .verdicts import By, Reason, reason

#: More ways to name several targets than this are not listed one by one.
MOST_LISTED = 200


def profile_of(book: Book, state: State, explorer: str, weapon: str) -> tuple[AttackProfile | None, str, str]:
    """The attack that an explorer has with a weapon ('' = basic), with the card and address it stands on.

    An upgraded item has its upgraded attack, and what lies under it lends its dice (BG-9). None when the card has none.
    """
    if not weapon:
        card = book.explorers.get(explorer)
        return (card.attack_profile if card is not None else None), explorer, ATTACK
    item = book.items.get(weapon)
    if item is None:
        return None, weapon, ATTACK
    now = state.items.get(weapon)
    upgraded = now is not None and now.upgraded and item.upgraded_profile is not None
    profile, at = (item.upgraded_profile, UPGRADED_ATTACK) if upgraded else (item.attack_profile, ATTACK)
    if profile is None:
        return None, weapon, at
    for other, laid in state.items.items():
        lent = book.items[other].lends if laid.under == weapon else None
        if lent is not None:
            arcane = profile.arcane or lent.arcane
            price = replace(profile.price, essence=max(0, profile.price.essence + lent.essence))
            low, high = profile.low + lent.low, profile.high + lent.high
            profile = replace(profile, low=low, high=high, arcane=arcane, price=price)
    return profile, weapon, at


def price_of_attack(
    book: Book, state: State, explorer: str, weapon: str, profile: AttackProfile
) -> tuple[Price, tuple[InForce, ...]]:
    """What an explorer pays for an attack, and the changes that count once each round that it takes up (IP-22).

    Those that count always come first, so that none that is limited is used for nothing.
    """
    essence = profile.price.essence
    if not essence:
        return profile.price, ()
    arcane = is_arcane(book, state, explorer, profile.arcane)
    found = in_force(book, state, "modify", "cost_attack", explorer)
    meant = {"": True, "arcane": arcane}
    mine = [one for one in found if meant.get(one.attack, one.card == weapon)]
    used = []
    for one in sorted(mine, key=lambda one: bool(one.limit)):
        after = max(0, essence + one.n)
        if after == essence or (one.limit and state.used.get(one.key)):
            continue
        essence = after
        used += [one] if one.limit else []
    return replace(profile.price, essence=essence), tuple(used)


def weapons_of(book: Book, state: State, explorer: str) -> tuple[str, ...]:
    """What an explorer could attack with: '' for its basic attack, then the items it holds that have one."""
    basic = ("",) if book.explorers[explorer].attack_profile is not None else ()
    held = (c for deck in ITEM_DECKS for c, holder in state.decks[deck].held.items() if holder == explorer)
    return (*basic, *(card for card in held if book.items[card].attack_profile is not None))


# ------------------------------------------------------------------ targets


def target_reasons(book: Book, state: State, attacker: str, profile: AttackProfile, target: str) -> list[Reason]:
    """Everything against naming `target` in this attack: no such thing, out of reach or sight, ethereal (BG-4)."""
    at = space_of_unit(state, attacker)
    barrel = barrel_space(target)
    space = barrel if barrel is not None and is_barrel(book, state, barrel) else space_of_unit(state, target)
    if at is None or space is None or target == attacker:
        code = "names_itself" if target == attacker else "no_such_target"
        return [reason(code, "XB-1" if barrel is not None else "BG-4", who=target)]
    reasons: list[Reason] = []
    kind = "barrel" if barrel is not None else "explorer" if is_explorer(state, target) else "monster"
    if profile.whom not in ("unit", kind):
        reasons.append(reason("wrong_target", "BG-4", who=target, what=profile.whom))
    unit = "" if barrel is not None else target
    if unit in state.explorers and attacker in state.monsters:
        card = spared(book, state, unit, attacker)
        if card:
            reasons.append(reason("spared", "RD-5", who=unit, card=card))
        over = left_out(book, state, attacker).get(unit, "") if profile.targets else ""
        if over:
            reasons.append(reason("passed_over", "RD-5", who=unit, card=over))
    if profile.reach == "adjacent":
        table = layout(book.faces, state.board)
        if not table.adjacent(at, space, corner(state)):
            reasons.append(reason("target_not_adjacent", "BG-2", who=target))
    else:
        if profile.within and gap(at, space) > profile.within:
            reasons.append(reason("target_too_far", "BG-4", who=target, most=profile.within, far=gap(at, space)))
        blind = sight_reason(book, state, attacker, at, unit, space, past_corners=profile.past_corners)
        if blind is not None and not allows(book, state, "target_without_sight", attacker):
            reasons.append(blind)
    if unit and is_ethereal(book, state, unit) and not may_target_ethereal(book, state, attacker, unit):
        reasons.append(reason("target_ethereal", "CS-1", who=unit))
    return reasons


def possible_targets(book: Book, state: State, attacker: str, profile: AttackProfile) -> tuple[str, ...]:
    """Everything that this attack may name now: monsters, explorers, barrels; spaces when it is aimed at a place."""
    if profile.shape:
        return places(book, state, attacker, profile)
    return kept(book, state, ("targets", attacker, profile), lambda: _possible_targets(book, state, attacker, profile))


def _possible_targets(book: Book, state: State, attacker: str, profile: AttackProfile) -> tuple[str, ...]:
    return tuple(
        target
        for target in (*state.monsters, *in_play(state), *(barrel_name(s) for s in barrels(book, state)))
        if not target_reasons(book, state, attacker, profile, target)
    )


def naming_reasons(
    book: Book, state: State, attacker: str, profile: AttackProfile, named: tuple[str, ...]
) -> list[Reason]:
    """Everything against naming these targets together."""
    may = possible_targets(book, state, attacker, profile)
    reasons: list[Reason] = []
    if profile.shape:
        if len(named) != 1:
            return [reason("no_space_named" if not named else "one_space_only", "BG-4", may)]
        return [replace(r, alternatives=may) for r in place_reasons(book, state, attacker, profile, named[0])]
    if profile.targets == 0:
        if not may:
            reasons.append(reason("nobody_in_reach", "BG-4", who=attacker))
        elif named and set(named) != set(may):
            reasons.append(reason("attack_takes_each", "BG-4", may))
    elif not named:
        reasons.append(reason("no_target_named", "BG-4", may, who=attacker))
    elif len(named) > profile.targets:
        reasons.append(reason("too_many_targets", "BG-4", most=profile.targets, n=len(named)))
    for target in dict.fromkeys(named):
        reasons += [replace(r, alternatives=may) for r in target_reasons(book, state, attacker, profile, target)]
    return reasons


def hit_by(book: Book, state: State, attacker: str, profile: AttackProfile, named: tuple[str, ...]) -> tuple[str, ...]:
    """Whom an attack is on that names these: them, each in reach when it names none, or whoever a place catches."""
    if profile.shape:
        return caught(book, state, attacker, profile, named[0]) if named else ()
    return named or possible_targets(book, state, attacker, profile)


def ways_to_name(book: Book, state: State, attacker: str, profile: AttackProfile) -> Iterator[tuple[str, ...]]:
    """Every way to name targets now; of attacks on many at once, the smaller ways only (MOST_LISTED)."""
    may = possible_targets(book, state, attacker, profile)
    if profile.shape:  # a place with none but one's own kind is legal, and not proposed
        mine = attacker in state.explorers
        for place in may:
            if any((unit in state.explorers) != mine for unit in caught(book, state, attacker, profile, place)):
                yield (place,)
        return
    if profile.targets == 0:
        if may:
            yield ()
        return
    listed = 0
    for n in range(1, profile.targets + 1):
        for named in combinations_with_replacement(may, n):
            if listed >= MOST_LISTED and n > 1:
                return
            listed += 1
            yield named


# ------------------------------------------------------------------ the move


def check_attack(book: Book, state: State, move: Attack, by: By) -> list[Reason]:
    """BG-4: the attack is the explorer's to make and to pay, and may name these targets."""
    reasons = turn_reasons(state, move.explorer, by)
    explorer = state.explorers.get(move.explorer)
    if explorer is None or explorer.space is None:
        return reasons
    profile, card, at = profile_of(book, state, move.explorer, move.weapon)
    if move.weapon:
        holder = next((d.held[move.weapon] for d in state.decks.values() if move.weapon in d.held), "")
        item = state.items.get(move.weapon)
        if holder != move.explorer:
            return [*reasons, reason("not_its_item", "BG-9", card=move.weapon, who=move.explorer)]
        if item is None or not item.equipped or item.under:
            reasons.append(reason("not_equipped", "BG-9", card=move.weapon))
        ban = cannot_use(book, state, move.explorer, move.weapon)
        if ban:
            reasons.append(reason("item_forbidden", "BG-9", item=move.weapon, card=ban))
    if profile is None:
        return [*reasons, reason("no_attack", "BG-4", weapons_of(book, state, move.explorer), card=card)]
    forbidden = forbids(book, state, "attack", move.explorer)
    if forbidden:
        reasons.append(reason("attack_forbidden", "BG-4", who=move.explorer, card=forbidden))
    reasons += naming_reasons(book, state, move.explorer, profile, move.targets)
    price, _ = price_of_attack(book, state, move.explorer, move.weapon, profile)
    return reasons + price_reasons(book, state, price, move.explorer, card, at)


def do_attack(run: Run, move: Attack) -> None:
    """Pay, then attack in a step of its own."""
    take_turn(run, move.explorer)
    profile, card, at = profile_of(run.book, run.state, move.explorer, move.weapon)
    assert profile is not None
    run.emit(AbilityUsed(move.explorer, card, at, rule="BG-4"))
    named = hit_by(run.book, run.state, move.explorer, profile, move.targets)
    price, used = price_of_attack(run.book, run.state, move.explorer, move.weapon, profile)
    use_up(run, used, move.explorer)
    pay(run, price, move.explorer, card, at)
    open_attack(run, move.explorer, profile, named, card, at)


def open_attack(
    run: Run, attacker: str, profile: AttackProfile, named: tuple[str, ...], card: str, at: str, rule: str = "BG-4"
) -> None:
    """Open the step that carries out an attack printed on `card`."""
    follows = card if profile.on_hit or profile.on_miss else ""
    run.open(
        Attacking(
            run.new_id(),
            attacker,
            named,
            profile.low,
            profile.high,
            profile.arcane,
            profile.damage,
            rule,
            follows,
            at if follows else "",
            (0,) if follows else (),
            attacker,
        )
    )


MOVES[Attack] = (check_attack, do_attack)
