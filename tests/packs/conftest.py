"""A small pack that is right, in a folder of its own, for tests that then break it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packs.example import EXAMPLE, PackFolder


@pytest.fixture
def pack_folder(tmp_path: Path) -> PackFolder:
    folder = tmp_path / "cellar"
    folder.mkdir()

    def write(files: dict[str, str | bytes | None] | None = None) -> Path:
        contents: dict[str, str | bytes | None] = {**EXAMPLE, **(files or {})}
        for name, content in contents.items():
            if isinstance(content, str):
                content = content.encode("utf-8")
            if content is not None:
                (folder / name).write_bytes(content)
        return folder

    return write
