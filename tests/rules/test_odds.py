"""The chance of an attack, told before it: held against every fall of its dice, played out."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from app.packs import builtin
from app.rules import decide, legal_moves
from app.rules.agenda import Ask
from app.rules.events_rolls import AttackMade, DiceRolled
from app.rules.moves import Attack, EndPhase, MonsterAttack
from app.rules.odds import MOST_TOLD, odds_of
from app.rules.position import read_position
from app.rules.state import Lasting, State
from app.rules.verdicts import By, Legal
from tests.support.players import Scripted, Seeded

BOOK = builtin()
TABLE = """
round: 2, {phase} phase
tiles:
  14a at 0,0
explorers:
  Ada 6/7/4 at c9 of 0,0{done}
  Bram 1/5/2 at e9 of 0,0{done}
monsters:
  m1 {monster} at d9 of 0,0
decks:
  weapons held: {weapon} by Ada
items:
  {weapon} equipped
"""


def position(phase: str = "explorer", monster: str = "mon-101", weapon: str = "w101") -> State:
    done = ", finished" if phase != "explorer" else ""
    return read_position(BOOK, TABLE.format(phase=phase, monster=monster, weapon=weapon, done=done))


def everybody(state: State) -> By:
    return By("s1", frozenset(state.explorers), host=True, players=("s1",))


def hits(state: State, move: Attack | MonsterAttack, faces: tuple[int, ...]) -> tuple[str, ...]:
    verdict = decide(BOOK, state, move, everybody(state), Scripted(faces))
    assert isinstance(verdict, Legal), verdict
    (made,) = (event for event in verdict.events if isinstance(event, AttackMade))
    return made.hit


@pytest.mark.parametrize(
    ("phase", "monster", "weapon", "extra"),
    [
        ("explorer", "mon-101", "w101", 0),
        ("explorer", "mon-101", "w101", 1),
        ("explorer", "mon-105", "w102", 0),
        ("monster", "mon-101", "w101", 0),
        ("monster", "mon-105", "w101", 0),
    ],
)
def test_the_chance_is_that_of_every_fall_of_the_dice(phase: str, monster: str, weapon: str, extra: int) -> None:
    """Armor or will, the dice of the card and those that other cards add."""
    state = position(phase, monster, weapon)
    if phase == "monster":
        begun = decide(BOOK, replace(state, phase="horror"), EndPhase("horror"), everybody(state), Scripted(()))
        assert isinstance(begun, Legal)
        state = begun.state
    if extra:
        more = Lasting("modify", "low_dice", extra, "each_explorer", "exp-01", "enc-01", "this_round", state.round)
        state = replace(state, lasting=(more,))
    moves = [m for m in legal_moves(BOOK, state, everybody(state)).moves if isinstance(m, Attack | MonsterAttack)]
    assert moves
    for move in moves[:3]:
        for one in odds_of(BOOK, state, move):
            dice = [BOOK.dice[die] for die, n in one.dice.items() for _ in range(n)]
            falls = list(product(*(sorted(set(faces)) for faces in dice)))
            weight = {fall: _weight(fall, dice) for fall in falls}
            good = sum((weight[f] for f in falls if one.target in hits(state, move, f)), Fraction(0))
            assert one.chance == good / sum(weight.values())
            assert one.printed == (not extra or getattr(move, "explorer", "") != "exp-01")


def test_the_odds_of_many_dice_are_told_at_once_and_those_of_too_many_not() -> None:
    """Each total is counted in whole numbers; no page waits for dice without end, as a file may bring them."""
    state = position()
    (move, *_) = (m for m in legal_moves(BOOK, state, everybody(state)).moves if isinstance(m, Attack))
    (one,) = odds_of(BOOK, state, move)
    printed = sum(one.dice.values())

    def with_more(n: int) -> State:
        held = Lasting("modify", "low_dice", n, "each_explorer", "exp-01", "enc-01", "this_round", state.round)
        return replace(state, lasting=(held,))

    (most,) = odds_of(BOOK, with_more(MOST_TOLD - printed), move)
    assert sum(most.dice.values()) == MOST_TOLD
    assert one.chance < most.chance < 1
    assert odds_of(BOOK, with_more(MOST_TOLD - printed + 1), move) == ()
    assert odds_of(BOOK, with_more(10**6), move) == ()


@pytest.mark.parametrize("dice", ["tracker", "table"])
def test_no_attack_throws_dice_without_end(dice: str) -> None:
    """Each effect that lasts may be small: a position can hold thousands. Each die is thrown, or the sum asked for."""
    held = Lasting("modify", "low_dice", 99, "each_explorer", "exp-01", "enc-01", "this_round", 2)
    state = replace(position(), lasting=(held,) * 1000)
    state = replace(state, settings=replace(state.settings, dice=dice))
    (move, *_) = (m for m in legal_moves(BOOK, state, everybody(state)).moves if isinstance(m, Attack))
    verdict = decide(BOOK, state, move, everybody(state), Seeded(1))
    assert isinstance(verdict, Legal)
    if dice == "tracker":
        (thrown,) = (event for event in verdict.events if isinstance(event, DiceRolled))
        kinds = [die for die, _ in thrown.faces]
        assert kinds.count("low") == 99
    else:
        asked = verdict.state.agenda[-1]
        assert isinstance(asked, Ask)
        assert 99 < len(asked.options) < 1000


def _weight(fall: tuple[int, ...], dice: list[tuple[int, ...]]) -> Fraction:
    found = Fraction(1)
    for face, faces in zip(fall, dice, strict=True):
        found *= Fraction(faces.count(face), len(faces))
    return found
