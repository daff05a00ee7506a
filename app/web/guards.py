"""What every request passes: no body that is too large, no post from another site, safe headers on all, and HEAD
answered as GET without its body.

Plain ASGI, because a middleware that wraps each answer in a task would hold up streams and moves.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.errors import Problem, Refusal, status_of
from app.web.metrics import Metrics

KB: Final = 1024
LARGEST_BODY: Final = 256 * KB
LARGEST_IMPORT: Final = 32 * KB * KB
IMPORTS: Final = ("/api/tables/import", "/import")
"""Paths that take a whole table."""

CONTENT_SECURITY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
#: Addresses of tables are secrets, so no other site is told them. Not 'no-referrer': with it browsers send
#: `Origin: null` with plain forms, and a post from another site could not be told from one of ours.
SAFE_HEADERS: Final = (
    (b"content-security-policy", CONTENT_SECURITY.encode()),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
SAFE_NAMES: Final = frozenset(name for name, _ in SAFE_HEADERS)
NO_STORE: Final = (b"cache-control", b"no-store")
READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})

Answer = Callable[[Request, Problem], Awaitable[Response]]


class Guard:
    """Refuses what must not reach a route, and puts the safe headers on every answer.

    `answer` words a Problem for whoever asked; `public_url` is how phones reach the server, '' if unknown.
    """

    def __init__(self, app: ASGIApp, answer: Answer, metrics: Metrics, public_url: str = "") -> None:
        self.app = app
        self.answer = answer
        self.metrics = metrics
        self.hosts = frozenset({urlsplit(public_url).netloc} if public_url else ())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        post = scope["method"] not in READING
        is_move = post and scope["path"].endswith(("/moves", "/play"))
        # Who makes a preview of a link asks for the head of it. A stream has no end that could be waited for.
        only_head = scope["method"] == "HEAD" and not scope["path"].endswith("/stream")
        if only_head:
            scope = {**scope, "method": "GET"}

        async def send_safely(message: Message) -> None:
            if only_head and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            if message["type"] == "http.response.start":
                headers = [h for h in message.get("headers", ()) if h[0].lower() not in SAFE_NAMES]
                message["headers"] = headers
                headers.extend(SAFE_HEADERS)
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append(NO_STORE)
                self.metrics.answered(message["status"])
                if is_move:
                    self.metrics.moved(message["status"], time.perf_counter() - started)
            await send(message)

        if not post:
            await self.app(scope, receive, send_safely)
            return
        headers = Headers(scope=scope)
        limit = LARGEST_IMPORT if scope["path"] in IMPORTS else LARGEST_BODY
        length = headers.get("content-length", "")
        if is_from_elsewhere(headers, self.hosts):
            refusal = Refusal("cross_site")
        elif length.isdecimal() and int(length) > limit:
            await _drain(receive)
            refusal = Refusal("too_large", limit=limit // KB)
        else:
            counted = receive if length.isdecimal() else limited(scope, receive, limit)
            await self.app(scope, counted, send_safely)
            return
        problem = Problem(status_of(refusal.reasons), refusal.reasons)
        response = await self.answer(Request(scope), problem)
        await response(scope, receive, send_safely)


def is_from_elsewhere(headers: Headers, hosts: frozenset[str]) -> bool:
    """Whether a browser sent this post from a page of another site.

    Scripts send neither header and a bearer token cannot be sent along by a browser: both pass. On plain HTTP
    browsers leave out Sec-Fetch-Site, so that there the Origin decides.
    """
    if headers.get("authorization", "").lower().startswith("bearer "):
        return False
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    if origin is None:
        return False
    return urlsplit(origin).netloc not in {headers.get("host", ""), *hosts} if origin != "null" else True


def limited(scope: Scope, receive: Receive, limit: int) -> Receive:
    """Count a body that did not say how long it is; Refusal (413) once it is longer than `limit` bytes."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > limit:
            scope["vivarium.too_large"] = True
            raise Refusal("too_large", limit=limit // KB)
        return message

    return counted


async def _drain(receive: Receive) -> None:
    """Read what a client is still sending, within reason: one that is cut off never sees the answer."""
    for _ in range(LARGEST_IMPORT // (64 * KB)):
        message = await receive()
        if message["type"] == "http.disconnect" or not message.get("more_body", False):
            return


class Compress:
    """Compresses pages and JSON; not streams, nor the short answers to moves."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.gzip = GZipMiddleware(app, minimum_size=600, compresslevel=6)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, compressed or not."""
        path: str = scope.get("path", "")
        plain = scope["type"] != "http" or (path.endswith(("/stream", "/moves")) and scope["method"] == "POST")
        await (self.app if plain or path.endswith("/stream") else self.gzip)(scope, receive, send)
