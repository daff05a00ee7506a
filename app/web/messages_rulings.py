"""Words for table rulings: what they change, why they are refused, what they leave in the log (AM-1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from app.rules import changes as ch
from app.rules import events as ev
from app.rules.set_values import value_in
from app.web.messages import Words
from app.web.messages_board import option_name
from app.web.messages_effects import lasting_words
from app.web.messages_invariants import would_break
from app.web.messages_names import CARD_OF, Value, capital, counted, edge_name, listed, phase_name
from app.web.messages_play import ability_words

if TYPE_CHECKING:
    from app.rules.changes import Change

Fact = Mapping[str, Value]
Templates = str | tuple[str | Callable[[Words, Fact], str], ...]


REASONS: Final[Mapping[str, Templates]] = MappingProxyType(
    {
        "breaks_invariant": (would_break, "That would break what must always hold."),
        "like_that_already": "It is like that already.",
        "place_missing": "Say where.",
        "unknown_card": "This set has no such card.",
        "card_face_down": "{card} lies face down, and nobody picks out a card that lies face down: draw one.",
        "card_on_the_board": "{card} lies on the board: take it off there.",
        "cannot_go_there": "{card} cannot go there.",
        "cannot_store_there": "No cards are stored on {card} now: only on the chapter and on current cards.",
        "not_to_be_held": "Nobody holds cards of the {what:deck}.",
        "not_to_be_resolved": "A card of the {what:deck} has nothing to resolve as it is drawn.",
        "no_such_level": "Level {n} is not to come any more, or there is none.",
        "deck_is_empty": "The deck of {what:deck} is empty.",
        "not_among_destroyed": "{card} is not among the destroyed ones of its deck.",
        "never_current": "{card} stays with an explorer and is never the current card.",
        "no_such_panel": "{card} has no such options.",
        "not_lasting": "Nothing like that of {card} lasts.",
        "nothing_picked": "Nobody had to say which of several values counts for {number}.",
        "no_such_value": "No card between which the group has picked sets {number} to {value}.",
        "nothing_to_use": "“{what}” is nothing that is counted by the round here.",
        "no_such_scenario": "This set has no such {what}.",
        "no_such_option": "No chapter of this set has an option of that name.",
        "cell_taken": "{cell} lies there already.",
        "cell_apart": "A map tile is placed beside another one.",
        "no_tile_there": "No map tile lies there.",
        "being_explored": "{cell} is just being explored: see to that first.",
        "being_resolved": "{card} is just being resolved: see to that first.",
        "terrain_there": "{cell} has a terrain already.",
        "no_terrain_there": "{cell} has no terrain.",
        "environment_there": "{cell} has an environment already: {card}.",
        "environment_not_in_play": "{card} is not in play.",
        "mark_does_not_fit": "{space} can't be marked {mark}.",
    }
)

STATUS: Final = {
    "waiting": "waits to enter",
    "left": "has left by the exit",
    "dead": "is dead",
    "unused": "does not play",
}
TURN: Final = {"ready": "may still act", "begun": "has begun a turn", "finished": "has finished"}
PLACES: Final = {
    "destroyed": "is destroyed",
    "under": "goes under the destroyed ones",
    "out": "leaves the game",
    "top": "goes on top of its deck",
    "bottom": "goes under its deck",
}


def _drawn(words: Words, card: str, source: str, kind: str) -> str:
    return words.card(card) if card else f"the {source} {kind}"


def _tile(words: Words, c: ch.PlaceTile) -> str:
    return f"{_drawn(words, c.tile, c.source, 'map tile')} is placed at {c.cell[0]},{c.cell[1]}"


def _terrain(words: Words, c: ch.LayTerrain) -> str:
    where = f"the {edge_name(c.edge)} edge of {words.tile(c.cell)}"
    return f"{_drawn(words, c.card, c.source, 'terrain')} lies on {where}, face {c.face.upper()}"


def _environment(words: Words, card: str, edge: str, cell: tuple[int, int] | None) -> str:
    whose = f" of {words.tile(cell)}" if cell is not None else ""
    return f"{card} is connected to " + (f"the {edge_name(edge)} edge{whose}" if edge else f"no edge{whose}")


def _token(words: Words, c: ch.PlaceToken) -> str:
    if c.where == "edge" and c.cell is not None and c.edge:
        return f"the {c.token} token lies on the {edge_name(c.edge)} edge of {words.tile(c.cell)}"
    return f"the {c.token} token " + ("is taken away" if c.where == "gone" else "lies beside the board")


def _status(words: Words, c: ch.SetStatus) -> str:
    if c.status == "in_play":
        return f"{words.unit(c.explorer)} is back in play" + (f" on {words.place(c.space)}" if c.space else "")
    return f"{words.unit(c.explorer)} {STATUS[c.status]}"


def _phase(words: Words, c: ch.SetPhase) -> str:
    number = f", round {c.round}" if c.round else ""
    return f"it is the {phase_name(c.phase)}{number}" + (", which begins now" if c.begins else "")


def _draw(words: Words, c: ch.DrawCard) -> str:
    done = {"resolved": "is drawn and resolved", "destroyed": "is drawn and destroyed", "out": "leaves the game"}
    what = f"the {c.source} {CARD_OF[c.deck]}"
    return f"{what} goes to {words.unit(c.holder)}" if c.to == "held" else f"{what} {done[c.to]}"


def _move(words: Words, c: ch.MoveCard) -> str:
    name = words.card(c.card)
    match c.to:
        case "held":
            return f"{name} goes to {words.unit(c.holder)}"
        case "stored":
            return f"{name} is stored on {words.card(c.holder)}"
        case "lying":
            return f"{name} lies" + (f" at {words.place(c.space)}" if c.space else " on the board")
    return f"{name} {PLACES[c.to]}"


def _current(words: Words, c: ch.SetCurrent) -> str:
    if not c.card:
        return f"no {CARD_OF[c.pile]} is current"
    return f"{words.card(c.card)} is current" + (" and resolves again" if c.resolves else "")


def _option(words: Words, c: ch.SetOption) -> str:
    name = words.card(c.card)
    if c.what == "open":
        return f"{counted(c.value, 'option')} of {name} can be used"
    verb = "is chosen" if c.what == "chosen" else "holds"
    if c.value < 0:
        return f"no option of {name} {verb}"
    return f"“{option_name(words, c.card, c.panel, c.value)}” of {name} {verb}"


def used_name(words: Words, key: str) -> str:
    """What was used or done this round, in words, by its key in the state."""
    *what, who = key.split(" ")
    if what == ["first", "door"]:
        return f"{words.unit(who)}’s free first door"
    if what == ["attack"]:
        return f"attacks of {words.unit(who)} this round"
    if what == ["attacked"]:
        return f"attacks of {words.unit(who)} in the round before"
    if len(what) < 2:
        text, _ = ability_words(words, what[0] if what else key, who)
        whose = ""
    else:
        text, _ = ability_words(words, what[0], what[1])
        whose = f", for {words.unit(who)}"
    if not what or what[0] not in words.book.cards:
        return key
    return f"{words.card(what[0])}{whose}" + (f" (“{text}”)" if text else "")


def _is_counted(key: str) -> bool:
    return key.partition(" ")[0] in ("attack", "attacked", "walked", "stopped", "came")


def used_label(words: Words, key: str, times: int) -> str:
    """What is said of something that is counted by the round: 'Lamp is used', 'attacks of Ada this round: 2'."""
    if _is_counted(key):
        return f"{used_name(words, key)}: {times}"
    return f"{used_name(words, key)} {'was used this round' if times else 'can be used again this round'}"


def lasting_name(words: Words, card: str, what: str, unit: str) -> str:
    """What lasts, and for whom: the words of the log where it lasts still, else the card's name."""
    found = [one for one in (words.state.lasting if words.state else ()) if (one.card, one.what) == (card, what)]
    mine = next((one for one in found if one.unit == unit), None)
    return lasting_words(words, mine).rstrip(".") if mine else words.card(card)


def value_name(words: Words, what: str, n: int) -> str:
    """'2 counts for the moves of a monster, as The Bell Rope says', with the cards where they are known still;
    'as The Bell Rope and Waxed Floor say' of several.
    """
    known = words.state.picked if words.state is not None else ()
    settings = [setting for one in known if one.what == what for setting in one.among]
    cards = dict.fromkeys(setting.rpartition(" ")[0] for setting in settings if value_in(setting) == n)
    say = "says" if len(cards) == 1 else "say"
    by = f", as {listed([words.card(card) for card in cards])} {say}" if cards else ""
    return f"{n} counts for {words.one('number', what)}{by}"


def _item(words: Words, c: ch.SetItem) -> str:
    told = [word for word, so in (("equipped", c.equipped), ("upgraded", c.upgraded)) if so]
    told += [f"laid under {words.card(c.under)}"] if c.under else []
    return f"{words.card(c.card)} is {listed(told) if told else 'neither equipped nor upgraded'}"


#: One part of a ruling in a few words, for each further type of change.
def scenario_name(words: Words, c: ch.SetScenario | ev.ScenarioSet) -> str:
    """'Ruins Among the Void, short length, Deaf Shift'; ids as they are where this set does not have them."""
    scenario = words.book.scenarios.get(c.scenario)
    if scenario is None:
        return c.scenario
    length = next((one.name for one in scenario.lengths if one.id == c.length), c.length)
    variation = next((one.name for one in scenario.variations if one.id == c.variation), c.variation)
    return f"{scenario.name}, {length.lower()} length, {variation}"


def level_words(of: str, level: int) -> str:
    """A level that comes in, as a part of a ruling and on its form."""
    return f"item level {level} is added" if of == "items" else f"the monster level rises to {level}"


CHANGED: Final[Mapping[type, Callable[[Words, Any], str]]] = MappingProxyType(
    {
        ch.PlaceTile: _tile,
        ch.RemoveTile: lambda words, c: f"{words.tile(c.cell)} is taken off the board",
        ch.TurnTile: lambda words, c: f"{words.tile(c.cell)} is turned by {counted(c.quarters, 'quarter')}",
        ch.LayTerrain: _terrain,
        ch.RemoveTerrain: lambda words, c: f"the terrain of {words.tile(c.cell)} is taken away",
        ch.PlaceEnvironment: lambda words, c: _environment(
            words, _drawn(words, c.card, c.source, "environment"), c.edge, c.cell
        ),
        ch.MoveEnvironment: lambda words, c: _environment(words, words.card(c.card), c.edge, c.cell),
        ch.RemoveEnvironment: lambda words, c: f"{words.card(c.card)} leaves play",
        ch.PlaceToken: _token,
        ch.MarkSpace: lambda words, c: f"{words.place(c.space)} is {'unmarked' if c.mark == 'none' else c.mark}",
        ch.SetStatus: _status,
        ch.SetTurn: lambda words, c: f"{words.unit(c.explorer)} {TURN[c.turn]}",
        ch.SetPhase: _phase,
        ch.DrawCard: _draw,
        ch.MoveCard: _move,
        ch.SetCurrent: _current,
        ch.SetOption: _option,
        ch.RememberOption: lambda words, c: f"“{c.option}” is {'forgotten' if c.forget else 'remembered'}",
        ch.SetItem: _item,
        ch.AddLevel: lambda words, c: level_words(c.of, c.level),
        ch.SetScenario: lambda words, c: f"the game goes on with {scenario_name(words, c)}",
        ch.EndLasting: lambda words, c: f"over is “{lasting_name(words, c.card, c.what, c.unit)}”",
        ch.PickValue: lambda words, c: value_name(words, c.what, c.value),
        ch.EndStep: lambda words, c: "the trade or use of inventory that was left open is over",
        ch.SetUsed: lambda words, c: used_label(words, c.what, c.times),
    }
)


def further_label(words: Words, change: Change) -> str:
    """One part of a table ruling that has words here; the name of its type for any other."""
    word = CHANGED.get(type(change))
    return word(words, change) if word else type(change).__name__


# ------------------------------------------------------------------ log lines


def _tile_turned(words: Words, e: ev.TileTurned) -> str:
    return f"{words.tile(e.tile.cell)} was turned, with all that is on it."


def _terrain_left(words: Words, e: ev.TerrainLeft) -> str:
    return f"The terrain {words.card(e.card)} was taken off {words.tile(e.cell)}."


def _value_picked(words: Words, e: ev.ValuePicked) -> str:
    """Said by a ruling; else the answer itself is told."""
    if e.rule != "AM-1":
        return ""
    return capital(f"{value_name(words, e.picked.what, e.picked.n)}.")


def _explorer_set(words: Words, e: ev.ExplorerSet) -> str:
    return f"{words.unit(e.explorer)} {STATUS[e.status]}."


LINES: Final[Mapping[type, Callable[[Words, Any], str]]] = MappingProxyType(
    {
        ev.TileTurned: _tile_turned,
        ev.TerrainLeft: _terrain_left,
        ev.ExplorerSet: _explorer_set,
        ev.SpaceCleared: lambda words, e: f"{words.place(e.space)} is not {e.mark} any more.",
        ev.TilesLit: lambda words, e: "Chapter spaces that are lit stay lit until their map tiles go.",
        ev.UsedSet: lambda words, e: f"{capital(used_label(words, e.what, e.times))}.",
        ev.ScenarioSet: lambda words, e: f"The game goes on with {scenario_name(words, e)}.",
        ev.ValuePicked: _value_picked,
        ev.ValuesForgotten: lambda words, e: "",  # the card that went is told
        ev.Forgotten: lambda words, e: f"“{e.option}” is forgotten.",
    }
)
