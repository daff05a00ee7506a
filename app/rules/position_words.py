"""The words of a position text: spaces, cells, numbers, names of cards and explorers, and what is wrong with them."""

from __future__ import annotations

import re
from typing import Final

from .cards import Book
from .cards_items import ItemCard
from .cards_units import MonsterCard
from .conditions import panel_named
from .geometry import CLOSED_DOOR, OPEN, OPEN_DOOR, TILE, Cell, Space, space_name, space_named
from .invariants import cards_of_deck
from .placed import cell_of, within
from .state import State

#: Cells farther out than this are no table.
FARTHEST: Final = 20
DOORS: Final = {"open": OPEN_DOOR, "closed": CLOSED_DOOR, "gone": OPEN}
#: What stands for an explorer's status where it is not on the board.
STATUSES: Final = {"waits": "waiting", "left": "left", "dead": "dead", "unused": "unused"}
_CELL: Final = re.compile(r"(-?\d{1,3}),\s?(-?\d{1,3})")


class PositionError(ValueError):
    """A position text that cannot be read, or that describes what cannot be.

    `line` counts from 1 (0: the whole text), `field` is the keyword or section, `violations` the invariants broken by
    `state`, which is None where there is none.
    """

    def __init__(
        self, line: int, field: str, message: str, violations: tuple[str, ...] = (), state: State | None = None
    ) -> None:
        super().__init__(f"line {line}, {field}: {message}" if line else f"{field}: {message}")
        self.line = line
        self.field = field
        self.message = message
        self.violations = violations
        self.state = state


def number_in(line: int, field: str, word: str, least: int, most: int) -> int:
    """A whole number within bounds; raises PositionError."""
    digits = word.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 5 and least <= int(digits) <= most):
        raise PositionError(line, field, f"{digits[:20]!r} is no number from {least} to {most}")
    return int(digits)


def cell_in(line: int, field: str, word: str) -> Cell:
    """The cell that '0,-1' names; raises PositionError."""
    match = _CELL.fullmatch(word.strip())
    if match is None:
        raise PositionError(line, field, f"{word.strip()[:20]!r} is no cell: two numbers, such as 0,-1")
    cell = int(match[1]), int(match[2])
    if max(abs(cell[0]), abs(cell[1])) > FARTHEST:
        raise PositionError(line, field, f"{word.strip()} is farther out than {FARTHEST} tiles")
    return cell


def space_in(line: int, field: str, text: str) -> Space:
    """The space that 'b4 of 0,0' names: column a to j from the west, row 1 to 10 from the north of that tile."""
    name, of, cell_text = text.strip().partition(" of ")
    if not of:
        raise PositionError(line, field, f"{text.strip()[:30]!r} is no space: expected one such as 'b4 of 0,0'")
    cell = cell_in(line, field, cell_text)
    try:
        x, y = space_named(name.strip())
    except ValueError as error:
        raise PositionError(line, field, str(error)) from error
    if x >= TILE or y >= TILE:
        raise PositionError(line, field, f"{name.strip()} is not on a map tile: a1 to j10")
    return cell[0] * TILE + x, cell[1] * TILE + y


def cell_words(cell: Cell) -> str:
    """A cell as it is written: '0,-1'."""
    return f"{cell[0]},{cell[1]}"


def space_words(space: Space) -> str:
    """A space as it is written: 'b4 of 0,0'."""
    return f"{space_name(*within(space))} of {cell_words(cell_of(space))}"


class Names:
    """Finds cards and explorers by id or by name, whatever the case of the letters."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._decks: dict[str, dict[str, str]] = {}

    def of(self, line: int, field: str, word: str, kind: str) -> str:
        """The id of a card of one kind: a deck's name, 'chapters', 'items' or '' for any; raises PositionError."""
        known = self._known(kind)
        found = known.get(word.strip().casefold())
        if found is None:
            where = f"of {kind} " if kind else ""
            raise PositionError(line, field, f"no card {where}is called {word.strip()[:40]!r}")
        return found

    def explorer(self, line: int, field: str, word: str) -> str:
        """An explorer by id, by name, or by a first name that only one has; raises PositionError."""
        wanted = word.strip().casefold()
        for card in self.book.explorers.values():
            if wanted in (card.id.casefold(), card.name.casefold()):
                return card.id
        first = [c.id for c in self.book.explorers.values() if c.name.casefold().split()[:1] == [wanted]]
        if len(first) != 1:
            names = ", ".join(card.name for card in self.book.explorers.values())
            raise PositionError(line, field, f"no explorer is called {word.strip()[:40]!r}: {names}")
        return first[0]

    def short(self, explorer: str) -> str:
        """What an explorer is called in a text: its first name, or its id where that is not its own."""
        name = self.book.explorers[explorer].name.split()[:1]
        same = [
            c for c in self.book.explorers.values() if c.name.casefold().split()[:1] == [n.casefold() for n in name]
        ]
        return name[0] if name and len(same) == 1 and name[0].isalpha() else explorer

    def panel(self, line: int, field: str, card: str, word: str) -> str:
        """The address of a panel, 'top.0', by itself or by its heading; raises PositionError."""
        found = self.book.card(card)
        addresses = [f"{face.name}.{p}" for face in found.faces for p in range(len(face.panels))]
        address = word if word in addresses else panel_named(found, word) if word else None
        if address is None:
            raise PositionError(line, field, f"{card} has no panel {word[:40]!r}: {', '.join(addresses)}")
        return address

    def level(self, card: str) -> int:
        """The level of a monster or item card, 1 for any other."""
        found = self.book.cards.get(card)
        return found.level if isinstance(found, MonsterCard | ItemCard) else 1

    def _known(self, kind: str) -> dict[str, str]:
        if kind not in self._decks:
            match kind:
                case "tiles":
                    ids = tuple(self.book.tiles)
                case "terrains":
                    ids = tuple(sorted(cards_of_deck(self.book, kind)))
                case "":
                    ids = tuple(self.book.cards)
                case "chapters":
                    ids = tuple(self.book.chapters)
                case "items":
                    ids = tuple(self.book.items)
                case _:
                    ids = tuple(c for c in self.book.cards if c in cards_of_deck(self.book, kind))
            names = {card.name.casefold(): card.id for c in ids if (card := self.book.cards.get(c)) is not None}
            self._decks[kind] = {**names, **{c.casefold(): c for c in ids}}
        return self._decks[kind]


__all__ = [
    "DOORS",
    "FARTHEST",
    "STATUSES",
    "Names",
    "PositionError",
    "cell_in",
    "cell_words",
    "number_in",
    "space_in",
    "space_words",
]
