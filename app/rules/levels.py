"""Adding an item level: half of each item deck goes, the new cards are shuffled in (IT-1)."""

from __future__ import annotations

from .agenda import Resolve
from .effects_items import AddLevel
from .engine import Run
from .events_cards import CardMoved, Shuffled
from .resolving import VERBS
from .tracks import halved
from .units import ITEM_DECKS


def add_level(run: Run, level: int) -> None:
    """IT-1: each item deck loses half of its cards, whether it gets new ones or not; then those are shuffled in."""
    held_back = f"level {level}"
    new = {d: tuple(c for c, why in run.state.decks[d].aside.items() if why == held_back) for d in ITEM_DECKS}
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


def _add_level(run: Run, step: Resolve, effect: AddLevel) -> None:
    add_level(run, effect.level)


VERBS[AddLevel] = _add_level
