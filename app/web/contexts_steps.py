"""What the pages about steps, items, monsters and what-if are given; as in `contexts`, one class per template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.web.contexts import Action, Chrome, Cost, Frame, HandCard, Option, Token, Why
from app.web.contexts_log import LogSaid
from app.web.contexts_party import UnitView

# ------------------------------------------------------------------ a step ability, a shared price, cards in hand


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
    """A price that explorers pay together: nothing goes before all of it is promised."""

    title: str
    icon: str
    pool: str
    needed: int
    promised: int
    rule: str
    text: str
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


# ------------------------------------------------------------------ items


@dataclass(frozen=True, slots=True)
class ItemView:
    """An item: its facts, what it is doing, what may be done with it; `drops` are the spaces that it can go to.

    `plays` are its abilities, `deals` the moves with the card itself: equip, lay under, give.
    """

    icon: str
    name: str
    facts: tuple[str, ...]
    mark: str
    plays: tuple[Action, ...]
    deals: tuple[Action, ...]
    drops: tuple[Option, ...]
    drop_costs: tuple[Cost, ...]


@dataclass(frozen=True, slots=True)
class BearerView:
    """An explorer with its items and what can be begun with them."""

    id: str
    token: Token
    name: str
    note: str
    open: bool
    items: tuple[ItemView, ...]
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class ItemsPage:
    """Items of all explorers: use, trade, inventory. `task` and `close` while a trade or use of inventory goes on."""

    template: ClassVar[str] = "pages/items.html"
    partial: ClassVar[str] = "partials/_items.html"
    frame: Frame
    chrome: Chrome
    task: str
    rule: str
    close: Action | None
    bearers: tuple[BearerView, ...]
    news: tuple[str, ...] = ()


# ------------------------------------------------------------------ monsters and what the phases brought


@dataclass(frozen=True, slots=True)
class MonsterView:
    """A monster in the order of the monster phase: `state` is 'now', 'done', 'next' or '' outside of it.

    `ways` are the spaces that it can move to.
    """

    unit: UnitView
    state: str
    mark: str
    actions: tuple[Action, ...]
    ways: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class MonstersPage:
    """The phase that goes on: what it has brought so far, and the monsters in their order."""

    template: ClassVar[str] = "pages/monsters.html"
    partial: ClassVar[str] = "partials/_monsters.html"
    frame: Frame
    chrome: Chrome
    phase: str
    rule: str
    text: str
    so_far: tuple[str, ...]
    monsters: tuple[MonsterView, ...]
    end: Action | None


# ------------------------------------------------------------------ what if


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
    nothing more. `found` are the moves that have the words of `find`, `here` those about the space `at`, which is
    called `place`; `board` is the drawing, `width` map tiles wide, `look` the space to look at first.
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
    at: str
    place: str
    here: tuple[AskLink, ...]
    board: str
    look: str
    width: int
    answer: Asked | None
    problem: str
    full: bool
    open: bool
