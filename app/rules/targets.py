"""Which units a card means, by what they are and where they stand (NC-2, IP-13, IP-19)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .agenda import Resolve
from .board import cell_of, layout
from .cards import Book
from .distances import FAR, farness, gap, steps_from
from .engine import Run
from .exempt import not_counted
from .geometry import CLOSED_DOOR, SIDES, Space
from .memo import kept, same
from .modifiers import allows, forbids, is_said, monster_cards
from .one_tile import one_map_tile
from .seeing import sight_reason
from .sparing import passed_over
from .state import State, space_of
from .units import ITEM_DECKS, in_play, space_of_unit, taking_part
from .vocabulary import Select

#: An answer: no more targets.
ENOUGH = "enough"


# ------------------------------------------------------------------ candidates


def is_ethereal(book: Book, state: State, unit: str) -> bool:
    """Whether a unit is ethereal: a monster that is so by its card, or one that a card makes so, if none forbids it."""
    return unit in ethereal_units(book, state)


def ethereal_units(book: Book, state: State) -> frozenset[str]:
    """The units that are ethereal."""
    return kept(book, state, "ethereal", lambda: _ethereal_units(book, state))


def _ethereal_units(book: Book, state: State) -> frozenset[str]:
    monsters = monster_cards(state)
    found = same("ethereal", (book, monsters), lambda: _printed_ethereal(book, monsters))
    if is_said(book, state, "allow", "ethereal"):
        found |= {unit for unit in (*state.monsters, *state.explorers) if allows(book, state, "ethereal", unit)}
    if is_said(book, state, "forbid", "be_ethereal"):
        found -= {unit for unit in found if forbids(book, state, "be_ethereal", unit)}
    return found


def _printed_ethereal(book: Book, monsters: tuple[tuple[str, str], ...]) -> frozenset[str]:
    return frozenset(monster for monster, card in monsters if book.monsters[card].ethereal)


def candidates_for(
    book: Book, state: State, sel: Select, of_unit: str | None, *, card: str = "", where: str = ""
) -> tuple[str, ...]:
    """The units that a Select can mean, seen from `of_unit` (or, once it is gone, from the space `where`).

    `card` = the card it stands on. Explorers first, each kind in the table's order.
    """
    at = space_of_unit(state, of_unit or "") or (space_of(where) if where else None)
    explorers = taking_part(state) if sel.where == "anywhere" else in_play(state)
    units = (explorers if sel.kind != "monster" else ()) + (tuple(state.monsters) if sel.kind != "explorer" else ())
    return tuple(
        unit
        for unit in units
        if not (sel.other and unit == of_unit)
        and _fits(book, state, sel, unit)
        and _stands(book, state, sel, unit, of_unit or "", at, card)
    )


def _fits(book: Book, state: State, sel: Select, unit: str) -> bool:
    monster = state.monsters.get(unit)
    health = monster.health if monster is not None else state.explorers[unit].health
    if sel.health_most is not None and health > sel.health_most:
        return False
    if sel.health_least is not None and health < sel.health_least:
        return False
    if sel.level_most is not None and (monster is None or book.monsters[monster.card].level > sel.level_most):
        return False
    return sel.ethereal is None or is_ethereal(book, state, unit) == sel.ethereal


def _stands(book: Book, state: State, sel: Select, unit: str, of_unit: str, at: Space | None, card: str) -> bool:
    if sel.where == "anywhere":
        return True
    space = space_of_unit(state, unit)
    if space is None:
        return False
    if sel.where == "at_closed_door":
        table = layout(book.faces, state.board)
        return any(table.side(space, side) == CLOSED_DOOR for side in SIDES)
    if sel.where == "this_tile":
        place = state.environments.get(card)
        cell = place.cell if place is not None else cell_of(at) if at is not None else None
        return cell_of(space) == cell
    if sel.where == "same_tile" and one_map_tile(book, state, card):
        return True
    if at is None:
        return False
    if sel.where == "same_tile":
        return cell_of(space) == cell_of(at)
    if sel.where == "adjacent":
        table = layout(book.faces, state.board)
        return space != at and table.adjacent(at, space, state.settings.diagonal_corner == "any")
    if sel.where == "within":
        return steps_from(book, state, at).get(space, FAR) <= sel.within
    if sel.within and gap(at, space) > sel.within:
        return False
    return sight_reason(book, state, of_unit, at, unit, space) is None


def narrowed(
    book: Book, state: State, sel: Select, units: tuple[str, ...], at: Space | None, seer: str = ""
) -> tuple[str, ...]:
    """Those that `pick` leaves: the nearest, the weakest ... of them; more than `n` where they are equal.

    `seer` = the unit that looks: a monster passes some over (sparing).
    """
    n = max(1, sel.n)
    if not sel.pick or len(units) <= n:
        return units
    rank = ranks(book, state, sel, units, at)
    over = shunned(book, state, sel, units, at, seer)
    rank = {unit: far for unit, far in rank.items() if unit not in over}
    limit = sorted(rank.values())[min(n, len(rank)) - 1]
    return tuple(unit for unit in rank if rank[unit] <= limit)


def ranks(book: Book, state: State, sel: Select, units: tuple[str, ...], at: Space | None) -> dict[str, int]:
    """How the units stand in the order of `pick`: the least is picked first."""
    steps = steps_from(book, state, at) if sel.pick == "nearest" and at is not None else {}
    if sel.pick == "loneliest":
        return {unit: -_from_others(book, state, unit) for unit in units}
    return {unit: _rank(state, sel.pick, unit, steps, at) for unit in units}


def shunned(
    book: Book, state: State, sel: Select, units: tuple[str, ...], at: Space | None, seer: str
) -> dict[str, str]:
    """Those that a monster that looks passes over, with the card that says so."""
    if seer not in state.monsters:
        return {}
    explorers = tuple(unit for unit in units if unit in state.explorers)
    return passed_over(book, state, seer, sel.pick, ranks(book, state, sel, explorers, at))


def _from_others(book: Book, state: State, explorer: str) -> int:
    """How far an explorer is from the nearest other explorer, in walking steps; farther than any when it is alone."""
    at = space_of_unit(state, explorer)
    others = [s for e in in_play(state) if e != explorer and (s := state.explorers[e].space) is not None]
    if at is None or not others:
        return 2 * FAR
    steps = steps_from(book, state, at)
    return min(farness(steps, at, s) for s in others)


def counting(book: Book, state: State, units: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Those of the units that count where `card` names who has the most or least of something; all if none would."""
    return tuple(unit for unit in units if not not_counted(book, state, unit, card)) or units


def _rank(state: State, pick: str, unit: str, steps: Mapping[Space, int], at: Space | None) -> int:
    found = state.explorers.get(unit) or state.monsters[unit]
    match pick:
        case "nearest":
            return farness(steps, at, found.space) if at is not None and found.space is not None else FAR
        case "weakest" | "least_health":
            return found.health
        case "most_health":
            return -found.health
        case "most_items":
            return -sum(holder == unit for deck in ITEM_DECKS for holder in state.decks[deck].held.values())
        case "newest":
            return -int(unit[1:]) if unit in state.monsters else 0
        case "least_essence":
            return int(getattr(found, "essence", FAR))
    raise KeyError(pick)


# ------------------------------------------------------------------ picking


def seen_from(run: Run, step: Resolve, of: str, key: str = "who") -> str | None:
    """The unit that a Select looks from. The acting explorer of an ability that nobody plays is the group's to pick."""
    if of in ("activating", "target"):
        return step.unit
    if step.actor is not None:
        return step.actor
    return run.ask(
        step, f"{key} of", "which_explorer", "group", taking_part(run.state), rule="AM-2", card=step.card, at=step.at
    )


def _spawned_by(state: State, step: Any, units: tuple[str, ...]) -> tuple[str, ...]:
    """Those that came since the ability of `step` began: units and steps are numbered in one row."""
    parts = [one.id for one in state.agenda if isinstance(one, Resolve) and (one.card, one.at) == (step.card, step.at)]
    began = min(parts, default=step.id)
    return tuple([unit for unit in units if unit in state.monsters and int(unit[1:]) > began])


def select(
    run: Run,
    step: Any,
    sel: Select,
    key: str = "who",
    *,
    also: tuple[str, ...] = (),
    allowed: Callable[[str], bool] | None = None,
    again: bool = False,
) -> tuple[str, ...]:
    """The units that a verb's Select means, now; asks where there is a choice. () when there is nobody.

    `also` = barrels that may be named too, `allowed` narrows the units. `again` = one may be named more than once, and
    fewer than `n` are enough (attacks, BG-4). The acting explorer's player picks, the group for nobody, and for ties.
    """
    of_unit = None
    if sel.where not in ("anywhere", "this_tile", "at_closed_door") or sel.other or sel.pick == "nearest":
        of_unit = seen_from(run, step, sel.of, key)
    found = candidates_for(run.book, run.state, sel, of_unit, card=step.card, where=step.came_from)
    if sel.pick == "newest":
        found = _spawned_by(run.state, step, found)
        if not found:
            run.note("none_spawned", "IP-1", step.card)
    if allowed is not None:
        found = tuple([unit for unit in found if allowed(unit)])
    if sel.n == 0:
        return found + also
    at = space_of_unit(run.state, of_unit or "") or (space_of(step.came_from) if step.came_from else None)
    if sel.pick not in ("", "nearest", "newest"):
        found = counting(run.book, run.state, found, step.card)
    found = narrowed(run.book, run.state, sel, found, at, of_unit or "") + also
    if len(found) <= sel.n and not again:
        return found
    actor = run.state.explorers.get(step.actor or "")
    who = actor.id if actor is not None and actor.status == "in_play" and not sel.pick else "group"
    picked: list[str] = []
    for i in range(sel.n):
        left = found if again else tuple(unit for unit in found if unit not in picked)
        options = (*left, ENOUGH) if again and i else left
        answer = run.ask(
            step, f"{key} {i}", "which_unit", who, options, rule="BG-4", labels=options, card=step.card, at=step.at
        )
        if answer is None or answer == ENOUGH:
            break
        picked.append(answer)
    return tuple(picked)
