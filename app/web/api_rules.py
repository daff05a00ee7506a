"""The rules service by itself: the ledger, and verdicts on positions that no table of this server needs to have."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, Request
from pydantic import ValidationError
from pydantic_core import to_json
from starlette.responses import Response

from app.rules import By, Illegal, legal_moves, preview, violations
from app.rules.ledger import LEDGER
from app.rules.position import read_position
from app.rules.position_words import PositionError
from app.service import events_json, move_json
from app.store.codec import load_state
from app.web.api import Body, read, read_move
from app.web.api_json import JSON, plain, reasons_json
from app.web.api_schema import doc
from app.web.errors import Malformed, from_validation, lowered
from app.web.identity import service_of
from app.web.messages import Words
from app.web.messages_moves import move_label

if TYPE_CHECKING:
    from app.rules.cards import Book
    from app.rules.state import State

router = APIRouter(prefix="/api/rules", tags=["rules"])
log = logging.getLogger("vivarium.rules")

#: Positions are worked on one at a time and beside the tables, so that a large one cannot hold up an evening.
_turn: Final = asyncio.Semaphore(1)


class PositionBody(Body):
    """A position: `state` as a table's JSON gives it, that whole answer, or the text form (docs/positions.md)."""

    position: dict[str, Any] | str


class CheckBody(PositionBody):
    """A position and a move in it."""

    move: dict[str, Any]


@router.get("", **doc("The ledger: every rule with its id", "Ledger"))
async def ledger() -> Response:
    """Every rule: id, title, where it stands, what it says, the house rules that change it."""
    return JSON({"rules": [plain(row) for row in LEDGER.values()]})


@router.post("/check", **doc("Is this move legal here, and if not, why", "Verdict", CheckBody))
async def check(request: Request) -> Response:
    """A verdict as a preview, for a player of all explorers: nothing is stored, nothing hidden is told."""
    asked = await read(request, CheckBody)
    book = service_of(request).book
    state = position_of(book, asked.position)
    move = read_move(asked.move)
    async with _turn:
        verdict = await asyncio.to_thread(_guarded, _check, book, state, move)
    return JSON(verdict)


@router.post("/moves", **doc("All moves in this position", "Moves", PositionBody))
async def listing(request: Request) -> Response:
    """What is legal in a position and what is not, as for a table."""
    asked = await read(request, PositionBody)
    book = service_of(request).book
    state = position_of(book, asked.position)
    async with _turn:
        found = await asyncio.to_thread(_guarded, _moves, book, state)
    return JSON(found)


def position_of(book: Book, position: dict[str, Any] | str) -> State:
    """The state in a position; raises Malformed (422) naming the field, or the line of a text."""
    if isinstance(position, str):
        try:
            return read_position(book, position)
        except PositionError as error:
            field = "" if error.field == "position" else f", {error.field}"
            where = f"position line {error.line}{field}" if error.line else "position"
            raise Malformed(
                (where, lowered(error.message.replace("_", " ") if error.violations else error.message))
            ) from error
    given = position.get("state", position)
    try:
        return load_state(to_json(given))
    except ValidationError as error:
        raise from_validation(error, within="position") from error


def _guarded(work: Any, book: Book, state: State, *more: Any) -> dict[str, Any]:
    """Do `work`; a position that the rules cannot make sense of is malformed, not a fault of the server."""
    try:
        # Which hidden cards lie where is not in a position, so that the cards cannot be counted.
        faults = [fault for fault in violations(book, state) if not fault.startswith("card_")]
        if faults:
            raise Malformed(*(("position", fault.replace("_", " ")) for fault in faults))
        found: dict[str, Any] = work(book, state, *more)
    except Malformed:
        raise
    except Exception as error:
        log.debug("a position that cannot be decided", exc_info=True)
        what = f"nothing is called {str(error.args[0])[:60]!r}" if isinstance(error, KeyError) and error.args else ""
        raise Malformed(("position", f"can't come about: {what or type(error).__name__}")) from error
    return found


def _by(state: State) -> By:
    return By("", frozenset(state.explorers), host=True)


def _check(book: Book, state: State, move: Any) -> dict[str, Any]:
    verdict = preview(book, state, move, _by(state))
    if isinstance(verdict, Illegal):
        reasons = reasons_json(Words(book, state), verdict.reasons)
        return {"legal": False, "reasons": reasons, "events": [], "unknown": None}
    return {
        "legal": True,
        "reasons": [],
        "events": events_json(verdict.events),
        "unknown": verdict.unknown,
    }


def _moves(book: Book, state: State) -> dict[str, Any]:
    words, found = Words(book, state), legal_moves(book, state, _by(state))
    return {
        "moves": [{"label": move_label(words, move), "move": move_json(move)} for move in found.moves],
        "refused": [
            {
                "label": move_label(words, move),
                "move": move_json(move),
                "reasons": reasons_json(words, reasons),
            }
            for move, reasons in found.refused
        ],
    }
