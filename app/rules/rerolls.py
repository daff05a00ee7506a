"""Dice that a card lets somebody roll again, before anything is made of the roll (Reroll, ST-1, GD-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from .altering import replace
from .cards import Book
from .cards_text import Ability
from .effects_lasting import Reroll
from .engine import Restart, Run
from .events_cards import AbilityUsed
from .holding import item_state
from .paying import POOLS, can_pay, pay
from .state import State
from .triggers import abilities_in_force

#: An answer: the dice stay as they are.
KEEP = "keep"
#: More times than anybody can pay for a failed test.
MOST_TIMES = 99


def roll(
    run: Run, step: Any, key: str, dice: Mapping[str, int], *, why: str, who: str, rule: str, modifier: int = 0
) -> int:
    """As `Run.roll`, but whoever may reroll a die of it is asked first; the total after that.

    A sum that was typed in has no faces: what is rolled again at the real table is typed in with it.
    """
    total = run.roll(step, key, dice, why=why, who=who, rule=rule, modifier=modifier)
    given = dict(step.answers)
    shown = given.get(f"{key} faces", "")
    faces = [(die, int(face)) for die, _, face in (one.partition(" ") for one in shown.split(",") if one)]
    for card, at, ability, bearer, verb in offers(run.book, run.state, why, who, given, key):
        if ability.item == "augment" and item_state(run.state, card).under != getattr(step, "weapon", ""):
            continue  # its dice are those of the weapon that it lies under
        picked: set[int] = set()
        for time in range(verb.n or len(faces)):
            open_to = [i for i, (die, _) in enumerate(faces) if _may_fall_again(why, die, verb)]
            open_to = [i for i in open_to if verb.n or i not in picked]
            if not open_to:
                break
            name = f"{key} {card} {at} {time}"
            answer = run.ask(
                step,
                name,
                "reroll_which",
                bearer,
                (KEEP, *(str(i) for i in open_to)),
                rule=rule,
                labels=(KEEP, *(f"{faces[i][0]} {faces[i][1]}" for i in open_to)),
                card=card,
                at=at,
                sure=False,
            )
            if answer is None or answer == KEEP:
                break
            if _paid(key, card, at) not in given:
                run.emit(AbilityUsed(bearer, card, at, _limit(ability, card, at, bearer), rule))
                pay(run, ability.price, bearer, card, at)
                run.change(replace(step, answers=(*step.answers, (_paid(key, card, at), "yes"))))
                raise Restart
            picked.add(int(answer))
            die, before = faces[int(answer)]
            after = run.roll(step, f"{name} die", {die: 1}, why="reroll", who=bearer, rule=rule)
            faces[int(answer)] = (die, after)
            total += after - before
    return total


def _may_fall_again(why: str, die: str, verb: Reroll) -> bool:
    """Whether a die of that kind may be rolled again: in attacks all, or the low ones; else the game die alone."""
    return verb.dice in ("any", die) if why == "attack" else die == "game"


def roll_test(run: Run, step: Any, number: int, *, who: str, modifier: int) -> int:
    """A test of the game die, and again as long as it fails and the explorer `who` pays a card of its for that (GD-1).

    The total that counts. Raises Restart after rolling, Paused while it is asked.
    """
    total = roll(run, step, "test", {"game": 1}, why="test", who=who, rule="GD-1", modifier=modifier)
    for time in range(MOST_TIMES):
        again = _again(run, step, time, total, who) if total < number and who in run.state.explorers else None
        if again is None:
            break
        total = roll(run, step, again, {"game": 1}, why="test", who=who, rule="GD-1", modifier=modifier)
    return total


def _again(run: Run, step: Any, time: int, total: int, who: str) -> str | None:
    """The key of another roll when one of the explorer's cards is paid for it; None when the failed one stays."""
    given = dict(step.answers)
    for card, at, _, bearer in abilities_in_force(run.book, run.state):
        for verb in run.book.ability(card, at)[2].do:
            if not isinstance(verb, Reroll) or verb.what != "failed_test" or bearer != who:
                continue
            key = f"test {card} {at} {time}"
            if _paid(key, card, at) in given:
                return f"{key} die"
            if not can_pay(run.book, run.state, verb.price, who, card, at):
                continue
            price = " ".join(f"{n} {pool}" for pool in POOLS if (n := getattr(verb.price, pool)))
            answer = run.ask(
                step,
                key,
                "roll_again",
                who,
                (KEEP, "again"),
                rule="GD-1",
                labels=(str(total), price),
                card=card,
                at=at,
                sure=False,
            )
            if answer == "again":
                run.emit(AbilityUsed(who, card, at, "", "GD-1"))
                pay(run, verb.price, who, card, at)
                run.change(replace(step, answers=(*step.answers, (_paid(key, card, at), "yes"))))
                raise Restart
    return None


def _paid(key: str, card: str, at: str) -> str:
    return f"{key} {card} {at} paid"


def _limit(ability: Ability, card: str, at: str, bearer: str) -> str:
    """Once each round for a passive; an active one as it prints."""
    if ability.limit == "once_a_round_each":
        return f"{card} {at} {bearer}"
    return f"{card} {at}" if ability.limit or ability.kind == "passive" else ""


@lru_cache(maxsize=16)
def _rerolling(book: Book) -> frozenset[str]:
    """The cards of a book that let anybody reroll at all."""
    return frozenset(
        card for card in book.cards if any(isinstance(v, Reroll) for one in book.abilities_of(card) for v in one[3].do)
    )


def offers(
    book: Book, state: State, why: str, who: str, given: Mapping[str, str], key: str
) -> Iterator[tuple[str, str, Ability, str, Reroll]]:
    """The abilities that may reroll a die of this roll: of the attacker's own attack, or of anybody's game die."""
    for card, at, ability, bearer in abilities_in_force(book, state, _rerolling(book)):
        for verb in ability.do:
            if not isinstance(verb, Reroll) or bearer is None or bearer not in state.explorers:
                continue
            if verb.what != ("own_attack" if why == "attack" else "game_die") or (why == "attack" and bearer != who):
                continue
            limit = _limit(ability, card, at, bearer)
            free = not (limit and state.used.get(limit)) and can_pay(book, state, ability.price, bearer, card, at)
            if free or _paid(key, card, at) in given:
                yield card, at, ability, bearer, verb
