"""Every move a seat could make now, the refused ones with their reasons (architecture, decision 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from . import moves as mv
from .agenda import Ask, Exploration, StepAbility
from .attacking import attacks
from .board import Layout, cell_of, layout
from .cards import Book
from .engine import MOVES
from .geometry import ACTION_SPACES, CHAPTER, CLOSED_DOOR, OPEN_DOOR, SIDES, Space, beyond
from .holding import item_state
from .items import drops
from .listing_items import items_listed, step_candidates, to_pick_up, with_others
from .memo import made
from .monsters import monster_moves
from .playing import active_abilities
from .state import Explorer, State
from .turns import TURN_MOVES, turn_reasons
from .units import in_play
from .verdicts import By, Reason
from .ways import walks


@dataclass(frozen=True, slots=True)
class Listing:
    """`moves` is complete: each can be made as it is. Open-ended moves (rulings, house rules) are not enumerated."""

    moves: tuple[mv.Move, ...]
    refused: tuple[tuple[mv.Move, tuple[Reason, ...]], ...]


def legal_moves(book: Book, state: State, by: By) -> Listing:
    """All moves of this seat, legal and refused; one function decides both (why_not)."""
    found = _Found(book, state, by)
    if not by.watcher and not state.outcome:
        found.each(_before_turns(book, state, by))
        for explorer in _who_has_turns(state, by):
            _of_turn(found, explorer)
        found.each(_after_turns(book, state))
    return Listing(tuple(found.moves), tuple(found.refused))


def candidates(book: Book, state: State, by: By) -> Iterator[mv.Move]:
    """Moves worth naming for this seat: those that can be legal now, and those whose refusal explains something."""
    if by.watcher or state.outcome:
        return
    yield from _before_turns(book, state, by)
    for explorer in _who_has_turns(state, by):
        yield from turn_candidates(book, state, explorer.id, by)
    yield from _after_turns(book, state)


def turn_candidates(book: Book, state: State, explorer: str, by: By) -> Iterator[mv.Move]:
    """The turn moves of one explorer on the board: the legal ones, then those that are refused."""
    found = _Found(book, state, by)
    _of_turn(found, state.explorers[explorer])
    yield from found.moves
    yield from (move for move, _ in found.refused)


def _who_has_turns(state: State, by: By) -> list[Explorer]:
    return [e for e in state.explorers.values() if e.id in by.explorers and e.status == "in_play"]


def _before_turns(book: Book, state: State, by: By) -> Iterator[mv.Move]:
    yield from _answers(state, by)
    yield from step_candidates(book, state, state.agenda[-1] if state.agenda else None, by)
    yield from monster_moves(book, state)


def _after_turns(book: Book, state: State) -> Iterator[mv.Move]:
    yield mv.EndPhase(state.phase)
    if "game" in book.dice:
        yield mv.RollDie("game")


Judged = tuple[mv.Move, tuple[Reason, ...]]
"""A move with every reason against it, () when it is legal."""


class _Found:
    """A listing in the making. What many moves have in common is worked out once; `why_not` says the same of each."""

    __slots__ = ("book", "by", "moves", "refused", "state")

    def __init__(self, book: Book, state: State, by: By) -> None:
        self.book = book
        self.state = state
        self.by = by
        self.moves: list[mv.Move] = []
        self.refused: list[Judged] = []

    def judged(self, moves: Iterable[Judged]) -> None:
        """Moves that come with their reasons."""
        for one in moves:
            if one[1]:
                self.refused.append(one)
            else:
                self.moves.append(one[0])

    def each(self, moves: Iterable[mv.Move]) -> None:
        """Moves of which each is judged by itself."""
        book, state, by = self.book, self.state, self.by
        self.judged((move, tuple(MOVES[type(move)][0](book, state, move, by))) for move in moves)

    def turn(self, moves: Iterable[mv.Move], explorer: Explorer, at: Space, turn: tuple[Reason, ...]) -> None:
        """Turn moves of one explorer; `turn` = what stands against any of them."""
        book, state = self.book, self.state
        for move in moves:
            reasons = TURN_MOVES[type(move)](book, state, move, explorer, at)
            if reasons or turn:
                self.refused.append((move, (*turn, *reasons)))
            else:
                self.moves.append(move)


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
        yield mv.CloseAdjust(top.id, top.roller)
        for explorer in state.explorers.values():
            if explorer.id in by.explorers and explorer.status in ("in_play", "left"):
                yield mv.HelpRoll(top.id, explorer.id, roller=top.roller)


def _of_turn(found: _Found, explorer: Explorer) -> None:
    """The turn moves of one explorer on the board."""
    book, state, at = found.book, found.state, explorer.space
    assert at is not None
    turn, mine = tuple(turn_reasons(state, explorer.id, found.by)), (None, explorer.id)
    if not turn:
        # Listed from the spaces that can be reached and paid, by whose turn it is: what check_walk looks at.
        found.moves.extend(walks(book, state, explorer))
    legal, refused = attacks(book, state, explorer, turn)
    found.moves += legal
    found.refused += refused
    found.turn(_on_the_map(layout(book.faces, state.board), explorer.id, at), explorer, at, turn)
    found.turn(with_others(in_play(state), explorer.id), explorer, at, turn)
    for card, asleep in items_listed(book, state, explorer.id):
        if asleep:
            found.turn([made(mv.PlayAbility, explorer.id, card, address) for address in asleep], explorer, at, turn)
        if not turn and not item_state(state, card).under:
            found.judged(drops(book, state, explorer, card, turn))
    found.turn([made(mv.PickUp, explorer.id, card) for card in to_pick_up(state)], explorer, at, turn)
    if state.exit is not None and state.exit.cell is not None:
        found.each((made(mv.LeaveByExit, explorer.id),))
    played = [made(mv.PlayAbility, explorer.id, *one[:2]) for one in active_abilities(book, state) if one[3] in mine]
    found.turn(played, explorer, at, turn)
    found.each((made(mv.FinishTurn, explorer.id),))


@lru_cache(maxsize=1024)
def _on_the_map(table: Layout, explorer: str, at: Space) -> list[mv.Move]:
    """Exploring, and the spaces and doors that are near."""
    found: list[mv.Move] = [mv.Explore(explorer, edge) for edge in SIDES]
    cell, near = cell_of(at), table.neighbours(at)
    found += [mv.ActivateChapterSpace(explorer, s) for s in table.features(CHAPTER) if cell_of(s) == cell or s in near]
    doors = [(door, beyond(at, side)) for side in SIDES if (door := table.side(at, side)) in (OPEN_DOOR, CLOSED_DOOR)]
    found += [mv.OpenDoor(explorer, to) for door, to in doors if door == CLOSED_DOOR]
    for what in ACTION_SPACES:
        found += [mv.ActivateSpace(explorer, s) for s in table.features(what) if cell_of(s) == cell or s in near]
    for door, to in doors:
        if door == OPEN_DOOR:
            found.append(mv.PlaceDoor(explorer, to))
        found.append(mv.DestroyDoor(explorer, to))
    return found
