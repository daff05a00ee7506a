"""Answers that a tap gives ahead: what a form sends with its move for the questions that this move brings up.

Some choices are one for whoever makes them and several for the rules: keeping one of two cards and what becomes of the
other, paying for the inventory and equipping one item. Each part is still a move of its own, decided and logged in its
turn. A part whose question does not come up is left out; where something else comes up, it is asked as ever.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from app.rules.agenda import Ask
from app.rules.agenda_items import Trading, UsingInventory
from app.rules.moves import Answer, Augment, CloseStep, Equip, GiveItem, Move, Unequip, Upgrade
from app.service import load_move, part_key
from app.web.errors import Malformed

if TYPE_CHECKING:
    from app.web.seen_table import Table

MOST = 4  # parts sent ahead
INSIDE = (Equip, Unequip, Augment, Upgrade, GiveItem)
TYPES = frozenset(kind.__name__ for kind in INSIDE)
CLOSE = "close"  # the inventory is closed when nothing but taking off is left to do


@dataclass(frozen=True, slots=True)
class Follow:
    """One part: the `option` for the question `asked`; or a move within a trade or inventory without its step."""

    asked: str = ""
    option: str = ""
    move: tuple[tuple[str, str], ...] = ()


def inside(move: Move) -> Follow:
    """A move within a trade or a use of inventory that has not begun yet."""
    fields = {name: getattr(move, name) for name in ("card", "under", "destroy", "to") if hasattr(move, name)}
    return Follow(move=(("type", move.type), *fields.items()))


def follow_json(*parts: Follow) -> str:
    """Parts as the hidden field of a form."""
    told: list[Any] = [dict(part.move) if part.move else [part.asked, part.option] for part in parts]
    return json.dumps(told, separators=(",", ":"))


def read_follows(text: str) -> tuple[Follow, ...]:
    """The parts of a posted form; raises Malformed when they can't be read."""
    if not text:
        return ()
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or len(found) > MOST:
        raise Malformed(("then", "should be a list of answers"))
    return tuple(_part(one) for one in found)


def _part(one: Any) -> Follow:
    if isinstance(one, list) and len(one) == 2 and all(isinstance(word, str) for word in one):
        return Follow(asked=one[0], option=one[1])
    if isinstance(one, dict) and all(isinstance(word, str) for word in one.values()) and one.get("type") in TYPES:
        return Follow(move=tuple((name, value) for name, value in one.items() if name != "step"))
    raise Malformed(("then", "should hold questions with their answers"))


def follow_move(table: Table, part: Follow) -> Move | None:
    """The move that a part is on the table as it is now; None when its question has not come up."""
    top = table.state.agenda[-1] if table.state.agenda else None
    if part.move:
        if not isinstance(top, Trading | UsingInventory):
            return None
        try:
            return load_move({**dict(part.move), "step": top.id})
        except ValidationError:
            raise Malformed(("then", "holds a move that can't be read")) from None
    if part.asked == CLOSE and isinstance(top, UsingInventory):
        useful = any(isinstance(move, Equip | Augment | Upgrade) for move in table.listing.moves)
        return None if useful else CloseStep(top.id)
    if isinstance(top, Ask) and top.question == part.asked and part.option in top.options:
        return Answer(top.id, part.option)
    return None


def parts_with_keys(parts: tuple[Follow, ...], key: str | None) -> Iterator[tuple[Follow, str | None]]:
    """Each part with the key of its own move, so that a form sent twice is done once."""
    for number, part in enumerate(parts, 1):
        yield part, part_key(key, number)
