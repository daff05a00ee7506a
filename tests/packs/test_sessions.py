"""Every scenario of the built-in pack, in each length and variation, from its first chapter to its victory.

How a chapter is left is taken from what it prints: its chapter spaces, its condition, its exit, the ability that goes
on or wins. What lies between two chapters, the evening itself, is played by the soak.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from app.packs import builtin
from app.packs.verbs import every
from app.rules import Setup, new_game, violations
from app.rules.cards import Book
from app.rules.cards_story import Chapter
from app.rules.cards_text import Ability
from app.rules.charging import change_charges
from app.rules.conditions import About, amount, panel_named
from app.rules.effects import Advance, End
from app.rules.engine import Run, advance
from app.rules.events import DueSet, Event, Noted
from app.rules.moves import Move
from app.rules.resolving import begin
from app.rules.state import Marks, State
from app.rules.units import in_play
from app.rules.vocabulary import Condition
from tests.packs.tables import first, first_of, last, seat, to_the_end
from tests.support.players import Seeded

BOOK = builtin()
SESSIONS = [
    (scenario.id, length.id, variation.id)
    for scenario in BOOK.scenarios.values()
    for length in scenario.lengths
    for variation in scenario.variations
]
#: More chapters than any session has.
MOST = 20

Pick = Callable[[tuple[Move, ...], int], Move]


def leads_on(ability: Ability) -> bool:
    """Whether an ability advances to the next chapter or wins the game."""
    return any(isinstance(verb, Advance) or (isinstance(verb, End) and verb.won) for verb in every(ability.do))


def ways_out(chapter: Chapter) -> Iterator[tuple[str, Ability]]:
    """The abilities of a chapter that lead on, with their addresses."""
    yield from ((at, ability) for at, _, _, ability in chapter.abilities() if leads_on(ability))


def leave(book: Book, state: State, chapter: Chapter) -> State:
    """The table after what the chapter asks for has come about, by the rules from there on."""
    run = Run(book, state, seat(state), Seeded(1))
    way, out = chapter.way_on, dict(ways_out(chapter))
    if way.kind == "chapter_space":
        run.emit(DueSet((*state.due, "advance")))
    elif way.kind == "exit_token":
        assert state.exit is not None, "the exit is there by now"
        gone = {e: replace(state.explorers[e], status="left", space=None) for e in in_play(state)}
        run.state = replace(state, explorers={**state.explorers, **gone})
    elif way.conditions:
        run.state = met(book, state, chapter)
    else:
        [(at, ability)] = out.items()
        if ability.kind == "when":
            assert ability.trigger == "charges_gone"
            panel = ".".join(at.split(".")[:2])
            change_charges(run, chapter.id, panel, -99)
        else:
            begin(run, chapter.id, at, actor=next(iter(in_play(state))))
    advance(run)
    return run.state


def met(book: Book, state: State, chapter: Chapter) -> State:
    """The table with the condition of a blocking chapter fulfilled."""
    for condition in chapter.way_on.conditions:
        state = _with(state, chapter, condition)
        about = About(chapter.id, panel_named(chapter, condition.of) or "")
        n = amount(book, state, condition, about)
        assert (condition.least or 0) <= n
        assert condition.most is None or n <= condition.most
    return state


def _with(state: State, chapter: Chapter, condition: Condition) -> State:
    marks = state.card_marks.get(chapter.id, Marks())
    address = panel_named(chapter, condition.of) or ""
    n = condition.least if condition.least is not None else 0
    match condition.subject:
        case "spawn_tokens":
            return replace(state, spawn_tokens=n)
        case "horror_tokens":
            return replace(state, horror_tokens=n)
        case "charges_panel":
            marks = replace(marks, charges={**marks.charges, address: n})
        case "open_options":
            marks = replace(marks, open={**marks.open, address: n})
        case _:
            raise AssertionError(f"no way to fulfil {condition.subject}")
    return replace(state, card_marks={**state.card_marks, chapter.id: marks})


@pytest.mark.parametrize("pick", [first, last])
@pytest.mark.parametrize(("scenario", "length", "variation"), SESSIONS)
def test_a_session_is_led_through_all_its_chapters_to_victory(
    scenario: str, length: str, variation: str, pick: Pick
) -> None:
    setup = Setup(scenario, length, variation, ("exp-02", "exp-03", "exp-05"))
    new = new_game(BOOK, setup, Seeded(3))
    entered, notes = list[str](), list[Event](new.events)
    state, events = to_the_end(BOOK, new.state, 3, pick)
    notes += events
    for _ in range(MOST):
        if state.outcome:
            break
        chapter = BOOK.chapters[state.chapter_card]
        assert not chapter.is_pass_through, "it is left at once (CH-5)"
        assert state.outcome == ""
        entered.append(chapter.id)
        before = state.chapter
        state = leave(BOOK, replace(state, horror_tokens=0), chapter)  # what they spend on the way
        assert violations(BOOK, state) == ()
        state, events = to_the_end(BOOK, state, 5, pick)
        notes += events
        assert state.outcome == "won" or state.chapter > before, chapter.id
    assert state.outcome == "won"
    assert entered == [id for id in state.chapters if not BOOK.chapters[id].is_pass_through]
    assert not [note for note in notes if isinstance(note, Noted) and note.code == "carried_out"]


def test_a_session_is_for_one_to_four() -> None:
    """Each session begins with any number of explorers, and nobody is left with nothing to do."""
    for scenario, length, variation in SESSIONS:
        for n in (1, 2, 4):
            state = new_game(BOOK, Setup(scenario, length, variation, tuple(BOOK.explorers)[:n]), Seeded(n)).state
            state, _ = to_the_end(BOOK, state, n, first)
            assert state.outcome == ""
            assert first_of(state) in in_play(state)
