"""What the page of the monsters' phase is given; as in `contexts`, one class per template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.web.contexts import Action, Chrome, Frame, Option, RollTold
from app.web.contexts_party import UnitView


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
    """The phase that goes on: what it has brought so far, and the monsters in their order.

    `over` = what came after the phases that this page is for, once they are done; '' while they go on.
    """

    template: ClassVar[str] = "pages/monsters.html"
    partial: ClassVar[str] = "partials/_monsters.html"
    frame: Frame
    chrome: Chrome
    phase: str
    rule: str
    text: str
    over: str
    rolled: tuple[RollTold, ...]
    so_far: tuple[str, ...]
    monsters: tuple[MonsterView, ...]
    end: Action | None
