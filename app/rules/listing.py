"""Every move a seat could make now, the refused ones with their reasons (architecture, decision 3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import moves as mv
from .attacking import profile_of, ways_to_name, weapons_of
from .board import cell_of, layout
from .cards import Book
from .engine import why_not
from .geometry import CHAPTER, CLOSED_DOOR, SIDES, beyond
from .listing_items import step_candidates, turn_items
from .monsters import monster_moves
from .moving import walk_costs
from .playing import active_abilities
from .state import Ask, Exploration, State, StepAbility
from .turns import turn_reasons
from .verdicts import By, Reason


@dataclass(frozen=True, slots=True)
class Listing:
    """`moves` is complete: each can be made as it is. Open-ended moves (rulings, house rules) are not enumerated."""

    moves: tuple[mv.Move, ...]
    refused: tuple[tuple[mv.Move, tuple[Reason, ...]], ...]


def legal_moves(book: Book, state: State, by: By) -> Listing:
    """All moves of this seat, legal and refused; one function decides both (why_not)."""
    moves: list[mv.Move] = []
    refused: list[tuple[mv.Move, tuple[Reason, ...]]] = []
    for move in candidates(book, state, by):
        # Walks are listed from the spaces that can be reached and paid, by whose turn it is: what check_walk looks at.
        reasons = () if type(move) is mv.Walk else why_not(book, state, move, by)
        if reasons:
            refused.append((move, reasons))
        else:
            moves.append(move)
    return Listing(tuple(moves), tuple(refused))


def candidates(book: Book, state: State, by: By) -> Iterator[mv.Move]:
    """Moves worth naming for this seat: those that can be legal now, and those whose refusal explains something."""
    if by.watcher or state.outcome:
        return
    yield from _answers(state, by)
    yield from step_candidates(book, state, state.agenda[-1] if state.agenda else None, by)
    yield from monster_moves(book, state)
    for explorer in state.explorers:
        if explorer in by.explorers and state.explorers[explorer].status == "in_play":
            yield from turn_candidates(book, state, explorer, by)
    yield mv.EndPhase(state.phase)
    if "game" in book.dice:
        yield mv.RollDie("game")


def _answers(state: State, by: By) -> Iterator[mv.Move]:
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Ask):
        for option in top.options:
            yield mv.Answer(top.id, option)
    elif isinstance(top, Exploration):
        if top.stage == "terrain":
            for face in ("a", "b"):
                for edge in SIDES:
                    yield mv.PlaceTerrain(top.id, face, edge)
        elif top.stage == "environment":
            for edge in SIDES:
                yield mv.ConnectEnvironment(top.id, edge)
        elif top.stage == "encounter":
            yield mv.DrawEncounter(top.id)
    elif isinstance(top, StepAbility) and top.stage == "adjust":
        yield mv.CloseAdjust(top.id)
        for explorer in state.explorers.values():
            if explorer.id in by.explorers and explorer.status in ("in_play", "left"):
                yield mv.HelpRoll(top.id, explorer.id)


def turn_candidates(book: Book, state: State, explorer: str, by: By) -> Iterator[mv.Move]:
    """The turn moves of one explorer on the board."""
    unit = state.explorers[explorer]
    assert unit.space is not None
    acting = not turn_reasons(state, explorer, by)
    if acting:
        for space in sorted(walk_costs(book, state, explorer, unit.stamina), key=lambda s: (s[1], s[0])):
            yield mv.Walk(explorer, space)
    yield from _attacks(book, state, explorer, acting)
    for edge in SIDES:
        yield mv.Explore(explorer, edge)
    table = layout(book.faces, state.board)
    for space in table.features(CHAPTER):
        if cell_of(space) == cell_of(unit.space) or space in table.neighbours(unit.space):
            yield mv.ActivateChapterSpace(explorer, space)
    for side in SIDES:
        if table.side(unit.space, side) == CLOSED_DOOR:
            yield mv.OpenDoor(explorer, beyond(unit.space, side))
    yield from turn_items(book, state, explorer, acting=acting)
    if state.exit is not None and state.exit.cell is not None:
        yield mv.LeaveByExit(explorer)
    for card, at, _, bearer in active_abilities(book, state):
        if bearer in (None, explorer):
            yield mv.PlayAbility(explorer, card, at)
    yield mv.FinishTurn(explorer)


def _attacks(book: Book, state: State, explorer: str, acting: bool) -> Iterator[mv.Move]:
    """Every way to attack now, then each monster that cannot be attacked; out of turn one move says why not."""
    for weapon in weapons_of(book, state, explorer):
        profile, _, _ = profile_of(book, state, explorer, weapon)
        if profile is None:
            continue
        named = tuple(ways_to_name(book, state, explorer, profile)) if acting else ()
        yield from (mv.Attack(explorer, targets, weapon) for targets in named or ((),))
        if acting and profile.targets and not profile.shape:
            may = {targets[0] for targets in named}
            yield from (mv.Attack(explorer, (monster,), weapon) for monster in state.monsters if monster not in may)
