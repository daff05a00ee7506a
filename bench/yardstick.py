"""The yardstick: python-chess, in its own words and on its own position, as a good rules core in the same language."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

#: A position from the middle of a game, 51 legal moves.
MIDDLE = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
GAMES, LONGEST = 10, 120


@dataclass(frozen=True)
class Yardstick:
    """What the yardstick does in one go: each returns how many it did. `version` as installed."""

    version: str
    play: Callable[[], int]
    """Parse, validate and apply moves."""
    list_moves: Callable[[], int]
    """List the legal moves of the position."""
    listed: int
    """How many those are."""


def yardstick() -> Yardstick | None:
    """The yardstick, None where it is not installed (`make bench` installs it)."""
    try:
        import chess
    except ImportError:
        return None
    source, games = random.Random(7), list[list[str]]()
    for _ in range(GAMES):
        board, made = chess.Board(), list[str]()
        while not board.is_game_over() and len(made) < LONGEST:
            move = source.choice(list(board.legal_moves))
            made.append(move.uci())
            board.push(move)
        games.append(made)

    def play() -> int:
        for game in games:
            board = chess.Board()
            for text in game:
                move = chess.Move.from_uci(text)
                if not board.is_legal(move):
                    raise ValueError(text)
                board.push(move)
        return sum(map(len, games))

    middle = chess.Board(MIDDLE)

    def list_moves() -> int:
        for _ in range(50):
            list(middle.legal_moves)
        return 50

    return Yardstick(chess.__version__, play, list_moves, middle.legal_moves.count())
