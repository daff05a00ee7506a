"""A table with a scenario, explorers and house rules at random, through the rules alone."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from app.packs import builtin
from app.rules import By, Setup, State, new_game
from app.rules import moves as mv
from app.rules.cards import Book
from app.rules.settings import CHOICES, Settings
from tests.support import casebook, random_rulings
from tests.support.players import Seeded


@dataclass
class Session:
    """One session under way."""

    book: Book
    state: State
    seats: tuple[By, ...]


def start(seed: int) -> tuple[Session, Seeded]:
    """A table with a scenario, explorers and house rules picked by the seed."""
    chance = Seeded(seed)
    book = casebook.book() if seed % 2 else builtin()  # every second table with the cards of the cases among others
    pick = chance.random
    scenario = pick.choice(list(book.scenarios.values()))
    rules: dict[str, Any] = {name: pick.choice(CHOICES[name]) for name in pick.sample(sorted(CHOICES), 6)}
    if seed % 3 == 0:
        rules = {}  # every third table plays as printed
    explorers = pick.sample(sorted(book.explorers), pick.randint(1, min(4, len(book.explorers))))
    length, variation = pick.choice(scenario.lengths).id, pick.choice(scenario.variations).id
    legal = new_game(book, Setup(scenario.id, length, variation, tuple(explorers), Settings(**rules)), chance)
    everyone = tuple(book.explorers)
    half = frozenset(everyone[::2])
    names = ("s1", "s2")
    seats = (
        By("s1", half, host=True, players=names),
        By("s2", frozenset(everyone) - half, players=names),
        By("s3", watcher=True, players=names),
    )
    return Session(book, legal.state, seats), chance


def wild(session: Session, chance: random.Random) -> mv.Move:
    """A table ruling or a new house rule: perhaps nonsense, which is refused then."""
    return random_rulings.wild(session.book, session.state, chance)
