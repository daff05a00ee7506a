"""What went wrong, in one shape: status, every reason with its rule, and who did what meanwhile.

`STATUS` is the one table from reason to HTTP status; what is not in it was refused by the rules (409). The
same `Problem` becomes JSON for scripts and a page for people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from app.rules.verdicts import SEAT_CODES, Param, Reason, reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.service import LogEntry

MALFORMED: Final = "malformed"
MOST_REASONS: Final = 10  # of a malformed body; more help nobody
LONGEST_FAULT: Final = 160  # characters
REFUSED: Final = 409

#: Reason code -> HTTP status. Everything else is a refusal by the rules: 409.
STATUS: Final[Mapping[str, int]] = MappingProxyType(
    {
        **dict.fromkeys(SEAT_CODES, 403),
        "no_seat": 403,
        "wrong_seat": 403,
        "unknown_token": 403,
        "cross_site": 403,
        "unknown_table": 404,
        "unknown_code": 404,
        "unknown_seat": 404,
        "unknown_request": 404,
        "not_found": 404,
        "method_not_allowed": 405,
        "too_large": 413,
        "file_too_large": 413,
        MALFORMED: 422,
        "unknown_explorer": 422,
        "not_an_export": 422,
        "file_damaged": 422,
        "too_many_tries": 429,
        "too_many_seats": 429,
        "fault": 500,
        "not_ready": 503,
        "database_away": 503,
        "disk_full": 507,
    }
)


#: Faults that pydantic words at length.
FAULTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "union_tag_invalid": "is of no known type",
        "union_tag_not_found": "needs a type",
        "dataclass_type": "should be an object",
        "model_type": "should be an object",
        "missing": "is needed",
        "extra_forbidden": "is not known here",
        "unexpected_keyword_argument": "is not known here",
    }
)


#: What pydantic calls the kinds of which a field may be one or another.
BRANCHES: Final[Mapping[int | str, str]] = MappingProxyType(
    {"str": "a word", "int": "a whole number", "float": "a number", "bool": "true or false"}
)


@dataclass(frozen=True)
class Problem:
    """An answer that is not what was asked for.

    `revision` is the table's revision where the reasons hold, None where no table is concerned.
    """

    status: int
    reasons: tuple[Reason, ...]
    revision: int | None = None
    meanwhile: tuple[LogEntry, ...] = ()


class Refusal(Exception):
    """Raised by the web itself, with a reason's code and its facts; becomes the Problem of that code."""

    def __init__(self, code: str, **facts: Param) -> None:
        super().__init__(code)
        self.reasons = (Reason(code, "", tuple(sorted(facts.items()))),)


class Malformed(Exception):
    """A body that can't be read: pairs of a field's name ('move.edge', '' for all) and what is wrong."""

    def __init__(self, *faults: tuple[str, str]) -> None:
        super().__init__("; ".join(": ".join(fault) for fault in faults))
        self.reasons = tuple(reason(MALFORMED, "", field=field, fault=fault) for field, fault in faults[:MOST_REASONS])


def status_of(reasons: Sequence[Reason]) -> int:
    """The status for a set of reasons: that of the first in `STATUS`, else 409."""
    return next((STATUS[r.code] for r in reasons if r.code in STATUS), REFUSED)


def until_then(reasons: Sequence[Reason]) -> dict[str, str]:
    """The header that says when to try again, in seconds, where a reason knows it."""
    waits = [value for one in reasons for name, value in one.params if name == "wait" and isinstance(value, int)]
    return {"Retry-After": str(max(waits))} if waits else {}


def from_validation(error: ValidationError, *, within: str = "", given: object = None) -> Malformed:
    """A validation error in our words; `within` is the field being read. Values are never repeated.

    With `given`, what was read, paths are told as they stand in it, whatever the names in it look like.
    """
    faults = []
    found = error.errors(include_url=False, include_context=False, include_input=False)
    tried: dict[tuple[int | str, ...], list[str]] = {}  # what a field could have been instead, of which each is a fault
    for fault in found:
        if fault["loc"] and fault["loc"][-1] in BRANCHES:
            tried.setdefault(fault["loc"][:-1], []).append(BRANCHES[str(fault["loc"][-1])])
    for fault in found:
        whole, what = fault["loc"], FAULTS.get(fault["type"]) or lowered(str(fault["msg"]))
        if whole and whole[-1] in BRANCHES and len(tried[whole[:-1]]) > 1:
            whole, what = whole[:-1], f"should be {' or '.join(tried[whole[:-1]])}"
        loc = whole if given is None else path_in(given, whole, missing=fault["type"] == "missing")
        path = ".".join((within, *field_path(loc, all_of_it=given is not None)) if within else field_path(loc))
        told = (path, what)
        if told not in faults:
            faults.append(told)
    return Malformed(*faults)


def field_path(loc: Sequence[Any], *, all_of_it: bool = False) -> tuple[str, ...]:
    """The names of the fields down to the fault, without the steps that only pydantic knows of.

    A name that was sent (a field that is not known) is shortened: nobody decides how long an answer gets.
    """
    return tuple(
        str(part)[:40]
        for part in loc
        if all_of_it or isinstance(part, int) or (str(part)[:1].islower() and "[" not in str(part))
    )


def path_in(given: object, loc: Sequence[Any], *, missing: bool = False) -> tuple[str | int, ...]:
    """Of a fault's place those steps that are in `given`; the last one also where just that is `missing`."""
    path: list[str | int] = []
    for number, part in enumerate(loc):
        in_list = isinstance(given, list) and isinstance(part, int) and part < len(given)
        if in_list or (isinstance(given, Mapping) and part in given):
            given = given[part]  # type: ignore[index]
        elif not (missing and number == len(loc) - 1):
            continue
        path.append(part)
    return tuple(path)


def lowered(message: str) -> str:
    """A message as part of a sentence."""
    start = message[:2]
    return (message if start.isupper() else message[:1].lower() + message[1:]).rstrip(".")[:LONGEST_FAULT]
