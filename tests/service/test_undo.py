"""Undo and redo (F20): nothing vanishes, everybody is named, what comes back is what went."""

from __future__ import annotations

import asyncio
import time

import pytest

from app.rules.moves import DrawEncounter, RollDie
from app.service import Refused, WrongSeat, opened
from app.service.opened import STATES_KEPT
from app.store.log import Log
from tests.service.house import EXPLORING

pytestmark = pytest.mark.anyio


async def test_undo_names_whose_moves_it_takes_back(house):
    table = await house.table()
    service, door = table.service, table.play_door
    start = await table.revision()
    await table.walk(table.ada)
    await table.walk(table.ben)
    await table.play(table.ben, RollDie("game"))
    plan = await service.undo_plan(door, table.ada, to=start)
    assert [entry.name for entry in plan.entries] == ["Ben", "Ben", "Ada"]
    assert plan.others == ("Ben",)
    assert plan.across_reveal, "the die was rolled"
    assert (plan.to, await table.revision()) == (start, start + 3)
    own = await service.undo_plan(door, table.ben)
    assert [entry.revision for entry in own.entries] == [start + 3]
    assert own.others == ()
    assert not (await service.undo_plan(door, table.ada, to=start)).entries[-1].reveals


async def test_the_log_keeps_what_was_taken_back_and_by_whom(house):
    table = await house.table()
    service, door = table.service, table.play_door
    start, before = await table.revision(), await table.whole_state()
    await table.walk(table.ada)
    await table.walk(table.ben)
    after = await table.whole_state()
    revision = await service.undo(door, table.ada, to=start)
    assert revision == start + 3
    assert await table.whole_state() == before
    undo, ben, ada, *_ = await service.log(door)
    assert (undo.kind, undo.name, undo.to) == ("undo", "Ada", 1), "since the table was set only Ben had come"
    for entry, name in ((ben, "Ben"), (ada, "Ada")):
        assert (entry.name, entry.undone_by, entry.undone_at_revision, entry.redone) == (name, "Ada", revision, False)
        assert entry.events, "what happened is still to be read"

    again = await service.redo(door, table.ben)
    assert await table.whole_state() == after
    redo, undo, ben, ada, *_ = await service.log(door)
    assert (redo.kind, redo.name, redo.revision) == ("redo", "Ben", again)
    assert [(e.undone_by, e.redone) for e in (ben, ada)] == [(None, True), (None, True)]


async def test_redo_brings_the_same_cards_and_dice(house):
    table = await house.table(settings=EXPLORING)
    seat, draw = await table.until(DrawEncounter)
    start = await table.revision()
    await table.play(seat, draw)
    await table.play(table.ada, RollDie("game"))
    after = await table.whole_state()
    await table.service.undo(table.play_door, table.ada, to=start)
    house.restart()
    await table.service.redo(table.play_door, table.ada)
    assert await table.whole_state() == after
    # The card lies where it lay: who undoes a draw and draws again draws it again.
    await table.service.undo(table.play_door, table.ada, to=start)
    await table.play(seat, draw)
    assert (await table.whole_state()).decks["encounters"] == after.decks["encounters"]


async def test_a_new_move_ends_what_redo_could_bring(house):
    table = await house.table()
    service, door = table.service, table.play_door
    await table.walk(table.ada)
    await table.walk(table.ada)
    await service.undo(door, table.ada)
    assert (await service.table(door)).can_redo
    await service.rename_seat(door, table.ben, "Benno")  # no move: redo is still there
    assert (await service.table(door)).can_redo
    await table.walk(table.ben)
    assert not (await service.table(door)).can_redo
    with pytest.raises(Refused) as caught:
        await service.redo(door, table.ada)
    assert caught.value.reasons[0].code == "nothing_to_redo"


async def test_step_by_step_back_and_step_by_step_forth(house):
    table = await house.table()
    service, door = table.service, table.play_door
    states = [await table.whole_state()]
    for n in range(4):
        await table.set_stamina(n)
        states.append(await table.whole_state())
        await table.walk(table.ben)
        await service.undo(door, table.ben)
    for n in range(4):
        await service.undo(door, table.ben)
        assert await table.whole_state() == states[3 - n]
    assert not (await service.table(door)).can_undo
    with pytest.raises(Refused) as caught:
        await service.undo(door, table.ada)
    assert caught.value.reasons[0].code == "nothing_to_undo"
    for n in range(4):
        await service.redo(door, table.ada)
        assert await table.whole_state() == states[n + 1]
    house.restart()
    assert await table.whole_state() == states[-1]
    assert (await house.service.table(door)).can_redo, "the last walk can still come back"


async def test_redo_part_of_what_was_undone(house):
    table = await house.table()
    service, door = table.service, table.play_door
    start = await table.revision()
    for _ in range(3):
        await table.play(table.ada, RollDie("game"))
    await service.undo(door, table.ada, to=start)
    await service.redo(door, table.ada, to=start + 2)
    log = {entry.revision: entry for entry in await service.log(door)}
    assert [log[start + n].redone for n in (1, 2, 3)] == [True, True, False]
    await service.redo(door, table.ada)
    assert (await service.log(door))[0].to == start + 3
    for to in (start + 2, 99, 0, -1):
        with pytest.raises(Refused):
            await service.redo(door, table.ada, to=to)


async def test_undo_leads_only_to_what_lies_behind(house):
    table = await house.table()
    service, door = table.service, table.play_door
    start = await table.revision()
    await table.walk(table.ada)
    await service.undo(door, table.ada)
    await table.walk(table.ben)
    for to in (start + 1, await table.revision(), 999, 0, -3):
        with pytest.raises(Refused) as caught:
            await service.undo(door, table.ada, to=to)
        assert caught.value.reasons[0].code == "not_on_the_way_back"
    # The state after the undo itself is behind us.
    assert (await service.undo_plan(door, table.ada, to=start + 2)).entries[0].revision == start + 3


async def test_undo_is_refused_when_the_table_has_moved_on_since_the_dialog(house):
    table = await house.table()
    service, door = table.service, table.play_door
    await table.walk(table.ada)
    seen = await table.revision()
    await table.walk(table.ben)
    with pytest.raises(Refused) as caught:
        await service.undo(door, table.ada, to=seen - 1, revision=seen)
    assert caught.value.reasons[0].code == "moved_meanwhile"
    assert [entry.name for entry in caught.value.meanwhile] == ["Ben"]
    await service.rename_seat(door, table.ben, "Benno")
    now = await table.revision() - 1
    await service.undo(door, table.ada, revision=now)  # a new name is no move


async def test_undo_pressed_twice_takes_back_once(house):
    table = await house.table()
    service, door = table.service, table.play_door
    await table.walk(table.ada)
    await table.walk(table.ada)
    seen = await table.revision()
    done = await asyncio.gather(*(service.undo(door, table.ada, key="u") for _ in range(3)))
    assert done == [seen + 1] * 3
    twice = await asyncio.gather(
        service.redo(door, table.ada, revision=seen + 1),
        service.redo(door, table.ben, revision=seen + 1),
        return_exceptions=True,
    )
    assert [type(answer) for answer in twice].count(Refused) == 1


async def test_who_watches_undoes_nothing(house):
    table = await house.table()
    watcher, _ = await table.service.join(table.watch_door, "Cleo")
    await table.walk(table.ada)
    for call in (table.service.undo_plan, table.service.undo, table.service.redo):
        with pytest.raises(WrongSeat):
            await call(table.play_door, watcher)


async def test_undo_far_back_finds_states_that_are_no_longer_in_memory(house):
    table = await house.table()
    service, door = table.service, table.play_door
    start = await table.revision()
    states = {}
    for _ in range(STATES_KEPT + 80):
        await table.set_stamina(await table.revision() % 5)
        states[await table.revision()] = await table.whole_state()
    end = await table.revision()
    for to in (end - 3, start + 130, start + 61, start + 20):
        await service.undo(door, table.ada, to=to)
        assert await table.whole_state() == states[to]
    await service.redo(door, table.ada, to=end)
    assert await table.whole_state() == states[end]
    house.restart()
    assert await table.whole_state() == states[end]
    await house.service.undo(door, table.ada, to=start + 62)
    house.restart()
    assert await table.whole_state() == states[start + 62]


async def test_a_snapshot_is_never_needed(house):
    """Without snapshots, or with spoiled ones, the log gives the same states."""
    table = await house.table()
    await table.evening(130)
    state = await table.whole_state()

    async def spoil(sql: str) -> int:
        def work(cursor) -> int:
            cursor.execute(sql)
            return cursor.rowcount

        return await house.database.write(work)

    assert await spoil("UPDATE snapshot SET data = x'00'") >= 2
    house.restart()
    assert await table.whole_state() == state
    await spoil("DELETE FROM snapshot")
    house.restart()
    began = time.perf_counter()
    assert await table.whole_state() == state
    assert time.perf_counter() - began < 30


async def test_everybody_is_told_of_what_redo_would_bring_back(house):
    table = await house.table()
    service, door = table.service, table.play_door
    assert (await service.table(door, table.ada)).taken_back == ()
    start = await table.revision()
    await table.walk(table.ada)
    await table.walk(table.ben)
    undo = await service.undo(door, table.ben, to=start)
    for seat in (table.ada, table.ben, None):
        (news,) = (await service.table(door, seat)).taken_back
        assert (news.undo.name, news.undo.revision, news.redo) == ("Ben", undo, True)
        assert news.moves == 2
        assert news.makers == (("s2", "Ben"), ("s1", "Ada"))
        assert news.oldest.name == "Ada"
    house.restart()
    (news,) = (await table.service.table(door, table.ben)).taken_back
    assert news.redo, "also after a restart"
    await table.service.redo(door, table.ada)
    for seat in (table.ada, table.ben):
        assert (await table.service.table(door, seat)).taken_back == ()


async def test_an_undo_of_a_whole_evening_is_told_without_reading_all_of_it(house, monkeypatch):
    """Every page of every phone tells of it: what it costs must not grow with what was taken back."""
    monkeypatch.setattr(opened, "ENTRIES_KEPT", 8)
    monkeypatch.setattr(opened, "SPARE", 4)
    table = await house.table()
    service, door, start = table.service, table.play_door, await table.revision()
    await service.table(door, table.ada)  # the first look reads which chapters have lain face up, once
    read = []
    lines = Log.lines
    monkeypatch.setattr(Log, "lines", lambda log, *asked: read.append(asked) or lines(log, *asked))

    async def cost(moves: int) -> int:
        for n in range(moves):
            await table.play((table.ada, table.ben)[n % 2], RollDie("low"))
        await service.undo(door, table.ada, to=start)
        read.clear()
        for _ in range(3):
            (news,) = (await service.table(door, table.ada)).taken_back
            assert news.moves == moves
            assert {name for _, name in news.makers} == {"Ada", "Ben"}
        return len(read)

    assert await cost(60) <= await cost(20) <= 6


async def test_whoever_lost_a_move_hears_of_it_until_they_act_again(house):
    table = await house.table()
    service, door = table.service, table.play_door
    await table.walk(table.ada)
    await service.undo(door, table.ben)
    await table.walk(table.ben)  # now nothing can be brought back
    (news,) = (await service.table(door, table.ada)).taken_back
    assert (news.undo.name, news.redo) == ("Ben", False)
    assert (await service.table(door, table.ben)).taken_back == (), "he did it himself"
    await table.walk(table.ada)
    assert (await service.table(door, table.ada)).taken_back == ()
