"""Walks: where a unit gets for its stamina, and by which way (BG-2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from heapq import heappop, heappush

from .geometry import Space
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
    closed = {*blocked, *destroyed}
    found = {start: 0}
    if isinstance(step_cost, int):
        stop = ~layout.lattice.bits(no_stop, layout.spaces)
        for steps, front in enumerate(_rings(layout, start, closed, corner)):
            if budget is not None and steps * step_cost > budget:
                break
            found.update(dict.fromkeys(layout.lattice.spaces(front & stop), steps * step_cost))
        return found
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
    among = _between(layout, start, target, closed, corner) if isinstance(step_cost, int) else None
    before: dict[Space, Space] = {}
    for space, _, came_from in _walks(layout, start, step_cost, closed, corner, among=among):
        before[space] = came_from
        if space == target:
            way = [target]
            while before[way[-1]] != start:
                way.append(before[way[-1]])
            return tuple(reversed(way))
    return None


class Ways:
    """The cheapest ways from one space, worked out as far as they are asked for; the same ones as `path` finds.

    Parameters as in `reach`.
    """

    def __init__(
        self,
        layout: Layout,
        start: Space,
        step_cost: StepCost,
        blocked: Collection[Space],
        no_stop: Collection[Space],
        destroyed: Collection[Space],
        corner: bool,
    ) -> None:
        self._layout = layout
        self._start = start
        self._closed = {*blocked, *destroyed}
        self._no_stop = no_stop
        self._before: dict[Space, Space] = {}
        self._more = _walks(layout, start, step_cost, self._closed, corner)

    def to(self, target: Space) -> tuple[Space, ...] | None:
        """The spaces stepped on, `target` last; () for the start itself, None without a way."""
        if self._start not in self._layout.spaces:
            return None
        if target == self._start:
            return ()
        if target in self._no_stop or target in self._closed or self._layout.is_obstacle(target):
            return None
        before = self._before
        if target not in before:
            for space, _, came_from in self._more:
                before[space] = came_from
                if space == target:
                    break
            else:
                return None
        way = [target]
        while before[way[-1]] != self._start:
            way.append(before[way[-1]])
        return tuple(reversed(way))


def _rings(layout: Layout, start: Space, closed: Collection[Space], corner: bool) -> Iterator[int]:
    """The spaces no steps, one step, two steps ... away, as bit sets, until there are no more."""
    steps = layout.steps(corner)
    front = 1 << layout.lattice.bit(start)
    fresh = layout.standable & ~front & ~layout.lattice.bits(closed, layout.spaces)
    while front:
        yield front
        front = steps.from_all(front) & fresh
        fresh ^= front


def _between(layout: Layout, start: Space, target: Space, closed: Collection[Space], corner: bool) -> frozenset[Space]:
    """The spaces on any of the ways with the fewest steps; none if there is no way."""
    goal, rings = 1 << layout.lattice.bit(target), []
    for ring in _rings(layout, start, closed, corner):
        rings.append(ring)
        if ring & goal:
            break
    else:
        return frozenset()
    steps, back, among = layout.steps(corner), goal, goal
    for ring in reversed(rings[:-1]):
        back = steps.from_all(back) & ring
        among |= back
    return frozenset(layout.lattice.spaces(among))


def _walks(
    layout: Layout,
    start: Space,
    step_cost: StepCost,
    closed: Collection[Space],
    corner: bool,
    *,
    budget: int | None = None,
    among: Collection[Space] | None = None,
) -> Iterator[tuple[Space, int, Space]]:
    """The spaces other than `start` to be walked to, best ways first: (space, stamina, space before).

    With `among` only those spaces are looked at.
    """
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
            if other in settled or (among is not None and other not in among):
                continue
            if other in closed or layout.is_obstacle(other):
                continue
            price = cost + (step_cost if isinstance(step_cost, int) else step_cost(space, other))
            if budget is None or price <= budget:
                slant = other[0] != space[0] and other[1] != space[1]
                leap = cell_of(other) != cell_of(space)
                heappush(heap, (price, steps + 1, diagonals + slant, changes + leap, other, space))
