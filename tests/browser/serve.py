"""The server of the evening: the product as it is, with the cards in an order that the test has arranged.

`python -m tests.browser.serve PORT FOLDER`
"""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn

from app.config import Settings
from app.main import create_app
from tests.web.conftest import SECRET

#: Cards that are to come first in whatever is shuffled; every die shows its highest face.
FIRST = ("env-02", "enc-06", "T01")
#: The map tile that the evening starts on: it lies at the bottom of its deck (SC-3).
LAST = ("02",)


class Arranged:
    """Chance with everything in its place."""

    def roll(self, die: str, faces: tuple[int, ...]) -> int:
        return max(faces) if die != "side" else 0

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        first = [c for wished in FIRST for c in cards if c == wished]
        last = [c for c in cards if c[:2] in LAST and c[2:] in ("a", "b")]
        return (*first, *(c for c in cards if c not in first and c not in last), *last)

    def reveal(self, deck: str) -> None:
        pass


if __name__ == "__main__":
    settings = Settings(data_dir=Path(sys.argv[2]), secret=SECRET)
    uvicorn.run(create_app(settings, Arranged()), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
