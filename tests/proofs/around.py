"""Playing towards a situation: two seats that move at random, and chance that lays chosen cards on top."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.rules.state import State
from app.service.opened import OpenTable
from tests.proofs.inside import Inside, Seated
from tests.support.players import Seeded

#: House rules under which random players get around.
ROOMY = {"explore_from": "tile", "cost_explore": 0, "max_area": "6x6", "cost_chapter_space": 0}
WEIGHTS = {"Walk": 3, "Explore": 12, "RollDie": 0.1, "FinishTurn": 1, "EndPhase": 3}


class OnTop(Seeded):
    """Seeded chance that lays cards named in advance on top of their deck, in that order."""

    def __init__(self, seed: int, *cards: str) -> None:
        super().__init__(seed)
        self.cards = cards

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        mixed = super().shuffle(cards)
        top = tuple(card for card in self.cards if card in cards)
        return (*top, *(card for card in mixed if card not in top))


def ruling(**change: object) -> dict[str, Any]:
    """A table ruling that is one change."""
    return {"type": "MakeRuling", "reason": "So we say.", "changes": [change]}


class Around:
    """A table of Ines, who hosts, and Ben; either may play the third explorer."""

    def __init__(self, house: Inside, ines: Seated, ben: Seated, seed: int) -> None:
        self.house = house
        self.ines = ines
        self.ben = ben
        self.chance = random.Random(f"around {seed}")

    @property
    def seats(self) -> tuple[Seated, Seated]:
        return self.ines, self.ben

    async def opened(self) -> OpenTable:
        return await self.house.opened(self.ines.key)

    async def state(self) -> State:
        return (await self.opened()).state

    async def revision(self) -> int:
        return (await self.opened()).revision

    async def listed(self, *kinds: str) -> list[tuple[Seated, dict[str, Any]]]:
        """Every legal move of both seats, of these kinds."""
        found = []
        for seat in self.seats:
            for one in (await seat.moves())["moves"]:
                if not kinds or one["move"]["type"] in kinds:
                    found.append((seat, one["move"]))
        return found

    async def must(self, seat: Seated, move: dict[str, Any], **more: object) -> dict[str, Any]:
        """Make a move that has to be accepted."""
        answer = await seat.play(move, **more)
        assert answer.status == 200, (move, answer.text)
        done: dict[str, Any] = answer.json()
        return done

    async def something(self) -> bool:
        """One random move by either; False when there is none."""
        kinds: dict[str, list[tuple[Seated, dict[str, Any]]]] = {}
        for seat, move in await self.listed():
            kinds.setdefault(move["type"], []).append((seat, move))
        if not kinds:
            return False
        names = sorted(kinds)
        (name,) = self.chance.choices(names, [WEIGHTS.get(name, 6) for name in names])
        seat, move = self.chance.choice(kinds[name])
        await self.must(seat, move)
        return True

    async def until(self, there: Callable[[State], object], most: int = 400) -> State:
        """Play until something holds."""
        for _ in range(most):
            state = await self.state()
            if there(state):
                return state
            if not await self.something():
                break
        raise AssertionError("the situation did not come about")

    def anew(self, house: Inside) -> None:
        """Go on at a server that was started again."""
        self.house = house
        self.ines, self.ben = self.ines.anew(house), self.ben.anew(house)


async def sit_down(house: Inside, seed: int = 1, **settings: object) -> Around:
    """A new table with both at it."""
    ines = await house.open_table(player="Ines", settings={**ROOMY, **settings})
    ben = await ines.join("Ben", "exp-02")
    return Around(house, ines, ben, seed)


def data_folder(folder: Path, name: str) -> Path:
    """A data folder of its own."""
    made = folder / name
    made.mkdir()
    return made
