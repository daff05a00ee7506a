"""Table rulings about what is counted and how the game goes on: tokens, tracks, charges, chapter, end (AM-1)."""

from __future__ import annotations

from . import changes as ch
from .agenda import Ask, CardEnters, Determine, Resolve, StepAbility, TileGoes
from .agenda_items import Drawing, Looking, Paying, SharedPayment
from .agenda_phases import Attacking
from .altering import replace
from .cards import Book
from .chapters import chapter_of, enter_chapter
from .conditions import charges_of, panel_address
from .engine import IN_HAND, Run
from .events_agenda import DueSet, TriggerQueued, TriggersTaken
from .events_cards import MarksChanged, Shuffled
from .events_map import EnvironmentSet
from .events_table import GameEnded, ScenarioSet, TokensChanged, TrackSet
from .invariants import places
from .rulings import CHANGES, range_reasons
from .setup import events_of_others
from .state import Marks, State, key_of
from .triggers import trigger
from .units import EVENT_DECKS
from .verdicts import Reason, reason


def _check_tokens(book: Book, state: State, c: ch.SetTokens) -> list[Reason]:
    return range_reasons(c.value, 0, 99, f"{c.kind}_tokens")


def _do_tokens(run: Run, c: ch.SetTokens) -> None:
    before = run.state.spawn_tokens if c.kind == "spawn" else run.state.horror_tokens
    if before != c.value:
        run.emit(TokensChanged(c.kind, before, c.value, "AM-1"))
        if c.value > before:
            trigger(run, "tokens_reached", actor=None)


def track_range(book: Book, state: State, track: str) -> tuple[int, int] | None:
    """The least and the most that a track can be set to; None when it is no track of `SetTrack`."""
    levels = {card.level for card in book.monsters.values()}
    ranges = {
        "spawn_rating": (0, state.settings.rating_max),
        "horror_rating": (0, state.settings.rating_max),
        "threat": (1, book.threat_positions),
        "level": (1, max(levels, default=1)),
        "lit": (0, 99),
        "replacements": (0, len(state.explorers)),
    }
    return ranges.get(track)


def _check_track(book: Book, state: State, c: ch.SetTrack) -> list[Reason]:
    least, most = track_range(book, state, c.track) or (0, 0)
    return range_reasons(c.value, least, most, c.track)


def _do_track(run: Run, c: ch.SetTrack) -> None:
    before = getattr(run.state, c.track)
    if before != c.value:
        run.emit(TrackSet(c.track, before, c.value, "AM-1"))
        if c.track == "lit" and c.value > before:
            lead_on(run)


def lead_on(run: Run) -> None:
    """As many chapter spaces are lit as the chapter asks for: it is over once the ability in hand is (CH-4)."""
    chapter = chapter_of(run.book, run.state)
    if chapter is None or chapter.way_on.kind != "chapter_space" or "advance" in run.state.due:
        return
    if run.state.lit >= chapter.way_on.spaces:
        run.emit(DueSet((*run.state.due, "advance")))


def _check_charges(book: Book, state: State, c: ch.SetCharges) -> list[Reason]:
    if charges_of(state, c.card, panel_address(c.panel)) is None:
        return [reason("no_charges_there", "CT-1", card=c.card)]
    return range_reasons(c.value, 0, 99, "charges")


def _do_charges(run: Run, c: ch.SetCharges) -> None:
    placed = run.state.environments.get(c.card)
    if placed is not None:
        run.emit(EnvironmentSet(replace(placed, charges=c.value), "charged", "AM-1"))
        if c.value == 0 and any(type(step) in IN_HAND for step in run.state.agenda):
            run.emit(DueSet((*run.state.due, f"tile {key_of(placed.cell)}")))
        elif c.value == 0:
            run.open(TileGoes(run.new_id(), placed.cell))
        return
    panel = panel_address(c.panel)
    marks = run.state.card_marks[c.card]
    changed: Marks = replace(marks, charges={**marks.charges, panel: c.value})
    run.emit(MarksChanged(c.card, changed, "charges", panel, c.value, "AM-1"))
    if c.value == 0:
        trigger(run, "charges_gone", actor=None, card=c.card, panel=panel)


def _check_chapter(book: Book, state: State, c: ch.SetChapter) -> list[Reason]:
    return range_reasons(c.number, 0, len(state.chapters) - 1, "chapter")


def _do_chapter(run: Run, c: ch.SetChapter) -> None:
    run.emit(DueSet(tuple(d for d in run.state.due if d != "advance")))
    _drop_what_is_to_come(run, run.state.chapters[: c.number + 1])
    for at, step in enumerate(run.state.agenda):
        if isinstance(step, CardEnters) and step.kind == "chapter":  # what it had not begun is dropped (IP-9)
            above = run.state.agenda[at + 1 :]
            if above and isinstance(above[0], Ask):
                run.close(above[0])
            run.close(step)
    enter_chapter(run, c.number, "AM-1")


#: What goes on resolving the ability that it names: it can be dropped where it stands. What an ability had begun apart
#: from that (monsters that spawn, traps that were sprung) is finished, and so are items that have been drawn.
_DROPPED = (Resolve, StepAbility, CardEnters, Determine, Looking, Attacking, SharedPayment, Paying, Drawing)


def _drop_what_is_to_come(run: Run, known: tuple[str, ...]) -> None:
    """What a chapter has pending that is none of `known` is dropped, and the log says so.

    The group has gone back before it, or on with another scenario: nothing of it happens any more. A chapter that is
    left for a later one finishes the ability in hand as always (IP-9).
    """
    before = run.state
    gone: dict[str, None] = {}
    for at, step in enumerate(before.agenda):
        if isinstance(step, _DROPPED) and step.card in run.book.chapters and step.card not in known:
            gone[step.card] = None
            above = before.agenda[at + 1 : at + 2]
            if above and isinstance(above[0], Ask):
                run.close(above[0])
            if isinstance(step, Drawing) and step.cards:
                run.change(replace(step, card="", at="", waiting=(), left=0))
            else:
                run.close(step)
    waits = [t for t in before.queue if t.card in run.book.chapters and t.card not in known]
    if waits:
        gone |= dict.fromkeys(t.card for t in waits)
        run.emit(TriggersTaken(len(before.queue), dropped=True))
        for trigger_ in before.queue:
            if trigger_ not in waits:
                run.emit(TriggerQueued(trigger_))
    if gone and not any(type(step) in IN_HAND for step in run.state.agenda):
        # An end of the game waits for the ability that brings it, and that one is over without it.
        run.emit(DueSet(tuple(d for d in run.state.due if d not in ("won", "lost"))))
    for card in gone:
        run.note("chapter_dropped", "AM-1", card)


def _check_scenario(book: Book, state: State, c: ch.SetScenario) -> list[Reason]:
    scenario = book.scenarios.get(c.scenario)
    if scenario is None:
        return [reason("no_such_scenario", "SC-1", tuple(one.name for one in book.scenarios.values()), what="scenario")]
    reasons = [
        reason("no_such_scenario", "SC-1", tuple(one.name for one in there), what=what)
        for what, named, there in (
            ("length", c.length, scenario.lengths),
            ("variation", c.variation, scenario.variations),
        )
        if named not in [one.id for one in there]
    ]
    if (c.scenario, c.length, c.variation) == (state.scenario, state.length, state.variation):
        reasons.append(reason("like_that_already", "AM-1"))
    return reasons


def _do_scenario(run: Run, c: ch.SetScenario) -> None:
    """The chapters are the new ones. Another scenario brings its own events into their decks, which are shuffled; those
    of the former go back into the box, but for what is in play or stored (DK-2).
    """
    scenario, state = run.book.scenarios[c.scenario], run.state
    length = next(one for one in scenario.lengths if one.id == c.length)
    variation = next(one for one in scenario.variations if one.id == c.variation)
    chapters = variation.chapters.get(length.id, length.chapters)
    card = state.chapter_card
    goes_on = not card or card in chapters
    number = chapters.index(card) if card in chapters else min(state.chapter, len(chapters) - 1)
    boxed, added = _exchanged(run.book, state, c.scenario)
    run.emit(ScenarioSet(c.scenario, c.length, c.variation, chapters, number, boxed, added))
    if not goes_on:
        run.chance.reveal("chapters")
    for deck in added:
        run.emit(Shuffled(deck, run.chance.shuffle(run.state.decks[deck].draw), rule="AM-1"))
    if not goes_on:
        _do_chapter(run, ch.SetChapter(number))


def _exchanged(
    book: Book, state: State, scenario: str
) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """The events that leave the table when it goes on with a scenario, and those that come to it, by deck."""
    boxed, added = {}, {}
    for deck in EVENT_DECKS:
        lies = state.decks[deck]
        there = {card for cards in places(lies).values() for card in cards}
        busy = {state.current.get(deck), *lies.in_play, *lies.held, *lies.stored}
        if gone := sorted((there & events_of_others(book, deck, scenario)) - busy):
            boxed[deck] = tuple(gone)
        if own := tuple(card for card in getattr(book.scenarios[scenario], deck) if card not in there):
            added[deck] = own
    return boxed, added


def _check_end(book: Book, state: State, c: ch.EndGame) -> list[Reason]:
    return []


def _do_end(run: Run, c: ch.EndGame) -> None:
    run.emit(GameEnded(c.outcome, "ruling", "AM-1"))


CHANGES[ch.SetTokens] = (_check_tokens, _do_tokens)
CHANGES[ch.SetTrack] = (_check_track, _do_track)
CHANGES[ch.SetCharges] = (_check_charges, _do_charges)
CHANGES[ch.SetChapter] = (_check_chapter, _do_chapter)
CHANGES[ch.SetScenario] = (_check_scenario, _do_scenario)
CHANGES[ch.EndGame] = (_check_end, _do_end)
