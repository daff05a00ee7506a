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
from .units import in_play, space_of_unit


def _free_edges(run: Run, explorer: str) -> tuple[Side, ...]:
    """The edges over which an explorer could explore from where it stands, stamina aside (EX-1)."""
    space = space_of_unit(run.state, explorer)
    if space is None:
        return ()
    here = [edge for cell, edge in unexplored_edges(run.state.board) if cell == cell_of(space)]
    return tuple([edge for edge in here if not edge_reasons(run.book, run.state, explorer, cell_of(space), edge)])


def _who_explores(run: Run, step: Resolve, effect: ExploreFree) -> str:
    """The explorer that explores: of 'any_explorer' the group picks one that stands where it can; '' for nobody."""
    if effect.who == "acting":
        return next(iter(targets(run, step, "acting")), "")
    able = [explorer for explorer in in_play(run.state) if _free_edges(run, explorer)]
    return run.ask(step, "who", "which_explorer", "group", able, rule="EX-3", card=step.card, at=step.at) or ""


def _explore_free(run: Run, step: Resolve, effect: ExploreFree) -> None:
    """EX-3: over an edge that the explorer could explore, stamina aside; the three decks are used."""
    explorer = _who_explores(run, step, effect)
    if not explorer:
        run.note("nobody_can_explore", "EX-3", step.card)
        return
    edges = _free_edges(run, explorer)
    options: tuple[str, ...] = (*edges, "no") if edges and effect.optional else edges
    answer = run.ask(step, "edge", "explore_free", explorer, options, rule="EX-3", card=step.card, at=step.at)
    if answer is None:
        run.note("cannot_explore", "EX-3", explorer)
    edge = next((e for e in edges if e == answer), None)
    space = space_of_unit(run.state, explorer)
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
