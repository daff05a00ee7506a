"""Verbs that change numbers and what is possible, for a while or as long as a card counts (effects)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .vocabulary import Condition, Price, Who


@dataclass(frozen=True, slots=True)
class Modify:
    """A number changes by `n` while this counts: as the passive of a card in force, or for `until` as an effect.

    With `set` it is that in place of what is printed or ruled, before all plus and minus (IP-22), and `n` says nothing:
    only the numbers of vocabulary.SETTABLE.

    `what` is one of vocabulary.NUMBERS: armor, will, moves, attacks (of a monster), low_dice, high_dice,
    arcane_low_dice, sight_most (a limit: the lowest counts), spawn_roll, horror_roll, step_roll, test_roll,
    step_help_max (a limit, too), stamina_next_round, push_spaces, pull_spaces, printed_spawn, printed_horror (ratings),
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
    n: int = 0
    who: Who = "each_explorer"
    until: Literal["", "this_round", "next_round", "next_attack", "next_steps_roll"] = ""
    needs: tuple[Condition, ...] = ()
    attack: Literal["", "arcane", "this"] = ""
    limit: Literal["", "once_each_round"] = ""
    set: int | None = None
    type: Literal["modify"] = "modify"

    @property
    def sets(self) -> bool:
        """Whether it sets the number; else it adds to it or takes from it."""
        return self.set is not None

    @property
    def figure(self) -> int:
        """What the number is set to, or what is added to it."""
        return self.n if self.set is None else self.set


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
    or a test that the bearer has failed, for `price`, as often as it is paid. `n` 0 = as many as there are, each once;
    `dice` 'low' = low dice alone. Of an augment the attack is that of the item under which it lies.
    """

    n: int = 1
    what: Literal["own_attack", "game_die", "failed_test"] = "own_attack"
    price: Price = Price()
    dice: Literal["any", "low"] = "any"
    type: Literal["reroll"] = "reroll"


@dataclass(frozen=True, slots=True)
class Prevent:
    """The loss of `n` health that set this off does not happen."""

    n: int = 1
    type: Literal["prevent"] = "prevent"
