"""Event streams: "the table is at revision N, these regions changed", to every page and script that listens.

The first event always tells the current revision, so that nothing hangs on a browser's Last-Event-ID; regions are
named in it when something may have been missed. No database session is held, and all streams end at once when
the server goes down (technical notes: docs/architecture.md).
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.web.identity import visit

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from app.live import Listener
    from app.service.presence import Presence
    from app.web.metrics import Metrics

router = APIRouter(tags=["tables"])

HEADERS: Final = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",  # nginx would hold events back
}


class EventStream(Response):
    """Sends what a listener hears until its client is gone or the hub closes."""

    media_type = "text/event-stream"

    def __init__(self, listener: Listener, metrics: Metrics, presence: Presence, who: tuple[int, str] | None) -> None:
        """`who` = table and seat whose page listens, None for one without a seat."""
        super().__init__(None, 200, HEADERS)
        del self.headers["content-length"]
        self.listener = listener
        self.metrics = metrics
        self.presence = presence
        self.who = who

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events as they come."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        watch = asyncio.create_task(self._until_gone(receive))
        self.metrics.streams += 1
        if self.who:
            self.presence.came(*self.who)
        try:
            async for event in self.listener:
                await send({"type": "http.response.body", "body": event, "more_body": True})
            if not watch.done():
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self.metrics.streams -= 1
            if self.who:
                self.presence.went(*self.who)
            watch.cancel()
            with suppress(asyncio.CancelledError):
                await watch

    async def _until_gone(self, receive: Receive) -> None:
        """End the listener when its client has closed the connection."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self.listener.close()


def heard(last_event_id: str | None) -> int | None:
    """The revision a client heard last; None without one, 0 (so that all regions are named) for any other text."""
    if last_event_id is None:
        return None
    text = last_event_id.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


async def open_stream(request: Request) -> Response:
    """The stream of the table whose key is in the address; every kind of key may listen."""
    here = await visit(request)
    listener = await here.service.stream(here.door, heard(request.headers.get("last-event-id")))
    who = None if here.seat is None else (here.door.table, here.seat.id)
    return EventStream(listener, request.app.state.metrics, here.service.presence, who)


@router.get(
    "/api/tables/{table}/stream",
    summary="Events: the revision and what changed",
    status_code=200,
    response_class=EventStream,
)
async def stream(request: Request) -> Response:
    """Server-sent events named `changed`: the id is the revision, the data the revision and the changed regions."""
    return await open_stream(request)


@router.get("/t/{table}/stream", include_in_schema=False, response_model=None)
async def page_stream(request: Request) -> Response:
    """The same for the table's pages."""
    return await open_stream(request)
