"""The rules pages: the ledger in our own words, by chapter, searched by a plain form; each row with worked examples."""

from __future__ import annotations

from typing import Annotated, Final
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from app.rules.ledger import LEDGER, Row
from app.web.contexts import Pick
from app.web.contexts_rules import RulePage, RuleRow, RulesPage
from app.web.messages_settings import setting_name
from app.web.render import frame, render
from app.web.rule_examples import examples_of, how_many

router = APIRouter(include_in_schema=False)

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
) -> Response:
    """The ledger; `find` = words that a row must all have, `part` = the letters of one chapter."""
    wanted = find.strip()
    letters = {row.id.partition("-")[0] for row in LEDGER.values()}
    part = part if part in letters else ""
    rows = [row for row in LEDGER.values() if row.id.startswith(part) and says(row, wanted)]
    page = RulesPage(
        frame=frame(request),
        rows=tuple(_row(row) for row in rows),
        chapters=tuple(Pick(name, CHAPTERS[name], "", name == part) for name in CHAPTERS if name in letters),
        part=part,
        find=wanted,
        total=len(LEDGER),
        back=way_back(request),
    )
    return render(request, page)


@router.get("/rules/{row}")
async def rule(request: Request, row: str) -> Response:
    """One row with its worked examples. An id that the ledger does not have leads to the search."""
    found = LEDGER.get(row.upper()[:10])
    if found is None:
        return RedirectResponse("/rules", 303)
    ids = list(LEDGER)
    at = ids.index(found.id)
    part = found.id.partition("-")[0]
    page = RulePage(
        frame=frame(request),
        row=_row(found),
        chapter=CHAPTERS[part],
        part=part,
        examples=examples_of(found.id),
        before=ids[at - 1] if at else "",
        after=ids[at + 1] if at + 1 < len(ids) else "",
        back=way_back(request),
    )
    return render(request, page)


def way_back(request: Request) -> str:
    """The page of a table that one came from, '' for any other: a browser tells it to its own site alone."""
    came = urlsplit(request.headers.get("referer", ""))
    return came.path + (f"?{came.query}" if came.query else "") if came.path.startswith("/t/") else ""


def _row(row: Row) -> RuleRow:
    settings = tuple(setting_name(name) for name in row.settings)
    return RuleRow(row.id, row.title, row.where, row.text, settings, how_many(row.id))


def says(row: Row, wanted: str) -> bool:
    """Whether a row has all the words searched for, in its id, its text or the house rules that change it."""
    names = " ".join(setting_name(name) for name in row.settings)
    text = f"{row.id} {row.title} {row.where} {row.text} {names}".casefold()
    return all(word in text for word in wanted.casefold().split())
