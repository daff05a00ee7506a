"""Where every player has to give the same answer (AM-2, setting group_choice), who plays nobody holds up nothing."""

from __future__ import annotations

import pytest

from app.rules.agenda import Ask
from app.rules.changes import DrawCard
from app.rules.moves import Answer, MakeRuling
from app.service import Seat, who_plays

pytestmark = pytest.mark.anyio


async def asked(table) -> Ask:
    """A question to the group: encounters are resolved by ruling until one of them asks."""
    for _ in range(60):
        state = await table.state()
        top = state.agenda[-1] if state.agenda else None
        if isinstance(top, Ask) and top.who == "group":
            return top
        if state.agenda:
            await table.service.undo(table.play_door, table.ada)
        else:
            await table.play(table.ada, MakeRuling("the next one", (DrawCard("encounters", "resolved"),)))
            top = (await table.state()).agenda
            if not top or not isinstance(top[-1], Ask) or top[-1].who != "group":
                await table.service.undo(table.play_door, table.ada)
                await table.play(table.ada, MakeRuling("not that one", (DrawCard("encounters", "destroyed"),)))
    raise AssertionError("no encounter asks the group")


async def waits(table, ask: Ask) -> bool:
    state = await table.state()
    return any(isinstance(step, Ask) and step.id == ask.id for step in state.agenda)


async def test_who_plays_an_explorer_has_to_answer(house):
    table = await house.table(settings={"group_choice": "every_seat"})
    ask = await asked(table)
    await table.play(table.ada, Answer(ask.id, ask.options[0]))
    assert await waits(table, ask)
    await table.play(table.ben, Answer(ask.id, ask.options[0]))
    assert not await waits(table, ask)


async def test_who_joined_meanwhile_and_plays_nobody_is_not_waited_for(house):
    table = await house.table(settings={"group_choice": "every_seat"})
    ask = await asked(table)
    await table.play(table.ada, Answer(ask.id, ask.options[0]))
    carl, _ = await table.service.join(table.play_door, "Carl")
    assert carl.explorers == ()
    await table.play(carl, Answer(ask.id, ask.options[-1]))
    assert await waits(table, ask), "what Carl thinks decides nothing"
    await table.play(table.ben, Answer(ask.id, ask.options[0]))
    assert not await waits(table, ask)


async def test_whose_explorers_were_given_back_is_not_waited_for(house):
    table = await house.table(settings={"group_choice": "every_seat"})
    ask = await asked(table)
    await table.service.assign(table.host_door, table.ada, "exp-02", None)
    await table.play(table.ada, Answer(ask.id, ask.options[0]))
    assert not await waits(table, ask)


async def test_who_takes_an_explorer_meanwhile_has_a_say(house):
    table = await house.table(settings={"group_choice": "every_seat"})
    ask = await asked(table)
    await table.play(table.ada, Answer(ask.id, ask.options[0]))
    await table.service.join(table.play_door, "Carl", "exp-03")
    await table.play(table.ben, Answer(ask.id, ask.options[0]))
    assert await waits(table, ask)


def test_as_long_as_nobody_has_an_explorer_all_who_may_play_are_asked():
    seats = [Seat("s1", "Ada", "host"), Seat("s2", "Ben", "play"), Seat("s3", "Tom", "watch")]
    assert who_plays(seats) == ("s1", "s2")
    assert who_plays([*seats, Seat("s4", "Eve", "play", ("exp-01",))]) == ("s4",)
