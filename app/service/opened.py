"""A table kept in memory: its seats, which entries are in force, the states it has been in lately.

The log is the truth; all of this is read from it and can be dropped at any time. Everything here runs on the event
loop without waiting, except `OpenTable.lock`, which is held from deciding a change until it is committed.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import replace
from datetime import UTC, datetime

from app import rules
from app.rules.cards import Book
from app.rules.listing import Listing
from app.rules.state import State
from app.rules.verdicts import By
from app.store.log import Also
from app.store.rows import GameRow, Line, Proof, StoredRequest, StoredSeat, StoredTable

from .errors import Unreadable, refusal
from .keys import key_of_tap
from .records import Kind, LogEntry, Seat, who_plays
from .story import Stories
from .timeline import Timeline

STATES_KEPT = 256  # states in memory; older ones are folded from the nearest snapshot
ENTRIES_KEPT = 400  # log entries in memory
MOST_IN_A_TAP = 8  # moves that one tap makes at most, and some to spare
SPARE = 100  # more of them, so that the oldest go together


def moment(at: int) -> datetime:
    """Milliseconds since 1970 as a time in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC)


def seat_id(number: int) -> str:
    """'s3' for 3."""
    return f"s{number}"


def seat_number(text: str) -> int:
    """The number in the id of a seat; 0, which no seat has, for any other text."""
    digits = text.removeprefix("s")
    return int(digits) if text[:1] == "s" and digits.isdecimal() and len(digits) <= 9 else 0


class OpenTable:
    """One table. `fault` says why it can't be folded (F15), or not with this server's cards; then `state` raises it.

    `game` is the table's row as it was loaded, but for its name; `played_at` = time of the last entry.
    """

    def __init__(self, stored: StoredTable) -> None:
        self.game: GameRow = stored.game
        self.played_at = stored.game.played_at
        self.lock = asyncio.Lock()
        self.gone = False
        self.fault: Unreadable | None = None
        self.timeline = Timeline()
        self.names: dict[int, str] = {}
        self.authors: dict[int, str] = {}
        self.keys: dict[str, int] = {}
        self.entries: dict[int, LogEntry] = {}
        self.since_snapshot = 0
        self.stories = Stories()
        self.highest_seat = max((int(m.seat[1:]) for m in stored.marks if m.seat[1:].isdecimal()), default=0)
        self.seats: dict[int, StoredSeat] = {seat.number: seat for seat in stored.seats}
        self.proofs: dict[str, Proof] = {proof.hash: proof for proof in stored.proofs}
        self.requests: dict[int, StoredRequest] = {request.id: request for request in stored.requests}
        self._states: OrderedDict[int, State] = OrderedDict()
        self._view: State | None = None
        self._listings: dict[By, Listing] = {}
        self._bys: dict[tuple[int, Kind], By] = {}
        for mark in stored.marks:
            try:
                self.timeline.add(mark.kind, mark.head)
            except ValueError:  # the log itself is damaged: what is there can still be carried away
                self.fault = unreadable(stored.game.name, mark.revision, stored.game.rules)
                self.timeline.heads.append(mark.head)
            self.names[mark.revision] = mark.name
            self.authors[mark.revision] = mark.seat
            if mark.key is not None:
                self.keys[mark.key] = mark.revision

    @property
    def id(self) -> int:
        """The table's number in the database."""
        return self.game.id

    @property
    def revision(self) -> int:
        """The number of entries in the log."""
        return self.timeline.revision

    # -------------------------------------------------------------- states

    @property
    def state(self) -> State:
        """The state now, with all that is hidden. Raises Unreadable."""
        if self.fault is not None:
            raise self.fault
        return self._states[self.timeline.head]

    def state_at(self, head: int) -> State | None:
        """The state after the entry `head`, None when it is not in memory."""
        return self._states.get(head)

    def keep_state(self, head: int, state: State) -> None:
        """Keep the state after the entry `head`; the one kept longest goes, but never today's."""
        self._states[head] = state
        self._states.move_to_end(head)
        while len(self._states) > STATES_KEPT:
            oldest = next(iter(self._states))
            if oldest == self.timeline.head:
                self._states.move_to_end(oldest)
            else:
                del self._states[oldest]

    @property
    def view(self) -> State:
        """The state now as everybody may see it; made once for each revision. Raises Unreadable."""
        if self._view is None:
            self._view = rules.view_for(self.state)
        return self._view

    def listing(self, book: Book, by: By) -> Listing:
        """What a seat may do now; made once for each revision. Raises Unreadable."""
        found = self._listings.get(by)
        if found is None:
            found = self._listings[by] = rules.legal_moves(book, self.state, by)
        return found

    @property
    def newest_tap(self) -> tuple[int, ...]:
        """The revisions of the newest moves in force that one tap made, oldest first: mostly one move alone."""
        line, found = self.timeline.line, [self.timeline.head]
        # The keys stand in the order of the log; those of long ago are not known, so that an old tap is its last move.
        known = {}
        for key, revision in reversed(self.keys.items()):
            if revision < line[-MOST_IN_A_TAP:][0]:
                break
            known[revision] = key_of_tap(key)
        while (tap := known.get(found[0])) is not None and len(line) > len(found) + 1:
            before = line[-len(found) - 1]
            if known.get(before) != tap:
                break
            found.insert(0, before)
        return tuple(found)

    # -------------------------------------------------------------- seats

    def seat(self, number: int, kind: Kind | None = None) -> Seat:
        """The seat with this number, as a seat of `kind` where the door limits or raises it."""
        stored = self.seats[number]
        return Seat(seat_id(number), stored.name, kind or _kind(stored.kind), stored.explorers)

    def all_seats(self) -> tuple[Seat, ...]:
        """All seats in the order in which they were taken."""
        return tuple(self.seat(number) for number in sorted(self.seats))

    def holder(self, explorer: str) -> int | None:
        """The seat that has claimed an explorer."""
        return next((n for n, seat in self.seats.items() if explorer in seat.explorers), None)

    def free_explorers(self) -> tuple[str, ...]:
        """Explorers that play and that no seat has claimed. Raises Unreadable."""
        return tuple(e.id for e in self.state.explorers.values() if e.status != "unused" and self.holder(e.id) is None)

    def by(self, number: int, kind: Kind) -> By:
        """Who asks, for the rules: the explorers are the seat's own and those that no seat has claimed."""
        key = (number, kind)
        found = self._bys.get(key)
        if found is None:
            others = {e for n, seat in self.seats.items() if n != number for e in seat.explorers}
            # The explorers of a table never change, only their status does.
            mine = frozenset(self.state.explorers) - others
            found = By(seat_id(number), mine, kind == "host", kind == "watch", who_plays(self.all_seats()))
            self._bys[key] = found
        return found

    # -------------------------------------------------------------- entries

    def entry(self, revision: int) -> LogEntry | None:
        """A log entry with what has become of it, None when it is not in memory."""
        base = self.entries.get(revision)
        return None if base is None else self.told(base)

    def told(self, base: LogEntry) -> LogEntry:
        """An entry with what has become of it."""
        undone = self.timeline.undone_by.get(base.revision)
        if undone is not None:
            return replace(base, undone_by=self.names[undone], undone_at_revision=undone)
        return replace(base, redone=True) if base.revision in self.timeline.redone else base

    def keep_entry(self, base: LogEntry) -> None:
        """Keep an entry as it was when it was made; the oldest go."""
        self.entries[base.revision] = base
        if len(self.entries) > ENTRIES_KEPT + SPARE:
            for revision in sorted(self.entries)[:SPARE]:
                del self.entries[revision]

    def take(self, line: Line, base: LogEntry, state: State) -> None:
        """A committed entry happened: `state` holds after it."""
        self.timeline.add(line.kind, line.head)
        self.names[line.revision] = line.name
        self.authors[line.revision] = line.seat
        if line.key is not None:
            self.keys[line.key] = line.revision
        self.keep_entry(base)
        self.keep_state(line.head, state)
        self.played_at = line.at
        self._view = None
        self._listings.clear()

    def take_also(self, also: Also) -> None:
        """What was committed together with an entry happened: seats, what proves them, the table's name."""
        for seat in (*also.new_seats, *also.changed_seats):
            self.seats[seat.number] = seat
        for number in also.gone_seats:
            self.seats.pop(number, None)
            self.highest_seat = max(self.highest_seat, number)  # nobody gets the number of somebody else
        for gone in also.gone_proofs:
            self.proofs.pop(gone, None)
        for proof in also.new_proofs:
            self.proofs[proof.hash] = proof
        if also.new_request is not None:
            self.requests[also.new_request.id] = also.new_request
        for request in also.gone_requests:
            self.requests.pop(request, None)
        if also.new_name is not None:
            self.game = replace(self.game, name=also.new_name)
        self._bys.clear()
        self._listings.clear()


def unreadable(name: str, revision: int, made_with: str) -> Unreadable:
    """The error for a table that this release can't fold (F15): which one, where, and what it was made with."""
    return Unreadable(
        refusal("table_unreadable", table=name, entry=revision, made_with=made_with, now=rules.RULES_VERSION)
    )


def of_other_pack(name: str, pack: str, has: str) -> Unreadable:
    """The error for a table that is played with another pack than the server's."""
    return Unreadable(refusal("table_of_other_pack", table=name, pack=pack, has=has))


def _kind(text: str) -> Kind:
    return "host" if text == "host" else "watch" if text == "watch" else "play"
