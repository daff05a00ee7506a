"""Losses of health that a card prevents (IP-1, BG-6): a loss has happened, and what prevents it gives it back.

An explorer without health whose death a card in force could still prevent is dying: it is destroyed as soon as what may
prevent it is resolved and did not.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from . import effects as fx
from .agenda import Resolve
from .cards import Book
from .cards_text import Ability
from .effects_lasting import Prevent
from .engine import Run
from .events_agenda import DueSet
from .resolving import VERBS
from .state import State
from .triggers import abilities_in_force, trigger
from .units import destroy_unit, printed, set_pool

LOSSES = ("explorer_loses_health", "explorer_would_be_destroyed")


def _all_verbs(effects: tuple[fx.Effect, ...]) -> Iterator[fx.Effect]:
    for effect in effects:
        yield effect
        if isinstance(effect, fx.Choose):
            for option in effect.options:
                yield from _all_verbs(option.do)
        elif isinstance(effect, fx.If):
            yield from _all_verbs(effect.then)
            yield from _all_verbs(effect.otherwise)
        elif isinstance(effect, fx.EachExplorer | fx.EachUnit):
            yield from _all_verbs(effect.do)


def _prevents(ability: Ability) -> bool:
    return (
        ability.kind == "when"
        and ability.trigger in LOSSES
        and any(isinstance(verb, Prevent) for verb in _all_verbs(ability.do))
    )


@lru_cache(maxsize=16)
def _preventing(book: Book) -> frozenset[str]:
    """The cards of a book that could prevent anything at all."""
    return frozenset(card for card in book.cards if any(_prevents(one[3]) for one in book.abilities_of(card)))


def preventable(book: Book, state: State) -> bool:
    """Whether a card in force could prevent that an explorer loses health or is destroyed."""
    return any(_prevents(ability) for _, _, ability, _ in abilities_in_force(book, state, _preventing(book)))


def health_was_lost(run: Run, unit: str, n: int) -> bool:
    """An explorer lost `n` health: what that sets off is queued. True = it is dying, and something may prevent it."""
    dying = run.state.explorers[unit].health == 0 and preventable(run.book, run.state)
    trigger(run, "explorer_loses_health", actor=unit, unit=unit, n=n)
    if not dying:
        return False
    run.emit(DueSet((*run.state.due, f"dying {unit}")))
    trigger(run, "explorer_would_be_destroyed", actor=unit, unit=unit, n=n)
    return True


def _prevent(run: Run, step: Resolve, effect: Prevent) -> None:
    """The health comes back: as much as was lost, at most what the card prevents. It is no restoring."""
    explorer = run.state.explorers.get(step.unit or step.actor or "")
    if explorer is None or explorer.status != "in_play":
        run.note("nothing_to_prevent", "IP-1", step.card)
        return
    back = min(effect.n, step.n or effect.n)
    top = printed(run.book, run.state, explorer.id, "health")
    set_pool(run, explorer.id, "health", min(top, explorer.health + back), "prevented", "IP-1")


def settle_dying(run: Run) -> bool:
    """BG-6: who is still without health once everything that was set off is resolved is dead."""
    for due in run.state.due:
        if due.startswith("dying "):
            run.emit(DueSet(tuple(d for d in run.state.due if d != due)))
            explorer = run.state.explorers.get(due.removeprefix("dying "))
            if explorer is not None and explorer.status == "in_play" and explorer.health == 0:
                destroy_unit(run, explorer.id, "BG-6")
            return True
    return False


VERBS[Prevent] = _prevent
