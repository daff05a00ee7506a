"""Map tiles and terrains of a pack: what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import app.packs
from app.packs import PackError, load_pack
from tests.packs.example import PackFolder

BUILTIN = Path(app.packs.__file__).parent / "builtin"
TILES = (BUILTIN / "tiles.txt").read_text("utf-8")
TERRAINS = (BUILTIN / "terrains.txt").read_text("utf-8")


def section(text: str, id: str) -> str:
    """One section of a map file."""
    start = text.index(f"[{id}]")
    end = text.find("\n[", start)
    return text[start : end if end > 0 else len(text)] + "\n"


TILE_A, TILE_B = section(TILES, "01a"), section(TILES, "01b")
TERRAIN_A, TERRAIN_B = section(TERRAINS, "T01a"), section(TERRAINS, "T01b")


def drawn(side: int) -> str:
    """An empty tile with walls all round."""
    rim = "+" + "-+" * side
    row = "|" + " ".join("." * side) + "|"
    gap = "+" + " " * (2 * side - 1) + "+"
    return "\n".join([rim, *f"\n{gap}\n".join([row] * side).split("\n"), rim])


def small(id: str, side: int) -> str:
    return f"[{id}] Cupboard\nsymbol: N\nmap:\n{drawn(side)}\n\n"


def said(folder: Path) -> list[str]:
    with pytest.raises(PackError) as refused:
        load_pack(folder)
    return [str(problem) for problem in refused.value.problems]


def test_a_pack_with_one_tile_and_one_terrain(pack_folder: PackFolder) -> None:
    book = load_pack(pack_folder({"tiles.txt": TILE_A + TILE_B, "terrains.txt": TERRAIN_A + TERRAIN_B}))
    assert list(book.tiles) == ["01a", "01b"]
    assert (book.tiles["01a"].name, book.tiles["01a"].symbol) == ("The Winding Yard", "S")
    assert (book.tiles["01a"].moods, book.tiles["01a"].endgame) == (("asteroid",), False)
    assert [(face.id, face.end) for face in book.terrains.values()] == [("T01a", "R"), ("T01b", "L")]


@pytest.mark.parametrize("side", [3, 6])
def test_tiles_that_a_terrain_would_cover_are_refused(pack_folder: PackFolder, side: int) -> None:
    folder = pack_folder({"tiles.txt": small("01a", side) + small("01b", side)})
    assert said(folder)[:2] == [
        f"tiles.txt: {id}: map: a map tile with a side of {side} spaces; 7 at least (TR-2)" for id in ("01a", "01b")
    ]


def test_tiles_of_another_size_are_refused(pack_folder: PackFolder) -> None:
    found = said(pack_folder({"tiles.txt": small("01a", 9) + small("01b", 9)}))
    assert found[0].startswith("tiles.txt: 01a: map: line ")


@pytest.mark.parametrize(
    ("file", "text", "problem"),
    [
        ("tiles.txt", TILE_A, "tiles.txt: 01a: its other side, 01b, is missing"),
        (
            "tiles.txt",
            TILE_A.replace("symbol: S", "symbol: Q") + TILE_B,
            "tiles.txt: 01a: symbol: unknown 'Q': one of N, E, S, W",
        ),
        ("tiles.txt", TILE_A.replace("symbol: S\n", "") + TILE_B, "tiles.txt: 01a: 'symbol' is missing"),
        (
            "tiles.txt",
            TILE_A.replace("moods:", "mood:") + TILE_B,
            "tiles.txt: 01a: unknown key 'mood': one of moods, symbol, sealed, flags, note",
        ),
        (
            "tiles.txt",
            TILE_A.replace("symbol: S", "symbol: S\nflags: final") + TILE_B,
            "tiles.txt: 01a: flags: unknown 'final': one of endgame, no-terrain, no-terrain-R, no-terrain-L",
        ),
        (
            "tiles.txt",
            TILE_A.replace("symbol: S", "symbol: S\nsealed: k1") + TILE_B,
            "tiles.txt: 01a: sealed: names a space that the tile does not have",
        ),
        (
            "tiles.txt",
            TILE_A.replace("[01a]", "[1a]") + TILE_B,
            "tiles.txt: 1a: an id here looks like this: [0-9]{2}[ab]|E[0-9]",
        ),
        (
            "tiles.txt",
            TILE_A.replace("Winding Yard", "Winding\x1b[31m Yard") + TILE_B,
            "tiles.txt: 01a: name: must be one line of 80 characters at most, without control characters",
        ),
        ("tiles.txt", TILE_A + TILE_A, f"tiles.txt: line {TILE_A.count(chr(10)) + 1}: [01a] is there twice"),
        ("terrains.txt", TERRAIN_A, "terrains.txt: T01a: its other side, T01b, is missing"),
        (
            "terrains.txt",
            TERRAIN_A.replace("end: R", "end: L") + TERRAIN_B,
            "terrains.txt: T01a: map: the north side and the west side must be walls (TR-2)",
        ),
        (
            "terrains.txt",
            TERRAIN_A.replace("#", "S", 1) + TERRAIN_B,
            "terrains.txt: T01a: map: a terrain has no spawn space (TR-3)",
        ),
        (
            "terrains.txt",
            TERRAIN_A.replace("#", "*", 1) + TERRAIN_B,
            "terrains.txt: T01a: map: a terrain has no chapter space (TR-3)",
        ),
    ],
)
def test_a_broken_map_is_refused_and_says_where(pack_folder: PackFolder, file: str, text: str, problem: str) -> None:
    assert problem in said(pack_folder({file: text}))


def test_a_drawing_with_a_slip_names_line_and_column(pack_folder: PackFolder) -> None:
    found = said(pack_folder({"tiles.txt": TILE_A.replace("L", "Q", 1) + TILE_B}))
    assert found[0].startswith("tiles.txt: 01a: map: line 14, column 4: 'Q' cannot be the space b5: should be ")
