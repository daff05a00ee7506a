"""Open the database: SQLite by default, PostgreSQL with the same schema. Readers have connections of their
own.

SQLite runs in WAL mode with synchronous=FULL: an entry that was answered survives a power cut. Python's
driver is told to leave transactions alone (isolation_level None); each begins with BEGIN IMMEDIATE when it
will write.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar, cast

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.engine import URL, make_url

from app.config import Settings

from .engine import READERS, sqlite_engine
from .errors import NotOurs, StoreError, told
from .migrate import bring_up_to_date, look_into_file
from .writer import Connection as WriteConnection
from .writer import Cursor, Writer

T = TypeVar("T")


class Database:
    """An open database. `place` says in words where it is, without a password; `dialect` is SQLAlchemy's
    name.
    """

    def __init__(self, engine: Engine, place: str) -> None:
        self.engine = engine
        self.place = place
        self.dialect = engine.dialect.name
        self.writer = Writer(
            self._open_write_connection,
            "BEGIN IMMEDIATE" if self.dialect == "sqlite" else "",
            self._told,
        )
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="vivarium-reader")

    def read(self, work: Callable[[Connection], T]) -> T:
        """Run `work` on a reader's connection in this thread. Raises StoreError for the database's own
        errors.
        """
        try:
            with self.engine.connect() as connection:
                if self.dialect == "sqlite":
                    connection.exec_driver_sql("BEGIN")  # all that `work` reads is of one moment
                return work(connection)
        except Exception as error:
            raise self._told(error) from error

    async def reading(self, work: Callable[[Connection], T]) -> T:
        """`read` on a thread of its own, so that the event loop goes on."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read, work)

    async def write(self, work: Callable[[Cursor], T]) -> T:
        """Run `work` in the writer's next transaction; returns its result after the commit (see
        Writer.write).
        """
        return await self.writer.write(work)

    def trouble(self, within: float = 60) -> StoreError | None:
        """Why nothing could be written in the last `within` seconds; None when something was, or nobody tried."""
        found = self.writer.trouble
        return found[0] if found is not None and time.monotonic() - found[1] < within else None

    def close(self) -> None:
        """Finish what is being written, then let go of the database."""
        self.writer.close()
        self._readers.shutdown(wait=True)
        self.engine.dispose()

    def _open_write_connection(self) -> WriteConnection:
        pooled = self.engine.raw_connection()
        raw = pooled.dbapi_connection
        pooled.detach()  # the writer's for good, not the pool's
        return cast("WriteConnection", raw)

    def _told(self, error: BaseException) -> BaseException:
        """Database errors in our words; everything else as it is."""
        if isinstance(error, StoreError) or not _is_driver_error(error):
            return error
        return told(error, self.place)


def open_database(settings: Settings) -> Database:
    """Open the database of `settings` and bring it up to date, keeping a copy of an older SQLite file first.

    Raises StoreError with one sentence when it is not ours, newer than this release, read-only, held or
    broken.
    """
    url = make_url(settings.database_url)
    place = place_of(url)
    try:
        if url.get_backend_name() == "sqlite":
            if not url.database:
                raise NotOurs("The database must be a file, so that tables are kept.")
            path = Path(url.database).absolute()
            path.parent.mkdir(parents=True, exist_ok=True)
            look_into_file(path)
            engine = sqlite_engine(path)
        else:
            path = None
            engine = create_engine(url, pool_pre_ping=True, pool_size=READERS, isolation_level="READ COMMITTED")
        try:
            bring_up_to_date(engine, place, path)
        except BaseException:
            engine.dispose()
            raise
    except (StoreError, OSError) as error:
        raise told(error, place) from error
    except Exception as error:
        if _is_driver_error(error):
            raise told(error, place) from error
        raise
    return Database(engine, place)


def place_of(url: URL) -> str:
    """Where a database is, in words fit for a log: a file's path, or an address without user and password."""
    if url.get_backend_name() == "sqlite":
        return str(Path(url.database or "").absolute())
    return f"{url.database or ''} on {url.host or 'this machine'}" + (f":{url.port}" if url.port else "")


def _is_driver_error(error: BaseException) -> bool:
    from sqlalchemy.exc import SQLAlchemyError

    if isinstance(error, (sqlite3.Error, SQLAlchemyError)):
        return True
    return type(error).__module__.partition(".")[0] == "psycopg"
