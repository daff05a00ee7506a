"""Spending stamina, and the reasons that there is too little or that something is out of reach (BG-1, IP-22)."""

from __future__ import annotations

from functools import lru_cache

from .altering import replace
from .board import Layout
from .engine import Run
from .events_units import PoolChanged
from .geometry import Space
from .modifiers import use_up
from .pricing import Priced
from .state import State, key_of
from .verdicts import Reason, reason


@lru_cache(maxsize=4096)
def out_of_reach(table: Layout, space: Space, corner_any_wall: bool, rule: str = "BG-1", between: str = "") -> Reason:
    """The reason that something on a space is not adjacent, with the spaces from which it is (BG-1, BG-2).

    `between` = what parts it from who wants it (`Layout.shut_off`).
    """
    near = tuple(map(key_of, table.beside(space, corner_any_wall)))
    if not between:
        return reason("not_adjacent", rule, near, space=key_of(space))
    return reason("not_adjacent", rule, near, space=key_of(space), between=between)


def stamina_reasons(state: State, explorer: str, price: int | Priced) -> list[Reason]:
    """The reason that an explorer has less stamina than a price, with both figures and what cards add (BG-1, IP-22)."""
    cost = price if isinstance(price, int) else price.cost
    there = state.explorers[explorer].stamina
    if there >= cost:
        return []
    found = reason("not_enough", "BG-1", what="stamina", needed=cost, there=there, who=explorer)
    return [found if isinstance(price, int) else explained(found, price.because)]


def explained(found: Reason, why: tuple[str, ...]) -> Reason:
    """A reason with what cards add to the price that it names, if any do."""
    return replace(found, params=tuple(sorted((*found.params, ("because", why))))) if why else found


def spend(run: Run, explorer: str, price: int | Priced, why: str) -> None:
    """An explorer spends stamina that it has; what takes off the price once a round is used up."""
    cost = price if isinstance(price, int) else price.cost
    if isinstance(price, Priced):
        use_up(run, price.limited, explorer)
    there = run.state.explorers[explorer].stamina
    if cost:
        run.emit(PoolChanged(explorer, "stamina", there, there - cost, why, "BG-1"))
