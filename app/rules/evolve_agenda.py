"""Fold what happened to the agenda into the state (evolve)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .agenda import Ask
from .altering import altered, replace
from .events_agenda import Chosen, DueSet, StepChanged, StepClosed, StepOpened, TriggerQueued, TriggersTaken
from .state import State

#: Of so many answered questions it is known whose answer it was: a late one comes soon (AM-2).
DECIDED_KEPT = 8


def _chosen(s: State, e: Chosen) -> State:
    if e.done:
        return altered(s, decided=(*s.decided, (e.step, e.seat))[-DECIDED_KEPT:])
    top = s.agenda[-1]
    if not isinstance(top, Ask):
        return s
    confirmed = (*(c for c in top.confirmed if c[0] != e.seat), (e.seat, e.option))
    return altered(s, agenda=(*s.agenda[:-1], replace(top, confirmed=confirmed)))


def _step_opened(s: State, e: StepOpened) -> State:
    return altered(s, agenda=(*s.agenda, e.step), next_id=max(s.next_id, e.step.id) + 1)


def _step_changed(s: State, e: StepChanged) -> State:
    if s.agenda and s.agenda[-1].id == e.step.id:
        return altered(s, agenda=(*s.agenda[:-1], e.step))
    return altered(s, agenda=tuple(e.step if step.id == e.step.id else step for step in s.agenda))


def _step_closed(s: State, e: StepClosed) -> State:
    if s.agenda and s.agenda[-1].id == e.step:
        return altered(s, agenda=s.agenda[:-1])
    return altered(s, agenda=tuple(step for step in s.agenda if step.id != e.step))


def _trigger_queued(s: State, e: TriggerQueued) -> State:
    return altered(s, queue=(*s.queue, e.trigger))


def _triggers_taken(s: State, e: TriggersTaken) -> State:
    return altered(s, queue=s.queue[e.n :])


def _due_set(s: State, e: DueSet) -> State:
    return altered(s, due=e.due)


#: How an event of each kind is folded in.
FOLDS: dict[type, Callable[[State, Any], State]] = {
    StepOpened: _step_opened,
    StepChanged: _step_changed,
    StepClosed: _step_closed,
    Chosen: _chosen,
    TriggerQueued: _trigger_queued,
    TriggersTaken: _triggers_taken,
    DueSet: _due_set,
}
