"""Monsters that spawn: where, and with which card (RD-3, IP-16, IP-17)."""

from __future__ import annotations

from collections.abc import Iterable

from . import effects as fx
from .agenda import Exploration, Resolve
from .agenda_phases import Spawning
from .altering import replace
from .board import cell_of, layout
from .cards import Book
from .decks import top_card
from .distances import farness, steps_from
from .effects_lasting import Modify
from .engine import STEPS, Run
from .entering import entered
from .events_cards import CardMoved
from .events_units import MonsterPlaced
from .geometry import SPAWN, Cell, Space
from .modifiers import begin_lasting, in_force
from .resolving import VERBS, next_verb, targets
from .set_values import changed, decisive
from .state import State, key_of, space_of
from .targets import counting
from .triggers import trigger
from .turns import whose_turn
from .units import destroyed_spawns, in_play, occupied, space_of_unit


def spawn_spaces(book: Book, state: State, cell: Cell) -> tuple[Space, ...]:
    """The usable spawn spaces of a tile, row by row: those that are not destroyed (RD-3)."""
    gone = destroyed_spawns(state)
    return tuple(s for s in layout(book.faces, state.board).features(SPAWN) if cell_of(s) == cell and s not in gone)


def nearest(book: Book, state: State, start: Space | None, spaces: Iterable[Space]) -> tuple[Space, ...]:
    """Of some spaces those nearest to `start` in walking steps, units ignored; all of them without a start (RD-3)."""
    among = tuple(spaces)
    if start is None or not among:
        return among
    steps = steps_from(book, state, start)
    least = min(farness(steps, start, s) for s in among)
    return tuple(s for s in among if farness(steps, start, s) == least)


def carry_spawning(run: Run, step: Spawning) -> bool:
    """The next monster: the group picks among equally near spaces, then it appears."""
    if not step.cells:
        run.close(step)
        return True
    cell, near = step.cells[0], space_of(step.near[0]) if step.near[0] else None
    rest = replace(step, cells=step.cells[1:], near=step.near[1:], answers=())
    space = _where(run, step, cell, near)
    stored = _stored(run, step) if space is not None else None
    run.change(rest)
    if space is None:
        run.note("no_spawn_space", step.rule)
        return True
    card = stored or top_card(run, "monsters")
    if card is None:
        run.note("no_monster", "IP-17")
        return True
    place_monster(run, card, space, step.rule, by_roll=step.by_roll)
    return True


def _where(run: Run, step: Spawning, cell: Cell, near: Space | None) -> Space | None:
    """IP-16: the nearest free spawn space of the tile; none free: the free space nearest to the first."""
    book, state = run.book, run.state
    spawns, taken = spawn_spaces(book, state, cell), occupied(state)
    if not spawns:
        return None
    options = nearest(book, state, near, (s for s in spawns if s not in taken))
    if not options:
        first = _pick(run, step, "first", nearest(book, state, near, spawns))
        gone = destroyed_spawns(state)
        free = (s for s in run.layout.spaces if s not in taken and not run.layout.is_obstacle(s, gone))
        options = nearest(book, state, first, free)
    return _pick(run, step, "space", options)


def _stored(run: Run, step: Spawning) -> str | None:
    """The monster card that spawns in place of the top one, which the group picks; None when no card stores any."""
    holders = {found.card for found in in_force(run.book, run.state, "allow", "spawn_stored", None)}
    stored = run.state.decks["monsters"].stored
    cards = tuple(card for card, holder in stored.items() if holder in holders)
    return run.ask(step, "stored", "which_stored", "group", cards, rule="NC-5", labels=cards)


def _pick(run: Run, step: Spawning, key: str, options: tuple[Space, ...]) -> Space | None:
    names = [key_of(s) for s in options]
    answer = run.ask(step, key, "spawn_where", "group", names, rule="IP-16", labels=tuple(names))
    return space_of(answer) if answer is not None else None


def place_monster(run: Run, card: str, space: Space, rule: str, *, by_roll: bool = False) -> str:
    """A monster card comes onto the board; its id. It enters the tile only by setting (EN-4).

    What cards add to its health lasts for the round.
    """
    unit = f"m{run.new_id()}"
    added = in_force(run.book, run.state, "modify", "spawn_health", None)
    drawn = card not in run.state.decks["monsters"].stored
    run.emit(CardMoved("monsters", card, "in_play", unit, drawn=drawn, rule=rule))
    printed = run.book.monsters[card].health
    health = max(1, changed(run.book, run.state, printed, "spawn_health"))
    sets = [found for found in added if found.sets]
    more = [(found.n, found.card) for found in added if not found.sets]
    if sets:
        one = decisive(run.state, "spawn_health", sets)
        more.insert(0, (one.n - printed, one.card))
    run.emit(MonsterPlaced(unit, card, space, health, rule))
    for n, by in more:
        if n:
            begin_lasting(run, Modify("spawn_health", n, until="this_round"), unit, by)
    trigger(run, "monster_spawned", actor=whose_turn(run), unit=unit)
    if by_roll:
        trigger(run, "monster_spawned_by_roll", actor=whose_turn(run), unit=unit)
    if run.state.settings.spawn_enters == "yes":
        entered(run, [unit])
    return unit


def open_spawning(run: Run, cells: Iterable[Cell], near: Space | None, rule: str, *, by_roll: bool = False) -> None:
    """One monster is to spawn on the tile in each of `cells`, nearest to the space `near` if there is one."""
    wanted = tuple(cells)
    place = key_of(near) if near is not None else ""
    run.open(Spawning(run.new_id(), wanted, (place,) * len(wanted), by_roll, rule))


# ------------------------------------------------------------------ the verb


def begin_spawn(run: Run, step: Resolve, e: fx.Spawn) -> None:
    """A card spawns monsters on a tile, or on each tile with an explorer."""
    near: Space | None = None
    cells: tuple[Cell, ...]
    if e.tile in ("acting", "activating"):
        units = targets(run, step, e.tile)
        near = space_of_unit(run.state, units[0]) if units else None
        cells = (cell_of(near),) if near is not None else ()
    elif e.tile == "each_with_explorer":
        cells = tuple(dict.fromkeys(cell_of(s) for s in _standing(run.state)))
    else:
        cells = _cell_meant(run, step, e.tile)
    if not cells:
        run.note("no_tile_to_spawn", "RD-3", step.card)
        return
    next_verb(run, step)
    open_spawning(run, (cell for cell in cells for _ in range(e.n)), near, "RD-3")


def _standing(state: State) -> list[Space]:
    return [s for e in in_play(state) if (s := state.explorers[e].space) is not None]


def _cell_meant(run: Run, step: Resolve, tile: str) -> tuple[Cell, ...]:
    state = run.state
    if tile == "joined":
        exploring = [s.cell for s in state.agenda if isinstance(s, Exploration)]
        cells = exploring or [t.cell for t in state.board.tiles[-1:]]
        return tuple(c for c in cells[-1:] if state.board.at(c) is not None)
    count = {t.cell: sum(cell_of(s) == t.cell for s in _standing(state)) for t in state.board.tiles}
    match tile:
        case "fewest_explorers":
            best = [c for c, n in count.items() if n == min(count.values())]
        case "most_explorers":
            best = [c for c, n in count.items() if n == max(count.values())]
        case "most_health":
            counted = counting(run.book, state, in_play(state), step.card)
            health = {e: state.explorers[e].health for e in counted}
            strong = [e for e, n in health.items() if n == max(health.values())]
            best = [cell_of(s) for e in strong if (s := state.explorers[e].space) is not None]
        case _:
            raise KeyError(tile)
    names = [key_of(c) for c in dict.fromkeys(best)]
    answer = run.ask(step, "tile", "spawn_tile", "group", names, rule="RD-3", labels=tuple(names), card=step.card)
    return (space_of(answer),) if answer is not None else ()


STEPS[Spawning] = carry_spawning
VERBS[fx.Spawn] = begin_spawn
