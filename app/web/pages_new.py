"""A new table, or one from a file that a host exported; the phone that makes it hosts it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.datastructures import UploadFile
from starlette.responses import RedirectResponse, Response

from app.rules.settings import Settings
from app.service import InvalidInput, Refused
from app.web import forms
from app.web.contexts import Pick, Token
from app.web.contexts_doors import ImportPage, NewPage, ScenarioPick
from app.web.errors import Malformed, status_of
from app.web.identity import phone_or_new, remember, service_of
from app.web.item_facts import abilities_of
from app.web.messages import Words
from app.web.messages_names import capital, forename
from app.web.messages_reasons import sentence
from app.web.pages_house import typed_again
from app.web.render import frame, render
from app.web.settings_text import groups

if TYPE_CHECKING:
    from app.rules.cards import Book


router = APIRouter(include_in_schema=False)

MOST_EXPLORERS = 4  # SC-1
AT_FIRST = 3  # explorers; the rulebooks ask for no number
BUILT_IN = "builtin"  # the pack whose cards are nobody's but ours


@router.get("/new")
async def new(request: Request) -> Response:
    """The form, ready as it opens. A search over the house rules keeps what was filled in."""
    params = request.query_params
    fields = {name: value[:400] for name, value in params.multi_items()}
    return render(request, new_page(request, fields, params.getlist("explorer"), ()))


@router.post("/new")
async def create(request: Request) -> Response:
    """Open the table: this phone hosts it. Without scripts Enter in the search over the house rules comes here too, and
    searches.
    """
    fields = await forms.read(request)
    explorers = await forms.read_several(request, "explorer")
    if "open" not in fields and fields.get("find", "").strip() != fields.get("found", ""):
        asked = [(name, value) for name, value in fields.items() if name != "explorer"]
        query = urlencode([*asked, *(("explorer", one) for one in explorers)])
        return RedirectResponse(f"/new?{query}#house-rules", 303)
    service, phone = service_of(request), phone_or_new(request)
    if len(explorers) > MOST_EXPLORERS:
        many = f"{len(explorers)} explorers are chosen; at most {MOST_EXPLORERS} can play. Untick some."
        return render(request, new_page(request, fields, explorers, (many,)), status=422)
    try:
        who = cast_of(service.book, explorers, how_many(fields, explorers))
        made = await service.create_table(forms.new_table(fields, who, service.book), phone)
    except (Malformed, InvalidInput) as error:
        words = Words(service.book)
        problems = tuple(sentence(words, reason) for reason in error.reasons)
        return render(request, new_page(request, fields, explorers, problems), status=422)
    response = RedirectResponse(f"/t/{made.host}/share", 303)
    remember(request, response, phone)
    return response


def how_many(fields: forms.Fields, explorers: list[str]) -> int:
    """How many explorers play: as a form says, but no fewer than are ticked. Raises Malformed."""
    count = forms.number(fields, "count")
    if count is not None and not 1 <= count <= MOST_EXPLORERS:
        raise Malformed(("count", f"should be from 1 to {MOST_EXPLORERS}"))
    return max(count or (0 if explorers else AT_FIRST), len(explorers))


def cast_of(book: Book, explorers: list[str], count: int) -> list[str]:
    """The `count` explorers that play: those that were ticked, then the first ones of the pack."""
    return (explorers + [one for one in book.explorers if one not in explorers])[:count]


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
    try:
        count = how_many(fields, explorers)
    except Malformed:
        count = AT_FIRST
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
                " ".join(
                    (f"{capital(card.trade)}. {card.health} health, {card.stamina} stamina.", *abilities_of(card))
                ),
                card.id in explorers,
                Token("ex", card.name[:1], card.name),
            )
            for card in book.explorers.values()
        ),
        count=count,
        most=MOST_EXPLORERS,
        own="" if book.id == BUILT_IN else book.name,
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
        raise Malformed(("file", "is no table: choose the one that a host exported, whose name ends in .vivarium.json"))
    return data
