"""A log line for everything that happens: past tense, with names, figures and places.

What is only the tracker's own bookkeeping has no line (`SILENT`), nor what another event tells better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from app.rules import events as ev
from app.web import messages_board, messages_items, messages_play, messages_rulings
from app.web.messages import Words
from app.web.messages_board import pool_line
from app.web.messages_names import capital, listed

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

#: The row of the ledger for what names none itself.
RULES: Final[Mapping[type, str]] = MappingProxyType(
    {
        ev.TableSet: "SC-1",
        ev.Shuffled: "DK-1",
        ev.SettingChanged: "AM-1",
        ev.RulingMade: "AM-1",
    }
)

#: What a page may fold when a move has many results.
MINOR: Final = frozenset({ev.Shuffled, ev.DeckOrdered, ev.Remembered})
MINOR_NOTES: Final = frozenset({"monster_done", "carried_out", "no_spawn_roll", "used_already", "all_unlocked"})

#: Stamina paid for what the next line tells: it stands in that line.
PAYING: Final = frozenset({"walk", "explore", "chapter_space", "door", "exit"}) | messages_items.PAYING


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of the log with the ledger row that made it happen.

    `minor` = bookkeeping, which a page may fold; `phase` = the round and the phase that begin with it; `chapter` = the
    one that began, its number counted from 0 and its card.
    """

    text: str
    rule: str = ""
    minor: bool = False
    phase: tuple[int, str] | None = None
    chapter: tuple[int, str] | None = None


def said(words: Words, events: Iterable[ev.Event]) -> list[str]:
    """The lines for what one move made happen, in order. What stamina went for stands with the deed."""
    return [line.text for line in lines(words, events)]


def lines(words: Words, events: Iterable[ev.Event]) -> list[Line]:
    """The same with their rules. What has no rule of its own came of what was told before it."""
    found: list[Line] = []
    aside: ev.PoolChanged | None = None
    rested: list[str] = []
    setting_up, rule, typed_by = False, "", ""
    for event in events:
        setting_up = setting_up or isinstance(event, ev.TableSet)
        rule = rule_of(event) or rule
        if setting_up and isinstance(event, ev.Shuffled):
            continue
        if isinstance(event, ev.PoolChanged) and event.what == "stamina":
            if event.why == "new_round":
                rested.append(_rested(words, event))
                continue
            if event.why in PAYING or event.why == "finished":
                aside = event
                continue
        if isinstance(event, ev.Chosen) and event.question == "type_in_dice" and event.done:
            typed_by = event.seat  # told with the roll that it is for
            continue
        text = happened(words, event)
        if typed_by and isinstance(event, ev.DiceRolled):
            text, typed_by = text.replace(", typed in.", f"; {words.seat(typed_by)} typed it in."), ""
        if text and aside is not None:
            text, aside = _with_stamina(text, aside), None
        if text and rested:  # before whoever enters with the round (IP-5)
            found.append(Line(f"Stamina is back for {listed(rested)}.", "RD-1"))
            rested = []
        if text:
            phase = (event.round, event.phase) if isinstance(event, ev.PhaseBegan) else None
            chapter = (event.number, event.card) if isinstance(event, ev.ChapterEntered) else None
            found.append(Line(text, rule, is_minor(event), phase, chapter))
    if aside is not None:
        found.append(Line(pool_line(words, aside), rule_of(aside) or rule))
    if rested:
        found.append(Line(f"Stamina is back for {listed(rested)}.", "RD-1"))
    return found


def _rested(words: Words, event: ev.PoolChanged) -> str:
    """Who has stamina for a new round; with how much, where cards make it other than what is printed."""
    card = words.book.explorers.get(event.unit)
    name = words.unit(event.unit)
    return name if card is None or event.after == card.stamina else f"{name} ({event.after} in place of {card.stamina})"


def rule_of(event: ev.Event) -> str:
    """The ledger row that made an event happen; '' when it says none."""
    return str(getattr(event, "rule", "")) or RULES.get(type(event), "")


def is_minor(event: ev.Event) -> bool:
    """Whether an event is bookkeeping that nobody plans by."""
    return type(event) in MINOR or (isinstance(event, ev.Noted) and event.code in MINOR_NOTES)


def _with_stamina(line: str, paid: ev.PoolChanged) -> str:
    line = line.removesuffix(".")
    if paid.why == "finished":
        return f"{line} with {paid.before} stamina left."
    deed, colon, came = line.partition(": ")
    if "“" in deed:  # a colon of what is quoted, not of the sentence
        deed, colon, came = line, "", ""
    return f"{deed} for {paid.before - paid.after} stamina, {paid.after or 'none'} left{colon}{came}."


def happened(words: Words, event: ev.Event) -> str:
    """One event in one sentence; '' for a silent one. One without words gives its own name, never an error."""
    if type(event) in SILENT:
        return ""
    line = LINES.get(type(event))
    return capital(line(words, event)) if line else f"{type(event).__name__}."
