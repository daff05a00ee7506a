"""What the log and the list of what can be undone are given (`contexts.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from app.web.contexts import Chrome, Frame, Pick, Token


@dataclass(frozen=True, slots=True)
class LogSaid:
    """Sentences of the log that follow one another, with the ledger row that made all of them happen.

    `story` = where the chapter that the last one tells of is read, '' for none.
    """

    texts: tuple[str, ...]
    rule: str
    story: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry, or the part of it that belongs to one phase: who (a token), its sentences, when and by whom.

    `folded` = bookkeeping that can be unfolded. `undone_by` took it back; `seen` = what it revealed has been seen.
    `whole` = it is the last part of its entry, which a link can lead to.
    """

    revision: int
    token: Token | None
    icon: str
    said: tuple[LogSaid, ...]
    folded: tuple[LogSaid, ...]
    at: datetime
    by: str
    source: str
    undone_by: str
    seen: bool
    can_go_back: bool = False
    whole: bool = True


@dataclass(frozen=True, slots=True)
class LogPart:
    """The entries of one phase, newest first."""

    title: str
    lines: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True)
class LogPage:
    """The log, newest first; `older` is the address of what came before ('' at the beginning), `redo` its words.

    What `hosting` exports can be imported.
    """

    template: ClassVar[str] = "pages/log.html"
    partial: ClassVar[str] = "partials/_log.html"
    frame: Frame
    chrome: Chrome
    phases: tuple[LogPart, ...]
    filters: tuple[Pick, ...]
    older: str
    can_undo: bool
    redo: str
    hosting: bool


@dataclass(frozen=True, slots=True)
class UndoLine:
    """A move that would go: what it did in its first sentences and how many `more` there are, whose it is, and whether
    what it revealed stays known.
    """

    token: Token | None
    texts: tuple[str, ...]
    more: int
    owner: str
    mine: bool
    revealed: bool


@dataclass(frozen=True, slots=True)
class UndoPage:
    """Take back moves? `to` is the revision to go back to.

    `only_last` offers less when several would go, back to the revision `before_last`; `one_tap` made them all.
    """

    template: ClassVar[str] = "pages/undo.html"
    partial: ClassVar[str] = "partials/_undo.html"
    frame: Frame
    chrome: Chrome
    to: int
    lines: tuple[UndoLine, ...]
    others: tuple[str, ...]
    across_reveal: bool
    only_last: str
    before_last: int = 0
    one_tap: bool = False
