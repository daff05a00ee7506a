"""Open tables: loaded from the log when needed, changed one entry at a time, told to everyone after the commit."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from app import rules
from app.live import REGIONS, Live
from app.rules.cards import Book
from app.rules.events import Event
from app.rules.moves import Move
from app.rules.state import State
from app.store import codec
from app.store.db import Database
from app.store.errors import KeyTaken, RevisionTaken
from app.store.log import NOTHING_ELSE, Also, Log
from app.store.rows import Line, Proof

from .errors import KeyExpired, Refused, UnknownTable, refusal
from .opened import OpenTable, moment, of_other_pack, seat_id, unreadable
from .records import EntryKind, LogEntry
from .timeline import MOVES

log = logging.getLogger("vivarium.service")

TABLES_KEPT = 200
SNAPSHOT_EVERY = 50  # moves
KEYS_FOR = 7 * 24 * 3600 * 1000  # milliseconds for which a retry gets the first answer again
MOST_STATES = 100  # of a fold that are kept on the way
ATTEMPTS = 5  # at a revision, when another process writes to the same table


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry that is about to be written. `head` None = its own (a move); `state` holds after it.

    `regions` = the parts of the pages that it changes, None = all. `name` and `seat_name` stand in the log in place
    of the seat's own when the author has none.
    """

    kind: EntryKind
    seat: int
    state: State
    head: int | None = None
    move: Move | None = None
    events: tuple[Event, ...] = ()
    key: str | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)
    also: Also = NOTHING_ELSE
    regions: frozenset[str] | None = None
    name: str | None = None
    seat_name: str | None = None


class Tables:
    """All tables of a server. `clock` gives the time in milliseconds since 1970."""

    def __init__(self, database: Database, live: Live, book: Book, clock: Callable[[], int]) -> None:
        self.log = Log(database)
        self.live = live
        self.book = book
        self.clock = clock
        self.form = f"{rules.RULES_VERSION}-{codec.state_form()}"
        self._open: OrderedDict[int, OpenTable] = OrderedDict()
        self._loading: dict[int, asyncio.Task[OpenTable]] = {}

    # -------------------------------------------------------------- opening

    async def open(self, table_id: int) -> OpenTable:
        """The table, from memory or from the log. One that can't be folded opens too, with `fault` set (F15).

        Raises UnknownTable.
        """
        table = self._open.get(table_id)
        if table is not None:
            self._open.move_to_end(table_id)
            return table
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        # One waiter that goes away must not take the table from the others.
        return await asyncio.shield(task)

    def current(self, table: OpenTable) -> OpenTable:
        """The same table as it is in memory now: it may have been dropped and loaded again meanwhile."""
        return self._open.get(table.id, table)

    def put(self, table: OpenTable) -> None:
        """Keep a table in memory; the one unused longest goes, unless it is being changed right now."""
        self._open[table.id] = table
        if len(self._open) > TABLES_KEPT:
            idle = next((t for t in self._open.values() if not t.lock.locked() and t is not table), None)
            if idle is not None:
                self.forget(idle)

    def forget(self, table: OpenTable) -> None:
        """Drop a table from memory: the next who asks loads it from the log."""
        table.gone = True
        if self._open.get(table.id) is table:
            del self._open[table.id]

    async def _load(self, table_id: int) -> OpenTable:
        stored = await self.log.load(table_id, keys_since=self.clock() - KEYS_FOR)
        if stored is None:
            raise UnknownTable
        table = OpenTable(stored)
        if stored.game.pack != self.book.id:
            table.fault = of_other_pack(stored.game.name, stored.game.pack, self.book.name)
        if table.fault is None:
            head = table.timeline.head
            try:
                table.since_snapshot = await self._fold(table, head)
            except Unfoldable as error:
                log.error("table %r can't be opened: entry %d, %s", table.game.name, error.revision, error)
                table.fault = unreadable(table.game.name, error.revision, table.game.rules)
        self.put(table)
        return table

    async def state_after(self, table: OpenTable, head: int) -> State:
        """The state after the entry `head`, from memory or from the nearest snapshot. Raises Unreadable."""
        if table.fault is not None:
            raise table.fault
        if table.state_at(head) is None:
            try:
                await self._fold(table, head)
            except Unfoldable as error:
                raise unreadable(table.game.name, error.revision, table.game.rules) from error
        state = table.state_at(head)
        assert state is not None
        return state

    async def _fold(self, table: OpenTable, head: int) -> int:
        """Keep the state after `head`, which is in force or was, and those on the way to it from the nearest snapshot.

        Returns how many entries were folded.
        """
        way = table.timeline.way_to(head)
        data, rest = await self.log.events_after_snapshot(table.id, way, self.form)
        try:
            states = await asyncio.to_thread(_folded, data, rest, head)
        except Unfoldable:
            if data is None:
                raise
            # A snapshot is worth nothing but time: without one the log must do.
            data, rest = await self.log.events_after_snapshot(table.id, way, "")
            states = await asyncio.to_thread(_folded, data, rest, head)
        for revision, state in states:
            table.keep_state(revision, state)
        return len(rest)

    # -------------------------------------------------------------- changing

    async def change(
        self, table_id: int, decide: Callable[[OpenTable], Awaitable[Draft | LogEntry]]
    ) -> tuple[OpenTable, LogEntry]:
        """Change a table by one entry. `decide` looks at the table as it is now and drafts the entry, or raises.

        If it returns a LogEntry, that was done before and nothing is written. Nobody else changes the table
        between `decide` and the commit; where another process does, `decide` is asked again.
        """
        key_taken = False
        for _ in range(ATTEMPTS):
            table = await self.open(table_id)
            async with table.lock:
                if table.gone:
                    continue
                draft = await decide(table)
                if isinstance(draft, LogEntry):
                    return table, draft
                try:
                    return table, await self._commit(table, draft)
                except RevisionTaken:
                    continue
                except KeyTaken:
                    if key_taken or draft.key is None:
                        raise KeyExpired(refusal("key_expired"), table.revision) from None
                    key_taken = True
        raise Refused(refusal("table_busy"), None)

    async def _commit(self, table: OpenTable, draft: Draft) -> LogEntry:
        line = self.line(table, draft)
        snapshot = None
        if draft.kind in MOVES:
            table.since_snapshot += 1
            if table.since_snapshot >= SNAPSHOT_EVERY:
                state, table.since_snapshot = draft.state, 0
                snapshot = (self.form, lambda: codec.pack_state(state))
        try:
            await self.log.append(table.id, line, round=draft.state.round, also=draft.also, snapshot=snapshot)
        except BaseException:
            # It may be written or not: what is in memory is no longer sure.
            self.forget(table)
            raise
        entry = self.entry_of(line, draft.events, draft.move)
        table.take(line, entry, draft.state)
        if draft.also is not NOTHING_ELSE:
            table.take_also(draft.also)
        self.live.publish(table.id, line.revision, REGIONS if draft.regions is None else draft.regions)
        return entry

    async def add_proofs(self, table: OpenTable, proofs: tuple[Proof, ...]) -> None:
        """Let a seat be proved in one more way, without an entry."""
        also = Also(new_proofs=proofs)
        await self.log.write_also(table.id, also)
        table.take_also(also)

    def line(self, table: OpenTable, draft: Draft) -> Line:
        """The entry as it is stored."""
        revision = table.revision + 1
        return Line(
            revision=revision,
            kind=draft.kind,
            head=revision if draft.head is None else draft.head,
            at=max(self.clock(), table.played_at),
            seat=seat_id(draft.seat) if draft.seat_name is None else draft.seat_name,
            name=table.seats[draft.seat].name if draft.name is None else draft.name,
            key=draft.key,
            move=None if draft.move is None else codec.dump_move(draft.move).decode(),
            detail=codec.dump_json(draft.detail) if draft.detail else "{}",
            events=codec.dump_events(draft.events).decode() if draft.events else "[]",
            rules=rules.RULES_VERSION,
            pack_version=self.book.version,
        )

    # -------------------------------------------------------------- entries

    async def entries(self, table: OpenTable, after: int, upto: int) -> tuple[LogEntry, ...]:
        """The entries with after < revision <= upto, oldest first, with what has become of them."""
        asked = range(max(after, 0) + 1, min(upto, table.revision) + 1)
        # Held here: whatever is kept meanwhile, by others too, puts older entries out of memory.
        found = {revision: table.entries[revision] for revision in asked if revision in table.entries}
        missing = [revision for revision in asked if revision not in found]
        if missing:
            lines = await self.log.lines(table.id, missing[0] - 1, missing[-1])
            for base in await asyncio.to_thread(lambda: [self.entry_of(line) for line in lines]):
                found[base.revision] = base
                table.keep_entry(base)
        return tuple(table.told(found[revision]) for revision in asked)

    def entry_of(self, line: Line, events: tuple[Event, ...] | None = None, move: Move | None = None) -> LogEntry:
        """A stored entry as it may be read. Events and move are read from it unless given.

        Those of another rules version that can't be read are left out, and `detail` says so.
        """
        detail = codec.load_json(line.detail)
        if events is None:
            try:
                events = codec.load_events(line.events)
                move = codec.stored_move(line.move) if line.move else None
            except ValidationError:
                events, detail = (), {**detail, "unreadable": True}
        kind: EntryKind = line.kind  # type: ignore[assignment]
        return LogEntry(
            revision=line.revision,
            kind=kind,
            at=moment(line.at),
            seat=line.seat,
            name=line.name,
            move=move,
            events=rules.public_events(events),
            reveals=rules.reveals(events),
            to=line.head if kind in ("undo", "redo") else None,
            detail=detail,
            rules=line.rules,
        )


class Unfoldable(Exception):
    """The events of the entry `revision` can't be folded by this release."""

    def __init__(self, revision: int, why: str) -> None:
        super().__init__(why)
        self.revision = revision


def _folded(data: bytes | None, rest: tuple[tuple[int, str], ...], head: int) -> list[tuple[int, State]]:
    """The states after the entries of `rest`, folded onto the snapshot `data`; without any, the snapshot's at `head`.

    Raises Unfoldable, whatever is wrong with them.
    """
    revision, state, states = head, None, []
    try:
        if data is not None:
            state = codec.unpack_state(data)
        for entry, events in rest:
            revision = entry
            for event in codec.load_events(events):
                state = rules.evolve(state, event)
            if state is not None:
                states.append((entry, state))
    except Exception as error:  # old events may break today's rules in any way
        raise Unfoldable(revision, _why(error)) from error
    if state is None:
        raise Unfoldable(revision, "no events")
    return states[-MOST_STATES:] or [(head, state)]


def _why(error: Exception) -> str:
    """What is wrong, in a line for the server's log."""
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"[:300]
    return f"{type(error).__name__}: {error}"[:300]
