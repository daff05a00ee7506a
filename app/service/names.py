"""Names that people give, and other short texts: as typed, but for what could deceive or break a line."""

from __future__ import annotations

import re
import unicodedata

from .errors import InvalidInput, InvalidName
from .lookalike import NOTHING

LONGEST_NAME = 40  # characters
LONGEST_TEXT = 500  # characters, such as the reason of a table ruling
MOST_MARKS = 3  # accents stacked on one letter; more of them run into the lines above and below

#: Joiners hold emoji and some scripts together; every other invisible character goes, above all those that turn
#: the direction of what follows.
JOINERS = frozenset("\u200c\u200d\ufe0f")
_SPACES = re.compile(r"\s+")


def clean_name(text: str, field: str = "name") -> str:
    """A name of 1 to 40 characters, trimmed, composed (NFC). Raises InvalidName naming the field."""
    try:
        name = _clean(text, LONGEST_NAME)
    except ValueError as error:
        raise InvalidName((field, str(error))) from None
    if not any(unicodedata.category(c)[0] in "LNPS" for c in NOTHING.sub("", name)):
        raise InvalidName((field, "should hold at least one letter, digit or sign"))
    return name


def stored_name(text: str) -> str:
    """A name as a log may hold it, composed: older releases kept accents apart, and names of which nothing is seen.

    Raises InvalidName for what no release kept.
    """
    try:
        name = _clean(text, LONGEST_NAME)
    except ValueError as error:
        raise InvalidName(("name", str(error))) from None
    if not name or name != unicodedata.normalize("NFC", text):
        raise InvalidName(("name", "should be kept as it was cleaned"))
    return name


def clean_text(text: str, field: str) -> str:
    """A free text of up to 500 characters in one line; may be empty. Raises InvalidInput."""
    try:
        return _clean(text, LONGEST_TEXT)
    except ValueError as error:
        raise InvalidInput((field, str(error))) from None


def told_apart(name: str, taken: set[str]) -> str:
    """`name`, or 'name (2)' and so on when somebody has it: who did what must be clear."""
    folded = {other.casefold() for other in taken}
    if name.casefold() not in folded:
        return name
    for n in range(2, len(taken) + 3):
        mark = f" ({n})"
        other = name[: LONGEST_NAME - len(mark)].rstrip() + mark
        if other.casefold() not in folded:
            return other
    raise AssertionError("unreachable: one of these is free")


def _clean(text: str, longest: int) -> str:
    if len(text) > 20 * longest:  # not worth composing first
        raise ValueError(f"should have at most {longest} characters")
    kept, marks = [], 0
    for character in unicodedata.normalize("NFC", text.strip()):
        category = unicodedata.category(character)
        if category in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp"):
            raise ValueError("should hold no control characters or line breaks")
        if category == "Cf" and character not in JOINERS:
            continue
        if character not in JOINERS:  # marks stack on over a joiner
            marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            kept.append(character)
    # Composed once more: what has gone may have kept a letter and its accent apart, and clean twice must be clean once.
    clean = _SPACES.sub(" ", unicodedata.normalize("NFC", "".join(kept))).strip(" \u200c\u200d\ufe0f")
    if len(clean) > longest:
        raise ValueError(f"should have at most {longest} characters")
    return clean
