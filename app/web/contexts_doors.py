"""What the pages are given that lead to a table: home, new, import, join, and sharing what exists (`contexts.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from app.web.contexts import Chrome, Frame, Pick, Token, Why
from app.web.contexts_rulings import SettingGroup


@dataclass(frozen=True, slots=True)
class KnownTable:
    """A table that this phone has a seat at; `over` says how its game ended, '' while it goes on."""

    name: str
    href: str
    seat: str
    where: str
    at: datetime
    over: str


@dataclass(frozen=True, slots=True)
class HomePage:
    """The tables of this server that this phone knows, a code to enter, a new table."""

    template: ClassVar[str] = "pages/home.html"
    partial: ClassVar[str] = ""
    frame: Frame
    tables: tuple[KnownTable, ...]
    code: str
    problem: str


@dataclass(frozen=True, slots=True)
class ScenarioPick:
    """A scenario with the lengths and variations that it has."""

    value: str
    title: str
    note: str
    chosen: bool
    lengths: tuple[Pick, ...]
    variations: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class NewPage:
    """A new table: everything has a default. `problems` are sentences about what could not be read.

    `kept` holds changed house rules, name and value, that a search leaves out. `count` explorers play, of at most
    `most`: those that are chosen, then the first ones. `own` = the name of the pack, '' for the built-in one.
    """

    template: ClassVar[str] = "pages/new.html"
    partial: ClassVar[str] = ""
    frame: Frame
    problems: tuple[str, ...]
    name: str
    player: str
    scenarios: tuple[ScenarioPick, ...]
    explorers: tuple[Pick, ...]
    count: int
    most: int
    own: str
    groups: tuple[SettingGroup, ...]
    kept: tuple[tuple[str, str], ...]
    settings: int
    changed: int
    find: str


@dataclass(frozen=True, slots=True)
class ImportPage:
    """Bring in a table that was exported."""

    template: ClassVar[str] = "pages/import.html"
    partial: ClassVar[str] = ""
    frame: Frame
    problems: tuple[str, ...]
    player: str


@dataclass(frozen=True, slots=True)
class JoinPick:
    """An explorer when joining: free, or taken by somebody, whose seat `seat` can be asked for, or had at once when it
    is `yours`: a host's, by the host's link.
    """

    value: str
    token: Token
    title: str
    note: str
    taken: bool
    chosen: bool
    seat: str = ""
    yours: bool = False


@dataclass(frozen=True, slots=True)
class JoinPage:
    """Take a seat: name, explorer, sit or watch. `only_watch` is the watch door, where nothing else is to choose.

    `asked` says whose seat this phone asks for, until the host answers; `refused` whose it was not given.
    """

    template: ClassVar[str] = "pages/join.html"
    partial: ClassVar[str] = "partials/_join.html"
    frame: Frame
    base: str
    table: str
    hosted_by: str
    problems: tuple[Why, ...]
    player: str
    explorers: tuple[JoinPick, ...]
    watch: bool
    only_watch: bool
    asked: str
    refused: str
    at_host_door: bool
    stream: str
    revision: int


@dataclass(frozen=True, slots=True)
class DoorLink:
    """One of the doors that this phone may show to others."""

    icon: str
    title: str
    note: str
    href: str
    watch: bool


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Somebody at the table, or an explorer whose seat is free; the host may give a seat's explorers back."""

    token: Token
    name: str
    note: str
    icon: str
    mark: str
    explorers: tuple[tuple[str, str], ...]
    seat: str
    mine: bool
    away: datetime | None = None


@dataclass(frozen=True, slots=True)
class SharePage:
    """The menu behind the dial: call the others in, who is here, this phone, this table.

    `under_way` = the first turn has begun, so that the menu comes first. `about` = 'you' or 'table', whose new name
    (`you`, `named`) was refused for `problems`.
    """

    template: ClassVar[str] = "pages/share.html"
    partial: ClassVar[str] = "partials/_share.html"
    frame: Frame
    chrome: Chrome
    table: str
    code: str
    address: str
    reachable: bool
    doors: tuple[DoorLink, ...]
    seats: tuple[SeatRow, ...]
    free: tuple[SeatRow, ...]
    hosting: bool
    you: str
    named: str
    about: str
    problems: tuple[Why, ...]
    under_way: bool
    pack: str
