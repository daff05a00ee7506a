"""Many phones, lost answers, old clocks and kills (F01, F02, F18), as far as the service goes."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from app.config import Settings
from app.rules import replay
from app.service import Played, Refused, WrongSeat
from app.store.codec import load_events
from app.store.errors import StoreError
from tests.service.house import EXPLORING, House, Table

pytestmark = pytest.mark.anyio


async def replayed(table: Table) -> object:
    """The state that the log alone gives: every entry in force, folded from the first."""
    opened = await table.service._tables.open(table.play_door.table)
    lines = await table.service._tables.log.lines(opened.id, 0, opened.revision)
    heads: dict[int, list[int]] = {}
    for line in lines:  # who was in force after each entry, told from the log and nothing else
        if line.kind in ("create", "move"):
            before = heads[lines[line.revision - 2].head] if line.revision > 1 else []
            heads[line.revision] = [*before, line.revision]
    way = heads[lines[-1].head]
    return replay(event for line in lines if line.revision in way for event in load_events(line.events))


@pytest.mark.parametrize("seed", range(3))
async def test_three_phones_with_lost_answers_agree_in_the_end(house, seed):
    """F02: 60 moves at random moments, a tenth of the answers lost and tried again."""
    table = await house.table(settings=EXPLORING)
    cleo, _ = await table.service.join(table.play_door, "Cleo", "exp-03")
    source, revisions, made = random.Random(seed), [], 0

    async def phone(seat) -> None:
        nonlocal made
        for n in range(20):
            await asyncio.sleep(source.random() / 200)
            seen, listing = await table.service.moves(table.play_door, seat)
            if not listing.moves:
                return
            move, key = source.choice(listing.moves), f"{seat.id}-{n}"
            await asyncio.sleep(source.random() / 200)
            (answer,) = await asyncio.gather(table.play(seat, move, seen, key), return_exceptions=True)
            if isinstance(answer, Refused | WrongSeat):
                assert answer.meanwhile, "somebody else was quicker, and the phone is told who"
            else:
                assert isinstance(answer, Played), answer
                made += 1
                if source.random() < 0.1:  # the answer got lost on its way
                    assert await table.play(seat, move, seen, key) == answer
            if source.random() < 0.1:
                await table.service.undo(table.play_door, seat)
            revisions.append(await table.revision())

    await asyncio.gather(*map(phone, (table.ada, table.ben, cleo)))
    assert made > 20
    assert revisions == sorted(revisions)
    moves = [entry for entry in await table.service.log(table.play_door, limit=500) if entry.kind == "move"]
    assert len(moves) == made
    assert await table.whole_state() == await replayed(table)
    house.restart()
    assert await table.whole_state() == await replayed(table)


async def test_a_phone_with_a_wrong_clock_changes_nothing_by_looking(house):
    """F01: an old phone that only reads leaves no trace; times are the server's and never run back."""
    table = await house.table()
    await table.evening(5)
    before = await table.revision(), await table.whole_state()
    for _ in range(20):
        await table.service.table(table.play_door, table.ada)
        await table.service.moves(table.play_door, table.ada)
        await table.service.log(table.play_door)
        await table.service.decks(table.play_door)
        await table.service.stream(table.play_door, since=2)
        await table.service.seat(table.play_door, phone="ada's phone")
    assert (await table.revision(), await table.whole_state()) == before
    house.now -= 24 * 3600 * 1000  # the server's own clock is put right
    await table.set_stamina(3)
    times = [entry.at for entry in await table.service.log(table.play_door, limit=500)]
    assert times == sorted(times, reverse=True)


async def test_two_services_on_one_database_lose_no_move(house):
    """Two processes must not share a SQLite file, but if they do nothing gets lost or half done."""
    table = await house.table()
    other = House.__new__(House)
    other.__dict__.update(house.__dict__)
    other.start()
    twin = replace(table, house=other)
    await twin.state()
    for n in range(6):
        await (table, twin)[n % 2].set_stamina(n % 4)
    await asyncio.gather(*(t.set_stamina(n) for n in range(4) for t in (table, twin)))
    for t in (table, twin):  # each knows its own moves, and of the other's those before its last one
        assert 2 + 6 + 4 <= await t.revision() <= 2 + 6 + 8
    house.restart()
    assert await table.revision() == 2 + 6 + 8
    assert await table.whole_state() == await replayed(table)
    other.stop()


async def test_a_full_disk_is_told_and_the_table_goes_on_afterwards(house, monkeypatch):
    table = await house.table()
    before = await table.revision(), await table.whole_state()
    append = table.service._tables.log.append

    async def full(*args: object, **named: object) -> None:
        raise StoreError("There is no room left for the database here: free some space, then try again.")

    monkeypatch.setattr(table.service._tables.log, "append", full)
    with pytest.raises(StoreError, match="no room left"):
        await table.walk(table.ada)
    monkeypatch.setattr(table.service._tables.log, "append", append)
    assert (await table.revision(), await table.whole_state()) == before
    await table.walk(table.ada)
    assert await table.revision() == before[0] + 1


async def test_a_request_that_is_cut_off_leaves_the_table_whole(house):
    table = await house.table()
    for delay in (0, 0, 0.0005, 0.001, 0.002):
        task = asyncio.ensure_future(table.set_stamina(1))
        await asyncio.sleep(delay)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await table.set_stamina(2)
        assert await table.whole_state() == await replayed(table)


SERVER = """
import asyncio, json, os, sys
from pathlib import Path
from app.config import Settings
from tests.service.house import House

async def main():
    house = House(Settings(data_dir=Path(sys.argv[1])))
    table = await house.table()
    os.write(1, json.dumps([table.play_door.key, table.ben_token]).encode() + b"\\n")
    for n in range(1, 100_000):
        played = await table.set_stamina(n % 5)
        os.write(1, f"{played.revision}\\n".encode())

asyncio.run(main())
"""


@pytest.mark.parametrize("answers", [0, 40])
async def test_a_server_that_is_killed_keeps_links_and_what_it_answered(tmp_path, answers):
    """F18: the link handed out, kill -9 at once, the link opens."""
    key, token, last = await asyncio.to_thread(killed_after, tmp_path, answers)
    house = House(Settings(data_dir=tmp_path))
    door = await house.service.door(key)
    seat = await house.service.seat(door, token=token)
    assert seat.name == "Ben"
    revision = await house.service.revision(door)
    assert revision in (last, last + 1), "one more may have been on its way"
    state = (await house.service.table(door)).state
    if revision > 2:
        assert state.explorers["exp-01"].stamina == (revision - 2) % 5
    with pytest.raises(WrongSeat):
        await house.service.undo(door, None)
    house.stop()


def killed_after(folder: Path, answers: int) -> tuple[str, str, int]:
    """Start a server, kill it after so many answers: the play key, Ben's token, the last revision answered."""
    child = subprocess.Popen([sys.executable, "-c", SERVER, folder], stdout=subprocess.PIPE, text=True)
    key, token = json.loads(child.stdout.readline())
    last = 2
    for _ in range(answers):
        last = int(child.stdout.readline())
    os.kill(child.pid, signal.SIGKILL)
    answered = [line for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    child.stdout.close()
    child.wait()
    last = int(answered[-1]) if answered else last
    return key, token, last
