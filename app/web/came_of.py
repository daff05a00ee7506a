"""What the 'enters play' abilities of a card came to: which of what it prints has happened, in the log's own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from app.rules import events as ev
from app.rules.agenda import CardEnters
from app.rules.moves import Answer, CloseAdjust, CloseStep, HelpRoll, PayShare
from app.web.log_lines import Told, sentences_of

if TYPE_CHECKING:
    from app.service import LogEntry
    from app.web.seen_table import Table

#: Moves that carry on what a card has begun.
OF_A_CARD: Final = (Answer, HelpRoll, CloseAdjust, PayShare, CloseStep)
MOST: Final = 4  # sentences
NOTHING: Final = "Nothing of it happened."


def came_of(table: Table, entries: Sequence[LogEntry], card: str) -> tuple[str, ...]:
    """The sentences of what the card did when it last entered play; () when the log at hand does not hold it, or it is
    not done yet.

    `entries` are the newest of the log, newest first. It goes from where the card entered, over the answers that it
    asked for, to where another card has its say or the phase ends.
    """
    told, reading, found, lines = Told(table.words), False, False, list[str]()
    for entry in reversed(entries):
        if entry.kind != "move" or entry.undone_by:
            continue
        own: list[ev.Event] = []
        reading = reading and isinstance(entry.move, OF_A_CARD)
        for event in entry.events:
            if isinstance(event, ev.StepOpened) and isinstance(event.step, CardEnters) and event.step.card == card:
                reading, found, own, lines = True, True, [], []
            elif (isinstance(event, ev.AbilityBegan) and event.card != card) or isinstance(event, ev.PhaseBegan):
                reading = False
            elif reading and not isinstance(event, ev.AbilityBegan):  # its words stand on the card
                own.append(event)
        named = told.at(entry)
        if own:
            lines += sentences_of(replace(entry, events=tuple(own), move=None), named)
    if not found or any(isinstance(step, CardEnters) and step.card == card for step in table.state.agenda):
        return ()
    return tuple(lines[:MOST]) or (NOTHING,)
