"""Chapters and other cards entering; the way on; what falls due between abilities (CH-1 to CH-5, CH-9, IP-9, BG-7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from .board import cell_of, layout
from .cards import Ability, Book, Chapter, Event
from .conditions import About, holds, panel_at, panel_named
from .decks import entering_parts, fresh_marks
from .effects import End
from .engine import MOVES, SETTLE, STEPS, Run
from .events_agenda import DueSet, TriggerQueued, TriggersTaken
from .events_cards import AbilityBegan, CardMoved, ChapterEntered, MarksChanged, Remembered
from .events_map import SpaceMarked, TokenPlaced
from .events_table import GameEnded
from .geometry import CHAPTER, Space
from .modifiers import number as modified
from .moves_turn import ActivateChapterSpace
from .moving import corner, out_of_reach, settle_entering, spend, stamina_reasons
from .playing import limit_key
from .resolving import begin
from .state import (
    PILES,
    CardEnters,
    Determine,
    EdgeMoves,
    Entering,
    Explorer,
    Marks,
    PlaceEntryTile,
    State,
    Step,
    TileGoes,
    Trigger,
    TriggerOrder,
    key_of,
    space_of,
)
from .tiles import enter_waiting
from .tracks import set_rating
from .triggers import cards_in_force, option_is_open, still_counts, trigger
from .turns import take_turn, turn_move
from .units import in_play, space_of_unit, taking_part
from .verdicts import Reason, reason

ENTER_RULE = {"chapter": "CH-2", "encounters": "NC-1", "environment": "EN-4", "variation": "SC-1"}


# ------------------------------------------------------------------ cards that enter


def carry_card(run: Run, step: CardEnters) -> bool:
    """Resolve a card's 'enters play' abilities one by one, in printed order (CH-2, NC-1)."""
    card = run.book.card(step.card)
    if isinstance(card, Event) and card.bound and step.card in run.state.decks[step.kind].in_play:
        who = step.actor if step.actor in in_play(run.state) else None
        who = who or run.ask(step, "bearer", "who_bears", "group", taking_part(run.state), rule="DK-4", card=step.card)
        if who is None:
            run.emit(CardMoved(step.kind, step.card, "destroyed", rule="DK-4"))
        else:
            run.emit(CardMoved(step.kind, step.card, "held", who, rule="DK-4"))
        return True
    if step.kind == "environment" and not _on_its_tile(run.state, step):
        run.close(step)  # leaving the tile ends the effect at once (EN-2)
        return True
    if not step.rest:
        run.close(step)
        if step.kind == "chapter":
            _chapter_read(run, step.card)
        return True
    at = step.rest[0]
    if at.count(".") == 1:
        _choose_option(run, step, at)
        return True
    run.change(replace(step, rest=step.rest[1:], answers=()))
    ability = run.book.ability(step.card, at)[2]
    if not _begins(run, ability, step.card, at, step.unit or step.actor or "", ENTER_RULE.get(step.kind, "DK-1")):
        return True
    begin(run, step.card, at, actor=step.actor, unit=step.unit, came_from=step.came_from)
    return True


def _begins(run: Run, ability: Ability, card: str, at: str, unit: str, rule: str) -> bool:
    """An ability that nobody plays begins, unless it has been used as often as it may this round (bible: once)."""
    key = limit_key(ability, card, at, unit)
    if key and run.state.used.get(key):
        run.note("used_already", rule, card)
        return False
    run.emit(AbilityBegan(card, at, unit if rule in ("EN-4", "IP-1") else "", rule, key))
    return True


def _on_its_tile(state: State, step: CardEnters) -> bool:
    """Whether an environment is still in play, and the unit that entered still on its tile."""
    placed, space = state.environments.get(step.card), space_of_unit(state, step.unit or "")
    return placed is not None and space is not None and cell_of(space) == placed.cell


def _choose_option(run: Run, step: CardEnters, address: str) -> None:
    """CH-7: the group picks one option; one left is still asked, none is skipped and logged."""
    card = run.book.card(step.card)
    panel = panel_at(card, address)
    marks = run.state.card_marks.get(step.card, Marks())
    able = [
        i
        for i, option in enumerate(panel.options)
        if option.condition is None or holds(run.book, run.state, option.condition, About(step.card, address))
    ]
    answer = run.ask(
        step,
        address,
        "choose_panel",
        "group",
        [str(i) for i in able],
        rule="CH-7",
        labels=tuple(panel.options[i].label for i in able),
        card=step.card,
        at=address,
        sure=False,
    )
    if answer is None:
        run.note("no_option", "CH-7", step.card)
        run.change(replace(step, rest=step.rest[1:], answers=()))
        return
    chosen = int(answer)
    changed = replace(marks, chosen={**marks.chosen, address: chosen})
    run.emit(MarksChanged(step.card, changed, "chosen", address, chosen, "CH-7"))
    if step.kind == "chapter":
        run.emit(Remembered(panel.options[chosen].label))
    enters = tuple(
        f"{address}.o{chosen}.{i}"
        for i, ability in enumerate(panel.options[chosen].abilities)
        if ability.kind == "enters"
    )
    run.change(replace(step, rest=(*enters, *step.rest[1:]), answers=()))


# ------------------------------------------------------------------ chapters


def chapter_of(book: Book, state: State) -> Chapter | None:
    """The current chapter, None before the first."""
    return book.chapters[state.chapter_card] if state.chapter_card else None


def printed_by(book: Book, state: State, card: Chapter, which: str) -> int | None:
    """The rating that a chapter prints, with what cards in force make of it (IP-22); None when it prints none."""
    printed = card.printed(which)
    return None if printed is None else max(0, printed + modified(book, state, f"printed_{which}"))


def enter_chapter(run: Run, number: int) -> None:
    """The chapter with that number enters: sliders first (CH-3), then its abilities, top to bottom (CH-2)."""
    state = run.state
    if number >= len(state.chapters):
        run.emit(GameEnded("won", "last_chapter", "CH-5"))
        return
    if number > state.chapter:
        run.chance.reveal("chapters")
    card = run.book.chapters[state.chapters[number]]
    run.emit(ChapterEntered(number, card.id, fresh_marks(card)))
    if state.exit is not None:
        run.emit(TokenPlaced("exit", None, "CH-9"))
    if state.settings.chapter_sets_sliders == "yes":
        for which in ("spawn", "horror"):
            printed = printed_by(run.book, run.state, card, which)
            if printed is not None:
                set_rating(run, which, printed, "CH-3")
    run.open(CardEnters(run.new_id(), "chapter", card.id, entering_parts(card)))


def _chapter_read(run: Run, card: str) -> None:
    """A chapter's entering is done: a pass-through one advances at once (CH-5)."""
    if run.state.chapter_card != card:
        return
    if run.book.chapters[card].is_pass_through:
        run.note("chapter_read", "CH-5", card)
        enter_chapter(run, run.state.chapter + 1)
        return
    trigger(run, "tokens_reached", actor=None)
    if not in_play(run.state) and any(e.status in ("left", "waiting") for e in run.state.explorers.values()):
        entry = run.state.entry
        if entry is not None and entry.cell is not None:
            enter_waiting(run)  # the token lies there: they enter by it (EX-6)
        else:
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
            reasons.append(out_of_reach(table, move.space, corner(state)))
        if key_of(move.space) in state.marks and state.settings.spaces_used_once == "yes":
            reasons.append(reason("space_used", "BG-5", space=key_of(move.space), mark=state.marks[key_of(move.space)]))
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


# ------------------------------------------------------------------ between abilities


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


def settle_chapter(run: Run) -> bool:
    """IP-9: the chapter that is due changes now; what the old one had not begun is dropped."""
    state = run.state
    nobody = state.exit is not None and not in_play(state) and any(e.status == "left" for e in state.explorers.values())
    if "advance" not in state.due and not nobody and not way_on_met(run.book, state):
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
    enter_chapter(run, state.chapter + 1)
    return True


def _drop_triggers(run: Run, card: str) -> None:
    kept = tuple(t for t in run.state.queue if t.card != card)
    run.emit(TriggersTaken(len(run.state.queue), dropped=True))
    for waiting in kept:
        run.emit(TriggerQueued(waiting))
    run.note("triggers_dropped", "IP-9", card)


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


def settle_determined(run: Run) -> bool:
    """CT-4: mark the option whose condition is met, once or (setting determined_option) whenever that changes.

    Panels of a card that is still entering wait: what enters play comes first, in printed order (CH-2, NC-1).
    """
    such, state = _determined_panels(run.book), run.state
    if state.chapter_card not in such and state.current.get("encounters") not in such and _only_current(run.book):
        return False
    for card, _ in cards_in_force(state):
        if card in such and any(_determine(run, card, address) for address in such[card]):
            return True
    return False


@lru_cache(maxsize=16)
def _only_current(book: Book) -> bool:
    """Whether only chapters and encounters of a book have determined panels: of those one at a time is in force."""
    return all(card in book.chapters or card in book.encounters for card in _determined_panels(book))


@lru_cache(maxsize=16)
def _determined_panels(book: Book) -> Mapping[str, tuple[str, ...]]:
    """The addresses of the panels of which one option is determined (CT-4), by card, where there are any."""
    found = {
        name: tuple(
            f"{face.name}.{p}"
            for face in card.faces
            for p, panel in enumerate(face.panels)
            if panel.kind == "determined"
        )
        for name, card in book.cards.items()
    }
    return {name: addresses for name, addresses in found.items() if addresses}


def options_met(book: Book, state: State, card: str, address: str) -> tuple[int, ...]:
    """Numbers of the options of a determined panel whose condition is met now."""
    return tuple(
        i
        for i, option in enumerate(panel_at(book.card(card), address).options)
        if option.condition is None or holds(book, state, option.condition, About(card, address))
    )


def _determine(run: Run, card: str, address: str) -> bool:
    marks = run.state.card_marks.get(card, Marks())
    now = marks.determined.get(address, -1)
    if now >= 0 and run.state.settings.determined_option == "fixed":
        return False
    met = options_met(run.book, run.state, card, address)
    if now in met or (now < 0 and not met) or _still_enters(run.state, card):
        return False
    if len(met) > 1:
        if any(isinstance(step, Determine) for step in run.state.agenda):
            return False
        run.open(Determine(run.new_id(), card, address))
        return True
    mark_determined(run, card, address, met[0] if met else -1)
    return True


def _still_enters(state: State, card: str) -> bool:
    """Whether what enters play with a card is still being resolved; an environment is in play before anybody enters."""
    return any(
        isinstance(step, CardEnters) and step.card == card and step.kind != "environment" for step in state.agenda
    )


def mark_determined(run: Run, card: str, address: str, option: int) -> None:
    """Put the count token on the determined option; -1 takes it away."""
    marks = run.state.card_marks.get(card, Marks())
    changed = replace(marks, determined={**marks.determined, address: option})
    run.emit(MarksChanged(card, changed, "determined", address, option, "CT-4"))


def carry_determine(run: Run, step: Determine) -> bool:
    """Two conditions met: the group picks, logged (CT-4)."""
    met = options_met(run.book, run.state, step.card, step.panel) if step.card in run.state.card_marks else ()
    panel = panel_at(run.book.card(step.card), step.panel)
    answer = run.ask(
        step,
        "option",
        "which_determined",
        "group",
        [str(i) for i in met],
        rule="CT-4",
        labels=tuple(panel.options[i].label for i in met),
        card=step.card,
        at=step.panel,
    )
    run.close(step)
    if answer is not None:
        mark_determined(run, step.card, step.panel, int(answer))
    return True


def settle_triggers(run: Run) -> bool:
    """IP-1: what was triggered, in the order it arose, once the ability that set it off is finished."""
    queue = run.state.queue
    if not queue or any(_comes_before(step) for step in run.state.agenda) or _is_only_invoked(run):
        return False
    together = [t for t in queue if t.batch == queue[0].batch and _has_effect(run, t)]
    if len(together) > 1:
        run.open(TriggerOrder(run.new_id()))
        return True
    run.emit(TriggersTaken(1))
    _begin_trigger(run, queue[0])
    return True


def _comes_before(step: Step) -> bool:
    """Whether a step is resolved before what waits: an order being asked, an environment that units entered earlier."""
    return isinstance(step, TriggerOrder | Entering) or (isinstance(step, CardEnters) and step.kind == "environment")


def _is_only_invoked(run: Run) -> bool:
    """Whether a card was just invoked and none of its abilities has begun: they come before what that set off (IP-1).

    So it makes no difference whether a phase invoked it or an ability, which is in hand until the card is resolved.
    """
    step = run.state.agenda[-1] if run.state.agenda else None
    if not isinstance(step, CardEnters) or step.kind not in PILES:
        return False
    return step.rest == entering_parts(run.book.card(step.card)) != ()


def _has_effect(run: Run, waiting: Trigger) -> bool:
    return bool(run.book.ability(waiting.card, waiting.at)[2].do)


def _begin_trigger(run: Run, waiting: Trigger) -> None:
    if not still_counts(run, waiting):
        return  # its card has gone meanwhile (NC-1, CH-8)
    panel, option, ability = run.book.ability(waiting.card, waiting.at)
    if not option_is_open(run.state, waiting.card, waiting.at, panel, option):
        return
    card, at, unit = waiting.card, waiting.at, waiting.unit
    if _begins(run, ability, card, at, unit or "", "IP-1") and ability.do:
        begin(run, card, at, actor=waiting.actor, unit=unit, came_from=waiting.where, n=waiting.n)


def carry_trigger_order(run: Run, step: TriggerOrder) -> bool:
    """The group says which of the abilities that arose together is resolved next."""
    queue = run.state.queue
    together = [t for t in queue if t.batch == queue[0].batch] if queue else []
    options = [f"{t.card} {t.at} {t.unit or ''}" for t in together]
    answer = run.ask(
        step, "next", "which_trigger", "group", options, rule="IP-1", labels=tuple(t.card for t in together)
    )
    run.close(step)
    if answer is None:
        return True
    picked = together[options.index(answer)]
    run.emit(TriggersTaken(len(queue)))
    for waiting in queue:
        if waiting is not picked:
            run.emit(TriggerQueued(waiting))
    _begin_trigger(run, picked)
    return True


MOVES[ActivateChapterSpace] = (turn_move(ActivateChapterSpace, check_chapter_space), do_chapter_space)
STEPS[CardEnters] = carry_card
STEPS[Determine] = carry_determine
STEPS[TriggerOrder] = carry_trigger_order
SETTLE.extend([settle_end, settle_chapter, settle_determined, settle_tiles, settle_entering, settle_triggers])
