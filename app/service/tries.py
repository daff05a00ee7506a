"""How often something is tried: short codes can be guessed and seats filled by a script, so that both are limited."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from typing import Final

from .errors import TooManyTries

SECOND: Final = 1000  # milliseconds
MINUTE: Final = 60 * SECOND

CODES_EACH: Final = 10  # codes that one client may try in a minute
CODES_ALL: Final = 120  # codes that all may try in a minute
SEATS_EACH: Final = 12  # new seats that one client may take at a table in ten minutes: a whole group behind one address
SEATS_ALL: Final = 24  # new seats that all may take at a table in ten minutes


class Tries:
    """Counts tries by the names they count for: a client, a table, all. What is longer ago than `within` milliseconds
    counts no more; `code` says what was tried too often.
    """

    def __init__(self, within: int, code: str) -> None:
        self.within, self.code = within, code
        self._all: deque[tuple[int, tuple[str, ...]]] = deque()
        self._each: Counter[str] = Counter()

    def count(self, most: Mapping[str, int], now: int) -> None:
        """Note a try at `now` (milliseconds) for each name in `most`, which says how many it may have. Raises
        TooManyTries, with the seconds until the next one, and then it is not counted.
        """
        if self._all and self._all[-1][0] > now:
            # The clock was put back: what it has yet to come to is over after `within` all the same.
            self._all = deque((min(at, now), names) for at, names in self._all)
        while self._all and self._all[0][0] <= now - self.within:
            self._each.subtract(self._all.popleft()[1])
        self._each += Counter()  # drops those at zero
        over = [name for name, times in most.items() if self._each[name] >= times]
        if over:
            first = max(next(at for at, names in self._all if name in names) for name in over)
            raise TooManyTries(self.code, max(1, -(-(first + self.within - now) // SECOND)))
        self._all.append((now, tuple(most)))
        self._each.update(most.keys())


def codes(client: str) -> dict[str, int]:
    """What a try of a code counts for; `client` is an address, '' when it is not known."""
    return {"all": CODES_ALL} | ({f"from {client}": CODES_EACH} if client else {})


def seats(table: int, client: str) -> dict[str, int]:
    """What a new seat counts for, at one table."""
    return {f"{table}": SEATS_ALL, f"{table} from {client}": SEATS_EACH} if client else {}
