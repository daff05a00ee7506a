"""Terrains and environments on a tile: laid, connected, taken away (TR-4, TR-5, EN-1, EN-6)."""

from __future__ import annotations

from .altering import replace
from .board import layout, unexplored_edges
from .cards import Book
from .engine import Run
from .events_cards import CardMoved
from .events_map import EnvironmentLeft, EnvironmentSet
from .geometry import TILE, Cell, Side, border_sides
from .overlay import covered
from .placed import PlacedTerrain, PlacedTile, border_at
from .state import InPlay, State
from .units import destroyed_spawns, occupied


def open_edges_of(state: State, cell: Cell) -> tuple[Side, ...]:
    """The unexplored edges of one tile; tokens on them do not matter (EN-1)."""
    return tuple(edge for c, edge in unexplored_edges(state.board) if c == cell)


def connect(run: Run, card: str, cell: Cell, edge: Side | None) -> None:
    """Connect a drawn environment; without an edge as `homeless_environment` says (EN-1)."""
    if edge is None and run.state.settings.homeless_environment == "leaves":
        run.note("no_edge_left", "EN-1", card)
        overlay_leaves(run, "environments", card, "EN-1")
        return
    environment = run.book.environments[card]
    placed = InPlay(card, cell, edge, environment.countdown, run.state.round)
    run.emit(EnvironmentSet(placed, "connected" if edge is not None else "homeless", "EN-1"))


def overlay_leaves(run: Run, deck: str, card: str, rule: str) -> None:
    """A terrain or environment leaves play: out of the game, or under its deck (setting spent_overlays, EN-6)."""
    to = "out" if run.state.settings.spent_overlays == "out" else "bottom"
    if deck == "environments" and card in run.state.environments:
        run.emit(EnvironmentLeft(card, rule))
    run.emit(CardMoved(deck, card, to, rule=rule))  # type: ignore[arg-type]


def under_obstacles(book: Book, state: State, tile: PlacedTile) -> tuple[str, ...]:
    """Units that would stand on an obstacle if a tile lay like that."""
    tiles = tuple(tile if other.cell == tile.cell else other for other in state.board.tiles)
    after, gone = layout(book.faces, replace(state.board, tiles=tiles)), destroyed_spawns(state)
    return tuple(unit for space, unit in occupied(state).items() if after.is_obstacle(space, gone))


def doors_beneath(run: Run, tile: PlacedTile, laid: PlacedTerrain) -> tuple[str, ...]:
    """Changed doors that the terrain overrides: those within it, and on its shared and outer borders (TR-5)."""
    end = run.book.faces.ends[laid.card + laid.face]
    under = {(x + tile.cell[0] * TILE, y + tile.cell[1] * TILE) for x, y in covered(end, laid.edge)}
    return tuple(
        sorted(key for key in run.state.board.doors if any(s in under for s, _ in border_sides(border_at(key))))
    )
