"""Running soak sessions: one alone, many on all cores, the seeds of faults that were found."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import yaml

from app.packs import builtin
from app.rules.cards import Book
from tests.soak.reached import Reached
from tests.soak.session import SPARING, THOROUGH, Broken, Pace, Server, Session, crashed
from tests.soak.shrink import report
from tests.support import casebook

SEEDS = Path(__file__).parent / "seeds.yaml"
MOVES = 500


@dataclass(frozen=True)
class Job:
    """One session to play: of the built-in pack, or (`cases`) with the cards of the rule cases mixed in."""

    seed: int
    moves: int = MOVES
    cases: bool = False
    #: Shrink a failure, which takes a minute.
    shrinks: bool = True
    pace: Pace = THOROUGH

    @property
    def command(self) -> str:
        """How to play it alone."""
        more = (" --cases" if self.cases else "") + (" --sparing" if self.pace == SPARING else "")
        return f'make soak ARGS="--seed {self.seed} --moves {self.moves}{more}"'


@dataclass
class Done:
    """What became of it; `failure` = '' when everything held."""

    job: Job
    reached: Reached
    failure: str = ""


@contextmanager
def server(book: Book) -> Iterator[Server]:
    """A server over a database that is thrown away: in memory where the machine has a place for that."""
    memory = Path("/dev/shm")
    place = (
        memory if memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 2**30 else None
    )
    with tempfile.TemporaryDirectory(prefix="vivarium-soak-", dir=place) as folder:
        found = Server(Path(folder), book)
        try:
            yield found
        finally:
            found.close()


def play(jobs: Iterable[Job]) -> list[Done]:
    """Play some sessions one after another on one server."""
    done: list[Done] = []
    jobs = list(jobs)
    for cases in (False, True):
        some = [job for job in jobs if job.cases is cases]
        if some:
            with server(casebook.book() if cases else builtin()) as found:
                done += [_play(found, job) for job in some]
    return done


def _play(found: Server, job: Job) -> Done:
    session = Session(found, job.seed, job.pace)
    failed: Broken | None = None
    try:
        asyncio.run(session.play(job.moves))
    except Broken as broken:
        failed = broken
    except Exception as error:
        failed = crashed("session", error)
    session.reached.count("sessions", session.end())
    told = report(found, session, failed, job.command, shrinks=job.shrinks) if failed is not None else ""
    return Done(job, session.reached, told)


def on_all_cores(jobs: list[Job], cores: int, at_once: int = 5) -> Iterator[Done]:
    """Play sessions, so many in a process one after another, and give what is done as it comes."""
    parts = [jobs[i : i + at_once] for i in range(0, len(jobs), at_once)]
    with ProcessPoolExecutor(cores, multiprocessing.get_context("spawn")) as pool:
        for done in as_completed([pool.submit(play, part) for part in parts]):
            yield from done.result()


def kept_seeds() -> list[tuple[Job, str]]:
    """The sessions that once found a fault, and which one."""
    rows = yaml.safe_load(SEEDS.read_text("utf-8")) or []
    return [(Job(row["seed"], row.get("moves", MOVES), row.get("cases", False)), row["found"]) for row in rows]
