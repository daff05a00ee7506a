"""What one unit sees of another: lines of sight, and what cards say about sight (BG-3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from .board import Layout, cell_of, layout
from .cards import Book
from .distances import gap
from .geometry import CLOSED_DOOR, OPEN_DOOR, Space
from .memo import kept
from .modifiers import allows, forbids, in_force, is_said
from .placed import Board, Faces, border_key
from .sight import blocker
from .state import State, key_of
from .verdicts import Reason, reason

#: With full sight cards don't shorten it below so many spaces.
FULL_SIGHT = 6


@lru_cache(maxsize=64)
def unlocked(faces: Faces, table: Layout) -> Layout:
    """The layout as if every closed door were open, for those who see or walk through them."""
    doors = {border_key(border): door for border, door in table.doors.items()}
    doors |= {border_key(border): OPEN_DOOR for border, door in table.door_borders() if door == CLOSED_DOOR}
    return layout(faces, Board(tuple(table.tiles.values()), doors))


def sight_limit(book: Book, state: State, seer: str, target: str) -> tuple[int, str] | None:
    """The lowest limit that cards set to the sight between two units, and its card; sight is mutual (BG-3, IP-22)."""
    limits = [
        (found.n, found.card)
        for unit in (seer, target)
        if unit
        for found in in_force(book, state, "modify", "sight_most", unit)
    ]
    if not limits:
        return None
    most, card = min(limits)
    return (max(most, FULL_SIGHT) if seer and allows(book, state, "full_sight", seer) else most), card


def sight_reason(
    book: Book, state: State, seer: str, at: Space, target: str, space: Space, *, past_corners: bool = False
) -> Reason | None:
    """What keeps `seer`, standing at `at`, from seeing `target` on `space` ('' = no unit), None if nothing (BG-3).

    `past_corners` = the corners of walls are no hindrance.
    """
    hides, limits, opens = kept(book, state, "sight", lambda: _says_about_sight(book, state))
    if hides and target and cell_of(at) != cell_of(space):
        hidden = forbids(book, state, "be_seen_from_outside", target)
        if hidden:
            return reason("hidden_from_outside", "BG-3", who=target, card=hidden)
    limit = sight_limit(book, state, seer, target) if limits else None
    if limit is not None and gap(at, space) > limit[0]:
        return reason("sight_limited", "BG-3", most=limit[0], far=gap(at, space), card=limit[1])
    table = layout(book.faces, state.board)
    if opens and seer and allows(book, state, "sight_through_doors", seer):
        table = unlocked(book.faces, table)
    return in_the_way(table, at, space, sight_corner(state), past_corners)


def sight_corner(state: State) -> bool:
    """Whether a corner of a wall blocks sight (setting sight_corner)."""
    return state.settings.sight_corner == "blocked"


def _says_about_sight(book: Book, state: State) -> tuple[bool, bool, bool]:
    """Whether any card in play hides units from outside, limits sight, lets anybody see through doors."""
    return (
        is_said(book, state, "forbid", "be_seen_from_outside"),
        is_said(book, state, "modify", "sight_most"),
        is_said(book, state, "allow", "sight_through_doors"),
    )


def in_the_way(table: Layout, at: Space, space: Space, corner_blocked: bool, past_corners: bool) -> Reason | None:
    """What lies in the way of a line of sight."""
    known = lines_from(table, at, corner_blocked, past_corners)
    if space not in known:
        found = blocker(table, at, space, corner_blocked, past_corners=past_corners)
        blocked = found and reason("no_sight", "BG-3", what=found.kind, space=key_of(found.leaving))
        known[space] = blocked or None
    return known[space]


@lru_cache(maxsize=1024)
def lines_from(table: Layout, at: Space, corner_blocked: bool, past_corners: bool) -> dict[Space, Reason | None]:
    """What lies in the way from one space to those asked about so far: the same as long as the map stays."""
    return {}


def plain_sight(book: Book, state: State, at: Space) -> Mapping[Space, Reason | None] | None:
    """The lines of sight from a space as far as they are known, if no card in play says anything about sight.

    Then `sight_reason` has nothing to add for a space that is among them.
    """
    if any(kept(book, state, "sight", lambda: _says_about_sight(book, state))):
        return None
    return lines_from(layout(book.faces, state.board), at, sight_corner(state), False)
