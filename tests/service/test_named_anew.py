"""Numbers are given again after an undo: who chose on what was taken back does nothing to what came in its place."""

from __future__ import annotations

import pytest

from app.rules.agenda import Step
from app.rules.changes import AddMonster, DrawCard, RemoveMonster, SetPool
from app.rules.moves import Answer, CloseStep, MakeRuling, Move, MoveMonster, RollDie, StartTrade, UseInventory
from app.rules.state import State
from app.service import Refused
from app.service.named import numbers
from tests.service.test_everybody_answers import asked, waits

pytestmark = pytest.mark.anyio


def code(caught) -> str:
    (reason,) = caught.value.reasons
    return reason.code


async def top(table) -> Step:
    return (await table.state()).agenda[-1]


async def test_a_late_tap_on_a_step_that_was_taken_back_does_nothing_to_another_of_its_number(house):
    table = await house.table()
    before = await table.state()
    await table.play(table.ada, UseInventory("exp-01"))
    step, seen = await top(table), await table.revision()
    await table.service.undo(table.play_door, table.ben)
    assert await table.state() == before
    await table.play(table.ada, UseInventory("exp-03"))
    other = await top(table)
    assert (other.id, other == step) == (step.id, False), "it has the same number"
    late = CloseStep(step.id)
    assert late in await table.legal(table.ada), "but for what it was meant for it would be legal"
    revision = await table.revision()
    with pytest.raises(Refused) as caught:
        await table.play(table.ada, late, seen)
    assert code(caught) == "gone_meanwhile"
    assert [entry.kind for entry in caught.value.meanwhile] == ["undo", "move"], "and what happened is told"
    assert await table.revision() == revision
    await table.play(table.ada, late, revision)
    assert not (await table.state()).agenda


async def test_a_late_answer_is_none_to_another_question_of_that_number(house):
    table = await house.table()
    ask, seen = await asked(table), await table.revision()
    for _ in range(40):  # other encounters, until one has a question of the same number with an answer in common
        await table.service.undo(table.play_door, table.ben)
        await table.play(table.ada, MakeRuling("not that one", (DrawCard("encounters", "destroyed"),)))
        other = await asked(table)
        if other.id == ask.id and other.card != ask.card and set(other.options) & set(ask.options):
            break
        ask, seen = other, await table.revision()
    (option, *_) = [one for one in other.options if one in ask.options]
    with pytest.raises(Refused) as caught:
        await table.play(table.ada, Answer(ask.id, option), seen)
    assert code(caught) == "gone_meanwhile"
    assert await waits(table, other)


@pytest.mark.parametrize("how", ["made again", "brought back"])
async def test_what_is_there_again_is_answered(house, how):
    table = await house.table()
    await table.play(table.ada, UseInventory("exp-01"))
    step, seen = await top(table), await table.revision()
    await table.service.undo(table.play_door, table.ben)
    if how == "made again":
        await table.play(table.ada, UseInventory("exp-01"))
    else:
        await table.service.redo(table.play_door, table.ben)
    await table.play(table.ada, CloseStep(step.id), seen)
    assert not (await table.state()).agenda


async def test_a_question_that_was_open_before_what_was_taken_back_is_still_the_same(house):
    table = await house.table()
    ask = await asked(table)
    await table.play(table.ben, RollDie("game"))
    seen = await table.revision()
    await table.service.undo(table.play_door, table.ben)
    await table.play(table.ada, Answer(ask.id, ask.options[0]), seen)
    assert not await waits(table, ask)


async def test_a_monster_that_was_taken_back_is_not_the_next_of_its_number(house):
    table = await house.table()
    first, second = list(table.service.book.monsters)[:2]
    state: State = await table.state()
    x, y = state.explorers["exp-01"].space
    taken = {one.space for one in state.explorers.values()}
    spots = [s for s in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if s not in taken]
    seen = 0
    for card in (first, second):
        for spot in spots:
            try:
                await table.play(table.ada, MakeRuling("so we say", (AddMonster(spot, card),)))
                break
            except Refused:
                continue
        if card == first:
            seen = await table.revision()
            (monster,) = (await table.state()).monsters
            await table.service.undo(table.play_door, table.ben)
    assert [(m.id, m.card) for m in (await table.state()).monsters.values()] == [(monster, second)]
    gone = MakeRuling("it never came", (RemoveMonster(monster),))
    with pytest.raises(Refused) as caught:
        await table.play(table.ada, gone, seen)
    assert code(caught) == "gone_meanwhile"
    await table.play(table.ada, gone, await table.revision())
    assert not (await table.state()).monsters


def test_every_number_that_a_move_names_is_found():
    named: dict[Move, set[int]] = {
        Answer(7, "m3"): {7, 3},
        MoveMonster("m12", ((1, 2),)): {12},
        MakeRuling("m5", (RemoveMonster("m6"), SetPool("exp-01", "health", 8))): {6},
        StartTrade("exp-01", "exp-02"): set(),
    }
    for move, found in named.items():
        assert numbers(move) == found, move
