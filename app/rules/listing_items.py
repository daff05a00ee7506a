"""The moves with items, action spaces and doors that a listing names (architecture, decision 3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from . import moves as mv
from .agenda import Step
from .agenda_items import SharedPayment, Trading, UsingInventory
from .cards import Book
from .holding import dropped, in_force, item_state, items_of
from .inventory import payable, takes
from .sharing import can_give, missing
from .state import State
from .units import taking_part
from .verdicts import By


def step_candidates(book: Book, state: State, top: Step | None, by: By) -> Iterator[mv.Move]:
    """The moves within a price paid together, a trade or a use of inventory; nothing for any other step."""
    if isinstance(top, SharedPayment):
        yield from _shares(state, top, by)
    elif isinstance(top, Trading):
        for explorer, other in ((top.explorer, top.partner), (top.partner, top.explorer)):
            for card in items_of(state, explorer):
                yield mv.GiveItem(top.id, card, other)
    elif isinstance(top, UsingInventory):
        yield from _inventory(book, state, top)
    else:
        return
    yield mv.CloseStep(top.id)


def _shares(state: State, top: SharedPayment, by: By) -> Iterator[mv.Move]:
    for explorer in taking_part(state):
        if explorer not in by.explorers:
            continue
        promised = dict(top.shares).get(explorer, 0)
        most = min(missing(state, top, explorer), can_give(state, explorer, top.pool))
        for n in (top.needed,) if state.settings.pooled_payment == "one" else range(1, most + 1):
            if n != promised:
                yield mv.PayShare(top.id, explorer, n)
        if promised:
            yield mv.PayShare(top.id, explorer, 0)


def _inventory(book: Book, state: State, top: UsingInventory) -> Iterator[mv.Move]:
    own = items_of(state, top.on) if top.on else ()
    for card in own:
        now, item = item_state(state, card), book.items[card]
        if now.equipped:
            yield mv.Unequip(top.id, card)
        elif item.kind != "consumable" and not now.under:
            yield mv.Equip(top.id, card)
        if item.augments and not now.under:
            for host in own:
                if host != card and takes(book.items[host], item):
                    yield mv.Augment(top.id, card, host)
        if item.upgrade is not None and not now.upgraded:
            for other in payable(book, state, top.on, card) or ("",):
                yield mv.Upgrade(top.id, card, other)


@lru_cache(maxsize=1024)
def with_others(party: tuple[str, ...], explorer: str) -> list[mv.Move]:
    """Trading with the others of a party, and use of inventory on them and on oneself."""
    found: list[mv.Move] = []
    for partner in party:
        if partner != explorer:
            found.append(mv.StartTrade(explorer, partner))
        found.append(mv.UseInventory(explorer, partner))
    return found


def items_listed(book: Book, state: State, explorer: str) -> list[tuple[str, tuple[str, ...]]]:
    """The items that an explorer holds, each with the addresses of those active abilities that sleep."""
    awake = {card for card, _ in in_force(state)}
    return [(card, () if card in awake else _active(book, card)) for card in items_of(state, explorer)]


def _active(book: Book, card: str) -> tuple[str, ...]:
    return tuple(at for at, _, _, ability in book.abilities_of(card) if ability.kind == "active")


def to_pick_up(state: State) -> list[str]:
    """The items that lie on the board and under no other."""
    return [card for card in dropped(state) if not item_state(state, card).under]
