"""What `legal_moves` lists is all there is: every move of a plain kind that is legal stands in the list, no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.rules import By, State, decide, legal_moves, why_not
from app.rules import moves as mv
from app.rules.board import layout
from app.rules.geometry import SIDES, beyond
from app.rules.state import PHASES, Ask
from tests.support.players import pick
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
    for number in range(45):
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
