"""Who sits where, and what each door lets one do."""

from __future__ import annotations

import asyncio

import pytest

from app.rules.changes import SetStatus
from app.rules.moves import MakeRuling, RollDie
from app.service import InvalidInput, InvalidName, NewTable, Refused, TooManyTries, UnknownTable, WrongSeat
from app.service.opening import CODE_FOR
from app.service.seating import MOST_REQUESTS

pytestmark = pytest.mark.anyio


def code(caught) -> str:
    (reason,) = caught.value.reasons
    return reason.code


async def test_a_table_needs_nothing_said(house):
    made = await house.service.create_table(NewTable())
    assert (made.seat.id, made.seat.kind, made.seat.explorers, made.revision) == ("s1", "host", ("exp-01",), 1)
    assert len({made.play, made.host, made.watch, made.token}) == 4
    assert all(len(key) >= 22 for key in (made.play, made.host, made.watch, made.token)), "128 bits and more"
    view = await house.service.table(await house.service.door(made.play))
    assert view.name == next(iter(house.service.book.scenarios.values())).name
    assert [e for e, x in view.state.explorers.items() if x.status == "in_play"] == ["exp-01", "exp-02", "exp-03"]


@pytest.mark.parametrize(
    ("spec", "field"),
    [
        ({"scenario": "nowhere"}, "scenario"),
        ({"length": "endless"}, "length"),
        ({"variation": "sideways"}, "variation"),
        ({"explorers": ["exp-01", "exp-01"]}, "explorers"),
        ({"explorers": ["nobody"]}, "explorers"),
        ({"explorers": ["exp-01"], "explorer": "exp-02"}, "explorer"),
        ({"settings": {"gravity": "off"}}, "settings.gravity"),
        ({"settings": {"cost_move": "2"}}, "settings.cost_move"),
        ({"name": "x" * 300}, "name"),
        ({"player": "  "}, "player"),
    ],
)
async def test_what_the_pack_does_not_have_is_named(house, spec, field):
    with pytest.raises(InvalidInput) as caught:
        await house.service.create_table(NewTable(**spec))
    assert dict(caught.value.reasons[0].params)["field"] == field
    assert await house.service.home("p") == ()


async def test_the_same_phone_lands_on_the_same_seat(house):
    table = await house.table()
    service, door = table.service, table.play_door
    assert await service.seat(door, phone="ben's phone") == table.ben
    assert await service.seat(door, token=table.ben_token) == table.ben
    again, token = await service.join(door, "Ben", phone="ben's phone")
    assert again == table.ben
    revision = await table.revision()
    assert revision == 2, "nothing to tell the others"
    for proof in ({"token": token}, {"token": table.ben_token}, {"phone": "ben's phone"}):
        assert await service.seat(door, **proof) == table.ben
    house.restart()
    assert await table.service.seat(door, token=token) == table.ben
    renamed, _ = await table.service.join(door, "Benno", "exp-03", phone="ben's phone")
    assert (renamed.id, renamed.name, renamed.explorers) == ("s2", "Benno", ("exp-02", "exp-03"))


async def test_a_phone_that_joins_twice_at_once_gets_one_seat(house):
    table = await house.table()
    done = await asyncio.gather(*(table.service.join(table.play_door, "Cleo", phone="c") for _ in range(5)))
    assert {seat.id for seat, _ in done} == {"s3"}
    assert len({token for _, token in done}) == 5
    assert await table.revision() == 3
    for _, token in done:
        assert (await table.service.seat(table.play_door, token=token)).name == "Cleo"


async def test_two_tables_in_one_phone_do_not_mix(house):
    one, two = await house.table(), await house.table()
    assert await one.service.seat(two.play_door, token=one.ben_token) is None
    guest, _ = await two.service.join(two.play_door, "Dora", phone="dora's phone")
    assert await one.service.seat(one.play_door, phone="dora's phone") is None
    assert await two.service.seat(two.play_door, phone="dora's phone") == guest
    assert [(t.key, t.seat.name) for t in await one.service.home("ben's phone")] == [
        (two.play_door.key, "Ben"),
        (one.play_door.key, "Ben"),
    ]
    assert [t.key for t in await one.service.home("ada's phone")] == [two.host_door.key, one.host_door.key]
    assert await one.service.home("nobody's phone") == ()


async def test_a_phones_id_is_no_token_and_a_token_no_phone(house):
    table = await house.table()
    assert await table.service.seat(table.play_door, token="ben's phone") is None
    assert await table.service.seat(table.play_door, phone=table.ben_token) is None
    assert await table.service.seat(table.play_door, token="") is None


async def test_no_token_phone_or_seed_stands_in_the_database(house):
    table = await house.table()
    await table.evening(5)
    house.stop()
    raw = b"".join(path.read_bytes() for path in house.settings.data_dir.glob("vivarium.db*"))
    house.start()
    assert b"Ben" in raw
    for secret in (table.ada_token, table.ben_token, "ada's phone", "ben's phone"):
        assert secret.encode() not in raw
    assert b"seed" not in raw.lower()


async def test_each_door_says_what_one_may_do(house):
    table = await house.table()
    service = table.service
    kinds = {
        (door.kind, who.name): (await service.seat(door, phone=f"{who.name.lower()}'s phone")).kind
        for door in (table.play_door, table.host_door, table.watch_door)
        for who in (table.ada, table.ben)
    }
    assert kinds == {
        ("play", "Ada"): "host",
        ("play", "Ben"): "play",
        ("host", "Ada"): "host",
        ("host", "Ben"): "host",
        ("watch", "Ada"): "watch",
        ("watch", "Ben"): "watch",
    }
    watcher, _ = await service.join(table.watch_door, "Cleo", phone="cleo's phone")
    assert watcher.kind == "watch"
    seated, _ = await service.join(table.play_door, "Cleo", phone="cleo's phone")
    assert (seated.id, seated.kind) == (watcher.id, "play")
    hosting, _ = await service.join(table.host_door, "Cleo", phone="cleo's phone")
    assert (hosting.id, hosting.kind) == (watcher.id, "host")


async def test_nobody_learns_a_link_above_their_own(house):
    table = await house.table()
    service = table.service
    watcher, _ = await service.join(table.watch_door, "Cleo")
    for door, seat, known in (
        (table.watch_door, watcher, {"watch"}),
        (table.watch_door, None, {"watch"}),
        (table.watch_door, table.ada, {"watch"}),
        (table.play_door, table.ben, {"watch", "play"}),
        (table.play_door, None, {"watch", "play"}),
        (table.play_door, table.ada, {"watch", "play", "host"}),
        (table.host_door, None, {"watch", "play", "host"}),
    ):
        view = await service.table(door, seat)
        assert set(view.links) == known
        keys = {"play": table.play_door.key, "host": table.host_door.key, "watch": table.watch_door.key}
        for kind in set(keys) - known:
            assert keys[kind] not in repr(view)
    assert (await service.table(table.watch_door, watcher)).code == "", "the code leads to the play link"


async def test_an_explorer_belongs_to_one_seat(house):
    table = await house.table()
    service, door = table.service, table.play_door
    with pytest.raises(Refused) as caught:
        await service.join(door, "Cleo", "exp-02")
    (reason,) = caught.value.reasons
    assert (reason.code, dict(reason.params)["name"], reason.alternatives) == ("explorer_taken", "Ben", ("exp-03",))
    with pytest.raises(Refused) as caught:
        await service.join(door, "Cleo", "exp-06")
    assert code(caught) == "unknown_explorer"
    assert await table.revision() == 2
    cleo, _ = await service.join(door, "Cleo", "exp-03")
    assert cleo.explorers == ("exp-03",)
    with pytest.raises(Refused) as caught:
        await service.claim(door, table.ben, "exp-03")
    assert code(caught) == "explorer_taken"
    with pytest.raises(Refused):
        await service.release(door, table.ben, "exp-03")
    assert (await service.release(door, cleo, "exp-03")).explorers == ()
    assert (await service.claim(door, table.ben, "exp-03")).explorers == ("exp-02", "exp-03")
    revision = await table.revision()
    await service.claim(door, table.ben, "exp-03")
    assert await table.revision() == revision, "it was so already"


async def test_a_host_gives_an_explorer_to_whom_they_like(house):
    table = await house.table()
    service, door = table.service, table.play_door
    cleo, _ = await service.join(door, "Cleo")
    with pytest.raises(WrongSeat):
        await service.assign(door, table.ben, "exp-01", cleo)
    await service.assign(door, table.ada, "exp-02", cleo)
    seats = {seat.name: seat.explorers for seat in (await service.table(door)).seats}
    assert seats == {"Ada": ("exp-01",), "Ben": (), "Cleo": ("exp-02",)}
    await service.release(door, table.ada, "exp-02")
    await table.walk(table.ben, "exp-02")  # nobody's now: anybody may play it
    entries = await service.log(door, limit=3)
    assert [entry.kind for entry in entries] == ["move", "release", "claim"]


@pytest.mark.parametrize("gone", ["ruled out", "joined by a ruling that was undone"])
@pytest.mark.parametrize("how", ["released", "freed", "taken over"])
async def test_an_explorer_that_does_not_play_any_more_is_given_back_like_any_other(house, gone, how):
    table = await house.table()
    service, door, who = table.service, table.play_door, "exp-04" if "joined" in gone else "exp-02"
    if who == "exp-04":
        await table.play(table.ada, MakeRuling("Dee comes along.", (SetStatus(who, "waiting"),)))
        await service.claim(door, table.ben, who)
        await service.undo(door, table.ada)
    else:
        await table.play(table.ada, MakeRuling("Bram went home.", (SetStatus(who, "unused"),)))
    assert (await table.state()).explorers[who].status == "unused"
    seats = {seat.id: seat for seat in (await service.table(door)).seats}
    assert who in seats[table.ben.id].explorers, (
        "it may come back by undo or redo, and is theirs until they give it back"
    )
    if how == "taken over":
        assert who in (await service.assign(door, table.ada, who, table.ada)).explorers
    else:
        await service.release(door, table.ben if how == "released" else table.ada, who)
        assert who not in (await service.seat(door, phone="ben's phone")).explorers
        with pytest.raises(Refused) as caught:
            await service.claim(door, table.ben, who)
        assert code(caught) == "unknown_explorer", "nobody takes what does not play"
    if how == "freed" and who == "exp-02":
        await service.remove_seats(door, table.ada, [table.ben.id])


async def test_two_of_the_same_name_are_told_apart(house):
    table = await house.table()
    names = [(await table.service.join(table.play_door, "ben"))[0].name for _ in range(3)]
    assert names == ["ben (2)", "ben (3)", "ben (4)"]
    assert (await table.service.rename_seat(table.play_door, table.ada, "Ben")).name == "Ben (5)"


async def test_a_name_that_looks_like_another_is_refused_with_whose_it_is(house):
    table = await house.table()
    service, door = table.service, table.play_door
    revision = await table.revision()
    for taking in (
        service.join(door, "B\u0435n"),
        service.join(door, "\uff22\uff45\uff4e", phone="another"),
        service.rename_seat(door, table.ada, "B\u0435n"),
    ):
        with pytest.raises(Refused) as caught:
            await taking
        (reason,) = caught.value.reasons
        assert (reason.code, reason.param("other"), reason.param("seat")) == ("looks_like_another", "Ben", "s2")
    assert await table.revision() == revision
    assert (await service.rename_seat(door, table.ben, "B\u0435n")).name == "B\u0435n", "one's own name is no other"


async def test_names_are_changed_by_those_whose_they_are(house):
    table = await house.table()
    service, door = table.service, table.play_door
    assert (await service.rename_seat(door, table.ben, " Benno ")).name == "Benno"
    with pytest.raises(WrongSeat):
        await service.rename_table(door, table.ben, "Bens table")
    assert await service.rename_table(door, table.ada, "Friday") == "Friday"
    house.restart()
    view = await table.service.table(door)
    assert (view.name, [seat.name for seat in view.seats]) == ("Friday", ["Ada", "Benno"])
    log = await table.service.log(door)
    assert [entry.kind for entry in log] == ["rename_table", "rename_seat", "join", "create"]
    assert log[1].name == "Ben", "the name as it was then"
    with pytest.raises(InvalidName):
        await table.service.join(door, "x" * 300)


async def test_a_seat_is_taken_over_when_the_host_allows_it(house):
    table = await house.table()
    service, door = table.service, table.play_door
    request = await service.request_seat(door, "s2", "Ben's other phone", "new phone")
    assert await service.seat(door, phone="new phone") is None
    asked = (await service.table(door, table.ada)).asked
    assert [(a.id, a.name, a.seat) for a in asked] == [(request, "Ben's other phone", "s2")]
    assert (await service.table(door, table.ben)).asked == asked, "it is about his seat"
    cleo, _ = await service.join(door, "Cleo")
    assert (await service.table(door, cleo)).asked == (), "the host's business and Ben's"
    house.restart()
    service = table.service
    with pytest.raises(WrongSeat):
        await service.grant_seat(door, table.ben, request)
    await service.grant_seat(door, table.ada, request)
    assert await service.seat(door, phone="new phone") == table.ben
    assert await service.seat(door, phone="ben's phone") is None
    assert await service.seat(door, token=table.ben_token) is None
    with pytest.raises(Refused) as caught:
        await service.grant_seat(door, table.ada, request)
    assert code(caught) == "unknown_request"
    kinds = [(entry.kind, entry.name) for entry in await service.log(door, limit=3)]
    assert kinds == [("grant_seat", "Ada"), ("join", "Cleo"), ("ask_seat", "Ben's other phone")]


async def test_a_request_may_be_turned_down_and_there_are_not_too_many(house):
    table = await house.table()
    service, door = table.service, table.play_door
    first = await service.request_seat(door, "s2", "Eve", "phone 0")
    second = await service.request_seat(door, "s2", "Eve", "phone 0")
    await service.grant_seat(door, table.ada, second, yes=False)
    with pytest.raises(Refused):
        await service.grant_seat(door, table.ada, first)
    assert await service.seat(door, phone="phone 0") is None
    for n in range(MOST_REQUESTS):
        await service.request_seat(door, "s2", "Eve", f"phone {n}")
    with pytest.raises(Refused) as caught:
        await service.request_seat(door, "s2", "Eve", "one too many")
    assert code(caught) == "too_many_requests"
    for wanted in ("s9", "", "2", "s", "sx", "s0"):
        with pytest.raises(Refused):
            await service.request_seat(door, wanted, "Eve", "phone 0")


async def test_the_host_key_gives_a_hosts_seat_back_at_once(house):
    table = await house.table()
    service, door = table.service, table.host_door
    await service.request_seat(door, "s1", "Ada", "new phone")
    await service.take_back(door, "s1", "Ada", "new phone")
    house.restart()
    service = table.service
    assert (await service.seat(door, phone="new phone")).id == "s1"
    assert await service.seat(table.play_door, phone="ada's phone") is None, "a phone that was lost is out"
    assert await service.seat(table.play_door, token=table.ada_token) is None
    view = await service.table(door, table.ada)
    assert view.asked == ()
    assert [seat.name for seat in view.seats] == ["Ada", "Ben"], "nobody sits twice"
    assert (await service.log(door, limit=1))[0].kind == "grant_seat"


@pytest.mark.parametrize(
    ("which", "wanted"), [("host", "s2"), ("host", "s9"), ("host", "s"), ("play", "s1"), ("watch", "s1")]
)
async def test_no_other_key_and_no_other_seat_is_had_that_way(house, which, wanted):
    table = await house.table()
    door = {"host": table.host_door, "play": table.play_door, "watch": table.watch_door}[which]
    before = await table.revision()
    with pytest.raises(Refused if which == "host" else WrongSeat):
        await table.service.take_back(door, wanted, "Eve", "eve's phone")
    assert await table.service.seat(door, phone="eve's phone") is None
    assert await table.revision() == before


async def test_a_host_takes_a_seat_without_an_explorer_off_the_table(house):
    table = await house.table()
    service, door = table.service, table.play_door
    cleo, token = await service.join(door, "Cleo", phone="cleo's phone")
    await service.request_explorers(door, cleo, "s2")
    await service.request_seat(door, cleo.id, "Cleo", "cleo's other phone")
    for seat, wanted, error in (
        (table.ben, cleo.id, WrongSeat),
        (cleo, cleo.id, WrongSeat),
        (table.ada, "s2", Refused),
        (table.ada, "s1", Refused),
        (table.ada, "s9", Refused),
        (table.ada, "x", Refused),
    ):
        with pytest.raises(error):
            await service.remove_seats(door, seat, [wanted])
    await service.remove_seats(door, table.ada, [cleo.id])
    for again in (False, True):
        if again:
            house.restart()
            service = table.service
        assert [seat.name for seat in (await service.table(door, table.ada)).seats] == ["Ada", "Ben"]
        assert (await service.table(door, table.ada)).asked == ()
        assert await service.seat(door, phone="cleo's phone") is None
        assert await service.seat(door, token=token) is None
    back, _ = await service.join(door, "Cleo", phone="cleo's phone")
    assert back.id not in (cleo.id, "s1", "s2"), "what is in the log under the old one stays its own"


async def test_the_number_of_a_seat_that_went_is_nobodys_without_a_restart_either(house):
    table = await house.table()
    cleo, _ = await table.service.join(table.play_door, "Cleo")
    await table.service.remove_seats(table.play_door, table.ada, [cleo.id])
    dora, _ = await table.service.join(table.play_door, "Dora")
    assert dora.id != cleo.id


# ------------------------------------------------------------------ short codes


async def test_a_code_leads_to_the_play_link_however_it_is_typed(house):
    table = await house.table()
    typed = table.code.lower()
    wide = "".join(chr(ord(c) + 0xFEE0) for c in table.code)
    for text in (
        table.code,
        typed,
        f" {typed[:3]} {typed[3:]} ",
        *(f"{typed[:3]}{c}{typed[3:]}." for c in "-–—.·"),
        wide,
    ):
        assert await house.service.by_code(text) == table.play_door.key
    for text in ("", "AAAAAA", "I0O1LU", "x" * 1000, "ключик"):
        with pytest.raises(UnknownTable) as caught:
            await house.service.by_code(text)
        assert code(caught) == "unknown_code"


async def test_a_code_dies_twelve_hours_after_the_last_move_and_can_be_renewed(house):
    table = await house.table()
    house.now += CODE_FOR - 1000
    assert await house.service.by_code(table.code) == table.play_door.key
    await table.play(table.ada, RollDie("game"))
    house.now += CODE_FOR - 1000
    assert await house.service.by_code(table.code) == table.play_door.key
    house.now += 2000
    with pytest.raises(UnknownTable):
        await house.service.by_code(table.code)
    assert (await house.service.table(table.play_door)).code == ""
    with pytest.raises(WrongSeat):
        await house.service.renew_code(table.watch_door, table.ada)
    new = await house.service.renew_code(table.play_door, table.ben)
    assert new != table.code
    assert await house.service.by_code(new) == table.play_door.key
    assert (await house.service.table(table.play_door)).code == new
    with pytest.raises(UnknownTable):
        await house.service.by_code(table.code)


async def test_codes_can_not_be_tried_out(house):
    table = await house.table()

    async def tries(client: str) -> int:
        for n in range(1000):
            with pytest.raises((UnknownTable, TooManyTries)) as caught:
                await house.service.by_code("AAAAAA", client)
            if isinstance(caught.value, TooManyTries):
                assert 1 <= caught.value.wait <= 60
                return n
        raise AssertionError("no limit")

    assert await tries("10.0.0.1") == 10
    assert await tries("10.0.0.2") == 10
    assert await house.service.by_code(table.code, "10.0.0.3") == table.play_door.key
    assert 80 < await tries("") < 120, "and all together"
    with pytest.raises(TooManyTries):
        await house.service.by_code(table.code, "10.0.0.4")
    house.now += 61_000
    assert await house.service.by_code(table.code, "10.0.0.1") == table.play_door.key


async def test_a_table_is_not_filled_by_a_script(house):
    """So many new seats in ten minutes from one address, twice as many from all; who comes back is not counted."""
    table, other = await house.table(), await house.table()

    async def taken(client: str, at) -> int:
        before = len((await house.service.table(at.play_door, at.ada)).seats)
        names = [f"{client} {n}" for n in range(100)]
        with pytest.raises(TooManyTries) as caught:
            [await house.service.join(at.play_door, name, phone=f"phone {name}", client=client) for name in names]
        assert code(caught) == "too_many_seats"
        assert 1 <= caught.value.wait <= 600
        return len((await house.service.table(at.play_door, at.ada)).seats) - before

    assert await taken("10.0.0.1", table) == 12
    seat, _ = await house.service.join(table.play_door, "Back", phone="phone 10.0.0.1 3", client="10.0.0.1")
    assert seat.name == "Back"
    assert await taken("10.0.0.1", other) == 12, "every table counts for itself"
    assert await taken("10.0.0.2", table) == 12, "a whole group may sit behind one address"
    assert await taken("10.0.0.3", table) == 0, "and all together"
    house.now += 601_000
    seat, _ = await house.service.join(table.play_door, "Late", phone="late", client="10.0.0.3")
    assert seat.name == "Late"


async def test_a_refused_name_counts_as_no_seat(house):
    table = await house.table()
    for _ in range(20):
        with pytest.raises(Refused):
            await house.service.join(table.play_door, "Zoe", "exp-01", phone="z", client="10.0.0.1")
    await house.service.join(table.play_door, "Zoe", phone="z", client="10.0.0.1")


async def test_a_host_takes_all_off_the_table_who_play_nobody(house):
    table = await house.table()
    seats = [(await house.service.join(table.play_door, f"Guest {n}"))[0] for n in range(6)]
    await house.service.claim(table.play_door, seats[1], "exp-03")
    wanted = [one.id for one in seats] + [table.ada.id, "s99", "x"]
    await house.service.remove_seats(table.play_door, table.ada, wanted)
    left = {seat.name for seat in (await house.service.table(table.play_door, table.ada)).seats}
    assert "Guest 1" in left, "it has got an explorer since the page was drawn"
    assert left.isdisjoint({f"Guest {n}" for n in (0, 2, 3, 4, 5)})
    assert {table.ada.name, "Guest 1"} <= left
    with pytest.raises(Refused):
        await house.service.remove_seats(table.play_door, table.ada, wanted)


async def test_a_clock_that_is_put_back_locks_nobody_out_of_the_codes_for_longer(house):
    table = await house.table()
    for _ in range(10):
        with pytest.raises(UnknownTable):
            await house.service.by_code("AAAAAA", "10.0.0.1")
    house.now -= 24 * 3_600_000
    with pytest.raises(TooManyTries) as caught:
        await house.service.by_code(table.code, "10.0.0.1")
    assert 1 <= caught.value.wait <= 60
    house.now += 61_000
    assert await house.service.by_code(table.code, "10.0.0.1") == table.play_door.key


# ------------------------------------------------------------------ explorers of somebody who is away


async def test_a_player_asks_for_explorers_and_the_host_gives_them(house):
    table = await house.table()
    service, door = table.service, table.play_door
    cleo, _ = await service.join(door, "Cleo", phone="cleo's phone")
    request = await service.request_explorers(door, cleo, "s2")
    for seat in (table.ada, table.ben, cleo):
        told = [(a.id, a.name, a.seat, a.by) for a in (await service.table(door, seat)).asked]
        assert told == [(request, "Cleo", "s2", cleo.id)], seat.name
    with pytest.raises(WrongSeat):
        await service.grant_seat(door, cleo, request)
    house.restart()
    service = table.service
    await service.grant_seat(door, table.ada, request)
    seats = {seat.name: seat.explorers for seat in (await service.table(door)).seats}
    assert seats == {"Ada": ("exp-01",), "Ben": (), "Cleo": ("exp-02",)}
    assert await service.seat(door, phone="ben's phone") is not None, "Ben keeps his seat"
    assert await service.seat(door, phone="cleo's phone") is not None
    assert (await service.table(door, table.ada)).asked == ()
    log = await service.log(door, limit=2)
    assert [(entry.kind, entry.detail["explorers"]) for entry in log] == [
        ("grant_seat", ["exp-02"]),
        ("ask_seat", ["exp-02"]),
    ]


async def test_whoever_has_the_explorers_may_answer_too(house):
    table = await house.table()
    service, door = table.service, table.play_door
    cleo, _ = await service.join(door, "Cleo")
    refused = await service.request_explorers(door, cleo, "s2")
    await service.grant_seat(door, table.ben, refused, yes=False)
    assert (await service.table(door, cleo)).asked == ()
    given = await service.request_explorers(door, cleo, "s2")
    await service.grant_seat(door, table.ben, given)
    seats = {seat.name: seat.explorers for seat in (await service.table(door)).seats}
    assert (seats["Ben"], seats["Cleo"]) == ((), ("exp-02",))


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("which", ["phone", "seat"])
async def test_a_late_yes_is_none_to_who_asked_after_the_one_that_was_answered(house, which, restarted):
    table = await house.table()
    service, door = table.service, table.play_door

    async def ask(service, phone: str) -> int:
        if which == "phone":
            return await service.request_seat(door, table.ben.id, "Ben", phone)
        cid, _ = await service.join(door, phone.title(), phone=phone)
        return await service.request_explorers(door, cid, table.ben.id)

    first = await ask(service, "cid")
    await service.grant_seat(door, table.ada, first, yes=False)
    service = house.restart() if restarted else service
    second = await ask(service, "eve")
    assert second != first
    with pytest.raises(Refused) as caught:
        await service.grant_seat(door, table.ada, first)
    assert code(caught) == "unknown_request"
    await service.grant_seat(door, table.ada, second)
    assert (await service.seat(door, phone="eve")) is not None


@pytest.mark.parametrize("how", ["granted", "freed"])
async def test_who_else_asked_for_explorers_that_went_asks_no_more(house, how):
    table = await house.table()
    service, door = table.service, table.play_door
    cid, _ = await service.join(door, "Cid")
    dee, _ = await service.join(door, "Dee")
    first = await service.request_explorers(door, cid, table.ben.id)
    second = await service.request_explorers(door, dee, table.ben.id)
    if how == "granted":
        await service.grant_seat(door, table.ada, first)
    else:
        await service.release(door, table.ada, "exp-02")
    with pytest.raises(Refused) as caught:
        await service.grant_seat(door, table.ada, second)
    assert code(caught) == "unknown_request", "there is nothing left to give"
    assert (await service.table(door, table.ada)).asked == ()


async def test_a_request_for_explorers_goes_with_them(house):
    table = await house.table()
    service, door = table.service, table.play_door
    cleo, _ = await service.join(door, "Cleo")
    first = await service.request_explorers(door, cleo, "s2")
    second = await service.request_explorers(door, cleo, "s2")
    assert [one.id for one in (await service.table(door, table.ada)).asked] == [second] != [first]
    await service.release(door, table.ada, "exp-02")
    assert (await service.table(door, table.ada)).asked == ()
    for wanted in ("s2", cleo.id, "s99", "x"):
        with pytest.raises(Refused) as caught:
            await service.request_explorers(door, cleo, wanted)
        assert code(caught) == "unknown_seat"
