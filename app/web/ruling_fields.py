"""The fields of the forms of table rulings: lists to pick from, numbers, a space as players say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.rules.board import cell_of, layout, within
from app.rules.geometry import TILE, Space
from app.rules.state import key_of
from app.rules.units import destroyed_spawns, occupied
from app.web.contexts import Pick
from app.web.contexts_rulings import RulingField, RulingKind
from app.web.seen_table import Table

LONGEST_TYPED = 60  # characters, as the fields take them

Asked = Mapping[str, str]
Choices = list[tuple[str, str]]  # value and words


def hidden(name: str, value: str) -> RulingField:
    """A value that goes along unseen."""
    return RulingField(name, "", value)


def choice(name: str, label: str, choices: list[tuple[str, str]], chosen: str) -> RulingField:
    """One of (value, words); the first where `chosen` is none of them."""
    picks = tuple(Pick(value, title, chosen=value == chosen) for value, title in choices)
    return RulingField(name, label, chosen, picks)


def number_field(name: str, label: str, value: int, least: int, most: int, field_id: str) -> RulingField:
    """A number with its bounds."""
    return RulingField(name, label, str(min(max(value, least), most)), (), least, most, field_id)


def number_of(label: str, of: Mapping[str, str], nows: Mapping[str, int], most: int, field_id: str) -> RulingField:
    """A number of 0 to `most` that starts at what is now for the choices `of`, name and value (`RulingField.nows`)."""
    stood = "|".join(of.values())
    found = number_field("value", label, nows.get(stood, 0), 0, most, field_id)
    return replace(found, of=tuple(of), nows=nows, stood=stood)


def of_another(kind: RulingKind, asked: Asked) -> tuple[str, int] | None:
    """What is chosen, and what it is now, where the number was left as it had been filled in for another choice.

    Without scripts a number does not follow what is chosen beside it: it must not be set unseen.
    """
    for field in kind.fields:
        chosen = "|".join(asked.get(name, "") for name in field.of)
        left = asked.get("value") == asked.get("stood_at") and asked.get("stood", chosen) != chosen
        if field.nows and left and chosen in field.nows:
            return chosen, field.nows[chosen]
    return None


def decimal(asked: Asked, name: str, otherwise: int) -> int:
    """The number that the address asks for, if it is one."""
    text = asked.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 4 else otherwise


def typed_again(kind: RulingKind, asked: Asked) -> RulingKind:
    """The form with what was filled in before, whatever it was; a choice only if it is still offered."""
    found = []
    for field in kind.fields:
        value = asked.get(field.name, field.value)
        if field.choices and any(pick.value == value for pick in field.choices):
            picks = tuple(replace(pick, chosen=pick.value == value) for pick in field.choices)
            field = replace(field, value=value, choices=picks)
        elif not field.choices:
            stood = "|".join(asked.get(name, "") for name in field.of)
            field = replace(field, value=value[:LONGEST_TYPED], stood=stood)
        found.append(field)
    return replace(kind, fields=tuple(found))


def place(table: Table, prefix: str, label: str, at: str) -> tuple[RulingField, ...]:
    """A space as players say it: tile, column, row. `at` = 'x,y' of the lattice, or ''."""
    tiles = [(f"{t.cell[0]},{t.cell[1]}", table.words.tile(t.cell)) for t in table.state.board.tiles]
    cell, column, row = tiles[0][0] if tiles else "0,0", 0, 0
    x, comma, y = at.partition(",")
    if comma and x.lstrip("-").isdecimal() and y.lstrip("-").isdecimal():
        space = (int(x), int(y))
        cell, (column, row) = f"{cell_of(space)[0]},{cell_of(space)[1]}", within(space)
    columns = [(str(n), "abcdefghij"[n]) for n in range(TILE)]
    rows = [(str(n), str(n + 1)) for n in range(TILE)]
    return (
        choice(f"{prefix}cell", f"{label}: tile", tiles, cell),
        choice(f"{prefix}column", "Column", columns, str(column)),
        choice(f"{prefix}row", "Row", rows, str(row)),
    )


def free_space(table: Table, near: Space | None = None) -> str:
    """A space that a unit can be put on, 'x,y': the one nearest to `near`, else the first of the board; '' none."""
    state = table.state
    lies, gone, taken = layout(table.book.faces, state.board), destroyed_spawns(state), occupied(state)
    free = [space for space in lies.spaces if space not in taken and not lies.is_obstacle(space, gone)]
    if not free:
        return ""
    x, y = near or free[0]
    return key_of(min(free, key=lambda space: (abs(space[0] - x) + abs(space[1] - y), space[1], space[0])))


def explorer_choices(table: Table, *statuses: str) -> Choices:
    """The explorers of those statuses, or all."""
    there = table.state.explorers.values()
    return [(e.id, table.words.unit(e.id)) for e in there if not statuses or e.status in statuses]
