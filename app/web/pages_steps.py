"""The page of what all do together now: a step ability, a price paid together, cards in hand; else open dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.rules.agenda_items import SharedPayment
from app.rules.engine import why_not
from app.rules.events import StepResolved
from app.rules.moves import CloseStep, PayShare, RollDie
from app.rules.sharing import can_give, missing, promised
from app.rules.units import taking_part
from app.web.came_of import OF_A_CARD
from app.web.contexts import Action
from app.web.contexts_steps import PayView, Share, StepPage
from app.web.hands import hand_view
from app.web.log_lines import Told, sentences_of
from app.web.pages_table import chrome, waiting_tab
from app.web.priced import paid_for, priced
from app.web.render import frame, render
from app.web.seen_table import AtTable, Table, form_move
from app.web.step_rolls import step_under_way, step_view

if TYPE_CHECKING:
    from app.service import LogEntry

router = APIRouter(include_in_schema=False)

SEEN = 40  # entries of the log that are looked through for the roll
MOST_GIVEN = 3  # amounts that are offered one by one; of more the next one and all that is missing
LAST = 6  # sentences about what just happened


@router.get("/t/{table}/step")
async def step(request: Request, table: AtTable) -> Response:
    """What waits for all, live on every phone."""
    entries = await table.visit.service.log(table.visit.door, limit=SEEN)
    under_way = step_under_way(table)
    pay, hand = pay_view(table), hand_view(table)
    page = StepPage(
        frame=frame(request),
        chrome=chrome(table, waiting_tab(table)),
        step=step_view(table, under_way, entries) if under_way else None,
        pay=pay,
        hand=hand,
        last=just_happened(table, entries) if pay or hand else came_to(table, entries, newest=under_way is not None),
        roll=table.act(RollDie(), "die", "Roll the game die", "Openly, for the whole table"),
        typed=tuple(_typed(table)),
    )
    return render(request, page)


def came_to(table: Table, entries: Sequence[LogEntry], *, newest: bool) -> tuple[str, ...]:
    """What the last thing that was done together came to: from where it was resolved over the answers that it asked
    for; () where the log at hand tells of none. `newest` = only if nothing else has been done since.
    """
    told = Told(table.words)
    found: list[LogEntry] = []
    for entry in entries:
        if entry.kind != "move" or entry.undone_by:
            continue
        resolved = any(isinstance(event, StepResolved) for event in entry.events)
        if resolved or isinstance(entry.move, OF_A_CARD):
            found.insert(0, entry)
        if resolved or ((newest or found) and found[:1] != [entry]):
            break
    return tuple(line for entry in found for line in sentences_of(entry, told.at(entry)))[-LAST:]


def just_happened(table: Table, entries: Sequence[LogEntry]) -> tuple[str, ...]:
    """The sentences of the newest move that has any."""
    told = Told(table.words)
    for entry in entries:
        if entry.kind == "move" and not entry.undone_by:
            lines = tuple(sentences_of(entry, told.at(entry)))
            if lines:
                return lines[-LAST:]
    return ()


def _typed(table: Table) -> list[Action]:
    """What the real game die can have shown."""
    faces = sorted(set(table.book.dice.get("game", ())))
    moves = [RollDie("game", face) for face in faces]
    return [
        Action("die", str(move.typed), move=form_move(move))
        for move in moves
        if not table.watching and not why_not(table.book, table.state, move, table.by)
    ]


# ------------------------------------------------------------------ a price paid together


def pay_view(table: Table) -> PayView | None:
    """The price on top of the agenda, with what each explorer has promised (NC-4)."""
    top = table.state.agenda[-1] if table.state.agenda else None
    if not isinstance(top, SharedPayment):
        return None
    shares = dict(promised(table.state, top))
    about = priced(table, top)
    held = tuple(_share(table, top, one, shares.get(one, 0)) for one in taking_part(table.state))
    return PayView(
        title=paid_for(table, top, "A price"),
        icon=top.pool,
        pool=top.pool,
        needed=top.needed,
        promised=top.needed - missing(table.state, top),
        rule=top.rule,
        text=f"{top.needed} {top.pool} from any explorers together.",
        facts=about.facts,
        paid=about.paid,
        unpaid=about.unpaid,
        place=about.place,
        shares=held,
        decline=table.act(CloseStep(top.id), "no", "Do not pay", about.declined),
    )


def _share(table: Table, top: SharedPayment, explorer: str, now: int) -> Share:
    """One explorer's share: one tap more, one less, all that is missing; whole where one must pay it."""
    unit = table.state.explorers[explorer]
    there, give = int(getattr(unit, top.pool)), can_give(table.state, explorer, top.pool)
    left = missing(table.state, top, explorer)
    note = f"{there} {top.pool}"
    if top.pool == "health" and now and now >= there:
        note += f", and all of it promised: {table.words.unit(explorer)} dies"
    actions: list[Action] = []
    if explorer in table.by.explorers and not table.watching:
        whole = table.state.settings.pooled_payment == "one"
        most = min(left, give)
        few = range(now + 1, most + 1) if most - now <= MOST_GIVEN else (now + 1, most)
        more = (top.needed,) if whole else few
        less = (0,) if whole else (now - 1, 0)
        wanted = [n for n in more if n > now] + [n for n in less if 0 <= n < now]
        actions = [_pay(table, PayShare(top.id, explorer, n), top, there, now) for n in dict.fromkeys(wanted)]
    return Share(table.token(explorer), note, now, tuple(actions))


def _pay(table: Table, move: PayShare, top: SharedPayment, there: int, now: int) -> Action:
    reasons = why_not(table.book, table.state, move, table.by)
    title = f"Give {move.n}" if move.n > now else f"Only {move.n}" if move.n else "Take it back"
    if reasons:
        return Action("no", title, reasons=table.why(reasons))
    note = f"{there} to {there - move.n} once it is whole" if move.n else ""
    icon: str = top.pool
    if top.pool == "health" and move.n == there:
        icon, note = "warn", f"The last health: {table.words.unit(move.explorer)} dies. {note}"
    return Action(icon, title, note, move=form_move(move))
