"""The position that the figures of the rules are taken of, and play that goes on from it (midgame.txt)."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from app.packs import builtin
from app.rules import By, Legal, State, decide, legal_moves
from app.rules.cards import Book
from app.rules.moves import Move, Walk
from app.rules.position import read_position

TEXT = Path(__file__).with_name("midgame.txt")


class SeededChance:
    """Chance that repeats itself."""

    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)

    def roll(self, die: str, faces: tuple[int, ...]) -> int:
        """One of the faces."""
        return self.source.choice(faces)

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The cards in another order."""
        return tuple(self.source.sample(cards, len(cards)))

    def reveal(self, deck: str) -> None:
        """Cards may be turned up."""


@dataclass(frozen=True)
class Played:
    """A stretch of play from the position on: its moves, and the seed of the chance that goes with them."""

    moves: tuple[Move, ...]
    seed: int


@cache
def book() -> Book:
    """The built-in pack."""
    return builtin()


@cache
def position() -> State:
    """The position; one and the same object. `fresh` makes one that nothing has been worked out about."""
    return read_position(book(), TEXT.read_text())


def fresh(state: State) -> State:
    """An equal state that the rules have not been asked about yet."""
    return replace(state)


def everybody() -> By:
    """One seat that plays all explorers and hosts: who has the longest list of moves."""
    return By("s1", frozenset(position().explorers), host=True, players=("s1",))


def walked_on(seed: int, n: int) -> list[State]:
    """`n` positions with two explorers somewhere else than above, at full length; nobody has asked about them yet."""
    source, by = random.Random(seed), everybody()
    walks = [move for move in legal_moves(book(), position(), by).moves if isinstance(move, Walk)]
    found: list[State] = []
    while len(found) < n:
        one, other = source.choice(walks), source.choice(walks)
        if one.explorer != other.explorer and one.to != other.to:
            explorers = dict(position().explorers)
            for walk in (one, other):
                explorers[walk.explorer] = replace(explorers[walk.explorer], space=walk.to)
            found.append(replace(position(), explorers=explorers))
    return found


def played_on(seed: int, length: int) -> Played:
    """So many moves from the position on, picked at random, each kind of move as likely as another."""
    source, by, chance = random.Random(seed), everybody(), SeededChance(seed)
    state, made = position(), list[Move]()
    while len(made) < length and not state.outcome:
        kinds: dict[type, list[Move]] = {}
        for move in legal_moves(book(), state, by).moves:
            kinds.setdefault(type(move), []).append(move)
        move = source.choice(kinds[source.choice(list(kinds))])
        verdict = decide(book(), state, move, by, chance)
        if isinstance(verdict, Legal):
            state = verdict.state
            made.append(move)
    return Played(tuple(made), seed)


def play(played: Played) -> State:
    """Decide these moves one after the other; raises ValueError for one that is refused."""
    by, chance, state = everybody(), SeededChance(played.seed), fresh(position())
    for move in played.moves:
        verdict = decide(book(), state, move, by, chance)
        if not isinstance(verdict, Legal):
            raise ValueError(move)
        state = verdict.state
    return state
