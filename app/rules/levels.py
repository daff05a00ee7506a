"""Adding an item level: half of each item deck goes, the new cards are shuffled in (IT-1)."""

from __future__ import annotations

from . import changes as ch
from .agenda import Resolve
from .cards import Book
from .effects_items import AddLevel
from .engine import Run
from .events_cards import CardMoved, Shuffled
from .resolving import VERBS
from .rulings import CHANGES
from .state import State
from .tracks import halved, levels_above, raise_level
from .units import ITEM_DECKS
from .verdicts import Reason, reason


def still_to_come(state: State, level: int) -> dict[str, tuple[str, ...]]:
    """The cards of an item level that was not added yet, by deck."""
    held_back = f"level {level}"
    return {d: tuple(c for c, why in state.decks[d].aside.items() if why == held_back) for d in ITEM_DECKS}


def item_levels_to_come(book: Book, state: State) -> tuple[int, ...]:
    """The item levels of the pack that were not added yet, the lowest first."""
    levels = sorted({card.level for card in book.items.values()})
    return tuple(n for n in levels if any(still_to_come(state, n).values()))


def add_level(run: Run, level: int) -> None:
    """IT-1: each item deck loses half of its cards, whether it gets new ones or not; then those are shuffled in."""
    new = still_to_come(run.state, level)
    if not any(new.values()):
        run.note("level_added_already", "IT-1", n=level)
        return
    run.note("level_added", "IT-1", n=level)
    for deck in ITEM_DECKS:
        before = run.state.decks[deck].draw
        removed = halved(run, before)
        for card in removed:
            run.emit(CardMoved(deck, card, "aside", "out", rule="IT-1"))
        for card in new[deck]:
            run.emit(CardMoved(deck, card, "bottom", rule="IT-1"))
        if new[deck] or len(before) > len(removed):
            run.emit(Shuffled(deck, run.chance.shuffle(run.state.decks[deck].draw), rule="IT-1"))


def _check_ruling(book: Book, state: State, c: ch.AddLevel) -> list[Reason]:
    """AM-1: an item level that was not added yet, or a monster level above the one there is."""
    coming = item_levels_to_come(book, state) if c.of == "items" else levels_above(book, state)
    if c.level in coming:
        return []
    return [reason("no_such_level", "IT-1" if c.of == "items" else "MN-1", tuple(map(str, coming)), n=c.level)]


def _do_ruling(run: Run, c: ch.AddLevel) -> None:
    if c.of == "items":
        add_level(run, c.level)
    else:
        raise_level(run, c.level)


def _add_level(run: Run, step: Resolve, effect: AddLevel) -> None:
    add_level(run, effect.level)


VERBS[AddLevel] = _add_level
CHANGES[ch.AddLevel] = (_check_ruling, _do_ruling)
