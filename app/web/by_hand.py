"""What of an ability the tracker does by itself, and what the group has to carry out (AM-1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Literal

from app.rules.cards_text import Ability
from app.rules.effects import EachExplorer, EachUnit, If, Text

Share = Literal["", "part", "all"]

ROUND = (If, EachExplorer, EachUnit)  # they only stand round other verbs


def by_hand(ability: Ability) -> Share:
    """'all' where the group does everything that the ability says, 'part' where it does some of it, '' for nothing.

    An ability without a verb is only printed: nothing looks at it. The verb `text` shows its words and waits until the
    group has carried them out.
    """
    verbs = [verb for verb in _verbs(ability.do) if not isinstance(verb, ROUND)]
    hand = [verb for verb in verbs if isinstance(verb, Text)]
    if len(hand) == len(verbs):
        return "all"
    return "part" if hand else ""


def _verbs(value: Any) -> Iterator[Any]:
    """The verbs in a value, those within others too: in a branch, an option, a band, in what a hit does."""
    if isinstance(value, tuple):
        for one in value:
            yield from _verbs(one)
    elif is_dataclass(value):
        if hasattr(value, "type"):
            yield value
        for field in fields(value):
            yield from _verbs(getattr(value, field.name))
