"""Fan-out of "this table is at revision N, these regions changed" to every page that listens, within this process.

A message says no more than that: pages pull what their own seat may see. Its bytes are made once per revision,
however many listen. A listener that is slow, or asleep, holds one pending message and no more: the newest
revision with all regions that changed meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from weakref import WeakSet

PING_EVERY = 5.0  # seconds of silence after which a line is sent, so that proxies and phones keep the stream
RETRY = 500  # milliseconds after which a browser connects again
PING = b": ping\n\n"
LOG = frozenset({"log"})
REGIONS = frozenset({"board", "cards", "chapter", "party", "now", "log"})


def message(revision: int, regions: Iterable[str]) -> bytes:
    """One event of the stream: `id` is the revision, `data` the revision and the regions that changed."""
    words = " ".join((str(revision), *sorted(regions)))
    return f"id: {revision}\nevent: changed\ndata: {words}\n\n".encode()


class Listener(AsyncIterator[bytes]):
    """One page's stream. The first item tells the current revision, always; then one item per change, or a ping.

    Ends when the hub closes. Whoever stops listening need not say so.
    """

    def __init__(self, revision: int, regions: frozenset[str], ping_every: float) -> None:
        self._retry = b"retry: %d\n" % RETRY  # goes with the first message, whatever that has become by then
        self._pending = message(revision, regions)
        self._revision = revision
        self._regions = regions
        self._ping_every = ping_every
        self._wake = asyncio.Event()
        self._closed = False

    def tell(self, revision: int, regions: frozenset[str], ready: bytes) -> None:
        """Take a change. `ready` is its message; with an older one still waiting, both become one."""
        if not self._pending:
            self._pending, self._regions = ready, regions
        else:
            self._regions |= regions
            self._pending = message(revision, self._regions)
        self._revision = revision
        self._wake.set()

    def remind(self, regions: frozenset[str]) -> None:
        """Tell of regions that look different though the table is at the same revision."""
        self.tell(self._revision, regions, message(self._revision, regions))

    def close(self) -> None:
        """End the stream after what is pending."""
        self._closed = True
        self._wake.set()

    def __aiter__(self) -> Listener:
        return self

    async def __anext__(self) -> bytes:
        """The next message. Raises StopAsyncIteration when the hub has closed."""
        if not self._pending and not self._closed:
            try:
                async with asyncio.timeout(self._ping_every):
                    await self._wake.wait()
            except TimeoutError:
                return PING
        self._wake.clear()
        if self._pending:
            ready = self._retry + self._pending if self._retry else self._pending
            self._retry, self._pending, self._regions = b"", b"", frozenset()
            return ready
        raise StopAsyncIteration


class Live:
    """The hub. All of it runs on one event loop; nothing here waits."""

    def __init__(self, ping_every: float = PING_EVERY) -> None:
        self._listeners: dict[int, WeakSet[Listener]] = {}
        self._ping_every = ping_every
        self._closed = False

    def subscribe(self, table: int, revision: int, regions: Iterable[str] = ()) -> Listener:
        """Listen to a table that is at `revision` now; `regions` = what changed since the page last heard.

        The first message has them, or no regions when nothing is known to be missed. Call it in the same breath
        as reading the revision, without awaiting in between, and nothing can be missed.
        """
        listener = Listener(revision, frozenset(regions), self._ping_every)
        if self._closed:
            listener.close()
        else:
            self._listeners.setdefault(table, WeakSet()).add(listener)
        return listener

    def publish(self, table: int, revision: int, regions: Iterable[str]) -> None:
        """Tell everyone who listens to the table, after the commit. The log changes with every revision."""
        listeners = self._listeners.get(table)
        if not listeners:
            self._listeners.pop(table, None)
            return
        changed = frozenset(regions) | LOG
        ready = message(revision, changed)
        for listener in tuple(listeners):
            listener.tell(revision, changed, ready)

    def remind(self, table: int, regions: Iterable[str]) -> None:
        """Tell everyone that pages of the table look different, such as by who is there, without a new revision."""
        changed = frozenset(regions)
        for listener in tuple(self._listeners.get(table, ())):
            listener.remind(changed)

    def count(self, table: int | None = None) -> int:
        """How many listen to a table, or to all of them."""
        if table is not None:
            return len(self._listeners.get(table, ()))
        return sum(len(listeners) for listeners in self._listeners.values())

    def close_all(self) -> None:
        """End every stream at once, and those that are still to come: the server is going down."""
        self._closed = True
        for listeners in tuple(self._listeners.values()):
            for listener in tuple(listeners):
                listener.close()
        self._listeners.clear()
