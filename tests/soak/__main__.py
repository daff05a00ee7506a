"""Soak the product with random players, and tell what they reached: `make soak` (docs/proofs.md)."""

from __future__ import annotations

import argparse
import os
import sys
import time

from app.packs import builtin
from tests.soak.reached import Reached, table
from tests.soak.running import MOVES, Job, on_all_cores, play
from tests.soak.session import SPARING, THOROUGH
from tests.support import casebook

#: Of so many sessions one has the cards of the rule cases mixed in: not all comes up with those of the built-in pack.
MIXED = 20


def main() -> int:
    """Play what the command line asks for; 1 when something did not hold."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--sessions", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first session")
    parser.add_argument("--moves", type=int, default=MOVES, help="after so many a session stops")
    parser.add_argument("--seed", type=int, action="append", help="this session alone, and the next one given so")
    parser.add_argument("--cases", action="store_true", help="with the cards of the rule cases mixed in")
    parser.add_argument("--sparing", action="store_true", help="fewer looks beside the way, as in a test run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
    parser.add_argument("--no-shrink", action="store_true", help="don't look for fewer moves that fail as well")
    asked = parser.parse_args()
    seeds = asked.seed or range(asked.first, asked.first + asked.sessions)
    pace = SPARING if asked.sparing else THOROUGH
    jobs = [
        Job(seed, asked.moves, asked.cases or (not asked.seed and seed % MIXED == 0), not asked.no_shrink, pace)
        for seed in seeds
    ]
    reached, failed, begun = Reached(), 0, time.monotonic()
    for number, done in enumerate(play(jobs) if asked.seed else on_all_cores(jobs, asked.jobs), 1):
        reached.add(done.reached)
        if done.failure:
            failed += 1
            _tell(f"\n{done.failure}\n")
        if number % 50 == 0:
            _tell(f"{number} of {len(jobs)} sessions, {failed} failed, {time.monotonic() - begun:.0f} s")
    _tell(f"\n{table(reached, casebook.book() if asked.cases else builtin())}")
    _tell(f"\n{len(jobs)} sessions, {failed} failed, {time.monotonic() - begun:.0f} s on {asked.jobs} cores")
    return 1 if failed else 0


def _tell(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
