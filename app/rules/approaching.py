"""The way of a monster towards whom it picks: where its moves bring it nearest to that explorer (RD-5).

The group carries a behaviour out; this proposes one walk of those that are legal and is never taken by itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from .cards import Book
from .geometry import Space
from .memo import kept
from .picking import picked
from .state import State
from .striding import beside, crosses, is_hurdle, moves_left
from .ways import walkable


def nearer(book: Book, state: State, monster: str) -> tuple[tuple[str, Space], ...]:
    """(explorer, space) for each explorer that a monster picks: where it comes nearest to it, by the shortest walk.

    () without moves left. An explorer is left out when no walk brings the monster nearer than it stands.
    """
    reach = walkable(book, state, monster, moves_left(book, state, monster))
    at = state.monsters[monster].space
    found = []
    for explorer in picked(book, state, monster) if reach else ():
        space = state.explorers[explorer].space
        if space is None:
            continue
        steps = _steps_to(book, state, monster, space)
        best = min((one for one in reach if one in steps), key=lambda s: (steps[s], reach[s], s), default=None)
        if best is not None and (at not in steps or steps[best] < steps[at]):
            found.append((explorer, best))
    return tuple(found)


def _steps_to(book: Book, state: State, monster: str, goal: Space) -> Mapping[Space, int]:
    """The steps of this monster to `goal` from every space it can come from; units do not count (as in `nearest`)."""

    def work() -> Mapping[Space, int]:
        steps, front = {goal: 0}, [goal]
        while front:
            ahead = []
            for space in front:
                for other in beside(book, state, monster, space):
                    if other in steps or (is_hurdle(book, state, other) and not crosses(book, state, monster, other)):
                        continue
                    steps[other] = steps[space] + 1
                    ahead.append(other)
            front = ahead
        return steps

    return kept(book, state, ("steps to", monster, goal), work)
