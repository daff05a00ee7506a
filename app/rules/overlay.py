"""Laying a terrain on a map tile: where it lies (TR-2) and what it overrides (TR-5), on drawings alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

from .geometry import SIDES, TERRAIN, TILE, Drawing, Side, Space, turned

End = Literal["R", "L"]
"""At which end of a terrain's long wall its short wall is, seen from inside facing the long one (TR-2)."""

SHORT_WALL: Final[Mapping[tuple[End, Side], Side]] = MappingProxyType(
    {
        ("R", "N"): "E",
        ("R", "E"): "S",
        ("R", "S"): "W",
        ("R", "W"): "N",
        ("L", "N"): "W",
        ("L", "E"): "N",
        ("L", "S"): "E",
        ("L", "W"): "S",
    }
)
"""The tile edge that the short wall lies on, by end and by the edge chosen for the long wall (TR-2)."""


def corner_of(end: End, edge: Side, size: int = TILE) -> Space:
    """The top left space of a terrain with its long wall on `edge`, on a tile `size` spaces wide (TR-2)."""
    long, deep = TERRAIN
    width, height = (long, deep) if edge in ("N", "S") else (deep, long)
    sides = (edge, SHORT_WALL[end, edge])
    return (0 if "W" in sides else size - width), (0 if "N" in sides else size - height)


@lru_cache(maxsize=8)
def covered(end: End, edge: Side) -> frozenset[Space]:
    """The 24 spaces, counted from the top left of a tile as it lies, that a terrain on `edge` covers."""
    left, top = corner_of(end, edge)
    long, deep = TERRAIN
    width, height = (long, deep) if edge in ("N", "S") else (deep, long)
    return frozenset((x, y) for y in range(top, top + height) for x in range(left, left + width))


@lru_cache(maxsize=4096)
def overlaid(tile: Drawing, terrain: Drawing, end: End, edge: Side) -> Drawing:
    """The tile, as it lies, with the terrain on one of its edges (TR-5).

    `terrain` is drawn with its long wall to the north. Its spaces, the borders inside it and those on its rim
    take the place of the tile's; nothing else changes.
    """
    lying = turned(terrain, SIDES.index(edge))
    left, top = corner_of(end, edge, tile.width)
    return Drawing(
        width=tile.width,
        height=tile.height,
        spaces=_patched(tile.spaces, lying.spaces, left, top),
        horizontal=_patched(tile.horizontal, lying.horizontal, left, top),
        vertical=_patched(tile.vertical, lying.vertical, left, top),
    )


def _patched(rows: tuple[str, ...], patch: tuple[str, ...], left: int, top: int) -> tuple[str, ...]:
    out = list(rows)
    for y, new in enumerate(patch, start=top):
        out[y] = out[y][:left] + new + out[y][left + len(new) :]
    return tuple(out)
