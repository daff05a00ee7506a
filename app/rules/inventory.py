"""Use inventory: equip, unequip, augment, upgrade, any number in one go, on oneself or an adjacent one (BG-9, RC-2)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from .agenda import Resolve
from .agenda_items import UsingInventory
from .altering import replace
from .board import layout
from .cards import Book
from .cards_items import ItemCard
from .effects_items import Inventory
from .engine import IN_HAND, MOVES, STEPS, Run
from .events_cards import ItemSet
from .geometry import Space
from .holding import holder_of, item_state, items_of, under
from .items import destroy_item, own_item_reasons
from .memo import kept
from .moves_steps import Augment, CloseStep, Equip, Unequip, Upgrade
from .moves_turn import UseInventory
from .paying import pay, price_reasons
from .pricing import Priced, priced
from .resolving import VERBS, next_verb, targets
from .set_values import changed
from .spending import spend, stamina_reasons
from .state import Explorer, ItemState, State
from .turns import answer_reasons, pending_reason, take_turn, turn_move, unheard_of
from .units import in_play, row_of_absence
from .verdicts import By, Reason, reason
from .ways import corner

Inside = Equip | Unequip | Augment | Upgrade


# ------------------------------------------------------------------ what fits where


def adjacent_explorers(book: Book, state: State, explorer: str) -> tuple[str, ...]:
    """The other explorers in play that stand adjacent to one (BG-2)."""
    return kept(book, state, ("adjacent", explorer), lambda: _adjacent_explorers(book, state, explorer))


def _adjacent_explorers(book: Book, state: State, explorer: str) -> tuple[str, ...]:
    space = state.explorers[explorer].space if explorer in state.explorers else None
    if space is None:
        return ()
    near = layout(book.faces, state.board).neighbours(space, corner(state))
    return tuple([e for e in in_play(state) if e != explorer and state.explorers[e].space in near])


@lru_cache(maxsize=1024)
def not_beside(rule: str, near: tuple[str, ...], who: str, between: str) -> Reason:
    """The reason that an explorer is not adjacent, with those that are: the same ones are given again and again."""
    if not between:
        return reason("explorer_not_adjacent", rule, near, who=who)
    return reason("explorer_not_adjacent", rule, near, who=who, between=between)


def partner_reasons(
    book: Book, state: State, rule: str, explorer: str, other: str, near: tuple[str, ...]
) -> list[Reason]:
    """What keeps an explorer from being the other one of a trade or a use of inventory: it is no explorer, it is not in
    play (BG-6), or it is none of those that are `near` (`rule`).
    """
    found = state.explorers.get(other)
    if found is None:
        return [reason("no_such_explorer", rule, who=other)]
    if found.status != "in_play":
        return [reason("not_in_play", row_of_absence(found), near, who=other, status=found.status)]
    if other in near:
        return []
    at, there = state.explorers[explorer].space, found.space
    between = layout(book.faces, state.board).shut_off(at, there) if at is not None and there is not None else ""
    return [not_beside(rule, near, other, between)]


def filled(book: Book, state: State, explorer: str, place: str) -> tuple[str, ...]:
    """The equipped items that fill an explorer's slots of one kind, an item for two hands twice."""
    return tuple(
        card
        for card in items_of(state, explorer)
        if item_state(state, card).equipped and book.items[card].place == place
        for _ in range(book.items[card].fills)
    )


def takes(host: ItemCard, augment: ItemCard) -> bool:
    """Whether an augment can be laid under an item: a trait of it, its kind, or that it takes two hands (BG-9)."""
    return bool(host.called & set(augment.augments))


def payable(book: Book, state: State, explorer: str, card: str) -> tuple[str, ...]:
    """The own items that can go for the upgrade of `card`, () when it asks for none or there is none."""
    trait = book.items[card].upgrade_trait
    return tuple(i for i in items_of(state, explorer) if trait and i != card and trait in book.items[i].traits)


def upgrade_price(book: Book, state: State, explorer: str, card: str) -> int:
    """The essence that an upgrade costs the bearer, with what cards make of it, never below 0."""
    price = book.items[card].upgrade
    assert price is not None
    return max(0, changed(book, state, price.essence, "cost_upgrade", explorer)) if price.essence else 0


# ------------------------------------------------------------------ beginning and ending


def inventory_cost(book: Book, state: State, explorer: str) -> Priced:
    """The stamina that use inventory costs an explorer (BG-1)."""
    return priced(book, state, state.settings.cost_inventory, explorer, "cost_inventory")


def check_inventory(book: Book, state: State, move: UseInventory, explorer: Explorer, at: Space) -> list[Reason]:
    """BG-1, RC-2: on oneself or on one adjacent explorer."""
    reasons: list[Reason] = []
    if move.on not in ("", move.explorer):
        near = adjacent_explorers(book, state, move.explorer)
        reasons += partner_reasons(book, state, "RC-2", move.explorer, move.on, (move.explorer, *near))
    return reasons + stamina_reasons(state, move.explorer, inventory_cost(book, state, move.explorer))


def do_inventory(run: Run, move: UseInventory) -> None:
    """Pay, then go through the items until it is closed."""
    take_turn(run, move.explorer)
    spend(run, move.explorer, inventory_cost(run.book, run.state, move.explorer), "inventory")
    run.open(UsingInventory(run.new_id(), move.explorer, move.on or move.explorer))


def begin_inventory(run: Run, step: Resolve, effect: Inventory) -> None:
    """The effect: the acting explorer, or one that the group picks, uses inventory (RC-2)."""
    who = targets(run, step, "acting")
    next_verb(run, step)
    if who and who[0] in in_play(run.state):
        run.open(UsingInventory(run.new_id(), who[0]))


def carry_inventory(run: Run, step: UsingInventory) -> bool:
    """Say whose inventory it is, then wait for what is done with it; over when either explorer has gone."""
    alive = in_play(run.state)
    if step.explorer not in alive or (step.on and step.on not in alive):
        run.close(step)
        return True
    if step.on:
        return False
    options = (step.explorer, *adjacent_explorers(run.book, run.state, step.explorer))
    answer = run.ask(
        step,
        "on",
        "whose_inventory",
        step.explorer,
        (*options, "none") if step.declinable else options,
        rule="RC-2",
    )
    if answer is None or answer == "none":
        run.close(step)
    else:
        run.change(replace(step, on=answer, answers=()))
    return True


def inventory_step(state: State, step: int) -> UsingInventory | None:
    """The use of inventory on top of the agenda, if it is the one meant and it is known whose it is."""
    top = state.agenda[-1] if state.agenda else None
    return top if isinstance(top, UsingInventory) and top.id == step and top.on else None


def over_reasons(state: State, step: int, rule: str) -> list[Reason]:
    """The step is not the one that waits: nothing can be turned back to (RC-1)."""
    pending = pending_reason(state)
    return unheard_of(state, step, rule) or [
        reason("step_is_over", rule, now=str(pending.param("what")) if pending else "")
    ]


def either_reasons(state: State, explorers: tuple[str, ...], by: By) -> list[Reason]:
    """Why this seat plays none of the explorers that a step is about."""
    if any(not answer_reasons(state, e, by) for e in explorers):
        return []
    return answer_reasons(state, explorers[0], by)


# ------------------------------------------------------------------ the moves within


def _inside(book: Book, state: State, move: Inside, by: By) -> tuple[UsingInventory | None, list[Reason]]:
    step = inventory_step(state, move.step)
    if step is None:
        return None, over_reasons(state, move.step, "BG-9")
    reasons = either_reasons(state, (step.explorer, step.on), by)
    if holder_of(state, move.card) != step.on:
        reasons += own_item_reasons(state, step.on, move.card)
        return None, reasons
    return step, reasons


def check_equip(book: Book, state: State, move: Equip, by: By) -> list[Reason]:
    """BG-9: an own item that is worn or wielded, and slots free for it."""
    step, reasons = _inside(book, state, move, by)
    if step is None:
        return reasons
    card, now = book.items[move.card], item_state(state, move.card)
    if now.under:
        return [*reasons, reason("lies_under", "BG-9", card=move.card, host=now.under)]
    if now.equipped:
        return [*reasons, reason("equipped_already", "BG-9", card=move.card)]
    if card.kind == "consumable":
        return [*reasons, reason("needs_no_slot", "BG-9", card=move.card)]
    if card.place:
        there = filled(book, state, step.on, card.place)
        limit = book.slots.get(card.place, 0)
        if len(there) + card.fills > limit:
            worn = tuple(Counter(there))
            reasons.append(
                reason("no_slot_free", "BG-9", worn, slot=card.place, needed=card.fills, limit=limit, who=step.on)
            )
    return reasons


def do_equip(run: Run, move: Equip) -> None:
    """The item is equipped: its abilities count."""
    now = item_state(run.state, move.card)
    run.emit(ItemSet(move.card, replace(now, equipped=True), "equipped"))


def check_unequip(book: Book, state: State, move: Unequip, by: By) -> list[Reason]:
    """BG-9: an own item that is equipped."""
    step, reasons = _inside(book, state, move, by)
    if step is not None and not item_state(state, move.card).equipped:
        reasons.append(reason("not_equipped", "BG-9", card=move.card))
    return reasons


def do_unequip(run: Run, move: Unequip) -> None:
    """The item's abilities sleep; its upgrade and what lies under it stay."""
    item = item_state(run.state, move.card)
    run.emit(ItemSet(move.card, ItemState(upgraded=True) if item.upgraded else None, "unequipped"))


def check_augment(book: Book, state: State, move: Augment, by: By) -> list[Reason]:
    """BG-9: an augment, under an own item that takes it and has room; an augment itself carries none."""
    step, reasons = _inside(book, state, move, by)
    if step is None:
        return reasons
    augment, now = book.items[move.card], item_state(state, move.card)
    if now.under:
        return [*reasons, reason("lies_under", "BG-9", card=move.card, host=now.under)]
    if not augment.augments:
        return [*reasons, reason("no_augment", "BG-9", card=move.card)]
    if under(state, move.card):
        reasons.append(reason("carries_augments", "BG-9", card=move.card))
    if holder_of(state, move.under) != step.on or move.under == move.card:
        return [*reasons, reason("not_its_item", "BG-9", card=move.under, who=step.on)]
    host = book.items[move.under]
    if item_state(state, move.under).under:
        reasons.append(reason("lies_under", "BG-9", card=move.under, host=item_state(state, move.under).under))
    if not takes(host, augment):
        hosts = tuple(i for i in items_of(state, step.on) if i != move.card and _has_room(book, state, i, augment))
        reasons.append(reason("does_not_take", "BG-9", hosts, card=move.card, host=move.under))
    if len(under(state, move.under)) >= host.room:
        reasons.append(reason("no_room", "BG-9", host=move.under, room=host.room))
    return reasons


def _has_room(book: Book, state: State, host: str, augment: ItemCard) -> bool:
    card = book.items[host]
    return takes(card, augment) and len(under(state, host)) < card.room and not item_state(state, host).under


def do_augment(run: Run, move: Augment) -> None:
    """The augment lies under its host for good: its own abilities sleep, what it lends counts there."""
    now = item_state(run.state, move.card)
    run.emit(ItemSet(move.card, ItemState(under=move.under, upgraded=now.upgraded), "augmented"))


def check_upgrade(book: Book, state: State, move: Upgrade, by: By) -> list[Reason]:
    """BG-9: once, for its whole price, which the bearer of the item pays; health as ST-2 says."""
    step, reasons = _inside(book, state, move, by)
    if step is None:
        return reasons
    card = book.items[move.card]
    if card.upgrade is None:
        return [*reasons, reason("no_upgrade", "BG-9", card=move.card)]
    if item_state(state, move.card).upgraded:
        return [*reasons, reason("upgraded_already", "BG-9", card=move.card)]
    price = replace(card.upgrade, essence=upgrade_price(book, state, step.on, move.card))
    reasons += price_reasons(book, state, price, step.on, move.card, "")
    can_go = payable(book, state, step.on, move.card)
    if card.upgrade_trait and move.destroy not in can_go:
        reasons.append(reason("destroy_what", "BG-9", can_go, trait=card.upgrade_trait, card=move.card))
    elif not card.upgrade_trait and move.destroy:
        reasons.append(reason("destroys_nothing", "BG-9", card=move.card))
    return reasons


def do_upgrade(run: Run, move: Upgrade) -> None:
    """Pay, and the upgrade line holds from now on."""
    step = inventory_step(run.state, move.step)
    card = run.book.items[move.card]
    assert step is not None
    assert card.upgrade is not None
    price = replace(card.upgrade, essence=upgrade_price(run.book, run.state, step.on, move.card))
    if move.destroy:
        destroy_item(run, move.destroy, "BG-9")
    run.emit(ItemSet(move.card, replace(item_state(run.state, move.card), upgraded=True), "upgraded"))
    pay(run, price, step.on, move.card, "")


def check_close_inventory(book: Book, state: State, step: UsingInventory, move: CloseStep, by: By) -> list[Reason]:
    """Either of the two explorers that it is about may say that it is over."""
    return either_reasons(state, (step.explorer, step.on), by)


MOVES[UseInventory] = (turn_move(UseInventory, check_inventory), do_inventory)
MOVES[Equip] = (check_equip, do_equip)
MOVES[Unequip] = (check_unequip, do_unequip)
MOVES[Augment] = (check_augment, do_augment)
MOVES[Upgrade] = (check_upgrade, do_upgrade)
STEPS[UsingInventory] = carry_inventory
VERBS[Inventory] = begin_inventory
IN_HAND.add(UsingInventory)
