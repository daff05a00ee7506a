"""What each page is given: one frozen dataclass per template, and nothing beside it.

`template` names the page, `partial` the part of it that is fetched anew when something changed at the table.
Templates are strict about unknown names; a test holds each of them to exactly the fields of its class.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

Theme = Literal["dark", "light"]


@dataclass(frozen=True, slots=True)
class Frame:
    """What every page needs: the theme of this phone, and its own address to come back to after a form."""

    theme: Theme
    here: str


# ------------------------------------------------------------------ shared parts of table pages


@dataclass(frozen=True, slots=True)
class Token:
    """The mark of a unit or seat: `kind` is 'ex', 'ex me', 'mo' or 'mo eth'; `mark` a letter or its health."""

    kind: str
    mark: str
    name: str


@dataclass(frozen=True, slots=True)
class Cost:
    """One part of a price: how many (with its sign), the icon and its hue, the word for those who listen."""

    n: str
    icon: str
    hue: str
    word: str


@dataclass(frozen=True, slots=True)
class Why:
    """One reason against something: a sentence and its ledger id."""

    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Action:
    """Something that could be done: legal when it has a `move` (JSON for the form), else with all `reasons` against it."""

    icon: str
    title: str
    note: str = ""
    costs: tuple[Cost, ...] = ()
    move: str = ""
    reasons: tuple[Why, ...] = ()


@dataclass(frozen=True, slots=True)
class NowBar:
    """The bar on top: the round, the phase in small, what is asked, who answers, and whether undo has something."""

    round: int
    arcs: tuple[str, str, str, str]
    phase: str
    asked: str
    who: str
    mine: bool
    can_undo: bool


@dataclass(frozen=True, slots=True)
class Tab:
    """One of the five tabs; `waiting` counts the pending steps that its page answers."""

    name: str
    icon: str
    href: str
    current: bool
    waiting: int


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a question, with the form's move; `by` names who has already picked it."""

    title: str
    note: str
    move: str
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question that waits: its words, who may answer, the options for those who may, else whom it waits for."""

    step: int
    text: str
    card: str
    card_text: str
    rule: str
    who: str
    options: tuple[Option, ...]
    icon: str = "info"


@dataclass(frozen=True, slots=True)
class Chrome:
    """What surrounds every page of a table. `base` is '/t/<key>'; `here` the page's own address; `nonce` makes keys.

    `stream` is the address that tells of changes, '' for a page that stays as it is.
    """

    base: str
    here: str
    nonce: str
    revision: int
    stream: str
    now: NowBar
    tabs: tuple[Tab, ...]
    question: Question | None
    watching: bool
