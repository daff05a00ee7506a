"""Cases in which chapters of the ledger meet: those that say so (`crosses`), and whether both show when played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.rules import Illegal, State, decide, preview
from app.rules.agenda import Exploration, StepAbility
from app.rules.decks import fresh_marks
from app.rules.events import AbilityBegan, AbilityUsed, Event
from app.rules.units import ITEM_DECKS
from app.rules.verdicts import Preview
from tests.support.casebook import Case, book, cases, open_table
from tests.support.casemoves import move_in

#: Rows that stand in nearly every move, or are about crossing itself: they make no crossing.
EVERYWHERE = frozenset({"BG-1", "RD-2", "RD-7", "AM-1", "AM-2"})


def chapter_of(row: str) -> str:
    """'EN' of 'EN-4'."""
    return row.partition("-")[0]


def named(case: Case) -> frozenset[str]:
    """The chapters that a case names rows of; those everywhere and the rows about interplay do not count."""
    return frozenset(chapter_of(row) for row in case.rules if row not in EVERYWHERE) - {"IP", "AM"}


def shown(case: Case) -> frozenset[str]:
    """The chapters that show when a case is played: a rule of theirs makes something happen or refuses it.

    Chapters that act without an event of their own show by what lies on the table, see `_lying`.
    """
    table = open_table(case)
    told = list(_told(table.state, table.events))
    states = [table.state]
    for said in (*case.before, case.move):
        if not said:
            continue
        by, text = table.by(said)
        move = move_in(book(), table.state, text)
        if case.unknown and said is case.move:
            foreseen = preview(book(), table.state, move, by)
            told += _told(table.state, foreseen.events if isinstance(foreseen, Preview) else ())
            break
        verdict = decide(book(), table.state, move, by, table.chance)
        if isinstance(verdict, Illegal):
            told += [chapter_of(reason.rule) for reason in verdict.reasons]
            break
        told += _told(table.state, verdict.events)
        table.state = verdict.state
        states.append(verdict.state)
    return frozenset(told) | {chapter for state in states for chapter in _lying(state)}


def _told(state: State, events: Iterable[Event]) -> Iterator[str]:
    """The chapters whose rules made events happen; what the current chapter's card does is CH."""
    for event in events:
        yield chapter_of(getattr(event, "rule", ""))
        if isinstance(event, AbilityBegan | AbilityUsed) and event.card == state.chapter_card:
            yield "CH"


def _lying(state: State) -> Iterator[str]:
    """Chapters of the ledger that have something on the table which counts without an event."""
    changed = {card: marks for card, marks in state.card_marks.items() if marks != fresh_marks(book().card(card))}
    explorers = [explorer.status for explorer in state.explorers.values()]
    events = [state.decks[pile] for pile in ("explorer_events", "horror_events")]
    lying = {
        "BG": "dead" in explorers or bool({"explored", "destroyed"} & set(state.marks.values())),
        "CH": state.exit is not None or "left" in explorers or state.chapter_card in changed,
        "CS": "lit" in state.marks.values(),
        "CT": bool(changed),
        "DK": any(deck.held or deck.stored for deck in events) or any(state.decks[d].in_play for d in ITEM_DECKS),
        "ED": state.settings.rules_4_0 == "off",
        "EN": bool(state.environments),
        "EX": any(isinstance(step, Exploration) for step in state.agenda),
        "NC": bool(state.current.get("encounters")),
        "SC": bool(state.variation) and state.variation != book().scenarios[state.scenario].variations[0].id,
        "ST": any(isinstance(step, StepAbility) for step in state.agenda),
        "TK": bool(state.spawn_tokens or state.horror_tokens),
        "TR": any(tile.terrain is not None for tile in state.board.tiles),
    }
    return (chapter for chapter, there in lying.items() if there)


@dataclass(frozen=True)
class Crossing:
    """A case that says what meets what, the chapters it names, and those of them that show."""

    case: Case
    named: frozenset[str]
    shown: frozenset[str]

    @property
    def is_real(self) -> bool:
        """Whether two chapters that it names show when it is played."""
        return len(self.shown) >= 2


def crossing(case: Case) -> Crossing:
    """A case as a crossing."""
    return Crossing(case, named(case), named(case) & shown(case))


def crossings() -> list[Crossing]:
    """Every case that says what meets in it."""
    return [crossing(case) for case in cases() if case.crosses]
