"""Templates to responses: the Jinja2 environment, and `render`, which gives a template exactly one dataclass.

Pages keep themselves up to date by marks on their elements (static/js/live.js reads them):

- `data-part="ADDRESS"`, `data-regions="cards now"`, `data-revision="12"` on an element with an id: it is fetched
  anew from ADDRESS and morphed in place when one of its regions changed, or when it is behind the table.
- The region `seats` changes with who is there, at the same revision. With `data-still` on #live nothing is fetched: the
  page only knows whether it is connected.
- `data-with="now"`: fetching it also brings the now bar, the tabs and the question (partials/_chrome.html).
- A form with `hx-post` and `hx-target="#answer"` makes a move: an accepted one answers with the header HX-Trigger
  that names the changed regions, a refused one with the sheet that says why.

Macros get what they show as arguments and know no page: imported without context, a file of them is filled once, not
for every page and each of its parts.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Protocol
from urllib.parse import urlsplit

from fastapi import Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse

from app.web.contexts import Frame, Theme
from app.web.messages_names import READINGS
from app.web.static import assets

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
THEME = "vt_theme"


class Context(Protocol):
    """A frozen dataclass of `app.web.contexts`: the template it fills, and the part of it that is fetched anew."""

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
    env.globals["readings"] = READINGS
    env.globals["icon_at"] = assets().icon
    env.filters["move_key"] = move_key
    env.filters["clock"] = clock
    env.filters["day"] = day
    env.filters["spelled"] = spelled
    return env


def render(
    request: Request,
    context: Context,
    *,
    status: int = 200,
    template: str = "",
    headers: Mapping[str, str] | None = None,
) -> HTMLResponse:
    """Fill the context's page, or its partial for a request by htmx, or `template`; the whole response."""
    if not template:
        template = context.partial if is_fragment(request) and context.partial else context.template
    return HTMLResponse(fill(context, template), status, headers)


def fill(context: Context, template: str) -> str:
    """The text of `template`, given the fields of `context` and nothing else."""
    given = {field.name: getattr(context, field.name) for field in fields(context)}
    return environment().get_template(template).render(given)


def is_fragment(request: Request) -> bool:
    """Whether htmx asks for a part of a page, not a browser for all of it."""
    return request.headers.get("hx-request") == "true"


def telling(revision: int, regions: Iterable[str]) -> dict[str, str]:
    """The header by which the parts of a page about these regions renew themselves (static/js/live.js)."""
    return {"HX-Trigger": json.dumps({"changed": {"data": " ".join((str(revision), *sorted(regions)))}})}


def frame(request: Request, otherwise: Theme = "dark") -> Frame:
    """The frame of a page: the theme that was chosen on this phone, by cookie, or `otherwise`; its own address."""
    chosen: dict[str | None, Theme] = {"dark": "dark", "light": "light"}
    theme = chosen.get(request.cookies.get(THEME), otherwise)
    return Frame(theme, here(request), is_fragment(request))


def here(request: Request) -> str:
    """Path and query of a page, as a form's way back."""
    query = request.url.query
    return request.url.path + (f"?{query}" if query else "")


def page_address(request: Request) -> str:
    """Path and query of the page that is being looked at, also when htmx fetches a part of it."""
    address = request.headers.get("hx-current-url", "") if is_fragment(request) else ""
    if not address:
        return here(request)
    parts = urlsplit(address)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def move_key(move: str, nonce: str) -> str:
    """A form's idempotency key: of this rendering (`nonce`) and its move, so that a double tap is one move."""
    return f"{nonce}-{zlib.crc32(move.encode()):x}"


def clock(at: datetime) -> Markup:
    """A time of day as an element: the server's clock in words, which the phone turns into its own."""
    local = at.astimezone()
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(timespec="seconds"), f"{local:%H:%M}")


def day(at: datetime) -> Markup:
    """'21:44' of today, 'yesterday' or a date."""
    local, now = at.astimezone(), datetime.now(UTC).astimezone()
    if local.date() == now.date():
        return clock(at)
    if local.date() == (now - timedelta(days=1)).date():
        return Markup("yesterday")
    return Markup(f"{local.day} {local:%B}")


def spelled(code: str) -> str:
    """A short code letter by letter, for those who listen: 'K 7 W, 4 Q T'."""
    return ", ".join(" ".join(half) for half in code.split())
