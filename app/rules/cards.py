"""Everything that a pack supplies: cards of every kind, tiles, scenarios, dice (architecture, decision 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from .cards_attacks import ATTACK, UPGRADED_ATTACK, Barrel
from .cards_items import SLOTS, ItemCard, Recharge
from .cards_map import TerrainFace, TileFace
from .cards_story import Chapter, Encounter, Environment, Event, Scenario
from .cards_text import Ability, Card, Option, Panel, Printed
from .cards_units import ExplorerCard, MonsterCard
from .placed import Faces


@dataclass(frozen=True, eq=False)
class Book:
    """Everything that a pack supplies, by id. Compared by identity: layouts are cached against it."""

    id: str
    name: str
    version: str
    tiles: Mapping[str, TileFace]
    terrains: Mapping[str, TerrainFace]
    chapters: Mapping[str, Chapter]
    environments: Mapping[str, Environment]
    encounters: Mapping[str, Encounter]
    explorer_events: Mapping[str, Event]
    horror_events: Mapping[str, Event]
    explorers: Mapping[str, ExplorerCard]
    monsters: Mapping[str, MonsterCard]
    items: Mapping[str, ItemCard]
    scenarios: Mapping[str, Scenario]
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    threat_positions: int = 5
    barrel: Barrel = Barrel()
    recharge: tuple[Recharge, ...] = ()
    slots: Mapping[str, int] = field(default_factory=lambda: SLOTS)

    @cached_property
    def faces(self) -> Faces:
        """The drawings of all tiles and terrains, for the board."""
        return Faces(
            {k: t.drawing for k, t in self.tiles.items()},
            {k: t.drawing for k, t in self.terrains.items()},
            {k: t.symbol for k, t in self.tiles.items()},
            {k: t.end for k, t in self.terrains.items()},
        )

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """Every card of every kind by id."""
        return {
            **self.chapters,
            **self.environments,
            **self.encounters,
            **self.explorer_events,
            **self.horror_events,
            **self.explorers,
            **self.monsters,
            **self.items,
            **{v.id: v for scenario in self.scenarios.values() for v in scenario.variations},
        }

    @cached_property
    def _abilities(self) -> Mapping[tuple[str, str], tuple[Panel, Option | None, Ability]]:
        found = {
            (card.id, at): (panel, option, ability)
            for card in self.cards.values()
            for at, panel, option, ability in card.abilities()
        }
        for card in (*self.explorers.values(), *self.monsters.values(), *self.items.values()):
            text = getattr(card, "attack", "") or card.name
            for at, name in ((ATTACK, "attack_profile"), (UPGRADED_ATTACK, "upgraded_profile")):
                profile = getattr(card, name, None)
                if profile is not None:
                    found[card.id, at] = Panel(), None, profile.ability(text)
        return found

    @cached_property
    def _printed(self) -> Mapping[str, tuple[Printed, ...]]:
        return {name: tuple(card.abilities()) for name, card in self.cards.items()}

    def abilities_of(self, card: str) -> tuple[Printed, ...]:
        """What `Card.abilities` tells, at hand; raises KeyError when the pack has no such card."""
        return self._printed[card]

    def card(self, card: str) -> Card:
        """The card with this id; raises KeyError when the pack has none."""
        return self.cards[card]

    def ability(self, card: str, at: str) -> tuple[Panel, Option | None, Ability]:
        """The ability at an address of `Card.abilities`, or at `ATTACK`; raises KeyError when there is none."""
        return self._abilities[card, at]
