"""The moves with items, action spaces and doors that a listing names (architecture, decision 3)."""

from __future__ import annotations

from collections.abc import Iterator

from . import moves as mv
from .board import cell_of, layout
from .cards import Book
from .geometry import ACTION_SPACES, CLOSED_DOOR, OPEN_DOOR, SIDES, beyond
from .holding import dropped, in_force, item_state, items_of
from .inventory import payable, takes
from .items import drop_spaces
from .sharing import can_give, missing
from .state import SharedPayment, State, Step, Trading, UsingInventory
from .units import in_play, taking_part
from .verdicts import By


def step_candidates(book: Book, state: State, top: Step | None, by: By) -> Iterator[mv.Move]:
    """The moves within a price paid together, a trade or a use of inventory; nothing for any other step."""
    if isinstance(top, SharedPayment):
        yield from _shares(state, top, by)
    elif isinstance(top, Trading):
        for explorer in (top.explorer, top.partner):
            for card in items_of(state, explorer):
                yield mv.GiveItem(top.id, card)
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


def turn_items(book: Book, state: State, explorer: str, *, acting: bool) -> Iterator[mv.Move]:
    """Action spaces, doors, trading, use of inventory, dropping and picking up, items that are not equipped."""
    space = state.explorers[explorer].space
    if space is None:
        return
    table = layout(book.faces, state.board)
    for what in ACTION_SPACES:
        for other in table.features(what):
            if cell_of(other) == cell_of(space) or other in table.neighbours(space):
                yield mv.ActivateSpace(explorer, other)
    for side in SIDES:
        door = table.side(space, side)
        if door == OPEN_DOOR:
            yield mv.PlaceDoor(explorer, beyond(space, side))
        if door in (OPEN_DOOR, CLOSED_DOOR):
            yield mv.DestroyDoor(explorer, beyond(space, side))
    for partner in in_play(state):
        if partner != explorer:
            yield mv.StartTrade(explorer, partner)
        yield mv.UseInventory(explorer, partner)
    awake = {card for card, _ in in_force(state)}
    for card in items_of(state, explorer):
        for at, _, _, ability in book.card(card).abilities():
            if ability.kind == "active" and card not in awake:
                yield mv.PlayAbility(explorer, card, at)
        if acting and not item_state(state, card).under:
            for goal in drop_spaces(book, state, explorer):
                yield mv.Drop(explorer, card, goal)
    for card in dropped(state):
        if not item_state(state, card).under:
            yield mv.PickUp(explorer, card)
