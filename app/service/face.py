"""The service as one object."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from app import rules
from app.live import REGIONS, Listener, Live
from app.rules.cards import Book
from app.store.db import Database

from .base import now
from .carrying import Carrying
from .records import Door
from .reseating import Reseating
from .tries import MINUTE, Tries
from .undoing import Undoing


class Service(Carrying, Reseating, Undoing):
    """All use cases of one server. One per process; it keeps the live tables in memory."""

    def __init__(
        self,
        database: Database,
        live: Live,
        book: Book,
        chance: rules.Chance | None = None,
        clock: Callable[[], int] = now,
    ) -> None:
        super().__init__(database, live, book, chance, clock)
        self._doors = OrderedDict()
        self._tries = Tries(MINUTE, "too_many_tries")
        self._taken = Tries(10 * MINUTE, "too_many_seats")

    async def stream(self, door: Door, since: int | None = None) -> Listener:
        """Listen to a table: the current revision first, then each change (see live.Listener).

        `since` = the revision that the page has seen last: the first message then names what changed since.
        """
        table = await self._tables.open(door.table)
        missed: frozenset[str] = frozenset()
        if since is not None and since != table.revision:
            entries = await self._tables.entries(table, since, table.revision) if since > 0 else ()
            table = self._tables.current(table)
            # Nobody was told yet of what was committed while the entries were read.
            ordinary = len(entries) == table.revision - since and all(e.kind == "move" for e in entries)
            missed = (
                rules.regions(event for entry in entries for event in entry.events) if ordinary else frozenset(REGIONS)
            )
        # No waiting from here on: what is committed after this is told.
        return self.live.subscribe(door.table, table.revision, missed)
