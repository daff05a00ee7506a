"""Two seats play at random over the JSON interface, from what `moves` lists alone.

Each of 20 sessions goes on for 300 moves or to the end of its game, under house rules of its own. At every step:

- of the listed moves of one seat in turn, one or two of each kind are decided for real on a copy of the table, and at
  every tenth step all moves of both seats: they are legal, do something, and leave a state that breaks no invariant;
  one of them is asked over the interface with `?preview=1` as well,
- a listed refusal is posted (at every tenth step all of them): 409, or 403 where the seat is in the way, with just the
  reasons that were listed, each naming a rule of the ledger, and nothing has changed,
- a move that is listed for the other seat's explorer alone is posted: 403,
- one listed move is posted on the revision for which it was listed: it is accepted, and the revision rises by one,
- the state breaks no invariant, the decks sum up, both seats are told the same, and reading twice gives the same bytes.

Now and then something is undone, and mostly redone. In the end, and every 50 moves, the stored log is folded from its
first entry: the state is the same. Then the application is started again over the same database: so are the bytes.

    make test ARGS="tests/proofs/test_random_players.py"

runs all of it, on all cores. In CI each session stops after 90 moves, to keep the run short; VIVARIUM_TEST_MOVES
sets another number. The players' choices are seeded, and so are the tracker's dice and shuffles: a session that
fails, fails again.
"""

from __future__ import annotations

import multiprocessing
import os
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from app.rules import By, Legal, decide, view_for, violations
from app.rules.ledger import LEDGER
from app.rules.references import misfits
from app.rules.settings import CHOICES
from app.rules.verdicts import SEAT_CODES
from app.service import load_move, state_json
from app.web.api_json import sorted_json
from tests.proofs.inside import Inside, Seated, inside, replayed, run
from tests.support.players import Seeded

SESSIONS = range(20)
#: In CI a third of it, so that the whole run stays short; any other run plays all of it.
MOVES = int(os.environ.get("VIVARIUM_TEST_MOVES", "90" if os.environ.get("CI") else "300"))

#: How a kind of move is favoured: without it the players would roll dice and walk up and down.
WEIGHTS = {"Walk": 6, "Explore": 20, "ActivateChapterSpace": 60, "RollDie": 0.05, "FinishTurn": 0.5, "EndPhase": 1.5}
WEIGHTS |= {"UseInventory": 1, "StartTrade": 1, "Drop": 1, "PickUp": 2, "PlayAbility": 4}
#: House rules that let a random player get around; half of the sessions have them.
ROOMY = {"explore_from": "tile", "cost_explore": 0, "max_area": "6x6", "cost_chapter_space": 1}


def house_rules(seed: int) -> dict[str, str | int]:
    """The first session plays by the book, the others by five house rules at random; every second one is roomy."""
    if seed == 0:
        return {}
    chance = random.Random(seed)
    chosen = {name: chance.choice(CHOICES[name]) for name in chance.sample(sorted(CHOICES), 5)}
    return {**(ROOMY if seed % 2 else {}), **chosen}


class Session:
    """One table, its two players, and what is checked at each step."""

    def __init__(self, house: Inside, seed: int) -> None:
        self.house = house
        self.chance = random.Random(f"players {seed}")
        self.tracker = Seeded(seed)
        self.counts: Counter[str] = Counter()

    async def sit_down(self, seed: int) -> None:
        self.ines = await self.house.open_table(player="Ines", settings=house_rules(seed))
        self.ben = await self.ines.join("Ben", "exp-02")
        self.seats = (self.ines, self.ben)

    async def step(self, number: int) -> bool:
        """One move of either seat with all that goes before and after it; False when the game has ended."""
        thorough = number % 10 == 9
        before = await self.ines.read()
        revision = before["revision"]
        listed = {seat.seat: await seat.moves() for seat in self.seats}
        if before["state"]["outcome"]:
            assert not any(found["moves"] for found in listed.values()), "nothing is legal after the end"
            return False
        assert {found["revision"] for found in listed.values()} == {revision}
        kinds = {found["move"]["type"] for answer in listed.values() for found in answer["moves"]}
        assert kinds > {"RollDie"}, f"nobody can do anything but roll a die: {before['agenda']}"
        for seat in self.seats if thorough else [self.seats[number % 2]]:
            await self.check_listed(seat, listed[seat.seat], thorough)
            await self.check_refused(seat, listed[seat.seat], thorough)
        await self.check_foreign(listed, revision)
        seat, move = self.choose(listed)
        answer = await seat.play(move, revision=revision, key=f"move {number}")
        assert answer.status == 200, (move, answer.text)
        assert answer.json()["revision"] == revision + 1
        self.counts[move["type"]] += 1
        await self.check_state()
        return True

    def choose(self, listed: dict[str, Any]) -> tuple[Seated, dict[str, Any]]:
        """One of all listed moves: first the kind, so that hundreds of walks do not drown the rest."""
        kinds: dict[str, list[tuple[Seated, dict[str, Any]]]] = {}
        for seat in self.seats:
            for found in listed[seat.seat]["moves"]:
                kinds.setdefault(found["move"]["type"], []).append((seat, found["move"]))
        names = sorted(kinds)
        (name,) = self.chance.choices(names, [WEIGHTS.get(name, 6) for name in names])
        if name == "Walk" and self.chance.random() < 0.7:
            goals = self.told_goals(listed)
            kinds[name] = [walk for walk in kinds[name] if tuple(walk[1]["to"]) in goals] or kinds[name]
        return self.chance.choice(kinds[name])

    def told_goals(self, listed: dict[str, Any]) -> set[tuple[int, ...]]:
        """Spaces from which something would be legal, as the refusals tell: edges to explore, chapter spaces."""
        return {
            tuple(int(n) for n in space.split(","))
            for found in listed.values()
            for one in found["refused"]
            for reason in one["reasons"]
            if reason["code"] in ("not_at_edge", "not_adjacent") and len(one["reasons"]) == 1
            for space in reason["alternatives"]
            if space.count(",") == 1 and space[-1].isdigit()
        }

    async def check_listed(self, seat: Seated, listed: dict[str, Any], thorough: bool) -> None:
        """What is listed is accepted."""
        opened = await self.house.opened(seat.key)
        by: By = opened.by(int(seat.seat[1:]), "host" if seat is self.ines else "play")
        moves = [found["move"] for found in listed["moves"]]
        assert len({str(move) for move in moves}) == len(moves), "a move is listed twice"
        chosen = moves if thorough else self.some(moves)
        for move in chosen:
            verdict = decide(self.house.book, opened.state, load_move(move), by, self.tracker)
            assert isinstance(verdict, Legal), (move, verdict)
            assert verdict.events, f"{move} does nothing"
            assert violations(self.house.book, verdict.state) == (), move
            assert misfits(self.house.book, verdict.state) == (), move
            self.counts["decided"] += 1
        for move in chosen[:1]:
            answer = await seat.preview(move)
            assert answer.status == 200, (move, answer.text)
            assert answer.json()["revision"] == listed["revision"]
            self.counts["previewed"] += 1

    def some(self, moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """One or two of each kind, in any order."""
        kinds: dict[str, list[dict[str, Any]]] = {}
        for move in moves:
            kinds.setdefault(move["type"], []).append(move)
        few = [move for found in kinds.values() for move in self.chance.sample(found, min(2, len(found)))]
        self.chance.shuffle(few)
        return few

    async def check_refused(self, seat: Seated, listed: dict[str, Any], thorough: bool) -> None:
        """What is listed as refused is refused, with the reasons listed."""
        revision, refused = listed["revision"], listed["refused"]
        for found in refused:
            assert found["reasons"], found
            for reason in found["reasons"]:
                assert reason["rule"] in LEDGER, reason
                assert reason["message"].strip(), reason
        for found in refused if thorough else self.chance.sample(refused, min(1, len(refused))):
            answer = await seat.play(found["move"], revision=revision)
            codes = {reason["code"] for reason in found["reasons"]}
            assert answer.status == (403 if codes & SEAT_CODES else 409), (found, answer.text)
            problem = answer.json()
            assert problem["reasons"] == found["reasons"]
            assert (problem["revision"], problem["meanwhile"]) == (revision, [])
            self.counts["refused"] += 1

    async def check_foreign(self, listed: dict[str, Any], revision: int) -> None:
        """What is listed for the other seat's explorer alone is refused to this one: 403."""
        seat, other = self.chance.sample(self.seats, 2)
        own = [found["move"] for found in listed[seat.seat]["moves"]]
        foreign = [
            found["move"]
            for found in listed[other.seat]["moves"]
            if "explorer" in found["move"] and found["move"] not in own
        ]
        if foreign:
            answer = await seat.play(self.chance.choice(foreign), revision=revision)
            assert answer.status == 403, answer.text
            assert all(reason["rule"] in LEDGER for reason in answer.json()["reasons"])
            self.counts["foreign"] += 1

    async def check_state(self) -> None:
        """The table is sound, told alike to both, and read twice the same."""
        opened = await self.house.opened(self.ines.key)
        assert violations(self.house.book, opened.state) == ()
        assert misfits(self.house.book, opened.state) == ()
        first, again = await self.ines.get(), await self.ines.get()
        assert first.status == 200
        assert first.body == again.body
        told = first.json()
        theirs = await self.ben.read()
        assert (theirs["state"], theirs["agenda"]) == (told["state"], told["agenda"])
        assert told["state"] == sorted_json(state_json(view_for(opened.state)))
        for name, deck in (await self.ben.read("/decks")).items():
            assert deck["sums"], (name, deck)
            assert deck["total"] == deck["whole"] == sum(deck["places"].values()), (name, deck)
            for place, on in deck["lies_on"].items():
                assert sum(on.values()) == deck["places"][place]

    async def check_log(self) -> None:
        """The stored log, folded from its first entry, is the state."""
        opened = await self.house.opened(self.ines.key)
        lines = await self.house.stored(self.ines.key)
        assert [line.revision for line in lines] == list(range(1, len(lines) + 1))
        assert replayed(lines) == opened.state

    async def take_back(self) -> None:
        """Somebody undoes up to three moves, and mostly it is redone."""
        state = (await self.ines.read())["state"]
        seat = self.chance.choice(self.seats)
        taken = 0
        for _ in range(self.chance.randint(1, 3)):
            if not (await seat.read())["can_undo"]:
                break
            answer = await seat.post("/undo", {})
            assert answer.status == 200, answer.text
            taken += 1
            await self.check_state()
        if self.chance.random() < 0.7:
            for _ in range(taken):
                answer = await self.chance.choice(self.seats).post("/redo", {})
                assert answer.status == 200, answer.text
            assert (await self.ines.read())["state"] == state, "redo brings back the same"
        self.counts["undone"] += taken

    async def everything(self) -> list[bytes]:
        """All that can be read of the table over the interface."""
        paths = ("", "/moves", "/log", "/decks")
        return [(await seat.get(path)).body for seat in self.seats for path in paths]


async def play(folder: Path, seed: int) -> Counter[str]:
    async with inside(folder, Seeded(seed)) as house:
        session = Session(house, seed)
        await session.sit_down(seed)
        for number in range(MOVES):
            if not await session.step(number):
                break
            if number % 20 == 19:
                await session.take_back()
            if number % 50 == 49:
                await session.check_log()
        await session.check_log()
        told = await session.everything()
    async with inside(folder, Seeded(seed)) as house:
        session.house = house
        session.ines, session.ben = session.ines.anew(house), session.ben.anew(house)
        session.seats = (session.ines, session.ben)
        assert await session.everything() == told, "a restart changes nothing"
        await session.check_log()
    return session.counts


def session(folder: str, seed: int) -> Counter[str]:
    """One session whole, in a process of its own."""
    return run(play(Path(folder), seed))


@pytest.fixture(scope="module")
def sessions(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[int, Future[Counter[str]]]]:
    """All sessions that this run asks for, under way on all cores."""
    seeds = [item.callspec.params["seed"] for item in request.session.items if item.path == request.path]
    alone = "PYTEST_XDIST_WORKER" in os.environ or len(seeds) == 1
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1 if alone else os.cpu_count(), context) as pool:
        yield {
            seed: pool.submit(session, str(tmp_path_factory.mktemp(f"session{seed}-")), seed)
            for seed in ([] if alone else seeds)
        }


@pytest.mark.slow
@pytest.mark.parametrize("seed", SESSIONS)
def test_two_random_players(seed: int, sessions: dict[int, Future[Counter[str]]], tmp_path: Path) -> None:
    under_way = sessions.get(seed)
    if under_way is None or under_way.exception() is not None:
        counts = session(str(tmp_path), seed)  # here, where a failure is shown in full
        assert under_way is None, under_way.exception()
    else:
        counts = under_way.result()
    made = sum(n for kind, n in counts.items() if kind[0].isupper())
    assert made > 5, counts
    assert counts["decided"] > made
    assert counts["refused"]
    assert counts["undone"] or made < 20
