"""Step abilities: roll, adjust, resolve (ST-1 to ST-5, IP-12, IP-19)."""

from __future__ import annotations

from fractions import Fraction

from .agenda import Resolve, StepAbility
from .altering import replace
from .cards import Book
from .conditions import About, amount
from .effects import Band, Steps
from .engine import STEPS, Run
from .events_rolls import StepResolved
from .modifiers import end_lasting, forbids, in_force, number
from .resolving import VERBS, next_verb, verbs_of
from .state import State
from .units import taking_part
from .verdicts import By
from .vocabulary import Condition, Dice

#: Under this key a step ability knows that its roller has let the dice fall.
FALLS, LET_FALL = "falls", "roll"


def ability_of(book: Book, state: State, step: StepAbility | Resolve) -> Steps:
    """The verb that a step ability carries out, or that is the next one of an ability in hand."""
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
        next_verb(run, step)
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
        next_verb(run, step)
    if rollers:
        run.open(StepAbility(run.new_id(), step.card, step.at, step.branch, step.index, effect.who, rollers))


def carry_steps(run: Run, step: StepAbility) -> bool:
    """Pick who rolls next, let it roll, wait for help, resolve the bands in printed order."""
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
    # Its dice fall with this move only if that is meant by who plays it: it was picked, or the ability begins with it.
    meant = who in run.by.explorers and (bool(step.answers) or not step.roller)
    falls = ((FALLS, LET_FALL),) if meant else ()
    run.change(replace(step, roller=who, waiting=left, stage="roll", answers=falls, help=(), bands=()))


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
        to_resolve(run, step, effect, counted)
        return
    if step.roller not in taking_part(run.state):
        run.change(replace(step, stage="next", answers=()))  # it died before it rolled (IP-12)
        return
    if run.state.settings.dice == "tracker":  # else the roller types in what its dice show
        who, let = step.roller, (LET_FALL,)
        run.ask(step, FALLS, "roll_steps", who, let, rule="ST-1", card=step.card, at=step.at, sure=False)
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
    limits = (one.n for one in in_force(book, state, "modify", "step_help_max", None))
    most = min((effect.adjust.max, *limits))
    return max(0, most - sum(n for _, n in step.help))


def _adjust_is_over(run: Run, step: StepAbility) -> bool:
    """Adjusting waits for the rolling explorer to close it; without an allowance it is over at once (ST-2)."""
    effect = ability_of(run.book, run.state, step)
    if effect.adjust is None or allowance(run.book, run.state, step) == 0:
        to_resolve(run, step, effect, step.total + sum(n for _, n in step.help))
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


def to_resolve(run: Run, step: StepAbility, effect: Steps, total: int) -> None:
    """The roll, or what is counted, stands: what the options say for it comes next (ST-3)."""
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


VERBS[Steps] = begin_steps
STEPS[StepAbility] = carry_steps

__all__ = ["allowance", "chances", "matching"]
