"""Answering the question on top of the agenda (AM-2), and rolling a die in the open (GD-1)."""

from __future__ import annotations

from typing import Any

from .agenda import Ask
from .altering import replace
from .cards import Book
from .engine import MOVES, Run
from .events_agenda import Chosen
from .events_rolls import DieRolled
from .moves_steps import Answer
from .moves_table import RollDie
from .state import State
from .turns import answer_reasons, pending_reason, unheard_of, who_answers
from .verdicts import By, Reason, reason


def question(state: State, step: int) -> Ask | None:
    """The question on top of the agenda, if it is the one meant."""
    top = state.agenda[-1] if state.agenda else None
    return top if isinstance(top, Ask) and top.id == step else None


def check_answer(book: Book, state: State, move: Answer, by: By) -> list[Reason]:
    """AM-2: the question still waits, the seat may answer it, the option is one of those asked.

    A late answer learns that it was decided, and by which seat.
    """
    ask = question(state, move.step)
    if ask is None:
        pending = pending_reason(state)
        now, seat = str(pending.param("what")) if pending else "", dict(state.decided).get(move.step, "")
        return unheard_of(state, move.step, "AM-2") or [reason("already_decided", "AM-2", now=now, seat=seat)]
    reasons = answer_reasons(state, who_answers(state, ask), by)
    if move.option not in ask.options:
        labels = ask.labels if len(ask.labels) == len(ask.options) else ask.options
        reasons.append(reason("not_an_option", ask.rule or "AM-2", labels, question=ask.question))
    return reasons


def do_answer(run: Run, move: Answer) -> None:
    """Take the answer, or note one seat's confirmation while every seat must give the same (setting group_choice)."""
    ask = question(run.state, move.step)
    assert ask is not None
    label = ask.labels[ask.options.index(move.option)] if len(ask.labels) == len(ask.options) else move.option
    who = who_answers(run.state, ask)
    if who == "group" and run.state.settings.group_choice == "every_seat" and run.by.players:
        given = {**dict(ask.confirmed), run.by.seat: move.option}
        if any(given.get(seat) != move.option for seat in run.by.players):
            run.emit(
                Chosen(ask.id, ask.question, move.option, label, run.by.seat, done=False, secret=ask.secret, who=who)
            )
            return
    run.emit(Chosen(ask.id, ask.question, move.option, label, run.by.seat, True, ask.rule or "AM-2", ask.secret, who))
    run.close(ask)
    beneath: Any = run.top
    run.change(replace(beneath, answers=(*beneath.answers, (ask.key, move.option))))


def check_roll(book: Book, state: State, move: RollDie, by: By) -> list[Reason]:
    """GD-1: a typed-in face must be one that the die has; the game die runs 0 to 9, and 10 is none of them."""
    faces = book.dice.get(move.die, ())
    if not faces:
        return [reason("no_such_die", "GD-1", die=move.die)]
    if move.typed is not None and move.typed not in faces:
        shown = tuple(str(f) for f in sorted(set(faces)))
        return [reason("no_such_face", "GD-1", shown, die=move.die, face=move.typed)]
    return []


def do_roll(run: Run, move: RollDie) -> None:
    """Roll in the open, or write down what the real die showed."""
    if move.typed is not None:
        run.emit(DieRolled(move.die, move.typed, "typed", run.by.seat))
        return
    face = run.chance.roll(move.die, run.book.dice[move.die])
    run.emit(DieRolled(move.die, face, "tracker", run.by.seat))


MOVES[Answer] = (check_answer, do_answer)
MOVES[RollDie] = (check_roll, do_roll)
