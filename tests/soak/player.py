"""The players of a soak session: what they are dealt and what they do next, all from the session's seed.

Moves come from the product's own listing: in full at every 25th act, else the part of it that concerns the step that
waits or the explorer whose turn it is. Kinds are drawn before moves, and walks lead to somewhere.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from app.rules import By, State, legal_moves, why_not
from app.rules import moves as mv
from app.rules.board import cell_of, layout, open_edge_spaces, unexplored_edges
from app.rules.cards import Book
from app.rules.geometry import CHAPTER, Space
from app.rules.holding import dropped
from app.rules.listing import candidates, turn_candidates
from app.rules.settings import CHOICES, COSTS
from app.rules.spaces import ACTION_SPACES, is_used
from app.service import NewTable
from tests.soak.helpful import helpful
from tests.soak.reached import Reached
from tests.support.random_rulings import wild

#: Of so many acts one takes the whole listing, for everything that is checked about it.
LISTED = 25
#: One act of so many is: an undo, any ruling or house rule, a ruling that leads on, an open roll of the die.
UNDONE, WILD, HELPED, ROLLED = 40, 25, 12, 150

WEIGHTS: dict[str, float] = {"Walk": 8, "Explore": 12, "ActivateChapterSpace": 60, "ActivateSpace": 25, "Attack": 25}
WEIGHTS |= {"PlayAbility": 12, "LeaveByExit": 40, "OpenDoor": 8, "PlaceDoor": 0.7, "DestroyDoor": 0.7, "PickUp": 4}
WEIGHTS |= {"StartTrade": 1, "UseInventory": 5, "Drop": 0.7, "FinishTurn": 0.7, "EndPhase": 0.2, "RollDie": 0.02}
WEIGHTS |= {"MonsterAttack": 6, "MoveMonster": 3, "MonsterDone": 1, "Equip": 6, "Augment": 5, "Upgrade": 5}
WEIGHTS |= {"CloseStep": 1, "GiveItem": 1.5, "PayShare": 3, "Unequip": 0.5}

#: House rules that let random players get around.
ROOMY: dict[str, str | int] = {"explore_from": "tile", "cost_explore": 0, "max_area": "6x6", "cost_chapter_space": 1}


@dataclass(frozen=True)
class Act:
    """One thing done at the table. `name` is its chance's too; `seat` = 0, 1, 2; `n` = how many moves are undone.

    `may_fail` = it was not taken from the listing, and may be refused.
    """

    name: str
    kind: Literal["play", "undo", "redo"]
    seat: int = 0
    move: mv.Move | None = None
    n: int = 0
    may_fail: bool = False


#: With the cards of the rule cases: the scenario in which cards set one number to different values (IP-22), and a tile
#: that is walled all round, a dead end from the start (IP-15).
CASES, WALLED = "cases", "92a"


def dealt(book: Book, seed: int) -> NewTable:
    """Scenario, length, variation, explorers and house rules; every fourth table plays as printed.

    With the cards of the rule cases every second table goes through the scenario of the cases.
    """
    chance = random.Random(f"{seed} dealt")
    scenario = chance.choice(list(book.scenarios.values()))
    if seed % 2 == 0:
        scenario = book.scenarios.get(CASES, scenario)
    rules: dict[str, Any] = {}
    if seed % 4:
        rules |= ROOMY if seed % 2 else {}
        rules |= {name: chance.choice(CHOICES[name]) for name in chance.sample(sorted(CHOICES), 6)}
        rules |= {name: chance.randint(0, 2) for name in chance.sample(sorted(COSTS), 5)}
    return NewTable(
        name=f"Soak {seed}",
        scenario=scenario.id,
        length=chance.choice(scenario.lengths).id,
        variation=chance.choice(scenario.variations).id,
        explorers=chance.sample(sorted(book.explorers), chance.randint(1, 4)),
        settings=rules,
    )


def first_tile(book: Book, seed: int) -> str:
    """The tile that such a table begins with if that face of it came up; '' where chance alone says which."""
    return WALLED if seed % 2 == 0 and WALLED in book.tiles else ""


class NobodyCan(Exception):
    """No seat has anything to do but roll a die: the table is stuck."""


@dataclass
class Players:
    """The two seats that play (0 hosts) and what they have in mind; `reached` counts what they are refused."""

    book: Book
    seed: int
    reached: Reached
    chance: random.Random = field(init=False)
    goals: dict[tuple[int, str], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.chance = random.Random(f"{self.seed} players")

    def next(self, number: int, state: State, seats: Sequence[By], redo: bool) -> Act:
        """The next act at this state. Raises NobodyCan."""
        chance = self.chance
        if chance.randrange(UNDONE) == 0 and number > 10:
            far = chance.random() < 0.1
            return Act(str(number), "undo", chance.randrange(2), n=chance.randint(1, 60 if far else 4))
        if redo and chance.random() < 0.7:
            return Act(str(number), "redo", chance.randrange(2))
        if chance.randrange(WILD) == 0:
            return Act(str(number), "play", chance.randrange(2), wild(self.book, state, chance), may_fail=True)
        if chance.randrange(HELPED) == 0:
            return Act(str(number), "play", chance.randrange(2), helpful(self.book, state, chance), may_fail=True)
        if chance.randrange(ROLLED) == 0:
            typed = chance.choice((None, *self.book.dice["game"]))
            return Act(str(number), "play", chance.randrange(2), mv.RollDie("game", typed))
        order = chance.sample(range(len(seats)), len(seats))
        if number % LISTED:
            for seat in order:
                if (move := self.cheaply(state, seats[seat])) is not None:
                    return Act(str(number), "play", seat, move)
        for seat in order:
            listing = legal_moves(self.book, state, seats[seat])
            move = self.picked(state, [m for m in listing.moves if not isinstance(m, mv.RollDie)], seats[seat])
            if move is not None:
                return Act(str(number), "play", seat, move)
        raise NobodyCan

    def cheaply(self, state: State, by: By) -> mv.Move | None:
        """A legal move out of the part of the listing that matters now; None where there is none."""
        if state.agenda:
            return self.picked(state, self.in_step(state, by), by)
        ready = [e.id for e in state.explorers.values() if e.status == "in_play" and not e.finished]
        mine = [e for e in ready if e in by.explorers]
        if state.phase == "explorer" and mine:
            explorer = self.chance.choice(mine)
            return self.picked(state, turn_candidates(self.book, state, explorer, by), by)
        return None if ready and state.phase == "explorer" else mv.EndPhase(state.phase)

    def in_step(self, state: State, by: By) -> Iterator[mv.Move]:
        """The listing up to where turns begin; of the monsters that may act mostly the first alone."""
        done, most = 0, 1 if self.chance.random() < 0.8 else 100
        for move in candidates(self.book, state, by):
            done += isinstance(move, mv.MonsterDone)
            if done > most or isinstance(move, mv.Walk | mv.Attack | mv.Explore | mv.FinishTurn):
                return
            yield move

    def picked(self, state: State, moves: Iterable[mv.Move], by: By) -> mv.Move | None:
        """One that is legal, its kind drawn first; those that are refused are counted with their reasons."""
        kinds: defaultdict[str, list[mv.Move]] = defaultdict(list)
        for move in moves:
            kinds[move.type].append(move)
        while kinds:
            (kind,) = self.chance.choices(list(kinds), [WEIGHTS.get(name, 6) for name in kinds])
            if kind == "Walk":
                return self.walk(state, kinds[kind])
            move = self.chance.choice(kinds[kind])
            reasons = why_not(self.book, state, move, by)
            if not reasons:
                return move
            self.reached.refused(reasons)
            kinds[kind].remove(move)
            if not kinds[kind]:
                del kinds[kind]
        return None

    def walk(self, state: State, walks: list[mv.Move]) -> mv.Move:
        """The walk that comes nearest to what this explorer is after in this round."""
        explorer = walks[0].explorer  # type: ignore[union-attr]
        key = (state.round, explorer)
        if key not in self.goals or self.chance.random() < 0.2:
            self.goals[key] = self.chance.choice(("chapter", "chapter", "action", "edge", "monster", "item", "any"))
        goals = list(_goals(self.book, state, self.goals[key]))
        if not goals or self.chance.random() < 0.2:
            self.goals.pop(key)
            return self.chance.choice(walks)
        goal = self.chance.choice(goals)
        return min(walks, key=lambda w: max(abs(w.to[0] - goal[0]), abs(w.to[1] - goal[1])))  # type: ignore[union-attr]


def _goals(book: Book, state: State, kind: str) -> Iterator[Space]:
    table = layout(book.faces, state.board)
    if kind == "chapter":
        yield from (s for s in table.features(CHAPTER) if f"{s[0]},{s[1]}" not in state.marks)
        if state.exit is not None and state.exit.cell is not None:
            yield from (s for s in table.spaces if cell_of(s) == state.exit.cell)
    elif kind == "action":
        yield from (s for what in ACTION_SPACES for s in table.features(what) if not is_used(state, s))
    elif kind == "edge":
        for cell, edge in unexplored_edges(state.board):
            yield from open_edge_spaces(table, cell, edge)
    elif kind == "monster":
        yield from (m.space for m in state.monsters.values())
    elif kind == "item":
        yield from (where for _, where in dropped(state).values())
