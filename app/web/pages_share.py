"""The menu of a table behind the round dial: what else there is, who is here, how others come in, this phone, files."""

from __future__ import annotations

import io
import json
import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import segno
from fastapi import APIRouter, Request
from starlette.responses import Response

from app.service import InvalidInput, Refused, WrongSeat
from app.web import forms
from app.web.contexts import Why
from app.web.contexts_doors import DoorLink, SeatRow, SharePage
from app.web.errors import Refusal, status_of
from app.web.identity import visit
from app.web.messages_names import listed
from app.web.pages_seats import seat_done
from app.web.pages_table import chrome
from app.web.render import frame, render
from app.web.seen_table import AtTable, Table, open_table

if TYPE_CHECKING:
    from app.rules.state import State
    from app.service import Seat

router = APIRouter(include_in_schema=False)

LOOPBACK = ("localhost", "127.", "[::1]")
NOBODYS = "203.0.113.1"  # an address that no machine has (RFC 5737): asking the way there tells our own
LONGEST_TYPED = 400  # characters of a name that come back with the reason against it


@router.get("/t/{table}/share")
async def share(request: Request, table: AtTable) -> Response:
    """Before the first turn: call the others in. From then on the menu comes first."""
    return render(request, share_page(request, table))


@router.post("/t/{table}/rename")
async def rename(request: Request, table: AtTable) -> Response:
    """Name the table."""
    fields = await forms.read(request)
    try:
        await table.visit.service.rename_table(table.visit.door, table.seat, fields.get("name", ""))
    except (InvalidInput, Refused, WrongSeat) as error:
        return await _typed_again(request, "table", fields, error)
    return await seat_done(request, table, fields)


@router.post("/t/{table}/rename-me")
async def rename_me(request: Request, table: AtTable) -> Response:
    """Change one's own name."""
    fields = await forms.read(request)
    try:
        await table.visit.service.rename_seat(table.visit.door, table.seat, fields.get("name", ""))
    except (InvalidInput, Refused, WrongSeat) as error:
        return await _typed_again(request, "you", fields, error)
    return await seat_done(request, table, fields)


async def _typed_again(
    request: Request, about: str, fields: forms.Fields, error: InvalidInput | Refused | WrongSeat
) -> Response:
    """The menu with the name as it was typed, and the reason against it beside."""
    now, typed = await open_table(request), fields.get("name", "")[:LONGEST_TYPED]
    page = share_page(request, now, about=about, typed=typed, problems=now.why(error.reasons))
    return render(request, page, status=403 if isinstance(error, WrongSeat) else status_of(error.reasons))


def is_under_way(state: State) -> bool:
    """Whether the first turn has begun."""
    acted = any(one.begun or one.finished for one in state.explorers.values() if one.status == "in_play")
    return acted or state.round > 1 or state.phase != "explorer" or bool(state.outcome)


def share_page(
    request: Request, table: Table, *, about: str = "", typed: str = "", problems: tuple[Why, ...] = ()
) -> SharePage:
    """The menu; `about` = 'you' or 'table' whose name was `typed` and refused for `problems`."""
    origin = origin_of(request)
    host = urlsplit(origin).netloc
    links = table.view.links
    doors = [
        DoorLink("person", "Play", "Takes a seat, moves an explorer", origin + links.get("play", ""), False),
        DoorLink("key", "Host", "Also settings and seats. Keep it yours", origin + links.get("host", ""), False),
        DoorLink("eye", "Watch", "For the TV: sees the table, cannot touch", origin + links["watch"], True),
    ]
    you = table.seat.name if table.seat else ""
    return SharePage(
        frame=frame(request),
        chrome=chrome(table),
        table=table.view.name,
        code=f"{table.view.code[:3]} {table.view.code[3:]}" if table.view.code else "",
        address=host,
        reachable=not host.startswith(LOOPBACK),
        doors=tuple(door for door in doors if door.title.lower() in links),
        seats=tuple(seat_row(table, seat) for seat in table.view.seats),
        free=free_rows(table),
        hosting=table.hosting,
        you=typed if about == "you" else you,
        named=typed if about == "table" else table.view.name,
        about=about,
        problems=problems,
        under_way=is_under_way(table.state),
        pack=f"{table.view.pack} {table.view.pack_version}, rules {table.view.rules}",
    )


def origin_of(request: Request) -> str:
    """How phones reach this server: as the host configured, else as this request came."""
    settings = request.app.state.settings
    if settings.public_url:
        return str(settings.public_url)
    host = request.url.netloc
    if host.startswith(LOOPBACK) and settings.host in ("0.0.0.0", "::"):
        # The host looks at its own machine: phones need the address that the network knows it by.
        address = own_address()
        port = f":{request.url.port}" if request.url.port else ""
        host = f"{address}{port}" if address else host
    return f"{request.url.scheme}://{host}"


def own_address() -> str:
    """This machine's IPv4 address in its network, '' without one. Connecting a UDP socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as question:
        try:
            question.connect((NOBODYS, 9))
        except OSError:
            return ""
        address = str(question.getsockname()[0])
    return "" if address.startswith(("127.", "0.")) else address


def seat_row(table: Table, seat: Seat) -> SeatRow:
    """Somebody at the table."""
    mine = table.seat is not None and seat.id == table.seat.id
    names = [(e, table.words.unit(e)) for e in seat.explorers]
    played = listed([name for _, name in names]) if names else ("watching" if seat.kind == "watch" else "no explorer")
    gone = None if mine or seat.kind == "watch" else table.view.away.get(seat.id)
    unseen = table.view.unseen.get(seat.id, 0) if gone is None and seat.kind != "watch" else 0
    note = f"{played}, this phone" if mine else f"{played}, not seen for {ago(unseen)}" if unseen else played
    icon, mark = ("key", "Host") if seat.kind == "host" else ("eye", "Watch") if seat.kind == "watch" else ("", "")
    return SeatRow(table.seat_token(seat), seat.name, note, icon, mark, tuple(names), seat.id, mine, gone)


def ago(seconds: int) -> str:
    """How long ago something was, in the one unit that tells it: '20 s', '2 min'."""
    return f"{seconds // 60} min" if seconds >= 60 else f"{seconds} s"


def free_rows(table: Table) -> tuple[SeatRow, ...]:
    """Explorers whose seat is free."""
    return tuple(
        SeatRow(table.token(e.id), table.words.unit(e.id), "seat free", "slot", "Waiting", (), e.id, False)
        for e in table.state.explorers.values()
        if e.status not in ("unused", "dead") and table.holder(e.id) is None
    )


@router.get("/t/{table}/qr.svg")
async def qr(request: Request) -> Response:
    """The play link (for onlookers: the watch link) as a QR code, black on white."""
    found = await visit(request)
    view = await found.service.table(found.door, found.seat)
    link = origin_of(request) + view.links.get("play", view.links["watch"])
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", border=0, scale=8, dark="#000", light="#fff", xmldecl=False)
    return Response(out.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=600"})


# ------------------------------------------------------------------ files


@router.get("/t/{table}/export")
async def export(request: Request) -> Response:
    """The table as a file to keep, also one that can't be opened (F15)."""
    found = await visit(request)
    if found.seat is None and found.door.kind != "watch":
        raise Refusal("no_seat")
    data = await found.service.export(found.door, found.seat)
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    name = "".join(c if c.isascii() and (c.isalnum() or c in " -") else "" for c in data["name"]).strip()
    filename = f"{name or 'table'}.vivarium.json"
    headers = {"Content-Disposition": f'attachment; filename="{filename}"'}
    return Response(body, media_type="application/json", headers=headers)
