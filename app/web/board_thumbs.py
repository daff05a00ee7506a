"""The small drawing of one placement of a terrain, and what is printed on each of its faces in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from markupsafe import Markup

from app.rules.board import Board, Layout, PlacedTile, layout, lying, within
from app.rules.geometry import (
    CHAPTER,
    CLOSED_DOOR,
    OPEN_DOOR,
    RUBBLE,
    SIDES,
    SPACES,
    SPAWN,
    TILE,
    WALL,
    Border,
    Drawing,
    Space,
    border_of,
)
from app.rules.placed import Faces
from app.rules.terrain import Placement, with_terrain
from app.web.board_ink import terrain_box
from app.web.messages_names import counted, listed

PLAIN = (".", " ", "")
TRAP = "^"


def thumb(faces: Faces, board: Board, tile: PlacedTile, card: str, way: Placement) -> Markup:
    """The tile as ten by ten units: the terrain with its walls, doors and features, and the spaces that forbid it.

    Rubble is a filled triangle, a trapped space a cross, an action space or barrel an open square; doors are brass.
    """
    laid = with_terrain(tile, card, way.face, way.edge)
    box = terrain_box(faces, laid)
    assert box is not None
    left, top, w, h = box
    under = [(x, y) for y in range(top, top + h) for x in range(left, left + w)]
    then = layout(faces, Board(tuple(laid if one.cell == laid.cell else one for one in board.tiles), board.doors))
    at = within((left, top))
    lines = dict(_sides(then, under))
    origin = (tile.cell[0] * TILE, tile.cell[1] * TILE)
    walls = _runs((border for border, char in lines.items() if char == WALL), origin)
    doors = _runs((border for border, char in lines.items() if char in (CLOSED_DOOR, OPEN_DOOR)), origin)
    brass = f'<path class="d" d="{doors}"/>' if doors else ""
    marks = "".join(_mark(within(space), then.spaces[space]) for space in under)
    dots = "".join(
        f'<circle class="{"l" if char == CHAPTER else "s"}" cx="{x + 0.5}" cy="{y + 0.5}" r=".75"/>'
        for (x, y), char in lying(faces, tile).squares()
        if char in (CHAPTER, SPAWN)
    )
    return Markup(
        f'<svg viewBox="-.5 -.5 11 11" aria-hidden="true"><rect class="t" width="10" height="10"/>'
        f'<rect class="r" x="{at[0]}" y="{at[1]}" width="{w}" height="{h}"/>{marks}<path d="{walls}"/>'
        f"{brass}{dots}</svg>"
    )


def _sides(lay: Layout, under: Iterable[Space]) -> Iterator[tuple[Border, str]]:
    for space in under:
        for side in SIDES:
            yield border_of(space, side), lay.own_side(space, side)


def _runs(borders: Iterable[Border], origin: Space) -> str:
    """Path data of borders, in spaces from the corner of their tile."""
    return "".join(f"M{x - origin[0]} {y - origin[1]}{'h1' if kind == 'h' else 'v1'}" for x, y, kind in sorted(borders))


def _mark(space: Space, char: str) -> str:
    x, y = space
    if char == RUBBLE:
        return f'<path class="q" d="M{x + 0.1} {y + 0.9}l.4-.8.4.8z"/>'
    if char == TRAP:
        return f'<path class="x" d="M{x + 0.2} {y + 0.2}l.6.6m0-.6l-.6.6"/>'
    if char in PLAIN or char in (CHAPTER, SPAWN):
        return ""
    return f'<rect class="f" x="{x + 0.15}" y="{y + 0.15}" width=".7" height=".7"/>'


def face_words(drawing: Drawing) -> str:
    """What a face prints: 'a chest, a closed door, 9 wall steps more'; its two long walls are on every face."""
    inside = drawing_walls(drawing) - drawing.width - drawing.height
    said = things_on(drawing)
    said += [f"{counted(inside, 'wall step')} more"] if inside > 0 else []
    return listed(said) if said else "open floor"


def things_on(drawing: Drawing) -> list[str]:
    """The spaces that are no plain floor and the doors of a drawing, each kind counted in words."""
    spaces = Counter(char for _, char in drawing.squares() if char not in PLAIN)
    lines = Counter(char for _, char in drawing.borders())
    said = [_some(n, "rubble space" if char == RUBBLE else SPACES[char]) for char, n in spaces.items()]
    for char, word in ((CLOSED_DOOR, "closed door"), (OPEN_DOOR, "open door")):
        said += [_some(lines[char], word)] if lines[char] else []
    return said


def drawing_walls(drawing: Drawing) -> int:
    """How many wall steps a drawing has."""
    return sum(char == WALL for _, char in drawing.borders())


def _some(n: int, word: str) -> str:
    if n > 1:
        return f"{n} {word}es" if word.endswith("ch") else f"{n} {word}s"
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
