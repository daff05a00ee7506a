"""What was found in a position text so far, and the lines that stand alone: scenario, round, ratings, tokens ..."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, cast

from .agenda import Exploration
from .cards import Book
from .geometry import SIDES, Side
from .placed import PlacedTile
from .position_words import Names, PositionError, cell_in, number_in
from .rulings_cards import options_of
from .state import PHASES, Explorer, InPlay, ItemState, Lasting, Monster, PickedValue, TokenPlace, key_of

_COMMA: Final = re.compile(r",(?!-?\d)|(?<!\d),")


def parts(text: str) -> list[str]:
    """The parts of a list with commas; the comma of a cell, '0,-1', does not part it."""
    return [part.strip() for part in _COMMA.split(text) if part.strip()]


@dataclass
class Found:
    """The position as far as it has been read. `at` remembers on which line a thing stands."""

    book: Book
    names: Names
    at: dict[str, int] = field(default_factory=dict)
    scalars: dict[str, Any] = field(default_factory=dict)
    chapter: tuple[int, str] = (0, "")
    chapters: tuple[str, ...] = ()
    tiles: list[PlacedTile] = field(default_factory=list)
    doors: dict[str, str] = field(default_factory=dict)
    explorers: dict[str, Explorer] = field(default_factory=dict)
    monsters: dict[str, Monster] = field(default_factory=dict)
    environments: dict[str, InPlay] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    #: (line, card, panel, what, number)
    counts: list[tuple[int, str, str, str, int]] = field(default_factory=list)
    #: (deck, place) -> (card, holder) in the order given
    places: dict[tuple[str, str], list[tuple[str, str]]] = field(default_factory=dict)
    #: deck -> where all its cards lie that nothing else is said of
    rest: dict[str, str] = field(default_factory=dict)
    #: deck -> {'out' or 'level 2': how many cards lie face down beside the table}
    aside: dict[str, dict[str, int]] = field(default_factory=dict)
    current: dict[str, str] = field(default_factory=dict)
    items: dict[str, ItemState] = field(default_factory=dict)
    lasting: list[Lasting] = field(default_factory=list)
    picked: list[PickedValue] = field(default_factory=list)
    used: dict[str, int] = field(default_factory=dict)
    settings: dict[str, str | int] = field(default_factory=dict)

    def once(self, line: int, where: str, what: str) -> None:
        """Note that `what` stands on this line; the second time is an error."""
        if what in self.at:
            raise PositionError(line, where, f"{what} stands on line {self.at[what]} already")
        self.at[what] = line

    def place(self, line: int, where: str, deck: str, card: str, place: str, holder: str = "") -> None:
        """A card lies in a place, and in no other (DK-3)."""
        self.once(line, where, f"{deck} {card[:-1] if deck == 'tiles' else card}")
        self.places.setdefault((deck, place), []).append((card, holder))

    def edge(self, line: int, where: str, word: str) -> Side:
        """The edge that a word names; raises PositionError."""
        if word not in SIDES:
            raise PositionError(line, where, f"{word[:20]!r} is no edge: N, E, S or W")
        return word


Reader = Callable[[Found, int, str], None]


def _scenario(found: Found, line: int, rest: str) -> None:
    words = [*parts(rest), "", ""]
    scenario = found.book.scenarios.get(words[0])
    if scenario is None:
        raise PositionError(line, "scenario", f"no scenario {words[0][:40]!r}: {', '.join(found.book.scenarios)}")
    lengths = [length.id for length in scenario.lengths]
    variations = [variation.id for variation in scenario.variations]
    for what, word, known in (("length", words[1], lengths), ("variation", words[2], variations)):
        if word and word not in known:
            raise PositionError(line, "scenario", f"no {what} {word[:40]!r}: {', '.join(known)}")
    found.scalars["scenario"] = (words[0], words[1] or lengths[0], words[2] or variations[0])


def _chapters(found: Found, line: int, rest: str) -> None:
    found.chapters = tuple(found.names.of(line, "chapters", name, "chapters") for name in parts(rest))


def _chapter(found: Found, line: int, rest: str) -> None:
    found.chapter = (line, rest)


def _round(found: Found, line: int, rest: str) -> None:
    words = parts(rest)
    found.scalars["round"] = number_in(line, "round", words[0] if words else "", 1, 9999)
    for word in words[1:]:
        phase = word.removesuffix(" phase")
        if phase not in PHASES:
            raise PositionError(line, "round", f"no phase {word[:40]!r}: {', '.join(PHASES)}")
        found.scalars["phase"] = phase


def _lit_tiles(found: Found, line: int, rest: str) -> None:
    faces = tuple(part.strip() for part in rest.split("|"))
    for face in faces:
        if face not in found.book.tiles:
            raise PositionError(line, "lit tiles", f"no map tile {face[:20]!r}: expected a face such as 07b")
    found.scalars["lit_tiles"] = faces


def _remembered(found: Found, line: int, rest: str) -> None:
    """Names of options that chapters let the group choose; each is remembered once (CH-7)."""
    known = {name.casefold(): name for name in sorted(options_of(found.book))}
    names: list[str] = []
    for word in (part.strip() for part in rest.split("|")):
        name = known.get(word.casefold())
        if name is None:
            raise PositionError(line, "remembered", f"no chapter has an option {word[:40]!r} to choose")
        if name in names:
            raise PositionError(line, "remembered", f"{name!r} stands there twice")
        names.append(name)
    found.scalars["remembered"] = tuple(names)


def _pending(found: Found, line: int, rest: str) -> None:
    """'terrain T05 for Ada at 0,-1', 'encounter for Ada at 0,-1': an exploration that waits for that step (EX-2)."""
    what, _, tail = rest.partition(" for ")
    who, _, cell = tail.rpartition(" at ")
    stage, _, card = what.strip().partition(" ")
    if stage not in ("terrain", "environment", "encounter") or bool(card) == (stage == "encounter") or not who:
        message = "expected 'terrain CARD for WHO at CELL', 'environment CARD for ...' or 'encounter for ...'"
        raise PositionError(line, "pending", message)
    where = cell_in(line, "pending", cell)
    if card:
        card = found.names.of(line, "pending", card, f"{stage}s")
        found.place(line, "pending", f"{stage}s", card, "in_play", key_of(where))
    explorer = found.names.explorer(line, "pending", who)
    found.scalars["agenda"] = (Exploration(1, explorer, where, cast("Any", stage), card),)


def _acting(found: Found, line: int, rest: str) -> None:
    found.scalars["acting"] = found.names.explorer(line, "acting", rest)


def _outcome(found: Found, line: int, rest: str) -> None:
    if rest not in ("won", "lost"):
        raise PositionError(line, "outcome", "expected won or lost")
    found.scalars["outcome"] = rest


def _pairs(where: str, least: int, most: int) -> Reader:
    """'spawn 3, horror none'."""

    def read(found: Found, line: int, rest: str) -> None:
        for part in parts(rest):
            word, _, value = part.rpartition(" ")
            if word not in ("spawn", "horror"):
                raise PositionError(line, where, f"{part[:40]!r}: expected 'spawn N, horror N'")
            name = f"{word}_{where}" if where == "tokens" else f"{word}_rating"
            found.once(line, where, name)
            none = value == "none" and where == "ratings"
            found.scalars[name] = None if none else number_in(line, where, value, least, most)

    return read


def _number(name: str, least: int, most: int) -> Reader:
    def read(found: Found, line: int, rest: str) -> None:
        found.scalars[name] = number_in(line, name, rest, least, most)

    return read


def _token(which: str) -> Reader:
    """'0,0 N', or 'beside the board' (IP-8)."""

    def read(found: Found, line: int, rest: str) -> None:
        cell, _, edge = rest.rpartition(" ")
        if rest == "beside the board":
            found.scalars[which] = TokenPlace(None, None)
        else:
            found.scalars[which] = TokenPlace(cell_in(line, which, cell), found.edge(line, which, edge))

    return read


#: Keywords with what follows on the same line.
ALONE: Final[dict[str, Reader]] = {
    "scenario": _scenario,
    "chapters": _chapters,
    "chapter": _chapter,
    "round": _round,
    "ratings": _pairs("ratings", 0, 99),
    "tokens": _pairs("tokens", 0, 999),
    "threat": _number("threat", 0, 99),
    "level": _number("level", 1, 9),
    "lit": _number("lit", 0, 99),
    "replacements": _number("replacements", 0, 9),
    "remembered": _remembered,
    "lit tiles": _lit_tiles,
    "acting": _acting,
    "entry": _token("entry"),
    "exit": _token("exit"),
    "pending": _pending,
    "outcome": _outcome,
}
