"""What `legal_moves` lists is all there is: every move of a plain kind that is legal stands in the list, no other."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.packs import builtin
from app.rules import By, State, decide, legal_moves, memo, why_not
from app.rules import moves as mv
from app.rules.agenda import Ask
from app.rules.board import layout
from app.rules.geometry import SIDES, beyond
from app.rules.pacing import pace, rules_for
from app.rules.position import read_position
from app.rules.state import PHASES
from app.rules.ways import walk_paid, walk_way
from tests.support.plain_listing import forgotten, nothing_kept, plain_listing
from tests.support.players import Seeded, pick
from tests.support.random_player import Session, start, wild


def every_move(session: Session, state: State, by: By) -> Iterator[mv.Move]:
    """Moves of the plain kinds with every explorer, space, edge, card and option there is."""
    spaces = sorted(layout(session.book.faces, state.board).spaces)
    step = state.agenda[-1].id if state.agenda else 0
    for phase in PHASES:
        yield mv.EndPhase(phase)
    for edge in SIDES:
        yield mv.ConnectEnvironment(step, edge)
        yield mv.PlaceTerrain(step, "a", edge)
        yield mv.PlaceTerrain(step, "b", edge)
    yield mv.DrawEncounter(step)
    yield mv.CloseAdjust(step)
    if isinstance(state.agenda[-1] if state.agenda else None, Ask):
        for option in ("0", "1", "stay", "done", "N", *state.explorers, *(f"{x},{y}" for x, y in spaces)):
            yield mv.Answer(step, option)
    for explorer in state.explorers:
        yield mv.FinishTurn(explorer)
        yield mv.LeaveByExit(explorer)
        for edge in SIDES:
            yield mv.Explore(explorer, edge)
        for space in spaces:
            yield mv.Walk(explorer, space)
            yield mv.ActivateChapterSpace(explorer, space)
            yield mv.ActivateSpace(explorer, space)
        unit = state.explorers[explorer]
        for side in SIDES if unit.space is not None else ():
            yield mv.OpenDoor(explorer, beyond(unit.space, side))
            yield mv.DestroyDoor(explorer, beyond(unit.space, side))
            yield mv.PlaceDoor(explorer, beyond(unit.space, side))
        for card in session.book.cards.values():
            for at, _, _, _ in card.abilities():
                yield mv.PlayAbility(explorer, card.id, at)


@pytest.mark.parametrize("seed", range(4))
def test_the_list_of_legal_moves_is_complete(seed):
    session, chance = start(seed)
    checked = 0
    for number in range(200):
        if number >= 45 and checked > 20:  # some tables begin with question after question
            break
        state, by = session.state, session.seats[number % 2]
        listing = legal_moves(session.book, state, by)
        if number % 5 == 0:
            listed = set(listing.moves)
            legal = [m for m in every_move(session, state, by) if not why_not(session.book, state, m, by)]
            assert [m for m in legal if m not in listed] == []
            checked += len(legal)
        assert all(not why_not(session.book, state, m, by) for m in listing.moves)
        assert all(reasons == why_not(session.book, state, m, by) and reasons for m, reasons in listing.refused)
        move = pick(chance.random, listing) if listing.moves and number % 9 else wild(session, chance.random)
        verdict = decide(session.book, state, move, by, chance)
        session.state = verdict.state if verdict.legal else state
        if session.state.outcome:
            break
    assert checked > 20


MIDGAME = Path(__file__).parents[2] / "bench" / "midgame.txt"


@pytest.mark.parametrize("seed", range(6))
def test_what_is_kept_and_shared_changes_no_listing(seed):
    session, chance = start(seed)
    if seed % 2 == 0:  # every second one in the middle of a game, with all that can be carried and attacked
        state = read_position(builtin(), MIDGAME.read_text())
        by = By("s1", frozenset(state.explorers), host=True, players=("s1",))
        session = Session(builtin(), state, (by, by))
    compared = 0
    for number in range(60):
        state, by = session.state, session.seats[number % 2]
        listing = legal_moves(session.book, state, by)
        if number % 4 == 0:
            plain = plain_listing(session.book, state, by)
            assert listing.moves == plain.moves
            assert listing.refused == plain.refused
            compared += len(plain.moves) + len(plain.refused)
        move = pick(chance.random, listing) if listing.moves else wild(session, chance.random)
        verdict = decide(session.book, state, move, by, chance)
        session.state = verdict.state if verdict.legal else state
        if session.state.outcome:
            break
    assert compared > 100


@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_from_other_states_changes_nothing(seed):
    """Three tables play in turns, moves are taken back: each state is listed and decided as by rules that know nothing.

    Nothing is emptied between the states, so that whatever is kept by too little is told of the wrong one.
    """
    middle, (session, chance) = read_position(builtin(), MIDGAME.read_text()), start(seed)
    all_of_it = By("s1", frozenset(middle.explorers), host=True, players=("s1",))
    tables = [(builtin(), all_of_it, [middle]), (builtin(), all_of_it, [replace(middle)])]
    tables.append((session.book, session.seats[0], [session.state]))
    memo.forget()
    compared = 0
    for number in range(150):
        (book, by, states), dice = tables[number % 3], chance.random.random()
        if number % 11 == 10:
            del states[1 + chance.random.randrange(len(states)) :]
        state, listing = states[-1], legal_moves(book, states[-1], by)
        with nothing_kept():
            assert legal_moves(book, forgotten(state), by) == listing
        move = pick(chance.random, listing) if listing.moves else wild(session, chance.random)
        verdict = decide(book, state, move, by, Seeded(dice))
        with nothing_kept():
            assert decide(book, forgotten(state), move, by, Seeded(dice)) == verdict
        compared += len(listing.moves) + len(listing.refused)
        if verdict.legal and not verdict.state.outcome:
            states.append(verdict.state)
    assert compared > 1000


def played_on(seed: int, moves: int) -> Iterator[State]:
    """States from the middle of a game on, chosen at random: monsters fall, items and marks change, rounds pass."""
    state, chance = read_position(builtin(), MIDGAME.read_text()), Seeded(seed)
    by = By("s1", frozenset(state.explorers), host=True, players=("s1",))
    for _ in range(moves):
        yield state
        listing = legal_moves(builtin(), state, by)
        verdict = decide(builtin(), state, pick(chance.random, listing), by, chance)
        if not verdict.legal or verdict.state.outcome:
            return
        state = verdict.state


def test_steps_that_no_card_changes_cost_what_the_pace_says():
    walked = 0
    for state in played_on(2, 30):
        for walk in legal_moves(builtin(), state, By("s1", frozenset(state.explorers), players=("s1",))).moves[::7]:
            if isinstance(walk, mv.Walk) and not rules_for(builtin(), state, walk.explorer):
                steps = walk_way(builtin(), state, walk.explorer, walk.to)
                start = state.explorers[walk.explorer].space
                told = pace(builtin(), state, walk.explorer).along(start, steps)
                assert walk_paid(builtin(), state, walk.explorer, steps) == told
                walked += 1
    assert walked > 20


def test_what_outlives_a_move_depends_on_nothing_but_what_it_is_kept_by(monkeypatch):
    """`memo.same` keeps a result while its parts stay the same objects: nothing else of a state may be read for it."""
    reading: list[set[str]] = []
    checked: set[str] = set()
    plain_get = State.__getattribute__

    def get(state: State, name: str) -> Any:
        for names in reading:
            names.add(name)
        return plain_get(state, name)

    def same(key: Hashable, parts: tuple[object, ...], work: Callable[[], Any]) -> Any:
        kind = key[0] if isinstance(key, tuple) else key
        reading.append(set())
        found = work()
        read, now = reading.pop(), vars(asked[0])
        unnamed = {name for name in read & now.keys() if not any(now[name] is part for part in parts)}
        assert unnamed <= ALSO.get(kind, set()), key
        checked.add(kind)
        return found

    by = By("s1", frozenset(builtin().explorers), host=True, players=("s1",))
    states = [forgotten(state) for state in played_on(1, 60)]
    for name, module in list(sys.modules.items()):
        if name.startswith("app.rules.") and hasattr(module, "same"):
            monkeypatch.setattr(module, "same", same)
    monkeypatch.setattr(State, "__getattribute__", get)
    for state in states:
        asked = [state]
        legal_moves(builtin(), state, by)
    assert len(checked) == KEPT_BY_PARTS


#: How many results `memo.same` keeps, and what they read but for some detail that is among their parts.
KEPT_BY_PARTS = 9
ALSO = {"cards in force": {"decks", "explorers"}}  # what is held, and whether each is in play, is among the parts
