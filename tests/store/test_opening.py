"""What is opened, what is refused with one sentence, and what is left untouched (F16)."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from app.config import Settings
from app.store import errors, migrate
from app.store.db import open_database
from app.store.log import Log
from app.store.tables import METADATA
from tests.store.samples import line, table_with

OLDER, NEWER = "0001", "9001"


def refused(settings: Settings, kind: type[errors.StoreError]) -> str:
    """The sentence with which a database is refused."""
    with pytest.raises(errors.StoreError) as caught:
        open_database(settings).close()
    assert type(caught.value) is kind, caught.value
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def with_newer_schema(folder: Path, body: str) -> Path:
    """A copy of the migrations with one more, as a later release would have it."""
    later = folder / "later-migrations"
    shutil.copytree(migrate.MIGRATIONS, later, ignore=shutil.ignore_patterns("__pycache__"))
    (later / "versions" / f"{NEWER}_later.py").write_text(
        "import sqlalchemy as sa\nfrom alembic import op\n"
        f"revision = {NEWER!r}\ndown_revision = {OLDER!r}\nbranch_labels = depends_on = None\n"
        f"def upgrade():\n    {body}\n"
    )
    return later


ADD_COLUMN = "op.add_column('game', sa.Column('colour', sa.String(), server_default='brass'))"


def test_the_schema_is_what_the_migrations_make(database):
    with database.engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "version_table": migrate.VERSION_TABLE}
        )
        assert compare_metadata(context, METADATA) == []


def test_opening_again_changes_nothing_and_keeps_no_copy(settings, database, tmp_path):
    assert migrate.bring_up_to_date(database.engine, "here", None) is None
    open_database(settings).close()
    assert list(tmp_path.glob("*before*")) == []


@pytest.mark.anyio
async def test_an_older_schema_is_brought_up_to_date_with_all_that_is_in_it(settings, database, tmp_path):
    game = await table_with(Log(database), moves=2)
    file = Path(database.place) if database.dialect == "sqlite" else None
    kept = migrate.bring_up_to_date(database.engine, "here", file, with_newer_schema(tmp_path, ADD_COLUMN))
    with database.engine.connect() as connection:
        assert connection.execute(text("SELECT colour FROM game")).scalar_one() == "brass"
    assert len(await Log(database).lines(game, 0, 9)) == 3
    if file:
        assert kept.startswith(f"vivarium-before-{NEWER}-")
        copy = open_database(Settings(data_dir=tmp_path, database_url=f"sqlite:///{tmp_path / kept}"))
        assert await Log(copy).lines(game, 0, 9) == (
            line(1, kind="create", move=None),
            line(2),
            line(3),
        )
        copy.close()
    else:
        assert kept is None


def test_a_newer_schema_is_refused_and_left_alone(settings, database, tmp_path):
    file = Path(database.place) if database.dialect == "sqlite" else None
    migrate.bring_up_to_date(database.engine, "here", file, with_newer_schema(tmp_path, ADD_COLUMN))
    sentence = refused(settings, errors.NewerSchema)
    assert "newer release" in sentence
    assert NEWER in sentence
    with database.engine.connect() as connection:
        assert migrate.schema_of(connection, {migrate.VERSION_TABLE}) == NEWER


def test_a_migration_that_fails_leaves_the_database_as_it_was(settings, database, tmp_path):
    file = Path(database.place) if database.dialect == "sqlite" else None
    later = with_newer_schema(tmp_path, ADD_COLUMN + "; op.execute('SELECT * FROM nowhere')")
    with pytest.raises(errors.MigrationFailed, match="as it was") as caught:
        migrate.bring_up_to_date(database.engine, "here", file, later)
    assert ("-before-" in str(caught.value)) is (file is not None)
    with database.engine.connect() as connection:
        assert "colour" not in {column["name"] for column in inspect(connection).get_columns("game")}
    open_database(settings).close()


def test_servers_that_start_together_make_one_schema(settings):
    with ThreadPoolExecutor(4) as threads:
        databases = list(threads.map(lambda _: open_database(settings), range(4)))
    for database in databases:
        with database.engine.connect() as connection:
            versions = connection.execute(text(f"SELECT version_num FROM {migrate.VERSION_TABLE}")).all()
        database.close()
        assert versions == [(OLDER,)]


def test_the_tables_of_another_program_are_refused(settings):
    if settings.is_sqlite:
        file = settings.data_dir / "vivarium.db"
        with closing(sqlite3.connect(file)) as other:
            other.execute("CREATE TABLE recipes (name TEXT)")
        before = file.read_bytes()
    else:
        import psycopg

        with psycopg.connect(settings.database_url, autocommit=True) as other:
            other.execute("CREATE TABLE recipes (name TEXT)")
    assert "another program" in refused(settings, errors.NotOurs)
    if settings.is_sqlite:
        assert file.read_bytes() == before
        assert [path.name for path in settings.data_dir.iterdir()] == ["vivarium.db"]


def test_a_password_is_never_told(tmp_path):
    settings = Settings(data_dir=tmp_path, database_url="postgresql://ada:hunter2@127.0.0.1:1/table")
    sentence = refused(settings, errors.Busy)
    assert "can't be reached" in sentence
    assert "127.0.0.1:1" in sentence
    assert "hunter2" not in sentence


# ------------------------------------------------------------------ SQLite files


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database file of ours."""
    open_database(Settings(data_dir=tmp_path)).close()
    return tmp_path / "vivarium.db"


def test_the_file_says_whose_it_is_and_is_durable(file):
    database = open_database(Settings(data_dir=file.parent))
    with database.engine.connect() as connection:
        asked = ("application_id", "journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        values = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in asked]
    database.close()
    assert values == [migrate.APPLICATION_ID, "wal", 2, 1, 5000]


def test_a_file_with_the_mark_of_another_program_is_refused(tmp_path):
    with closing(sqlite3.connect(tmp_path / "vivarium.db")) as other:
        other.execute("PRAGMA application_id = 7")
        other.execute(f"CREATE TABLE {migrate.VERSION_TABLE} (version_num TEXT)")
    refused(Settings(data_dir=tmp_path), errors.NotOurs)


def test_a_text_file_is_refused_and_left_alone(tmp_path):
    file = tmp_path / "vivarium.db"
    file.write_text("Dear diary, today we explored the Kiln.\n" * 100)
    before = file.read_bytes()
    assert "not a Vivarium database" in refused(Settings(data_dir=tmp_path), errors.NotOurs)
    assert file.read_bytes() == before


def test_an_empty_file_becomes_a_database(tmp_path):
    (tmp_path / "vivarium.db").touch()
    open_database(Settings(data_dir=tmp_path)).close()
    assert (tmp_path / "vivarium.db").stat().st_size > 0


def test_a_damaged_file_is_told_at_the_start(file):
    content = bytearray(file.read_bytes())
    content[4096 * 2 : 4096 * 6] = os.urandom(4096 * 4)
    file.write_bytes(content)
    assert "damaged" in refused(Settings(data_dir=file.parent), errors.Damaged)


def test_a_file_that_was_cut_off_is_told_at_the_start(file):
    file.write_bytes(file.read_bytes()[: 4096 * 3])
    assert "damaged" in refused(Settings(data_dir=file.parent), errors.Damaged)


def test_a_file_that_another_program_holds_is_told(file, monkeypatch):
    monkeypatch.setattr("app.store.engine.BUSY_TIMEOUT", 50)
    database = open_database(Settings(data_dir=file.parent))
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")

        async def write() -> None:
            await database.write(lambda cursor: cursor.execute("DELETE FROM entry"))

        import asyncio

        with pytest.raises(errors.Busy, match="held by another program"):
            asyncio.run(write())
    database.close()


READ_ONLY = """
import os, sys
from pathlib import Path
from app.config import Settings
from app.store.db import open_database
from app.store.errors import StoreError
import asyncio
os.setgid(65534); os.setuid(65534)
try:
    database = open_database(Settings(data_dir=Path(sys.argv[1])))
    asyncio.run(database.write(lambda cursor: cursor.execute("DELETE FROM entry")))
except StoreError as error:
    print(type(error).__name__, error)
"""


def as_nobody(folder: Path) -> str:
    """What somebody is told who may read the folder but not write it."""
    for above in [folder, *folder.parents]:
        if above.stat().st_uid == os.getuid() and Path(tempfile.gettempdir()) in above.parents:
            above.chmod(0o755)
    source = READ_ONLY
    if os.getuid() != 0:  # then nobody need be: the folder is closed to its owner too
        source = READ_ONLY.replace("os.setgid(65534); os.setuid(65534)", "")
        folder.chmod(0o555)
    try:
        return subprocess.run([sys.executable, "-c", source, folder], capture_output=True, text=True, check=True).stdout
    finally:
        folder.chmod(0o755)


def test_a_file_that_may_not_be_written_is_told(file):
    file.chmod(stat.S_IRUSR | stat.S_IRGRP | stat.S_IROTH)
    said = as_nobody(file.parent)
    assert said.startswith("ReadOnly The database "), said
    assert said.count("\n") == 1


def test_a_folder_that_may_not_be_written_is_told(tmp_path):
    said = as_nobody(tmp_path)
    assert said.startswith("ReadOnly The database "), said


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        ("attempt to write a readonly database", errors.ReadOnly),
        ("unable to open database file", errors.ReadOnly),
        ("database is locked", errors.Busy),
        ("file is not a database", errors.NotOurs),
        ("database disk image is malformed", errors.Damaged),
        ("database or disk is full", errors.DiskFull),
        ("something new", errors.StoreError),
    ],
)
def test_each_error_of_the_driver_becomes_one_sentence(raw, kind):
    error = errors.told(sqlite3.OperationalError(raw + "\nsecond line"), "there")
    assert type(error) is kind
    assert str(error).endswith(".")
    assert "\n" not in str(error)
    assert "there" in str(error)
