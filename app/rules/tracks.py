"""Ratings, monster threat and monster level (CH-3, RD-3, RD-4, MN-1), and halving a deck (IT-1, MN-1)."""

from __future__ import annotations

from .cards import Book
from .engine import Run
from .events_cards import CardMoved, Shuffled
from .events_table import TrackSet
from .state import State
from .triggers import trigger


def rating_of(state: State, which: str) -> int | None:
    """The spawn or horror rating; None when none was ever set (RD-6)."""
    return state.spawn_rating if which == "spawn" else state.horror_rating


def set_rating(run: Run, which: str, value: int, rule: str) -> None:
    """Set a rating within its track (setting rating_max). One that lies beyond it already is not lowered by a raise."""
    before, top = rating_of(run.state, which), run.state.settings.rating_max
    after = min(top, max(0, value))
    if before is not None and value > before:
        after = max(before, after)
    if before != after:
        run.emit(TrackSet(f"{which}_rating", before, after, rule))  # type: ignore[arg-type]


def change_threat(run: Run, n: int, rule: str = "MN-1") -> None:
    """Raise or lower monster threat, each point by itself; beyond the last position the level rises (MN-1).

    It is lowered by the row `rule`, and never below its first position (EV-1).
    """
    for _ in range(abs(n)):
        now = run.state.threat
        if n < 0:
            if now <= 1:
                run.note("threat_lowest", rule)
                return
            run.emit(TrackSet("threat", now, now - 1, rule))
        else:
            if now < run.book.threat_positions:
                run.emit(TrackSet("threat", now, now + 1, "MN-1"))
            else:
                raise_level(run)
            trigger(run, "threat_increased", actor=None)


def halved(run: Run, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Which of these cards, top first, go when half of them are removed (IT-1, MN-1).

    Of an odd number the smaller half goes, or the larger (setting half_rounding); which ones is chance, or it is the
    top ones (setting half_which). One card alone stays.
    """
    if len(cards) < 2:
        return ()
    n = (len(cards) + (run.state.settings.half_rounding == "larger")) // 2
    order = run.chance.shuffle(cards) if run.state.settings.half_which == "random" else cards
    return order[:n]


def levels_above(book: Book, state: State) -> tuple[int, ...]:
    """The monster levels of the pack that are still to come, the next one first."""
    return tuple(sorted({card.level for card in book.monsters.values() if card.level > state.level}))


def raise_level(run: Run, to: int = 0) -> None:
    """MN-1: shuffle in the destroyed monsters, remove half, shuffle in the next level's; monsters on the board stay.

    It rises to the level `to`, 0 = the next one. Monsters of a level that a table ruling has passed over come as well.
    """
    state = run.state
    deck = state.decks["monsters"]
    above = levels_above(run.book, state)
    if not above:
        run.note("top_level", "MN-1")
        if state.settings.top_level == "shuffle":
            _shuffle_in_the_destroyed(run)
            _threat_returns(run)
        return
    _shuffle_in_the_destroyed(run)
    removed = halved(run, run.state.decks["monsters"].draw)
    for card in removed:
        run.emit(CardMoved("monsters", card, "aside", "out", rule="MN-1"))
    if removed:
        run.note("half_removed", "MN-1", "monsters", len(removed))
    level = to or above[0]
    for card in (card for card, held in deck.aside.items() if held.startswith("level ")):
        if run.book.monsters[card].level <= level:
            run.emit(CardMoved("monsters", card, "bottom", rule="MN-1"))
    run.emit(Shuffled("monsters", run.chance.shuffle(run.state.decks["monsters"].draw), rule="MN-1"))
    run.emit(TrackSet("level", state.level, level, "MN-1"))
    _threat_returns(run)


def _shuffle_in_the_destroyed(run: Run) -> None:
    deck = run.state.decks["monsters"]
    order = run.chance.shuffle(deck.draw + deck.destroyed)
    run.emit(Shuffled("monsters", order, from_destroyed=True, rule="MN-1"))


def _threat_returns(run: Run) -> None:
    """Back to the first position, or it stays where it is (setting threat_after_level)."""
    if run.state.settings.threat_after_level == "first" and run.state.threat != 1:
        run.emit(TrackSet("threat", run.state.threat, 1, "MN-1"))
