"""Charges of environments and panels, and what follows when they are gone (CT-2, EN-5, IP-6)."""

from __future__ import annotations

from .agenda import Resolve, TileGoes
from .altering import replace
from .conditions import charges_of
from .engine import Run
from .events_agenda import DueSet
from .events_cards import MarksChanged
from .events_map import EnvironmentSet
from .state import Marks
from .triggers import trigger


def change_charges(run: Run, card: str, panel: str, n: int, top: int | None = None) -> None:
    """Change the charges of an environment or a panel by `n`, never below 0; at 0 the rest follows (CT-2, IP-6)."""
    now = charges_of(run.state, card, panel)
    if now is None:
        return
    after = max(0, now + n)
    if n > 0 and top is not None:
        after = max(now, min(after, top))
    if after == now:
        return
    environment = run.state.environments.get(card)
    if environment is not None:
        run.emit(EnvironmentSet(replace(environment, charges=after), "charged", "EN-5"))
        if after == 0:
            _destroy_later(run, environment.cell)
        return
    marks = run.state.card_marks.get(card, Marks())
    changed = replace(marks, charges={**marks.charges, panel: after})
    run.emit(MarksChanged(card, changed, "charges", panel, after, "CT-2"))
    if after == 0:
        trigger(run, "charges_gone", actor=None, card=card, panel=panel)


def _destroy_later(run: Run, cell: tuple[int, int]) -> None:
    """IP-6: the tile goes as soon as the ability in hand is finished, so its step lies below that ability."""
    resolving = [step for step in run.state.agenda if isinstance(step, Resolve)]
    if resolving:
        run.emit(DueSet((*run.state.due, f"tile {cell[0]},{cell[1]}")))
    else:
        run.open(TileGoes(run.new_id(), cell))
