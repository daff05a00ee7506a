"""The chance of an attack in words: each target by name, nothing rounded to what cannot fail or cannot be."""

from __future__ import annotations

from fractions import Fraction

import pytest

from app.packs import builtin
from app.rules.moves import Attack
from app.rules.odds import Odds
from app.rules.position import read_position
from app.web import attack_odds
from app.web.messages import Words
from app.web.messages_names import percent

BOOK = builtin()
STATE = read_position(
    BOOK,
    """
tiles:
  14a at 0,0
explorers:
  Ada 6/7/4 at c9 of 0,0
monsters:
  m1 mon-101 at d9 of 0,0
""",
)


def odds(target: str, chance: Fraction = Fraction(1, 2)) -> Odds:
    return Odds(target, {"low": 1}, True, False, 2, chance, 1, 1)


def lines(monkeypatch: pytest.MonkeyPatch, *found: Odds) -> list[str]:
    monkeypatch.setattr(attack_odds, "odds_of", lambda book, state, move: found)
    return list(attack_odds.odds_lines(Words(BOOK, STATE), STATE, Attack("exp-01", ("m1",))))


def test_of_several_targets_each_is_named_a_barrel_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    named = Words(BOOK, STATE)
    told = lines(monkeypatch, odds("m1"), odds("barrel 5,5"))
    assert [
        line.lower().startswith(named.unit(unit).lower() + ": ")
        for line, unit in zip(told, ("m1", "barrel 5,5"), strict=True)
    ] == [
        True,
        True,
    ]
    assert told[1].endswith("A hit makes it explode.")
    assert lines(monkeypatch, odds("barrel 5,5"))[0].startswith("50 % to hit")


def test_targets_that_are_not_told_one_by_one_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    several = [odds(f"barrel {n},5") for n in range(attack_odds.MOST_TOLD + 2)]
    assert lines(monkeypatch, *several)[attack_odds.MOST_TOLD :] == ["And 2 targets more, by the same roll."]
    assert len(lines(monkeypatch, *several[: attack_odds.MOST_TOLD])) == attack_odds.MOST_TOLD


def test_no_chance_is_rounded_to_none_or_to_certainty() -> None:
    for below in range(2, 1500):
        for chance in (Fraction(1, below), Fraction(below - 1, below)):
            assert percent(chance) not in ("0 %", "100 %")
    assert [percent(Fraction(n, 216)) for n in (0, 1, 54, 215, 216)] == ["0 %", "<1 %", "25 %", ">99 %", "100 %"]
