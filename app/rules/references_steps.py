"""Whether what waits in a state that somebody wrote (agenda, triggers, what falls due) names only what there is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any, Final

from .agenda import Ask, Exploration, Resolve, StepAbility, WhichValue
from .agenda_items import Looking, Storing
from .cards import Book
from .resolving import branch_of
from .state import DECKS, State, space_of
from .visibility import HIDDEN
from .vocabulary import SETTABLE

#: Where it stands ('board.tiles.0.face'), and what is expected there.
Misfit = tuple[str, str]

NO_EXPLORER: Final = "is no explorer of this set"
NO_CARD: Final = "is no card of this set"
NO_SPACE: Final = "should be a space such as '3,-4'"
NO_UNIT: Final = "is neither an explorer of this set nor a monster's number such as 'm1'"
NO_ABILITY: Final = "is not the address of an ability on that card, such as 'top.0.0'"
NOT_SET: Final = "is no number that a card can set"
NO_PART: Final = "is no part of that ability"
MONSTER: Final = re.compile(r"m[1-9]\d{0,6}")

_SPACE: Final = r"-?\d{1,6},-?\d{1,6}"
_DUE: Final = re.compile(
    rf"advance|won|lost|tile {_SPACE}|barrel {_SPACE} (arcane|regular)|dying (?P<who>\S+)"
    rf"|enter \d{{1,6}}( (?P<unit>[^@ ]+)@({_SPACE})?@{_SPACE})+"
)
_TARGET: Final = re.compile(rf"barrel {_SPACE}")


def is_space(key: str) -> bool:
    """Whether a text is the key of a space or cell, 'x,y'."""
    try:
        space_of(key)
    except ValueError:
        return False
    return True


def is_unit(book: Book, unit: str) -> bool:
    """Whether a text can name a unit: an explorer of the set, or a monster's number, in play or gone."""
    return unit in book.explorers or bool(MONSTER.fullmatch(unit))


def _explorer(book: Book, value: str) -> bool:
    return value in book.explorers


def _space(_: Book, value: str) -> bool:
    return is_space(value)


def _target(book: Book, value: str) -> bool:
    return is_unit(book, value) or bool(_TARGET.fullmatch(value))


#: What the texts in a field of a step must be, by the field's name; '' and None are left to the step.
_FIELDS: Final[Mapping[str, tuple[Callable[[Book, str], bool], str]]] = {
    **dict.fromkeys(("partner", "on", "roller", "fired", "picked"), (_explorer, NO_EXPLORER)),
    **dict.fromkeys(
        ("unit", "explorer", "actor", "attacker", "units", "listed", "acting", "waiting"), (is_unit, NO_UNIT)
    ),
    "targets": (_target, "is neither a unit nor a barrel such as 'barrel 3,-4'"),
    **dict.fromkeys(("came_from", "cells", "near"), (_space, NO_SPACE)),
    **dict.fromkeys(("deck", "pile"), (lambda _, value: value in DECKS, f"should be one of {', '.join(DECKS)}")),
}


def waiting(book: Book, state: State) -> Iterator[Misfit]:
    """Every place in agenda, queue and due that names what is not there, in order."""
    for at, step in enumerate(state.agenda):
        yield from _step(book, state, step, f"agenda.{at}")
        if step.id >= state.next_id:
            yield f"agenda.{at}.id", "should be below next_id"
    for at, trigger in enumerate(state.queue):
        path = f"queue.{at}"
        yield from _address(book, trigger.card, trigger.at, path)
        yield from _texts(book, trigger, path)
        if trigger.where and not is_space(trigger.where):
            yield f"{path}.where", NO_SPACE
    for at, due in enumerate(state.due):
        found = _DUE.fullmatch(due)
        if found is None or (found["who"] is not None and found["who"] not in book.explorers):
            yield f"due.{at}", "should be advance, won, lost, or what goes, dies or enters, such as 'tile 0,-1'"


def _texts(book: Book, step: Any, path: str) -> Iterator[Misfit]:
    """The texts of a step whose field says by its name what they are."""
    for part in fields(step):
        fits, expected = _FIELDS.get(part.name, (None, ""))
        value = getattr(step, part.name)
        if fits is None or value is None or value == "":
            continue
        for number, one in enumerate(value if isinstance(value, tuple) else (value,)):
            if isinstance(one, str) and one and not fits(book, one):
                yield f"{path}.{part.name}{f'.{number}' if isinstance(value, tuple) else ''}", expected


def _step(book: Book, state: State, step: Any, path: str) -> Iterator[Misfit]:
    yield from _texts(book, step, path)
    card, at = getattr(step, "card", ""), getattr(step, "at", "")
    if isinstance(step, Exploration):
        if card and card not in book.environments and f"{card}a" not in book.terrains:
            yield f"{path}.card", "is neither a terrain nor an environment of this set"
        elif card and state.board.at(step.cell) is None and step is state.agenda[-1]:
            # With the tile goes what was to be laid on it, once nothing else waits above it (IP-2).
            yield f"{path}.cell", "should be that of a map tile on the table"
        return
    if isinstance(at, str) and (card or at or isinstance(step, Resolve | StepAbility | Storing)):
        optional = not isinstance(step, Resolve | StepAbility | Storing)
        yield from _address(book, card, at, path, optional=optional)
    if isinstance(step, Resolve | StepAbility | Storing):
        yield from _part(book, step, path)
    if isinstance(step, Ask):
        if step.who != "group" and step.who not in book.explorers:
            yield f"{path}.who", f"{NO_EXPLORER}, nor 'group'"
        if not step.options:
            yield f"{path}.options", "should be what may be answered"
        if step is state.agenda[0]:
            yield path, "should lie on the step that asks"
    if isinstance(step, WhichValue) and step.what not in SETTABLE:
        yield f"{path}.what", NOT_SET
    if isinstance(step, Looking) and step.who and step.who not in book.explorers:
        yield f"{path}.who", NO_EXPLORER
    for number, one in enumerate(getattr(step, "cards", ())):
        if one != HIDDEN and one not in book.cards and one not in book.tiles and f"{one}a" not in book.terrains:
            yield f"{path}.cards.{number}", NO_CARD


def _address(book: Book, card: str, at: str, path: str, *, optional: bool = False) -> Iterator[Misfit]:
    """A card and an ability on it; `optional` = a card alone will do."""
    if card not in book.cards:
        yield f"{path}.card", NO_CARD
    elif (at or not optional) and not _is_address(book, card, at, panels=optional):
        yield f"{path}.at", NO_ABILITY


def _is_address(book: Book, card: str, at: str, *, panels: bool) -> bool:
    """Whether an ability stands there on the card, or a panel that is asked about."""
    try:
        book.ability(card, at)
    except KeyError:
        faces = book.card(card).faces if panels else ()
        return any(at == f"{face.name}.{number}" for face in faces for number in range(len(face.panels)))
    return True


def _part(book: Book, step: Resolve | StepAbility | Storing, path: str) -> Iterator[Misfit]:
    """The verb of an ability that a step is at."""
    if any(at < 0 for at in step.branch):
        yield f"{path}.branch", NO_PART
        return
    try:
        verbs = branch_of(book, Resolve(0, step.card, step.at, step.branch))
    except (KeyError, IndexError, ValueError):
        if step.card in book.cards and any(at == step.at for at, *_ in book.abilities_of(step.card)):
            yield f"{path}.branch", NO_PART
        return
    if not 0 <= step.index <= len(verbs) - (not isinstance(step, Resolve)):
        yield f"{path}.index", NO_PART
