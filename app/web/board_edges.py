"""The rim of the playing area: unexplored edges, what hangs on them, and the names of the tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from app.rules.board import PlacedTile, edge_spaces, layout, open_edge_spaces
from app.rules.cards import Book
from app.rules.geometry import SIDES, TILE, Cell, Side, beyond
from app.rules.state import InPlay, State
from app.rules.units import destroyed_spawns
from app.web.board_ink import SPAN, UNIT, corner
from app.web.board_places import tile_name
from app.web.messages import EDGES


@dataclass(frozen=True, slots=True)
class Edge:
    """An unexplored edge of a tile in play: what hangs on it, and where there is a way out over it (EX-1, EX-5).

    `gaps` are runs (first space along the edge, how many) without a wall or a closed door.
    """

    cell: Cell
    side: Side
    gaps: tuple[tuple[int, int], ...] = ()
    environment: InPlay | None = None
    token: str = ""

    @property
    def middle(self) -> int:
        """Where its chevron or environment hangs, in units along the edge."""
        if not self.gaps:
            return SPAN // 2
        first, n = max(self.gaps, key=lambda gap: gap[1])
        return first * UNIT + n * UNIT // 2

    @property
    def key(self) -> str:
        """'x,y,N', as links name it."""
        return f"{self.cell[0]},{self.cell[1]},{self.side}"


def board_edges(book: Book, state: State) -> tuple[Edge, ...]:
    """Every unexplored edge in play, and the explored ones that still hold a token, tile by tile, N, E, S, W."""
    lay = layout(book.faces, state.board)
    cells = {tile.cell for tile in state.board.tiles}
    hanging = {(env.cell, env.edge): env for env in state.environments.values()}
    tokens = {(t.cell, t.edge): name for name, t in (("entry", state.entry), ("exit", state.exit)) if t}
    found = []
    for tile in state.board.tiles:
        for side in SIDES:
            if beyond(tile.cell, side) in cells:
                continue
            ways_out = set(open_edge_spaces(lay, tile.cell, side, destroyed_spawns(state)))
            opened = [space in ways_out for space in edge_spaces(tile.cell, side)]
            where = (tile.cell, side)
            found.append(Edge(*where, _gaps(opened), hanging.get(where), tokens.get(where, "")))
    return tuple(found)


def _gaps(opened: Sequence[bool]) -> tuple[tuple[int, int], ...]:
    gaps: list[tuple[int, int]] = []
    for i, is_open in enumerate(opened):
        if is_open and gaps and sum(gaps[-1]) == i:
            gaps[-1] = (gaps[-1][0], gaps[-1][1] + 1)
        elif is_open:
            gaps.append((i, 1))
    return tuple(gaps)


def along_edge(edge: Edge, along: float, out: float) -> tuple[float, float]:
    """A point `along` the edge and so far `out` of the tile, in units."""
    x, y = corner(edge.cell)
    return {
        "N": (x + along, y - out),
        "S": (x + along, y + SPAN + out),
        "W": (x - out, y + along),
        "E": (x + SPAN + out, y + along),
    }[edge.side]


def edge_mark(book: Book, edge: Edge, tile: PlacedTile, mark: str = "") -> str:
    """The teeth of an edge's gaps, and its chevrons or what hangs on it. `mark`: '', 'legal' or 'illegal'."""
    name, side = tile_name(book, tile), EDGES[edge.side]
    line = "".join(_tooth(edge, first, n) for first, n in edge.gaps)
    teeth = f'<path class="ed" d="{line}"/>' if line else ""
    marked = f'<path class="em {mark}" d="{_tooth(edge, 0, TILE)}"/>' if mark else ""
    hung = ""
    if edge.environment is not None:
        hung += _environment(book, edge, edge.environment, name, side)
    if edge.token:
        hung += _token(edge, name, side)
    if hung:
        return marked + teeth + hung
    shut = "" if edge.gaps else ", walled off"
    title = escape(f"Unexplored edge, {side} of {name}{shut}")
    chevrons = _chevron(edge, 7) + (_chevron(edge, 13) if edge.gaps else "")
    faint = "" if edge.gaps else " shut"
    return (
        f'<g class="edge{faint}" role="img"><title>{title}</title>{marked}{teeth}<path class="ch" d="{chevrons}"/></g>'
    )


def _tooth(edge: Edge, first: int, n: int) -> str:
    (x, y), way = along_edge(edge, first * UNIT, 0), "h" if edge.side in ("N", "S") else "v"
    return f"M{x:g} {y:g}{way}{n * UNIT}"


def _chevron(edge: Edge, out: int) -> str:
    points = (along_edge(edge, edge.middle + d, out + (0 if d else 7)) for d in (-7, 0, 7))
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def _environment(book: Book, edge: Edge, env: InPlay, tile: str, side: str) -> str:
    card = book.environments[env.card]
    most = max(card.countdown or 0, env.charges or 0)
    long, half = 30 + 14 * most, (30 + 14 * most) / 2
    middle = min(max(edge.middle, half - 20), SPAN + 20 - half)
    flat = edge.side in ("N", "S")
    near, far = along_edge(edge, middle - half, 4), along_edge(edge, middle + half, 24)
    x, y = min(near[0], far[0]), min(near[1], far[1])
    w, h = (long, 20) if flat else (20, long)

    def dot(i: int) -> str:
        cx, cy = (x + 32 + 14 * i, y + 10) if flat else (x + 10, y + 32 + 14 * i)
        lit = ' class="on"' if i < (env.charges or 0) else ""
        return f'<circle{lit} cx="{cx:g}" cy="{cy:g}" r="4.6"/>'

    a, b = along_edge(edge, middle, 0), along_edge(edge, middle, 5)
    charges = "" if env.charges is None else f", {env.charges} charge{'' if env.charges == 1 else 's'} left"
    title = escape(f"Environment {card.name} on {tile}, hangs at its {side} edge{charges}")
    icon = (x + 5, y + 2.5) if flat else (x + 2.5, y + 5)
    return (
        f'<g class="env" role="img"><title>{title}</title><path class="lk" d="M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}"/>'
        f'<rect x="{x:g}" y="{y:g}" width="{w}" height="{h}" rx="4"/>'
        f'<use href="#i-env" x="{icon[0]:g}" y="{icon[1]:g}" width="15" height="15"/>'
        f"{''.join(map(dot, range(most)))}</g>"
    )


def _token(edge: Edge, tile: str, side: str) -> str:
    along = edge.middle
    if edge.environment is not None:
        along += 60 if along < SPAN // 2 else -60
    x, y = along_edge(edge, along, 13)
    arrow = {"N": 270, "E": 0, "S": 90, "W": 180}[edge.side] + (180 if edge.token == "entry" else 0)
    title = escape(f"{edge.token.capitalize()} token on the {side} edge of {tile}")
    return (
        f'<g class="tok {edge.token}" role="img"><title>{title}</title>'
        f'<rect x="{x - 10:g}" y="{y - 10:g}" width="20" height="20" rx="3"/>'
        f'<path d="M-5 0h9M0-4.5L4.5 0 0 4.5" transform="translate({x:g} {y:g}) rotate({arrow % 360})"/></g>'
    )


def names_layer(book: Book, state: State, edges: Iterable[Edge]) -> str:
    """The name of each tile beside it, out of the way of what hangs there; inside where tiles lie all around."""
    at = {(edge.cell, edge.side): edge for edge in edges}
    cells = {tile.cell for tile in state.board.tiles}
    words = []
    for tile in state.board.tiles:
        x, y = corner(tile.cell)
        above = beyond(tile.cell, "N") not in cells
        below = beyond(tile.cell, "S") not in cells
        edge = at.get((tile.cell, "N" if above else "S"))
        right = edge is not None and edge.middle < SPAN // 2
        line = y - 10 if above else y + SPAN + 18 if below else y + 15
        side = ' class="e"' if right else ""
        words.append(
            f'<text{side} x="{x + SPAN - 2 if right else x + 2}" y="{line}">{escape(tile_name(book, tile))}</text>'
        )
    return "".join(words)
