"""The pages: all their routes in one router, and the page that says what went wrong."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from app.web import (
    pages_ask_rules,
    pages_behind,
    pages_cards,
    pages_chapter,
    pages_doors,
    pages_house,
    pages_items,
    pages_log,
    pages_monsters,
    pages_new,
    pages_party,
    pages_play,
    pages_rules,
    pages_rulings,
    pages_seats,
    pages_share,
    pages_steps,
    pages_watch,
)
from app.web.contexts import Why
from app.web.contexts_answers import AskPage, ProblemPage
from app.web.errors import Problem
from app.web.identity import Visit
from app.web.messages import Words
from app.web.messages_instead import instead
from app.web.messages_reasons import sentence
from app.web.pages_questions import question
from app.web.pages_table import chrome, tab_of
from app.web.render import frame, is_fragment, render
from app.web.seen_table import AtTable

router = APIRouter(include_in_schema=False)

TITLES = {
    403: "Not from this seat",
    404: "Not here",
    405: "Not this way",
    409: "Not possible",
    413: "Too much at once",
    422: "That can’t be read",
    429: "Too many tries",
    500: "A fault of ours",
    503: "Not ready",
}


@router.get("/t/{table}/part/now")
async def now(request: Request, table: AtTable) -> Response:
    """The now bar, with tabs and question beside it."""
    page = AskPage(frame(request), chrome(table, tab_of(request)), None, "")
    return render(request, page, template="partials/_now_with.html")


@router.get("/t/{table}/ask/{step}")
async def ask(request: Request, table: AtTable, step: int) -> Response:
    """A question on a page of its own, open as long as it waits."""
    found = question(table)
    top = table.state.agenda[-1] if table.state.agenda else None
    open_now = found if top is not None and top.id == step else None
    return render(request, AskPage(frame(request), chrome(table), open_now, ""))


async def problem_page(request: Request, problem: Problem, words: Words, visit: Visit | None) -> Response:
    """What went wrong, for a browser: a page, or a sheet for a part of one.

    A phone that opens a page of a table where it has no seat is sent to take one.
    """
    base = f"/t/{visit.door.key}" if visit else ""
    codes = {reason.code for reason in problem.reasons}
    if visit and "no_seat" in codes and request.method in ("GET", "HEAD"):
        goal = f"{base}/join"
        return Response("", 200, {"HX-Redirect": goal}) if is_fragment(request) else RedirectResponse(goal, 303)
    reasons = tuple(
        Why(f"{sentence(words, reason)} {instead(words, reason)}".strip(), reason.rule) for reason in problem.reasons
    )
    back, text = (f"{base}/board", "Back to the table") if visit and visit.seat else ("/", "To your tables")
    if codes & {"table_unreadable", "table_of_other_pack"}:
        back, text = f"{base}/export", "Export this table"
    elif visit and not visit.seat:
        back, text = f"{base}/join", "Take a seat"
    title = TITLES.get(problem.status, "That did not work")
    page = ProblemPage(frame(request), title, reasons, back, text)
    headers = {"HX-Retarget": "#answer", "HX-Reswap": "innerHTML"} if is_fragment(request) else None
    return render(request, page, status=problem.status, headers=headers)


for part in (
    pages_doors,
    pages_new,
    pages_play,
    pages_house,
    pages_cards,
    pages_chapter,
    pages_behind,
    pages_party,
    pages_rulings,
    pages_log,
    pages_seats,
    pages_share,
    pages_steps,
    pages_items,
    pages_monsters,
    pages_rules,
    pages_ask_rules,
    pages_watch,
):
    router.include_router(part.router)
