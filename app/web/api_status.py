"""Whether the server is well, what it has done, who it is."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from app import __version__
from app.service import Service
from app.store.errors import StoreError
from app.web.api_json import JSON
from app.web.api_schema import doc
from app.web.identity import service_of

router = APIRouter(tags=["server"])

NAME = "Vivarium Table"


@router.get("/api", **doc("Who answers here", "About"))
async def about() -> dict[str, str]:
    """Name and version; the least that a request can cost here, which `make bench` compares with."""
    return {"name": NAME, "version": __version__}


@router.get("/healthz", **doc("Whether the server and its database are well", "Health"))
async def health(request: Request) -> Response:
    """200 when the database answers and takes what is written, else 503 with the reason in a word."""
    service = service_of(request)
    try:
        await _tables(service)
    except StoreError as error:
        return JSON({"ok": False, "database": type(error).__name__}, 503)
    trouble = service.database.trouble()
    if trouble is not None:
        return JSON({"ok": False, "database": type(trouble).__name__}, 503)
    return JSON({"ok": True, "database": "ok"})


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Counts for Prometheus."""
    text: str = request.app.state.metrics.text(await _tables(service_of(request)))
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4; charset=utf-8")


async def _tables(service: Service) -> int:
    """How many tables the database holds. Raises StoreError when it does not answer."""
    count = await service.database.reading(lambda c: c.exec_driver_sql("SELECT count(*) FROM game").scalar_one())
    return int(count)
