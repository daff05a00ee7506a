"""The schema. What is stored once stays: entries are only ever added (architecture, decision 1).

Times are whole milliseconds since 1970 (UTC), so that both databases keep exactly the same. Phones and bearer
tokens are kept as SHA-256 only: whoever reads the database can't sit down at a table with what is in it.
"""

from __future__ import annotations

from typing import ClassVar

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)
from sqlmodel import Field, SQLModel

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}


class Stored(SQLModel):
    """Base of every stored row; its metadata holds this project's tables and nothing else."""

    metadata: ClassVar[MetaData] = MetaData(naming_convention=NAMES)


class Game(Stored, table=True):
    """One table: its three keys, the code to type, and where its log stands.

    `played_at` = time of the last entry. `round` is for the list of tables, so that showing it folds nothing.
    """

    __tablename__ = "game"
    id: int | None = Field(default=None, primary_key=True)
    revision: int
    name: str
    pack: str
    pack_version: str
    rules: str
    play_key: str = Field(unique=True)
    host_key: str = Field(unique=True)
    watch_key: str = Field(unique=True)
    code: str = Field(unique=True)
    code_until: int = Field(sa_type=BigInteger)
    round: int
    made_at: int = Field(sa_type=BigInteger)
    played_at: int = Field(sa_type=BigInteger)


class Entry(Stored, table=True):
    """One line of a table's log. `head` is the entry whose state is in force after this one (undo moves it).

    `key` is '<seat>/<what the client sent>' or NULL. `move`, `detail` and `events` are JSON. `rules` and
    `pack_version` are those it was decided by.
    """

    __tablename__ = "entry"
    __table_args__ = (UniqueConstraint("game_id", "key"),)
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    revision: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    kind: str
    head: int
    at: int = Field(sa_type=BigInteger)
    seat: str
    name: str
    key: str | None = None
    move: str | None = Field(default=None, sa_type=Text)
    detail: str = Field(sa_type=Text)
    events: str = Field(sa_type=Text)
    rules: str
    pack_version: str


class Snapshot(Stored, table=True):
    """The state after entry `revision`, compressed; worth nothing but time. `form` names how it was
    written.
    """

    __tablename__ = "snapshot"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    revision: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    form: str
    data: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class SeatRow(Stored, table=True):
    """A seat at a table: 's<number>'. `explorers` are ids joined by blanks."""

    __tablename__ = "seat"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    number: int = Field(sa_column=Column(Integer, primary_key=True, autoincrement=False))
    name: str
    kind: str
    explorers: str
    made_at: int = Field(sa_type=BigInteger)


class Credential(Stored, table=True):
    """What proves a seat: SHA-256 of a phone's id or of a bearer token. A seat may have several."""

    __tablename__ = "credential"
    __table_args__ = (Index(None, "hash"),)
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    hash: str = Field(primary_key=True)
    kind: str
    number: int


class SeatRequest(Stored, table=True):
    """A phone that asks for somebody's seat, until a host has answered."""

    __tablename__ = "seat_request"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    number: int
    name: str
    phone_hash: str
    at: int = Field(sa_type=BigInteger)


METADATA = Stored.metadata


def table(name: str) -> Table:
    """The Core table of that name; raises KeyError for one that is not ours."""
    return METADATA.tables[name]
