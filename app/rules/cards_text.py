"""What is printed on cards: abilities under panels, on faces (CH-1, CH-6, CH-7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from .effects import Effect
from .vocabulary import Condition, Price

AbilityKind = Literal["enters", "active", "passive", "when"]


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability. `text` is the sentence on the card; `do` what the tracker does about it.

    `trigger` belongs to kind 'when' (closed list, e.g. 'new_round', 'horror_event_invoked', 'monster_destroyed',
    'monster_spawned', 'map_tile_joined', 'charges_gone').
    `limit` is '', 'once_each_round' (for the
    table) or 'once_a_round_each'. `needs` are conditions on the acting explorer. `bound` = works for its bearer only.
    `item` says when an item's ability counts: '' while the item is equipped (a consumable: held), 'plain' only until it
    is upgraded, 'upgraded' only once it is, 'augment' only while it lies under another item (BG-9).
    """

    kind: AbilityKind
    text: str
    do: tuple[Effect, ...] = ()
    price: Price = Price()
    trigger: str = ""
    trigger_condition: Condition | None = None
    limit: Literal["", "once_each_round", "once_a_round_each"] = ""
    needs: tuple[Condition, ...] = ()
    bound: bool = False
    item: Literal["", "plain", "upgraded", "augment"] = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a choice, locked or determined panel, with its own abilities."""

    label: str
    abilities: tuple[Ability, ...] = ()
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """Abilities under a heading, which is flavour only (CH-6). `kind` tells how the options work (CH-7, CT-3, CT-4).

    `charges` = charges the panel enters with (None: it prints no space for them); `open` = options open at once, where
    they are locked: those of a locked panel, and of a choose panel with `open` the ones after so many.
    """

    heading: str = ""
    kind: Literal["plain", "choose", "locked", "determined"] = "plain"
    abilities: tuple[Ability, ...] = ()
    options: tuple[Option, ...] = ()
    charges: int | None = None
    open: int = 0

    @property
    def unlocks(self) -> bool:
        """Whether its options open one after another, and only an open one can be picked or used (CT-3, CH-7)."""
        return self.kind == "locked" or (self.kind == "choose" and 0 < self.open < len(self.options))


Printed = tuple[str, Panel, Option | None, Ability]
"""An ability as it stands on a card: its address, the panel and option that it stands under."""


@dataclass(frozen=True, slots=True)
class Face:
    """One half of a chapter ('top' or 'bottom'), or the whole of another card ('card')."""

    name: Literal["top", "bottom", "card"]
    lore: str = ""
    spawn: int | None = None
    horror: int | None = None
    panels: tuple[Panel, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """What all cards share. `starred` marks nothing in play; lore and `line` are for reading aloud."""

    id: str
    name: str
    faces: tuple[Face, ...] = ()
    line: str = ""

    def abilities(self) -> Iterator[Printed]:
        """Every ability in printed order with its address: 'face.panel.index' or 'face.panel.oN.index' (0-based)."""
        for face in self.faces:
            for p, panel in enumerate(face.panels):
                for i, ability in enumerate(panel.abilities):
                    yield f"{face.name}.{p}.{i}", panel, None, ability
                for o, option in enumerate(panel.options):
                    for i, ability in enumerate(option.abilities):
                        yield f"{face.name}.{p}.o{o}.{i}", panel, option, ability
