"""Action spaces beyond the cases: what a preview of a lever tells, what is listed, every space from every side."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.rules import Legal, Preview, decide, legal_moves, preview, violations
from app.rules import changes as ch
from app.rules import moves as mv
from app.rules.events import TrapsTriggered
from app.rules.position import read_position
from app.rules.settings import COSTS
from app.rules.spaces import ACTION_SPACES
from app.rules.state import State
from tests.support import casebook
from tests.support.players import Scripted, Seeded, everyone

BOOK = casebook.book()
LEVERS = """
tiles:
  96a at 0,0
  97a at 0,-1
explorers:
  Ada 6/7/2 at d5 of 0,0
  Bram 5/5/3 at f5 of 0,0
  Vey 5/6/6 at h5 of 0,-1
monsters:
  m1 mon-c-rat 2 at e9 of 0,0
  m2 mon-c-mole 2 at e9 of 0,-1
"""


def test_a_preview_of_a_lever_lists_the_secondary_attacks_before_anything_is_rolled() -> None:
    state = read_position(BOOK, LEVERS)
    told = preview(BOOK, state, mv.ActivateSpace("exp-01", (4, 4)), everyone(*state.explorers))
    assert isinstance(told, Preview)
    assert told.unknown == "die"
    traps = [e for e in told.events if isinstance(e, TrapsTriggered)]
    assert traps == [TrapsTriggered("exp-01", (4, 4), ("m1",), (("exp-02", ("m1",)), ("exp-03", ("m2",))))]


@pytest.mark.parametrize("setting", ["rules_4_0", "traps_without_activator"])
def test_what_the_house_rules_leave_out_is_not_listed_either(setting: str) -> None:
    state = read_position(BOOK, LEVERS)
    value = "off" if setting == "rules_4_0" else "none"
    state = replace(state, settings=replace(state.settings, **{setting: value}))
    told = preview(BOOK, state, mv.ActivateSpace("exp-01", (4, 4)), everyone(*state.explorers))
    assert isinstance(told, Preview)
    traps = next(e for e in told.events if isinstance(e, TrapsTriggered))
    assert bool(traps.secondary) == (setting == "traps_without_activator")  # that one is about nobody pulling it


def test_every_action_space_of_the_tile_is_listed_legal_or_with_its_reasons() -> None:
    state = read_position(BOOK, LEVERS)
    listing = legal_moves(BOOK, state, everyone(*state.explorers))
    mine = {m.space for m in listing.moves if isinstance(m, mv.ActivateSpace) and m.explorer == "exp-01"}
    refused = {m.space for m, _ in listing.refused if isinstance(m, mv.ActivateSpace) and m.explorer == "exp-01"}
    assert mine == {(4, 4)}
    assert refused == {(2, 2), (8, 2), (6, 2), (2, 6), (6, 6), (8, 8)}


def test_all_of_it_is_carried_out_by_players_at_random() -> None:
    """Explorers put beside one space after another, under house rules at random: every answer listed is legal."""
    seen: set[str] = set()
    for seed in range(8):
        chance = Seeded(seed)
        r = chance.random
        state = read_position(BOOK, LEVERS)
        state = replace(
            state,
            settings=replace(
                state.settings,
                **dict.fromkeys(COSTS, 0),
                spaces_used_once=r.choice(("yes", "no")),
                workbench_effect=r.choice(("trade", "draw")),
                event_space=r.choice(("either", "both")),
                used_station_counts=r.choice(("explored", "unused")),
                rules_4_0=r.choice(("on", "off")),
            ),
        )
        by = everyone(*state.explorers)
        for _ in range(25):
            state = _beside_a_space(state, chance)
            if state.outcome or state.explorers["exp-01"].status != "in_play":
                break
            listed = [m for m in legal_moves(BOOK, state, by).moves if isinstance(m, mv.ActivateSpace)]
            if not listed or state.agenda:
                break
            move: mv.Move = r.choice(listed)
            seen.add(state_of_space(state, move))
            for _ in range(60):
                verdict = decide(BOOK, state, move, by, chance)
                assert isinstance(verdict, Legal), (seed, move, verdict)
                assert violations(BOOK, verdict.state) == (), (seed, move)
                state = verdict.state
                if not state.agenda:
                    break
                open_ = [m for m in legal_moves(BOOK, state, by).moves if not isinstance(m, mv.RollDie | mv.GiveItem)]
                move = r.choice(open_)
            else:
                pytest.fail(f"{seed}: {state.agenda[-1]} never ends")
    assert seen == set(ACTION_SPACES)


def _beside_a_space(state: State, chance: Seeded) -> State:
    from app.rules.board import layout

    table = layout(BOOK.faces, state.board)
    spaces = [s for what in ACTION_SPACES for s in table.features(what)]
    goal = chance.random.choice(spaces)
    taken = {u.space for u in (*state.explorers.values(), *state.monsters.values())}
    free = [s for s in table.neighbours(goal) if not table.is_obstacle(s) and s not in taken]
    ruling = mv.MakeRuling("over there", (ch.PutUnit("exp-01", chance.random.choice(free)),))
    verdict = decide(BOOK, state, ruling, everyone(*state.explorers), Scripted())
    return verdict.state if isinstance(verdict, Legal) else state


def state_of_space(state: State, move: mv.Move) -> str:
    from app.rules.board import layout

    assert isinstance(move, mv.ActivateSpace)
    return layout(BOOK.faces, state.board).spaces[move.space]
