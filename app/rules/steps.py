"""Step abilities: roll, adjust, resolve (ST-1 to ST-5, IP-12, IP-19)."""

from __future__ import annotations

from fractions import Fraction

from .altering import replace
from .cards import Book
from .conditions import About, amount
from .effects import Band, Steps
from .engine import MOVES, STEPS, Run
from .events_rolls import HelpGiven, StepResolved
from .modifiers import allows, end_lasting, forbids, number
from .moves_steps import CloseAdjust, HelpRoll
from .resolving import VERBS, _next, verbs_of
from .state import Resolve, State, StepAbility
from .turns import answer_reasons, pending_reason, unheard_of
from .units import in_play, lose, taking_part
from .verdicts import By, Reason, reason
from .vocabulary import Condition, Dice


def ability_of(book: Book, state: State, step: StepAbility) -> Steps:
    """The verb that a running step ability carries out."""
    run = Run(book, state, By(""), _NEVER)
    effect = verbs_of(run, Resolve(0, step.card, step.at, step.branch))[step.index]
    assert isinstance(effect, Steps)
    return effect


class _Never:
    def roll(self, die: str, faces: tuple[int, ...]) -> int:
        raise AssertionError("nothing is rolled here")

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        raise AssertionError("nothing is shuffled here")

    def reveal(self, deck: str) -> None:
        raise AssertionError("nothing is revealed here")


_NEVER = _Never()


def begin_steps(run: Run, step: Resolve, effect: Steps) -> None:
    """Open the step ability: once for an explorer that the group picks, or for each in play (ST-4)."""
    if effect.who == "each_explorer":
        rollers = taking_part(run.state)
        _next(run, step)
    else:
        picked = run.ask(
            step,
            "roller",
            "who_rolls",
            "group",
            taking_part(run.state),
            rule="ST-4",
            card=step.card,
            at=step.at,
        )
        rollers = (picked,) if picked else ()
        _next(run, step)
    if rollers:
        run.open(StepAbility(run.new_id(), step.card, step.at, step.branch, step.index, effect.who, rollers))


def carry_steps(run: Run, step: StepAbility) -> bool:
    """Pick who rolls next, roll, wait for help, resolve the bands in printed order."""
    match step.stage:
        case "next":
            _next_roller(run, step)
        case "roll":
            _roll(run, step)
        case "adjust":
            return _adjust_is_over(run, step)
        case "resolve":
            _resolve_band(run, step)
    return True


def _next_roller(run: Run, step: StepAbility) -> None:
    alive = taking_part(run.state)
    waiting = tuple(e for e in step.waiting if e in alive)  # IP-12: the dead are skipped
    if not waiting:
        run.close(step)
        return
    who = run.ask(step, "roller", "who_rolls", "group", waiting, rule="ST-4", card=step.card, at=step.at)
    assert who is not None
    left = tuple(e for e in waiting if e != who)
    run.change(replace(step, roller=who, waiting=left, stage="roll", answers=(), help=(), bands=()))


def printed_modifier(book: Book, state: State, step: StepAbility, effect: Steps) -> int:
    """The printed modifiers, read at this moment (ST-1, IP-12), and what other cards add to the roll (IP-22)."""
    total = number(book, state, "step_roll", step.roller)
    about = About(step.card, step.at, step.roller)
    for per in effect.per:
        if (
            per.subject == "horror_tokens"
            and per.n < 0
            and forbids(book, state, "horror_tokens_reduce_rolls", step.roller)
        ):
            continue
        total += per.n * amount(book, state, Condition(per.subject), about)
    return total


def _roll(run: Run, step: StepAbility) -> None:
    effect = ability_of(run.book, run.state, step)
    if effect.mode == "count":
        counted = amount(run.book, run.state, Condition(effect.count), About(step.card, step.at, step.roller))
        _to_resolve(run, step, effect, counted)
        return
    total = run.roll(
        step,
        "roll",
        dice_of(effect.dice),
        why="steps",
        who=step.roller,
        rule="ST-1",
        modifier=printed_modifier(run.book, run.state, step, effect),
    )
    end_lasting(run, "next_steps_roll", step.roller)
    run.change(replace(step, stage="adjust", total=total, answers=()))


def dice_of(dice: Dice) -> dict[str, int]:
    """Dice by kind, without those that are not rolled."""
    return {k: n for k, n in (("low", dice.low), ("high", dice.high), ("game", dice.game)) if n}


def allowance(book: Book, state: State, step: StepAbility) -> int:
    """What may still be added to this roll: the printed maximum over all helpers, less what was given (ST-2)."""
    effect = ability_of(book, state, step)
    if effect.adjust is None or forbids(book, state, "adjust_rolls"):
        return 0
    most = effect.adjust.max
    limits = [n for n in (number(book, state, "step_help_max"),) if n]
    if limits:
        most = min(most, *limits)
    return max(0, most - sum(n for _, n in step.help))


def _adjust_is_over(run: Run, step: StepAbility) -> bool:
    """Adjusting waits for the rolling explorer to close it; without an allowance it is over at once (ST-2)."""
    effect = ability_of(run.book, run.state, step)
    if effect.adjust is None or allowance(run.book, run.state, step) == 0:
        _to_resolve(run, step, effect, step.total + sum(n for _, n in step.help))
        return True
    return False


# ------------------------------------------------------------------ resolving


def matching(effect: Steps, roll: int, *, off_scale: str = "nearest") -> tuple[int, ...]:
    """Numbers of the bands that a final roll resolves, in printed order (ST-3)."""

    def top(band: Band) -> float:
        return float("inf") if band.most is None else band.most

    def bottom(band: Band) -> float:
        return float("-inf") if band.least is None else band.least

    holding = [i for i, b in enumerate(effect.bands) if bottom(b) <= roll <= top(b)]
    match effect.mode:
        case "equal_or_above":
            return tuple(i for i, b in enumerate(effect.bands) if top(b) >= roll)
        case "equal_or_below":
            return tuple(i for i, b in enumerate(effect.bands) if bottom(b) <= roll)
        case "above":
            return tuple(i for i, b in enumerate(effect.bands) if top(b) >= roll and i not in holding)
        case "below":
            return tuple(i for i, b in enumerate(effect.bands) if bottom(b) <= roll and i not in holding)
    if holding:
        return (holding[0],)
    if off_scale != "nearest" or not effect.bands:
        return ()

    def far(i: int) -> tuple[float, float]:
        band = effect.bands[i]
        return (bottom(band) - roll if roll < bottom(band) else roll - top(band), bottom(band))

    return (min(range(len(effect.bands)), key=far),)


def _to_resolve(run: Run, step: StepAbility, effect: Steps, total: int) -> None:
    bands = matching(effect, total, off_scale=run.state.settings.roll_off_scale)
    run.emit(StepResolved(step.card, step.roller, total, bands))
    run.change(replace(step, stage="resolve", total=total, bands=bands, answers=()))


def _resolve_band(run: Run, step: StepAbility) -> None:
    if not step.bands:
        run.change(replace(step, stage="next", answers=()))
        return
    run.change(replace(step, bands=step.bands[1:], answers=()))
    run.open(
        Resolve(
            run.new_id(),
            step.card,
            step.at,
            (*step.branch, step.index, step.bands[0]),
            actor=step.roller,
            whole=False,
        )
    )


def chances(book: Book, state: State, step: StepAbility, help_: int = 0) -> tuple[Fraction, ...]:
    """For each band the exact chance that it resolves: by enumeration before the roll, 0 or 1 after it.

    `help_` = help still to be given. Modifiers are as they stand now.
    """
    effect = ability_of(book, state, step)
    if step.stage in ("adjust", "resolve"):
        sums = {step.total + sum(n for _, n in step.help) + help_: Fraction(1)}
    else:
        sums = {printed_modifier(book, state, step, effect) + help_: Fraction(1)}
        for die, n in dice_of(effect.dice).items():
            faces = book.dice[die]
            for _ in range(n):
                rolled: dict[int, Fraction] = {}
                for have, chance in sums.items():
                    for face in faces:
                        rolled[have + face] = rolled.get(have + face, Fraction(0)) + chance / len(faces)
                sums = rolled
    hits = [Fraction(0)] * len(effect.bands)
    for total, chance in sums.items():
        for i in matching(effect, total, off_scale=state.settings.roll_off_scale):
            hits[i] += chance
    return tuple(hits)


# ------------------------------------------------------------------ the moves


def _adjusting(state: State, move: HelpRoll | CloseAdjust) -> StepAbility | None:
    """The step ability whose roll is open for adjusting, if it is the one, and the roll, that the move means."""
    top = state.agenda[-1] if state.agenda else None
    if not isinstance(top, StepAbility) or top.id != move.step or top.stage != "adjust":
        return None
    return top if move.roller in ("", top.roller) else None


def _closed(state: State, step: int) -> list[Reason]:
    pending = pending_reason(state)
    return unheard_of(state, step, "ST-2") or [
        reason("adjust_closed", "ST-2", now=str(pending.param("what")) if pending else "")
    ]


def check_help(book: Book, state: State, move: HelpRoll, by: By) -> list[Reason]:
    """ST-2: within what is left of the printed maximum, paid with what the card names and the helper has."""
    step = _adjusting(state, move)
    if step is None:
        return _closed(state, move.step)
    helper = state.explorers.get(move.explorer)
    if helper is None:
        return [reason("no_such_explorer", "ST-2", who=move.explorer)]
    if move.explorer not in by.explorers:
        return [reason("not_your_explorer", "ST-2", who=move.explorer)]
    reasons: list[Reason] = []
    if move.explorer not in taking_part(state):
        reasons.append(reason("not_in_play", "BG-6", who=move.explorer, status=helper.status))
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
    lose(run, move.explorer, adjust.pool, move.n - (1 if free else 0), "ST-2")


def check_close(book: Book, state: State, move: CloseAdjust, by: By) -> list[Reason]:
    """ST-2: the rolling explorer closes it; the group for a dead one (IP-12)."""
    step = _adjusting(state, move)
    if step is None:
        return _closed(state, move.step)
    return answer_reasons(state, step.roller if step.roller in in_play(state) else "group", by)


def do_close(run: Run, move: CloseAdjust) -> None:
    """No more help: the final roll is resolved."""
    step = _adjusting(run.state, move)
    assert step is not None
    effect = ability_of(run.book, run.state, step)
    _to_resolve(run, step, effect, step.total + sum(n for _, n in step.help))


VERBS[Steps] = begin_steps
STEPS[StepAbility] = carry_steps
MOVES[HelpRoll] = (check_help, do_help)
MOVES[CloseAdjust] = (check_close, do_close)

__all__ = ["allowance", "chances", "matching"]
