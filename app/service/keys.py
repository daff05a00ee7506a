"""What opens a table and what proves a seat: random, long, and kept as a hash where it need not be shown again."""

from __future__ import annotations

import hashlib
import secrets

#: Letters and digits that are not taken for one another, read aloud or by lamplight.
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 6
LONGEST_KEY = 100  # characters; longer ones can't be ours and are not looked up


def new_key() -> str:
    """A table's key, or a bearer token: 192 random bits, fit for an address."""
    return secrets.token_urlsafe(24)


def new_code() -> str:
    """A short code to type in: about 29 bits, which is why look-ups are limited and codes expire."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def typed_code(text: str) -> str:
    """A code as it was typed, without blanks and dashes, in capitals; '' when it can't be one."""
    code = "".join(text[:40].split()).replace("-", "").upper()
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) else ""


def hashed(secret: str) -> str:
    """SHA-256 (hex) of a phone's id or a token: these are random and long, so no slow hash is needed."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
