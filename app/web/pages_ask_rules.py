"""Ask the rules: what if, on a copy of one's own table; the table itself is not touched, and what is hidden stays so.

The address holds the whole question: `before` = moves made on the copy, one after the other, `move` = the one asked
about. The copy knows no more than everybody sees, and no die is rolled for it.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from pydantic import ValidationError
from starlette.responses import Response

from app.rules import By, Illegal, State, evolve, legal_moves, preview, public_events
from app.rules.moves import Move
from app.service import load_move
from app.web.board_actions import why
from app.web.check_text import unknown_words
from app.web.contexts import Pick
from app.web.contexts_steps import Asked, AskRulesPage
from app.web.errors import from_validation
from app.web.messages import Words, capital
from app.web.messages_events import said
from app.web.messages_moves import move_label
from app.web.pages_table import AtTable, Table, chrome, form_move
from app.web.render import frame, render

router = APIRouter(include_in_schema=False)
log = logging.getLogger("vivarium.rules")

MOST_BEFORE: Final = 8  # moves made on a copy before the one asked about
LONGEST: Final = 2000  # characters of a move in an address
KINDS: Final = {
    "Answer": "Answers",
    "Walk": "Walking",
    "Explore": "Exploring",
    "Attack": "Attacks",
    "PlayAbility": "Abilities of cards",
    "ActivateSpace": "Action spaces",
    "ActivateChapterSpace": "Chapter spaces",
    "MoveMonster": "Moving a monster",
    "MonsterAttack": "Attacks of monsters",
    "Drop": "Dropping items",
    "StartTrade": "Trading",
    "UseInventory": "Using inventory",
}
OTHERS: Final = "Everything else"

Json = Annotated[str, Query(max_length=LONGEST)]


@router.get("/t/{table}/ask-rules")
async def ask_rules(
    request: Request, table: AtTable, move: Json = "", before: Annotated[tuple[Json, ...], Query()] = ()
) -> Response:
    """What would happen, or why not."""
    page = await asyncio.to_thread(_page, request, table, move, before)
    return render(request, page)


def _page(request: Request, table: Table, asked: str, before: tuple[str, ...]) -> AskRulesPage:
    state, made, problem = table.state, list[Asked](), ""
    answer: Asked | None = None
    try:
        for given in before[:MOST_BEFORE]:
            found, after = told(table, state, read(given))
            made.append(found)
            if after is None:
                break
            state = after
        open_ended = bool(made) and (not made[-1].legal or bool(made[-1].unknown))
        if asked and not open_ended:
            answer, _ = told(table, state, read(asked))
    except Unread as error:
        problem = str(error)
        open_ended = False
    return AskRulesPage(
        frame=frame(request),
        chrome=chrome(table),
        before=tuple(one.move for one in made),
        made=tuple(made),
        kinds=() if open_ended else kinds(table, state, answer.move if answer else ""),
        answer=answer,
        problem=problem,
        full=len(made) >= MOST_BEFORE,
    )


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
            return Asked(title, False, given, tuple(why(words, one) for one in found.reasons), (), ""), None
        after = state
        for event in found.events:
            after = evolve(after, event)
    except Exception:  # the copy does not know what lies hidden: where the rules would need it, nothing can be told
        log.info("a what-if that cannot be told", exc_info=True)
        return Asked(title, True, given, (), (), "What follows depends on what lies hidden."), None
    lines = tuple(said(Words(table.book, after, table.words.seats), public_events(found.events)))
    unknown = unknown_words(found.unknown) if found.unknown else ""
    return Asked(title, True, given, (), lines, unknown), None if unknown else after


def kinds(table: Table, state: State, chosen: str) -> tuple[tuple[str, tuple[Pick, ...]], ...]:
    """Every move that is worth asking about, by kind; those that are refused say so."""
    listing = legal_moves(table.book, state, everybody(state))
    words = Words(table.book, state, table.words.seats)
    groups: dict[str, list[Pick]] = {}
    refused = [move for move, _ in listing.refused]
    for move, note in [(m, "") for m in listing.moves] + [(m, "refused") for m in refused]:
        given = form_move(move)
        title = capital(move_label(words, move))
        pick = Pick(given, title, note, given == chosen)
        groups.setdefault(KINDS.get(move.type, OTHERS), []).append(pick)
    order = [*KINDS.values(), OTHERS]
    return tuple((title, tuple(groups[title])) for title in order if title in groups)
