"""The Log tab, newest first by phase, and the dialog that asks before moves are taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from app.rules.events import CardMoved, DieRolled, ExplorerTook, MonsterPlaced, PhaseBegan, TileJoined, UnitLeft
from app.rules.moves import MakeRuling
from app.rules.state import PHASES
from app.web.contexts import LogLine, LogPage, LogPart, Pick, Token, UndoLine, UndoPage
from app.web.errors import Refusal
from app.web.messages import Words, counted, forename, listed
from app.web.messages_events import said
from app.web.messages_moves import move_label
from app.web.pages_table import AtTable, Table, chrome
from app.web.render import frame, render

if TYPE_CHECKING:
    from app.service import LogEntry

router = APIRouter(include_in_schema=False)

LINES = 60  # of one page
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
        phases=phases(table, entries, show, before is None),
        filters=tuple(Pick(value, title, chosen=value == show) for value, title in FILTERS),
        older=f"{table.base}/log?before={oldest}" + (f"&show={show}" if show else "") if oldest > 1 else "",
        can_undo=table.view.can_undo and not table.watching,
        redo=redo_words(table, entries) if table.view.can_redo and not table.watching else "",
    )
    return render(request, page)


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
    return UndoPage(frame(request), found, plan.to, lines, plan.others, plan.across_reveal, only_last)


def _undo_line(table: Table, entry: LogEntry, words: Words) -> UndoLine:
    text = next(sentences_of(entry, words), entry.kind)
    mine = table.seat is not None and entry.seat == table.seat.id
    return UndoLine(_token(table, entry), text, entry.name, mine, entry.reveals)


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


# ------------------------------------------------------------------ entries to lines


@dataclass
class Told:
    """Names as they were when something happened: tiles and monsters come and go."""

    words: Words
    cards: dict[str, str] = field(default_factory=dict)
    tiles: dict[str, str] = field(default_factory=dict)

    def at(self, entry: LogEntry) -> Words:
        """The words for an entry, which may itself bring tiles and monsters."""
        for event in entry.events:
            if isinstance(event, TileJoined):
                key = f"{event.tile.cell[0]},{event.tile.cell[1]}"
                self.tiles[key] = event.tile.tile + event.tile.face
            elif isinstance(event, MonsterPlaced):
                self.cards[event.unit] = event.card
        # the card of a monster that left goes next: it may have come long before the first entry that is told
        for event, after in pairwise(entry.events):
            if isinstance(event, UnitLeft) and isinstance(after, CardMoved) and after.deck == "monsters":
                self.cards.setdefault(event.unit, after.card)
        return replace(self.words, cards=dict(self.cards), tiles=dict(self.tiles))


def phases(table: Table, entries: Sequence[LogEntry], show: str, newest: bool) -> tuple[LogPart, ...]:
    """The entries (oldest first) as lines, newest first, under the phase in which each was made."""
    told = Told(table.words)
    lines = {entry.revision: _line(table, entry, told.at(entry)) for entry in entries}
    titles = _titles(table, entries) if newest else {}
    parts: list[tuple[str, list[LogLine]]] = []
    for entry in reversed(entries):
        if not _is_shown(table, entry, show):
            continue
        title = titles.get(entry.revision, "Earlier")
        if not parts or parts[-1][0] != title:
            parts.append((title, []))
        parts[-1][1].append(lines[entry.revision])
    return tuple(LogPart(title, tuple(found)) for title, found in parts)


def _titles(table: Table, entries: Sequence[LogEntry]) -> dict[int, str]:
    """'Round 4, explorer phase' for each entry, counted back from now."""
    titles = {}
    at, phase = table.state.round, PHASES.index(table.state.phase)
    for entry in reversed(entries):
        began = [event for event in entry.events if isinstance(event, PhaseBegan)]
        titles[entry.revision] = f"Round {at}, {PHASES[phase]} phase"
        if began and not entry.undone_by and entry.kind == "move":
            first = began[0]
            phase = (PHASES.index(first.phase) - 1) % len(PHASES)
            at = first.round - 1 if phase == len(PHASES) - 1 else first.round
            titles[entry.revision] = f"Round {at}, {PHASES[phase]} phase"
    return titles


def _is_shown(table: Table, entry: LogEntry, show: str) -> bool:
    if show == "mine":
        return table.seat is not None and entry.seat == table.seat.id
    if show == "rolls":
        return any(isinstance(event, DieRolled) for event in entry.events)
    return isinstance(entry.move, MakeRuling) if show == "rulings" else True


def _line(table: Table, entry: LogEntry, words: Words) -> LogLine:
    sentences = tuple(sentences_of(entry, words))
    told = [event for event in entry.events if not isinstance(event, ExplorerTook) or event.what != "begun"]
    rules = tuple(rule for event in told if (rule := getattr(event, "rule", "")))
    sources = {event.source for event in entry.events if isinstance(event, DieRolled)}
    source = "dice typed in" if "typed" in sources else "rolled by the tracker" if sources else ""
    is_move = entry.kind == "move" and not isinstance(entry.move, MakeRuling)
    return LogLine(
        revision=entry.revision,
        token=_token(table, entry) if is_move else None,
        icon="key" if isinstance(entry.move, MakeRuling) else ICONS.get(entry.kind, "person"),
        sentences=sentences,
        rules=rules[:1],
        at=entry.at,
        source=source,
        undone_by=entry.undone_by or "",
        seen=entry.reveals,
        can_go_back=entry.kind == "move" and not entry.undone_by,
    )


def _token(table: Table, entry: LogEntry) -> Token:
    """The explorer that a move was made for, else whoever made it."""
    explorer = getattr(entry.move, "explorer", "")
    if explorer in table.book.explorers:
        return table.token(explorer)
    seat = next((seat for seat in table.view.seats if seat.id == entry.seat), None)
    return table.seat_token(seat) if seat else Token("ex", entry.name[:1].upper() or "?", entry.name)


ICONS = {"undo": "undo", "redo": "redo", "create": "board", "import": "board"}


def sentences_of(entry: LogEntry, words: Words) -> Iterator[str]:
    """What an entry says, who did it first where the events do not tell."""
    told = said(words, entry.events)
    if entry.kind not in ("move", "create"):
        yield _of_kind(entry, words)
        return
    if isinstance(entry.move, MakeRuling):
        yield f"Ruling by {entry.name}: “{entry.move.reason}”"
        told = [line for line in told if entry.move.reason not in line]
    elif not told and entry.move is not None:
        yield f"{entry.name}: {move_label(words, entry.move)}."
    yield from told


def _of_kind(entry: LogEntry, words: Words) -> str:
    who, detail = entry.name, entry.detail
    explorers = listed([_forename(words, e) for e in detail.get("explorers", ())])
    explorer = _forename(words, str(detail.get("explorer", "")))
    match entry.kind:
        case "undo":
            return f"{who} took back {counted(len(detail.get('took_back', ())), 'move')}."
        case "redo":
            return f"{who} brought back {counted(len(detail.get('brought_back', ())), 'move')}."
        case "join":
            if detail.get("kind") == "watch":
                return f"{who} watches."
            return f"{who} sits down{f' as {explorers}' if detail.get('explorers') else ''}."
        case "claim":
            return f"{words.seat(str(detail.get('seat', '')))} plays {explorer}."
        case "release":
            return f"{explorer} is free again."
        case "rename_seat":
            return f"{detail.get('before')} is called {detail.get('after')} now."
        case "rename_table":
            return f"{who} named the table “{detail.get('after')}”."
        case "ask_seat" | "grant_seat" | "deny_seat":
            return _of_request(entry, explorers)
        case _:
            return f"{who} brought in the table."


def _of_request(entry: LogEntry, explorers: str) -> str:
    """Who asked for what, or how it was answered; it makes sense also when a phone is called like the seat."""
    who, detail = entry.name, entry.detail
    held, to = str(detail.get("seat_name", "")), str(detail.get("to", ""))
    if detail.get("explorers"):
        match entry.kind:
            case "ask_seat":
                return f"{who} asks to play {explorers} for {held}."
            case "grant_seat":
                return f"{who} gave {explorers} to {to}."
            case _:
                return f"{who} did not give {explorers} to {to}."
    seat = f"the seat of {held}" if held else "the seat"
    match entry.kind:
        case "ask_seat":
            asker = f"Another phone, also called {who}," if who.casefold() == held.casefold() else who
            return f"{asker} asks for {seat}."
        case "grant_seat":
            return f"{who} gave {seat} to {'another phone' if to.casefold() == held.casefold() else to}."
        case _:
            return f"{who} did not give {seat} to {'another phone' if to.casefold() == held.casefold() else to}."


def _forename(words: Words, explorer: str) -> str:
    found = words.book.explorers.get(explorer)
    return forename(found.name) if found else explorer
