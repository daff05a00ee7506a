"""Which cards nobody may know of at a state, and every string in a value, to look for their names there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from app.rules import State
from app.rules.agenda_items import Looking
from app.rules.placed import PlacedTile


def atoms(value: Any) -> Iterator[str]:
    """Every string in a value however deep, and the face of every map tile."""
    if isinstance(value, str):
        yield value
        if " " in value or "," in value:
            yield from value.replace(",", " ").split(" ")
    elif value is None or isinstance(value, int):
        return
    elif isinstance(value, PlacedTile):
        yield f"{value.tile}{value.face}"
        if value.terrain is not None:
            yield value.terrain.card
    elif is_dataclass(value) and not isinstance(value, type):
        for name in _names(type(value)):
            yield from atoms(getattr(value, name))
    elif isinstance(value, dict):
        yield from atoms(list(value.items()))
    elif isinstance(value, list | tuple | set | frozenset):
        for one in value:
            yield from atoms(one)


@cache
def _names(kind: type) -> tuple[str, ...]:
    """The names of a dataclass's fields."""
    return tuple(one.name for one in fields(kind))


def face_up(state: State) -> set[str]:
    """Cards that lie where everybody sees them, the chapters so far included."""
    found = set(state.chapters[: state.chapter + 1])
    for deck in state.decks.values():
        found |= {*deck.destroyed, *deck.in_play, *deck.held, *deck.stored, *deck.out}
    return found


def face_down(state: State) -> set[str]:
    """Cards that nobody may know of: draw piles, what lies aside, chapters to come."""
    found = set(state.chapters[state.chapter + 1 :])
    for deck in state.decks.values():
        found |= {*deck.draw, *deck.aside}
    return found


def looked_at(state: State) -> set[str]:
    """Cards that everybody looks at just now and that go face down again."""
    return {card for step in state.agenda if isinstance(step, Looking) for card in step.cards}
