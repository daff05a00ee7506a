"""What all use cases share: the open tables, chance, and who is asking."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from app.live import Live
from app.rules import Chance
from app.rules.cards import Book
from app.store.db import Database

from .chance import SystemChance
from .errors import WrongSeat, refusal
from .opened import OpenTable
from .presence import Presence
from .records import Door, Kind, Seat
from .tables import Tables

LONGEST_KEY: Final = 100  # characters of an idempotency key


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class UseCases:
    """Base of the use cases. `chance` and `clock` are given by tests."""

    def __init__(
        self,
        database: Database,
        live: Live,
        book: Book,
        chance: Chance | None = None,
        clock: Callable[[], int] = now,
    ) -> None:
        self.database = database
        self.live = live
        self.book = book
        self.clock = clock
        self._chance: Chance = SystemChance() if chance is None else chance
        self._tables = Tables(database, live, book, clock)
        self.presence = Presence(live, clock)
        self._importing = asyncio.Lock()

    def _seated(self, table: OpenTable, door: Door, seat: Seat | None) -> tuple[int, Kind]:
        """The number of the asker's seat and as what it counts here; raises WrongSeat for those without one."""
        number = number_of(seat)
        if number not in table.seats:
            raise WrongSeat(refusal("no_seat"), table.revision)
        return number, counts_as(door, table.seats[number].kind)

    def _player(self, table: OpenTable, door: Door, seat: Seat | None) -> tuple[int, Kind]:
        """`_seated`, and raises WrongSeat for those who watch."""
        number, kind = self._seated(table, door, seat)
        if kind == "watch":
            raise WrongSeat(refusal("seat_watches", "AM-1"), table.revision)
        return number, kind

    def _host(self, table: OpenTable, door: Door, seat: Seat | None) -> int:
        """`_seated`, and raises WrongSeat for everybody but a host."""
        number, kind = self._seated(table, door, seat)
        if kind != "host":
            raise WrongSeat(refusal("host_only"), table.revision)
        return number


def counts_as(door: Door, kind: str) -> Kind:
    """What a seat may do behind a door: nothing by the watch key, and a host by the host key whoever it is."""
    if door.kind == "watch" or (kind == "watch" and door.kind != "host"):
        return "watch"
    return "host" if door.kind == "host" or kind == "host" else "play"


def number_of(seat: Seat | None) -> int:
    """The number of a seat; 0, which no seat has, for nobody's."""
    return int(seat.id[1:]) if seat is not None else 0
