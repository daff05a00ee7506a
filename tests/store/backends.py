"""The databases that the store's contract is tested on: SQLite always, PostgreSQL where one is given.

`make test` gives one in VIVARIUM_TEST_POSTGRES_URL. In CI its absence is a failure, not a smaller run.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from app.config import Settings

POSTGRES = os.environ.get("VIVARIUM_TEST_POSTGRES_URL", "")
BACKENDS = ("sqlite", "postgresql") if POSTGRES or os.environ.get("CI") else ("sqlite",)


@contextmanager
def fresh(backend: str, folder: Path) -> Iterator[Settings]:
    """Settings of a server whose database is empty and gone afterwards."""
    if backend == "sqlite":
        yield Settings(data_dir=folder)
        return
    if not POSTGRES:
        raise RuntimeError("CI must run the store on PostgreSQL too: set VIVARIUM_TEST_POSTGRES_URL")
    name = f"vivarium_{secrets.token_hex(6)}"
    with psycopg.connect(POSTGRES, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        try:
            yield Settings(data_dir=folder, database_url=POSTGRES.rpartition("/")[0] + f"/{name}")
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
