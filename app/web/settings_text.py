"""The house rules on a page: what each one decides in a line of our own, the rows it belongs to, its values.

Names, values and why tables differ stand in `messages_settings`; here stands what a host reads before choosing, and
how the rules are grouped and searched.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.rules.settings import CHOICES, Settings, figures, setting_names
from app.web.contexts import Pick
from app.web.contexts_rulings import SettingGroup, SettingRow
from app.web.messages_settings import SETTINGS, SettingWords, setting_name, setting_value

#: Setting -> the ledger rows it changes, and one line on what it decides at the table.
MEANS: Final[Mapping[str, tuple[tuple[str, ...], str]]] = MappingProxyType(
    {
        "chapter_sets_sliders": (
            ("CH-3",),
            "When a chapter with a spawn or horror rating enters, that slider goes to the printed value.",
        ),
        "exit_step": (("CH-9",), "How an explorer gets off the board once an exit token lies on an edge."),
        "determined_option": (
            ("CT-4",),
            "Some panels open one option by a condition: either it stays as first found, or it follows the table.",
        ),
        "token_cap": (
            ("TK-3",),
            "A chapter that says “max 2” beside its tokens may bind every card meanwhile, or that one ability.",
        ),
        "explore_from": (("EX-1",), "Where an explorer has to stand to open the next map tile."),
        "max_area": (
            ("EX-4",),
            "The board grows up to this size. A tile more, and the far row or column scrolls away.",
        ),
        "scroll_with_explorer": (
            ("EX-4",),
            "What becomes of somebody on the far side when exploring would scroll that side away.",
        ),
        "explore_token_edge": (("EX-5",), "Whether a new map tile may be joined where a token lies."),
        "entry_tile": (("EX-6",), "A card that brings the entry token brings a map tile: where that one goes."),
        "dead_end": (
            ("IP-15",),
            "Map tiles are left, but every way on is walled off or held by a token: how the party gets further.",
        ),
        "lost_token": (("IP-8",), "The tile under a token goes, or its edge gets a tile: what becomes of the token."),
        "homeless_environment": (
            ("EN-1", "EN-3"),
            "An environment hangs on an unexplored edge of its tile; this is for the tile that has none left.",
        ),
        "spawn_enters": (("EN-4",), "Whether an environment acts on a monster that appears on its tile."),
        "entry_enters": (("EN-4",), "Whether an environment acts on an explorer who comes in at the entry."),
        "spent_overlays": (
            ("EN-6",),
            "Where terrain and environment cards go when their map tile goes: back into the decks or not.",
        ),
        "encounter_reach": (
            ("NC-2",),
            "An encounter reaches everybody as if all stood on one map tile; how much counts under that.",
        ),
        "pay_last_health": (("ST-2",), "Whether anybody may pay a price with the last health point."),
        "empty_deck": (
            ("DK-1", "IP-17", "IP-18"),
            "An event, encounter, monster or item is to be drawn and there is none. Map tiles, terrains and "
            "environments never come back this way.",
        ),
        "trim_core_events": (
            ("DK-2",),
            "At setup the event decks hold as many general cards as the scenario brings of its own, or all.",
        ),
        "placed_event": (
            ("IP-11", "DK-4"),
            "Cards can be laid on the destroyed explorer events without being drawn: whether the top one counts.",
        ),
        "turn_order": (("RD-2",), "Whether explorers may take turns within a phase step by step."),
        "cost_move": (("BG-1",), "What one step costs."),
        "cost_explore": (("BG-1", "EX-1"), "What joining a new map tile costs."),
        "cost_chapter_space": (("BG-1", "CH-4"), "What activating a chapter space costs."),
        "cost_door": (("BG-1",), "What opening a door costs, and placing one in an open doorway."),
        "diagonal_corner": (("BG-2",), "When walls at a corner stop a diagonal step, and with it a blow or a trade."),
        "pass_allies": (("BG-2",), "Whether explorers walk through explorers, and monsters through monsters."),
        "spaces_used_once": (
            ("BG-5",),
            "Whether a chest, a lever, a chapter space or another action space is spent after its first use. Destroyed "
            "ones never work.",
        ),
        "banished_to": (("BG-4",), "A banished monster is off the board without being destroyed: where its card goes."),
        "dead_items": (("BG-6",), "What happens to the items that a dead explorer carried."),
        "replacement": (
            ("BG-6",),
            "While an entry token lies on the board, an unused explorer comes in for each dead one next round.",
        ),
        "last_death": (("BG-6",), "Whether the evening is over with the last explorer on the board."),
        "left_in_play": (
            ("IP-19",),
            "Cards speak of each or any explorer: whether those who are through the exit are meant too.",
        ),
        "ruling_by": (("AM-1",), "Who may override the tracker on purpose, with a reason that is logged."),
        "group_choice": (("AM-2",), "Whose answer counts when a card asks the explorers together."),
        "dice": (("GD-1",), "Dice are rolled here, or on the table and typed in; the log says which."),
        "pooled_payment": (
            ("NC-4",),
            "A price that explorers may share, as for storing a card: whether several put it together, or one pays it.",
        ),
        "stored_on_cover": (
            ("NC-5",),
            "A new encounter covers one that holds cards: where those cards go.",
        ),
        "roll_off_scale": (
            ("ST-3",),
            "A roll falls into none of the bands that the card prints: what happens then.",
        ),
        "half_rounding": (
            ("IT-1", "MN-1"),
            "A new level takes half of a deck out first; this is for a deck with an odd number of cards.",
        ),
        "half_which": (("IT-1", "MN-1"), "Which cards are the half that goes when a new level comes in."),
        "threat_after_level": (("MN-1",), "Where monster threat stands after it has raised the monster level."),
        "top_level": (
            ("MN-1",),
            "Threat runs over at the highest monster level: what is done to the monster deck.",
        ),
        "used_station_counts": (
            ("RC-1",),
            "Trading from station to station: whether one that is used up can still be the other end.",
        ),
        "event_space": (("EV-1",), "The gain of an event space: essence or an explorer event, or both."),
        "destroyed_lever_counts": (
            ("TL-2",),
            "A lever was pulled and is destroyed: whether explorers beside it still join in when another is pulled.",
        ),
        "traps_without_activator": (
            ("TL-2",),
            "A horror event sets off the traps and nobody pulled a lever: whether explorers at levers attack as well.",
        ),
        "chapter_space_lit": (("CS-2",), "When a chapter space counts as lit, by which ethereal units can be hit."),
        "rules_4_0": (
            ("ED-1",),
            "Without it: no joint trap attacks, no arcane barrels, no ethereal targets by lit chapter spaces, no trade "
            "at a distance, no die at event spaces. The rest of the 4.0 rules stays.",
        ),
        "rating_after_fail": (("RD-3", "RD-4"), "Where a rating goes after a roll below it."),
        "rating_max": (("RD-3", "RD-4"), "How far the two ratings can rise."),
        "sight_corner": (("BG-3",), "A line of sight that just touches the corner of a wall, a closed door or rubble."),
        "push_springs_traps": (("BG-11",), "A unit is pushed, pulled or teleported onto a trapped space."),
        "workbench_effect": (("BG-10",), "What a workbench is good for."),
        "cost_destroy_door": (("BG-1",), "What breaking a door costs."),
        "cost_event_space": (("BG-1", "EV-1"), "What using an event space costs."),
        "cost_inventory": (("BG-1", "BG-9"), "What putting one’s items in order costs."),
        "cost_trade": (("BG-1",), "What trading with a neighbour costs."),
        "cost_drop": (("BG-1",), "What dropping an item costs."),
        "cost_chest": (("BG-1", "BG-5"), "What opening a chest costs."),
        "cost_lever": (("BG-1", "TL-1"), "What pulling a trap lever costs."),
        "cost_recharge": (("BG-1", "RC-1"), "What using a recharge station costs."),
        "cost_workbench": (("BG-1", "BG-10"), "What using a workbench costs."),
    }
)


def groups(settings: Settings, find: str = "") -> tuple[SettingGroup, ...]:
    """The house rules as `settings` has them, grouped; with `find`, only those that have all its words in them.

    A group is open when something in it is changed, or when one has searched.
    """
    wanted = find.lower().split()
    found: dict[str, list[SettingRow]] = {}
    for name in setting_names():
        row = setting_row(name, getattr(settings, name))
        if all(word in row.words for word in wanted):
            found.setdefault(words_of(name).group, []).append(row)
    return tuple(
        SettingGroup(title, tuple(rows), changed_in(rows), bool(wanted) or changed_in(rows) > 0)
        for title, rows in found.items()
    )


def setting_row(name: str, value: str | int) -> SettingRow:
    """One house rule with its value; raises KeyError when `name` is none."""
    rules, means = MEANS[name]
    words = words_of(name)
    known = CHOICES.get(name, ())
    is_number = name not in CHOICES
    values = known if str(value) in known or is_number else (*known, str(value))
    choices = tuple(Pick(v, setting_value(name, v), chosen=v == value) for v in values)
    said = " ".join((name.replace("_", " "), setting_name(name), words.group, means, words.why, *rules))
    searched = " ".join((said, *(choice.title for choice in choices))).lower()
    _, most = figures(name) or (0, 0)
    changed = value != getattr(Settings(), name)
    return SettingRow(
        name, setting_name(name), means, words.why, rules, str(value), choices, is_number, most, changed, searched
    )


def words_of(name: str) -> SettingWords:
    """The words of a house rule; one without any stands under its own name."""
    return SETTINGS.get(name) or SettingWords("More", setting_name(name), "", {})


def changed_in(rows: list[SettingRow]) -> int:
    """How many of these differ from the default."""
    return sum(row.changed for row in rows)
