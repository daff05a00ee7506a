"""Table rulings and house rules at random, perhaps nonsense."""

from __future__ import annotations

import random
from typing import Any

from app.rules import changes as ch
from app.rules import moves as mv
from app.rules.board import layout
from app.rules.cards import Book
from app.rules.geometry import SIDES
from app.rules.rulings_cards import options_of
from app.rules.rulings_items import left_open
from app.rules.rulings_lasting import counted_keys, limited_keys
from app.rules.set_values import values_of
from app.rules.settings import CHOICES, RATING_LIMIT, setting_names
from app.rules.state import PHASES, PILES, Lasting, State
from app.rules.units import ITEM_DECKS


def further_change(book: Book, state: State, chance: random.Random) -> ch.Change:
    """One change of `app.rules.changes`, about what there is at the table more often than not."""
    one: Any = chance.choice
    if (step := left_open(state)) is not None and chance.random() < 0.3:
        return ch.EndStep(one((step.id, step.id, step.id + 1)))
    cells = [tile.cell for tile in state.board.tiles] or [(0, 0)]
    cell = one(cells)
    near = (cell[0] + chance.randint(-1, 1), cell[1] + chance.randint(-1, 1))
    space = one(sorted(layout(book.faces, state.board).spaces) or [(0, 0)])
    explorer = one([*state.explorers])
    edge = one(["", *SIDES])
    lies = {name: [*deck.out, *deck.destroyed, *deck.in_play, *deck.held] for name, deck in state.decks.items()}
    known = [card for cards in lies.values() for card in cards] or ["enc-01"]
    pile = one(PILES)
    items = [card for deck in ITEM_DECKS for card in state.decks[deck].held] or ["w101"]
    marked = [(card, panel) for card, marks in state.card_marks.items() for panel in (*marks.open, "top.0", "bottom.0")]
    card, panel = one(marked or [("enc-01", "card.0")])
    counts = [*limited_keys(book, state), *counted_keys(state)]
    environments = [*state.environments] or ["env-01"]
    source = one(("top", "bottom"))
    made = [
        lambda: ch.PlaceTile(
            near, one(["", "", *lies["tiles"]]), one(["", "a", "b"]), chance.randint(0, 3), edge, source
        ),  # type: ignore[arg-type]
        lambda: ch.RemoveTile(cell),
        lambda: ch.TurnTile(cell, chance.randint(1, 3)),  # type: ignore[arg-type]
        lambda: ch.LayTerrain(cell, one("ab"), one(SIDES), one(["", "", *lies["terrains"]]), source),
        lambda: ch.RemoveTerrain(cell),
        lambda: ch.PlaceEnvironment(cell, edge, one(["", "", *lies["environments"]]), source),
        lambda: ch.MoveEnvironment(one(environments), edge, one([None, cell])),
        lambda: ch.RemoveEnvironment(one(environments)),
        lambda: ch.PlaceToken(one(("entry", "exit")), one(("edge", "edge", "beside", "gone")), cell, edge),
        lambda: ch.MarkSpace(space, one(("explored", "lit", "destroyed", "none"))),
        lambda: ch.SetStatus(
            explorer, one(("in_play", "waiting", "left", "dead", "unused")), one([None, space, space])
        ),
        lambda: ch.SetTurn(explorer, one(("ready", "begun", "finished"))),
        lambda: ch.SetPhase(one(PHASES), chance.randint(0, 3), chance.random() < 0.5),
        lambda: ch.DrawCard(
            one((*PILES, *ITEM_DECKS)), one(("resolved", "destroyed", "out", "held")), explorer, source
        ),
        lambda: ch.MoveCard(
            one(known),
            one(("destroyed", "under", "out", "top", "bottom", "held", "stored", "lying")),
            one([explorer, state.chapter_card, *state.current.values()]),
            space,
        ),
        lambda: ch.SetCurrent(pile, one(["", *state.decks[pile].destroyed]), chance.random() < 0.5),
        lambda: ch.SetOption(card, panel, one(("open", "chosen", "determined")), chance.randint(-1, 3)),
        lambda: ch.RememberOption(one(sorted(options_of(book))), chance.random() < 0.3),
        lambda: ch.SetItem(one(items), chance.random() < 0.5, chance.random() < 0.3, one(["", "", one(items)])),
        lambda: ch.SetTrack(one(("lit", "replacements")), chance.randint(0, 4)),
        lambda: _ended(one(state.lasting)) if state.lasting else ch.EndLasting("hev-11", "armor"),
        lambda: ch.AddLevel(one(("items", "monsters")), chance.randint(1, 5)),
        lambda: ch.SetUsed(one([*counts, *state.used]), chance.randint(0, 2)),
    ]
    weights = [4, 1, 3, 3, 2, 3, 2, 1, 3, 4, 2, 2, 1, 4, 6, 3, 3, 1, 4, 1, 3, 1, 3]
    if state.picked:
        picked = one(state.picked)
        made.append(lambda: ch.PickValue(picked.what, one([*values_of(picked), *values_of(picked), 4])))
        weights.append(20)
    return chance.choices(made, weights)[0]()  # type: ignore[no-any-return]


def _ended(lasting: Lasting) -> ch.EndLasting:
    return ch.EndLasting(lasting.card, lasting.what, lasting.unit)


def wild(book: Book, state: State, chance: random.Random) -> mv.Move:
    """A table ruling or a new house rule: perhaps nonsense, which is refused then."""
    if chance.random() < 0.3:
        return _house_rule(state, chance)
    changes = tuple(_change(book, state, chance) for _ in range(chance.randint(1, 2)))
    return mv.MakeRuling("The group says so.", changes)


def _house_rule(state: State, chance: random.Random) -> mv.ChangeSetting:
    """Any house rule, more often than not to another value than it has."""
    name = chance.choice(setting_names())
    now = getattr(state.settings, name)
    values = CHOICES.get(name) or range(RATING_LIMIT + 1 if name == "rating_max" else 10)
    others = [value for value in values if value != now]
    return mv.ChangeSetting(name, chance.choice(others if chance.random() < 0.9 else [now]))


def _change(book: Book, state: State, chance: random.Random) -> ch.Change:
    if chance.random() < 0.5:
        return further_change(book, state, chance)
    table = layout(book.faces, state.board)
    spaces = sorted(table.spaces) or [(0, 0)]
    space = chance.choice(spaces)
    unit = chance.choice([*state.explorers, *state.monsters])
    beside = (space[0] + 1, space[1])
    charged = [*state.environments, *state.card_marks]
    kinds = [
        lambda: ch.SetPool(unit, chance.choice(("health", "stamina", "essence")), chance.randint(0, 7)),
        lambda: ch.PutUnit(unit, space, chance.random() < 0.5),
        lambda: ch.AddMonster(space),
        lambda: ch.AddMonster(space, chance.choice(sorted(book.monsters))),
        lambda: ch.RemoveMonster(unit, chance.choice(("destroyed", "banished"))),
        lambda: ch.SetTokens(chance.choice(("spawn", "horror")), chance.randint(0, 6)),
        lambda: ch.SetTrack(chance.choice(("spawn_rating", "horror_rating", "threat", "level")), chance.randint(0, 6)),
        lambda: ch.SetCharges(chance.choice(charged) if charged else "env-01", chance.randint(0, 2), "card.0"),
        lambda: ch.SetDoor(space, beside, chance.choice(("open", "closed", "none"))),
        lambda: ch.TakeItem(unit, chance.choice(("weapons", "artifacts", "consumables", "apparel"))),
        lambda: ch.DropItem(chance.choice(sorted(book.items)), chance.choice(["", *state.explorers])),
        lambda: _other_chapter(book, state, chance),
    ]
    weights = [3, 4, 2, 1, 2, 1, 1, 2, 1, 2, 1, 0.3]
    return chance.choices(kinds, weights)[0]()


def _other_chapter(book: Book, state: State, chance: random.Random) -> ch.Change:
    """Another chapter of the scenario, another scenario, or the same one in another length or variation."""
    if chance.random() < 0.5:
        return ch.SetChapter(chance.randint(0, len(state.chapters)))
    scenarios = [state.scenario, *book.scenarios]
    scenario = book.scenarios.get(chance.choice(scenarios)) or next(iter(book.scenarios.values()))
    length, variation = chance.choice(scenario.lengths), chance.choice(scenario.variations)
    return ch.SetScenario(scenario.id, length.id, variation.id if chance.random() < 0.9 else "no-such-variation")
