"""Attacks and whom cards mean, where a case would have to be long: profiles, selections, rerolls, listings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.rules import By, Legal, State, decide, legal_moves, replay, violations
from app.rules import changes as ch
from app.rules import moves as mv
from app.rules.agenda import Ask
from app.rules.aiming import possible_targets, ways_to_name
from app.rules.attacking import profile_of
from app.rules.cards import Book
from app.rules.cards_attacks import AttackBonus, AttackProfile
from app.rules.cards_text import Ability, Face, Panel
from app.rules.effects import Reroll
from app.rules.position import read_position
from app.rules.state import ItemState, Lasting
from app.rules.targets import candidates_for, narrowed
from app.rules.vocabulary import Select
from tests.support import casebook
from tests.support.players import Scripted

ALL = By("table", frozenset({"exp-01", "exp-02", "exp-03"}), host=True, players=("table",))

ARENA = """
chapters: cas-fight
tiles:
  90a at 0,0
  91b at 1,0
explorers:
  Ada 6/7/2 at e5 of 0,0
  Bram 8/5/1 at e7 of 0,0
  Vey left
monsters:
  m1 mon-c-rat 2 at e6 of 0,0
  m2 mon-c-ghost 1 at f5 of 0,0
  m3 mon-c-pew 1 at b9 of 1,0
decks:
  weapons held: w101 by Ada
items:
  w101 equipped
"""


@pytest.fixture(scope="module")
def book() -> Book:
    return casebook.book()


@pytest.fixture
def arena(book: Book) -> State:
    return read_position(book, ARENA)


def play(book: Book, state: State, move: mv.Move, dice: tuple[int, ...] = ()) -> Legal:
    verdict = decide(book, state, move, ALL, Scripted(dice))
    assert isinstance(verdict, Legal), verdict
    assert violations(book, verdict.state) == ()
    assert replay(verdict.events, state) == verdict.state
    return verdict


def with_items(book: Book, **changed: object) -> Book:
    """The book with one weapon changed."""
    return replace(book, items={**book.items, "w101": replace(book.items["w101"], **changed)})  # type: ignore[arg-type]


# ------------------------------------------------------------------ profiles


def test_what_lies_under_a_weapon_lends_its_dice(book: Book, arena: State) -> None:
    lens = replace(book.items["a101"], lends=AttackBonus(low=1, high=1, arcane=True))
    changed = replace(book, items={**book.items, "a101": lens})
    laid = replace(arena, items={**arena.items, "a101": ItemState(under="w101")})
    plain, _, at = profile_of(changed, arena, "exp-01", "w101")
    lent, _, _ = profile_of(changed, laid, "exp-01", "w101")
    assert plain is not None
    assert lent is not None
    assert at == "attack"
    assert (lent.low, lent.high, lent.arcane) == (plain.low + 1, plain.high + 1, True)


def test_an_attack_cannot_be_played_as_an_ability(book: Book, arena: State) -> None:
    listed = legal_moves(book, arena, ALL)
    verdict = decide(book, arena, mv.PlayAbility("exp-01", "exp-01", "attack"), ALL, Scripted())
    assert not verdict.legal
    assert "not_active" in {reason.code for reason in verdict.reasons}  # type: ignore[union-attr]
    assert not [m for m in listed.moves if isinstance(m, mv.PlayAbility) and m.at.startswith("attack")]


def test_every_way_to_name_targets_is_listed_and_can_be_done(book: Book, arena: State) -> None:
    changed = with_items(book, attack_profile=AttackProfile(low=3, reach="sight", targets=2))
    moves = [m for m in legal_moves(changed, arena, ALL).moves if isinstance(m, mv.Attack) and m.weapon == "w101"]
    named = {tuple(sorted(m.targets)) for m in moves}
    assert ("m1", "m1") in named, "one may be named twice"
    assert ("exp-02", "m1") in named, "explorers too"
    assert all("m2" not in targets for targets in named), "ethereal without leave"
    barrels = {t for targets in named for t in targets if t.startswith("barrel ")}
    assert barrels == {"barrel 15,5"}
    for move in moves:
        play(changed, arena, move, (1,) * 20)


def test_what_cannot_be_attacked_is_listed_with_its_reasons(book: Book, arena: State) -> None:
    refused = {m: rs for m, rs in legal_moves(book, arena, ALL).refused if isinstance(m, mv.Attack)}
    assert [r.code for r in refused[mv.Attack("exp-01", ("m3",), "")]] == ["target_not_adjacent"]
    assert [r.code for r in refused[mv.Attack("exp-01", ("m2",), "w101")]] == ["target_ethereal"]


def test_an_attack_on_many_names_no_more_ways_than_can_be_read(book: Book, arena: State) -> None:
    profile = AttackProfile(low=1, reach="sight", targets=9)
    ways = list(ways_to_name(book, arena, "exp-01", profile))
    assert len(ways) == 200
    assert len([w for w in ways if len(w) == 1]) == len(possible_targets(book, arena, "exp-01", profile))


# ------------------------------------------------------------------ whom a card means (Select)


def test_where_a_selection_looks(book: Book, arena: State) -> None:
    def found(**said: object) -> tuple[str, ...]:
        return candidates_for(book, arena, Select(**said), "exp-01")  # type: ignore[arg-type]

    assert found(kind="unit", where="adjacent") == ("m1", "m2")
    assert found(kind="unit", where="same_tile", other=True) == ("exp-02", "m1", "m2")
    assert found(kind="monster", where="within", within=1) == ("m1", "m2")
    assert found(kind="monster", where="in_sight", within=5) == ("m1", "m2")
    assert found(kind="monster", where="in_sight", within=7) == ("m1", "m2", "m3")
    assert found(kind="monster") == ("m1", "m2", "m3")
    assert found(kind="monster", health_most=1) == ("m2", "m3")
    assert found(kind="monster", level_most=0) == ()
    assert found(kind="unit", ethereal=True) == ("m2",)


def test_for_an_encounter_all_units_are_on_one_map_tile(book: Book, arena: State) -> None:
    sel = Select("monster", "same_tile", 0)
    assert candidates_for(book, arena, sel, "exp-01", card="cas-fight") == ("m1", "m2")
    assert candidates_for(book, arena, sel, "exp-01", card="enc-06") == ("m1", "m2", "m3")
    near = Select("monster", "adjacent", 0)
    assert candidates_for(book, arena, near, "exp-01", card="enc-06") == ("m1", "m2"), "in name only (IP-13)"


def test_who_left_is_meant_by_house_rule_where_no_space_is_needed(book: Book, arena: State) -> None:
    settings = replace(arena.settings, left_in_play="yes")
    kept = replace(arena, settings=settings)
    assert "exp-03" not in candidates_for(book, arena, Select("explorer"), "exp-01")
    assert "exp-03" in candidates_for(book, kept, Select("explorer"), "exp-01")
    assert "exp-03" not in candidates_for(book, kept, Select("explorer", "in_sight"), "exp-01")


def test_nearest_and_weakest_leave_ties_to_be_picked(book: Book, arena: State) -> None:
    units = ("exp-02", "m1", "m2", "m3")
    assert narrowed(book, arena, Select("unit", pick="nearest"), units, (4, 4)) == ("m1", "m2")
    assert narrowed(book, arena, Select("unit", pick="weakest"), units, (4, 4)) == ("m2", "m3")
    assert narrowed(book, arena, Select("unit", pick="most_health"), units, (4, 4)) == ("exp-02",)
    assert narrowed(book, arena, Select("unit", pick="least_essence"), units, (4, 4)) == ("exp-02",)
    assert narrowed(book, arena, Select("unit", pick="most_items"), ("exp-01", "exp-02"), None) == ("exp-01",)


# ------------------------------------------------------------------ rerolls


def reroll_book(book: Book, kind: str, what: str) -> Book:
    """The book in which Ada's own ability rerolls a die."""
    ability = Ability(kind, "Once each round: reroll.", (Reroll(1, what),))  # type: ignore[arg-type]
    ada = replace(book.explorers["exp-01"], faces=(Face("card", panels=(Panel(abilities=(ability,)),)),))
    return replace(book, explorers={**book.explorers, "exp-01": ada})


def asked(state: State) -> Ask:
    top = state.agenda[-1]
    assert isinstance(top, Ask)
    return top


def test_a_die_of_ones_own_attack_is_rolled_again_once_each_round(book: Book, arena: State) -> None:
    changed = reroll_book(book, "passive", "own_attack")
    after = play(changed, arena, mv.Attack("exp-01", ("m1",)), (0, 1)).state
    question = asked(after)
    assert (question.question, question.who, question.options) == ("reroll_which", "exp-01", ("keep", "0", "1"))
    again = play(changed, after, mv.Answer(question.id, "0"), (2,))
    assert again.state.monsters["m1"].health == 1
    assert again.state.used["exp-01 card.0.0"] == 1
    second = play(changed, again.state, mv.Attack("exp-01", ("m1",)), (1, 1))
    assert "m1" not in second.state.monsters, "it is not offered a second time"


def test_a_roll_can_be_kept_and_the_reroll_saved(book: Book, arena: State) -> None:
    changed = reroll_book(book, "passive", "own_attack")
    after = play(changed, arena, mv.Attack("exp-01", ("m1",)), (0, 1)).state
    kept = play(changed, after, mv.Answer(asked(after).id, "keep")).state
    assert kept.monsters["m1"].health == 2
    assert kept.used == {"attack exp-01": 1}


def test_nobody_rerolls_anothers_attack(book: Book, arena: State) -> None:
    changed = reroll_book(book, "passive", "own_attack")
    after = play(changed, arena, mv.Attack("exp-02", ("m1",)), (0, 1)).state
    assert after.agenda == ()


def test_a_game_die_of_anybody_is_rolled_again(book: Book, arena: State) -> None:
    changed = reroll_book(book, "passive", "game_die")
    after = play(changed, arena, mv.PlayAbility("exp-02", "cas-fight", "bottom.0.13"), (4,)).state
    assert asked(after).who == "exp-01"
    passed = play(changed, after, mv.Answer(asked(after).id, "0"), (9,)).state
    assert passed.explorers["exp-02"].essence == 2


# ------------------------------------------------------------------ in whose turn


def test_essence_goes_to_whose_turn_it_is_even_after_a_question(book: Book, arena: State) -> None:
    weak = replace(arena, monsters={**arena.monsters, "m1": replace(arena.monsters["m1"], health=1)})
    after = play(book, weak, mv.PlayAbility("exp-02", "cas-fight", "bottom.0.1")).state
    after = play(book, after, mv.Answer(asked(after).id, "m1")).state
    done = play(book, after, mv.Answer(asked(after).id, "enough"), (2, 2, 2)).state
    assert "m1" not in done.monsters
    assert done.explorers["exp-02"].essence == 2
    assert done.explorers["exp-01"].essence == 2


def test_outside_an_explorers_move_nobody_is_in_its_turn(book: Book, arena: State) -> None:
    moved = play(book, arena, mv.Walk("exp-01", (4, 3))).state
    assert moved.acting == "exp-01"
    gone = play(book, moved, mv.MakeRuling("it was dead", (ch.SetPool("m1", "health", 0),))).state
    assert gone.explorers["exp-01"].essence == 2


def test_effects_of_a_round_end_with_it_those_of_the_next_begin(book: Book, arena: State) -> None:
    lasting = (
        Lasting("modify", "armor", 1, "", "m1", "cas-fight", "this_round", 1),
        Lasting("modify", "armor", 2, "", "m1", "cas-fight", "next_round", 2),
        Lasting("modify", "armor", 4, "", "m1", "cas-fight", "next_attack", 1),
    )
    done = {k: replace(e, finished=True, stamina=0) for k, e in arena.explorers.items()}
    evening = replace(arena, lasting=lasting, phase="monster", explorers=done)
    assert play(book, evening, mv.EndPhase("monster")).state.lasting == lasting[1:2]
