"""What a card asks for and how it stands: the words of a condition that isn't met, for every one that there is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from app.web.messages_names import Value, capital, counted

if TYPE_CHECKING:
    from app.web.messages import Words

#: What a condition counts, one of it in words.
SUBJECTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "spawn_tokens": "spawn token",
        "horror_tokens": "horror token",
        "lit_chapter_spaces": "lit chapter space",
        "open_options": "open option",
        "explorers": "explorer in play",
        "explorers_on_board": "explorer on the board",
        "explorers_left": "explorer that has left",
        "monsters": "monster",
        "charges": "charge",
        "charges_panel": "charge",
        "stored_cards": "stored card",
        "tiles": "map tile",
        "countdowns": "environment with charges",
        "adjacent_explorers": "adjacent explorer",
        "units_here": "unit on the tile",
        "explorers_here": "explorer on the tile",
        "monsters_here": "monster on the tile",
        "items": "item",
    }
)
#: The same of what is only ever asked of one unit, or of part of what it holds.
OF_ONE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "items_with_trait": "item of that trait",
        "items_of_kind": "item of that kind",
        "adjacent_levers": "adjacent trap lever",
        "adjacent_unused_spaces": "adjacent unused action space",
        "adjacent_units": "adjacent unit",
        "has_attacked": "attack this round",
        "attacked_last_round": "attack last round",
    }
)
#: What is a figure of its own, such as a rating.
FIGURES: Final = (
    *("spawn_rating", "horror_rating", "monster_level", "threat"),
    *("health", "stamina", "essence", "lost_health"),
)
#: What a unit has a figure of: how that is asked for.
POOLS: Final = {"health": "health", "stamina": "stamina", "essence": "essence", "lost_health": "lost health"}
#: Which step of what is asked for.
STEPS: Final = {
    "step_of_turn": "of the turn",
    "step_of_move": "of one move",
    "step_of_move_here": "of one move begun on this map tile",
}
#: What holds or doesn't: how it is said that it does, and that it does not.
FLAGS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "is_explorer": ("{who} is an explorer", "{who} is no explorer"),
        "came_over_border": ("{who} came from another map tile", "{who} came from no other map tile"),
        "on_tile_with_chapter_space": (
            "{who} stands on a map tile with a chapter space",
            "{who} stands on a map tile without a chapter space",
        ),
        "on_lit_tile": (
            "{who} stands on a map tile with a lit chapter space",
            "{who} stands on a map tile without a lit chapter space",
        ),
        "on_own_tile": ("{who} stands on its map tile", "{who} stands elsewhere"),
        "is_bearer": ("it belongs to {who}", "it does not belong to {who}"),
        "equipped": ("{who} has {of:card} equipped", "{who} does not have {of:card} equipped"),
        "chosen": ("“{of}” was chosen", "“{of}” was not chosen"),
        "variation": ("“{of:played}” is played", "“{of:played}” is not played"),
        "length": ("“{of:played}” is played", "“{of:played}” is not played"),
    }
)


def needs_not_met(words: Words, facts: Mapping[str, Value]) -> str:
    """What a card asks for and what is there: 'Cold Furnace asks for 1 open option or fewer; there are 2.'

    `facts` are those of the reason: what, of, needed ('2 or more', 'none' ...), there, card, who. Raises KeyError for
    one that is not given, or a condition that has no words.
    """
    what, of, needed, there = (facts[name] for name in ("what", "of", "needed", "there"))
    card, who = words.card(str(facts["card"])), words.unit(str(facts["who"]))
    subject, bounds = str(what), str(needed)
    if subject in FLAGS:
        holds, fails = (_flag(words, text, str(of), str(facts["who"])) for text in FLAGS[subject])
        asked, now = (fails, holds) if there else (holds, fails)
        return f"{capital(card)} asks that {asked}; now {now}."
    if subject in POOLS:
        amount = f"{'no' if bounds == 'none' else bounds.replace('fewer', 'less')} {POOLS[subject]}"
        return f"{capital(card)} asks for {amount}; {who} has {there or 'none'}."
    if subject in FIGURES:
        return f"{capital(card)} asks for a {subject.replace('_', ' ')} of {_figure(bounds)}; it is {there}."
    if subject in STEPS:
        which = bounds.replace("or more", "or a later one").replace("or fewer", "or an earlier one")
        return f"{capital(card)} asks for step {which} {STEPS[subject]}; {who}’s next is step {there}."
    noun = SUBJECTS.get(subject) or OF_ONE[subject]
    named = f" (“{words.card(str(of)) if words.knows(str(of)) else of}”)" if of else ""
    asked = f"no {noun}" if bounds == "none" else f"{bounds} {noun if bounds == '1' else _several(noun)}"
    whose = f" for {who}" if subject in OF_ONE else ""
    return f"{capital(card)} asks for {asked}{named}{whose}; now: {there or 'none'}."


def _several(noun: str) -> str:
    """'open options': in 'explorer that has left' and the like it is what stands first that is several."""
    first, *rest = re.split(r"(?= (?:in|on|that|with|of|this|last) )", noun, maxsplit=1)
    return counted(2, first).removeprefix("2 ") + "".join(rest).replace("has left", "have left")


def _figure(bounds: str) -> str:
    return "0" if bounds == "none" else bounds.replace("fewer", "less")


def _flag(words: Words, text: str, of: str, who: str) -> str:
    named = {one.id: one.name for scenario in words.book.scenarios.values() for one in scenario.variations}
    named |= {one.id: one.name for scenario in words.book.scenarios.values() for one in scenario.lengths}
    told = text.replace("{of:played}", named.get(of, of)).replace("{of:card}", words.card(of)).replace("{of}", of)
    return told.replace("{who}", words.unit(who))
