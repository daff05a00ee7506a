"""What the pages of the party are given: their own, and the big screen (`contexts.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from app.web.contexts import Action, Chrome, Frame, News, Token, Why
from app.web.contexts_cards import AbilityView, ThreatView, TrackView


@dataclass(frozen=True, slots=True)
class PoolView:
    """Health, stamina or essence of a unit, with its printed maximum (None without one)."""

    what: str
    icon: str
    hue: str
    value: int
    of: int | None


@dataclass(frozen=True, slots=True)
class Carried:
    """An item in an explorer's hands: what it is doing, its facts, and what this phone can do with it now."""

    icon: str
    name: str
    mark: str
    facts: tuple[str, ...]
    deals: tuple[Action, ...] = ()
    plays: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitView:
    """An explorer or a monster on the party page: who plays it, where it is, how it is, what it can do.

    `free` = an explorer that nobody has claimed, so that this phone may. `effects` = what lasts for it or lies where it
    stands; `holds` = what it carries, in a line.
    """

    id: str
    token: Token
    name: str
    note: str
    mark: str
    mark_icon: str
    mine: bool
    in_play: bool
    pools: tuple[PoolView, ...]
    carries: tuple[Carried, ...]
    abilities: tuple[AbilityView, ...]
    actions: tuple[Action, ...]
    line: str = ""
    free: bool = False
    effects: tuple[str, ...] = ()
    holds: str = ""


@dataclass(frozen=True, slots=True)
class PartyPage:
    """The explorers, one's own open; the monsters; what ends the phase; warnings; what the newest move brought."""

    template: ClassVar[str] = "pages/party.html"
    partial: ClassVar[str] = "partials/_party.html"
    frame: Frame
    chrome: Chrome
    explorers: tuple[UnitView, ...]
    monsters: tuple[UnitView, ...]
    phase: tuple[Action, ...]
    warnings: tuple[Why, ...]
    may_rule: bool
    news: News = News()


@dataclass(frozen=True, slots=True)
class WatchUnit:
    """A line of the big screen's party: an explorer with its pools."""

    token: Token
    name: str
    note: str
    acting: bool
    pools: tuple[PoolView, ...]


@dataclass(frozen=True, slots=True)
class WatchPage:
    """The big screen: board, who acts, party, monsters, chapter, what just happened. No controls; on a phone the ways
    to the pages that may be read, and to a seat (`seat_words`, `seat_way`).
    """

    template: ClassVar[str] = "pages/watch.html"
    partial: ClassVar[str] = "partials/_watch.html"
    frame: Frame
    chrome: Chrome
    board: str
    headline: str
    after: str
    party: tuple[WatchUnit, ...]
    monsters: tuple[Token, ...]
    chapter: str
    way_on: str
    progress: str
    tracks: tuple[TrackView, ...]
    threat: ThreatView
    current: tuple[tuple[str, str, str, str], ...]
    last: tuple[tuple[datetime, str], ...]
    code: str
    address: str
    seat_words: str
    seat_way: str
