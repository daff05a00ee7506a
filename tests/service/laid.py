"""A service with the cards of the rule cases, and tables that begin with the state of a case."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.config import Settings
from app.live import Live
from app.rules import State
from app.service import Door, NewTable, Seat, Service
from app.store import codec
from app.store.db import Database, open_database
from tests.support import casebook
from tests.support.players import Scripted


@dataclass
class House:
    """A service over a file, with the cards of the rule cases."""

    folder: Path
    chance: Any = None

    def start(self) -> Service:
        self.database: Database = open_database(Settings(data_dir=self.folder, secret="a secret that is long enough"))
        self.service = Service(self.database, Live(), casebook.book(), self)
        return self.service

    def roll(self, die: str, faces: tuple[int, ...]) -> int:
        return int(self.chance.roll(die, faces))

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.chance.shuffle(cards))

    def reveal(self, deck: str) -> None:
        pass

    def __enter__(self) -> House:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.database.close()

    async def laid(self, state: State) -> tuple[Door, Seat]:
        """A new table in that state, and its host. Its log begins with setup all the same, at revision 1."""
        self.chance = Scripted((), ())
        made = await self.service.create_table(NewTable(player="Ada", explorers=["exp-01"]))
        door, tables = await self.service.door(made.host), self.service._tables
        # Tables begin at setup: the state is laid under this one as a snapshot, and its moves come after it.
        row = {"game_id": door.table, "revision": 1, "form": tables.form, "data": codec.pack_state(state)}
        await self.database.write(lambda cursor: cursor.execute(tables.log._sql.add_snapshot, row))
        tables.forget(await tables.open(door.table))
        assert await self.state(door) == state
        return door, made.seat

    async def state(self, door: Door) -> State:
        """The whole state of a table, with what is hidden."""
        found = (await self.service._tables.open(door.table)).state
        assert found is not None
        return found
