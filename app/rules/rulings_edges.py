"""Table rulings about environments, the entry and exit token, marks on spaces, and doors (AM-1)."""

from __future__ import annotations

from . import changes as ch
from .altering import replace
from .board import layout
from .cards import Book
from .engine import Run
from .events_cards import CardMoved
from .events_map import DoorSet, EnvironmentSet, SpaceMarked, TokenPlaced
from .furnishing import open_edges_of, overlay_leaves
from .geometry import Cell, Side, border_between
from .placed import border_key
from .rulings import CHANGES
from .rulings_game import lead_on
from .rulings_map import being_explored, clear_mark, no_tile, take, taking_reasons
from .state import InPlay, State, TokenPlace, key_of
from .verdicts import Reason, reason
from .ways import environment_on

DOORS = {"open": "/", "closed": "=", "none": " "}

#: What each mark may lie on, by the character of the space.
FITS = {"lit": "*", "explored": "CWREL", "destroyed": "CWREL*SB"}


# ------------------------------------------------------------------ environments


def _check_edge(state: State, cell: Cell, edge: Side | str, rule: str) -> list[Reason]:
    """An edge, if one is named, must be an unexplored one of a tile in play."""
    if state.board.at(cell) is None:
        return no_tile(state, cell)
    free = open_edges_of(state, cell)
    if not edge or edge in free:
        return []
    others = tuple(f"{key_of(cell)},{e}" for e in free)
    return [reason("edge_explored", rule, others, edge=f"{key_of(cell)},{edge}")]


def _check_free(state: State, cell: Cell, card: str) -> list[Reason]:
    there = environment_on(state, cell)
    if there is None or there == card:
        return []
    return [reason("environment_there", "AM-1", cell=key_of(cell), card=there)]


def _check_connect(book: Book, state: State, c: ch.PlaceEnvironment) -> list[Reason]:
    return [
        *taking_reasons(book, state, "environments", c.card),
        *_check_edge(state, c.cell, c.edge, "EN-1"),
        *_check_free(state, c.cell, ""),
        *being_explored(state, c.cell, "moving", "terrain", "environment"),
    ]


def _do_connect(run: Run, c: ch.PlaceEnvironment) -> None:
    card = take(run, "environments", c.card, c.source)
    run.emit(CardMoved("environments", card, "in_play", key_of(c.cell), drawn=not c.card, rule="AM-1"))
    placed = InPlay(card, c.cell, c.edge or None, run.book.environments[card].countdown, run.state.round)
    run.emit(EnvironmentSet(placed, "connected" if c.edge else "homeless", "AM-1"))


def _check_environment(book: Book, state: State, card: str) -> list[Reason]:
    return [] if card in state.environments else [reason("environment_not_in_play", "AM-1", card=card)]


def _check_reconnect(book: Book, state: State, c: ch.MoveEnvironment) -> list[Reason]:
    reasons = _check_environment(book, state, c.card)
    if reasons:
        return reasons
    placed = state.environments[c.card]
    cell = c.cell or placed.cell
    if (cell, c.edge or None) == (placed.cell, placed.edge):
        return [reason("like_that_already", "AM-1")]
    return _check_edge(state, cell, c.edge, "EN-3") + _check_free(state, cell, c.card)


def _do_reconnect(run: Run, c: ch.MoveEnvironment) -> None:
    placed = run.state.environments[c.card]
    cell = c.cell or placed.cell
    if cell != placed.cell:
        run.emit(CardMoved("environments", c.card, "in_play", key_of(cell), rule="AM-1"))
    moved = replace(placed, cell=cell, edge=c.edge or None)
    run.emit(EnvironmentSet(moved, "moved" if c.edge else "homeless", "AM-1"))


def _check_gone(book: Book, state: State, c: ch.RemoveEnvironment) -> list[Reason]:
    return _check_environment(book, state, c.card)


def _do_gone(run: Run, c: ch.RemoveEnvironment) -> None:
    overlay_leaves(run, "environments", c.card, "AM-1")


# ------------------------------------------------------------------ entry and exit token


def _place_of(c: ch.PlaceToken) -> TokenPlace | None:
    if c.where == "gone":
        return None
    return TokenPlace(c.cell, c.edge or None) if c.where == "edge" else TokenPlace(None, None)


def _check_token(book: Book, state: State, c: ch.PlaceToken) -> list[Reason]:
    if _place_of(c) == (state.entry if c.token == "entry" else state.exit):
        return [reason("like_that_already", "AM-1")]
    if c.where != "edge":
        return []
    if c.cell is None or not c.edge:
        return [reason("place_missing", "AM-1")]
    return _check_edge(state, c.cell, c.edge, "EX-6" if c.token == "entry" else "CH-9")


def _do_token(run: Run, c: ch.PlaceToken) -> None:
    run.emit(TokenPlaced(c.token, _place_of(c), "AM-1"))


# ------------------------------------------------------------------ marks


def _check_mark(book: Book, state: State, c: ch.MarkSpace) -> list[Reason]:
    table = layout(book.faces, state.board)
    if c.space not in table.spaces:
        return [reason("no_space", "AM-1", x=c.space[0], y=c.space[1])]
    if state.marks.get(key_of(c.space), "none") == c.mark:
        return [reason("like_that_already", "AM-1")]
    if c.mark != "none" and table.spaces[c.space] not in FITS[c.mark]:
        return [reason("mark_does_not_fit", "AM-1", space=key_of(c.space), mark=c.mark)]
    return []


def _do_mark(run: Run, c: ch.MarkSpace) -> None:
    if key_of(c.space) in run.state.marks:
        clear_mark(run, c.space)
    if c.mark != "none":
        run.emit(SpaceMarked(c.space, c.mark, "", "AM-1"))
    if c.mark == "lit":
        lead_on(run)


def _check_door(book: Book, state: State, c: ch.SetDoor) -> list[Reason]:
    table = layout(book.faces, state.board)
    if c.a not in table.spaces or c.b not in table.spaces or abs(c.a[0] - c.b[0]) + abs(c.a[1] - c.b[1]) != 1:
        return [reason("no_border", "BG-1", a=key_of(c.a), b=key_of(c.b))]
    return []


def _do_door(run: Run, c: ch.SetDoor) -> None:
    run.emit(DoorSet(border_key(border_between(c.a, c.b)), DOORS[c.door], "", "AM-1"))  # type: ignore[arg-type]


CHANGES[ch.PlaceEnvironment] = (_check_connect, _do_connect)
CHANGES[ch.MoveEnvironment] = (_check_reconnect, _do_reconnect)
CHANGES[ch.RemoveEnvironment] = (_check_gone, _do_gone)
CHANGES[ch.PlaceToken] = (_check_token, _do_token)
CHANGES[ch.MarkSpace] = (_check_mark, _do_mark)
CHANGES[ch.SetDoor] = (_check_door, _do_door)
