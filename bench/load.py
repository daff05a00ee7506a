"""A load generator that costs little itself: raw HTTP/1.1 over kept connections, one request at a time on each."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from uvicorn.loops.auto import auto_loop_factory

from bench.serve import CLIENT_CORE

Request = Callable[[], bytes]


@dataclass
class Taken:
    """What came of a run: seconds per request, in order of arrival, and what was not 2xx."""

    seconds: list[float] = field(default_factory=list)
    failed: int = 0
    wall: float = 0.0
    server_cpu: float = 0.0

    @property
    def per_second(self) -> float:
        """Requests a second."""
        return len(self.seconds) / self.wall if self.wall else 0.0

    def at(self, share: float) -> float:
        """The latency below which `share` of the requests stayed, in milliseconds."""
        ranked = sorted(self.seconds)
        return ranked[min(len(ranked) - 1, int(share * len(ranked)))] * 1000 if ranked else 0.0


class Connection(asyncio.Protocol):
    """One connection that sends the next request as soon as the last one is answered."""

    def __init__(self, request: Request, taken: Taken, until: float) -> None:
        self.request = request
        self.taken = taken
        self.until = until
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.buffer = b""
        self.started = 0.0
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        assert isinstance(transport, asyncio.Transport) or hasattr(transport, "write")
        self.transport = transport  # type: ignore[assignment]
        self._send()

    def _send(self) -> None:
        self.started = time.perf_counter()
        self.transport.write(self.request())

    def data_received(self, data: bytes) -> None:
        """Take an answer once head and body are whole; answers here always say how long they are."""
        self.buffer += data
        head, separator, body = self.buffer.partition(b"\r\n\r\n")
        if not separator:
            return
        lowered = head.lower()
        at = lowered.index(b"content-length:") + 15
        length = int(lowered[at:].split(b"\r\n", 1)[0])
        if len(body) < length:
            return
        now = time.perf_counter()
        self.taken.seconds.append(now - self.started)
        if head[9:10] != b"2":
            self.taken.failed += 1
        self.buffer = body[length:]
        if now < self.until:
            self._send()
        else:
            self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """The end of the run, or a fault."""
        if not self.done.done():
            self.done.set_result(None)


def raw(method: str, path: str, body: Any = None, token: str = "") -> bytes:
    """A whole request."""
    content = b"" if body is None else json.dumps(body, separators=(",", ":")).encode()
    lines = [f"{method} {path} HTTP/1.1", "host: bench", f"content-length: {len(content)}"]
    if content:
        lines.append("content-type: application/json")
    if token:
        lines.append(f"authorization: Bearer {token}")
    return "\r\n".join([*lines, "", ""]).encode() + content


def run(port: int, requests: list[Request], seconds: float, cpu: Callable[[], float]) -> Taken:
    """Keep one connection busy for each of `requests`, for so many seconds, from a core of our own."""
    os.sched_setaffinity(0, {CLIENT_CORE})

    async def load() -> Taken:
        taken = Taken()
        loop = asyncio.get_running_loop()
        before, started = cpu(), time.perf_counter()
        until = started + seconds
        connections = []
        for request in requests:
            _, connection = await loop.create_connection(
                lambda request=request: Connection(request, taken, until), "127.0.0.1", port
            )
            connections.append(connection)
        await asyncio.gather(*(c.done for c in connections))
        taken.wall = time.perf_counter() - started
        taken.server_cpu = (cpu() - before) / taken.wall
        return taken

    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        return runner.run(load())
