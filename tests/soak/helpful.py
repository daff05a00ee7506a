"""Table rulings that bring a session where random players rarely come: to chapter spaces, levers, monsters, the end."""

from __future__ import annotations

import random
from collections.abc import Callable

from app.rules import changes as ch
from app.rules import moves as mv
from app.rules.board import layout
from app.rules.cards import Book
from app.rules.geometry import CHAPTER, SIDES, Space
from app.rules.state import PILES, Explorer, State
from app.rules.units import ITEM_DECKS, space_of_unit

#: What explorers are put beside: chapter spaces, trap levers, recharge stations, chests, workbenches, event spaces.
WORTH_IT = CHAPTER + "LRCWE"


def helpful(book: Book, state: State, chance: random.Random) -> mv.MakeRuling:
    """One change that leads on. It may be refused, where two things are in each other's way."""
    table = layout(book.faces, state.board)
    explorer = chance.choice(list(state.explorers.values()))
    playing = [e for e in state.explorers.values() if e.space is not None] or [explorer]
    one = chance.choice(playing)
    taken = {space_of_unit(state, unit) for unit in (*state.explorers, *state.monsters)}
    free = [s for s in table.spaces if s not in taken and not table.is_obstacle(s)] or [(0, 0)]
    beside: list[Space] = [
        space for what in chance.sample(WORTH_IT, len(WORTH_IT)) for goal in table.features(what)[:3]
        for space in sorted(table.neighbours(goal)) if space in free
    ][:4] or free  # fmt: skip
    near = [s for s in table.neighbours(one.space) if s in free] if one.space is not None else []
    cells = [tile.cell for tile in state.board.tiles] or [(0, 0)]
    cell = chance.choice(cells)
    step = chance.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
    deck = chance.choice(ITEM_DECKS)
    held = [card for name in ITEM_DECKS for card in state.decks[name].held] or ["w101"]
    ways: list[tuple[float, Callable[[], ch.Change]]] = [
        (6, lambda: _filled(book, one, chance)),
        (5, lambda: ch.PutUnit(one.id, chance.choice(beside), chance.random() < 0.5)),
        (4, lambda: ch.AddMonster(chance.choice(near or free))),
        (1, lambda: ch.SetPool(chance.choice([*state.monsters, one.id]), "health", 1)),
        (1, lambda: ch.SetTokens("horror", state.horror_tokens + chance.randint(1, 3))),
        (1, lambda: ch.SetTokens("spawn", state.spawn_tokens + 1)),
        (2, lambda: ch.TakeItem(one.id, deck)),  # type: ignore[arg-type]
        (3, lambda: ch.SetItem(chance.choice(held), True, chance.random() < 0.5)),
        (1, lambda: ch.SetTrack("level", chance.randint(1, 4))),
        (1, lambda: ch.SetTrack(chance.choice(("spawn_rating", "horror_rating")), chance.randint(3, 9))),
        (1.5, lambda: ch.SetChapter(min(state.chapter + 1, len(state.chapters) - 1))),
        (0.3, lambda: ch.SetChapter(len(state.chapters) - 1)),
        (4, lambda: ch.DrawCard(chance.choice(PILES), "resolved", one.id)),
        (2, lambda: ch.PlaceTile((cell[0] + step[0], cell[1] + step[1]), turns=chance.randint(0, 3))),  # type: ignore[arg-type]
        (1, lambda: ch.PlaceEnvironment(cell, chance.choice(SIDES))),
        (1, lambda: ch.SetStatus(explorer.id, "in_play", chance.choice(free))),
    ]
    change = chance.choices([make for _, make in ways], [weight for weight, _ in ways])[0]()
    return mv.MakeRuling("So that we come further.", (change,))


def _filled(book: Book, explorer: Explorer, chance: random.Random) -> ch.SetPool:
    what = chance.choice(("stamina", "stamina", "health", "essence"))
    return ch.SetPool(explorer.id, what, getattr(book.explorers[explorer.id], what))  # type: ignore[arg-type]
