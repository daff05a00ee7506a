"""Verbs of the game as a whole: tokens, tracks, panels, the chapter, the end (effects)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .vocabulary import TokenKind


@dataclass(frozen=True, slots=True)
class AddToken:
    """Add `n` chapter tokens, stopping at the printed `max` or the chapter's cap (TK-3)."""

    kind: TokenKind
    n: int
    max: int | None = None
    type: Literal["add_token"] = "add_token"


@dataclass(frozen=True, slots=True)
class LoseToken:
    """Lose `n` chapter tokens as an effect: so many as are there (TK-2)."""

    kind: TokenKind
    n: int
    type: Literal["lose_token"] = "lose_token"


@dataclass(frozen=True, slots=True)
class Charge:
    """Change charges by `n` (capped by `max`): of this panel, of the one headed `panel`, or of 'all_countdowns'."""

    n: int
    panel: str = ""
    max: int | None = None
    type: Literal["charge"] = "charge"


@dataclass(frozen=True, slots=True)
class Threat:
    """Raise or lower monster threat by `n`, a point at a time; never below its first position."""

    n: int
    type: Literal["threat"] = "threat"


@dataclass(frozen=True, slots=True)
class Rating:
    """Raise or lower the spawn or horror rating by `n` within the track."""

    which: TokenKind
    n: int
    type: Literal["rating"] = "rating"


@dataclass(frozen=True, slots=True)
class Unlock:
    """Open the next locked option of the panel headed `panel`; past the last nothing happens (CT-3)."""

    panel: str
    type: Literal["unlock"] = "unlock"


@dataclass(frozen=True, slots=True)
class Lock:
    """The last open option of the panel headed `panel` is locked again, not below `least` open ones (CT-3)."""

    panel: str
    least: int = 0
    type: Literal["lock"] = "lock"


@dataclass(frozen=True, slots=True)
class Advance:
    """Advance to the next chapter (CH-4), as soon as this ability is finished (IP-9)."""

    type: Literal["advance"] = "advance"


@dataclass(frozen=True, slots=True)
class End:
    """The explorers win or lose (BG-7), as soon as this ability is finished."""

    won: bool
    type: Literal["end"] = "end"
