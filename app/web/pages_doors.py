"""The doors of tables: those that a phone knows, a code that is typed in, taking a seat."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from app.service import InvalidInput, Refused, TooManyTries, UnknownTable
from app.web import forms
from app.web.board_units import letters
from app.web.contexts import Token, Why
from app.web.contexts_doors import HomePage, JoinPage, JoinPick, KnownTable
from app.web.errors import status_of, until_then
from app.web.identity import Visit, client_of, phone_of, phone_or_new, remember, service_of, visit
from app.web.item_facts import abilities_of
from app.web.messages import Words
from app.web.messages_instead import instead
from app.web.messages_names import forename, listed
from app.web.messages_reasons import sentence
from app.web.render import THEME, frame, is_fragment, render

if TYPE_CHECKING:
    from app.rules.cards import Book
    from app.rules.cards_units import ExplorerCard
    from app.rules.verdicts import Reason
    from app.service import Seat, TableView
    from app.service.records import SeatAsked

router = APIRouter(include_in_schema=False)

CAME_BY: Final = "vt_door"
A_DAY: Final = 86400  # seconds
LONGEST_NAME: Final = 40  # characters, as the field takes them


@router.get("/")
async def home(request: Request, code: Annotated[str, Query(max_length=20)] = "") -> Response:
    """The tables of this server that this phone knows."""
    return render(request, await home_page(request, code, ""))


async def home_page(request: Request, code: str, problem: str) -> HomePage:
    """The first page; `problem` says what was wrong with the code."""
    service, phone = service_of(request), phone_of(request)
    known = await service.home(phone) if phone else ()
    tables = tuple(
        KnownTable(
            table.name,
            f"/t/{table.key}" + ("/watch" if table.seat.kind == "watch" else "/board"),
            seat_words(service.book, table.seat),
            f"Round {table.round}",
            table.played_at,
            {"won": "Won", "lost": "Lost"}.get(table.outcome, ""),
        )
        for table in known
    )
    return HomePage(frame(request), tables, code, problem)


def seat_words(book: Book, seat: Seat) -> str:
    """'Ada and Bram, hosting', 'Watching'."""
    if seat.kind == "watch":
        return "Watching"
    names = [forename(book.explorers[e].name) for e in seat.explorers if e in book.explorers]
    played = listed(names) if names else "No explorer of your own"
    return f"{played}, hosting" if seat.kind == "host" else played


@router.post("/code")
async def enter_code(request: Request) -> Response:
    """A short code, typed in: on to the table's door, or back with a word."""
    code = (await forms.read(request)).get("code", "")[:20].strip().upper()
    try:
        key = await service_of(request).by_code(code, client_of(request))
    except (UnknownTable, TooManyTries) as error:
        words = Words(service_of(request).book)
        problem = " ".join(sentence(words, reason) for reason in error.reasons)
        status, headers = status_of(error.reasons), until_then(error.reasons)
        return render(request, await home_page(request, code, problem), status=status, headers=headers)
    return RedirectResponse(f"/t/{key}", 303)


@router.post("/theme")
async def theme(request: Request) -> Response:
    """Dark or light on this phone, the other one or the one that is named; the script does the same without a round
    trip.
    """
    fields = await forms.read(request)
    back = fields.get("back", "/")
    light = fields["theme"] == "light" if "theme" in fields else request.cookies.get(THEME) != "light"
    response = RedirectResponse(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/", 303)
    response.set_cookie(THEME, "light" if light else "dark", max_age=365 * 86400, path="/", samesite="lax")
    return response


# ------------------------------------------------------------------ taking a seat


@router.get("/t/{table}")
async def table_door(request: Request) -> Response:
    """The link itself: on to the seat, to the board for those who have one, to the big screen for onlookers."""
    found = await visit(request)
    base = f"/t/{found.door.key}"
    if found.door.kind == "watch":
        return RedirectResponse(f"{base}/watch", 303)
    return RedirectResponse(f"{base}/board" if found.seat is not None else f"{base}/join", 303)


@router.get("/t/{table}/join")
async def join(request: Request) -> Response:
    """Take a seat, or watch. A phone that has one goes on to the board.

    It is known from here on, so that a form sent twice, on a slow network, takes one seat.
    """
    found = await visit(request)
    base = f"/t/{found.door.key}"
    if found.door.kind == "watch" or found.seat is not None:
        goal = f"{base}/watch" if found.door.kind == "watch" else f"{base}/board"
        if is_fragment(request):
            return Response("", 200, {"HX-Redirect": goal})
        return RedirectResponse(goal, 303)
    view = await found.service.table(found.door, None)
    fields = {"name": request.query_params.get("name", "")[:LONGEST_NAME]}
    phone = phone_of(request)
    asks = await found.service.asked_seat(found.door, phone)
    response = render(request, join_page(request, found, view, fields, (), asks))
    if phone is None:
        remember(request, response, phone_or_new(request))
    return response


@router.post("/t/{table}/join")
async def sit_down(request: Request) -> Response:
    """Sit down; the same phone finds the same seat again."""
    found = await visit(request)
    fields = await forms.read(request)
    base, phone = f"/t/{found.door.key}", phone_or_new(request)
    if fields.get("explorer") == "watch" or found.door.kind == "watch":
        view = await found.service.table(found.door, found.seat)
        response = RedirectResponse(f"{view.links['watch']}/watch", 303)
        if found.door.kind != "watch":  # whoever only watches may take a seat later, by the door that it knows
            way = view.links["watch"]
            response.set_cookie(CAME_BY, found.door.key, A_DAY, path=way, httponly=True, samesite="lax")
        return response
    try:
        explorer, client = fields.get("explorer") or None, client_of(request)
        await found.service.join(found.door, fields.get("name", ""), explorer, phone, client)
    except (InvalidInput, Refused, TooManyTries) as error:
        return await _not_seated(request, found, fields, error.reasons)
    response = RedirectResponse(f"{base}/board", 303)
    remember(request, response, phone)
    return response


@router.post("/t/{table}/ask-seat")
async def ask_seat(request: Request) -> Response:
    """Ask for somebody's seat: for a new phone, or one whose browser forgot. The host answers; by the host's link one
    is a host, and has a host's seat at once.
    """
    found = await visit(request)
    fields = await forms.read(request)
    phone, wanted = phone_or_new(request), fields.get("seat", "")[:20]
    view = await found.service.table(found.door, None)
    host = found.door.kind == "host" and any(seat.id == wanted and seat.kind == "host" for seat in view.seats)
    try:
        if host:
            await found.service.take_back(found.door, wanted, fields.get("name", ""), phone)
            response = RedirectResponse(f"/t/{found.door.key}/board", 303)
            remember(request, response, phone)
            return response
        await found.service.request_seat(found.door, wanted, fields.get("name", ""), phone)
    except (InvalidInput, Refused) as error:
        return await _not_seated(request, found, fields, error.reasons)
    query = urlencode({"asked": wanted, "name": fields.get("name", "").strip()[:LONGEST_NAME]})
    response = RedirectResponse(f"/t/{found.door.key}/join?{query}", 303)
    remember(request, response, phone)
    return response


async def _not_seated(request: Request, found: Visit, fields: forms.Fields, reasons: tuple[Reason, ...]) -> Response:
    """The door again, with why not."""
    view = await found.service.table(found.door, None)
    words = Words(found.service.book, view.state, {seat.id: seat.name for seat in view.seats})
    whys = tuple(Why(f"{sentence(words, reason)} {instead(words, reason)}".strip(), reason.rule) for reason in reasons)
    page = join_page(request, found, view, fields, whys)
    return render(request, page, status=status_of(reasons), headers=until_then(reasons))


def join_page(
    request: Request,
    found: Visit,
    view: TableView,
    fields: forms.Fields,
    problems: tuple[Why, ...],
    asks: SeatAsked | None = None,
) -> JoinPage:
    """Who can still be played, and who by whom; `asks` = the seat that this phone asks for and waits to be given."""
    book = found.service.book
    wanted = fields.get("explorer", "")
    picks, marks = [], letters(book, view.state)
    for explorer in view.state.explorers.values():
        if explorer.status in ("unused", "dead"):
            continue
        card = book.explorers[explorer.id]
        holder = next((seat for seat in view.seats if explorer.id in seat.explorers), None)
        name = forename(card.name)
        picks.append(
            JoinPick(
                value=explorer.id,
                token=Token("ex", marks.get(explorer.id, name[:1]), name),
                title=name,
                note=f"{holder.name} has this seat" if holder else f"Free. {explorer_words(card)}",
                taken=holder is not None,
                chosen=not holder and explorer.id == wanted,
                seat=holder.id if holder else "",
            )
        )
    at_host_door = found.door.kind == "host"
    hosts = {seat.id for seat in view.seats if seat.kind == "host"} if at_host_door else set()
    picks = [replace(pick, yours=pick.seat in hosts) for pick in picks]
    picks += [
        JoinPick(seat.id, Token("ex", seat.name[:1].upper(), seat.name), seat.name, "Hosts", True, False, seat.id, True)
        for seat in view.seats
        if seat.id in hosts and not any(pick.seat == seat.id for pick in picks)
    ]
    if not any(pick.chosen for pick in picks) and wanted != "watch" and "explorer" not in fields:
        first = next((at for at, pick in enumerate(picks) if not pick.taken), None)
        if first is not None:
            picks[first] = replace(picks[first], chosen=True)
    picks.sort(key=lambda pick: (not pick.yours, pick.taken))
    asked = request.query_params.get("asked", "")[:20]
    names = {seat.id: seat.name for seat in view.seats}
    return JoinPage(
        frame=frame(request),
        base=f"/t/{found.door.key}",
        table=view.name,
        hosted_by=next((seat.name for seat in view.seats if seat.kind == "host"), ""),
        problems=problems,
        player=fields.get("name", "") or (asks.name if asks else ""),
        explorers=tuple(picks),
        watch=wanted == "watch",
        only_watch=found.door.kind == "watch",
        asked=names.get(asks.seat, "") if asks else "",
        refused="" if asks else names.get(asked, ""),
        at_host_door=at_host_door,
        stream=f"/t/{found.door.key}/stream",
        revision=view.revision,
    )


def explorer_words(card: ExplorerCard) -> str:
    """'6 health, 7 stamina, surveyor.' and what it can do, as its card says."""
    return " ".join((f"{card.health} health, {card.stamina} stamina, {card.trade}.", *abilities_of(card)))
