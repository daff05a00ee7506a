"""Ask the rules: what if, on a copy of one's own table; the table itself is not touched, and what is hidden stays so.

The address holds the whole question: `before` = moves made on the copy, one after the other, `move` = the one asked
about, `at` = the space that was tapped, `find` = words searched for. The copy knows no more than everybody sees, and
no die is rolled for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Query, Request
from pydantic import ValidationError
from starlette.responses import RedirectResponse, Response

from app.rules import By, Illegal, State, evolve, preview, public_events
from app.rules.geometry import Space
from app.rules.ledger import LEDGER
from app.rules.moves import Move
from app.rules.state import key_of
from app.service import load_move
from app.web.ask_moves import Copy, pair
from app.web.board_scene import why
from app.web.check_text import unknown_words
from app.web.contexts_ask import Asked, AskedSince, AskRulesPage
from app.web.contexts_rules import RuleRow
from app.web.errors import from_validation
from app.web.log_lines import runs
from app.web.messages import Words
from app.web.messages_events import lines
from app.web.messages_moves import move_label
from app.web.pages_rules import house_rule, row_told
from app.web.pages_table import chrome
from app.web.render import frame, is_fragment, render
from app.web.rules_search import searched
from app.web.seen_table import AtTable, Table, form_move
from app.web.settings_text import groups
from app.web.static import assets

router = APIRouter(include_in_schema=False)
log = logging.getLogger("vivarium.rules")

MOST_BEFORE: Final = 8  # moves made on a copy before the one asked about
LONGEST: Final = 2000  # characters of a move in an address
MOST_RULES: Final = 12  # rules, and as many house rules, shown for a search
MOST_ROWS: Final = 4  # rows of the ledger read out with an answer

Json = Annotated[str, Query(max_length=LONGEST)]
Find = Annotated[str, Query(max_length=60)]
At = Annotated[str, Query(max_length=14)]


@router.get("/t/{table}/ask-rules")
async def ask_rules(
    request: Request,
    table: AtTable,
    move: Json = "",
    before: Annotated[tuple[Json, ...], Query()] = (),
    at: At = "",
    find: Find = "",
) -> Response:
    """What would happen, or why not."""
    page = await asyncio.to_thread(_page, request, table, move, before, at, find.strip())
    return render(request, page)


@router.get("/t/{table}/ask-rules/since")
async def since(
    request: Request, table: AtTable, revision: int = 0, again: Annotated[str, Query(max_length=20 * LONGEST)] = ""
) -> Response:
    """Whether the table has gone on since an answer was given at `revision`; `again` asks the same anew."""
    own = f"{table.base}/ask-rules?"
    again = again if again.startswith(own) else f"{table.base}/ask-rules"
    if not is_fragment(request):
        return RedirectResponse(again, 303)  # it is part of a page, none by itself
    part = f"{table.base}/ask-rules/since?{urlencode({'revision': revision, 'again': again})}"
    page = AskedSince(frame(request), chrome(table), part, again, table.view.revision > revision)
    return render(request, page)


def _page(request: Request, table: Table, asked: str, before: tuple[str, ...], at: str, find: str) -> AskRulesPage:
    state, made, problem = table.state, list[Asked](), ""
    answer: Asked | None = None
    is_open = True
    try:
        for given in before[:MOST_BEFORE]:
            found, after = told(table, state, read(given))
            made.append(found)
            if after is None:
                break
            state = after
        is_open = not made or (made[-1].legal and not made[-1].unknown)
        if asked and is_open:
            answer, _ = told(table, state, read(asked))
    except Unread as error:
        problem = str(error)
    copy = copy_of(table, state, tuple(one.move for one in made), at)
    if answer is not None and not answer.legal:
        move = read(asked)
        verdict = preview(table.book, state, move, everybody(state))
        reasons = verdict.reasons if isinstance(verdict, Illegal) else ()
        answer = replace(answer, instead=copy.instead(move, reasons))
    again = f"{table.base}/ask-rules{copy.query(at=at if copy.at else '', move=asked)}#verdict" if answer else ""
    return AskRulesPage(
        frame=frame(request),
        chrome=chrome(table),
        before=copy.before,
        made=tuple(made),
        groups=copy.groups() if is_open else (),
        find=find,
        found=copy.found(find) if is_open else (),
        rules=rules_with(table, find),
        house=house_with(table, find),
        at=at if copy.at else "",
        place=copy.place(),
        here=copy.here() if is_open else (),
        board=copy.board(assets().url("icons.svg")) if is_open else "",
        look=key_of(looked_at_first(table, copy)),
        width=copy.width,
        answer=answer,
        problem=problem,
        again=again,
        part=f"{table.base}/ask-rules/since?{urlencode({'revision': table.view.revision, 'again': again})}",
        since=False,
        full=len(made) >= MOST_BEFORE,
        open=is_open,
    )


def looked_at_first(table: Table, copy: Copy) -> Space:
    """The space that was tapped, else where the first of this phone's explorers stands, else any explorer."""
    there = [one for one in copy.state.explorers.values() if one.space is not None]
    own = sorted(there, key=lambda one: (one.id not in table.mine, one.finished))
    return copy.at or next((one.space for one in own if one.space is not None), (5, 5))


def copy_of(table: Table, state: State, before: tuple[str, ...], at: str) -> Copy:
    """The copy in a state; a space that is on none of its map tiles is none."""
    space = pair(at)
    if space is not None and state.board.at((space[0] // 10, space[1] // 10)) is None:
        space = None
    words = Words(table.book, state, table.words.seats)
    return Copy(table.book, state, words, everybody(state), before, space)


class Unread(Exception):
    """What was asked about is no move."""


def read(given: str) -> Move:
    """The move of an address; raises Unread."""
    try:
        return load_move(given)
    except ValidationError as error:
        faults = from_validation(error, within="move").reasons
        raise Unread("; ".join(f"{one.param('field')} {one.param('fault')}" for one in faults)) from None


def everybody(state: State) -> By:
    """Whoever asks may ask for all: one seat that plays all explorers and hosts."""
    return By("", frozenset(state.explorers), host=True)


def told(table: Table, state: State, move: Move) -> tuple[Asked, State | None]:
    """The verdict on a move in a state of the copy, and the state after it as far as it can be told (None: refused)."""
    words = Words(table.book, state, table.words.seats)
    title, given = move_label(words, move), form_move(move)
    try:
        found = preview(table.book, state, move, everybody(state))
        if isinstance(found, Illegal):
            rows = rows_of(one.rule for one in found.reasons)
            return Asked(title, False, given, tuple(why(words, one) for one in found.reasons), (), "", rows), None
        after = state
        for event in found.events:
            after = evolve(after, event)
    except Exception:  # the copy does not know what lies hidden: where the rules would need it, nothing can be told
        log.info("a what-if that cannot be told", exc_info=True)
        return Asked(title, True, given, (), (), "What follows depends on what lies hidden."), None
    happened = lines(Words(table.book, after, table.words.seats), public_events(found.events))
    unknown = unknown_words(found.unknown) if found.unknown else ""
    rows = rows_of(line.rule for line in happened)
    return Asked(title, True, given, (), runs(happened), unknown, rows), None if unknown else after


def rules_with(table: Table, find: str) -> tuple[RuleRow, ...]:
    """The first rules that have all the words searched for, those with the very words before; () for no words."""
    found, whole = searched(find) if find else ((), False)
    rows = sorted(found if whole else (), key=lambda row: find.casefold() not in f"{row.title} {row.text}".casefold())
    return tuple(row_told(row, table.state.settings) for row in rows[:MOST_RULES])


def house_with(table: Table, find: str) -> tuple[tuple[str, str], ...]:
    """The first house rules that have all the words searched for, as this table plays them, and where each stands."""
    if not find:
        return ()
    rows = [row for group in groups(table.state.settings, find) for row in group.rows]
    return tuple(
        (
            f"{house_rule(row.name, getattr(table.state.settings, row.name))}. {row.means}",
            f"{table.base}/house?find={quote(row.title)}",
        )
        for row in rows[:MOST_RULES]
    )


def rows_of(rules: Iterable[str]) -> tuple[tuple[str, str, str], ...]:
    """The rows of the ledger that decided something, each once, in the order in which they counted."""
    found = [LEDGER[rule] for rule in dict.fromkeys(rules) if rule in LEDGER]
    return tuple((row.id, row.title, row.text) for row in found[:MOST_ROWS])
