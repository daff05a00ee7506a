"""Routes of the board: its page, the space and edge sheets, and the page of the exploring steps.

What a phone looks at stands in the address: `unit` (selected), `at` or `edge` (the open sheet), `lod` (distance),
`pick` (a placement to show first). A unit that has left the board is not an error: the address may be old.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.datastructures import QueryParams

from app.rules.geometry import SIDES, Cell, Side, Space
from app.rules.turns import who_answers
from app.web.board_below import under
from app.web.board_contexts import BoardFragment, BoardPage, SheetFragment, TerrainPage, UnderFragment, UnderPart
from app.web.board_exploring import exploring_part
from app.web.board_news import SEEN, heard, to_read, unread
from app.web.board_parts import DISTANCES, Looking, View
from app.web.contexts import Chrome
from app.web.errors import Malformed
from app.web.pages_table import chrome
from app.web.phase_rolls import phase_rolls
from app.web.render import frame, render
from app.web.seen_table import AtTable, Table
from app.web.static import assets

router = APIRouter(prefix="/t/{table}", include_in_schema=False)

FARTHEST: Final = 10_000
"""No playing area reaches so many spaces from where it began."""
LONGEST: Final = 80
"""Characters of a word in an address."""


@router.get("/board")
async def board_page(request: Request, table: AtTable) -> HTMLResponse:
    """The board with everything below it, and the sheet that the address asks for."""
    looking = looking_at(table, request.query_params)
    page = BoardPage(
        frame=frame(request),
        chrome=chrome(table, "board"),
        lod=looking.view.lod,
        board=looking.board(),
        under=await _under(table, looking),
        sheet=looking.sheet(),
    )
    return render(request, page, template=page.template)


@router.get("/part/board")
async def board_part(request: Request, table: AtTable) -> HTMLResponse:
    """The drawing, fetched anew when the table changed or another unit is selected."""
    looking = looking_at(table, request.query_params)
    return render(request, BoardFragment(_chrome(table, looking), looking.board()))


@router.get("/part/under")
async def under_part(request: Request, table: AtTable) -> HTMLResponse:
    """What stands below the drawing, with the now bar."""
    looking = looking_at(table, request.query_params)
    return render(request, UnderFragment(frame(request), _chrome(table, looking), await _under(table, looking)))


@router.get("/part/sheet")
async def sheet_part(request: Request, table: AtTable) -> HTMLResponse:
    """The sheet of one space or edge."""
    looking = looking_at(table, request.query_params)
    return render(request, SheetFragment(_chrome(table, looking), looking.sheet()))


@router.get("/terrain", response_model=None)
async def terrain_page(request: Request, table: AtTable) -> HTMLResponse | RedirectResponse:
    """The exploring step that waits; without one, back to the board."""
    page = _exploring(request, table)
    if not page.exploring.stage:
        return RedirectResponse(f"{table.base}/board", 303)
    return render(request, page, template=page.template)


@router.get("/part/terrain")
async def terrain_part(request: Request, table: AtTable) -> HTMLResponse:
    """The exploring step that waits, fetched anew; an empty one once it is done."""
    page = _exploring(request, table)
    return render(request, page, template=page.partial)


def _exploring(request: Request, table: Table) -> TerrainPage:
    pick = word(request.query_params, "pick")
    part = exploring_part(table.book, table.state, table.by, table.words, table.base, pick, icons())
    if part.stage and table.state.agenda:
        part = replace(part, anyones=table.anyones(who_answers(table.state, table.state.agenda[-1])))
    around = replace(chrome(table, "board"), here=f"{table.base}/terrain")
    return TerrainPage(frame(request), around, part)


def looking_at(table: Table, query: QueryParams) -> Looking:
    """A table as this phone looks at it; raises Malformed (422) for an address that makes no sense."""
    own = tuple(one for one in table.state.explorers if one in table.mine)
    view = View(
        unit=word(query, "unit"),
        at=space(query),
        edge=edge(query),
        lod=query.get("lod", "") if query.get("lod") in DISTANCES else "table",
        kept=tuple(part for part in word(query, "kept", 400).split(".") if part),
    )
    shared = frozenset(one for one in table.state.explorers if table.is_anyones(one))
    return Looking(
        table.book, table.state, table.by, table.words, own, table.base, icons(), view, table.listing, shared
    )


async def _under(table: Table, looking: Looking) -> UnderPart:
    """What stands below the drawing, with the newest of the log."""
    entries = await table.visit.service.log(table.visit.door, limit=SEEN)
    rolls = phase_rolls(table, entries)
    return under(looking, heard(table, entries, apart=bool(rolls)), unread(table, to_read(table, entries)), rolls)


def _chrome(table: Table, looking: Looking) -> Chrome:
    """The chrome of a fragment: a plain form in it leads back to the board as this phone looks at it."""
    return replace(chrome(table, "board"), here=f"{table.base}/board{looking.view.query(unit=looking.unit)}")


def icons() -> str:
    """The address of the icons, as drawings refer to it."""
    return assets().url("icons.svg")


# ------------------------------------------------------------------ reading addresses


def word(query: QueryParams, name: str, longest: int = LONGEST) -> str:
    """A plain word of the address, '' without one."""
    given = query.get(name, "")
    if len(given) > longest or not given.replace("-", "").replace("_", "").replace(".", "").isalnum():
        if given:
            raise Malformed((name, "is no such thing"))
        return ""
    return given


def space(query: QueryParams) -> Space | None:
    """The space of `at=x,y`; None without one."""
    given = query.get("at", "")
    return _pair("at", given.split(",")) if given else None


def edge(query: QueryParams) -> tuple[Cell, Side] | None:
    """The edge of `edge=x,y,N`; None without one."""
    given = query.get("edge", "")
    if not given:
        return None
    *cell, last = given.split(",")
    side = next((one for one in SIDES if one == last), None)
    if side is None:
        raise Malformed(("edge", "is no edge, such as 0,-1,N"))
    return _pair("edge", cell), side


def _pair(name: str, parts: list[str]) -> tuple[int, int]:
    if len(parts) == 2 and all(part.removeprefix("-").isdecimal() and len(part) < 7 for part in parts):
        x, y = int(parts[0]), int(parts[1])
        if max(abs(x), abs(y)) <= FARTHEST:
            return x, y
    raise Malformed((name, "is no place, such as 12,-3"))
