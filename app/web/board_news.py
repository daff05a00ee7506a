"""What just happened, in a few sentences on the board, and the way to the cards that came with it.

Everything is made of the log's entries, from which the service has taken what nobody may see.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from app.rules import events as ev
from app.rules.moves import Answer, CloseStep
from app.rules.visibility import HIDDEN
from app.web.blows import blows
from app.web.board_contexts import Link
from app.web.contexts import News
from app.web.log_lines import Told, sentences_of
from app.web.messages import Words
from app.web.messages_in_vain import IN_VAIN
from app.web.messages_names import CARD_OF, capital
from app.web.moments import read_already, unread_chapter
from app.web.phase_rolls import told_apart
from app.web.seen_table import Table

if TYPE_CHECKING:
    from app.service import LogEntry

SEEN: Final = 16  # entries of the log that are looked through
LINES: Final = 5  # sentences on the board
LINKS: Final = 2  # cards that are linked there
FRESH: Final = 3  # moves for which a card that came stays linked
KINDS: Final = ("move", "undo", "redo")

#: What a long move comes to: its rolls and its bookkeeping are in the log.
OUTCOMES: Final = (
    ev.AttackMade,
    ev.CardMoved,
    ev.ChapterEntered,
    ev.DeadEnd,
    ev.GameEnded,
    ev.ItemSet,
    ev.MonsterPlaced,
    ev.SpaceMarked,
    ev.TileJoined,
    ev.TokensChanged,
    ev.TrapsTriggered,
    ev.UnitLeft,
)
#: Notes among them: who was safe is not, who was not is, and what was paid for nothing.
NOTES: Final = frozenset({"spawn_failed", "horror_failed", "no_monster", "test_passed", "test_failed", *IN_VAIN})


def heard(table: Table, entries: Sequence[LogEntry], *, apart: bool = False) -> News:
    """The verdicts of the newest tap (or undo, or redo), then its sentences, oldest first; at most `LINES` of them.

    `entries` are the newest of the log, newest first. What was answered is left out beside what came of it; with more
    to tell, so are rolls, then who was safe. `apart` = the rolls of the phase stand beside it (`phase_rolls`).
    """
    group, lines = _newest(table, entries, apart)
    told = Told(table.words)
    words = [told.at(entry) for entry in reversed(group)]
    return News(lines, blows(words[-1], (e for entry in reversed(group) for e in entry.events)) if words else ())


def _newest(table: Table, entries: Sequence[LogEntry], apart: bool) -> tuple[list[LogEntry], tuple[str, ...]]:
    """The entries that the news are about, newest first, and their sentences."""
    told, made = Told(table.words), _made(entries)
    for entry in made:
        told.learn(entry)
    dropped: Callable[[ev.Event], bool] = told_apart if apart else (lambda event: False)
    tap = [entry for entry in made if entry.revision in table.view.newest_tap]
    whole = within_step(made)
    first = [tap] if tap and tap[0] is made[0] and len(tap) >= len(whole) else []
    for group in first + ([whole] if whole else []) + [[entry] for entry in made]:
        named = {entry.revision: told.at(entry) for entry in reversed(group)}
        read = any(_link(table, event) for entry in group for event in entry.events)
        lines: list[str] = []
        for keeps in (_anything, _results, _safe_or_not, _outcomes):
            told_by = ((entry, named[entry.revision]) for entry in reversed(group))
            shorter = [line for entry, words in told_by for line in _lines(entry, words, keeps, dropped)]
            if read:  # the link names the card
                shorter = [line for line in shorter if not line.endswith(" was drawn.")] or ([] if apart else shorter)
            lines = shorter or lines
            if keeps is not _anything and len(lines) <= LINES:
                break
        if lines or any(dropped(event) for entry in group for event in entry.events):
            return group, tuple(lines[-LINES:])
    return [], ()


def within_step(made: Sequence[LogEntry]) -> list[LogEntry]:
    """What was done in a trade or use of inventory that the newest move ended, newest first; [] where nothing was.

    That it is over tells nobody what came of it.
    """
    if not made or not isinstance(made[0].move, CloseStep):
        return []
    closed = made[0].move.step
    for n, entry in enumerate(made[1:], 1):
        if any(isinstance(event, ev.StepOpened) and event.step.id == closed for event in entry.events):
            done = [one for one in made[1:n] if not isinstance(one.move, CloseStep)]
            return [*done, entry] if done else []
    return []


def _lines(
    entry: LogEntry,
    words: Words,
    keeps: Callable[[Sequence[ev.Event]], Iterable[ev.Event]],
    dropped: Callable[[ev.Event], bool],
) -> Iterator[str]:
    kept = tuple(event for event in keeps(entry.events) if not dropped(event))
    if kept == entry.events:
        yield from sentences_of(entry, words)
    elif kept:
        told = _answers(entry) or any(map(dropped, entry.events))
        yield from sentences_of(replace(entry, events=kept, move=None if told else entry.move), words)


def _answers(entry: LogEntry) -> bool:
    return isinstance(entry.move, Answer)


def to_read(table: Table, entries: Sequence[LogEntry]) -> tuple[Link, ...]:
    """Links to the cards that the newest of the last moves brought which brought any: each to where its text stands.

    Before the first move to the first chapter, until this phone has looked at it.
    """
    for entry in _made(entries)[:FRESH]:
        found = dict.fromkeys(link for event in entry.events if (link := _link(table, event)) is not None)
        if found:
            return tuple(found)[:LINKS]
    begun = any(entry.kind in KINDS for entry in entries)
    if not begun and table.state.chapter == 0 and unread_chapter(table):
        return (Link(f"How it begins: {table.words.card(table.state.chapter_card)}", f"{table.base}/chapter"),)
    return ()


def unread(table: Table, links: tuple[Link, ...]) -> tuple[Link, ...]:
    """The links but those to what this phone has read since, and to what the plate over its page leads to."""
    known = read_already(table) if links else set()
    return tuple(link for link in links if link.href not in known)


def _made(entries: Sequence[LogEntry]) -> list[LogEntry]:
    return [entry for entry in entries if entry.kind in KINDS and not entry.undone_by]


def _anything(events: Sequence[ev.Event]) -> Sequence[ev.Event]:
    return events


def _results(events: Sequence[ev.Event]) -> Iterator[ev.Event]:
    """What came of a move; its answer was the finger's own."""
    return (event for event in events if not isinstance(event, ev.Chosen) or not event.done)


def _safe_or_not(events: Sequence[ev.Event]) -> Iterator[ev.Event]:
    return _outcomes(events, NOTES | {"spawn_safe"})


def _outcomes(events: Sequence[ev.Event], notes: Collection[str] = NOTES) -> Iterator[ev.Event]:
    gone = {event.unit for event in events if isinstance(event, ev.UnitLeft)}
    alone = sum(isinstance(event, ev.AttackMade) for event in events) == 1
    for event in events:
        match event:
            case ev.PoolChanged(unit=unit, what=what):
                told = what != "stamina" and unit not in gone
            case ev.Noted(code=code):
                told = code in notes
            case ev.DiceRolled(why="attack", faces=faces, modifier=modifier):
                told = alone and (len(faces) > 1 or bool(modifier))  # one die is told with the attack
            case _:
                told = isinstance(event, OUTCOMES)
        if told:
            yield event


def _link(table: Table, event: ev.Event) -> Link | None:
    """The way to a card that came and can still be read where it lies."""
    match event:
        case ev.ChapterEntered(number=number, card=card):
            page = table.chapter_page(number, card)
            kind = "New chapter" if number == table.state.chapter else "Chapter that has gone by"
            return Link(f"{kind}: {table.words.card(card)}", page) if page else None
        case ev.CardMoved(deck=deck, card=card, drawn=True) if card != HIDDEN:
            kind = capital(CARD_OF.get(deck, "card"))
            where = _where(table, deck, card)
            return Link(f"{kind}: {table.words.card(card)}", f"{table.base}/{where}") if where else None
    return None


def _where(table: Table, deck: str, card: str) -> str:
    """The page on which a card can be read now; '' for one that cannot."""
    state = table.state
    bearer = state.decks[deck].held.get(card, "")
    if card in table.book.items:
        return f"items#bearer-{bearer}" if bearer else ""
    read = state.current.get(deck) == card or bool(bearer) or card in state.environments
    return f"cards?read={card}#card-{card}" if read else ""


__all__ = ["SEEN", "heard", "to_read", "unread"]
