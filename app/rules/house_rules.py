"""House rules: the host changes one, and it is valid from now on (AM-1, ledger: Settings)."""

from __future__ import annotations

from .agenda_items import Recharging, TrapsSprung, UsingEventSpace
from .board import cell_of
from .cards import Book
from .conditions import lit_spaces
from .engine import MOVES, Run
from .events_map import TilesLit
from .events_table import SettingChanged
from .moves_table import ChangeSetting
from .placed import face_id
from .rulings import ask_again
from .settings import CHOICES, figures, setting_problem
from .state import State
from .verdicts import By, Reason, reason

#: While a lever, a station or an event space is being resolved the edition cannot be switched (ED-1).
UNDER_4_0 = (TrapsSprung, Recharging, UsingEventSpace)


def check_setting(book: Book, state: State, move: ChangeSetting, by: By) -> list[Reason]:
    """Only the host, and only a value that the setting has."""
    reasons = [] if by.host else [reason("host_only", "AM-1")]
    problem = setting_problem(move.name, move.value)
    if problem is not None:
        within = figures(move.name)
        between = {"least": within[0], "most": within[1]} if within is not None else {}
        may_be = tuple(v for v in CHOICES.get(move.name, ()) if v != getattr(state.settings, move.name))
        reasons.append(reason(problem, "AM-1", may_be, name=move.name, value=str(move.value), **between))
    elif move.name == "rules_4_0" and any(isinstance(step, UNDER_4_0) for step in state.agenda):
        reasons.append(reason("setting_pending", "ED-1", name=move.name))
    elif getattr(state.settings, move.name) == move.value:
        reasons.append(reason("setting_unchanged", "AM-1", name=move.name, value=str(move.value)))
    return reasons


def do_setting(run: Run, move: ChangeSetting) -> None:
    """The house rule is valid from now on; what is no longer within it stays until it moves."""
    if move.name == "chapter_space_lit" and run.state.settings.chapter_space_lit == "placed":
        spaces = lit_spaces(run.book, run.state)  # what is lit stays lit until its tile goes (CS-2)
        cells = {cell_of(space) for space in spaces}
        lit = tuple(face_id(tile) for tile in run.state.board.tiles if tile.cell in cells)
        if lit:
            run.emit(TilesLit(lit))
    run.emit(SettingChanged(move.name, getattr(run.state.settings, move.name), move.value))
    if move.name in ("cost_explore", "cost_event_space") and move.value != 2:
        run.note("books_say_two", "BG-1", move.name)
    ask_again(run)


MOVES[ChangeSetting] = (check_setting, do_setting)
