"""A position as a short text that a person can write: for bug reports, rule cases and the stateless check.

`read_position` makes a State of it, `write_position` the reverse; docs/positions.md explains the form by example.
What the text leaves out is as at a fresh table: cards that are not named lie in their draw piles, so that every
card is in exactly one place (DK-3), and explorers that are not named are unused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from .agenda import Exploration
from .altering import replace
from .cards import Book
from .decks import fresh_marks
from .determined import determined_at_rest
from .invariants import cards_of_deck, violations
from .placed import Board
from .position_found import ALONE, Found
from .position_sections import SECTIONS
from .position_words import Names, PositionError, cell_words, number_in
from .position_writing import write_position
from .settings import Settings
from .state import DECKS, PILES, Deck, Explorer, Marks, State
from .triggers import cards_in_force

MAX_CHARACTERS: Final = 50_000


def read_position(book: Book, text: str, *, check: bool = True) -> State:
    """The state that a text describes. An open exploration can be written, any other step is reached by moves.

    Raises PositionError with line and field of the first thing that is wrong; with `check`, a position that breaks
    an invariant is wrong too, and named by it.
    """
    if len(text) > MAX_CHARACTERS:
        raise PositionError(0, "position", f"longer than {MAX_CHARACTERS} characters")
    found = Found(book, Names(book))
    section = ""
    for line, head, rest in _lines(text.removeprefix("\ufeff")):  # which some editors put in front
        if not head:
            if not section:
                raise PositionError(line, rest[:40], "an indented line belongs under a section such as 'tiles:'")
            SECTIONS[section](found, line, rest)
        elif head in SECTIONS:
            section = head
            if rest:
                raise PositionError(line, head, "what belongs to a section stands on indented lines below it")
        elif head in ALONE:
            section = ""
            found.once(line, head, f"{head}:")
            ALONE[head](found, line, rest)
        else:
            raise PositionError(line, head[:40], f"unknown; a position has: {', '.join([*ALONE, *SECTIONS])}")
    state = _state(found)
    for step in state.agenda:
        if isinstance(step, Exploration) and step.card and state.board.at(step.cell) is None:
            # with the tile goes what was to be laid on it; its encounter may still wait (IP-2)
            raise PositionError(found.at["pending:"], "pending", f"no map tile lies at {cell_words(step.cell)}")
    broken = violations(book, state) if check else ()
    if broken:
        line = next((line for name in broken if (line := _line_of(found, name))), 0)
        raise PositionError(line, "position", f"impossible: {'; '.join(broken)}", broken, state)
    return state


#: On which line a broken invariant stands, by its name: words as `Found.at` knows them, {} is what breaks it.
_LINES: Final[Mapping[str, tuple[str, ...]]] = {
    "terrains_in_play": ("pending:",),
    "threat_range": ("threat:",),
    "agenda_after_end": ("outcome:", "pending:"),
    "token_off_edge": ("{}:",),
    "mark_off_board": ("mark {}",),
    "setting_value": ("setting {}",),
    "item_of_nobody": ("item {}",),
    "augment_without_host": ("item {}",),
    "equipped_by_nobody": ("item {}",),
    "too_many_augments": ("item {}",),
    "held_by_nobody": tuple(f"{deck} {{}}" for deck in DECKS),
    "monster_card": ("{}",),
}


def _line_of(found: Found, violation: str) -> int:
    """The line of a text on which what breaks an invariant stands; 0 where none says it."""
    name, *words = violation.split()
    which = " ".join(words)
    tried = [word.format(which) for word in _LINES.get(name, ())]
    if name == "card_twice" and len(words) == 2:
        tried.append(which)
    return next((found.at[word] for word in (*tried, *words) if word in found.at), 0)


def says_nothing(text: str) -> bool:
    """Whether a text has no line but empty ones and comments."""
    return all(not line.strip() or line.lstrip().startswith("#") for line in text.removeprefix("\ufeff").splitlines())


def _lines(text: str) -> Iterator[tuple[int, str, str]]:
    """(line, keyword or '' within a section, the rest) of every line that says something; # begins a comment."""
    for number, raw in enumerate(text.splitlines(), 1):
        line = "" if raw.lstrip().startswith("#") else raw.split(" #")[0].rstrip()
        if not line.strip():
            continue
        if line[0].isspace():
            yield number, "", line.strip()
            continue
        head, colon, rest = line.partition(":")
        if not colon:
            raise PositionError(number, head.strip()[:40], "expected 'keyword: ...', or an indented line of a section")
        yield number, head.strip() or "?", rest.strip()


def _state(found: Found) -> State:
    book, got = found.book, dict(found.scalars)
    if not book.scenarios:
        raise PositionError(0, "scenario", "the pack has no scenario")
    first = next(iter(book.scenarios.values()))
    names = got.pop("scenario", (first.id, first.lengths[0].id, first.variations[0].id))
    length = next(x for x in book.scenarios[names[0]].lengths if x.id == names[1])
    variation = next(v for v in book.scenarios[names[0]].variations if v.id == names[2])
    chapters = found.chapters or variation.chapters.get(length.id, length.chapters)
    agenda = got.pop("agenda", ())
    taken = [int(unit[1:]) for unit in found.monsters]
    state = State(
        book.id,
        names[0],
        names[1],
        names[2],
        chapters,
        settings=Settings(**cast("Any", found.settings)),
        board=Board(tuple(found.tiles), found.doors),
        marks=found.marks,
        environments=found.environments,
        explorers=_explorers(found),
        monsters=found.monsters,
        decks={deck: _deck(found, deck, names[0], got.get("level", 1)) for deck in DECKS},
        current=_current(found),
        chapter=_chapter(found, chapters),
        items=found.items,
        lasting=tuple(found.lasting),
        picked=tuple(found.picked),
        used=found.used,
        agenda=agenda,
        next_id=max([len(agenda), *taken], default=0) + 1,
    )
    state = replace(state, **got)
    return _determined(found, replace(state, card_marks=_card_marks(found, state)))


def _chapter(found: Found, chapters: tuple[str, ...]) -> int:
    """The number of the current chapter: the first where nothing is said; 'none', a number from 1, or a card."""
    line, name = found.chapter
    if not name:
        return 0
    if name == "none":
        return -1
    if name.isdecimal():
        return number_in(line, "chapter", name, 1, len(chapters)) - 1
    card = found.names.of(line, "chapter", name, "chapters")
    if card not in chapters:
        raise PositionError(line, "chapter", f"{card} is not of this session: {', '.join(chapters)}")
    return chapters.index(card)


def _explorers(found: Found) -> dict[str, Explorer]:
    rest = {
        card.id: Explorer(card.id, card.health, card.stamina, card.essence, status="unused")
        for card in found.book.explorers.values()
        if card.id not in found.explorers
    }
    return {**found.explorers, **rest}


def _deck(found: Found, deck: str, scenario: str, level: int) -> Deck:
    """Cards that nothing was said of lie in the draw pile; those of levels to come lie aside (SC-3)."""

    def at(place: str) -> dict[str, str]:
        return dict(found.places.get((deck, place), ()))

    whole = cards_of_deck(found.book, deck, scenario)
    if deck == "tiles":
        known = {face[:-1] for (name, _), cards in found.places.items() if name == deck for face, _ in cards}
        loose = [f"{number}a" for number in sorted(whole - known)]
    else:
        known = {card for (name, _), cards in found.places.items() if name == deck for card, _ in cards}
        loose = [c for c in (found.book.cards if deck != "terrains" else sorted(whole)) if c in whole - known]
    aside = {**at("aside"), **_set_aside(found, deck, loose, level)}
    rest = tuple(c for c in loose if c not in aside)
    lie = found.rest.get(deck, "draw")
    return Deck(
        (*at("draw"), *(rest if lie == "draw" else ())),
        (*(rest if lie == "destroyed" else ()), *at("destroyed")),
        at("in_play"),
        at("held"),
        at("stored"),
        (*at("out"), *(rest if lie == "out" else ())),
        aside,
    )


def _set_aside(found: Found, deck: str, loose: list[str], level: int) -> dict[str, str]:
    """Which of the cards that nothing was said of lie face down beside the table, and until when."""
    levels = {card: found.names.level(card) for card in loose}
    if f"{deck} aside" not in found.at:
        there = level if deck == "monsters" else 1
        return {card: f"level {n}" for card, n in levels.items() if n > there}
    aside: dict[str, str] = {}
    counts = found.aside.get(deck, {})
    for what in sorted(counts, key=lambda w: w == "out"):  # those of a level first: any card can be out
        fit = [c for c in reversed(loose) if c not in aside and what in ("out", f"level {levels[c]}")]
        if len(fit) < counts[what]:
            raise PositionError(found.at[f"{deck} aside"], "decks", f"{deck}: not so many cards are left to lie aside")
        aside.update(dict.fromkeys(fit[: counts[what]], what))
    return aside


def _current(found: Found) -> dict[str, str]:
    """What is current: as said, else the top of the destroyed pile (NC-1, DK-1)."""
    current: dict[str, str] = {}
    for deck in found.current:
        if deck not in PILES:
            raise PositionError(found.at[f"{deck} current"], "decks", f"{deck} have no current card")
    for pile in PILES:
        destroyed = [card for card, _ in found.places.get((pile, "destroyed"), ())]
        card = found.current.get(pile, destroyed[-1] if destroyed else "")
        if card and card not in destroyed:
            line = found.at[f"{pile} current"]
            raise PositionError(line, "decks", f"{card} does not lie on the destroyed {pile}: it is not current")
        if card or pile in found.current:
            current[pile] = card
    return current


def _card_marks(found: Found, state: State) -> dict[str, Marks]:
    """Count tokens of the chapter and the current cards: as they enter with, but for what was said (CT-1)."""
    marks = {c: fresh_marks(found.book.card(c)) for c in (state.chapter_card, *state.current.values()) if c}
    in_force = {card for card, _ in cards_in_force(state)}
    for line, card, panel, what, n in found.counts:
        if card not in marks and not (what == "determined" and card in in_force):
            raise PositionError(line, "counts", f"{card} is neither the current chapter nor a current card")
        value = n - 1 if what in ("chosen", "determined") else n
        before = marks.get(card, Marks())
        changed: dict[str, Any] = {what: {**getattr(before, what), panel: value}}
        marks[card] = replace(before, **changed)
    return marks


def _determined(found: Found, state: State) -> State:
    """The state with the determined options marked of which nothing is said, as at a table at rest (CT-4)."""
    marks = dict(state.card_marks)
    for card, address, option in determined_at_rest(found.book, state):
        if f"{card} {address} determined" not in found.at:
            before = marks.get(card, Marks())
            marks[card] = replace(before, determined={**before.determined, address: option})
    return replace(state, card_marks=marks)


__all__ = ["PositionError", "read_position", "says_nothing", "write_position"]
