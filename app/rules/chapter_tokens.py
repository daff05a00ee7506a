"""Spawn and horror tokens beside the chapter board: a stock to pay from, no rating (TK-1 to TK-4)."""

from __future__ import annotations

from .caps import cap_for
from .engine import Run
from .events_table import TokensChanged
from .state import State
from .triggers import trigger


def tokens_of(state: State, kind: str) -> int:
    """How many spawn or horror tokens there are."""
    return state.spawn_tokens if kind == "spawn" else state.horror_tokens


def room_for(run: Run, kind: str, printed: int | None) -> int | None:
    """How many more tokens of a kind may be added under the caps (TK-3); None without a cap."""
    cap = cap_for(run.book, run.state, kind, printed)
    return None if cap is None else max(0, cap - tokens_of(run.state, kind))


def add_tokens(run: Run, kind: str, n: int, printed: int | None, rule: str) -> None:
    """Add up to `n` tokens: adding as an effect stops at the cap, and the rest resolves (TK-3)."""
    room = room_for(run, kind, printed)
    added = n if room is None else min(n, room)
    if added < n:
        run.note("token_cap_reached", "TK-3", kind, n - added)
    if added > 0:
        before = tokens_of(run.state, kind)
        run.emit(TokensChanged(kind, before, before + added, rule))  # type: ignore[arg-type]
        trigger(run, "tokens_reached", actor=None)
        trigger(run, "token_added", actor=None)


def lose_tokens(run: Run, kind: str, n: int, rule: str) -> None:
    """Lose `n` tokens as an effect, or as many as there are."""
    before = tokens_of(run.state, kind)
    if before:
        run.emit(TokensChanged(kind, before, max(0, before - n), rule))  # type: ignore[arg-type]
