"""Forms as people send them, read into what the use cases take; Malformed names the field that can't be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fastapi import Request
from pydantic import ValidationError
from starlette.datastructures import UploadFile

from app.rules.moves import Move
from app.rules.settings import CHOICES, Settings, setting_names, setting_problem
from app.service import NewTable, load_move
from app.web.errors import Malformed, from_validation
from app.web.following import Follow, read_follows

if TYPE_CHECKING:
    from app.rules.cards import Book

Fields = Mapping[str, str]
MOST_FIELDS = 120
LONGEST = 20_000  # characters of one field: a move with a long path


@dataclass(frozen=True, slots=True)
class MoveForm:
    """A move from a page: what, at which revision it was seen, its idempotency key, where to go back to.

    `then` answers what the move brings up.
    """

    move: Move
    revision: int | None
    key: str | None
    back: str
    then: tuple[Follow, ...] = ()


async def read(request: Request) -> dict[str, str]:
    """The fields of a posted form; of several with one name the last. Files are none of them."""
    async with request.form(max_files=1, max_fields=MOST_FIELDS) as form:
        found = {name: value for name, value in form.multi_items() if not isinstance(value, UploadFile)}
    for name, value in found.items():
        if len(value) > LONGEST:
            raise Malformed((name[:40], "is too long"))
    return found


async def read_several(request: Request, name: str) -> list[str]:
    """All values of the fields called `name`, such as ticked boxes."""
    async with request.form(max_files=1, max_fields=MOST_FIELDS) as form:
        return [value for value in form.getlist(name) if not isinstance(value, UploadFile)]


def number(fields: Fields, name: str) -> int | None:
    """A whole number of a field, None when it is empty or missing."""
    text = fields.get(name, "").strip()
    if not text:
        return None
    if not (text.isdecimal() and text.isascii() and len(text) <= 9):
        raise Malformed((name, "should be a whole number"))
    return int(text)


def way_back(fields: Fields, base: str) -> str:
    """Where a form leads back to: a page of the same table, whatever was sent."""
    back = fields.get("back", "")
    plain = back.startswith(f"{base}/") and "\\" not in back and not any(ord(c) < 33 for c in back)
    return back if plain else f"{base}/board"


def move_form(fields: Fields, base: str) -> MoveForm:
    """A posted move. Its JSON stands in the field `move`."""
    if "move" not in fields:
        raise Malformed(("move", "is missing"))
    try:
        move = load_move(fields["move"])
    except ValidationError as error:
        raise from_validation(error, within="move") from None
    then = read_follows(fields.get("then", ""))
    return MoveForm(move, number(fields, "revision"), fields.get("key") or None, way_back(fields, base), then)


# ------------------------------------------------------------------ a new table


def new_table(fields: Fields, explorers: list[str], book: Book) -> NewTable:
    """The table that a form describes: empty fields are left to their defaults."""
    scenario = fields.get("scenario") or next(iter(book.scenarios))
    given: dict[str, object] = {
        "name": fields.get("name", "").strip() or None,
        "player": fields.get("player", "").strip() or None,
        "scenario": scenario,
        "length": fields.get(f"length:{scenario}") or None,
        "variation": fields.get(f"variation:{scenario}") or None,
        "explorers": explorers or None,
        "settings": house_rules(fields),
    }
    try:
        return NewTable.model_validate(given)
    except ValidationError as error:
        raise from_validation(error) from None


def house_rules(fields: Fields) -> dict[str, str | int]:
    """The house rules of a form that differ from their defaults."""
    found: dict[str, str | int] = {}
    default = Settings()
    for name in setting_names():
        text = fields.get(f"set:{name}")
        if text is None:
            continue
        value = setting_value(name, text)
        if value != getattr(default, name):
            found[name] = value
    return found


def readable_rules(fields: Fields) -> tuple[dict[str, str | int], dict[str, str]]:
    """The house rules of a form that can be read, and what was typed for those that can't."""
    found: dict[str, str | int] = {}
    unread: dict[str, str] = {}
    for name in setting_names():
        text = fields.get(f"set:{name}")
        if text is None:
            continue
        try:
            value = setting_value(name, text)
        except Malformed:
            unread[name] = text[:60]
            continue
        if setting_problem(name, value) is None:
            found[name] = value
        else:
            unread[name] = text[:60]
    return found, unread


def setting_value(name: str, text: str) -> str | int:
    """A house rule's value from a form: costs and the end of the tracks are numbers."""
    if name in CHOICES or name not in setting_names():
        return text
    if not (text.isdecimal() and text.isascii() and len(text) <= 2):
        raise Malformed((f"settings.{name}", "should be a whole number"))
    return int(text)
