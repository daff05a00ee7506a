"""What was triggered resolves in the order it arose, once the ability in hand is finished (IP-1)."""

from __future__ import annotations

from .agenda import Ask, CardEnters, Entering, Step, TriggerOrder
from .card_enters import begins
from .decks import entering_parts
from .engine import STEPS, Run
from .events_agenda import TriggerQueued, TriggersTaken
from .preventing import is_preventing, is_too_late, waiting_to_prevent
from .resolving import begin
from .state import PILES, Trigger
from .triggers import option_is_open, still_counts


def settle_preventing(run: Run) -> bool:
    """What may prevent a loss goes before whatever is in hand: until it is resolved the loss may not have happened.

    Several go one after another, in the order in which they arose.
    """
    top = run.state.agenda[-1] if run.state.agenda else None
    if isinstance(top, Ask | TriggerOrder) or is_preventing(run.book, run.state):
        return False
    together = waiting_to_prevent(run.book, run.state)
    if not together:
        return False
    still = _can_still(run, together)
    if len(still) > 1:
        run.open(TriggerOrder(run.new_id()))
    else:
        _take(run, (still or together)[0])
    return True


def _can_still(run: Run, together: tuple[Trigger, ...]) -> tuple[Trigger, ...]:
    """Those of them whose card still counts and that have anything left to prevent."""
    return tuple(t for t in together if still_counts(run, t) and not is_too_late(run.book, run.state, t))


def settle_triggers(run: Run) -> bool:
    """IP-1: what was triggered, in the order it arose, once the ability that set it off is finished."""
    queue = run.state.queue
    if not queue or any(_comes_before(step) for step in run.state.agenda) or _is_only_invoked(run):
        return False
    together = [t for t in queue if t.batch == queue[0].batch and _has_effect(run, t)]
    if len(together) > 1:
        run.open(TriggerOrder(run.new_id()))
        return True
    run.emit(TriggersTaken(1))
    _begin_trigger(run, queue[0])
    return True


def _comes_before(step: Step) -> bool:
    """Whether a step is resolved before what waits: an order being asked, an environment that units entered earlier."""
    return isinstance(step, TriggerOrder | Entering) or (isinstance(step, CardEnters) and step.kind == "environment")


def _is_only_invoked(run: Run) -> bool:
    """Whether a card was just invoked and none of its abilities has begun: they come before what that set off (IP-1).

    So it makes no difference whether a phase invoked it or an ability, which is in hand until the card is resolved.
    """
    step = run.state.agenda[-1] if run.state.agenda else None
    if not isinstance(step, CardEnters) or step.kind not in PILES:
        return False
    return step.rest == entering_parts(run.book.card(step.card)) != ()


def _has_effect(run: Run, waiting: Trigger) -> bool:
    return bool(run.book.ability(waiting.card, waiting.at)[2].do)


def _take(run: Run, picked: Trigger) -> None:
    """Begin one of those that wait; the others wait on as they were."""
    queue = run.state.queue
    run.emit(TriggersTaken(len(queue)))
    for waiting in queue:
        if waiting is not picked:
            run.emit(TriggerQueued(waiting))
    _begin_trigger(run, picked)


def _begin_trigger(run: Run, waiting: Trigger) -> None:
    if not still_counts(run, waiting) or is_too_late(run.book, run.state, waiting):
        return  # its card has gone meanwhile (NC-1, CH-8), or nothing is left to prevent
    panel, option, ability = run.book.ability(waiting.card, waiting.at)
    if not option_is_open(run.state, waiting.card, waiting.at, panel, option):
        return
    card, at, unit = waiting.card, waiting.at, waiting.unit
    if begins(run, ability, card, at, unit or "", "IP-1") and ability.do:
        begin(run, card, at, actor=waiting.actor, unit=unit, came_from=waiting.where, n=waiting.n)


def carry_trigger_order(run: Run, step: TriggerOrder) -> bool:
    """The group says which of the abilities that arose together is resolved next."""
    queue = run.state.queue
    first = _can_still(run, waiting_to_prevent(run.book, run.state))
    together = first or tuple(t for t in queue if t.batch == queue[0].batch)
    options = [_named(t) for t in together]
    answer = run.ask(
        step, "next", "which_trigger", "group", options, rule="IP-1", labels=tuple(t.card for t in together)
    )
    run.close(step)
    if answer is None:
        return True
    _take(run, next(t for t in (*together, *queue) if _named(t) == answer))
    return True


def _named(waiting: Trigger) -> str:
    return f"{waiting.card} {waiting.at} {waiting.unit or ''}"


STEPS[TriggerOrder] = carry_trigger_order
