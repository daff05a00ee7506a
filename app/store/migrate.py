"""Bring a database up to date at start-up. Alembic runs in code: there is no alembic.ini to lose.

A SQLite file is copied beside itself before anything in it is changed. What is not ours, or is newer than
this release, is left exactly as it was found (F16).
"""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text

from .engine import sqlite_engine
from .errors import Damaged, MigrationFailed, NewerSchema, NotOurs, told

log = logging.getLogger("vivarium.store")

MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"
APPLICATION_ID = 0x56495641  # 'VIVA' in the file's header: `file` and SQLite's own tools show it
VERSION_TABLE = "vivarium_schema"
SMALL_ENOUGH_TO_CHECK = 64 * 2**20  # bytes; a check of the whole file takes well under a second up to here


def look_into_file(path: Path) -> None:
    """Make sure that a SQLite file is ours or empty, without changing a byte of it.

    Raises NotOurs or Damaged, or lets SQLite's own error out when the file can't be read.
    """
    if not path.exists() or path.stat().st_size == 0:
        return
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=5)) as connection:
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        _refuse_strangers(str(path), tables, marked=application == APPLICATION_ID, foreign=application != 0)
        if tables and path.stat().st_size <= SMALL_ENOUGH_TO_CHECK:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise Damaged(
                    f"The database {path} is damaged ({found.splitlines()[-1]}): put back a copy of it, then "
                    "start again."
                )


def bring_up_to_date(engine: Engine, place: str, path: Path | None, migrations: Path = MIGRATIONS) -> str | None:
    """Run the migrations that the database lacks; returns the name of the copy kept of an older SQLite file.

    `path` is the SQLite file, None for another database. Raises NotOurs, NewerSchema or MigrationFailed.
    """
    config = alembic_config(migrations)
    script = ScriptDirectory.from_config(config)
    newest = script.get_current_head()
    with engine.connect() as connection:
        tables = set(inspect(connection).get_table_names())
        if path is None:
            _refuse_strangers(place, tables, marked=False, foreign=False)
        current = schema_of(connection, tables)
    if current == newest:
        return None
    if current is not None and current not in {revision.revision for revision in script.walk_revisions()}:
        raise NewerSchema(
            f"The database {place} was made by a newer release (schema {current}): start that release, or "
            f"put back the copy from before the update (its name has -before-{current}- in it)."
        )
    kept = keep_copy(path, str(newest)) if path is not None and current is not None else None
    try:
        _upgrade(engine, config)
    except Exception as error:
        hint = f" A copy from before is {kept}." if kept else ""
        raise MigrationFailed(
            f"The database {place} could not be brought from schema {current or 'none'} to {newest}: it is "
            f"as it was ({str(told(error, place)).rstrip('.')}).{hint}"
        ) from error
    if current is not None:
        log.info("The database %s is now at schema %s%s", place, newest, f"; copy kept: {kept}" if kept else "")
    return kept.name if kept else None


def alembic_config(migrations: Path = MIGRATIONS) -> Config:
    """Alembic's settings, built here so that they hold wherever the project lies."""
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    return config


def schema_of(connection: Connection, tables: set[str]) -> str | None:
    """The schema that the database is at; None for an empty one."""
    if VERSION_TABLE not in tables:
        return None
    row = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).first()
    return str(row[0]) if row else None


def keep_copy(path: Path, newest: str) -> Path:
    """Copy a SQLite file that may be in use, whole, beside itself; returns the copy's path."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    copy = path.with_name(f"{path.stem}-before-{newest}-{stamp}.db")
    draft = copy.with_suffix(".part")
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(draft)) as target:
            source.backup(target)
        draft.replace(copy)
    except (sqlite3.Error, OSError) as error:
        draft.unlink(missing_ok=True)
        raise MigrationFailed(
            f"No copy of the database {path} could be kept ({error}), so it was not brought up to date: make "
            "room in its folder, then start again."
        ) from error
    return copy


def new_revision(message: str) -> None:
    """For developers: write migrations/versions/<number>_<message>.py from how the tables differ from the
    schema.

    The difference is taken against a fresh database at today's newest schema.
    """
    import tempfile

    config = alembic_config()
    count = len(list(ScriptDirectory.from_config(config).walk_revisions()))
    with tempfile.TemporaryDirectory() as folder:
        engine = sqlite_engine(Path(folder) / "fresh.db")
        bring_up_to_date(engine, "fresh.db", Path(folder) / "fresh.db")
        with engine.connect() as connection:
            config.attributes["connection"] = connection
            command.revision(config, message, autogenerate=True, rev_id=f"{count + 1:04d}")
        engine.dispose()


def _upgrade(engine: Engine, config: Config) -> None:
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
        else:
            # Two servers that start together must not both migrate.
            connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": APPLICATION_ID})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()


def _refuse_strangers(place: str, tables: set[str], *, marked: bool, foreign: bool) -> None:
    """`marked` = carries our mark, `foreign` = carries another program's."""
    ours = VERSION_TABLE in tables
    if (marked and (ours or not tables)) or (not foreign and (ours or not tables)):
        return
    raise NotOurs(
        f"The database {place} belongs to another program: it was left as it is; choose another with "
        "VIVARIUM_DATABASE_URL or VIVARIUM_DATA_DIR."
    )
