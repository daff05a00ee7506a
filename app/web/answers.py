"""Faults and refusals as answers: exceptions become a Problem, a Problem becomes JSON or a page."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from app.service import ServiceError, Unreadable, WrongSeat
from app.store.errors import DiskFull, StoreError
from app.web.api_json import JSON, problem_json, words_of
from app.web.errors import Malformed, Problem, Refusal, field_path, lowered, status_of, until_then
from app.web.identity import Visit, service_of
from app.web.messages import Words
from app.web.pages import problem_page

if TYPE_CHECKING:
    from starlette.responses import Response

log = logging.getLogger("vivarium.web")

FOR_SCRIPTS: Final = ("/api", "/healthz", "/metrics", "/openapi.json")
BY_STATUS: Final = {404: "not_found", 405: "method_not_allowed", 413: "too_large", 503: "not_ready"}


def problem_of(error: Exception) -> Problem:
    """What an exception means to whoever asked. Anything unknown is a fault of ours (500)."""
    match error:
        case ServiceError():
            status = 403 if isinstance(error, WrongSeat) else status_of(error.reasons)
            return Problem(status, error.reasons, error.revision, error.meanwhile)
        case Refusal() | Malformed():
            return _of(error)
        case RequestValidationError():
            faults = [(".".join(field_path(f["loc"][1:])), lowered(str(f["msg"]))) for f in error.errors()]
            return _of(Malformed(*faults))
        case HTTPException():
            return _of_status(error.status_code)
        case StoreError():
            return _of(Refusal("disk_full" if isinstance(error, DiskFull) else "database_away"))
        case _:
            return _of(Refusal("fault"))


def _of(error: Refusal | Malformed) -> Problem:
    return Problem(status_of(error.reasons), error.reasons)


def _of_status(status: int) -> Problem:
    """A problem that the framework found; what it calls 400 is a body that can't be read."""
    if status in BY_STATUS:
        facts = {"limit": 256} if status == 413 else {}
        return _of(Refusal(BY_STATUS[status], **facts))
    return _of(Malformed(("", "can't be read"))) if status < 500 else _of(Refusal("fault"))


async def answer(request: Request, problem: Problem) -> Response:
    """The Problem as whoever asked can read it: JSON for scripts, a page or a part of one for people."""
    words, visit = await _words(request)
    path = request.url.path
    if path.startswith(FOR_SCRIPTS) or path.endswith("/stream"):
        response: Response = JSON(problem_json(words, problem), problem.status)
    else:
        response = await problem_page(request, problem, words, visit)
    response.headers.update(until_then(problem.reasons))
    return response


async def _words(request: Request) -> tuple[Words, Visit | None]:
    """The names at the table that was asked for, if its door was found and the table can be read (F15)."""
    here: Visit | None = getattr(request.state, "visit", None)
    if here is not None:
        with suppress(Unreadable):
            return words_of(await here.service.table(here.door, here.seat), here.service.book), here
    return Words(service_of(request).book), here


async def on_error(request: Request, error: Exception) -> Response:
    """The handler of every exception that a route raises."""
    problem = problem_of(error)
    if isinstance(error, StoreError):
        log.error("%s", error)  # a sentence for the host
    elif problem.status == 500:
        # The address holds the table's key: only the kind of page is logged.
        log.error("fault at /%s", request.url.path.split("/")[1], exc_info=error)
    return await answer(request, problem)


def install(app: FastAPI) -> None:
    """Let every exception of ours, and the framework's, be answered in the one shape."""
    for kind in (ServiceError, StoreError, Refusal, Malformed):
        app.add_exception_handler(kind, on_error)
    app.add_exception_handler(HTTPException, on_error)
    app.add_exception_handler(RequestValidationError, on_error)
    app.add_exception_handler(Exception, on_error)
