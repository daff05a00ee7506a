"""Lines of sight, in whole numbers only, so that they are exact and the same from both ends (BG-3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from .board import Layout
from .geometry import CLOSED_DOOR, NOTHING, PASSABLE, RUBBLE, Side, Space, beyond

Crossing = Literal["across", "along", "corner"]
"""How a line leaves a space: over its east or west side, its north or south side, or through a corner."""


@dataclass(frozen=True, slots=True)
class Blocker:
    """The first thing in the way of a line, looking from the one end."""

    kind: Literal["wall", "closed door", "rubble", "empty ground", "corner"]
    """`corner`: the line is stopped in a point where spaces meet."""
    leaving: Space
    """The last space that is seen."""
    entering: Space
    """The space after it; for rubble the rubble itself."""


def sees(layout: Layout, a: Space, b: Space, corner_blocked: bool = False) -> bool:
    """Whether there is sight between the centres of two spaces; KeyError if `a` is not on the board (BG-3).

    `corner_blocked`: touching a corner of something that blocks sight blocks it too (setting `sight_corner`).
    """
    return blocker(layout, a, b, corner_blocked) is None


def seen(layout: Layout, a: Space, spaces: Iterable[Space], corner_blocked: bool = False) -> tuple[Space, ...]:
    """Those of the spaces that there is sight to from `a`."""
    return tuple(b for b in spaces if sees(layout, a, b, corner_blocked))


def blocker(
    layout: Layout, a: Space, b: Space, corner_blocked: bool = False, *, past_corners: bool = False
) -> Blocker | None:
    """The first thing that blocks sight from `a` to `b`, None if nothing does (BG-3).

    Walls, closed doors, rubble and ground without a tile block; action spaces and units do not, and neither
    do the two end spaces themselves. Readings for a line through a corner point: where walls (or missing
    tiles) lie on both ways round, it is blocked, so a straight wall or a bend stops it and the free end of
    a wall does not; two rubble spaces that meet there do not stop it. `past_corners` = only a straight wall
    stops it there, no bend (of attacks that say so).
    """
    if a not in layout.spaces:
        raise KeyError(a)
    east_west: Side = "E" if b[0] > a[0] else "W"
    north_south: Side = "S" if b[1] > a[1] else "N"
    space = a
    for crossing in _crossings(abs(b[0] - a[0]), abs(b[1] - a[1])):
        if crossing == "corner":
            ahead = beyond(beyond(space, east_west), north_south)
            stopped = _wall_runs_through if past_corners else _corner_stops
            if stopped(layout, space, east_west, north_south, corner_blocked):
                return Blocker("corner", space, ahead)
        else:
            side = east_west if crossing == "across" else north_south
            ahead, between = beyond(space, side), layout.side(space, side)
            if between == NOTHING:
                return Blocker("empty ground", space, ahead)
            if between not in PASSABLE:
                return Blocker("closed door" if between == CLOSED_DOOR else "wall", space, ahead)
        if ahead != b and layout.spaces[ahead] == RUBBLE:
            return Blocker("rubble", space, ahead)
        space = ahead
    return None


@lru_cache(maxsize=4096)
def _crossings(width: int, height: int) -> tuple[Crossing, ...]:
    """How the line from the centre of one space to that of another, so many columns and rows away, runs.

    It meets the i-th border across at (2i - 1) / 2 width of its length, the j-th along at (2j - 1) / 2
    height.
    """
    found: list[Crossing] = []
    i = j = 1
    while i <= width or j <= height:
        across, along = (2 * i - 1) * height, (2 * j - 1) * width
        if i <= width and j <= height and across == along:
            found.append("corner")
            i, j = i + 1, j + 1
        elif j > height or (i <= width and across < along):
            found.append("across")
            i += 1
        else:
            found.append("along")
            j += 1
    return tuple(found)


def _corner_stops(layout: Layout, space: Space, east_west: Side, north_south: Side, corner_blocked: bool) -> bool:
    """Whether a line that leaves a space exactly through its corner is stopped there."""
    ways = ((east_west, north_south), (north_south, east_west))
    if not corner_blocked:
        return all(not _way_is_open(layout, space, first, then) for first, then in ways)
    return any(
        not _way_is_open(layout, space, first, then) or layout.spaces[beyond(space, first)] == RUBBLE
        for first, then in ways
    )


def _wall_runs_through(layout: Layout, space: Space, east_west: Side, north_south: Side, _: bool) -> bool:
    """Whether a wall runs straight through the corner of a space, to both sides of it."""
    beside, beyond_it = beyond(space, east_west), beyond(space, north_south)
    upright = (layout.side(space, east_west), layout.side(beyond_it, east_west))
    level = (layout.side(space, north_south), layout.side(beside, north_south))
    return any(all(side not in PASSABLE for side in wall) for wall in (upright, level))


def _way_is_open(layout: Layout, space: Space, first: Side, then: Side) -> bool:
    """Whether one can go round a corner this way, as far as walls, closed doors and missing tiles go."""
    return layout.side(space, first) in PASSABLE and layout.side(beyond(space, first), then) in PASSABLE
