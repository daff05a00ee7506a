"""A dead end: tiles are left, and no edge in play could be explored by anyone, or no tile lies; it is said (IP-15)."""

from __future__ import annotations

from .cards import Book
from .engine import Run
from .events_map import DeadEnd
from .exploring import edges_of
from .memo import same
from .state import State


def is_dead_end(book: Book, state: State) -> bool:
    """Whether every unexplored edge is walled off or held by a token while tiles are left (IP-15)."""
    left = bool(state.decks["tiles"].draw) if "tiles" in state.decks else False
    parts = (book, state.board, state.entry, state.exit, state.marks, state.settings, left)
    return same("dead end", parts, lambda: bool(state.board.tiles) and edges_of(book, state).dead_end)


def is_bare(state: State) -> bool:
    """Whether no map tile lies in play while somebody waits to enter: nobody can, nor explore (IP-8, EN-6)."""
    return not state.board.tiles and any(e.status == "waiting" for e in state.explorers.values())


def settle_dead_end(run: Run) -> bool:
    """Say that no way is left, or that there is one again, once nothing waits: a terrain to come may open one."""
    state = run.state
    bare = is_bare(state)
    if state.agenda or (bare or is_dead_end(run.book, state)) == state.dead_end:
        return False
    run.emit(DeadEnd(not state.dead_end, "bare" if bare else state.settings.dead_end))
    return True
