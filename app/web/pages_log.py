"""The Log tab, newest first by phase, and the dialog that asks before moves are taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from app.web.contexts import Pick
from app.web.contexts_log import LogPage, UndoLine, UndoPage
from app.web.endings import read_on
from app.web.errors import Refusal
from app.web.log_lines import Told, entry_token, phases, sentences_of
from app.web.messages import Words
from app.web.messages_moves import move_label
from app.web.messages_names import counted
from app.web.pages_table import chrome
from app.web.render import frame, render
from app.web.seen_table import AtTable, Table

if TYPE_CHECKING:
    from app.service import LogEntry

router = APIRouter(include_in_schema=False)

LINES = 60  # of one page
MOST_TOLD = 4  # sentences about a move that would be taken back
LOOKED_AT = 200  # entries, when only some of them are shown
FILTERS = (("", "All"), ("mine", "Mine"), ("rolls", "Rolls"), ("rulings", "Rulings"))


@router.get("/t/{table}/log")
async def log(
    request: Request,
    table: AtTable,
    show: Annotated[str, Query(max_length=10)] = "",
    before: Annotated[int | None, Query(ge=2)] = None,
) -> Response:
    """What happened. `before` is the revision at which the page above left off."""
    show = show if show in dict(FILTERS) else ""
    service, door = table.visit.service, table.visit.door
    entries = list(await service.log(door, before, LOOKED_AT if show else LINES))
    entries.sort(key=lambda entry: entry.revision)
    oldest = entries[0].revision if entries else 1
    page = LogPage(
        frame=frame(request),
        chrome=chrome(table, "log"),
        phases=await phases(table, entries, show),
        filters=tuple(Pick(value, title, chosen=value == show) for value, title in FILTERS),
        older=f"{table.base}/log?before={oldest}" + (f"&show={show}" if show else "") if oldest > 1 else "",
        can_undo=table.view.can_undo and not table.watching,
        redo=redo_words(table, entries) if table.view.can_redo and not table.watching else "",
        hosting=table.hosting,
    )
    return read_on(table, render(request, page))


@router.get("/t/{table}/undo")
async def undo(request: Request, table: AtTable, to: Annotated[int | None, Query(ge=1)] = None) -> Response:
    """The moves that would go, whose they are, and what has been seen through them."""
    if table.watching:
        raise Refusal("seat_watches")
    return render(request, await undo_page(request, table, to))


async def undo_page(request: Request, table: Table, to: int | None) -> UndoPage:
    """The dialog. Raises Refused when `to` is not on the way back; without moves it says so."""
    found = chrome(table, "log", live=False)
    if not table.view.can_undo:
        return UndoPage(frame(request), found, 0, (), (), False, "")
    plan = await table.visit.service.undo_plan(table.visit.door, table.seat, to)
    told = Told(table.words)
    named = {entry.revision: told.at(entry) for entry in reversed(plan.entries)}
    lines = tuple(_undo_line(table, entry, named[entry.revision]) for entry in plan.entries)
    only_last = ""
    if len(lines) > 1:
        only_last = "yours" if lines[0].mine else f"{lines[0].owner}’s"
    one_tap = to is None and len(lines) > 1
    before_last = plan.entries[1].revision if len(lines) > 1 else plan.to
    return UndoPage(
        frame(request), found, plan.to, lines, plan.others, plan.across_reveal, only_last, before_last, one_tap
    )


def _undo_line(table: Table, entry: LogEntry, words: Words) -> UndoLine:
    texts = tuple(sentences_of(entry, words)) or (entry.kind,)
    mine = table.seat is not None and entry.seat == table.seat.id
    shown = texts if len(texts) == MOST_TOLD + 1 else texts[:MOST_TOLD]  # one more is no longer than saying so
    return UndoLine(entry_token(table, entry), shown, len(texts) - len(shown), entry.name, mine, entry.reveals)


def redo_words(table: Table, entries: Sequence[LogEntry]) -> str:
    """What redo would bring back, as far as the page at hand tells."""
    undone = [entry for entry in entries if entry.undone_by and entry.move is not None]
    if not undone:
        return "what was taken back"
    last = max(entry.undone_at_revision or 0 for entry in undone)
    group = [entry for entry in undone if entry.undone_at_revision == last]
    if len(group) > 1:
        return counted(len(group), "move")
    assert group[0].move is not None
    return move_label(table.words, group[0].move)
