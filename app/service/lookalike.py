"""Names that nobody at a table can tell apart: other scripts, widths, invisible characters, letters like digits."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

#: Letters of other scripts, and other forms of our own, that look like a Latin one in the case in which they stand.
_SEEN_AS: Final = str.maketrans(
    {
        other: ours
        for ours, others in {
            "A": "ΑАᎪ",
            "B": "ΒВᏴ",
            "C": "СϹᏟ",
            "D": "Ꭰ",
            "E": "ΕЕᎬ",
            "F": "Ϝ",
            "G": "Ԍ",
            "H": "ΗНᎻ",
            "I": "ΙІӀ|",
            "J": "ЈͿᎫ",
            "K": "ΚКᏦ",
            "L": "Ꮮ",
            "M": "ΜМϺᎷ",
            "N": "Ν",
            "O": "ΟОՕ",
            "P": "ΡРᏢ",
            "Q": "Ԛ",
            "R": "Ꭱ",
            "S": "ЅՏᏚ",
            "T": "ΤТᎢ",
            "V": "ѴᏙ",
            "W": "ԜᎳ",
            "X": "ΧХ",
            "Y": "ΥҮУ",
            "Z": "ΖᏃ",
            "a": "αаɑᴀ",
            "b": "Ьʙ",
            "c": "сϲᴄ",
            "d": "ԁᴅ",
            "e": "еҽᴇ",
            "g": "ɡց",
            "h": "һհ",
            "i": "ιіıɩ",
            "j": "јϳ",
            "k": "κкᴋ",
            "l": "ӏ",
            "m": "ᴍ",
            "n": "ηո",
            "o": "οоօσᴏ",
            "p": "ρрᴘ",
            "q": "ԛզ",
            "s": "ѕꜱ",
            "t": "τᴛ",
            "u": "υսᴜ",
            "v": "νѵᴠ",
            "w": "ωԝᴡ",
            "x": "χх",
            "y": "γуүʏ",
            "z": "ᴢ",
            "-": "‐‑‒–—−",
            "'": "’‘ʼʹ′`´",
            '"': "“”″",
        }.items()
        for other in others
    }
)
#: Which of our own letters and digits look like each other.
_OWN: Final = str.maketrans({"I": "l", "1": "l", "0": "O"})
#: Seen as nothing, though some of them count as letters.
NOTHING: Final = re.compile("[\\s\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0]")


def _seen(name: str) -> str:
    wide = unicodedata.normalize("NFKC", name).translate(_SEEN_AS)
    visible = "".join(c for c in NOTHING.sub("", wide) if unicodedata.category(c) != "Cf")
    return unicodedata.normalize("NFKC", visible)


def like_another(name: str, taken: Iterable[str]) -> str:
    """Of the names `taken` the first that `name` looks like without being the same, but for case; '' none.

    The same name twice is no deceit: those are numbered (names.told_apart).
    """
    seen = _seen(name)
    for other in taken:
        theirs = _seen(other)
        if name.casefold() != other.casefold() and (
            seen.casefold() == theirs.casefold() or seen.translate(_OWN) == theirs.translate(_OWN)
        ):
            return other
    return ""
