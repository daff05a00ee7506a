"""What steps cost, held against a second computation that knows the cards by their sentences and tries every walk."""

from __future__ import annotations

import random

import pytest

from app.rules import State, legal_moves
from app.rules.board import cell_of, layout
from app.rules.geometry import Space
from app.rules.moves import Walk
from app.rules.position import read_position
from app.rules.units import occupied
from app.rules.ways import walk_costs, walk_paid, walk_way
from tests.support import casebook
from tests.support.players import everyone

BOOK = casebook.book()
STAMINA = 6
#: With so much stamina no walk has more steps: 3 are free in a turn, 1 in a move on each stay on a tile.
LONGEST = 14

POSITION = """\
tiles:
  93b at 0,0
  91b at 1,0
explorers:
  Ada 6/{stamina}/4 at {at}
  Bram at {bram}
  Vey at j10 of 1,0
monsters:
  m1 mon-103 1 at {rat}
{environments}decks:
  apparel held: p104 by Ada, p201 by Ada, p204 by Ada, p304 by Ada
{items}{used}"""
ITEMS = {"p104": "equipped, upgraded", "p201": "equipped", "p204": "equipped", "p304": "equipped"}


def table(seed: int) -> tuple[State, dict[str, bool]]:
    """A table with some of the cards that change what steps cost, and which they are."""
    chance = random.Random(seed)
    cards = {card: chance.random() < 0.5 for card in (*ITEMS, "env-05", "env-15")}
    if cards["p104"] and cards["p304"]:  # both are worn on the feet
        cards["p104"] = False
    if cards["p204"]:
        cards["p104"] = cards["p304"] = False
    spaces = [f"{c}{r} of {cell}" for cell in ("0,0", "1,0") for c in "defghi" for r in (4, 5, 7, 9)]
    at, bram, rat = chance.sample(spaces, 3)
    cells = [("0,0", "env-05"), ("1,0", "env-15")]
    environments = [f"  {card} at {cell} without an edge" for cell, card in cells if cards[card]]
    items = [f"  {card} {how}" for card, how in ITEMS.items() if cards[card]]
    walked = chance.choice((0, 0, 2, 4))
    stopped = chance.choice((0, walked))
    used = [f"  {word} Ada, {n} times" for word, n in (("walked", walked), ("stopped", stopped)) if n]
    text = POSITION.format(
        stamina=STAMINA,
        at=at,
        bram=bram,
        rat=rat,
        environments="environments:\n" + "\n".join(environments) + "\n" if environments else "",
        items="items:\n" + "\n".join(items) + "\n" if items else "",
        used="used:\n" + "\n".join(used) + "\n" if used else "",
    )
    return read_position(BOOK, text), cards


def naive(state: State, cards: dict[str, bool]) -> dict[Space, int]:
    """The least stamina for each space, by trying every walk of at most `LONGEST` steps."""
    board, taken = layout(BOOK.faces, state.board), occupied(state)
    walked, stopped = (state.used.get(f"{word} exp-01", 0) for word in ("walked", "stopped"))
    start = state.explorers["exp-01"].space
    assert start is not None

    def passable(space: Space) -> bool:
        if space in taken and space != start and not cards["p204"]:
            return state.settings.pass_allies == "pass" and taken[space] in state.explorers
        return not board.is_obstacle(space) or (cards["p204"] and board.spaces[space] == "#")

    def cost(a: Space, b: Space, made: int, here: int) -> int:
        turn, move = walked + made + 1, walked - stopped + made + 1
        if (cards["p304"] and turn <= 3) or (cards["p104"] and turn == 1):
            return 0
        if cards["env-15"] and cell_of(a) == (1, 0) and here == 1:
            return 0
        alone = not any(s in taken and s != start for s in board.neighbours(a))
        tide = 1 if cards["env-05"] and cell_of(a) == (0, 0) and alone else 0
        plate = 1 if cards["p201"] and move == 5 else 0
        ally = taken.get(b) in state.explorers and state.settings.pass_allies == "pass"
        over = 1 if cards["p204"] and b != start and not ally and (b in taken or board.spaces[b] == "#") else 0
        return 1 + tide + plate + over

    best: dict[Space, int] = {}
    front = {(start, walked - stopped): 0}
    for made in range(LONGEST):
        ahead: dict[tuple[Space, int], int] = {}
        for (a, here), paid in front.items():
            for b in board.neighbours(a):
                if not passable(b):
                    continue
                price = paid + cost(a, b, made, here)
                then = (b, here + 1 if cell_of(a) == cell_of(b) else 0)
                if price <= STAMINA and price < ahead.get(then, 99):
                    ahead[then] = price
        front = ahead
        for (space, _), paid in front.items():
            if space != start and space not in taken and not board.is_obstacle(space):
                best[space] = min(paid, best.get(space, 99))
    return best


@pytest.mark.parametrize("seed", range(40))
def test_the_least_that_a_walk_can_cost_is_what_it_costs(seed: int) -> None:
    state, cards = table(seed)
    found = walk_costs(BOOK, state, "exp-01", STAMINA)
    assert found == naive(state, cards), cards
    everything = walk_costs(BOOK, state, "exp-01")
    assert {space: cost for space, cost in everything.items() if cost <= STAMINA} == found
    for space, cost in found.items():
        way = walk_way(BOOK, state, "exp-01", space)
        assert way is not None
        assert way[-1] == space
        assert sum(paid.cost for paid in walk_paid(BOOK, state, "exp-01", way)) == cost


def test_the_tables_have_every_card_and_none() -> None:
    seen = [table(seed)[1] for seed in range(40)]
    assert all(any(cards[card] for cards in seen) for card in seen[0])
    assert any(sum(cards.values()) >= 3 for cards in seen)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_listed_is_what_can_be_paid(seed: int) -> None:
    state, cards = table(seed)
    moves = legal_moves(BOOK, state, everyone(*state.explorers)).moves
    assert {m.to for m in moves if isinstance(m, Walk) and m.explorer == "exp-01"} == set(naive(state, cards))
