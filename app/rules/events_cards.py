"""What happened to cards: where they went, what is counted on them, which of their abilities began and last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .state import ItemState, Lasting, Marks, PickedValue


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A draw pile was shuffled; `order` is secret, and so are the `out` cards left out of the game unseen (DK-2).

    `from_destroyed` = the destroyed cards were shuffled into it. `rule` = by which row, '' for DK-1.
    """

    deck: str
    order: tuple[str, ...]
    out: tuple[str, ...] = ()
    from_destroyed: bool = False
    rule: str = ""
    type: Literal["Shuffled"] = "Shuffled"


@dataclass(frozen=True, slots=True)
class CardMoved:
    """A card went from where it was to `to`: 'destroyed', 'in_play', 'held', 'stored', 'out', 'top', 'bottom', 'aside'.

    'under' = under the destroyed pile of its deck. `holder` = cell 'x,y', explorer or unit id, card id, or what it is
    set aside for, for places that have one. `drawn` = it came from the draw pile.
    """

    deck: str
    card: str
    to: Literal["destroyed", "in_play", "held", "stored", "out", "top", "bottom", "aside", "under"]
    holder: str = ""
    drawn: bool = False
    rule: str = ""
    type: Literal["CardMoved"] = "CardMoved"


@dataclass(frozen=True, slots=True)
class CurrentSet:
    """The current card of a pile changed; '' = none is current. The marks of the old one went with it (CT-1)."""

    pile: str
    card: str
    marks: Marks | None = None
    rule: str = ""
    type: Literal["CurrentSet"] = "CurrentSet"


@dataclass(frozen=True, slots=True)
class CardsLookedAt:
    """The top cards of a deck were looked at, by an explorer or (`by` '') by the group; which ones is secret."""

    deck: str
    cards: tuple[str, ...]
    by: str
    rule: str = "DK-1"
    type: Literal["CardsLookedAt"] = "CardsLookedAt"


@dataclass(frozen=True, slots=True)
class DeckOrdered:
    """Cards that were looked at went back: `top` on top in that order, `under` under the deck. Which ones is secret."""

    deck: str
    top: tuple[str, ...]
    under: tuple[str, ...] = ()
    rule: str = "DK-1"
    type: Literal["DeckOrdered"] = "DeckOrdered"


@dataclass(frozen=True, slots=True)
class ChapterEntered:
    """Chapter number `number` (0-based) became the current one; the old one's marks and caps went with it.

    `rule` = what led to it: the setup (SC-3), the way on (CH-4), the exit (CH-9), a chapter that is only read (CH-5), a
    ruling (AM-1). Logs from before that was told say CH-4 of each.
    """

    number: int
    card: str
    marks: Marks
    rule: str = "CH-4"
    type: Literal["ChapterEntered"] = "ChapterEntered"


@dataclass(frozen=True, slots=True)
class MarksChanged:
    """Count tokens or marks on a card changed; all its marks as they are now (CT-1)."""

    card: str
    marks: Marks
    what: Literal["charges", "open", "chosen", "determined"]
    panel: str
    value: int
    rule: str
    type: Literal["MarksChanged"] = "MarksChanged"


@dataclass(frozen=True, slots=True)
class ItemSet:
    """A held item was equipped, unequipped, augmented or upgraded; None = nothing special any more."""

    card: str
    item: ItemState | None
    how: str
    rule: str = "BG-9"
    type: Literal["ItemSet"] = "ItemSet"


@dataclass(frozen=True, slots=True)
class Remembered:
    """The scenario remembers that an option was chosen, by its name."""

    option: str
    rule: str = "CT-1"
    type: Literal["Remembered"] = "Remembered"


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The scenario does not remember an option any more."""

    option: str
    rule: str
    type: Literal["Forgotten"] = "Forgotten"


@dataclass(frozen=True, slots=True)
class AbilityUsed:
    """An active ability was played; `limit` is the key under which it counts this round, '' without a limit."""

    explorer: str
    card: str
    at: str
    limit: str = ""
    rule: str = "CH-8"
    type: Literal["AbilityUsed"] = "AbilityUsed"


@dataclass(frozen=True, slots=True)
class UsedSet:
    """What was used or done this round counts `times` now, by its key in `State.used`."""

    what: str
    times: int
    rule: str
    type: Literal["UsedSet"] = "UsedSet"


@dataclass(frozen=True, slots=True)
class AbilityBegan:
    """An ability that nobody plays began to resolve: it enters play or was triggered.

    `limit` = the key under which its use counts this round, '' when it has no limit.
    """

    card: str
    at: str
    unit: str = ""
    rule: str = "CH-2"
    limit: str = ""
    type: Literal["AbilityBegan"] = "AbilityBegan"


@dataclass(frozen=True, slots=True)
class LastingBegan:
    """An effect began that lasts for a while."""

    lasting: Lasting
    rule: str = "RD-1"
    type: Literal["LastingBegan"] = "LastingBegan"


@dataclass(frozen=True, slots=True)
class LastingEnded:
    """Lasting effects ended; those that go on, and those that went (which old tables don't tell)."""

    kept: tuple[Lasting, ...]
    rule: str = "RD-1"
    ended: tuple[Lasting, ...] = ()
    type: Literal["LastingEnded"] = "LastingEnded"


@dataclass(frozen=True, slots=True)
class ValuePicked:
    """Of several values that cards set a number to the group has picked one (IP-22)."""

    picked: PickedValue
    rule: str = "IP-22"
    type: Literal["ValuePicked"] = "ValuePicked"


@dataclass(frozen=True, slots=True)
class ValuesForgotten:
    """Cards between which the group had picked a value are not in force any more; `kept` = what it said of others."""

    kept: tuple[PickedValue, ...]
    rule: str = "IP-22"
    type: Literal["ValuesForgotten"] = "ValuesForgotten"
