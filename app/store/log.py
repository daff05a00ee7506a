"""The log of every table: append under a guard, read back. Entries are only ever added.

Whoever appends says which revision comes next. Two can say the same, but only one finds the game at the
revision before it: the other gets RevisionTaken, and nothing of it was written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, case, or_, select

from .db import Database
from .errors import KeyTaken, RevisionTaken
from .queries import events_after_snapshot, load_table, seat_of
from .rows import (
    GameRow,
    KnownTable,
    Line,
    NewGame,
    Proof,
    StoredRequest,
    StoredSeat,
    StoredTable,
)
from .statements import Statements, statements
from .tables import table
from .writer import Cursor

KEYS = (("play", "play_key"), ("host", "host_key"), ("watch", "watch_key"))


@dataclass(frozen=True, slots=True)
class Also:
    """What is written together with an entry, all or nothing: seats, what proves them, the table's name."""

    new_seats: tuple[StoredSeat, ...] = ()
    changed_seats: tuple[StoredSeat, ...] = ()
    gone_seats: tuple[int, ...] = ()
    new_proofs: tuple[Proof, ...] = ()
    gone_proofs: tuple[str, ...] = ()
    new_request: StoredRequest | None = None
    gone_requests: tuple[int, ...] = ()
    new_name: str | None = None


NOTHING_ELSE = Also()


class Log:
    """The log in one database. Everything that writes is awaited until it is durable."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._sql: Statements = statements(database.dialect)

    # -------------------------------------------------------------- writing

    async def create(self, new: NewGame, lines: Sequence[Line], also: Also, *, round: int = 1) -> int:
        """Make a table with its first entries (revisions 1, 2, ...); returns its id.

        Raises KeyTaken when a key or code exists already.
        """
        row = {**asdict(new), "revision": lines[-1].revision, "round": round}
        row |= {"made_at": lines[0].at, "played_at": lines[-1].at}

        def work(cursor: Cursor) -> int:
            try:
                cursor.execute(self._sql.add_game, row)
                game = int(cursor.fetchone()[0])
                for line in lines:
                    self._add_line(cursor, game, line)
            except Exception as error:
                raise _key_taken(error) from error
            self._do_also(cursor, game, also, lines[0].at)
            return game

        return await self.database.write(work)

    async def append(
        self,
        game: int,
        line: Line,
        *,
        round: int,
        also: Also = NOTHING_ELSE,
        snapshot: tuple[str, Callable[[], bytes]] | None = None,
    ) -> None:
        """Add `line` to the log of `game`, whose revision must be the one before it.

        `snapshot` = (form, what makes the bytes of the state after it); made on the writer's thread.
        Raises RevisionTaken or KeyTaken, and then nothing was written.
        """
        guard = {
            "game_id": game,
            "before": line.revision - 1,
            "after": line.revision,
            "now_round": round,
            "now": line.at,
        }

        def work(cursor: Cursor) -> None:
            cursor.execute(self._sql.advance, guard)
            if cursor.rowcount != 1:
                raise RevisionTaken(f"revision {line.revision} was taken by another entry")
            try:
                self._add_line(cursor, game, line)
            except Exception as error:
                raise _key_taken(error) from error
            if also is not NOTHING_ELSE:
                self._do_also(cursor, game, also, line.at)
            if snapshot is not None:
                form, data = snapshot
                cursor.execute(
                    self._sql.add_snapshot,
                    {"game_id": game, "revision": line.revision, "form": form, "data": data()},
                )

        await self.database.write(work)

    async def write_also(self, game: int, also: Also) -> None:
        """Write something beside the log, without an entry."""
        await self.database.write(lambda cursor: self._do_also(cursor, game, also, 0))

    async def set_code(self, game: int, code: str, until: int) -> None:
        """Give the table another short code. Raises KeyTaken when a table has it already."""

        def work(cursor: Cursor) -> None:
            try:
                cursor.execute(self._sql.set_code, {"game_id": game, "new_code": code, "new_until": until})
            except Exception as error:
                raise _key_taken(error) from error

        await self.database.write(work)

    def _add_line(self, cursor: Cursor, game: int, line: Line) -> None:
        cursor.execute(
            self._sql.add_entry,
            {
                "game_id": game,
                "revision": line.revision,
                "kind": line.kind,
                "head": line.head,
                "at": line.at,
                "seat": line.seat,
                "name": line.name,
                "key": line.key,
                "move": line.move,
                "detail": line.detail,
                "events": line.events,
                "rules": line.rules,
                "pack_version": line.pack_version,
            },
        )

    def _do_also(self, cursor: Cursor, game: int, also: Also, at: int) -> None:
        run, sql = cursor.execute, self._sql
        for seat in also.new_seats:
            run(sql.add_seat, {"game_id": game, "number": seat.number, "made_at": at} | _seat_values(seat))
        for seat in also.changed_seats:
            run(sql.set_seat, {"at_game": game, "at_number": seat.number} | _seat_values(seat))
        for number in also.gone_seats:
            run(sql.drop_seat, {"game_id": game, "number": number})
        for gone in also.gone_proofs:
            run(sql.drop_proof, {"game_id": game, "hash": gone})
        for proof in also.new_proofs:
            run(sql.add_proof, {"game_id": game, **asdict(proof)})
        if also.new_request is not None:
            run(sql.add_request, {"game_id": game, **asdict(also.new_request)})
        for request in also.gone_requests:
            run(sql.drop_request, {"game_id": game, "request_id": request})
        if also.new_name is not None:
            run(sql.set_name, {"game_id": game, "new_name": also.new_name})

    # -------------------------------------------------------------- reading

    async def find(self, key: str) -> tuple[int, str] | None:
        """The table that a key opens and as what ('play', 'host', 'watch'); None when no table has it."""
        game = table("game")

        def work(connection: Connection) -> tuple[int, str] | None:
            for kind, column in KEYS:
                found = connection.execute(select(game.c.id).where(game.c[column] == key)).scalar()
                if found is not None:
                    return int(found), kind
            return None

        return await self.database.reading(work)

    async def by_code(self, code: str) -> GameRow | None:
        """The table with this short code, expired or not."""
        game = table("game")
        rows = await self.database.reading(lambda c: c.execute(select(game).where(game.c.code == code)).all())
        return GameRow(*rows[0]) if rows else None

    async def known_to(self, phone_hash: str) -> tuple[KnownTable, ...]:
        """The tables at which a phone has a seat, the one played last first."""
        game, seat, proof = table("game"), table("seat"), table("credential")
        newest, head = table("entry").alias(), table("entry").alias()
        # after the end nothing is a head any more but what an undo goes back to
        ended = case((head.c.events.contains('"GameEnded"', autoescape=True), head.c.events), else_="")
        query = (
            select(game, seat.c.number, seat.c.name, seat.c.kind, seat.c.explorers, ended)
            .join(newest, (newest.c.game_id == game.c.id) & (newest.c.revision == game.c.revision))
            .join(head, (head.c.game_id == game.c.id) & (head.c.revision == newest.c.head))
            .join(proof, proof.c.game_id == game.c.id)
            .join(seat, (seat.c.game_id == proof.c.game_id) & (seat.c.number == proof.c.number))
            .where(proof.c.hash == phone_hash, proof.c.kind == "phone")
            .order_by(game.c.played_at.desc(), game.c.id.desc())
        )
        rows = await self.database.reading(lambda c: c.execute(query).all())
        return tuple(KnownTable(GameRow(*row[:14]), seat_of(row[14:18]), row[18]) for row in rows)

    async def load(self, game_id: int, keys_since: int = 0) -> StoredTable | None:
        """A table without its states; None when there is none with this id.

        Idempotency keys are given for entries from `keys_since` on only.
        """
        return await self.database.reading(lambda c: load_table(c, game_id, keys_since))

    async def lines(self, game_id: int, after: int, upto: int, telling: Sequence[str] = ()) -> tuple[Line, ...]:
        """The entries with after < revision <= upto, in order; given `telling`, those with events of these types."""
        entry = table("entry")
        query = (
            select(*entry.columns[1:])
            .where(entry.c.game_id == game_id, entry.c.revision > after, entry.c.revision <= upto)
            .order_by(entry.c.revision)
        )
        if telling:
            query = query.where(or_(*(entry.c.events.contains(f'"{kind}"', autoescape=True) for kind in telling)))
        rows = await self.database.reading(lambda c: c.execute(query).all())
        return tuple(Line(*row) for row in rows)

    async def events_after_snapshot(
        self, game_id: int, line: Sequence[int], form: str
    ) -> tuple[bytes | None, tuple[tuple[int, str], ...]]:
        """What the state after the last of `line` is folded from.

        `line` = revisions of the entries in force, in order. Returns the newest snapshot of `form` on it
        (None without one) and (revision, events) of the entries of `line` that come after it.
        """
        return await self.database.reading(lambda c: events_after_snapshot(c, game_id, line, form))


def _seat_values(seat: StoredSeat) -> dict[str, str]:
    return {"name": seat.name, "kind": seat.kind, "explorers": " ".join(seat.explorers)}


def _key_taken(error: Exception) -> Exception:
    """A broken unique constraint as KeyTaken, anything else as it is."""
    broken = isinstance(error, sqlite3.IntegrityError) or (
        type(error).__module__.startswith("psycopg") and "UniqueViolation" in type(error).__name__
    )
    return KeyTaken("an entry with this key, or a table with this code, is there already") if broken else error
