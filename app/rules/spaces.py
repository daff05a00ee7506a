"""Action spaces: chest, workbench, recharge station, event space, trap lever (BG-1, BG-5, BG-10, EV-1)."""

from __future__ import annotations

from collections.abc import Callable

from .agenda import Resolve
from .agenda_items import Drawing, UsingEventSpace
from .altering import altered
from .board import cell_of, layout
from .cards import Book
from .decks import invoke, reinvoke
from .distances import farness, steps_from
from .effects_map import DestroySpace
from .engine import IN_HAND, MOVES, STEPS, Run
from .events_map import SpaceMarked
from .geometry import ACTION_SPACES, SPAWN, Space
from .levers import begin_traps
from .moves_turn import ActivateSpace
from .pricing import Priced, priced
from .recharging import begin_recharge
from .resolving import VERBS
from .set_values import changed
from .spending import out_of_reach, spend, stamina_reasons
from .state import Explorer, State, key_of, space_of
from .tracks import change_threat
from .triggers import trigger
from .turns import take_turn, turn_move
from .units import in_play, occupied, restore, space_of_unit
from .verdicts import Reason, reason
from .vocabulary import SAID_BY
from .ways import corner

CHEST, WORKBENCH, STATION, EVENT, LEVER = "C", "W", "R", "E", "L"
#: The setting with the cost of each space, and the numbers that cards change it by (BG-1).
COSTS: dict[str, tuple[str, tuple[str, ...]]] = {
    CHEST: ("cost_chest", SAID_BY["cost_chest"]),
    WORKBENCH: ("cost_workbench", ("cost_action_space",)),
    STATION: ("cost_recharge", ("cost_action_space",)),
    EVENT: ("cost_event_space", SAID_BY["cost_event_space"]),
    LEVER: ("cost_lever", ("cost_action_space",)),
}
#: The row that says what activating it does.
ROWS = {CHEST: "BG-5", WORKBENCH: "BG-10", STATION: "RC-1", EVENT: "EV-1", LEVER: "TL-1"}


def space_cost(book: Book, state: State, explorer: str, what: str) -> Priced:
    """The stamina that activating a space costs an explorer, with what cards change, never below 0 (BG-1, IP-22)."""
    setting, modifiers = COSTS[what]
    return priced(book, state, int(getattr(state.settings, setting)), explorer, *modifiers)


def is_used(state: State, space: Space) -> bool:
    """Whether a space cannot be activated any more: destroyed, or used and (spaces_used_once) used once (BG-5)."""
    mark = state.marks.get(key_of(space))
    return mark == "destroyed" or (mark is not None and state.settings.spaces_used_once == "yes")


def check_activate(book: Book, state: State, move: ActivateSpace, explorer: Explorer, at: Space) -> list[Reason]:
    """BG-1, BG-5: an adjacent action space that is not used up, for its stamina."""
    reasons: list[Reason] = []
    table = layout(book.faces, state.board)
    what = table.spaces.get(move.space, "")
    if what not in ACTION_SPACES or not what:
        near = tuple(
            key_of(s)
            for s in table.neighbours(at, corner(state))
            if is_action(table.spaces[s]) and not is_used(state, s)
        )
        return [*reasons, reason("no_action_space", "BG-1", near, space=key_of(move.space))]
    if move.space not in table.neighbours(at, corner(state)):
        reasons.append(out_of_reach(table, move.space, corner(state), between=table.shut_off(at, move.space)))
    if is_used(state, move.space):
        reasons.append(reason("space_used", "BG-5", space=key_of(move.space), mark=state.marks[key_of(move.space)]))
    return reasons + stamina_reasons(state, move.explorer, space_cost(book, state, move.explorer, what))


def is_action(what: str) -> bool:
    """Whether a space is an action space other than a chapter space, which chapters see to (BG-1)."""
    return bool(what) and what in ACTION_SPACES


def do_activate(run: Run, move: ActivateSpace) -> None:
    """Pay, mark it used (a lever: at the end, TL-3), and resolve it; what that triggers waits (IP-1)."""
    what = run.layout.spaces[move.space]
    take_turn(run, move.explorer)
    spend(run, move.explorer, space_cost(run.book, run.state, move.explorer, what), WHY[what])
    if what != LEVER and run.state.settings.spaces_used_once == "yes":
        run.emit(SpaceMarked(move.space, "explored", move.explorer, "BG-5"))
    trigger(run, "action_space_activated", actor=move.explorer)
    ACTIVATE[what](run, move.explorer, move.space)


def open_chest(run: Run, explorer: str, space: Space) -> None:
    """BG-5: 1 essence, then 2 items are drawn, one kept or handed over, the other destroyed or back on top."""
    restore(run, explorer, "essence", 1, "BG-5")
    n = max(1, changed(run.book, run.state, 2, "chest_items", explorer))
    run.open(Drawing(run.new_id(), (explorer,), n, 1, "adjacent", rest="choose", rule="BG-5"))


def use_workbench(run: Run, explorer: str, space: Space) -> None:
    """BG-10: trade as in RC-1 and use inventory, or (setting workbench_effect) draw 4 items and swap any number."""
    if run.state.settings.workbench_effect == "draw":
        run.open(Drawing(run.new_id(), (explorer,), 4, 0, rest="swap", rule="BG-10"))
    else:
        begin_recharge(run, explorer, space, stage="trade", rule="BG-10")


def use_station(run: Run, explorer: str, space: Space) -> None:
    """RC-1."""
    begin_recharge(run, explorer, space)


def pull_lever(run: Run, explorer: str, space: Space) -> None:
    """TL-1 to TL-3."""
    begin_traps(run, explorer, space)


# ------------------------------------------------------------------ the event space


def use_event_space(run: Run, explorer: str, space: Space) -> None:
    """EV-1: what it is used for is picked first."""
    run.open(UsingEventSpace(run.new_id(), explorer, space))


def event_space_uses(state: State) -> tuple[str, ...]:
    """What an event space can be used for: by setting event_space, and the die only with the 4.0 rules (ED-1)."""
    gains = ("essence", "event") if state.settings.event_space == "either" else ("essence_and_event",)
    return (*gains, "die") if state.settings.rules_4_0 == "on" else gains


def carry_event_space(run: Run, step: UsingEventSpace) -> bool:
    """Pick the use, before any die is rolled; then the gain, or the die against the horror rating (EV-1, RD-6)."""
    if step.stage == "done":
        run.close(step)
        return True
    use = run.ask(step, "use", "event_space_use", step.explorer, event_space_uses(run.state), rule="EV-1")
    alive = step.explorer in in_play(run.state)
    actor = step.explorer if alive else None
    if use == "die":
        rolled = run.roll(step, "die", {"game": 1}, why="event_space", who=step.explorer, rule="EV-1")
        run.change(altered(step, stage="done", answers=()))
        if rolled >= (run.state.horror_rating or 0):
            change_threat(run, -1, "EV-1")
        else:
            reinvoke(run, "horror_events", actor)
        return True
    run.change(altered(step, stage="done", answers=()))
    if use in ("essence", "essence_and_event") and alive:
        before = run.state.explorers[step.explorer].essence
        restore(run, step.explorer, "essence", 1, "EV-1")
        if run.state.explorers[step.explorer].essence == before:
            run.note("full_essence", "EV-1", step.explorer)
    if use in ("event", "essence_and_event"):
        invoke(run, "explorer_events", actor)
    return True


# ------------------------------------------------------------------ destroyed by cards


def unused_action_spaces(book: Book, state: State) -> tuple[Space, ...]:
    """The action spaces without any token that are no chapter space."""
    table = layout(book.faces, state.board)
    return tuple(s for what in ACTION_SPACES for s in table.features(what) if key_of(s) not in state.marks)


def _empty_spawn_spaces(book: Book, state: State) -> tuple[Space, ...]:
    """The spawn spaces without any token that nobody stands on: a destroyed one is an obstacle (BG-2)."""
    taken = occupied(state)
    found = layout(book.faces, state.board).features(SPAWN)
    return tuple(s for s in found if key_of(s) not in state.marks and s not in taken)


def _destroy_spaces(run: Run, step: Resolve, effect: DestroySpace) -> None:
    """BG-5: the nearest unused action or spawn space on each tile with an explorer, or to the unit; ties: group."""
    state = run.state
    unused = (_empty_spawn_spaces if effect.what == "spawn" else unused_action_spaces)(run.book, state)
    from_each: list[tuple[tuple[Space, ...], tuple[Space, ...]]] = []
    if effect.where == "unit":
        space = space_of_unit(state, step.unit or step.actor or "")
        from_each += [((space,), unused)] if space is not None else []
    else:
        cells = dict.fromkeys(cell_of(s) for e in in_play(state) if (s := state.explorers[e].space) is not None)
        from_each += [
            (
                tuple(s for e in in_play(state) if (s := state.explorers[e].space) is not None and cell_of(s) == cell),
                tuple(s for s in unused if cell_of(s) == cell),
            )
            for cell in cells
        ]
    going: list[Space] = []
    for number_, (starts, spaces) in enumerate(from_each):
        nearest = _nearest(run, starts, spaces)
        answer = run.ask(
            step,
            f"space {number_}",
            "which_space_goes",
            "group",
            [key_of(s) for s in nearest],
            rule="BG-5",
            card=step.card,
            at=step.at,
        )
        if answer is not None:
            going.append(space_of(answer))
    for space in going:
        run.emit(SpaceMarked(space, "destroyed", "", "BG-5"))
    if not going:
        run.note("no_space_to_destroy", "BG-5", step.card)


def _nearest(run: Run, starts: tuple[Space, ...], spaces: tuple[Space, ...]) -> tuple[Space, ...]:
    """The spaces that are nearest to any of `starts`: in walking steps to a space beside them, the last step in."""
    far: dict[Space, int] = {}
    for start in starts:
        steps = steps_from(run.book, run.state, start)
        for space in spaces:
            beside = (s for s in run.layout.neighbours(space, corner(run.state)) if not run.layout.is_obstacle(s))
            n = min((farness(steps, start, s) + 1 for s in beside), default=farness(steps, start, space))
            far[space] = min(n, far.get(space, n))
    least = min(far.values(), default=0)
    return tuple(space for space, n in far.items() if n == least)


WHY = {CHEST: "chest", WORKBENCH: "workbench", STATION: "station", EVENT: "event_space", LEVER: "lever"}
ACTIVATE: dict[str, Callable[[Run, str, Space], None]] = {
    CHEST: open_chest,
    WORKBENCH: use_workbench,
    STATION: use_station,
    EVENT: use_event_space,
    LEVER: pull_lever,
}
MOVES[ActivateSpace] = (turn_move(ActivateSpace, check_activate), do_activate)
STEPS[UsingEventSpace] = carry_event_space
VERBS[DestroySpace] = _destroy_spaces
IN_HAND.add(UsingEventSpace)
