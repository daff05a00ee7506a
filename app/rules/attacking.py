"""The explorers' attacks: with what, on whom, and every reason against it (BG-4, BG-2, BG-3, CS-1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from .agenda_phases import Attacking
from .aiming import Named, aim_of, hit_by, naming_reasons, ways_to_name
from .altering import replace
from .cards import Book
from .cards_attacks import ATTACK, UPGRADED_ATTACK, AttackProfile
from .combat import is_arcane
from .engine import MOVES, Run
from .events_cards import AbilityUsed
from .geometry import Space
from .memo import made, same
from .modifiers import InForce, cannot_use, forbids, in_force, use_up
from .moves_turn import Attack
from .paying import pay, price_reasons
from .set_values import decisive
from .state import Explorer, State
from .turns import take_turn, turn_move
from .units import ITEM_DECKS
from .verdicts import Reason, reason
from .vocabulary import Price


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
    mine = _changes_of_price(book, state, explorer, weapon, profile)
    sets = [one for one in mine if one.sets]
    if sets:
        essence = decisive(state, "cost_attack", sets).n + _lent_essence(book, state, weapon)
    used = []
    for one in sorted((one for one in mine if not one.sets), key=lambda one: bool(one.limit)):
        after = max(0, essence + one.n)
        if after == essence or (one.limit and state.used.get(one.key)):
            continue
        essence = after
        used += [one] if one.limit else []
    return replace(profile.price, essence=essence), tuple(used)


def settings_of_price(book: Book, state: State, explorer: str, weapon: str) -> list[InForce]:
    """What cards set the price in essence of an explorer's attack to; nothing for one that costs none (IP-22)."""
    profile = profile_of(book, state, explorer, weapon)[0]
    if profile is None or not profile.price.essence:
        return []
    return [one for one in _changes_of_price(book, state, explorer, weapon, profile) if one.sets]


def _changes_of_price(book: Book, state: State, explorer: str, weapon: str, profile: AttackProfile) -> list[InForce]:
    found = in_force(book, state, "modify", "cost_attack", explorer)
    meant = {"": True, "arcane": bool(found) and is_arcane(book, state, explorer, profile.arcane)}
    return [one for one in found if meant.get(one.attack, one.card == weapon)]


def _lent_essence(book: Book, state: State, weapon: str) -> int:
    """What the augments under a weapon add to the price of its attack: a plus, also where a card sets it."""
    lends = [book.items[other].lends for other, laid in state.items.items() if weapon and laid.under == weapon]
    return sum(lent.essence for lent in lends if lent is not None)


def weapons_of(book: Book, state: State, explorer: str) -> tuple[str, ...]:
    """What an explorer could attack with: '' for its basic attack, then the items it holds that have one."""
    basic = ("",) if book.explorers[explorer].attack_profile is not None else ()
    held = (c for deck in ITEM_DECKS for c, holder in state.decks[deck].held.items() if holder == explorer)
    return (*basic, *(card for card in held if book.items[card].attack_profile is not None))


# ------------------------------------------------------------------ the move


def check_attack(book: Book, state: State, move: Attack, explorer: Explorer, at: Space) -> list[Reason]:
    """BG-4: the attack is the explorer's to make and to pay, and may name these targets."""
    before, profile, after = _apart_from_targets(book, state, move.explorer, move.weapon)
    if profile is None:
        return before
    return before + naming_reasons(book, state, move.explorer, profile, move.targets) + after


def _apart_from_targets(
    book: Book, state: State, explorer: str, weapon: str
) -> tuple[list[Reason], AttackProfile | None, list[Reason]]:
    """What stands against an attack whomever it names: (before that, the attack if targets matter, after that)."""
    reasons: list[Reason] = []
    if weapon:
        holder = next((d.held[weapon] for d in state.decks.values() if weapon in d.held), "")
        item = state.items.get(weapon)
        if holder != explorer:
            return [reason("not_its_item", "BG-9", card=weapon, who=explorer)], None, []
        if item is None or not item.equipped or item.under:
            reasons.append(reason("not_equipped", "BG-9", card=weapon))
        ban = cannot_use(book, state, explorer, weapon)
        if ban:
            reasons.append(reason("item_forbidden", "BG-9", item=weapon, card=ban))
    profile, card, at = profile_of(book, state, explorer, weapon)
    if profile is None:
        return [*reasons, reason("no_attack", "BG-4", weapons_of(book, state, explorer), card=card)], None, []
    forbidden = forbids(book, state, "attack", explorer)
    if forbidden:
        reasons.append(reason("attack_forbidden", "BG-4", who=explorer, card=forbidden))
    price, _ = price_of_attack(book, state, explorer, weapon, profile)
    return reasons, profile, price_reasons(book, state, price, explorer, card, at)


Refused = tuple[Attack, tuple[Reason, ...]]


def attacks(
    book: Book, state: State, explorer: Explorer, turn: tuple[Reason, ...]
) -> tuple[list[Attack], list[Refused]]:
    """Every way to attack now, and with each weapon the monsters that cannot be attacked, with all that stands against.

    `turn` = what stands against any turn move; then one move for each weapon says why not.
    """
    name, at = explorer.id, explorer.space
    legal, refused = list[Attack](), list[Refused]()
    assert at is not None
    for weapon in weapons_of(book, state, name):
        before, profile, after = _apart_from_targets(book, state, name, weapon)
        if profile is None:
            continue
        around = (*turn, *before, *after)
        named = () if turn else tuple(ways_to_name(book, state, name, profile))
        moves = [made(Attack, name, targets, weapon) for targets in named]
        if around:  # each of them may be named: nothing more stands against it
            refused += [(move, around) for move in moves]
        else:
            legal += moves
        if not named:
            move = Attack(name, (), weapon)
            against = (*turn, *check_attack(book, state, move, explorer, at))
            if against:
                refused.append((move, against))
            else:
                legal.append(move)
        if not turn and profile.targets and not profile.shape:
            known = aim_of(book, state, name).named(profile)
            if around or not known.monsters.against:
                told = _refused(state.monsters, known, name, weapon)
                refused += [(on, (*before, *reasons, *after)) for on, reasons in told] if around else told
            else:
                refused += _refused_again(known, name, weapon)
    return legal, refused


def _refused_again(known: Named, name: str, weapon: str) -> tuple[Refused, ...]:
    """The monsters that an attack cannot name: the same while they and whoever may be named stay as they are."""
    monsters = known.monsters
    parts = (monsters, known.may)
    return same(("refused", name, weapon), parts, lambda: tuple(_refused(monsters.against, known, name, weapon)))


def _refused(monsters: Iterable[str], known: Named, name: str, weapon: str) -> list[Refused]:
    on = _attack_on(name, weapon)
    return [(on(monster), reasons) for monster in monsters if (reasons := known.against(monster))]


@lru_cache(maxsize=256)
def _attack_on(explorer: str, weapon: str) -> Callable[[str], Attack]:
    """What makes the attack on a single target: the same ones are listed again and again."""
    return lru_cache(maxsize=64)(lambda target: Attack(explorer, (target,), weapon))


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
            weapon=card,
        )
    )


MOVES[Attack] = (turn_move(Attack, check_attack), do_attack)
