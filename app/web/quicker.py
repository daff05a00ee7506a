"""Two phones that tap the same thing in the same moment: the second one has what it wanted, and is told so.

The move of the second is refused as any other (decision 0006) and its script is told so with 409. A page says in a note
who was quicker and what came of it, and shows the table as it is now: nothing went wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from fastapi import Request
from starlette.responses import Response

from app.live import REGIONS
from app.rules.moves import Move
from app.web.contexts_answers import QuickerPage
from app.web.log_lines import Told, sentences_of
from app.web.pages_table import chrome, tab_of
from app.web.render import frame, is_fragment, render, telling
from app.web.seen_table import Table, open_table

if TYPE_CHECKING:
    from app.rules.verdicts import Reason
    from app.service import LogEntry

MOST_TOLD: Final = 3  # sentences about what the quicker one's tap brought
TWICE: Final = "If it is wanted twice, do it now."


def same_made(move: Move | str, meanwhile: Iterable[LogEntry], to: int | None = None) -> LogEntry | None:
    """The entry in force among those since the phone looked that made this very move; None without one.

    `move` is 'undo' or 'redo' for these, back or forth to the state after entry `to`: they say the same if nothing but
    that was done meanwhile.
    """
    done = [entry for entry in meanwhile if entry.kind in ("move", "undo", "redo")]
    if isinstance(move, str):
        same = len(done) == 1 and done[0].kind == move and to in (None, done[0].to)
        return done[0] if same else None
    return next((entry for entry in reversed(done) if entry.move == move and not entry.undone_by), None)


async def quicker(request: Request, entry: LogEntry, reasons: tuple[Reason, ...], back: str) -> Response:
    """The note, on the table as it is now, with the page renewed beside it."""
    table = await open_table(request)
    own = table.seat is not None and entry.seat == table.seat.id
    page = QuickerPage(
        frame=frame(request),
        chrome=replace(chrome(table, tab_of(request), live=not is_fragment(request)), here=back),
        back=back,
        title="This is done already" if own else f"{entry.name} was quicker",
        text=told(table, entry, again=any(one.code == "made_meanwhile" for one in reasons)),
    )
    headers = telling(table.view.revision, REGIONS) if is_fragment(request) else None
    return render(request, page, headers=headers)


def told(table: Table, entry: LogEntry, *, again: bool) -> str:
    """What the quicker tap brought; `again` = the rules would let it be done once more."""
    lines = list(sentences_of(entry, Told(table.words).at(entry)))[:MOST_TOLD]
    return " ".join((*lines, TWICE) if again else lines)


__all__ = ["quicker", "same_made"]
