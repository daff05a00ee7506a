"""A page is of one moment: a move that is kept while it is made comes wholly before it or wholly after it."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.requests import Request

from app.rules.moves import UseInventory
from app.service import Refused
from app.web.errors import Refusal
from app.web.seen_table import open_table
from tests.proofs.inside import Inside, inside, run
from tests.support.players import Seeded


def asked(house: Inside, key: str, token: str) -> Request:
    """A request for a page of a table."""
    headers = [(b"authorization", f"Bearer {token}".encode())]
    told = {"method": "GET", "path": f"/t/{key}/board", "query_string": b"", "headers": headers, "state": {}}
    return Request({"type": "http", "app": house.app, "path_params": {"table": key}, **told})


@pytest.mark.parametrize(("moves", "json"), [(1, False), (2, False), (3, True), (1000, False)])
def test_what_may_be_done_is_of_the_state_that_is_shown(tmp_path: Path, moves: int, json: bool) -> None:
    async def work() -> None:
        async with inside(tmp_path, Seeded(1)) as house:
            ines = await house.open_table(player="Ines")
            service = house.service
            door, looking, left = await service.door(ines.key), service.table, [moves]
            seat = await service.seat(door, token=ines.token)

            async def interrupted(*of: object) -> object:
                view = await looking(*of)
                if left[0]:
                    left[0] -= 1
                    if view.state.agenda:
                        await service.undo(door, seat)
                    else:
                        await service.play(door, seat, UseInventory("exp-01"))
                return view

            service.table = interrupted
            if moves > 100:
                with pytest.raises((Refusal, Refused)) as caught:
                    await open_table(asked(house, ines.key, ines.token))
                assert [reason.code for reason in caught.value.reasons] == ["table_busy"]
                return
            if json:
                told = await ines.moves()
                assert told == await ines.moves()
                return
            table = await open_table(asked(house, ines.key, ines.token))
            assert (table.view.revision, table.listing) == await service.moves(door, seat)
            assert bool(table.state.agenda) == (moves % 2 == 1)
            assert len(
                {getattr(move, "step", None) for move in table.listing.moves} & {one.id for one in table.state.agenda}
            ) == (moves % 2)

    run(work())
