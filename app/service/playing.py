"""Playing: moves with everything that can go wrong between two phones (architecture, decision 4; F02, F03)."""

from __future__ import annotations

from dataclasses import replace

from app import rules
from app.rules.listing import Listing
from app.rules.moves import Answer, HelpRoll, MakeRuling, Move
from app.rules.verdicts import SEAT_CODES, By, Illegal, Preview, Reason

from .base import LONGEST_KEY, UseCases
from .errors import InvalidInput, KeyExpired, KeyReused, Refused, ServiceError, WrongSeat, refusal
from .named import named_anew, numbers
from .names import clean_text
from .opened import OpenTable, seat_id
from .records import Door, LogEntry, Played, Seat
from .tables import KEYS_FOR, Draft

MOST_MEANWHILE = 50  # entries told with a refusal


class Playing(UseCases):
    """Moves: what is legal, what would happen, and making it happen."""

    async def play(
        self, door: Door, seat: Seat | None, move: Move, revision: int | None = None, key: str | None = None
    ) -> Played:
        """Make a move on the table as it is now.

        `revision` = what the player saw: the move is decided again on what is there now, and a refusal tells what
        happened in between. The same thing made meanwhile is refused (0006), so that nothing is paid twice.
        `key` = names this attempt: the same seat sending the same move with the same key gets
        the first answer again. Keys are known for seven days.
        Raises Refused, WrongSeat, KeyReused, KeyExpired, InvalidInput.
        """
        move = _tidy(move)
        check_key(key)

        async def decide(table: OpenTable) -> Draft | LogEntry:
            number, kind = self._seated(table, door, seat)
            name = None if key is None else f"{seat_id(number)}/{key}"
            if name is not None and (done := await self._done_before(table, name)) is not None:
                if done.move != move:
                    raise KeyReused(refusal("key_reused"), table.revision)
                return done
            await self._check_revision(table, revision)
            by = table.by(number, kind)
            await self._check_not_made(table, move, by, revision)
            await self._check_still_meant(table, move, by, revision)
            try:
                verdict = rules.decide(self.book, table.state, move, by, self._chance)
            except rules.EndlessAbility:
                raise Refused(refusal("endless_ability", "IP-1"), table.revision) from None
            if isinstance(verdict, Illegal):
                raise await self._refused(table, verdict.reasons, revision)
            return Draft(
                "move",
                number,
                verdict.state,
                move=move,
                events=verdict.events,
                key=name,
                regions=rules.regions(verdict.events),
            )

        _, entry = await self._tables.change(door.table, decide)
        return Played(entry.revision, entry.events)

    async def preview(self, door: Door, seat: Seat | None, move: Move) -> Preview:
        """What a move would do, up to the first thing that chance has not told yet. Raises Refused, WrongSeat."""
        table = await self._tables.open(door.table)
        number, kind = self._seated(table, door, seat)
        try:
            verdict = rules.preview(self.book, table.state, _tidy(move), table.by(number, kind))
        except rules.EndlessAbility:
            raise Refused(refusal("endless_ability", "IP-1"), table.revision) from None
        if isinstance(verdict, Illegal):
            raise await self._refused(table, verdict.reasons, None)
        return Preview(rules.public_events(verdict.events), verdict.unknown)

    async def moves(self, door: Door, seat: Seat | None) -> tuple[int, Listing]:
        """The revision, and everything this seat could do on it: legal, or refused with all reasons."""
        table = await self._tables.open(door.table)
        number, kind = self._seated(table, door, seat)
        return table.revision, table.listing(self.book, table.by(number, kind))

    # -------------------------------------------------------------- shared with undo

    async def _done_before(self, table: OpenTable, key: str) -> LogEntry | None:
        """The entry that was made with this key; raises KeyExpired when that was long ago."""
        revision = table.keys.get(key)
        if revision is None:
            return None
        (entry,) = await self._tables.entries(table, revision - 1, revision)
        if self.clock() - entry.at.timestamp() * 1000 > KEYS_FOR:
            raise KeyExpired(refusal("key_expired", made_at=revision), table.revision)
        return entry

    async def _check_revision(self, table: OpenTable, revision: int | None) -> None:
        """Raises Refused for a revision that is still to come: the table was put back to an earlier day."""
        if revision is not None and not 0 <= revision <= table.revision:
            raise Refused(refusal("revision_ahead", has=table.revision, asked=revision), table.revision)

    async def _check_not_made(self, table: OpenTable, move: Move, by: By, since: int | None) -> None:
        """Raises Refused when the same thing was made since the player looked, and is in force.

        What the rules have against it tells more. It is asked before anything is decided, for that rolls dice.
        """
        if since is None or since >= table.revision:
            return
        line = set(table.timeline.line)
        for upto in range(table.revision, since, -MOST_MEANWHILE):  # most were made just now
            for entry in await self._tables.entries(table, max(since, upto - MOST_MEANWHILE), upto):
                if entry.revision in line and entry.move is not None and same_thing(entry.move, move):
                    code = "helped_meanwhile" if entry.move != move else "made_meanwhile"
                    why = rules.why_not(self.book, table.state, move, by)
                    raise await self._refused(table, why or refusal(code, who=entry.name, entry=entry.revision), since)

    async def _check_still_meant(self, table: OpenTable, move: Move, by: By, since: int | None) -> None:
        """Raises Refused when what the player saw was taken back, and the step or monster named is another one now.

        What the rules have against it tells more.
        """
        if not since or (seen := table.timeline.heads[since - 1]) in table.timeline.line or not numbers(move):
            return
        before = await self._tables.state_after(table, seen)
        fork = await self._tables.state_after(table, table.timeline.fork(seen))
        if named_anew(before, fork, table.state, move):
            why = rules.why_not(self.book, table.state, move, by)
            raise await self._refused(table, why or refusal("gone_meanwhile"), since)

    async def _refused(self, table: OpenTable, reasons: tuple[Reason, ...], since: int | None) -> ServiceError:
        """The error for a refusal: 403 if the seat itself is in the way, with who did what since the player looked."""
        meanwhile: tuple[LogEntry, ...] = ()
        if since is not None and since < table.revision:
            after = max(since, table.revision - MOST_MEANWHILE)
            meanwhile = await self._tables.entries(table, after, table.revision)
        kind = WrongSeat if any(r.code in SEAT_CODES for r in reasons) else Refused
        return kind(reasons, table.revision, meanwhile)


def same_thing(made: Move, asked: Move) -> bool:
    """Whether a second move wants what the first one has brought (0006).

    The very same move does; so does help for a roll that somebody has helped. Answers don't: a question names its step,
    and where every seat answers, each says the same.
    """
    if isinstance(asked, HelpRoll) and isinstance(made, HelpRoll):
        return made.step == asked.step
    return made == asked and not isinstance(asked, Answer)


def check_key(key: str | None) -> None:
    """Raises InvalidInput for an idempotency key that can't be one."""
    if key is not None and not (0 < len(key) <= LONGEST_KEY and key.isprintable()):
        raise InvalidInput(("key", f"should be 1 to {LONGEST_KEY} printable characters"))


def _tidy(move: Move) -> Move:
    """A ruling's reason is shown to everybody: it is cleaned like a name."""
    if isinstance(move, MakeRuling):
        return replace(move, reason=clean_text(move.reason, "move.reason"))
    return move
