from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.config import Settings
from tests.service.house import House


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server's service over a database of its own, with seeded chance and a clock that tests turn."""
    house = House(Settings(data_dir=tmp_path))
    yield house
    house.stop()
