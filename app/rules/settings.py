"""The house rules: every setting of the ledger with its values, default first (ledger: Settings).

Settings stand as plain strings in a frozen dataclass, so that a stored table keeps what it was played with.
"""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Settings:
    """One value per setting; the defaults are the ledger's. Values are those of `CHOICES` (or `COSTS` for costs)."""

    chapter_sets_sliders: str = "yes"
    exit_step: str = "edge"
    determined_option: str = "fixed"
    token_cap: str = "chapter"
    explore_from: str = "edge"
    max_area: str = "2x2"
    scroll_with_explorer: str = "refuse"
    explore_token_edge: str = "no"
    entry_tile: str = "join"
    homeless_environment: str = "stays"
    spawn_enters: str = "no"
    entry_enters: str = "yes"
    spent_overlays: str = "out"
    encounter_reach: str = "own"
    pay_last_health: str = "allowed"
    turn_order: str = "free"
    diagonal_corner: str = "both"
    pass_allies: str = "pass"
    banished_to: str = "destroyed"
    dead_items: str = "out"
    replacement: str = "on"
    last_death: str = "at_once"
    empty_deck: str = "reshuffle"
    trim_core_events: str = "on"
    lost_token: str = "laid_again"
    dead_end: str = "through_wall"
    left_in_play: str = "no"
    placed_event: str = "not_current"
    ruling_by: str = "players"
    group_choice: str = "any_player"
    spaces_used_once: str = "yes"
    dice: str = "tracker"
    pooled_payment: str = "shared"
    stored_on_cover: str = "top"
    roll_off_scale: str = "nearest"
    half_rounding: str = "smaller"
    half_which: str = "random"
    threat_after_level: str = "first"
    top_level: str = "shuffle"
    used_station_counts: str = "explored"
    event_space: str = "either"
    destroyed_lever_counts: str = "no"
    traps_without_activator: str = "all"
    chapter_space_lit: str = "activating"
    rules_4_0: str = "on"
    rating_after_fail: str = "printed"
    sight_corner: str = "clear"
    push_springs_traps: str = "attack"
    workbench_effect: str = "trade"
    rating_max: int = 9
    cost_move: int = 1
    cost_explore: int = 2
    cost_chapter_space: int = 3
    cost_door: int = 2
    cost_destroy_door: int = 4
    cost_event_space: int = 2
    cost_inventory: int = 3
    cost_trade: int = 2
    cost_drop: int = 1
    cost_chest: int = 3
    cost_lever: int = 2
    cost_recharge: int = 1
    cost_workbench: int = 3


#: Setting -> its values, the default first; those of `max_area` are tiles from west to east and from north to south.
CHOICES: dict[str, tuple[str, ...]] = {
    "chapter_sets_sliders": ("yes", "no"),
    "exit_step": ("edge", "free"),
    "determined_option": ("fixed", "each_use"),
    "token_cap": ("chapter", "ability"),
    "explore_from": ("edge", "tile"),
    "max_area": (*(f"{width}x{height}" for width in range(2, 7) for height in range(2, 7)), "none"),
    "scroll_with_explorer": ("refuse", "destroyed"),
    "explore_token_edge": ("no", "yes"),
    "entry_tile": ("join", "ruling"),
    "homeless_environment": ("stays", "leaves"),
    "spawn_enters": ("no", "yes"),
    "entry_enters": ("yes", "no"),
    "spent_overlays": ("out", "under"),
    "encounter_reach": ("own", "while_resolving"),
    "pay_last_health": ("allowed", "refused"),
    "turn_order": ("free", "one_at_a_time"),
    "diagonal_corner": ("both", "any"),
    "pass_allies": ("pass", "block"),
    "banished_to": ("destroyed", "bottom"),
    "dead_items": ("out", "dropped"),
    "replacement": ("on", "off"),
    "last_death": ("at_once", "nobody_can_enter"),
    "empty_deck": ("reshuffle", "nothing"),
    "trim_core_events": ("on", "off"),
    "lost_token": ("laid_again", "leaves"),
    "dead_end": ("through_wall", "ruling"),
    "left_in_play": ("no", "yes"),
    "placed_event": ("not_current", "current"),
    "ruling_by": ("players", "host"),
    "group_choice": ("any_player", "host", "every_seat"),
    "spaces_used_once": ("yes", "no"),
    "dice": ("tracker", "table"),
    "pooled_payment": ("shared", "one"),
    "stored_on_cover": ("top", "under", "out"),
    "roll_off_scale": ("nearest", "nothing"),
    "half_rounding": ("smaller", "larger"),
    "half_which": ("random", "top"),
    "threat_after_level": ("first", "stays"),
    "top_level": ("shuffle", "nothing"),
    "used_station_counts": ("explored", "unused"),
    "event_space": ("either", "both"),
    "destroyed_lever_counts": ("no", "yes"),
    "traps_without_activator": ("all", "none"),
    "chapter_space_lit": ("activating", "placed"),
    "rules_4_0": ("on", "off"),
    "rating_after_fail": ("printed", "unchanged"),
    "sight_corner": ("clear", "blocked"),
    "push_springs_traps": ("attack", "nothing"),
    "workbench_effect": ("trade", "draw"),
}

#: Costs in stamina that a host may set, each 0 to 9 (BG-1).
COSTS = (
    "cost_move",
    "cost_explore",
    "cost_chapter_space",
    "cost_door",
    "cost_destroy_door",
    "cost_event_space",
    "cost_inventory",
    "cost_trade",
    "cost_drop",
    "cost_chest",
    "cost_lever",
    "cost_recharge",
    "cost_workbench",
)

#: The highest of these costs.
COST_LIMIT = 9
#: The longest rating track that can be set (RD-3, RD-4).
RATING_LIMIT = 10


def figures(name: str) -> tuple[int, int] | None:
    """The least and the most of a setting that is a number; None for one with values of its own."""
    if name in COSTS:
        return 0, COST_LIMIT
    return (0, RATING_LIMIT) if name == "rating_max" else None


def setting_problem(name: str, value: str | int) -> str | None:
    """None when `value` is allowed for the setting `name`, else 'unknown_setting' or 'unknown_value'."""
    within = figures(name)
    if within is not None:
        ok = isinstance(value, int) and not isinstance(value, bool) and within[0] <= value <= within[1]
        return None if ok else "unknown_value"
    if name not in CHOICES:
        return "unknown_setting"
    return None if value in CHOICES[name] else "unknown_value"


def setting_names() -> tuple[str, ...]:
    """All setting names in declaration order."""
    return tuple(f.name for f in fields(Settings))
