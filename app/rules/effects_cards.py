"""Verbs of the piles: cards invoked, looked at, stored, kept (effects)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .vocabulary import Pile, Price


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
class DestroyThis:
    """Destroy the event or encounter that this ability stands on; none is current then (NC-1)."""

    type: Literal["destroy_this"] = "destroy_this"


@dataclass(frozen=True, slots=True)
class Bind:
    """A bound event stays with the acting explorer and is not in the pile (DK-4)."""

    type: Literal["bind"] = "bind"


@dataclass(frozen=True, slots=True)
class Look:
    """Look at the top `n` cards of a deck; `put`: 'any_order' back on top, 'one_bottom' = one goes to the bottom, the
    others back as they lay, 'one_destroyed' = one goes on top of the destroyed ones, for all to see, 'bottom_or_back'
    for one card, 'back' = it is only seen. `reinvoke`: the one destroyed is resolved again (DK-1).
    """

    deck: str
    n: int
    put: Literal["any_order", "one_bottom", "one_destroyed", "bottom_or_back", "back"] = "any_order"
    reinvoke: bool = False
    type: Literal["look"] = "look"


@dataclass(frozen=True, slots=True)
class Store:
    """Take the top `n` cards of a pile, reorder them, then for each in turn: pay `price` (shared as `pooled_payment`)
    to store it on this encounter, or it goes to `unpaid` ('destroyed' or 'bottom') (NC-4).
    """

    pile: str
    n: int
    price: Price
    unpaid: Literal["destroyed", "bottom"] = "destroyed"
    type: Literal["store"] = "store"


@dataclass(frozen=True, slots=True)
class StoreItem:
    """`who` stores one of its own items on this encounter, with what lies under it (NC-4)."""

    who: str = "acting"
    type: Literal["store_item"] = "store_item"


@dataclass(frozen=True, slots=True)
class Recall:
    """Choose `n` stored cards of a pile and put them on top of its destroyed pile, one after another (NC-5).

    `pile` 'items' = of any item deck. `to` = 'destroyed', or 'hand_any': an item is handed to any explorer. Nothing
    stored: the ability is refused.
    """

    pile: str
    n: int = 1
    to: Literal["destroyed", "hand_any"] = "destroyed"
    type: Literal["recall"] = "recall"
