"""kill -9 at any moment: an entry is fully there or fully absent, and what was answered is there (F18)."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys

from app.store.db import open_database
from app.store.log import Log

WRITER = """
import asyncio, os, sys
from pathlib import Path
from app.config import Settings
from app.store.db import open_database
from app.store.log import Also, Log
from app.store.rows import StoredSeat
from tests.store.samples import line, table_with

async def main():
    database = open_database(Settings(data_dir=Path(sys.argv[1]), database_url=sys.argv[2]))
    log = Log(database)
    games = [await table_with(log) for _ in range(4)]

    async def play(game):
        for revision in range(2, 100_000):
            also = Also(new_seats=(StoredSeat(revision, "n", "play", ()),))
            snapshot = ("f", lambda: b"x" * 3000)
            await log.append(game, line(revision), round=revision, also=also, snapshot=snapshot)
            os.write(1, f"{game} {revision}\\n".encode())

    await asyncio.gather(*map(play, games))

asyncio.run(main())
"""


def test_what_was_answered_is_there_and_nothing_is_half_there(settings, tmp_path):
    open_database(settings).close()
    child = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path), settings.database_url],
        stdout=subprocess.PIPE,
        text=True,
    )
    said: list[str] = []
    for answer in child.stdout:
        said.append(answer)
        if len(said) == 150:
            break
    os.kill(child.pid, signal.SIGKILL)
    said += child.stdout.read().splitlines(keepends=True)
    child.stdout.close()
    assert child.wait() == -signal.SIGKILL
    answered: dict[int, int] = {}
    for answer in said:
        if answer.endswith("\n"):
            game, revision = map(int, answer.split())
            answered[game] = revision
    assert len(answered) == 4

    async def check() -> None:
        database = open_database(settings)
        log = Log(database)
        for game, revision in answered.items():
            stored = await log.load(game)
            assert stored.game.revision in (revision, revision + 1), "one more may have been on its way"
            assert [mark.revision for mark in stored.marks] == list(range(1, stored.game.revision + 1))
            assert [seat.number for seat in stored.seats] == list(range(1, stored.game.revision + 1))
            assert stored.game.round == stored.game.revision
            data, rest = await log.events_after_snapshot(game, range(1, stored.game.revision + 1), "f")
            assert (data, rest) == (b"x" * 3000, ())
        database.close()

    asyncio.run(check())
