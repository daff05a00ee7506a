"""Whether a state that somebody wrote names only what there is: cards, explorers, monsters, places, addresses.

A state of the tracker's own does so always; one that comes from outside (docs/json.md, State) is asked before the
rules work on it. What must hold among things that are there is `invariants.violations`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any, Final

from .agenda import CardEnters
from .cards import Book
from .geometry import CLOSED_DOOR, OPEN, OPEN_DOOR
from .invariants import cards_of_deck
from .memo import same
from .placed import border_at
from .references_steps import (
    MONSTER,
    NO_CARD,
    NO_EXPLORER,
    NO_SPACE,
    NO_UNIT,
    NOT_SET,
    Misfit,
    is_space,
    is_unit,
    waiting,
)
from .settings import setting_names, setting_problem
from .state import DECKS, PILES, UNTIL, Deck, State
from .visibility import HIDDEN
from .vocabulary import LASTING, SETTABLE

LARGEST: Final = 1_000_000  # a number, either way from 0
LONGEST: Final = 500  # characters of a text
MOST_LASTING: Final = 99  # that one effect changes a number by: dice, above all, of which each is thrown
MOST: Final = 10  # are told; more help nobody

MARKS: Final = ("explored", "lit", "destroyed")
DOORS: Final = {CLOSED_DOOR: "closed", OPEN_DOOR: "open", OPEN: "gone"}

_ASIDE: Final = re.compile(r"out|level [1-9]")


def misfits(book: Book, state: State) -> tuple[Misfit, ...]:
    """Every place of a state that names what is not there, in the state's order and at most `MOST`; () is sound."""
    found: list[Misfit] = []
    for check in (_sizes, _session, _board, _units, _decks, _counted, waiting):
        found += check(book, state)
        if check is _sizes and found:
            break
    return tuple(found[:MOST])


def _sizes(_: Book, state: State) -> Iterator[Misfit]:
    """No number and no text is beyond all bounds."""
    return _beyond(state, "")


def _beyond(value: Any, path: str) -> Iterator[Misfit]:
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        if abs(value) > LARGEST:
            yield path, f"should be a number of at most {LARGEST}"
    elif isinstance(value, str):
        if len(value) > LONGEST:
            yield path, f"should be a text of at most {LONGEST} characters"
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _beyond(inner, f"{path}.{key[:40]}")
    elif isinstance(value, tuple):
        for number, inner in enumerate(value):
            yield from _beyond(inner, f"{path}.{number}")
    elif isinstance(value, State):
        yield from _parts_beyond(value, path)
    elif is_dataclass(value):
        # Most decks, tiles and units are those of the state before.
        yield from same(("sizes", path), (value,), lambda: tuple(_parts_beyond(value, path)))


def _parts_beyond(value: Any, path: str) -> Iterator[Misfit]:
    for part in fields(value):
        yield from _beyond(getattr(value, part.name), f"{path}.{part.name}" if path else part.name)


def _one_of(known: Collection[str]) -> str:
    return f"should be one of {', '.join(known)}"


#: Numbers of a state that have bounds of their own: the least and the most.
_BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "round": (1, 9999),
    "level": (1, 9),
    "lit": (0, 99),
    "replacements": (0, 9),
    "next_id": (0, LARGEST),
}


def _session(book: Book, state: State) -> Iterator[Misfit]:
    if state.pack != book.id:
        yield "pack", f"should be {book.id}, the cards of this server"
    for name, (least, most) in _BOUNDS.items():
        if not least <= getattr(state, name) <= most:
            yield name, f"should be a number from {least} to {most}"
    scenario = book.scenarios.get(state.scenario)
    if scenario is None:
        yield "scenario", _one_of(book.scenarios)
    else:
        for name, given, known in (
            ("length", state.length, [length.id for length in scenario.lengths]),
            ("variation", state.variation, [variation.id for variation in scenario.variations]),
        ):
            if given not in known:
                yield name, _one_of(known)
    for number, chapter in enumerate(state.chapters):
        if chapter not in book.chapters and not (chapter == HIDDEN and number > state.chapter):
            yield f"chapters.{number}", "is no chapter of this set"
    if not -1 <= state.chapter < len(state.chapters):
        yield "chapter", f"should be a number from -1 to {len(state.chapters) - 1}, of one of the chapters"
    for name in setting_names():
        if setting_problem(name, getattr(state.settings, name)) is not None:
            yield f"settings.{name}", "is no value of this house rule"


def _board(book: Book, state: State) -> Iterator[Misfit]:
    numbers = {face.id.rstrip("ab") for face in book.tiles.values()}
    for at, tile in enumerate(state.board.tiles):
        path = f"board.tiles.{at}"
        if tile.tile not in numbers:
            yield f"{path}.tile", "is no map tile of this set"
        elif tile.face not in ("a", "b"):
            yield f"{path}.face", "should be a or b"
        elif tile.tile + tile.face not in book.tiles and tile.tile not in book.tiles:
            yield f"{path}.face", "is no face of this map tile"
        if not 0 <= tile.turns <= 3:
            yield f"{path}.turns", "should be a number from 0 to 3, of quarter turns"
        if tile.terrain is not None and tile.terrain.card + tile.terrain.face not in book.terrains:
            yield f"{path}.terrain.card", "is no terrain of this set"
    for key, door in state.board.doors.items():
        try:
            border_at(key)
        except ValueError:
            yield f"board.doors.{key[:40]}", "should be a border such as '12,-3,v' (or h)"
        if door not in DOORS:
            told = ", ".join(f"{sign!r} ({word})" for sign, word in DOORS.items())
            yield f"board.doors.{key[:40]}", f"should be one of {told}"
    for at, lit in enumerate(state.lit_tiles):
        if lit not in book.tiles:
            yield f"lit_tiles.{at}", "is no map tile of this set"
    for key, mark in state.marks.items():
        if not is_space(key):
            yield f"marks.{key[:40]}", NO_SPACE
        elif mark not in MARKS:
            yield f"marks.{key}", _one_of(MARKS)
    for key, placed in state.environments.items():
        if key not in book.environments:
            yield f"environments.{key[:40]}", "is no environment of this set"
        elif placed.card != key:
            yield f"environments.{key}.card", f"should be {key}, as what it stands under"
    for name, token in (("entry", state.entry), ("exit", state.exit)):
        if token is not None and (token.cell is None) != (token.edge is None):
            yield f"{name}.edge", "should be given with the cell, and be null without one"


def _units(book: Book, state: State) -> Iterator[Misfit]:
    for key, explorer in state.explorers.items():
        if key not in book.explorers:
            yield f"explorers.{key[:40]}", NO_EXPLORER
        elif explorer.id != key:
            yield f"explorers.{key}.id", f"should be {key}, as what it stands under"
        for pool in ("health", "stamina", "essence"):
            if getattr(explorer, pool) < 0:
                yield f"explorers.{key[:40]}.{pool}", "should be 0 or more"
    for key in book.explorers:
        if key not in state.explorers:
            yield f"explorers.{key}", "is needed: explorers that do not play have the status unused"
    for key, monster in state.monsters.items():
        if not MONSTER.fullmatch(key):
            yield f"monsters.{key[:40]}", "should be a monster's number such as 'm1'"
        elif monster.id != key:
            yield f"monsters.{key}.id", f"should be {key}, as what it stands under"
        if monster.card not in book.monsters:
            yield f"monsters.{key[:40]}.card", "is no monster of this set"
    if state.acting and state.acting not in book.explorers:
        yield "acting", NO_EXPLORER


def _decks(book: Book, state: State) -> Iterator[Misfit]:
    for name in state.decks:
        if name not in DECKS:
            yield f"decks.{name[:40]}", _one_of(DECKS)
    # Who is asked to bear a card: then it lies nowhere.
    asked = frozenset(step.card for step in state.agenda if isinstance(step, CardEnters))
    monsters = frozenset(state.monsters)
    for name in DECKS:
        if name not in state.decks:
            yield f"decks.{name}", "is needed"
        else:
            work = partial(_deck, book, name, state.decks[name], asked, monsters)
            yield from same(("misfits of deck", name, asked, monsters), (book, state.decks[name]), work)
    for pile, card in state.current.items():
        if pile not in PILES:
            yield f"current.{pile[:40]}", _one_of(PILES)
        elif card and card not in state.decks.get(pile, Deck()).destroyed:
            yield f"current.{pile}", f"should be a card that lies on the destroyed {pile.replace('_', ' ')}, or empty"


def _deck(book: Book, name: str, deck: Deck, asked: Collection[str], monsters: Collection[str]) -> tuple[Misfit, ...]:
    """The cards of a deck are its own, each lies once, and where they lie there is something to lie on."""
    return tuple(_cards(book, name, deck, asked, monsters))


def _cards(book: Book, name: str, deck: Deck, asked: Collection[str], monsters: Collection[str]) -> Iterator[Misfit]:
    whole, seen = cards_of_deck(book, name), set[str]()
    for place in fields(deck):
        lie = getattr(deck, place.name)
        for number, card in enumerate(lie):
            path = f"decks.{name}.{place.name}.{number if isinstance(lie, tuple) else card[:40]}"
            if card.startswith(HIDDEN) and place.name in ("draw", "aside"):
                continue
            own = card[:-1] if name == "tiles" and card not in whole else card
            if own not in whole or (name == "tiles" and place.name == "draw" and card not in book.tiles):
                yield path, f"is no card of the {name.replace('_', ' ')}"
            elif own in seen:
                yield path, "lies in another place too"
            seen.add(own)
    for card, cell in deck.in_play.items():
        if not cell and card in asked:
            continue
        if cell not in book.explorers and cell not in book.cards and cell not in monsters and not is_space(cell):
            yield (
                f"decks.{name}.in_play.{card[:40]}",
                "should be where it lies: a place such as '0,-1', a unit or a card",
            )
    for card, holder in deck.held.items():
        if holder not in book.explorers:
            yield f"decks.{name}.held.{card[:40]}", NO_EXPLORER
    for card, on in deck.stored.items():
        if on not in book.cards:
            yield f"decks.{name}.stored.{card[:40]}", NO_CARD
    for card, until in deck.aside.items():
        if not _ASIDE.fullmatch(until):
            yield (
                f"decks.{name}.aside.{card[:40]}",
                "should be 'out', or the level until which it waits such as 'level 2'",
            )


def _counted(book: Book, state: State) -> Iterator[Misfit]:
    """Count tokens, items, effects that last, what was used."""
    for key, marks in state.card_marks.items():
        card = book.cards.get(key)
        if card is None:
            yield f"card_marks.{key[:40]}", NO_CARD
            continue
        panels = {f"{face.name}.{n}": panel for face in card.faces for n, panel in enumerate(face.panels)}
        for part in fields(marks):
            for address, number in getattr(marks, part.name).items():
                path = f"card_marks.{key}.{part.name}.{address[:40]}"
                if address not in panels:
                    yield path, f"is no panel of this card: {', '.join(panels) or 'it has none'}"
                elif part.name == "charges" and number < 0:
                    yield path, "should be 0 or more"
                elif part.name == "open" and not 0 <= number <= len(panels[address].options):
                    yield path, "should be how many of the panel's options are open"
                elif part.name == "chosen" and not 0 <= number < len(panels[address].options):
                    yield path, "should be the number of one of the panel's options, counted from 0"
                elif part.name == "determined" and not -1 <= number < len(panels[address].options):
                    yield path, "should be the number of one of the panel's options, counted from 0, or -1 for none"
    for key, item in state.items.items():
        if key not in book.items:
            yield f"items.{key[:40]}", "is no item of this set"
        if item.under and item.under not in book.items:
            yield f"items.{key[:40]}.under", "is no item of this set"
    for at, lasting in enumerate(state.lasting):
        if lasting.what not in LASTING[lasting.effect]:
            yield f"lasting.{at}.what", f"is nothing that a card can {lasting.effect}"
        elif lasting.sets and (lasting.effect != "modify" or lasting.what not in SETTABLE):
            yield f"lasting.{at}.sets", "should be false: that is no number which a card can set"
        if abs(lasting.n) > MOST_LASTING:
            yield f"lasting.{at}.n", f"should be a number of at most {MOST_LASTING}"
        if lasting.unit and not is_unit(book, lasting.unit):
            yield f"lasting.{at}.unit", NO_UNIT
        if lasting.card and lasting.card not in book.cards:
            yield f"lasting.{at}.card", NO_CARD
        if lasting.until not in UNTIL:
            yield f"lasting.{at}.until", _one_of(UNTIL)
    for at, picked in enumerate(state.picked):
        if picked.what not in SETTABLE:
            yield f"picked.{at}.what", NOT_SET
        for number, setting in enumerate(picked.among):
            by, _, n = setting.rpartition(" ")
            if (by and by not in book.cards) or not n.isdecimal():
                yield f"picked.{at}.among.{number}", "should be a card of this set and a number, such as 'enc-09 2'"
    for key, times in state.used.items():
        if times < 0:
            yield f"used.{key[:40]}", "should be 0 or more"
