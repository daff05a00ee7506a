"""What the log hands out: one row each, plain and frozen. JSON stays text here; `codec` reads it where it
is needed.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One entry as it is stored (see tables.Entry). Times are milliseconds since 1970 (UTC)."""

    revision: int
    kind: str
    head: int
    at: int
    seat: str
    name: str
    key: str | None
    move: str | None
    detail: str
    events: str
    rules: str
    pack_version: str


@dataclass(frozen=True, slots=True)
class Mark:
    """An entry without its contents: what is needed of every entry to know which moves are in force."""

    revision: int
    kind: str
    head: int
    at: int
    seat: str
    name: str
    key: str | None


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A seat of a table; `explorers` are ids."""

    number: int
    name: str
    kind: str
    explorers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """SHA-256 (hex) of what a seat's phone or script shows; `kind` is 'phone' or 'token'."""

    hash: str
    kind: str
    number: int


@dataclass(frozen=True, slots=True)
class StoredRequest:
    """A phone that asks for the seat `number`."""

    id: int
    number: int
    name: str
    phone_hash: str
    at: int


@dataclass(frozen=True, slots=True)
class GameRow:
    """A table's own row."""

    id: int
    revision: int
    name: str
    pack: str
    pack_version: str
    rules: str
    play_key: str
    host_key: str
    watch_key: str
    code: str
    code_until: int
    round: int
    made_at: int
    played_at: int


@dataclass(frozen=True, slots=True)
class StoredTable:
    """All of a table that is kept in memory, except its states."""

    game: GameRow
    seats: tuple[StoredSeat, ...]
    proofs: tuple[Proof, ...]
    requests: tuple[StoredRequest, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class NewGame:
    """A table to be made; the rest of its row follows from its first entry."""

    name: str
    pack: str
    pack_version: str
    rules: str
    play_key: str
    host_key: str
    watch_key: str
    code: str
    code_until: int


@dataclass(frozen=True, slots=True)
class KnownTable:
    """A table at which a phone has a seat. `ending` = the events with which its game ended, '' while it goes on."""

    game: GameRow
    seat: StoredSeat
    ending: str = ""
