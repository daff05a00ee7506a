"""Rooms that no way leads out of: shut in by walls all round, without a door or an edge to explore (BG-2, EX-1).

Reading: who stands in one is there until something else than a step moves it, so whoever is asked where a unit appears
should know. Tiles print such rooms, and terrains and joins make them.
"""

from __future__ import annotations

from functools import lru_cache

from .geometry import CLOSED_DOOR, SIDES, Space, beyond
from .layouts import Layout, open_edge_spaces


@lru_cache(maxsize=64)
def rooms_without_a_way(layout: Layout, corner_any_wall: bool = False) -> frozenset[Space]:
    """The spaces that one can stand on and that no step, door or unexplored edge leads out of.

    The largest room is none: where all ways are walled off, it is the playing area itself (IP-15). Units and destroyed
    spawn spaces are left aside; `corner_any_wall` as of `Layout.neighbours`.
    """
    rooms = sorted(_rooms(layout, corner_any_wall), key=len)
    ends = ((cell, side) for cell in layout.tiles for side in SIDES if beyond(cell, side) not in layout.tiles)
    out = {space for cell, side in ends for space in open_edge_spaces(layout, cell, side)}
    return frozenset[Space]().union(*(room for room in rooms[:-1] if not room & out))


def _rooms(layout: Layout, corner_any_wall: bool) -> list[set[Space]]:
    """The spaces that one can stand on, those together that steps and closed doors connect."""
    left, found = {space for space in layout.spaces if not layout.is_obstacle(space)}, []
    while left:
        front = [left.pop()]
        room = set(front)
        while front:
            at = front.pop()
            doors = (beyond(at, side) for side in SIDES if layout.side(at, side) == CLOSED_DOOR)
            ahead = left & {*layout.neighbours(at, corner_any_wall), *doors}
            left -= ahead
            room |= ahead
            front += ahead
        found.append(room)
    return found
