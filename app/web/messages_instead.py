"""What would be legal instead of what was refused, in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from app.rules.agenda import Ask
from app.web.messages import Words
from app.web.messages_alternatives import alternatives
from app.web.messages_names import listed
from app.web.messages_questions import option_label, option_words

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
    if reason.code == "not_an_option":
        return f"It can be: {answers(words, reason)}."
    named = reason.alternatives[:MOST_ALTERNATIVES]
    more = len(reason.alternatives) - len(named)
    lead = LEADS.get(reason.code, "Legal instead")
    if all(value.startswith("at ") for value in named):  # edges, none of them from where the explorer stands
        lead, named = "From a space at it", tuple([value.removeprefix("at ") for value in named])
    return f"{lead}: {alternatives(words, named, more, 'and' if more or lead in ALL else 'or')}."


def answers(words: Words, reason: Reason) -> str:
    """What a question can be answered, as its options are called; the rest of a long list is counted."""
    asked = str(dict(reason.params).get("question", ""))
    step = words.state.agenda[-1] if words.state is not None and words.state.agenda else None
    if isinstance(step, Ask) and step.question == asked:
        named = [option_label(words, step, place) for place in range(len(step.options))]
    else:  # it has been answered since
        named = [option_words(words, asked, option) for option in reason.alternatives]
    more = len(named) - MOST_ALTERNATIVES
    told = [f"“{name}”" for name in named[:MOST_ALTERNATIVES]]
    return listed([*told, f"{more} more"], "and") if more > 0 else listed(told, "or")
