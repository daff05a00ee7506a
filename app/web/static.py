"""Everything under /static: read once, bundled, compressed once when it is first asked for, and kept in memory.

The style sheets and the scripts become one file each, without a build step: a phone on a slow network pays for
every request. Addresses carry a hash of the content, so a browser may keep them for a year.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send
from zopfli.gzip import compress

from app.web.tighten import tight_css, tight_js, tight_svg

ROOT = Path(__file__).resolve().parents[2] / "static"

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".md": "text/markdown; charset=utf-8",
}
PACKED = {TYPES[suffix] for suffix in (".woff2", ".png", ".ico")}  # compressed by their format

#: Bundle -> its parts in order. What every page needs stands in app.*, the rest where it is needed.
BUNDLES = {
    "app.css": ("css/tokens.css", "css/components.css"),
    "pages.css": ("css/more.css", "css/pages.css", "css/steps.css"),
    "board.css": ("css/board.css",),
    "exploring.css": ("css/board.css", "css/placing.css"),
    "asking.css": ("css/more.css", "css/pages.css", "css/steps.css", "css/board.css"),
    "watch.css": ("css/more.css", "css/board.css", "css/watch.css"),
    "app.js": ("vendor/htmx/htmx.min.js", "js/live.js", "js/moves.js", "js/phone.js"),
    "pages.js": ("js/menu.js",),
    "board.js": ("js/board.js",),
    "desk.js": ("js/desk.js",),
    "exploring.js": ("js/exploring.js",),
}

#: The bundle of pages that follow the device, light or dark, until somebody chooses; others begin dark.
FOLLOWS_DEVICE = "watch.css"

KEEP = b"public, max-age=31536000, immutable"
ASK = b"no-cache"


@dataclass(frozen=True)
class Asset:
    """One file as it is sent: its bytes, its type and its hash."""

    body: bytes
    type: str
    tag: str

    @cached_property
    def packed(self) -> bytes | None:
        """The bytes gzipped as tightly as can be, which takes a tenth of a second; None where that gains nothing."""
        if self.type in PACKED:
            return None
        packed = compress(self.body)
        return packed if len(packed) < len(self.body) else None


class Assets:
    """The files of one folder as an ASGI application, to be mounted at /static."""

    def __init__(self, root: Path = ROOT) -> None:
        """Read the folder; raises FileNotFoundError when a part of a bundle is missing."""
        self.files: dict[str, Asset] = {}
        self.drawn: dict[str, str] = {}
        for path in sorted(root.rglob("*")):
            if path.is_file() and path.suffix in TYPES and path.suffix not in {".css", ".js", ".md"}:
                body = path.read_bytes()
                if path.suffix == ".svg":
                    body = tight_svg(body.decode()).encode()
                    self.drawn |= dict.fromkeys(re.findall(r'<symbol id="i-(\w+)"', body.decode()), path.name)
                self.files[path.relative_to(root).as_posix()] = _asset(body, path.suffix)
        for name, parts in BUNDLES.items():
            text = "\n".join(tight(root / part) for part in parts)
            if name == FOLLOWS_DEVICE:
                text += as_the_device("\n".join(tight(root / part) for part in (*BUNDLES["app.css"], *parts)))
            whole = self.rewrite(text) if name.endswith(".css") else text
            self.files[name] = _asset(whole.encode(), Path(name).suffix)

    def url(self, name: str) -> str:
        """The address of a file by its name under static/ ('app.css', 'icons.svg'); raises KeyError on others."""
        return f"/static/{name}?v={self.files[name].tag}"

    def icon(self, name: str) -> str:
        """The address of an icon. What the join page and the board show at once lies in icons.svg, the rest in a file
        of its own, which is fetched when the first of it is shown.
        """
        return f"{self.url(self.drawn.get(name, 'icons.svg'))}#i-{name}"

    def rewrite(self, css: str) -> str:
        """Point `url(../x)` of a style sheet at the hashed address of x."""
        return re.sub(r"url\(\.\./([^)]+)\)", lambda match: f"url({self.url(match[1])})", css)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer GET and HEAD; 404 for what is not there, 405 for other methods."""
        if scope["type"] != "http":
            return None
        name = scope["path"].removeprefix(scope.get("root_path", "")).removeprefix("/static").lstrip("/")
        asset = self.files.get(name)
        if scope["method"] not in {"GET", "HEAD"}:
            return await _send(send, 405, [(b"allow", b"GET, HEAD")], b"")
        if asset is None:
            return await _send(send, 404, [(b"content-type", b"text/plain; charset=utf-8")], b"No such file.\n")
        asked = {key: value for key, value in scope["headers"] if key in {b"accept-encoding", b"if-none-match"}}
        etag = f'"{asset.tag}"'.encode()
        fresh = parse_qs(scope["query_string"].decode("latin-1")).get("v") == [asset.tag]
        headers = [
            (b"content-type", asset.type.encode()),
            (b"cache-control", KEEP if fresh else ASK),
            (b"etag", etag),
            (b"vary", b"accept-encoding"),
            (b"x-content-type-options", b"nosniff"),
        ]
        if asked.get(b"if-none-match") == etag:
            return await _send(send, 304, headers, b"")
        body = asset.body
        if b"gzip" in asked.get(b"accept-encoding", b"") and (packed := await run_in_threadpool(_packed, asset)):
            body = packed
            headers.append((b"content-encoding", b"gzip"))
        headers.append((b"content-length", str(len(body)).encode()))
        return await _send(send, 200, headers, b"" if scope["method"] == "HEAD" else body)


def tight(path: Path) -> str:
    """The text of a script or style sheet without what only people read; a vendor's is sent as it is."""
    text = path.read_text(encoding="utf-8")
    if ".min." in path.name:
        return text.strip()
    return tight_js(text) if path.suffix == ".js" else tight_css(text)


def as_the_device(css: str) -> str:
    """What a style sheet says of the light theme, said once more for a page whose theme is the device's own."""
    light = re.findall(r"(?::root)?\[data-theme=light\][^{}]*\{[^{}]*\}", css)
    told = "".join(light).replace("[data-theme=light]", "[data-theme=device]")
    return f"@media (prefers-color-scheme:light){{{told}}}" if told else ""


@lru_cache(maxsize=1)
def assets() -> Assets:
    """The assets of this checkout, read at the first call."""
    return Assets()


def _asset(body: bytes, suffix: str) -> Asset:
    return Asset(body, TYPES[suffix], hashlib.sha256(body).hexdigest()[:10])


def _packed(asset: Asset) -> bytes | None:
    return asset.packed


async def _send(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
