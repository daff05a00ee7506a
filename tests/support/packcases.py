"""Cases about packs (tests/cases/of-packs.yml): the example of docs/packs.md with something added; what is said of it.

A pack is refused before there is a table, or read with warnings: rows of the ledger that speak of packs are shown here.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from app.packs import PackError, read_pack
from app.rules import By, Setup, new_game, violations
from app.rules.settings import Settings
from tests.packs.example import EXAMPLE
from tests.support.casebook import BUILTIN, CASES, Badly
from tests.support.casefacts import After, problem
from tests.support.players import Scripted

FILE = CASES / "of-packs.yml"
#: In place of what is added to a file: the built-in pack's.
BUILT_IN = "the built-in one"


@dataclass(frozen=True)
class PackCase:
    """One case: what is added to the files of the example, and what is said of the pack then.

    `rules` are ledger ids, the first the row that it is about; `edge` says which edge of the row it shows. One of
    `refused` (all that is said against it), `warned` (all warnings) and `then` (facts of a table set with it) is given.
    """

    id: str
    title: str
    rules: tuple[str, ...]
    pack: Mapping[str, str]
    edge: str = ""
    setting: Mapping[str, str | int] = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    warned: tuple[str, ...] = ()
    then: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """'accepted', 'refused' or 'edge', as of a case that is played."""
        return "refused" if self.refused else "edge" if self.edge else "accepted"


@cache
def pack_cases() -> tuple[PackCase, ...]:
    """Every case about packs. Raises Badly."""
    return tuple(_one(raw) for raw in yaml.safe_load(FILE.read_text("utf-8")))


def _one(raw: Mapping[str, Any]) -> PackCase:
    if sum(key in raw for key in ("refused", "warned", "then")) != 1:
        raise Badly(f"{raw.get('id', raw)}: exactly one of refused, warned and then")
    return PackCase(**{key: tuple(value) if isinstance(value, list) else value for key, value in raw.items()})


def check(case: PackCase) -> list[str]:
    """Read the pack of a case; what is not as it says, [] when all is well."""
    with tempfile.TemporaryDirectory() as folder:
        for name in {*EXAMPLE, *case.pack}:
            more = case.pack.get(name, "")
            if more == BUILT_IN:
                more = (BUILTIN / name).read_text("utf-8")
            (Path(folder) / name).write_text(f"{EXAMPLE.get(name, '')}\n{more}", "utf-8")
        try:
            pack = read_pack(Path(folder))
        except PackError as error:
            said = [str(one) for one in error.problems]
            return [] if said == list(case.refused) else [f"refused: {one}" for one in said]
    if case.refused:
        return ["accepted"]
    said = [str(one) for one in pack.warnings]
    if case.warned:
        return [] if said == list(case.warned) else [f"warned of: {one}" for one in said] or ["not warned of anything"]
    book = pack.book
    scenario = list(book.scenarios.values())[-1]
    explorers = tuple(book.explorers)[:1]
    setup = Setup(
        scenario.id,
        scenario.lengths[0].id,
        scenario.variations[0].id,
        explorers,
        Settings(**case.setting),  # type: ignore[arg-type]
    )
    legal = new_game(book, setup, Scripted((), ()))
    after = After(book, legal.state, legal.events, By("table", frozenset(explorers), host=True))
    found = [f"invariant broken: {name}" for name in violations(book, legal.state)]
    return found + [told for fact in case.then if (told := problem(after, fact)) is not None]
