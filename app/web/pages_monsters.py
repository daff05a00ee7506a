"""The page of the phases after the explorers': what they brought, and the monsters one by one (RD-3 to RD-5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.rules.agenda_phases import MonsterPhase
from app.rules.events import PhaseBegan
from app.rules.moves import EndPhase, MonsterAbility, MonsterAttack, MonsterDone, MonsterOpenDoor, MoveMonster
from app.web.contexts import Action, Option
from app.web.contexts_monsters import MonstersPage, MonsterView
from app.web.log_lines import Told, sentences_of
from app.web.messages_monsters import done_label
from app.web.messages_moves import move_label
from app.web.messages_names import capital
from app.web.messages_play import phase_end, phase_note
from app.web.on_the_board import standing
from app.web.pages_party import monster_view
from app.web.pages_questions import rating_words
from app.web.pages_table import chrome
from app.web.phase_rolls import phase_rolls
from app.web.refusals import together
from app.web.render import frame, render
from app.web.seen_table import AtTable, Table, form_move

if TYPE_CHECKING:
    from app.service import LogEntry

router = APIRouter(include_in_schema=False)

SEEN: Final = 120  # entries of the log that are looked through for the beginning of the phase
MOST_AFTER: Final = 4  # sentences about a round that began
PHASES: Final = {
    "explorer": ("RD-2", "The explorers act. Spawn, horror and the monsters come after them."),
    "spawn": ("RD-3", "Each explorer on a tile with a spawn space that can be used rolls against the spawn rating."),
    "horror": ("RD-4", "One roll against the horror rating; a failure raises the threat and invokes a horror event."),
    "monster": ("RD-5", "Each monster that was in play acts once, as its card says; the group carries it out."),
}
ICONS: Final = {MonsterAttack: "attack", MonsterAbility: "next", MonsterOpenDoor: "door", MonsterDone: "check"}


@router.get("/t/{table}/monsters")
async def monsters(request: Request, table: AtTable) -> Response:
    """The phase so far, the monsters in the order in which they were listed."""
    entries = await table.visit.service.log(table.visit.door, limit=SEEN)
    phase = table.state.phase
    rule, text = PHASES[phase]
    text = f"{text} {rating_words(table)}".strip()
    page = MonstersPage(
        frame=frame(request),
        chrome=chrome(table, "board"),
        phase=f"{capital(phase)} phase, round {table.state.round}",
        rule=rule,
        text=text,
        over=" ".join(after_it(table, entries)),
        rolled=phase_rolls(table, entries),
        so_far=() if phase == "explorer" else tuple(so_far(table, entries)),
        monsters=tuple(monster_rows(table)),
        end=table.act(EndPhase(phase), "end", phase_end(table.state), phase_note(table.state)),
    )
    return render(request, page)


def after_it(table: Table, entries: Sequence[LogEntry]) -> list[str]:
    """What came with the end of the last monster phase: the new round; () while the phases of this page go on."""
    if table.state.phase != "explorer":
        return []
    told = Told(table.words)
    for entry in entries:
        if entry.kind == "move" and not entry.undone_by and any(isinstance(e, PhaseBegan) for e in entry.events):
            return list(sentences_of(entry, told.at(entry)))[:MOST_AFTER]
    return []


def so_far(table: Table, entries: Sequence[LogEntry]) -> list[str]:
    """What happened since the phase began, oldest first; `entries` are the newest of the log, newest first."""
    told, lines = Told(table.words), list[str]()
    for entry in reversed(entries):
        began = any(isinstance(event, PhaseBegan) for event in entry.events)
        if entry.kind != "move" or entry.undone_by:
            continue
        found = list(sentences_of(entry, told.at(entry)))
        lines = found if began else [*lines, *found]
    return lines


def monster_rows(table: Table) -> Iterator[MonsterView]:
    """The monsters with what each may still do: in the monster phase those listed first, in their order."""
    top = next((step for step in reversed(table.state.agenda) if isinstance(step, MonsterPhase)), None)
    listed = [one for one in top.listed if one in table.state.monsters] if top else []
    for monster in (*listed, *(one for one in table.state.monsters if one not in listed)):
        state, mark = _standing(table, top, monster)
        yield MonsterView(
            unit=monster_view(table, monster),
            state=state,
            mark=mark,
            actions=_acts(table, monster),
            ways=tuple(
                Option(table.words.place(move.to), "", form_move(move))
                for move in table.listing.moves
                if isinstance(move, MoveMonster) and move.monster == monster
            ),
        )


def _standing(table: Table, top: MonsterPhase | None, monster: str) -> tuple[str, str]:
    """Whether a monster acts, has acted or has yet to act, with what is left to it."""
    if top is None:
        return "", ""
    if monster not in top.listed:
        return "", "Came after the phase began"
    if monster not in top.waiting:
        return "done", "Has acted"
    if top.acting not in ("", monster):
        return "next", "To act"
    return ("now" if top.acting == monster else "next"), standing(table, monster)


def _acts(table: Table, monster: str) -> tuple[Action, ...]:
    """Attacks and doors, then being done; what is refused with its reasons, but only while it may act at all."""
    known = (*table.listing.moves, *(move for move, _ in table.listing.refused))
    found = []
    for kind, icon in ICONS.items():
        for move in known:
            if type(move) is not kind or getattr(move, "monster", "") != monster:
                continue
            title = capital(move_label(table.words, move).partition(": ")[2])
            if kind is MonsterDone:
                title = done_label(table.words, table.state, table.listing.moves, monster)
            action = table.act(move, icon, title)
            if action is not None and (action.move or kind is not MonsterDone):
                found.append(action)
    return together(found)
