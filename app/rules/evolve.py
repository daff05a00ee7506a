"""Fold one event into the state: no rule is looked at, no card is read (architecture, decision 1).

Each kind of event has one small function, in the modules `evolve_...` beside this one; `evolve` finds it by type.
Events record outcomes, so an old table folds to the same state whatever today's rules say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from . import evolve_agenda, evolve_cards, evolve_map, evolve_table, evolve_units
from .events import Event
from .events_agenda import SharePromised
from .events_cards import CardsLookedAt
from .events_rolls import DiceRolled, DieRolled, HelpGiven, StepResolved
from .events_table import Noted, RulingMade, TableSet
from .events_units import TrapsTriggered
from .state import State


def evolve(state: State | None, event: Event) -> State:
    """The state after `event`. `state` is None only before TableSet. Raises TypeError for anything else."""
    if state is not None and type(event) in FOLD:
        return FOLD[type(event)](state, event)
    if isinstance(event, TableSet):
        return evolve_table.table_set(event)
    if state is None:
        raise TypeError("the first event of a table is TableSet")
    raise TypeError(f"{type(event).__name__} is no event")


def replay(events: Iterable[Event], state: State | None = None) -> State:
    """Fold all `events`, onto `state` if given. Raises ValueError when there is neither."""
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("no events to fold")
    return state


def _same(s: State, e: Event) -> State:
    return s


#: Worth telling, and nothing is different afterwards.
_TOLD = (
    *(RulingMade, Noted, TrapsTriggered, CardsLookedAt, SharePromised),
    *(DieRolled, DiceRolled, HelpGiven, StepResolved),
)

#: The function that folds an event, by its type: every kind but TableSet.
FOLD: dict[type, Callable[[State, Any], State]] = {
    **evolve_table.FOLDS,
    **evolve_map.FOLDS,
    **evolve_units.FOLDS,
    **evolve_cards.FOLDS,
    **evolve_agenda.FOLDS,
    **dict.fromkeys(_TOLD, _same),
}
