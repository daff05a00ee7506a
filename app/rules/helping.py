"""Helping the roll of a step ability, for its printed price, until the adjusting is closed (ST-2)."""

from __future__ import annotations

from .agenda import Ask, Resolve, StepAbility
from .altering import replace
from .cards import Book
from .engine import MOVES, Run
from .events_rolls import HelpGiven
from .modifiers import allows, forbids
from .moves_steps import CloseAdjust, HelpRoll
from .state import State
from .steps import ability_of, allowance, to_resolve
from .turns import answer_reasons, pending_reason, unheard_of
from .units import in_play, lose, row_of_absence, taking_part
from .verdicts import By, Reason, reason

#: The questions that come before the dice of a step ability fall (ST-1).
BEFORE_THE_ROLL = ("who_rolls", "roll_steps")


def _adjusting(state: State, move: HelpRoll | CloseAdjust) -> StepAbility | None:
    """The step ability whose roll is open for adjusting, if it is the one, and the roll, that the move means."""
    top = state.agenda[-1] if state.agenda else None
    if not isinstance(top, StepAbility) or top.id != move.step or top.stage != "adjust":
        return None
    return top if move.roller in ("", top.roller) else None


def _not_open(book: Book, state: State, move: HelpRoll | CloseAdjust) -> list[Reason]:
    """The roll that is meant takes no help: it was closed, or its dice have not fallen (ST-1)."""
    pending = pending_reason(state)
    now = str(pending.param("what")) if pending else ""
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Ask) and top.question in BEFORE_THE_ROLL and _means(state, move, top):
        beneath = state.agenda[-2]
        if isinstance(beneath, StepAbility | Resolve) and ability_of(book, state, beneath).adjust is None:
            return [reason("no_allowance", "ST-2", now=now)]
        return [reason("not_rolled_yet", "ST-1", now=now)]
    return unheard_of(state, move.step, "ST-2") or [reason("adjust_closed", "ST-2", now=now)]


def _means(state: State, move: HelpRoll | CloseAdjust, asked: Ask) -> bool:
    """Whether the move is for the roll that this question comes before, and not for one that is over."""
    steps = (one for one in state.agenda if isinstance(one, StepAbility))
    rolling = any(one.stage == "roll" and one.roller == move.roller for one in steps)
    return rolling or (not move.roller and move.step == asked.id)


def check_help(book: Book, state: State, move: HelpRoll, by: By) -> list[Reason]:
    """ST-2: within what is left of the printed maximum, paid with what the card names and the helper has."""
    step = _adjusting(state, move)
    if step is None:
        return _not_open(book, state, move)
    helper = state.explorers.get(move.explorer)
    if helper is None:
        return [reason("no_such_explorer", "ST-2", who=move.explorer)]
    if move.explorer not in by.explorers:
        return [reason("not_your_explorer", "ST-2", who=move.explorer)]
    reasons: list[Reason] = []
    if move.explorer not in taking_part(state):
        reasons.append(reason("not_in_play", row_of_absence(helper), who=move.explorer, status=helper.status))
    if forbids(book, state, "help_rolls", move.explorer) and move.explorer != step.roller:
        reasons.append(reason("may_not_help", "ST-2", who=move.explorer))
    adjust = ability_of(book, state, step).adjust
    assert adjust is not None
    left = allowance(book, state, step)
    if move.n < 1 or move.n * adjust.bonus > left:
        reasons.append(reason("over_the_maximum", "ST-2", most=adjust.max, left=left, n=move.n))
    price = 0 if is_free_help(book, state, step, move.explorer) else 1
    needed, there = max(0, move.n - 1 + price), int(getattr(helper, adjust.pool))
    if needed > there:
        reasons.append(reason("not_enough", "ST-2", what=adjust.pool, needed=needed, there=there, who=move.explorer))
    elif adjust.pool == "health" and needed == there and state.settings.pay_last_health == "refused":
        reasons.append(reason("last_health", "ST-2", who=move.explorer))
    return reasons


def is_free_help(book: Book, state: State, step: StepAbility, explorer: str) -> bool:
    """Whether a card makes this explorer's first help of this roll free."""
    first = not any(who == explorer for who, _ in step.help)
    return first and bool(allows(book, state, "free_first_help", explorer))


def do_help(run: Run, move: HelpRoll) -> None:
    """Pay and add; who dies by paying still leaves the bonus (IP-12)."""
    step = _adjusting(run.state, move)
    assert step is not None
    adjust = ability_of(run.book, run.state, step).adjust
    assert adjust is not None
    free = is_free_help(run.book, run.state, step, move.explorer)
    given = move.n * adjust.bonus
    run.change(replace(step, help=(*step.help, (move.explorer, given))))
    total = step.total + sum(n for _, n in step.help) + given
    run.emit(HelpGiven(step.card, move.explorer, step.roller, given, total))
    lose(run, move.explorer, adjust.pool, move.n - (1 if free else 0), "ST-2", paid=True)


def check_close(book: Book, state: State, move: CloseAdjust, by: By) -> list[Reason]:
    """ST-2: the rolling explorer closes it; the group for a dead one (IP-12)."""
    step = _adjusting(state, move)
    if step is None:
        return _not_open(book, state, move)
    return answer_reasons(state, step.roller if step.roller in in_play(state) else "group", by, "ST-2")


def do_close(run: Run, move: CloseAdjust) -> None:
    """No more help: the final roll is resolved."""
    step = _adjusting(run.state, move)
    assert step is not None
    effect = ability_of(run.book, run.state, step)
    to_resolve(run, step, effect, step.total + sum(n for _, n in step.help))


MOVES[HelpRoll] = (check_help, do_help)
MOVES[CloseAdjust] = (check_close, do_close)
