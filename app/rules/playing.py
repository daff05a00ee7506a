"""Active abilities: who may play what, when, at which price (CH-8, NC-3, DK-4, RD-7)."""

from __future__ import annotations

from .cards import Ability, Book, Chapter, Encounter
from .conditions import About, holds
from .engine import MOVES, Run
from .events import AbilityUsed
from .moves import PlayAbility
from .paying import pay, price_reasons
from .resolving import begin
from .state import State
from .triggers import cards_in_force, option_is_open
from .turns import seat_reasons, take_turn, turn_reasons
from .verdicts import By, Reason, reason


def ability_rule(book: Book, card: str) -> str:
    """The row by which a card's active abilities are played."""
    found = book.card(card)
    return "CH-8" if isinstance(found, Chapter) else "NC-3" if isinstance(found, Encounter) else "DK-4"


def limit_key(ability: Ability, card: str, at: str, explorer: str) -> str:
    """The key under which a use counts this round; '' when the ability has no limit."""
    if ability.limit == "once_each_round":
        return f"{card} {at}"
    return f"{card} {at} {explorer}" if ability.limit else ""


def check_play(book: Book, state: State, move: PlayAbility, by: By) -> list[Reason]:
    """Everything against playing this ability now."""
    try:
        panel, option, ability = book.ability(move.card, move.at)
    except KeyError:
        return [
            *seat_reasons(state, move.explorer, by),
            reason("no_such_ability", "CH-8", card=move.card, at=move.at),
        ]
    reasons = turn_reasons(state, move.explorer, by)
    if move.explorer not in state.explorers:
        return reasons
    rule = ability_rule(book, move.card)
    in_force = dict(cards_in_force(state))
    if ability.kind != "active":
        reasons.append(reason("not_active", rule, card=move.card))
    if move.card not in in_force:
        reasons.append(reason("card_gone", "NC-1" if rule == "NC-3" else rule, card=move.card))
        return reasons
    if in_force[move.card] not in (None, move.explorer):
        reasons.append(reason("bound_to_other", "DK-4", card=move.card, who=in_force[move.card] or ""))
    if not option_is_open(state, move.card, move.at, panel, option):
        code, row = {
            "choose": ("option_not_chosen", "CH-7"),
            "locked": ("option_locked", "CT-3"),
        }.get(panel.kind, ("option_not_determined", "CT-4"))
        reasons.append(reason(code, row, card=move.card, option=option.label if option else ""))
    for need in ability.needs:
        if not holds(book, state, need, About(move.card, move.at, move.explorer)):
            reasons.append(reason("needs_not_met", rule, what=need.subject, card=move.card))
    key = limit_key(ability, move.card, move.at, move.explorer)
    if key and state.used.get(key):
        reasons.append(reason("used_this_round", "RD-7", card=move.card, limit=ability.limit))
    return reasons + price_reasons(book, state, ability.price, move.explorer, move.card, move.at)


def do_play(run: Run, move: PlayAbility) -> None:
    """Pay the whole price, then resolve."""
    _, _, ability = run.book.ability(move.card, move.at)
    take_turn(run, move.explorer)
    key = limit_key(ability, move.card, move.at, move.explorer)
    run.emit(AbilityUsed(move.explorer, move.card, move.at, key, ability_rule(run.book, move.card)))
    begin(run, move.card, move.at, actor=move.explorer)
    pay(run, ability.price, move.explorer, move.card, move.at)


def active_abilities(book: Book, state: State) -> list[tuple[str, str, Ability, str | None]]:
    """(card, address, ability, bearer) of the active abilities on cards in force, their options open or not."""
    found = []
    for card, bearer in cards_in_force(state):
        if card in state.environments:
            continue
        for at, _, _, ability in book.card(card).abilities():
            if ability.kind == "active":
                found.append((card, at, ability, bearer))
    return found


MOVES[PlayAbility] = (check_play, do_play)
