"""Map tiles that come and go: they are joined, scroll away, are destroyed (EX-1, EX-4, EN-6, IP-6)."""

from __future__ import annotations

from functools import lru_cache

from .agenda import EdgeMoves, TileGoes
from .board import joining, scrolled_away, without
from .decks import top_card
from .engine import STEPS, Run
from .events_agenda import DueSet
from .events_cards import CardMoved
from .events_map import TileJoined, TileLeft
from .furnishing import overlay_leaves
from .geometry import Cell, Side
from .items import items_leave
from .lattice import SPREAD
from .placed import PlacedTile, face_id
from .state import State, key_of, space_of
from .units import destroy_unit, units_on


def max_size(state: State) -> tuple[int, int]:
    """The largest playing area, in tiles wide and high (setting max_area); what any board may be without a limit."""
    return _size(state.settings.max_area)


@lru_cache(maxsize=64)
def _size(area: str) -> tuple[int, int]:
    if area == "none":
        return SPREAD + 1, SPREAD + 1
    width, _, height = area.partition("x")
    return int(width), int(height)


def goes_with(state: State, cell: Cell) -> tuple[PlacedTile, ...]:
    """The tiles that scroll away when a tile is joined in `cell` (EX-4)."""
    return scrolled_away(state.board, PlacedTile("", "a", cell, 0), *max_size(state))


def split_face(face: str) -> tuple[str, str]:
    """Tile and face of an id: ('07', 'a')."""
    return (face, "a") if face.startswith("E") else (face[:-1], face[-1])


def draw_tile(run: Run, cell: Cell, edge: Side) -> str | None:
    """The top tile of the deck, face as it lies."""
    return top_card(run, "tiles")


def join_tile(run: Run, cell: Cell, edge: Side, face: str, *, by: str = "") -> PlacedTile:
    """Join a drawn tile to an edge, its symbol against it (EX-1); then the area scrolls (EX-4)."""
    tile, side = split_face(face)
    placed = joining(run.book.faces, run.state.board, cell, edge, tile, side)
    run.emit(CardMoved("tiles", face, "in_play", key_of(placed.cell), drawn=True, rule="EX-1"))
    run.emit(TileJoined(placed, by, "EX-1" if by else "EX-6"))
    for old in goes_with(run.state, placed.cell):
        remove_tile(run, old.cell, "scrolled", "EX-4")
    return placed


def remove_tile(run: Run, cell: Cell, why: str, rule: str) -> None:
    """A tile leaves with all that is on it (EN-6): monsters banished, explorers destroyed, the tile turned over."""
    tile = run.state.board.at(cell)
    if tile is None:
        return
    for unit in units_on(run.state, cell):
        destroy_unit(run, unit, rule, "destroyed" if unit in run.state.explorers else "banished")
    for card, placed in tuple(run.state.environments.items()):
        if placed.cell == cell:
            overlay_leaves(run, "environments", card, rule)
    if tile.terrain is not None:
        overlay_leaves(run, "terrains", tile.terrain.card, rule)
    items_leave(run, cell, rule)
    kept = without(run.book.faces, run.state.board, (tile,))
    forgotten = tuple(k for k in run.state.board.doors if k not in kept.doors)
    run.emit(TileLeft(cell, face_id(tile), why, rule, forgotten))  # type: ignore[arg-type]
    turned = face_id(tile) if tile.tile.startswith("E") else tile.tile + ("b" if tile.face == "a" else "a")
    run.emit(CardMoved("tiles", turned, "bottom", rule=rule))


def carry_tile_goes(run: Run, step: TileGoes) -> bool:
    """EN-6: destroy the tile in one step; then what hung on edges is seen to (IP-7, IP-8).

    Of several that are due the group says which goes first.
    """
    here, board = f"tile {key_of(step.cell)}", run.state.board
    due = tuple(d for d in run.state.due if d.startswith("tile ") and board.at(space_of(d.removeprefix("tile "))))
    cells = [one.removeprefix("tile ") for one in dict.fromkeys((here, *due))]
    first = space_of(run.ask(step, "first", "which_tile_next", "group", cells, rule="EN-6") or cells[0])
    if first != step.cell:
        run.emit(DueSet(tuple(here if d == f"tile {key_of(first)}" else d for d in run.state.due)))
    run.close(step)
    if run.state.board.at(first) is not None:
        remove_tile(run, first, "destroyed", "EN-6")
        run.open(EdgeMoves(run.new_id(), "group"))
    return True


def first_tile(run: Run, *, from_bottom: bool = False) -> None:
    """Place a tile on an empty table: the top of the deck, at setup the bottom one (SC-3)."""
    if from_bottom:
        face = run.state.decks["tiles"].draw[-1]
    else:
        run.chance.reveal("tiles")
        face = run.state.decks["tiles"].draw[0]
    tile, side = split_face(face)
    rule = "SC-3" if from_bottom else "EX-6"
    run.emit(CardMoved("tiles", face, "in_play", "0,0", drawn=True, rule=rule))
    run.emit(TileJoined(PlacedTile(tile, side, (0, 0), 0), "", rule))


STEPS[TileGoes] = carry_tile_goes
