"""A trade or a use of inventory that another phone has open: who is at it, since when, what the others can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from app.rules.agenda_items import Trading, UsingInventory
from app.rules.events import StepOpened
from app.rules.moves import CloseStep
from app.rules.rulings_items import left_open
from app.web.contexts import LeftOpen
from app.web.messages_moves import move_label
from app.web.messages_names import listed
from app.web.seen_table import Table

if TYPE_CHECKING:
    from datetime import datetime

    from app.rules.agenda import Step
    from app.service import LogEntry


def of_others(table: Table, entries: Sequence[LogEntry] = ()) -> LeftOpen | None:
    """What is open on another phone and holds up this one; None without such a thing.

    `entries` of the log, newest first, tell since when. The way to end it for them is a table ruling (AM-1): asked
    for, with a reason, logged and undone like any other.
    """
    step = left_open(table.state)
    if step is None or table.watching or not holders(table, step):
        return None
    whose, names = what_is_open(table, step), listed(holders(table, step), "or")
    pressed = move_label(table.words, CloseStep(step.id))
    ruling = table.may_rule
    href = f"{table.base}/ruling?" + urlencode({"kind": "over", "reason": f"{names} said so"})
    return LeftOpen(
        text=f"{names} has {whose} open.",
        note=f"Everything else waits until {names} presses “{pressed}”."
        + ("" if ruling else " The host can end it by table ruling."),
        title=for_them(names),
        href=href if ruling else "",
        since=_since(step, entries),
    )


def holders(table: Table, step: Trading | UsingInventory) -> tuple[str, ...]:
    """The other seats that can be done with it, by name; () when this phone can, too."""
    both = (step.explorer, step.partner if isinstance(step, Trading) else step.on)
    parts = dict.fromkeys(one for one in both if one)
    if any(one in table.by.explorers for one in parts):
        return ()
    seats = {seat.id: seat.name for one in parts if (seat := table.holder(one)) is not None}
    return tuple(seats.values())


def what_is_open(table: Table, step: Trading | UsingInventory) -> str:
    """'Bram’s use of inventory', 'the trade of Ada and Bram'."""
    name = table.words.unit
    if isinstance(step, Trading):
        return f"the trade of {name(step.explorer)} and {name(step.partner)}"
    return f"{name(step.explorer)}’s use of inventory"


def for_them(name: str) -> str:
    """The words of the press that is done with what is somebody else's to be done with."""
    return f"End it for {name}"


def _since(step: Step, entries: Sequence[LogEntry]) -> datetime | None:
    for entry in entries:
        if any(isinstance(event, StepOpened) and event.step.id == step.id for event in entry.events):
            return entry.at
    return None
