"""Items handed over, dropped, picked up, destroyed; those of the dead (BG-1, BG-6, BG-9)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from .board import Layout, cell_of, layout
from .cards import Book
from .engine import MOVES, Run
from .events_cards import CardMoved, ItemSet
from .geometry import Space
from .holding import dropped, held_in, holder_of, item_state, loose_items, under
from .moves_turn import Drop, PickUp
from .spending import out_of_reach, spend, stamina_reasons
from .state import Explorer, ItemState, State, key_of
from .turns import take_turn, turn_move
from .units import ITEM_DECKS
from .verdicts import Reason, reason
from .ways import corner

# ------------------------------------------------------------------ moving items about


def _unset(run: Run, card: str) -> None:
    """An item that goes elsewhere is unequipped; its upgrade stays with the card, its place under another does not."""
    item = run.state.items.get(card)
    if item is None or not (item.equipped or item.under):
        return
    run.emit(ItemSet(card, ItemState(upgraded=True) if item.upgraded else None, "unequipped"))


def _forget(run: Run, card: str) -> None:
    """An item that leaves its holder for a pile or the box: nothing is left of what was done to it."""
    if card in run.state.items:
        run.emit(ItemSet(card, None, "gone"))


def _deck_with(state: State, card: str) -> str | None:
    """The item deck whose card is held, or lies on the board or before whoever drew it."""
    return held_in(state, card) or next((deck for deck in ITEM_DECKS if card in state.decks[deck].in_play), None)


def hand_over(run: Run, card: str, to: str, rule: str) -> None:
    """A held or dropped item goes to another explorer, unequipped; its augments stay under it and go along (BG-9)."""
    _unset(run, card)
    for part in (card, *under(run.state, card)):
        deck = _deck_with(run.state, part)
        if deck is not None:
            run.emit(CardMoved(deck, part, "held", to, rule=rule))


def lay_down(run: Run, card: str, space: Space, rule: str) -> None:
    """A held item is laid on a space of the board, its augments under it."""
    _unset(run, card)
    for part in (card, *under(run.state, card)):
        deck = held_in(run.state, part)
        if deck is not None:
            run.emit(CardMoved(deck, part, "in_play", key_of(space), rule=rule))


def destroy_item(run: Run, card: str, rule: str, to: str = "destroyed") -> None:
    """A held or dropped item is destroyed (or goes `to` 'out'), and what lies under it with it (Reading)."""
    for part in (*under(run.state, card), card):
        deck = _deck_with(run.state, part)
        _forget(run, part)
        if deck is not None:
            run.emit(CardMoved(deck, part, to, rule=rule))  # type: ignore[arg-type]


def lose_items(run: Run, explorer: str, space: Space | None) -> None:
    """BG-6: the items of a dead explorer leave the game, or (setting dead_items) lie where it died."""
    for card in loose_items(run.state, explorer):
        if run.state.settings.dead_items == "dropped" and space is not None:
            lay_down(run, card, space, "BG-6")
        else:
            destroy_item(run, card, "BG-6", "out")


def items_leave(run: Run, cell: tuple[int, int], rule: str) -> None:
    """The items that lie on a tile that goes are destroyed with it (EN-6)."""
    for card, (_, space) in dropped(run.state).items():
        if cell_of(space) == cell and not item_state(run.state, card).under:
            destroy_item(run, card, rule)


# ------------------------------------------------------------------ dropping and picking up


def drop_spaces(book: Book, state: State, explorer: str) -> tuple[Space, ...]:
    """Where an explorer can drop an item: adjacent spaces that are no obstacle; units there do not matter (BG-1)."""
    space = state.explorers[explorer].space
    return layout(book.faces, state.board).beside(space, corner(state)) if space is not None else ()


def own_item_reasons(state: State, explorer: str, card: str, rule: str = "BG-9") -> list[Reason]:
    """Why `card` is no item that the explorer can move about now."""
    if holder_of(state, card) != explorer:
        return [reason("not_its_item", rule, loose_items(state, explorer), card=card, who=explorer)]
    host = item_state(state, card).under
    return [reason("lies_under", rule, card=card, host=host)] if host else []


def check_drop(book: Book, state: State, move: Drop, explorer: Explorer, at: Space) -> list[Reason]:
    """BG-1: an own item, an adjacent space, the stamina."""
    reasons = own_item_reasons(state, move.explorer, move.card, "BG-1")
    spaces = drop_spaces(book, state, move.explorer)
    if move.space not in spaces:
        where = tuple(key_of(s) for s in spaces)
        reasons.append(reason("cannot_drop_there", "BG-1", where, space=key_of(move.space), who=move.explorer))
    return reasons + stamina_reasons(state, move.explorer, state.settings.cost_drop)


def drops(
    book: Book, state: State, explorer: Explorer, card: str, turn: tuple[Reason, ...]
) -> Iterator[tuple[Drop, tuple[Reason, ...]]]:
    """Every way to drop an item now, with all that stands against it: the same for each space it can be dropped on.

    `turn` = what stands against any turn move.
    """
    at = explorer.space
    moves = _drops(layout(book.faces, state.board), explorer.id, card, at, corner(state)) if at is not None else ()
    if moves and at is not None:
        reasons = (*turn, *check_drop(book, state, moves[0], explorer, at))
        for move in moves:
            yield move, reasons


@lru_cache(maxsize=1024)
def _drops(table: Layout, explorer: str, card: str, at: Space, corner_any_wall: bool) -> tuple[Drop, ...]:
    return tuple(Drop(explorer, card, space) for space in table.beside(at, corner_any_wall))


def do_drop(run: Run, move: Drop) -> None:
    """The item lies on the space until an explorer there or beside it picks it up."""
    take_turn(run, move.explorer)
    spend(run, move.explorer, run.state.settings.cost_drop, "drop")
    lay_down(run, move.card, move.space, "BG-1")


def check_pick_up(book: Book, state: State, move: PickUp, explorer: Explorer, at: Space) -> list[Reason]:
    """BG-6: an item on the explorer's space or an adjacent one; it costs nothing (Reading)."""
    reasons: list[Reason] = []
    lying = dropped(state).get(move.card)
    if lying is None or item_state(state, move.card).under:
        return [*reasons, reason("does_not_lie_there", "BG-6", card=move.card)]
    table = layout(book.faces, state.board)
    if lying[1] not in (at, *table.neighbours(at, corner(state))):
        reasons.append(out_of_reach(table, lying[1], corner(state), "BG-6", table.shut_off(at, lying[1])))
    return reasons


def do_pick_up(run: Run, move: PickUp) -> None:
    """Take the item, unequipped."""
    take_turn(run, move.explorer)
    hand_over(run, move.card, move.explorer, "BG-6")


MOVES[Drop] = (turn_move(Drop, check_drop), do_drop)
MOVES[PickUp] = (turn_move(PickUp, check_pick_up), do_pick_up)
