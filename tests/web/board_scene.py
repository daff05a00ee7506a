"""A table in the middle of an evening: four tiles, a terrain, environments, monsters; and seats that look at it."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from app.packs import builtin
from app.rules import By, Listing, Setup, legal_moves, new_game
from app.rules.agenda import Exploration
from app.rules.board import Board, PlacedTerrain, PlacedTile, cell_of, layout
from app.rules.state import InPlay, Monster, State, TokenPlace
from app.web.board_parts import Looking, View
from app.web.messages import Words

BOOK = builtin()
BASE = "/t/KEY"
ICONS = "/static/icons.svg"
EXPLORERS = ("exp-01", "exp-02", "exp-03")
ADA, BRAM, VEY = EXPLORERS
HOST = By("s1", frozenset(EXPLORERS), host=True, players=("s1",))
GUEST = By("s2", frozenset({BRAM}), players=("s1", "s2"))
WATCHER = By("", frozenset(), watcher=True)

LISTED: dict[tuple[int, By], tuple[State, Listing]] = {}

TILES = (
    PlacedTile("01", "a", (0, 0), 0),
    PlacedTile("02", "a", (1, 0), 1),
    PlacedTile("03", "b", (0, 1), 2),
    PlacedTile("04", "a", (1, 1), 3, PlacedTerrain("T03", "a", "S")),
)


class Seeded:
    """Chance that repeats itself."""

    def __init__(self, seed: int = 3) -> None:
        self.source = random.Random(seed)

    def roll(self, die: str, faces: tuple[int, ...]) -> int:
        return self.source.choice(faces)

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.source.sample(cards, len(cards)))

    def reveal(self, deck: str) -> None:
        pass


@cache
def begun() -> State:
    """A table as it is set."""
    scenario = next(iter(BOOK.scenarios.values()))
    setup = Setup(scenario.id, scenario.lengths[0].id, scenario.variations[0].id, EXPLORERS)
    return new_game(BOOK, setup, Seeded()).state


def evening(tiles: tuple[PlacedTile, ...] = TILES, **changes: object) -> State:
    """Round 4, explorer phase, nothing pending: Ada on Sorting-side a space of the first tile, monsters about."""
    state = begun()
    places = {ADA: (9, 13), BRAM: (3, 12), VEY: (14, 5)}
    explorers = {
        e.id: replace(e, space=places[e.id], status="in_play", stamina=4, finished=False) if e.id in places else e
        for e in state.explorers.values()
    }
    cards = list(BOOK.monsters)
    monsters = {"m1": Monster("m1", cards[0], 1, (11, 13)), "m2": Monster("m2", cards[1], 1, (16, 4))}
    countdown = next(e.id for e in BOOK.environments.values() if e.countdown)
    plain = next(e.id for e in BOOK.environments.values() if e.countdown is None)
    given: dict[str, object] = {
        "board": Board(tiles),
        "explorers": explorers,
        "monsters": monsters,
        "environments": {
            countdown: InPlay(countdown, (1, 1), "S", 2, 2),
            plain: InPlay(plain, (0, 0), "W", None, 3),
        },
        "entry": TokenPlace((0, 1), "S"),
        "exit": None,
        "marks": {},
        "agenda": (),
        "queue": (),
        "phase": "explorer",
        "round": 4,
        **changes,
    }
    return replace(state, **given)  # type: ignore[arg-type]


def exploring(stage: str, card: str = "", explorer: str = ADA) -> State:
    """Ada has explored a fifth tile to the north of the first; its `stage` waits."""
    fresh = PlacedTile("05", "a", (0, -1), 0)
    tiles = (TILES[0], TILES[1], fresh)
    step = Exploration(99, explorer, (0, -1), stage, card)  # type: ignore[arg-type]
    cells = {tile.cell for tile in tiles}
    state = evening(tiles, agenda=(step,))
    kept = {name: env for name, env in state.environments.items() if env.cell in cells}
    lay = layout(BOOK.faces, state.board)
    floor = [space for space, char in lay.spaces.items() if char == "." and cell_of(space) == (0, 0)]
    stay = {one: replace(state.explorers[one], space=floor[n]) for n, one in enumerate(EXPLORERS)}
    return replace(state, environments=kept, entry=None, explorers={**state.explorers, **stay}, monsters={})


def look(state: State, by: By = HOST, own: tuple[str, ...] = (ADA,), **view: object) -> Looking:
    """`state` as a seat sees it that plays `own`."""
    key = (id(state), by)
    if key not in LISTED or LISTED[key][0] is not state:
        LISTED[key] = (state, legal_moves(BOOK, state, by))
    return Looking(BOOK, state, by, Words(BOOK, state), own, BASE, ICONS, View(**view), LISTED[key][1])  # type: ignore[arg-type]
