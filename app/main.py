"""The application: what it is made of, and how it comes up and goes down. No logic."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType
from typing import Any

from fastapi import FastAPI

from app import __version__
from app.config import Settings
from app.live import Live
from app.packs import played
from app.rules import Chance
from app.service import Service
from app.store.db import open_database
from app.web import answers, api, api_docs, api_rules, api_schema, api_status, board_pages, pages, stream
from app.web.guards import Compress, Guard
from app.web.identity import Phones
from app.web.metrics import Metrics
from app.web.static import assets

DESCRIPTION = "Tables of Machina Arcana: Vivarium: create, join, move, undo, and the rules service by itself."
SIGNALS = (signal.SIGTERM, signal.SIGINT)


def create_app(settings: Settings, chance: Chance | None = None) -> FastAPI:
    """Build the application for `settings`; its database is opened when it starts.

    Dice and shuffles come from the system unless tests give a `chance`.
    """
    app = FastAPI(
        title="Vivarium Table",
        version=__version__,
        description=DESCRIPTION,
        docs_url=None,  # the framework's own page loads from another host
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.settings = settings
    app.state.chance = chance
    app.state.metrics = Metrics()
    app.openapi = lambda: api_schema.openapi(app)  # type: ignore[method-assign]
    answers.install(app)
    # The busiest route stands first and plain: finding it among all others costs a third of a move's time.
    app.add_route(f"/api{api.MOVES}", api.play, methods=["POST"], include_in_schema=False)
    # Rules before tables, so that /api/rules is never taken for a table.
    for part in (api_status, api_rules, api, stream, api_docs, board_pages, pages):
        app.include_router(part.router)
    app.mount("/static", assets())
    app.add_middleware(Compress)
    app.add_middleware(Guard, answer=answers.answer, metrics=app.state.metrics, public_url=settings.public_url)
    return app


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open database, service and live hub; close them in the other order. A signal ends all streams at once."""
    settings: Settings = app.state.settings
    app.state.phones = Phones(settings.load_secret())
    database = await asyncio.to_thread(open_database, settings)
    app.state.live = live = Live()
    app.state.service = Service(database, live, played(settings.pack), app.state.chance)
    try:
        with first_on_signal(live.close_all):
            yield
    finally:
        live.close_all()
        await asyncio.to_thread(database.close)


@contextmanager
def first_on_signal(wake: Callable[[], None]) -> Iterator[None]:
    """Call `wake` on the loop when the process is told to stop, before whoever handled the signal until now.

    The server waits for open connections before it shuts the application down, and a stream never ends by
    itself: without this, stopping would take as long as the grace period.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # signals belong to the main thread; whoever runs us in another stops us otherwise
        return
    loop = asyncio.get_running_loop()
    before: dict[int, Any] = {}

    def stop(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(wake)
        handler = before[number]
        if callable(handler):
            handler(number, frame)

    for number in map(int, SIGNALS):
        before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            if signal.getsignal(number) is stop:
                signal.signal(number, handler)
