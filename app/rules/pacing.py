"""What the steps of an explorer cost, where cards change it from step to step (BG-1, BG-2, IP-22).

A step is on the tile that it begins on. A move is what an explorer walks until somebody does something else. Whether a
modifier or a leave counts for a step is asked where the explorer would stand, with the steps that it would have made.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from .altering import replace, with_item
from .board import Layout, cell_of, layout
from .cards import Book
from .conditions import About, holds
from .effects_lasting import Modify
from .geometry import RUBBLE, Cell, Space
from .holding import counts
from .memo import kept
from .modifiers import Kind, all_passives, allows, any_said, lasting_for
from .set_values import decisive
from .state import State
from .striding import beside, ground, hurdles, passes_of
from .targets import is_ethereal
from .triggers import option_is_open
from .units import occupied
from .vocabulary import Condition

#: What is told of a step: whether it is free, what it costs more or less, and what over rubble or a unit.
WORDS: tuple[tuple[Kind, str], ...] = (("allow", "free_step"), ("modify", "cost_step"), ("modify", "cost_over"))
_SAID = frozenset(WORDS)
#: Conditions that look at the steps made before, in the order of `Count`.
COUNTED = ("step_of_turn", "step_of_move", "step_of_move_here")


class Count(NamedTuple):
    """The steps made before a step: in this turn, in this move, and in this move on the tile since it came there."""

    turn: int
    move: int
    here: int


def steps_made(state: State, unit: str) -> Count:
    """What an explorer has walked this turn, this move, and in it on its tile."""
    walked = state.used.get(f"walked {unit}", 0)
    stopped = state.used.get(f"stopped {unit}", 0)
    return Count(walked, walked - stopped, walked - max(stopped, state.used.get(f"came {unit}", 0)))


def _most_asked(rules: tuple[StepRule, ...], subject: str) -> int:
    bounds = [max(n.least or 0, n.most or 0) for rule in rules for n in rule.needs if n.subject == subject]
    return max(bounds, default=0)


@dataclass(frozen=True, slots=True)
class StepRule:
    """One modifier or leave about steps: of `card`, on the tile in `cell` (None: anywhere), under `needs`.

    `sets` = a step costs `n`, not `n` more.
    """

    what: str
    n: int
    card: str
    at: str
    cell: Cell | None = None
    needs: tuple[Condition, ...] = ()
    sets: bool = False


def steps_cost_more_or_less(book: Book, state: State) -> bool:
    """Whether anything in play may change what steps cost, whoever makes them: at most tables nothing does."""
    return any_said(book, state, _SAID)


def rules_for(book: Book, state: State, unit: str) -> tuple[StepRule, ...]:
    """The modifiers and leaves about steps that can concern an explorer now, wherever it goes."""
    if not steps_cost_more_or_less(book, state):
        return ()
    return kept(book, state, ("steps", unit), lambda: tuple(_rules_for(book, state, unit)))


def _rules_for(book: Book, state: State, unit: str) -> Iterator[StepRule]:
    for effect, what in WORDS:
        for card, bearer, name, (at, panel, option, ability, verb) in all_passives(book, state, effect, what):
            place = state.environments.get(card)
            if place is not None and allows(book, state, "ignore_environments", unit):
                continue
            if not (option_is_open(state, name, at, panel, option) and counts(state, name, ability)):
                continue
            n, sets = (verb.figure, verb.sets) if isinstance(verb, Modify) else (1, False)
            if verb.who in ("each_explorer", "each_unit") or (verb.who == "bearer" and bearer == unit):
                yield StepRule(what, n, name, at, None, verb.needs, sets)
            elif verb.who in ("here", "explorers_here") and place is not None:
                yield StepRule(what, n, name, at, place.cell, verb.needs, sets)
        for lasting in lasting_for(book, state, effect, what, unit):
            place = state.environments.get(lasting.card)
            here = place is not None and bool(lasting.unit or lasting.who in ("here", "explorers_here"))
            yield StepRule(what, lasting.n, lasting.card, "", place.cell if place and here else None, sets=lasting.sets)


class Paid(NamedTuple):
    """What a step costs in stamina, and what each card adds (or takes), as (card, stamina)."""

    cost: int
    because: tuple[tuple[str, int], ...]


class Pace:
    """What the steps of one explorer cost on the table as it is."""

    def __init__(self, book: Book, state: State, unit: str) -> None:
        self.book, self.state, self.unit = book, state, unit
        self.rules = rules_for(book, state, unit)
        self.made = steps_made(state, unit)
        #: As many steps as any condition asks about: from there on the count changes nothing.
        self.enough = Count(*(_most_asked(self.rules, subject) for subject in COUNTED))
        self._here = {rule.cell for rule in self.rules if any(need.subject == COUNTED[2] for need in rule.needs)}
        self._known: dict[tuple[Space, Count, bool], Paid] = {}
        self._after: dict[tuple[Count, bool], Count] = {}
        self._over: frozenset[Space] | None = None

    def after(self, count: Count, a: Space, b: Space) -> Count:
        """The count after a step, as far as it matters."""
        return self.after_step(count, self.counts_here(a, b))

    def counts_here(self, a: Space, b: Space) -> bool:
        """Whether a step is one more on its tile, for anything that asks for those."""
        return bool(self._here) and cell_of(a) == cell_of(b) and (cell_of(b) in self._here or None in self._here)

    def after_step(self, count: Count, here: bool) -> Count:
        """The count after a step, as far as it matters; `here` as `counts_here` says."""
        found = self._after.get((count, here))
        if found is None:
            most, more = self.enough, count.here + 1 if here else 0
            found = Count(min(count.turn + 1, most.turn), min(count.move + 1, most.move), min(more, most.here))
            self._after[count, here] = found
        return found

    @property
    def start(self) -> Count:
        """The count before the next step, as far as it matters."""
        return Count(*(min(n, most) for n, most in zip(self.made, self.enough, strict=True)))

    def step(self, a: Space, b: Space, count: Count) -> Paid:
        """What the step from `a` to `b` costs after so many steps."""
        return self.step_over(a, b in self.uneven, count)

    def step_over(self, a: Space, over: bool, count: Count) -> Paid:
        """What a step from `a` costs after so many steps, `over` rubble or a unit or not."""
        found = self._known.get((a, count, over))
        if found is None:
            found = self._known[a, count, over] = self._paid(a, over, count)
        return found

    @property
    def uneven(self) -> frozenset[Space]:
        """The spaces with rubble, or with a unit that only a card lets the explorer walk over."""
        if self._over is None:
            over = any(rule.what == "cost_over" for rule in self.rules)
            self._over = frozenset(self._with_something()) if over else frozenset()
        return self._over

    def _with_something(self) -> Iterator[Space]:
        book, state = self.book, self.state
        through = bool(allows(book, state, "walk_through_monsters", self.unit))
        for space, other in occupied(state).items():
            ally = other in state.explorers
            free = state.settings.pass_allies == "pass" if ally else through or is_ethereal(book, state, other)
            if other != self.unit and not free:
                yield space
        yield from hurdles(book, state)

    def _paid(self, a: Space, over: bool, count: Count) -> Paid:
        found = [rule for rule in self.rules if self._holds(rule, a, count)]
        plain = self.state.settings.cost_move
        free = next((rule.card for rule in found if rule.what == "free_step"), "")
        if free:
            return Paid(0, ((free, -plain),) if plain else ())
        sets = [rule for rule in found if rule.sets]
        changes = [
            (r.card, r.n) for r in found if not r.sets and (r.what == "cost_step" or (r.what == "cost_over" and over))
        ]
        if sets:  # it counts as what it makes of the plain price: a walk is told what each card adds to the whole of it
            one = decisive(self.state, "cost_step", sets)
            changes.insert(0, (one.card, one.n - plain))
        return Paid(max(0, plain + sum(n for _, n in changes)), tuple(changes))

    def _holds(self, rule: StepRule, a: Space, count: Count) -> bool:
        if rule.cell is not None and cell_of(a) != rule.cell:
            return False
        return all(self._met(need, rule, a, count) for need in rule.needs)

    def _met(self, need: Condition, rule: StepRule, a: Space, count: Count) -> bool:
        if need.subject in COUNTED:
            step = count[COUNTED.index(need.subject)] + 1
            return (need.least is None or step >= need.least) and (need.most is None or step <= need.most)
        return holds(self.book, self._standing(a), need, About(rule.card, rule.at, self.unit))

    def _standing(self, a: Space) -> State:
        """The table as if the explorer stood on `a`."""
        explorer = replace(self.state.explorers[self.unit], space=a)
        return replace(self.state, explorers=with_item(self.state.explorers, self.unit, explorer))

    def along(self, start: Space, steps: tuple[Space, ...]) -> tuple[Paid, ...]:
        """What each step of a walk costs."""
        found, at, count = [], start, self.start
        for space in steps:
            found.append(self.step(at, space, count))
            count = self.after(count, at, space)
            at = space
        return tuple(found)


def pace(book: Book, state: State, unit: str) -> Pace:
    """What the steps of an explorer cost now."""
    return kept(book, state, ("pace", unit), lambda: Pace(book, state, unit))


def because(paid: tuple[Paid, ...]) -> tuple[tuple[str, int], ...]:
    """What each card adds to a whole walk, or takes from it."""
    found: dict[str, int] = {}
    for one in paid:
        for card, n in one.because:
            found[card] = found.get(card, 0) + n
    return tuple((card, n) for card, n in found.items() if n)


def cheapest(
    book: Book,
    state: State,
    unit: str,
    blocked: Collection[Space],
    passing: Collection[Space],
    halting: Collection[Space],
    budget: int | None = None,
) -> Mapping[Space, tuple[int, tuple[Space, ...]]]:
    """Where an explorer can walk for so much stamina (None: any), with what the cheapest way costs and its spaces.

    Of ways that cost the same the one with the fewest steps, then diagonals, then changes of tile. Where it stands is
    left out.
    """
    found: dict[Space, tuple[int, tuple[Space, ...]]] = {}
    start = state.explorers[unit].space
    if start is None:
        return found
    going = pace(book, state, unit)
    around = _Ground(book, state, unit, blocked, halting, going)
    settled: set[tuple[Space, Count]] = set()
    before: dict[tuple[Space, Count], tuple[Space, Count]] = {}
    first = (0, 0, 0, 0, start, going.start, (start, going.start))
    heap: list[tuple[int, int, int, int, Space, Count, tuple[Space, Count]]] = [first]
    while heap:
        cost, n, diagonals, changes, at, count, came_from = heappop(heap)
        if (at, count) in settled:
            continue
        settled.add((at, count))
        before[at, count] = came_from
        if at != start and at not in found and at not in passing and not around.is_hurdle(at):
            found[at] = (cost, _traced(before, (at, count)))
        for other, leap, slant, over, here in around.steps(at):
            then = going.after_step(count, here)
            if (other, then) in settled:
                continue
            price = cost + going.step_over(at, over, count).cost
            if budget is None or price <= budget:
                heappush(heap, (price, n + 1, diagonals + slant, changes + leap, other, then, (at, count)))
    return found


def _traced(before: Mapping[tuple[Space, Count], tuple[Space, Count]], end: tuple[Space, Count]) -> tuple[Space, ...]:
    """The spaces of a way from its end back to the start, which is left out."""
    way = []
    while before[end] != end:
        way.append(end[0])
        end = before[end]
    return tuple(reversed(way))


class _Ground:
    """Where a step can lead to, looked up once for each space."""

    def __init__(
        self,
        book: Book,
        state: State,
        unit: str,
        blocked: Collection[Space],
        halting: Collection[Space],
        going: Pace,
    ) -> None:
        passes, table = passes_of(book, state, unit), layout(book.faces, state.board)
        self._args = (book, state, unit)
        self._start = state.explorers[unit].space
        self._halting, self._going = halting, going
        self._hurdles = hurdles(book, state)
        rubble = "rubble" in passes
        over = self._hurdles if "obstacles" in passes else frozenset(table.features(RUBBLE) if rubble else ())
        self._barred = {*blocked, *(self._hurdles - over)}
        self._plain = None if "walls" in passes else ground(book, state, unit)
        self._corner = state.settings.diagonal_corner == "any"
        self._steps: dict[Space, list[_Step]] = {}

    def is_hurdle(self, space: Space) -> bool:
        """Whether an obstacle lies there."""
        return space in self._hurdles

    def steps(self, space: Space) -> list[_Step]:
        """The steps from a space, those onto what is to be passed over included, none back to the start."""
        found = self._steps.get(space)
        if found is None:
            uneven, counts, barred, halting = self._going.uneven, self._going.counts_here, self._barred, self._halting
            if self._plain is None:
                around = _told(space, beside(*self._args, space))
            else:
                around = _steps_around(self._plain, space, self._corner)
            found = self._steps[space] = [
                (other, leap, slant, other in uneven, counts(space, other))
                for other, leap, slant in around
                if other not in barred and other != self._start and not (leap and other in halting)
            ]
        return found


@lru_cache(maxsize=4096)
def _steps_around(table: Layout, space: Space, corner_any_wall: bool) -> list[tuple[Space, bool, bool]]:
    return _told(space, table.neighbours(space, corner_any_wall))


def _told(a: Space, around: Iterable[Space]) -> list[tuple[Space, bool, bool]]:
    """Each of the spaces around one, whether it is on another tile, and whether a step there is a diagonal."""
    return [(b, cell_of(a) != cell_of(b), a[0] != b[0] and a[1] != b[1]) for b in around]


_Step = tuple[Space, bool, bool, bool, bool]
"""Where a step leads; whether to another tile, diagonally, over rubble or a unit, and as one more on its tile."""
