"""Chance for tests: scripted, seeded, and players that pick moves at random."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence

from app.rules import By, Listing
from app.rules.moves import Move


class NothingScripted(AssertionError):
    """The rules asked chance for more than the test scripted."""


class Scripted:
    """Chance as written: dice in order, shuffles that put the cards named on top and leave the rest in order."""

    def __init__(self, dice: Iterable[int] = (), shuffles: Iterable[Sequence[str]] = ()) -> None:
        self.dice = list(dice)
        self.shuffles = [list(order) for order in shuffles]

    def roll(self, die: str, faces: tuple[int, ...]) -> int:
        if die == "side":  # which way up the map tiles lie at setup
            return faces[0]
        if not self.dice:
            raise NothingScripted(f"a {die} die was rolled and no face is scripted")
        face = self.dice.pop(0)
        assert face in faces, f"the {die} die has no face {face}"
        return face

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        top = [card for card in self.shuffles.pop(0) if card in cards] if self.shuffles else []
        return (*top, *(card for card in cards if card not in top))

    def reveal(self, deck: str) -> None:
        pass


class Seeded:
    """Chance from a seed, and the choices of a random player from the same one."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def roll(self, die: str, faces: tuple[int, ...]) -> int:
        return self.random.choice(faces)

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        mixed = list(cards)
        self.random.shuffle(mixed)
        return tuple(mixed)

    def reveal(self, deck: str) -> None:
        pass


def pick(chance: random.Random, listing: Listing, bold: float = 0.5) -> Move:
    """One of the listed moves: kinds are drawn first, so that hundreds of walks do not drown the rest."""
    kinds: dict[str, list[Move]] = defaultdict(list)
    for move in listing.moves:
        kinds[move.type].append(move)
    if len(kinds) > 1 and chance.random() < 0.95:
        kinds.pop("RollDie", None)
    if "Explore" in kinds and chance.random() < bold:
        return chance.choice(kinds["Explore"])
    return chance.choice(kinds[chance.choice(sorted(kinds))])


def everyone(*explorers: str, seat: str = "s1") -> By:
    """A seat that hosts and plays all those explorers."""
    return By(seat, frozenset(explorers), host=True, players=(seat,))
