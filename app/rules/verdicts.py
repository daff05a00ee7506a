"""What the rules answer: a legal move with its events, or a refusal with every reason (architecture, decision 3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from .altering import put

if TYPE_CHECKING:
    from .events import Event
    from .state import State

Param = str | int | tuple[str, ...]


@dataclass(frozen=True, slots=True, init=False)
class Reason:
    """One failing condition: a fact, without prose.

    `code` names the condition, `rule` is a ledger id, `params` carries what a sentence about it needs and
    `alternatives` what would be legal instead, as short facts the page can word (edges, spaces, amounts).
    """

    code: str
    rule: str
    params: tuple[tuple[str, Param], ...] = ()
    alternatives: tuple[str, ...] = ()

    def __init__(
        self, code: str, rule: str, params: tuple[tuple[str, Param], ...] = (), alternatives: tuple[str, ...] = ()
    ) -> None:
        # As a frozen dataclass would, in half the time: a listing holds hundreds of them.
        _set_code(self, code)
        _set_rule(self, rule)
        _set_params(self, params)
        _set_alternatives(self, alternatives)

    def param(self, name: str) -> Param:
        """The value of one parameter; raises KeyError when the reason does not carry it."""
        return dict(self.params)[name]


_set_code, _set_rule, _set_params, _set_alternatives = (
    vars(Reason)[name].__set__ for name in ("code", "rule", "params", "alternatives")
)


def reason(code: str, rule: str, /, alternatives: tuple[str, ...] = (), **params: Param) -> Reason:
    """Build a Reason from keyword parameters."""
    return Reason(code, rule, tuple(sorted(params.items())), alternatives)


#: Reasons that are about who asks, not about the table: they become 403 instead of 409.
SEAT_CODES = frozenset({"seat_watches", "not_your_explorer", "host_only", "not_yours_to_answer"})


@dataclass(frozen=True, init=False)
class Legal:
    """The move is legal: `events` happened, `state` is the state after them."""

    events: tuple[Event, ...]
    state: State
    legal: Literal[True] = True

    def __init__(self, events: tuple[Event, ...], state: State) -> None:
        put(self, "__dict__", {"events": events, "state": state})


@dataclass(frozen=True, slots=True)
class Illegal:
    """The move is refused; `reasons` holds every failing condition, at least one."""

    reasons: tuple[Reason, ...]
    legal: Literal[False] = False


Verdict = Legal | Illegal


@dataclass(frozen=True, slots=True)
class Preview:
    """What a legal move would do, up to the first thing that only chance or a hidden card can tell.

    `unknown` names it ('map_tile', 'terrain', 'die', ...); None means that nothing is left to chance.
    """

    events: tuple[Event, ...]
    unknown: str | None = None


@dataclass(frozen=True, slots=True)
class By:
    """Who asks: the seat, the explorers it may play, and whether it hosts or only watches.

    `explorers` are the seat's own and those that no seat has claimed. `players` are the ids of the
    seats that all have to give the same answer with `group_choice` = every seat confirms: those that have an explorer.
    """

    seat: str
    explorers: frozenset[str] = frozenset()
    host: bool = False
    watcher: bool = False
    players: tuple[str, ...] = field(default=())
