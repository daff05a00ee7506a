"""A log line for everything that happens: past tense, with names, figures and places.

What is only the tracker's own bookkeeping has no line (`SILENT`), nor what another event tells better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from app.rules import events as ev
from app.web import messages_board, messages_items, messages_play, messages_rulings
from app.web.messages import Words, capital, listed
from app.web.messages_board import pool_line

#: Events that never have a line of their own.
SILENT: Final = frozenset(
    {
        ev.StepOpened,
        ev.StepChanged,
        ev.StepClosed,
        ev.TriggerQueued,
        ev.TriggersTaken,
        ev.DueSet,
    }
)

#: One sentence for each type of event; '' where another event tells it.
LINES: Final[Mapping[type, Callable[[Words, Any], str]]] = MappingProxyType(
    {
        **messages_board.LINES,
        **messages_play.LINES,
        **messages_items.LINES,
        **messages_rulings.LINES,
    }
)

#: Stamina paid for what the next line tells: it stands in that line.
PAYING: Final = frozenset({"walk", "explore", "chapter_space", "door", "exit"}) | messages_items.PAYING


def said(words: Words, events: Iterable[ev.Event]) -> list[str]:
    """The lines for what one move made happen, in order. What stamina went for stands with the deed."""
    lines: list[str] = []
    aside: ev.PoolChanged | None = None
    rested: list[str] = []
    setting_up = False
    for event in events:
        setting_up = setting_up or isinstance(event, ev.TableSet)
        if setting_up and isinstance(event, ev.Shuffled):
            continue
        if isinstance(event, ev.PoolChanged) and event.what == "stamina":
            if event.why == "new_round":
                rested.append(words.unit(event.unit))
                continue
            if event.why in PAYING or event.why == "finished":
                aside = event
                continue
        line = happened(words, event)
        if line and aside is not None:
            line, aside = _with_stamina(line, aside), None
        if line:
            lines.append(line)
    if aside is not None:
        lines.append(pool_line(words, aside))
    if rested:
        lines.append(f"Stamina is back for {listed(rested)}.")
    return lines


def _with_stamina(line: str, paid: ev.PoolChanged) -> str:
    line = line.removesuffix(".")
    if paid.why == "finished":
        return f"{line} with {paid.before} stamina left."
    return f"{line} for {paid.before - paid.after} stamina, {paid.after or 'none'} left."


def happened(words: Words, event: ev.Event) -> str:
    """One event in one sentence; '' for a silent one. One without words gives its own name, never an error."""
    if type(event) in SILENT:
        return ""
    line = LINES.get(type(event))
    return capital(line(words, event)) if line else f"{type(event).__name__}."
