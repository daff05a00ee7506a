"""Walks: where a unit gets for its stamina, and by which way (BG-2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from heapq import heappop, heappush

from .geometry import Cell, Space
from .lattice import Lattice, Steps
from .layouts import Layout
from .placed import cell_of

StepCost = int | Callable[[Space, Space], int]
"""Stamina for a step: the same for all, or told from the space it begins on and the one it leads to.

Never less than 0."""


def reach(
    layout: Layout,
    start: Space,
    budget: int | None,
    step_cost: StepCost = 1,
    blocked: Collection[Space] = frozenset(),
    no_stop: Collection[Space] = frozenset(),
    destroyed: Collection[Space] = frozenset(),
    corner: bool = False,
) -> dict[Space, int]:
    """Where a unit can walk to, and the stamina it costs; `start` itself is in it with 0 (BG-2).

    `budget`: stamina to spend, None for no limit. `blocked` cannot be entered, `no_stop` can be passed but
    not stopped on, `destroyed` are the destroyed spawn spaces. `corner`: any wall at a corner closes a
    diagonal. Empty if `start` is not on the board.
    """
    if start not in layout.spaces:
        return {}
    found = {start: 0}
    if isinstance(step_cost, int):
        ways = Ways(Spread(layout, start, blocked, destroyed, corner), no_stop)
        most = max(0, budget // step_cost) if step_cost and budget is not None else None
        return found | {space: n * step_cost for space, n in ways.costs(most).items()}
    closed = {*blocked, *destroyed}
    for space, cost, _ in _walks(layout, start, step_cost, closed, corner, budget=budget):
        if space not in no_stop:
            found[space] = cost
    return found


def path(
    layout: Layout,
    start: Space,
    target: Space,
    step_cost: StepCost = 1,
    blocked: Collection[Space] = frozenset(),
    no_stop: Collection[Space] = frozenset(),
    destroyed: Collection[Space] = frozenset(),
    corner: bool = False,
) -> tuple[Space, ...] | None:
    """The spaces stepped on from `start` (left out) to `target`; () if they are one, None without a way.

    The cheapest way; of those the one with fewest steps, then fewest diagonals, then fewest changes of tile;
    always the same one. Parameters as in `reach`.
    """
    if start not in layout.spaces:
        return None
    if target == start:
        return ()
    closed = {*blocked, *destroyed}
    if target in no_stop or target in closed or layout.is_obstacle(target):
        return None
    if isinstance(step_cost, int):
        return Ways(Spread(layout, start, blocked, destroyed, corner), no_stop).to(target)
    before: dict[Space, Space] = {}
    for space, _, came_from in _walks(layout, start, step_cost, closed, corner):
        before[space] = came_from
        if space == target:
            way = [target]
            while before[way[-1]] != start:
                way.append(before[way[-1]])
            return tuple(reversed(way))
    return None


class Spread:
    """How far the spaces are from one space at one stamina a step, worked out as far as it is asked for.

    Parameters as in `reach`; `halting` = spaces that cannot be entered from another tile. Threads may share one.
    """

    __slots__ = ("_barred", "_best", "_inside", "_known", "corner", "halting", "layout", "start")

    def __init__(
        self,
        layout: Layout,
        start: Space,
        blocked: Collection[Space] = frozenset(),
        destroyed: Collection[Space] = frozenset(),
        corner: bool = False,
        halting: Collection[Space] = frozenset(),
    ) -> None:
        self.layout, self.start, self.corner, self.halting = layout, start, corner, halting
        lattice, front = layout.lattice, 1 << layout.lattice.bit(start) if start in layout.spaces else 0
        closed = lattice.bits(blocked, layout.spaces) | lattice.bits(destroyed, layout.spaces)
        #: The spaces no steps, one step ... away, as bit sets, an empty one last; and the spaces that are not reached.
        self._known: tuple[tuple[int, ...], int] = ((front,), layout.standable & ~front & ~closed)
        self._best: dict[Space, tuple[int, int, Space]] = {}
        by_cell: dict[Cell, int] = {}
        for space in halting:
            if space in layout.spaces:
                by_cell[cell_of(space)] = by_cell.get(cell_of(space), 0) | 1 << lattice.bit(space)
        self._inside = [(layout.cell_bits(cell), spaces) for cell, spaces in by_cell.items()]
        self._barred = sum(by_cell.values())

    def rings(self, most: int | None) -> tuple[int, ...]:
        """The spaces 0, 1, 2 ... up to so many steps away, as bit sets; None: all that there are, then an empty one."""
        rings, fresh = self._known
        if rings[-1] and (most is None or len(rings) <= most):
            steps = self.layout.steps(self.corner)
            found = list(rings)
            while found[-1] and (most is None or len(found) <= most):
                ahead = steps.from_all(found[-1]) & fresh
                if ahead & self._barred:
                    ahead = self._without_halts(steps, found[-1], ahead)
                found.append(ahead)
                fresh ^= ahead
            rings = tuple(found)
            self._known = (rings, fresh)  # one assignment: another thread may have got as far meanwhile
        return rings

    def best(self, space: Space, n: int) -> tuple[int, int, Space]:
        """Of the ways to a space that is `n` steps away, n at least 1: (diagonals, changes of tile, the space before).

        The one with fewest diagonals, then fewest changes of tile; the spaces settle the rest, as in `_walks`.
        """
        found = self._best.get(space)
        if found is None:
            ring, lattice, ways = self.rings(n - 1)[n - 1], self.layout.lattice, list[tuple[int, int, Space]]()
            (x, y), cell = space, cell_of(space)
            for other in self.layout.neighbours(space, self.corner):
                if ring >> lattice.bit(other) & 1:
                    leap = cell_of(other) != cell
                    if not leap or space not in self.halting:
                        diagonals, changes = self.best(other, n - 1)[:2] if n > 1 else (0, 0)
                        ways.append((diagonals + (other[0] != x and other[1] != y), changes + leap, other))
            found = self._best[space] = min(ways)
        return found

    def _without_halts(self, steps: Steps, front: int, ahead: int) -> int:
        allowed = ahead & ~self._barred
        for tile, spaces in self._inside:
            if ahead & spaces:
                allowed |= steps.from_all(front & tile) & ahead & spaces
        return allowed


@lru_cache(maxsize=1024)
def spread_from(
    layout: Layout,
    start: Space,
    blocked: frozenset[Space],
    destroyed: frozenset[Space],
    corner: bool,
    halting: frozenset[Space],
) -> Spread:
    """The spread, one and the same while the map and what is in the way stay as they are."""
    return Spread(layout, start, blocked, destroyed, corner, halting)


class Ways:
    """The cheapest ways over a spread; the same ones as `path` finds. `no_stop` can be passed but not stopped on."""

    __slots__ = ("_layout", "_spread", "_start", "_stop")

    def __init__(self, spread: Spread, no_stop: Collection[Space] = frozenset()) -> None:
        self._spread = spread
        self._layout = spread.layout
        self._start = spread.start
        self._stop = ~self._layout.lattice.bits(no_stop, self._layout.spaces)

    @property
    def lattice(self) -> Lattice:
        """What the bits of `reached` stand for."""
        return self._layout.lattice

    def within(self, steps: int | None) -> list[tuple[int, int]]:
        """(n, the spaces to stop on that are n steps away as a bit set), from 1 up to so many steps (None: any)."""
        rings = self._spread.rings(steps)
        return [(n, ring & self._stop) for n, ring in enumerate(rings[: None if steps is None else steps + 1]) if n]

    def reached(self, steps: int | None) -> int:
        """The spaces to stop on within so many steps (None: any), as a bit set."""
        return sum(self._spread.rings(steps)[1 : None if steps is None else steps + 1]) & self._stop

    def costs(self, steps: int | None) -> dict[Space, int]:
        """The spaces to stop on within so many steps (None: any), each with the steps it takes, nearest first."""
        found: dict[Space, int] = {}
        for n, ring in self.within(steps):
            found.update(dict.fromkeys(self._layout.lattice.spaces(ring), n))
        return found

    def steps_to(self, target: Space) -> int | None:
        """How many steps away a space to stop on is, 0 for the start itself; None without a way."""
        if target == self._start:
            return 0
        if target not in self._layout.spaces:
            return None
        bit = 1 << self._layout.lattice.bit(target)
        if not bit & self._stop:
            return None
        rings = self._spread.rings(0)
        for n, ring in enumerate(rings):
            if ring & bit:
                return n
        while rings[-1]:
            rings = self._spread.rings(len(rings))
            if rings[-1] & bit:
                return len(rings) - 1
        return None

    def to(self, target: Space) -> tuple[Space, ...] | None:
        """The spaces stepped on, `target` last; () for the start itself, None without a way."""
        n = self.steps_to(target) if self._start in self._layout.spaces else None
        if n is None:
            return None
        if n == 0:
            return ()
        walked = [target]
        while n > 1:
            walked.append(self._spread.best(walked[-1], n)[2])
            n -= 1
        return tuple(reversed(walked))


def _walks(
    layout: Layout,
    start: Space,
    step_cost: StepCost,
    closed: Collection[Space],
    corner: bool,
    *,
    budget: int | None = None,
) -> Iterator[tuple[Space, int, Space]]:
    """The spaces other than `start` to be walked to, best ways first: (space, stamina, space before)."""
    settled: set[Space] = set()
    # A way is weighed by stamina, steps, diagonals, changes of tile; the spaces themselves settle the rest.
    heap: list[tuple[int, int, int, int, Space, Space]] = [(0, 0, 0, 0, start, start)]
    while heap:
        cost, steps, diagonals, changes, space, came_from = heappop(heap)
        if space in settled:
            continue
        settled.add(space)
        if space != start:
            yield space, cost, came_from
        for other in layout.neighbours(space, corner):
            if other in settled or other in closed or layout.is_obstacle(other):
                continue
            price = cost + (step_cost if isinstance(step_cost, int) else step_cost(space, other))
            if budget is None or price <= budget:
                slant = other[0] != space[0] and other[1] != space[1]
                leap = cell_of(other) != cell_of(space)
                heappush(heap, (price, steps + 1, diagonals + slant, changes + leap, other, space))
