"""Chance for soak sessions: a stream of its own for each act, what it told is kept, and telling it again."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable

#: What chance told once: ('roll', die, face) or ('shuffle', card, card, ...).
Told = tuple[str | int, ...]


class Stream:
    """Chance by seed and act, so that leaving an act out of a session changes nothing for the acts after it."""

    def __init__(self) -> None:
        self._random: random.Random = random.Random(0)
        self.last = ""
        self.told: list[Told] = []

    def begin(self, seed: int, act: object, last: str = "") -> None:
        """What is told from now on belongs to this act. `last` = a card that comes to lie at the bottom of its deck."""
        self.last = last
        self._random = random.Random(f"{seed} {act}")
        self.told = []

    def roll(self, die: str, faces: tuple[int, ...]) -> int:
        face = self._random.choice(faces)
        self.told.append(("roll", die, face))
        return face

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        order = list(cards)
        self._random.shuffle(order)
        order.sort(key=lambda card: card == self.last)
        self.told.append(("shuffle", *order))
        return tuple(order)

    def reveal(self, deck: str) -> None:
        pass


class ToldAgain:
    """The recorded chance of an act. AssertionError when the rules ask for something else than they did."""

    def __init__(self, told: Iterable[Told]) -> None:
        self.left = deque(told)

    def roll(self, die: str, faces: tuple[int, ...]) -> int:
        what, kind, face = self.left.popleft() if self.left else ("nothing", "", 0)
        assert (what, kind) == ("roll", die), f"asks for a {die} die, and was told {what} {kind}"
        assert face in faces
        return int(face)

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        what, *order = self.left.popleft() if self.left else ("nothing",)
        assert what == "shuffle", f"asks for a shuffle, and was told {what}"
        assert sorted(map(str, order)) == sorted(cards), "asks to shuffle other cards"
        return tuple(map(str, order))

    def reveal(self, deck: str) -> None:
        pass
