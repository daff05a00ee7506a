"""Tables and entries made by hand: the store knows nothing of the rules."""

from __future__ import annotations

import secrets
from dataclasses import replace

from app.store.log import Also, Log
from app.store.rows import Line, NewGame, Proof, StoredSeat


def new_game(**changes: object) -> NewGame:
    game = NewGame(
        name="Friday",
        pack="builtin",
        pack_version="1",
        rules="0.1.0",
        play_key="play-" + secrets.token_hex(8),
        host_key="host-" + secrets.token_hex(8),
        watch_key="watch-" + secrets.token_hex(8),
        code=secrets.token_hex(3),
        code_until=10**13,
    )
    return replace(game, **changes)  # type: ignore[arg-type]


def line(revision: int, **changes: object) -> Line:
    sample = Line(
        revision=revision,
        kind="move",
        head=revision,
        at=1_700_000_000_000 + revision,
        seat="s1",
        name="Ada",
        key=None,
        move='{"type":"FinishTurn"}',
        detail="{}",
        events=f'[{{"n":{revision},"text":"ünïcode 🜁 {revision}"}}]',
        rules="0.1.0",
        pack_version="1",
    )
    return replace(sample, **changes)  # type: ignore[arg-type]


async def table_with(log: Log, moves: int = 0, **changes: object) -> int:
    """A table with one seat, its first entry and so many moves; returns its id."""
    also = Also(new_seats=(StoredSeat(1, "Ada", "host", ("e1", "e2")),), new_proofs=(Proof("ab" * 32, "phone", 1),))
    game = await log.create(new_game(**changes), [line(1, kind="create", move=None)], also)
    for revision in range(2, moves + 2):
        await log.append(game, line(revision), round=1)
    return game
