"""Abilities in force, and those that something sets off (IP-1, CH-8, NC-3, DK-4)."""

from __future__ import annotations

from collections.abc import Iterator

from .cards import Ability, Book, Option, Panel
from .conditions import About, holds, panel_address
from .engine import Run
from .events import TriggerQueued
from .state import Marks, State, Trigger

EVENT_PILES = ("explorer_events", "horror_events")


def cards_in_force(state: State) -> Iterator[tuple[str, str | None]]:
    """Cards whose abilities count now, with the explorer they are bound to (None: anybody's)."""
    if state.chapter_card:
        yield state.chapter_card, None
    for pile in ("encounters", *EVENT_PILES):
        card = state.current.get(pile, "")
        if card:
            yield card, None
    for pile in EVENT_PILES:
        yield from state.decks[pile].held.items()
    for explorer in state.explorers.values():
        if explorer.status == "in_play":
            yield explorer.id, explorer.id
    for card in state.environments:
        yield card, None


def option_is_open(state: State, card: str, at: str, panel: Panel, option: Option | None) -> bool:
    """Whether the option an ability stands under counts: chosen, unlocked or determined (CH-7, CT-3, CT-4)."""
    if option is None:
        return True
    marks = state.card_marks.get(card, Marks())
    address, number = panel_address(at), panel.options.index(option)
    match panel.kind:
        case "choose":
            return marks.chosen.get(address) == number
        case "locked":
            return number < marks.open.get(address, 0)
        case "determined":
            return marks.determined.get(address) == number
        case _:
            return True


def abilities_in_force(book: Book, state: State) -> Iterator[tuple[str, str, Ability, str | None]]:
    """(card, address, ability, bearer) of every ability that counts now."""
    for card, bearer in cards_in_force(state):
        for at, panel, option, ability in book.card(card).abilities():
            if option_is_open(state, card, at, panel, option):
                yield card, at, ability, bearer


def trigger(
    run: Run, name: str, *, actor: str | None, unit: str | None = None, card: str = "", panel: str = ""
) -> None:
    """Queue every ability in force that `name` sets off; it waits until the ability in hand is finished (IP-1).

    `card` and `panel` limit it to one card and panel (their own charges). What is queued by one call arose together:
    its order is the group's (IP-1). `unit` = the unit concerned; an
    environment's abilities are queued for units on its own tile only (EN-2).
    """
    batch = run.state.next_id
    for owner, at, ability, bearer in abilities_in_force(run.book, run.state):
        if ability.kind != "when" or ability.trigger != name or (card and owner != card):
            continue
        if panel and panel_address(at) != panel:
            continue
        if ability.trigger_condition is not None and not holds(
            run.book, run.state, ability.trigger_condition, About(owner, at, unit)
        ):
            continue
        queued = Trigger(owner, at, bearer or actor, unit, batch)
        if queued not in run.state.queue:
            run.emit(TriggerQueued(queued))
