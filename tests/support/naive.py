"""A second, deliberately naive computation of the geometry, to hold `app.rules` against.

It knows nothing of `app`. Tiles are grids of characters as they stand in the map files; turning turns the
grid, laying a terrain pastes one grid into another, and every question looks at characters and tries
everything there is to try.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise, product

Grid = list[list[str]]
Space = tuple[int, int]

WALL = "X"
"""Both `-` and `|`, so that turning a grid is only moving its characters."""
AROUND = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
COMPASS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def read(text: str) -> dict[str, tuple[dict[str, str], Grid]]:
    """Every face of a map file: its fields and its grid."""
    faces = {}
    lines = iter(text.split("\n"))
    for line in lines:
        if not line.startswith("["):
            continue
        ident = line[1 : line.index("]")]
        wide, high = (13, 9) if ident.startswith("T") else (21, 21)
        fields = {}
        for field in lines:
            if field == "map:":
                break
            key, value = field.split(":")
            fields[key] = value.strip()
        faces[ident] = (fields, grid_of([next(lines) for _ in range(high)], wide))
    return faces


def grid_of(lines: list[str], wide: int) -> Grid:
    grid = [list(line.ljust(wide)) for line in lines]
    for y, x in product(range(len(grid)), range(wide)):
        if (x + y) % 2 and grid[y][x] in "-|":
            grid[y][x] = WALL
    return grid


def clockwise(grid: Grid, times: int) -> Grid:
    for _ in range(times % 4):
        grid = [list(column) for column in zip(*grid[::-1], strict=True)]
    return grid


def right_hand(edge: str) -> str:
    """Facing an edge from inside: the edge at one's right hand."""
    dx, dy = COMPASS[edge]
    return next(name for name, step in COMPASS.items() if step == (-dy, dx))


def left_hand(edge: str) -> str:
    return next(name for name in COMPASS if right_hand(name) == edge)


def touches(edge: str, left: int, top: int, wide: int, high: int) -> bool:
    """Whether a rectangle of spaces lies flush with an edge of a tile of 10 x 10."""
    return {"N": top == 0, "W": left == 0, "S": top + high == 10, "E": left + wide == 10}[edge]


def resting_place(end: str, edge: str) -> tuple[int, int, int, int]:
    """Where a terrain comes to lie, found by trying every place: (left, top, wide, high)."""
    short = right_hand(edge) if end == "R" else left_hand(edge)
    wide, high = (6, 4) if edge in "NS" else (4, 6)
    (place,) = (
        (left, top, wide, high)
        for left, top in product(range(11 - wide), range(11 - high))
        if touches(edge, left, top, wide, high) and touches(short, left, top, wide, high)
    )
    return place


def pasted(tile: Grid, terrain: Grid, end: str, edge: str) -> Grid:
    """The tile's grid with the terrain's grid laid over it, rim and all."""
    grid = [list(row) for row in tile]
    left, top, _, _ = resting_place(end, edge)
    for y, row in enumerate(clockwise(terrain, list(COMPASS).index(edge))):
        for x, char in enumerate(row):
            grid[2 * top + y][2 * left + x] = char
    return grid


def hidden(tile: Grid, end: str, edge: str) -> set[tuple[Space, str]]:
    """What stood on the spaces that a terrain would cover."""
    left, top, wide, high = resting_place(end, edge)
    covered = product(range(left, left + wide), range(top, top + high))
    return {((x, y), tile[2 * y + 1][2 * x + 1]) for x, y in covered}


class Table:
    """Grids in cells, and doors that were changed: by the two spaces beside them."""

    def __init__(self, grids: dict[Space, Grid], doors: dict[frozenset[Space], str] | None = None) -> None:
        self.grids = grids
        self.doors = doors or {}

    def spaces(self) -> list[Space]:
        cells = sorted(self.grids)
        return [(10 * cx + x, 10 * cy + y) for cx, cy in cells for x, y in product(range(10), repeat=2)]

    def what(self, space: Space) -> str | None:
        return self.near(space, (0, 0))

    def near(self, space: Space, step: Space) -> str | None:
        """The character in the middle of a space, or next to it on the way to a neighbour."""
        x, y = space
        grid = self.grids.get((math.floor(x / 10), math.floor(y / 10)))
        if grid is None:
            return None
        return grid[2 * (y % 10) + 1 + step[1]][2 * (x % 10) + 1 + step[0]]

    def closed(self, a: Space, b: Space) -> bool:
        """Whether the border between two spaces side by side stops things; ground without a tile does."""
        step = (b[0] - a[0], b[1] - a[1])
        marks = [self.near(a, step), self.near(b, (-step[0], -step[1]))]
        if None in marks:
            return True
        door = self.doors.get(frozenset({a, b}))
        same_tile = (a[0] // 10, a[1] // 10) == (b[0] // 10, b[1] // 10)
        if door is not None:
            marks = [mark if mark == WALL and not same_tile else door for mark in marks]
        return WALL in marks or "=" in marks

    def adjacent(self, a: Space, b: Space, any_wall: bool) -> bool:
        if self.what(a) is None or self.what(b) is None:
            return False
        dx, dy = b[0] - a[0], b[1] - a[1]
        if max(abs(dx), abs(dy)) != 1:
            return False
        if 0 in (dx, dy):
            return not self.closed(a, b)
        ways = []
        for middle in ((b[0], a[1]), (a[0], b[1])):
            ways.append(self.closed(a, middle) or self.closed(middle, b))
        return not any(ways) if any_wall else not all(ways)

    def neighbours(self, any_wall: bool = False) -> dict[Space, set[Space]]:
        found = {}
        for x, y in self.spaces():
            around = [(x + dx, y + dy) for dx, dy in AROUND]
            found[x, y] = {other for other in around if self.adjacent((x, y), other, any_wall)}
        return found

    def standable(self, space: Space) -> bool:
        return self.what(space) in (".", "^", "S")


def rings(neighbours: dict[Space, set[Space]], enterable: set[Space], start: Space, steps: int) -> list[set[Space]]:
    """The spaces within 0, 1, 2 ... steps, by asking all over again each time."""
    within = [{start}]
    for _ in range(steps):
        more = {b for a in within[-1] for b in neighbours[a] if b in enterable}
        within.append(within[-1] | more)
    return within


def sees(table: Table, a: Space, b: Space, corner_blocked: bool) -> bool:
    """Sight with fractions: cut the line at every line of the lattice and look at each piece and each cut."""
    ax, ay = Fraction(2 * a[0] + 1, 2), Fraction(2 * a[1] + 1, 2)
    dx, dy = b[0] - a[0], b[1] - a[1]
    cuts = {Fraction(0), Fraction(1)}
    for start, run in ((ax, dx), (ay, dy)):
        if run:
            low, high = sorted((start, start + run))
            cuts |= {(line - start) / run for line in range(math.ceil(low), math.floor(high) + 1)}
    order = sorted(cuts)
    pieces = []
    for before, after in pairwise(order):
        middle = (before + after) / 2
        pieces.append((math.floor(ax + dx * middle), math.floor(ay + dy * middle)))
    for piece in pieces:
        if table.what(piece) is None or (table.what(piece) == "#" and piece not in (a, b)):
            return False
    for cut, (one, other) in zip(order[1:-1], pairwise(pieces), strict=True):
        x, y = ax + dx * cut, ay + dy * cut
        if x.denominator == y.denominator == 1:
            if _corner_stops(table, (int(x), int(y)), (dx, dy), (one, other), corner_blocked):
                return False
        elif table.closed(one, other):
            return False
    return True


def _corner_stops(table: Table, corner: Space, line: Space, passed: tuple[Space, Space], corner_blocked: bool) -> bool:
    """Looks at the four borders that end in a corner point, each left or right of the line."""
    x, y = corner
    nw, ne, sw, se = (x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)
    beside = {(0, -1): (nw, ne), (1, 0): (ne, se), (0, 1): (sw, se), (-1, 0): (nw, sw)}
    stopped = {line[0] * dy - line[1] * dx > 0 for (dx, dy), (one, two) in beside.items() if table.closed(one, two)}
    if not corner_blocked:
        return len(stopped) == 2
    rubble = any(table.what(space) == "#" for space in (nw, ne, sw, se) if space not in passed)
    return bool(stopped) or rubble
