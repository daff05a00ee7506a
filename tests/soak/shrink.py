"""From a session that fails to the few acts that are needed for it, and the report of them."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.rules.position_writing import write_position
from app.store import codec
from tests.soak.player import Act, dealt
from tests.soak.session import Broken, Server, Session, crashed

if TYPE_CHECKING:
    from app.rules import State

#: Seconds of processor time that shrinking may take.
PATIENCE = 90


class Shrinking:
    """Looks for fewer acts that break the same thing (`what`)."""

    def __init__(self, server: Server, seed: int, what: str) -> None:
        self.server = server
        self.seed = seed
        self.what = what
        self.around = self.prove = False
        self.until = time.process_time() + PATIENCE

    def fails(self, acts: Sequence[Act]) -> tuple[Broken, Session] | None:
        """Whether these acts break it too."""
        session = Session(self.server, self.seed)
        try:
            asyncio.run(session.again(acts, around=self.around, prove_it=self.prove))
        except Broken as broken:
            return (broken, session) if broken.what == self.what else None
        except Exception as error:
            broken = crashed("session", error)
            return (broken, session) if broken.what == self.what else None
        return None

    def shrunk(self, acts: list[Act]) -> list[Act] | None:
        """As few acts as can be found in time; None when doing them again does not fail."""
        for self.around, self.prove in ((False, False), (True, False), (False, True), (True, True)):
            if (found := self.fails(acts)) is not None:
                break
        else:
            return None
        acts = acts[: len(found[1].acts)] if not found[0].aside else acts
        if self.prove:
            acts = self._first(acts)
        size = max(1, len(acts) // 2)
        while time.process_time() < self.until:
            place = 0
            smaller = False
            while place < len(acts) and time.process_time() < self.until:
                fewer = acts[:place] + acts[place + size :]
                if (found := self.fails(fewer)) is not None:
                    acts = fewer[: len(found[1].acts)] if not self.prove and not self.around else fewer
                    smaller = True
                else:
                    place += size
            if size == 1 and not smaller:
                break
            size = max(1, size // 2)
        return acts

    def _first(self, acts: list[Act]) -> list[Act]:
        """The shortest beginning that fails when it is proved, by halving."""
        good, bad = 0, len(acts)
        while bad - good > 1:
            middle = (good + bad) // 2
            if self.fails(acts[:middle]) is not None:
                bad = middle
            else:
                good = middle
        return acts[:bad]


def report(server: Server, session: Session, broken: Broken, command: str, *, shrinks: bool) -> str:
    """What broke and how to come to it again: the session's seed, the acts that are needed, the position before."""
    acts = [*session.acts, *([broken.aside] if broken.aside else [])]
    now = session.state if session.states else None  # the table is dropped from memory while others are played
    lines = [f"seed {session.seed}, after {len(session.acts)} acts: {broken}", f"alone: {command}"]
    shrinking = Shrinking(server, session.seed, broken.what)
    few = shrinking.shrunk(acts) if shrinks else None
    if few is not None:
        found = shrinking.fails(few)
        assert found is not None
        lines.append(f"{len(few)} acts do it as well: {str(found[0])[:1500]}")
        lines += _told(session, few, _before(shrinking, few))
    else:
        lines += _told(session, acts[-4:], now)
    return "\n".join(lines)


def _before(shrinking: Shrinking, acts: list[Act]) -> State | None:
    """The state before the last act."""
    session = Session(shrinking.server, shrinking.seed)
    try:
        asyncio.run(session.again(acts[:-1], around=False, prove_it=False))
    except Exception:
        return session.state if session.states else None
    return session.state


def _told(session: Session, acts: list[Act], before: State | None) -> list[str]:
    setup = dealt(session.book, session.seed).model_dump(exclude_none=True, exclude={"name"})
    lines = [f"  table: {json.dumps(setup)}"]
    for act in acts:
        did = json.dumps(codec.move_json(act.move)) if act.move is not None else f"{act.kind} {act.n}"
        lines.append(f"  act {act.name}, seat {act.seat}: {did}")
    if before is not None:
        lines.append("  position before the last of them:")
        lines += [f"    {line}" for line in write_position(session.book, before).splitlines()]
    return lines
