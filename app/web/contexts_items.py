"""What the page of items is given; as in `contexts`, one class per template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.web.contexts import Action, Chrome, Cost, Frame, LeftOpen, News, Option, Token


@dataclass(frozen=True, slots=True)
class ItemView:
    """An item: its facts, what it is doing, what may be done with it; `drops` are the spaces that it can go to.

    `plays` are its abilities, `deals` the moves with the card itself: equip, lay under, give.
    """

    icon: str
    name: str
    facts: tuple[str, ...]
    mark: str
    plays: tuple[Action, ...]
    deals: tuple[Action, ...]
    drops: tuple[Option, ...]
    drop_costs: tuple[Cost, ...]


@dataclass(frozen=True, slots=True)
class BearerView:
    """An explorer with its items and what can be begun with them."""

    id: str
    token: Token
    name: str
    note: str
    open: bool
    items: tuple[ItemView, ...]
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class ItemsPage:
    """Items of all explorers: use, trade, inventory. `task` and `close` while a trade or use of inventory goes on.

    `theirs` = it is somebody else's, though this phone may be done with it too; `left_open` says of one that goes on
    without this phone who is at it, and since when.
    """

    template: ClassVar[str] = "pages/items.html"
    partial: ClassVar[str] = "partials/_items.html"
    frame: Frame
    chrome: Chrome
    task: str
    rule: str
    close: Action | None
    bearers: tuple[BearerView, ...]
    news: News = News()
    left_open: LeftOpen | None = None
    theirs: bool = False
