"""What the steps of an explorer cost, where cards change it from step to step (BG-1, BG-2, IP-22).

A step is on the tile that it begins on. A move is what an explorer walks until somebody does something else. Whether a
modifier or a leave counts for a step is asked where the explorer would stand, with the steps that it would have made.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import NamedTuple

from .altering import replace, with_item
from .board import cell_of, layout
from .cards import Book
from .conditions import About, holds
from .geometry import Cell, Space
from .holding import counts
from .memo import kept
from .modifiers import Kind, all_passives, allows, any_said, lasting_for
from .state import State
from .striding import beside, crosses, is_hurdle
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
    """One modifier or leave about steps: of `card`, on the tile in `cell` (None: anywhere), under `needs`."""

    what: str
    n: int
    card: str
    at: str
    cell: Cell | None = None
    needs: tuple[Condition, ...] = ()


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
            n = getattr(verb, "n", 1)
            if verb.who in ("each_explorer", "each_unit") or (verb.who == "bearer" and bearer == unit):
                yield StepRule(what, n, name, at, None, verb.needs)
            elif verb.who in ("here", "explorers_here") and place is not None:
                yield StepRule(what, n, name, at, place.cell, verb.needs)
        for lasting in lasting_for(state, effect, what, unit):
            yield StepRule(what, lasting.n, lasting.card, "")


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
        self._over: frozenset[Space] | None = None

    def after(self, count: Count, a: Space, b: Space) -> Count:
        """The count after a step, as far as it matters."""
        counted = cell_of(b) in self._here or None in self._here
        here = count.here + 1 if counted and cell_of(a) == cell_of(b) else 0
        most = self.enough
        return Count(min(count.turn + 1, most.turn), min(count.move + 1, most.move), min(here, most.here))

    @property
    def start(self) -> Count:
        """The count before the next step, as far as it matters."""
        return Count(*(min(n, most) for n, most in zip(self.made, self.enough, strict=True)))

    def step(self, a: Space, b: Space, count: Count) -> Paid:
        """What the step from `a` to `b` costs after so many steps."""
        over = b in self.uneven
        key = (a, count, over)
        if key not in self._known:
            self._known[key] = self._paid(a, over, count)
        return self._known[key]

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
        table = layout(book.faces, state.board)
        yield from (space for space in table.spaces if is_hurdle(book, state, space))

    def _paid(self, a: Space, over: bool, count: Count) -> Paid:
        found = [rule for rule in self.rules if self._holds(rule, a, count)]
        plain = self.state.settings.cost_move
        free = next((rule.card for rule in found if rule.what == "free_step"), "")
        if free:
            return Paid(0, ((free, -plain),) if plain else ())
        changes = [(r.card, r.n) for r in found if r.what == "cost_step" or (r.what == "cost_over" and over)]
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
    going, around = pace(book, state, unit), _Ground(book, state, unit, blocked)
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
        for other in around.beside(at):
            leap = cell_of(other) != cell_of(at)
            then = going.after(count, at, other)
            if other == start or (leap and other in halting) or (other, then) in settled:
                continue
            price = cost + going.step(at, other, count).cost
            if budget is None or price <= budget:
                slant = other[0] != at[0] and other[1] != at[1]
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

    def __init__(self, book: Book, state: State, unit: str, blocked: Collection[Space]) -> None:
        self._args = (book, state, unit)
        self._blocked = blocked
        self._beside: dict[Space, tuple[Space, ...]] = {}
        self._hurdles: dict[Space, bool] = {}

    def is_hurdle(self, space: Space) -> bool:
        """Whether an obstacle lies there."""
        if space not in self._hurdles:
            book, state, _ = self._args
            self._hurdles[space] = is_hurdle(book, state, space)
        return self._hurdles[space]

    def beside(self, space: Space) -> tuple[Space, ...]:
        """The spaces that a step from this one can lead onto, those to be passed over included."""
        if space not in self._beside:
            around = (other for other in beside(*self._args, space) if other not in self._blocked)
            over = (other for other in around if not self.is_hurdle(other) or crosses(*self._args, other))
            self._beside[space] = tuple(over)
        return self._beside[space]
