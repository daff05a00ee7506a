"""Numbers that cards set, add to and take from (IP-22): the order of the cards does not matter, undone is unasked."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import pytest

from app.rules import By, Legal, State, decide, legal_moves, replay, violations
from app.rules.agenda import Ask
from app.rules.changes import EndLasting, PickValue, SetItem
from app.rules.contested import contests
from app.rules.events import ValuePicked
from app.rules.evolve import evolve
from app.rules.holding import item_state
from app.rules.invariants import violations as broken
from app.rules.moves import Answer, MakeRuling, Move, RollDie
from app.rules.position import read_position, write_position
from app.rules.set_values import changed, picked
from app.rules.state import Lasting, PickedValue
from app.rules.striding import moves_of
from app.store import codec
from tests.support import casebook
from tests.support.players import Seeded

BOOK = casebook.book()
TABLE = """\
tiles:
  90a at 0,0
explorers:
  Ada at e5 of 0,0
monsters:
  m1 mon-101 1 at a1 of 0,0
  m2 mon-102 1 at j10 of 0,0
"""
PRINTED = 4
#: Every card of the cases that sets a number, some worn, some not.
WALK = """\
tiles:
  96a at 0,0
  91a at 0,-1
explorers:
  Ada 6/7/4 at e1 of 0,0
monsters:
  m1 mon-101 1 at a10 of 0,-1
environments:
  env-c-mud at 0,0 E, 1 charges, drawn in round 1
decks:
  apparel held: p-c-crown by Ada, p-c-sandals by Ada, p-c-gown by Ada
  artifacts held: a-c-scales by Ada
  weapons held: w-c-sceptre by Ada
  encounters destroyed: enc-c-orders
  horror_events destroyed: hev-c-drill
  tiles out: the rest
items:
  p-c-crown equipped
"""
WORN = ("p-c-crown", "p-c-sandals", "p-c-gown", "a-c-scales", "w-c-sceptre")
CARDS = ("enc-09", "hev-11", "xev-20", "enc-c-orders", "hev-c-drill")
HOST = By("s1", frozenset({"exp-01"}), host=True, players=("s1",))


def lasting(card: str, n: int, *, sets: bool = False, unit: str = "") -> Lasting:
    return Lasting("modify", "moves", n, "each_monster", unit, card, "this_round", 1, sets=sets)


def table(*said: Lasting) -> State:
    return replace(read_position(BOOK, TABLE), lasting=said)


def done(state: State, move: Move) -> State:
    verdict = decide(BOOK, state, move, HOST, Seeded(1))
    assert isinstance(verdict, Legal), verdict
    assert replay(codec.load_events(codec.dump_events(verdict.events)), state) == verdict.state
    assert codec.load_state(codec.dump_state(verdict.state)) == verdict.state
    assert violations(BOOK, verdict.state) == ()
    return verdict.state


def settled(state: State) -> State:
    """The state once the table has gone on: a ruling that changes something else."""
    over = lasting("hev-12", 0)
    return done(replace(state, lasting=(*state.lasting, over)), MakeRuling("So.", (EndLasting("hev-12", "moves"),)))


def question(state: State) -> Ask:
    top = state.agenda[-1]
    assert isinstance(top, Ask)
    return top


def answered(state: State, value: int) -> State:
    return done(state, Answer(question(state).id, str(value)))


@pytest.mark.parametrize("seed", range(40))
def test_the_order_of_cards_does_not_matter(seed: int) -> None:
    chance = random.Random(seed)
    said = [lasting(card, chance.randint(-4, 4)) for card in CARDS[: chance.randint(1, 3)]]
    values = [chance.randint(0, 5) for _ in range(chance.randint(0, 2))]
    said += [lasting(card, n, sets=True) for card, n in zip(CARDS[3:], values, strict=False)]
    pick = chance.choice(values) if len(set(values)) > 1 else None
    among = tuple(f"{card} {n}" for card, n in zip(CARDS[3:], values, strict=False))
    start = pick if pick is not None else values[0] if values else PRINTED
    expected = max(0, start + sum(one.n for one in said if not one.sets))
    for order in permutations(said):
        state = table(*order)
        if pick is not None:
            state = evolve(state, ValuePicked(PickedValue("moves", pick, among)))
        assert moves_of(BOOK, state, "m1") == expected


def test_before_anybody_is_asked_the_lowest_counts_whatever_the_order() -> None:
    said = [lasting("enc-09", 5, sets=True), lasting("hev-11", 2, sets=True), lasting("xev-20", 3, sets=True)]
    assert {moves_of(BOOK, table(*order), "m1") for order in permutations(said)} == {2}


def test_a_number_that_no_card_speaks_of_is_what_it_was() -> None:
    state = table()
    assert changed(BOOK, state, 7, "moves", "m1") == 7
    assert changed(BOOK, state, 0, "printed_spawn") == 0


def test_two_cards_are_asked_about_once_for_all_and_a_third_again() -> None:
    state = settled(table(lasting("enc-09", 5, sets=True), lasting("hev-11", 2, sets=True)))
    assert question(state).options == ("2", "5")
    assert question(state).labels == ("moves 2 each_monster hev-11", "moves 5 each_monster enc-09")
    state = answered(state, 5)
    assert (moves_of(BOOK, state, "m1"), moves_of(BOOK, state, "m2")) == (5, 5)
    assert state.agenda == ()
    third = settled(replace(state, lasting=(*state.lasting, lasting("xev-20", 3, sets=True))))
    assert question(third).options == ("2", "3", "5")
    third = answered(third, 3)
    assert moves_of(BOOK, third, "m1") == 3
    over = done(third, MakeRuling("Over.", (EndLasting("xev-20", "moves"),)))
    assert (moves_of(BOOK, over, "m1"), over.agenda) == (5, ()), "what was said of the two is remembered"


def test_a_second_card_for_one_of_them_is_a_question_about_that_one() -> None:
    only = lasting("enc-09", 5, sets=True, unit="m2")
    state = settled(table(only, lasting("hev-11", 2, sets=True)))
    assert "m2" in question(state).labels[0]
    state = answered(state, 5)
    assert (moves_of(BOOK, state, "m1"), moves_of(BOOK, state, "m2")) == (2, 5)


def test_an_answer_that_the_table_has_made_needless_is_not_waited_for() -> None:
    state = settled(table(lasting("enc-09", 5, sets=True), lasting("hev-11", 2, sets=True)))
    state = done(state, MakeRuling("Misread.", (EndLasting("enc-09", "moves"),)))
    assert state.agenda == ()
    assert state.picked == ()
    assert moves_of(BOOK, state, "m1") == 2


def test_what_was_picked_is_written_and_read_with_what_sets_it() -> None:
    state = answered(settled(table(lasting("enc-09", 5, sets=True), lasting("hev-11", 2, sets=True))), 2)
    again = read_position(BOOK, write_position(BOOK, state))
    assert again.picked == state.picked == (PickedValue("moves", 2, ("enc-09 5", "hev-11 2")),)
    assert again.lasting == state.lasting
    ruled = done(state, MakeRuling("Read again.", (PickValue("moves", 5),)))
    assert moves_of(BOOK, ruled, "m1") == 5


def test_stamina_that_counts_no_more_is_taken_back() -> None:
    """What was picked for the round is read again in the middle of it: nobody keeps more than cards give now."""
    said = [
        Lasting("modify", "stamina_next_round", n, "each_explorer", "", card, "next_round", 1, sets=True)
        for card, n in (("enc-09", 9), ("hev-11", 8))
    ]
    state = answered(settled(table(*said)), 9)
    ada = state.explorers["exp-01"]
    state = replace(state, explorers={**state.explorers, "exp-01": replace(ada, stamina=9)})
    assert violations(BOOK, state) == ()
    state = done(state, MakeRuling("Read again.", (PickValue("stamina_next_round", 8),)))
    assert state.explorers["exp-01"].stamina == 8


@pytest.mark.parametrize(
    "one",
    [
        PickedValue("moves", 3, ("enc-09 5", "hev-11 2")),
        PickedValue("moves", 5, ("enc-09 5",)),
        PickedValue("moves", 5, ("nonsense", "")),
        PickedValue("sight_most", 5, ("enc-09 5", "hev-11 2")),
    ],
)
def test_what_cannot_have_been_picked_breaks_an_invariant(one: PickedValue) -> None:
    state = replace(table(), picked=(one,))
    assert broken(BOOK, state) == (f"picked_value {one.what}",)


def test_a_state_stored_before_there_was_anything_to_pick_is_read() -> None:
    old = codec.state_json(table(lasting("enc-09", 1)))
    del old["picked"], old["lasting"][0]["sets"]
    state = codec.load_state(codec.dump_json(old))
    assert state == table(lasting("enc-09", 1))


@pytest.mark.parametrize("seed", range(4))
def test_whatever_random_players_do_nothing_is_left_undecided(seed: int) -> None:
    """Cards that set numbers come, go and meet: at rest the group has been asked about all of them."""
    chance, asked = random.Random(seed), 0
    dice = Seeded(seed)
    state = settled(read_position(BOOK, WALK))
    for _ in range(120):
        top = state.agenda[-1] if state.agenda else None
        if isinstance(top, Ask) and top.question == "which_value":
            asked += 1
            assert len(top.options) > 1
        elif top is None:
            assert undecided(state) == []
        listed = [m for m in legal_moves(BOOK, state, HOST).moves if not isinstance(m, RollDie)]
        card = chance.choice(WORN)
        worn = SetItem(card, equipped=not item_state(state, card).equipped)
        move = MakeRuling("So.", (worn,)) if not state.agenda and chance.random() < 0.3 else chance.choice(listed)
        verdict = decide(BOOK, state, move, HOST, dice)
        if not isinstance(verdict, Legal):
            assert isinstance(move, MakeRuling), verdict
            continue
        assert replay(verdict.events, state) == verdict.state
        assert violations(BOOK, verdict.state) == ()
        if verdict.state.outcome:
            break
        state = verdict.state
    assert asked > 0


def undecided(state: State) -> list[tuple[str, str]]:
    return [(what, unit) for what, unit, sets in contests(BOOK, state) if picked(state, what, sets) is None]
