"""Units made to move towards something or away from it (BG-11)."""

from __future__ import annotations

from . import effects as fx
from .agenda import Resolve
from .altering import replace
from .cards import Book
from .distances import steps_from
from .engine import Run
from .forced import ask, goals, held_fast
from .geometry import Space
from .moving import walk_along
from .resolving import VERBS, still_to_do, targets
from .spawning import nearest
from .state import State, key_of, space_of
from .targets import shunned
from .units import in_play, is_explorer, space_of_unit
from .vocabulary import Select
from .ways import walkable


def begin_move_towards(run: Run, step: Resolve, e: fx.MoveTowards) -> None:
    """Units move towards or away from the nearest goal, one after another; which of the ways is asked."""
    queue = still_to_do(
        run, step, lambda: targets(run, step, e.target), lambda one: space_of_unit(run.state, one) is None
    )
    if not queue:
        return
    unit, left = queue[0], queue[1:]
    start = space_of_unit(run.state, unit)
    assert start is not None
    held = held_fast(run, unit, step.card, forced=False)
    options = [] if held else [key_of(s) for s in nearing(run, step, unit, start, e)]
    who = unit if is_explorer(run.state, unit) else "group"
    answer = run.ask(
        step, f"to {unit}", "move_to", who, options, rule="BG-2", labels=(unit,), card=step.card, at=step.at
    )
    if left:
        run.change(replace(step, queue=left, answers=(("each", "yes"),)))
    else:
        run.change(replace(step, index=step.index + 1, queue=(), answers=()))
    if answer is None and not held:
        run.note("no_way", "BG-2", unit)
    elif answer is not None and space_of(answer) != start:
        walk_along(run, unit, space_of(answer), cost=0, how="move")


def nearing(run: Run, step: Resolve, unit: str, start: Space, e: fx.MoveTowards) -> tuple[Space, ...]:
    """Where the unit may go: nearer to (or farther from) the goal with every step, as far as it gets if `exactly`."""
    book, state = run.book, run.state
    if e.goal in ("acting", "activating"):
        places = tuple(s for u in targets(run, step, e.goal) if (s := space_of_unit(state, u)) is not None)
    else:
        places = _sought(book, state, unit, start, e)
    places = tuple(s for s in places if s != start)
    near = [key_of(s) for s in nearest(book, state, start, places)]
    goal = ask(run, step, "move_goal", f"goal {unit}", unit, near)
    if goal is None:
        return ()
    steps = steps_from(book, state, space_of(goal))
    if start not in steps:
        return ()
    sign = 1 if e.away else -1
    ways = {start: 0, **walkable(book, state, unit, e.n)}
    fitting = {s: n for s, n in ways.items() if s in steps and steps[s] == steps[start] + sign * n}
    most = max(fitting.values())
    return tuple(sorted(s for s, n in fitting.items() if not e.exactly or n == most))


def _sought(book: Book, state: State, unit: str, start: Space, e: fx.MoveTowards) -> tuple[Space, ...]:
    """Where a unit's goals are; a monster that comes nearer passes some explorers over (sparing)."""
    if e.goal != "explorer" or e.away or is_explorer(state, unit):
        return goals(book, state, e.goal)
    nearest_one = Select("explorer", pick="nearest")
    over = shunned(book, state, nearest_one, in_play(state), start, unit)
    return tuple(s for one in in_play(state) if one not in over and (s := state.explorers[one].space) is not None)


VERBS[fx.MoveTowards] = begin_move_towards
