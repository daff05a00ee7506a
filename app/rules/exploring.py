"""Exploring over an edge: what it asks for and costs; a tile is drawn and joined (EX-1, EX-4, EX-5, EX-7)."""

from __future__ import annotations

from functools import lru_cache

from .agenda import EdgeMoves, Exploration
from .agenda_items import Looking
from .altering import replace
from .board import (
    Layout,
    cell_of,
    closed_door_spaces,
    edge_spaces,
    layout,
    open_edge_spaces,
    scrolled_away,
    unexplored_edges,
)
from .cards import Book
from .engine import MOVES, Run
from .events_cards import CardsLookedAt
from .geometry import SIDES, Cell, Side, Space, beyond
from .memo import kept, same
from .modifiers import in_force
from .moves_turn import Explore
from .placed import Board, PlacedTile
from .pricing import Priced, priced
from .spending import spend, stamina_reasons
from .state import Explorer, State, key_of
from .tile_edges import token_edges
from .tiles import draw_tile, join_tile, max_size
from .triggers import trigger
from .turns import take_turn, turn_move
from .units import destroyed_spawns
from .verdicts import Reason, reason


class Edges:
    """The unexplored edges of the map, in one state: what exploring over any of them asks for (see `edges_of`)."""

    __slots__ = ("_others", "_spaces", "dead_end", "names", "open", "token_free")

    def __init__(self, book: Book, state: State) -> None:
        edges = unexplored_edges(state.board)
        held = () if state.settings.explore_token_edge == "yes" else token_edges(state)
        free_from_tile = state.settings.explore_from == "tile"
        table, gone = layout(book.faces, state.board), destroyed_spawns(state)
        self.token_free = {edge: edge not in held for edge in edges}
        """Whether an edge holds no token, or may be explored all the same (EX-5)."""
        self.open = {edge: free_from_tile or bool(open_edge_spaces(table, *edge, gone)) for edge in edges}
        """Whether a step out is open there (EX-1)."""
        possible = [edge for edge in edges if self.token_free[edge] and self.open[edge]]
        self.dead_end = bool(state.decks["tiles"].draw) and not possible
        """IP-15: tiles are left, but no edge in play could be explored by anyone."""
        through = edges if self.dead_end and state.settings.dead_end == "through_wall" else possible
        self.names: dict[Cell, list[str]] = {}
        """The edges of each tile that could be explored now."""
        for edge in through:
            self.names.setdefault(edge[0], []).append(edge_name(*edge))
        self._spaces: dict[str, frozenset[Space] | None] = {}
        """The spaces from which each of these is explored; None = from any."""
        for edge in through:
            spaces = edge_spaces(*edge) if self.dead_end else open_edge_spaces(table, *edge, gone)
            self._spaces[edge_name(*edge)] = None if free_from_tile else frozenset(spaces)
        self._others: dict[tuple[str, Space | None, frozenset[str]], tuple[str, ...]] = {}

    def others(self, cell: Cell, name: str, at: Space | None, held: frozenset[str]) -> tuple[str, ...]:
        """The edges of a tile that could be explored from `at`, but for one and those `held` back; where there is none,
        those that could be from a space at them, each as 'at x,y,N'.
        """
        found = self._others.get((name, at, held))
        if found is None:
            there = [other for other in self.names.get(cell, ()) if other != name and other not in held]
            here = [one for one in there if (spaces := self._spaces[one]) is None or at in spaces]
            found = self._others[name, at, held] = tuple(here or [f"at {other}" for other in there])
        return found


def edges_of(book: Book, state: State) -> Edges:
    """How things stand at the edges of the map; kept while the state is asked about."""
    parts = (book, state.board, state.entry, state.exit, state.marks, state.decks, state.settings)
    return kept(book, state, "edges", lambda: same("edges", parts, lambda: Edges(book, state)))


@lru_cache(maxsize=1024)
def edge_name(cell: Cell, edge: Side) -> str:
    """An edge as reasons and answers name it: 'x,y,N'."""
    return f"{key_of(cell)},{edge}"


def check_explore(book: Book, state: State, move: Explore, explorer: Explorer, at: Space) -> list[Reason]:
    """EX-1, EX-4, EX-5: all reasons against exploring over that edge of the explorer's tile."""
    poor = kept(book, state, ("poor", move.explorer), lambda: stamina_reasons_explore(book, state, move.explorer))
    return poor + edge_reasons(book, state, move.explorer, cell_of(at), move.edge)


def stamina_reasons_explore(book: Book, state: State, explorer: str) -> list[Reason]:
    """EX-1: both figures are named."""
    poor = stamina_reasons(state, explorer, explore_cost(book, state, explorer))
    return [replace(r, rule="EX-1") for r in poor] if poor else poor


def explore_cost(book: Book, state: State, explorer: str) -> Priced:
    """The stamina that exploring costs an explorer, with what cards add or take, never below 0 (EX-1, IP-22)."""
    return priced(book, state, state.settings.cost_explore, explorer, "cost_explore")


def edge_reasons(book: Book, state: State, explorer: str, cell: Cell, edge: Side) -> list[Reason]:
    """Everything about the edge and the tile deck that forbids exploring, whoever pays."""
    edges = edges_of(book, state)
    name = edge_name(cell, edge)
    dead_end = edges.dead_end and state.settings.dead_end == "through_wall"
    held: frozenset[str] = frozenset()
    if state.settings.scroll_with_explorer == "refuse":
        held = kept(book, state, ("scroll held", cell), lambda: _held_by_scrolling(book, state, cell))
    others = edges.others(cell, name, state.explorers[explorer].space, held)
    token_free = edges.token_free.get((cell, edge))
    reasons: list[Reason] = []
    if token_free is None:
        reasons.append(_explored(name, others))
    else:
        if not token_free and not dead_end:
            reasons.append(reason("token_on_edge", "EX-5", others, edge=name))
        if state.settings.scroll_with_explorer == "refuse":
            reasons += _scroll_reasons(book, state, cell, edge, others)
    if state.settings.explore_from == "edge":
        table = layout(book.faces, state.board)
        gone = destroyed_spawns(state)
        spaces = open_edge_spaces(table, cell, edge, gone)
        if dead_end:
            spaces = tuple(s for s in edge_spaces(cell, edge) if not table.is_obstacle(s, gone))
        if state.explorers[explorer].space not in spaces:
            if spaces and dead_end:
                reasons.append(reason("not_at_dead_end", "IP-15", tuple(map(key_of, spaces)), edge=name))
            else:
                doors = () if spaces else closed_door_spaces(table, cell, edge, gone)
                reasons.append(_not_at_edge(name, spaces, others if not spaces else (), doors))
    if not state.decks["tiles"].draw:
        reasons.append(reason("no_tiles_left", "EX-1"))
    return reasons


@lru_cache(maxsize=1024)
def _explored(name: str, others: tuple[str, ...]) -> Reason:
    return reason("edge_explored", "EX-1", others, edge=name)


@lru_cache(maxsize=4096)
def _not_at_edge(name: str, spaces: tuple[Space, ...], others: tuple[str, ...], doors: tuple[Space, ...]) -> Reason:
    """Closed doors with nothing beyond them are named where they are all that the edge has: they count as walls."""
    if spaces:
        return reason("not_at_edge", "EX-1", tuple(map(key_of, spaces)), edge=name)
    if doors:
        return reason("edge_walled", "EX-1", others, edge=name, doors=tuple(map(key_of, doors)))
    return reason("edge_walled", "EX-1", others, edge=name)


def _held_by_scrolling(book: Book, state: State, cell: Cell) -> frozenset[str]:
    """The edges of a tile over which nobody explores, for somebody's tile would scroll away (EX-4)."""
    return frozenset(edge_name(cell, side) for side in SIDES if _scroll_reasons(book, state, cell, side))


def _scroll_reasons(book: Book, state: State, cell: Cell, edge: Side, others: tuple[str, ...] = ()) -> list[Reason]:
    """EX-4: whom it would leave behind on what goes; `others` = the edges that could be explored instead."""
    table = layout(book.faces, state.board)
    going = _cells_going(table, beyond(cell, edge), *max_size(state))
    if not going:
        return []
    stand = tuple(e.id for e in state.explorers.values() if e.space is not None and cell_of(e.space) in going)
    if not stand:
        return []
    cells = tuple(sorted({key_of(cell_of(s)) for e in stand if (s := state.explorers[e].space)}))
    return [reason("explorer_would_go", "EX-4", others, who=stand, cells=cells, area=str(max_size(state)))]


@lru_cache(maxsize=1024)
def _cells_going(table: Layout, cell: Cell, width: int | None, height: int | None) -> frozenset[Cell]:
    """The cells whose tiles scroll away when one is joined in `cell` (EX-4)."""
    board = Board(tuple(table.tiles.values()))
    return frozenset(tile.cell for tile in scrolled_away(board, PlacedTile("", "a", cell, 0), width, height))


def do_explore(run: Run, move: Explore) -> None:
    """EX-7: pay, draw and join, scroll; the rest waits on the agenda."""
    take_turn(run, move.explorer)
    spend(run, move.explorer, explore_cost(run.book, run.state, move.explorer), "explore")
    space = run.state.explorers[move.explorer].space
    assert space is not None
    explore_edge(run, move.explorer, cell_of(space), move.edge)


def explore_edge(run: Run, explorer: str, cell: Cell, edge: Side) -> None:
    """Draw a tile, or look at several and choose one; it is joined, and the three steps follow (EX-1, EX-2)."""
    several = max((one.n for one in in_force(run.book, run.state, "modify", "tiles_to_choose", explorer)), default=1)
    tiles = run.state.decks["tiles"].draw[:several]
    if len(tiles) > 1:
        run.open(Exploration(run.new_id(), explorer, cell, "joining", edge=edge))
        run.chance.reveal("tiles")
        run.emit(CardsLookedAt("tiles", tiles, explorer))
        run.open(Looking(run.new_id(), "tiles", tiles, "one_top", explorer))
        return
    join_drawn(run, explorer, cell, edge)


def join_drawn(run: Run, explorer: str, cell: Cell, edge: Side) -> None:
    """Draw the top tile, join it to the edge, and open the three steps of exploring (EX-2)."""
    face = draw_tile(run, cell, edge)
    if face is None:
        return
    tile = join_tile(run, cell, edge, face, by=explorer)
    run.open(Exploration(run.new_id(), explorer, tile.cell))
    run.open(EdgeMoves(run.new_id(), explorer))
    trigger(run, "map_tile_joined", actor=explorer)


MOVES[Explore] = (turn_move(Explore, check_explore), do_explore)
