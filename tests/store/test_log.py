"""The contract of the log, the same on every database."""

from __future__ import annotations

import asyncio
import threading

import pytest

from app.config import Settings
from app.store.db import Database, open_database
from app.store.errors import KeyTaken, RevisionTaken
from app.store.log import Also, Log
from app.store.rows import Proof, StoredRequest, StoredSeat
from tests.store.samples import line, new_game, table_with

pytestmark = pytest.mark.anyio


@pytest.fixture
def log(database: Database) -> Log:
    return Log(database)


async def test_what_is_appended_is_read_back_as_it_was(log):
    game = await table_with(log, moves=3)
    last = line(5, key="s1/k", detail='{"to":3}', kind="undo", head=3, move=None)
    await log.append(game, last, round=4)
    assert await log.lines(game, 0, 99) == (line(1, kind="create", move=None), *map(line, (2, 3, 4)), last)
    assert await log.lines(game, 2, 3) == (line(3),)
    stored = await log.load(game)
    assert (stored.game.revision, stored.game.round, stored.game.played_at) == (5, 4, last.at)
    assert [(mark.revision, mark.head) for mark in stored.marks] == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 3)]
    assert stored.seats == (StoredSeat(1, "Ada", "host", ("e1", "e2")),)
    assert await log.load(game + 1) is None


async def test_a_table_is_found_by_each_key_and_by_its_code(log):
    game = await table_with(log, play_key="p", host_key="h", watch_key="w", code="K7W4QT")
    assert [await log.find(key) for key in "phw"] == [(game, "play"), (game, "host"), (game, "watch")]
    assert await log.find("x") is None
    assert (await log.by_code("K7W4QT")).id == game
    assert await log.by_code("K7W4QU") is None


async def test_two_tables_never_share_a_key_or_a_code(log):
    await table_with(log, play_key="p", code="c")
    for taken in ({"play_key": "p"}, {"code": "c"}):
        with pytest.raises(KeyTaken):
            await log.create(new_game(**taken), [line(1, kind="create")], Also())
    other = await table_with(log)
    with pytest.raises(KeyTaken):
        await log.set_code(other, "c", 1)
    await log.set_code(other, "d", 7)
    assert (await log.by_code("d")).code_until == 7


async def test_a_revision_is_taken_once(log):
    game = await table_with(log, moves=1)
    with pytest.raises(RevisionTaken):
        await log.append(game, line(2, name="late"), round=1)
    with pytest.raises(RevisionTaken):
        await log.append(game, line(4, name="early"), round=1)
    stored = await log.load(game)
    assert stored.game.revision == 2
    assert [mark.name for mark in stored.marks] == ["Ada", "Ada"]


async def test_of_many_that_want_the_same_revision_one_gets_it(log):
    game = await table_with(log)
    tries = await asyncio.gather(
        *(log.append(game, line(2, name=f"n{n}"), round=1) for n in range(20)), return_exceptions=True
    )
    assert [type(error) for error in tries if error].count(RevisionTaken) == 19
    assert (await log.load(game)).marks[-1].name == f"n{tries.index(None)}"


async def test_a_key_is_taken_once_and_the_second_leaves_nothing(log):
    game = await table_with(log)
    other = await table_with(log)
    await log.append(game, line(2, key="s1/k"), round=1)
    seats = Also(new_seats=(StoredSeat(2, "Ben", "play", ()),))
    with pytest.raises(KeyTaken):
        await log.append(game, line(3, key="s1/k"), round=9, also=seats)
    stored = await log.load(game)
    assert (stored.game.revision, stored.game.round, len(stored.marks), len(stored.seats)) == (2, 1, 2, 1)
    await log.append(other, line(2, key="s1/k"), round=1)
    await log.append(game, line(3), round=1)


async def test_a_bad_entry_fails_alone_though_others_share_its_commit(log):
    games = [await table_with(log) for _ in range(8)]
    await log.append(games[0], line(2, key="k"), round=1)
    done = await asyncio.gather(
        log.append(games[0], line(3, key="k"), round=1),
        *(log.append(game, line(2), round=1) for game in games[1:]),
        return_exceptions=True,
    )
    assert [type(result) for result in done] == [KeyTaken] + [type(None)] * 7
    assert [(await log.load(game)).game.revision for game in games] == [2] * 8


async def test_entries_that_wait_share_a_commit(database, log):
    games = [await table_with(log) for _ in range(40)]
    before, hold = database.writer.commits, threading.Event()
    blocker = asyncio.ensure_future(database.write(lambda _: hold.wait(10)))
    waiting = [asyncio.ensure_future(log.append(game, line(2), round=1)) for game in games]
    await asyncio.sleep(0.05)
    assert not any(task.done() for task in waiting), "answered before the commit"
    hold.set()
    await asyncio.gather(blocker, *waiting)
    assert database.writer.commits - before <= 2, "forty entries and the blocker"
    assert all([(await log.load(game)).game.revision == 2 for game in games])


async def test_seats_and_what_proves_them_change_together_with_an_entry(log):
    game = await table_with(log)
    request = StoredRequest(1, 1, "Ben", "cd" * 32, 5)
    await log.append(
        game,
        line(2, kind="join"),
        round=1,
        also=Also(
            new_seats=(StoredSeat(2, "Ben", "play", ()),),
            changed_seats=(StoredSeat(1, "Ada II", "play", ("e2",)),),
            new_proofs=(Proof("ef" * 32, "token", 2),),
            gone_proofs=("ab" * 32,),
            new_request=request,
            new_name="Saturday",
        ),
    )
    stored = await log.load(game)
    assert stored.seats == (StoredSeat(1, "Ada II", "play", ("e2",)), StoredSeat(2, "Ben", "play", ()))
    assert stored.proofs == (Proof("ef" * 32, "token", 2),)
    assert stored.requests == (request,)
    assert stored.game.name == "Saturday"
    await log.append(game, line(3, kind="grant"), round=1, also=Also(gone_requests=(1,)))
    assert (await log.load(game)).requests == ()


async def test_a_phone_finds_its_tables_the_last_played_first(log):
    older = await table_with(log, name="older")
    newer = await table_with(log, name="newer", moves=3)
    known = await log.known_to("ab" * 32)
    assert [(table.game.id, table.game.name, table.seat.name) for table in known] == [
        (newer, "newer", "Ada"),
        (older, "older", "Ada"),
    ]
    assert await log.known_to("00" * 32) == ()


async def test_a_state_is_folded_from_the_newest_snapshot_in_force(log):
    game = await table_with(log)
    for revision in range(2, 8):
        snapshot = ("v1", (f"state {revision}").encode) if revision in (3, 5) else None
        await log.append(game, line(revision), round=1, snapshot=snapshot)
    data, rest = await log.events_after_snapshot(game, [1, 2, 3, 4, 5, 6, 7], "v1")
    assert data == b"state 5"
    assert rest == ((6, line(6).events), (7, line(7).events))
    # The moves 4 and 5 were taken back: what was kept after them is not on the way.
    data, rest = await log.events_after_snapshot(game, [1, 2, 3, 6, 7], "v1")
    assert (data, [revision for revision, _ in rest]) == (b"state 3", [6, 7])
    data, rest = await log.events_after_snapshot(game, [1, 2, 3, 4], "v1")
    assert (data, [revision for revision, _ in rest]) == (b"state 3", [4])
    data, rest = await log.events_after_snapshot(game, [1, 2], "v2")
    assert (data, [revision for revision, _ in rest]) == (None, [1, 2])


async def test_keys_of_long_ago_are_not_kept_in_memory(log):
    game = await table_with(log)
    await log.append(game, line(2, key="old"), round=1)
    await log.append(game, line(3, key="new"), round=1)
    stored = await log.load(game, keys_since=line(3).at)
    assert [mark.key for mark in stored.marks] == [None, None, "new"]
    assert [line.key for line in await log.lines(game, 0, 9)] == [None, "old", "new"]


async def test_everything_is_there_after_opening_the_database_again(settings: Settings, database, log):
    game = await table_with(log, moves=5)
    before = await log.load(game), await log.lines(game, 0, 99)
    database.close()
    again = open_database(settings)
    try:
        assert (await Log(again).load(game), await Log(again).lines(game, 0, 99)) == before
    finally:
        again.close()


async def test_a_wait_that_is_cancelled_does_not_stop_the_writer(database, log):
    game = await table_with(log)
    hold = threading.Event()
    blocker = asyncio.ensure_future(database.write(lambda _: hold.wait(10)))
    task = asyncio.ensure_future(log.append(game, line(2), round=1))
    await asyncio.sleep(0.02)
    task.cancel()
    hold.set()
    await blocker
    with pytest.raises(asyncio.CancelledError):
        await task
    revision = (await log.load(game)).game.revision
    await log.append(game, line(revision + 1), round=1)


async def test_two_event_loops_may_write_to_one_database(database, log):
    game = await table_with(log)
    other = await table_with(log)
    thread = threading.Thread(target=lambda: asyncio.run(log.append(other, line(2), round=1)))
    thread.start()
    await log.append(game, line(2), round=1)
    await asyncio.to_thread(thread.join)
    assert (await log.load(other)).game.revision == 2


async def test_a_closed_database_says_so(database):
    database.close()
    with pytest.raises(RuntimeError, match="closed"):
        await database.write(lambda _: None)
