"""Table rulings about the party and the round: where explorers stand, whose turn is over, which phase it is (AM-1)."""

from __future__ import annotations

from . import changes as ch
from .agenda import Ask, NewRound, Step
from .agenda_phases import HorrorPhase, MonsterPhase, SpawnPhase
from .cards import Book
from .decks import lay_on_destroyed
from .engine import Run
from .events_table import PhaseBegan, TrackSet
from .events_units import ExplorerSet, ExplorerTook, PoolChanged, UnitLeft, UnitMoved
from .items import lose_items
from .phases import begin_phase
from .rulings import CHANGES
from .rulings_units import space_reasons
from .set_values import changed
from .state import State
from .turns import pending_reason
from .units import EVENT_DECKS, destroy_unit, row_of_absence
from .verdicts import Reason, reason

MOST_ROUNDS = 999
PHASE_STEPS = (SpawnPhase, HorrorPhase, MonsterPhase, NewRound)


# ------------------------------------------------------------------ explorers


def _check_status(book: Book, state: State, c: ch.SetStatus) -> list[Reason]:
    explorer = state.explorers.get(c.explorer)
    if explorer is None:
        return [reason("no_such_explorer", "AM-1", who=c.explorer)]
    if explorer.status == c.status:
        return [reason("like_that_already", "AM-1")]
    if c.status != "in_play":
        return []
    return space_reasons(book, state, c.space) if c.space is not None else [reason("place_missing", "AM-1")]


def _do_status(run: Run, c: ch.SetStatus) -> None:
    explorer = run.state.explorers[c.explorer]
    if c.status == "dead":
        destroy_unit(run, c.explorer, "AM-1", by_ruling=True)
        return
    if explorer.status == "dead" and run.state.replacements:
        run.emit(TrackSet("replacements", run.state.replacements, run.state.replacements - 1, "AM-1"))
    if c.status == "unused":
        _goes_home(run, c.explorer)
        return
    if c.status != "left" or explorer.status in ("dead", "unused"):
        run.emit(ExplorerSet(c.explorer, "waiting", max(1, explorer.health), "AM-1"))
        # What a card gave for a round is kept in that round only: whoever waits may come after it.
        most = run.book.explorers[c.explorer].stamina
        if c.status == "in_play":
            most = max(most, changed(run.book, run.state, most, "stamina_next_round", c.explorer))
        if explorer.stamina > most:
            run.emit(PoolChanged(c.explorer, "stamina", explorer.stamina, most, "ruling", "AM-1"))
    if c.status == "left":
        run.emit(UnitLeft(c.explorer, "exit", "AM-1"))
    elif c.status == "in_play" and c.space is not None:
        run.emit(UnitMoved(c.explorer, c.space, "ruling", rule="AM-1"))


def _goes_home(run: Run, who: str) -> None:
    """It plays no more: its items go as those of the dead, its bound events too, and its pools are as printed."""
    explorer, printed = run.state.explorers[who], run.book.explorers[who]
    lose_items(run, who, explorer.space)
    for deck in EVENT_DECKS:
        for card, holder in run.state.decks[deck].held.items():
            if holder == who:
                lay_on_destroyed(run, deck, card, "AM-1")
    if explorer.stamina != printed.stamina:
        run.emit(PoolChanged(who, "stamina", explorer.stamina, printed.stamina, "ruling", "AM-1"))
    if explorer.essence != printed.essence:
        run.emit(PoolChanged(who, "essence", explorer.essence, printed.essence, "ruling", "AM-1"))
    run.emit(ExplorerSet(who, "unused", printed.health, "AM-1"))


def _check_turn(book: Book, state: State, c: ch.SetTurn) -> list[Reason]:
    explorer = state.explorers.get(c.explorer)
    if explorer is None:
        return [reason("no_such_explorer", "AM-1", who=c.explorer)]
    if explorer.status != "in_play":
        return [reason("not_in_play", row_of_absence(explorer, "CH-9"), who=c.explorer, status=explorer.status)]
    now = "finished" if explorer.finished else "begun" if explorer.begun else "ready"
    return [reason("like_that_already", "AM-1")] if now == c.turn else []


def _do_turn(run: Run, c: ch.SetTurn) -> None:
    explorer = run.state.explorers[c.explorer]
    if c.turn == "finished":
        if explorer.stamina:
            run.emit(PoolChanged(c.explorer, "stamina", explorer.stamina, 0, "finished", "AM-1"))
        run.emit(ExplorerTook(c.explorer, "finished", "AM-1"))
        return
    if explorer.finished or c.turn == "ready":
        run.emit(ExplorerTook(c.explorer, "ready", "AM-1"))
    if c.turn == "begun":
        run.emit(ExplorerTook(c.explorer, "begun", "AM-1"))


# ------------------------------------------------------------------ the phase


def _under_way(state: State) -> tuple[Step, ...]:
    """The steps of a phase under way, with what has come on top of them; the lowest first."""
    at = next((i for i, step in enumerate(state.agenda) if isinstance(step, PHASE_STEPS)), None)
    return () if at is None else state.agenda[at:]


def _check_phase(book: Book, state: State, c: ch.SetPhase) -> list[Reason]:
    """A phase under way is given up, unless something else is being resolved in it."""
    if not 0 <= c.round <= MOST_ROUNDS:
        return [reason("out_of_range", "AM-1", what="round", least=1, most=MOST_ROUNDS, value=c.round)]
    under_way = _under_way(state)
    pending = pending_reason(state)
    busy = len(under_way) > 2 or (len(under_way) == 2 and not isinstance(under_way[1], Ask))
    if pending is not None and (busy or (c.begins and not under_way)):
        return [pending]
    if (c.phase, c.round or state.round) == (state.phase, state.round) and not c.begins:
        return [reason("like_that_already", "AM-1")]
    return []


def _do_phase(run: Run, c: ch.SetPhase) -> None:
    for step in reversed(_under_way(run.state)):
        run.close(step)
    number = c.round or run.state.round
    if not c.begins or c.phase == "explorer" or number != run.state.round:
        run.emit(PhaseBegan(c.phase, number, "AM-1"))
    if c.begins and c.phase == "explorer":
        run.open(NewRound(run.new_id()))
    elif c.begins:
        begin_phase(run, c.phase)


CHANGES[ch.SetStatus] = (_check_status, _do_status)
CHANGES[ch.SetTurn] = (_check_turn, _do_turn)
CHANGES[ch.SetPhase] = (_check_phase, _do_phase)
