"""What just happened, in a few sentences on the board, and the way to the cards that came with it.

Everything is made of the log's entries, from which the service has taken what nobody may see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from app.rules import events as ev
from app.rules.visibility import HIDDEN
from app.web.board_contexts import Link
from app.web.log_lines import Told, sentences_of
from app.web.messages import CARD_OF, capital
from app.web.messages_play import IN_VAIN
from app.web.pages_table import Table

if TYPE_CHECKING:
    from app.service import LogEntry

SEEN: Final = 6  # entries of the log that are looked through
LINES: Final = 3  # sentences on the board
LINKS: Final = 2  # cards that are linked there
FRESH: Final = 3  # moves for which a card that came stays linked
KINDS: Final = ("move", "undo", "redo")

#: What a long move comes to: its rolls and its bookkeeping are in the log.
OUTCOMES: Final = (
    ev.AttackMade,
    ev.CardMoved,
    ev.ChapterEntered,
    ev.GameEnded,
    ev.MonsterPlaced,
    ev.SpaceMarked,
    ev.TileJoined,
    ev.TrapsTriggered,
    ev.UnitLeft,
)
#: Notes among them: who was safe is not, who was not is, and what was paid for nothing.
NOTES: Final = frozenset({"spawn_failed", "horror_failed", "no_monster", "test_passed", "test_failed", *IN_VAIN})


def news(table: Table, entries: Sequence[LogEntry]) -> tuple[str, ...]:
    """The sentences of the newest move (or undo, or redo), oldest first; at most `LINES` of them.

    `entries` are the newest of the log, newest first. Of a move with more to tell its outcomes are told.
    """
    told = Told(table.words)
    for entry in _made(entries):
        words = told.at(entry)
        lines = tuple(sentences_of(entry, words))
        if len(lines) > LINES:
            short = replace(entry, events=tuple(_outcomes(entry.events)))
            lines = tuple(sentences_of(short, words)) if short.events else lines
        if any(_link(table, event) for event in entry.events):  # the link names the card
            lines = tuple(line for line in lines if not line.endswith(" was drawn.")) or lines
        if lines:
            return lines[-LINES:]
    return ()


def to_read(table: Table, entries: Sequence[LogEntry]) -> tuple[Link, ...]:
    """Links to the cards that the newest of the last moves brought which brought any: each to where its text stands."""
    for entry in _made(entries)[:FRESH]:
        found = dict.fromkeys(link for event in entry.events if (link := _link(table, event)) is not None)
        if found:
            return tuple(found)[:LINKS]
    return ()


def _made(entries: Sequence[LogEntry]) -> list[LogEntry]:
    return [entry for entry in entries if entry.kind in KINDS and not entry.undone_by]


def _outcomes(events: Sequence[ev.Event]) -> Iterator[ev.Event]:
    gone = {event.unit for event in events if isinstance(event, ev.UnitLeft)}
    for event in events:
        match event:
            case ev.PoolChanged(unit=unit, what=what):
                told = what != "stamina" and unit not in gone
            case ev.Noted(code=code):
                told = code in NOTES
            case _:
                told = isinstance(event, OUTCOMES)
        if told:
            yield event


def _link(table: Table, event: ev.Event) -> Link | None:
    """The way to a card that came and can still be read where it lies."""
    match event:
        case ev.ChapterEntered(card=card) if card == table.state.chapter_card:
            return Link(f"New chapter: {table.words.card(card)}", f"{table.base}/chapter")
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
    return f"cards#card-{card}" if read else ""


__all__ = ["SEEN", "news", "to_read"]
