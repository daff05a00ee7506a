"""Carrying a table away as a file, and making a new table from one."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final, get_args

from app import rules
from app.rules.references import misfits
from app.rules.state import State
from app.store import codec
from app.store.rows import Line, StoredSeat

from .base import number_of
from .copying import FORMAT, VERSION, NotATable, seal, shuffled_anew, unseal
from .errors import Refused, refusal
from .names import clean_name, stored_name
from .opened import OpenTable, seat_id
from .opening import Opening
from .records import Created, Door, EntryKind, LogEntry, Seat
from .timeline import Timeline

MOST_IMPORTED: Final = 20_000  # entries; each takes more than half a thousandth of a second to check
LAST_MOMENT: Final = 253_402_300_799_999  # milliseconds: the end of the year 9999, after which no date can be written
LONGEST_DETAIL: Final = 500_000  # characters: an undo lists what it took back
KINDS: Final = frozenset(get_args(EntryKind))


class Carrying(Opening):
    """Export and import."""

    async def export(self, door: Door, seat: Seat | None = None) -> dict[str, Any]:
        """The table as one JSON object. A host's can be imported; for others it has no hidden part, and says so.

        Works also for a table that this release can't fold (F15).
        """
        table = await self._tables.open(door.table)
        whole = number_of(seat) in table.seats and self._seated(table, door, seat)[1] == "host"
        lines = await self._tables.log.lines(table.id, 0, table.revision)
        entries, sealed = await asyncio.to_thread(self._packed, table, lines, whole)
        out: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "name": table.game.name,
            "exported_at": datetime.fromtimestamp(self.clock() / 1000, UTC).isoformat(),
            "made_with": {"rules": table.game.rules, "pack": table.game.pack, "version": table.game.pack_version},
            "revision": table.revision,
            "complete": whole,
            "note": "This file can be imported."
            if whole
            else "Made without what is hidden: it can be read, not imported. A host's file can.",
            "seats": [
                {"id": s.id, "name": s.name, "kind": s.kind, "explorers": list(s.explorers)} for s in table.all_seats()
            ],
            "entries": entries,
        }
        return {**out, "sealed": sealed} if whole else out

    def _packed(self, table: OpenTable, lines: tuple[Line, ...], whole: bool) -> tuple[list[dict[str, Any]], str]:
        entries = [_entry_json(table.told(self._tables.entry_of(line))) for line in lines]
        return entries, seal(lines) if whole else ""

    async def import_table(self, data: Mapping[str, Any], phone: str | None = None, player: str = "Host") -> Created:
        """A new table from an exported one: same log, new links; whoever imports it hosts, the others join anew.

        What was seen stays; what nobody has seen is shuffled anew. Raises Refused with `not_an_export`,
        `export_incomplete`, `export_of_other_pack`, `export_of_newer_release`, `file_damaged`, `file_too_large`.
        """
        if data.get("format") != FORMAT or not isinstance(data.get("name"), str):
            raise Refused(refusal("not_an_export"))
        if data.get("version") != VERSION:
            raise Refused(refusal("export_of_newer_release"))
        if "sealed" not in data:
            raise Refused(refusal("export_incomplete"))
        made_with = data.get("made_with")
        if not isinstance(made_with, dict) or made_with.get("pack") != self.book.id:
            raise Refused(refusal("export_of_other_pack", has=self.book.id))
        name, host_name = clean_name(data["name"]), clean_name(player, "player")
        try:
            async with self._importing:  # one after the other: reading a large file takes seconds and memory
                lines, timeline, state = await asyncio.to_thread(self._checked, data["sealed"])
        except NotATable as error:
            raise Refused(refusal(error.code)) from None
        number = max((int(line.seat[1:]) for line in lines if line.seat[1:].isdecimal()), default=0) + 1
        host = StoredSeat(number, host_name, "host", ())
        lines.append(
            Line(
                revision=len(lines) + 1,
                kind="import",
                head=timeline.head,
                at=max(self.clock(), lines[-1].at),
                seat=seat_id(number),
                name=host_name,
                key=None,
                move=None,
                detail="{}",
                events="[]",
                rules=rules.RULES_VERSION,
                pack_version=self.book.version,
            )
        )
        return await self._make(name, lines, host, phone, state.round)

    def _checked(self, sealed: object) -> tuple[list[Line], Timeline, State]:
        """Entries of a file with hidden cards shuffled anew, proved to fold to sound states: undo and redo lead to each
        of them. Raises NotATable.
        """
        lines = unseal(sealed)
        if not 0 < len(lines) <= MOST_IMPORTED:
            raise NotATable("file_damaged")
        timeline, states = Timeline(), dict[int, State]()
        try:
            events = shuffled_anew([line.events for line in lines], self._chance.shuffle, self._kind_of)
            lines = [replace(line, events=text) for line, text in zip(lines, events, strict=True)]
            for number, line in enumerate(lines, start=1):
                state = states[timeline.head] if number > 1 else None
                for event in codec.load_events(line.events):
                    state = rules.evolve(state, event)
                if line.revision != number or (line.kind == "create") != (number == 1) or state is None:
                    raise NotATable("file_damaged")
                if line.kind in ("create", "move"):
                    states[number] = self._sound(state)
                elif codec.load_events(line.events):
                    raise NotATable("file_damaged")
                timeline.add(line.kind, line.head)
                _check_line(line)
            state = states[timeline.head]
        except NotATable:
            raise
        except Exception as error:  # a file may break the fold in any way
            raise NotATable("file_damaged") from error
        return lines, timeline, state

    def _kind_of(self, deck: str, card: str) -> Hashable:
        """What decides where an unseen card of a deck may lie: its level, or whose event it is (IT-1, MN-1, DK-2)."""
        book = self.book
        found = book.monsters.get(card) or book.items.get(card)
        if found is not None:
            return found.level
        event = book.explorer_events.get(card) or book.horror_events.get(card)
        brought = (s.id for s in book.scenarios.values() if card in (*s.explorer_events, *s.horror_events))
        return None if event is None else (event.core, *brought)

    def _sound(self, state: State) -> State:
        """The state; raises NotATable when it names what is not there, or breaks an invariant."""
        if misfits(self.book, state) or rules.violations(self.book, state):
            raise NotATable("file_damaged")
        return state


def _check_line(line: Line) -> None:
    """Raises when an entry of a file holds what no entry of ours would."""
    clean = bool(stored_name(line.name)) and len(line.seat) <= 12 and len(line.rules) <= 40
    "".join((line.seat, line.rules, line.pack_version)).encode()  # half a character can't be stored
    known = line.kind in KINDS and 0 <= line.at <= LAST_MOMENT and len(line.pack_version) <= 40
    if not clean or not known or len(line.detail) > LONGEST_DETAIL:
        raise NotATable("file_damaged")
    detail = codec.load_json(line.detail)
    if not isinstance(detail, dict) or not all(_is_told(name, value) for name, value in detail.items()):
        raise NotATable("file_damaged")
    if line.move is not None:
        codec.stored_move(line.move)


def _is_told(name: str, value: object) -> bool:
    """Whether an entry of ours could say this of itself (records.LogEntry.detail), so that the log can tell it."""
    match name:
        case "took_back" | "brought_back":
            return _are(value, int) and all(0 < one <= MOST_IMPORTED for one in value)  # type: ignore[attr-defined]
        case "explorers":
            return _are(value, str) and all(_is_short(one) for one in value)  # type: ignore[attr-defined]
        case "back":
            return isinstance(value, bool)
        case "request":
            return type(value) is int and 0 <= value <= MOST_IMPORTED
        case "before" | "after" | "to" | "seat_name":
            return value == "" or (isinstance(value, str) and bool(stored_name(value)))
        case "others":
            return _are(value, str) and all(map(stored_name, value))  # type: ignore[call-overload]
        case "kind" | "explorer" | "seat" | "from":
            return _is_short(value)
    return False


def _are(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(type(one) is kind for one in value)


def _is_short(value: object) -> bool:
    """An id: no longer than one, and nothing that could not be stored or would break a line."""
    return isinstance(value, str) and len(value) <= 100 and value.isprintable()


def _entry_json(entry: LogEntry) -> dict[str, Any]:
    """An entry as it stands in a file: without what is hidden."""
    return {
        "revision": entry.revision,
        "kind": entry.kind,
        "at": entry.at.isoformat(),
        "seat": entry.seat,
        "name": entry.name,
        "move": codec.move_json(shown) if (shown := rules.public_move(entry.move, entry.events)) is not None else None,
        "events": codec.events_json(entry.events),
        "to": entry.to,
        "detail": dict(entry.detail),
        "undone_by": entry.undone_by,
        "undone_at_revision": entry.undone_at_revision,
        "redone": entry.redone,
        "reveals": entry.reveals,
        "rules": entry.rules,
    }
