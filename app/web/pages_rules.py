"""The rules pages: the ledger in our own words, by chapter, searched by a plain form; each row with worked examples."""

from __future__ import annotations

import re
from typing import Annotated, Final
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from app.rules.ledger import LEDGER, Row
from app.rules.settings import Settings
from app.service import UnknownTable
from app.web.contexts import Pick
from app.web.contexts_rules import RulePage, RuleRow, RulesPage
from app.web.identity import phone_of, service_of
from app.web.messages_settings import setting_name, setting_value
from app.web.render import frame, render
from app.web.rule_examples import examples_of, how_many
from app.web.rules_primer import primer
from app.web.rules_search import says, searched

router = APIRouter(include_in_schema=False)

KEY: Final = 60  # characters of a key in an address at most
KEYS: Final = re.compile(r"[A-Za-z0-9_-]{8,60}")

#: The chapters of the ledger by the letters that their ids begin with.
CHAPTERS: Final = {
    "CH": "Chapters",
    "CT": "Count tokens",
    "TK": "Chapter tokens",
    "EX": "Exploring",
    "TR": "Terrains",
    "EN": "Environments",
    "NC": "Encounters",
    "ST": "Step abilities",
    "IT": "Item levels",
    "MN": "Monster levels",
    "RC": "Recharging",
    "EV": "Event spaces",
    "TL": "Trap levers",
    "XB": "Barrels",
    "CS": "Chapter spaces",
    "GD": "Game die",
    "ED": "Exits",
    "RD": "The round",
    "BG": "The base game",
    "DK": "Decks",
    "SC": "Setting up",
    "AM": "The table",
    "IP": "Interplay",
}


@router.get("/rules")
async def rules(
    request: Request,
    find: Annotated[str, Query(max_length=60)] = "",
    part: Annotated[str, Query(max_length=4)] = "",
    table: Annotated[str, Query(max_length=KEY)] = "",
    how: Annotated[str, Query(max_length=1)] = "",
) -> Response:
    """The ledger; `find` = words that a row must all have, `part` = the letters of one chapter, `how` = with what one
    has to know first unfolded.

    The house rules are told of the table that one came from, else of that whose key is `table`, else their defaults.
    """
    wanted = find.strip()
    back, key, settings = await came_from(request, table)
    letters = {row.id.partition("-")[0] for row in LEDGER.values()}
    part = part if part in letters else ""
    rows, _ = searched(wanted, part)
    page = RulesPage(
        frame=frame(request),
        rows=tuple(row_told(row, settings) for row in rows),
        chapters=tuple(Pick(name, CHAPTERS[name], "", name == part) for name in CHAPTERS if name in letters),
        part=part,
        find=wanted,
        near=bool(rows) and not says(rows[0], wanted),
        total=len(LEDGER),
        back=back,
        table=key,
        primer=primer(service_of(request).book),
        unfolded=bool(how),
    )
    return render(request, page)


@router.get("/rules/{row}")
async def rule(request: Request, row: str, table: Annotated[str, Query(max_length=KEY)] = "") -> Response:
    """One row with its worked examples. An id that the ledger does not have leads to the search."""
    found = LEDGER.get(row.upper()[:10])
    if found is None:
        return RedirectResponse("/rules", 303)
    back, key, settings = await came_from(request, table)
    ids = list(LEDGER)
    at = ids.index(found.id)
    part = found.id.partition("-")[0]
    page = RulePage(
        frame=frame(request),
        row=row_told(found, settings),
        chapter=CHAPTERS[part],
        part=part,
        examples=examples_of(found.id),
        before=ids[at - 1] if at else "",
        after=ids[at + 1] if at + 1 < len(ids) else "",
        back=back,
        table=key,
    )
    return render(request, page)


async def came_from(request: Request, table: str) -> tuple[str, str, Settings | None]:
    """The page of a table to go back to, that table's key and its house rules: of the one that one came from, else of
    that whose key is `table`. ('', '', None) without a table that whoever asks may read, but for the page it came from.
    """
    back = way_back(request)
    for path in (back, f"/t/{table}/ask-rules"):
        settings = await settings_of(request, path)
        if settings is not None:
            return path, key_in(path), settings
    return back, "", None


def way_back(request: Request) -> str:
    """The page of a table that one came from, '' for any other: a browser tells it to its own site alone."""
    came = urlsplit(request.headers.get("referer", ""))
    return came.path + (f"?{came.query}" if came.query else "") if came.path.startswith("/t/") else ""


def key_in(path: str) -> str:
    """The key of the table whose page a path is."""
    return path.split("/")[2] if path.startswith("/t/") else ""


async def settings_of(request: Request, path: str) -> Settings | None:
    """The house rules of the table whose page a path is, if whoever asks may read that table; None else."""
    key, service = key_in(path), service_of(request)
    if not KEYS.fullmatch(key):
        return None
    try:
        door = await service.door(key)
        seat = await service.seat(door, token="", phone=phone_of(request))
        if seat is None and door.kind != "watch":
            return None
        return (await service.table(door, seat)).state.settings
    except UnknownTable:
        return None


def row_told(row: Row, settings: Settings | None) -> RuleRow:
    """A row with the house rules that change it, each with the value that counts: a table's own, else the default."""
    values = settings or Settings()
    told = tuple(house_rule(name, getattr(values, name)) for name in row.settings)
    return RuleRow(row.id, row.title, row.where, row.text, told, settings is not None, how_many(row.id))


def house_rule(name: str, value: str | int) -> str:
    """A house rule with its value: '“A diagonal past a corner is closed”: when both ways round are walled'."""
    said = setting_value(name, value)
    return f"“{setting_name(name)}”: {said[:1].lower() + said[1:]}"
