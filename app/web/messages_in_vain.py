"""What a move would be paid for without effect, in words that stand on its button before it is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from app.rules import events as ev
from app.web.messages import Words

#: Note code -> what it says before the move; afterwards it has the line of `messages_play.NOTES`.
IN_VAIN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "no_target": "Nobody to attack now.",
        "full_health": "{what:unit}’s health is full: nothing would be restored.",
        "full_stamina": "{what:unit}’s stamina is full: nothing would be restored.",
        "full_essence": "{what:unit}’s essence is full: nothing would be restored.",
        "finished_no_stamina": "{what:unit} has finished for this round: no stamina would be restored.",
        "may_not_attack": "There would be no attack: {what:card} forbids it.",
        "nobody_adjacent": "Nobody is adjacent: nothing would happen.",
        "option_idle": "Nothing would happen: there is nobody and nothing for it now.",
        "nobody_moved": "It would move nobody now.",
        "nobody_banished": "No monster to banish now.",
        "nobody_can_explore": "No explorer stands where {what:card} could let anybody explore.",
        "cannot_explore": "There is no edge for {what:unit} to explore.",
        "nobody_on_traps": "Nobody stands on a trapped space: nothing would happen.",
        "no_item_to_destroy": "There is no item to destroy now.",
        "no_space_to_destroy": "There is no space to destroy now.",
        "cannot_restore": "{what:card} keeps health from being restored.",
        "no_push": "The push would move nobody now.",
        "not_pushed": "{what:unit} would not be moved.",
    }
)


def in_vain(words: Words, events: Iterable[ev.Event]) -> str:
    """What a move would be paid for without effect, of the events of its preview; '' when it does something."""
    found = tuple(events)
    restored = any(isinstance(one, ev.PoolChanged) and one.after > one.before for one in found)
    notes = [one for one in found if isinstance(one, ev.Noted) and not (restored and one.code == "finished_no_stamina")]
    lines = (words.first_that_fits(IN_VAIN.get(one.code, ()), {"what": one.what, "n": one.n}) for one in notes)
    return " ".join(dict.fromkeys(line for line in lines if line))
