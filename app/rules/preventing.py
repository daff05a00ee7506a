"""Losses of health that a card prevents (IP-1, BG-6): a loss has happened, and what prevents it gives it back.

An explorer without health whose death a card in force could still prevent is dying. What may prevent it is resolved at
once, before the ability in hand goes on, so that nobody acts, is chosen or pays between life and death; if it did not
prevent it, the explorer is destroyed there and then. What is paid is never given back: a price is paid whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from . import effects as fx
from .agenda import Resolve
from .altering import replace
from .cards import Book
from .effects_lasting import Prevent
from .engine import Run
from .events_agenda import DueSet, TriggerQueued, TriggersTaken
from .resolving import VERBS
from .state import State, Trigger
from .triggers import abilities_in_force, trigger
from .units import destroy_unit, printed, set_pool

LOSS, DEATH = "explorer_loses_health", "explorer_would_be_destroyed"
LOSSES = (LOSS, DEATH)


def _all_verbs(effects: tuple[fx.Effect, ...]) -> Iterator[fx.Effect]:
    for effect in effects:
        yield effect
        if isinstance(effect, fx.Choose):
            for option in effect.options:
                yield from _all_verbs(option.do)
        elif isinstance(effect, fx.If):
            yield from _all_verbs(effect.then)
            yield from _all_verbs(effect.otherwise)
        elif isinstance(effect, fx.Test):
            yield from _all_verbs(effect.then)
            yield from _all_verbs(effect.fail)
        elif isinstance(effect, fx.Attack):
            yield from _all_verbs(effect.on_hit)
            yield from _all_verbs(effect.on_miss)
        elif isinstance(effect, fx.Steps):
            for band in effect.bands:
                yield from _all_verbs(band.do)
        elif isinstance(effect, fx.EachExplorer | fx.EachUnit):
            yield from _all_verbs(effect.do)


@lru_cache(maxsize=32)
def _preventing(book: Book, loss: str) -> frozenset[tuple[str, str]]:
    """(card, address) of the abilities of a book that `loss` sets off and that could prevent anything at all."""
    return frozenset(
        (card, at)
        for card in book.cards
        for at, _, _, ability in book.abilities_of(card)
        if ability.kind == "when"
        and ability.trigger == loss
        and any(isinstance(verb, Prevent) for verb in _all_verbs(ability.do))
    )


def _prevents(book: Book, card: str, at: str) -> bool:
    return any((card, at) in _preventing(book, loss) for loss in LOSSES)


def preventable(book: Book, state: State, losses: tuple[str, ...] = LOSSES) -> bool:
    """Whether a card in force could prevent that an explorer loses health or is destroyed, or one of these `losses`."""
    such = {one for loss in losses for one in _preventing(book, loss)}
    cards = {card for card, _ in such}
    return any((card, at) in such for card, at, _, _ in abilities_in_force(book, state, cards))


def health_was_lost(run: Run, unit: str, n: int, *, paid: bool) -> bool:
    """An explorer lost `n` health: what that sets off is queued. True = it is dying, and something may prevent it.

    What is paid is no loss that a card prevents (IP-1); a death by paying is like any other (Reading).
    """
    kept = _preventing(run.book, LOSS) if paid else frozenset[tuple[str, str]]()
    may_be_kept = preventable(run.book, run.state, (DEATH,) if paid else LOSSES)
    dying = run.state.explorers[unit].health == 0 and may_be_kept
    trigger(run, LOSS, actor=unit, unit=unit, n=n, without=kept)
    if not dying:
        return False
    run.emit(DueSet((*run.state.due, f"dying {unit}")))
    trigger(run, DEATH, actor=unit, unit=unit, n=n)
    return True


def waiting_to_prevent(book: Book, state: State) -> tuple[Trigger, ...]:
    """What waits in the queue and could prevent a loss or a death: all that arose together first (IP-1)."""
    waiting = [one for one in state.queue if _prevents(book, one.card, one.at)]
    return tuple(one for one in waiting if one.batch == waiting[0].batch)


def is_too_late(book: Book, state: State, waiting: Trigger) -> bool:
    """Whether there is nothing left to prevent for what waits: the explorer is dead, or its death was prevented."""
    explorer = state.explorers.get(waiting.unit or "")
    if explorer is None or not _prevents(book, waiting.card, waiting.at):
        return False
    saved = (waiting.card, waiting.at) in _preventing(book, DEATH) and explorer.health > 0
    return saved or explorer.status != "in_play"


def is_preventing(book: Book, state: State, explorer: str = "") -> bool:
    """Whether something that may prevent a loss (of this explorer) is being resolved."""
    return any(
        isinstance(step, Resolve) and explorer in ("", step.unit) and _prevents(book, step.card, step.at)
        for step in state.agenda
    )


def _is_undecided(book: Book, state: State, explorer: str) -> bool:
    """Whether something that may still prevent this explorer's death waits, or is being resolved."""
    waits = any(one.unit == explorer and _prevents(book, one.card, one.at) for one in state.queue)
    return waits or is_preventing(book, state, explorer)


def _prevent(run: Run, step: Resolve, effect: Prevent) -> None:
    """The health comes back: as much as was lost, at most what the card prevents. It is no restoring."""
    explorer = run.state.explorers.get(step.unit or step.actor or "")
    if explorer is None or explorer.status != "in_play":
        run.note("nothing_to_prevent", "IP-1", step.card)
        return
    back = min(effect.n, step.n or effect.n)
    top = printed(run.book, run.state, explorer.id, "health")
    set_pool(run, explorer.id, "health", min(top, explorer.health + back), "prevented", "IP-1")
    _take_off(run, step, back)


def _take_off(run: Run, step: Resolve, back: int) -> None:
    """What another card could still prevent of the same loss is less by what has come back, or nothing any more."""
    queue = run.state.queue
    those = [t for t in queue if t.unit == (step.unit or step.actor) and (t.card, t.at) in _preventing(run.book, LOSS)]
    same_loss = [t for t in those if t.batch == those[0].batch]
    if not same_loss or any((t.card, t.at) == (step.card, step.at) for t in same_loss):
        return  # another loss of the same explorer waits: it sets off again what is being resolved
    run.emit(TriggersTaken(len(queue)))
    for waiting in queue:
        if waiting not in same_loss:
            run.emit(TriggerQueued(waiting))
        elif waiting.n > back:
            run.emit(TriggerQueued(replace(waiting, n=waiting.n - back)))


def settle_dying(run: Run) -> bool:
    """BG-6: who is still without health once what might have prevented it is resolved is dead, there and then."""
    for due in run.state.due:
        who = due.removeprefix("dying ")
        if who == due or _is_undecided(run.book, run.state, who):
            continue
        run.emit(DueSet(tuple(d for d in run.state.due if d != due)))
        explorer = run.state.explorers.get(who)
        if explorer is not None and explorer.status == "in_play" and explorer.health == 0:
            destroy_unit(run, explorer.id, "BG-6")
        return True
    return False


VERBS[Prevent] = _prevent
