"""Why a use case did not do what was asked. Each error carries reasons as the rules do: codes, not sentences.

The web words them and gives them their status: `malformed` 422, seat reasons 403, `unknown_table` 404,
`too_many_tries` and `too_many_seats` 429, everything else 409. Whenever one of these is raised, nothing has changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.rules.verdicts import Param, Reason, reason

if TYPE_CHECKING:
    from .records import LogEntry


class ServiceError(Exception):
    """What was asked was not done. `revision` = the table's now, `meanwhile` = what others did since the asker
    looked.
    """

    def __init__(
        self,
        reasons: tuple[Reason, ...],
        revision: int | None = None,
        meanwhile: tuple[LogEntry, ...] = (),
    ) -> None:
        super().__init__(", ".join(r.code for r in reasons))
        self.reasons = reasons
        self.revision = revision
        self.meanwhile = meanwhile


class UnknownTable(ServiceError):
    """No table has this key, or this code."""

    def __init__(self, code: str = "unknown_table") -> None:
        super().__init__((reason(code, ""),))


class InvalidInput(ServiceError):
    """A value can't be taken as it is: pairs of a field's name and what is wrong with it, in plain words."""

    def __init__(self, *faults: tuple[str, str]) -> None:
        super().__init__(tuple(reason("malformed", "", field=field, fault=fault) for field, fault in faults))


class InvalidName(InvalidInput):
    """A name is empty, too long, or holds characters that no name has."""


class Refused(ServiceError):
    """The rules, or the table's own order, refuse it; `reasons` holds every reason."""


class WrongSeat(ServiceError):
    """This seat, or nobody without a seat, may do this."""


class KeyReused(ServiceError):
    """The idempotency key was used for another move before."""


class KeyExpired(ServiceError):
    """The idempotency key belongs to an entry of long ago: it is not done again, and not answered as if it were new."""


class TooManyTries(ServiceError):
    """Something was tried too often, codes (`too_many_tries`) or seats (`too_many_seats`); `wait` = seconds until the
    next try.
    """

    def __init__(self, code: str, wait: int) -> None:
        super().__init__((reason(code, "", wait=wait),))
        self.wait = wait


class Unreadable(ServiceError):
    """A stored table can't be folded by this release (F15). It is left as it is and can still be exported."""


def refusal(code: str, rule: str = "", /, alternatives: tuple[str, ...] = (), **facts: Param) -> tuple[Reason, ...]:
    """A refusal with a single reason."""
    return (reason(code, rule, alternatives, **facts),)
