"""Positions that are posted (docs/json.md, State): read to the letter, every fault told by its field."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pydantic import ValidationError

from app.rules import EndlessAbility, State, violations
from app.rules.position import read_position, says_nothing
from app.rules.position_words import PositionError
from app.rules.references import misfits
from app.rules.state import space_of
from app.service import given_state
from app.web.check_text import NOTHING, impossible_words
from app.web.errors import Malformed, from_validation, lowered
from app.web.messages_invariants import broken_words

if TYPE_CHECKING:
    from app.rules.cards import Book

T = TypeVar("T")

log = logging.getLogger("vivarium.rules")

POSITION: Final = "position"
#: Where a broken invariant stands in a state, by its name; {} is what breaks it. Units: see `_unit`.
PLACES: Final[Mapping[str, str]] = {
    "two_tiles_in_a_cell": "board.tiles",
    "board_too_wide": "board.tiles",
    "tiles_in_play": "decks.tiles.in_play",
    "terrains_in_play": "decks.terrains.in_play",
    "environment_without_tile": "environments.{}.cell",
    "environment_on_explored_edge": "environments.{}.edge",
    "token_off_edge": "{}",
    "mark_off_board": "marks.{}",
    "current_unknown": "current",
    "item_of_nobody": "items.{}",
    "augment_without_host": "items.{}",
    "equipped_by_nobody": "items.{}",
    "too_many_augments": "items.{}",
    "slots_exceeded": "items",
    "rating_range": "{}",
    "threat_range": "threat",
    "setting_value": "settings.{}",
    "picked_value": "picked",
    "step_ids": "agenda",
    "agenda_after_end": "outcome",
}
UNITS: Final = {
    "unit_off_board": "space",
    "unit_on_obstacle": "space",
    "status_and_space": "status",
    "health_range": "health",
    "pool_range": "",
    "monster_card": "card",
}
#: Parts of a state that are left out in turn to find the one that nothing can go on from, with what stands for it.
SUSPECTS: Final[tuple[tuple[str, Any], ...]] = (
    ("agenda", ()),
    ("queue", ()),
    ("due", ()),
    ("lasting", ()),
    ("picked", ()),
    ("used", {}),
    ("card_marks", {}),
    ("items", {}),
)


def position_of(book: Book, position: dict[str, Any] | str) -> State:
    """The state in a position; raises Malformed (422) naming the fields, or the line of a text."""
    if isinstance(position, str):
        if says_nothing(position):
            raise Malformed((POSITION, NOTHING))
        try:
            return read_position(book, position)
        except PositionError as error:
            field = "" if error.field == POSITION else f", {error.field}"
            where = f"{POSITION} line {error.line}{field}" if error.line else POSITION
            told = impossible_words(book, error)
            raise Malformed((where, lowered(told))) from error
    within = f"{POSITION}.state" if "state" in position else POSITION
    given = position.get("state", position)
    try:
        state = given_state(given)
    except ValidationError as error:
        raise from_validation(error, within=within, given=given) from error
    faults = [(f"{within}.{path}", fault) for path, fault in misfits(book, state)]
    if not faults:
        # Which hidden cards lie where is not in a position, so that the cards cannot be counted.
        broken = [name for name in violations(book, state) if not name.startswith("card_")]
        faults = [
            (f"{within}.{stands_at(state, name)}".rstrip("."), broken_words(book, state, name)) for name in broken
        ]
    if faults:
        raise Malformed(*faults)
    return state


def stands_at(state: State, violation: str) -> str:
    """The field in which a violation of `violations` stands, such as 'explorers.exp-01.space'; '' unknown."""
    name, _, which = violation.partition(" ")
    if name in UNITS:
        kind = "explorers" if which in state.explorers else "monsters"
        return f"{kind}.{which}.{UNITS[name]}".rstrip(".")
    if name == "two_units_on":
        there = space_of(which)
        monster = next((m for m in state.monsters.values() if m.space == there), None)
        found = next((e.id for e in reversed(tuple(state.explorers.values())) if e.space == there), "")
        return f"monsters.{monster.id}.space" if monster else f"explorers.{found}.space"
    if name == "charges_negative":
        return f"environments.{which}.charges" if which in state.environments else f"card_marks.{which}.charges"
    if name == "held_by_nobody":
        return next((f"decks.{deck}.held.{which}" for deck, lie in state.decks.items() if which in lie.held), "decks")
    if name == "tokens_negative":
        return "spawn_tokens" if state.spawn_tokens < 0 else "horror_tokens"
    return PLACES.get(name, "").format(which)


def guarded(work: Callable[..., T], book: Book, state: State, *more: Any) -> T:
    """Do `work`; a position that the rules cannot go on from is malformed, not a fault of the server."""
    try:
        return work(book, state, *more)
    except Malformed:
        raise
    except Exception as error:
        log.debug("a position that cannot be decided", exc_info=True)
        if isinstance(error, EndlessAbility):
            raise Malformed((f"{POSITION}.agenda", "what waits there would never come to an end")) from error
        raise Malformed(_culprit(work, book, state, *more)) from error


def _culprit(work: Callable[..., T], book: Book, state: State, *more: Any) -> tuple[str, str]:
    """Which part of the state the rules cannot go on from: the first without which they can."""
    for part, nothing in SUSPECTS:
        if getattr(state, part):
            try:
                work(book, replace(state, **{part: nothing}), *more)
            except Exception:
                continue  # it is not this part alone
            return f"{POSITION}.{part}", "what stands there cannot come about in this position"
    return POSITION, "cannot come about: the rules can't go on from it"
