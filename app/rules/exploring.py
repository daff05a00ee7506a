"""Exploring a new map tile: pay, join, scroll, terrain, environment, encounter (EX-1 to EX-7, TR-1, EN-1, NC-1)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from .board import Layout, cell_of, edge_spaces, layout, open_edge_spaces, scrolled_away, unexplored_edges
from .cards import Book
from .decks import invoke, top_card
from .engine import MOVES, STEPS, Run
from .events_cards import CardMoved, CardsLookedAt
from .events_map import EnvironmentLeft, EnvironmentSet, TerrainPlaced
from .geometry import TILE, Cell, Side, Space, beyond, border_sides
from .memo import kept, same
from .modifiers import in_force
from .moves_steps import ConnectEnvironment, DrawEncounter, PlaceTerrain
from .moves_turn import Explore
from .moving import corner, spend, stamina_reasons
from .overlay import covered
from .placed import Board, PlacedTerrain, PlacedTile, border_at
from .pricing import Priced, priced
from .state import EdgeMoves, Exploration, Explorer, InPlay, Looking, State, key_of
from .terrain import placements
from .tiles import draw_tile, join_tile, max_size, token_edges
from .triggers import trigger
from .turns import answer_reasons, pending_reason, take_turn, turn_move, who_answers
from .units import destroyed_spawns, occupied
from .verdicts import By, Reason, reason


class Edges:
    """The unexplored edges of the map, in one state: what exploring over any of them asks for (see `edges_of`)."""

    __slots__ = ("dead_end", "names", "open", "token_free")

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
    poor = stamina_reasons_explore(book, state, move.explorer)
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
    reasons: list[Reason] = []
    edges = edges_of(book, state)
    name = edge_name(cell, edge)
    dead_end = edges.dead_end and state.settings.dead_end == "through_wall"
    others = tuple([other for other in edges.names.get(cell, ()) if other != name])
    token_free = edges.token_free.get((cell, edge))
    if token_free is None:
        reasons.append(reason("edge_explored", "EX-1", others, edge=name))
    else:
        if not token_free and not dead_end:
            reasons.append(reason("token_on_edge", "EX-5", others, edge=name))
        if state.settings.scroll_with_explorer == "refuse":
            reasons += _scroll_reasons(book, state, cell, edge)
    if state.settings.explore_from == "edge":
        table = layout(book.faces, state.board)
        spaces = edge_spaces(cell, edge) if dead_end else open_edge_spaces(table, cell, edge, destroyed_spawns(state))
        if state.explorers[explorer].space not in spaces:
            reasons.append(_not_at_edge(name, spaces, others if not spaces else ()))
    if not state.decks["tiles"].draw:
        reasons.append(reason("no_tiles_left", "EX-1"))
    return reasons


@lru_cache(maxsize=4096)
def _not_at_edge(name: str, spaces: tuple[Space, ...], others: tuple[str, ...]) -> Reason:
    code = "not_at_edge" if spaces else "edge_walled"
    return reason(code, "EX-1", tuple(map(key_of, spaces)) or others, edge=name)


def _scroll_reasons(book: Book, state: State, cell: Cell, edge: Side) -> list[Reason]:
    table = layout(book.faces, state.board)
    going = _cells_going(table, beyond(cell, edge), *max_size(state))
    if not going:
        return []
    stand = tuple(e.id for e in state.explorers.values() if e.space is not None and cell_of(e.space) in going)
    if not stand:
        return []
    cells = tuple(sorted({key_of(cell_of(s)) for e in stand if (s := state.explorers[e].space)}))
    return [reason("explorer_would_go", "EX-4", who=stand, cells=cells, area=str(max_size(state)))]


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
    _join_drawn(run, explorer, cell, edge)


def _join_drawn(run: Run, explorer: str, cell: Cell, edge: Side) -> None:
    """Draw the top tile, join it to the edge, and open the three steps of exploring (EX-2)."""
    face = draw_tile(run, cell, edge)
    if face is None:
        return
    tile = join_tile(run, cell, edge, face, by=explorer)
    run.open(Exploration(run.new_id(), explorer, tile.cell))
    run.open(EdgeMoves(run.new_id(), explorer))
    trigger(run, "map_tile_joined", actor=explorer)


# ------------------------------------------------------------------ the three steps


def carry_exploration(run: Run, step: Exploration) -> bool:
    """Go to the next stage; False while a placement or the drawing of the encounter is awaited."""
    tile = run.state.board.at(step.cell)
    match step.stage:
        case "joining":
            run.close(step)
            if step.edge is not None and (step.cell, step.edge) in unexplored_edges(run.state.board):
                _join_drawn(run, step.explorer, step.cell, step.edge)
            else:  # a table ruling has joined something there meanwhile
                run.note("edge_gone", "EX-1", step.explorer)
        case "moving":
            _to_terrain(run, step, tile)
        case "terrain" if tile is None:  # IP-2: the tile itself is gone
            run.emit(CardMoved("terrains", step.card, "bottom", rule="IP-2"))
            _to_encounter(run, step)
        case "environment" if tile is None:
            run.emit(CardMoved("environments", step.card, "bottom", rule="IP-2"))
            _to_encounter(run, step)
        case _:
            return False
    return True


def _to_terrain(run: Run, step: Exploration, tile: PlacedTile | None) -> None:
    if tile is None:
        _to_encounter(run, step)
        return
    card = top_card(run, "terrains")
    if card is None:
        _to_environment(run, step)
        return
    run.emit(CardMoved("terrains", card, "in_play", key_of(step.cell), drawn=True, rule="TR-1"))
    if not any(p.is_legal for p in placements(run.book.faces, tile, card, run.state.board)):
        run.note("no_terrain_fits", "TR-3", card)
        run.emit(CardMoved("terrains", card, "bottom", rule="TR-3"))
        _to_environment(run, step)
        return
    run.change(replace(step, stage="terrain", card=card))


def _to_environment(run: Run, step: Exploration) -> None:
    card = top_card(run, "environments")
    if card is None:
        _to_encounter(run, step)
        return
    run.emit(CardMoved("environments", card, "in_play", key_of(step.cell), drawn=True, rule="EN-1"))
    if not open_edges_of(run.state, step.cell):
        connect(run, card, step.cell, None)
        _to_encounter(run, step)
        return
    run.change(replace(step, stage="environment", card=card))


def _to_encounter(run: Run, step: Exploration) -> None:
    if not run.state.decks["encounters"].draw and not _can_refill(run.state):
        run.note("deck_empty", "IP-18", "encounters")
        run.close(step)
        return
    run.change(replace(step, stage="encounter", card=""))


def _can_refill(state: State) -> bool:
    current = state.current.get("encounters", "")
    return state.settings.empty_deck == "reshuffle" and any(c != current for c in state.decks["encounters"].destroyed)


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


def exploration(state: State, step: int) -> Exploration | None:
    """The exploration on top of the agenda, if it is the step meant."""
    top = state.agenda[-1] if state.agenda else None
    return top if isinstance(top, Exploration) and top.id == step else None


def _stage_reasons(state: State, step: int, stage: str, by: By) -> tuple[Exploration | None, list[Reason]]:
    found = exploration(state, step)
    if found is None or found.stage != stage:
        pending = pending_reason(state)
        now = str(pending.param("what")) if pending is not None else ""
        # EX-7: a later step cannot be started before an earlier one is answered
        return None, [reason("not_that_step", "EX-7", wanted=stage, what=now)]
    return found, answer_reasons(state, who_answers(state, found), by)


def check_terrain(book: Book, state: State, move: PlaceTerrain, by: By) -> list[Reason]:
    """TR-1 to TR-3: the placement covers no chapter or spawn space."""
    step, reasons = _stage_reasons(state, move.step, "terrain", by)
    if step is None:
        return reasons
    tile = state.board.at(step.cell)
    assert tile is not None  # with the tile the step goes too (IP-2)
    ways = placements(book.faces, tile, step.card, state.board, corner(state))
    wanted = next(p for p in ways if (p.face, p.edge) == (move.face, move.edge))
    if wanted.covers:
        legal = tuple(f"{p.face} {p.edge}" for p in ways if p.is_legal)
        table = layout(book.faces, state.board)
        reasons.append(
            reason(
                "covers_space",
                "TR-3",
                legal,
                spaces=tuple(key_of(s) for s in wanted.covers),
                what=tuple(table.spaces[s] for s in wanted.covers),
            )
        )
    laid = replace(tile, terrain=PlacedTerrain(step.card, move.face, move.edge))
    under = under_obstacles(book, state, laid)
    if under:
        reasons.append(reason("unit_in_the_way", "BG-2", who=under))
    return reasons


def under_obstacles(book: Book, state: State, tile: PlacedTile) -> tuple[str, ...]:
    """Units that would stand on an obstacle if a tile lay like that."""
    tiles = tuple(tile if other.cell == tile.cell else other for other in state.board.tiles)
    after, gone = layout(book.faces, replace(state.board, tiles=tiles)), destroyed_spawns(state)
    return tuple(unit for space, unit in occupied(state).items() if after.is_obstacle(space, gone))


def do_terrain(run: Run, move: PlaceTerrain) -> None:
    """Lay the terrain for good (TR-4) and draw the environment."""
    step = exploration(run.state, move.step)
    assert step is not None
    tile = run.state.board.at(step.cell)
    assert tile is not None
    for p in placements(run.book.faces, tile, step.card, run.state.board, corner(run.state)):
        if (p.face, p.edge) == (move.face, move.edge) and p.closes_join:
            run.note("join_closed", "BG-8", step.card + move.face)
    laid = PlacedTerrain(step.card, move.face, move.edge)
    who = who_answers(run.state, step)  # the group, when whoever explored is not in play any more (IP-2)
    by = "" if who == "group" else who
    run.emit(TerrainPlaced(step.cell, laid, by, doors_beneath(run, tile, laid)))
    _to_environment(run, step)


def doors_beneath(run: Run, tile: PlacedTile, laid: PlacedTerrain) -> tuple[str, ...]:
    """Changed doors that the terrain overrides: those within it, and on its shared and outer borders (TR-5)."""
    end = run.book.faces.ends[laid.card + laid.face]
    under = {(x + tile.cell[0] * TILE, y + tile.cell[1] * TILE) for x, y in covered(end, laid.edge)}
    return tuple(
        sorted(key for key in run.state.board.doors if any(s in under for s, _ in border_sides(border_at(key))))
    )


def check_environment(book: Book, state: State, move: ConnectEnvironment, by: By) -> list[Reason]:
    """EN-1: an unexplored edge of the new tile."""
    step, reasons = _stage_reasons(state, move.step, "environment", by)
    if step is None:
        return reasons
    edges = open_edges_of(state, step.cell)
    if move.edge not in edges:
        reasons.append(
            reason(
                "edge_explored",
                "EN-1",
                tuple(f"{key_of(step.cell)},{e}" for e in edges),
                edge=f"{key_of(step.cell)},{move.edge}",
            )
        )
    return reasons


def do_environment(run: Run, move: ConnectEnvironment) -> None:
    """Connect the environment; nobody there is affected by its arrival (EN-4)."""
    step = exploration(run.state, move.step)
    assert step is not None
    connect(run, step.card, step.cell, move.edge)
    _to_encounter(run, step)


def check_encounter(book: Book, state: State, move: DrawEncounter, by: By) -> list[Reason]:
    """EX-2: the exploring explorer draws it, when its turn has come."""
    return _stage_reasons(state, move.step, "encounter", by)[1]


def do_encounter(run: Run, move: DrawEncounter) -> None:
    """Draw the encounter; from then on it is everybody's (NC-2)."""
    step = exploration(run.state, move.step)
    assert step is not None
    run.close(step)
    explorer = run.state.explorers.get(step.explorer)
    invoke(run, "encounters", step.explorer if explorer and explorer.status == "in_play" else None)


MOVES[Explore] = (turn_move(Explore, check_explore), do_explore)
MOVES[PlaceTerrain] = (check_terrain, do_terrain)
MOVES[ConnectEnvironment] = (check_environment, do_environment)
MOVES[DrawEncounter] = (check_encounter, do_encounter)
STEPS[Exploration] = carry_exploration
