"""The pages that answer a move or an address: refused, done by another, asked, gone wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.web.contexts import Action, Chrome, Frame, Question, Why


@dataclass(frozen=True, slots=True)
class RefusedPage:
    """Why not: every reason, what happened while it was chosen, what is legal instead (to `explorer`, '' = anybody)."""

    template: ClassVar[str] = "pages/refused.html"
    partial: ClassVar[str] = "partials/_refused.html"
    frame: Frame
    chrome: Chrome
    back: str
    title: str
    reasons: tuple[Why, ...]
    meanwhile: tuple[str, ...]
    instead: tuple[Action, ...]
    instead_of: str
    explorer: str


@dataclass(frozen=True, slots=True)
class QuickerPage:
    """The same was done a moment ago, mostly by another phone: by whom, and what came of it."""

    template: ClassVar[str] = "pages/quicker.html"
    partial: ClassVar[str] = "partials/_quicker.html"
    frame: Frame
    chrome: Chrome
    back: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class AskPage:
    """A question on its own page; without options it says whom it waits for, or that it was answered by whom."""

    template: ClassVar[str] = "pages/ask.html"
    partial: ClassVar[str] = "partials/_ask.html"
    frame: Frame
    chrome: Chrome
    question: Question | None
    answered: str


@dataclass(frozen=True, slots=True)
class ProblemPage:
    """What went wrong, for a browser: all that is neither done nor refused by the rules."""

    template: ClassVar[str] = "pages/problem.html"
    partial: ClassVar[str] = "partials/_problem.html"
    frame: Frame
    title: str
    reasons: tuple[Why, ...]
    back: str
    back_text: str
