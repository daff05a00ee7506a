"""The house rules on a page: what each one decides in a line of our own, the rows it belongs to, its values.

Names, values and why tables differ stand in `messages_settings`; here stands what a host reads before choosing, and
how the rules are grouped and searched.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.rules.settings import CHOICES, COSTS, Settings, setting_names
from app.web.contexts import Pick, SettingGroup, SettingRow
from app.web.messages_settings import SETTINGS, setting_name, setting_value

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
        "empty_deck": (("DK-1", "IP-18"), "A card is to be drawn and there is none: what the tracker does."),
        "trim_core_events": (
            ("DK-2",),
            "At setup the event decks hold as many general cards as the scenario brings of its own, or all.",
        ),
        "placed_event": (
            ("IP-11",),
            "Cards can be laid on the destroyed explorer events without being drawn: whether the top one counts.",
        ),
        "turn_order": (("RD-2",), "Whether explorers may take turns within a phase step by step."),
        "cost_move": (("BG-1",), "What one step costs."),
        "cost_explore": (("BG-1", "EX-1"), "What joining a new map tile costs."),
        "cost_chapter_space": (("BG-1", "CH-4"), "What activating a chapter space costs."),
        "cost_door": (("BG-1",), "What opening a door costs."),
        "diagonal_corner": (("BG-2",), "When walls at a corner stop a diagonal step, a blow or a view."),
        "pass_allies": (("BG-2",), "Whether explorers walk through explorers, and monsters through monsters."),
        "spaces_used_once": (
            ("BG-5",),
            "Whether a chest, a lever or another action space is spent after its first use.",
        ),
        "banished_to": (("BG-4",), "A banished monster is off the board without being destroyed: where its card goes."),
        "dead_items": (("BG-6",), "What happens to the items that a dead explorer carried."),
        "replacement": (
            ("BG-6",),
            "While an entry token lies on the board, an unused explorer may come in for a dead one.",
        ),
        "last_death": (("BG-6",), "Whether the evening is over with the last explorer on the board."),
        "left_in_play": (
            ("IP-19",),
            "Cards speak of each or any explorer: whether those who are through the exit are meant too.",
        ),
        "ruling_by": (("AM-1",), "Who may override the tracker on purpose, with a reason that is logged."),
        "group_choice": (("AM-2",), "Whose answer counts when a card asks the explorers together."),
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
            found.setdefault(SETTINGS[name].group, []).append(row)
    return tuple(
        SettingGroup(title, tuple(rows), changed_in(rows), bool(wanted) or changed_in(rows) > 0)
        for title, rows in found.items()
    )


def setting_row(name: str, value: str | int) -> SettingRow:
    """One house rule with its value; raises KeyError when `name` is none."""
    rules, means = MEANS[name]
    words = SETTINGS[name]
    known = CHOICES.get(name, ())
    values = known if str(value) in known or name in COSTS else (*known, str(value))
    choices = tuple(Pick(v, setting_value(name, v), chosen=v == value) for v in values)
    said = " ".join((name.replace("_", " "), setting_name(name), words.group, means, words.why, *rules))
    searched = " ".join((said, *(choice.title for choice in choices))).lower()
    changed = value != getattr(Settings(), name)
    return SettingRow(
        name, setting_name(name), means, words.why, rules, str(value), choices, name in COSTS, changed, searched
    )


def changed_in(rows: list[SettingRow]) -> int:
    """How many of these differ from the default."""
    return sum(row.changed for row in rows)
