"""Verbs of play: dice, fights, items, cards looked at and stored, modifiers (effects.py says how verbs work)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from .vocabulary import Condition, Pool, Price

if TYPE_CHECKING:
    from .effects import Effect

# ------------------------------------------------------------------ whom a verb means


@dataclass(frozen=True, slots=True)
class Select:
    """Units picked by what they are and where they stand. `who` of a verb may be one of these.

    `kind`: 'monster', 'explorer', 'unit'. `where`, seen from the unit `of` ('acting', 'bearer', 'activating',
    'target'; one that has just gone counts where it stood): 'anywhere', 'in_sight', 'adjacent', 'same_tile' (its map
    tile), 'this_tile' (the environment's own), 'within' (reachable in `within` steps), 'at_closed_door' (beside one).
    `within` with 'in_sight' = at most so many spaces away. `n` units are picked by the acting explorer's player (the
    group without one), 0 = each. `other` leaves out the unit `of` itself.
    `pick` narrows before picking, ties to the group: 'nearest', 'weakest', 'most_health', 'least_health', 'loneliest'
    (farthest from other explorers), 'most_items', 'least_essence', 'newest' (the monster that came last). A monster
    that looks passes those over whom cards keep from being picked. `health_most`, `health_least`, `level_most`,
    `ethereal` filter.
    """

    kind: Literal["monster", "explorer", "unit"]
    where: Literal["anywhere", "in_sight", "adjacent", "same_tile", "this_tile", "within", "at_closed_door"] = (
        "anywhere"
    )
    n: int = 1
    of: str = "acting"
    within: int = 0
    other: bool = False
    pick: str = ""
    health_most: int | None = None
    health_least: int | None = None
    level_most: int | None = None
    ethereal: bool | None = None


Who = str | Select


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice rolled together and added up."""

    low: int = 0
    high: int = 0
    game: int = 0


@dataclass(frozen=True, slots=True)
class Per:
    """A printed modifier: `n` for each of what the condition subject counts (minus 1 per spawn token)."""

    subject: str
    n: int


@dataclass(frozen=True, slots=True)
class Adjust:
    """Help for a roll: `bonus` per 1 of `pool` paid, up to `max` over all helpers together (ST-2)."""

    pool: Pool
    max: int
    bonus: int = 1


@dataclass(frozen=True, slots=True)
class Band:
    """One option of a step ability: rolls from `least` to `most` inclusively (None: no limit)."""

    least: int | None
    most: int | None
    do: tuple[Effect, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Steps:
    """A step ability: roll, adjust, resolve (ST-1 to ST-5).

    `who`: 'any_explorer' (once, the group picks) or 'each_explorer' (in full for each, one after another).
    `mode`: 'single', 'equal_or_above', 'equal_or_below', 'above', 'below', or 'count' (then `count` is the condition
    subject counted in place of a roll, with neither roll nor adjust).
    """

    who: Literal["any_explorer", "each_explorer"]
    mode: Literal["single", "equal_or_above", "equal_or_below", "above", "below", "count"]
    bands: tuple[Band, ...]
    dice: Dice = Dice()
    per: tuple[Per, ...] = ()
    adjust: Adjust | None = None
    count: str = ""
    type: Literal["steps"] = "steps"


@dataclass(frozen=True, slots=True)
class Test:
    """Roll the game die with printed modifiers: `number` or more succeeds; no help (bible: test)."""

    number: int
    then: tuple[Effect, ...] = ()
    fail: tuple[Effect, ...] = ()
    per: tuple[Per, ...] = ()
    type: Literal["test"] = "test"


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack `target` with low and high dice; 1 damage when the sum reaches armor (regular) or will (arcane) (BG-4).

    One roll for all targets. `attacker` = 'acting', 'activating', 'none' (traps, barrels, cards). `on_hit` resolves for
    each unit hit, which is then the unit 'target', `on_miss` for each unit missed. `barrels` = barrels may be named
    too (XB-1). Of several targets one may be named more than once (BG-4).
    """

    target: Who
    low: int = 0
    high: int = 0
    arcane: bool = False
    attacker: str = "acting"
    on_hit: tuple[Effect, ...] = ()
    on_miss: tuple[Effect, ...] = ()
    may_ethereal: bool = False
    barrels: bool = False
    type: Literal["attack"] = "attack"


@dataclass(frozen=True, slots=True)
class PushUnits:
    """Push (`pull` False) or pull units `n` spaces from or towards `source` (BG-11).

    `source`: 'acting', 'activating', 'nearest_monster', 'nearest_explorer', 'nearest_spawn_space',
    'nearest_chapter_space', 'middle' (the nearest of its tile's four middle spaces), 'exit' (the edge with the token).
    """

    target: Who
    n: int
    source: str = "acting"
    pull: bool = False
    type: Literal["push"] = "push"


@dataclass(frozen=True, slots=True)
class MoveTowards:
    """Move units up to `n` spaces, with `exactly` as far as they get, towards or (`away`) away from the nearest `goal`.

    `goal`: 'explorer', 'monster', 'spawn_space', 'chapter_space', or the unit 'acting' or 'activating'.
    """

    target: Who
    n: int
    goal: str
    away: bool = False
    exactly: bool = False
    type: Literal["move_towards"] = "move_towards"


@dataclass(frozen=True, slots=True)
class Spawn:
    """Spawn `n` monsters on a tile: 'acting', 'activating', 'fewest_explorers', 'most_explorers', 'most_health',
    'joined', 'each_with_explorer' (RD-3, IP-16, IP-17).
    """

    n: int
    tile: str
    type: Literal["spawn"] = "spawn"


@dataclass(frozen=True, slots=True)
class Banish:
    """Banish monsters: no essence, no death effects (BG-4)."""

    target: Who
    type: Literal["banish"] = "banish"


@dataclass(frozen=True, slots=True)
class Draw:
    """`who` draws `n` items, keeps `keep`; `rest` = 'destroy', 'hand_adjacent', 'hand_any' (may hand it over instead).

    `keep_optional`: a kept card may be destroyed instead.
    """

    who: str
    n: int = 1
    keep: int = 1
    rest: Literal["destroy", "hand_adjacent", "hand_any"] = "destroy"
    keep_optional: bool = False
    type: Literal["draw"] = "draw"


@dataclass(frozen=True, slots=True)
class DestroyItem:
    """`who` destroys `n` of its own items, of a trait or of a `kind` (such as consumable) if one is named."""

    who: str
    n: int = 1
    trait: str = ""
    kind: str = ""
    type: Literal["destroy_item"] = "destroy_item"


@dataclass(frozen=True, slots=True)
class Trade:
    """The acting explorer trades with one explorer: `where` 'anywhere' or 'adjacent' (RC-2)."""

    where: Literal["anywhere", "adjacent"] = "adjacent"
    type: Literal["trade"] = "trade"


@dataclass(frozen=True, slots=True)
class Inventory:
    """Use inventory, on oneself or an adjacent explorer (BG-9, RC-2)."""

    type: Literal["inventory"] = "inventory"


@dataclass(frozen=True, slots=True)
class Recharge:
    """The recharge effect in its three steps, wherever the acting explorer stands (RC-1)."""

    type: Literal["recharge"] = "recharge"


@dataclass(frozen=True, slots=True)
class Traps:
    """Trigger traps, by the acting explorer, or without an activating unit (`activator` False) (TL-1, TL-2)."""

    activator: bool = True
    type: Literal["traps"] = "traps"


@dataclass(frozen=True, slots=True)
class AddLevel:
    """Add item level `level` (IT-1)."""

    level: int
    type: Literal["add_level"] = "add_level"


@dataclass(frozen=True, slots=True)
class Look:
    """Look at the top `n` cards of a deck; `put`: 'any_order' back on top, 'one_bottom' = one goes to the bottom, the
    others back as they lay, 'one_destroyed' = one goes on top of the destroyed ones, for all to see, 'bottom_or_back'
    for one card, 'back' = it is only seen.
    """

    deck: str
    n: int
    put: Literal["any_order", "one_bottom", "one_destroyed", "bottom_or_back", "back"] = "any_order"
    type: Literal["look"] = "look"


@dataclass(frozen=True, slots=True)
class Store:
    """Take the top `n` cards of a pile, reorder them, then for each in turn: pay `price` (shared as `pooled_payment`)
    to store it on this encounter, or it goes to `unpaid` ('destroyed' or 'bottom') (NC-4).
    """

    pile: str
    n: int
    price: Price
    unpaid: Literal["destroyed", "bottom"] = "destroyed"
    type: Literal["store"] = "store"


@dataclass(frozen=True, slots=True)
class StoreItem:
    """`who` stores one of its own items on this encounter, with what lies under it (NC-4)."""

    who: str = "acting"
    type: Literal["store_item"] = "store_item"


@dataclass(frozen=True, slots=True)
class Recall:
    """Choose `n` stored cards of a pile and put them on top of its destroyed pile, one after another (NC-5).

    `pile` 'items' = of any item deck. `to` = 'destroyed', or 'hand_any': an item is handed to any explorer. Nothing
    stored: the ability is refused.
    """

    pile: str
    n: int = 1
    to: Literal["destroyed", "hand_any"] = "destroyed"
    type: Literal["recall"] = "recall"


@dataclass(frozen=True, slots=True)
class ExploreFree:
    """The acting explorer explores without paying; the three decks are used (EX-3)."""

    optional: bool = True
    type: Literal["explore_free"] = "explore_free"


@dataclass(frozen=True, slots=True)
class DestroySpace:
    """Destroyed token on the nearest unused action space that is no chapter space: of each tile with an explorer
    ('each_tile'), or nearest to the unit concerned ('unit') (BG-5).
    """

    where: Literal["each_tile", "unit"] = "each_tile"
    type: Literal["destroy_space"] = "destroy_space"


@dataclass(frozen=True, slots=True)
class Door:
    """Open, close or destroy doors: `which` 'one_in_sight', 'one_adjacent', 'each_on_tile', 'each', seen from `who`.

    'place' puts a closed door on a border without wall or door, which the group picks, 'on_explorers_tile'.
    """

    act: Literal["open", "close", "toggle", "destroy", "place"]
    which: Literal["one_in_sight", "one_adjacent", "each_on_tile", "each", "on_explorers_tile"]
    who: Literal["acting", "activating"] = "acting"
    type: Literal["door"] = "door"


@dataclass(frozen=True, slots=True)
class Modify:
    """A number changes by `n` while this counts: as the passive of a card in force, or for `until` as an effect.

    `what` is one of vocabulary.NUMBERS: armor, will, moves, attacks (of a monster), low_dice, high_dice,
    arcane_low_dice, sight_most (a limit: the lowest counts), spawn_roll, horror_roll, step_roll, test_roll,
    step_help_max, stamina_next_round, push_spaces, pull_spaces, printed_spawn and printed_horror (ratings),
    cost_explore, cost_open_door, cost_trade, cost_inventory, cost_event_space, cost_chest, cost_action_space,
    cost_place_door, cost_upgrade (essence), cost_consumable, chest_items,
    health_restored, spawn_health (what a monster spawns with, for the round), not_nearest (monsters do not pick it as
    the nearest while another explorer is at most so many spaces farther), cost_attack (essence), cost_step (of the walk
    of an explorer; its needs are asked before each step), cost_over (of a step over rubble or a unit),
    tiles_to_choose (how many an exploring explorer looks at, to join one: the highest counts), essence_for_health (how
    much essence of the price of an ability 1 health can stand for: the highest counts).
    `who`: 'bearer', 'each_explorer', 'each_monster', 'each_unit', 'here' (units on its tile), 'explorers_here',
    'monsters_here', 'acting', 'target', 'other_monsters_here', 'seen_by_bearer' (explorers in its sight, itself too),
    or, as an effect, units picked by a Select. `needs` narrow it. `until`: '' (passive), 'this_round', 'next_round',
    'next_attack', 'next_steps_roll'. `attack` = the attacks whose price is meant: 'arcane' ones, or 'this' item's own.
    `limit` = it is used at most once each round.
    """

    what: str
    n: int
    who: Who = "each_explorer"
    until: Literal["", "this_round", "next_round", "next_attack", "next_steps_roll"] = ""
    needs: tuple[Condition, ...] = ()
    attack: Literal["", "arcane", "this"] = ""
    limit: Literal["", "once_each_round"] = ""
    type: Literal["modify"] = "modify"


@dataclass(frozen=True, slots=True)
class Forbid:
    """Something is not possible (vocabulary.FORBIDDEN): trade, attack, restore_health, be_seen_from_outside,
    help_rolls, adjust_rolls, horror_tokens_reduce_rolls, be_moved, spawn_rating_rise, leave_by_exit,
    be_attacked_by_monsters, be_ethereal, horror_rating_rise_by_events, be_moved_by_horror_events (nor moves by itself),
    lose_health_to_environments, be_named_by_events (as the one with the most or least), use_items (neither attacks nor
    active abilities), be_picked_as_weakest (by monsters, while there is another). Parameters as Modify.

    `items` = the items meant: a trait, a kind, or 'two_handed'. `level_most` = monsters of this level
    at most are meant. `apart` = those meant that were not adjacent to the unit when the monster phase began.
    """

    what: str
    who: Who = "each_explorer"
    until: Literal["", "this_round", "next_round", "next_attack"] = ""
    needs: tuple[Condition, ...] = ()
    items: str = ""
    level_most: int | None = None
    apart: bool = False
    type: Literal["forbid"] = "forbid"


@dataclass(frozen=True, slots=True)
class Allow:
    """Something is possible (vocabulary.ALLOWED): target_ethereal, target_ethereal_near (within 3), attacks_arcane,
    walk_through_monsters, free_first_help, free_first_door, sight_through_doors, full_sight (cards don't shorten it to
    less than 6 spaces), target_without_sight, ethereal (it counts as ethereal), ignore_environments,
    moves_instead_of_push (1 space, where it likes), spawn_stored (a monster card stored here spawns in place of the
    top one), free_step (its needs are asked before each step), walk_over_rubble, walk_over_units. Parameters as Modify.
    """

    what: str
    who: Who = "each_explorer"
    until: Literal["", "this_round", "next_round", "next_attack"] = ""
    needs: tuple[Condition, ...] = ()
    type: Literal["allow"] = "allow"


@dataclass(frozen=True, slots=True)
class Reroll:
    """Reroll `n` dice of the bearer's own attack, or of anybody's game dice before they are adjusted, once each round;
    or a test that the bearer has failed, for `price`, as often as it is paid.
    """

    n: int = 1
    what: Literal["own_attack", "game_die", "failed_test"] = "own_attack"
    price: Price = Price()
    type: Literal["reroll"] = "reroll"


@dataclass(frozen=True, slots=True)
class Prevent:
    """The loss of `n` health that set this off does not happen."""

    n: int = 1
    type: Literal["prevent"] = "prevent"


@dataclass(frozen=True, slots=True)
class DestroyTile:
    """Destroy one map tile without explorers, which the group picks (EN-6)."""

    type: Literal["destroy_tile"] = "destroy_tile"
