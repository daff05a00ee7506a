"""Whose phone is looking: known from the streams that pages hold, in memory only. Nothing of it is ever stored.

A page in the background lets go of its stream, and so does a phone that is switched off or lost: all of them are
away. After a restart nobody is there yet, so those who do not come back count as away from the start on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from app.live import Live

AWAY_AFTER: Final = 180_000  # milliseconds without a page before the others are told
UNSEEN_AFTER: Final = 20_000  # milliseconds after which the menu says since when a seat has not been seen
TOLD_AT: Final = (UNSEEN_AFTER, 60_000, 120_000)  # milliseconds of absence at which menus are drawn anew
MOST_KEPT: Final = 20_000  # seats remembered

#: The region of the pages that changes with who is there; the table's revision stays.
SEATS: Final = frozenset({"seats"})


@dataclass
class _Kept:
    """Streams that are open, when anything was last heard, and the timer that tells the others."""

    streams: int
    heard: int
    timer: asyncio.TimerHandle | None = None


class Presence:
    """Which seats have a phone that is looking. All of it runs on one event loop; nothing here waits.

    `after` = milliseconds of absence before the others are told, for tests.
    """

    def __init__(self, live: Live, clock: Callable[[], int], after: int = AWAY_AFTER) -> None:
        self.after = after
        self._live = live
        self._clock = clock
        self._since = clock()
        self._kept: dict[tuple[int, str], _Kept] = {}

    def seen(self, table: int, seat: str) -> None:
        """A request of this seat came in."""
        kept = self._at(table, seat)
        was_gone = self.away(table, seat) is not None or self.unseen(table, seat) is not None
        kept.heard = self._clock()
        if was_gone:
            self._live.remind(table, SEATS)

    def came(self, table: int, seat: str) -> None:
        """A page of this seat listens."""
        self.seen(table, seat)
        kept = self._at(table, seat)
        kept.streams += 1
        if kept.timer is not None:
            kept.timer.cancel()
            kept.timer = None

    def went(self, table: int, seat: str) -> None:
        """A page of this seat listens no more. With its last one the others are told after a while."""
        kept = self._at(table, seat)
        kept.streams = max(0, kept.streams - 1)
        kept.heard = self._clock()
        if kept.streams == 0 and kept.timer is None:
            self._tell_later(table, seat)

    def _tell_later(self, table: int, seat: str) -> None:
        """Set the timer for the next time at which the others are told of an absence; after the last there is none."""
        kept = self._at(table, seat)
        gone = self._gone(kept)
        ahead = [at for at in (*TOLD_AT, self.after) if gone < at <= self.after]
        if ahead:
            wait = (min(ahead) - gone) / 1000 + 0.05
            kept.timer = asyncio.get_running_loop().call_later(wait, self._tell, table, seat)

    def unseen(self, table: int, seat: str) -> int | None:
        """For how long (milliseconds) no page of this seat has been open; None while one is, or was just now."""
        kept = self._kept.get((table, seat))
        if kept is not None and kept.streams:
            return None
        gone = self._gone(kept)
        return gone if gone >= UNSEEN_AFTER else None

    def away(self, table: int, seat: str) -> int | None:
        """Since when (milliseconds since 1970) this seat has not been looking, None while it is or has just been."""
        kept = self._kept.get((table, seat))
        if kept is not None and kept.streams:
            return None
        gone = self._gone(kept)
        heard = self._since if kept is None else kept.heard
        return heard if gone >= self.after else None

    def _gone(self, kept: _Kept | None) -> int:
        """How long ago (milliseconds) anything was heard; what a clock that was put back has yet to come to is now."""
        now = self._clock()
        if kept is None:
            self._since = min(self._since, now)
            return now - self._since
        kept.heard = min(kept.heard, now)
        return now - kept.heard

    def _at(self, table: int, seat: str) -> _Kept:
        kept = self._kept.get((table, seat))
        if kept is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            kept = self._kept[table, seat] = _Kept(0, self._since)
        return kept

    def _tell(self, table: int, seat: str) -> None:
        kept = self._at(table, seat)
        kept.timer = None
        if kept.streams:
            return
        if self.away(table, seat) is not None or self.unseen(table, seat) is not None:
            self._live.remind(table, SEATS)
        self._tell_later(table, seat)
