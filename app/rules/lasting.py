"""Verbs about numbers and rolls: effects that last, tests, banishing (RD-1, IP-22, GD-1, BG-4)."""

from __future__ import annotations

from . import effects as fx
from .agenda import Resolve
from .conditions import amount
from .engine import Run
from .modifiers import begin_lasting, forbids, number
from .rerolls import roll_test
from .resolving import VERBS, about, open_part, targets
from .targets import seen_from
from .triggers import trigger
from .units import destroy_unit, is_explorer
from .vocabulary import Condition

#: Whom an effect means as a whole, those who come later included.
ALL = ("each_explorer", "each_monster", "each_unit", "here", "explorers_here", "monsters_here", "table")


def begin_modifier(run: Run, step: Resolve, e: fx.Modify | fx.Forbid | fx.Allow) -> None:
    """An effect that lasts begins: for those picked now, or for all whom it names while it lasts."""
    if isinstance(e.who, str) and e.who in ALL:
        begin_lasting(run, e, "", step.card)
        return
    who = "acting" if e.who == "bearer" else e.who
    for unit in targets(run, step, who):
        begin_lasting(run, e, unit, step.card)


def banish(run: Run, step: Resolve, e: fx.Banish) -> None:
    """BG-4: banished monsters bring neither essence nor death effects. Explorers are never banished."""
    monsters = tuple(unit for unit in targets(run, step, e.target) if not is_explorer(run.state, unit))
    if not monsters:
        run.note("nobody_banished", "BG-4", step.card)
    for monster in monsters:
        destroy_unit(run, monster, "BG-4", "banished")


def test(run: Run, step: Resolve, e: fx.Test) -> None:
    """Roll the game die: the number or more succeeds. Nobody helps; the acting explorer's cards count."""
    of_monster = step.actor is None and step.unit in run.state.monsters
    who = None if of_monster else seen_from(run, step, "acting", "tester")
    modifier = number(run.book, run.state, "test_roll", who)
    for per in e.per:
        lowers = per.subject == "horror_tokens" and per.n < 0
        if lowers and forbids(run.book, run.state, "horror_tokens_reduce_rolls", who):
            continue
        modifier += per.n * amount(run.book, run.state, Condition(per.subject), about(step))
    total = roll_test(run, step, e.number, who=who or "", modifier=modifier)
    passed = total >= e.number
    run.note("test_passed" if passed else "test_failed", "GD-1", who or "", e.number)
    if not passed and who is not None:
        trigger(run, "test_failed", actor=who, unit=who)
    open_part(run, step, 0 if passed else 1, who)


def reroll(run: Run, step: Resolve, e: fx.Reroll) -> None:
    """Rerolling is offered when dice are rolled (rerolls); played at another time there is nothing to roll again."""
    run.note("nothing_to_reroll", "GD-1", step.card)


VERBS[fx.Modify] = begin_modifier
VERBS[fx.Forbid] = begin_modifier
VERBS[fx.Allow] = begin_modifier
VERBS[fx.Banish] = banish
VERBS[fx.Test] = test
VERBS[fx.Reroll] = reroll
