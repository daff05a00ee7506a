"""How far things are from each other, in spaces and in steps (RD-3, bible: nearest)."""

from __future__ import annotations

from collections.abc import Mapping

from .board import layout, reach
from .cards import Book
from .geometry import Space
from .state import State
from .units import destroyed_spawns

#: More than any distance on the table: what cannot be walked to is farther.
FAR = 10_000


def gap(a: Space, b: Space) -> int:
    """How many spaces apart two spaces are, whatever lies between: the steps of a king."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def steps_from(book: Book, state: State, start: Space) -> Mapping[Space, int]:
    """Walking steps from a space to every other that can be walked to, units ignored (RD-3, bible: nearest)."""
    table = layout(book.faces, state.board)
    return reach(table, start, None, 1, (), (), destroyed_spawns(state), state.settings.diagonal_corner == "any")


def farness(steps: Mapping[Space, int], start: Space, space: Space) -> int:
    """How far a space is in walking steps; what cannot be walked to comes after all that can, the nearer first."""
    return steps.get(space, FAR + gap(start, space))
