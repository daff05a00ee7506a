"""The example of docs/packs.md, taken out of the document itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Protocol

DOCS = Path(__file__).parents[2] / "docs" / "packs.md"
_FILE = re.compile(r"^`([a-z_]+\.yaml)`\n\n```yaml\n(.*?)^```$", re.M | re.S)

#: File name -> what stands in it.
EXAMPLE: dict[str, str] = dict(_FILE.findall(DOCS.read_text("utf-8")))


class PackFolder(Protocol):
    """Writes the example, with the files given (name -> content, None for none) in place of its own."""

    def __call__(self, files: dict[str, str | bytes | None] | None = None) -> Path: ...
