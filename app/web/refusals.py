"""Refusals that share their reasons are told once: what all of them are, then why not.

One that shows what a card prints keeps to itself, unless the others print the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from app.web.board_contexts import Item
from app.web.contexts import Action, Why

NAMED: Final = 3  # of those that share their reasons; the rest is counted


def together(actions: Iterable[Action]) -> tuple[Action, ...]:
    """The legal ones as they are and in their order, then the refused ones, joined where all reasons are the same."""
    return tuple(item.action for item in items_together(Item("", action) for action in actions))


def items_together(items: Iterable[Item]) -> tuple[Item, ...]:
    """The same for the items of a sheet; joined ones keep the key of the first."""
    legal, refused = list[Item](), dict[tuple[tuple[Why, ...], tuple[str, ...]], list[Item]]()
    for item in items:
        if item.action.move:
            legal.append(item)
        else:
            refused.setdefault((item.action.reasons, item.action.facts), []).append(item)
    return (*legal, *(_joined(found) for found in refused.values()))


def _joined(items: Sequence[Item]) -> Item:
    same = len({item.action.costs for item in items}) == 1
    titles = list(dict.fromkeys(item.action.title if same else _priced(item.action) for item in items))
    more = len(titles) - NAMED
    told = "; ".join(titles[:NAMED] if more > 1 else titles) + (f"; {more} more" if more > 1 else "")
    return replace(items[0], action=replace(items[0].action, title=told, costs=items[0].action.costs if same else ()))


def _priced(action: Action) -> str:
    """The title with its price in words, beside others that have another one."""
    price = ", ".join(f"{cost.n} {cost.word}" for cost in action.costs)
    return f"{action.title} for {price}" if price else action.title


__all__ = ["items_together", "together"]
