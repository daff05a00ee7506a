"""The board as one SVG: the still layers of `board_ink`, and on top what changes with units and with who looks.

Pure functions from a book and a state to markup. Layers, bottom to top: floors, terrain, trap, reach, features,
walls, doors, edges, environments, names, coordinates, sight, costs, units, hits, pick. Names are escaped here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Final

from markupsafe import Markup

from app.rules.board import layout
from app.rules.cards import Book
from app.rules.geometry import SPAWN, Cell, Side, Space
from app.rules.seeing import sight_reason
from app.rules.state import State, key_of
from app.rules.units import destroyed_spawns, occupied
from app.web.board_edges import Edge, along_edge, board_edges, edge_mark, names_layer
from app.web.board_ink import board_ink
from app.web.board_labels import NEAR, Type
from app.web.board_places import place, tile_names, view_box
from app.web.board_shapes import ICONS, SPAN, UNIT, border_runs, corner
from app.web.board_units import unit_name, unit_space, units_layer
from app.web.messages_names import EDGES


@dataclass(frozen=True, slots=True)
class Look:
    """What one phone sees on top of the board: who is selected, where it can walk, what is picked.

    `costs`: stamina by space, the unit's own space left out. `base` is put before every link ('' on the board
    page). `marked` edges are drawn as 'legal' or 'illegal', `going` cells as about to scroll away,
    `choices` are spaces that a question offers.
    """

    unit: str = ""
    costs: Mapping[Space, int] | None = None
    cost_word: str = "stamina"
    at: Space | None = None
    edge: tuple[Cell, Side] | None = None
    marked: Mapping[tuple[Cell, Side], str] | None = None
    going: Collection[Cell] = ()
    choices: Collection[Space] = ()
    links: bool = True
    base: str = ""
    lod: str = ""
    """The distance that links keep without a script; '' for the one that the board opens at."""
    icons: str = "/static/icons.svg"
    crop: Cell | None = None
    """Only this tile, with a little of its neighbours, or with all that hangs on its edges (`margin`)."""
    margin: bool = False
    names: Type = NEAR
    """The type in which units are named: on the big screen it is larger."""
    over: str = ""
    """More markup, drawn between the names and the units: the preview of a terrain."""


def board_svg(book: Book, state: State, look: Look | None = None, label: str = "") -> Markup:
    """The whole drawing. `label` is read out for it; the default counts tiles and tells how far one can walk."""
    look = look or Look()
    ink = board_ink(book.faces, tile_names(book, state), state.board, state.marks)
    edges = board_edges(book, state)
    at = {tile.cell: tile for tile in state.board.tiles}
    marked = look.marked or {}
    parts: tuple[str, ...] = (
        _DEFS,
        _layer("floors", ink.floors),
        ink.terrain,
        ink.trap,
        _going(look.going),
        _reach(book, state, look),
        _layer("feats", ink.feats),
        ink.wall,
        ink.doors,
        _layer(
            "edges",
            "".join(edge_mark(book, edge, at[edge.cell], marked.get((edge.cell, edge.side), "")) for edge in edges),
        ),
        _layer("names", names_layer(book, state, edges), hidden=True),
        f'<g class="coord near" aria-hidden="true">{ink.coord}</g>',
        look.over,
        _choices(look.choices),
        _sight(book, state, look),
        _costs(book, state, look),
        f'<g class="units" id="bd-units">{units_layer(book, state, look.unit, look.names)}</g>',
        f'<g class="hits" id="bd-hits">{_hits(book, state, look, edges) if look.links else ""}</g>',
        _rest(book, state, look) if look.links else "",
        _CURSOR if look.links else "",
        _pick(look),
    )
    if look.icons:
        parts = tuple(part.replace('href="#i-', f'href="{look.icons}#i-') for part in parts)
    box = " ".join(map(str, view_box(state, look.crop, look.margin)))
    spoken = escape(label or _label(book, state, look))
    return Markup(f'<svg class="bd" id="bd" viewBox="{box}" role="group" aria-label="{spoken}">{"".join(parts)}</svg>')


_DEFS: Final = (
    '<defs><pattern id="grid" width="20" height="20" patternUnits="userSpaceOnUse">'
    '<path class="gl" d="M20 0H0v20"/></pattern><pattern id="hatch" width="6" height="6" '
    'patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hl" d="M0 0v6"/></pattern></defs>'
)


#: Two marks by which the keyboard goes over spaces that are not in reach; a script moves them.
_CURSOR: Final = (
    '<g class="cursor" hx-morph-skip="">'
    + 2 * ('<a class="sp" tabindex="-1" href="?" display="none"><rect x="-99" y="-99" width="20" height="20"/></a>')
    + "</g>"
)


def _layer(name: str, inner: str, hidden: bool = False) -> str:
    silent = ' aria-hidden="true"' if hidden else ""
    return f'<g class="{name}"{silent}>{inner}</g>'


def _label(book: Book, state: State, look: Look) -> str:
    n = len(state.board.tiles)
    said = f"Board, {n} map tile{'' if n == 1 else 's'}."
    if look.unit and look.costs is not None:
        said += f" {unit_name(book, state, look.unit)} selected, {len(look.costs)} spaces in reach."
    return f"{said} The same in words below."


# ------------------------------------------------------------------ reach


def _reach(book: Book, state: State, look: Look) -> str:
    if not look.costs:
        return '<g class="reach"></g>'
    inside = set(look.costs)
    start = unit_space(state, look.unit)
    if start is not None:
        inside.add(start)
    shades: dict[int, str] = {}
    for shade, x, y, n in _bands(look.costs):
        shades[shade] = f"{shades.get(shade, '')}M{x * UNIT} {y * UNIT + UNIT // 2}h{n * UNIT}"  # as wide as a space
    rects = "".join(f'<path class="c{shade}" d="{bands}"/>' for shade, bands in sorted(shades.items()))
    lay, gone, taken = layout(book.faces, state.board), destroyed_spawns(state), occupied(state)
    # a free space behind a wall is out of reach, and outside the rim however much of the reach lies around it
    stood = {space for space in _enclosed(inside) if space in taken or lay.is_obstacle(space, gone)}
    rim = border_runs(_rim(inside | stood))
    return f'<g class="reach">{rects}<path class="ro" d="{rim}"/></g>'


def _bands(costs: Mapping[Space, int]) -> Iterable[tuple[int, int, int, int]]:
    """(shade 1 to 4, x, y, how many) of neighbouring spaces in a row that cost the same."""
    ordered = sorted((y, x, max(1, min(cost, 4))) for (x, y), cost in costs.items())
    at = 0
    while at < len(ordered):
        y, x, shade = ordered[at]
        n = 1
        while at + n < len(ordered) and ordered[at + n] == (y, x + n, shade):
            n += 1
        yield shade, x, y, n
        at += n


def _enclosed(inside: Collection[Space]) -> set[Space]:
    """Spaces with reach on three sides or more: what stands there is not entered, but the rim goes around it."""
    beside: dict[Space, int] = {}
    for x, y in inside:
        for space in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
            if space not in inside:
                beside[space] = beside.get(space, 0) + 1
    return {space for space, n in beside.items() if n >= 3}


def _rim(inside: Collection[Space]) -> Iterable[tuple[int, int, str]]:
    for x, y in inside:
        if (x, y - 1) not in inside:
            yield x, y, "h"
        if (x, y + 1) not in inside:
            yield x, y + 1, "h"
        if (x - 1, y) not in inside:
            yield x, y, "v"
        if (x + 1, y) not in inside:
            yield x + 1, y, "v"


def _costs(book: Book, state: State, look: Look) -> str:
    """The number in each space, a row in one text that places its figures one by one; in words the links say it.

    By itself stands a number of two figures, and beside its icon one where one can stand on a feature.
    """
    what = layout(book.faces, state.board).spaces
    rows: dict[int, list[tuple[int, int]]] = {}
    alone: list[str] = []
    for (x, y), cost in (look.costs or {}).items():
        if what.get((x, y)) == SPAWN:
            alone.append(f'<text class="k" x="{x * UNIT + 15.5}" y="{y * UNIT + 18.5}">{cost}</text>')
        elif cost > 9:
            alone.append(f'<text x="{x * UNIT + 10}" y="{y * UNIT + 14}">{cost}</text>')
        else:
            rows.setdefault(y, []).append((x, cost))
    told = (
        f'<text x="{" ".join(str(x * UNIT + 10) for x, _ in row)}" y="{y * UNIT + 14}">'
        f"{''.join(str(cost) for _, cost in row)}</text>"
        for y, row in ((y, sorted(row)) for y, row in sorted(rows.items()))
    )
    return f'<g class="cost" aria-hidden="true">{"".join((*told, *alone))}</g>'


def _sight(book: Book, state: State, look: Look) -> str:
    start = unit_space(state, look.unit)
    if start is None or look.at is None or start == look.at or look.at not in occupied(state):
        return '<path class="sight" d=""/>'
    seen = occupied(state)[look.at]
    clear = sight_reason(book, state, look.unit or "", start, seen, look.at) is None
    line = " ".join(f"{x * UNIT + 10} {y * UNIT + 10}" for x, y in (start, look.at)) if clear else ""
    return f'<path class="sight" d="{f"M{line}" if line else ""}"/>'


def _choices(spaces: Collection[Space]) -> str:
    marks = "".join(f"M{x * UNIT + 3} {y * UNIT + 3}h14v14h-14z" for x, y in sorted(spaces))
    return f'<path class="choice" d="{marks}"/>'


def _going(cells: Collection[Cell]) -> str:
    marks = "".join(
        f'<rect class="leaving" x="{x + 3}" y="{y + 3}" width="{SPAN - 6}" height="{SPAN - 6}"/>'
        for x, y in map(corner, cells)
    )
    return f'<g class="going" aria-hidden="true">{marks}</g>'


def _pick(look: Look) -> str:
    path = ""
    if look.at is not None:
        x, y = look.at[0] * UNIT, look.at[1] * UNIT
        path = f"M{x - 1} {y + 6}v-7h7M{x + 14} {y - 1}h7v7M{x + 21} {y + 14}v7h-7M{x + 6} {y + 21}h-7v-7"
    elif look.edge is not None:
        x, y = corner(look.edge[0])
        dx, dy = {"N": (0, 0), "S": (0, SPAN), "W": (0, 0), "E": (SPAN, 0)}[look.edge[1]]
        path = f"M{x + dx} {y + dy}" + (f"h{SPAN}" if look.edge[1] in ("N", "S") else f"v{SPAN}")
    return f'<path class="pick" id="at" d="{path}"/>'


# ------------------------------------------------------------------ hits


def _hits(book: Book, state: State, look: Look, edges: Iterable[Edge]) -> str:
    address, costs = _address(look), look.costs or {}
    spaces = sorted({*costs, *look.choices}, key=lambda s: (s[1], s[0]))
    first = look.at if look.at in spaces else next(iter(spaces), None)
    out = []
    for space in spaces:
        x, y = space
        told = f"{costs[space]} {look.cost_word}" if space in costs else "lit, can be chosen"
        said = escape(f"{place(book, state, space)}, {told}")
        out.append(
            f'<a href="{address}at={x},{y}#at" class="sp" tabindex="{0 if space == first else -1}" '
            f'aria-label="{said}"><rect y="{y * UNIT}" x="{x * UNIT}" width="20" height="20"/></a>'
        )
    names = dict(tile_names(book, state))
    for i, edge in enumerate(edges):
        said = escape(f"{EDGES[edge.side].capitalize()} edge of {names[key_of(edge.cell)]}, unexplored")
        if (edge.cell, edge.side) in (look.marked or {}):  # one that a question lights is tapped anywhere along it
            a, b = along_edge(edge, 2, -5), along_edge(edge, SPAN - 2, 25)
        else:
            a, b = along_edge(edge, edge.middle - 22, 1), along_edge(edge, edge.middle + 22, 25)
        x0, y0 = min(a[0], b[0]), min(a[1], b[1])
        stop = 0 if first is None and i == 0 else -1
        out.append(
            f'<a href="{address}edge={edge.key}#at" class="xp" tabindex="{stop}" aria-label="{said}">'
            f'<rect x="{x0:g}" y="{y0:g}" width="{abs(a[0] - b[0]):g}" height="{abs(a[1] - b[1]):g}" rx="4"/></a>'
        )
    return "".join(out)


def _rest(book: Book, state: State, look: Look) -> str:
    """Links to what else can be asked about, units and features out of reach: shown where no script takes the tap.

    Whoever reads or goes by keys finds them by name in "The board in words".
    """
    spaces = layout(book.faces, state.board).spaces
    found = {*occupied(state), *(space for space, char in spaces.items() if char in ICONS)}
    address, box = _address(look), 'width="20" height="20"'
    links = "".join(
        f'<a href="{address}at={x},{y}#at" tabindex="-1"><rect y="{y * UNIT}" x="{x * UNIT}" {box}/></a>'
        for x, y in sorted(found - {*(look.costs or {}), *look.choices}, key=lambda s: (s[1], s[0]))
    )
    return f'<g class="rest" id="bd-rest" aria-hidden="true">{links}</g>'


def _address(look: Look) -> str:
    """The page with what is selected and the distance kept; the place that is opened comes into sight by its mark."""
    kept = (("unit", look.unit), ("lod", look.lod))
    return f"{look.base}?" + "".join(f"{name}={escape(value)}&amp;" for name, value in kept if value)
