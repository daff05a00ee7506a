"""The one writer: a thread that owns the write connection and commits what has queued as one group.

Many tables write at the same moment and each entry must be on the disk before anyone hears of it. One commit
for all that wait costs as much as one commit for one of them (design: group commit, synchronous=FULL).
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from .errors import Busy, Damaged, DiskFull, ReadOnly, StoreError

T = TypeVar("T")
#: What is wrong with the database itself, not with what was to be written.
OUT_OF_ORDER = (ReadOnly, Busy, Damaged, DiskFull)
LARGEST_GROUP = 128  # jobs in one commit: bounds how long the first of them waits


class Cursor(Protocol):
    """What a job may do with the database; both drivers' cursors have it."""

    rowcount: int

    def execute(self, sql: str, parameters: Any = ..., /) -> Any:
        """Run one statement."""

    def fetchone(self) -> Any:
        """The next row, or None."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""


class Connection(Protocol):
    """A driver's connection, as far as the writer needs it."""

    def cursor(self) -> Cursor:
        """A new cursor."""

    def commit(self) -> None:
        """Make what was done durable."""

    def rollback(self) -> None:
        """Forget what was done."""

    def close(self) -> None:
        """Give the connection back for good."""


class Job:
    """One piece of writing and who waits for it. `work` may run twice: what it did was rolled back in
    between.
    """

    __slots__ = ("error", "future", "loop", "result", "work")

    def __init__(
        self,
        work: Callable[[Cursor], Any],
        loop: asyncio.AbstractEventLoop,
        future: asyncio.Future[Any],
    ) -> None:
        self.work = work
        self.loop = loop
        self.future = future
        self.result: Any = None
        self.error: BaseException | None = None


class Writer:
    """Owns the write connection. `commits` counts transactions that were committed; `trouble` is why the last one was
    not, and when by the monotonic clock, if it was the database's fault.

    `connect` opens a connection; `begin` is the statement that starts a transaction, '' where the driver does
    it; `told` turns a driver's error into one of ours.
    """

    def __init__(
        self, connect: Callable[[], Connection], begin: str, told: Callable[[BaseException], BaseException]
    ) -> None:
        self.commits = 0
        self.trouble: tuple[StoreError, float] | None = None
        self._connect = connect
        self._begin = begin
        self._told = told
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._connection: Connection | None = None
        self._starting = threading.Lock()
        self._closed = False

    async def write(self, work: Callable[[Cursor], T]) -> T:
        """Run `work` inside a transaction on the writer's thread and return its result once that is
        committed.

        Raises what `work` raised, or a StoreError; then nothing of it was written. If the wait is cancelled
        the work may or may not have been done.
        """
        if self._thread is None:
            self._start()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put(Job(work, loop, future))
        return await future

    def close(self) -> None:
        """Finish what has queued, then end the thread and its connection."""
        self._closed = True
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None

    def _start(self) -> None:
        with self._starting:
            if self._closed:
                raise RuntimeError("the database is closed")
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="vivarium-writer", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        go_on = True
        while go_on:
            group: list[Job] = []
            job = self._jobs.get()
            while True:
                if job is None:
                    go_on = False
                    break
                group.append(job)
                if len(group) == LARGEST_GROUP:
                    break
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            if group:
                self._do(group)
                self._answer(group)
        self._drop_connection()

    def _do(self, group: list[Job]) -> None:
        """Do all jobs in one transaction; if one of them fails, each by itself, so that it fails alone."""
        try:
            self._transaction(group)
        except BaseException as error:
            if len(group) == 1:
                group[0].error = self._failed(error)
                return
            for job in group:
                try:
                    self._transaction([job])
                except BaseException as alone:
                    job.error = self._failed(alone)

    def _failed(self, error: BaseException) -> BaseException:
        failure = self._told(error)
        if isinstance(failure, OUT_OF_ORDER):
            self.trouble = (failure, time.monotonic())
        return failure

    def _transaction(self, jobs: list[Job]) -> None:
        if self._connection is None:
            self._connection = self._connect()
        try:
            cursor = self._connection.cursor()
            if self._begin:
                cursor.execute(self._begin)
            for job in jobs:
                job.result = job.work(cursor)
            self._connection.commit()
            self.commits += 1
            self.trouble = None
        except BaseException:
            try:
                self._connection.rollback()
            except Exception:
                # The connection itself is gone: the next transaction gets a new one.
                self._drop_connection()
            raise

    def _drop_connection(self) -> None:
        if self._connection is not None:
            with suppress(Exception):
                self._connection.close()
            self._connection = None

    @staticmethod
    def _answer(group: list[Job]) -> None:
        """Wake everyone who waits, each event loop once, after the commit and never before."""
        by_loop: dict[asyncio.AbstractEventLoop, list[Job]] = {}
        for job in group:
            by_loop.setdefault(job.loop, []).append(job)
        for loop, jobs in by_loop.items():
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(_settle, jobs)


def _settle(jobs: list[Job]) -> None:
    for job in jobs:
        if job.future.done():  # cancelled in the meantime
            continue
        if job.error is not None:
            job.future.set_exception(job.error)
        else:
            job.future.set_result(job.result)
