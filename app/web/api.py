"""The JSON interface to tables (docs/json.md): thin routes over the same use cases as the pages.

Bodies are read raw and checked here, so that every fault names its field and every answer has one shape.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.responses import Response

from app.service import LogEntry, NewTable, events_json, load_move, move_json, state_json
from app.web.api_json import (
    JSON,
    entries_json,
    plain,
    reasons_json,
    seat_json,
    sorted_json,
    step_json,
    words_of,
)
from app.web.api_schema import OPEN_ENDED, doc
from app.web.errors import Malformed, from_validation
from app.web.identity import Visit, client_of, phone_of, service_of, visit
from app.web.messages_moves import move_label
from app.web.seen_table import of_one_moment

router = APIRouter(prefix="/api", tags=["tables"])

MOVES = "/tables/{table}/moves"
LARGEST_REVISION = 2**53
Revision = Annotated[int, Field(ge=0, le=LARGEST_REVISION)]
Key = Annotated[str, Field(min_length=1, max_length=100)]
Name = Annotated[str, Field(min_length=1, max_length=40)]


class Body(BaseModel):
    """What is posted: known fields of the right type, nothing else."""

    model_config = ConfigDict(extra="forbid", strict=True, str_strip_whitespace=True)


class MoveBody(Body):
    """A move, the revision on which it was chosen, and a key under which a retry is not done twice."""

    move: dict[str, Any]
    revision: Revision | None = None
    key: Key | None = None


class JoinBody(Body):
    """Who joins, and as which explorer."""

    name: Name
    explorer: str | None = Field(default=None, max_length=100)


class UndoBody(Body):
    """The revision to go back to (the state after that entry), and the one that was seen when asking."""

    to: Revision | None = None
    revision: Revision | None = None
    key: Key | None = None


class ImportBody(Body):
    """What an export gave."""

    model_config = ConfigDict(extra="allow", strict=True)


M = TypeVar("M", bound=BaseModel)


async def read(request: Request, model: type[M]) -> M:
    """The body as `model`; an empty one counts as {}. Raises Malformed (422) naming the fields."""
    raw = await request.body()
    try:
        return model.model_validate_json(raw or b"{}")
    except ValidationError as error:
        raise from_validation(error) from error


def read_move(move: dict[str, Any]) -> Any:
    """The move in a body; raises Malformed (422)."""
    try:
        return load_move(move)
    except ValidationError as error:
        raise from_validation(error, within="move") from error


# ------------------------------------------------------------------ coming to a table


@router.post("/tables", **doc("Open a table", "Created", NewTable, status=201))
async def create(request: Request) -> Response:
    """Open a table. Every field has a default, so {} is enough: the creating seat hosts and plays."""
    spec = await read(request, NewTable)
    made = await service_of(request).create_table(spec, phone=phone_of(request))
    door = await service_of(request).door(made.host)
    view = await service_of(request).table(door, made.seat)
    return JSON(
        {
            "table": made.play,
            "revision": made.revision,
            "seats": [seat_json(seat) for seat in view.seats],
            "links": {"play": f"/t/{made.play}", "host": f"/t/{made.host}", "watch": f"/t/{made.watch}"},
            "code": made.code,
            "seat": made.seat.id,
            "token": made.token,
        },
        201,
    )


@router.post("/tables/{table}/join", **doc("Take a seat", "Joined", JoinBody, status=201))
async def join(request: Request) -> Response:
    """Take a seat by the play, host or watch key; the same phone gets the same seat again."""
    asked = await read(request, JoinBody)
    service = service_of(request)
    door = await service.door(request.path_params["table"])
    seat, token = await service.join(door, asked.name, asked.explorer, phone_of(request), client_of(request))
    return JSON({"seat": seat_json(seat), "token": token}, 201)


# ------------------------------------------------------------------ reading


@router.get("/tables/{table}", **doc("The state, as this seat may see it", "Table"))
async def state(request: Request) -> Response:
    """Everything tracked at the table, without what is hidden; `agenda` is what waits, the last one on top."""
    here = await visit(request)
    view = await here.service.table(here.door, here.seat)
    values = state_json(view.state)
    words = words_of(view, here.service.book)
    agenda = [step_json(words, step, told) for step, told in zip(view.state.agenda, values["agenda"], strict=True)]
    return JSON(
        {
            "table": here.door.key,
            "name": view.name,
            "revision": view.revision,
            "you": seat_json(view.you) if view.you else None,
            "seats": [seat_json(seat) for seat in view.seats],
            "links": plain(view.links),
            "code": view.code,
            "can_undo": view.can_undo,
            "can_redo": view.can_redo,
            "created_at": view.created_at.isoformat(),
            "played_at": view.played_at.isoformat(),
            "pack": {"name": view.pack, "version": view.pack_version},
            "rules": view.rules,
            "made_with": list(view.made_with),
            "asked": [plain(asked) | {"at": asked.at.isoformat()} for asked in view.asked],
            "agenda": agenda,
            "state": sorted_json(values),
        }
    )


@router.get(MOVES, **doc("What is legal, and what is not and why", "Moves"))
async def moves(request: Request) -> Response:
    """Every legal move, ready to be posted, and those refused with all reasons; open-ended ones described."""
    here = await visit(request)
    view, listing = await of_one_moment(here, here.seated())
    words = words_of(view, here.service.book)
    return JSON(
        {
            "revision": view.revision,
            "moves": [{"label": move_label(words, move), "move": move_json(move)} for move in listing.moves],
            "refused": [
                {
                    "label": move_label(words, move),
                    "move": move_json(move),
                    "reasons": reasons_json(words, reasons),
                }
                for move, reasons in listing.refused
            ],
            "open": list(OPEN_ENDED),
        }
    )


@router.get("/tables/{table}/log", **doc("What happened", "Log", query=("before", "limit")))
async def log(request: Request) -> Response:
    """The log, newest first; `before` and `limit` (200 at most) page through it. Undone entries stay in it."""
    here = await visit(request)
    before = _number(request, "before", None, LARGEST_REVISION)
    limit = _number(request, "limit", 200, 200) or 1
    entries: tuple[LogEntry, ...] = await here.service.log(here.door, before=before, limit=limit)
    view = await here.service.table(here.door, here.seat)
    words = words_of(view, here.service.book)
    return JSON({"revision": view.revision, "entries": entries_json(words, entries)})


@router.get("/tables/{table}/decks", **doc("Where all cards are, by count", "Decks"))
async def decks(request: Request) -> Response:
    """The audit: of each deck how many cards are in which place, and that the sum comes out (DK-3)."""
    here = await visit(request)
    return JSON(plain(await here.service.decks(here.door)))


# ------------------------------------------------------------------ moving


@router.post(MOVES, **doc("Make a move", "Played", MoveBody, query=("preview",)))
async def play(request: Request) -> Response:
    """Decide a move against the table as it is now. `?preview=1` tells what would happen, without doing it."""
    here = await visit(request)
    asked = await read(request, MoveBody)
    move = read_move(asked.move)
    if _switch(request, "preview"):
        return await _preview(here, move)
    played = await here.service.play(here.door, here.seated(), move, asked.revision, asked.key)
    return JSON({"revision": played.revision, "events": events_json(played.events)})


async def _preview(here: Visit, move: Any) -> Response:
    """What a move would do, up to the first thing that chance has not told: `unknown` names it."""
    seat = here.seated()
    found = await here.service.preview(here.door, seat, move)
    view = await here.service.table(here.door, seat)
    return JSON({"revision": view.revision, "events": events_json(found.events), "unknown": found.unknown})


@router.post("/tables/{table}/undo", **doc("Take moves back", "Revised", UndoBody))
async def undo(request: Request) -> Response:
    """Go back to the state after entry `to`, or take back the last move; nothing vanishes from the log."""
    here = await visit(request)
    asked = await read(request, UndoBody)
    revision = await here.service.undo(here.door, here.seated(), asked.to, asked.revision, asked.key)
    return JSON({"revision": revision})


@router.post("/tables/{table}/redo", **doc("Bring moves back", "Revised", UndoBody))
async def redo(request: Request) -> Response:
    """Bring back what was undone, with the same cards and dice: up to entry `to`, or the last undo."""
    here = await visit(request)
    asked = await read(request, UndoBody)
    revision = await here.service.redo(here.door, here.seated(), asked.to, asked.revision, asked.key)
    return JSON({"revision": revision})


# ------------------------------------------------------------------ carrying a table away


@router.get("/tables/{table}/export", **doc("The table as one file", "Export"))
async def export(request: Request) -> Response:
    """The whole table for the host; for others without what is hidden, and the file says so."""
    here = await visit(request)
    data = await here.service.export(here.door, here.seat)
    headers = {"content-disposition": 'attachment; filename="vivarium-table.json"'}
    return JSON(data, headers=headers)


@router.post("/tables/import", **doc("Open a table from a file", "Created", ImportBody, status=201))
async def bring(request: Request) -> Response:
    """Open a new table from what an export gave; its links and seats are new."""
    raw = await request.body()
    try:
        data = ImportBody.model_validate_json(raw).model_dump()
    except ValidationError as error:
        raise from_validation(error) from error
    made = await service_of(request).import_table(data)
    return JSON(
        {
            "table": made.play,
            "revision": made.revision,
            "links": {"play": f"/t/{made.play}", "host": f"/t/{made.host}", "watch": f"/t/{made.watch}"},
            "code": made.code,
            "seat": made.seat.id,
            "token": made.token,
        },
        201,
    )


def _said(request: Request, name: str) -> str | None:
    """What the query says of `name`, None if nothing. Raises Malformed (422) when it is said twice."""
    said = request.query_params.getlist(name)
    if len(said) > 1:
        raise Malformed((name, "is said more than once"))
    return said[0] if said else None


def _switch(request: Request, name: str) -> bool:
    """A yes or no of the query. Raises Malformed (422) on anything else: what is meant must never be guessed."""
    said = _said(request, name)
    text = "0" if said is None else said.lower()
    if text not in ("0", "1", "false", "true"):
        raise Malformed((name, "is 1 or 0"))
    return text in ("1", "true")


def _number(request: Request, name: str, default: int | None, most: int) -> int | None:
    """A whole number of the query from 0 to `most`; raises Malformed (422)."""
    text = _said(request, name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit()) or len(text) > 16 or int(text) > most:
        raise Malformed((name, f"should be a whole number from 0 to {most}"))
    return int(text)
