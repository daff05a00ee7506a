"""Active abilities: who may play what, when, at which price (CH-8, NC-3, DK-4, RD-7)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from .agenda import Resolve
from .agenda_items import Paying
from .altering import replace
from .board import cell_of
from .card_rules import ability_rule
from .cards import Book
from .cards_text import Ability, Printed
from .conditions import About, holds, need_not_met
from .effects_cards import Recall
from .engine import IN_HAND, MOVES, STEPS, Run
from .events_cards import AbilityUsed
from .geometry import Space
from .holding import counts, holder_of, item_state
from .items import destroy_item
from .modifiers import cannot_use, in_force
from .moves_turn import PlayAbility
from .paying import POOLS, pay, price_reasons
from .resolving import begin
from .set_values import changed
from .sharing import open_payment
from .state import Explorer, State
from .storing import stored_on
from .triggers import cards_in_force, option_is_locked, option_is_open
from .turns import TURN_MOVES, take_turn, turn_reasons
from .verdicts import By, Reason, reason
from .vocabulary import Condition, Price


def is_consumable(book: Book, card: str) -> bool:
    """Whether a card is a consumable, which is destroyed after use (BG-9)."""
    found = book.items.get(card)
    return found is not None and found.kind == "consumable"


def limit_key(ability: Ability, card: str, at: str, explorer: str) -> str:
    """The key under which a use counts this round; '' when the ability has no limit."""
    if ability.limit == "once_each_round":
        return f"{card} {at}"
    return f"{card} {at} {explorer}" if ability.limit else ""


def price_of(book: Book, state: State, ability: Ability, card: str, explorer: str) -> Price:
    """What an explorer pays for an ability: what is printed, and for a consumable what cards add or take (IP-22)."""
    price = ability.price
    if not is_consumable(book, card):
        return price
    stamina = max(0, changed(book, state, price.stamina, "cost_consumable", explorer))
    return replace(price, stamina=stamina) if stamina != price.stamina else price


def ways_to_pay(book: Book, state: State, price: Price, explorer: str, card: str, at: str) -> tuple[Price, ...]:
    """The prices that the explorer could pay now in place of one: as printed, and with health for some of the essence.

    None when it can pay none of them. Only its own price, not one that several pay together (NC-4).
    """
    found = in_force(book, state, "modify", "essence_for_health", explorer)
    worth = max((one.n for one in found), default=0)
    most = -(-price.essence // worth) if worth and not price.shared else 0
    ways = [replace(price, essence=max(0, price.essence - n * worth), health=price.health + n) for n in range(most + 1)]
    return tuple(way for way in ways if not price_reasons(book, state, way, explorer, card, at))


def check_play(book: Book, state: State, move: PlayAbility, by: By) -> list[Reason]:
    """Everything against playing this ability now."""
    try:
        book.ability(move.card, move.at)
    except KeyError:
        return [
            *turn_reasons(state, move.explorer, by),
            reason("no_such_ability", _rule_of(book, move.card), card=move.card, at=move.at),
        ]
    reasons = turn_reasons(state, move.explorer, by)
    explorer = state.explorers.get(move.explorer)
    return reasons if explorer is None else reasons + _apart_from_turn(book, state, move, explorer, explorer.space)


def _rule_of(book: Book, card: str) -> str:
    """The row by which a card's abilities are played; that of chapters for what is no card."""
    return ability_rule(book, card) if card in book.cards else "CH-8"


@lru_cache(maxsize=64)
def _bearers(cards: tuple[tuple[str, str | None], ...]) -> Mapping[str, str | None]:
    return dict(cards)


def _apart_from_turn(book: Book, state: State, move: PlayAbility, explorer: Explorer, at: Space | None) -> list[Reason]:
    panel, option, ability = book.ability(move.card, move.at)
    rule = ability_rule(book, move.card)
    bearers = _bearers(cards_in_force(state))
    reasons = [] if ability.kind == "active" else [reason("not_active", rule, card=move.card)]
    if move.card in book.items:
        reasons += _item_reasons(book, state, move, ability, bearers.get(move.card))
        return reasons + _use_reasons(book, state, move, ability, rule)
    stored = next((d.stored[move.card] for d in state.decks.values() if move.card in d.stored), "")
    if stored:  # NC-5: out of play until an ability of the card that holds it uses it
        return [*reasons, reason("card_stored", "NC-5", card=move.card, holder=stored)]
    if move.card not in bearers:
        reasons.append(reason("card_gone", "NC-1" if rule == "NC-3" else rule, card=move.card))
        return reasons
    if bearers[move.card] not in (None, move.explorer):
        reasons.append(reason("bound_to_other", "DK-4", card=move.card, who=bearers[move.card] or ""))
    if not option_is_open(state, move.card, move.at, panel, option):
        if option and option_is_locked(state, move.card, move.at, panel, option):
            code, row = "option_locked", "CT-3"
        elif panel.kind == "choose":
            code, row = "option_not_chosen", "CH-7"
        else:
            code, row = "option_not_determined", "CT-4"
        there = tuple(o.label for o in panel.options if option_is_open(state, move.card, move.at, panel, o))
        reasons.append(reason(code, row, there, card=move.card, option=option.label if option else ""))
    return reasons + _use_reasons(book, state, move, ability, rule)


def _item_reasons(book: Book, state: State, move: PlayAbility, ability: Ability, bearer: str | None) -> list[Reason]:
    """Why an item's ability is not this explorer's to play now: not held, not equipped, asleep (BG-9)."""
    holder = holder_of(state, move.card)
    if holder != move.explorer:
        return [reason("not_its_item", "BG-9", card=move.card, who=move.explorer)]
    if bearer is None:
        return [reason("not_equipped", "BG-9", card=move.card)]
    if not counts(state, move.card, ability):
        under = item_state(state, move.card).under
        if under:
            return [reason("lies_under", "BG-9", card=move.card, host=under)]
        return [reason("upgrade_says_otherwise", "BG-9", card=move.card)]
    ban = cannot_use(book, state, move.explorer, move.card)
    return [reason("item_forbidden", "BG-9", item=move.card, card=ban)] if ban else []


def _use_reasons(book: Book, state: State, move: PlayAbility, ability: Ability, rule: str) -> list[Reason]:
    """What keeps an ability in force from being used: its conditions, its limit, its price, nothing to work on."""
    reasons: list[Reason] = []
    place = state.environments.get(move.card)
    space = state.explorers[move.explorer].space
    if place is not None and (space is None or cell_of(space) != place.cell):
        about = About(move.card, move.at, move.explorer)
        reasons.append(need_not_met(book, state, Condition("on_own_tile", least=1), about, "EN-2"))
    for need in ability.needs:
        if not holds(book, state, need, About(move.card, move.at, move.explorer)):
            reasons.append(need_not_met(book, state, need, About(move.card, move.at, move.explorer), rule))
    key = limit_key(ability, move.card, move.at, move.explorer)
    if key and state.used.get(key):
        reasons.append(reason("used_this_round", "RD-7", card=move.card, limit=ability.limit))
    for verb in ability.do:
        if isinstance(verb, Recall) and not stored_on(state, move.card, verb.pile):
            reasons.append(reason("nothing_stored", "NC-5", card=move.card, what=verb.pile))
    price = price_of(book, state, ability, move.card, move.explorer)
    poor = price_reasons(book, state, price, move.explorer, move.card, move.at)
    return (
        reasons + poor if poor and not ways_to_pay(book, state, price, move.explorer, move.card, move.at) else reasons
    )


def do_play(run: Run, move: PlayAbility) -> None:
    """Pay the whole price, then resolve."""
    _, _, ability = run.book.ability(move.card, move.at)
    take_turn(run, move.explorer)
    if ability.price.shared:
        begin(run, move.card, move.at, actor=move.explorer)
        open_payment(run, ability.price, key="price", card=move.card, at=move.at)
        return
    key = limit_key(ability, move.card, move.at, move.explorer)
    price = price_of(run.book, run.state, ability, move.card, move.explorer)
    run.emit(AbilityUsed(move.explorer, move.card, move.at, key, ability_rule(run.book, move.card)))
    begin(run, move.card, move.at, actor=move.explorer)
    ways = ways_to_pay(run.book, run.state, price, move.explorer, move.card, move.at)
    if len(ways) > 1:
        run.open(Paying(run.new_id(), move.explorer, move.card, move.at))
        return
    _pay(run, ways[0] if ways else price, move.explorer, move.card, move.at)


def _pay(run: Run, price: Price, explorer: str, card: str, at: str) -> None:
    pay(run, price, explorer, card, at)
    if is_consumable(run.book, card):
        destroy_item(run, card, "BG-9")


def carry_paying(run: Run, step: Paying) -> bool:
    """Ask which way the price is paid; then the ability goes on."""
    _, _, ability = run.book.ability(step.card, step.at)
    price = price_of(run.book, run.state, ability, step.card, step.explorer)
    ways = {str(n): way for n, way in enumerate(_ways(run, step, price))}
    answer = run.ask(
        step,
        "how",
        "choose_price",
        step.explorer,
        ways,
        rule="IP-22",
        labels=tuple(_told(way) for way in ways.values()),
        card=step.card,
        at=step.at,
    )
    run.close(step)
    _pay(run, ways[answer] if answer is not None else price, step.explorer, step.card, step.at)
    return True


def _ways(run: Run, step: Paying, price: Price) -> tuple[Price, ...]:
    return ways_to_pay(run.book, run.state, price, step.explorer, step.card, step.at)


def _told(price: Price) -> str:
    """A price in figures: '2 stamina, 1 health'."""
    return ", ".join(f"{n} {pool}" for pool in POOLS if (n := getattr(price, pool)))


def after_payment(run: Run, step: Resolve, *, paid: bool) -> None:
    """An ability whose price is paid together: it is used now that it is paid, or not begun at all (NC-4)."""
    if not paid:
        run.close(step)
        return
    _, _, ability = run.book.ability(step.card, step.at)
    who = step.actor or ""
    key = limit_key(ability, step.card, step.at, who)
    run.emit(AbilityUsed(who, step.card, step.at, key, ability_rule(run.book, step.card)))
    pay(run, ability.price, step.actor, step.card, step.at)


def active_abilities(book: Book, state: State) -> list[tuple[str, str, Ability, str | None]]:
    """(card, address, ability, bearer) of the active abilities on cards in force, their options open or not."""
    such = _with_active(book)
    return [
        (card, at, ability, bearer)
        for card, bearer in cards_in_force(state)
        if card in such
        for at, _, _, ability in such[card]
    ]


@lru_cache(maxsize=16)
def _with_active(book: Book) -> Mapping[str, tuple[Printed, ...]]:
    """The active abilities of a book by card, where there are any."""
    found = {card: tuple(one for one in book.abilities_of(card) if one[3].kind == "active") for card in book.cards}
    return {card: abilities for card, abilities in found.items() if abilities}


TURN_MOVES[PlayAbility] = _apart_from_turn
MOVES[PlayAbility] = (check_play, do_play)
STEPS[Paying] = carry_paying
IN_HAND.add(Paying)
