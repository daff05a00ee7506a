"""Tables in any position: a running one that is put there, or one that pages are asked to show without a server."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from fastapi import FastAPI
from starlette.requests import Request

from app.rules import By, Preview, State, decide, legal_moves, preview, view_for
from app.rules.cards import Book
from app.rules.moves import Move
from app.rules.position import read_position
from app.rules.verdicts import Legal
from app.service import Door, Seat, load_move
from app.service.records import TableView
from app.web.identity import Visit
from app.web.seen_table import Table
from tests.support.players import Scripted

KEY = "K7WplayKEY0123456789ab"
AT = datetime(2026, 11, 27, 20, 44, tzinfo=UTC)


def everybody(state: State, seat: str = "s1") -> By:
    """One seat that plays all explorers and hosts."""
    return By(seat, frozenset(state.explorers), host=True, players=(seat,))


def played(book: Book, text: str, *moves: dict[str, Any], dice: tuple[int, ...] = ()) -> State:
    """The state after legal moves from a position; `step` is filled in with the step on top."""
    state, chance = read_position(book, text), Scripted(dice)
    for given in moves:
        fields = dict(given)
        if fields.get("step") == "top":
            fields["step"] = state.agenda[-1].id
        verdict = decide(book, state, load_move(fields), everybody(state), chance)
        assert isinstance(verdict, Legal), verdict
        state = verdict.state
    return state


def put(app: FastAPI, key: str, state: State) -> None:
    """Let the running table behind `key`, which was asked for before, be in `state`; its log stays as it was."""
    for table in app.state.service._tables._open.values():
        if key in (table.game.play_key, table.game.host_key, table.game.watch_key):
            table.keep_state(table.timeline.head, state)
            table._view = None
            table._listings.clear()
            return
    raise AssertionError("this table is not in memory")


class NoService:
    """What pages ask of the service while they are drawn: the pack, and a log that tells nothing or `entries`."""

    def __init__(
        self, book: Book, entries: tuple[Any, ...] = (), state: State | None = None, by: By | None = None
    ) -> None:
        self.book, self.entries, self.state, self.by = book, entries, state, by

    async def log(self, door: Door, before: int | None = None, limit: int = 200) -> tuple[Any, ...]:
        return self.entries[:limit]

    async def preview(self, door: Door, seat: Seat | None, move: Move) -> Preview:
        """What the rules foresee in the position of the table."""
        assert self.state is not None
        assert self.by is not None
        seen = preview(self.book, self.state, move, self.by)
        assert isinstance(seen, Preview)
        return seen


def table_at(
    book: Book, state: State, path: str = "board", by: By | None = None, seats: tuple[Seat, ...] = ()
) -> Table:
    """A table as the page `path`, its query included, of one seat would get it; without seats one plays everybody."""
    by = by or everybody(state)
    seats = seats or (Seat("s1", "Ines", "host", tuple(e for e in state.explorers if e in by.explorers)),)
    you = next((seat for seat in seats if seat.id == by.seat), None)
    page, _, query = path.partition("?")
    scope = {
        "type": "http",
        "method": "GET",
        "path": f"/t/{KEY}/{page}",
        "query_string": query.encode(),
        "headers": [],
        "scheme": "http",
        "server": ("table", 80),
    }
    view = TableView(
        revision=57,
        name="A table",
        state=view_for(state),
        seats=seats,
        you=you,
        links={},
        code="",
        can_undo=True,
        can_redo=False,
        created_at=AT,
        played_at=AT,
        pack=book.id,
        pack_version=book.version,
        rules="1",
        made_with=("1", book.version),
    )
    visit = Visit(NoService(book, state=state, by=by), Door(1, KEY, "host"), you)  # type: ignore[arg-type]
    return Table(Request(scope), visit, view, legal_moves(book, state, by))
