"""Table rulings about map tiles and terrains (AM-1).

Whatever would leave a unit on an obstacle or a card in two places is refused; the rows of the ledger do not bind.
"""

from __future__ import annotations

from . import changes as ch
from .agenda import EdgeMoves, Exploration
from .altering import replace
from .board import cell_of, doors_lost, within
from .cards import Book
from .engine import STEPS, NoChance, Paused, Run
from .events_agenda import StepClosed
from .events_cards import CardMoved
from .events_map import SpaceCleared, TerrainLeft, TerrainPlaced, TileJoined, TileTurned
from .events_table import TrackSet
from .events_units import UnitMoved
from .furnishing import doors_beneath, overlay_leaves, under_obstacles
from .geometry import SIDES, TILE, Cell, Space, beyond, border_of, border_sides, turned_side
from .holding import dropped
from .lattice import is_too_wide
from .overlay import covered
from .placed import PlacedTerrain, PlacedTile, border_at, border_key
from .rulings import CHANGES
from .state import State, key_of, space_of
from .tiles import remove_tile, split_face
from .units import units_on
from .verdicts import Reason, reason

# ------------------------------------------------------------------ cards of the three decks of the map


def taking_reasons(book: Book, state: State, deck: str, card: str) -> list[Reason]:
    """Why a card cannot be taken: only one that is out of the game may be named, and a deck must hold cards."""
    lies = state.decks[deck]
    if not card:
        return [] if lies.draw else [reason("deck_is_empty", "AM-1", what=deck)]
    if named_in(lies.out, deck, card) is not None:
        return []
    if named_in(tuple(lies.in_play), deck, card) is not None:
        return [reason("card_elsewhere", "DK-3", card=card)]
    if named_in((*lies.draw, *lies.aside), deck, card) is not None:
        return [reason("card_face_down", "AM-1", card=card)]
    return [reason("unknown_card", "AM-1", card=card)]


def named_in(cards: tuple[str, ...], deck: str, card: str) -> str | None:
    """The card of those that goes by that id: a map tile by its number or by either face ('07', '07b')."""
    number = card[:-1] if deck == "tiles" and card[-1:] in ("a", "b") else card
    return next((c for c in cards if card == c or (deck == "tiles" and c[:-1] == number)), None)


def take(run: Run, deck: str, card: str, source: str) -> str:
    """The card named, or the one that is turned up: which one a preview does not tell."""
    lies = run.state.decks[deck]
    if card:
        return named_in(lies.out, deck, card) or card
    run.chance.reveal(deck)
    return lies.draw[0 if source == "top" else -1]


# ------------------------------------------------------------------ map tiles


def see_to_edges(run: Run) -> None:
    """What hangs on edges that closed or went is seen to by the group, if there is anything (EN-3, IP-7, IP-8)."""
    step = EdgeMoves(run.new_id(), "group")
    trial = Run(run.book, run.state, run.by, NoChance())
    trial.open(step)
    try:
        STEPS[EdgeMoves](trial, step)
    except Paused:
        run.open(step)
        return
    if not isinstance(trial.events[-1], StepClosed):
        run.open(step)


def no_tile(state: State, cell: Cell) -> list[Reason]:
    """The reason that no map tile lies in a cell, if so."""
    return [] if state.board.at(cell) is not None else [reason("no_tile_there", "AM-1", cell=key_of(cell))]


def _check_place(book: Book, state: State, c: ch.PlaceTile) -> list[Reason]:
    reasons = taking_reasons(book, state, "tiles", c.tile)
    cells = {tile.cell for tile in state.board.tiles}
    if c.cell in cells:
        reasons.append(reason("cell_taken", "AM-1", cell=key_of(c.cell)))
    elif (cells and not any(beyond(c.cell, side) in cells for side in SIDES)) or (not cells and c.cell != (0, 0)):
        reasons.append(reason("cell_apart", "AM-1"))
    elif is_too_wide([*cells, c.cell]):  # asked here, for a tile that is drawn is not placed when a ruling is tried
        reasons.append(reason("breaks_invariant", "AM-1", what="board_too_wide", which=""))
    return reasons


def _do_place(run: Run, c: ch.PlaceTile) -> None:
    tile, face = split_face(take(run, "tiles", c.tile, c.source))
    face = c.face or face
    turns: int = c.turns
    if c.symbol:
        symbol = run.book.faces.symbols[run.book.faces.tile_key(tile, face)]
        turns = (SIDES.index(c.symbol) - SIDES.index(symbol)) % 4
    run.emit(CardMoved("tiles", tile + face, "in_play", key_of(c.cell), drawn=not c.tile, rule="AM-1"))
    run.emit(TileJoined(PlacedTile(tile, face, c.cell, turns), "", "AM-1"))
    see_to_edges(run)


def _check_remove(book: Book, state: State, c: ch.RemoveTile) -> list[Reason]:
    return no_tile(state, c.cell)


def _do_remove(run: Run, c: ch.RemoveTile) -> None:
    remove_tile(run, c.cell, "destroyed", "AM-1")
    see_to_edges(run)


def _check_turn(book: Book, state: State, c: ch.TurnTile) -> list[Reason]:
    return no_tile(state, c.cell)


def _do_turn(run: Run, c: ch.TurnTile) -> None:
    state, board = run.state, run.state.board
    tile = board.at(c.cell)
    assert tile is not None

    def to(space: Space) -> Space:
        x, y = within(space)
        for _ in range(c.quarters):
            x, y = TILE - 1 - y, x
        return c.cell[0] * TILE + x, c.cell[1] * TILE + y

    laid = replace(tile.terrain, edge=turned_side(tile.terrain.edge, c.quarters)) if tile.terrain else None
    own = doors_lost(run.book.faces, board, (tile,))
    doors = {key: door for key, door in board.doors.items() if key not in own}
    for key in own:
        space, side = next(s for s in border_sides(border_at(key)) if cell_of(s[0]) == c.cell)
        doors[border_key(border_of(to(space), turned_side(side, c.quarters)))] = board.doors[key]
    marks = {key_of(to(s)) if cell_of(s := space_of(k)) == c.cell else k: mark for k, mark in state.marks.items()}
    turned = replace(tile, turns=(tile.turns + c.quarters) % 4, terrain=laid)
    run.emit(TileTurned(turned, doors, marks, "AM-1"))
    for unit in units_on(state, c.cell):
        at = (state.explorers.get(unit) or state.monsters[unit]).space
        assert at is not None
        run.emit(UnitMoved(unit, to(at), "ruling", rule="AM-1"))
    for card, (deck, at) in dropped(state).items():
        if cell_of(at) == c.cell:
            run.emit(CardMoved(deck, card, "in_play", key_of(to(at)), rule="AM-1"))


# ------------------------------------------------------------------ terrains


def being_explored(state: State, cell: Cell, *stages: str) -> list[Reason]:
    """The tile is just being explored: its terrain or environment is still to come, and is placed by that step."""
    pending = any(isinstance(s, Exploration) and s.cell == cell and s.stage in stages for s in state.agenda)
    return [reason("being_explored", "AM-1", cell=key_of(cell))] if pending else []


def _check_terrain(book: Book, state: State, c: ch.LayTerrain) -> list[Reason]:
    reasons = no_tile(state, c.cell) + taking_reasons(book, state, "terrains", c.card)
    reasons += being_explored(state, c.cell, "moving", "terrain")
    tile = state.board.at(c.cell)
    if tile is not None and tile.terrain is not None:
        reasons.append(reason("terrain_there", "AM-1", cell=key_of(c.cell)))
    elif tile is not None and c.card and not reasons:
        reasons += _in_the_way(book, state, replace(tile, terrain=PlacedTerrain(c.card, c.face, c.edge)))
    return reasons


def _in_the_way(book: Book, state: State, tile: PlacedTile) -> list[Reason]:
    units = under_obstacles(book, state, tile)
    return [reason("unit_in_the_way", "BG-2", who=units)] if units else []


def _do_terrain(run: Run, c: ch.LayTerrain) -> None:
    """Lay it for good; one that was turned up and would lie on a unit goes back under the deck."""
    card = take(run, "terrains", c.card, c.source)
    tile = run.state.board.at(c.cell)
    assert tile is not None
    laid = PlacedTerrain(card, c.face, c.edge)
    run.emit(CardMoved("terrains", card, "in_play", key_of(c.cell), drawn=not c.card, rule="AM-1"))
    if under_obstacles(run.book, run.state, replace(tile, terrain=laid)):
        run.note("ruling_part_skipped", "AM-1")
        run.emit(CardMoved("terrains", card, "bottom", rule="AM-1"))
        return
    for space in _beneath(run, c.cell, laid):
        if key_of(space) in run.state.marks:
            clear_mark(run, space)
    run.emit(TerrainPlaced(c.cell, laid, "", doors_beneath(run, tile, laid), "AM-1"))


def _beneath(run: Run, cell: Cell, laid: PlacedTerrain) -> tuple[Space, ...]:
    """The spaces of the lattice that a terrain lies on."""
    end = run.book.faces.ends[laid.card + laid.face]
    return tuple(sorted((x + cell[0] * TILE, y + cell[1] * TILE) for x, y in covered(end, laid.edge)))


def _check_bare(book: Book, state: State, c: ch.RemoveTerrain) -> list[Reason]:
    tile = state.board.at(c.cell)
    if tile is None:
        return no_tile(state, c.cell)
    if tile.terrain is None:
        return [reason("no_terrain_there", "AM-1", cell=key_of(c.cell))]
    return _in_the_way(book, state, replace(tile, terrain=None))


def _do_bare(run: Run, c: ch.RemoveTerrain) -> None:
    tile = run.state.board.at(c.cell)
    assert tile is not None
    assert tile.terrain is not None
    marked = tuple(k for s in _beneath(run, c.cell, tile.terrain) if (k := key_of(s)) in run.state.marks)
    run.emit(TerrainLeft(c.cell, tile.terrain.card, "AM-1", doors_beneath(run, tile, tile.terrain), marked))
    overlay_leaves(run, "terrains", tile.terrain.card, "AM-1")


# ------------------------------------------------------------------ marks beneath


def clear_mark(run: Run, space: Space) -> None:
    """Take a mark away; a chapter space that was lit does not count for the way on any more."""
    mark = run.state.marks[key_of(space)]
    run.emit(SpaceCleared(space, mark, "AM-1"))
    if mark == "lit" and run.state.lit:
        run.emit(TrackSet("lit", run.state.lit, run.state.lit - 1, "AM-1"))


CHANGES[ch.PlaceTile] = (_check_place, _do_place)
CHANGES[ch.RemoveTile] = (_check_remove, _do_remove)
CHANGES[ch.TurnTile] = (_check_turn, _do_turn)
CHANGES[ch.LayTerrain] = (_check_terrain, _do_terrain)
CHANGES[ch.RemoveTerrain] = (_check_bare, _do_bare)
