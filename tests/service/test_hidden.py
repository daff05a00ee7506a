"""What nobody has seen stays on the server (F19), and every card is where the count says (F12, F14)."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from app.config import Settings
from app.packs import builtin
from app.rules.invariants import cards_of_deck
from app.rules.moves import DrawEncounter, Explore
from app.rules.state import State
from app.rules.visibility import HIDDEN
from app.service import Refused, events_json, move_json, state_json
from app.service.opened import OpenTable
from app.store.codec import dump_state
from tests.service.house import EXPLORING, House, Table, texts

pytestmark = pytest.mark.anyio


async def never_seen(table: Table) -> set[str]:
    """Ids of cards that nobody has seen, from what the server alone knows; map tiles as they lie in their deck."""
    opened = await table.service._tables.open(table.play_door.table)
    lines = await table.service._tables.log.lines(opened.id, 0, opened.revision)
    book, seen = builtin(), set()
    for line in lines:
        for event in json.loads(line.events):
            if event["type"] in ("Shuffled", "TableSet"):
                continue
            if event["type"] == "CardMoved" and event["to"] in ("aside", "top", "bottom"):
                continue
            seen.update(texts(event))
    hidden = set()
    for deck in opened.state.decks:
        for card in cards_of_deck(book, deck):
            if deck == "tiles":
                if not {card, card + "a", card + "b"} & seen:
                    hidden |= {card + "a", card + "b"}
            elif card not in seen:
                hidden.add(card)
    chapters = opened.state.chapters
    return hidden | set(chapters[opened.state.chapter + 1 :])


def put_in_memory(opened: OpenTable, state: State) -> None:
    """Make the table be in another state, as no move would."""
    opened.keep_state(opened.timeline.head, state)
    opened._view = None
    opened._listings.clear()


async def all_that_is_answered(table: Table) -> list[object]:
    """Everything that a guest, a watcher and a host can ask for, as JSON."""
    service, found = table.service, []
    for door, seat in ((table.play_door, table.ben), (table.watch_door, None), (table.host_door, table.ada)):
        view = await service.table(door, seat)
        found.append(state_json(view.state))
        for entry in await service.log(door, limit=500):
            found.append([events_json(entry.events), move_json(entry.move) if entry.move else None, dict(entry.detail)])
        if seat:
            _, listing = await service.moves(door, seat)
            found += [move_json(move) for move in listing.moves]
            found += [
                [move_json(m), [[r.code, list(map(str, r.params)), r.alternatives] for r in rs]]
                for m, rs in listing.refused
            ]
            for move in listing.moves:
                found.append(events_json((await service.preview(door, seat, move)).events))
            try:
                plan = await service.undo_plan(door, seat)
                found += [events_json(entry.events) for entry in plan.entries]
            except Refused:
                pass
        exported = await service.export(door, seat)
        found.append({key: value for key, value in exported.items() if key != "sealed"})
        found.append(repr(await service.decks(door)))
    return found


async def test_a_card_that_nobody_has_seen_is_nowhere(house):
    table = await house.table(settings=EXPLORING)
    source = random.Random(11)
    for n in range(4):
        await table.evening(25, seed=n)
        if source.random() < 0.5:
            await table.service.undo(table.play_door, source.choice((table.ada, table.ben)))
        hidden = await never_seen(table)
        assert len(hidden) > 20, "most of the box is unseen"
        told = set(texts(await all_that_is_answered(table)))
        assert not told & hidden
        running = " ".join(told)
        assert not [card for card in hidden if len(card) > 3 and card in running]
    opened = await table.service._tables.open(table.play_door.table)
    assert len([e for e in opened.entries.values() if e.reveals]) > 3, "something came to light"


async def test_two_tables_that_differ_only_in_the_order_of_their_decks_answer_the_same(tmp_path):
    """Nothing that is answered depends on how the rest of a deck lies."""
    answers = []
    for name in ("one", "other"):
        house = House(Settings(data_dir=tmp_path / name))
        table = await house.table(settings=EXPLORING)
        await table.evening(30, seed=2)
        if name == "other":
            opened = await table.service._tables.open(table.play_door.table)
            decks = {n: replace(deck, draw=deck.draw[::-1]) for n, deck in opened.state.decks.items()}
            put_in_memory(opened, replace(opened.state, decks=decks))
        text = json.dumps(await all_that_is_answered(table), default=str)
        for key in (table.play_door.key, table.host_door.key, table.watch_door.key, table.code):
            text = text.replace(key, "KEY")
        answers.append(text)
        house.stop()
    assert answers[0] == answers[1]


async def test_the_order_of_a_deck_is_never_told(house):
    table = await house.table()
    await table.evening(40)
    for door in (table.play_door, table.host_door):
        state = (await table.service.table(door)).state
        for deck in state.decks.values():
            assert set(deck.draw) <= {HIDDEN}
            assert all(card.startswith(HIDDEN) for card in deck.aside)
        for entry in await table.service.log(door, limit=500):
            for event in entry.events:
                if type(event).__name__ == "Shuffled":
                    assert set(event.order + event.out) <= {HIDDEN}


async def test_a_draw_that_was_undone_leaves_the_deck_untold(house):
    table = await house.table(settings=EXPLORING)
    seat, draw = await table.until(DrawEncounter)
    before = (await table.service.table(table.play_door)).state
    await table.play(seat, draw)
    await table.service.undo(table.play_door, seat)
    assert (await table.service.table(table.play_door)).state == before


async def test_reading_the_same_twice_gives_the_same_json_also_after_a_restart(house):
    table = await house.table(settings=EXPLORING)
    await table.evening(130)
    await table.service.undo(table.play_door, table.ben)
    door = table.play_door

    async def read() -> tuple[bytes, ...]:
        service = house.service
        view = await service.table(door, table.ben)
        log = await service.log(door, limit=500)
        return (
            dump_state(view.state),
            dump_state(await table.whole_state()),
            repr((view.seats, view.links, view.code, view.can_undo, view.can_redo, view.created_at)).encode(),
            json.dumps([events_json(entry.events) for entry in log]).encode(),
            repr(log).encode(),
            repr(await service.moves(door, table.ben)).encode(),
        )

    first = await read()
    assert await read() == first
    house.restart()
    assert await read() == first


async def test_no_card_comes_twice_and_none_is_missing(house):
    """F12 and F14: at every step the audit sums, and no encounter is drawn again before its deck was empty."""
    table = await house.table(settings=EXPLORING)
    source, drawn = random.Random(4), []
    for n in range(250):
        if not await table.something(source):
            break
        for name, audit in (await table.service.decks(table.play_door)).items():
            assert audit.sums, name
            assert sum(audit.places.values()) == audit.total == audit.whole
            for place, on in audit.lies_on.items():
                assert sum(on.values()) == audit.places[place]
        (entry,) = await table.service.log(table.play_door, limit=1)
        drawn += [
            event.card
            for event in entry.events
            if type(event).__name__ == "CardMoved" and event.drawn and event.deck == "encounters"
        ]
        if n % 60 == 30:
            house.restart()
        if n % 60 == 45:
            await table.service.undo(table.play_door, table.ada)
            await table.service.redo(table.play_door, table.ada)
    assert len(drawn) >= 3
    whole = len(cards_of_deck(builtin(), "encounters"))
    assert len(set(drawn[:whole])) == len(drawn[:whole])


async def test_a_damaged_count_is_told(house):
    """The audit bites: a card lost or doubled in memory is seen."""
    table = await house.table()
    opened = await table.service._tables.open(table.play_door.table)
    deck = opened.state.decks["encounters"]
    for draw in (deck.draw[1:], (*deck.draw, deck.draw[0])):
        decks = {**opened.state.decks, "encounters": replace(deck, draw=draw)}
        put_in_memory(opened, replace(opened.state, decks=decks))
        audit = await table.service.decks(table.play_door)
        assert [name for name, found in audit.items() if not found.sums] == ["encounters"]


async def test_exploring_is_unknown_until_it_is_done(house):
    table = await house.table(settings=EXPLORING)
    seat, explore = await table.until(Explore)
    assert isinstance(explore, Explore)
    told = await table.service.preview(table.play_door, seat, explore)
    assert told.unknown
    hidden = await never_seen(table)
    assert not set(texts(events_json(told.events))) & hidden
