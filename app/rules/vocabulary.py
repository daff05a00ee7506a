"""The words that verbs are made of: pools, piles, conditions, prices, dice, whom a verb means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Pool = Literal["health", "stamina", "essence"]
TokenKind = Literal["spawn", "horror"]
Pile = Literal["explorer_events", "horror_events", "encounters"]
#: Where a ruling takes a card from when it names none.
From = Literal["top", "bottom"]

#: Numbers that a card can change (effects_lasting.Modify).
NUMBERS = frozenset(
    {
        "armor",
        "will",
        "moves",
        "attacks",
        "low_dice",
        "high_dice",
        "arcane_low_dice",
        "sight_most",
        "spawn_roll",
        "horror_roll",
        "step_roll",
        "test_roll",
        "step_help_max",
        "stamina_next_round",
        "push_spaces",
        "pull_spaces",
        "printed_spawn",
        "printed_horror",
        "cost_explore",
        "cost_open_door",
        "cost_trade",
        "cost_inventory",
        "cost_event_space",
        "cost_chest",
        "cost_action_space",
        "cost_place_door",
        "cost_upgrade",
        "cost_consumable",
        "chest_items",
        "health_restored",
        "spawn_health",
        "not_nearest",
        "cost_attack",
        "cost_step",
        "cost_over",
        "tiles_to_choose",
        "essence_for_health",
    }
)
#: Those of them that have a value of their own, printed or ruled, which a card can set (IP-22). The others are only
#: added to something, or are a limit, of which the lowest (or the highest) counts.
SETTABLE = NUMBERS - {
    *("low_dice", "high_dice", "arcane_low_dice", "spawn_roll", "horror_roll", "step_roll", "test_roll"),
    *("cost_over", "not_nearest", "sight_most", "step_help_max", "tiles_to_choose", "essence_for_health"),
}
#: Numbers that more than one word is about, with all of these: a chest is an action space, too.
SAID_BY = {what: (what, "cost_action_space") for what in ("cost_chest", "cost_event_space")}
#: What a card can forbid (effects_lasting.Forbid).
FORBIDDEN = frozenset(
    {
        "trade",
        "attack",
        "restore_health",
        "be_seen_from_outside",
        "help_rolls",
        "adjust_rolls",
        "horror_tokens_reduce_rolls",
        "be_moved",
        "spawn_rating_rise",
        "leave_by_exit",
        "be_attacked_by_monsters",
        "be_ethereal",
        "horror_rating_rise_by_events",
        "be_moved_by_horror_events",
        "lose_health_to_environments",
        "be_named_by_events",
        "use_items",
        "be_picked_as_weakest",
    }
)
#: What a card can allow (effects_lasting.Allow).
ALLOWED = frozenset(
    {
        "target_ethereal",
        "target_ethereal_near",
        "walk_through_monsters",
        "attacks_arcane",
        "free_first_help",
        "free_first_door",
        "sight_through_doors",
        "full_sight",
        "target_without_sight",
        "ethereal",
        "ignore_environments",
        "moves_instead_of_push",
        "spawn_stored",
        "free_step",
        "walk_over_rubble",
        "walk_over_units",
    }
)
#: What an effect that lasts (state.Lasting) can be about, by the kind of effect.
LASTING = {"modify": NUMBERS, "forbid": FORBIDDEN, "allow": ALLOWED}


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of the closed list. `subject` says what is counted or compared, `least`/`most` bound it inclusively.

    Subjects: spawn_tokens, horror_tokens, charges (of this panel or card), open_options (of the panel named by
    `of`), lit_chapter_spaces, explorers, monsters, spawn_rating, horror_rating, monster_level, threat, stored_cards,
    health / stamina / essence (of the unit concerned), lost_health (what the unit lacks of its printed health),
    items (held), items_with_trait, items_of_kind and equipped (`of` = the trait, kind, item), adjacent_levers,
    adjacent_unused_spaces (action spaces without a token, no chapter spaces),
    adjacent_units (explorers and monsters), step_of_turn (which step of its turn the next one is), step_of_move (of
    what it walks in one go, until somebody does something else), step_of_move_here (begun on its tile since it came
    there),
    is_explorer (1 or 0), on_tile_with_chapter_space (1 or 0), adjacent_explorers, explorers_on_board,
    explorers_left, tiles (map tiles in play), countdowns (environments with charges), units_here / explorers_here /
    monsters_here (on the environment's tile, else on that of the unit concerned; on an encounter anywhere, NC-2),
    on_lit_tile (1 when its tile has a lit chapter space), is_bearer (1 when the unit concerned is the explorer that the
    card belongs to), variation and length (1 when the table plays the one named by `of`), has_attacked (attacks that
    the unit made this round), attacked_last_round (in the round before),
    on_own_tile (1 when the unit stands, or stood when it went, on the tile of the card's explorer, bearer or
    environment), charges_panel (the panel named by `of`), chosen (1 when the option named by `of` was chosen).
    """

    subject: str
    least: int | None = None
    most: int | None = None
    of: str = ""


@dataclass(frozen=True, slots=True)
class Price:
    """What is paid whole before the colon, or nothing happens (TK-2, IP-1). All figures are amounts, never negative.

    `add_*_token` is a price paid by adding a token, refused when the cap `add_max` or the chapter's is reached (TK-3).
    `shared` = several explorers may pay it together (NC-4). `destroy_this` = the card itself is destroyed.
    """

    stamina: int = 0
    essence: int = 0
    health: int = 0
    charges: int = 0
    spawn_token: int = 0
    horror_token: int = 0
    add_spawn_token: int = 0
    add_horror_token: int = 0
    add_max: int | None = None
    shared: bool = False
    destroy_this: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """Units picked by what they are and where they stand. `who` of a verb may be one of these.

    `kind`: 'monster', 'explorer', 'unit'. `where`, seen from the unit `of` ('acting', 'bearer', 'activating',
    'target'; one that has just gone counts where it stood): 'anywhere', 'in_sight', 'adjacent', 'same_tile' (its map
    tile), 'this_tile' (the environment's own), 'within' (reachable in `within` steps), 'at_closed_door' (beside one).
    `within` with 'in_sight' = at most so many spaces away. `n` units are picked by the acting explorer's player (the
    group without one), 0 = each. `other` leaves out the unit `of` itself.
    `pick` narrows before picking, ties to the group: 'nearest', 'weakest', 'most_health', 'least_health', 'loneliest'
    (farthest from other explorers), 'most_items', 'least_essence', 'newest' (the last monster that this ability
    spawned). A monster that looks passes those over whom cards keep from being picked. `health_most`, `health_least`,
    `level_most`, `ethereal` filter.
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
