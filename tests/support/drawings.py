"""Random drawings and boards for hypothesis, sparse so that they shrink to something one can look at."""

from __future__ import annotations

from hypothesis import strategies as st

from app.rules.board import Board, Faces, PlacedTerrain, PlacedTile
from app.rules.geometry import SIDES, TILE, Border, Drawing
from tests.support.maps import drawn

CELLS = [(0, 0), (1, 0), (0, 1), (1, 1)]


@st.composite
def borders_in(draw: st.DrawFn, width: int, height: int) -> Border:
    kind = draw(st.sampled_from("hv"))
    x = draw(st.integers(0, width if kind == "v" else width - 1))
    y = draw(st.integers(0, height if kind == "h" else height - 1))
    return x, y, kind


@st.composite
def drawings(draw: st.DrawFn, width: int = TILE, height: int = TILE) -> Drawing:
    """Floor with some walls and doors, and some spaces that are not floor."""
    borders = draw(st.dictionaries(borders_in(width, height), st.sampled_from("##=/"), max_size=60))
    spot = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    spaces = draw(st.dictionaries(spot, st.sampled_from("##^CWRELB*S"), max_size=20))
    return drawn(borders, spaces, width, height)


@st.composite
def boards(draw: st.DrawFn) -> tuple[Faces, Board]:
    """One to four tiles around a point, turned, some with a terrain, some doors changed."""
    faces = Faces(
        tiles={f"{n}a": draw(drawings()) for n in range(2)},
        terrains={"Ta": draw(drawings(6, 4))},
        symbols={"0a": "N", "1a": "N"},
        ends={"Ta": draw(st.sampled_from(("R", "L")))},
    )
    cells = draw(st.lists(st.sampled_from(CELLS), min_size=1, max_size=4, unique=True))
    tiles = []
    for cx, cy in cells:
        edge = draw(st.sampled_from((None, *SIDES)))
        terrain = PlacedTerrain("T", "a", edge) if edge else None
        name = draw(st.sampled_from("01"))
        tiles.append(PlacedTile(name, "a", (cx - 1, cy - 1), draw(st.integers(0, 3)), terrain))
    door = borders_in(20, 20).map(lambda b: f"{b[0] - 10},{b[1] - 10},{b[2]}")
    doors = draw(st.dictionaries(door, st.sampled_from(" =/"), max_size=6))
    return faces, Board(tuple(tiles), doors)
