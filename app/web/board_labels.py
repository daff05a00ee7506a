"""Names under the tokens of units: below, above or shortened, so that none runs into another or covers a neighbour.

The letter or number on a token tells units apart where there is room for no name; for those who listen it is whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.rules.geometry import Space
from app.web.board_shapes import UNIT

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in units of the drawing."""


@dataclass(frozen=True, slots=True)
class Type:
    """The type that names are set in, in units: a letter's width, what their outline adds to a name, and the heights
    that a name takes below its token and above it, from the top of its space.
    """

    letter: float
    outline: float
    below: tuple[float, float]
    above: tuple[float, float]


NEAR: Final = Type(3.05, 1.8, (14.4, 20.6), (-3, 2.9))
"""In the hand (`.nm` of board.css)."""
FAR: Final = Type(4.65, 2.4, (19, 27.5), (-5, 3.6))
"""On the big screen (`.tv .nm` of watch.css)."""
SHORTEST: Final = 3  # letters of a shortened name, without the sign that there is more


@dataclass(frozen=True, slots=True)
class Label:
    """What stands at a token: '' = there is room for no name; `up` = above it."""

    text: str
    up: bool = False


def labels(names: Mapping[str, tuple[str, Space]], drawn: Type = NEAR, under: Iterable[Space] = ()) -> dict[str, Label]:
    """The label of every unit: `names` = (name, space) by unit; `under` = spaces with something that is better seen."""
    places = sorted(names.items(), key=lambda one: one[1][1])
    tokens = {unit: _token(space) for unit, (_, space) in places}
    things = [_token(space) for space in under]
    taken: list[Box] = []
    found = {}
    for unit, (name, space) in places:
        others = [box for other, box in tokens.items() if other != unit]
        found[unit] = Label("")
        for text, up, spares in _ways(name):
            box = _box(text, up, space, drawn)
            kept = [*taken, *others, *(things if spares else ())]
            if not any(_meet(box, other) for other in kept):
                found[unit] = Label(text, up)
                taken.append(box)
                break
    return found


def _ways(name: str) -> Iterator[tuple[str, bool, bool]]:
    """(text, above, whether it spares things): best first, the whole name below or above, then ever less of it."""
    yield from ((name, False, True), (name, True, True), (name, False, False))
    for n in range(len(name) - 2, SHORTEST - 1, -1):
        for up in (False, True):
            yield f"{name[:n].rstrip()}…", up, False


def _token(space: Space) -> Box:
    x, y = space[0] * UNIT, space[1] * UNIT
    return x + 3, y + 1, x + UNIT - 3, y + UNIT - 1


def _box(text: str, up: bool, space: Space, drawn: Type) -> Box:
    middle, half = space[0] * UNIT + UNIT / 2, (len(text) * drawn.letter + drawn.outline) / 2
    top, bottom = drawn.above if up else drawn.below
    return middle - half, space[1] * UNIT + top, middle + half, space[1] * UNIT + bottom


def _meet(one: Sequence[float], other: Sequence[float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
