"""The rules of the game: pure, no clock, no randomness of its own, standard library only.

This is their face. `new_game` sets a table, `decide` answers a move, `preview` tells what it would do without telling
what chance has not, `legal_moves` lists what a seat could do and what is refused and why, `evolve` and `replay` fold
events, `view_for` and `public_events` strip what may not be seen, `violations` names broken invariants.
"""

from . import (  # noqa: F401
    answering,
    attacking,
    barrels,
    card_enters,
    chapters,
    combat,
    contested,
    determined,
    doors,
    drawing,
    drifting,
    entering,
    entry,
    exploring,
    exploring_steps,
    explosions,
    forced,
    helping,
    house_rules,
    inventory,
    items,
    lasting,
    leaving,
    levels,
    levers,
    looking,
    monsters,
    moving,
    opening,
    ordering,
    phases,
    plain_verbs,
    playing,
    preventing,
    pushing,
    recharging,
    resolving,
    rounds,
    rulings,
    rulings_cards,
    rulings_edges,
    rulings_game,
    rulings_items,
    rulings_lasting,
    rulings_map,
    rulings_party,
    rulings_units,
    settling,
    sharing,
    spaces,
    spawning,
    steps,
    storing,
    targets,
    teleporting,
    tile_edges,
    tiles,
    trading,
    triggered,
)
from .engine import Chance, EndlessAbility, NoChance, UnknownYet, decide, preview, why_not
from .evolve import evolve, replay
from .invariants import cards_of_deck, cards_of_table, places, violations
from .listing import Listing, legal_moves
from .setup import Setup, SetupError, new_game
from .state import State
from .verdicts import By, Illegal, Legal, Preview, Reason, Verdict
from .visibility import public_event, public_events, public_move, regions, reveals, view_for

#: Raised with every change of what the rules decide; stored with each table.
RULES_VERSION = "1"


def outcome(state: State) -> str:
    """'' while the game goes on, then 'won' or 'lost' (BG-7)."""
    return state.outcome


__all__ = [
    "RULES_VERSION",
    "By",
    "Chance",
    "EndlessAbility",
    "Illegal",
    "Legal",
    "Listing",
    "NoChance",
    "Preview",
    "Reason",
    "Setup",
    "SetupError",
    "State",
    "UnknownYet",
    "Verdict",
    "cards_of_deck",
    "cards_of_table",
    "decide",
    "evolve",
    "legal_moves",
    "new_game",
    "outcome",
    "places",
    "preview",
    "public_event",
    "public_events",
    "public_move",
    "regions",
    "replay",
    "reveals",
    "view_for",
    "violations",
    "why_not",
]
