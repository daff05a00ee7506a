"""Cards entering: what they say of it resolves one by one, the group picks options (CH-2, CH-7, NC-1, DK-4)."""

from __future__ import annotations

from .agenda import CardEnters
from .altering import replace
from .board import cell_of
from .card_rules import ENTER_RULE
from .cards_story import Event
from .cards_text import Ability
from .chapters import chapter_read
from .conditions import About, holds, panel_at
from .engine import STEPS, Run
from .events_cards import AbilityBegan, CardMoved, MarksChanged, Remembered
from .playing import limit_key
from .resolving import begin
from .state import PILES, Marks, State
from .units import in_play, space_of_unit, taking_part


def carry_card(run: Run, step: CardEnters) -> bool:
    """Resolve a card's 'enters play' abilities one by one, in printed order (CH-2, NC-1)."""
    card = run.book.card(step.card)
    if isinstance(card, Event) and card.bound and step.card in run.state.decks[step.kind].in_play:
        who = step.actor if step.actor in in_play(run.state) else None
        who = who or run.ask(step, "bearer", "who_bears", "group", taking_part(run.state), rule="DK-4", card=step.card)
        if who is None:
            run.emit(CardMoved(step.kind, step.card, "destroyed", rule="DK-4"))
        else:
            run.emit(CardMoved(step.kind, step.card, "held", who, rule="DK-4"))
        return True
    if step.kind == "environment" and not _on_its_tile(run.state, step):
        run.close(step)  # leaving the tile ends the effect at once (EN-2)
        return True
    if not step.rest:
        run.close(step)
        if step.kind == "chapter":
            chapter_read(run, step.card)
        return True
    if _is_covered(run, step):  # the ability in hand was finished, nothing new can begin (IP-10, IP-11)
        run.note("covered_meanwhile", "IP-10" if step.kind == "encounters" else "IP-11", step.card)
        run.close(step)
        return True
    at = step.rest[0]
    if at.count(".") == 1:
        _choose_option(run, step, at)
        return True
    run.change(replace(step, rest=step.rest[1:], answers=()))
    ability = run.book.ability(step.card, at)[2]
    if not begins(run, ability, step.card, at, step.unit or step.actor or "", ENTER_RULE.get(step.kind, "DK-1")):
        return True
    begin(run, step.card, at, actor=step.actor, unit=step.unit, came_from=step.came_from)
    return True


def begins(run: Run, ability: Ability, card: str, at: str, unit: str, rule: str) -> bool:
    """An ability that nobody plays begins, unless it has been used as often as it may this round (bible: once)."""
    key = limit_key(ability, card, at, unit)
    if key and run.state.used.get(key):
        run.note("used_already", rule, card)
        return False
    run.emit(AbilityBegan(card, at, unit if rule in ("EN-4", "IP-1") else "", rule, key))
    return True


def _is_covered(run: Run, step: CardEnters) -> bool:
    """Whether an encounter or event that enters was covered or destroyed by what it has done so far."""
    if step.kind not in PILES:
        return False
    deck = run.state.decks[step.kind]
    return run.state.current.get(step.kind, "") != step.card and step.card not in {*deck.held, *deck.in_play}


def _on_its_tile(state: State, step: CardEnters) -> bool:
    """Whether an environment is still in play, and the unit that entered still on its tile."""
    placed, space = state.environments.get(step.card), space_of_unit(state, step.unit or "")
    return placed is not None and space is not None and cell_of(space) == placed.cell


def _choose_option(run: Run, step: CardEnters, address: str) -> None:
    """CH-7: the group picks one open option; one left is still asked, none is skipped and logged."""
    card = run.book.card(step.card)
    panel = panel_at(card, address)
    marks = run.state.card_marks.get(step.card, Marks())
    able = [
        i
        for i, option in enumerate(panel.options)
        if (not panel.unlocks or i < marks.open.get(address, 0))
        and (option.condition is None or holds(run.book, run.state, option.condition, About(step.card, address)))
    ]
    answer = run.ask(
        step,
        address,
        "choose_panel",
        "group",
        [str(i) for i in able],
        rule="CH-7",
        labels=tuple(panel.options[i].label for i in able),
        card=step.card,
        at=address,
        sure=False,
    )
    if answer is None:
        run.note("no_option", "CH-7", step.card)
        run.change(replace(step, rest=step.rest[1:], answers=()))
        return
    chosen = int(answer)
    changed = replace(marks, chosen={**marks.chosen, address: chosen})
    run.emit(MarksChanged(step.card, changed, "chosen", address, chosen, "CH-7"))
    if step.kind == "chapter":
        run.emit(Remembered(panel.options[chosen].label))
    enters = tuple(
        f"{address}.o{chosen}.{i}"
        for i, ability in enumerate(panel.options[chosen].abilities)
        if ability.kind == "enters"
    )
    run.change(replace(step, rest=(*enters, *step.rest[1:]), answers=()))


STEPS[CardEnters] = carry_card
