"""The use cases: what a page or a script can ask of a table. All that writes goes through here (architecture).

`Service` is the face. Every call takes the door by which somebody came and, where it matters, their seat; errors are
`ServiceError`s with reasons in codes. A move is decided on the table as it is, written, and only then told.
"""

from __future__ import annotations

from app.store.codec import events_json, given_state, load_move, move_json, state_json, warm_up

from .chance import SystemChance
from .errors import (
    InvalidInput,
    InvalidName,
    KeyExpired,
    KeyReused,
    Refused,
    ServiceError,
    TooManyTries,
    UnknownTable,
    Unreadable,
    WrongSeat,
)
from .face import Service
from .keys import part_key
from .names import clean_name, clean_text
from .records import (
    Created,
    DeckAudit,
    Door,
    HomeTable,
    Kind,
    LogEntry,
    NewTable,
    Played,
    Seat,
    SeatAsked,
    TableView,
    UndoPlan,
    who_plays,
)

Seating = tuple[Seat, ...]

__all__ = [
    # the use cases
    "Service",
    "SystemChance",
    # what they take and return
    "Created",
    "DeckAudit",
    "Door",
    "HomeTable",
    "Kind",
    "LogEntry",
    "NewTable",
    "Played",
    "Seat",
    "SeatAsked",
    "Seating",
    "TableView",
    "UndoPlan",
    # what they raise
    "InvalidInput",
    "InvalidName",
    "KeyExpired",
    "KeyReused",
    "Refused",
    "ServiceError",
    "TooManyTries",
    "UnknownTable",
    "Unreadable",
    "WrongSeat",
    # JSON and names
    "clean_name",
    "clean_text",
    "events_json",
    "given_state",
    "load_move",
    "move_json",
    "part_key",
    "state_json",
    "warm_up",
    "who_plays",
]
