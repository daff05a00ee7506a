"""Moves, events and states as JSON and back, by pydantic over their own types: nothing here knows a field.

What players send is checked to the letter: no unknown field, no text for a number, nothing oversized. What we
stored ourselves is read leniently, so that a field that has gone does not close an old table.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Annotated, Any, cast, get_args

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError, from_json, to_json

from app.rules.agenda import Step
from app.rules.changes import Change
from app.rules.events import Event, StepChanged, StepOpened
from app.rules.moves import MakeRuling, Move
from app.rules.state import State

LARGEST_MOVE = 16 * 1024  # bytes of JSON
LONGEST_LIST = 200  # spaces of a path, changes of a ruling
LONGEST_TEXT = 500  # characters, such as a ruling's reason
LARGEST_NUMBER = 1_000_000  # either way from 0

Json = dict[str, Any]


@cache
def _moves() -> TypeAdapter[Move]:
    for kind in (*get_args(Move), *get_args(Change)):
        # Said here for all of them: a misspelt field must never be taken for its default.
        setattr(kind, "__pydantic_config__", ConfigDict(extra="forbid"))  # noqa: B010
    # A faulty change is measured against its own type, not against all of them: three dozen faults help nobody.
    one = Annotated[Change, Field(discriminator="type")]
    MakeRuling.__dataclass_fields__["changes"].type = tuple[one, ...]
    return TypeAdapter(Annotated[Move, Field(discriminator="type")])


@cache
def _events() -> TypeAdapter[tuple[Event, ...]]:
    # Told apart by `type` instead of tried one after another: a stored table opens in a tenth of the time.
    step = Annotated[Step, Field(discriminator="type")]
    for kind in (StepOpened, StepChanged):
        kind.__dataclass_fields__["step"].type = step
    return TypeAdapter(tuple[Annotated[Event, Field(discriminator="type")], ...])


@cache
def _state() -> TypeAdapter[State]:
    return TypeAdapter(State)


@cache
def _steps() -> TypeAdapter[tuple[Step, ...]]:
    return TypeAdapter(tuple[Annotated[Step, Field(discriminator="type")], ...])


def warm_up() -> None:
    """Build what reads and writes the types now, so that the first move of the evening is as quick as the
    rest.
    """
    _moves()
    _events()
    state_form()


# ------------------------------------------------------------------ moves


def load_move(raw: bytes | str | Mapping[str, Any]) -> Move:
    """A move that a player sent, as JSON text or as what JSON text holds.

    Raises pydantic.ValidationError for anything else: an unknown kind or field, a wrong type, too large.
    """
    if isinstance(raw, Mapping):
        try:
            raw = json.dumps(raw, separators=(",", ":"))
        except (TypeError, ValueError, RecursionError) as error:
            raise _refused("move_not_json", "A move is a JSON object.") from error
    if len(raw) > LARGEST_MOVE:
        raise _refused("move_too_large", "A move has at most 16 KiB.")
    return stored_move(raw)


def stored_move(raw: bytes | str) -> Move:
    """A move as `dump_move` wrote it: that has all fields, and may be longer than what was sent.

    Raises pydantic.ValidationError as `load_move` does.
    """
    move = _moves().validate_json(raw, strict=True)
    _check_size(move, ())
    return move


def dump_move(move: Move) -> bytes:
    """A move as JSON, the same bytes for the same move."""
    return _moves().dump_json(move)


def move_json(move: Move) -> Json:
    """A move as a dict fit for JSON; `load_move` takes it."""
    return cast("Json", _moves().dump_python(move, mode="json"))


def _check_size(value: object, at: tuple[str | int, ...]) -> None:
    """Raises pydantic.ValidationError, naming the field, for what no move can need."""
    if isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            raise _refused("text_too_long", f"A text has at most {LONGEST_TEXT} characters.", at)
    elif isinstance(value, int):
        if abs(value) > LARGEST_NUMBER:
            raise _refused("number_too_large", f"A number is at most {LARGEST_NUMBER}.", at)
    elif isinstance(value, tuple):
        if len(value) > LONGEST_LIST:
            raise _refused("list_too_long", f"A list has at most {LONGEST_LIST} items.", at)
        for number, item in enumerate(value):
            _check_size(item, (*at, number))
    elif is_dataclass(value):
        for field in fields(value):
            _check_size(getattr(value, field.name), (*at, field.name))


def _refused(code: str, message: str, at: tuple[str | int, ...] = ()) -> ValidationError:
    return ValidationError.from_exception_data(
        "Move",
        [{"type": PydanticCustomError(code, message), "loc": at, "input": None}],
    )


# ------------------------------------------------------------------ events


def dump_events(events: Sequence[Event]) -> bytes:
    """Events as a JSON list, whole: what is hidden stands in it."""
    return _events().dump_json(tuple(events))


def load_events(raw: bytes | str) -> tuple[Event, ...]:
    """Events from the log. Raises pydantic.ValidationError for those of another rules version (F15)."""
    return _events().validate_json(raw)


def events_json(events: Sequence[Event]) -> list[Json]:
    """Events as a list of dicts fit for JSON."""
    return cast("list[Json]", _events().dump_python(tuple(events), mode="json"))


# ------------------------------------------------------------------ states


def dump_state(state: State) -> bytes:
    """A state as JSON, whole: what is hidden stands in it."""
    return _state().dump_json(state)


def load_state(raw: bytes | str) -> State:
    """A state from JSON. Raises pydantic.ValidationError for one of another form."""
    return _state().validate_json(raw)


def given_state(value: Any) -> State:
    """A state that somebody wrote, as what JSON text holds: to the letter, unlike one of our own.

    Raises pydantic.ValidationError naming each field of a wrong type, one that is missing, or one that is not known.
    """
    agenda = value.get("agenda") if isinstance(value, Mapping) else None
    if isinstance(agenda, list):
        try:  # each against its own type: two dozen faults of all the others help nobody
            _steps().validate_json(to_json(agenda), strict=True)
        except ValidationError as error:
            raise ValidationError.from_exception_data(
                "State",
                [
                    {"type": PydanticCustomError(e["type"], "{told}", {"told": e["msg"]}), "loc": loc, "input": None}
                    for e in error.errors(include_url=False, include_context=False, include_input=False)
                    for loc in [("agenda", *e["loc"][:1], *e["loc"][2:])]  # without the step's type
                ],
            ) from None
    state = _state().validate_json(to_json(value), strict=True)
    unknown = _unknown(value, state_json(state), ())
    if unknown:
        raise ValidationError.from_exception_data(
            "State",
            [
                {"type": PydanticCustomError("extra_forbidden", "is not known"), "loc": at, "input": None}
                for at in unknown
            ],
        )
    return state


def _unknown(given: object, known: object, at: tuple[str | int, ...]) -> list[tuple[str | int, ...]]:
    """Where something was given that has no field."""
    if isinstance(given, Mapping) and isinstance(known, Mapping):
        here = [(*at, key) for key in given if key not in known]
        return here + [place for key in given if key in known for place in _unknown(given[key], known[key], (*at, key))]
    if isinstance(given, list) and isinstance(known, list):
        pairs = enumerate(zip(given, known, strict=False))
        return [place for number, (one, other) in pairs for place in _unknown(one, other, (*at, number))]
    return []


def state_json(state: State) -> Json:
    """A state as a dict fit for JSON; give it a stripped one before it leaves the server."""
    return cast("Json", _state().dump_python(state, mode="json"))


@cache
def state_form() -> str:
    """Names how states are written: it changes with any field, so that no snapshot is read as what it is
    not.
    """
    schema = json.dumps(_state().json_schema(), sort_keys=True)
    return hashlib.sha256(schema.encode()).hexdigest()[:16]


def pack_state(state: State) -> bytes:
    """A state for a snapshot: JSON, compressed to about a tenth."""
    return zlib.compress(dump_state(state), 6)


def unpack_state(data: bytes) -> State:
    """The state in a snapshot. Raises zlib.error or pydantic.ValidationError when it can't be read."""
    return load_state(zlib.decompress(data))


# ------------------------------------------------------------------ plain JSON


def dump_json(value: Mapping[str, object] | Sequence[object]) -> str:
    """Plain JSON without blanks."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def load_json(raw: bytes | str) -> Any:
    """Plain JSON. Raises ValueError when it is none."""
    return from_json(raw)
