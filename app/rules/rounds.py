"""Finishing turns, phases and the beginning of a round (RD-1, RD-2, EN-5, IP-5, BG-6)."""

from __future__ import annotations

from .agenda import NewRound, TileGoes
from .altering import replace
from .cards import Book
from .engine import MOVES, STEPS, Run
from .entry import enter_waiting
from .events_map import EnvironmentSet
from .events_table import PhaseBegan
from .events_units import ExplorerJoined, ExplorerTook, PoolChanged
from .modifiers import end_with_round
from .moves_table import EndPhase
from .moves_turn import FinishTurn
from .phases import begin_phase
from .set_values import changed
from .state import PHASES, State
from .triggers import trigger
from .turns import pending_reason, take_turn, turn_reasons
from .units import in_play
from .verdicts import By, Reason, reason


def check_finish(book: Book, state: State, move: FinishTurn, by: By) -> list[Reason]:
    """RD-2: an unfinished explorer in the explorer phase, nothing pending."""
    return turn_reasons(state, move.explorer, by)


def do_finish(run: Run, move: FinishTurn) -> None:
    """The explorer's stamina is 0 and it acts no more this round."""
    take_turn(run, move.explorer)
    stamina = run.state.explorers[move.explorer].stamina
    if stamina:
        run.emit(PoolChanged(move.explorer, "stamina", stamina, 0, "finished", "RD-2"))
    run.emit(ExplorerTook(move.explorer, "finished"))
    trigger(run, "turn_finished", actor=move.explorer, unit=move.explorer)


def check_end_phase(book: Book, state: State, move: EndPhase, by: By) -> list[Reason]:
    """RD-1: the phase meant is the current one, nothing is pending, every explorer in play has finished."""
    reasons: list[Reason] = []
    if move.phase != state.phase:
        reasons.append(reason("wrong_phase", "RD-1", phase=state.phase, needed=move.phase))
    pending = pending_reason(state)
    if pending is not None:
        reasons.append(replace(pending, rule="RD-1"))
    if state.phase == "explorer":
        unfinished = tuple(e for e in in_play(state) if not state.explorers[e].finished)
        if unfinished:
            reasons.append(reason("unfinished_explorers", "RD-1", unfinished, who=unfinished))
    return reasons


def do_end_phase(run: Run, move: EndPhase) -> None:
    """The next phase with its rolls; after the monster phase a new round begins (IP-5)."""
    state = run.state
    following = PHASES[(PHASES.index(state.phase) + 1) % len(PHASES)]
    if following != "explorer":
        begin_phase(run, following)
        return
    run.emit(PhaseBegan("explorer", state.round + 1))
    run.open(NewRound(run.new_id()))


def carry_new_round(run: Run, step: NewRound) -> bool:
    """IP-5: countdowns tick together, tiles at zero go one by one, then triggers, then stamina, then replacements."""
    match step.stage:
        case "tick":
            _tick(run)
            run.change(replace(step, stage="destroy"))
        case "destroy":
            _destroy_next(run, step)
        case "triggers":
            run.change(replace(step, stage="return"))
            trigger(run, "new_round", actor=None)
        case "return":
            end_with_round(run)
            _stamina_returns(run)
            run.change(replace(step, stage="enter"))
        case "enter":
            return _replacements(run, step)
        case "done":
            run.close(step)
    return True


def _tick(run: Run) -> None:
    """EN-5: every countdown loses a charge, except one drawn in this very round."""
    for placed in tuple(run.state.environments.values()):
        if placed.charges is not None and placed.drawn_in_round < run.state.round:
            after = max(0, placed.charges - 1)
            run.emit(EnvironmentSet(replace(placed, charges=after), "charged", "EN-5"))


def _destroy_next(run: Run, step: NewRound) -> None:
    over = [card for card, placed in run.state.environments.items() if placed.charges == 0]
    card = run.ask(step, "first", "which_tile_first", "group", over, rule="EN-6", labels=tuple(over))
    if card is None:
        run.change(replace(step, stage="triggers", answers=()))
        return
    run.change(replace(step, answers=()))
    run.open(TileGoes(run.new_id(), run.state.environments[card].cell))


def _stamina_returns(run: Run) -> None:
    for explorer in tuple(run.state.explorers.values()):
        if explorer.status not in ("in_play", "left"):  # who has left by the exit lives on and can be back this round
            continue
        plain = run.book.explorers[explorer.id].stamina
        top = max(0, changed(run.book, run.state, plain, "stamina_next_round", explorer.id))
        if explorer.stamina != top:
            run.emit(PoolChanged(explorer.id, "stamina", explorer.stamina, top, "new_round", "RD-1"))
        if explorer.status == "in_play" and (explorer.begun or explorer.finished):
            run.emit(ExplorerTook(explorer.id, "ready", "RD-1"))


def _replacements(run: Run, step: NewRound) -> bool:
    """BG-6: one unused explorer for each dead one may enter by the entry token; then all who wait enter."""
    state = run.state
    unused = [e.id for e in state.explorers.values() if e.status == "unused"]
    entry = state.entry is not None and state.entry.cell is not None
    if state.settings.replacement == "on" and state.replacements > 0 and unused and entry:
        answer = run.ask(
            step,
            "replacement",
            "which_replacement",
            "group",
            unused,
            rule="BG-6",
            labels=tuple(unused),
        )
        assert answer is not None
        if len(unused) == 1:
            run.note("only_card", "BG-6", answer)
        run.change(replace(step, answers=()))
        run.emit(ExplorerJoined(answer))
        return True
    run.change(replace(step, stage="done"))
    if entry and any(e.status == "waiting" for e in state.explorers.values()):
        enter_waiting(run)
    return True


MOVES[FinishTurn] = (check_finish, do_finish)
MOVES[EndPhase] = (check_end_phase, do_end_phase)
STEPS[NewRound] = carry_new_round
