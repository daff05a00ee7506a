"""The board in one import: what lies on it, its edges, the layout that follows from it, and walks.

`placed` map tiles, terrains and doors; `edges` exploring, joining, scrolling (EX-1 to EX-5, EN-3); `layouts`
spaces, borders and adjacency (BG-2, BG-8, TR-5, TR-6); `walking` reach and paths.
"""

from .edges import closed_edges, edge_spaces, joining, scrolled_away, unexplored_edges
from .layouts import OBSTACLES, Layout, closed_door_spaces, layout, open_edge_spaces
from .placed import (
    Board,
    Face,
    Faces,
    PlacedTerrain,
    PlacedTile,
    border_at,
    border_key,
    cell_of,
    doors_lost,
    lying,
    within,
    without,
)
from .walking import Spread, StepCost, Ways, path, reach, spread_from

__all__ = [
    "closed_door_spaces",
    "OBSTACLES",
    "Board",
    "Face",
    "Faces",
    "Layout",
    "PlacedTerrain",
    "PlacedTile",
    "Spread",
    "StepCost",
    "Ways",
    "border_at",
    "border_key",
    "cell_of",
    "closed_edges",
    "doors_lost",
    "edge_spaces",
    "joining",
    "layout",
    "lying",
    "open_edge_spaces",
    "path",
    "reach",
    "scrolled_away",
    "spread_from",
    "unexplored_edges",
    "within",
    "without",
]
