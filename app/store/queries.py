"""The longer queries: what a table is loaded from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from .rows import GameRow, Mark, Proof, StoredRequest, StoredSeat, StoredTable
from .tables import table


def load_table(connection: Connection, game_id: int, keys_since: int = 0) -> StoredTable | None:
    """See `Log.load`."""
    game, seat, proof = table("game"), table("seat"), table("credential")
    request, entry = table("seat_request"), table("entry")
    row = connection.execute(select(game).where(game.c.id == game_id)).first()
    if row is None:
        return None
    seats = connection.execute(
        select(seat.c.number, seat.c.name, seat.c.kind, seat.c.explorers)
        .where(seat.c.game_id == game_id)
        .order_by(seat.c.number)
    )
    proofs = connection.execute(select(proof.c.hash, proof.c.kind, proof.c.number).where(proof.c.game_id == game_id))
    requests = connection.execute(
        select(request.c.id, request.c.number, request.c.name, request.c.phone_hash, request.c.at)
        .where(request.c.game_id == game_id)
        .order_by(request.c.id)
    )
    e = entry.c
    marks = connection.execute(
        select(e.revision, e.kind, e.head, e.at, e.seat, e.name, e.key).where(e.game_id == game_id).order_by(e.revision)
    )
    return StoredTable(
        GameRow(*row),
        tuple(seat_of(r) for r in seats),
        tuple(Proof(*r) for r in proofs),
        tuple(StoredRequest(*r) for r in requests),
        tuple(Mark(*r[:6], r[6] if r[3] >= keys_since else None) for r in marks),
    )


def events_after_snapshot(
    connection: Connection, game_id: int, line: Sequence[int], form: str
) -> tuple[bytes | None, tuple[tuple[int, str], ...]]:
    """See `Log.events_after_snapshot`."""
    snapshot, entry = table("snapshot"), table("entry")
    data, start = None, 0
    written = [
        row[0]
        for row in connection.execute(
            select(snapshot.c.revision)
            .where(snapshot.c.game_id == game_id, snapshot.c.form == form, snapshot.c.revision <= line[-1])
            .order_by(snapshot.c.revision.desc())
        )
    ]
    on_line = set(line)
    newest = next((revision for revision in written if revision in on_line), None)
    if newest is not None:
        start = newest
        data = connection.execute(
            select(snapshot.c.data).where(snapshot.c.game_id == game_id, snapshot.c.revision == newest)
        ).scalar_one()
    rows = connection.execute(
        select(entry.c.revision, entry.c.events)
        .where(entry.c.game_id == game_id, entry.c.revision > start, entry.c.revision <= line[-1])
        .order_by(entry.c.revision)
    )
    return data, tuple((row[0], row[1]) for row in rows if row[0] in on_line)


def seat_of(row: Sequence[Any]) -> StoredSeat:
    """A seat from its number, name, kind and explorers as they are stored."""
    number, name, kind, explorers = row
    return StoredSeat(number, name, kind, tuple(explorers.split()))
