"""The closed set of verbs that cards are written in (architecture, decision 6).

A verb is a small frozen value; what it does stands in `plain_verbs.py`, in `resolving.py` for those that hold others,
and in the modules that put themselves into `VERBS`. What no verb covers is `Text`: shown, carried out by the group with
table rulings, confirmed and logged.

Verbs stand in the modules `effects_...` beside this one by subject, those that hold other verbs here.

Who: 'acting' (who plays the ability or invoked the event), 'activating' (the unit that set it off),
'exploring', 'each_explorer', 'each_other', 'any_explorer' (the group picks one), 'each_monster',
'each_unit', 'each_explorer_here' / 'each_unit_here' (on the ability's own map tile).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .effects_cards import Bind, DestroyThis, Invoke, Look, Recall, Reinvoke, Store, StoreItem
from .effects_game import AddToken, Advance, Charge, End, Lock, LoseToken, Rating, Threat, Unlock
from .effects_items import AddLevel, DestroyItem, Draw, HandItem, Inventory, Recharge, Trade
from .effects_lasting import Allow, Forbid, Modify, Prevent, Reroll
from .effects_map import DestroySpace, DestroyTile, Door, ExploreFree, PlaceEntry, PlaceExit, Traps
from .effects_units import Banish, Lose, Move, MoveTowards, Push, PushUnits, Restore, Spawn, Teleport
from .vocabulary import Adjust, Condition, Dice, Per, Price, Who


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a choice: its words, what must be affordable (paid by the chooser), what it does."""

    label: str
    do: tuple[Effect, ...] = ()
    price: Price = Price()


@dataclass(frozen=True, slots=True)
class Choose:
    """`who` ('group', 'acting', 'activating', 'any_explorer') picks one option; the group for a monster (EN-4)."""

    who: str
    options: tuple[Choice, ...]
    type: Literal["choose"] = "choose"


@dataclass(frozen=True, slots=True)
class If:
    """`then` when all conditions hold, else `otherwise`."""

    conditions: tuple[Condition, ...]
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()
    type: Literal["if"] = "if"


@dataclass(frozen=True, slots=True)
class EachExplorer:
    """Resolve `do` once for each explorer in play, who is then the acting one; dead ones are skipped (ST-4, IP-12)."""

    do: tuple[Effect, ...]
    type: Literal["each_explorer"] = "each_explorer"


@dataclass(frozen=True, slots=True)
class EachUnit:
    """Resolve `do` once for each unit that `who` means now, then the activating one, an explorer also the acting one.

    Those that have gone are skipped.
    """

    who: Who
    do: tuple[Effect, ...]
    type: Literal["each"] = "each"


@dataclass(frozen=True, slots=True)
class Band:
    """One option of a step ability: rolls from `least` to `most` inclusively (None: no limit)."""

    least: int | None
    most: int | None
    do: tuple[Effect, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Steps:
    """A step ability: roll, adjust, resolve (ST-1 to ST-5).

    `who`: 'any_explorer' (once, the group picks) or 'each_explorer' (in full for each, one after another).
    `mode`: 'single', 'equal_or_above', 'equal_or_below', 'above', 'below', or 'count' (then `count` is the condition
    subject counted in place of a roll, with neither roll nor adjust).
    """

    who: Literal["any_explorer", "each_explorer"]
    mode: Literal["single", "equal_or_above", "equal_or_below", "above", "below", "count"]
    bands: tuple[Band, ...]
    dice: Dice = Dice()
    per: tuple[Per, ...] = ()
    adjust: Adjust | None = None
    count: str = ""
    type: Literal["steps"] = "steps"


@dataclass(frozen=True, slots=True)
class Test:
    """Roll the game die with printed modifiers: `number` or more succeeds; no help (bible: test)."""

    number: int
    then: tuple[Effect, ...] = ()
    fail: tuple[Effect, ...] = ()
    per: tuple[Per, ...] = ()
    type: Literal["test"] = "test"


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack `target` with low and high dice; 1 damage when the sum reaches armor (regular) or will (arcane) (BG-4).

    One roll for all targets. `attacker` = 'acting', 'activating', 'none' (traps, barrels, cards). `on_hit` resolves for
    each unit hit, which is then the unit 'target', `on_miss` for each unit missed. `barrels` = barrels may be named
    too (XB-1). Of several targets one may be named more than once (BG-4).
    """

    target: Who
    low: int = 0
    high: int = 0
    arcane: bool = False
    attacker: str = "acting"
    on_hit: tuple[Effect, ...] = ()
    on_miss: tuple[Effect, ...] = ()
    may_ethereal: bool = False
    barrels: bool = False
    type: Literal["attack"] = "attack"


@dataclass(frozen=True, slots=True)
class Text:
    """What no verb covers yet: shown, carried out by the group with table rulings, confirmed, logged."""

    text: str
    type: Literal["text"] = "text"


Effect = (
    Lose
    | Restore
    | AddToken
    | LoseToken
    | Charge
    | Threat
    | Rating
    | Invoke
    | Reinvoke
    | Choose
    | If
    | EachExplorer
    | EachUnit
    | PlaceEntry
    | PlaceExit
    | Teleport
    | Move
    | Push
    | Unlock
    | Lock
    | Advance
    | End
    | DestroyThis
    | Bind
    | Text
    | Steps
    | Test
    | Attack
    | PushUnits
    | MoveTowards
    | Spawn
    | Banish
    | Draw
    | DestroyItem
    | HandItem
    | Trade
    | Inventory
    | Recharge
    | Traps
    | AddLevel
    | Look
    | Store
    | StoreItem
    | Recall
    | ExploreFree
    | DestroySpace
    | Door
    | Modify
    | Forbid
    | Allow
    | Reroll
    | Prevent
    | DestroyTile
)
