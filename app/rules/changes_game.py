"""What a table ruling may change about the game itself: tokens, tracks, phase, chapter, outcome (AM-1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .state import Phase


@dataclass(frozen=True, slots=True)
class SetTokens:
    """Set the number of spawn or horror tokens."""

    kind: Literal["spawn", "horror"]
    value: int
    type: Literal["SetTokens"] = "SetTokens"


@dataclass(frozen=True, slots=True)
class SetTrack:
    """Set a rating, the threat, the level, the chapter spaces lit in this chapter, or how many may be replaced."""

    track: Literal["spawn_rating", "horror_rating", "threat", "level", "lit", "replacements"]
    value: int
    type: Literal["SetTrack"] = "SetTrack"


@dataclass(frozen=True, slots=True)
class AddLevel:
    """A level comes in as if a card had said so: items (IT-1), or the monster level rises to it (MN-1)."""

    of: Literal["items", "monsters"]
    level: int
    type: Literal["AddLevel"] = "AddLevel"


@dataclass(frozen=True, slots=True)
class SetPhase:
    """Go to a phase, of round `round` (0 = the current one). `begins` = what happens at its beginning happens now."""

    phase: Phase
    round: int = 0
    begins: bool = False
    type: Literal["SetPhase"] = "SetPhase"


@dataclass(frozen=True, slots=True)
class SetChapter:
    """Go to chapter number `number` (0-based) of this session, which then enters."""

    number: int
    type: Literal["SetChapter"] = "SetChapter"


@dataclass(frozen=True, slots=True)
class SetScenario:
    """Go on with another scenario, length or variation (SC-1). The current chapter stays where it is among the new
    ones; if it is none of them, the one with its number, or the last, enters.
    """

    scenario: str
    length: str
    variation: str
    type: Literal["SetScenario"] = "SetScenario"


@dataclass(frozen=True, slots=True)
class EndLasting:
    """What lasts of the card `card` and changes `what` ends now: for `unit`, or ('') for all whom it names."""

    card: str
    what: str
    unit: str = ""
    type: Literal["EndLasting"] = "EndLasting"


@dataclass(frozen=True, slots=True)
class PickValue:
    """Of the values that cards set the number `what` to, and of which the group has picked one, `value` counts now."""

    what: str
    value: int
    type: Literal["PickValue"] = "PickValue"


@dataclass(frozen=True, slots=True)
class SetUsed:
    """Say how often `what` was used or done this round, by its key in the state (`used`); 0 = not yet.

    An ability is 'CARD ADDRESS' or, with a limit for each, 'CARD ADDRESS EXPLORER'; then there are 'attack UNIT',
    'attacked UNIT' (in the round before) and 'first door EXPLORER'.
    """

    what: str
    times: int
    type: Literal["SetUsed"] = "SetUsed"


@dataclass(frozen=True, slots=True)
class EndStep:
    """The trade or the use of inventory `step`, which somebody has left open, is over; what was done in it stays."""

    step: int
    type: Literal["EndStep"] = "EndStep"


@dataclass(frozen=True, slots=True)
class EndGame:
    """Declare the game won or lost."""

    outcome: Literal["won", "lost"]
    type: Literal["EndGame"] = "EndGame"
