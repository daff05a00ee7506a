"""Doors: placing and destroying them for stamina, and what cards do to them (BG-1, BG-3)."""

from __future__ import annotations

from .agenda import Resolve
from .board import cell_of, layout
from .cards import Book
from .effects_map import Door
from .engine import MOVES, Run
from .events_map import DoorSet
from .geometry import CLOSED_DOOR, OPEN, OPEN_DOOR, SIDES, Border, Side, Space, beyond, border_of, border_sides
from .moves_turn import DestroyDoor, PlaceDoor
from .placed import border_at, border_key
from .pricing import Priced, priced
from .resolving import VERBS, asking, targets
from .seeing import sight_reason
from .spending import spend, stamina_reasons
from .state import Explorer, State, key_of, space_of
from .triggers import trigger
from .turns import take_turn, turn_move
from .units import in_play, space_of_unit
from .verdicts import Reason, reason


def beside(book: Book, state: State, space: Space, kinds: str) -> tuple[Space, ...]:
    """The neighbours of a space that a door of one of these kinds leads to."""
    table = layout(book.faces, state.board)
    return tuple(beyond(space, side) for side in SIDES if table.side(space, side) in kinds)


def side_towards(space: Space, to: Space) -> Side | None:
    """The side of a space that `to` lies on, None when it is no orthogonal neighbour."""
    return next((side for side in SIDES if beyond(space, side) == to), None)


def place_cost(book: Book, state: State, explorer: str) -> Priced:
    """The stamina that placing a door costs an explorer (BG-1)."""
    return priced(book, state, state.settings.cost_door, explorer, "cost_place_door")


def check_place(book: Book, state: State, move: PlaceDoor, explorer: Explorer, at: Space) -> list[Reason]:
    """BG-1: a door stands open beside the explorer (Reading: doors are placed where there is an open one)."""
    reasons: list[Reason] = []
    side = side_towards(at, move.to)
    if side is None or layout(book.faces, state.board).side(at, side) != OPEN_DOOR:
        open_ones = tuple(key_of(s) for s in beside(book, state, at, OPEN_DOOR))
        reasons.append(reason("no_open_door", "BG-1", open_ones, space=key_of(move.to)))
    return reasons + stamina_reasons(state, move.explorer, place_cost(book, state, move.explorer))


def do_place(run: Run, move: PlaceDoor) -> None:
    """The doorway is closed."""
    take_turn(run, move.explorer)
    spend(run, move.explorer, place_cost(run.book, run.state, move.explorer), "place_door")
    _set(run, move.explorer, move.to, CLOSED_DOOR)


def check_destroy(book: Book, state: State, move: DestroyDoor, explorer: Explorer, at: Space) -> list[Reason]:
    """BG-1: a door beside the explorer, open or closed."""
    reasons: list[Reason] = []
    side = side_towards(at, move.to)
    if side is None or layout(book.faces, state.board).side(at, side) not in (OPEN_DOOR, CLOSED_DOOR):
        doors = tuple(key_of(s) for s in beside(book, state, at, OPEN_DOOR + CLOSED_DOOR))
        reasons.append(reason("no_door", "BG-1", doors, space=key_of(move.to)))
    return reasons + stamina_reasons(state, move.explorer, state.settings.cost_destroy_door)


def do_destroy(run: Run, move: DestroyDoor) -> None:
    """The door is gone for good."""
    take_turn(run, move.explorer)
    spend(run, move.explorer, run.state.settings.cost_destroy_door, "destroy_door")
    _set(run, move.explorer, move.to, OPEN)


def _set(run: Run, explorer: str, to: Space, door: str) -> None:
    space = run.state.explorers[explorer].space
    side = side_towards(space, to) if space is not None else None
    assert space is not None
    assert side is not None
    run.emit(DoorSet(border_key(border_of(space, side)), door, explorer, "BG-1"))  # type: ignore[arg-type]


# ------------------------------------------------------------------ the verb

#: What a door must be for an act, and what it is after it; 'toggle' turns each into the other.
BEFORE = {
    "open": CLOSED_DOOR,
    "close": OPEN_DOOR,
    "toggle": CLOSED_DOOR + OPEN_DOOR,
    "destroy": CLOSED_DOOR + OPEN_DOOR,
}
AFTER = {"open": OPEN_DOOR, "close": CLOSED_DOOR, "destroy": OPEN}


def doors_meant(run: Run, unit: str, effect: Door) -> tuple[Border, ...]:
    """The doors that an effect can mean, seen from a unit ('' = from nowhere)."""
    doors = tuple(border for border, door in run.layout.door_borders() if door in BEFORE[effect.act])
    if effect.which == "each":
        return doors
    space = space_of_unit(run.state, unit) if unit else None
    if space is None:
        return ()

    def meant(border: Border) -> bool:
        spaces = tuple(s for s, _ in border_sides(border))
        if effect.which == "one_adjacent":
            return space in spaces
        if effect.which == "each_on_tile":
            return any(cell_of(s) == cell_of(space) for s in spaces)
        return any(s == space or sight_reason(run.book, run.state, unit, space, "", s) is None for s in spaces)

    return tuple(border for border in doors if meant(border))


def _place_anywhere(run: Run, step: Resolve) -> None:
    """A closed door on a border that the group picks, on a tile with an explorer: first the space, then its side."""
    cells = {cell_of(s) for e in in_play(run.state) if (s := run.state.explorers[e].space) is not None}
    open_sides = {
        space: tuple(beyond(space, side) for side in SIDES if run.layout.side(space, side) == OPEN)
        for space in sorted(run.layout.spaces, key=lambda s: (s[1], s[0]))
        if cell_of(space) in cells
    }
    spaces = [key_of(space) for space, sides in open_sides.items() if any(cell_of(s) in cells for s in sides)]
    at = run.ask(step, "space", "door_where", "group", spaces, rule="BG-1", card=step.card, at=step.at)
    if at is None:
        run.note("no_door_there", "BG-1", step.card)
        return
    space = space_of(at)
    sides = [key_of(s) for s in open_sides[space] if cell_of(s) == cell_of(space)]
    to = run.ask(step, "side", "door_towards", "group", sides, rule="BG-1", card=step.card, at=step.at)
    if to is None:
        run.note("no_door_there", "BG-1", step.card)
        return
    side = side_towards(space, space_of(to))
    assert side is not None
    run.emit(DoorSet(border_key(border_of(space, side)), CLOSED_DOOR, "", "BG-1"))


def _door(run: Run, step: Resolve, effect: Door) -> None:
    """Open, close or destroy doors; one of several is the player's to pick whose explorer it is, the group's else."""
    if effect.act == "place":
        _place_anywhere(run, step)
        return
    acting = targets(run, step, effect.who) if effect.which != "each" else ()
    actor = acting[0] if acting else ""
    doors = doors_meant(run, actor, effect)
    if effect.which in ("one_in_sight", "one_adjacent"):
        answer = run.ask(
            step,
            "door",
            "which_door",
            asking(run, step, effect.who),
            [border_key(border) for border in doors],
            rule="BG-1",
            card=step.card,
            at=step.at,
        )
        doors = (border_at(answer),) if answer is not None else ()
    if not doors:
        run.note("no_door_there", "BG-1", step.card)
    opened = False
    for border in doors:
        now = run.layout.border(border)
        after = AFTER.get(effect.act) or (OPEN_DOOR if now == CLOSED_DOOR else CLOSED_DOOR)
        opened = opened or (now == CLOSED_DOOR and after == OPEN_DOOR)
        run.emit(DoorSet(border_key(border), after, actor, "BG-1"))  # type: ignore[arg-type]
    if opened:
        trigger(run, "door_opened", actor=actor if actor in run.state.explorers else None)


MOVES[PlaceDoor] = (turn_move(PlaceDoor, check_place), do_place)
MOVES[DestroyDoor] = (turn_move(DestroyDoor, check_destroy), do_destroy)
VERBS[Door] = _door
