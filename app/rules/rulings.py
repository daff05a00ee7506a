"""Table rulings: the group overrides the tracker on purpose, with a reason (AM-1)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from . import changes as ch
from .agenda import Ask
from .altering import replace
from .cards import Book
from .engine import MOVES, STEPS, NoChance, Paused, Restart, Run, UnknownYet
from .events_agenda import StepClosed
from .events_table import RulingMade
from .evolve import evolve
from .invariants import violations
from .moves_table import MakeRuling
from .state import State
from .verdicts import By, Reason, reason

REASON_LENGTH = 200

#: What may be changed -> (every reason against it, doing it). The modules `rulings_...` beside this one add theirs.
CHANGES: dict[type, tuple[Callable[[Book, State, Any], list[Reason]], Callable[[Run, Any], None]]] = {}


def check_ruling(book: Book, state: State, move: MakeRuling, by: By) -> list[Reason]:
    """AM-1: a reason is given, the seat may rule, and no change breaks an invariant (DK-3, BG-2)."""
    reasons: list[Reason] = []
    if not move.reason.strip():
        reasons.append(reason("no_reason_given", "AM-1"))
    if len(move.reason) > REASON_LENGTH:
        reasons.append(reason("reason_too_long", "AM-1", most=REASON_LENGTH))
    if state.settings.ruling_by == "host" and not by.host:
        reasons.append(reason("host_only", "AM-1"))
    if not move.changes:
        reasons.append(reason("no_changes", "AM-1"))
    return reasons + _change_reasons(book, state, move.changes, by)


def _change_reasons(book: Book, state: State, changes: tuple[ch.Change, ...], by: By) -> list[Reason]:
    """Each change is checked on what those before it have made of the table; a card that is hidden stays so."""
    reasons: list[Reason] = []
    trial = Run(book, state, by, NoChance())
    for change in changes:
        if trial.state.outcome:
            reasons.append(reason("game_over", "BG-7", outcome=trial.state.outcome))
            break
        check, do = CHANGES[type(change)]
        found = check(book, trial.state, change)
        reasons += found
        if not found:
            with suppress(UnknownYet):
                do(trial, change)
    return reasons or _broken(book, state, trial.state)


def _broken(book: Book, before: State, after: State) -> list[Reason]:
    """The invariants that the changes together would break; one that was broken before may be mended by a ruling."""
    names = violations(book, after)
    known = violations(book, before) if names else ()
    told = (name.partition(" ") for name in names if name not in known)
    return [reason("breaks_invariant", "AM-1", what=name, which=which) for name, _, which in told]


def do_ruling(run: Run, move: MakeRuling) -> None:
    """Log the reason, then let the changes happen; one that a card just turned up makes impossible is logged."""
    run.emit(RulingMade(move.reason.strip()))
    for change in move.changes:
        check, do = CHANGES[type(change)]
        if run.state.outcome or check(run.book, run.state, change):
            run.note("ruling_part_skipped", "AM-1")
        else:
            do(run, change)
    ask_again(run)


def ask_again(run: Run) -> None:
    """A question that waits is asked anew if its options are others by now; else it stays as it is (AM-1).

    One that something else has come on top of is asked anew when it is its turn again.
    """
    for step in run.state.agenda[:-1]:
        if isinstance(step, Ask):
            run.close(step)
    asked = run.state.agenda[-1] if run.state.agenda else None
    if not isinstance(asked, Ask) or len(run.state.agenda) < 2:
        return
    trial = Run(run.book, evolve(run.state, StepClosed(asked.id)), run.by, NoChance())
    with suppress(Paused, Restart, UnknownYet):
        STEPS[type(trial.top)](trial, trial.top)
    now = trial.state.agenda[-1] if trial.state.agenda else None
    if not isinstance(now, Ask) or replace(now, id=asked.id, confirmed=asked.confirmed) != asked:
        run.close(asked)


def range_reasons(value: int, least: int, most: int, what: str) -> list[Reason]:
    """Why a figure cannot be set: it is not between `least` and `most`."""
    if least <= value <= most:
        return []
    return [reason("out_of_range", "AM-1", what=what, least=least, most=most, value=value)]


MOVES[MakeRuling] = (check_ruling, do_ruling)
