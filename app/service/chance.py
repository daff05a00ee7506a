"""Chance for real tables: the operating system's own, never from a seed, so that there is none to find."""

from __future__ import annotations

import random


class SystemChance:
    """Dice and shuffles of the tracker (rules.Chance)."""

    def __init__(self) -> None:
        self._source = random.SystemRandom()

    def roll(self, die: str, faces: tuple[int, ...]) -> int:
        """One of `faces`, each as likely as the others."""
        return self._source.choice(faces)

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The same cards in another order, each order as likely as the others."""
        order = list(cards)
        self._source.shuffle(order)
        return tuple(order)

    def reveal(self, deck: str) -> None:
        """Hidden cards may be turned up: this is the real table."""
