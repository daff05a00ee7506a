"""The recharge effect in its three steps: die, trade, inventory; a workbench without the die (RC-1, RC-2, BG-10)."""

from __future__ import annotations

from typing import Literal

from .agenda import Resolve
from .agenda_items import Recharging, Trading, UsingInventory
from .altering import replace
from .board import layout
from .cards import Book
from .effects_items import Recharge
from .engine import IN_HAND, STEPS, Run
from .geometry import Space
from .inventory import adjacent_explorers
from .modifiers import forbids
from .resolving import VERBS, next_verb, targets
from .state import State, key_of
from .units import in_play, restore
from .ways import corner

ANCHORS = ("R", "W")


def begin_recharge(
    run: Run, explorer: str, space: Space | None, *, stage: Literal["roll", "trade"] = "roll", rule: str = "RC-1"
) -> None:
    """Open the steps; `space` = the station or workbench that was activated, None wherever the explorer stands."""
    run.open(Recharging(run.new_id(), explorer, space, stage, rule))


def _recharge(run: Run, step: Resolve, effect: Recharge) -> None:
    who = targets(run, step, "acting")
    next_verb(run, step)
    if who and who[0] in in_play(run.state):
        begin_recharge(run, who[0], None)


def anchors(book: Book, state: State, activated: Space | None) -> tuple[Space, ...]:
    """The stations and workbenches that trades may go by: not destroyed, and (used_station_counts) not used either.

    The one just activated always counts.
    """
    table = layout(book.faces, state.board)
    refused = ("destroyed",) if state.settings.used_station_counts == "explored" else ("destroyed", "explored")
    return tuple(
        space
        for what in ANCHORS
        for space in table.features(what)
        if space == activated or state.marks.get(key_of(space)) not in refused
    )


def trade_partners(book: Book, state: State, explorer: str, activated: Space | None) -> tuple[str, ...]:
    """Whom one may trade with in the second step (RC-1): anybody beside a station or workbench, on any tile.

    With rules_4_0 off there is no trade at a distance: only with adjacent explorers (ED-1, Reading).
    """
    if state.settings.rules_4_0 != "on":
        near = adjacent_explorers(book, state, explorer)
    else:
        table = layout(book.faces, state.board)
        beside = {s for space in anchors(book, state, activated) for s in table.neighbours(space, corner(state))}
        near = tuple(e for e in in_play(state) if e != explorer and state.explorers[e].space in beside)
    if forbids(book, state, "trade", explorer):
        return ()
    return tuple(e for e in near if not forbids(book, state, "trade", e))


def carry_recharge(run: Run, step: Recharging) -> bool:
    """The die must be rolled; trade and inventory may be declined; there is no turning back (RC-1)."""
    if step.explorer not in in_play(run.state):
        run.close(step)
        return True
    match step.stage:
        case "roll":
            _roll(run, step)
        case "trade":
            _trade(run, step)
        case "inventory":
            run.change(replace(step, stage="done", answers=()))
            run.open(UsingInventory(run.new_id(), step.explorer, declinable=True, rule=step.rule))
        case "done":
            run.close(step)
    return True


def _roll(run: Run, step: Recharging) -> None:
    if "recharge" not in run.book.dice:
        run.note("no_recharge_die", "RC-1")
        run.change(replace(step, stage="trade"))
        return
    face = run.roll(step, "die", {"recharge": 1}, why="recharge", who=step.explorer, rule="RC-1")
    gain = run.book.recharge[face - 1]
    for pool in ("health", "stamina", "essence"):
        if getattr(gain, pool):
            restore(run, step.explorer, pool, getattr(gain, pool), "RC-1")
    run.change(replace(step, stage="trade", answers=()))


def _trade(run: Run, step: Recharging) -> None:
    partners = trade_partners(run.book, run.state, step.explorer, step.space)
    if not partners:
        run.note("nobody_to_trade", step.rule, step.explorer)
    partner = run.ask(
        step, "partner", "trade_with", step.explorer, (*partners, "none") if partners else (), rule=step.rule
    )
    run.change(replace(step, stage="inventory", answers=()))
    if partner is not None and partner != "none":
        run.open(Trading(run.new_id(), step.explorer, partner, step.rule))


VERBS[Recharge] = _recharge
STEPS[Recharging] = carry_recharge
IN_HAND.add(Recharging)
