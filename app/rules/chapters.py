"""Chapters: they enter, they lead on, and the next one follows (CH-1 to CH-5, CH-9, IP-9)."""

from __future__ import annotations

from .agenda import CardEnters, PlaceEntryTile
from .board import layout
from .cards import Book
from .cards_story import Chapter
from .conditions import About, holds, panel_named
from .decks import entering_parts, fresh_marks
from .engine import MOVES, Run
from .entry import enter_waiting
from .events_agenda import DueSet, TriggerQueued, TriggersTaken
from .events_cards import ChapterEntered
from .events_map import SpaceMarked, TokenPlaced
from .events_table import GameEnded
from .geometry import CHAPTER, Space
from .moves_turn import ActivateChapterSpace
from .set_values import changed
from .spending import out_of_reach, spend, stamina_reasons
from .state import Explorer, State, key_of
from .tracks import set_rating
from .triggers import trigger
from .turns import take_turn, turn_move
from .units import in_play
from .verdicts import Reason, reason
from .ways import corner


def chapter_of(book: Book, state: State) -> Chapter | None:
    """The current chapter, None before the first."""
    return book.chapters[state.chapter_card] if state.chapter_card else None


def printed_by(book: Book, state: State, card: Chapter, which: str) -> int | None:
    """The rating that a chapter prints, with what cards in force make of it (IP-22); None when it prints none."""
    printed = card.printed(which)
    return None if printed is None else max(0, changed(book, state, printed, f"printed_{which}"))


def enter_chapter(run: Run, number: int, rule: str) -> None:
    """The chapter with that number enters: sliders first (CH-3), then its abilities, top to bottom (CH-2). `rule` = the
    ledger row that led to it, which its event names.
    """
    state = run.state
    if number >= len(state.chapters):
        run.emit(GameEnded("won", "last_chapter", "CH-5"))
        return
    if number > state.chapter:
        run.chance.reveal("chapters")
    card = run.book.chapters[state.chapters[number]]
    run.emit(ChapterEntered(number, card.id, fresh_marks(card), rule))
    if state.exit is not None:
        run.emit(TokenPlaced("exit", None, "CH-9"))
    if state.settings.chapter_sets_sliders == "yes":
        for which in ("spawn", "horror"):
            printed = printed_by(run.book, run.state, card, which)
            if printed is not None:
                set_rating(run, which, printed, "CH-3")
    run.open(CardEnters(run.new_id(), "chapter", card.id, entering_parts(card)))


def chapter_read(run: Run, card: str) -> None:
    """A chapter's entering is done: a pass-through one advances at once (CH-5)."""
    if run.state.chapter_card != card:
        return
    if run.book.chapters[card].is_pass_through:
        run.note("chapter_read", "CH-5", card)
        enter_chapter(run, run.state.chapter + 1, "CH-5")
        return
    trigger(run, "tokens_reached", actor=None)
    if any(e.status in ("left", "waiting") for e in run.state.explorers.values()):
        entry = run.state.entry
        if entry is not None and entry.cell is not None:
            enter_waiting(run, back=True)  # the token lies there: they enter by it (EX-6)
        elif not in_play(run.state):
            run.open(PlaceEntryTile(run.new_id(), "entry", entry is None or not run.state.board.tiles))


def exit_lies(state: State) -> bool:
    """Whether an exit token lies on an edge: then a chapter is left over it and in no other way (CH-4, CH-9)."""
    return state.exit is not None and state.exit.cell is not None


def way_on_met(book: Book, state: State) -> bool:
    """Whether the condition of a blocking chapter holds (CH-4); while an exit token lies on an edge it is not asked."""
    chapter = chapter_of(book, state)
    if chapter is None or chapter.way_on.kind != "blocking" or not chapter.way_on.conditions or exit_lies(state):
        return False
    # The condition is read on whichever card names the panel it speaks of.
    for condition in chapter.way_on.conditions:
        if not holds(book, state, condition, About(chapter.id, panel_named(chapter, condition.of) or "")):
            return False
    return True


# ------------------------------------------------------------------ the chapter space


def check_chapter_space(
    book: Book, state: State, move: ActivateChapterSpace, explorer: Explorer, at: Space
) -> list[Reason]:
    """BG-1, CH-4, CH-9, BG-5: an unused chapter space beside the explorer, and one that leads on."""
    reasons: list[Reason] = []
    table = layout(book.faces, state.board)
    beside = table.neighbours(at, corner(state))
    if table.spaces.get(move.space) != CHAPTER:
        reasons.append(reason("no_chapter_space", "CH-4", space=key_of(move.space)))
    else:
        if move.space not in beside:
            reasons.append(out_of_reach(table, move.space, corner(state), between=table.shut_off(at, move.space)))
        mark = state.marks.get(key_of(move.space))
        if mark == "destroyed" or (mark is not None and state.settings.spaces_used_once == "yes"):
            reasons.append(reason("space_used", "BG-5", space=key_of(move.space), mark=mark))
    chapter = chapter_of(book, state)
    kind = chapter.way_on.kind if chapter is not None else "none"
    if exit_lies(state):
        reasons.append(reason("exit_is_the_way", "CH-9"))
    elif kind in ("blocking", "endgame") and chapter is not None:
        reasons.append(reason("chapter_blocks", "CH-4", chapter=chapter.id, way_on=chapter.way_on.text))
    return reasons + stamina_reasons(state, move.explorer, state.settings.cost_chapter_space)


def do_chapter_space(run: Run, move: ActivateChapterSpace) -> None:
    """Light the chapter space (CS-2); enough of them advance a standard chapter (CH-4)."""
    take_turn(run, move.explorer)
    spend(run, move.explorer, run.state.settings.cost_chapter_space, "chapter_space")
    run.emit(SpaceMarked(move.space, "lit", move.explorer, "CS-2"))
    trigger(run, "action_space_activated", actor=move.explorer)
    chapter = chapter_of(run.book, run.state)
    if chapter is not None and chapter.way_on.kind == "chapter_space":
        if run.state.lit >= chapter.way_on.spaces:
            run.emit(DueSet((*run.state.due, "advance")))
        else:
            run.note("more_chapter_spaces", "CH-4", chapter.id, chapter.way_on.spaces - run.state.lit)


def settle_chapter(run: Run) -> bool:
    """IP-9: the chapter that is due changes now; what the old one had not begun is dropped."""
    state = run.state
    rule = _way_taken(run.book, state)
    if not rule:
        return False
    if any(step for step in state.agenda if isinstance(step, CardEnters) and step.kind == "chapter") and (
        "advance" not in state.due
    ):
        return False  # a chapter still entering is not left by its condition before its abilities are done (CH-2)
    run.emit(DueSet(tuple(d for d in state.due if d != "advance")))
    old = state.chapter_card
    kept = tuple(t for t in state.queue if t.card != old)
    if len(kept) < len(state.queue):
        _drop_triggers(run, old)
    for step in state.agenda:
        if isinstance(step, CardEnters) and step.card == old and step.kind == "chapter":
            run.close(step)
    enter_chapter(run, state.chapter + 1, rule)
    return True


def _way_taken(book: Book, state: State) -> str:
    """The row by which the chapter is over now; '' while it is not."""
    if "advance" not in state.due and _nobody_is_left(book, state):
        return "CH-9"
    return "CH-4" if "advance" in state.due or way_on_met(book, state) else ""


def _nobody_is_left(book: Book, state: State) -> bool:
    """CH-9: no living explorer is left on the board, and some left by the exit, whatever has become of its token."""
    left = False
    for explorer in state.explorers.values():
        if explorer.status == "in_play":
            return False
        left = left or explorer.status == "left"
    if not left or any(isinstance(step, PlaceEntryTile) for step in state.agenda):
        return False  # who left is about to come back with the chapter that has entered
    chapter = chapter_of(book, state)
    return state.exit is not None or (chapter is not None and chapter.way_on.kind == "exit_token")


def _drop_triggers(run: Run, card: str) -> None:
    kept = tuple(t for t in run.state.queue if t.card != card)
    run.emit(TriggersTaken(len(run.state.queue), dropped=True))
    for waiting in kept:
        run.emit(TriggerQueued(waiting))
    run.note("triggers_dropped", "IP-9", card)


MOVES[ActivateChapterSpace] = (turn_move(ActivateChapterSpace, check_chapter_space), do_chapter_space)
