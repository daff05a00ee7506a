"""What must always hold, in words: what a table ruling would break, and what a position from outside breaks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from app.web.messages import Words
from app.web.messages_names import Value

if TYPE_CHECKING:
    from app.rules.cards import Book
    from app.rules.state import State

#: What must hold at any moment, as the end of 'Then ...'; `{which}` is what breaks it.
INVARIANTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "card_twice": "a card would be in two places at once",
        "card_missing": "a card would be nowhere",
        "card_unknown": "a card would be there that this set does not have",
        "unit_off_board": "{which:unit} would stand where no map tile lies",
        "unit_on_obstacle": "{which:unit} would stand on an obstacle",
        "two_units_on": "two units would stand on {which:space}",
        "status_and_space": "{which:unit} would be on the board and off it",
        "health_range": "{which:unit} would have more health than the card prints, or none",
        "pool_range": "{which:unit} would have more stamina or essence than the card prints",
        "monster_card": "{which:unit} would be on the board without its card",
        "two_tiles_in_a_cell": "two map tiles would lie in one place",
        "board_too_wide": "map tiles would lie more than 40 tiles apart",
        "tiles_in_play": "a map tile would be on the board and in its deck",
        "terrains_in_play": "a terrain would lie on a map tile and in its deck",
        "environment_without_tile": "{which:card} would have no map tile",
        "charges_negative": "{which:card} would have less than no charges",
        "environment_on_explored_edge": "{which:card} would lie on an edge that is explored",
        "token_off_edge": "the {which} token would lie on no unexplored edge",
        "mark_off_board": "a mark would lie where no map tile is",
        "current_unknown": "{which:card} would lie on the pile of another deck",
        "item_of_nobody": "{which:card} would be equipped or upgraded with nobody to hold it",
        "augment_without_host": "{which:card} would be equipped, or held by another, while it lies under an item",
        "equipped_by_nobody": "{which:card} would be equipped with nobody to hold it",
        "too_many_augments": "{which:card} would carry more augments than it has room for",
        "slots_exceeded": "{which:unit} would have more equipped than there are slots",
        "held_by_nobody": "{which:card} would be held by nobody who is in play",
        "rating_range": "a rating would be off its track",
        "threat_range": "the threat would be off its track",
        "tokens_negative": "there would be less than no spawn or horror tokens",
        "setting_value": "a house rule would be set to what it can't be",
        "step_ids": "two things that wait would go by one number",
        "agenda_after_end": "something would wait although the game is over",
        "picked_value": "of the values for {which:number} one would count that no card sets",
    }
)


def would_break(words: Words, facts: Mapping[str, Value]) -> str:
    """'Then Ada would stand on an obstacle.': why a ruling is refused that breaks the invariant in `what`."""
    told = words.fill(INVARIANTS.get(str(facts["what"]), "something would be as it never can be"), facts)
    return f"Then {told[:1].lower()}{told[1:]}."


def broken_words(book: Book, state: State, violation: str) -> str:
    """A violation by its name and, where there are words for it, what would be."""
    name, _, which = violation.partition(" ")
    template = INVARIANTS.get(name)
    if template is None:
        return f"breaks {name}"
    return f"breaks {name}: {Words(book, state).fill(template, {'which': which})}".rstrip(".")
