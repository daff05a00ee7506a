"""The rules service by itself: the ledger, and verdicts on positions that no table of this server needs to have."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import APIRouter, Request
from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError
from starlette.responses import Response

from app.rules import By, Illegal, legal_moves, preview
from app.rules.ledger import LEDGER
from app.service import events_json, move_json
from app.web.api import Body, read, read_move
from app.web.api_json import JSON, plain, reasons_json
from app.web.api_positions import guarded, position_of
from app.web.api_schema import doc
from app.web.identity import service_of
from app.web.messages import Words
from app.web.messages_moves import move_label

if TYPE_CHECKING:
    from app.rules.cards import Book
    from app.rules.state import State

router = APIRouter(prefix="/api/rules", tags=["rules"])

#: Positions are worked on one at a time and beside the tables, so that a large one cannot hold up an evening.
_turn: Final = asyncio.Semaphore(1)


def _object_or_text(value: object) -> object:
    if not isinstance(value, dict | str):
        raise PydanticCustomError("position_type", "should be an object or a text")
    return value


Position = Annotated[dict[str, Any] | str, BeforeValidator(_object_or_text)]


class PositionBody(Body):
    """A position: `state` as a table's JSON gives it, that whole answer, or the text form (docs/positions.md)."""

    position: Position


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
    move = read_move(asked.move)
    async with _turn:
        state = await asyncio.to_thread(position_of, book, asked.position)
        verdict = await asyncio.to_thread(guarded, _check, book, state, move)
    return JSON(verdict)


@router.post("/moves", **doc("All moves in this position", "Moves", PositionBody))
async def listing(request: Request) -> Response:
    """What is legal in a position and what is not, as for a table."""
    asked = await read(request, PositionBody)
    book = service_of(request).book
    async with _turn:
        state = await asyncio.to_thread(position_of, book, asked.position)
        found = await asyncio.to_thread(guarded, _moves, book, state)
    return JSON(found)


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
