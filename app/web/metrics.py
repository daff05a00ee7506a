"""Counters of this process, as text that Prometheus reads. Counts only: no names, no keys, no addresses."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the buckets of the latency of moves, in seconds."""


class Metrics:
    """What has happened since the server started, and how many streams are open now."""

    def __init__(self) -> None:
        self.answers: Counter[int] = Counter()
        self.moves = 0
        self.refusals = 0
        self.streams = 0
        self._buckets = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def answered(self, status: int) -> None:
        """A request was answered."""
        self.answers[status] += 1

    def moved(self, status: int, seconds: float) -> None:
        """A move was answered: 200 or 303 count as made, 409 and 403 as refused."""
        self._buckets[bisect_left(BOUNDS, seconds)] += 1
        self._seconds += seconds
        if status < 400:
            self.moves += 1
        elif status in (403, 409):
            self.refusals += 1

    def text(self, tables: int) -> str:
        """Everything in the text format, with the number of tables that there are."""
        lines = [
            *_one("vivarium_tables", "gauge", "Tables that this server keeps.", tables),
            *_one("vivarium_streams_open", "gauge", "Event streams that are open.", self.streams),
            *_one("vivarium_moves_total", "counter", "Moves that were made.", self.moves),
            *_one("vivarium_refusals_total", "counter", "Moves that were refused.", self.refusals),
            "# HELP vivarium_answers_total Answers by status.",
            "# TYPE vivarium_answers_total counter",
            *(f'vivarium_answers_total{{status="{s}"}} {n}' for s, n in sorted(self.answers.items())),
            "# HELP vivarium_move_seconds Time from a move's request to its answer.",
            "# TYPE vivarium_move_seconds histogram",
        ]
        below = 0
        for bound, n in zip((*BOUNDS, "+Inf"), self._buckets, strict=True):
            below += n
            lines.append(f'vivarium_move_seconds_bucket{{le="{bound}"}} {below}')
        lines.append(f"vivarium_move_seconds_sum {self._seconds:.6f}")
        lines.append(f"vivarium_move_seconds_count {below}")
        return "\n".join(lines) + "\n"


def _one(name: str, kind: str, what: str, value: int) -> tuple[str, str, str]:
    return f"# HELP {name} {what}", f"# TYPE {name} {kind}", f"{name} {value}"
