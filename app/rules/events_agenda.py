"""What happened to the agenda: steps came and went, questions were answered, abilities wait their turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .agenda import Step
from .altering import put
from .state import Trigger


@dataclass(frozen=True, init=False)
class StepOpened:
    """A step was put on top of the agenda."""

    step: Step
    type: Literal["StepOpened"] = "StepOpened"

    def __init__(self, step: Step, type: Literal["StepOpened"] = "StepOpened") -> None:
        put(self, "__dict__", {"step": step, "type": type})


@dataclass(frozen=True, init=False)
class StepChanged:
    """The step with the same id went on; its new contents."""

    step: Step
    type: Literal["StepChanged"] = "StepChanged"

    def __init__(self, step: Step, type: Literal["StepChanged"] = "StepChanged") -> None:
        put(self, "__dict__", {"step": step, "type": type})


@dataclass(frozen=True, init=False)
class StepClosed:
    """The step with this id was closed."""

    step: int
    type: Literal["StepClosed"] = "StepClosed"

    def __init__(self, step: int, type: Literal["StepClosed"] = "StepClosed") -> None:
        put(self, "__dict__", {"step": step, "type": type})


@dataclass(frozen=True, slots=True)
class Chosen:
    """A question was answered (by `seat`); or, while every seat must confirm, one seat has confirmed (`done` False).

    `who` it was put to: an explorer or 'group'; '' in entries that were stored before this was kept.
    """

    step: int
    question: str
    option: str
    label: str
    seat: str
    done: bool = True
    rule: str = "AM-2"
    secret: bool = False
    who: str = ""
    type: Literal["Chosen"] = "Chosen"


@dataclass(frozen=True, slots=True)
class SharePromised:
    """An explorer promised `n` of a price that is paid together, 0 took its promise back; `missing` is still open."""

    explorer: str
    what: Literal["health", "stamina", "essence"]
    n: int
    missing: int
    rule: str = "NC-4"
    type: Literal["SharePromised"] = "SharePromised"


@dataclass(frozen=True, slots=True)
class TriggerQueued:
    """A triggered ability waits for the ability in hand to finish (IP-1)."""

    trigger: Trigger
    type: Literal["TriggerQueued"] = "TriggerQueued"


@dataclass(frozen=True, slots=True)
class TriggersTaken:
    """The waiting triggers (or, with `dropped`, those of a chapter that is over) left the queue."""

    n: int
    dropped: bool = False
    type: Literal["TriggersTaken"] = "TriggersTaken"


@dataclass(frozen=True, slots=True)
class DueSet:
    """What falls due when the ability in hand is finished: 'advance', 'won', 'lost'; () = seen to."""

    due: tuple[str, ...]
    type: Literal["DueSet"] = "DueSet"
