"""Attacks on a place: all around one space, or all along a straight line (AttackProfile.shape, BG-2, BG-3, BG-4).

Such an attack names one space in place of its targets. Whatever it catches there is attacked with one roll: units of
all kinds, the attacker in its own blast too, and barrels; ethereal units only by leave (CS-1).
"""

from __future__ import annotations

from collections.abc import Iterator

from .barrels import barrel_name, barrels
from .board import layout
from .cards import Book
from .cards_attacks import AttackProfile
from .combat import may_target_ethereal
from .distances import gap
from .geometry import Space
from .memo import kept
from .modifiers import allows
from .seeing import sight_reason
from .state import State, key_of, space_of
from .targets import is_ethereal
from .units import occupied, space_of_unit
from .verdicts import Reason, reason
from .ways import corner

PLACE = "space "


def place_name(space: Space) -> str:
    """What a space is called among the targets of an attack: 'space x,y'."""
    return f"{PLACE}{key_of(space)}"


def place_of(target: str) -> Space | None:
    """The space that a target names; None for units and barrels, or for a name that is none."""
    if not target.startswith(PLACE):
        return None
    try:
        return space_of(target.removeprefix(PLACE))
    except ValueError:
        return None


def place_reasons(book: Book, state: State, attacker: str, profile: AttackProfile, target: str) -> list[Reason]:
    """Everything against aiming an attack on a place there: no space, too far, out of sight, no line, nobody."""
    at, space = space_of_unit(state, attacker), place_of(target)
    if space is None:
        return [reason("no_space_named", "BG-4")]
    if at is None or space not in layout(book.faces, state.board).spaces:
        return [reason("no_such_target", "BG-4", who=target)]
    reasons: list[Reason] = []
    if profile.within and gap(at, space) > profile.within:
        reasons.append(reason("target_too_far", "BG-4", who=target, most=profile.within, far=gap(at, space)))
    if profile.shape == "line" and not _in_line(at, space):
        reasons.append(reason("no_straight_line", "BG-4", who=target))
    blind = _blind(book, state, attacker, at, space)
    if blind is not None:
        reasons.append(blind)
    if not reasons and not caught(book, state, attacker, profile, target):
        reasons.append(reason("nobody_there", "BG-4", who=target))
    return reasons


def caught(book: Book, state: State, attacker: str, profile: AttackProfile, target: str) -> tuple[str, ...]:
    """The units and barrels that an attack aimed at the space `target` catches, row by row."""
    at, space = space_of_unit(state, attacker), place_of(target)
    if at is None or space is None:
        return ()
    here = frozenset(_covered(book, state, attacker, profile, at, space))
    found = [(s, unit) for s, unit in occupied(state).items() if s in here and _touches(book, state, attacker, unit)]
    found += [(s, barrel_name(s)) for s in barrels(book, state) if s in here]
    return tuple(name for _, name in sorted(found, key=lambda one: (one[0][1], one[0][0])))


def places(book: Book, state: State, attacker: str, profile: AttackProfile) -> tuple[str, ...]:
    """Every space that an attack on a place may be aimed at now so that it catches somebody, row by row."""
    return kept(book, state, ("places", attacker, profile), lambda: tuple(_places(book, state, attacker, profile)))


def _places(book: Book, state: State, attacker: str, profile: AttackProfile) -> Iterator[str]:
    table, at = layout(book.faces, state.board), space_of_unit(state, attacker)
    if at is None:
        return
    reach = profile.within + (1 if profile.shape == "area" else 0)
    there = [s for s in (*occupied(state), *barrels(book, state)) if gap(at, s) <= reach]
    near = {s for s in table.spaces if any(gap(s, other) <= 1 for other in there)} if profile.shape == "area" else there
    for space in sorted(near, key=lambda s: (s[1], s[0])):
        name = place_name(space)
        if not place_reasons(book, state, attacker, profile, name):
            yield name


def _covered(
    book: Book, state: State, attacker: str, profile: AttackProfile, at: Space, space: Space
) -> Iterator[Space]:
    """The spaces of the area, or those of the line from beside the attacker as far as the attack sees and reaches."""
    table = layout(book.faces, state.board)
    if profile.shape == "area":
        yield space
        yield from table.neighbours(space, corner(state))
    elif _in_line(at, space):
        dx, dy = ((d > 0) - (d < 0) for d in (space[0] - at[0], space[1] - at[1]))
        for n in range(1, profile.within + 1):
            one = (at[0] + n * dx, at[1] + n * dy)
            if one not in table.spaces or _blind(book, state, attacker, at, one) is not None:
                return
            yield one


def _in_line(at: Space, space: Space) -> bool:
    dx, dy = abs(space[0] - at[0]), abs(space[1] - at[1])
    return (dx, dy) != (0, 0) and (dx == 0 or dy == 0 or dx == dy)


def _blind(book: Book, state: State, attacker: str, at: Space, space: Space) -> Reason | None:
    """What keeps the attacker from seeing a space, None when nothing does or it need not see."""
    if allows(book, state, "target_without_sight", attacker):
        return None
    return sight_reason(book, state, attacker, at, "", space)


def _touches(book: Book, state: State, attacker: str, unit: str) -> bool:
    """Whether a unit can be caught: ethereal ones by leave only."""
    return not is_ethereal(book, state, unit) or may_target_ethereal(book, state, attacker, unit)
