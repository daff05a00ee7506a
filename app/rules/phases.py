"""The spawn phase and the horror phase: rolls against the ratings (RD-3, RD-4, RD-6, GD-1).

Both begin with the group's move that ends the phase before, and run by themselves as far as the group need not pick.
"""

from __future__ import annotations

from .agenda_phases import HorrorPhase, MonsterPhase, SpawnPhase
from .altering import replace
from .board import cell_of
from .chapters import printed_by
from .decks import invoke
from .engine import STEPS, Run
from .events_table import PhaseBegan
from .modifiers import forbids, number
from .rerolls import roll
from .spawning import open_spawning, spawn_spaces
from .state import Phase
from .tracks import change_threat, rating_of, set_rating
from .triggers import trigger
from .units import in_play, occupied
from .ways import corner


def begin_phase(run: Run, phase: Phase) -> None:
    """The spawn, horror or monster phase begins. One without a rating is passed over without a roll (RD-6)."""
    run.emit(PhaseBegan(phase, run.state.round))
    if phase == "monster":
        trigger(run, "monster_phase_began", actor=None)
        monsters = tuple(run.state.monsters)
        if monsters:
            run.open(MonsterPhase(run.new_id(), monsters, monsters, near=_adjacent(run)))
    elif rating_of(run.state, phase) is None:
        run.note("no_rating", "RD-6", phase)
    elif phase == "spawn":
        run.open(SpawnPhase(run.new_id(), in_play(run.state)))
    else:
        run.open(HorrorPhase(run.new_id()))


def _adjacent(run: Run) -> tuple[tuple[str, str], ...]:
    """(monster, explorer) for those that are adjacent now: some cards ask for it later in the phase."""
    standing = occupied(run.state)
    found = []
    for monster in run.state.monsters.values():
        beside = (standing.get(s, "") for s in run.layout.neighbours(monster.space, corner(run.state)))
        found += [(monster.id, unit) for unit in beside if unit in run.state.explorers]
    return tuple(found)


def printed_rating(run: Run, which: str) -> int | None:
    """What a failed roll sets a rating back to: the value that the chapter prints.

    A chapter that prints none stands on what the last one before it printed (Reading).
    """
    for card in reversed(run.state.chapters[: run.state.chapter + 1]):
        value = printed_by(run.book, run.state, run.book.chapters[card], which)
        if value is not None:
            return value
    return None


def _is_safe(run: Run, which: str, total: int) -> bool:
    """The rating or more is safe; a rating of 0 never fails (RD-3, RD-4)."""
    rating = rating_of(run.state, which) or 0
    return rating == 0 or total >= rating


def _rises(run: Run, which: str, rule: str) -> None:
    set_rating(run, which, (rating_of(run.state, which) or 0) + 1, rule)


def _set_back(run: Run, which: str, rule: str) -> None:
    """After a failure the rating goes back to the printed value, or stays (setting rating_after_fail)."""
    printed = printed_rating(run, which)
    if run.state.settings.rating_after_fail == "printed" and printed is not None:
        set_rating(run, which, printed, rule)


# ------------------------------------------------------------------ the spawn phase


def can_roll(run: Run, explorer: str) -> bool:
    """Whether the explorer rolls: it is on the board, on a tile with a usable spawn space (RD-3)."""
    space = run.state.explorers[explorer].space
    return space is not None and bool(spawn_spaces(run.book, run.state, cell_of(space)))


def carry_spawn_phase(run: Run, step: SpawnPhase) -> bool:
    """Each explorer in play rolls once, in the group's order, against the rating as it is by then."""
    match step.stage:
        case "next":
            _next_roller(run, step)
        case "roll":
            _spawn_roll(run, step)
        case "rating":
            run.change(replace(step, stage="next", answers=()))
            _set_back(run, "spawn", "RD-3")
    return True


def _next_roller(run: Run, step: SpawnPhase) -> None:
    waiting = tuple(e for e in step.waiting if e in in_play(run.state))
    rolling = tuple(e for e in waiting if can_roll(run, e))
    who = run.ask(step, "roller", "who_rolls_spawn", "group", rolling, rule="RD-3", labels=rolling)
    if who is None:
        run.close(step)
        for explorer in waiting:
            run.note("no_spawn_roll", "RD-3", explorer)
        return
    run.change(replace(step, roller=who, waiting=tuple(e for e in waiting if e != who), stage="roll", answers=()))


def _spawn_roll(run: Run, step: SpawnPhase) -> None:
    who = step.roller
    modifier = number(run.book, run.state, "spawn_roll", who)
    total = roll(run, step, "roll", {"game": 1}, why="spawn", who=who, rule="RD-3", modifier=modifier)
    rating = run.state.spawn_rating or 0
    if _is_safe(run, "spawn", total):
        run.change(replace(step, stage="next", answers=()))
        run.note("spawn_safe", "RD-3", who, rating)
        held = forbids(run.book, run.state, "spawn_rating_rise", who)
        if held:
            run.note("rating_held", "RD-3", held)
        else:
            _rises(run, "spawn", "RD-3")
        return
    run.change(replace(step, stage="rating", answers=()))
    run.note("spawn_failed", "RD-3", who, rating)
    space = run.state.explorers[who].space
    if space is not None:
        open_spawning(run, (cell_of(space),), space, "RD-3", by_roll=True)


# ------------------------------------------------------------------ the horror phase


def carry_horror_phase(run: Run, step: HorrorPhase) -> bool:
    """One roll; a failure raises threat first, then invokes a horror event, then sets the rating back (RD-4)."""
    match step.stage:
        case "roll":
            _horror_roll(run, step)
        case "event":
            run.change(replace(step, stage="rating"))
            invoke(run, "horror_events", None)
        case "rating":
            run.close(step)
            _set_back(run, "horror", "RD-4")
    return True


def _horror_roll(run: Run, step: HorrorPhase) -> None:
    modifier = number(run.book, run.state, "horror_roll")
    total = roll(run, step, "roll", {"game": 1}, why="horror", who="", rule="RD-4", modifier=modifier)
    rating = run.state.horror_rating or 0
    if _is_safe(run, "horror", total):
        run.close(step)
        run.note("horror_safe", "RD-4", "", rating)
        _rises(run, "horror", "RD-4")
        return
    run.change(replace(step, stage="event", answers=()))
    run.note("horror_failed", "RD-4", "", rating)
    change_threat(run, 1)


STEPS[SpawnPhase] = carry_spawn_phase
STEPS[HorrorPhase] = carry_horror_phase
