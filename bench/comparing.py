"""The rules alone beside the yardstick: both in turns on one core, by processor time, as ratios of the same round.

Processor time, because neither waits for anything, and what else the machine does counts for neither then.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from app.rules import decide, legal_moves, replay
from app.rules.events import Event
from bench import midgame
from bench.yardstick import yardstick

ROUNDS, SECONDS = 7, 0.3
PLAYED, LENGTH = 20, 12  # stretches of play from the position on, and their moves
POSITIONS = 120  # of each round, none of them seen before
REPLAYED, STRETCH = 2000, 100  # moves, and those that are played in one go


@dataclass(frozen=True)
class Compared:
    """Figures a second, medians of the rounds; ratios to the yardstick, None without one."""

    what: str
    ours: float
    ratio: float | None


@dataclass(frozen=True)
class Comparison:
    """What was compared, with what, and how much there was to list."""

    rows: tuple[Compared, ...]
    yardstick: str
    yardstick_decides: float
    yardstick_lists: float
    yardstick_listed: int
    legal: int
    refused: int
    reasons: int


def compare() -> Comparison:
    """Measure everything in turns."""
    book, state, by, chance = midgame.book(), midgame.position(), midgame.everybody(), midgame.SeededChance(1)
    listing, peer = legal_moves(book, state, by), yardstick()
    stretches = [midgame.played_on(seed, LENGTH) for seed in range(PLAYED)]
    for seen in midgame.walked_on(0, 5 * POSITIONS):  # what is kept about the map is there, as the yardstick's tables
        legal_moves(book, seen, by)

    def decide_each() -> int:
        for move in listing.moves:
            decide(book, state, move, by, chance)
        return len(listing.moves)

    def play() -> int:
        for stretch in stretches:
            midgame.play(stretch)
        return sum(len(stretch.moves) for stretch in stretches)

    def list_again() -> int:
        legal_moves(book, state, by)
        return 1

    figures: dict[str, list[float]] = {}

    def keep(name: str, value: float) -> None:
        figures.setdefault(name, []).append(value)

    for round_ in range(ROUNDS):
        positions = midgame.walked_on(1000 + round_, POSITIONS)
        if peer is not None:
            keep("peer decides", _rate(peer.play))
        keep("decide", _rate(decide_each))
        keep("play", _rate(play))
        if peer is not None:
            keep("peer lists", _rate(peer.list_moves))
        started = time.process_time()
        for one in positions:
            legal_moves(book, one, by)
        keep("list", len(positions) / (time.process_time() - started))
        keep("list again", _rate(list_again))
    rows = [
        _row("decide each legal move of the position", figures, "decide", "peer decides"),
        _row("decide moves that are played one after the other", figures, "play", "peer decides"),
        _row("list a position that nobody has asked about", figures, "list", "peer lists"),
        _row("list the position once more", figures, "list again", "peer lists"),
    ]
    return Comparison(
        tuple(rows),
        f"python-chess {peer.version}" if peer is not None else "",
        statistics.median(figures.get("peer decides", [0.0])),
        statistics.median(figures.get("peer lists", [0.0])),
        peer.listed if peer is not None else 0,
        len(listing.moves),
        len(listing.refused),
        sum(len(reasons) for _, reasons in listing.refused),
    )


def _row(what: str, figures: dict[str, list[float]], ours: str, theirs: str) -> Compared:
    pairs = list(zip(figures[ours], figures.get(theirs, []), strict=False))
    ratio = statistics.median(mine / peer for mine, peer in pairs) if pairs else None
    return Compared(what, statistics.median(figures[ours]), ratio)


def _rate(work: Callable[[], int]) -> float:
    done, started = 0, time.process_time()
    while (spent := time.process_time() - started) < SECONDS:
        done += work()
    return done / spent


def replaying() -> tuple[int, int, float, float]:
    """(moves, events, seconds to fold the events, seconds to decide all moves again) of much recorded play.

    Folding is what opening, undoing and importing do; deciding again is done by nothing but this measurement.
    """
    events, moves = list[tuple[Event, ...]](), list[midgame.Played]()
    while (left := REPLAYED - sum(len(played.moves) for played in moves)) > 0:
        played = midgame.played_on(len(moves), min(STRETCH, left))
        moves.append(played)
        events.append(_events_of(played))
    fold = min(_seconds(lambda: [replay(some, midgame.position()) for some in events]) for _ in range(5))
    again = min(_seconds(lambda: [midgame.play(played) for played in moves]) for _ in range(3))
    return sum(len(played.moves) for played in moves), sum(map(len, events)), fold, again


def _events_of(played: midgame.Played) -> tuple[Event, ...]:
    state, chance, found = midgame.position(), midgame.SeededChance(played.seed), list[Event]()
    for move in played.moves:
        verdict = decide(midgame.book(), state, move, midgame.everybody(), chance)
        assert verdict.legal
        found += verdict.events
        state = verdict.state
    return tuple(found)


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started
