"""What a card takes where nobody has any: the log says that nothing was lost."""

from __future__ import annotations

import pytest

from app.packs import builtin
from app.rules import changes as ch
from app.rules import decide, legal_moves
from app.rules import moves as mv
from app.rules.agenda import Resolve
from app.rules.effects_units import Lose
from app.rules.engine import Run
from app.rules.events import Noted, PoolChanged
from app.rules.position import read_position
from app.rules.resolving import VERBS
from tests.support.players import Seeded, everyone

BOOK = builtin()
TABLE = """\
scenario: shape-of-god, long, patients
chapter: sog-03
tiles:
  14a at 0,0
explorers:
  Ada 5/{ada}/{ada} at e4 of 0,0
  Bram 5/{bram}/{bram} at f4 of 0,0
"""


def _lost(pool: str, who: str, ada: int, bram: int) -> list[object]:
    state = read_position(BOOK, TABLE.format(ada=ada, bram=bram))
    run = Run(BOOK, state, everyone("exp-01", "exp-02"), Seeded(1))
    step = Resolve(9, "sog-03", "bottom.0.0", actor="exp-01", unit="exp-01")
    VERBS[Lose](run, step, Lose(who, pool, 2))
    return run.events


@pytest.mark.parametrize("pool", ["stamina", "essence"])
@pytest.mark.parametrize(("who", "whose"), [("acting", ["exp-01"]), ("each_explorer", ["exp-01", "exp-02"])])
def test_where_nobody_has_any_the_log_says_that_nothing_was_lost(pool, who, whose):
    events = _lost(pool, who, 0, 0)
    assert [(event.code, event.what) for event in events] == [(f"no_{pool}_to_lose", unit) for unit in whose]


@pytest.mark.parametrize("pool", ["stamina", "essence"])
def test_where_somebody_loses_some_nothing_more_is_told(pool):
    events = _lost(pool, "each_explorer", 0, 1)
    assert [type(event) for event in events] == [PoolChanged]


def test_whoever_is_chosen_to_lose_what_it_has_not_is_named():
    by = everyone("exp-01", "exp-02")
    state = read_position(BOOK, TABLE.format(ada=0, bram=0))
    verdict = decide(BOOK, state, mv.MakeRuling("on", (ch.SetChapter(3),)), by, Seeded(1))
    told = []
    for _ in range(12):
        answers = [move for move in legal_moves(BOOK, verdict.state, by).moves if isinstance(move, mv.Answer)]
        if not answers:
            break
        verdict = decide(BOOK, verdict.state, answers[0], by, Seeded(1))
        told += [event for event in verdict.events if isinstance(event, Noted) and event.code == "no_essence_to_lose"]
    assert [event.what for event in told] == ["exp-01"]
