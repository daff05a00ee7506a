"""A hundred sessions of random players through the service, to their end or for 500 moves, with all that must hold
(session.py, proved.py).

`make soak` plays a thousand, or one alone, and tells what they reached. Sessions that once found a fault are played
always; what they found stands in seeds.yaml.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from app.packs import builtin
from app.rules import Legal, State
from app.rules.events import PoolChanged
from app.store import codec
from tests.soak import proved, session
from tests.soak.reached import Reached, whole
from tests.soak.running import MOVES, Job, kept_seeds, play
from tests.soak.session import SPARING

TOGETHER = 5  # sessions that are played one after another
PARTS = [range(first, first + TOGETHER) for first in range(0, 100, TOGETHER)]


def play_all(jobs: list[Job]) -> Reached:
    """What these sessions reached; fails with what any of them broke."""
    done = play(jobs)
    failures = [one.failure for one in done if one.failure]
    assert not failures, "\n\n".join(failures)
    reached = Reached()
    for one in done:
        reached.add(one.reached)
    return reached


@pytest.mark.slow
@pytest.mark.parametrize("seeds", PARTS, ids=str)
def test_nothing_breaks_whatever_is_played(seeds: range) -> None:
    reached = play_all([Job(seed, MOVES, pace=SPARING) for seed in seeds])
    there_is = whole(builtin())
    for kind, least in LEAST.items():
        names = there_is[kind]
        never = [name for name in names if not reached.counts[kind][name]]
        assert len(names) - len(never) >= least * len(names), f"{kind}: never {', '.join(sorted(never))}"


#: What part of each kind any of the parts reaches at the least: random players that stay at home prove nothing. Five
#: sessions play five lengths and variations of some of the scenarios, and so few of the chapters that there are.
LEAST = {"moves": 0.5, "changes of rulings": 0.25, "events": 0.65, "steps": 0.5, "chapters": 0.06, "tiles": 0.3}
LEAST |= {
    "cards": 0.12,
    "questions": 0.25,
    "reasons": 0.15,
    "notes": 0.12,
    "abilities": 0.06,
    "house rules changed": 0.05,
}


@pytest.mark.slow
def test_nothing_breaks_with_the_cards_of_the_rule_cases() -> None:
    """What no card of the built-in pack brings up comes up here: cards that set one number to different values and what
    is picked then, by answer and by ruling (IP-22), and a table without a way on (IP-15).
    """
    reached = play_all([Job(seed, 250, cases=True, pace=SPARING) for seed in range(8)])
    for kind, name in (
        ("questions", "which_value"),
        ("events", "ValuePicked"),
        ("changes of rulings", "PickValue"),
        ("events", "DeadEnd"),
    ):
        assert reached.counts[kind][name], f"{kind}: never {name}"


KEPT = kept_seeds()


@pytest.mark.slow
@pytest.mark.parametrize("job", [job for job, _ in KEPT], ids=[found for _, found in KEPT])
def test_what_once_broke_holds(job: Job) -> None:
    play_all([job])


# ------------------------------------------------------------------ that the soak would notice


def played(monkeypatch: pytest.MonkeyPatch, where: object, name: str, instead: object, shrinks: bool = False) -> str:
    """What the soak tells of a session in which something is broken on purpose."""
    monkeypatch.setattr(where, name, instead)
    (done,) = play([Job(1, 100, shrinks=shrinks)])
    return done.failure


def test_a_broken_invariant_is_found_and_cut_down_to_what_does_it(monkeypatch):
    def nobody_rests(book: object, state: State) -> tuple[str, ...]:
        return ("planted",) if any(explorer.finished for explorer in state.explorers.values()) else ()

    told = played(monkeypatch, session, "violations", nobody_rests, shrinks=True)
    assert "invariant planted" in told
    assert 'make soak ARGS="--seed 1 --moves 100"' in told
    few = int(told.split(" acts do it as well")[0].split("\n")[-1])
    *before, last = re.findall(r'^  act \d+, .*"type": "(\w+)"}$', told, re.MULTILINE)
    assert last == "FinishTurn"
    assert set(before) <= {"Answer"}, "only what the first chapter asks has to be answered before anybody finishes"
    assert few == len(before) + 1
    assert "position before the last of them:" in told
    assert "explorers:" in told


def test_a_fold_that_forgets_is_found(monkeypatch):
    load = codec.load_events

    def forgetful(raw: str) -> object:
        return tuple(event for event in load(raw) if not isinstance(event, PoolChanged))

    assert ": the events of entry" in played(monkeypatch, codec, "load_events", forgetful), "by the fold or the codec"


def test_a_move_that_is_decided_otherwise_the_second_time_is_found(monkeypatch):
    decide = proved.decide

    def other(*args: object) -> object:
        verdict = decide(*args)
        return Legal(verdict.events, replace(verdict.state, next_id=verdict.state.next_id + 1))

    assert "replay:" in played(monkeypatch, proved, "decide", other)


def test_a_snapshot_that_is_another_state_is_found(monkeypatch):
    pack = codec.pack_state
    assert "snapshot:" in played(monkeypatch, codec, "pack_state", lambda state: pack(replace(state, round=99)))
