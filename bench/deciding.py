"""How quick the rules are on a position from the middle of a game, without server or store."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from app.packs import builtin
from app.rules import By, Illegal, Legal, Setup, State, decide, legal_moves, new_game
from app.rules.cards import Book
from app.rules.moves import Move
from app.rules.settings import Settings

MOVES_TO_THE_MIDDLE = 150
SEED = 11


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
class Deciding:
    """Moves decided a second, listings made a second, and what the position was like."""

    decided: float
    refused: float
    listed: float
    tiles: int
    moves: int


def measure(seconds: float = 1.5) -> Deciding:
    """Play to the middle with a seeded random player, then decide its moves again and again."""
    book = builtin()
    state, by = middle(book)
    listing = legal_moves(book, state, by)
    legal = [move for move in listing.moves if _is_legal(book, state, move, by)]
    illegal = [move for move, _ in listing.refused]
    return Deciding(
        _rate(book, state, by, legal, seconds),
        _rate(book, state, by, illegal, seconds),
        _listings(book, state, by, seconds),
        len(state.board.tiles),
        len(listing.moves),
    )


def middle(book: Book) -> tuple[State, By]:
    """A position with several tiles, reached by exploring whenever that is legal."""
    chance = SeededChance(SEED)
    scenario = next(iter(book.scenarios.values()))
    setup = Setup(scenario.id, scenario.lengths[0].id, scenario.variations[0].id, tuple(book.explorers)[:3], Settings())
    state = new_game(book, setup, chance).state
    by = By("s1", frozenset(state.explorers), host=True, players=("s1",))
    for _ in range(MOVES_TO_THE_MIDDLE):
        moves = [move for move in legal_moves(book, state, by).moves if move.type not in ("RollDie", "PlayAbility")]
        exploring = [move for move in moves if move.type not in ("Walk", "FinishTurn", "EndPhase")]
        verdict = decide(book, state, chance.source.choice(exploring or moves), by, chance)
        if isinstance(verdict, Illegal) or verdict.state.outcome:
            break
        state = verdict.state
    return state, by


def _is_legal(book: Book, state: State, move: Move, by: By) -> bool:
    return isinstance(decide(book, state, move, by, SeededChance(1)), Legal)


def _rate(book: Book, state: State, by: By, moves: list[Move], seconds: float) -> float:
    done, started = 0, time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
        for move in moves:
            decide(book, state, move, by, SeededChance(1))
        done += len(moves)
    return done / spent


def _listings(book: Book, state: State, by: By, seconds: float) -> float:
    done, started = 0, time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
        legal_moves(book, state, by)
        done += 1
    return done / spent
