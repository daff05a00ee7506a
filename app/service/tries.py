"""How often codes are tried: short ones can be guessed, so that tries are limited."""

from __future__ import annotations

from collections import Counter, deque
from typing import Final

from .errors import TooManyTries

TRIES_EACH: Final = 10  # codes that one client may try in a minute
TRIES_ALL: Final = 120  # codes that all may try in a minute
MINUTE: Final = 60_000


class Tries:
    """Counts tries of codes in the last minute, for each client and for all."""

    def __init__(self) -> None:
        self._all: deque[tuple[int, str]] = deque()
        self._each: Counter[str] = Counter()

    def count(self, client: str, now: int) -> None:
        """Note a try at `now` (milliseconds). Raises TooManyTries, and then it is not counted."""
        if self._all and self._all[-1][0] > now:
            # The clock was put back: what it has yet to come to is over in a minute.
            self._all = deque((min(at, now), who) for at, who in self._all)
        while self._all and self._all[0][0] <= now - MINUTE:
            self._each[self._all.popleft()[1]] -= 1
        self._each += Counter()  # drops those at zero
        if len(self._all) >= TRIES_ALL or (client and self._each[client] >= TRIES_EACH):
            first = next(at for at, who in self._all if len(self._all) >= TRIES_ALL or who == client)
            raise TooManyTries(max(1, -(-(first + MINUTE - now) // 1000)))
        self._all.append((now, client))
        self._each[client] += 1
