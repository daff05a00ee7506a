"""Worked examples for the rows of the ledger: positions, moves and verdicts that the rules' own cases play.

The data beside this module is written from tests/cases (`python -m tests.support.rule_coverage`) and only read here.
"""

from __future__ import annotations

import json
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from app.web.contexts_log import LogSaid
from app.web.contexts_rules import RuleExample

DATA: Final = Path(__file__).with_name("rule_examples.json")


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(DATA.read_text("utf-8"))
    return found


def examples_of(row: str) -> tuple[RuleExample, ...]:
    """The examples of a row, an accepted one first; () for an id that the ledger does not have."""
    data = _data()
    return tuple(_example(data["cases"][name]) for name in data["rows"].get(row, ()))


def how_many(row: str) -> int:
    """How many examples a row has."""
    return len(_data()["rows"].get(row, ()))


def _example(case: dict[str, Any]) -> RuleExample:
    return RuleExample(
        title=case["title"],
        edge=case.get("edge", ""),
        at=tuple(case.get("at", ())),
        before=tuple(case.get("before", ())),
        move=case["move"],
        verdict=case["verdict"],
        said=said_of(case),
    )


def said_of(case: dict[str, Any]) -> tuple[LogSaid, ...]:
    """What is said of a case: each reason by itself, what happens by the rules that made it happen."""
    said = case.get("said", ())
    if case["verdict"] == "refused":
        return tuple(LogSaid((text,), rule) for text, rule in said)
    grouped = groupby(said, key=lambda one: one[1])
    return tuple(LogSaid(tuple(text for text, _ in told), str(rule)) for rule, told in grouped)
