"""Conditions and prices as they are written in a pack, into those of `app.rules.effects`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from app.rules.vocabulary import Condition, Price

from .fields import MAX_NAME, Field

#: What a condition can be about; those of `NAMING` name a panel or an option with `of`.
SUBJECTS = (
    "spawn_tokens",
    "horror_tokens",
    "charges",
    "open_options",
    "lit_chapter_spaces",
    "explorers",
    "monsters",
    "spawn_rating",
    "horror_rating",
    "monster_level",
    "threat",
    "stored_cards",
    "health",
    "stamina",
    "essence",
    "lost_health",
    "is_explorer",
    "came_over_border",
    "on_tile_with_chapter_space",
    "adjacent_explorers",
    "explorers_on_board",
    "explorers_left",
    "has_attacked",
    "attacked_last_round",
    "on_own_tile",
    "items",
    "items_with_trait",
    "items_of_kind",
    "equipped",
    "adjacent_levers",
    "adjacent_unused_spaces",
    "adjacent_units",
    "step_of_turn",
    "step_of_move",
    "step_of_move_here",
    "tiles",
    "countdowns",
    "units_here",
    "explorers_here",
    "monsters_here",
    "on_lit_tile",
    "is_bearer",
    "charges_panel",
    "chosen",
    "variation",
    "length",
)
NAMING = (
    "open_options",
    "charges_panel",
    "chosen",
    "items_with_trait",
    "items_of_kind",
    "equipped",
    "variation",
    "length",
)

MOST = 99

#: Whom an effect can be about (app.rules.effects).
WHO = (
    "acting",
    "activating",
    "exploring",
    "rolling",
    "each_explorer",
    "each_other",
    "any_explorer",
    "each_monster",
    "each_unit",
    "each_explorer_here",
    "each_unit_here",
    "target",
    "bearer",
)
#: Whom a modifier, a ban or a leave can be about.
MODIFIED = (
    *("bearer", "acting", "activating", "target", "each_explorer", "each_monster", "each_unit"),
    "seen_by_bearer",
    *("here", "explorers_here", "monsters_here", "other_monsters_here", "table"),
)


@dataclass(frozen=True, slots=True)
class Reference:
    """Something that an ability names: `what` = 'locked' or 'charges' (a panel), 'own_charges', 'chosen'."""

    field: Field
    what: str
    name: str = ""


@dataclass(slots=True)
class Scope:
    """What an effect needs to know about where it stands: the sentence above it, and what it names."""

    sentence: str = ""
    named: list[Reference] = field(default_factory=list)


def conditions(where: Field, scope: Scope) -> tuple[Condition, ...]:
    """Conditions that must all hold: `{spawn_tokens: 2 or fewer}`, or a list of such mappings."""
    maps = where.items() if isinstance(where.value, list) else [where]
    return tuple(_condition(key, inner, scope) for one in maps for key, inner in one.pairs().items())


def condition(where: Field, scope: Scope) -> Condition | None:
    """Exactly one condition."""
    found = conditions(where, scope)
    if len(found) == 1:
        return found[0]
    where.note(f"must be exactly one condition, found {len(found)}")
    return None


def _condition(subject: str, where: Field, scope: Scope) -> Condition:
    known = Field(subject, where.path, where.place).one_of(SUBJECTS)
    least: int | None
    most: int | None
    of = ""
    if isinstance(where.value, dict):
        keys = where.fields(("of", "least", "most"))
        of = keys.text("of", longest=MAX_NAME)
        least, most = keys.some_integer("least", 0, MOST), keys.some_integer("most", 0, MOST)
        if least is None and most is None:
            where.note("'least' or 'most' is missing")
    else:
        least, most = _bounds(where)
    if least is not None and most is not None and least > most:
        where.note(f"at least {least} and at most {most} is never so")
    if (known in NAMING) != bool(of):
        where.note(f"'{known}' needs 'of: …'" if known in NAMING else f"'{known}' has no 'of'")
    if of:
        scope.named.append(
            Reference(where, {"open_options": "locked", "charges_panel": "charges"}.get(known, known), of)
        )
    elif known == "charges":
        scope.named.append(Reference(where, "own_charges"))
    return Condition(known, least, most, of)


_PHRASE = re.compile(r"(?:(\d{1,2}) or (more|fewer))|(?:(\d{1,2}) to (\d{1,2}))|none")


def _bounds(where: Field) -> tuple[int | None, int | None]:
    if isinstance(where.value, str) and (found := _PHRASE.fullmatch(where.value)):
        number, way, low, high = found.groups()
        if number:
            return (int(number), None) if way == "more" else (None, int(number))
        return (int(low), int(high)) if low else (None, 0)
    if isinstance(where.value, int) and not isinstance(where.value, bool) and 0 <= where.value <= MOST:
        return where.value, where.value
    where.note("must be 'N or more', 'N or fewer', 'N to M', 'none' or a number")
    return 0, None


_AMOUNTS = (
    "stamina",
    "essence",
    "health",
    "charges",
    "spawn_token",
    "horror_token",
    "add_spawn_token",
    "add_horror_token",
)


def price(where: Field, scope: Scope) -> Price:
    """What is paid before the colon (TK-2)."""
    keys = where.fields((*_AMOUNTS, "add_max", "shared", "destroy_this"))
    amounts = {name: keys.integer(name, 1, MOST, 0) for name in _AMOUNTS}
    paid = Price(
        **amounts,
        add_max=keys.some_integer("add_max", 1, MOST),
        shared=keys.flag("shared"),
        destroy_this=keys.flag("destroy_this"),
    )
    if paid.charges:
        scope.named.append(Reference(keys["charges"], "own_charges"))
    if paid.add_max is not None and not (paid.add_spawn_token or paid.add_horror_token):
        keys["add_max"].note("belongs to 'add_spawn_token' or 'add_horror_token'")
    return paid
