"""What the pages about steps are given; as in `contexts`, one class per template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.web.contexts import Action, Chrome, Frame, HandCard, Option, Token


@dataclass(frozen=True, slots=True)
class Roller:
    """An explorer of a step ability: `state` is 'done', 'now', 'next' or ''; `note` says it in words."""

    token: Token
    note: str
    state: str


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a sum: its sign ('' for the first), its figure and what it is."""

    sign: str
    figure: str
    word: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure of the scale: `kind` is 'at' (the result), 'was' (before help) or ''."""

    figure: str
    kind: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """A band under the scale, so many figures long: `kind` is 'w' (resolves), 'x' (does not) or '' (not known yet)."""

    span: int
    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class BandView:
    """One option of a step ability: the rolls it answers to, what it does, whether it happens (`kind` as above)."""

    rolls: str
    text: str
    kind: str
    mark: str


@dataclass(frozen=True, slots=True)
class Chance:
    """One cell of a table of chances: in percent, as an exact fraction, its bar in hundredths."""

    percent: str
    exact: str
    width: float


@dataclass(frozen=True, slots=True)
class ChanceRow:
    """The chances of every band with so much help."""

    title: str
    cells: tuple[Chance, ...]


@dataclass(frozen=True, slots=True)
class ChanceTable:
    """How likely each band is, one row for each amount of help that is still possible."""

    title: str
    bands: tuple[str, ...]
    rows: tuple[ChanceRow, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Helper:
    """An explorer of another phone that can help too: how much it has left."""

    token: Token
    note: str
    left: int


@dataclass(frozen=True, slots=True)
class HelpView:
    """Help for a roll: used and left of the maximum, what was given, what this phone can give, closing it."""

    used: int
    left: int
    icon: str
    note: str
    actions: tuple[Action, ...]
    others: tuple[Helper, ...]
    close: Action | None
    close_note: str


@dataclass(frozen=True, slots=True)
class StepView:
    """A step ability as everybody sees it. `sum` is empty before the roll."""

    title: str
    icon: str
    hue: str
    text: str
    rule: str
    means: str
    rollers: tuple[Roller, ...]
    sum: tuple[Term, ...]
    total: str
    told: str
    source: str
    scale: tuple[Cell, ...]
    stretches: tuple[Stretch, ...]
    bands: tuple[BandView, ...]
    help: HelpView | None
    chances: tuple[ChanceTable, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """What one explorer has promised of a price paid together, and what this phone may change about it."""

    token: Token
    note: str
    promised: int
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class PayView:
    """A price that explorers pay together: nothing goes before all of it is promised.

    `facts` are the lines of the card it is for; `paid` and `unpaid` say what follows; `place` which of several cards it
    is ('2 of 3').
    """

    title: str
    icon: str
    pool: str
    needed: int
    promised: int
    rule: str
    text: str
    facts: tuple[str, ...]
    paid: str
    unpaid: str
    place: str
    shares: tuple[Share, ...]
    decline: Action | None


@dataclass(frozen=True, slots=True)
class HandView:
    """Cards that were taken or are looked at, with what may be done with them."""

    title: str
    icon: str
    text: str
    rule: str
    cards: tuple[HandCard, ...]
    others: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class StepPage:
    """What all do together now: a step ability, a price paid together or cards in hand; else dice to roll openly."""

    template: ClassVar[str] = "pages/step.html"
    partial: ClassVar[str] = "partials/_step.html"
    frame: Frame
    chrome: Chrome
    step: StepView | None
    pay: PayView | None
    hand: HandView | None
    last: tuple[str, ...]
    roll: Action | None
    typed: tuple[Action, ...]
