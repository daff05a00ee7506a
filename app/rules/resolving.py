"""Resolving an ability: its verbs in order, each in its place (IP-1, CH-2, effects.py).

A verb asks everything it must know first and then lets its events happen, so that an interrupted verb starts
again with the answers it has and nothing is done twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import effects as fx
from .agenda import Resolve
from .altering import altered
from .cards import Book
from .conditions import About, holds
from .engine import STEPS, Paused, Restart, Run
from .events_agenda import StepChanged, StepClosed, StepOpened
from .exempt import ignores
from .paying import can_pay, pay
from .sharing import open_payment
from .targets import select
from .units import is_explorer, taking_part, unit_of, units_on
from .vocabulary import Select
from .willing import leaving_it, who_will

Verb = Callable[[Run, Resolve, Any], None]


def verbs_of(run: Run, step: Resolve) -> tuple[fx.Effect, ...]:
    """The verbs that a step goes through: the ability's own or those of one of its branches."""
    return branch_of(run.book, step)


def branch_of(book: Book, step: Resolve) -> tuple[fx.Effect, ...]:
    """As `verbs_of`, for whoever only looks; raises KeyError when the pack has no such ability."""
    _, _, ability = book.ability(step.card, step.at)
    effects: tuple[fx.Effect, ...] = ability.do
    for index, option in zip(step.branch[::2], step.branch[1::2], strict=True):
        effect = effects[index]
        match effect:
            case fx.Choose(options=options):
                effects = options[option].do
            case fx.If(then=then, otherwise=otherwise):
                effects = then if option == 0 else otherwise
            case fx.EachExplorer(do=do) | fx.EachUnit(do=do):
                effects = do
            case fx.Steps(bands=bands):
                effects = bands[option].do
            case fx.Test(then=then, fail=fail):
                effects = then if option == 0 else fail
            case fx.Attack(on_hit=on_hit, on_miss=on_miss):
                effects = on_hit if option == 0 else on_miss
    return effects


def begin(
    run: Run,
    card: str,
    at: str,
    *,
    actor: str | None = None,
    unit: str | None = None,
    came_from: str = "",
    n: int = 0,
) -> None:
    """Open the step that resolves one ability; `n` = how much set it off."""
    run.open(Resolve(run.new_id(), card, at, actor=actor, unit=unit, came_from=came_from, n=n))


def carry_on(run: Run, step: Resolve) -> bool:
    """Do the next verb; at the end close the step."""
    effects = verbs_of(run, step)
    if step.index >= len(effects):
        _tell_idle(run, step)
        run.close(step)
        return True
    effect = effects[step.index]
    VERBS[type(effect)](run, step, effect)
    # A verb that opened a step of its own, or goes on with the next unit, has changed its step; others are done now.
    if run.state.agenda and run.top == step:
        run.change(altered(step, index=step.index + 1, answers=()))
    return True


def _tell_idle(run: Run, step: Resolve) -> None:
    """An option that was chosen and did nothing, not even leave a note: that is told, with whom it was about."""
    if not step.branch:
        return
    *before, index, option = step.branch
    chosen = branch_of(run.book, altered(step, branch=tuple(before)))[index]
    if not isinstance(chosen, fx.Choose) or not chosen.options[option].do:
        return
    for event in reversed(run.events):
        if isinstance(event, StepOpened) and event.step.id == step.id:
            whom = [getattr(verb, "who", None) for verb in chosen.options[option].do]
            if all(isinstance(who, Select) and who.where == "adjacent" for who in whom):
                run.note("nobody_adjacent", "AM-2")
            else:
                run.note("option_idle", "AM-2", chosen.options[option].label)
            return
        if not isinstance(event, StepOpened | StepChanged | StepClosed):
            return


def next_verb(run: Run, step: Resolve) -> None:
    """Move on to the next verb before a step is opened on top."""
    run.change(altered(step, index=step.index + 1, answers=()))


def open_part(run: Run, step: Resolve, option: int, actor: str | None) -> None:
    """Go into a branch of the verb in hand; the verb after it comes when the branch is done."""
    next_verb(run, step)
    run.open(
        Resolve(
            run.new_id(),
            step.card,
            step.at,
            (*step.branch, step.index, option),
            actor=actor,
            unit=step.unit,
            came_from=step.came_from,
            whole=False,
            n=step.n,
        )
    )


def still_to_do(
    run: Run, step: Resolve, units: Callable[[], tuple[str, ...]], gone: Callable[[str], bool]
) -> tuple[str, ...]:
    """Those that a verb about several has not come to, the next one first; who is gone is skipped (IP-12).

    `units` finds them as the verb begins. () = it is done with them, and the step has gone on to its next verb.
    """
    queue = step.queue if dict(step.answers).get("each") else units()
    while queue and gone(queue[0]):
        queue = queue[1:]
    if not queue:
        run.change(altered(step, index=step.index + 1, queue=(), answers=()))
    return queue


def about(step: Resolve) -> About:
    """What the conditions of a step's verbs are about: the activating unit, else the acting explorer."""
    return About(step.card, step.at, step.unit or step.actor, step.came_from)


def asking(run: Run, step: Resolve, who: str) -> str:
    """Who answers a question put to `who`: an explorer, or the group for monsters, for the dead and for all."""
    unit = step.unit if who == "activating" else step.actor if who in ("acting", "exploring", "rolling") else who
    found = run.state.explorers.get(unit or "")
    return found.id if found is not None and found.status == "in_play" else "group"


def targets(run: Run, step: Resolve, who: str | Select) -> tuple[str, ...]:
    """The units that a verb's `who` means, now. 'any_explorer' and a missing acting explorer are asked for."""
    state = run.state
    if isinstance(who, Select):
        return select(run, step, who)
    match who:
        case "acting" | "exploring" | "rolling" | "bearer":
            if step.actor is not None:
                return (step.actor,) if unit_of(state, step.actor) else ()
            return _picked(run, step, taking_part(state))
        case "activating" | "target":
            return (step.unit,) if step.unit and unit_of(state, step.unit) else ()
        case "each_explorer":
            return taking_part(state)
        case "each_other":
            return tuple(e for e in taking_part(state) if e != step.actor)
        case "any_explorer":
            return _picked(run, step, taking_part(state))
        case "each_monster":
            return tuple(state.monsters)
        case "each_unit":
            return (*taking_part(state), *state.monsters)
        case "each_explorer_here":
            return tuple(u for u in _here(run, step) if is_explorer(state, u))
        case "each_unit_here":
            return _here(run, step)
    raise KeyError(who)


def _here(run: Run, step: Resolve) -> tuple[str, ...]:
    environment = run.state.environments.get(step.card)
    if environment is None:
        return ()
    return tuple(u for u in units_on(run.state, environment.cell) if not ignores(run.book, run.state, u, step.card))


def _picked(run: Run, step: Resolve, who: tuple[str, ...]) -> tuple[str, ...]:
    picked = run.ask(step, "who", "which_explorer", "group", who, rule="AM-2", card=step.card, at=step.at)
    return (picked,) if picked else ()


# ------------------------------------------------------------------ the verbs that hold others


def _choose(run: Run, step: Resolve, e: fx.Choose) -> None:
    if (no := leaving_it(e)) is not None:
        payer = who_will(run, step, e, no)
    elif e.who == "any_explorer":
        payer = (targets(run, step, "any_explorer") or (None,))[0]
    else:
        payer = step.unit if e.who == "activating" else step.actor
    payer_id = payer if payer in run.state.explorers else None
    can = [
        i
        for i, option in enumerate(e.options)
        if can_pay(run.book, run.state, option.price, payer_id, step.card, step.at)
        or (option.price.shared and dict(step.answers).get("paid"))  # what they had together is paid already
    ]
    labels = tuple(e.options[i].label for i in can)
    if len(can) == 1 and not e.options[can[0]].price.shared and "choice" not in dict(step.answers):
        run.note("only_option", "AM-2", labels[0])  # nobody is stopped for what is no choice
        run.answered(step, "choice", str(can[0]))
        raise Restart
    who = asking(run, step, e.who) if e.who != "any_explorer" else payer_id or "group"
    answer = run.ask(
        step,
        "choice",
        "choose",
        "group" if e.who == "group" else who,
        [str(i) for i in can],
        rule="AM-2",
        labels=labels,
        card=step.card,
        at=step.at,
        sure=False,
    )
    if answer is None:
        run.note("no_option", "AM-2", step.card)
        return
    chosen = int(answer)
    price = e.options[chosen].price
    if price.shared:
        paid = dict(step.answers).get("paid")
        if paid is None:
            open_payment(run, price, card=step.card, at=step.at)
            raise Paused
        if paid == "no":  # nothing was paid: the choice is open again (NC-4)
            run.change(altered(step, answers=()))
            raise Restart
    pay(run, price, payer_id, step.card, step.at)
    open_part(run, step, chosen, payer_id or step.actor)


def _if(run: Run, step: Resolve, e: fx.If) -> None:
    met = all(holds(run.book, run.state, c, about(step)) for c in e.conditions)
    open_part(run, step, 0 if met else 1, step.actor)


def _each_explorer(run: Run, step: Resolve, e: fx.EachExplorer) -> None:
    queue = still_to_do(run, step, lambda: taking_part(run.state), lambda one: one not in taking_part(run.state))
    if not queue:
        return
    run.change(altered(step, queue=queue[1:], answers=(("each", "yes"),)))
    run.open(
        Resolve(
            run.new_id(),
            step.card,
            step.at,
            (*step.branch, step.index, 0),
            actor=queue[0],
            unit=step.unit,
            whole=False,
        )
    )


def _each_unit(run: Run, step: Resolve, e: fx.EachUnit) -> None:
    """Those meant now, one after another: each is the activating unit, and an explorer the acting one, of its part."""
    queue = still_to_do(run, step, lambda: targets(run, step, e.who), lambda one: unit_of(run.state, one) is None)
    if not queue:
        return
    run.change(altered(step, queue=queue[1:], answers=(("each", "yes"),)))
    branch = (*step.branch, step.index, 0)
    actor = queue[0] if is_explorer(run.state, queue[0]) else step.actor
    run.open(Resolve(run.new_id(), step.card, step.at, branch, actor=actor, unit=queue[0], whole=False))


VERBS: dict[type, Verb] = {
    fx.Choose: _choose,
    fx.If: _if,
    fx.EachExplorer: _each_explorer,
    fx.EachUnit: _each_unit,
}

STEPS[Resolve] = carry_on
