"""Sessions played at random, through the rules alone: what must hold holds after every move (tests/support)."""

from __future__ import annotations

import pytest

from tests.support.random_player import play

SESSIONS = 60
MOVES = 300


@pytest.mark.parametrize("first", range(0, SESSIONS, 5))
def test_nothing_breaks_whatever_is_played(first):
    played = [play(seed, MOVES) for seed in range(first, first + 5)]
    assert all(len(session.trail) > 20 or session.state.outcome for session in played)
    assert sum(len(session.trail) for session in played) > MOVES
