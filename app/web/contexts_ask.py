"""What the page that asks the rules is given; as in `contexts`, one class per template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.web.contexts import Chrome, Frame, Why
from app.web.contexts_log import LogSaid
from app.web.contexts_rules import RuleRow


@dataclass(frozen=True, slots=True)
class AskLink:
    """A move that can be asked about: its words, 'refused' beside one that is, the address of the answer."""

    title: str
    note: str
    href: str


@dataclass(frozen=True, slots=True)
class AskKind:
    """Moves of one kind."""

    title: str
    links: tuple[AskLink, ...]


@dataclass(frozen=True, slots=True)
class AskGroup:
    """All moves of one explorer or monster, or of the table, by kind."""

    title: str
    kinds: tuple[AskKind, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What the rules say about a move: legal with what would happen, or every reason against it.

    `unknown` ends the telling: the first thing that chance or a hidden card decides. `move` is its JSON. `rules` are
    the rows that decided it (id, title, text), `instead` legal moves in place of a refused one.
    """

    title: str
    legal: bool
    move: str
    reasons: tuple[Why, ...]
    told: tuple[LogSaid, ...]
    unknown: str
    rules: tuple[tuple[str, str, str], ...] = ()
    instead: tuple[AskLink, ...] = ()


@dataclass(frozen=True, slots=True)
class AskRulesPage:
    """Ask the rules on a copy of the table: moves made on it so far, those to ask about, the answer.

    `before` are the JSON of the moves `made`; `full` = the copy takes no more of them; not `open` = it can be asked
    nothing more. `found` are the moves that have the words of `find`, `rules` the first rules that have them, `house`
    the first house rules (words, address); `here` are the moves about the space `at`, which is called `place`; `board`
    is the drawing, `width` map tiles wide, `look` the space to look at first. `again` is the address that asks the same
    anew, `part` that of the note under the answer, `since` = the table has gone on since.
    """

    template: ClassVar[str] = "pages/ask_rules.html"
    partial: ClassVar[str] = ""
    frame: Frame
    chrome: Chrome
    before: tuple[str, ...]
    made: tuple[Asked, ...]
    groups: tuple[AskGroup, ...]
    find: str
    found: tuple[AskLink, ...]
    rules: tuple[RuleRow, ...]
    house: tuple[tuple[str, str], ...]
    at: str
    place: str
    here: tuple[AskLink, ...]
    board: str
    look: str
    width: int
    answer: Asked | None
    problem: str
    again: str
    part: str
    since: bool
    full: bool
    open: bool


@dataclass(frozen=True, slots=True)
class AskedSince:
    """The note under an answer: `since` = the table has gone on; `again` asks anew, `part` fetches the note."""

    template: ClassVar[str] = "pages/asked_since.html"
    partial: ClassVar[str] = "partials/_asked_since.html"
    frame: Frame
    chrome: Chrome
    part: str
    again: str
    since: bool
