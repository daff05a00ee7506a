"""An evening on SQLite and on PostgreSQL: the same calls, the same answers, also after a restart."""

from __future__ import annotations

import asyncio

import pytest

from app.rules.moves import RollDie
from app.service import KeyExpired
from app.service.tables import KEYS_FOR
from tests.service.house import EXPLORING, House
from tests.store.backends import BACKENDS, fresh

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "backend", [pytest.param(b, marks=[pytest.mark.postgres] if b == "postgresql" else []) for b in BACKENDS]
)
async def test_an_evening(backend, tmp_path):
    with fresh(backend, tmp_path) as settings:
        house = House(settings)
        table = await house.table(settings=EXPLORING, name="Freitag ⚙")
        await table.evening(70)
        first = await table.play(table.ada, RollDie("game"), key="k")
        together = await asyncio.gather(*(table.set_stamina(n) for n in range(5)))
        assert len({played.revision for played in together}) == 5
        await table.service.undo(table.play_door, table.ben, to=20)
        before = await table.whole_state(), await table.service.log(table.play_door, limit=500)
        house.restart()
        assert (await table.whole_state(), await table.service.log(table.play_door, limit=500)) == before
        assert await table.play(table.ada, RollDie("game"), key="k") == first
        await table.service.redo(table.play_door, table.ada)
        data = await table.service.export(table.host_door, table.ada)
        made = await table.service.import_table(data, phone="ada's phone")
        known = await table.service.home("ada's phone")
        assert {t.key for t in known} == {made.host, table.host_door.key}
        assert {t.name for t in known} == {"Freitag ⚙"}
        assert await table.service.by_code(made.code.lower()) == made.play
        house.now += KEYS_FOR + 1000
        house.restart()
        with pytest.raises(KeyExpired):
            await table.play(table.ada, RollDie("game"), key="k")
        house.stop()
