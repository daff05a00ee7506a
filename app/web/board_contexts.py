"""What the templates of the board are given: frozen dataclasses, one for each page or part (see `contexts`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup

from app.web.contexts import Action, Chrome, Frame, News, RollTold, Token, Why


@dataclass(frozen=True, slots=True)
class Link:
    """A word that opens something: where it leads, relative to the board's address."""

    text: str
    href: str


@dataclass(frozen=True, slots=True)
class Item:
    """One action of a sheet. `key` tells it apart from its neighbours; `then` is where an accepted one leads."""

    key: str
    action: Action
    then: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything about one space or edge, and every action there.

    `first` holds what was legal when the sheet was opened, in its order, greyed in place when it no longer is; `later`
    everything else under "Not now"; `drops` the items that can be laid down here, when there are several. `part` is the
    address that brings the sheet anew.
    """

    part: str
    title: str
    sub: str
    close: str
    token: Token | None = None
    icon: str = ""
    health: tuple[int, int] | None = None
    facts: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    first: tuple[Item, ...] = ()
    later: tuple[Item, ...] = ()
    drops: tuple[Item, ...] = ()
    near: tuple[Link, ...] = ()
    rulings: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitLine:
    """One unit in the list below the board."""

    token: Token
    name: str
    health: int
    most: int
    href: str
    selected: bool
    ethereal: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Selected:
    """The selected unit: name, where it stands, its pools as (amount, printed; None without a maximum)."""

    id: str
    token: Token
    name: str
    where: str
    stamina: tuple[int, int] | None
    health: tuple[int, int]
    essence: tuple[int, int] | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class TileWords:
    """One map tile in words: who and what is on it as links, its ways out, what hangs on it."""

    name: str
    here: tuple[Link, ...]
    features: tuple[Link, ...]
    edges: tuple[Link, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A step of exploring that waits: what to press, or who is at it. `mine` = this phone may answer."""

    text: str
    button: str
    href: str
    mine: bool
    icon: str


@dataclass(frozen=True, slots=True)
class BoardPart:
    """The drawing. `width` counts tiles across, `focus` is the space to look at first, 'x,y'.

    `playable` are the explorers of this seat, `names` the tiles' names by cell as JSON: scripts word spaces with them.
    `lead` is whom to select instead of `unit`, which can do nothing; it is done when `turn` changes. `ask` is the
    question that is answered here: when it changes, what is `lit` (spaces, middles of edges) is brought into sight.
    `things` are tiles and monsters with their spaces: what is new of them is brought into sight.
    """

    part: str
    svg: Markup
    width: int
    focus: str
    unit: str
    playable: str
    names: str
    lead: str = ""
    turn: str = ""
    ask: str = ""
    lit: str = ""
    things: str = ""


@dataclass(frozen=True, slots=True)
class UnderPart:
    """What stands below the drawing: what just happened, the selected unit, distances, turn and phase buttons, words.

    `to_read` leads to the cards that came with it; the addresses of these links are whole. `rolls` are those of the
    phase, which `news` then leaves out. `spent` = nothing is left for the selected explorer but to end its turn.
    """

    part: str
    lod: str
    unit: str
    selected: Selected | None
    waiting: Waiting | None
    finish: Item | None
    phase: Item | None
    units: tuple[UnitLine, ...]
    chips: tuple[tuple[str, str, str], ...]
    tiles: tuple[TileWords, ...]
    news: News = News()
    to_read: tuple[Link, ...] = ()
    rolls: tuple[RollTold, ...] = ()
    lead: Link | None = None
    spent: bool = False


@dataclass(frozen=True, slots=True)
class BoardPage:
    """The board page."""

    template: ClassVar[str] = "pages/board.html"
    partial: ClassVar[str] = ""
    frame: Frame
    chrome: Chrome
    lod: str
    board: BoardPart
    under: UnderPart
    sheet: Sheet | None


@dataclass(frozen=True, slots=True)
class BoardFragment:
    """The drawing alone."""

    template: ClassVar[str] = "partials/_board.html"
    partial: ClassVar[str] = "partials/_board.html"
    chrome: Chrome
    board: BoardPart


@dataclass(frozen=True, slots=True)
class UnderFragment:
    """What stands below the drawing, alone."""

    template: ClassVar[str] = "partials/_board_under.html"
    partial: ClassVar[str] = "partials/_board_under.html"
    frame: Frame
    chrome: Chrome
    under: UnderPart


@dataclass(frozen=True, slots=True)
class SheetFragment:
    """The sheet alone; None is a closed one."""

    template: ClassVar[str] = "partials/_sheet.html"
    partial: ClassVar[str] = "partials/_sheet.html"
    chrome: Chrome
    sheet: Sheet | None


# ------------------------------------------------------------------ exploring


@dataclass(frozen=True, slots=True)
class Placing:
    """One of the eight placements of a terrain: its thumbnail, what it would do, and why not."""

    key: str
    face: str
    edge: str
    name: str
    thumb: Markup
    move: str
    legal: bool
    picked: bool
    goes: str
    comes: str
    warning: str
    reasons: tuple[Why, ...]

    @property
    def said(self) -> str:
        """What is read out for it."""
        told = f"Face {self.face.upper()}, {self.edge}"
        if not self.legal:
            return f"{told}: not legal. {' '.join(why.text for why in self.reasons)}"
        return f"{told}. {self.warning}" if self.warning else told


@dataclass(frozen=True, slots=True)
class ExploringStep:
    """One of the three steps: 'done', 'none' when nothing came of it, 'on' or ''."""

    name: str
    icon: str
    state: str


@dataclass(frozen=True, slots=True)
class EdgeChoice:
    """An edge of the new tile for the environment: a move when it is legal, else the reasons."""

    item: Item
    edge: str


@dataclass(frozen=True, slots=True)
class Note:
    """What several placements share: why they are not legal ('no'), or what to mind ('warn')."""

    kind: str
    who: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class ExploringPart:
    """The step of exploring that waits. `stage` is 'terrain', 'environment', 'encounter' or '' (nothing waits).

    `mine` = this phone may answer; else `who` tells who does, and the page is read-only; `anyones` says that any phone
    may, where nobody has a seat for that explorer. `unit` is the explorer that the board selects afterwards, where this
    phone plays it. `faces` are those of the terrain: letter, name, and what is printed on it in words.
    """

    part: str
    stage: str
    title: str
    card: str
    text: tuple[str, ...]
    steps: tuple[ExploringStep, ...]
    who: str
    mine: bool
    svg: Markup
    placings: tuple[Placing, ...] = ()
    edges: tuple[EdgeChoice, ...] = ()
    draw: Item | None = None
    notes: tuple[Note, ...] = ()
    faces: tuple[tuple[str, str, str], ...] = ()
    anyones: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class TerrainPage:
    """The page of the exploring steps."""

    template: ClassVar[str] = "pages/terrain.html"
    partial: ClassVar[str] = "partials/_board_exploring.html"
    frame: Frame
    chrome: Chrome
    exploring: ExploringPart
