"""What cards order about map tiles: exploring without paying, destroying one (EX-3, EN-6)."""

from __future__ import annotations

from .agenda import Resolve
from .board import cell_of, unexplored_edges
from .effects_map import DestroyTile, ExploreFree
from .engine import Run
from .events_agenda import DueSet
from .exploring import edge_reasons, explore_edge
from .geometry import Side
from .resolving import VERBS, next_verb, targets
from .state import key_of, space_of
from .units import space_of_unit


def _explore_free(run: Run, step: Resolve, effect: ExploreFree) -> None:
    """EX-3: over an edge that the acting explorer could explore, stamina aside; the three decks are used."""
    who = targets(run, step, "acting")
    explorer = who[0] if who else ""
    space = space_of_unit(run.state, explorer)
    edges: tuple[Side, ...] = ()
    if space is not None:
        here = tuple(edge for cell, edge in unexplored_edges(run.state.board) if cell == cell_of(space))
        edges = tuple(e for e in here if not edge_reasons(run.book, run.state, explorer, cell_of(space), e))
    options: tuple[str, ...] = (*edges, "no") if edges and effect.optional else edges
    answer = run.ask(
        step, "edge", "explore_free", explorer or "group", options, rule="EX-3", card=step.card, at=step.at
    )
    if answer is None:
        run.note("cannot_explore", "EX-3", explorer)
    edge = next((e for e in edges if e == answer), None)
    if edge is None or space is None:
        return
    next_verb(run, step)
    explore_edge(run, explorer, cell_of(space), edge)


def _destroy_tile(run: Run, step: Resolve, effect: DestroyTile) -> None:
    """EN-6: a map tile without explorers, as soon as this ability is finished (IP-6)."""
    stand = {cell_of(s) for e in run.state.explorers.values() if (s := e.space) is not None}
    cells = [key_of(tile.cell) for tile in run.state.board.tiles if tile.cell not in stand]
    answer = run.ask(step, "tile", "which_tile_goes", "group", cells, rule="EN-6", card=step.card, at=step.at)
    if answer is None:
        run.note("no_tile_to_destroy", "EN-6", step.card)
        return
    run.emit(DueSet((*run.state.due, f"tile {key_of(space_of(answer))}")))


VERBS[ExploreFree] = _explore_free
VERBS[DestroyTile] = _destroy_tile
