"""Forms as people send them, read into what the use cases take; Malformed names the field that can't be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fastapi import Request
from pydantic import ValidationError
from starlette.datastructures import UploadFile

from app.rules.geometry import SIDES, TILE, Side, Space, beyond
from app.rules.moves import (
    AddMonster,
    Change,
    DropItem,
    EndGame,
    MakeRuling,
    Move,
    PutUnit,
    RemoveMonster,
    SetChapter,
    SetCharges,
    SetDoor,
    SetPool,
    SetTokens,
    SetTrack,
    TakeItem,
)
from app.rules.settings import CHOICES, Settings, setting_names
from app.service import NewTable, load_move
from app.web.errors import Malformed, from_validation

if TYPE_CHECKING:
    from app.rules.cards import Book

Fields = Mapping[str, str]
MOST_FIELDS = 120
LONGEST = 20_000  # characters of one field: a move with a long path


@dataclass(frozen=True, slots=True)
class MoveForm:
    """A move from a page: what, at which revision it was seen, its idempotency key, where to go back to."""

    move: Move
    revision: int | None
    key: str | None
    back: str


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
    return MoveForm(move, number(fields, "revision"), fields.get("key") or None, way_back(fields, base))


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


def setting_value(name: str, text: str) -> str | int:
    """A house rule's value from a form: costs and the end of the tracks are numbers."""
    if name in CHOICES or name not in setting_names():
        return text
    if not (text.isdecimal() and text.isascii() and len(text) <= 2):
        raise Malformed((f"settings.{name}", "should be a whole number"))
    return int(text)


# ------------------------------------------------------------------ table rulings


def ruling(fields: Fields, book: Book) -> MakeRuling:
    """The ruling of a form: its kind, its fields, its reason."""
    kind = fields.get("kind", "")
    make = RULINGS.get(kind)
    if make is None:
        raise Malformed(("kind", "is no kind of ruling"))
    return MakeRuling(fields.get("reason", "").strip(), (make(fields, book),))


def _needed(fields: Fields, name: str) -> str:
    text = fields.get(name, "").strip()
    if not text:
        raise Malformed((name, "is missing"))
    return text[:80]


def _value(fields: Fields, name: str = "value") -> int:
    found = number(fields, name)
    if found is None:
        raise Malformed((name, "is missing"))
    return found


def _one_of(fields: Fields, name: str, *allowed: str) -> str:
    text = _needed(fields, name)
    if text not in allowed:
        raise Malformed((name, f"should be one of {', '.join(allowed)}"))
    return text


def _space(fields: Fields) -> Space:
    """Tile, column and row as a space of the lattice."""
    x, _, y = _needed(fields, "cell").partition(",")
    column, row = _value(fields, "column"), _value(fields, "row")
    if not (_is_whole(x) and _is_whole(y) and column < TILE and row < TILE):
        raise Malformed(("cell", "is no space"))
    return int(x) * TILE + column, int(y) * TILE + row


def _is_whole(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and text.isascii() and len(text) <= 4


def _pool(fields: Fields, _: Book) -> Change:
    what = _one_of(fields, "what", "health", "stamina", "essence")
    return SetPool(_needed(fields, "unit"), what, _value(fields))  # type: ignore[arg-type]


def _put(fields: Fields, _: Book) -> Change:
    return PutUnit(_needed(fields, "unit"), _space(fields))


def _monster(fields: Fields, book: Book) -> Change:
    """By its name, so that no page has to hold the ids of cards that nobody has seen."""
    wanted = fields.get("name", "").strip().casefold()
    if not wanted:
        return AddMonster(_space(fields))
    card = next((card.id for card in book.monsters.values() if card.name.casefold() == wanted), None)
    if card is None:
        raise Malformed(("name", "is the name of no monster of this pack"))
    return AddMonster(_space(fields), card)


def _remove(fields: Fields, _: Book) -> Change:
    how = _one_of(fields, "how", "destroyed", "banished")
    return RemoveMonster(_needed(fields, "unit"), how)  # type: ignore[arg-type]


def _track(fields: Fields, _: Book) -> Change:
    track = _one_of(fields, "track", "spawn", "horror", "spawn_rating", "horror_rating", "threat", "level")
    if track in ("spawn", "horror"):
        return SetTokens(track, _value(fields))  # type: ignore[arg-type]
    return SetTrack(track, _value(fields))  # type: ignore[arg-type]


def _charges(fields: Fields, _: Book) -> Change:
    card, _bar, panel = _needed(fields, "card").partition("|")
    return SetCharges(card, _value(fields), panel)


def _door(fields: Fields, _: Book) -> Change:
    space = _space(fields)
    side = _one_of(fields, "side", *SIDES)
    door = _one_of(fields, "door", "open", "closed", "none")
    found: Side = next(one for one in SIDES if one == side)
    return SetDoor(space, beyond(space, found), door)  # type: ignore[arg-type]


def _take(fields: Fields, _: Book) -> Change:
    deck = _one_of(fields, "deck", "weapons", "artifacts", "consumables", "apparel")
    return TakeItem(_needed(fields, "unit"), deck)  # type: ignore[arg-type]


def _drop(fields: Fields, _: Book) -> Change:
    return DropItem(_needed(fields, "card"), fields.get("to", "").strip()[:80])


def _chapter(fields: Fields, _: Book) -> Change:
    return SetChapter(_value(fields, "number"))


def _end(fields: Fields, _: Book) -> Change:
    return EndGame(_one_of(fields, "outcome", "won", "lost"))  # type: ignore[arg-type]


RULINGS = {
    "pool": _pool,
    "put": _put,
    "monster": _monster,
    "remove": _remove,
    "tracks": _track,
    "charges": _charges,
    "door": _door,
    "take": _take,
    "drop": _drop,
    "chapter": _chapter,
    "end": _end,
}
