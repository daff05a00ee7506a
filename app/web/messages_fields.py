"""What is wrong with a field of a form, in a whole sentence that names the field as one speaks of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from app.web.messages import Words
    from app.web.messages_names import Value

#: Fields of forms as one speaks of them.
FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "at": "The place",
        "begins": "What begins",
        "card": "The card",
        "cell": "The place",
        "column": "The column",
        "count": "How many explorers play",
        "deck": "The deck",
        "does": "What it is",
        "door": "The door",
        "face": "The face",
        "file": "The file",
        "how": "The way",
        "kind": "The kind",
        "lasting": "What lasts",
        "level": "The level",
        "lies": "The direction",
        "mark": "The mark",
        "move": "The move",
        "name": "The name",
        "number": "The number",
        "on": "The card",
        "option": "The option",
        "outcome": "The outcome",
        "phase": "The phase",
        "quarters": "The turn",
        "reason": "The reason",
        "resolves": "What resolves",
        "round": "The round",
        "row": "The row",
        "scenario": "The scenario",
        "side": "The side",
        "source": "The source",
        "status": "The status",
        "step": "What is open",
        "to": "What becomes of it",
        "token": "The token",
        "track": "The track",
        "turn": "The turn",
        "unit": "Who it is about",
        "used": "What was used",
        "value": "The number",
        "what": "What it is about",
        "where": "The place",
        "which": "The card",
    }
)
#: How a fault begins that is said of its field.
SAID_OF_IT: Final = ("is ", "should ", "has ", "can't ")


def malformed(words: Words, facts: Mapping[str, Value]) -> str:
    """What is wrong with a field, as a sentence; a fault that begins with what was typed is one already."""
    field, fault = str(facts["field"]), str(facts["fault"])
    if fault.startswith("“"):
        return f"{fault}."
    return f"{FIELDS.get(field, field)} {fault}." if fault.startswith(SAID_OF_IT) else f"{field}: {fault}."


__all__ = ["malformed"]
