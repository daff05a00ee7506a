"""Abilities in force, and those that something sets off (IP-1, CH-8, NC-3, DK-4)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from operator import itemgetter

from .board import cell_of
from .cards import Book
from .cards_text import Ability, Option, Panel, Printed
from .conditions import About, holds, panel_address
from .engine import Run
from .events_agenda import TriggerQueued
from .holding import counts
from .holding import in_force as items_in_force
from .memo import alike, interned, same
from .state import Marks, State, Trigger, key_of, space_of
from .units import EVENT_DECKS, ITEM_DECKS

_Cards = tuple[tuple[str, str | None], ...]


def cards_in_force(state: State) -> _Cards:
    """Cards whose abilities count now, with the explorer they are bound to (None: anybody's).

    The variation that is played counts like a card all session long (SC-1).
    """
    mine = vars(state)
    last: _CardsInForce | None = mine.get("cards in force")
    if (
        last is not None  # every question about a number comes by here: this is `memo.carried`, written out
        and last.decks is mine["decks"]
        and last.items is mine["items"]
        and last.environments is mine["environments"]
        and last.current is mine["current"]
        and last.chapter == mine["chapter"]
        and last.chapters is mine["chapters"]
        and last.variation is mine["variation"]
    ):
        if last.explorers is mine["explorers"]:
            return last.cards
        statuses = _statuses(state)
        if statuses == last.statuses:  # somebody moved, paid or was hurt, and all are in play who were
            mine["cards in force"] = _CardsInForce(state, statuses, last.cards)
            return last.cards
    found = mine["cards in force"] = _CardsInForce(state, _statuses(state))
    return found.cards


def _statuses(state: State) -> tuple[str, ...]:
    return tuple([explorer.status for explorer in state.explorers.values()])


class _CardsInForce:
    """The cards in force, with all that they hang on: most moves leave it as it is."""

    __slots__ = (
        *("cards", "chapter", "chapters", "current", "decks", "environments", "explorers", "items", "statuses"),
        "variation",
    )

    def __init__(self, state: State, statuses: tuple[str, ...], cards: _Cards | None = None) -> None:
        self.explorers, self.decks, self.items = state.explorers, state.decks, state.items
        self.environments, self.current = state.environments, state.current
        self.chapter, self.chapters, self.variation = state.chapter, state.chapters, state.variation
        self.statuses = statuses
        if cards is None:
            held = [deck.held for deck in _held_from(state.decks)]
            parts = (self.variation, self.chapters, self.chapter, self.current, self.environments, self.items)
            cards = alike("cards in force", (*parts, interned(statuses), *held), lambda: tuple(_cards_in_force(state)))
        self.cards: _Cards = cards


_held_from = itemgetter(*EVENT_DECKS, *ITEM_DECKS)


def _cards_in_force(state: State) -> Iterator[tuple[str, str | None]]:
    if state.variation:
        yield state.variation, None
    if state.chapter_card:
        yield state.chapter_card, None
    for pile in ("encounters", *EVENT_DECKS):
        card = state.current.get(pile, "")
        if card:
            yield card, None
    for pile in EVENT_DECKS:
        yield from state.decks[pile].held.items()
    for explorer in state.explorers.values():
        if explorer.status == "in_play":
            yield explorer.id, explorer.id
    for card in state.environments:
        yield card, None
    yield from items_in_force(state)


def option_is_locked(state: State, card: str, at: str, panel: Panel, option: Option) -> bool:
    """Whether the option carries no count token yet, where options open one after another (CT-3, CH-7)."""
    marks = state.card_marks.get(card, Marks())
    return panel.unlocks and panel.options.index(option) >= marks.open.get(panel_address(at), 0)


def option_is_open(state: State, card: str, at: str, panel: Panel, option: Option | None) -> bool:
    """Whether the option an ability stands under counts: chosen, unlocked or determined (CH-7, CT-3, CT-4)."""
    if option is None:
        return True
    if option_is_locked(state, card, at, panel, option):
        return False
    marks = state.card_marks.get(card, Marks())
    address, number = panel_address(at), panel.options.index(option)
    match panel.kind:
        case "choose":
            return marks.chosen.get(address) == number
        case "determined":
            return marks.determined.get(address) == number
        case _:
            return True


def abilities_in_force(
    book: Book, state: State, such: Collection[str] | None = None
) -> Iterator[tuple[str, str, Ability, str | None]]:
    """(card, address, ability, bearer) of every ability that counts now; with `such`, of those cards only."""
    for card, bearer in cards_in_force(state):
        if such is not None and card not in such:
            continue
        if card == state.chapter_card and book.chapters[card].is_pass_through:
            continue  # only what enters play counts on a chapter that is only read (CH-5)
        for at, panel, option, ability in book.abilities_of(card):
            if option_is_open(state, card, at, panel, option) and counts(state, card, ability):
                yield card, at, ability, bearer


@lru_cache(maxsize=256)
def _set_off_by(book: Book, name: str) -> Mapping[str, tuple[Printed, ...]]:
    """The abilities of a book that a trigger sets off, by card: most triggers set off very few."""
    found = {
        card: tuple(one for one in book.abilities_of(card) if one[3].kind == "when" and one[3].trigger == name)
        for card in book.cards
    }
    return {card: abilities for card, abilities in found.items() if abilities}


def _waiting_for(run: Run, name: str, unit: str | None, gone: str) -> Iterator[tuple[str, str, Ability, str | None]]:
    """(card, address, ability, bearer) of the abilities that count now and that `name` sets off."""
    book, state = run.book, run.state
    such = _set_off_by(book, name)
    if not such:
        return
    cards = cards_in_force(state)
    for card, bearer in same(("set off", name), (book, cards), lambda: [one for one in cards if one[0] in such]):
        if not (card == state.chapter_card and book.chapters[card].is_pass_through):
            for at, panel, option, ability in such[card]:
                if option_is_open(state, card, at, panel, option) and counts(state, card, ability):
                    yield card, at, ability, bearer
    if unit is None:
        concerned: list[tuple[str, str | None]] = [(m.card, m.id) for m in state.monsters.values()]
    else:
        own = state.monsters.get(unit)
        concerned = [(own.card, unit)] if own is not None else []
    for card, monster in [(gone, unit), *concerned] if gone else concerned:
        for at, _, _, ability in such.get(card, ()):
            yield card, at, ability, monster


def trigger(
    run: Run,
    name: str,
    *,
    actor: str | None,
    unit: str | None = None,
    card: str = "",
    panel: str = "",
    where: str = "",
    gone: str = "",
    n: int = 0,
    without: Collection[tuple[str, str]] = (),
) -> None:
    """Queue every ability in force that `name` sets off; it waits until the ability in hand is finished (IP-1).

    `card` and `panel` limit it to one card and panel (their own charges). What is queued by one call arose together:
    its order is the group's (IP-1). `unit` = the unit concerned; if it is gone already, `where` = the space 'x,y' it
    stood on and `gone` = its monster card. An environment's abilities are queued for units on its own tile only (EN-2).
    What stands on a monster's card is about that monster, if the trigger is about a unit at all. `n` = how much it was.
    `without` = abilities, each as (card, address), that it does not set off this time.
    """
    found = tuple(_waiting_for(run, name, unit, gone))  # all of it before anything is queued
    if not found:
        return
    place = where or _place(run.state, unit)
    batch = next_batch(run.state)
    for owner, at, ability, bearer in found:
        if card and owner != card:
            continue
        if (panel and panel_address(at) != panel) or (owner, at) in without:
            continue
        environment = run.state.environments.get(owner)
        if environment is not None and place and cell_of(space_of(place)) != environment.cell:
            continue
        if environment is not None and unit and _ignores_environments(run, unit):
            continue
        about = unit or (bearer if bearer in run.state.monsters else None)  # a monster's own card is about itself
        if ability.trigger_condition is not None and not holds(
            run.book, run.state, ability.trigger_condition, About(owner, at, about, where)
        ):
            continue
        who = actor if owner in run.book.monsters else bearer or actor
        queued = Trigger(owner, at, who, about, batch, where=where, n=n)
        if queued not in run.state.queue:
            run.emit(TriggerQueued(queued))


def _ignores_environments(run: Run, unit: str) -> bool:
    from .modifiers import allows  # the modifiers look at the cards in force, which are found here

    return bool(allows(run.book, run.state, "ignore_environments", unit))


def next_batch(state: State) -> int:
    """The number of what arises next: after all that waits, units that have entered a tile included (IP-1)."""
    arrivals = (int(due.split(" ")[1]) for due in state.due if due.startswith("enter "))
    return 1 + max((*(waiting.batch for waiting in state.queue), *arrivals), default=0)


def _place(state: State, unit: str | None) -> str:
    found = state.explorers.get(unit or "") or state.monsters.get(unit or "")
    return key_of(found.space) if found is not None and found.space is not None else ""


def still_counts(run: Run, waiting: Trigger) -> bool:
    """Whether the card of a waiting trigger still counts: it is in force, or it is the card of a monster's own end."""
    if waiting.card in run.book.monsters:
        ends = run.book.ability(waiting.card, waiting.at)[2].trigger == "monster_destroyed"
        return ends or waiting.unit in run.state.monsters
    return waiting.card in {card for card, _ in cards_in_force(run.state)}
