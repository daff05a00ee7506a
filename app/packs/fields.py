"""Walking through what was read from a file, every problem noted where it is.

A `Field` is a value with its path ("bottom.panels[0].abilities[1].price"); a `Fields` a mapping whose keys
have been checked. After a problem a harmless value is handed back: the rest of the card is to be checked too.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TypeVar

from .problems import Problem
from .reading import Value

Word = TypeVar("Word", bound=str)

MAX_TEXT = 2000
MAX_NAME = 80
MAX_ITEMS = 500

#: What an id may look like: it stands in addresses, events and page ids.
ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


@dataclass(frozen=True, slots=True)
class Place:
    """One card (or file, with `card` '') that is being read, and the problems found in it so far."""

    file: str
    card: str = ""
    problems: list[Problem] = field(default_factory=list)

    def note(self, path: str, message: str) -> None:
        """Note one problem at `path`."""
        self.problems.append(Problem(self.file, self.card, path, message))


@dataclass(frozen=True, slots=True)
class Field:
    """A value with its path within a card."""

    value: Value
    path: str
    place: Place

    def note(self, message: str) -> None:
        """Note a problem with this value."""
        self.place.note(self.path, message)

    def text(self, longest: int = MAX_TEXT, *, lines: bool = False) -> str:
        """The value as text without blanks around it; `lines` = several are allowed. '' after a problem."""
        if not isinstance(self.value, str):
            self.note(f"must be text, found {_described(self.value)}" + _quote_hint(self.value))
            return ""
        text = self.value.strip()
        if not text:
            self.note("is empty")
        elif len(text) > longest:
            self.note(f"is {len(text)} characters long, {longest} at most")
        elif odd := _odd_character(text, lines):
            self.note(odd)
        else:
            return text
        return ""

    def integer(self, low: int, high: int) -> int:
        """The value as a whole number of `low` to `high`. `low` after a problem."""
        value = self.value
        if not isinstance(value, int) or isinstance(value, bool):
            self.note(f"must be a whole number, found {_described(value)}")
        elif not low <= value <= high:
            self.note(f"must be {low} to {high}, found {value}")
        else:
            return value
        return low

    def flag(self) -> bool:
        """The value as true or false."""
        if not isinstance(self.value, bool):
            self.note(f"must be true or false, found {_described(self.value)}")
        return self.value is True

    def one_of(self, words: tuple[Word, ...]) -> Word:
        """The value as one of `words`; the first of them after a problem."""
        if isinstance(self.value, str):
            for word in words:
                if word == self.value:
                    return word
        self.note(f"unknown {_described(self.value)}{_guess(self.value, words)}: one of {', '.join(words)}")
        return words[0]

    def items(self) -> list[Field]:
        """The items of a list. Empty after a problem."""
        if not isinstance(self.value, list):
            self.note(f"must be a list, found {_described(self.value)}")
            return []
        if len(self.value) > MAX_ITEMS:
            self.note(f"has {len(self.value)} items, {MAX_ITEMS} at most")
            return []
        return [Field(item, f"{self.path}[{i}]", self.place) for i, item in enumerate(self.value)]

    def pairs(self) -> dict[str, Field]:
        """The entries of a mapping, whatever their keys. Empty after a problem."""
        if not isinstance(self.value, dict):
            self.note(f"must be a mapping (key: value), found {_described(self.value)}")
            return {}
        if len(self.value) > MAX_ITEMS:
            self.note(f"has {len(self.value)} keys, {MAX_ITEMS} at most")
            return {}
        return {key: self.inner(key, value) for key, value in self.value.items()}

    def fields(self, known: Collection[str], needed: Collection[str] = ()) -> Fields:
        """The entries of a mapping with `known` keys, of which those `needed` must be there."""
        pairs = self.pairs()
        if isinstance(self.value, dict):
            for key in [key for key in pairs if key not in known]:
                self.note(f"unknown key '{key[:40]}'{_guess(key, known)}")
                del pairs[key]
            for key in needed:
                if key not in pairs:
                    self.note(f"'{key}' is missing")
        return Fields(self, pairs)

    def inner(self, key: str, value: Value) -> Field:
        """A value of this mapping, at the path that belongs to it."""
        return Field(value, f"{self.path}.{key}" if self.path else key, self.place)


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping with checked keys. Each reader hands back its default when the key is not there."""

    of: Field
    pairs: dict[str, Field]

    def __contains__(self, key: str) -> bool:
        return key in self.pairs

    def __getitem__(self, key: str) -> Field:
        return self.pairs[key]

    def text(self, key: str, default: str = "", *, longest: int = MAX_TEXT, lines: bool = False) -> str:
        """`Field.text` of a key."""
        return self.pairs[key].text(longest, lines=lines) if key in self.pairs else default

    def name(self, key: str = "name") -> str:
        """A name: one line of 80 characters at most."""
        return self.text(key, longest=MAX_NAME)

    def ident(self, key: str = "id") -> str:
        """An id: small letters, digits and hyphens."""
        text = self.text(key, longest=MAX_NAME)
        if text and not ID.fullmatch(text):
            self.pairs[key].note("an id is made of small letters, digits and hyphens, 40 at most")
        return text

    def integer(self, key: str, low: int, high: int, default: int) -> int:
        """`Field.integer` of a key."""
        return self.pairs[key].integer(low, high) if key in self.pairs else default

    def some_integer(self, key: str, low: int, high: int) -> int | None:
        """`Field.integer` of a key, None when it is not there."""
        return self.pairs[key].integer(low, high) if key in self.pairs else None

    def flag(self, key: str, default: bool = False) -> bool:
        """`Field.flag` of a key."""
        return self.pairs[key].flag() if key in self.pairs else default

    def one_of(self, key: str, words: tuple[Word, ...], default: Word) -> Word:
        """`Field.one_of` of a key."""
        return self.pairs[key].one_of(words) if key in self.pairs else default

    def items(self, key: str) -> list[Field]:
        """`Field.items` of a key."""
        return self.pairs[key].items() if key in self.pairs else []

    def texts(self, key: str, longest: int = MAX_NAME) -> tuple[str, ...]:
        """A list of texts, each of one line."""
        return tuple(item.text(longest) for item in self.items(key))


def _described(value: Value) -> str:
    if isinstance(value, str):
        return f"'{value[:40]}'" if value.isprintable() else "unprintable text"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    return "a list" if isinstance(value, list) else "a mapping"


def _quote_hint(value: Value) -> str:
    return ": put it in quotes" if isinstance(value, (bool, int)) else ""


def _guess(value: Value, known: Collection[str]) -> str:
    near = difflib.get_close_matches(value, known, 1) if isinstance(value, str) and len(value) <= 40 else []
    return f", did you mean '{near[0]}'?" if near else ""


def _odd_character(text: str, lines: bool) -> str:
    """What is wrong with the characters of `text`: controls, and marks that turn the direction of writing."""
    for char in text:
        if char == "\n":
            if not lines:
                return "must be one line"
        elif unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or char in _DIRECTION:
            return f"has the control character U+{ord(char):04X}"
    return ""


_DIRECTION = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
