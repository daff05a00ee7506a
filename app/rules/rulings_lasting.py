"""Table rulings about what lasts for a while, which of several values counts, and what was used or done this round.

AM-1; RD-1, RD-7, IP-22.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import changes as ch
from .altering import replace
from .cards import Book
from .cards_text import Ability
from .contested import take_stamina_back
from .effects import Effect
from .effects_lasting import Modify, Reroll
from .engine import Run
from .events_cards import UsedSet, ValuePicked
from .modifiers import allows, end
from .opening import first_door
from .playing import limit_key
from .rulings import CHANGES, range_reasons
from .set_values import values_of
from .state import Lasting, State
from .triggers import cards_in_force
from .verdicts import Reason, reason

#: What units did that is counted by the round: attacks of this one and the last, the first door that was free.
COUNTED = ("attack", "attacked")


def meant(state: State, c: ch.EndLasting) -> tuple[Lasting, ...]:
    """The lasting effects that a ruling ends."""
    return tuple(one for one in state.lasting if (one.card, one.what, one.unit) == (c.card, c.what, c.unit))


def limited_keys(book: Book, state: State) -> Iterator[str]:
    """What can be used so often each round and no more, by the keys of `State.used`: abilities in force and doors.

    Of explorers that play: who is dead, or was not chosen for the evening, uses nothing.
    """
    carried = [(card, bearer or "") for card, bearer in cards_in_force(state)]
    carried += [(monster.card, monster.id) for monster in state.monsters.values()]
    for card, bearer in carried:
        for at, _, _, ability in book.abilities_of(card):
            yield from _keys(state, ability, card, at, bearer)
    for explorer in _who_play(state):
        door = first_door(explorer)
        if door in state.used or allows(book, state, "free_first_door", explorer):
            yield door


def _who_play(state: State) -> tuple[str, ...]:
    return tuple(e.id for e in state.explorers.values() if e.status not in ("unused", "dead"))


def _keys(state: State, ability: Ability, card: str, at: str, bearer: str) -> Iterator[str]:
    if ability.limit == "once_a_round_each":
        users = (bearer,) if bearer else _who_play(state)
        yield from (limit_key(ability, card, at, user) for user in users)
    elif ability.limit or any(_is_limited(verb) for verb in ability.do if ability.kind == "passive"):
        yield f"{card} {at}"


def _is_limited(verb: Effect) -> bool:
    """A passive that counts once each round: a limited number, a reroll."""
    return isinstance(verb, Reroll) or (isinstance(verb, Modify) and bool(verb.limit))


def counted_keys(state: State) -> Iterator[str]:
    """What is counted of each unit that plays, by the keys of `State.used`."""
    units = [*(e.id for e in state.explorers.values() if e.space is not None), *state.monsters]
    yield from (f"{what} {unit}" for unit in units for what in COUNTED)


def _check_lasting(book: Book, state: State, c: ch.EndLasting) -> list[Reason]:
    if meant(state, c):
        return []
    return [reason("not_lasting", "AM-1", tuple(dict.fromkeys(one.card for one in state.lasting)), card=c.card)]


def _do_lasting(run: Run, c: ch.EndLasting) -> None:
    gone = meant(run.state, c)
    end(run, tuple(one for one in run.state.lasting if one not in gone), "AM-1")
    take_stamina_back(run, "AM-1")


def _check_value(book: Book, state: State, c: ch.PickValue) -> list[Reason]:
    known = [one for one in state.picked if one.what == c.what]
    if not known:
        return [reason("nothing_picked", "IP-22", number=c.what)]
    values = tuple(dict.fromkeys(n for one in known for n in values_of(one)))
    if c.value not in values:
        return [reason("no_such_value", "IP-22", tuple(str(n) for n in values), number=c.what, value=c.value)]
    if all(one.n == c.value for one in known if c.value in values_of(one)):
        return [reason("like_that_already", "AM-1")]
    return []


def _do_value(run: Run, c: ch.PickValue) -> None:
    for one in run.state.picked:
        if one.what == c.what and c.value in values_of(one) and one.n != c.value:
            run.emit(ValuePicked(replace(one, n=c.value), "AM-1"))
    take_stamina_back(run, "AM-1")


def _check_used(book: Book, state: State, c: ch.SetUsed) -> list[Reason]:
    once = set(limited_keys(book, state))
    if c.what not in once and c.what not in counted_keys(state) and c.what not in state.used:
        return [reason("nothing_to_use", "AM-1", what=c.what)]
    if state.used.get(c.what, 0) == c.times:
        return [reason("like_that_already", "AM-1")]
    return range_reasons(c.times, 0, 1 if c.what in once else 99, "used")


def _do_used(run: Run, c: ch.SetUsed) -> None:
    run.emit(UsedSet(c.what, c.times, "AM-1"))


CHANGES[ch.EndLasting] = (_check_lasting, _do_lasting)
CHANGES[ch.PickValue] = (_check_value, _do_value)
CHANGES[ch.SetUsed] = (_check_used, _do_used)
