"""Open steps as bit sets: one whole number holds a set of spaces, so a step of all of them is a few shifts.

A walk of eight steps over four map tiles looks at some two thousand pairs of spaces; this way it is some
hundred operations on whole numbers of a few hundred bits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from typing import Final, TypeVar

from .geometry import Space

Thing = TypeVar("Thing")
#: Cells from one end of the board to the other at most: a lattice holds every space in between, tiles or not.
SPREAD: Final = 40
_TRUTH: Final = bytes.maketrans(b"01", b"\0\1")

COMPASS: Final[tuple[Space, ...]] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight neighbours, clockwise from north."""


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """The rectangle of spaces that holds every tile, numbered row by row.

    One column more than the tiles are wide, so that a shift never runs from the end of a row into the next.
    """

    left: int
    top: int
    stride: int
    order: tuple[Space, ...]
    """The space of each bit."""

    def bit(self, space: Space) -> int:
        """The number of a space's bit. Only for spaces of the rectangle."""
        return (space[1] - self.top) * self.stride + space[0] - self.left

    def bits(self, spaces: Iterable[Space], among: Mapping[Space, object]) -> int:
        """The set of those spaces that are `among` the spaces in play."""
        found = 0
        for space in spaces:
            if space in among:
                found |= 1 << self.bit(space)
        return found

    def spaces(self, bits: int) -> Iterator[Space]:
        """The spaces of a set, row by row."""
        return compress(self.order, _each_bit(bits))

    def things(self, bits: int, order: Sequence[Thing]) -> Iterator[Thing]:
        """Of things in the order of the spaces those at the spaces of a set."""
        return compress(order, _each_bit(bits))

    def shifted(self, bits: int, step: Space) -> int:
        """The set moved by one step of COMPASS."""
        distance = step[1] * self.stride + step[0]
        return bits << distance if distance > 0 else bits >> -distance


def _each_bit(bits: int) -> bytes:
    """0 or 1 for each bit, the lowest first."""
    return bin(bits)[:1:-1].encode().translate(_TRUTH)


def is_too_wide(cells: Collection[Space]) -> bool:
    """Whether tiles in those cells lie farther apart than SPREAD."""
    columns, rows = {x for x, _ in cells}, {y for _, y in cells}
    return any(max(line) - min(line) > SPREAD for line in (columns, rows) if line)


@lru_cache(maxsize=64)
def lattice_around(cells: tuple[Space, ...], size: int) -> Lattice:
    """The lattice around tiles of `size` x `size` spaces in those cells; an empty one if there are none."""
    if not cells:
        return Lattice(0, 0, 1, ())
    left, top = (min(cell[axis] for cell in cells) * size for axis in (0, 1))
    right, bottom = ((max(cell[axis] for cell in cells) + 1) * size for axis in (0, 1))
    order = tuple((x, y) for y in range(top, bottom) for x in range(left, right + 1))
    return Lattice(left, top, right - left + 1, order)


@dataclass(frozen=True, slots=True)
class Steps:
    """Which of the eight steps are open from which spaces, obstacles aside (BG-2)."""

    lattice: Lattice
    open: tuple[int, ...]
    """For each step of COMPASS, the set of spaces from which it is open."""

    def from_all(self, bits: int) -> int:
        """Every space that is one open step away from a space of the set."""
        north, north_east, east, south_east, south, south_west, west, north_west = self.open
        down = self.lattice.stride
        return (
            (bits & north) >> down
            | (bits & north_east) >> (down - 1)
            | (bits & east) << 1
            | (bits & south_east) << (down + 1)
            | (bits & south) << down
            | (bits & south_west) << (down - 1)
            | (bits & west) >> 1
            | (bits & north_west) >> (down + 1)
        )

    def from_one(self, space: Space) -> tuple[Space, ...]:
        """The spaces one open step away, clockwise from north."""
        bit, (x, y) = self.lattice.bit(space), space
        steps = zip(COMPASS, self.open, strict=True)
        return tuple((x + dx, y + dy) for (dx, dy), source in steps if source >> bit & 1)


def open_steps(lattice: Lattice, east: int, south: int, corner_any_wall: bool) -> Steps:
    """The eight steps, from the spaces whose east and whose south side is open.

    A diagonal needs one open way round its corner, with `corner_any_wall` both (BG-2, `diagonal_corner`).
    Where a way round leads over ground without a tile, it is not open (Reading).
    """
    down, right = lattice.stride, 1
    west, north = east << right, south << down
    # The two ways to the south-east and to the north-east: along and then across, or across and then along.
    south_east = (east & south >> right, south & east >> down)
    north_east = (east & north >> right, north & east << down)
    se, ne = ((a & b) if corner_any_wall else (a | b) for a, b in (south_east, north_east))
    nw, sw = se << (down + right), ne >> (down - right)
    return Steps(lattice, (north, ne, east, se, south, sw, west, nw))
