"""What is wrong with a pack, said so that whoever writes it finds the place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: file, card id (or '' outside a card), field ('' for the whole of it) and a sentence."""

    file: str
    card: str
    field: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.card, self.field, self.message) if part)


class PackError(ValueError):
    """A pack that is refused. `problems` holds all that is wrong with it, in the order of reading."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))
