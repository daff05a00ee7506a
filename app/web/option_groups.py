"""Options of a question side by side: many of one kind, and places that are lit on the board, under one heading."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from app.rules.moves import Answer, Move, MoveMonster
from app.web.contexts import Option, OptionGroup

IN_A_LIST: Final = "Places in a list"
"""The same answers for those who do not tap on the board."""
SEVERAL: Final = 6  # options of one kind, above which they are folded together


def grouped(
    options: Sequence[tuple[Move, Option]], lit: Collection[str] = ()
) -> tuple[tuple[Option, ...], tuple[OptionGroup, ...]]:
    """Options one by one; many of one kind, and all that are `lit` on the board anyway, under one heading.

    Places with a note, which no way leads out of, stand under that note.
    """
    kinds: dict[tuple[str, str], list[Option]] = {}
    places: list[Option] = []
    shut_in: list[Option] = []
    for move, option in options:
        if isinstance(move, MoveMonster) or (isinstance(move, Answer) and move.option in lit):
            (shut_in if option.note else places).append(option)
        else:
            kinds.setdefault((move.type, str(getattr(move, "monster", ""))), []).append(option)
    plain: list[Option] = []
    groups: list[OptionGroup] = []
    for (kind, _), found in kinds.items():
        if len(found) <= SEVERAL or any(option.facts or option.vain for option in found):
            plain += found  # what has to be read is not folded into a row of names
            continue
        shared = _shared([option.title for option in found])
        title = shared.strip(" :") or "Choose one"
        short = tuple(replace(option, title=option.title[len(shared) :]) for option in found)
        groups.append(OptionGroup(title if kind != "Answer" or shared else "", short))
    if places:
        groups.append(_in_a_list(places))
    if shut_in:
        groups.append(OptionGroup(shut_in[0].note.removesuffix("."), tuple(shut_in)))
    return tuple(plain), tuple(groups)


def _in_a_list(places: Sequence[Option]) -> OptionGroup:
    """Places under one heading, which names the map tile if all of them lie on one."""
    start = _shared([option.title for option in places])
    if len(places) < 2 or any(" " in option.title[len(start) :] for option in places):
        return OptionGroup(IN_A_LIST, tuple(places))
    named = f"{IN_A_LIST}: {start[:1].lower() if start.startswith('Move ') else start[:1]}{start[1:].rstrip()}"
    return OptionGroup(named if start else IN_A_LIST, tuple(replace(o, title=o.title[len(start) :]) for o in places))


def _shared(titles: Sequence[str]) -> str:
    """The words that all titles begin with, the blank after them included."""
    same = 0
    for words in zip(*(title.split(" ")[:-1] for title in titles), strict=False):
        if len(set(words)) > 1:
            break
        same += len(words[0]) + 1
    return titles[0][:same]
