"""Prose for what the rules say in codes: only here and beside it a reason or an event becomes a sentence.

The rules speak in facts: `reason("not_enough", "BG-1", needed=2, there=1, who="exp-01")`. Here stands how facts are
put into a sentence. The words for things are in `messages_names`, the sentences by kind: refusals in
`messages_reasons`, what would be legal in `messages_instead`, log lines in `messages_events`, questions in
`messages_questions`, labels of moves in `messages_moves`, house rules in `messages_settings`. Names given by people go
in as plain text: templates escape.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from app.rules.board import cell_of, within
from app.rules.forced import square_distance
from app.rules.geometry import TILE, Cell, Space, space_name
from app.web.messages_names import (
    BLOCKERS,
    CARD_OF,
    COVERED,
    DECKS,
    DICE,
    EDGES,
    FEATURES,
    NUMBERS,
    PARTING,
    PENDING,
    STATUSES,
    TRACKS,
    Value,
    capital,
    counted,
    edge_name,
    forename,
    listed,
    phase_name,
)
from app.web.messages_settings import setting_name

if TYPE_CHECKING:
    from app.rules.agenda import Step
    from app.rules.cards import Book
    from app.rules.state import State


_FIELD: Final = re.compile(r"\{(\w+)(?:([:#])([\w: ]+))?\}")


@dataclass(frozen=True)
class Words:
    """Everything that a sentence about one table needs to name things: the pack, the table, who sits there.

    `seats` maps seat ids to names. `cards` (monster id -> card) and `tiles` (cell 'x,y' -> face id) help with
    what is no longer on the board: a log line tells of units and tiles as they were. `steps` are those that were opened
    before it.
    """

    book: Book
    state: State | None = None
    seats: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, str] = field(default_factory=dict)
    tiles: Mapping[str, str] = field(default_factory=dict)
    steps: Mapping[int, Step] = field(default_factory=dict)

    # -------------------------------------------------------------- names

    def unit(self, unit: str) -> str:
        """'Ada', or 'the Drip': an explorer by forename, a monster by its card; 'the group' for nobody."""
        if unit in ("", "group"):
            return "the group"
        if unit.startswith("barrel "):
            return f"the barrel at {self.place(unit.removeprefix('barrel '))}"
        if unit.startswith("space "):
            return self.place(unit.removeprefix("space "))
        explorer = self.book.explorers.get(unit)
        if explorer is not None:
            return forename(explorer.name)
        monster = self.state.monsters.get(unit) if self.state else None
        card = self.cards.get(unit) or (monster.card if monster else "")
        if card and card != "?":
            name = f"the {self.card(card)}".replace("the The ", "The ").replace("the the ", "the ")
            return f"{name} ({unit})" if self._has_twin(unit, card) else name
        return f"monster {unit.removeprefix('m')}" if unit.startswith("m") else unit

    def _has_twin(self, unit: str, card: str) -> bool:
        """Whether another monster in play goes by the same name."""
        if self.state is None:
            return False
        name = self.card(card)
        return any(other.id != unit and self.card(other.card) == name for other in self.state.monsters.values())

    def card(self, card: str) -> str:
        """The name of a card, map tile or terrain of the pack; a hidden one is 'a hidden card'."""
        if card in ("", "?"):
            return "a hidden card"
        try:
            return self.book.card(card).name
        except KeyError:
            pass
        for faces in (self.book.tiles, self.book.terrains):
            for key in (card, card + "a", card + "b"):
                if key in faces:
                    return faces[key].name
        scenario = self.book.scenarios.get(card)
        return scenario.name if scenario else card

    def knows(self, card: str) -> bool:
        """Whether the pack has a card, map tile or terrain of that id."""
        return card in self.book.cards or any(
            key in faces for faces in (self.book.tiles, self.book.terrains) for key in (card, card + "a")
        )

    def tile(self, cell: str | tuple[int, int]) -> str:
        """The name of the map tile in a cell ('0,-1' or (0, -1)); 'an empty cell' where none lies."""
        key = cell if isinstance(cell, str) else f"{cell[0]},{cell[1]}"
        if key in self.tiles:
            return self.card(self.tiles[key])
        where = _pair(key)
        placed = self.state.board.at(where) if self.state is not None and where is not None else None
        return self.face(placed.tile, placed.face) if placed else "an empty cell"

    def face(self, tile: str, face: str) -> str:
        """The name of one face of a map tile or terrain, such as '07' and 'a'."""
        for faces in (self.book.tiles, self.book.terrains):
            for key in (tile + face, tile):
                if key in faces:
                    return faces[key].name
        return tile

    def place(self, space: str | tuple[int, int]) -> str:
        """A space as players say it: 'Kiln b4', the tile's name, column and row as the tile lies."""
        where = _pair(space) if isinstance(space, str) else (space[0], space[1])
        if where is None:
            return str(space)
        column, row = within(where)
        return f"{self.tile(cell_of(where))} {space_name(column, row)}"

    def ground(self, space: str) -> str:
        """The same of a space on which perhaps no map tile lies: 'off the map, south of Kiln b10'."""
        where = _pair(space)
        cells = [tile.cell for tile in self.state.board.tiles] if self.state is not None else []
        if where is None or not cells or cell_of(where) in cells:
            return self.place(space)
        beside = min((_nearest_in(cell, where) for cell in cells), key=lambda at: (square_distance(at, where), at))
        x, y = where[0] - beside[0], where[1] - beside[1]
        way = [EDGES["S" if y > 0 else "N"]] * bool(y) + [EDGES["E" if x > 0 else "W"]] * bool(x)
        return f"off the map, {'-'.join(way)} of {self.place(beside)}"

    def edge(self, edge: str) -> str:
        """'the east edge of Kiln' for '0,-1,E'; 'the east edge' for 'E'."""
        cell, _, side = edge.rpartition(",")
        whose = f" of {self.tile(cell)}" if cell else ""
        return f"the {edge_name(side)} edge{whose}"

    def seat(self, seat: str) -> str:
        """The name of whoever sits on a seat."""
        return self.seats.get(seat, "") or "someone"

    def one(self, kind: str, value: str) -> str:
        """One value worded as a thing of its kind (see KINDS); as it is when the kind is none."""
        word = KINDS.get(kind)
        return word(self, value) if word else value

    def because(self, changes: Sequence[tuple[str, int]]) -> str:
        """What cards add to a price or take from it: 'The Tide Below +2 and Boiler Plate +1'."""
        return listed([self.change(card, f"{n:+}") for card, n in changes])

    def change(self, card: str, how: str) -> str:
        """What one card makes of a price: 'Boiler Plate +1' for '+1', 'Boiler Plate (set to 1)' for '=1'."""
        if how.startswith("="):
            return f"{self.card(card)} (set to {how[1:]})"
        return f"{self.card(card)} {how.replace('-', '−')}"

    # -------------------------------------------------------------- sentences

    def fill(self, template: str, facts: Mapping[str, Value]) -> str:
        """Put facts into a sentence: `{who}` is worded by its name, `{x:unit}` as a unit, `{n#step}` counted.

        Raises KeyError for a fact that is not given.
        """

        def put(match: re.Match[str]) -> str:
            name, mark, kind = match.group(1), match.group(2), match.group(3)
            value = facts[name]
            if mark == "#":
                fact, _, noun = kind.partition(":")  # '{needed#what:track token}': of the kind that `what` names
                if not noun:
                    return counted(value, kind)
                word, _, noun = noun.partition(" ")
                return counted(value, f"{self.one(word, str(facts[fact]))} {noun}")
            if isinstance(value, int):
                return str(value)
            if isinstance(value, str):
                return self.one(kind or name, value)
            return listed([self.one(kind or name, item) for item in value])

        return capital(_FIELD.sub(put, template))

    def first_that_fits(self, templates: str | Iterable[str], facts: Mapping[str, Value]) -> str | None:
        """The first template all of whose facts are given, filled; None if none is."""
        for template in (templates,) if isinstance(templates, str) else templates:
            if fields_of(template) <= facts.keys():
                return self.fill(template, facts)
        return None


def fields_of(template: str) -> frozenset[str]:
    """The names of the facts that a sentence needs."""
    names = set()
    for match in _FIELD.finditer(template):
        names.add(match.group(1))
        if match.group(2) == "#" and ":" in match.group(3):
            names.add(match.group(3).partition(":")[0])
    return frozenset(names)


def _pair(key: str) -> tuple[int, int] | None:
    x, comma, y = key.partition(",")
    try:
        return (int(x), int(y)) if comma else None
    except ValueError:
        return None


def place_name(book: Book, state: State, space: str | tuple[int, int]) -> str:
    """A space as players say it, such as 'Kiln b4'; `space` is (x, y) of the lattice or 'x,y'."""
    return Words(book, state).place(space)


def _nearest_in(cell: Cell, space: Space) -> Space:
    """The space of a cell that lies nearest to a space beyond it."""
    x, y = (min(max(at, TILE * n), TILE * n + TILE - 1) for at, n in zip(space, cell, strict=True))
    return x, y


def _area(size: str) -> str:
    """'2 by 2 tiles' for '(2, 2)'."""
    figures = re.findall(r"\d+", size)
    return f"{' by '.join(figures)} tiles" if figures else "what fits"


def _words(text: str) -> str:
    return text.replace("_", " ")


#: How a fact is worded, by its name or by the kind written after it. Anything else is shown as it is.
KINDS: Final[Mapping[str, Callable[[Words, str], str]]] = {
    "because": lambda words, value: words.change(*value.split(" ")),
    "parting": lambda _, value: PARTING.get(value, "something lies between"),
    "blocker": lambda _, value: BLOCKERS.get(value, "something"),
    "unit": Words.unit,
    "explorer": Words.unit,
    "explorers": Words.unit,
    "units": Words.unit,
    "who": Words.unit,
    "by": Words.unit,
    "actor": Words.unit,
    "monster": Words.unit,
    "owner": Words.unit,
    "space": Words.place,
    "spaces": Words.place,
    "to": Words.place,
    "cell": Words.tile,
    "cells": Words.tile,
    "place": Words.place,
    "edge": Words.edge,
    "edges": Words.edge,
    "card": Words.card,
    "cards": Words.card,
    "tile": Words.card,
    "tiles": Words.card,
    "terrain": Words.card,
    "environment": Words.card,
    "encounter": Words.card,
    "chapter": Words.card,
    "seat": Words.seat,
    "seats": Words.seat,
    "deck": lambda _, value: DECKS.get(value, _words(value)),
    "pile": lambda _, value: DECKS.get(value, _words(value)),
    "cardof": lambda _, value: CARD_OF.get(value, _words(value)),
    "track": lambda _, value: TRACKS.get(value, _words(value)),
    "phase": lambda _, value: phase_name(value),
    "die": lambda _, value: DICE.get(value, value),
    "words": lambda _, value: _words(value),
    "face": lambda _, value: value.upper(),
    "feature": lambda _, value: FEATURES.get(value, "something"),
    "features": lambda _, value: COVERED.get(value, "something"),
    "area": lambda _, value: _area(value),
    "setting": lambda _, value: setting_name(value),
    "number": lambda _, value: NUMBERS.get(value, _words(value)),
    "status": lambda _, value: STATUSES.get(value, "is not in play"),
    "pending": lambda _, value: PENDING.get(value, "an open question is answered"),
}
