"""Whether all units count as on one map tile: for an encounter they do (NC-2)."""

from __future__ import annotations

from .cards import Book
from .state import State


def one_map_tile(book: Book, state: State, card: str) -> bool:
    """NC-2: for an encounter all units count as on one map tile: for its own effects, or (setting encounter_reach) for
    everything that happens until they are done.
    """
    return card in book.encounters or tiles_count_as_one(book, state)


def tiles_count_as_one(book: Book, state: State) -> bool:
    """Whether an encounter's ability is being resolved and by house rule no rule looks at tiles meanwhile (NC-2)."""
    return state.settings.encounter_reach == "while_resolving" and any(
        getattr(step, "card", "") in book.encounters for step in state.agenda
    )
