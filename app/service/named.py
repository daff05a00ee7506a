"""What a move names by a number: a step that waits, a monster. An undo takes numbers back, and they are given again.

So a number alone does not say what was meant by whoever chose on a state that was taken back: what it stood for there
has to be what it stands for now.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Final

from app.rules.agenda import Step
from app.rules.moves import Move
from app.rules.state import State

MONSTER: Final = re.compile(r"m([0-9]{1,9})")


def numbers(move: Move) -> frozenset[int]:
    """The numbers of the steps and monsters that a move names, a ruling's changes included."""
    return frozenset(_numbers(move))


def stands_for(state: State, number: int) -> Step | str | None:
    """What a number stands for: the step that waits, the card of the monster; None where there is neither."""
    step = next((step for step in state.agenda if step.id == number), None)
    if step is not None:
        return step
    monster = state.monsters.get(f"m{number}")
    return None if monster is None else monster.card


def named_anew(seen: State, fork: State, now: State, move: Move) -> bool:
    """Whether the move names something of `seen` whose number stands for something else now.

    `seen` was taken back to `fork`, from which the table went on to `now`: what there was at the fork is the same.
    """
    new = [number for number in numbers(move) if number >= fork.next_id]
    return any(
        (meant := stands_for(seen, number)) is not None
        and (other := stands_for(now, number)) is not None
        and meant != other
        for number in new
    )


def _numbers(value: object) -> Iterator[int]:
    if isinstance(value, str):
        found = MONSTER.fullmatch(value)
        if found:
            yield int(found[1])
    elif isinstance(value, tuple):
        for one in value:
            yield from _numbers(one)
    elif is_dataclass(value):
        for field in fields(value):
            inner = getattr(value, field.name)
            if field.name == "step" and isinstance(inner, int):
                yield inner
            elif field.name != "reason":  # free text
                yield from _numbers(inner)
