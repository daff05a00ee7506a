"""Cards of the story: scenarios, chapters, encounters, events, environments (SC-1, CH-1, NC-6, DK-2, EN-5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .cards_text import Card
from .vocabulary import Condition


@dataclass(frozen=True, slots=True)
class WayOn:
    """How a chapter is left (CH-4): 'chapter_space', 'blocking' (`conditions`), 'endgame', 'exit_token', 'none'.

    For 'chapter_space', `spaces` chapter spaces must be activated. `text` is the printed condition;
    `marked` / `condition_on` say which half carries the blocking mark and which the condition.
    """

    kind: Literal["chapter_space", "blocking", "endgame", "exit_token", "none"]
    conditions: tuple[Condition, ...] = ()
    text: str = ""
    spaces: int = 1
    marked: str = ""
    condition_on: str = ""


@dataclass(frozen=True, slots=True)
class Chapter(Card):
    """Two cards, top and bottom (CH-1)."""

    way_on: WayOn = WayOn("chapter_space")

    @property
    def is_pass_through(self) -> bool:
        """No rating on either card (CH-5); a printed 0 is a rating."""
        return all(face.spawn is None and face.horror is None for face in self.faces)

    def printed(self, which: str) -> int | None:
        """The printed 'spawn' or 'horror' rating of the chapter, None when neither card prints one (CH-3)."""
        for face in self.faces:
            value = face.spawn if which == "spawn" else face.horror
            if value is not None:
                return value
        return None


@dataclass(frozen=True, slots=True)
class Encounter(Card):
    """A single moment that belongs to no tile (NC-6)."""


@dataclass(frozen=True, slots=True)
class Event(Card):
    """An explorer or horror event; `core` ones may be trimmed (DK-2), `bound` ones stay with their explorer."""

    core: bool = True
    bound: bool = False


@dataclass(frozen=True, slots=True)
class Environment(Card):
    """An environment; `countdown` = charges it enters with (EN-5), None for one without."""

    countdown: int | None = None


@dataclass(frozen=True, slots=True)
class Length:
    """One length of a scenario: its chapters in order and how long an evening it makes, in words."""

    id: str
    name: str
    chapters: tuple[str, ...]
    evening: str = ""


@dataclass(frozen=True, slots=True)
class Variation(Card):
    """One variation of a scenario: in words, and as a card in force all session long (SC-1).

    `chapters` = the chapters of a length, by its id, where they differ from those the length prints.
    """

    text: str = ""
    chapters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario with its lengths and variations (SC-1). The scenario cards of the event decks are named by id."""

    id: str
    name: str
    premise: str
    lengths: tuple[Length, ...]
    variations: tuple[Variation, ...]
    explorer_events: tuple[str, ...] = ()
    horror_events: tuple[str, ...] = ()
    mood: str = ""
