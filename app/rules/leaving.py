"""Leaving the game by the exit (CH-9)."""

from __future__ import annotations

from .board import Layout, cell_of, edge_spaces, layout, open_edge_spaces
from .cards import Book
from .engine import MOVES, Run
from .events_units import UnitLeft
from .geometry import Cell, Side, Space
from .modifiers import forbids
from .moves_turn import LeaveByExit
from .spending import spend, stamina_reasons
from .state import State, key_of
from .triggers import trigger
from .turns import take_turn, turn_reasons
from .units import destroyed_spawns
from .verdicts import By, Reason, reason


def check_leave(book: Book, state: State, move: LeaveByExit, by: By) -> list[Reason]:
    """CH-9: the exit token is on an edge of the explorer's tile, and (setting exit_step) it stands at that edge."""
    reasons = turn_reasons(state, move.explorer, by)
    explorer = state.explorers.get(move.explorer)
    if state.exit is None or state.exit.cell is None or state.exit.edge is None:
        return [*reasons, reason("no_exit", "CH-9")]
    if explorer is None or explorer.space is None:
        return reasons
    held = forbids(book, state, "leave_by_exit", move.explorer)
    if held:
        reasons.append(reason("leaving_forbidden", "CH-9", who=move.explorer, card=held))
    cell, edge = state.exit.cell, state.exit.edge
    if state.settings.exit_step == "free":
        if cell_of(explorer.space) != cell:
            reasons.append(reason("not_at_exit", "CH-9", edge=f"{key_of(cell)},{edge}"))
        return reasons
    spaces = _exit_spaces(layout(book.faces, state.board), state, cell, edge)
    if explorer.space not in spaces:
        reasons.append(reason("not_at_exit", "CH-9", tuple(key_of(s) for s in spaces), edge=f"{key_of(cell)},{edge}"))
    return reasons + stamina_reasons(state, move.explorer, state.settings.cost_move)


def _exit_spaces(table: Layout, state: State, cell: Cell, edge: Side) -> tuple[Space, ...]:
    """The spaces from which one leaves over an edge; where no step leads out of it, all along it (Reading)."""
    gone = destroyed_spawns(state)
    along = (space for space in edge_spaces(cell, edge) if not table.is_obstacle(space, gone))
    return tuple(open_edge_spaces(table, cell, edge, gone)) or tuple(along)


def do_leave(run: Run, move: LeaveByExit) -> None:
    """The figure comes off; the explorer skips its turn and its spawn roll (CH-9)."""
    take_turn(run, move.explorer)
    if run.state.settings.exit_step == "edge":
        spend(run, move.explorer, run.state.settings.cost_move, "exit")
    run.emit(UnitLeft(move.explorer, "exit", "CH-9"))
    trigger(run, "explorer_left", actor=move.explorer)


MOVES[LeaveByExit] = (check_leave, do_leave)
