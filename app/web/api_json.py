"""The shapes of the JSON interface (docs/json.md): what use cases return, as plain values in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, is_dataclass
from typing import TYPE_CHECKING, Any

from pydantic_core import to_json
from starlette.responses import Response

from app.rules.agenda import Ask
from app.rules.visibility import public_move
from app.service import events_json, move_json
from app.web.log_lines import Told
from app.web.messages import Words
from app.web.messages_events import said
from app.web.messages_instead import instead
from app.web.messages_names import where_it_stands
from app.web.messages_questions import asked, option_label
from app.web.messages_reasons import sentence

if TYPE_CHECKING:
    from app.rules.agenda import Step
    from app.rules.verdicts import Reason
    from app.service import LogEntry, Seat, TableView
    from app.web.errors import Problem

Json = dict[str, Any]


class JSON(Response):
    """A ready answer; `content` is made of plain values."""

    media_type = "application/json"

    def __init__(self, content: object, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(to_json(content), status, headers)


def sorted_json(value: Any) -> Any:
    """The same value with the keys of every mapping sorted, so that equal states read the same."""
    if isinstance(value, dict):
        return {key: sorted_json(value[key]) for key in sorted(value)}
    if isinstance(value, list | tuple):
        return [sorted_json(item) for item in value]
    return value


def plain(value: Any) -> Any:
    """Dataclasses, mappings and sequences as dicts and lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | frozenset):
        return [plain(item) for item in (sorted(value) if isinstance(value, frozenset) else value)]
    return value


def seat_json(seat: Seat) -> Json:
    """A seat as everybody at the table may see it."""
    return {
        "id": seat.id,
        "name": seat.name,
        "kind": seat.kind,
        "explorers": list(seat.explorers),
    }


def words_of(view: TableView, book: Any) -> Words:
    """The names for sentences about a table as `view` shows it."""
    return Words(book, view.state, {seat.id: seat.name for seat in view.seats})


def reason_json(words: Words, reason: Reason) -> Json:
    """One reason: code and rule, where that stands, a sentence, what would be legal, the bare facts."""
    return {
        "code": reason.code,
        "rule": reason.rule,
        "where": where_it_stands(reason.rule),
        "message": sentence(words, reason),
        "alternatives": list(reason.alternatives),
        "instead": instead(words, reason),
        "facts": {name: list(v) if isinstance(v, tuple) else v for name, v in reason.params},
    }


def reasons_json(words: Words, reasons: Iterable[Reason]) -> list[Json]:
    """All reasons, in the rules' order."""
    return [reason_json(words, reason) for reason in reasons]


def problem_json(words: Words, problem: Problem) -> Json:
    """The one shape of every answer that is not what was asked for."""
    return {
        "revision": problem.revision,
        "reasons": reasons_json(words, problem.reasons),
        "meanwhile": entries_json(words, problem.meanwhile),
    }


def step_json(words: Words, step: Step, step_values: Json) -> Json:
    """A pending step with its sentence; a question also with its options in words."""
    out: Json = {"sentence": asked(words, step), **sorted_json(step_values)}
    if isinstance(step, Ask):
        out["options"] = [
            {"option": option, "label": option_label(words, step, place)} for place, option in enumerate(step.options)
        ]
        out.pop("labels", None)
    return out


def entry_json(words: Words, entry: LogEntry) -> Json:
    """One log entry: who did what, its public events and the same in sentences, and whether it was undone."""
    return {
        "revision": entry.revision,
        "kind": entry.kind,
        "at": entry.at.isoformat(),
        "seat": entry.seat,
        "name": entry.name,
        "move": move_json(shown) if (shown := public_move(entry.move, entry.events)) else None,
        "events": events_json(entry.events),
        "said": said(words, entry.events),
        "to": entry.to,
        "detail": sorted_json(plain(entry.detail)),
        "undone_by": entry.undone_by,
        "undone_at_revision": entry.undone_at_revision,
        "redone": entry.redone,
        "reveals": entry.reveals,
        "rules": entry.rules,
    }


def entries_json(words: Words, entries: Iterable[LogEntry]) -> list[Json]:
    """Several log entries, in the order given."""
    told, names = Told(words), dict[int, Words]()
    given = list(entries)
    for entry in sorted(given, key=lambda entry: entry.revision):
        names[entry.revision] = told.at(entry)  # tiles and monsters that have gone since keep their names
    return [entry_json(names[entry.revision], entry) for entry in given]
