"""Whose turn it is: what stands against any turn move (RD-1, RD-2, RD-7), and beginning a turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal

from .agenda import Ask, Exploration, Step, StepAbility
from .agenda_items import SharedPayment, Trading, UsingInventory
from .agenda_phases import MonsterPhase
from .cards import Book
from .engine import Check, Run
from .events_units import ExplorerTook
from .geometry import Space
from .memo import kept
from .state import Explorer, State
from .units import row_of_absence
from .verdicts import By, Reason, reason


def pending_reason(state: State) -> Reason | None:
    """The reason that a step is pending, naming it and who answers; None when the agenda is empty."""
    if not state.agenda:
        return None
    top = state.agenda[-1]
    return reason("step_pending", step_rule(top), what=step_name(top), who=who_answers(state, top), step=str(top.id))


def unheard_of(state: State, step: int, rule: str) -> list[Reason]:
    """Why a move for this step is refused if there never was one of that id, or what opened it was taken back."""
    if 0 < step < state.next_id:
        return []
    pending = pending_reason(state)
    return [reason("no_such_step", rule, now=str(pending.param("what")) if pending else "")]


def step_rule(step: Step) -> str:
    """The ledger row by which a step must be answered first."""
    if isinstance(step, Exploration):
        return "EX-2"
    if isinstance(step, Ask):
        return step.rule or "RD-7"
    if isinstance(step, StepAbility):
        return "ST-5"
    if isinstance(step, MonsterPhase):
        return "RD-5"
    if isinstance(step, SharedPayment | Trading | UsingInventory):
        return step.rule
    return "IP-1"


def step_name(step: Step) -> str:
    """A code for what is pending: 'terrain', 'environment', 'encounter' or the question's code."""
    if isinstance(step, Exploration):
        return step.stage
    if isinstance(step, Ask):
        return step.question
    if isinstance(step, StepAbility):
        return f"steps_{step.stage}"
    return step.type


def who_answers(state: State, step: Step) -> str:
    """An explorer's id while it is in play, else 'group' (IP-2, AM-2)."""
    match step:
        case Exploration() | Trading() | UsingInventory():
            who = step.explorer
        case Ask():
            who = step.who
        case StepAbility():
            who = step.roller
        case _:
            who = "group"
    explorer = state.explorers.get(who)
    return who if explorer is not None and explorer.status == "in_play" else "group"


def answer_reasons(state: State, who: str, by: By, rule: str = "") -> list[Reason]:
    """Why this seat may not answer the step on top of the agenda, which `who` answers (AM-2).

    `rule` = the row that says so; without it that by which the step must be answered.
    """
    if who == "group":
        if state.settings.group_choice == "host" and not by.host:
            return [reason("host_only", "AM-2")]
        return []
    return [] if who in by.explorers else [reason("not_yours_to_answer", rule or step_rule(state.agenda[-1]), who=who)]


def seat_reasons(state: State, explorer: str, by: By) -> list[Reason]:
    """Why this seat may not move `explorer`."""
    if explorer not in state.explorers:
        return [reason("no_such_explorer", "RD-2", who=explorer)]
    return [] if explorer in by.explorers else [reason("not_your_explorer", "RD-2", who=explorer)]


def turn_reasons(state: State, explorer: str, by: By) -> list[Reason]:
    """Everything that keeps `explorer` from a turn move now, whatever the move; a list of the caller's own."""
    return seat_reasons(state, explorer, by) or list(
        kept(None, state, ("turn", explorer), lambda: tuple(_turn_reasons(state, explorer)))
    )


Against = Callable[[Book, State, Any, Explorer, Space], list[Reason]]
"""What stands against a turn move, apart from whose turn it is: of the move, its explorer and where that stands."""
#: By the type of a turn move.
TURN_MOVES: dict[type, Against] = {}


def turn_move(kind: type, against: Against) -> Check:
    """The check of a kind of turn moves: whose turn it is, then `against` if the explorer is on the board at all."""
    TURN_MOVES[kind] = against

    def check(book: Book, state: State, move: Any, by: By) -> list[Reason]:
        reasons = turn_reasons(state, move.explorer, by)
        explorer = state.explorers.get(move.explorer)
        if explorer is None or explorer.space is None:
            return reasons
        return reasons + against(book, state, move, explorer, explorer.space)

    return check


def _turn_reasons(state: State, explorer: str) -> list[Reason]:
    reasons: list[Reason] = []
    unit = state.explorers[explorer]
    if state.phase != "explorer":
        reasons.append(reason("wrong_phase", "RD-7", phase=state.phase, needed="explorer"))
    if unit.status != "in_play":
        # who left by the exit is alive, and skips its turn
        reasons.append(reason("not_in_play", row_of_absence(unit, "CH-9"), who=explorer, status=unit.status))
    elif unit.finished:
        others = tuple(e.id for e in state.explorers.values() if e.status == "in_play" and not e.finished)
        reasons.append(reason("already_finished", "RD-2", others, who=explorer))
    pending = pending_reason(state)
    if pending is not None:
        reasons.append(pending)
    if state.settings.turn_order == "one_at_a_time":
        begun = [
            e.id
            for e in state.explorers.values()
            if e.status == "in_play" and e.begun and not e.finished and e.id != explorer
        ]
        if begun and not unit.begun:
            reasons.append(reason("another_turn", "RD-2", who=begun[0]))
    return reasons


def take_turn(run: Run, explorer: str, *, walks: bool = False) -> None:
    """The explorer has begun its turn; it is in its turn while this move is being resolved (RD-2).

    Whatever it does but walk ends what it walked in one move.
    """
    run.continues = True
    used = run.state.used
    under_way = used.get(f"walked {explorer}", 0) > used.get(f"stopped {explorer}", 0)
    if run.state.acting != explorer or (under_way and not walks):
        run.emit(_took(explorer, "acts"))
    if not run.state.explorers[explorer].begun:
        run.emit(_took(explorer, "begun"))


@lru_cache(maxsize=64)
def _took(explorer: str, what: Literal["acts", "begun"]) -> ExplorerTook:
    return ExplorerTook(explorer, what)


def whose_turn(run: Run) -> str | None:
    """The explorer in whose turn this happens, if it is in play: while a move of its is being resolved (RD-2)."""
    explorer = run.state.explorers.get(run.state.acting) if run.continues else None
    return explorer.id if explorer is not None and explorer.status == "in_play" else None


def whose_move(run: Run) -> str | None:
    """The explorer whose move is being resolved, also if it has died of it (IP-14); None when it is nobody's."""
    return run.state.acting if run.continues and run.state.acting in run.state.explorers else None
