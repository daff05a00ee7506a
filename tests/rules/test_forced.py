"""Directions of pushes and pulls, proved against angles (BG-11)."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from app.rules.forced import directions
from app.rules.geometry import Space
from app.rules.lattice import COMPASS

SPACES = st.tuples(st.integers(-25, 25), st.integers(-25, 25))


def angle_between(a: Space, b: Space) -> float:
    turn = abs(math.atan2(a[1], a[0]) - math.atan2(b[1], b[0]))
    return min(turn, 2 * math.pi - turn)


@given(SPACES, SPACES)
def test_the_directions_are_the_nearest_of_the_eight(source: Space, unit: Space) -> None:
    found = directions(source, unit)
    away = (unit[0] - source[0], unit[1] - source[1])
    if away == (0, 0):
        assert found == ()
        return
    by_angle = sorted(COMPASS, key=lambda step: angle_between(step, away))
    in_line = angle_between(by_angle[0], away) < 1e-9
    assert found == tuple(by_angle[: 1 if in_line else 2])


@given(SPACES, SPACES)
def test_a_pull_is_a_push_turned_round(source: Space, unit: Space) -> None:
    away, back = directions(source, unit), directions(unit, source)
    assert [(-dx, -dy) for dx, dy in away] == list(back)
