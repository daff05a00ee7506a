"""Resolving an ability: its verbs in order, each in its place (IP-1, CH-2, effects.py).

A verb asks everything it must know first and then lets its events happen, so that an interrupted verb starts
again with the answers it has and nothing is done twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import effects as fx
from .altering import altered, replace
from .cards import Book
from .cards_text import Panel
from .chapter_tokens import add_tokens, lose_tokens
from .conditions import About, charges_of, holds, panel_address, panel_named
from .decks import destroy_card, invoke, reinvoke
from .engine import STEPS, Paused, Restart, Run
from .events_agenda import DueSet
from .events_cards import CardMoved, MarksChanged
from .events_map import EnvironmentSet
from .events_table import TrackSet
from .exempt import ignores, stays_put
from .modifiers import forbids
from .moving import far_walk, walk_along
from .paying import can_pay, pay
from .sharing import open_payment
from .state import Entering, Marks, PlaceEntryTile, Resolve, State, TileGoes, key_of, space_of
from .targets import select
from .tracks import change_threat, set_rating
from .triggers import trigger
from .units import is_explorer, lose, occupied, printed, restore, space_of_unit, taking_part, unit_of, units_on
from .vocabulary import Select

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
        run.close(step)
        return True
    effect = effects[step.index]
    VERBS[type(effect)](run, step, effect)
    # A verb that opened a step of its own, or goes on with the next unit, has changed its step; others are done now.
    if run.state.agenda and run.top == step:
        run.change(altered(step, index=step.index + 1, answers=()))
    return True


def _next(run: Run, step: Resolve) -> None:
    """Move on to the next verb before a step is opened on top."""
    run.change(altered(step, index=step.index + 1, answers=()))


def _part(run: Run, step: Resolve, option: int, actor: str | None) -> None:
    _next(run, step)
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


# ------------------------------------------------------------------ the verbs


def _lose(run: Run, step: Resolve, e: fx.Lose) -> None:
    units, was = targets(run, step, e.who), run.state
    for unit in units:
        lose(run, unit, e.what, e.n, _rule(run, step), step.card)
    if e.what != "health" and not any(getattr(unit_of(was, unit), e.what, 0) for unit in units):
        for unit in units:
            if is_explorer(run.state, unit):
                if e.what == "stamina":
                    run.note("no_stamina_to_lose", _rule(run, step), unit)
                else:
                    run.note("no_essence_to_lose", _rule(run, step), unit)


def _restore(run: Run, step: Resolve, e: fx.Restore) -> None:
    units, was = targets(run, step, e.who), run.state
    for unit in units:
        before = getattr(unit_of(run.state, unit), "health", 0)
        restore(run, unit, e.what, e.n, _rule(run, step))
        after = getattr(unit_of(run.state, unit), "health", 0)
        played = run.book.ability(step.card, step.at)[2].kind == "active"
        if after > before and played and unit != step.actor and is_explorer(run.state, unit):
            trigger(run, "restored_another", actor=step.actor, unit=step.actor)
    if run.book.ability(step.card, step.at)[2].kind == "active":
        _tell_full(run, was, units, e.what, _rule(run, step))


def _tell_full(run: Run, was: State, units: tuple[str, ...], what: str, rule: str) -> None:
    """What was paid for restores nothing to anybody: whose pool was full already is told."""
    before, after = ([getattr(unit_of(state, unit), what, 0) for unit in units] for state in (was, run.state))
    if before == after:
        for unit, has in zip(units, before, strict=True):
            if has >= printed(run.book, was, unit, what):
                match what:
                    case "health":
                        run.note("full_health", rule, unit)
                    case "stamina":
                        run.note("full_stamina", rule, unit)
                    case "essence":
                        run.note("full_essence", rule, unit)


def _rule(run: Run, step: Resolve) -> str:
    return "EN-4" if step.unit and step.card in run.book.environments else "CH-8"


def _add_token(run: Run, step: Resolve, e: fx.AddToken) -> None:
    add_tokens(run, e.kind, e.n, e.max, "TK-2")


def _lose_token(run: Run, step: Resolve, e: fx.LoseToken) -> None:
    lose_tokens(run, e.kind, e.n, "TK-2")


def _charge(run: Run, step: Resolve, e: fx.Charge) -> None:
    if e.panel == "all_countdowns":
        for card, environment in tuple(run.state.environments.items()):
            if environment.charges is not None:
                change_charges(run, card, "", e.n, e.max)
        return
    address = panel_named(run.book.card(step.card), e.panel) if e.panel else panel_address(step.at)
    change_charges(run, step.card, address or "", e.n, e.max)


def change_charges(run: Run, card: str, panel: str, n: int, top: int | None = None) -> None:
    """Change the charges of an environment or a panel by `n`, never below 0; at 0 the rest follows (CT-2, IP-6)."""
    now = charges_of(run.state, card, panel)
    if now is None:
        return
    after = max(0, now + n)
    if n > 0 and top is not None:
        after = max(now, min(after, top))
    if after == now:
        return
    environment = run.state.environments.get(card)
    if environment is not None:
        run.emit(EnvironmentSet(replace(environment, charges=after), "charged", "EN-5"))
        if after == 0:
            _destroy_later(run, environment.cell)
        return
    marks = run.state.card_marks.get(card, Marks())
    changed = replace(marks, charges={**marks.charges, panel: after})
    run.emit(MarksChanged(card, changed, "charges", panel, after, "CT-2"))
    if after == 0:
        trigger(run, "charges_gone", actor=None, card=card, panel=panel)


def _destroy_later(run: Run, cell: tuple[int, int]) -> None:
    """IP-6: the tile goes as soon as the ability in hand is finished, so its step lies below that ability."""
    resolving = [step for step in run.state.agenda if isinstance(step, Resolve)]
    if resolving:
        run.emit(DueSet((*run.state.due, f"tile {cell[0]},{cell[1]}")))
    else:
        run.open(TileGoes(run.new_id(), cell))


def _threat(run: Run, step: Resolve, e: fx.Threat) -> None:
    change_threat(run, e.n)


def _rating(run: Run, step: Resolve, e: fx.Rating) -> None:
    now = run.state.spawn_rating if e.which == "spawn" else run.state.horror_rating
    is_event = step.card in run.book.horror_events or step.card in run.book.explorer_events
    if e.which == "horror" and e.n > 0 and is_event:
        held = forbids(run.book, run.state, "horror_rating_rise_by_events")
        if held:
            run.note("horror_rating_held", "IP-22", held)
            return
    set_rating(run, e.which, (now or 0) + e.n, "IP-22")


def _invoke(run: Run, step: Resolve, e: fx.Invoke) -> None:
    run.change(altered(step, index=step.index + 1, answers=()))
    invoke(run, e.pile, step.actor)


def _reinvoke(run: Run, step: Resolve, e: fx.Reinvoke) -> None:
    run.change(altered(step, index=step.index + 1, answers=()))
    reinvoke(run, e.pile, step.actor)


def _choose(run: Run, step: Resolve, e: fx.Choose) -> None:
    if e.who == "any_explorer":
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
    _part(run, step, chosen, payer_id or step.actor)


def _if(run: Run, step: Resolve, e: fx.If) -> None:
    met = all(holds(run.book, run.state, c, about(step)) for c in e.conditions)
    _part(run, step, 0 if met else 1, step.actor)


def _each_explorer(run: Run, step: Resolve, e: fx.EachExplorer) -> None:
    started = dict(step.answers).get("each")
    queue = step.queue if started else taking_part(run.state)
    while queue and queue[0] not in taking_part(run.state):  # IP-12: the dead are skipped
        queue = queue[1:]
    if not queue:
        run.change(altered(step, index=step.index + 1, queue=(), answers=()))
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
    queue = step.queue if dict(step.answers).get("each") else targets(run, step, e.who)
    while queue and unit_of(run.state, queue[0]) is None:  # IP-12: those gone are skipped
        queue = queue[1:]
    if not queue:
        run.change(altered(step, index=step.index + 1, queue=(), answers=()))
        return
    run.change(altered(step, queue=queue[1:], answers=(("each", "yes"),)))
    branch = (*step.branch, step.index, 0)
    actor = queue[0] if is_explorer(run.state, queue[0]) else step.actor
    run.open(Resolve(run.new_id(), step.card, step.at, branch, actor=actor, unit=queue[0], whole=False))


def _place_entry(run: Run, step: Resolve, e: fx.PlaceEntry) -> None:
    _next(run, step)
    run.open(PlaceEntryTile(run.new_id(), "entry", True))


def _place_exit(run: Run, step: Resolve, e: fx.PlaceExit) -> None:
    _next(run, step)
    run.open(PlaceEntryTile(run.new_id(), "exit", False))


def _move(run: Run, step: Resolve, e: fx.Move) -> None:
    queue = step.queue if dict(step.answers).get("each") else targets(run, step, e.who)
    while queue and space_of_unit(run.state, queue[0]) is None:
        queue = queue[1:]
    if not queue:
        run.change(altered(step, index=step.index + 1, queue=(), answers=()))
        return
    unit = queue[0]
    start = space_of_unit(run.state, unit)
    assert start is not None
    held = stays_put(run.book, run.state, unit, step.card, forced=False)
    far = sorted(far_walk(run, unit, e.n).items(), key=lambda i: (i[1], i[0])) if not held else []
    options = [key_of(s) for s, n in far if n == e.n or not e.exactly]
    answer = run.ask(
        step,
        f"to {unit}",
        "move_to",
        unit if is_explorer(run.state, unit) else "group",
        options,
        rule="BG-2",
        labels=(unit,),
        card=step.card,
        at=step.at,
    )
    left = queue[1:]
    if held:
        run.note("cannot_be_moved", "BG-11", unit)
    if left:
        run.change(altered(step, queue=left, answers=(("each", "yes"),)))
    else:
        run.change(altered(step, index=step.index + 1, queue=(), answers=()))
    if answer is not None and space_of(answer) != start:
        walk_along(run, unit, space_of(answer), cost=0, how="move")


def _unlock(run: Run, step: Resolve, e: fx.Unlock) -> None:
    card = run.book.card(step.card)
    address = panel_named(card, e.panel) or ""
    marks = run.state.card_marks.get(step.card, Marks())
    now = marks.open.get(address, 0)
    panel: Panel = next(p for face in card.faces for i, p in enumerate(face.panels) if f"{face.name}.{i}" == address)
    if now >= len(panel.options):
        run.note("all_unlocked", "CT-3", step.card)
        return
    changed = replace(marks, open={**marks.open, address: now + 1})
    run.emit(MarksChanged(step.card, changed, "open", address, now + 1, "CT-3"))


def _lock(run: Run, step: Resolve, e: fx.Lock) -> None:
    address = panel_named(run.book.card(step.card), e.panel) or ""
    marks = run.state.card_marks.get(step.card, Marks())
    now = marks.open.get(address, 0)
    if now <= e.least:
        run.note("none_to_lock", "CT-3", step.card)
        return
    changed = replace(marks, open={**marks.open, address: now - 1})
    run.emit(MarksChanged(step.card, changed, "open", address, now - 1, "CT-3"))


def _advance(run: Run, step: Resolve, e: fx.Advance) -> None:
    run.emit(DueSet((*run.state.due, "advance")))


def _end(run: Run, step: Resolve, e: fx.End) -> None:
    run.emit(DueSet((*run.state.due, "won" if e.won else "lost")))


def _destroy_this(run: Run, step: Resolve, e: fx.DestroyThis) -> None:
    destroy_card(run, step.card)


def _bind(run: Run, step: Resolve, e: fx.Bind) -> None:
    explorers = targets(run, step, "acting")
    for pile in ("explorer_events", "horror_events"):
        if explorers and step.card in run.state.decks[pile].in_play:
            run.emit(CardMoved(pile, step.card, "held", explorers[0], rule="DK-4"))


def _text(run: Run, step: Resolve, e: fx.Text) -> None:
    run.ask(
        step,
        "text",
        "carry_out",
        "group",
        ("done",),
        rule="AM-1",
        labels=(e.text,),
        card=step.card,
        at=step.at,
        sure=False,
    )
    run.note("carried_out", "AM-1", e.text)


VERBS: dict[type, Verb] = {
    fx.Lose: _lose,
    fx.Restore: _restore,
    fx.AddToken: _add_token,
    fx.LoseToken: _lose_token,
    fx.Charge: _charge,
    fx.Threat: _threat,
    fx.Rating: _rating,
    fx.Invoke: _invoke,
    fx.Reinvoke: _reinvoke,
    fx.Choose: _choose,
    fx.If: _if,
    fx.EachExplorer: _each_explorer,
    fx.EachUnit: _each_unit,
    fx.PlaceEntry: _place_entry,
    fx.PlaceExit: _place_exit,
    fx.Move: _move,
    fx.Unlock: _unlock,
    fx.Lock: _lock,
    fx.Advance: _advance,
    fx.End: _end,
    fx.DestroyThis: _destroy_this,
    fx.Bind: _bind,
    fx.Text: _text,
}

STEPS[Resolve] = carry_on

__all__ = ["Entering", "Paused", "TrackSet", "about", "begin", "change_charges", "occupied", "targets"]
