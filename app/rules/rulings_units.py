"""Table rulings about explorers and monsters: pools, where they stand, monsters that come and go (AM-1)."""

from __future__ import annotations

from . import changes as ch
from .board import cell_of, layout
from .cards import Book
from .engine import Run
from .entering import entered
from .events_cards import CardMoved
from .events_units import MonsterPlaced, UnitMoved
from .rulings import CHANGES, range_reasons
from .state import State, key_of
from .triggers import trigger
from .units import destroy_unit, destroyed_spawns, occupied, printed, set_pool, space_of_unit, unit_of
from .verdicts import Reason, reason


def _no_unit(state: State, unit: str) -> list[Reason]:
    found = unit_of(state, unit)
    return [] if found is not None else [reason("no_such_unit", "AM-1", who=unit)]


def _check_pool(book: Book, state: State, c: ch.SetPool) -> list[Reason]:
    reasons = _no_unit(state, c.unit)
    if reasons:
        return reasons
    if c.unit in state.monsters and c.what != "health":
        return [reason("monster_has_none", "EN-4", what=c.what)]
    explorer = state.explorers.get(c.unit)
    if explorer is not None and explorer.status in ("dead", "unused"):
        return [reason("not_in_play", "BG-6", who=c.unit, status=explorer.status)]
    return range_reasons(c.value, 0, printed(book, state, c.unit, c.what), c.what)


def _do_pool(run: Run, c: ch.SetPool) -> None:
    set_pool(run, c.unit, c.what, c.value, "ruling", "AM-1")


def space_reasons(book: Book, state: State, space: tuple[int, int]) -> list[Reason]:
    """Why a unit cannot be put on a space: there is none, somebody stands there, an obstacle is there (BG-2)."""
    if space in occupied(state):
        return [reason("space_taken", "BG-2", space=key_of(space), who=occupied(state)[space])]
    return floor_reasons(book, state, space)


def floor_reasons(book: Book, state: State, space: tuple[int, int]) -> list[Reason]:
    """Why nothing can be laid on a space: there is none, or an obstacle is there."""
    table = layout(book.faces, state.board)
    if space not in table.spaces:
        return [reason("no_space", "AM-1", x=space[0], y=space[1])]
    if table.is_obstacle(space, destroyed_spawns(state)):
        return [reason("obstacle", "BG-2", space=key_of(space), what=table.spaces[space])]
    return []


def _check_put(book: Book, state: State, c: ch.PutUnit) -> list[Reason]:
    reasons = _no_unit(state, c.unit)
    explorer = state.explorers.get(c.unit)
    if explorer is not None and explorer.status in ("dead", "unused"):
        reasons.append(reason("not_in_play", "BG-6", who=c.unit, status=explorer.status))
    if space_of_unit(state, c.unit) == c.space:
        return [*reasons, reason("stands_there", "AM-1", who=c.unit)]
    return reasons + space_reasons(book, state, c.space)


def _do_put(run: Run, c: ch.PutUnit) -> None:
    before = space_of_unit(run.state, c.unit)
    run.emit(UnitMoved(c.unit, c.space, "ruling", rule="AM-1"))
    if c.enters and (before is None or cell_of(before) != cell_of(c.space)):
        entered(run, [c.unit])


def _check_add(book: Book, state: State, c: ch.AddMonster) -> list[Reason]:
    deck = state.decks["monsters"]
    reasons = space_reasons(book, state, c.space)
    if c.card and c.card not in book.monsters:
        reasons.append(reason("no_such_card", "AM-1", card=c.card))
    elif c.card and c.card in deck.in_play:
        reasons.append(reason("card_elsewhere", "DK-3", card=c.card))
    elif not c.card and not deck.draw:
        reasons.append(reason("monster_deck_empty", "IP-17"))
    return reasons


def _do_add(run: Run, c: ch.AddMonster) -> None:
    """A spawn by ruling; whether it counts as entering the tile is a house rule (spawn_enters, EN-4)."""
    if not c.card:
        run.chance.reveal("monsters")
    card = c.card or run.state.decks["monsters"].draw[0]
    unit = f"m{run.new_id()}"
    run.emit(CardMoved("monsters", card, "in_play", unit, drawn=not c.card, rule="AM-1"))
    run.emit(MonsterPlaced(unit, card, c.space, run.book.monsters[card].health, "AM-1"))
    trigger(run, "monster_spawned", actor=None, unit=unit)
    if run.state.settings.spawn_enters == "yes":
        entered(run, [unit])


def _check_remove(book: Book, state: State, c: ch.RemoveMonster) -> list[Reason]:
    return [] if c.unit in state.monsters else [reason("no_such_unit", "AM-1", who=c.unit)]


def _do_remove(run: Run, c: ch.RemoveMonster) -> None:
    destroy_unit(run, c.unit, "AM-1", c.how, by_ruling=True)


CHANGES[ch.SetPool] = (_check_pool, _do_pool)
CHANGES[ch.PutUnit] = (_check_put, _do_put)
CHANGES[ch.AddMonster] = (_check_add, _do_add)
CHANGES[ch.RemoveMonster] = (_check_remove, _do_remove)
