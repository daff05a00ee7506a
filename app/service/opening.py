"""Making a table and finding it again: keys, short codes, the tables that a phone knows, looking at one."""

from __future__ import annotations

import json
from collections import Counter, OrderedDict
from datetime import datetime
from typing import Any, Final

from app import rules
from app.rules.settings import Settings, setting_problem
from app.rules.state import PHASES
from app.store import codec
from app.store.errors import KeyTaken
from app.store.log import Also
from app.store.rows import GameRow, Line, NewGame, Proof, StoredRequest, StoredSeat

from .base import UseCases, counts_as, number_of
from .errors import InvalidInput, UnknownTable
from .keys import LONGEST_KEY, hashed, new_code, new_key, typed_code
from .names import clean_name
from .opened import OpenTable, moment, seat_id
from .records import (
    Created,
    DeckAudit,
    Door,
    HomeTable,
    Kind,
    LogEntry,
    NewTable,
    Seat,
    SeatAsked,
    TableView,
    TakenBack,
)
from .tries import Tries, codes

CODE_FOR: Final = 12 * 3600 * 1000  # milliseconds after the last entry, or after the code was made
DOORS_KEPT: Final = 5000
MOST_ENTRIES: Final = 500  # of the log at once
RECENT: Final = 40  # entries in which an undo is still news
BY_SEAT: Final = "seat:"  # a request by somebody who sits here says so in the place of its phone


class Opening(UseCases):
    """Tables as a whole."""

    _doors: OrderedDict[str, Door]
    _tries: Tries

    async def create_table(self, spec: NewTable, phone: str | None = None) -> Created:
        """Make a table; whoever makes it hosts, and plays the first explorer unless another is named.

        Raises InvalidInput naming the field that the pack has nothing for, or InvalidName.
        """
        setup = self._setup(spec)
        mine = spec.explorer if spec.explorer is not None else setup.explorers[0]
        if mine not in setup.explorers:
            raise InvalidInput(("explorer", "should be one of the explorers that play"))
        scenario = self.book.scenarios[setup.scenario]
        name = clean_name(spec.name) if spec.name is not None else clean_name(scenario.name[:40])
        host = StoredSeat(1, clean_name(spec.player if spec.player is not None else "Host", "player"), "host", (mine,))
        try:
            verdict = rules.new_game(self.book, setup, self._chance)
        except rules.SetupError as error:
            raise InvalidInput((error.field, str(error)[:1].lower() + str(error)[1:].rstrip("."))) from None
        at = self.clock()
        line = Line(
            revision=1,
            kind="create",
            head=1,
            at=at,
            seat=seat_id(1),
            name=host.name,
            key=None,
            move=None,
            detail=codec.dump_json({"explorers": list(setup.explorers)}),
            events=codec.dump_events(verdict.events).decode(),
            rules=rules.RULES_VERSION,
            pack_version=self.book.version,
        )
        return await self._make(name, [line], host, phone, verdict.state.round)

    async def _make(self, name: str, lines: list[Line], host: StoredSeat, phone: str | None, round: int) -> Created:
        """Store a new table with its first entries and the seat of whoever made it."""
        token = new_key()
        proofs = [Proof(hashed(token), "token", host.number)]
        if phone:
            proofs.append(Proof(hashed(phone), "phone", host.number))
        also = Also(new_seats=(host,), new_proofs=tuple(proofs))
        while True:
            new = NewGame(
                name=name,
                pack=self.book.id,
                pack_version=self.book.version,
                rules=rules.RULES_VERSION,
                play_key=new_key(),
                host_key=new_key(),
                watch_key=new_key(),
                code=new_code(),
                code_until=lines[-1].at + CODE_FOR,
            )
            try:
                await self._tables.log.create(new, lines, also, round=round)
            except KeyTaken:  # somebody's code: another one
                continue
            seat = Seat(seat_id(host.number), host.name, "host", host.explorers)
            return Created(new.play_key, new.host_key, new.watch_key, new.code, seat, token, lines[-1].revision)

    def _setup(self, spec: NewTable) -> rules.Setup:
        book = self.book
        scenario = book.scenarios.get(spec.scenario or next(iter(book.scenarios)))
        if scenario is None:
            raise InvalidInput(("scenario", "should be one of " + ", ".join(book.scenarios)))
        faults = []
        for setting, value in spec.settings.items():
            problem = setting_problem(setting, value)
            if problem is not None:
                what = "is no house rule" if problem == "unknown_setting" else "has a value that it can't have"
                faults.append((f"settings.{setting[:40]}", what))
        if faults:
            raise InvalidInput(*faults)
        explorers = spec.explorers if spec.explorers is not None else list(book.explorers)[:3]
        settings: dict[str, Any] = dict(spec.settings)
        return rules.Setup(
            scenario.id,
            spec.length or scenario.lengths[0].id,
            spec.variation or (scenario.variations[0].id if scenario.variations else ""),
            tuple(explorers),
            Settings(**settings),
        )

    # -------------------------------------------------------------- finding

    async def door(self, key: str) -> Door:
        """The table that a key opens. Raises UnknownTable."""
        door = self._doors.get(key)
        if door is None:
            found = await self._tables.log.find(key) if 0 < len(key) <= LONGEST_KEY and key.isascii() else None
            if found is None:
                raise UnknownTable
            kind: Kind = found[1]  # type: ignore[assignment]
            door = self._doors[key] = Door(found[0], key, kind)
            if len(self._doors) > DOORS_KEPT:
                self._doors.popitem(last=False)
        return door

    async def by_code(self, code: str, client: str = "") -> str:
        """The play key of the table with this short code, however it was typed.

        `client` = who asks (an address), for the limit of tries. Raises UnknownTable, TooManyTries.
        """
        self._tries.count(codes(client), self.clock())
        typed = typed_code(code)
        game = await self._tables.log.by_code(typed) if typed else None
        if game is None or self._expires(game, game.played_at) <= self.clock():
            raise UnknownTable("unknown_code")
        return game.play_key

    async def renew_code(self, door: Door, seat: Seat | None) -> str:
        """Another short code for the table; the old one is dead. Raises WrongSeat for those who only watch."""
        table = await self._tables.open(door.table)
        self._player(table, door, seat)
        async with table.lock:
            while True:
                code, until = new_code(), self.clock() + CODE_FOR
                try:
                    await self._tables.log.set_code(table.id, code, until)
                except KeyTaken:
                    continue
                self._tables.forget(table)
                self.live.publish(table.id, table.revision, {"party", "now"})  # no entry, but pages show the code
                return code

    @staticmethod
    def _expires(game: GameRow, played_at: int) -> int:
        return max(game.code_until, played_at + CODE_FOR)

    async def home(self, phone: str) -> tuple[HomeTable, ...]:
        """The tables at which a phone has a seat, the one played last first."""
        return tuple(
            HomeTable(
                known.game.name,
                {"host": known.game.host_key, "watch": known.game.watch_key}.get(known.seat.kind, known.game.play_key),
                Seat(seat_id(known.seat.number), known.seat.name, _kind(known.seat.kind), known.seat.explorers),
                known.game.round,
                moment(known.game.played_at),
                known.game.revision,
                outcome_of(known.ending),
            )
            for known in await self._tables.log.known_to(hashed(phone))
        )

    # -------------------------------------------------------------- looking

    async def table(self, door: Door, seat: Seat | None = None) -> TableView:
        """The table as this seat may see it. Raises Unreadable (F15)."""
        table = await self._tables.open(door.table)
        game = table.game
        you = None
        number = number_of(seat)
        if number in table.seats:
            you = table.seat(number, counts_as(door, table.seats[number].kind))
        hosts = you is not None and you.kind == "host"
        mine = seat_id(number)
        if you is not None:
            self.presence.seen(table.id, mine)
        asked = tuple(asked_of(request) for request in table.requests.values())
        return TableView(
            revision=table.revision,
            name=game.name,
            state=table.view,
            seats=table.all_seats(),
            you=you,
            links=_links(game, door.kind, hosts),
            code="" if door.kind == "watch" or self._expires(game, table.played_at) <= self.clock() else game.code,
            can_undo=len(table.timeline.line) > 1,
            can_redo=bool(table.timeline.ahead),
            created_at=moment(game.made_at),
            played_at=moment(table.played_at),
            pack=self.book.name,
            pack_version=self.book.version,
            rules=rules.RULES_VERSION,
            made_with=(game.rules, game.pack_version),
            asked=asked if hosts else tuple(one for one in asked if mine in (one.seat, one.by)),
            away=self._away(table),
            unseen=self._unseen(table),
            taken_back=await self._taken_back(table, mine),
            freed=await self._freed(table, number, mine),
            newest_tap=table.newest_tap,
            story=await table.stories.now(self._tables.log, table.id, table.timeline),
        )

    def _away(self, table: OpenTable) -> dict[str, datetime]:
        found = {seat_id(n): self.presence.away(table.id, seat_id(n)) for n in table.seats}
        return {seat: moment(since) for seat, since in found.items() if since is not None}

    def _unseen(self, table: OpenTable) -> dict[str, int]:
        found = {seat_id(n): self.presence.unseen(table.id, seat_id(n)) for n in table.seats}
        return {seat: gone // 1000 for seat, gone in found.items() if gone is not None}

    async def _taken_back(self, table: OpenTable, seat: str) -> tuple[TakenBack, ...]:
        """The undo that redo would reverse, and those that took moves of `seat` since it last did anything itself."""
        line = table.timeline
        if not line.undone_by:
            return ()
        recent = await self._tables.entries(table, table.revision - RECENT, table.revision)
        redoable = line.undone_by[line.ahead[-1][-1]] if line.ahead else 0
        found, own = [], True
        for entry in reversed(recent):
            if entry.kind == "undo":
                gone = [r for r in entry.detail.get("took_back", ()) if line.undone_by.get(r) == entry.revision]
                # By whom they were is known without reading them: an undo can take back a whole evening.
                makers = dict.fromkeys((table.authors[r], table.names[r]) for r in gone)
                theirs = own and entry.seat != seat and any(maker == seat for maker, _ in makers)
                if gone and (entry.revision == redoable or theirs):
                    (oldest,) = await self._tables.entries(table, gone[-1] - 1, gone[-1])
                    found.append(TakenBack(entry, len(gone), tuple(makers), oldest, entry.revision == redoable))
            own = own and not (entry.seat == seat and entry.kind in ("move", "undo", "redo"))
        return tuple(found)

    async def _freed(self, table: OpenTable, number: int, seat: str) -> tuple[LogEntry, ...]:
        """The entries by which others took explorers from `seat`, which it has not got back, since it did anything."""
        if number not in table.seats:
            return ()
        recent = range(table.revision, max(0, table.revision - RECENT), -1)
        last = next((r for r in recent if table.authors.get(r) == seat), recent.stop)
        entries = await self._tables.entries(table, last, table.revision)
        taken = {e.detail["explorer"]: e for e in entries if e.detail.get("from") == seat}
        return tuple(entry for explorer, entry in taken.items() if explorer not in table.seats[number].explorers)

    async def revision(self, door: Door) -> int:
        """The table's revision."""
        return (await self._tables.open(door.table)).revision

    async def phase_at(self, door: Door, revision: int) -> tuple[int, str]:
        """The round and the phase after the entry `revision`; those of the beginning for 0. Raises Unreadable."""
        table = await self._tables.open(door.table)
        if not 1 <= revision <= table.revision:
            return 1, PHASES[0]
        state = await self._tables.state_after(table, table.timeline.heads[revision - 1])
        return state.round, state.phase

    async def log(self, door: Door, before: int | None = None, limit: int = 200) -> tuple[LogEntry, ...]:
        """Entries of the log, newest first; only those before revision `before` if given."""
        table = await self._tables.open(door.table)
        upto = table.revision if before is None else min(before - 1, table.revision)
        entries = await self._tables.entries(table, upto - max(0, min(limit, MOST_ENTRIES)), upto)
        return entries[::-1]

    async def decks(self, door: Door) -> dict[str, DeckAudit]:
        """Where all cards of every deck are, by count (DK-3). Raises Unreadable."""
        table = await self._tables.open(door.table)
        out = {}
        broken = [v for v in rules.violations(self.book, table.state) if v.startswith("card_")]
        for name, deck in table.view.decks.items():
            places = {place: len(cards) for place, cards in rules.places(deck).items()}
            lies_on = {place: dict(Counter(getattr(deck, place).values())) for place in ("in_play", "held", "stored")}
            whole, total = len(rules.cards_of_table(self.book, table.state, name)), sum(places.values())
            sums = whole == total and not any(f" {name} " in f"{v} " for v in broken)
            out[name] = DeckAudit(places, lies_on, total, whole, sums)
        return out


def asked_of(request: StoredRequest) -> SeatAsked:
    """A request as it is told: by a phone without a seat, or by a seat."""
    by = request.phone_hash.removeprefix(BY_SEAT) if request.phone_hash.startswith(BY_SEAT) else ""
    return SeatAsked(request.id, request.name, seat_id(request.number), moment(request.at), by)


def outcome_of(events: str) -> str:
    """'won' or 'lost' by the stored events with which a game ended, whatever release wrote them; '' by no events."""
    found = json.loads(events) if events else []
    return next((str(event["outcome"]) for event in found if event.get("type") == "GameEnded"), "")


def _links(game: GameRow, door: Kind, hosts: bool) -> dict[str, str]:
    """The links that may be passed on: by a host all, by a player not the host's, by a watcher the watch link."""
    links = {"watch": f"/t/{game.watch_key}"}
    if door != "watch":
        links["play"] = f"/t/{game.play_key}"
    if hosts or door == "host":
        links["host"] = f"/t/{game.host_key}"
    return links


def _kind(text: str) -> Kind:
    return "host" if text == "host" else "watch" if text == "watch" else "play"
