"""What the forms of the group are given: table rulings and house rules (`contexts.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar

from app.web.contexts import Chrome, Frame, Pick, Why


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One house rule: what it decides, where the books are silent, its values; `most` is the highest of a number.

    `words` is what the search reads.
    """

    name: str
    title: str
    means: str
    why: str
    rules: tuple[str, ...]
    value: str
    choices: tuple[Pick, ...]
    number: bool
    most: int
    changed: bool
    words: str


@dataclass(frozen=True, slots=True)
class SettingGroup:
    """House rules that belong together; `open` when one of them differs from the default or was searched for."""

    title: str
    rows: tuple[SettingRow, ...]
    changed: int
    open: bool


@dataclass(frozen=True, slots=True)
class RulingField:
    """One thing to fill in: a choice, a text, a number with its bounds and the id of its field, or a hidden value.

    A number that depends on the choices `of` (their names) has in `nows` what it is now for each of their values,
    joined by '|'; `stood` is the one that it was filled in for. `known` are texts to choose from.
    """

    name: str
    label: str
    value: str
    choices: tuple[Pick, ...] = ()
    least: int = 0
    most: int = 99
    id: str = ""
    text: bool = False
    known: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    nows: Mapping[str, int] = field(default_factory=dict)
    stood: str = ""


@dataclass(frozen=True, slots=True)
class RulingKind:
    """A kind of table ruling, with its own form; `group` heads the first of several that belong together.

    `facts` are the cards that can be picked in it, by name, with what they say.
    """

    kind: str
    title: str
    icon: str
    note: str
    fields: tuple[RulingField, ...]
    group: str = ""
    facts: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class RulingPage:
    """A table ruling: one kind with its fields (from a stepper), or all kinds to choose from. A reason is asked.

    After a refusal the form comes back as it was filled in, with `problems`, and with what happened `meanwhile`.
    """

    template: ClassVar[str] = "pages/ruling.html"
    partial: ClassVar[str] = "partials/_ruling.html"
    frame: Frame
    chrome: Chrome
    kinds: tuple[RulingKind, ...]
    only: bool
    reason: str
    problems: tuple[Why, ...]
    meanwhile: tuple[str, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HouseChange:
    """A house rule that was changed at the table: what it is now and was before, by whom, when."""

    text: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class HousePage:
    """The house rules of a table; the host changes them, each change a logged move. `changes`: the newest first.

    `problems` are the reasons against the change of the rule `about` ('' none of them); `done` is the one
    that has just been set.
    """

    template: ClassVar[str] = "pages/house.html"
    partial: ClassVar[str] = ""
    frame: Frame
    chrome: Chrome
    groups: tuple[SettingGroup, ...]
    settings: int
    changed: int
    hosting: bool
    find: str
    changes: tuple[HouseChange, ...]
    problems: tuple[Why, ...] = ()
    about: str = ""
    done: str = ""
