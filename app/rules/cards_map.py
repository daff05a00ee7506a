"""Faces of map tiles and terrains, as they are drawn (EX-1, TR-2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .geometry import Drawing, Side


@dataclass(frozen=True, slots=True)
class TileFace:
    """One face of a map tile, as drawn; `symbol` is the edge with the direction symbol (EX-1)."""

    id: str
    name: str
    drawing: Drawing
    symbol: Side
    moods: tuple[str, ...] = ()
    endgame: bool = False


@dataclass(frozen=True, slots=True)
class TerrainFace:
    """One face of a terrain, as drawn with its long wall to the north; `end` = where the short wall is (TR-2)."""

    id: str
    name: str
    drawing: Drawing
    end: Literal["R", "L"]
