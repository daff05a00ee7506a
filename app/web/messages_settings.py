"""House rules in words: what each setting is called, what its values mean, in which group it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class SettingWords:
    """A setting's group, its name, one line on why tables differ, and its values in words by value."""

    group: str
    name: str
    why: str
    values: Mapping[str, str]


def _setting(group: str, name: str, why: str, **values: str) -> SettingWords:
    return SettingWords(group, name, why, MappingProxyType({_value(key): word for key, word in values.items()}))


def _value(key: str) -> str:
    """Values that begin with a figure are written with an underscore before them."""
    return key.removeprefix("_")


_AREAS: Final = {f"_{n}x{m}": f"{n} by {m} tiles" for n in range(2, 7) for m in range(2, 7)}

SETTINGS: Final[Mapping[str, SettingWords]] = MappingProxyType(
    {
        "chapter_sets_sliders": _setting(
            "Chapters",
            "A printed rating sets its slider",
            "The books print ratings but not when the sliders move.",
            yes="When the chapter enters",
            no="Never by itself",
        ),
        "exit_step": _setting(
            "Chapters",
            "Leaving by the exit",
            "The rulebooks are silent.",
            edge="A move step from a space on that edge",
            free="Free, from anywhere on the tile",
        ),
        "determined_option": _setting(
            "Chapters",
            "When a condition decides an option",
            "The rulebook does not say when the condition is looked at.",
            fixed="Once, when it is first needed",
            each_use="Anew at each use",
        ),
        "token_cap": _setting(
            "Chapters",
            "A printed limit of chapter tokens",
            "The rulebook speaks of the chapter, its example of one ability.",
            chapter="Binds everything while the chapter is current",
            ability="Binds only the ability that prints it",
        ),
        "explore_from": _setting(
            "Exploring",
            "Exploring from",
            "The books only say at an edge.",
            edge="A space on that edge, with a way out",
            tile="Anywhere on the tile",
        ),
        "max_area": _setting(
            "Exploring",
            "The largest area of map tiles",
            "Known from older editions only.",
            none="No limit",
            **_AREAS,
        ),
        "scroll_with_explorer": _setting(
            "Exploring",
            "An explorer stands on a tile that would scroll away",
            "The rulebooks are silent.",
            refuse="Then exploring is refused, and no tile with the entry token is placed there",
            destroyed="The explorer goes with the tile",
        ),
        "explore_token_edge": _setting(
            "Exploring",
            "Exploring an edge with an entry or exit token",
            "The rulebook lets an environment lie there, but does not speak of exploring.",
            no="Not possible",
            yes="Possible, the token makes room",
        ),
        "entry_tile": _setting(
            "Exploring",
            "The tile that comes with the entry token",
            "The rulebooks are silent.",
            join="Joined to an edge, or a fresh start without explorers",
            ruling="The group decides by table ruling",
        ),
        "dead_end": _setting(
            "Exploring",
            "When no edge can be explored any more",
            "Terrain can wall off every way on.",
            through_wall="Exploring goes through the wall, or where a token lies",
            ruling="The group decides by table ruling",
        ),
        "lost_token": _setting(
            "Exploring",
            "An entry or exit token that loses its edge",
            "Not covered by the books; an exit lost for good would end the evening.",
            laid_again="The group lays it on another edge",
            leaves="It leaves play",
        ),
        "homeless_environment": _setting(
            "Environments",
            "An environment without an unexplored edge",
            "Not covered by the books.",
            stays="Stays with its tile",
            leaves="Leaves play",
        ),
        "spawn_enters": _setting(
            "Environments",
            "A monster that spawns enters its tile",
            "Is a spawn an arrival? The books do not say.",
            no="No",
            yes="Yes, the environment resolves for it",
        ),
        "entry_enters": _setting(
            "Environments",
            "An explorer placed at the entry token enters its tile",
            "The same question for entry and replacement.",
            yes="Yes, the environment resolves",
            no="No",
        ),
        "spent_overlays": _setting(
            "Environments",
            "Terrains and environments that leave play",
            "The books do not say where they go.",
            out="Out of the game",
            under="Under their decks",
        ),
        "encounter_reach": _setting(
            "Encounters and events",
            "All units count as on one tile",
            "How far that goes is not said.",
            own="For the encounter's own abilities",
            while_resolving="For everything until it is resolved",
        ),
        "pay_last_health": _setting(
            "Encounters and events",
            "Paying with the last health",
            "Not covered by the books.",
            allowed="Allowed, and it kills",
            refused="Not allowed",
        ),
        "empty_deck": _setting(
            "Encounters and events",
            "When a deck is empty",
            "The rulebooks are silent.",
            reshuffle="Its destroyed cards are shuffled, but for the current one",
            nothing="Nothing is drawn",
        ),
        "trim_core_events": _setting(
            "Encounters and events",
            "Core events at setup",
            "Since 3.5, but not in the 4.0 text.",
            on="As many as the scenario has of its own",
            off="All of them",
        ),
        "placed_event": _setting(
            "Encounters and events",
            "A card laid on the destroyed explorer events",
            "Not covered by the books.",
            not_current="Is not current until reinvoked",
            current="Is current at once",
        ),
        "turn_order": _setting(
            "Turns and costs",
            "Turns of the explorers",
            "The rulebooks are silent; free suits several phones.",
            free="Free, unfinished explorers may take turns",
            one_at_a_time="One at a time, a begun turn is finished first",
        ),
        "cost_move": _setting("Turns and costs", "Stamina for a step", "Editions differ."),
        "cost_explore": _setting(
            "Turns and costs", "Stamina for exploring", "The rulebook says 2; other values are your own."
        ),
        "cost_chapter_space": _setting("Turns and costs", "Stamina for a chapter space", "Editions differ."),
        "cost_door": _setting("Turns and costs", "Stamina for opening or placing a door", "Editions differ."),
        "cost_destroy_door": _setting("Turns and costs", "Stamina for destroying a door", "Editions differ."),
        "cost_event_space": _setting(
            "Turns and costs", "Stamina for an event space", "The 4.0 update says 2; other values are your own."
        ),
        "cost_inventory": _setting("Turns and costs", "Stamina for using inventory", "Editions differ."),
        "cost_trade": _setting("Turns and costs", "Stamina for trading", "Editions differ."),
        "cost_drop": _setting("Turns and costs", "Stamina for dropping an item", "Editions differ."),
        "cost_chest": _setting("Turns and costs", "Stamina for a chest", "Editions differ."),
        "cost_lever": _setting("Turns and costs", "Stamina for a trap lever", "Editions differ."),
        "cost_recharge": _setting("Turns and costs", "Stamina for a recharge station", "Editions differ."),
        "cost_workbench": _setting("Turns and costs", "Stamina for a workbench", "Editions differ."),
        "diagonal_corner": _setting(
            "Board",
            "A diagonal past a corner is closed",
            "The exact test is not known.",
            both="When both ways round are walled",
            any="By any wall at the corner",
        ),
        "pass_allies": _setting(
            "Board",
            "Walking through one's own kind",
            "The rulebooks are silent.",
            **{"pass": "Possible, but not stopping there"},
            block="Not possible",
        ),
        "dice": _setting(
            "Dice and cards",
            "Dice",
            "Some groups like to roll real dice.",
            tracker="The tracker rolls",
            table="We roll and type it in",
        ),
        "pooled_payment": _setting(
            "Encounters and events",
            "A price that explorers may share",
            "Sharing is only spelt out for helping a roll.",
            shared="Several may pay it together",
            one="One explorer pays it whole",
        ),
        "stored_on_cover": _setting(
            "Encounters and events",
            "Stored cards, when their encounter is covered",
            "Not covered by the books.",
            top="Go on top of the destroyed pile",
            under="Go under the destroyed pile",
            out="Leave the game",
        ),
        "roll_off_scale": _setting(
            "Encounters and events",
            "A roll outside all options",
            "Not covered by the books.",
            nearest="The nearest option, of two the lower",
            nothing="Nothing happens",
        ),
        "half_rounding": _setting(
            "Dice and cards",
            "Half of an odd number of cards",
            "Odd sizes are not covered by the books.",
            smaller="The smaller half is removed",
            larger="The larger half is removed",
        ),
        "half_which": _setting(
            "Dice and cards",
            "Which half is removed",
            "The 4.0 update does not say.",
            random="At random",
            top="From the top",
        ),
        "threat_after_level": _setting(
            "Monsters",
            "Monster threat after a new level",
            "The rulebooks are silent.",
            first="Back to its first position",
            stays="Stays on its last position",
        ),
        "top_level": _setting(
            "Monsters",
            "Monster threat beyond the highest level",
            "The rulebooks are silent.",
            shuffle="Destroyed monsters are shuffled in, threat as after a level",
            nothing="Nothing, threat stays on its last position",
        ),
        "rating_after_fail": _setting(
            "Monsters",
            "A rating after a failed roll",
            "The rulebooks are silent.",
            printed="Back to the chapter's value",
            unchanged="Unchanged",
        ),
        "rating_max": _setting("Monsters", "The highest rating", "The length of the track is not known."),
        "used_station_counts": _setting(
            "Board",
            "Trading at used stations and workbenches",
            "Only the station just activated is mentioned.",
            explored="Used ones count, destroyed ones do not",
            unused="Only unused ones, and the one just activated",
        ),
        "event_space": _setting(
            "Board",
            "What an event space gives",
            "The 4.0 update says it in two ways.",
            either="Essence or an event",
            both="Essence, then an event",
        ),
        "destroyed_lever_counts": _setting(
            "Board",
            "Standing at a destroyed lever",
            "Is it still a lever?",
            no="Does not count",
            yes="Counts",
        ),
        "traps_without_activator": _setting(
            "Board",
            "Traps that nobody set off",
            "The 4.0 update speaks of other explorers: other than whom?",
            all="Every explorer at a lever attacks",
            none="Nobody attacks",
        ),
        "chapter_space_lit": _setting(
            "Chapters",
            "A chapter space is lit",
            "The rulebooks are silent.",
            activating="By activating it",
            placed="When its tile is placed",
        ),
        "rules_4_0": _setting(
            "The table",
            "The 4.0 update",
            "Older editions at the table.",
            on="In force",
            off="Not in force",
        ),
        "sight_corner": _setting(
            "Board",
            "Sight that touches a corner",
            "The exact test is not known.",
            clear="Is clear",
            blocked="Is blocked",
        ),
        "push_springs_traps": _setting(
            "Board",
            "Moved onto a trapped space",
            "Seen in the first edition only.",
            attack="It springs: three high dice on that unit",
            nothing="Nothing happens",
        ),
        "workbench_effect": _setting(
            "Board",
            "What a workbench does",
            "The rulebooks are silent.",
            trade="Trade, then use inventory",
            draw="Draw 4 items and swap any",
        ),
        "spaces_used_once": _setting(
            "Board",
            "Action spaces are used",
            "Older editions differ.",
            yes="Once",
            no="As often as one likes",
        ),
        "banished_to": _setting(
            "Units",
            "A banished monster goes",
            "The rulebooks are silent.",
            destroyed="Where a destroyed one goes",
            bottom="Under the monster deck",
        ),
        "dead_items": _setting(
            "Units",
            "Items of a dead explorer",
            "The rulebooks are silent.",
            out="Leave the game",
            dropped="Lie there for adjacent explorers",
        ),
        "replacement": _setting(
            "Units",
            "A replacement for a dead explorer",
            "Seen in the first edition only.",
            on="Enters at the entry token",
            off="None",
        ),
        "last_death": _setting(
            "Units",
            "When the last explorer dies",
            "Newer manuals lose at once, the first edition replaced.",
            at_once="The game is lost at once",
            nobody_can_enter="Lost only if nobody can enter",
        ),
        "left_in_play": _setting(
            "Units",
            "Explorers who left by the exit",
            "The rulebooks are silent.",
            no="Take no part any more",
            yes="Take part where no space is needed",
        ),
        "ruling_by": _setting(
            "The table",
            "Who enters table rulings",
            "Trust differs by group.",
            players="Every player",
            host="The host",
        ),
        "group_choice": _setting(
            "The table",
            "Who answers for the group",
            "How a table decides together.",
            any_player="Any player",
            host="The host",
            every_seat="Every seat confirms",
        ),
    }
)


def setting_name(name: str) -> str:
    """What a setting is called."""
    words = SETTINGS.get(name)
    return words.name if words else name.replace("_", " ").capitalize()


def setting_value(name: str, value: str | int) -> str:
    """What a value of a setting means; figures stay figures."""
    words = SETTINGS.get(name)
    if isinstance(value, int):
        return str(value)
    if words and value in words.values:
        return words.values[value]
    return value.replace("_", " ")
