"""Every rule of the ledger: its id, a title, where it stands, what it says, the settings it names.

A refusal names a row; the rules page and `GET /api/rules` show it. The rows stand in `ledger_vivarium`
(Vivarium and the 4.0 update) and `ledger_base` (round, base game, table, interplay).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from .ledger_base import BASE
from .ledger_vivarium import VIVARIUM
from .settings import setting_names


@dataclass(frozen=True, slots=True)
class Row:
    """One rule. `where` names book and section ('Vivarium rulebook, Terrains'), or 'Base game', or 'Reading'.

    `settings` are the house rules that change it, by name; `text` is one to three sentences of our own.
    """

    id: str
    title: str
    where: str
    text: str
    settings: tuple[str, ...] = ()


def parse_rows(table: str) -> Iterator[Row]:
    """The rows of a table: paragraphs of `id | title | where | settings` over the text.

    Raises ValueError for a paragraph of another shape.
    """
    for paragraph in filter(None, map(str.strip, table.split("\n\n"))):
        heading, *lines = paragraph.split("\n")
        parts = [part.strip() for part in heading.split("|")]
        if len(parts) not in (3, 4) or not lines:
            raise ValueError(f"not a row of the ledger: {heading!r}")
        settings = tuple(_named(parts[3].split())) if len(parts) == 4 else ()
        yield Row(parts[0], parts[1], parts[2], " ".join(map(str.strip, lines)), settings)


def _named(names: Iterable[str]) -> Iterator[str]:
    """The settings of a heading; `cost_*` stands for all that begin so."""
    for name in names:
        if name.endswith("*"):
            yield from (known for known in setting_names() if known.startswith(name[:-1]))
        else:
            yield name


#: Every row by its id, in the ledger's order.
LEDGER: Final[Mapping[str, Row]] = MappingProxyType({row.id: row for row in parse_rows(VIVARIUM + "\n\n" + BASE)})
