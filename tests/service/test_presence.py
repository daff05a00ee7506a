"""Whose phone is looking: streams and requests count, silence means away, and the others are told."""

from __future__ import annotations

import asyncio

import pytest

from app.live import Live
from app.service.presence import AWAY_AFTER, TOLD_AT, UNSEEN_AFTER, Presence

pytestmark = pytest.mark.anyio


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


async def told(listener) -> str:
    async with asyncio.timeout(5):
        return (await anext(listener)).decode()


async def test_a_seat_is_away_when_its_last_page_has_been_gone_for_a_while():
    clock = Clock()
    presence = Presence(Live(), clock)
    presence.came(1, "s1")
    presence.came(1, "s1")
    presence.went(1, "s1")
    clock.now += 10 * AWAY_AFTER
    assert presence.away(1, "s1") is None, "one page is left"
    presence.went(1, "s1")
    left = clock.now
    clock.now += AWAY_AFTER - 1
    assert presence.away(1, "s1") is None
    clock.now += 1
    assert presence.away(1, "s1") == left
    presence.seen(1, "s1")
    assert presence.away(1, "s1") is None
    assert presence.away(2, "s1") is not None, "another table's seat is another"


async def test_a_clock_that_is_put_back_keeps_nobody_in_the_room():
    clock = Clock()
    presence = Presence(Live(), clock)
    presence.seen(1, "s1")
    clock.now -= 500_000
    for seat in ("s1", "s2"):
        assert presence.away(1, seat) is None
        assert presence.unseen(1, seat) is None
    put_back = clock.now
    clock.now += AWAY_AFTER
    for seat in ("s1", "s2"):
        assert presence.away(1, seat) == put_back
        assert presence.unseen(1, seat) == AWAY_AFTER


async def test_after_a_restart_those_who_do_not_come_back_are_away():
    clock = Clock()
    presence = Presence(Live(), clock)
    assert presence.away(1, "s1") is None
    clock.now += AWAY_AFTER
    assert presence.away(1, "s1") == 1_000_000


async def test_the_others_are_told_when_somebody_is_away_and_when_they_are_back():
    clock, live = Clock(), Live()
    presence = Presence(live, clock, after=20)
    listener = live.subscribe(1, 7)
    elsewhere = live.subscribe(2, 3)
    assert "data: 7\n" in await told(listener)
    await told(elsewhere)
    presence.came(1, "s1")
    presence.went(1, "s1")
    clock.now += 20
    assert "data: 7 seats\n" in await told(listener), "at the same revision"
    presence.came(1, "s1")
    assert "data: 7 seats\n" in await told(listener)
    live.publish(2, 4, {"now"})
    assert "data: 4 log now\n" in await told(elsewhere), "nothing of the other table"


async def test_who_comes_back_in_time_is_not_told_of():
    clock, live = Clock(), Live()
    presence = Presence(live, clock, after=20)
    listener = live.subscribe(1, 7)
    await told(listener)
    presence.came(1, "s1")
    presence.went(1, "s1")
    presence.came(1, "s1")
    clock.now += 20
    await asyncio.sleep(0.1)  # longer than the timer that must not ring
    live.publish(1, 8, {"now"})
    assert "data: 8 log now\n" in await told(listener)


async def test_a_view_says_who_is_away_and_looking_is_enough_to_be_there(house):
    table = await house.table()
    service, door = table.service, table.play_door
    house.now += 2 * AWAY_AFTER
    away = (await service.table(door, table.ada)).away
    assert set(away) == {"s2"}
    await service.table(door, table.ben)
    assert (await service.table(door, table.ada)).away == {}


async def test_a_seat_without_a_page_is_unseen_before_it_is_away():
    clock = Clock()
    presence = Presence(Live(), clock)
    presence.came(1, "s1")
    clock.now += 10 * AWAY_AFTER
    assert presence.unseen(1, "s1") is None, "its page is open"
    presence.went(1, "s1")
    for gone in (0, UNSEEN_AFTER - 1):
        clock.now += gone
        assert presence.unseen(1, "s1") is None
    clock.now += 1
    assert (presence.unseen(1, "s1"), presence.away(1, "s1")) == (UNSEEN_AFTER, None)
    presence.seen(1, "s1")
    assert presence.unseen(1, "s1") is None


async def test_menus_are_drawn_anew_at_each_age_that_they_tell(monkeypatch):
    """One timer after the other, until the seat is away or back."""
    waits = []
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "call_later", lambda wait, call, *given: waits.append((wait, call, given)))
    clock, live = Clock(), Live()
    presence = Presence(live, clock)
    listener = live.subscribe(1, 7)
    await told(listener)
    presence.came(1, "s1")
    presence.went(1, "s1")
    at, left = [], clock.now
    while len(waits) > len(at):
        wait, call, given = waits[len(at)]
        clock.now += round(wait * 1000)
        at.append(clock.now - left)
        call(*given)
        assert "data: 7 seats\n" in await told(listener)
    assert [round(n, -3) for n in at] == [*TOLD_AT, AWAY_AFTER]
    presence.came(1, "s1")
    assert "data: 7 seats\n" in await told(listener)
