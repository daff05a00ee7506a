"""Items as the rules hold them: what is listed, what breaks an invariant, random players with full hands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.rules import By, Legal, decide, legal_moves, replay, violations
from app.rules import changes as ch
from app.rules import moves as mv
from app.rules.position import read_position
from app.rules.settings import COSTS
from app.rules.state import ItemState, State
from app.store.codec import dump_state, load_state
from tests.support import casebook
from tests.support.players import Scripted, Seeded, everyone

BOOK = casebook.book()
HANDS = """
tiles:
  96a at 0,0
explorers:
  Ada 6/7/4 at d4 of 0,0
  Bram 5/5/3 at e4 of 0,0
decks:
  weapons held: w101 by Ada, w102 by Ada, w-c-pistol by Bram
  artifacts held: a101 by Ada, a102 by Bram
  consumables held: c101 by Ada
  apparel held: p101 by Ada, p-c-lining by Ada, p102 by Bram
items:
  w101 equipped
"""


def table(text: str = HANDS, **settings: str | int) -> State:
    state = read_position(BOOK, text)
    return replace(state, settings=replace(state.settings, **settings))  # type: ignore[arg-type]


def played(state: State, *moves: mv.Move, by: By | None = None) -> State:
    """The state after moves that must all be legal."""
    for move in moves:
        verdict = decide(BOOK, state, move, by or everyone(*state.explorers), Scripted())
        assert isinstance(verdict, Legal), verdict
        assert violations(BOOK, verdict.state) == ()
        assert replay(verdict.events, state) == verdict.state
        assert load_state(dump_state(verdict.state)) == verdict.state
        state = verdict.state
    return state


def kinds(state: State, kind: type) -> set[mv.Move]:
    return {m for m in legal_moves(BOOK, state, everyone(*state.explorers)).moves if isinstance(m, kind)}


def test_use_of_inventory_lists_all_that_can_be_done_and_why_the_rest_cannot() -> None:
    state = played(table(), mv.UseInventory("exp-01"))
    step = state.agenda[-1].id
    assert kinds(state, mv.Equip) == {mv.Equip(step, card) for card in ("a101", "p101", "p-c-lining")}
    assert kinds(state, mv.Unequip) == {mv.Unequip(step, "w101")}
    assert kinds(state, mv.Augment) == {mv.Augment(step, "p-c-lining", "p101")}
    assert kinds(state, mv.Upgrade) == {mv.Upgrade(step, "w101", card) for card in ("c101", "p101")}
    assert kinds(state, mv.CloseStep) == {mv.CloseStep(step)}
    listing = legal_moves(BOOK, state, everyone(*state.explorers))
    refused = {move: [r.code for r in reasons] for move, reasons in listing.refused if isinstance(move, mv.Equip)}
    assert refused == {mv.Equip(step, "w102"): ["no_slot_free"]}


def test_a_trade_lists_what_each_can_give() -> None:
    state = played(table(), mv.StartTrade("exp-01", "exp-02"))
    step = state.agenda[-1].id
    mine = By("anna", frozenset({"exp-01"}))
    listed = {m for m in legal_moves(BOOK, state, mine).moves if isinstance(m, mv.GiveItem)}
    assert listed == {
        mv.GiveItem(step, card, "exp-02") for card in ("w101", "w102", "a101", "c101", "p101", "p-c-lining")
    }


def test_turn_moves_with_items_are_listed() -> None:
    state = table()
    assert kinds(state, mv.StartTrade) == {mv.StartTrade("exp-01", "exp-02"), mv.StartTrade("exp-02", "exp-01")}
    assert mv.UseInventory("exp-01", "exp-02") in kinds(state, mv.UseInventory)
    assert {m.space for m in kinds(state, mv.Drop) if isinstance(m, mv.Drop) and m.explorer == "exp-02"} == {
        (3, 2), (4, 2), (5, 2), (3, 3), (5, 3), (3, 4), (5, 4),
    }  # fmt: skip
    listing = legal_moves(BOOK, state, everyone(*state.explorers))
    asleep = {move.card for move, reasons in listing.refused if isinstance(move, mv.PlayAbility) and reasons}
    assert "a101" in asleep


def test_an_armor_that_is_worn_counts_and_an_augment_beside_it() -> None:
    from app.rules.combat import armor_of, will_of

    state = table()
    bare = armor_of(BOOK, state, "exp-01"), will_of(BOOK, state, "exp-01")
    state = played(state, mv.UseInventory("exp-01"))
    step = state.agenda[-1].id
    state = played(state, mv.Equip(step, "p101"))
    assert armor_of(BOOK, state, "exp-01") == bare[0] + 1
    loose = played(state, mv.Equip(step, "p-c-lining"))
    assert will_of(BOOK, loose, "exp-01") == bare[1] + 1
    under = played(state, mv.Augment(step, "p-c-lining", "p101"))
    assert (armor_of(BOOK, under, "exp-01"), will_of(BOOK, under, "exp-01")) == (bare[0] + 3, bare[1])
    off = played(under, mv.Unequip(step, "p101"))
    assert armor_of(BOOK, off, "exp-01") == bare[0]


@pytest.mark.parametrize(
    ("items", "broken"),
    [
        ({"w-c-pistol": ItemState(equipped=True), "w102": ItemState(equipped=True)}, ()),
        ({"w101": ItemState(equipped=True), "w102": ItemState(equipped=True)}, ("slots_exceeded exp-01",)),
        ({"p-c-lining": ItemState(under="p102")}, ("augment_without_host p-c-lining", "too_many_augments p102")),
        ({"p-c-lining": ItemState(equipped=True, under="p101")}, ("augment_without_host p-c-lining",)),
        ({"w201": ItemState(equipped=True)}, ("item_of_nobody w201", "equipped_by_nobody w201")),
        (
            {"p-c-lining": ItemState(under="w101"), "a101": ItemState(under="w101"), "w101": ItemState(True)},
            ("too_many_augments w101",),
        ),
    ],
)
def test_what_items_must_keep_to_is_an_invariant(items: dict[str, ItemState], broken: tuple[str, ...]) -> None:
    assert violations(BOOK, replace(table(), items=items)) == broken


def test_random_players_with_full_hands_break_nothing() -> None:
    """Two explorers beside each other, no costs, an item every few moves: what is listed is legal and sound."""
    seen: set[str] = set()
    for seed in range(6):
        chance = Seeded(seed)
        state = table(**dict.fromkeys(COSTS, 0), dead_items=("out", "dropped")[seed % 2], ruling_by="players")
        by, before = everyone(*state.explorers), state
        events: list[object] = []
        for n in range(90):
            if state.outcome:
                break
            listed = legal_moves(BOOK, state, by).moves
            wanted = [m for m in listed if isinstance(m, mv.GiveItem | mv.Equip | mv.Unequip | mv.Augment | mv.Upgrade)]
            turn = [m for m in listed if isinstance(m, mv.StartTrade | mv.UseInventory | mv.Drop | mv.PickUp)]
            turn += [m for m in listed if isinstance(m, mv.PlayAbility | mv.ActivateSpace | mv.CloseStep)]
            pool = wanted if wanted and chance.random.random() < 0.7 else turn or list(listed)
            move: mv.Move = chance.random.choice(pool)
            if n % 15 == 14:
                deck = chance.random.choice(("weapons", "artifacts", "consumables", "apparel"))
                move = mv.MakeRuling("more", (ch.TakeItem("exp-01", deck), ch.SetPool("exp-02", "health", 5)))
            verdict = decide(BOOK, state, move, by, chance)
            if not isinstance(verdict, Legal):
                assert isinstance(move, mv.MakeRuling), (seed, n, move, verdict)
                continue
            assert violations(BOOK, verdict.state) == (), (seed, n, move)
            seen.add(move.type)
            events += verdict.events
            state = verdict.state
        assert replay(events, before) == state  # type: ignore[arg-type]
    assert {"GiveItem", "Equip", "Unequip", "Augment", "Drop", "PickUp", "StartTrade", "UseInventory"} <= seen
