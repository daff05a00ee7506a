"""The rolls of a spawn or horror phase side by side: who rolled what, against which rating, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from app.rules import events as ev
from app.web.contexts import RollTold
from app.web.messages_names import capital
from app.web.seen_table import Table

if TYPE_CHECKING:
    from app.service import LogEntry

PHASES: Final = ("spawn", "horror")
#: What a roll is told by: (safe, the verdict in a word).
VERDICTS: Final = {
    "spawn_safe": (True, "safe"),
    "spawn_failed": (False, "monster"),
    "horror_safe": (True, "safe"),
    "horror_failed": (False, "horror event"),
}


def phase_rolls(table: Table, entries: Sequence[LogEntry]) -> tuple[RollTold, ...]:
    """The rolls since the phase began, in their order; none outside of the spawn and the horror phase.

    `entries` are the newest of the log, newest first; rolls that lie further back than these are left out.
    """
    if table.state.phase not in PHASES:
        return ()
    found: list[RollTold] = []
    total = modifier = 0
    for event in _events(entries):
        match event:
            case ev.PhaseBegan():
                found = []
            case ev.DiceRolled(why="spawn" | "horror"):
                total, modifier = event.total, event.modifier
            case ev.DiceRolled(why="reroll"):
                total = modifier + event.total  # one die alone is rolled here, and this is what it shows now
            case ev.Noted(code=code, what=who, n=rating) if code in VERDICTS:
                safe, verdict = VERDICTS[code]
                name = capital(table.words.unit(who)) if who else "Horror die"
                found.append(RollTold(name, total, rating, safe, verdict))
    return tuple(found)


def told_apart(event: ev.Event) -> bool:
    """Whether an event is told by these rolls, so that no sentence has to."""
    match event:
        case ev.Noted(code=code):
            return code in VERDICTS
        case ev.TrackSet(track=track):
            return track in ("spawn_rating", "horror_rating")
        case ev.DiceRolled(why=why):
            return why in (*PHASES, "reroll")
        case ev.PhaseBegan(phase=phase):
            return phase in PHASES
        case ev.Chosen(question=question, done=done):
            return question in ("who_rolls_spawn", "type_in_dice") and done
    return False


def _events(entries: Sequence[LogEntry]) -> Iterator[ev.Event]:
    for entry in reversed(entries):
        if entry.kind == "move" and not entry.undone_by:
            yield from entry.events
