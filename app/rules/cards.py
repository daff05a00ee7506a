"""Typed cards, tiles and scenarios: what a pack turns into (architecture, decision 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Literal

from .effects import Attack, Effect
from .geometry import Drawing, Side
from .placed import Faces
from .vocabulary import Condition, Price, Select

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

    `charges` = charges the panel enters with (None: it prints no space for them); `open` = locked options open at once.
    """

    heading: str = ""
    kind: Literal["plain", "choose", "locked", "determined"] = "plain"
    abilities: tuple[Ability, ...] = ()
    options: tuple[Option, ...] = ()
    charges: int | None = None
    open: int = 0


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


@dataclass(frozen=True, slots=True)
class WayOn:
    """How a chapter is left (CH-4): 'chapter_space', 'blocking' (`conditions`), 'endgame', 'exit_token', 'none'.

    For 'chapter_space', `spaces` chapter spaces must be activated. `text` is the printed condition;
    `marked` / `condition_on` say which half carries the blocking mark and which the condition.
    """

    kind: Literal["chapter_space", "blocking", "endgame", "exit_token", "none"]
    conditions: tuple[Condition, ...] = ()
    text: str = ""
    spaces: int = 1
    marked: str = ""
    condition_on: str = ""


@dataclass(frozen=True, slots=True)
class Chapter(Card):
    """Two cards, top and bottom (CH-1)."""

    way_on: WayOn = WayOn("chapter_space")

    @property
    def is_pass_through(self) -> bool:
        """No rating on either card (CH-5); a printed 0 is a rating."""
        return all(face.spawn is None and face.horror is None for face in self.faces)

    def printed(self, which: str) -> int | None:
        """The printed 'spawn' or 'horror' rating of the chapter, None when neither card prints one (CH-3)."""
        for face in self.faces:
            value = face.spawn if which == "spawn" else face.horror
            if value is not None:
                return value
        return None


@dataclass(frozen=True, slots=True)
class Encounter(Card):
    """A single moment that belongs to no tile (NC-6)."""


@dataclass(frozen=True, slots=True)
class Event(Card):
    """An explorer or horror event; `core` ones may be trimmed (DK-2), `bound` ones stay with their explorer."""

    core: bool = True
    bound: bool = False


@dataclass(frozen=True, slots=True)
class Environment(Card):
    """An environment; `countdown` = charges it enters with (EN-5), None for one without."""

    countdown: int | None = None


@dataclass(frozen=True, slots=True)
class AttackProfile:
    """An attack as a card prints it (BG-4). What is printed beside it in words stands in the card's own text.

    `reach`: 'adjacent' (BG-2) or 'sight' (BG-3), then at most `within` spaces away (0: any distance). `targets` = how
    many it may name, one of them more than once; 0 = each unit in reach. `shape` = it is aimed at 1 space in sight: it
    hits everything on or adjacent to it ('area'), or in a straight line through it, `within` spaces long ('line').
    `past_corners` = corners of walls do not block its sight. `whom` may be named: 'unit' (barrels too),
    'explorer', 'monster'. `damage` = health that a hit takes, 0 where `on_hit` says what happens instead. `on_hit` and
    `on_miss` resolve for each unit hit or missed, which is then the unit 'target'. `price` is what an explorer pays,
    `times` how often a monster attacks in its phase.
    """

    low: int = 0
    high: int = 0
    arcane: bool = False
    reach: Literal["adjacent", "sight"] = "adjacent"
    within: int = 0
    price: Price = Price(stamina=2)
    targets: int = 1
    shape: Literal["", "area", "line"] = ""
    past_corners: bool = False
    whom: Literal["unit", "explorer", "monster"] = "unit"
    damage: int = 1
    times: int = 1
    on_hit: tuple[Effect, ...] = ()
    on_miss: tuple[Effect, ...] = ()

    def ability(self, text: str) -> Ability:
        """The attack as an ability, so that what follows a hit has an address; it is not played as one."""
        verb = Attack("target", self.low, self.high, self.arcane, on_hit=self.on_hit, on_miss=self.on_miss)
        return Ability("when", text, (verb,), self.price)


@dataclass(frozen=True, slots=True)
class AttackBonus:
    """What an item adds to the attack of the weapon that it is laid under, and to its price in essence (BG-9)."""

    low: int = 0
    high: int = 0
    arcane: bool = False
    essence: int = 0


@dataclass(frozen=True, slots=True)
class Barrel:
    """An exploding barrel: what an attack on it must reach, and the dice of its blast (XB-1)."""

    armor: int = 0
    will: int = 0
    low: int = 0
    high: int = 0


@dataclass(frozen=True, slots=True)
class Recharge:
    """One face of the recharge die: what it restores (RC-1)."""

    health: int = 0
    stamina: int = 0
    essence: int = 0


#: Slots of an explorer by name, with how many there are of each (BG-9).
SLOTS: Mapping[str, int] = MappingProxyType({"hand": 2, "head": 1, "body": 1, "feet": 1, "artifact": 2})

#: The addresses under which `Book.ability` knows an attack printed on a card, and that of its upgraded side.
ATTACK, UPGRADED_ATTACK = "attack", "attack.upgraded"


@dataclass(frozen=True, slots=True)
class ExplorerCard(Card):
    """An explorer: health, stamina and essence are printed maxima; `attack` is the basic attack in words."""

    trade: str = ""
    health: int = 6
    stamina: int = 6
    essence: int = 4
    armor: int = 2
    will: int = 2
    attack: str = ""
    attack_profile: AttackProfile | None = None


@dataclass(frozen=True, slots=True)
class MonsterCard(Card):
    """A monster. `behaviour` is carried out by the group (RD-5).

    `passes` = what it walks through or over, without stopping there: closed doors, walls, units, obstacles. `picks` =
    whom its behaviour is about, None where no word says it.
    """

    level: int = 1
    armor: int = 2
    will: int = 2
    health: int = 1
    moves: int = 4
    attack: str = ""
    behaviour: str = ""
    ethereal: bool = False
    attack_profile: AttackProfile | None = None
    passes: tuple[Literal["doors", "walls", "units", "obstacles"], ...] = ()
    picks: Select | None = None


@dataclass(frozen=True, slots=True)
class ItemCard(Card):
    """An item of one of the four item-type decks (BG-9). `slot` and `augment` are what is printed, in words.

    `place` = the slot that it fills when equipped ('hand', 'head', 'body', 'feet', 'artifact'; '' none) and `fills` how
    many of them. `room` = augments that it can carry. `augments` = what it can be laid under: traits, or kinds of item
    ('weapon', 'apparel', 'two_handed'); () = under nothing. `upgrade` = the price of its upgrade, None without one;
    `upgrade_trait` = an own item with that trait is destroyed for it as well. `attack_profile` = the attack that it
    lends its bearer while equipped, `upgraded_profile` the one that it has once upgraded; `lends` = what it adds as an
    augment to the attack of the weapon that it lies under.
    """

    level: int = 1
    kind: Literal["weapon", "artifact", "consumable", "apparel"] = "weapon"
    traits: tuple[str, ...] = ()
    slot: str = ""
    augment: str = ""
    attack: str = ""
    attack_profile: AttackProfile | None = None
    upgraded_profile: AttackProfile | None = None
    lends: AttackBonus | None = None
    place: str = ""
    fills: int = 1
    room: int = 0
    augments: tuple[str, ...] = ()
    upgrade: Price | None = None
    upgrade_trait: str = ""

    @property
    def called(self) -> frozenset[str]:
        """What cards can call it by: its kind, its traits, and 'two_handed' if it takes two hands."""
        two = {"two_handed"} if self.place == "hand" and self.fills >= 2 else set()
        return frozenset({self.kind, *self.traits, *two})


@dataclass(frozen=True, slots=True)
class TileFace:
    """One face of a map tile, as drawn; `symbol` is the edge with the direction symbol (EX-1)."""

    id: str
    name: str
    drawing: Drawing
    symbol: Side
    moods: tuple[str, ...] = ()
    endgame: bool = False


@dataclass(frozen=True, slots=True)
class TerrainFace:
    """One face of a terrain, as drawn with its long wall to the north; `end` = where the short wall is (TR-2)."""

    id: str
    name: str
    drawing: Drawing
    end: Literal["R", "L"]


@dataclass(frozen=True, slots=True)
class Length:
    """One length of a scenario: its chapters in order and how long an evening it makes, in words."""

    id: str
    name: str
    chapters: tuple[str, ...]
    evening: str = ""


@dataclass(frozen=True, slots=True)
class Variation(Card):
    """One variation of a scenario: in words, and as a card in force all session long (SC-1).

    `chapters` = the chapters of a length, by its id, where they differ from those the length prints.
    """

    text: str = ""
    chapters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario with its lengths and variations (SC-1). The scenario cards of the event decks are named by id."""

    id: str
    name: str
    premise: str
    lengths: tuple[Length, ...]
    variations: tuple[Variation, ...]
    explorer_events: tuple[str, ...] = ()
    horror_events: tuple[str, ...] = ()
    mood: str = ""


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
