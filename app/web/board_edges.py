"""The rim of the playing area: unexplored edges, what hangs on them, and the names of the tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from app.rules.board import PlacedTile, edge_spaces, layout, open_edge_spaces
from app.rules.cards import Book
from app.rules.geometry import SIDES, TILE, Cell, Side, beyond
from app.rules.state import InPlay, State
from app.rules.units import destroyed_spawns
from app.web.board_places import tile_name
from app.web.board_shapes import SPAN, UNIT, corner
from app.web.messages_names import EDGES

PIP: Final = 12
"""Units from one charge of an environment to the next."""
WIDTHS: Final = {
    **dict.fromkeys("ijlIJ'’., ", 3.5),
    **dict.fromkeys("frst-", 5.4),
    **dict.fromkeys("acekvxyz", 7.1),
    **dict.fromkeys("bdghnopqu", 7.9),
    **dict.fromkeys("BEFLPRS", 7.7),
    **dict.fromkeys("ACKTVXYZ", 9.1),
    **dict.fromkeys("mMW", 13.3),
    **dict.fromkeys("wOQ…", 10.5),
}
"""Units that letters of the display font take at most in 13 units; other capitals 9.7, the rest 7.9."""


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
    def token_at(self) -> int:
        """Where its entry or exit token lies, in units along the edge: out of the way of an environment."""
        if self.environment is None:
            return self.middle
        return SPAN - 12 if self.middle <= SPAN // 2 else 12

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


def _tag(book: Book, edge: Edge, env: InPlay) -> tuple[float, float, int]:
    """Where the tag of an environment begins along its edge, how long it is, and how many pips it has.

    It keeps to the nearer end of the edge, so that the tile's name finds room beside it.
    """
    pips = max(book.environments[env.card].countdown or 0, env.charges or 0)
    long = 28 + PIP * pips
    if edge.middle <= SPAN // 2:
        return max(min(edge.middle - long / 2, 0), edge.middle - long + 6, -20), long, pips
    return min(max(edge.middle - long / 2, SPAN - long), edge.middle - 6, SPAN + 20 - long), long, pips


def _environment(book: Book, edge: Edge, env: InPlay, tile: str, side: str) -> str:
    start, long, pips = _tag(book, edge, env)
    flat = edge.side in ("N", "S")
    near, far = along_edge(edge, start, 4), along_edge(edge, start + long, 24)
    x, y = min(near[0], far[0]), min(near[1], far[1])
    w, h = (long, 20) if flat else (20, long)

    def dot(i: int) -> str:
        cx, cy = (x + 30 + PIP * i, y + 10) if flat else (x + 10, y + 30 + PIP * i)
        lit = ' class="on"' if i < (env.charges or 0) else ""
        return f'<circle{lit} cx="{cx:g}" cy="{cy:g}" r="4.6"/>'

    a, b = along_edge(edge, edge.middle, 0), along_edge(edge, edge.middle, 5)
    charges = "" if env.charges is None else f", {env.charges} charge{'' if env.charges == 1 else 's'} left"
    title = escape(f"Environment {book.environments[env.card].name} on {tile}, hangs at its {side} edge{charges}")
    icon = (x + 5, y + 2.5) if flat else (x + 2.5, y + 5)
    return (
        f'<g class="env" role="img"><title>{title}</title>'
        f'<path class="lk" d="M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}"/>'
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="4"/>'
        f'<use href="#i-env" x="{icon[0]:g}" y="{icon[1]:g}" width="15" height="15"/>'
        f"{''.join(map(dot, range(pips)))}</g>"
    )


def _token(edge: Edge, tile: str, side: str) -> str:
    x, y = along_edge(edge, edge.token_at, 13)
    arrow = {"N": 270, "E": 0, "S": 90, "W": 180}[edge.side] + (180 if edge.token == "entry" else 0)
    title = escape(f"{edge.token.capitalize()} token on the {side} edge of {tile}")
    return (
        f'<g class="tok {edge.token}" role="img"><title>{title}</title>'
        f'<rect x="{x - 10:g}" y="{y - 10:g}" width="20" height="20" rx="3"/>'
        f'<path d="M-5 0h9M0-4.5L4.5 0 0 4.5" transform="translate({x:g} {y:g}) rotate({arrow % 360})"/></g>'
    )


def names_layer(book: Book, state: State, edges: Iterable[Edge]) -> str:
    """The name of each tile beside it, clear of what hangs there; inside where tiles lie all around."""
    at = {(edge.cell, edge.side): edge for edge in edges}
    cells = {tile.cell for tile in state.board.tiles}
    words = []
    for tile in state.board.tiles:
        x, y = corner(tile.cell)
        above, below = beyond(tile.cell, "N") not in cells, beyond(tile.cell, "S") not in cells
        line = y - 10 if above else y + SPAN + 18 if below else y + 15
        edge = at.get((tile.cell, "N" if above else "S"))
        hung = _hung(book, edge) if edge else (float(SPAN), float(SPAN))
        name, small, right = _fitted(tile_name(book, tile), hung)
        # clear of the name of the tile beside it, where there is room for that
        room = SPAN - hung[1] if right else hung[0]
        inset = 8 if _wide(name, small) + 10 <= room else 2
        kinds = " ".join(kind for kind, given in (("e", right), ("s", small)) if given)
        marked = f' class="{kinds}"' if kinds else ""
        words.append(f'<text{marked} x="{x + SPAN - inset if right else x + inset}" y="{line}">{escape(name)}</text>')
    return "".join(words)


def _hung(book: Book, edge: Edge) -> tuple[float, float]:
    """From where to where along the edge something hangs outside of it."""
    if edge.environment is None:
        return edge.middle - 12.0, edge.middle + 12.0
    start, long, _ = _tag(book, edge, edge.environment)
    first, last = start - 4, start + long + 4
    if edge.token:
        return min(first, edge.token_at - 14), max(last, edge.token_at + 14)
    return first, last


def _fitted(name: str, hung: tuple[float, float]) -> tuple[str, bool, bool]:
    """(name, in small type, at the right end): the largest form that fits beside what hangs there."""
    before, after = hung[0] - 1, SPAN - hung[1] - 1
    room, short = max(before, after), name.removeprefix("The ")
    for words, small in ((name, False), (short, False), (short, True)):
        wide = _wide(words, small)
        if wide <= room:
            return words, small, wide > before
    while len(short) > 3 and _wide(f"{short}…", True) > room:
        short = short[:-1].rstrip()
    return f"{short}…", True, after > before


def _wide(words: str, small: bool) -> float:
    """Units that words take at most in the font of the names, of 13 or, in small type, 10 units."""
    return sum(WIDTHS.get(letter, 9.7 if letter.isupper() else 7.9) for letter in words) * (10 / 13 if small else 1)
