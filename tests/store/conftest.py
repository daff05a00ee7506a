from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.config import Settings
from app.store.db import Database, open_database
from tests.store.backends import BACKENDS, fresh


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(
    params=[
        pytest.param(backend, marks=[pytest.mark.postgres] if backend == "postgresql" else []) for backend in BACKENDS
    ]
)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    """Settings with an empty database, once for each kind."""
    with fresh(request.param, tmp_path) as settings:
        yield settings


@pytest.fixture
def database(settings: Settings) -> Iterator[Database]:
    database = open_database(settings)
    yield database
    database.close()
