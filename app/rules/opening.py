"""Opening a closed door (BG-1)."""

from __future__ import annotations

from .board import layout
from .cards import Book
from .engine import MOVES, Run
from .events_cards import AbilityUsed
from .events_map import DoorSet
from .geometry import CLOSED_DOOR, SIDES, Space, beyond, border_of
from .modifiers import allows
from .moves_turn import OpenDoor
from .placed import border_key
from .pricing import Priced, priced
from .spending import spend, stamina_reasons
from .state import Explorer, State, key_of
from .triggers import trigger
from .turns import take_turn, turn_move
from .verdicts import Reason, reason


def check_open_door(book: Book, state: State, move: OpenDoor, explorer: Explorer, at: Space) -> list[Reason]:
    """BG-1: the closed door is beside the explorer, and the stamina suffices."""
    reasons: list[Reason] = []
    table = layout(book.faces, state.board)
    side = next((s for s in SIDES if beyond(at, s) == move.to), None)
    if side is None or table.side(at, side) != CLOSED_DOOR:
        doors = tuple(key_of(beyond(at, s)) for s in SIDES if table.side(at, s) == CLOSED_DOOR)
        reasons.append(reason("no_closed_door", "BG-1", doors, space=key_of(move.to), who=move.explorer))
    return reasons + stamina_reasons(state, move.explorer, open_cost(book, state, move.explorer)[0])


def open_cost(book: Book, state: State, explorer: str) -> tuple[Priced, str]:
    """The stamina that opening a door costs an explorer now, and the card that makes its first door free, if one does.

    What cards add or take never brings it below 0 (IP-22); a turn is a round (RD-2).
    """
    free = allows(book, state, "free_first_door", explorer)
    if free and not state.used.get(first_door(explorer)):
        return Priced(0), free
    return priced(book, state, state.settings.cost_door, explorer, "cost_open_door"), ""


def first_door(explorer: str) -> str:
    """The key under which an explorer's free first door counts this round."""
    return f"first door {explorer}"


def do_open_door(run: Run, move: OpenDoor) -> None:
    """Open the door for its stamina."""
    take_turn(run, move.explorer)
    cost, free = open_cost(run.book, run.state, move.explorer)
    if free:
        run.emit(AbilityUsed(move.explorer, free, "", first_door(move.explorer), "BG-1"))
    spend(run, move.explorer, cost, "door")
    space = run.state.explorers[move.explorer].space
    assert space is not None
    side = next(s for s in SIDES if beyond(space, s) == move.to)
    run.emit(DoorSet(border_key(border_of(space, side)), "/", move.explorer, "BG-1"))
    trigger(run, "door_opened", actor=move.explorer)


MOVES[OpenDoor] = (turn_move(OpenDoor, check_open_door), do_open_door)
