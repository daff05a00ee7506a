"""The streams: the current revision first, nothing missed, nothing piled up, gone at once when the server goes."""

from __future__ import annotations

import asyncio
import gc
import time

import pytest

from app.live import PING, REGIONS, Live
from app.rules.moves import RollDie

pytestmark = pytest.mark.anyio


async def next_of(listener, within: float = 2.0) -> bytes:
    async with asyncio.timeout(within):
        return await anext(listener)


async def listen(listener) -> int:
    """Listen to the end, as a page does; returns how many messages came."""
    return len([chunk async for chunk in listener])


def told(chunk: bytes) -> tuple[int, set[str]]:
    """Revision and regions of a message, which must be a whole event."""
    assert chunk.endswith(b"\n\n")
    fields = dict(line.split(": ", 1) for line in chunk.decode().strip().split("\n"))
    assert fields["event"] == "changed"
    revision, *regions = fields["data"].split(" ")
    assert fields["id"] == revision
    return int(revision), set(regions)


async def test_the_current_revision_comes_first_then_each_change():
    live = Live()
    listener = live.subscribe(1, 7)
    first = await next_of(listener)
    assert first.startswith(b"retry: 500\n")
    assert told(first) == (7, set())
    live.publish(1, 8, {"board", "now"})
    assert told(await next_of(listener)) == (8, {"board", "now", "log"})
    live.publish(2, 1, {"board"})  # another table
    live.publish(1, 9, {"cards"})
    assert told(await next_of(listener)) == (9, {"cards", "log"})


async def test_what_changed_while_away_is_named_at_once():
    assert told(await next_of(Live().subscribe(1, 9, {"party"}))) == (9, {"party"})


async def test_the_bytes_are_made_once_for_all_who_listen():
    live = Live()
    listeners = [live.subscribe(1, 1) for _ in range(50)]
    for listener in listeners:
        await next_of(listener)
    live.publish(1, 2, {"board"})
    chunks = [await next_of(listener) for listener in listeners]
    assert len({id(chunk) for chunk in chunks}) == 1


async def test_a_slow_listener_holds_one_message_with_all_that_changed():
    live = Live()
    slow, quick = live.subscribe(1, 0), live.subscribe(1, 0)
    await next_of(slow)
    await next_of(quick)
    for revision in range(1, 5001):
        live.publish(1, revision, {"board" if revision % 2 else "cards"})
        if revision % 1000 == 0:
            await next_of(quick)
    assert len(slow._pending) < 200
    assert told(await next_of(slow)) == (5000, {"board", "cards", "log"})
    waiting = asyncio.ensure_future(anext(slow))
    await asyncio.sleep(0.02)
    assert not waiting.done()
    live.publish(1, 5001, {"now"})
    assert told(await waiting) == (5001, {"now", "log"})


async def test_one_that_has_not_read_its_first_message_is_told_the_newest():
    live = Live()
    listener = live.subscribe(1, 3)
    live.publish(1, 4, {"board"})
    assert told(await next_of(listener)) == (4, {"board", "log"})


@pytest.mark.parametrize("how", ["publish", "remind"])
async def test_what_was_missed_is_named_though_more_changes_before_it_is_read(how):
    live = Live()
    listener = live.subscribe(1, 3, {"party"})
    if how == "publish":
        live.publish(1, 4, {"board"})
    else:  # as the listener's own seat does, when it has been away
        live.remind(1, {"board"})
    first = await next_of(listener)
    assert first.startswith(b"retry: 500\n")
    assert told(first)[1] - {"log"} == {"party", "board"}
    live.publish(1, 5, {"now"})
    second = await next_of(listener)
    assert second.startswith(b"id:"), "how soon to connect again is told once"
    assert told(second) == (5, {"now", "log"})


async def test_silence_is_broken_by_a_ping():
    listener = Live(ping_every=0.01).subscribe(1, 1)
    await next_of(listener)
    assert [await next_of(listener) for _ in range(3)] == [PING] * 3


async def test_all_streams_end_at_once_when_the_server_goes_down():
    live = Live()
    listeners = [live.subscribe(table, 1) for table in range(200)]
    for listener in listeners:
        await next_of(listener)

    waiting = [asyncio.ensure_future(listen(listener)) for listener in listeners]
    await asyncio.sleep(0.05)
    live.publish(5, 2, {"board"})
    began = time.perf_counter()
    live.close_all()
    counts = await asyncio.gather(*waiting)
    assert time.perf_counter() - began < 5
    assert counts == [int(table == 5) for table in range(200)], "what was pending is still told"
    late = live.subscribe(1, 9)
    assert told(await next_of(late)) == (9, set())
    with pytest.raises(StopAsyncIteration):
        await next_of(late)


async def test_who_goes_away_without_a_word_is_forgotten():
    live = Live()
    pages = [asyncio.ensure_future(listen(live.subscribe(1, 1))) for _ in range(5)]
    await asyncio.sleep(0.01)
    assert live.count(1) == 5
    for page in pages:
        page.cancel()
    await asyncio.wait(pages)
    del pages, page
    await asyncio.sleep(0)  # the loop still holds how they ended
    gc.collect()
    assert live.count() == 0
    live.publish(1, 2, {"board"})
    assert live.count(1) == 0


async def test_a_page_hears_of_every_move_after_it_is_kept(house):
    table = await house.table()
    service, door = table.service, table.play_door
    stream = await service.stream(door)
    assert told(await next_of(stream)) == (2, set())
    kept = asyncio.ensure_future(table.walk(table.ada))
    revision, regions = told(await next_of(stream))
    assert (revision, {"board", "party", "now", "log"} <= regions <= REGIONS) == (3, True)
    await kept
    assert await house.restart().revision(door) == 3


async def test_who_comes_back_is_told_what_changed_meanwhile(house):
    table = await house.table()
    service, door = table.service, table.play_door
    seen = await table.revision()
    await table.play(table.ada, RollDie("game"))
    now, regions = told(await next_of(await service.stream(door, since=seen)))
    assert now == seen + 1
    assert regions == {"now", "log"}, "a die on the table changes no card"
    assert told(await next_of(await service.stream(door, since=now))) == (now, set())
    await service.undo(door, table.ada)
    assert told(await next_of(await service.stream(door, since=now))) == (now + 1, set(REGIONS))
    for strange in (0, -5, 999):
        assert told(await next_of(await service.stream(door, since=strange))) == (now + 1, set(REGIONS))


async def test_what_is_done_while_the_log_is_read_for_who_comes_back_is_not_missed(house, monkeypatch):
    table = await house.table()
    service, door = table.service, table.play_door
    seen = await table.revision()
    await table.play(table.ada, RollDie("game"))
    reading = service._tables.entries

    async def slowly(*asked):
        monkeypatch.undo()
        found = await reading(*asked)
        await service.undo(door, table.ada)
        return found

    monkeypatch.setattr(service._tables, "entries", slowly)
    assert told(await next_of(await service.stream(door, since=seen))) == (seen + 2, set(REGIONS))


async def test_nothing_is_told_of_a_move_that_was_refused_or_not_kept(house):
    table = await house.table()
    stream = await table.service.stream(table.play_door)
    await next_of(stream)
    with pytest.raises(Exception, match="seat_watches"):
        await table.service.play(table.watch_door, table.ada, RollDie("game"))
    house.database.close()
    with pytest.raises(RuntimeError, match="closed"):
        await table.play(table.ada, RollDie("game"))
    with pytest.raises(TimeoutError):
        await next_of(stream, within=0.05)
