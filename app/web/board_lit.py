"""What the open question lights on the board: the spaces and edges that answer it, and where to look for them."""

from __future__ import annotations

from app.rules.agenda import Ask
from app.rules.board import cell_of
from app.rules.furnishing import open_edges_of
from app.rules.geometry import SIDES, TILE, Cell, Side, Space
from app.rules.state import State, key_of
from app.web.board_exploring import open_exploration
from app.web.messages_questions import TILES_ASKED


def asked_spaces(state: State) -> tuple[Space, ...]:
    """Spaces that the question on top of the agenda offers; those of map tiles, or beyond the map, are no spaces."""
    top = state.agenda[-1] if state.agenda else None
    if not isinstance(top, Ask) or top.question in TILES_ASKED:
        return ()
    parts = (option.split(",") for option in top.options)
    found = ((int(p[0]), int(p[1])) for p in parts if len(p) == 2 and all(map(_is_number, p)))
    return tuple(space for space in found if state.board.at(cell_of(space)) is not None)


def places_lit(state: State) -> tuple[Space, ...]:
    """Where to look for all that is lit: its spaces, and the middles of its edges."""
    return (*asked_spaces(state), *(middle_of(*edge) for edge in asked_edges(state)))


def middle_of(cell: Cell, side: Side) -> Space:
    """The space in the middle of an edge: where one looks to see it."""
    x, y = cell[0] * TILE, cell[1] * TILE
    along, last = TILE // 2, TILE - 1
    return {"N": (x + along, y), "S": (x + along, y + last), "W": (x, y + along), "E": (x + last, y + along)}[side]


def lit_options(state: State) -> frozenset[str]:
    """The answers to the question on top of the agenda that are lit on the board: its spaces and edges."""
    top = state.agenda[-1] if state.agenda else None
    if not isinstance(top, Ask):
        return frozenset()
    spaces = {key_of(space) for space in asked_spaces(state)}
    return frozenset(option for option in top.options if option in spaces or _edge(option, top, state) is not None)


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()


def asked_edges(state: State) -> dict[tuple[Cell, Side], str]:
    """Edges that the question on top of the agenda offers, or that an environment could hang on, to be marked."""
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Ask):
        found = {_edge(option, top, state) for option in top.options}
        return {edge: "legal" for edge in found if edge is not None}
    step = open_exploration(state)
    if step is not None and step.stage == "environment":
        return {(step.cell, side): "legal" for side in open_edges_of(state, step.cell)}
    return {}


def _edge(option: str, ask: Ask, state: State) -> tuple[Cell, Side] | None:
    """The edge that an option names: 'x,y,N', or a bare side of the tile that the asked environment lies on."""
    parts = option.split(",")
    side = next((one for one in SIDES if one == parts[-1]), None)
    if side is None:
        return None
    if len(parts) == 3:
        return (int(parts[0]), int(parts[1])), side
    placed = state.environments.get(ask.card)
    return (placed.cell, side) if placed is not None and len(parts) == 1 else None
