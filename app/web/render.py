"""Templates to responses: the Jinja2 environment, and `render`, which gives a template exactly one dataclass.

Pages keep themselves up to date by marks on their elements (static/js/live.js reads them):

- `data-part="ADDRESS"`, `data-regions="cards now"`, `data-revision="12"` on an element with an id: it is fetched anew
  from ADDRESS and morphed in place when one of its regions changed, or when its revision is not the table's.
- `data-with="now"`: fetching it also brings the now bar, the tabs and the question (partials/_chrome.html).
- A form with `hx-post` and `hx-target="#answer"` makes a move: an accepted one answers with the header HX-Trigger
  that names the changed regions, a refused one with the sheet that says why.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Protocol

from fastapi import Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import Response

from app.web.contexts import Frame
from app.web.static import assets

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
THEME = "vt_theme"

#: Nothing inline and nothing from elsewhere.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # a table's address is its key
    "Cache-Control": "no-store",
    "Vary": "Accept-Encoding, Cookie, HX-Request",
}

SMALLEST_PACKED = 600  # bytes; below that gzip gains nothing worth its time


class Context(Protocol):
    """A frozen dataclass of `app.web.contexts`: the template it fills, and the partial of it that is fetched anew."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    template: ClassVar[str]
    partial: ClassVar[str]


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates of this checkout: escaped, strict about unknown names, with `static()` and a few filters."""
    env = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    env.globals["static"] = assets().url
    env.filters["move_key"] = move_key
    env.filters["clock"] = clock
    return env


def render(
    request: Request,
    context: Context,
    *,
    status: int = 200,
    template: str = "",
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Fill the context's page, or its partial for a request by htmx, or `template`; returns the whole response."""
    if not template:
        template = context.partial if is_fragment(request) and context.partial else context.template
    given = {field.name: getattr(context, field.name) for field in fields(context)}
    body = environment().get_template(template).render(given).encode()
    out = {**HEADERS, **(headers or {})}
    if len(body) >= SMALLEST_PACKED and "gzip" in request.headers.get("accept-encoding", ""):
        body = gzip.compress(body, 6, mtime=0)
        out["Content-Encoding"] = "gzip"
    return Response(body, status, out, media_type="text/html; charset=utf-8")


def is_fragment(request: Request) -> bool:
    """Whether htmx asks for a part of a page, not a browser for all of it."""
    return request.headers.get("hx-request") == "true"


def frame(request: Request) -> Frame:
    """The frame of a page: its theme by cookie (dark unless it says light) and its own address."""
    return Frame("light" if request.cookies.get(THEME) == "light" else "dark", here(request))


def here(request: Request) -> str:
    """Path and query of a page, as a form's way back."""
    query = request.url.query
    return request.url.path + (f"?{query}" if query else "")


def move_key(move: str, nonce: str) -> str:
    """The idempotency key of a form: of this rendering (`nonce`) and this move, so that a double tap is one move."""
    return f"{nonce}-{zlib.crc32(move.encode()):x}"


def clock(at: datetime) -> Markup:
    """A time of day as an element: the server's clock in words, which the phone turns into its own."""
    local = at.astimezone()
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(timespec="seconds"), f"{local:%H:%M}")
