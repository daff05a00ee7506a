"""The edges of each row of the ledger (tests/cases/edges.yml) and the cases that show them.

What no case can say names the test that proves it instead, and why.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from app.rules.ledger import LEDGER
from tests.support.casebook import CASES, Badly, Case, cases
from tests.support.packcases import PackCase, pack_cases

ROOT = Path(__file__).parents[2]
FILE = CASES / "edges.yml"


@dataclass(frozen=True)
class Edge:
    """One edge of a row in our words, the ids of the cases that show it, or the test that does and why no case can."""

    row: str
    words: str
    cases: tuple[str, ...]
    test: str = ""
    because: str = ""


def edges() -> tuple[Edge, ...]:
    """Every edge, in the ledger's order. Raises Badly for an entry of another shape."""
    raw: Mapping[str, Mapping[str, str | Mapping[str, str]]] = yaml.safe_load(FILE.read_text("utf-8"))
    return tuple(_edge(row, words, shown) for row, found in raw.items() for words, shown in found.items())


def _edge(row: str, words: str, shown: str | Mapping[str, str]) -> Edge:
    given = {"case": shown} if isinstance(shown, str) else dict(shown)
    if set(given) - {"case", "test", "because"} or ("test" in given) != ("because" in given):
        raise Badly(f"{FILE.name}: {row}: {words}: a case, or a test and why no case can say it")
    ids = tuple(filter(None, given.get("case", "").split(", ")))
    if not ids and "test" not in given:
        raise Badly(f"{FILE.name}: {row}: {words}: nothing shows it")
    return Edge(row, words, ids, given.get("test", ""), given.get("because", ""))


@cache
def by_id() -> Mapping[str, Case | PackCase]:
    """Cases by id; of the rows of an `each`, numbered by themselves, the first under the id that stands in the file."""
    every: tuple[Case | PackCase, ...] = (*cases(), *pack_cases())
    found = {case.id: case for case in every}
    return {**{case.id.removesuffix("-1"): case for case in every if case.id.endswith("-1")}, **found}


def shown(edge: Edge) -> list[Case | PackCase]:
    """The cases of an edge; those that there are not are left out."""
    return [by_id()[id] for id in edge.cases if id in by_id()]


def problems(found: tuple[Edge, ...]) -> list[str]:
    """What is wrong with the list: rows that are not there, cases and tests that are not, or that name another row."""
    said = [f"{row}: no edges" for row in LEDGER if row not in {edge.row for edge in found}]
    for edge in found:
        name = f"{edge.row}: {edge.words}"
        if edge.row not in LEDGER:
            said.append(f"{name}: no such row")
        said += [f"{name}: no case {id}" for id in edge.cases if id not in by_id()]
        said += [f"{name}: {case.id} does not name the row" for case in shown(edge) if edge.row not in case.rules]
        if edge.test and not _is_there(edge.test):
            said.append(f"{name}: no test {edge.test}")
    return said


def _is_there(test: str) -> bool:
    """Whether the test that 'tests/folder/test_file.py::test_name' names is written."""
    file, _, name = test.partition("::")
    path = ROOT / file
    return path.exists() and re.search(rf"^(?:async )?def {name}\(", path.read_text("utf-8"), re.M) is not None
