"""Units: pools, death, where they may stand (BG-2, BG-4, BG-6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .board import cell_of
from .cards import Book
from .engine import Run
from .events_cards import CardMoved
from .events_units import PoolChanged, UnitLeft
from .geometry import Space
from .memo import kept
from .state import Explorer, Lasting, Monster, State, key_of, space_of

ITEM_DECKS = ("weapons", "artifacts", "consumables", "apparel")
EVENT_DECKS = ("explorer_events", "horror_events")


def unit_of(state: State, unit: str) -> Explorer | Monster | None:
    """The explorer or monster with that id; None when there is none on this table."""
    return state.explorers.get(unit) or state.monsters.get(unit)


def space_of_unit(state: State, unit: str) -> Space | None:
    """Where a unit stands; None when it is not on the board."""
    found = unit_of(state, unit)
    return found.space if found is not None else None


def is_explorer(state: State, unit: str) -> bool:
    """Whether the id is an explorer's."""
    return unit in state.explorers


def in_play(state: State) -> tuple[str, ...]:
    """Explorers on the board and alive, in the table's order."""
    return tuple(e.id for e in state.explorers.values() if e.status == "in_play")


def taking_part(state: State) -> tuple[str, ...]:
    """Explorers that 'each' and 'any' explorer mean: those in play, and by setting those who left (IP-19)."""
    if state.settings.left_in_play == "yes":
        return tuple(e.id for e in state.explorers.values() if e.status in ("in_play", "left"))
    return in_play(state)


def row_of_absence(explorer: Explorer, left: str = "IP-19") -> str:
    """The ledger row by which an explorer that is not in play takes no part: `left` when it left by the exit (IP-19;
    CH-9 for its turn), else BG-6.
    """
    return left if explorer.status == "left" else "BG-6"


def occupied(state: State) -> Mapping[Space, str]:
    """The spaces taken by units, and by whom."""
    return kept(None, state, "occupied", lambda: _occupied(state))


def _occupied(state: State) -> dict[Space, str]:
    taken = {e.space: e.id for e in state.explorers.values() if e.space is not None}
    taken.update({m.space: m.id for m in state.monsters.values()})
    return taken


def destroyed_spawns(state: State) -> frozenset[Space]:
    """Spaces with a destroyed token: a destroyed spawn space is an obstacle (BG-2)."""
    if "destroyed" not in state.marks.values():
        return frozenset()
    return frozenset(space_of(k) for k, mark in state.marks.items() if mark == "destroyed")


def free_spaces(run: Run, cell: tuple[int, int]) -> list[Space]:
    """Spaces of the tile in `cell` where a unit can be put: no obstacle, nobody there."""
    board, taken, gone = run.layout, occupied(run.state), destroyed_spawns(run.state)
    return sorted(
        (s for s in board.spaces if cell_of(s) == cell and s not in taken and not board.is_obstacle(s, gone)),
        key=lambda s: (s[1], s[0]),
    )


def units_on(state: State, cell: tuple[int, int]) -> tuple[str, ...]:
    """Ids of the units on the tile in `cell`."""
    return tuple(unit for space, unit in occupied(state).items() if cell_of(space) == cell)


def printed(book: Book, state: State, unit: str, what: str) -> int:
    """A unit's printed value of a pool (explorers: health, stamina, essence; monsters: health).

    What a monster spawned with on top of its health counts as long as it lasts.
    """
    if unit in state.explorers:
        return int(getattr(book.explorers[unit], what))
    return book.monsters[state.monsters[unit].card].health + spawned_with(state.lasting, unit)


def spawned_with(lasting: Iterable[Lasting], unit: str) -> int:
    """The health that a monster spawned with on top of what its card prints, of effects that last."""
    return sum(held.n for held in lasting if held.what == "spawn_health" and held.unit == unit and not held.sets)


def set_pool(run: Run, unit: str, what: str, value: int, why: str, rule: str, *, paid: bool = False) -> None:
    """Set a pool of a unit, never below 0; nothing happens when it stays. Health 0 destroys the unit (BG-6).

    `paid` = it is a price: no card that prevents a loss gives it back (IP-1).
    """
    found = unit_of(run.state, unit)
    if found is None or (isinstance(found, Monster) and what != "health"):
        return
    if isinstance(found, Explorer) and found.status in ("dead", "unused"):
        return  # parts of an ability about the dead are skipped (IP-12)
    before = int(getattr(found, what))
    after = max(0, value)
    if before == after:
        return
    run.emit(PoolChanged(unit, what, before, after, why, rule))  # type: ignore[arg-type]
    if what == "health" and after < before and unit in run.state.explorers and why != "ruling":
        from .preventing import health_was_lost

        if health_was_lost(run, unit, before - after, paid=paid):
            return  # whether it dies is settled as soon as what may prevent it is resolved
    if what == "health" and after == 0:
        rule = "BG-6" if unit in run.state.explorers else "BG-4"
        destroy_unit(run, unit, rule, by_ruling=why == "ruling")


def lose(run: Run, unit: str, what: str, n: int, rule: str, card: str = "", *, paid: bool = False) -> None:
    """A unit loses `n` of a pool, as much as there is, to `card` ('' = none), unless another keeps it from that.

    `paid` = it pays them: as a price, its share of one, or as help of a roll.
    """
    found = unit_of(run.state, unit)
    if what == "health" and card in run.book.environments:
        from .exempt import unharmed  # asks the modifiers, which look at what units there are

        if unharmed(run.book, run.state, unit, card):
            run.note("health_kept", "IP-22", unit)
            return
    if found is not None and not (isinstance(found, Monster) and what != "health"):
        set_pool(run, unit, what, int(getattr(found, what)) - n, "lost", rule, paid=paid)


def restore(run: Run, unit: str, what: str, n: int, rule: str) -> None:
    """A unit restores `n` of a pool (0: all) up to its printed value; more is lost (BG-4). A finished
    explorer stays without stamina (RD-2).
    """
    found = unit_of(run.state, unit)
    if found is None or (isinstance(found, Monster) and what != "health"):
        return
    if what == "stamina" and isinstance(found, Explorer) and found.finished:
        run.note("finished_no_stamina", "RD-2", unit)
        return
    if what == "health" and n and isinstance(found, Explorer):
        from .modifiers import forbids  # modifiers look at what units there are
        from .set_values import changed

        held = forbids(run.book, run.state, "restore_health", unit)
        if held:
            run.note("cannot_restore", "IP-22", held)
            return
        n = max(1, changed(run.book, run.state, n, "health_restored", unit))
    top, now = printed(run.book, run.state, unit, what), int(getattr(found, what))
    set_pool(run, unit, what, now if now >= top else (top if n == 0 else min(top, now + n)), "restored", rule)


def destroy_unit(run: Run, unit: str, rule: str, how: str = "destroyed", *, by_ruling: bool = False) -> None:
    """Take a unit off the board: an explorer is dead (BG-6), a monster's card goes where BG-4 says.

    A monster destroyed in an explorer's turn restores that explorer 1 essence, if it is alive, whoever did it (IP-14),
    and so does none that a table ruling takes off. A banished one brings neither essence nor death effects.
    """
    from .decks import lay_on_destroyed
    from .items import lose_items
    from .triggers import trigger  # triggers resolve abilities, which change units
    from .turns import whose_move, whose_turn

    state = run.state
    if unit in state.explorers:
        was = state.explorers[unit]
        run.emit(UnitLeft(unit, "destroyed", rule))
        lose_items(run, unit, was.space)
        for deck in EVENT_DECKS:
            for card, holder in state.decks[deck].held.items():
                if holder == unit:
                    lay_on_destroyed(run, deck, card, "DK-4")
        if was.status == "in_play":
            place = key_of(was.space) if was.space is not None else ""
            trigger(run, "explorer_destroyed", actor=None, unit=unit, where=place)
        return
    monster = state.monsters[unit]
    run.emit(UnitLeft(unit, how, rule))  # type: ignore[arg-type]
    if how == "banished" and state.settings.banished_to == "bottom":
        run.emit(CardMoved("monsters", monster.card, "bottom", rule="BG-4"))
    elif run.book.monsters[monster.card].level < state.level:
        run.emit(CardMoved("monsters", monster.card, "out", rule="BG-4"))
    else:
        run.emit(CardMoved("monsters", monster.card, "destroyed", rule="BG-4"))
    if how == "destroyed":
        explorer = whose_turn(run)
        if explorer is not None and not by_ruling:
            restore(run, explorer, "essence", 1, "BG-4")
        # What it says of the acting explorer is skipped when that one has died of its own move (IP-12, IP-14).
        place, actor = key_of(monster.space), whose_move(run)
        trigger(run, "monster_destroyed", actor=actor, unit=unit, where=place, gone=monster.card)
