"""What happened to the game as a whole: it was set, phases, tokens, tracks, house rules, its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .settings import Settings
from .state import Phase


@dataclass(frozen=True, slots=True)
class TableSet:
    """The table was set: scenario, house rules, who plays (explorer ids), with each one's printed pools."""

    pack: str
    scenario: str
    length: str
    variation: str
    chapters: tuple[str, ...]
    settings: Settings
    explorers: tuple[str, ...]
    unused: tuple[str, ...]
    pools: Mapping[str, tuple[int, int, int]]
    type: Literal["TableSet"] = "TableSet"


@dataclass(frozen=True, slots=True)
class ScenarioSet:
    """The game goes on with another scenario, length or variation; `number` of the current chapter among the new ones
    (SC-1). `boxed` are events of the former scenario, by deck, that go back into the box, `added` those that come for
    them, under the draw pile until it is shuffled (DK-2).
    """

    scenario: str
    length: str
    variation: str
    chapters: tuple[str, ...]
    number: int
    boxed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    added: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rule: str = "AM-1"
    type: Literal["ScenarioSet"] = "ScenarioSet"


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase began; `round` is the round's number."""

    phase: Phase
    round: int
    rule: str = "RD-1"
    type: Literal["PhaseBegan"] = "PhaseBegan"


@dataclass(frozen=True, slots=True)
class TokensChanged:
    """Spawn or horror tokens went from `before` to `after` (TK-1)."""

    kind: Literal["spawn", "horror"]
    before: int
    after: int
    rule: str
    type: Literal["TokensChanged"] = "TokensChanged"


@dataclass(frozen=True, slots=True)
class TrackSet:
    """A rating, the threat, the level, the chapter spaces lit or the replacements due were set."""

    track: Literal["spawn_rating", "horror_rating", "threat", "level", "lit", "replacements"]
    before: int | None
    after: int
    rule: str
    type: Literal["TrackSet"] = "TrackSet"


@dataclass(frozen=True, slots=True)
class SettingChanged:
    """The host changed a house rule."""

    name: str
    before: str | int
    after: str | int
    type: Literal["SettingChanged"] = "SettingChanged"


@dataclass(frozen=True, slots=True)
class RulingMade:
    """A table ruling was made; what it changed follows as events of its own (AM-1)."""

    reason: str
    type: Literal["RulingMade"] = "RulingMade"


@dataclass(frozen=True, slots=True)
class Noted:
    """Something worth a log line and nothing else: a skipped part, a warning; `code` names it."""

    code: str
    rule: str
    what: str = ""
    n: int = 0
    type: Literal["Noted"] = "Noted"


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game ended (BG-7)."""

    outcome: Literal["won", "lost"]
    why: str
    rule: str = "BG-7"
    type: Literal["GameEnded"] = "GameEnded"
