"""The steps of items, action spaces, and cards that are looked at or stored (`agenda.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .geometry import Cell, Space


@dataclass(frozen=True)
class Looking:
    """Cards of a deck that are looked at: everybody sees them while this is open, then they are hidden again.

    `put` says what may be done with them, `reinvoke` whether the one destroyed is resolved again (effects_cards.Look);
    `who` answers ('' = the group).
    """

    id: int
    deck: str
    cards: tuple[str, ...]
    put: str
    who: str = ""
    card: str = ""
    at: str = ""
    answers: tuple[tuple[str, str], ...] = ()
    reinvoke: bool = False
    type: Literal["looking"] = "looking"


@dataclass(frozen=True)
class Storing:
    """Cards taken face up, to be stored on the encounter `card` or not (NC-4): the verb `index` in `branch` at `at`.

    `taken` = those not ordered yet, `cards` = in the order decided on, those not seen to yet; `of` = how many there
    were at first, 0 where that was not kept. `stage`: 'order', 'pay'.
    """

    id: int
    card: str
    at: str
    branch: tuple[int, ...]
    index: int
    pile: str
    taken: tuple[str, ...]
    cards: tuple[str, ...] = ()
    stage: Literal["order", "pay"] = "order"
    answers: tuple[tuple[str, str], ...] = ()
    of: int = 0
    type: Literal["storing"] = "storing"


@dataclass(frozen=True)
class SharedPayment:
    """A price that explorers may pay together (NC-4): nothing is paid before all of it is promised (IP-1).

    `shares` = (explorer, amount) promised so far. The outcome, 'yes' or 'no', goes under `key` into the step beneath.
    `what` = the card that is paid for. `declined` = seats that would rather not pay, while every seat must confirm.
    """

    id: int
    pool: Literal["health", "stamina", "essence"]
    needed: int
    key: str = "paid"
    shares: tuple[tuple[str, int], ...] = ()
    what: str = ""
    card: str = ""
    at: str = ""
    rule: str = "NC-4"
    declined: tuple[str, ...] = ()
    type: Literal["shared_payment"] = "shared_payment"


@dataclass(frozen=True)
class Paying:
    """An explorer says in which of several ways it pays the price of an ability, which waits beneath."""

    id: int
    explorer: str
    card: str
    at: str
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["paying"] = "paying"


@dataclass(frozen=True)
class Drawing:
    """Explorers draw items (BG-5, BG-10): `waiting` have yet to draw `n` each, `who` is drawing, `left` cards to go.

    `cards` = drawn and not seen to, `kept` = how many were kept of `keep`. `hand` = to whom a kept one may be handed
    over instead ('', 'adjacent', 'any'); `optional` = a kept one may be destroyed instead. `rest` = what becomes of
    the others: 'destroy', 'choose' (destroyed or back on top), 'swap' (each may be swapped for an own item).
    """

    id: int
    waiting: tuple[str, ...]
    n: int
    keep: int
    hand: str = ""
    optional: bool = False
    rest: Literal["destroy", "choose", "swap"] = "destroy"
    who: str = ""
    left: int = 0
    cards: tuple[str, ...] = ()
    kept: int = 0
    rule: str = "BG-5"
    card: str = ""
    at: str = ""
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["drawing"] = "drawing"


@dataclass(frozen=True)
class Trading:
    """Two explorers trade: each gives what it holds, as often as they like, until it is over (BG-1, BG-9, RC-1)."""

    id: int
    explorer: str
    partner: str
    rule: str = "BG-1"
    type: Literal["trading"] = "trading"


@dataclass(frozen=True)
class UsingInventory:
    """`explorer` uses the inventory of `on`, itself or an adjacent one (BG-9, RC-2); '' = still to be said.

    `declinable` = it may be left alone (RC-1).
    """

    id: int
    explorer: str
    on: str = ""
    declinable: bool = False
    rule: str = "BG-9"
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["using_inventory"] = "using_inventory"


@dataclass(frozen=True)
class Recharging:
    """The recharge effect, or a workbench without its die (RC-1, BG-10): three steps in that order.

    `space` = the station or workbench activated, None when a card lets it resolve wherever the explorer stands.
    """

    id: int
    explorer: str
    space: Space | None
    stage: Literal["roll", "trade", "inventory", "done"] = "roll"
    rule: str = "RC-1"
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["recharging"] = "recharging"


@dataclass(frozen=True)
class UsingEventSpace:
    """An event space being used (EV-1): what is picked, then the die or the gain."""

    id: int
    explorer: str
    space: Space
    stage: Literal["use", "done"] = "use"
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["event_space"] = "event_space"


@dataclass(frozen=True)
class TrapsSprung:
    """Trigger traps (TL-1 to TL-3): the trapped spaces first, then each other explorer at a lever, then the token.

    `unit` = the activating unit, '' without one; `lever` = the lever that was activated, None when a card did it.
    `cell` = the tile of the activating unit, kept in case it dies. `fired` = explorers whose secondary attack is over.
    """

    id: int
    unit: str = ""
    lever: Space | None = None
    cell: Cell | None = None
    stage: Literal["primary", "secondary", "token"] = "primary"
    fired: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    type: Literal["traps_sprung"] = "traps_sprung"
