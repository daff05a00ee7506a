"""Ratings, monster threat and monster level (CH-3, RD-3, RD-4, MN-1)."""

from __future__ import annotations

from .engine import Run
from .events import CardMoved, Shuffled, TrackSet
from .state import State
from .triggers import trigger

RATING_MAX = 9
THREAT_LAST = 5


def rating_of(state: State, which: str) -> int | None:
    """The spawn or horror rating; None when none was ever set (RD-6)."""
    return state.spawn_rating if which == "spawn" else state.horror_rating


def set_rating(run: Run, which: str, value: int, rule: str) -> None:
    """Set a rating within its track, 0 to 9."""
    before, after = rating_of(run.state, which), min(RATING_MAX, max(0, value))
    if before != after:
        run.emit(TrackSet(f"{which}_rating", before, after, rule))  # type: ignore[arg-type]


def change_threat(run: Run, n: int) -> None:
    """Raise or lower monster threat, each point by itself; beyond the last position the level rises (MN-1)."""
    for _ in range(abs(n)):
        now = run.state.threat
        if n < 0:
            if now > 1:
                run.emit(TrackSet("threat", now, now - 1, "EV-1"))
        elif now < THREAT_LAST:
            run.emit(TrackSet("threat", now, now + 1, "MN-1"))
            trigger(run, "threat_increased", actor=None)
        else:
            _raise_level(run)
            trigger(run, "threat_increased", actor=None)


def _raise_level(run: Run) -> None:
    """MN-1: shuffle in the destroyed monsters, remove half, shuffle in the next level's; threat starts again."""
    state = run.state
    deck = state.decks["monsters"]
    after = state.level + 1
    new = tuple(card for card, held in deck.aside.items() if held == f"level {after}")
    pool = run.chance.shuffle(deck.draw + deck.destroyed)
    if new:
        removed = pool[: len(pool) // 2]
        for card in removed:
            run.emit(CardMoved("monsters", card, "aside", "out", rule="MN-1"))
        pool = tuple(c for c in pool if c not in removed)
        for card in new:
            run.emit(CardMoved("monsters", card, "bottom", rule="MN-1"))
        run.emit(TrackSet("level", state.level, after, "MN-1"))
    else:
        run.note("top_level", "MN-1")
    for card in tuple(run.state.decks["monsters"].destroyed):
        run.emit(CardMoved("monsters", card, "bottom", rule="MN-1"))
    run.emit(Shuffled("monsters", run.chance.shuffle(pool + new)))
    run.emit(TrackSet("threat", state.threat, 1, "MN-1"))
