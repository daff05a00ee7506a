"""What is proved of a soak session every so many acts and at its end.

- The entries stored since the last time fold to the states there were; they and their moves are read and written alike.
- The moves of these entries, decided again with the chance recorded, give the same events and the same states.
- A state goes through the codec and comes back equal; so do the snapshots in the database.
- Undone to any point, and redone, the table is what it was there.
- Dropped from memory and opened again, it is the same.
- Carried away as a file and made a table of again, it has the same log and looks the same at any point (in the end).
"""

from __future__ import annotations

import json
import random
from dataclasses import replace

from sqlalchemy import select

from app.rules import Legal, State, decide, public_events, replay, view_for, violations
from app.service.timeline import MOVES
from app.store import codec
from app.store.rows import Line
from app.store.tables import table
from tests.soak.chance import ToldAgain
from tests.soak.session import THOROUGH, Broken, Session, crashed

#: Points that are undone to each time, and points of a copy that are looked at.
BACK = 3


async def prove(session: Session, *, last: bool = False) -> None:
    """Everything above; `last` = with what is done in the end only. Raises Broken."""
    chance = random.Random(f"{session.seed} proved {session.table.revision}")
    try:
        lines = await session.service._tables.log.lines(session.table.id, session.proved, session.table.revision)
        folded(session, lines)
        decided_again(session, lines, chance)
        session.proved = session.table.revision
        await snapshots(session)
        coded(session)
        await back_and_forth(session, chance)
        if last or session.pace == THOROUGH:
            await opened_again(session)
        if last:
            await carried(session, chance)
    except Broken:
        raise
    except Exception as error:
        raise crashed("proof", error) from error
    session.reached.count("checks", "proofs")


def _before(session: Session, line: Line) -> int:
    """The move whose state a move was made on."""
    return session.table.timeline.heads[line.revision - 2]


def folded(session: Session, lines: tuple[Line, ...]) -> None:
    """The stored events fold to the states, are written as they were read, and a stored move is read as it was."""
    for line in lines:
        events = codec.load_events(line.events)
        session.reached.events(events)
        if line.move is not None and codec.dump_move(codec.load_move(line.move)).decode() != line.move:
            raise Broken("codec", f"the move of entry {line.revision} is written otherwise than it was")
        if line.kind not in MOVES:
            if events:
                raise Broken("fold", f"entry {line.revision} ({line.kind}) has events")
            continue
        before = session.states[_before(session, line)] if line.revision > 1 else None
        session.public[line.revision] = public_events(events)
        if replay(events, before) != session.states[line.revision]:
            raise Broken("fold", f"the events of entry {line.revision} fold to another state")
        if codec.dump_events(events).decode() != line.events:
            raise Broken("codec", f"the events of entry {line.revision} are written otherwise than they were")


def decided_again(session: Session, lines: tuple[Line, ...], chance: random.Random) -> None:
    """The log's moves, with the recorded chance, give the same events and states."""
    for line in lines:
        if line.kind != "move" or chance.random() >= session.pace.replayed:
            continue
        assert line.move is not None
        told = ToldAgain(session.told[line.revision])
        state, move = session.states[_before(session, line)], codec.load_move(line.move)
        try:
            verdict = decide(session.book, state, move, session.bys[line.revision], told)
        except AssertionError as error:
            raise Broken("replay", f"{move} {error}") from error
        if not isinstance(verdict, Legal):
            raise Broken("replay", f"{move} is refused now: {verdict.reasons}")
        if told.left:
            raise Broken("replay", f"{move} leaves chance over: {told.left}")
        if verdict.state != session.states[line.revision]:
            raise Broken("replay", f"{move} gives another state")
        if codec.dump_events(verdict.events).decode() != line.events:
            raise Broken("replay", f"{move} gives other events")


def coded(session: Session) -> None:
    """The state comes back from the codec as it is; so does what may be seen of it."""
    for state in (session.state, view_for(session.state)):
        if codec.load_state(codec.dump_state(state)) != state:
            raise Broken("codec", "the state comes back another")
    if codec.unpack_state(codec.pack_state(session.state)) != session.state:
        raise Broken("codec", "the packed state comes back another")


async def snapshots(session: Session) -> None:
    """Every snapshot in the database is the state after its entry."""
    kept = table("snapshot")
    query = select(kept.c.revision, kept.c.data).where(kept.c.game_id == session.table.id)
    for revision, data in await session.service.database.reading(lambda c: c.execute(query).all()):
        if codec.unpack_state(data) != session.states[revision]:
            raise Broken("snapshot", f"after entry {revision} is not the state")
        session.reached.count("checks", "snapshots")


async def back_and_forth(session: Session, chance: random.Random) -> None:
    """Undo to any point gives the state there, redo the one before, in steps and at once."""
    line = session.table.timeline.line
    if len(line) < 2 or session.table.timeline.ahead:
        return  # what waits to be redone would be lost among what these undo
    now, door = session.state, session.door
    for _ in range(BACK):
        goals = sorted(chance.sample(line[:-1], min(2, len(line) - 1)), reverse=True)
        for goal in goals:
            await session.service.undo(door, session.seats[chance.randrange(2)], to=goal)
            if (await session.service._tables.state_after(session.table, goal)) != session.states[goal]:
                raise Broken("undo", f"to entry {goal} gives another state")
            if session.table.state != session.states[goal] or session.table.timeline.head != goal:
                raise Broken("undo", f"to entry {goal} leads elsewhere")
        for goal in [*goals[-2::-1], line_end := session.table.timeline.ahead[0][-1]]:
            await session.service.redo(door, session.seats[chance.randrange(2)], to=goal)
            if session.table.state != session.states[goal]:
                raise Broken("redo", f"to entry {goal} gives another state")
        if session.table.state != now or session.table.timeline.head != line_end:
            raise Broken("redo", "does not lead back")
        session.reached.count("checks", "undone and redone")


async def opened_again(session: Session) -> None:
    """The table from the database alone is the table in memory."""
    tables, known = session.service._tables, session.table
    before = (known.state, known.timeline, known.all_seats())
    log = await session.service.log(session.door, limit=120)
    tables.forget(known)
    found = await tables.open(session.door.table)
    if found.fault is not None:
        raise Broken("opened", f"{found.fault.reasons}")
    if found.state != before[0]:
        raise Broken("opened", "again, it is in another state")
    if (found.timeline, found.all_seats()) != before[1:]:
        raise Broken("opened", "again, it has another timeline or other seats")
    if await session.service.log(session.door, limit=120) != log:
        raise Broken("opened", "again, it has another log")


async def carried(session: Session, chance: random.Random) -> None:
    """A file of the table makes a table that has its log and looks as it does, now and at other points."""
    service, tables = session.service, session.service._tables
    file = json.dumps(await service.export(session.door, session.seats[0]))
    session.server.chance.begin(session.seed, "copy")
    made = await service.import_table(json.loads(file))
    door = await service.door(made.play)
    copy = await tables.open(door.table)
    if copy.timeline.line != session.table.timeline.line or copy.timeline.ahead != session.table.timeline.ahead:
        raise Broken("import", "has another timeline")
    lines = await tables.log.lines(session.table.id, 0, session.table.revision)
    copied = await tables.log.lines(copy.id, 0, copy.revision)
    if [line.kind for line in copied[len(lines) :]] != ["import"]:
        raise Broken("import", "adds something else than that it was imported")
    states: dict[int, State] = {}
    looked = set(chance.sample(range(1, len(lines) + 1), min(5 * BACK, len(lines)))) | {copy.timeline.head}
    for line, other in zip(lines, copied, strict=False):
        if replace(line, events=other.events, key=None) != other:
            raise Broken("import", f"entry {line.revision} is another: {line} / {other}")
        if line.kind not in MOVES:
            continue
        events = codec.load_events(other.events)
        if public_events(events) != session.public[line.revision]:
            raise Broken("import", f"entry {line.revision} reads otherwise")
        before = states[_before(session, line)] if line.revision > 1 else None
        state = states[line.revision] = replay(events, before)
        if line.revision in looked:
            if view_for(state) != view_for(session.states[line.revision]):
                raise Broken("import", f"looks otherwise after entry {line.revision}")
            if broken := violations(session.book, state):
                raise Broken("import", f"after entry {line.revision}: {broken}")
    if copy.state != states[copy.timeline.head]:
        raise Broken("import", "is in another state than its log says")
    session.reached.count("checks", "carried as files")
