"""The shapes on a map tile: terrain, traps, rubble, features, walls and doors, each by its figures.

One space is 20 units wide; coordinates are those of the lattice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from app.rules.geometry import CHAPTER, CLOSED_DOOR, SPAWN, TILE, Border, Cell, Space

UNIT: Final = 20
"""Units of the drawing to a space."""
SPAN: Final = UNIT * TILE
"""Units of the drawing to a map tile."""
ICONS: Final[Mapping[str, str]] = {
    "C": "chest",
    "W": "bench",
    "R": "recharge",
    "E": "event",
    "L": "lever",
    "B": "barrel",
    CHAPTER: "lamp",
    SPAWN: "nest",
}
"""The icon of each feature, by its character on a drawing."""


def corner(cell: Cell) -> Space:
    """The top left corner of a tile in units of the drawing."""
    return cell[0] * SPAN, cell[1] * SPAN


def terrain_rects(box: tuple[int, int, int, int], opacity: str = "") -> str:
    """Ground, hatching and dashed rim of a terrain that covers `box` (left, top, width, height in spaces)."""
    x, y, w, h = (value * UNIT for value in box)
    area = f'x="{x}" y="{y}" width="{w}" height="{h}"'
    see_through = f' opacity="{opacity}"' if opacity else ""
    return (
        f'<rect class="tf" {area}{see_through}/><rect fill="url(#hatch)" {area}/>'
        f'<rect class="tb" x="{x + 2}" y="{y + 2}" width="{w - 4}" height="{h - 4}"/>'
    )


def trap_path(space: Space) -> str:
    """Path data of the four teeth of a trapped space."""
    x, y = space[0] * UNIT, space[1] * UNIT
    return f"M{x + 2} {y + 2}h6l-6 6zM{x + 18} {y + 2}v6l-6-6zM{x + 18} {y + 18}h-6l6-6zM{x + 2} {y + 18}v-6l6 6z"


def rubble_path(space: Space) -> str:
    """Path data of three stones."""
    x, y = space[0] * UNIT, space[1] * UNIT
    return f"M{x + 2} {y + 17}l1-7 5-2 3 4-1 5zM{x + 11} {y + 17}l1-5 4-2 2 3v4zM{x + 7} {y + 7}l3-5 5 1 1 5-5 2z"


def feature(space: Space, char: str, state: str, title: str) -> str:
    """One feature: a square plate for action spaces, a round one for chapter and spawn spaces."""
    x, y = space[0] * UNIT, space[1] * UNIT
    icon = ICONS[char]
    gone = f'<path class="done" d="M{x + 3} {y + 17}l14-14"/>' if state in ("used", "destroyed") else ""
    if char in (CHAPTER, SPAWN):
        kind = "story" if char == CHAPTER else "nest"
        state_class = {"lit": "lit", "not lit": "off", "destroyed": "used"}.get(state, "ready")
        size = 13.2 if char == CHAPTER else 14.4
        rays = (
            f'<path class="rays" d="M{x + 10} {y - 1}v22M{x - 1} {y + 10}h22'
            f'M{x + 2} {y + 2}l16 16M{x + 18} {y + 2}l-16 16"/>'
            if state == "lit"
            else ""
        )
        inner = (
            f'{rays}<circle cx="{x + 10}" cy="{y + 10}" r="8.6"/><use href="#i-{icon}" '
            f'x="{x + 10 - size / 2:g}" y="{y + 10 - size / 2:g}" width="{size}" height="{size}"/>'
        )
        return f'<g class="ft {kind} {state_class}" role="img"><title>{title}</title>{inner}{gone}</g>'
    state_class = "ready" if state == "ready" else "used"
    return (
        f'<g class="ft {state_class}" role="img"><title>{title}</title>'
        f'<rect x="{x + 1.5}" y="{y + 1.5}" width="17" height="17" rx="3.5"/>'
        f'<use href="#i-{icon}" x="{x + 3}" y="{y + 3}" width="14" height="14"/>{gone}</g>'
    )


def border_runs(borders: Iterable[Border]) -> str:
    """Path data of borders, neighbouring ones in one stroke: 'M0 0h80M0 0v60'."""
    known = tuple(borders)
    rows = sorted((y, x) for x, y, kind in known if kind == "h")
    columns = sorted((x, y) for x, y, kind in known if kind == "v")
    across = "".join(f"M{start * UNIT} {line * UNIT}h{n * UNIT}" for line, start, n in _runs(rows))
    down = "".join(f"M{line * UNIT} {start * UNIT}v{n * UNIT}" for line, start, n in _runs(columns))
    return across + down


def _runs(ordered: list[tuple[int, int]]) -> Iterable[tuple[int, int, int]]:
    """(line, first, how many) of neighbouring places on the same line."""
    at = 0
    while at < len(ordered):
        line, first = ordered[at]
        n = 1
        while at + n < len(ordered) and ordered[at + n] == (line, first + n):
            n += 1
        yield line, first, n
        at += n


def door(border: Border, char: str) -> str:
    """A door: two brass leaves when closed, a leaf that stands open between its posts otherwise."""
    x, y = border[0] * UNIT, border[1] * UNIT
    flat = border[2] == "h"
    if char == CLOSED_DOOR:
        box = (x + 1, y - 3, 18, 6) if flat else (x - 3, y + 1, 6, 18)
        line = f"M{x + 10} {y - 3}v6" if flat else f"M{x - 3} {y + 10}h6"
        rect = f'<rect x="{box[0]}" y="{box[1]}" width="{box[2]}" height="{box[3]}" rx="1.5"/>'
        return f'<g class="door closed">{rect}<path d="{line}"/></g>'
    posts = (
        f"M{x} {y - 4}v8M{x + 20} {y - 4}v8M{x} {y}l9 14" if flat else f"M{x - 4} {y}h8M{x - 4} {y + 20}h8M{x} {y}l14 9"
    )
    return f'<g class="door open"><path d="{posts}"/></g>'
