"""Undo and redo: entries of their own, so that the log keeps what was taken back, and by whom (F20)."""

from __future__ import annotations

from .errors import KeyReused, Refused, refusal
from .opened import OpenTable, seat_id
from .playing import Playing, check_key
from .records import Door, LogEntry, Seat, UndoPlan
from .tables import Draft


class Undoing(Playing):
    """Taking moves back and bringing them back, with the very cards and dice that they had."""

    async def undo_plan(self, door: Door, seat: Seat | None, to: int | None = None) -> UndoPlan:
        """What undo would take back: to the state after entry `to`, or what the newest tap did, mostly one move.

        Raises WrongSeat, or Refused when there is nothing, or `to` is not on the way back.
        """
        table = await self._tables.open(door.table)
        number, _ = self._player(table, door, seat)
        line = table.timeline.line
        if to is None and len(line) > 1:
            to = line[-len(table.newest_tap) - 1]
        return await self._plan(table, number, to)

    async def undo(
        self,
        door: Door,
        seat: Seat | None,
        to: int | None = None,
        revision: int | None = None,
        key: str | None = None,
    ) -> int:
        """Take moves back, to the state after entry `to` or the last move alone; returns the new revision.

        `revision` = what the asker saw: when the table has moved on since, undo is refused, for it would take back
        what nobody was asked about. `key` as for play. Raises Refused, WrongSeat, KeyReused, KeyExpired.
        """
        check_key(key)

        async def decide(table: OpenTable) -> Draft | LogEntry:
            number, _ = self._player(table, door, seat)
            name = None if key is None else f"{seat_id(number)}/{key}"
            if name is not None and (done := await self._done_before(table, name)) is not None:
                return self._same_kind(table, done, "undo")
            await self._check_revision(table, revision)
            await self._check_nothing_moved(table, revision)
            goal, moves = _target(table, to)
            head = table.timeline.heads[goal - 1]
            state = await self._tables.state_after(table, head)
            return Draft("undo", number, state, head=head, key=name, detail={"took_back": moves[::-1]})

        _, entry = await self._tables.change(door.table, decide)
        return entry.revision

    async def redo(
        self,
        door: Door,
        seat: Seat | None,
        to: int | None = None,
        revision: int | None = None,
        key: str | None = None,
    ) -> int:
        """Bring back what the last undo took, or up to the state after entry `to`; returns the new revision.

        Raises Refused, WrongSeat, KeyReused, KeyExpired.
        """
        check_key(key)

        async def decide(table: OpenTable) -> Draft | LogEntry:
            number, _ = self._player(table, door, seat)
            name = None if key is None else f"{seat_id(number)}/{key}"
            if name is not None and (done := await self._done_before(table, name)) is not None:
                return self._same_kind(table, done, "redo")
            await self._check_revision(table, revision)
            await self._check_nothing_moved(table, revision)
            moves = table.timeline.brought_back(to)
            if not moves:
                raise Refused(refusal("nothing_to_redo"), table.revision)
            state = await self._tables.state_after(table, moves[-1])
            return Draft("redo", number, state, head=moves[-1], key=name, detail={"brought_back": moves})

        _, entry = await self._tables.change(door.table, decide)
        return entry.revision

    async def _plan(self, table: OpenTable, number: int, to: int | None) -> UndoPlan:
        goal, moves = _target(table, to)
        on_line = set(moves)
        entries = await self._tables.entries(table, moves[0] - 1, moves[-1])
        taken = tuple(entry for entry in reversed(entries) if entry.revision in on_line)
        authors = {entry.seat: entry.name for entry in reversed(taken) if entry.seat != seat_id(number)}
        # Told by the name that they have today, for that is whom one asks.
        others = tuple(
            seats[0].name if (seats := [s for s in table.all_seats() if s.id == who]) else name
            for who, name in authors.items()
        )
        return UndoPlan(goal, taken, any(entry.reveals for entry in taken), others)

    async def _check_nothing_moved(self, table: OpenTable, revision: int | None) -> None:
        """Raises Refused when the state has changed since `revision`, with who did what."""
        if revision is None or revision < 1:
            return
        since = await self._tables.entries(table, max(revision, table.revision - 200), table.revision)
        if table.timeline.heads[revision - 1] != table.timeline.head or any(
            entry.kind in ("move", "undo", "redo") for entry in since
        ):
            raise await self._refused(table, refusal("moved_meanwhile"), revision)

    @staticmethod
    def _same_kind(table: OpenTable, done: LogEntry, kind: str) -> LogEntry:
        if done.kind != kind:
            raise KeyReused(refusal("key_reused"), table.revision)
        return done


def _target(table: OpenTable, to: int | None) -> tuple[int, list[int]]:
    """The revision to go back to and the moves that this takes back, oldest first. Raises Refused."""
    line = table.timeline.line
    if len(line) < 2:
        raise Refused(refusal("nothing_to_undo"), table.revision)
    goal = line[-2] if to is None else to
    moves = table.timeline.taken_back(goal)
    if not moves:
        raise Refused(refusal("not_on_the_way_back", to=goal), table.revision)
    return goal, moves
