"""What falls due between abilities, and in which order: the end of the game, the next chapter, what was triggered."""

from __future__ import annotations

from .agenda import EdgeMoves, TileGoes
from .chapters import settle_chapter
from .contested import settle_values
from .dead_ends import settle_dead_end
from .determined import settle_determined
from .effects_game import End
from .engine import AT_ONCE, AT_REST, SETTLE, Run
from .entering import settle_entering
from .events_agenda import DueSet
from .events_table import GameEnded
from .explosions import settle_barrels
from .modifiers import settle_left_behind
from .preventing import settle_dying
from .state import State, Trigger, space_of
from .triggered import settle_preventing, settle_triggers


def settle_end(run: Run) -> bool:
    """BG-6, BG-7: the ability in hand is finished; lost goes first, then won."""
    state = run.state
    if _all_gone(state):
        can_enter = (
            state.settings.last_death == "nobody_can_enter"
            and state.settings.replacement == "on"
            and state.entry is not None
            and state.entry.cell is not None
            and any(e.status == "unused" for e in state.explorers.values())
        )
        if not can_enter:
            run.emit(GameEnded("lost", "all_dead", "BG-6"))
            return True
    if not state.due:
        return False
    if "lost" in state.due:
        run.emit(GameEnded("lost", state.chapter_card))
        return True
    if "won" in state.due and not any(_can_lose(run, waiting) for waiting in state.queue):
        run.emit(GameEnded("won", state.chapter_card))
        return True
    return False


def _all_gone(state: State) -> bool:
    for explorer in state.explorers.values():  # noqa: SIM110 - asked after every ability, and mostly over at the first
        if explorer.status not in ("dead", "unused"):
            return False
    return True


def _can_lose(run: Run, waiting: Trigger) -> bool:
    """Whether a waiting ability says that the explorers lose: it goes before a win of the same moment (BG-7)."""
    ability = run.book.ability(waiting.card, waiting.at)[2]
    return any(isinstance(effect, End) and not effect.won for effect in ability.do)


def settle_tiles(run: Run) -> bool:
    """IP-6: tiles whose last charge an ability took are destroyed as soon as it is finished, one after another."""
    if not run.state.due:
        return False
    if any(isinstance(step, TileGoes | EdgeMoves) for step in run.state.agenda):
        return False  # first all that hung on the edges of the one before
    for due in run.state.due:
        if due.startswith("tile "):
            run.emit(DueSet(tuple(d for d in run.state.due if d != due)))
            x, y = space_of(due.removeprefix("tile "))
            run.open(TileGoes(run.new_id(), (x, y)))
            return True
    return False


#: What may prevent a loss, then who is still without health: the dead take no part in what is in hand (IP-12, IP-14).
AT_ONCE.extend([settle_preventing, settle_dying])
#: In this order: who has lost does not win, and a chapter that is over triggers nothing more. Whether a way is left is
#: looked at last.
SETTLE.extend(
    [
        settle_end,
        settle_chapter,
        settle_determined,
        settle_values,
        settle_tiles,
        settle_left_behind,
        settle_entering,
        settle_barrels,
        settle_triggers,
        settle_dead_end,
    ]
)
#: The others look only at what is due or waits.
AT_REST.extend([settle_end, settle_chapter, settle_determined, settle_values, settle_left_behind, settle_dead_end])
