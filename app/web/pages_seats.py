"""What is done about seats: explorers taken, freed and asked for; from the menu and from the notices.

Each comes from a plain form or by htmx, and leads back to the page it came from.
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from app.service import Refused, Seat
from app.service.errors import refusal
from app.service.presence import SEATS
from app.web import forms
from app.web.endings import key_of
from app.web.moments import moments, remember
from app.web.pages_play import done, is_alone
from app.web.render import is_fragment, telling
from app.web.seen_table import AtTable, Table

router = APIRouter(include_in_schema=False)

CHANGED = ("board", "now", "party")


async def seat_done(request: Request, table: Table, fields: forms.Fields) -> Response:
    """Back to where the form came from: the menu unless it says otherwise."""
    back = forms.way_back({"back": fields.get("back") or f"{table.base}/share"}, table.base)
    return done(request, await table.visit.service.revision(table.visit.door), CHANGED, back)


@router.post("/t/{table}/claim")
async def claim(request: Request, table: AtTable) -> Response:
    """Play an explorer whose seat is free."""
    fields = await forms.read(request)
    await table.visit.service.claim(table.visit.door, table.seat, fields.get("explorer", "")[:80])
    return await seat_done(request, table, fields)


@router.post("/t/{table}/release")
async def release(request: Request, table: AtTable) -> Response:
    """Give an explorer back; the host frees anybody's."""
    fields = await forms.read(request)
    await table.visit.service.release(table.visit.door, table.seat, fields.get("explorer", "")[:80])
    return await seat_done(request, table, fields)


@router.post("/t/{table}/free")
async def free(request: Request, table: AtTable) -> Response:
    """The host frees all explorers of a seat, so that everybody may play them."""
    return await _give_all(request, table, None)


@router.post("/t/{table}/take-over")
async def take_over(request: Request, table: AtTable) -> Response:
    """The host plays all explorers of a seat."""
    return await _give_all(request, table, table.seat)


async def _give_all(request: Request, table: Table, to: Seat | None) -> Response:
    fields = await forms.read(request)
    held = _seat(table, fields)
    for explorer in held.explorers:
        await table.visit.service.assign(table.visit.door, table.seat, explorer, to)
    return await seat_done(request, table, fields)


def _seat(table: Table, fields: forms.Fields) -> Seat:
    """The seat that a form names. Raises Refused."""
    wanted = fields.get("seat", "")
    held = next((seat for seat in table.view.seats if seat.id == wanted), None)
    if held is None:
        raise Refused(refusal("unknown_seat"), table.view.revision)
    return held


@router.post("/t/{table}/remove-seat")
async def remove_seat(request: Request, table: AtTable) -> Response:
    """The host takes somebody who plays nobody off the table, or all of them at once."""
    fields = await forms.read(request)
    wanted = [one[:20] for one in await forms.read_several(request, "seat")]
    await table.visit.service.remove_seats(table.visit.door, table.seat, wanted)
    return await seat_done(request, table, fields)


@router.post("/t/{table}/ask-explorers")
async def ask_explorers(request: Request, table: AtTable) -> Response:
    """Somebody at the table asks for the explorers of a seat; a host answers."""
    fields = await forms.read(request)
    await table.visit.service.request_explorers(table.visit.door, table.seat, fields.get("seat", "")[:20])
    return await seat_done(request, table, fields)


@router.post("/t/{table}/grant")
async def grant(request: Request, table: AtTable) -> Response:
    """A phone gets the seat that it asked for, or a seat the explorers, or not."""
    fields = await forms.read(request)
    number = forms.number(fields, "request") or 0
    await table.visit.service.grant_seat(table.visit.door, table.seat, number, yes=bool(fields.get("yes")))
    return await seat_done(request, table, fields)


@router.post("/t/{table}/read")
async def read(request: Request, table: AtTable) -> Response:
    """This phone has read what everybody reads once (`moments.py`) or closed it; nothing changes at the table."""
    fields = await forms.read(request)
    revision = await table.visit.service.revision(table.visit.door)
    told = telling(revision, SEATS)  # what is no news of the table itself
    back = forms.way_back(fields, table.base)
    if is_fragment(request):
        response = Response("", 200, {"HX-Redirect": back} if is_alone(request) else told, "text/html")
    else:
        response = RedirectResponse(back, 303)
    plates = (*(one.key for one in moments(table)), key_of(table))
    remember(table, response, [key for key in plates if key and key == fields.get("moment")])
    return response
