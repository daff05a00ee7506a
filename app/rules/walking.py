"""Walks: where a unit gets for its stamina, and by which way (BG-2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from heapq import heappop, heappush

from .geometry import Space
from .layouts import Layout
from .placed import cell_of

StepCost = int | Callable[[Space, Space], int]
"""Stamina for a step: the same for all, or told from the space it begins on and the one it leads to."""


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
    if isinstance(step_cost, int):
        return _reach_evenly(layout, start, budget, step_cost, (blocked, destroyed), no_stop, corner)
    found = {
        space: cost
        for space, cost, _ in _walks(layout, start, step_cost, (blocked, destroyed), corner, budget)
        if space not in no_stop
    }
    return {start: 0} | found


def _reach_evenly(
    layout: Layout,
    start: Space,
    budget: int | None,
    step_cost: int,
    closed: tuple[Collection[Space], ...],
    no_stop: Collection[Space],
    corner: bool,
) -> dict[Space, int]:
    lattice, steps = layout.lattice, layout.steps(corner)
    front = 1 << lattice.bit(start)
    fresh = layout.standable & ~front
    for spaces in closed:
        fresh &= ~lattice.bits(spaces, layout.spaces)
    stop = ~lattice.bits(no_stop, layout.spaces)
    found, cost = {start: 0}, step_cost
    while front and (budget is None or cost <= budget):
        front = steps.from_all(front) & fresh
        fresh ^= front
        found.update(dict.fromkeys(lattice.spaces(front & stop), cost))
        cost += step_cost
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
    if target in no_stop or layout.is_obstacle(target, destroyed):
        return None
    before: dict[Space, Space] = {}
    for space, _, came_from in _walks(layout, start, step_cost, (blocked, destroyed), corner):
        before[space] = came_from
        if space == target:
            way = [target]
            while way[-1] != start:
                way.append(before[way[-1]])
            return tuple(reversed(way[:-1]))
    return None


def _walks(
    layout: Layout,
    start: Space,
    step_cost: StepCost,
    closed: tuple[Collection[Space], ...],
    corner: bool,
    budget: int | None = None,
) -> Iterator[tuple[Space, int, Space]]:
    """The spaces other than `start` to be walked to, best ways first: (space, stamina, space before)."""
    weigh = (lambda a, b: step_cost) if isinstance(step_cost, int) else step_cost
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
            if other in settled or layout.is_obstacle(other) or any(other in spaces for spaces in closed):
                continue
            price = cost + weigh(space, other)
            if budget is None or price <= budget:
                slant = other[0] != space[0] and other[1] != space[1]
                leap = cell_of(other) != cell_of(space)
                heappush(heap, (price, steps + 1, diagonals + slant, changes + leap, other, space))
