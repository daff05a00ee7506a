"""A player who knows nothing but what `moves` lists: proves the listing, the refusals and the log over JSON.

`python -m tests.web.random_player --sessions 20 --moves 300` is the long proof; the tests run a short one.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from app.config import Settings
from app.main import create_app
from app.rules import replay, view_for, violations
from app.rules.ledger import LEDGER
from app.service import Service, load_move, state_json
from app.store.codec import load_events
from tests.web.conftest import SECRET, SeededChance, Table, open_table

Json = dict[str, Any]

LIKED = {"Explore": 20, "Walk": 4, "ActivateChapterSpace": 4}
"""Kinds of moves that are made more often than others, so that a session gets somewhere."""


@dataclass
class Session:
    """One table and what was seen at it. `seats` take turns at random."""

    seats: list[Table]
    source: random.Random
    service: Service
    made: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    over: bool = False

    def step(self) -> None:
        """Make one listed move, try one refused one, and look whether all is well. AssertionError if not."""
        seat = self.source.choice(self.seats)
        listing = seat.moves()
        revision = listing["revision"]
        if not listing["moves"]:
            self.over = bool(seat.state()["state"]["outcome"])
            return
        if listing["refused"]:
            self._try_refused(seat, self.source.choice(listing["refused"]), revision)
        item = self._choose(listing["moves"])
        answer = seat.play(item["move"], revision=revision)
        assert answer.status_code == 200, (item, answer.text)
        assert answer.json()["revision"] == revision + 1, item
        self.made[item["move"]["type"]] += 1
        self._look(seat, revision + 1)

    def _choose(self, moves: list[Json]) -> Json:
        """A move, rolls of a die for nothing rarely, so that the game goes on."""
        telling = [item for item in moves if item["move"]["type"] != "RollDie"]
        kinds = sorted({item["move"]["type"] for item in telling})
        if not kinds or self.source.random() < 0.02:
            return self.source.choice(moves)
        kind = self.source.choices(kinds, [LIKED.get(kind, 1) for kind in kinds])[0]
        return self.source.choice([item for item in telling if item["move"]["type"] == kind])

    def _try_refused(self, seat: Table, item: Json, revision: int) -> None:
        answer = seat.play(item["move"], revision=revision)
        assert answer.status_code in (403, 409), (item, answer.text)
        assert answer.json()["reasons"] == item["reasons"]
        assert answer.json()["revision"] == revision
        for reason in item["reasons"]:
            assert reason["rule"] in LEDGER, reason
            assert not reason["message"].startswith("Not possible"), reason
            self.refused[reason["code"]] += 1

    def _look(self, seat: Table, revision: int) -> None:
        """Invariants hold; every card is somewhere once."""
        state = seat.state()
        assert state["revision"] == revision
        assert violations(self.service.book, self.true_state()) == ()
        for deck, audit in seat.get("/decks").json().items():
            assert audit["sums"], (deck, audit)

    def true_state(self) -> Any:
        """The state with everything hidden, from memory."""
        number = asyncio.run(self.service.door(self.seats[0].key)).table
        return self.service._tables._open[number].state

    def check_replay(self) -> None:
        """The log, folded from its beginning, is the state; what is listed can be read back."""
        number = asyncio.run(self.service.door(self.seats[0].key)).table
        lines = asyncio.run(self.service._tables.log.lines(number, 0, 10**6))
        folded = replay(event for line in lines if line.kind != "undo" for event in load_events(line.events))
        assert folded == self.true_state()
        assert state_json(view_for(folded)) == self.seats[0].state()["state"]
        for item in self.seats[0].moves()["moves"]:
            load_move(item["move"])


def play(client: TestClient, seed: int, moves: int) -> Session:
    """One session of so many moves, or to the end of the game."""
    host = open_table(client, player="Ines")
    guest = host.seat("Jonas", "exp-02")
    session = Session([host, guest], random.Random(seed), client.app.state.service)  # type: ignore[attr-defined]
    for _ in range(moves):
        session.step()
        if session.over:
            break
    session.check_replay()
    return session


def main() -> int:
    """Play many sessions and tell what was made and refused."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    made: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder), secret=SECRET)
        with TestClient(create_app(settings, SeededChance(options.seed))) as client:
            for seed in range(options.seed, options.seed + options.sessions):
                session = play(client, seed, options.moves)
                made.update(session.made)
                refused.update(session.refused)
                done = sum(session.made.values())
                sys.stdout.write(f"session {seed}: {done} moves{', to the end' if session.over else ''}\n")
                sys.stdout.flush()
    for title, counts in (("made", made), ("refused", refused)):
        sys.stdout.write(f"{title}: {', '.join(f'{name} {n}' for name, n in counts.most_common())}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
