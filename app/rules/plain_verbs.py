"""The verbs that do one thing and ask little: pools, tokens, charges, ratings, events, moving, the end."""

from __future__ import annotations

from . import effects as fx
from .agenda import PlaceEntryTile, Resolve
from .altering import altered, replace
from .card_rules import effect_rule
from .cards_text import Panel
from .chapter_tokens import add_tokens, lose_tokens
from .charging import change_charges
from .conditions import panel_address, panel_named
from .decks import destroy_card, invoke, reinvoke
from .engine import Run
from .events_agenda import DueSet
from .events_cards import CardMoved, MarksChanged
from .exempt import stays_put
from .modifiers import forbids
from .moving import far_walk, walk_along
from .resolving import VERBS, next_verb, still_to_do, targets
from .state import Marks, State, key_of, space_of
from .tracks import change_threat, set_rating
from .triggers import trigger
from .units import is_explorer, lose, printed, restore, space_of_unit, unit_of


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
    played = run.book.ability(step.card, step.at)[2].kind == "active"
    for unit in units:
        before = getattr(unit_of(run.state, unit), "health", 0)
        restore(run, unit, e.what, e.n, _rule(run, step))
        after = getattr(unit_of(run.state, unit), "health", 0)
        if after > before and played and unit != step.actor and is_explorer(run.state, unit):
            trigger(run, "restored_another", actor=step.actor, unit=step.actor)
    if played:
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
    return effect_rule(run.book, run.state, step)


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
    next_verb(run, step)
    invoke(run, e.pile, step.actor)


def _reinvoke(run: Run, step: Resolve, e: fx.Reinvoke) -> None:
    next_verb(run, step)
    reinvoke(run, e.pile, step.actor)


def _place_entry(run: Run, step: Resolve, e: fx.PlaceEntry) -> None:
    next_verb(run, step)
    run.open(PlaceEntryTile(run.new_id(), "entry", True))


def _place_exit(run: Run, step: Resolve, e: fx.PlaceExit) -> None:
    next_verb(run, step)
    run.open(PlaceEntryTile(run.new_id(), "exit", False))


def _move(run: Run, step: Resolve, e: fx.Move) -> None:
    queue = still_to_do(run, step, lambda: targets(run, step, e.who), lambda one: space_of_unit(run.state, one) is None)
    if not queue:
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


VERBS[fx.Lose] = _lose
VERBS[fx.Restore] = _restore
VERBS[fx.AddToken] = _add_token
VERBS[fx.LoseToken] = _lose_token
VERBS[fx.Threat] = _threat
VERBS[fx.Rating] = _rating
VERBS[fx.Invoke] = _invoke
VERBS[fx.Reinvoke] = _reinvoke
VERBS[fx.PlaceEntry] = _place_entry
VERBS[fx.PlaceExit] = _place_exit
VERBS[fx.Move] = _move
VERBS[fx.Advance] = _advance
VERBS[fx.End] = _end
VERBS[fx.DestroyThis] = _destroy_this
VERBS[fx.Bind] = _bind
VERBS[fx.Text] = _text
VERBS[fx.Charge] = _charge
VERBS[fx.Unlock] = _unlock
VERBS[fx.Lock] = _lock
