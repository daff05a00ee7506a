"""The three steps of exploring once a tile is joined: terrain, environment, encounter (EX-2, TR-1, EN-1, NC-1)."""

from __future__ import annotations

from .agenda import Exploration
from .altering import replace
from .board import layout, unexplored_edges
from .cards import Book
from .decks import invoke, top_card
from .engine import MOVES, STEPS, Run
from .events_cards import CardMoved
from .events_map import TerrainPlaced
from .exploring import join_drawn
from .furnishing import connect, doors_beneath, open_edges_of, under_obstacles
from .moves_steps import ConnectEnvironment, DrawEncounter, PlaceTerrain
from .placed import PlacedTerrain, PlacedTile
from .state import State, key_of
from .terrain import placements
from .turns import answer_reasons, pending_reason, unheard_of, who_answers
from .verdicts import By, Reason, reason
from .ways import corner


def carry_exploration(run: Run, step: Exploration) -> bool:
    """Go to the next stage; False while a placement or the drawing of the encounter is awaited."""
    tile = run.state.board.at(step.cell)
    match step.stage:
        case "joining":
            run.close(step)
            if step.edge is not None and (step.cell, step.edge) in unexplored_edges(run.state.board):
                join_drawn(run, step.explorer, step.cell, step.edge)
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
    edges = open_edges_of(run.state, step.cell)
    if len(edges) < 2:  # nobody is stopped for what is no choice
        if edges:
            run.note("only_edge", "EN-1", f"{key_of(step.cell)},{edges[0]}")
        connect(run, card, step.cell, edges[0] if edges else None)
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
        return None, unheard_of(state, step, "EX-7") or [reason("not_that_step", "EX-7", wanted=stage, what=now)]
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


MOVES[PlaceTerrain] = (check_terrain, do_terrain)
MOVES[ConnectEnvironment] = (check_environment, do_environment)
MOVES[DrawEncounter] = (check_encounter, do_encounter)
STEPS[Exploration] = carry_exploration
