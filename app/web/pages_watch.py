"""The big screen in the middle of the table: everything at a glance, nothing to press; on a phone, ways to the rest."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.rules.state import PILES
from app.rules.verdicts import By
from app.service import UnknownTable
from app.web.board_parts import Looking, View
from app.web.contexts import Token
from app.web.contexts_party import WatchPage, WatchUnit
from app.web.endings import TITLES, ending
from app.web.log_lines import Told, sentences_of
from app.web.messages_names import listed
from app.web.pages_cards import PILE_NOTES
from app.web.pages_chapter import progress, threat, tracks, way_on
from app.web.pages_doors import CAME_BY
from app.web.pages_faces import DECK_ICONS, charges_left
from app.web.pages_party import pools, turn_mark
from app.web.pages_share import origin_of
from app.web.pages_table import chrome, now_bar
from app.web.render import frame, render
from app.web.seen_table import AtTable, Table
from app.web.static import assets

router = APIRouter(include_in_schema=False)

LAST = 4  # lines about what just happened
MOST_TOLD = 240  # characters of them, so that none is cut off: what is older gives way
LOOKED_AT = 8  # entries to find them in


@router.get("/t/{table}/watch")
async def watch(request: Request, table: AtTable) -> Response:
    """The big screen."""
    state = table.state
    card = table.book.chapters.get(state.chapter_card)
    looking = Looking(
        table.book,
        state,
        By("", watcher=True),
        table.words,
        (),
        table.base,
        assets().url("icons.svg"),
        View(lod="watch"),
    )
    said, seat = headline(table), await way_to_a_seat(table)
    page = WatchPage(
        frame=frame(request, "device"),  # a big screen stands in any room, and nobody may be there to choose
        chrome=replace(chrome(table), question=None, ended=ending(table)),  # there is nobody to answer or close it
        board=looking.board().svg,
        headline=said[0],
        after=said[1],
        party=party(table),
        monsters=tuple(monster_token(table, one) for one in state.monsters),
        chapter=f"{card.name}, chapter {state.chapter + 1} of {len(state.chapters)}" if card else "",
        way_on=way_on(table, card)[0] if card else "",
        progress=progress(table, card) if card else "",
        tracks=tracks(table),
        threat=threat(table),
        current=current(table),
        last=await last(table),
        code=f"{table.view.code[:3]} {table.view.code[3:]}" if table.view.code else "",
        address=urlsplit(origin_of(request)).netloc,
        seat_words=seat[0],
        seat_way=seat[1],
    )
    return render(request, page)


async def way_to_a_seat(table: Table) -> tuple[str, str]:
    """(what it says, where it leads): to one's own seat; by the door that this phone came in by before it chose only to
    watch; else to where the code of the table is typed.
    """
    if not table.watching:
        return "To your seat", f"{table.base}/board"
    key = table.request.cookies.get(CAME_BY, "")
    with suppress(UnknownTable):
        door = await table.visit.service.door(key)
        if door.table == table.visit.door.table and door.kind != "watch":
            return "Take a seat", f"/t/{key}/join"
    return "Take a seat by the table’s code", "/"


def headline(table: Table) -> tuple[str, str]:
    """Who acts, in large, and what to say below it."""
    now = now_bar(table)
    state = table.state
    if state.outcome:
        return TITLES[state.outcome], ""
    if state.phase != "explorer" or state.agenda:
        return now.asked, now.who if state.agenda else ""
    acting = [e for e in state.explorers.values() if e.status == "in_play" and not e.finished]
    begun = [e for e in acting if e.begun]
    names = {e.id: table.words.unit(e.id) for e in acting}
    if not begun:
        return ("The explorers act", f"To act: {listed(list(names.values()))}") if acting else (now.asked, "")
    one = begun[0]
    others = [names[e.id] for e in acting if e is not one]
    rest = f". Also to act: {listed(others)}" if others else ""
    return f"{names[one.id]}’s turn", f"{one.stamina} stamina left{rest}"


def party(table: Table) -> tuple[WatchUnit, ...]:
    """The explorers with their pools."""
    found = []
    for explorer in table.state.explorers.values():
        if explorer.status == "unused":
            continue
        seat = table.holder(explorer.id)
        mark, _ = turn_mark(explorer, table.state.phase)
        if table.state.outcome and explorer.status == "in_play":
            mark = ""  # nobody is to act any more
        note = ", ".join(part for part in (seat.name if seat else "", mark.lower()) if part)
        token = table.token(explorer.id)
        acting = mark == "Acting"
        found.append(WatchUnit(token, token.name, note, acting, pools(table, explorer)))
    return tuple(found)


def monster_token(table: Table, monster: str) -> Token:
    """A monster with its health; an ethereal one says so."""
    token = table.token(monster)
    return Token(token.kind, token.mark, f"{token.name}, ethereal" if "eth" in token.kind else token.name)


def current(table: Table) -> tuple[tuple[str, str, str, str], ...]:
    """(icon, hue, name, note) of what is in force beside the chapter."""
    found = []
    for pile in PILES:
        card = table.state.current.get(pile, "")
        if card and card != "?":
            kind, _, _, hue = PILE_NOTES[pile]
            found.append((DECK_ICONS[pile], hue, table.words.card(card), f"current {kind.lower()}"))
    for lies in table.state.environments.values():
        left = charges_left(lies.charges)
        note = f"on {table.words.tile(lies.cell)}" + (f", {left}" if left else "")
        found.append(("env", "ether", table.words.card(lies.card), note))
    return tuple(found)


async def last(table: Table) -> tuple[tuple[datetime, str], ...]:
    """What just happened, newest first."""
    entries = await table.visit.service.log(table.visit.door, None, LOOKED_AT)
    told = Told(table.words)
    lines = []
    for entry in sorted(entries, key=lambda one: one.revision):
        words = told.at(entry)
        if not entry.undone_by and entry.kind in ("create", "move", "undo", "redo"):
            lines += [(entry.at, line) for line in sentences_of(entry, words)]
    return tuple(newest(lines[::-1][:LAST]))


def newest(lines: list[tuple[datetime, str]]) -> list[tuple[datetime, str]]:
    """As many of the lines, newest first, as there is room for in full; the newest in any case."""
    told, room = lines[:1], MOST_TOLD - sum(len(text) for _, text in lines[:1])
    for line in lines[1:]:
        room -= max(len(line[1]), 50)
        if room < 0:
            break
        told.append(line)
    return told
