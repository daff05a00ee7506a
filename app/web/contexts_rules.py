"""What the pages of the rules are given, with their worked examples (`contexts.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.web.contexts import Frame, Pick
from app.web.contexts_log import LogSaid


@dataclass(frozen=True, slots=True)
class RuleExample:
    """A worked example: a position and moves in words, the verdict ('legal', 'refused', 'unknown') and what is said.

    `edge` names the edge of the rule that it shows; `said` are all reasons against the move, or what it makes happen.
    """

    title: str
    edge: str
    at: tuple[str, ...]
    before: tuple[str, ...]
    move: str
    verdict: str
    said: tuple[LogSaid, ...]


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A row of the ledger in our own words; `examples` counts its worked examples.

    `settings` are the house rules that change it, with their values: those of a table (`ours`), else the defaults.
    """

    id: str
    title: str
    where: str
    text: str
    settings: tuple[str, ...]
    ours: bool = False
    examples: int = 0


@dataclass(frozen=True, slots=True)
class PrimerLine:
    """A thing in a few words: its icon ('' for none), its name, what is said of it, the rule that says more."""

    icon: str
    name: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Primer:
    """What one has to know first: what it is about, the phases of a round, what is paid with, dice, symbols."""

    goal: tuple[PrimerLine, ...]
    round: tuple[PrimerLine, ...]
    pools: tuple[PrimerLine, ...]
    dice: tuple[PrimerLine, ...]
    symbols: tuple[PrimerLine, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """Every rule that a chip may name, or those of a chapter (`part`) that have the words of `find`.

    `near` = no rule has these words, but `rows` say the same in others or have most of them.
    `table` is the key of the table whose house rules are told; '' for none.
    """

    template: ClassVar[str] = "pages/rules.html"
    partial: ClassVar[str] = ""
    frame: Frame
    rows: tuple[RuleRow, ...]
    chapters: tuple[Pick, ...]
    part: str
    find: str
    near: bool
    total: int
    back: str
    table: str
    primer: Primer
    unfolded: bool = False


@dataclass(frozen=True, slots=True)
class RulePage:
    """One rule with its worked examples; `chapter` is its part of the ledger, `before` and `after` its neighbours."""

    template: ClassVar[str] = "pages/rule.html"
    partial: ClassVar[str] = ""
    frame: Frame
    row: RuleRow
    chapter: str
    part: str
    examples: tuple[RuleExample, ...]
    before: str
    after: str
    back: str
    table: str
