"""What the pages of cards are given: the cards in play, the decks, the chapter (`contexts.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.web.contexts import Action, Chrome, Frame, News


@dataclass(frozen=True, slots=True)
class AbilityView:
    """One ability of a card: when it counts, its words, and what this phone may do with it.

    `hand` = what of it the group carries out: '' nothing, 'part' or 'all' (`by_hand`).
    """

    when: str
    text: str
    icon: str
    done: bool
    actions: tuple[Action, ...]
    hand: str = ""


@dataclass(frozen=True, slots=True)
class OptionView:
    """One option of a panel: `state` is 'on' (chosen, open), 'no' (not taken, locked) or 'free'; `mark` says which.

    `facts` is what it prints, but for the `abilities` that can be played and stand below it; `why` says what it waits
    for, or what it depends on.
    """

    title: str
    state: str
    mark: str
    facts: tuple[str, ...]
    abilities: tuple[AbilityView, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class PanelView:
    """A panel under its heading: a word about how it works with its rule, charges, abilities, options."""

    heading: str
    note: str
    rule: str
    charges: int | None
    abilities: tuple[AbilityView, ...]
    options: tuple[OptionView, ...]


@dataclass(frozen=True, slots=True)
class CardView:
    """A card that is in force: what kind it is, why it counts (with its rule), lore and panels.

    `hand` says what of it the tracker does by itself and what the group does: '' all by itself, 'part', 'all' by hand.
    `came` = what it did when it entered play.
    """

    id: str
    icon: str
    hue: str
    kind: str
    name: str
    note: str
    rule: str
    lore: tuple[str, ...]
    panels: tuple[PanelView, ...]
    charges: int | None = None
    stored: tuple[str, ...] = ()
    href: str = ""
    hand: str = ""
    came: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bar:
    """One stretch of a gauge, in hundredths: its class, where it begins, how long it is."""

    kind: str
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class DeckRow:
    """Where a deck's cards are: to draw, in play (or held, stored, bound), gone, aside; in sum `total`."""

    deck: str
    icon: str
    name: str
    href: str
    draw: int
    play: int
    gone: int
    aside: int
    total: int
    bars: tuple[Bar, ...]
    top: str


@dataclass(frozen=True, slots=True)
class CardsPage:
    """What is in force now, and where every card is. `counted` of `total` cards are where one can say.

    `news` = what the newest move brought, in sentences.
    """

    template: ClassVar[str] = "pages/cards.html"
    partial: ClassVar[str] = "partials/_cards.html"
    frame: Frame
    chrome: Chrome
    cards: tuple[CardView, ...]
    decks: tuple[DeckRow, ...]
    counted: int
    total: int
    news: News = News()


@dataclass(frozen=True, slots=True)
class Placed:
    """A card of a deck, where it lies, and what it says."""

    name: str
    place: str
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeckPage:
    """One deck: its numbers, its current card, and every card that has been seen, by place."""

    template: ClassVar[str] = "pages/deck.html"
    partial: ClassVar[str] = "partials/_deck.html"
    frame: Frame
    chrome: Chrome
    deck: DeckRow
    current: CardView | None
    in_play: tuple[Placed, ...]
    destroyed: tuple[Placed, ...]
    out: tuple[Placed, ...]
    has_pile: bool


@dataclass(frozen=True, slots=True)
class TrackView:
    """A rating with its track, its chapter tokens and their cap; `value` None while none was ever set (RD-6)."""

    key: str
    icon: str
    hue: str
    title: str
    value: int | None
    base: int | None
    steps: tuple[int, ...]
    tokens: int
    cap: int | None


@dataclass(frozen=True, slots=True)
class ThreatView:
    """Monster threat and level; `last` = the position after which the level rises, None when the track is open."""

    value: int
    level: int
    last: int | None
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Behind:
    """A chapter that has gone by, and the page on which it is read; '' for one that nobody has read."""

    name: str
    href: str


@dataclass(frozen=True, slots=True)
class BehindPage:
    """A chapter that has gone by: its cards as they were left, what was `chosen`, the chapter `after` it, where the
    `log` tells of it.
    """

    template: ClassVar[str] = "pages/behind.html"
    partial: ClassVar[str] = "partials/_behind.html"
    frame: Frame
    chrome: Chrome
    name: str
    number: int
    of: int
    engraving: tuple[str, str, str]
    cards: tuple[CardView, ...]
    chosen: str
    passed_through: bool
    after: Behind | None
    log: str


@dataclass(frozen=True, slots=True)
class ChapterPage:
    """The chapter: its two cards, the way on, ratings, tokens, threat. `ended` is '' while the session goes on.

    `variation` = what the variation changes, '' for one that changes nothing: it tells of chapters to come. `beside` =
    the variation as a card, where it has abilities to play. `news` = what the newest move brought, in sentences.
    """

    template: ClassVar[str] = "pages/chapter.html"
    partial: ClassVar[str] = "partials/_chapter.html"
    frame: Frame
    chrome: Chrome
    name: str
    number: int
    of: int
    scenario: str
    variation: str
    engraving: tuple[str, str, str]
    top: CardView | None
    bottom: CardView | None
    way_on: str
    way_rule: str
    progress: str
    passed: tuple[Behind, ...]
    tracks: tuple[TrackView, ...]
    threat: ThreatView
    ended: str
    news: News = News()
    beside: tuple[CardView, ...] = ()
