"""How quick the rules are on a position from the middle of a game, without server or store."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from app.packs import builtin
from app.rules import By, Illegal, Legal, Setup, State, decide, legal_moves, new_game
from app.rules.cards import Book
from app.rules.moves import EndPhase, Explore, FinishTurn, Move, RollDie, Walk
from app.rules.settings import Settings
from app.rules.state import key_of

MOVES_TO_THE_MIDDLE = 100
SEED = 6


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
    for n in range(10 * MOVES_TO_THE_MIDDLE):
        if n >= MOVES_TO_THE_MIDDLE and state.phase == "explorer" and not state.agenda and len(state.board.tiles) > 2:
            break
        verdict = decide(book, state, _pick(book, state, by, chance.source), by, chance)
        if isinstance(verdict, Illegal) or verdict.state.outcome:
            break
        state = verdict.state
    return state, by


def _pick(book: Book, state: State, by: By, source: random.Random) -> Move:
    """Explore and answer when possible; else walk to where one could explore, or just on."""
    listing = legal_moves(book, state, by)
    steps = [m for m in listing.moves if state.agenda and not isinstance(m, RollDie)]
    onward = steps or [m for m in listing.moves if isinstance(m, Explore)]
    if onward:
        return source.choice(onward)
    exits = {to for _, reasons in listing.refused for r in reasons if r.code == "not_at_edge" for to in r.alternatives}
    walks = [m for m in listing.moves if isinstance(m, Walk)]
    for walk in walks:
        explorer = state.explorers[walk.explorer]
        assert explorer.space is not None
        far = max(abs(walk.to[0] - explorer.space[0]), abs(walk.to[1] - explorer.space[1]))
        if key_of(walk.to) in exits and far <= explorer.stamina - state.settings.cost_explore:
            return walk
    ending = [m for m in listing.moves if isinstance(m, FinishTurn | EndPhase)]
    return source.choice(ending or list(listing.moves))


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
