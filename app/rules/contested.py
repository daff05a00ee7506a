"""Numbers that several cards in force set to different values: the group picks the one that counts (IP-22).

It is asked as soon as no ability is in hand, for each such number of a unit in play. What it says is about the cards,
and holds for every unit that the same cards are about, until they are not in force any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from .agenda import WhichValue
from .attacking import settings_of_price, weapons_of
from .cards import Book
from .effects_lasting import Modify
from .engine import IN_HAND, STEPS, Run
from .events_cards import ValuePicked, ValuesForgotten
from .memo import same
from .modifiers import all_passives, in_force, monster_cards
from .pacing import rules_for
from .set_values import Setting, changed, picked, told, value_in, words_for
from .state import PickedValue, State
from .triggers import cards_in_force
from .units import in_play, set_pool
from .vocabulary import SAID_BY, SETTABLE

#: Numbers that are the table's, no unit's.
OF_THE_TABLE = ("printed_spawn", "printed_horror", "spawn_health")


def contests(book: Book, state: State) -> Iterator[tuple[str, str, tuple[Setting, ...]]]:
    """(number, unit or '', settings) wherever cards in force set a number of a unit in play to different values."""
    said = setters(book, state)
    for what in _contested(said):
        units = ("",) if what in OF_THE_TABLE else (*in_play(state), *state.monsters)
        for unit in units:
            for sets in _meeting(book, state, what, unit):
                if len({one.n for one in sets}) > 1:
                    yield what, unit, tuple(sets)


def _contested(said: Mapping[str, frozenset[str]]) -> Iterator[str]:
    """The numbers that cards in play set to different values, whomever they concern."""
    numbers = dict.fromkeys((*sorted(said), *(what for what, words in SAID_BY.items() if said.keys() & {*words})))
    for what in numbers:
        if len({value_in(one) for word in words_for(what) for one in said.get(word, ())}) > 1:
            yield what


def _meeting(book: Book, state: State, what: str, unit: str) -> Iterator[Sequence[Setting]]:
    """Settings of one number of a unit: those of steps by the tile that they are about, of attacks by the weapon."""
    if what == "cost_step":
        rules = [rule for rule in rules_for(book, state, unit) if rule.sets] if unit in state.explorers else []
        for cell in dict.fromkeys(rule.cell for rule in rules):
            yield [rule for rule in rules if rule.cell in (None, cell)]
    elif what == "cost_attack":
        for weapon in weapons_of(book, state, unit) if unit in state.explorers else ():
            yield settings_of_price(book, state, unit, weapon)
    else:
        found = (one for word in words_for(what) for one in in_force(book, state, "modify", word, unit or None))
        yield [one for one in found if one.sets]


def settle_values(run: Run) -> bool:
    """IP-22: ask the group about the next such number; forget what it said of cards that do not meet any more."""
    state = run.state
    known, lasting = state.picked, state.lasting
    if not known and not _may_meet(run.book) and not (lasting and any(one.sets for one in lasting)):
        return False  # asked after every ability, and of most packs no two cards set one number
    said = setters(run.book, state)
    kept = tuple(one for one in known if _still_meet(one, said))
    if len(kept) < len(known):
        run.emit(ValuesForgotten(kept))
        return True
    for what, unit, sets in contests(run.book, state):
        if picked(state, what, sets) is None:
            run.open(WhichValue(run.new_id(), what, unit))
            return True
    return False


@lru_cache(maxsize=16)
def _may_meet(book: Book) -> bool:
    """Whether a pack has passives that set one number to different values; what lasts is said by the state."""
    found: dict[str, set[int]] = {}
    for card in book.cards:
        for *_, ability in book.abilities_of(card):
            for verb in ability.do if ability.kind == "passive" else ():
                if isinstance(verb, Modify) and verb.set is not None:
                    for number in (verb.what, *(number for number, words in SAID_BY.items() if verb.what in words)):
                        found.setdefault(number, set()).add(verb.set)
    return any(len(values) > 1 for values in found.values())


def setters(book: Book, state: State) -> Mapping[str, frozenset[str]]:
    """Who in play may set which number, whomever it concerns: settings as in `PickedValue.among`, by the number."""
    parts = (book, cards_in_force(state), monster_cards(state), state.lasting)
    return same("setters", parts, lambda: _setters(book, state))


def _setters(book: Book, state: State) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for what in sorted(SETTABLE):
        for _, _, name, (*_, verb) in all_passives(book, state, "modify", what):
            if isinstance(verb, Modify) and verb.set is not None:
                found.setdefault(what, set()).add(f"{name} {verb.set}")
    for held in state.lasting:
        if held.sets:
            found.setdefault(held.what, set()).add(f"{held.card} {held.n}")
    return {what: frozenset(settings) for what, settings in found.items()}


def _still_meet(one: PickedValue, said: Mapping[str, frozenset[str]]) -> bool:
    there = {setting for word in words_for(one.what) for setting in said.get(word, ())} & {*one.among}
    values = {value_in(setting) for setting in there}
    return len(values) > 1 and one.n in values


def carry_which_value(run: Run, step: WhichValue) -> bool:
    """The group says which value counts; where a ruling has come between and they meet no more there is none to say."""
    found = [
        (unit, sets)
        for what, unit, sets in contests(run.book, run.state)
        if what == step.what and picked(run.state, what, sets) is None
    ]
    sets = next((sets for unit, sets in found if unit == step.unit), ())
    whom = _whom(run.state, tuple(unit for unit, others in found if told(others) == told(sets)))
    by_value: dict[int, list[str]] = {}
    for one in sorted(sets, key=lambda one: (one.n, one.card)):
        by_value.setdefault(one.n, []).append(one.card or "-")
    labels = [(step.what, str(n), whom, *dict.fromkeys(cards)) for n, cards in by_value.items()]
    answer = run.ask(
        step,
        "value",
        "which_value",
        "group",
        [str(n) for n in by_value],
        rule="IP-22",
        labels=tuple(" ".join(parts) for parts in labels),
    )
    run.close(step)
    if answer is not None:
        run.emit(ValuePicked(PickedValue(step.what, int(answer), tuple(sorted(told(sets))))))
        take_stamina_back(run, "IP-22")
    return True


def take_stamina_back(run: Run, rule: str) -> None:
    """Stamina that a card gave for the round goes with it; nobody keeps more than is printed, or cards give now."""
    for explorer in tuple(run.state.explorers.values()):
        plain = run.book.explorers[explorer.id].stamina
        if explorer.stamina > plain:
            most = max(plain, changed(run.book, run.state, plain, "stamina_next_round", explorer.id))
            if explorer.stamina > most:
                set_pool(run, explorer.id, "stamina", most, "ended", rule)


def _whom(state: State, units: tuple[str, ...]) -> str:
    """Whose number it is in a word: a unit, several with commas, 'each_explorer', 'each_monster'; '-' = the table's."""
    everybody = {"each_explorer": in_play(state), "each_monster": tuple(state.monsters)}
    each = next((word for word, those in everybody.items() if len(those) > 1 and {*those} == {*units}), "")
    return each or ",".join(dict.fromkeys(units)) or "-"


STEPS[WhichValue] = carry_which_value
IN_HAND.add(WhichValue)
