"""Export and import: all that was seen, nothing of what was not, and a copy that can't be asked what comes."""

from __future__ import annotations

import base64
import json
import random
import tracemalloc
import zlib
from dataclasses import replace
from typing import get_args

import pytest

from app.packs import builtin
from app.rules import public_events, replay, view_for, violations
from app.rules.changes import DrawCard
from app.rules.moves import MakeRuling
from app.service import Refused, Service, Unreadable
from app.service.copying import LARGEST, seal, shuffled_anew, unseal
from app.service.records import EntryKind
from app.store.codec import LARGEST_MOVE, LONGEST_LIST, dump_move, load_events, load_move
from tests.service.house import EXPLORING, House, Table

pytestmark = pytest.mark.anyio


async def played(house: House, moves: int = 60, seed: int = 3) -> Table:
    table = await house.table(settings=EXPLORING)
    await table.evening(moves, seed=seed)
    await table.service.undo(table.play_door, table.ben)
    await table.evening(5, seed=seed + 1)
    await table.service.undo(table.play_door, table.ada)
    return table


async def copy_of(table: Table, phone: str | None = None) -> Table:
    data = json.loads(json.dumps(await table.service.export(table.host_door, table.ada)))
    made = await table.service.import_table(data, phone=phone)
    doors = [await table.service.door(key) for key in (made.play, made.host, made.watch)]
    return Table(table.house, *doors, made.seat, made.seat, made.token, made.token, made.code)


async def test_a_copy_looks_the_same_and_goes_on(house):
    table = await played(house)
    copy = await copy_of(table, phone="new host")
    service = house.service
    assert await copy.state() == await table.state()
    assert violations(builtin(), await copy.whole_state()) == ()
    log, old = await service.log(copy.play_door, limit=500), await service.log(table.play_door, limit=500)
    assert log[0].kind == "import"
    assert log[1:] == old
    assert await service.seat(copy.play_door, phone="new host") == copy.ada
    assert copy.ada.id == "s3", "the old seats keep their names in the log"
    assert await service.seat(copy.play_door, phone="ada's phone") is None
    assert await service.seat(copy.play_door, token=table.ada_token) is None
    assert {copy.play_door.key, copy.host_door.key, copy.code}.isdisjoint(
        {table.play_door.key, table.host_door.key, table.code}
    )
    await service.redo(copy.play_door, copy.ada)
    await service.redo(table.play_door, table.ada)
    assert await copy.state() == await table.state()
    await service.undo(copy.play_door, copy.ada, to=20)
    await service.undo(table.play_door, table.ada, to=20)
    assert await copy.state() == await table.state()
    ben, _ = await service.join(copy.play_door, "Ben", "exp-02")
    assert ben.id == "s4"
    await copy.evening(30)
    house.restart()
    assert violations(builtin(), await copy.whole_state()) == ()


async def test_a_copy_does_not_tell_what_the_table_will_draw(house):
    table = await played(house)
    orders = set()
    for _ in range(3):
        copy = await copy_of(table)
        state = await copy.whole_state()
        orders.add(state.decks["tiles"].draw)
    whole = await table.whole_state()
    assert len(orders) == 3
    assert whole.decks["tiles"].draw not in orders
    numbers = {frozenset(face[:-1] for face in order) for order in orders}
    assert numbers == {frozenset(face[:-1] for face in whole.decks["tiles"].draw)}


async def test_what_was_drawn_and_undone_is_still_drawn_next(house):
    """Everybody has seen that card: it is no secret any more, and it lies where it lay."""
    table = await house.table(settings=EXPLORING)
    await table.evening(60, seed=3)
    entries = await table.service.log(table.play_door, limit=500)
    drawn = next(e for e in entries if any(getattr(event, "drawn", False) for event in e.events))
    await table.service.undo(table.play_door, table.ada, to=drawn.revision - 1)
    event = next(event for event in drawn.events if getattr(event, "drawn", False))
    for _ in range(3):
        copy = await copy_of(table)
        assert (await copy.whole_state()).decks[event.deck].draw[0] == event.card


@pytest.mark.parametrize("seed", range(4))
async def test_shuffling_anew_keeps_all_that_was_seen_whatever_was_played(house, seed):
    table = await house.table(settings={**EXPLORING, "empty_deck": "reshuffle"})
    await table.evening(120, seed=seed)
    opened = await table.service._tables.open(table.play_door.table)
    lines = await table.service._tables.log.lines(opened.id, 0, opened.revision)
    source = random.Random(seed)
    anew = shuffled_anew(
        [line.events for line in lines], lambda c: tuple(source.sample(c, len(c))), house.service._kind_of
    )
    old = [load_events(line.events) for line in lines]
    new = [load_events(text) for text in anew]
    assert [public_events(events) for events in new] == [public_events(events) for events in old]
    state = replay(event for events in new for event in events)
    assert view_for(state) == view_for(opened.state)
    assert state != opened.state
    assert violations(builtin(), state) == ()


def mixed(events: list[list[dict]], kinds: dict[str, int]) -> list[list[list[dict]]]:
    """What forty copies make of the entries of a log with these events."""
    texts, found = [json.dumps(entry) for entry in events], []
    for seed in range(40):
        source = random.Random(seed)
        anew = shuffled_anew(texts, lambda c: tuple(source.sample(c, len(c))), lambda _, card: kinds.get(card))  # noqa: B023
        found.append([json.loads(text) for text in anew])
    return found


def shuffle_of(*order: str, out: tuple[str, ...] = ()) -> dict:
    return {"type": "Shuffled", "deck": "weapons", "order": [*order], "out": [*out]}


def moved(card: str, to: str, holder: str = "") -> dict:
    return {"type": "CardMoved", "deck": "weapons", "card": card, "to": to, "holder": holder}


def test_which_cards_were_left_out_is_no_more_told_than_the_order():
    """Half of a deck goes unseen when a level is added, and core events stay in the box: a copy draws others."""
    kinds = dict.fromkeys(("a", "b", "c", "d", "e", "x"), 1) | dict.fromkeys(("y", "z"), 2)
    log = [
        [shuffle_of("a", "b", "c", "d", "x", "y", "z", out=("e",)), moved("y", "aside", "level 2")],
        [moved("x", "held", "exp-01")],
        [moved("a", "aside", "out"), moved("b", "aside", "out"), shuffle_of("d", "c", "z")],
    ]
    where = {name: set() for name in "abcde"}
    for first, second, third in mixed(log, kinds):
        assert second == log[1]
        assert first[0]["order"].index("x") == 4, "it was seen: it came when it came"
        aside = {event["card"] for event in third[:2]}
        assert sorted([*first[0]["order"], *first[0]["out"]]) == ["a", "b", "c", "d", "e", "x", "y", "z"]
        assert aside | {*first[0]["out"]} | {*third[2]["order"]} == {"a", "b", "c", "d", "e", *"yz"} - {
            first[1]["card"]
        }
        assert first[1]["card"] in ("y", "z"), "each level by itself"
        for name in where:
            where[name].add("aside" if name in aside else "out" if name in first[0]["out"] else "deck")
    assert all(found == {"aside", "out", "deck"} for found in where.values()), where


def test_where_a_card_came_to_lie_in_a_shuffle_is_not_told_though_it_was_seen_before():
    log = [[shuffle_of("a", "b", "c", "d")], [moved("a", "held", "exp-01")], [moved("a", "top")]]
    log += [[shuffle_of("b", "c", "a", "d")], [moved("d", "held", "exp-01")]]
    places = set()
    for first, _, third, (again,), _ in mixed(log, {}):
        assert first[0]["order"][0] == "a", "it was drawn first"
        assert third == log[2], "everybody saw it go there"
        assert again["order"].index("d") == 3
        assert {*again["order"]} == {"a", "b", "c", "d"}
        places.add(again["order"].index("a"))
    assert places == {0, 1, 2}


def test_a_map_tile_that_nobody_has_seen_lies_either_way_up():
    tiles = {"type": "Shuffled", "deck": "tiles", "order": ["01a", "02b", "03a"], "out": []}
    drawn = {"type": "CardMoved", "deck": "tiles", "card": "03a", "to": "in_play", "holder": "0,0"}
    orders = {tuple(first["order"]) for ((first,), _) in mixed([[tiles], [drawn]], {})}
    assert {order[2] for order in orders} == {"03a"}
    assert {order[:2] for order in orders} == {
        (f"{one}{face}", f"{other}{side}")
        for one, other in (("01", "02"), ("02", "01"))
        for face in "ab"
        for side in "ab"
    }


async def test_a_new_tables_copy_has_other_events_in_its_decks(house):
    table = await house.table()
    old = await table.whole_state()
    decks = [(await (await copy_of(table)).whole_state()).decks for _ in range(4)]
    for deck in ("explorer_events", "horror_events"):
        assert any({*copy[deck].draw} != {*old.decks[deck].draw} for copy in decks), deck


async def test_only_a_hosts_file_holds_what_is_hidden_and_others_say_so(house):
    table = await played(house)
    service = house.service
    for door, seat in (
        (table.play_door, table.ben),
        (table.play_door, None),
        (table.watch_door, table.ada),
        (table.watch_door, None),
    ):
        data = await service.export(door, seat)
        assert "sealed" not in data
        assert data["complete"] is False
        assert "without what is hidden" in data["note"]
        with pytest.raises(Refused) as caught:
            await service.import_table(data)
        assert caught.value.reasons[0].code == "export_incomplete"
    data = await service.export(table.play_door, table.ada)
    assert data["complete"] is True
    assert len(data["entries"]) == data["revision"] == await table.revision()
    for key in (table.play_door.key, table.host_door.key, table.ada_token, "phone"):
        assert key not in json.dumps(data)


def tampered(data: dict, change) -> dict:
    rows = json.loads(zlib.decompress(base64.b64decode(data["sealed"])))
    change(rows)
    return {**data, "sealed": base64.b64encode(zlib.compress(json.dumps(rows).encode())).decode()}


def set_field(n: int, name: str, value: object):
    return lambda rows: rows[n].__setitem__(name, value)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda d: {}, "not_an_export"),
        (lambda d: {**d, "format": "something"}, "not_an_export"),
        (lambda d: {**d, "name": 7}, "not_an_export"),
        (lambda d: {**d, "version": 2}, "export_of_newer_release"),
        (lambda d: {**d, "made_with": {"pack": "another"}}, "export_of_other_pack"),
        (lambda d: {**d, "made_with": None}, "export_of_other_pack"),
        (lambda d: {**d, "sealed": "!!"}, "file_damaged"),
        (lambda d: {**d, "sealed": None}, "file_damaged"),
        (lambda d: {**d, "sealed": d["sealed"][:-20]}, "file_damaged"),
        (lambda d: {**d, "sealed": base64.b64encode(zlib.compress(b"0" * 70_000_000)).decode()}, "file_too_large"),
        (lambda d: tampered(d, lambda rows: rows.clear()), "file_damaged"),
        (lambda d: tampered(d, lambda rows: rows.pop(0)), "file_damaged"),
        (lambda d: tampered(d, lambda rows: rows.pop(5)), "file_damaged"),
        (lambda d: tampered(d, lambda rows: rows.append(rows[3])), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "events", "[{}]")), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "events", '[{"type":"Imagined"}]')), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "events", "nope")), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "head", 2)), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "name", "x" * 300)), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "name", "a\u202eb")), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "kind", "magic")), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "at", "today")), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "at", -1)), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "at", 10**15)), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "at", 10**30)), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "seat", "\ud800")), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "rules", "\udfff")), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "pack_version", "\ud800")), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "detail", '{"a":"\\ud800"}')), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "detail", '{"a":"\ud800"}')), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "revision", True)), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "move", '{"type":"Fly"}')), "file_damaged"),
        (lambda d: tampered(d, set_field(3, "detail", "[]")), "file_damaged"),
        (lambda d: tampered(d, lambda rows: rows[3].pop("rules")), "file_damaged"),
        (lambda d: tampered(d, lambda rows: rows[0].update(kind="move")), "file_damaged"),
    ],
)
async def test_a_file_that_is_none_of_ours_makes_no_table(house, change, code):
    table = await house.table()
    await table.evening(5)
    data = await house.service.export(table.host_door, table.ada)
    with pytest.raises(Refused) as caught:
        await house.service.import_table(change(data), phone="p")
    assert [reason.code for reason in caught.value.reasons] == [code]
    assert await house.service.home("p") == ()


NO_MARKS = {"charges": {}, "open": {}, "chosen": {}, "determined": {}}
#: What a copy could be led to by redo, though the state that it opens with is sound.
UNSOUND = {
    "health below none": {
        "type": "PoolChanged",
        "unit": "exp-01",
        "what": "health",
        "before": 7,
        "after": -5,
        "why": "walk",
    },
    "nowhere": {"type": "UnitMoved", "unit": "exp-01", "to": [400, 0], "how": "entry", "path": []},
    "an unknown tile": {
        "type": "TileJoined",
        "tile": {"tile": "99", "face": "b", "cell": [5, 5], "turns": 0, "terrain": None},
        "by": "",
    },
    "an unknown chapter": {"type": "ChapterEntered", "number": 0, "card": "nope", "marks": NO_MARKS},
    "a round beyond all bounds": {"type": "PhaseBegan", "phase": "explorer", "round": 10**30},
    "a rating beyond its track": {"type": "TrackSet", "track": "spawn_rating", "before": None, "after": 10**6},
}


@pytest.mark.parametrize("name", UNSOUND)
async def test_no_state_that_undo_or_redo_lead_to_is_unsound(house, name):
    table = await house.table()
    await table.evening(5)
    data = await house.service.export(table.host_door, table.ada)

    event = json.dumps([{"rule": "BG-1", **UNSOUND[name]}])
    load_events(event)  # it can be read: what it says is unsound

    def taken_back(rows) -> None:
        last, n = rows[-1], len(rows)
        move = next(row for row in reversed(rows) if row["kind"] == "move")
        rows.append({**move, "revision": n + 1, "head": n + 1, "events": event})
        undone = {"revision": n + 2, "kind": "undo", "head": last["head"], "events": "[]", "move": None}
        rows.append({**last, **undone, "detail": json.dumps({"took_back": [n + 1]})})

    with pytest.raises(Refused) as caught:
        await house.service.import_table(tampered(data, taken_back), phone="p")
    assert [reason.code for reason in caught.value.reasons] == ["file_damaged"]


@pytest.mark.parametrize("row", ["{}", "[]", '{"a":[' + "{}," * 50 + "{}]}"])
async def test_a_small_file_can_not_ask_for_much_memory(house, row):
    table = await house.table()
    data = await house.service.export(table.host_door, table.ada)
    many = LARGEST // 2 // len(row)
    packed = base64.b64encode(zlib.compress(b"[" + f"{row},".encode() * many + row.encode() + b"]")).decode()
    assert len(packed) < LARGEST // 100
    tracemalloc.start()
    try:
        with pytest.raises(Refused) as caught:
            await house.service.import_table({**data, "sealed": packed})
        (_, most) = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert caught.value.reasons[0].code in ("file_damaged", "file_too_large")
    assert most < 3.5 * LARGEST, "the text itself, twice and a bit"


async def test_all_that_is_done_about_seats_can_be_carried_away(house):
    table = await played(house, moves=5)
    service, door = table.service, table.play_door
    cleo, _ = await service.join(door, "Cleo")
    await service.assign(table.host_door, table.ada, "exp-02", cleo)
    await service.release(door, cleo, "exp-02")
    await service.claim(door, table.ben, "exp-02")
    await service.rename_seat(door, cleo, "Cl\u00e9o")
    await service.rename_table(table.host_door, table.ada, "Friday")
    await service.request_seat(door, table.ben.id, "Ben", "a new phone")
    await service.request_explorers(door, cleo, table.ben.id)
    requests = [asked.id for asked in (await service.table(table.host_door, table.ada)).asked]
    await service.grant_seat(table.host_door, table.ada, requests[0], yes=False)
    await service.grant_seat(table.host_door, table.ada, requests[1], yes=True)
    dora, _ = await service.join(door, "Dora")
    await service.remove_seats(table.host_door, table.ada, [dora.id])
    guests = [(await service.join(door, f"Guest {n}"))[0].id for n in range(3)]
    await service.remove_seats(table.host_door, table.ada, guests)
    await service.take_back(table.host_door, table.ada.id, "Ada", "a newer phone")
    await service.redo(door, table.ben)
    copy = await copy_of(table)
    kinds = [entry.kind for entry in await service.log(door)]
    assert {*get_args(EntryKind)} - {"create", "import", "move"} <= {*kinds}
    assert [entry.kind for entry in await service.log(copy.play_door)] == ["import", *kinds]


DETAILS = {
    "took_back": (1, "5", ["5"], [True], [0], [10**9], {}, None),
    "brought_back": (1, [[5]], [None]),
    "explorers": ("exp-01", [["exp-01"]], [1], {"exp-01": 1}, ["x" * 101], ["a\n"]),
    "explorer": ([], 1, None, "x" * 101),
    "seat": ([], 2, {}, "s\u2028"),
    "from": ([], 2),
    "kind": ([], 2),
    "back": ("yes", 1),
    "request": ("1", True, -1, 1.5, 10**30),
    "before": ([], 1, "a\u202eb", "x" * 41),
    "after": ([], 1, "a\u202eb", "  "),
    "to": ([], {}),
    "others": ("Ben", [1], [""], ["a\u202eb"], {}),
    "seat_name": ([], {}),
    "unreadable": (True,),
    "anything": (1,),
}


@pytest.mark.parametrize("name", DETAILS)
async def test_an_entry_says_of_itself_only_what_ours_say(house, name):
    table = await played(house, moves=10)
    whole = await table.service.export(table.play_door, table.ada)
    for value in DETAILS[name]:
        with pytest.raises(Refused) as caught:
            await table.service.import_table(tampered(whole, set_field(1, "detail", json.dumps({name: value}))))
        assert caught.value.reasons[0].code == "file_damaged", value


@pytest.mark.parametrize(
    ("field", "value"),
    [("variation", "?"), ("scenario", "nowhere"), ("length", "?"), ("chapters", ["?", "?"]), ("chapters", [])],
)
async def test_a_file_whose_table_names_what_this_set_does_not_have_is_damaged(house, field, value):
    """It folds and breaks no invariant, but no page could be drawn of it."""
    table = await played(house, moves=10)
    whole = await table.service.export(table.play_door, table.ada)

    def change(entries: list) -> None:
        events = json.loads(entries[0]["events"])
        events[0][field] = value
        entries[0]["events"] = json.dumps(events)

    with pytest.raises(Refused) as caught:
        await table.service.import_table(tampered(whole, change))
    assert caught.value.reasons[0].code == "file_damaged"


@pytest.mark.parametrize("name", ["Zoe\u0308", "\u3164", "Ada\u200d\u0301", "Zo\u00eb"])
async def test_a_name_that_an_older_release_kept_is_taken_in(house, name):
    table = await house.table()
    data = await house.service.export(table.host_door, table.ada)
    made = await house.service.import_table(tampered(data, set_field(1, "name", name)))
    door = await house.service.door(made.play)
    assert [entry.name for entry in await house.service.log(door)] == ["Host", name, "Ada"]


async def test_what_is_sealed_is_unsealed(house):
    table = await played(house, moves=10)
    lines = await table.service._tables.log.lines(table.play_door.table, 0, 99)
    assert unseal(seal(lines)) == [replace(line, key=None) for line in lines]


# ------------------------------------------------------------------ a table of another day (F15)


async def spoil(house: House, table: Table, sql: str) -> Service:
    await house.database.write(lambda cursor: cursor.execute(sql))
    await house.database.write(lambda cursor: cursor.execute("DELETE FROM snapshot"))
    return house.restart()


async def test_a_table_that_can_not_be_folded_says_so_and_can_be_carried_away(house):
    table, other = await played(house), await house.table()
    host_file = await house.service.export(table.host_door, table.ada)
    service = await spoil(
        house,
        table,
        """UPDATE entry SET events = '[{"type":"Imagined"}]' """
        f"WHERE game_id = {table.play_door.table} AND revision = 7",
    )
    seat = await service.seat(table.play_door, phone="ben's phone")
    assert seat.name == "Ben"
    for asked in (
        service.table(table.play_door, seat),
        service.moves(table.play_door, seat),
        table.walk(seat),
        service.undo(table.play_door, seat),
        service.decks(table.play_door),
        service.join(table.play_door, "Cleo"),
    ):
        with pytest.raises(Unreadable) as caught:
            await asked
        (reason,) = caught.value.reasons
        assert reason.code == "table_unreadable"
        facts = dict(reason.params)
        assert facts["entry"] == 7
        assert facts["table"] in {known.name for known in await service.home("ben's phone")}
    exported = await service.export(table.host_door, table.ada)
    assert len(exported["entries"]) == len(host_file["entries"])
    assert exported["entries"][6]["detail"]["unreadable"] is True
    assert [e["events"] for e in exported["entries"][7:]] == [e["events"] for e in host_file["entries"][7:]]
    assert len(unseal(exported["sealed"])) == len(host_file["entries"])
    assert len(await service.log(table.play_door)) == len(host_file["entries"])
    await other.walk(other.ada)  # the others at this server play on
    assert len(await service.home("ada's phone")) == 2


async def test_a_log_that_makes_no_sense_does_not_take_the_server_down(house):
    table = await played(house)
    service = await spoil(
        house, table, f"UPDATE entry SET head = 3 WHERE game_id = {table.play_door.table} AND revision = 9"
    )
    with pytest.raises(Unreadable):
        await service.table(table.play_door)
    assert (await service.export(table.host_door, table.ada))["complete"]


async def test_a_table_says_with_which_rules_it_was_made(house):
    table = await house.table()
    view = await table.service.table(table.play_door)
    assert view.made_with == (view.rules, view.pack_version)
    service = await spoil(house, table, "UPDATE game SET rules = '0.9'")
    view = await service.table(table.play_door)
    assert view.made_with[0] == "0.9" != view.rules


async def test_the_longest_ruling_that_is_taken_is_read_again(house):
    """What was sent within the limit is longer as it is stored, with all its fields: after a restart it is told all the
    same, a retry is known, and the table's file can be taken in.
    """
    table = await house.table()
    draws = MakeRuling("so we say", (DrawCard("explorer_events", "destroyed"),) * LONGEST_LIST)
    sent = json.dumps(
        {
            "type": "MakeRuling",
            "reason": "so we say",
            "changes": [{"type": "DrawCard", "deck": "explorer_events", "to": "destroyed"}] * LONGEST_LIST,
        }
    )
    assert load_move(sent) == draws
    assert len(dump_move(draws)) > LARGEST_MOVE, "there is something to prove"
    done = await table.play(table.ada, draws, key="long")
    house.restart()
    assert await table.play(table.ada, draws, key="long") == done
    (entry,) = await table.service.log(table.play_door, limit=1)
    assert entry.move == draws
    assert entry.events
    assert not entry.detail
    copy = await copy_of(table)
    assert await copy.state() == await table.state()
