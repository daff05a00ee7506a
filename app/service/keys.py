"""What opens a table and what proves a seat: random, long, and kept as a hash where it need not be shown again."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata

#: Letters and digits that are not taken for one another, read aloud or by lamplight.
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 6
LONGEST_KEY = 100  # characters; longer ones can't be ours and are not looked up
#: Between the key of a tap and the number of a part of it. No script comes to it by chance, as to '1764502000.12'.
PART = ", part "


def new_key() -> str:
    """A table's key, or a bearer token: 192 random bits, fit for an address."""
    return secrets.token_urlsafe(24)


def new_code() -> str:
    """A short code to type in: about 29 bits, which is why look-ups are limited and codes expire."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def typed_code(text: str) -> str:
    """A code as it was typed, letters and digits alone, of any width, in capitals; '' when it can't be one."""
    code = "".join(c for c in unicodedata.normalize("NFKC", text[:40]).upper() if c.isalnum())
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) else ""


def part_key(key: str | None, number: int) -> str | None:
    """The idempotency key of the part `number` (1 and up) of what one tap with `key` does; None without a key."""
    return None if key is None else f"{key}{PART}{number}"


def key_of_tap(key: str) -> str:
    """The key of the tap that a move with this key belongs to: its own, or that of which it is a part."""
    tap, part, number = key.rpartition(PART)
    return tap if part and number.isdecimal() else key


def hashed(secret: str) -> str:
    """SHA-256 (hex) of a phone's id or a token: these are random and long, so no slow hash is needed."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
