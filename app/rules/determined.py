"""Panels of which one option is determined by a condition (CT-4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from .agenda import CardEnters, Determine
from .altering import replace
from .cards import Book
from .conditions import About, holds, panel_at
from .engine import STEPS, Run
from .events_cards import MarksChanged
from .state import Marks, State
from .triggers import cards_in_force


def settle_determined(run: Run) -> bool:
    """CT-4: mark the option whose condition is met, once or (setting determined_option) whenever that changes.

    Panels of a card that is still entering wait: what enters play comes first, in printed order (CH-2, NC-1).
    """
    such, state = _determined_panels(run.book), run.state
    if state.chapter_card not in such and state.current.get("encounters") not in such and _only_current(run.book):
        return False
    for card, _ in cards_in_force(state):
        if card in such and any(_determine(run, card, address) for address in such[card]):
            return True
    return False


@lru_cache(maxsize=16)
def _only_current(book: Book) -> bool:
    """Whether only chapters and encounters of a book have determined panels: of those one at a time is in force."""
    return all(card in book.chapters or card in book.encounters for card in _determined_panels(book))


@lru_cache(maxsize=16)
def _determined_panels(book: Book) -> Mapping[str, tuple[str, ...]]:
    """The addresses of the panels of which one option is determined (CT-4), by card, where there are any."""
    found = {
        name: tuple(
            f"{face.name}.{p}"
            for face in card.faces
            for p, panel in enumerate(face.panels)
            if panel.kind == "determined"
        )
        for name, card in book.cards.items()
    }
    return {name: addresses for name, addresses in found.items() if addresses}


def options_met(book: Book, state: State, card: str, address: str) -> tuple[int, ...]:
    """Numbers of the options of a determined panel whose condition is met now."""
    return tuple(
        i
        for i, option in enumerate(panel_at(book.card(card), address).options)
        if option.condition is None or holds(book, state, option.condition, About(card, address))
    )


def determined_at_rest(book: Book, state: State) -> Iterator[tuple[str, str, int]]:
    """(card, address, option) of each panel that the table would mark by itself: one condition is met, none marked.

    Where several are met the group picks, and where none is there is nothing to mark (CT-4); a game that is over
    marks nothing.
    """
    such = {} if state.outcome else _determined_panels(book)
    for card, _ in cards_in_force(state):
        for address in such.get(card, ()):
            met = options_met(book, state, card, address)
            if len(met) == 1 and state.card_marks.get(card, Marks()).determined.get(address, -1) < 0:
                yield card, address, met[0]


def _determine(run: Run, card: str, address: str) -> bool:
    marks = run.state.card_marks.get(card, Marks())
    now = marks.determined.get(address, -1)
    if now >= 0 and run.state.settings.determined_option == "fixed":
        return False
    met = options_met(run.book, run.state, card, address)
    if now in met or (now < 0 and not met) or _still_enters(run.state, card):
        return False
    if len(met) > 1:
        if any(isinstance(step, Determine) for step in run.state.agenda):
            return False
        run.open(Determine(run.new_id(), card, address))
        return True
    mark_determined(run, card, address, met[0] if met else -1)
    return True


def _still_enters(state: State, card: str) -> bool:
    """Whether what enters play with a card is still being resolved; an environment is in play before anybody enters."""
    return any(
        isinstance(step, CardEnters) and step.card == card and step.kind != "environment" for step in state.agenda
    )


def mark_determined(run: Run, card: str, address: str, option: int) -> None:
    """Put the count token on the determined option; -1 takes it away."""
    marks = run.state.card_marks.get(card, Marks())
    changed = replace(marks, determined={**marks.determined, address: option})
    run.emit(MarksChanged(card, changed, "determined", address, option, "CT-4"))


def carry_determine(run: Run, step: Determine) -> bool:
    """Two conditions met: the group picks, logged (CT-4)."""
    met = options_met(run.book, run.state, step.card, step.panel) if step.card in run.state.card_marks else ()
    panel = panel_at(run.book.card(step.card), step.panel)
    answer = run.ask(
        step,
        "option",
        "which_determined",
        "group",
        [str(i) for i in met],
        rule="CT-4",
        labels=tuple(panel.options[i].label for i in met),
        card=step.card,
        at=step.panel,
    )
    run.close(step)
    if answer is not None:
        mark_determined(run, step.card, step.panel, int(answer))
    return True


STEPS[Determine] = carry_determine
