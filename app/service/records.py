"""What the use cases take and return: plain and frozen. States and events in them are stripped of what is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.rules.events import Event
from app.rules.moves import Move
from app.rules.state import State

from .story import Story

Kind = Literal["play", "host", "watch"]
EntryKind = Literal[
    "create",
    "import",
    "move",
    "undo",
    "redo",
    "join",
    "claim",
    "release",
    "rename_seat",
    "rename_table",
    "ask_seat",
    "grant_seat",
    "deny_seat",
    "remove_seat",
]


@dataclass(frozen=True, slots=True)
class Door:
    """A table entered by one of its keys; `kind` limits what may be done here."""

    table: int
    key: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at the table: id 's1' and up, and the ids of the explorers that are theirs."""

    id: str
    name: str
    kind: Kind
    explorers: tuple[str, ...] = ()


def who_plays(seats: Iterable[Seat]) -> tuple[str, ...]:
    """The ids of the seats that have an explorer; as long as none has one, of all seats that may have one.

    They are the players that all have to answer where the table plays so (AM-2, setting `group_choice`): who has joined
    and plays nobody, or whose explorers were given back, keeps nobody waiting.
    """
    may = tuple(seat for seat in seats if seat.kind != "watch")
    return tuple(seat.id for seat in may if seat.explorers) or tuple(seat.id for seat in may)


class NewTable(BaseModel):
    """What a new table is to be like. Everything has a default; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: Annotated[str, Field(max_length=400)] | None = None
    """Name of the table; the scenario's by default."""
    scenario: Annotated[str, Field(max_length=80)] | None = None
    length: Annotated[str, Field(max_length=80)] | None = None
    variation: Annotated[str, Field(max_length=80)] | None = None
    """Ids from the pack; the first of each by default."""
    explorers: Annotated[list[Annotated[str, Field(max_length=80)]], Field(min_length=1, max_length=12)] | None = None
    """Ids of the explorers that play; the first three of the pack by default."""
    settings: Annotated[dict[str, str | int], Field(max_length=60)] = {}
    """House rules that differ from their defaults."""
    player: Annotated[str, Field(max_length=400)] | None = None
    """Name of whoever opens the table."""
    explorer: Annotated[str, Field(max_length=80)] | None = None
    """The explorer that they play; the first by default."""


@dataclass(frozen=True, slots=True)
class Created:
    """A table was made: its keys, the short code, the seat of whoever made it with its bearer token."""

    play: str
    host: str
    watch: str
    code: str
    seat: Seat
    token: str
    revision: int


@dataclass(frozen=True, slots=True)
class Played:
    """A move was made: the revision that it became and what may be read of what happened."""

    revision: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log, with what has become of it.

    `seat` and `name` are the author's, as the name was then. `move` for moves; `to` for undo and redo: the entry
    whose state holds since; `detail` says more of the other kinds (such as {'explorer': 'exp-01'}). While a move is
    taken back, `undone_by` names who did it at `undone_at_revision`; `redone` = it came back. `reveals` = something
    hidden came to light. `rules` = the rules version that decided it.
    """

    revision: int
    kind: EntryKind
    at: datetime
    seat: str
    name: str
    move: Move | None
    events: tuple[Event, ...]
    undone_by: str | None = None
    undone_at_revision: int | None = None
    redone: bool = False
    reveals: bool = False
    to: int | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)
    rules: str = ""


@dataclass(frozen=True, slots=True)
class UndoPlan:
    """What an undo would take back: `entries` newest first; `others` = names of their authors other than the asker."""

    to: int
    entries: tuple[LogEntry, ...]
    across_reveal: bool
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatAsked:
    """A phone asks for the seat `seat`, until a host answers; or the seat `by` asks for the explorers of it."""

    id: int
    name: str
    seat: str
    at: datetime
    by: str = ""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """An undo that somebody should hear of: the entry, how many moves it took, by whom, and the oldest of them.

    `makers` = their seats with the names as they were then, each once, the newest move's first. `redo` = the moves are
    what redo would bring back now.
    """

    undo: LogEntry
    moves: int
    makers: tuple[tuple[str, str], ...]
    oldest: LogEntry
    redo: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one seat may see it. `links` = addresses by kind that this door may pass on ('/t/<key>').

    `asked` = who asks for a seat, as far as it is this seat's business: all for a host, else for its own and by itself.
    `away` = seats whose phones have not been looking for a while, and since when; `unseen` = seats without an open
    page, for how many seconds. `taken_back` = undos to tell this seat of, newest first. `freed` = the entries by which
    somebody else took explorers from this seat since it last did anything. `newest_tap` = revisions of the
    moves that the newest tap made, oldest first. `story` = the chapters that have lain face up, by card. `code` is ''
    when it has expired. `rules` and `pack_version` are today's; `made_with` is what the table began with: (rules, pack
    version).
    """

    revision: int
    name: str
    state: State
    seats: tuple[Seat, ...]
    you: Seat | None
    links: Mapping[str, str]
    code: str
    can_undo: bool
    can_redo: bool
    created_at: datetime
    played_at: datetime
    pack: str
    pack_version: str
    rules: str
    made_with: tuple[str, str]
    asked: tuple[SeatAsked, ...] = ()
    away: Mapping[str, datetime] = field(default_factory=dict)
    unseen: Mapping[str, int] = field(default_factory=dict)
    taken_back: tuple[TakenBack, ...] = ()
    freed: tuple[LogEntry, ...] = ()
    newest_tap: tuple[int, ...] = ()
    story: Story = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HomeTable:
    """A table at which a phone has a seat. `key` is the one that its seat may use; `seat` its own; `outcome` = 'won',
    'lost' or '' while it goes on.
    """

    name: str
    key: str
    seat: Seat
    round: int
    played_at: datetime
    revision: int
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class DeckAudit:
    """Where the cards of a deck are (DK-3): how many in each place, and for those on something, on what.

    `total` is their sum, `whole` what the pack has; `sums` = they agree and no card is in two places.
    """

    places: Mapping[str, int]
    lies_on: Mapping[str, Mapping[str, int]]
    total: int
    whole: int
    sums: bool
