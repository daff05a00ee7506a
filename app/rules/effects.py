"""The closed set of verbs that cards are written in (architecture, decision 6).

A verb is a small frozen value; what it does stands in `resolving.py`. What no verb covers is `Text`: shown,
carried out by the group with table rulings, confirmed and logged.

Who: 'acting' (who plays the ability or invoked the event), 'activating' (the unit that set it off),
'exploring', 'each_explorer', 'each_other', 'any_explorer' (the group picks one), 'each_monster',
'each_unit', 'each_explorer_here' / 'each_unit_here' (on the ability's own map tile).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .effects_play import (
    AddLevel,
    Adjust,
    Allow,
    Attack,
    Band,
    Banish,
    DestroyItem,
    DestroySpace,
    DestroyTile,
    Dice,
    Door,
    Draw,
    ExploreFree,
    Forbid,
    Inventory,
    Look,
    Modify,
    MoveTowards,
    Per,
    Prevent,
    PushUnits,
    Recall,
    Recharge,
    Reroll,
    Select,
    Spawn,
    Steps,
    Store,
    StoreItem,
    Test,
    Trade,
    Traps,
    Who,
)
from .vocabulary import Condition, Pile, Pool, Price, TokenKind


@dataclass(frozen=True, slots=True)
class Lose:
    """`who` loses `n` of a pool, never below 0; a monster has health only, the rest is skipped (EN-4)."""

    who: Who
    what: Pool
    n: int
    type: Literal["lose"] = "lose"


@dataclass(frozen=True, slots=True)
class Restore:
    """`who` restores `n` of a pool up to the printed value; n = 0 means all of it."""

    who: Who
    what: Pool
    n: int
    type: Literal["restore"] = "restore"


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
class Invoke:
    """Draw the top card of a pile, lay it on the destroyed ones, resolve it: it is current (DK-1)."""

    pile: Pile
    type: Literal["invoke"] = "invoke"


@dataclass(frozen=True, slots=True)
class Reinvoke:
    """Resolve the top of the destroyed pile again, without drawing (DK-1)."""

    pile: Pile
    type: Literal["reinvoke"] = "reinvoke"


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
class PlaceEntry:
    """Place the entry token on a new map tile (EX-6); the three decks are not used (EX-3)."""

    type: Literal["place_entry"] = "place_entry"


@dataclass(frozen=True, slots=True)
class PlaceExit:
    """Place the exit token on an unexplored edge the group picks, first of tiles without explorers (CH-9)."""

    type: Literal["place_exit"] = "place_exit"


@dataclass(frozen=True, slots=True)
class Teleport:
    """Move `who` to a free space: 'entry_tile' (the tile with the entry token), 'own_tile', 'middle' (the free space of
    its tile nearest to the middle), 'next_to_explorer', 'next_to_action_space', 'next_to_door', 'in_sight' (at most
    `within` spaces away), 'within' (reachable in `within` steps).

    No path is needed (BG-11); `optional` = it can be declined.
    """

    who: Who
    where: Literal[
        "entry_tile",
        "own_tile",
        "middle",
        "next_to_explorer",
        "next_to_action_space",
        "next_to_door",
        "in_sight",
        "within",
    ]
    optional: bool = False
    within: int = 0
    type: Literal["teleport"] = "teleport"


@dataclass(frozen=True, slots=True)
class Move:
    """`who` moves up to `n` spaces of its own choice, without paying; with `exactly` it ends `n` steps away."""

    who: Who
    n: int
    exactly: bool = False
    type: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class Push:
    """The activating unit is pushed `n` spaces away from the border it came over (env-09)."""

    n: int
    type: Literal["push_back"] = "push_back"


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


@dataclass(frozen=True, slots=True)
class DestroyThis:
    """Destroy the event or encounter that this ability stands on; none is current then (NC-1)."""

    type: Literal["destroy_this"] = "destroy_this"


@dataclass(frozen=True, slots=True)
class Bind:
    """A bound event stays with the acting explorer and is not in the pile (DK-4)."""

    type: Literal["bind"] = "bind"


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

__all__ = [
    "AddLevel",
    "AddToken",
    "Adjust",
    "Advance",
    "Allow",
    "Attack",
    "Band",
    "Banish",
    "Bind",
    "Charge",
    "Choice",
    "Choose",
    "Condition",
    "DestroyItem",
    "DestroySpace",
    "DestroyThis",
    "DestroyTile",
    "Dice",
    "Door",
    "Draw",
    "EachExplorer",
    "EachUnit",
    "Effect",
    "End",
    "ExploreFree",
    "Forbid",
    "If",
    "Inventory",
    "Invoke",
    "Look",
    "Lose",
    "Lock",
    "LoseToken",
    "Modify",
    "Move",
    "MoveTowards",
    "Per",
    "Pile",
    "PlaceEntry",
    "PlaceExit",
    "Pool",
    "Prevent",
    "Price",
    "Push",
    "PushUnits",
    "Rating",
    "Recall",
    "Recharge",
    "Reinvoke",
    "Reroll",
    "Restore",
    "Select",
    "Spawn",
    "Steps",
    "Store",
    "StoreItem",
    "Teleport",
    "Test",
    "Text",
    "Threat",
    "TokenKind",
    "Trade",
    "Traps",
    "Unlock",
    "Who",
]
