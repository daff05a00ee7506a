"""The listing worked out plainly: one candidate after the other, each asked about as if nothing was known yet.

`legal_moves` keeps what it has worked out about a state, about parts of one, and about what many moves share; here
nothing of that is used, so that both can be held against each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import MappingProxyType

from app.rules import By, Listing, State, memo, why_not
from app.rules import moves as mv
from app.rules.agenda import Ask, Exploration, StepAbility
from app.rules.aiming import ways_to_name
from app.rules.attacking import profile_of, weapons_of
from app.rules.board import Board, cell_of, layout
from app.rules.cards import Book
from app.rules.geometry import ACTION_SPACES, CHAPTER, CLOSED_DOOR, OPEN_DOOR, SIDES, beyond
from app.rules.holding import dropped, in_force, item_state, items_of
from app.rules.listing_items import step_candidates
from app.rules.monsters import monster_moves
from app.rules.triggers import cards_in_force
from app.rules.turns import turn_reasons
from app.rules.units import in_play


def plain_listing(book: Book, state: State, by: By) -> Listing:
    """What `legal_moves` has to list, in its order. What is kept is kept for those who are asked next."""
    moves: list[mv.Move] = []
    refused: list[tuple[mv.Move, tuple[object, ...]]] = []
    with nothing_kept():
        for move in list(_candidates(book, forgotten(state), by)):
            reasons = why_not(book, forgotten(state), move, by)
            if reasons:
                refused.append((move, reasons))
            else:
                moves.append(move)
    return Listing(tuple(moves), tuple(refused))


@contextmanager
def nothing_kept() -> Iterator[None]:
    """All that is kept is laid aside for a while."""
    names = ("_kept", "_same", "_same_before", "_interned")
    before = {name: getattr(memo, name) for name in names}
    memo.forget()
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(memo, name, value)


def forgotten(state: State) -> State:
    """An equal state about which nothing is kept, nor about any part of it."""
    memo.forget()
    copies = {
        name: MappingProxyType(dict(value))
        for name, value in vars(state).items()
        if isinstance(value, dict | MappingProxyType)
    }
    return replace(state, board=Board(state.board.tiles, dict(state.board.doors)), **copies)


def _candidates(book: Book, state: State, by: By) -> Iterator[mv.Move]:
    if by.watcher or state.outcome:
        return
    yield from _answers(state, by)
    yield from step_candidates(book, state, state.agenda[-1] if state.agenda else None, by)
    yield from monster_moves(book, state)
    for explorer, unit in state.explorers.items():
        if explorer in by.explorers and unit.status == "in_play":
            yield from _of_turn(book, state, explorer, by)
    yield mv.EndPhase(state.phase)
    if "game" in book.dice:
        yield mv.RollDie("game")


def _answers(state: State, by: By) -> Iterator[mv.Move]:
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Ask):
        yield from (mv.Answer(top.id, option) for option in top.options)
    elif isinstance(top, Exploration) and top.stage == "terrain":
        yield from (mv.PlaceTerrain(top.id, face, edge) for face in ("a", "b") for edge in SIDES)
    elif isinstance(top, Exploration) and top.stage == "environment":
        yield from (mv.ConnectEnvironment(top.id, edge) for edge in SIDES)
    elif isinstance(top, Exploration) and top.stage == "encounter":
        yield mv.DrawEncounter(top.id)
    elif isinstance(top, StepAbility) and top.stage == "adjust":
        yield mv.CloseAdjust(top.id, top.roller)
        for explorer in state.explorers.values():
            if explorer.id in by.explorers and explorer.status in ("in_play", "left"):
                yield mv.HelpRoll(top.id, explorer.id, roller=top.roller)


def _of_turn(book: Book, state: State, explorer: str, by: By) -> Iterator[mv.Move]:
    at = state.explorers[explorer].space
    assert at is not None
    acting = not turn_reasons(state, explorer, by)
    table = layout(book.faces, state.board)
    if acting:  # of the walks only the legal ones are listed
        for space in sorted(table.spaces, key=lambda s: (s[1], s[0])):
            walk = mv.Walk(explorer, space)
            if not why_not(book, state, walk, by):
                yield walk
    yield from _attacks(book, state, explorer, acting)
    yield from (mv.Explore(explorer, edge) for edge in SIDES)
    near = [s for s in table.spaces if cell_of(s) == cell_of(at) or s in table.neighbours(at)]
    yield from (mv.ActivateChapterSpace(explorer, s) for s in table.features(CHAPTER) if s in near)
    yield from (mv.OpenDoor(explorer, beyond(at, side)) for side in SIDES if table.side(at, side) == CLOSED_DOOR)
    for what in ACTION_SPACES:
        yield from (mv.ActivateSpace(explorer, s) for s in table.features(what) if s in near)
    for side in SIDES:
        if table.side(at, side) == OPEN_DOOR:
            yield mv.PlaceDoor(explorer, beyond(at, side))
        if table.side(at, side) in (OPEN_DOOR, CLOSED_DOOR):
            yield mv.DestroyDoor(explorer, beyond(at, side))
    for partner in in_play(state):
        if partner != explorer:
            yield mv.StartTrade(explorer, partner)
        yield mv.UseInventory(explorer, partner)
    yield from _items(book, state, explorer, acting)
    if state.exit is not None and state.exit.cell is not None:
        yield mv.LeaveByExit(explorer)
    for card, bearer in cards_in_force(state):
        for address, _, _, ability in book.card(card).abilities():
            if ability.kind == "active" and bearer in (None, explorer):
                yield mv.PlayAbility(explorer, card, address)
    yield mv.FinishTurn(explorer)


def _attacks(book: Book, state: State, explorer: str, acting: bool) -> Iterator[mv.Move]:
    for weapon in weapons_of(book, state, explorer):
        profile, _, _ = profile_of(book, state, explorer, weapon)
        if profile is None:
            continue
        named = tuple(ways_to_name(book, state, explorer, profile)) if acting else ()
        yield from (mv.Attack(explorer, targets, weapon) for targets in named or ((),))
        if acting and profile.targets and not profile.shape:
            may = {targets[0] for targets in named}
            yield from (mv.Attack(explorer, (monster,), weapon) for monster in state.monsters if monster not in may)


def _items(book: Book, state: State, explorer: str, acting: bool) -> Iterator[mv.Move]:
    at = state.explorers[explorer].space
    assert at is not None
    table = layout(book.faces, state.board)
    awake = {card for card, _ in in_force(state)}
    for card in items_of(state, explorer):
        for address, _, _, ability in book.card(card).abilities():
            if ability.kind == "active" and card not in awake:
                yield mv.PlayAbility(explorer, card, address)
        if acting and not item_state(state, card).under:
            for space in table.neighbours(at, state.settings.diagonal_corner == "any"):
                if not table.is_obstacle(space):
                    yield mv.Drop(explorer, card, space)
    yield from (mv.PickUp(explorer, card) for card in dropped(state) if not item_state(state, card).under)
