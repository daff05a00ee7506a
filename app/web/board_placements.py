"""What a placement of a terrain would change: told in words and drawn over the bare tile (TR-1 to TR-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from markupsafe import escape

from app.rules.board import Board, Faces, Layout, PlacedTile, layout
from app.rules.geometry import CLOSED_DOOR, OPEN_DOOR, RUBBLE, SIDES, SPACES, TILE, WALL, Border, Space, border_of
from app.rules.terrain import Placement, Printed, with_terrain
from app.web.board_ink import terrain_box
from app.web.board_shapes import ICONS, UNIT, border_runs, door, feature, rubble_path, terrain_rects, trap_path
from app.web.messages_names import counted


def placement_key(way: Placement) -> str:
    """A placement as addresses and classes name it, like `a-N`."""
    return f"{way.face}-{way.edge}"


def told(printed: Printed, tile: PlacedTile | None = None) -> str:
    """Walls, doors and features in words: '9 wall steps, a door, 2 trapped spaces'. With `tile`, its rim apart."""
    walls = [border for border, char in printed.borders if char == WALL]
    doors = Counter(char for _, char in printed.borders if char != WALL)
    outer = [border for border in walls if tile is not None and _on_rim(border, tile)]
    said = []
    if outer:
        said.append(f"{counted(len(outer), 'wall step')} on the tile’s edges")
    inner = len(walls) - len(outer)
    if inner:
        said.append(f"{inner} inside" if outer else counted(inner, "wall step"))
    said += [
        _some(n, word) for char, word in ((CLOSED_DOOR, "closed door"), (OPEN_DOOR, "open door")) if (n := doors[char])
    ]
    features = Counter(char for _, char in printed.spaces)
    said += [_some(n, SPACES[char] if char != RUBBLE else "rubble space") for char, n in features.items()]
    return ", ".join(said) or "nothing"


def _some(n: int, word: str) -> str:
    if n > 1:
        return f"{n} {word}es" if word.endswith("ch") else f"{n} {word}s"
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _on_rim(border: Border, tile: PlacedTile) -> bool:
    x, y, kind = border
    left, top = tile.cell[0] * TILE, tile.cell[1] * TILE
    return y in (top, top + TILE) if kind == "h" else x in (left, left + TILE)


def overlay(faces: Faces, board: Board, bare: PlacedTile, card: str, way: Placement, picked: str) -> str:
    """What laying the terrain `card` so would change, over the drawing of the tile `bare`; shown while it is chosen."""
    laid = with_terrain(bare, card, way.face, way.edge)
    box = terrain_box(faces, laid)
    assert box is not None
    if not way.is_legal:
        marks = "".join(_forbids(space) for space in way.covers)
        return f'<g class="v v-{placement_key(way)}{picked}">{terrain_rects(box, ".5")}{marks}</g>'
    tiles = tuple(laid if tile.cell == laid.cell else tile for tile in board.tiles)
    then = layout(faces, Board(tiles, board.doors))
    left, top, width, height = box
    under = [(x, y) for y in range(top, top + height) for x in range(left, left + width)]
    gone = "".join(f"M{x * UNIT + 3} {y * UNIT + 3}l14 14m0-14l-14 14" for (x, y), _ in way.goes.spaces)
    walls_gone = [border for border, char in way.goes.borders if char == WALL]
    doors_gone = "".join(_cross(border) for border, char in way.goes.borders if char != WALL)
    coming = [border for border, char in way.comes.borders if char == WALL]
    wipe = border_runs(border for border, _ in way.goes.borders)
    return (
        f'<g class="v v-{placement_key(way)}{picked}">{terrain_rects(box, ".86")}{_features(then, under)}'
        f'<path class="wall" d="{border_runs(_staying(then, under, coming))}"/>'
        f'<path class="gone" d="{gone}"/><path class="wipe" d="{wipe}"/>'
        f'<path class="go-w" d="{border_runs(walls_gone)}{doors_gone}"/>'
        f'<path class="come-w" d="{border_runs(coming)}"/>{"".join(_doors(then, under))}</g>'
    )


def _forbids(space: Space) -> str:
    x, y = space[0] * UNIT, space[1] * UNIT
    return f'<path class="forbids flash" d="M{x - 1} {y - 1}h22v22h-22zM{x + 2} {y + 2}l16 16m0-16l-16 16"/>'


def _features(lay: Layout, under: Iterable[Space]) -> str:
    known = [(space, lay.spaces[space]) for space in under]
    traps = "".join(trap_path(space) for space, char in known if char == "^")
    stones = "".join(rubble_path(space) for space, char in known if char == RUBBLE)
    plates = "".join(feature(space, char, "ready", str(escape(SPACES[char]))) for space, char in known if char in ICONS)
    return f'<path class="trap" d="{traps}"/><path class="rub" d="{stones}"/>{plates}'


def _sides(lay: Layout, under: Iterable[Space]) -> Iterator[tuple[Border, str]]:
    for space in under:
        for side in SIDES:
            yield border_of(space, side), lay.own_side(space, side)


def _staying(lay: Layout, under: Iterable[Space], coming: Iterable[Border]) -> set[Border]:
    return {border for border, char in _sides(lay, under) if char == WALL} - set(coming)


def _doors(lay: Layout, under: Iterable[Space]) -> Iterator[str]:
    for border, char in dict(_sides(lay, under)).items():
        if char in (CLOSED_DOOR, OPEN_DOOR):
            yield door(border, char)


def _cross(border: Border) -> str:
    x, y = border[0] * UNIT, border[1] * UNIT
    cx, cy = (x + 10, y) if border[2] == "h" else (x, y + 10)
    return f"M{cx - 5} {cy - 6}l10 12m0-12l-10 12"
