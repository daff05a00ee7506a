"""A service as a server has it, and two phones that know how to play."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from app.config import Settings
from app.live import Live
from app.packs import builtin
from app.rules.changes import SetPool
from app.rules.moves import EndPhase, Explore, FinishTurn, MakeRuling, Move, RollDie, Walk
from app.service import Door, NewTable, Played, Seat, Service
from app.store.db import open_database


class SeededChance:
    """Chance that repeats itself from run to run."""

    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)

    def roll(self, die: str, faces: tuple[int, ...]) -> int:
        return self.source.choice(faces)

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        order = list(cards)
        self.source.shuffle(order)
        return tuple(order)

    def reveal(self, deck: str) -> None:
        pass


class House:
    """One server. `restart` is what a kill and a new start leave: the same database, nothing in memory."""

    def __init__(self, settings: Settings, seed: int = 1) -> None:
        self.settings = settings
        self.now = 1_800_000_000_000
        self.chance = SeededChance(seed)
        self.start()

    def start(self) -> None:
        self.database = open_database(self.settings)
        self.live = Live()
        self.service = Service(self.database, self.live, builtin(), self.chance, self.clock)

    def stop(self) -> None:
        self.live.close_all()
        self.database.close()

    def restart(self) -> Service:
        self.stop()
        self.start()
        return self.service

    def clock(self) -> int:
        self.now += 7
        return self.now

    async def table(self, **spec: object) -> Table:
        """A table that Ada hosts; Ben has joined by the play link with the second explorer."""
        made = await self.service.create_table(NewTable(player="Ada", **spec), phone="ada's phone")
        play, host, watch = [await self.service.door(key) for key in (made.play, made.host, made.watch)]
        ben, token = await self.service.join(play, "Ben", "exp-02", phone="ben's phone")
        return Table(self, play, host, watch, made.seat, ben, made.token, token, made.code)


@dataclass
class Table:
    house: House
    play_door: Door
    host_door: Door
    watch_door: Door
    ada: Seat
    ben: Seat
    ada_token: str
    ben_token: str
    code: str

    @property
    def service(self) -> Service:
        return self.house.service

    async def revision(self) -> int:
        return await self.service.revision(self.play_door)

    async def legal(self, seat: Seat, *kinds: type) -> list[Move]:
        _, listing = await self.service.moves(self.play_door, seat)
        return [move for move in listing.moves if not kinds or isinstance(move, kinds)]

    async def play(self, seat: Seat, move: Move, revision: int | None = None, key: str | None = None) -> Played:
        return await self.service.play(self.play_door, seat, move, revision, key)

    async def walk(self, seat: Seat, explorer: str | None = None) -> Played:
        """One step of one of the seat's own explorers, or of `explorer`."""
        who = explorer or seat.explorers[0]
        x, y = (await self.state()).explorers[who].space
        steps = [move for move in await self.legal(seat, Walk) if move.explorer == who]
        return await self.play(seat, min(steps, key=lambda m: max(abs(m.to[0] - x), abs(m.to[1] - y))))

    async def set_stamina(self, value: int) -> Played:
        """A ruling, for a state unlike the one before."""
        return await self.play(self.ada, MakeRuling("so we say", (SetPool("exp-01", "stamina", value),)))

    async def state(self, door: Door | None = None) -> object:
        return (await self.service.table(door or self.play_door)).state

    async def whole_state(self) -> object:
        """The state with what is hidden: what tests know and no phone does."""
        return (await self.service._tables.open(self.play_door.table)).state

    async def evening(self, moves: int, seed: int = 5) -> int:
        """So many random moves by both, of every kind that there is; returns how many were made."""
        source = random.Random(seed)
        for made in range(moves):
            if not await self.something(source):
                return made
        return moves

    async def until(self, kind: type, seed: int = 5) -> tuple[Seat, Move]:
        """Play until somebody may make a move of this kind; returns who, and the move."""
        source = random.Random(seed)
        for _ in range(500):
            for seat in (self.ada, self.ben):
                for move in await self.legal(seat, kind):
                    return seat, move
            await self.something(source)
        raise AssertionError(f"no {kind.__name__} in 500 moves")

    async def something(self, source: random.Random) -> bool:
        """One random move by either; False when the game is over."""
        seats = [self.ada, self.ben]
        source.shuffle(seats)
        for seat in seats:
            legal = await self.legal(seat)
            kinds = sorted({type(move) for move in legal}, key=lambda kind: kind.__name__)
            if kinds:
                (kind,) = source.choices(kinds, [WEIGHTS.get(kind, 6) for kind in kinds])
                await self.play(seat, source.choice([move for move in legal if isinstance(move, kind)]))
                return True
        return False


#: House rules under which a random player explores a lot.
EXPLORING = {"explore_from": "tile", "cost_explore": 0, "max_area": "6x6"}
WEIGHTS = {Walk: 4, Explore: 8, RollDie: 0.5, FinishTurn: 1, EndPhase: 2}


def texts(value: object) -> Iterable[str]:
    """Every text in a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts(item)
