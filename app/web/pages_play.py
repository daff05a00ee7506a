"""What forms of a table do: moves, undo and redo, rulings. The same use cases as the JSON interface.

With htmx an accepted move answers with nothing but the header that names what changed, a refused one with a sheet.
Without it the browser is sent back to the page, or sees the refusal as one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from app.live import REGIONS
from app.rules import regions
from app.rules.agenda import Ask
from app.rules.agenda_items import SharedPayment
from app.rules.moves import Answer, CloseStep, Move, PayShare
from app.rules.verdicts import Reason
from app.service import KeyReused, Refused, WrongSeat
from app.web import forms, forms_rulings
from app.web.contexts import Action, Why
from app.web.contexts_answers import RefusedPage
from app.web.errors import Malformed, status_of
from app.web.following import Follow, follow_move, parts_with_keys
from app.web.log_lines import Told, sentences_of
from app.web.messages_moves import move_label
from app.web.messages_names import capital
from app.web.pages_questions import own_page, task
from app.web.pages_rulings import left_of_another, ruling_page
from app.web.pages_table import chrome, tab_of
from app.web.quicker import quicker, same_made
from app.web.render import frame, is_fragment, page_address, render, telling
from app.web.seen_table import AtTable, Table, form_move, open_table

if TYPE_CHECKING:
    from app.service import LogEntry

router = APIRouter(include_in_schema=False)

MOST_INSTEAD = 4  # legal moves offered with a refusal
MOST_ANSWERS = 6  # answers to an open question
MOST_MEANWHILE = 4  # sentences about what happened while one chose


@router.post("/t/{table}/play")
async def play(request: Request, table: AtTable) -> Response:
    """Make a move."""
    form = forms.move_form(await forms.read(request), table.base)
    return await make(request, table, form.move, form.revision, form.key, form.back, form.then)


async def make(
    request: Request,
    table: Table,
    move: Move,
    revision: int | None,
    key: str | None,
    back: str,
    then: tuple[Follow, ...] = (),
) -> Response:
    """Make a move and answer; a refusal is answered with all its reasons, and with what is legal instead.

    `then` answers what the move brings up, part by part; it ends where a part is refused, which leaves its question.
    """
    service = table.visit.service
    try:
        played = await service.play(table.visit.door, table.seat, move, revision, key)
    except (Refused, WrongSeat) as error:
        return await refused(request, table, move, error.reasons, error.meanwhile, back)
    now, changed = played.revision, set(regions(played.events))
    for part, its_key in parts_with_keys(then, key):
        following = follow_move(await open_table(request), part)
        if following is None:
            continue
        try:
            played = await service.play(table.visit.door, table.seat, following, now, its_key)
        except (Refused, WrongSeat, KeyReused):
            break
        now, changed = played.revision, changed | set(regions(played.events))
    onward = await _after_price(request, table, move, back)
    return done(request, now, changed, onward or back, leave=bool(onward))


async def _after_price(request: Request, table: Table, move: Move, back: str) -> str:
    """The board, after the last price on the page of prices: nothing is left to see there; '' where something is."""
    top = table.state.agenda[-1] if table.state.agenda else None
    if not isinstance(top, SharedPayment) or not isinstance(move, PayShare | CloseStep):
        return ""
    page = f"{table.base}/step"
    if back.partition("?")[0] != page or own_page(await open_table(request))[0] == page:
        return ""
    return f"{table.base}/board"


def done(request: Request, revision: int, changed: Iterable[str], back: str, *, leave: bool = False) -> Response:
    """The answer to what was done: nothing for htmx but what changed, the page again for a plain form.

    `leave` = the page is left for `back` with htmx too; so is one that is about this move alone.
    """
    if not is_fragment(request):
        return RedirectResponse(back, 303)
    if leave or is_alone(request):
        return Response("", 200, {"HX-Redirect": back})
    return Response("", 200, telling(revision, {*changed, "log"}), media_type="text/html")


#: Pages of what is a sheet elsewhere, by the end of their address: opened without scripts, by a reload, or as typed.
#: They stay as they are while the table goes on, so whatever is done on them leads away, or to the page as it is then.
ALONE: Final = frozenset({"undo", "redo", "ruling", "play"})


def is_alone(request: Request) -> bool:
    """Whether the page that is looked at is one of these; who does not say which one it is looks at none."""
    told = "hx-current-url" in request.headers
    return told and page_address(request).partition("?")[0].rpartition("/")[2] in ALONE


async def refused(
    request: Request,
    table: Table,
    move: Move | str,
    reasons: tuple[Reason, ...],
    meanwhile: tuple[LogEntry, ...],
    back: str,
    to: int | None = None,
) -> Response:
    """A refusal, worded on the table as it is now; `move` is what was refused, 'undo' or 'redo' where it is no move.

    Whoever wanted what another phone has just done gets a note instead (`quicker`).
    """
    made = same_made(move, meanwhile, to)
    if made is not None:
        return await quicker(request, made, reasons, back)
    table = await open_table(request)
    title = TRAVELS[move] if isinstance(move, str) else move_label(table.words, move)
    explorer = str(getattr(move, "explorer", ""))
    instead, heading = instead_now(table, explorer)
    found = replace(chrome(table, tab_of(request), live=not is_fragment(request)), here=back)
    page = RefusedPage(
        frame=frame(request),
        chrome=found,
        back=back,
        title=title,
        reasons=table.why(reasons),
        meanwhile=happened(table, meanwhile),
        instead=instead,
        instead_of=heading,
        explorer=explorer,
    )
    return render(request, page, status=status_of(reasons))


def instead_now(table: Table, explorer: str) -> tuple[tuple[Action, ...], str]:
    """What is legal now to `explorer` ('' = anybody), or what a question asks; and the heading over it."""
    name = table.words.unit(explorer) if explorer in table.state.explorers else ""
    instead, question = legal_instead(table, explorer), asked_now(table)
    if question:
        return instead, f"Asked now: {question}"
    return instead, f"What {name} can do instead" if name and all(name in one.title for one in instead) else LEGAL


@router.get("/t/{table}/part/instead")
async def instead_part(request: Request, table: AtTable, explorer: str = "") -> Response:
    """What stands under an open refusal, on the table as it has become since."""
    found = replace(chrome(table, tab_of(request)), here=page_address(request))
    instead, heading = instead_now(table, explorer)
    page = RefusedPage(frame(request), found, found.here, "", (), (), instead, heading, explorer)
    return render(request, page, template="partials/_instead.html")


def happened(table: Table, meanwhile: Iterable[LogEntry]) -> tuple[str, ...]:
    """What others did while one chose, in its last few sentences."""
    told = Told(table.words)
    others = [entry for entry in meanwhile if table.seat is None or entry.seat != table.seat.id]
    lines = [line for entry in others for line in sentences_of(entry, told.at(entry))]
    return tuple(lines[-MOST_MEANWHILE:])


def asked_now(table: Table) -> str:
    """The question that this phone may answer now; '' without one."""
    top = table.state.agenda[-1] if table.state.agenda else None
    if not isinstance(top, Ask) or not any(isinstance(move, Answer) for move in table.listing.moves):
        return ""
    return task(table, top)


def legal_instead(table: Table, explorer: str) -> tuple[Action, ...]:
    """A few legal moves: of the same explorer, of different kinds, steps left out but for the first; or the answers to
    the question that is open.
    """
    found: dict[str, Action] = {}
    if asked_now(table):
        answers = [move for move in table.listing.moves if isinstance(move, Answer)]
        return tuple(
            Action("next", capital(move_label(table.words, move)), move=form_move(move))
            for move in answers[:MOST_ANSWERS]
        )
    walks = sum(1 for move in table.listing.moves if move.type == "Walk" and move.explorer == explorer)
    for move in sorted(table.listing.moves, key=lambda move: move.type not in INSTEAD_ICONS):
        if move.type in found or (explorer and getattr(move, "explorer", explorer) != explorer):
            continue
        if move.type == "RollDie" or not set(getattr(move, "targets", ())).isdisjoint(table.state.explorers):
            continue  # a die helps nobody, and nobody is told to hit a friend
        if move.type == "Walk":
            found["Walk"] = Action("walk", "Walk", f"{walks} spaces in reach: choose one on the board")
            continue
        found[move.type] = Action(
            INSTEAD_ICONS.get(move.type, "next"), capital(move_label(table.words, move)), move=form_move(move)
        )
    legal = tuple(action for action in found.values() if action.move)[:MOST_INSTEAD]
    return legal if legal or not explorer else legal_instead(table, "")


LEGAL = "What is legal now"
INSTEAD_ICONS = {
    "Explore": "explore",
    "ActivateChapterSpace": "lamp",
    "OpenDoor": "door",
    "PlayAbility": "cards",
    "FinishTurn": "end",
    "EndPhase": "end",
    "LeaveByExit": "explore",
    "DrawEncounter": "encounter",
    "ConnectEnvironment": "env",
    "PlaceTerrain": "terrain",
}


# ------------------------------------------------------------------ undo, redo


@router.post("/t/{table}/undo")
async def undo(request: Request, table: AtTable) -> Response:
    """Take moves back."""
    return await _back_or_forth(request, table, "undo")


@router.post("/t/{table}/redo")
async def redo(request: Request, table: AtTable) -> Response:
    """Bring moves back."""
    return await _back_or_forth(request, table, "redo")


#: What a refused undo or redo is called.
TRAVELS: Final = {"undo": "Undo: take moves back", "redo": "Redo: bring moves back"}


async def _back_or_forth(request: Request, table: Table, which: str) -> Response:
    fields = await forms.read(request)
    to, revision = forms.number(fields, "to"), forms.number(fields, "revision")
    back = forms.way_back(fields, table.base)
    service, door = table.visit.service, table.visit.door
    change = service.undo if which == "undo" else service.redo
    try:
        now = await change(door, table.seat, to, revision, fields.get("key") or None)
    except (Refused, WrongSeat) as error:
        return await refused(request, table, which, error.reasons, error.meanwhile, back, to)
    return done(request, now, REGIONS, back)


# ------------------------------------------------------------------ rulings


@router.post("/t/{table}/ruling")
async def ruling(request: Request, table: AtTable) -> Response:
    """Make a table ruling; what can't be read or is refused brings the form back as it was, with the reasons."""
    fields = await forms.read(request)
    kind = fields.get("kind", "")
    try:
        move, revision = forms_rulings.ruling(fields, table.book), forms.number(fields, "revision")
    except Malformed as error:
        return render(request, ruling_page(request, table, kind, fields, table.why(error.reasons)), status=422)
    other = left_of_another(table, kind, fields)
    if other is not None:
        asked, stands = other
        return render(request, ruling_page(request, table, kind, asked, (stands,)), status=422)
    if not move.reason:
        why = (Why("Say why: a ruling needs a reason.", ""),)
        return render(request, ruling_page(request, table, kind, fields, why), status=422)
    try:
        played = await table.visit.service.play(table.visit.door, table.seat, move, revision, fields.get("key") or None)
    except (Refused, WrongSeat) as error:
        back = forms.way_back(fields, table.base)
        if (made := same_made(move, error.meanwhile)) is not None:
            return await quicker(request, made, error.reasons, back)
        now = await open_table(request)
        page = ruling_page(request, now, kind, fields, now.why(error.reasons), happened(now, error.meanwhile))
        return render(request, page, status=status_of(error.reasons))
    return done(request, played.revision, regions(played.events), forms.way_back(fields, table.base))
