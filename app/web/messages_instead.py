"""What would be legal instead of what was refused, in one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from app.web.messages import Words
from app.web.messages_effects import value_words
from app.web.messages_names import EDGES, listed

if TYPE_CHECKING:
    from app.rules.verdicts import Reason


MOST_ALTERNATIVES: Final = 6  # named in a sentence; the rest is counted
TO_ACT: Final = "Still to act"
#: How the legal alternatives of a reason begin; 'Legal instead' for all others.
LEADS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "already_finished": TO_ACT,
        "too_far": "Within reach",
        "unfinished_explorers": TO_ACT,
        "no_closed_door": "Closed doors here",
        "not_at_edge": "From",
        "not_at_dead_end": "From",
        "not_at_exit": "From",
        "not_adjacent": "From",
        "monster_has_acted": TO_ACT,
        "monster_not_listed": TO_ACT,
        "no_target_named": "In reach",
        "no_space_named": "It hits somebody at",
        "one_space_only": "It hits somebody at",
        "no_straight_line": "It hits somebody at",
        "nobody_there": "It hits somebody at",
        "no_such_face": "It has",
        "explorer_taken": "Still free",
        "needs_not_met": "It would be met on",
        "attack_takes_each": "In reach are",
        "no_attack": "To attack with",
        "no_slot_free": "Equipped there",
        "not_its_item": "Its own items",
        "not_lasting": "What lasts",
        "unknown_value": "It can be",
    }
)
#: What counts of a panel in place of an option that does not: these are names that a card prints.
OPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "option_not_chosen": "Chosen was",
        "option_locked": "Unlocked so far",
        "option_not_determined": "What holds is",
    }
)
#: After these all are meant; after the others one of them is picked.
ALL: Final = frozenset({TO_ACT, "In reach are", "Equipped there", "Its own items", "What lasts"})


def instead(words: Words, reason: Reason) -> str:
    """What would be legal, in one sentence; '' when the reason names nothing."""
    if not reason.alternatives:
        return ""
    if reason.code in OPTIONS:
        return f"{OPTIONS[reason.code]}: {listed([f'“{option}”' for option in reason.alternatives])}."
    named = reason.alternatives[:MOST_ALTERNATIVES]
    more = len(reason.alternatives) - len(named)
    lead = LEADS.get(reason.code, "Legal instead")
    if all(value.startswith("at ") for value in named):  # edges, none of them from where the explorer stands
        lead, named = "From a space at it", tuple([value.removeprefix("at ") for value in named])
    return f"{lead}: {_alternatives(words, named, more, 'and' if more or lead in ALL else 'or')}."


def _alternatives(words: Words, values: Sequence[str], more: int, last: str) -> str:
    """Several alternatives; what they share, a tile or a face, is said once."""
    parts = [value.rpartition("," if "," in value else " ") for value in values]
    if not more and all(side in EDGES for _, _, side in parts) and len({whole for whole, _, _ in parts}) == 1:
        whole = parts[0][0]
        edges = listed([EDGES[side] for _, _, side in parts], last)
        if "," in whole:
            return f"the {edges} edge of {words.tile(whole)}"
        return f"face {whole.upper()} on the {edges} edge" if whole else f"the {edges} edge"
    told = [alternative(words, value) for value in values]
    tiles = {name.rpartition(" ")[0] for name in told}
    if (
        not any(value.startswith("tile ") for value in values)
        and len(tiles) == 1
        and all("," in value for value in values)
    ):
        told = [told[0], *(name.rpartition(" ")[2] for name in told[1:])]
    return listed([*told, f"{more} more"] if more else told, last)


def alternative(words: Words, value: str) -> str:
    """One alternative in words: an edge, a placement ('a N'), a space ('3,4'), a unit, a card, or itself."""
    if value in EDGES:
        return f"the {EDGES[value]} edge"
    if value.startswith("tile "):
        return words.tile(value.removeprefix("tile "))
    if value.startswith(("barrel ", "space ")):
        return words.unit(value)
    if " " in value and (told := value_words(words, value)):
        return told
    face, _, edge = value.partition(" ")
    if face in ("a", "b") and edge in EDGES:
        return f"face {face.upper()} on the {EDGES[edge]} edge"
    if value.endswith((",h", ",v")):
        return f"the door at {words.place(value[:-2])}"
    if "," in value:
        return words.one("edge" if value[-1:] in EDGES else "space", value)
    if words.state is not None and (value in words.state.explorers or value in words.state.monsters):
        return words.unit(value)
    if value in words.book.explorers:
        return words.unit(value)
    return words.card(value) if words.knows(value) else value.replace("_", " ")
