"""What things are called, and how counts and lists are said: words that need no table (`messages.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from app.rules.geometry import TILE, space_name
from app.rules.ledger import LEDGER

Value = str | int | Sequence[str]
EDGES: Final = {"N": "north", "E": "east", "S": "south", "W": "west"}
PHASES: Final = {
    "explorer": "explorer phase",
    "spawn": "spawn phase",
    "horror": "horror phase",
    "monster": "monster phase",
}
DECKS: Final = {
    "tiles": "map tiles",
    "terrains": "terrains",
    "environments": "environments",
    "encounters": "encounters",
    "explorer_events": "explorer events",
    "horror_events": "horror events",
    "weapons": "weapons",
    "artifacts": "artifacts",
    "consumables": "consumables",
    "apparel": "apparel",
    "monsters": "monsters",
}
CARD_OF: Final = {
    "tiles": "map tile",
    "terrains": "terrain",
    "environments": "environment",
    "encounters": "encounter",
    "explorer_events": "explorer event",
    "horror_events": "horror event",
    "weapons": "weapon",
    "artifacts": "artifact",
    "consumables": "consumable",
    "apparel": "piece of apparel",
    "monsters": "monster",
}
TRACKS: Final = {
    "spawn_rating": "spawn rating",
    "horror_rating": "horror rating",
    "threat": "monster threat",
    "level": "monster level",
    "spawn_tokens": "number of spawn tokens",
    "horror_tokens": "number of horror tokens",
    "lit": "number of lit chapter spaces",
    "replacements": "number of replacements due",
    "spawn": "spawn",
    "horror": "horror",
}
#: Numbers that a card can set, as one thing.
NUMBERS: Final = {
    "armor": "the armor of a unit",
    "will": "the will of a unit",
    "moves": "the moves of a monster",
    "attacks": "the attacks of a monster",
    "stamina_next_round": "the stamina of a new round",
    "push_spaces": "the spaces of a push",
    "pull_spaces": "the spaces of a pull",
    "printed_spawn": "the printed spawn rating",
    "printed_horror": "the printed horror rating",
    "chest_items": "the items of a chest",
    "health_restored": "the health restored",
    "spawn_health": "the health of monsters that spawn",
    "cost_explore": "the price of exploring",
    "cost_open_door": "the price of opening a door",
    "cost_place_door": "the price of placing a door",
    "cost_trade": "the price of trading",
    "cost_inventory": "the price of using inventory",
    "cost_event_space": "the price of an event space",
    "cost_chest": "the price of a chest",
    "cost_action_space": "the price of an action space",
    "cost_upgrade": "the price of upgrading",
    "cost_consumable": "the price of a consumable",
    "cost_attack": "the price of an attack",
    "cost_step": "the price of a step",
}
DICE: Final = {"game": "the game die", "low": "a low die", "high": "a high die"}
FEATURES: Final = {
    "#": "rubble",
    "C": "a chest",
    "W": "a workbench",
    "R": "a recharge station",
    "E": "an event space",
    "L": "a trap lever",
    "B": "a barrel",
    "*": "a chapter space",
    "S": "a destroyed spawn space",
}
COVERED: Final = {**FEATURES, "S": "a spawn space"}
#: What stops a line of sight.
BLOCKERS: Final = {
    "wall": "a wall",
    "closed door": "a closed door",
    "rubble": "rubble",
    "empty ground": "ground without a tile",
    "corner": "a corner",
}
PARTING: Final = {
    "wall": "a wall lies between",
    "closed door": "a closed door lies between",
    "corner": "the corner between is closed",
}
STATUSES: Final = {
    "waiting": "is not on the board yet",
    "left": "has left by the exit",
    "dead": "is dead",
    "unused": "does not play at this table",
}
#: What a pending step waits for, as the end of 'First ...'.
PENDING: Final = {
    "moving": "environments whose edge was closed move on",
    "terrain": "the terrain is placed",
    "environment": "the environment is connected",
    "encounter": "the encounter is drawn",
    "shared_payment": "the price is paid together or declined",
    "trading": "the trade is ended",
    "using_inventory": "the use of inventory is ended",
    "roll_steps": "the dice are rolled",
    "steps_adjust": "the help for the roll is ended",
    "monster_phase": "the monsters act",
}


def forename(name: str) -> str:
    """'Ada' for 'Ada Pryce': what people at the table say."""
    return name.split(" ", 1)[0]


def capital(sentence: str) -> str:
    """The sentence with its first letter raised."""
    return sentence[:1].upper() + sentence[1:]


def counted(value: Value, noun: str) -> str:
    """'1 step', '3 steps'; lists are counted."""
    n = value if isinstance(value, int) else int(value) if isinstance(value, str) else len(value)
    if n == 1 or n == -1:
        return f"{n} {noun}"
    return f"{n} {noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{n} {noun}s"


def percent(chance: Fraction) -> str:
    """'75 %' for three in four; what may happen is no '0 %' and what may fail no '100 %'."""
    n = round(chance * 100)
    if chance not in (0, 1) and n in (0, 100):
        return ">99 %" if n else "<1 %"
    return f"{n} %"


def listed(words: Sequence[str], last: str = "and") -> str:
    """'a', 'a and b', 'a, b and c'; 'nobody' when there are none."""
    if not words:
        return "nobody"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def space_words(space: tuple[int, int]) -> str:
    """Column and row of a space as its tile lies, such as 'b4'."""
    return space_name(space[0] % TILE, space[1] % TILE)


def phase_name(phase: str) -> str:
    """'explorer phase' and so on."""
    return PHASES.get(phase, phase)


def edge_name(edge: str) -> str:
    """'north' for 'N'."""
    return EDGES.get(edge, edge)


#: The rows for which the books are silent and one sensible way is enough: what names one says that it is a reading.
READINGS: Final = frozenset(row.id for row in LEDGER.values() if row.where == "Reading")


def where_it_stands(rule: str) -> str:
    """A rule's title and book: 'Exploring (Vivarium rulebook, Exploring a New Map Tile)'; '' for no rule."""
    row = LEDGER.get(rule)
    return f"{row.title} ({row.where})" if row else ""
