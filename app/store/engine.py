"""The engine of one SQLite file, with what every connection to it is told."""

from __future__ import annotations

import logging
from pathlib import Path

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

log = logging.getLogger("vivarium.store")

BUSY_TIMEOUT = 5000  # milliseconds to wait for another program that holds the file
READERS = 4  # threads for what is not in memory


def sqlite_engine(path: Path) -> Engine:
    """An engine for one SQLite file. Connections may wander between threads; SQLAlchemy lends each to one
    at a time.
    """
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"check_same_thread": False, "timeout": BUSY_TIMEOUT / 1000, "isolation_level": None},
        pool_size=READERS + 1,
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
        mode = cursor.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode is None or mode[0] != "wal":
            log.warning("%s is kept without a write-ahead log: this folder does not allow one.", path)
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    return engine
