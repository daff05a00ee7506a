"""Before the table: the tables that a phone knows, a new one, a saved one, taking a seat."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.datastructures import UploadFile
from starlette.responses import RedirectResponse, Response

from app.rules.settings import Settings
from app.service import InvalidInput, Refused, TooManyTries, UnknownTable
from app.web import forms
from app.web.contexts import Pick, Token, Why
from app.web.contexts_doors import HomePage, ImportPage, JoinPage, JoinPick, KnownTable, NewPage, ScenarioPick
from app.web.errors import Malformed, status_of
from app.web.identity import Visit, phone_of, phone_or_new, remember, service_of, visit
from app.web.messages import Words, capital, forename, listed
from app.web.messages_instead import instead
from app.web.messages_reasons import sentence
from app.web.pages_house import typed_again
from app.web.render import frame, is_fragment, render
from app.web.settings_text import groups

if TYPE_CHECKING:
    from app.rules.cards import Book
    from app.rules.cards_units import ExplorerCard
    from app.rules.verdicts import Reason
    from app.service import Seat, TableView

router = APIRouter(include_in_schema=False)

MOST_EXPLORERS = 4  # SC-1


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
            False,
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
    client = request.client.host if request.client else ""
    try:
        key = await service_of(request).by_code(code, client)
    except (UnknownTable, TooManyTries) as error:
        words = Words(service_of(request).book)
        problem = " ".join(sentence(words, reason) for reason in error.reasons)
        return render(request, await home_page(request, code, problem), status=status_of(error.reasons))
    return RedirectResponse(f"/t/{key}", 303)


@router.post("/theme")
async def theme(request: Request) -> Response:
    """Dark or light on this phone; the script does the same without a round trip."""
    back = (await forms.read(request)).get("back", "/")
    light = request.cookies.get("vt_theme") != "light"
    response = RedirectResponse(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/", 303)
    response.set_cookie("vt_theme", "light" if light else "dark", max_age=365 * 86400, path="/", samesite="lax")
    return response


# ------------------------------------------------------------------ a new table


@router.get("/new")
async def new(request: Request) -> Response:
    """The form, ready as it opens. A search over the house rules keeps what was filled in."""
    params = request.query_params
    fields = {name: value[:400] for name, value in params.multi_items()}
    return render(request, new_page(request, fields, params.getlist("explorer"), ()))


@router.post("/new")
async def create(request: Request) -> Response:
    """Open the table: this phone hosts it."""
    fields = await forms.read(request)
    explorers = await forms.read_several(request, "explorer")
    service, phone = service_of(request), phone_or_new(request)
    if len(explorers) > MOST_EXPLORERS:
        many = f"{len(explorers)} explorers are chosen; at most {MOST_EXPLORERS} can play. Untick some."
        return render(request, new_page(request, fields, explorers, (many,)), status=422)
    try:
        made = await service.create_table(forms.new_table(fields, explorers, service.book), phone)
    except (Malformed, InvalidInput) as error:
        words = Words(service.book)
        problems = tuple(sentence(words, reason) for reason in error.reasons)
        return render(request, new_page(request, fields, explorers, problems), status=422)
    response = RedirectResponse(f"/t/{made.host}/share", 303)
    remember(request, response, phone)
    return response


def new_page(request: Request, fields: forms.Fields, explorers: list[str], problems: tuple[str, ...]) -> NewPage:
    """The form as it was filled in, or with its defaults."""
    book = service_of(request).book
    rules, unread = forms.readable_rules(fields)
    settings = Settings(**rules)  # type: ignore[arg-type]
    find = fields.get("find", "").strip()[:60]
    every = groups(settings)
    shown = groups(settings, find) if find else every
    for name, typed in unread.items():
        shown = tuple(typed_again(group, name, typed) for group in shown)
    there = {row for group in shown for row in group.rows}
    chosen = explorers or list(book.explorers)[:3]
    return NewPage(
        frame=frame(request),
        problems=problems,
        name=fields.get("name", ""),
        player=fields.get("player", ""),
        scenarios=tuple(scenario_pick(book, one, fields, at == 0) for at, one in enumerate(book.scenarios)),
        explorers=tuple(
            Pick(
                card.id,
                forename(card.name),
                f"{capital(card.trade)}. {card.health} health, {card.stamina} stamina",
                card.id in chosen,
                Token("ex", card.name[:1], card.name),
            )
            for card in book.explorers.values()
        ),
        most=MOST_EXPLORERS,
        groups=shown,
        kept=tuple((row.name, row.value) for group in every for row in group.rows if row.changed and row not in there),
        settings=sum(len(group.rows) for group in every),
        changed=sum(group.changed for group in every),
        find=find,
    )


def scenario_pick(book: Book, scenario: str, fields: forms.Fields, first: bool) -> ScenarioPick:
    """A scenario with its lengths and variations; the first of each unless chosen otherwise."""
    one = book.scenarios[scenario]
    length, variation = fields.get(f"length:{scenario}", ""), fields.get(f"variation:{scenario}", "")
    lengths = tuple(
        Pick(
            option.id,
            option.name,
            f"{len(option.chapters)} chapters, {option.evening}".rstrip(", "),
            option.id == length if length else at == 0,
        )
        for at, option in enumerate(one.lengths)
    )
    variations = tuple(
        Pick(option.id, option.name, option.text, option.id == variation if variation else at == 0)
        for at, option in enumerate(one.variations)
    )
    chosen = fields.get("scenario", "")
    return ScenarioPick(one.id, one.name, one.premise, one.id == chosen if chosen else first, lengths, variations)


# ------------------------------------------------------------------ a saved table


@router.get("/import")
async def bring_in(request: Request) -> Response:
    """The form for a file that a host exported."""
    return render(request, ImportPage(frame(request), (), ""))


@router.post("/import")
async def brought_in(request: Request) -> Response:
    """Make a table of the file; this phone hosts it."""
    service, phone = service_of(request), phone_or_new(request)
    async with request.form(max_files=1, max_fields=5) as form:
        file, player = form.get("file"), str(form.get("player", ""))[:400]
        raw = await file.read() if isinstance(file, UploadFile) else b""
    try:
        made = await service.import_table(_table_file(raw), phone, player)
    except (Malformed, InvalidInput, Refused) as error:
        words = Words(service.book)
        problems = tuple(sentence(words, reason) for reason in error.reasons)
        return render(request, ImportPage(frame(request), problems, player), status=status_of(error.reasons))
    response = RedirectResponse(f"/t/{made.host}/share", 303)
    remember(request, response, phone)
    return response


def _table_file(raw: bytes) -> dict[str, Any]:
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise Malformed(("file", "is no file that a table was exported to"))
    return data


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
    """Take a seat, or watch. A phone that has one goes on to the board."""
    found = await visit(request)
    base = f"/t/{found.door.key}"
    if found.door.kind == "watch" or found.seat is not None:
        goal = f"{base}/watch" if found.door.kind == "watch" else f"{base}/board"
        if is_fragment(request):
            return Response("", 200, {"HX-Redirect": goal})
        return RedirectResponse(goal, 303)
    view = await found.service.table(found.door, None)
    return render(request, join_page(request, found, view, {}, ()))


@router.post("/t/{table}/join")
async def sit_down(request: Request) -> Response:
    """Sit down; the same phone finds the same seat again."""
    found = await visit(request)
    fields = await forms.read(request)
    base, phone = f"/t/{found.door.key}", phone_or_new(request)
    if fields.get("explorer") == "watch" or found.door.kind == "watch":
        view = await found.service.table(found.door, found.seat)
        return RedirectResponse(f"{view.links['watch']}/watch", 303)
    try:
        await found.service.join(found.door, fields.get("name", ""), fields.get("explorer") or None, phone)
    except (InvalidInput, Refused) as error:
        return await _not_seated(request, found, fields, error.reasons)
    response = RedirectResponse(f"{base}/board", 303)
    remember(request, response, phone)
    return response


@router.post("/t/{table}/ask-seat")
async def ask_seat(request: Request) -> Response:
    """Ask for somebody's seat: for a new phone, or one whose browser forgot. The host answers."""
    found = await visit(request)
    fields = await forms.read(request)
    phone, wanted = phone_or_new(request), fields.get("seat", "")[:20]
    try:
        await found.service.request_seat(found.door, wanted, fields.get("name", ""), phone)
    except (InvalidInput, Refused) as error:
        return await _not_seated(request, found, fields, error.reasons)
    response = RedirectResponse(f"/t/{found.door.key}/join?asked={wanted}", 303)
    remember(request, response, phone)
    return response


async def _not_seated(request: Request, found: Visit, fields: forms.Fields, reasons: tuple[Reason, ...]) -> Response:
    """The door again, with why not."""
    view = await found.service.table(found.door, None)
    words = Words(found.service.book, view.state, {seat.id: seat.name for seat in view.seats})
    whys = tuple(Why(f"{sentence(words, reason)} {instead(words, reason)}".strip(), reason.rule) for reason in reasons)
    return render(request, join_page(request, found, view, fields, whys), status=status_of(reasons))


def join_page(
    request: Request, found: Visit, view: TableView, fields: forms.Fields, problems: tuple[Why, ...]
) -> JoinPage:
    """Who can still be played, and who by whom."""
    book = found.service.book
    wanted = fields.get("explorer", "")
    picks = []
    for explorer in view.state.explorers.values():
        if explorer.status in ("unused", "dead"):
            continue
        card = book.explorers[explorer.id]
        holder = next((seat for seat in view.seats if explorer.id in seat.explorers), None)
        name = forename(card.name)
        picks.append(
            JoinPick(
                value=explorer.id,
                token=Token("ex", name[:1], name),
                title=name,
                note=f"{holder.name} has this seat" if holder else f"Free. {explorer_words(card)}",
                taken=holder is not None,
                chosen=not holder and explorer.id == wanted,
                seat=holder.id if holder else "",
            )
        )
    if not any(pick.chosen for pick in picks) and wanted != "watch" and "explorer" not in fields:
        first = next((at for at, pick in enumerate(picks) if not pick.taken), None)
        if first is not None:
            picks[first] = replace(picks[first], chosen=True)
    picks.sort(key=lambda pick: pick.taken)
    asked = request.query_params.get("asked", "")[:20]
    return JoinPage(
        frame=frame(request),
        base=f"/t/{found.door.key}",
        table=view.name,
        hosted_by=next((seat.name for seat in view.seats if seat.kind == "host"), ""),
        problems=problems,
        player=fields.get("name", ""),
        explorers=tuple(picks),
        watch=wanted == "watch",
        only_watch=found.door.kind == "watch",
        asked=next((seat.name for seat in view.seats if seat.id == asked), ""),
        stream=f"/t/{found.door.key}/stream",
        revision=view.revision,
    )


def explorer_words(card: ExplorerCard) -> str:
    """'6 health, 7 stamina, surveyor'."""
    return f"{card.health} health, {card.stamina} stamina, {card.trade}"
