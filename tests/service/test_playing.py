"""Two phones at one table (F02, F03, F04, F05 as far as the service goes)."""

from __future__ import annotations

import asyncio
import itertools
import random

import pytest

from app.packs import builtin
from app.rules.changes import SetPool, SetScenario, TakeItem
from app.rules.moves import (
    Answer,
    ChangeSetting,
    CloseAdjust,
    DrawEncounter,
    EndPhase,
    Explore,
    FinishTurn,
    HelpRoll,
    MakeRuling,
    RollDie,
    Walk,
)
from app.service import InvalidInput, KeyExpired, KeyReused, Refused, UnknownTable, WrongSeat, load_move, opened
from app.service.playing import MOST_MEANWHILE, same_thing
from app.service.tables import KEYS_FOR
from tests.service.house import EXPLORING

pytestmark = pytest.mark.anyio


def codes(caught) -> list[str]:
    return [reason.code for reason in caught.value.reasons]


async def test_two_different_moves_on_the_same_revision_both_land(house):
    table = await house.table()
    seen = await table.revision()
    ada = next(m for m in await table.legal(table.ada, Walk) if m.explorer == "exp-01")
    ben = next(m for m in await table.legal(table.ben, Walk) if m.explorer == "exp-02" and m.to != ada.to)
    done = await asyncio.gather(table.play(table.ada, ada, seen), table.play(table.ben, ben, seen))
    assert sorted(played.revision for played in done) == [seen + 1, seen + 2]
    state = await table.state()
    assert state.explorers["exp-01"].space == ada.to
    assert state.explorers["exp-02"].space == ben.to


async def test_of_two_that_want_the_same_the_second_is_told_who_did_what(house):
    table = await house.table()
    seen = await table.revision()
    done = await asyncio.gather(
        table.play(table.ada, FinishTurn("exp-03"), seen),
        table.play(table.ben, FinishTurn("exp-03"), seen),
        return_exceptions=True,
    )
    (refused,) = [answer for answer in done if isinstance(answer, Exception)]
    assert isinstance(refused, Refused)
    assert refused.revision == seen + 1
    (entry,) = refused.meanwhile
    assert (entry.revision, entry.name, entry.move) == (seen + 1, "Ada", FinishTurn("exp-03"))
    assert await table.revision() == seen + 1


async def test_a_refusal_tells_nothing_of_before_the_player_looked(house):
    table = await house.table()
    await table.walk(table.ada)
    with pytest.raises(Refused) as caught:
        await table.play(table.ben, EndPhase("monster"), await table.revision())
    assert caught.value.meanwhile == ()
    with pytest.raises(Refused) as caught:
        await table.play(table.ben, EndPhase("monster"))
    assert caught.value.meanwhile == ()


async def test_the_same_move_twice_lands_once_and_is_answered_twice(house):
    table = await house.table()
    roll = RollDie("game")
    first = await table.play(table.ada, roll, key="k1")
    await table.walk(table.ben)
    again = await table.play(table.ada, roll, key="k1")
    assert again == first
    assert await table.revision() == first.revision + 1
    together = await asyncio.gather(*(table.play(table.ada, roll, key="k2") for _ in range(8)))
    assert len(set(together)) == 1
    assert await table.revision() == first.revision + 2


async def test_a_retry_is_answered_the_same_after_a_restart(house):
    table = await house.table()
    first = await table.play(table.ada, RollDie("game"), key="k1")
    house.restart()
    assert await table.play(table.ada, RollDie("game"), key="k1") == first
    assert await table.revision() == first.revision


async def test_a_refused_move_may_be_tried_again_with_its_key(house):
    table = await house.table()
    with pytest.raises(Refused):
        await table.play(table.ada, EndPhase("monster"), key="k")
    await table.play(table.ada, RollDie("game"), key="k")


async def test_a_drawn_card_is_drawn_once(house):
    """Both phones draw the encounter (F03): one draws it, the other is told so and the deck is one shorter."""
    table = await house.table(settings=EXPLORING)
    seat, draw = await table.until(DrawEncounter)
    left, seen = len((await table.whole_state()).decks["encounters"].draw), await table.revision()
    done = await asyncio.gather(table.play(seat, draw, seen), table.play(seat, draw, seen), return_exceptions=True)
    (refused,) = [answer for answer in done if isinstance(answer, Exception)]
    assert isinstance(refused, Refused)
    assert refused.meanwhile[0].move == draw
    assert len((await table.whole_state()).decks["encounters"].draw) == left - 1


async def test_the_same_thing_from_two_phones_at_once_is_done_once(house):
    """Two phones tap the same: one is done, the other is told by whom, and nothing is paid twice (0006)."""
    table = await house.table()
    left = len((await table.whole_state()).decks["weapons"].draw)
    for move in (RollDie("game"), MakeRuling("The card says so.", (TakeItem("exp-01", "weapons"),))):
        seen = await table.revision()
        answers = await asyncio.gather(
            *(table.play(seat, move, seen) for seat in (table.ada, table.ben)), return_exceptions=True
        )
        (refused,) = [answer for answer in answers if isinstance(answer, Exception)]
        assert isinstance(refused, Refused)
        assert [r.code for r in refused.reasons] == ["made_meanwhile"]
        assert dict(refused.reasons[0].params)["who"] in ("Ada", "Ben")
        assert refused.meanwhile[-1].move == move
        # One phone that sends it twice without a key is told the same.
        with pytest.raises(Refused):
            await table.play(table.ada, move, seen)
        assert await table.revision() == seen + 1
    assert len((await table.whole_state()).decks["weapons"].draw) == left - 1
    # Whoever has seen that it was done may want it again; so may who takes care without a revision.
    await table.play(table.ben, RollDie("game"), await table.revision())
    await table.play(table.ben, RollDie("game"))


async def test_the_same_thing_made_long_ago_is_found(house):
    """However much has happened since the player looked (0006)."""
    table = await house.table()
    move, seen = MakeRuling("The card says so.", (TakeItem("exp-01", "weapons"),)), await table.revision()
    await table.play(table.ada, move, seen)
    for _ in range(MOST_MEANWHILE + 10):
        await table.play(table.ada, RollDie("game"))
    with pytest.raises(Refused) as caught:
        await table.play(table.ben, move, seen)
    assert codes(caught) == ["made_meanwhile"]


async def test_what_was_taken_back_may_be_done_on_the_revision_of_before(house):
    table = await house.table()
    seen = await table.revision()
    await table.play(table.ada, RollDie("game"), seen)
    await table.service.undo(table.play_door, table.ada)
    await table.play(table.ben, RollDie("game"), seen)


def test_help_for_a_roll_that_was_helped_is_the_same_thing_whoever_gives_it():
    """Two who see that one is missing both help; the second one sees first that it is there (0006)."""
    assert same_thing(HelpRoll(7, "exp-01"), HelpRoll(7, "exp-02"))
    assert not same_thing(HelpRoll(7, "exp-01"), HelpRoll(8, "exp-01"))
    assert not same_thing(CloseAdjust(7), HelpRoll(7, "exp-01"))


def test_the_same_answer_of_every_seat_is_an_answer_of_each():
    """Where every seat answers (group_choice), the same answer comes from each."""
    assert not same_thing(Answer(7, "yes"), Answer(7, "yes"))


async def test_a_key_is_good_for_one_move_of_one_seat(house):
    table = await house.table()
    await table.play(table.ada, RollDie("game"), key="k")
    with pytest.raises(KeyReused):
        await table.play(table.ada, RollDie("game", typed=3), key="k")
    with pytest.raises(KeyReused):
        await table.service.undo(table.play_door, table.ada, key="k")
    # Ben's phone may count its keys as Ada's does.
    revision = await table.revision()
    assert (await table.play(table.ben, RollDie("game"), key="k")).revision == revision + 1


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_key_of_long_ago_is_refused_and_nothing_happens(house, restarted):
    table = await house.table()
    await table.play(table.ada, RollDie("game"), key="k")
    house.now += KEYS_FOR + 1000
    if restarted:
        house.restart()
    revision = await table.revision()
    with pytest.raises(KeyExpired) as caught:
        await table.play(table.ada, RollDie("game"), key="k")
    assert codes(caught) == ["key_expired"]
    assert await table.revision() == revision
    await table.play(table.ada, RollDie("game"), key="k2")


@pytest.mark.parametrize("key", ["", "x" * 101, "a\nb", "a\x00b"])
async def test_what_can_not_be_a_key_is_refused(house, key):
    table = await house.table()
    with pytest.raises(InvalidInput):
        await table.play(table.ada, RollDie("game"), key=key)


async def test_a_revision_still_to_come_is_refused(house):
    table = await house.table()
    with pytest.raises(Refused) as caught:
        await table.play(table.ada, RollDie("game"), revision=await table.revision() + 1)
    assert codes(caught) == ["revision_ahead"]


async def test_a_move_on_an_old_revision_is_decided_on_what_is_there_now(house):
    table = await house.table()
    seen = await table.revision()
    step = next(m for m in await table.legal(table.ada, Walk) if m.explorer == "exp-01")
    for _ in range(3):
        await table.play(table.ben, RollDie("game"))
    assert (await table.play(table.ada, step, seen)).revision == seen + 4


async def test_nobody_without_a_seat_plays_and_nobody_who_watches(house):
    table = await house.table()
    watcher, _ = await table.service.join(table.watch_door, "Cleo")
    assert watcher.kind == "watch"
    before = await table.revision()
    for door, seat in (
        (table.play_door, None),
        (table.play_door, watcher),
        (table.watch_door, watcher),
        (table.watch_door, table.ada),  # by the watch link even a host only watches
    ):
        with pytest.raises(WrongSeat):
            await table.service.play(door, seat, RollDie("game"))
        with pytest.raises(WrongSeat):
            await table.service.undo(door, seat)
    assert await table.revision() == before


async def test_somebody_elses_explorer_is_refused_but_a_free_one_is_not(house):
    table = await house.table()
    await table.walk(table.ben, "exp-03")
    with pytest.raises(WrongSeat) as caught:
        await table.play(table.ben, FinishTurn("exp-01"))
    assert "not_your_explorer" in codes(caught)


async def test_house_rules_are_the_hosts(house):
    table = await house.table()
    move = ChangeSetting("cost_move", 2)
    with pytest.raises(WrongSeat):
        await table.play(table.ben, move)
    await table.play(table.ada, move)
    # Whoever comes by the host link is a host.
    await table.service.play(table.host_door, table.ben, ChangeSetting("cost_move", 1))


async def test_every_change_has_its_line_in_the_log_and_revisions_count_them(house):
    table = await house.table()
    await table.evening(40)
    await table.service.undo(table.play_door, table.ben)
    await table.service.rename_table(table.host_door, table.ada, "The Kiln")
    entries = await table.service.log(table.play_door, limit=500)
    assert [entry.revision for entry in entries] == list(range(await table.revision(), 0, -1))
    assert len(entries) == await table.revision()
    assert {entry.kind for entry in entries} == {"create", "join", "move", "undo", "rename_table"}


async def test_the_log_is_paged_from_the_newest_on(house):
    table = await house.table()
    await table.evening(20)
    newest = await table.service.log(table.play_door, limit=5)
    older = await table.service.log(table.play_door, before=newest[-1].revision, limit=5)
    assert [e.revision for e in (*newest, *older)] == list(
        range(await table.revision(), await table.revision() - 10, -1)
    )
    house.restart()
    assert await table.service.log(table.play_door, before=newest[-1].revision, limit=5) == older
    assert await table.service.log(table.play_door, limit=5) == newest
    assert await table.service.log(table.play_door, before=1) == ()


async def test_a_preview_changes_nothing_and_does_not_tell_what_chance_will(house):
    table = await house.table()
    before = await table.revision(), await table.whole_state()
    found = await table.service.preview(table.play_door, table.ada, RollDie("game"))
    assert found.unknown == "die"
    explore = await table.legal(table.ada, Explore)
    if explore:
        found = await table.service.preview(table.play_door, table.ada, explore[0])
        assert found.unknown
    assert (await table.revision(), await table.whole_state()) == before
    with pytest.raises(Refused):
        await table.service.preview(table.play_door, table.ada, EndPhase("monster"))


async def test_a_rulings_reason_is_cleaned_like_a_name(house):
    table = await house.table()
    move = load_move(
        {
            "type": "MakeRuling",
            "reason": "  fell \u202ein a   hole ",
            "changes": [{"type": "SetPool", "unit": "exp-01", "what": "stamina", "value": 1}],
        }
    )
    await table.play(table.ada, move)
    (entry,) = await table.service.log(table.play_door, limit=1)
    assert entry.move.reason == "fell in a hole"
    long = MakeRuling("x" * 501, (SetPool("exp-01", "stamina", 1),))
    with pytest.raises(InvalidInput):
        await table.play(table.ada, long)


async def test_an_unknown_key_opens_nothing(house):
    await house.table()
    for key in ("", "x", "x" * 5000, "ключ", "../../etc"):
        with pytest.raises(UnknownTable):
            await house.service.door(key)


async def test_a_ruling_goes_from_each_scenario_to_each_other_and_every_card_is_counted(house):
    """SC-1, DK-2: one after another at one table, and undone to the first."""
    table = await house.table()
    scenarios, before = builtin().scenarios, await table.revision()
    first, audit = await table.whole_state(), await table.service.decks(table.play_door)
    tour = [name for pair in itertools.permutations(scenarios, 2) for name in pair]
    for one in (scenarios[name] for name in [*tour, first.scenario]):
        if (await table.whole_state()).scenario == one.id:
            continue
        there = SetScenario(one.id, one.lengths[0].id, one.variations[0].id)
        await table.play(table.ada, MakeRuling("The other box.", (there,)))
        state = await table.whole_state()
        for deck in ("explorer_events", "horror_events"):
            of_others = {card for other in scenarios.values() if other is not one for card in getattr(other, deck)}
            lies = state.decks[deck]
            assert set(getattr(one, deck)) <= {*lies.draw, *lies.in_play, *lies.destroyed}
            assert not of_others & {*lies.draw, *lies.out, *lies.aside}
        for name, deck in (await table.service.decks(table.play_door)).items():
            assert deck.sums, name
            assert deck.total == audit[name].total or state.current.get(name), name
    await table.service.undo(table.play_door, table.ada, before)
    assert await table.whole_state() == first


async def test_what_others_read_of_a_long_log_takes_nothing_from_an_answer(house, monkeypatch):
    """Entries are put out of memory by newer ones while some that were there before are still to be told."""
    monkeypatch.setattr(opened, "ENTRIES_KEPT", 8)
    monkeypatch.setattr(opened, "SPARE", 4)
    table = await house.table()
    for _ in range(30):
        await table.play(table.ada, RollDie("low"))
    newest = await table.revision()
    whole = [entry.revision for entry in await table.service.log(table.play_door, limit=500)]
    assert whole == list(range(newest, 0, -1))
    windows = [(before, limit) for before in range(2, newest + 2) for limit in (1, 5, 11)]
    for before, limit in random.Random(4).sample(windows, len(windows)):
        found = await table.service.log(table.play_door, before=before, limit=limit)
        assert [entry.revision for entry in found] == list(range(before - 1, max(0, before - 1 - limit), -1))
    asked = (table.service.log(table.play_door, before=before, limit=7) for before in range(3, newest, 4))
    assert all(await asyncio.gather(*asked))
