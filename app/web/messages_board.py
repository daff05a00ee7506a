"""Log lines about what lies on the table: tiles, terrains, cards, units, their pools, marks and doors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from app.rules import events as ev
from app.rules.board import border_at, layout
from app.rules.geometry import ACTION_SPACES, Space
from app.rules.visibility import HIDDEN
from app.web.messages import Words
from app.web.messages_names import CARD_OF, COVERED, DECKS, TRACKS, capital, counted, edge_name, listed


def edge_of(words: Words, cell: tuple[int, int], edge: str) -> str:
    """'the north edge of Kiln'."""
    return f"the {edge_name(edge)} edge of {words.tile(cell)}"


def _table_set(words: Words, e: ev.TableSet) -> str:
    scenario = words.book.scenarios.get(e.scenario)
    name = scenario.name if scenario else e.scenario
    length = next((x.name for x in scenario.lengths if x.id == e.length), e.length) if scenario else e.length
    who = listed([words.unit(explorer) for explorer in e.explorers])
    return f"The table was set for {name}, {length.lower()}, with {who}."


def _shuffled(words: Words, e: ev.Shuffled) -> str:
    deck = DECKS.get(e.deck, e.deck)
    if e.from_destroyed and e.rule == "MN-1":
        return "The monster deck and the destroyed monsters were shuffled together."
    were = "was" if e.deck == "apparel" else "were"
    if e.from_destroyed:
        return f"The destroyed {deck} {were} shuffled into a new deck."
    return f"The {deck} {were} shuffled."


def _card_moved(words: Words, e: ev.CardMoved) -> str:
    kind, name = CARD_OF.get(e.deck, "card"), words.card(e.card)
    if e.deck in ("tiles", "terrains", "environments") and e.to == "in_play":
        return ""  # the tile, terrain or environment tells it itself
    if e.deck == "monsters" and e.to == "in_play" and e.rule != "NC-4":
        return ""
    if e.card == HIDDEN and e.rule in ("IT-1", "MN-1"):
        return ""  # the level that was added tells it
    this = f"the {kind} {name}" if e.card not in ("", HIDDEN) else f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
    match e.to:
        case "destroyed":
            return f"{this} was drawn." if e.drawn else _destroyed(e.deck, this)
        case "in_play":
            return _came(words, e, this)
        case "held":
            return f"{words.unit(e.holder)} took {this}."
        case "stored":
            return f"{this} was stored on {words.card(e.holder)}."
        case "out":
            return f"{this} left the game."
        case "top":
            return f"{this} went on top of its deck."
        case "bottom":
            return f"{this} went under its deck."
        case "under":
            return f"{this} went under the destroyed ones."
        case "aside":
            return ""  # laid aside face down at setup, until its level comes


def _came(words: Words, e: ev.CardMoved, this: str) -> str:
    """A card that came into play: drawn by an explorer, taken to be stored, or an item laid on a space."""
    if e.drawn and e.holder in words.book.explorers:
        return f"{words.unit(e.holder)} drew {this}."
    if e.rule == "NC-4":
        return f"{this} was taken, face up."
    if "," in e.holder:
        return f"{this} lies at {words.place(e.holder)}."
    return f"{this} came into play."


def _destroyed(deck: str, this: str) -> str:
    return "" if deck == "monsters" else f"{this} was destroyed."


def _current_set(words: Words, e: ev.CurrentSet) -> str:
    if e.card and e.rule == "AM-1":  # by ruling; else the draw tells it
        return f"{words.card(e.card)} is the current {CARD_OF.get(e.pile, 'card')} now."
    return "" if e.card else f"No {CARD_OF.get(e.pile, 'card')} is current now."


def _tile_joined(words: Words, e: ev.TileJoined) -> str:
    name = words.face(e.tile.tile, e.tile.face)
    return f"{words.unit(e.by)} explored and found {name}." if e.by else f"The map tile {name} was placed."


def _tile_left(words: Words, e: ev.TileLeft) -> str:
    how = {"scrolled": "scrolled away", "destroyed": "was destroyed", "cleared": "was cleared away"}[e.why]
    return f"The map tile {_face_name(words, e)} {how}."


def _face_name(words: Words, e: ev.TileLeft) -> str:
    key = f"{e.cell[0]},{e.cell[1]}"
    if key in words.tiles:
        return words.card(words.tiles[key])
    return words.card(e.tile)


def _terrain_placed(words: Words, e: ev.TerrainPlaced) -> str:
    name = words.face(e.terrain.card, e.terrain.face)
    where = edge_of(words, e.cell, e.terrain.edge)
    return f"{words.unit(e.by)} placed {name}, face {e.terrain.face.upper()}, on {where}."


def _environment_set(words: Words, e: ev.EnvironmentSet) -> str:
    name, place = words.card(e.environment.card), e.environment
    charges = f", {counted(place.charges, 'charge')}" if place.charges is not None else ""
    if e.how == "charged":
        return f"{name} has {_charges(place.charges or 0)} left."
    if place.edge is None or e.how == "homeless":
        return f"{name} stays with {words.tile(place.cell)} without an edge."
    verb = "was connected" if e.how == "connected" else "moved"
    return f"{name} {verb} to {edge_of(words, place.cell, place.edge)}{charges if e.how == 'connected' else ''}."


def _charges(n: int) -> str:
    return counted(n, "charge") if n else "no charge"


def _environment_left(words: Words, e: ev.EnvironmentLeft) -> str:
    return f"{words.card(e.card)} left play."


def _dead_end(words: Words, e: ev.DeadEnd) -> str:
    if not e.now:
        return "An edge can be explored again."
    if e.how == "bare":
        return "No map tile lies in play, so nobody who waits can enter. A table ruling lays one, with the entry token."
    way = {
        "through_wall": "One explores through a wall, or where a token lies, from any space on that edge.",
        "ruling": "Only a table ruling can open a way.",
    }
    return f"Every unexplored edge is walled off or holds a token, and map tiles are left. {way.get(e.how, '')}".strip()


def _token_placed(words: Words, e: ev.TokenPlaced) -> str:
    if e.place is None:
        return f"The {e.token} token was taken up." if e.rule == "EX-6" else f"The {e.token} token left play."
    if e.place.cell is None or e.place.edge is None:
        return f"The {e.token} token waits beside the board."
    return f"The {e.token} token was laid on {edge_of(words, e.place.cell, e.place.edge)}."


def pool_line(words: Words, e: ev.PoolChanged) -> str:
    """A pool that changed, in a sentence of its own."""
    change, who = e.after - e.before, words.unit(e.unit)
    if change < 0:
        return f"{who} lost {-change} {e.what}, {e.after or 'none'} left."
    return f"{who} restored {change} {e.what} and has {e.after}."


def _unit_moved(words: Words, e: ev.UnitMoved) -> str:
    verb = {
        "walk": "walked",
        "push": "was pushed",
        "pull": "was pulled",
        "move": "moved",
        "teleport": "was teleported",
        "entry": "entered",
        "ruling": "was put",
    }[e.how]
    where = "on" if e.how == "ruling" else "at" if e.how == "entry" else "to"
    return f"{words.unit(e.unit)} {verb} {where} {words.place(e.to)}."


def _unit_left(words: Words, e: ev.UnitLeft) -> str:
    if e.how == "exit":
        return f"{words.unit(e.unit)} left by the exit."
    return f"{words.unit(e.unit)} was {e.how}."


def _monster_placed(words: Words, e: ev.MonsterPlaced) -> str:
    return f"{words.card(e.card)} appeared at {words.place(e.space)}, health {e.health}."


def _explorer_took(words: Words, e: ev.ExplorerTook) -> str:
    if e.what == "finished":
        return f"{words.unit(e.explorer)} finished the turn."
    if e.rule == "AM-1":  # by ruling; else what it does tells it
        return f"{words.unit(e.explorer)} {'has begun a turn' if e.what == 'begun' else 'may still act'}."
    return ""


def _explorer_joined(words: Words, e: ev.ExplorerJoined) -> str:
    return f"{words.unit(e.explorer)} joins as a replacement and waits to enter."


def _tokens(words: Words, e: ev.TokensChanged) -> str:
    return f"{e.kind} tokens went from {e.before} to {e.after}."


def _track(words: Words, e: ev.TrackSet) -> str:
    name = TRACKS.get(e.track, e.track)
    if e.before is None:
        return f"The {name} was set to {e.after}."
    return f"The {name} went from {e.before} to {e.after}."


def _marks(words: Words, e: ev.MarksChanged) -> str:
    name = words.card(e.card)
    if e.value < 0:
        return f"No option of {name} {'is chosen' if e.what == 'chosen' else 'holds now'}."
    match e.what:
        case "charges":
            return f"{name} has {_charges(e.value)} left."
        case "open":
            return f"{counted(e.value, 'option')} of {name} can be used now."
        case "chosen":
            return f"The group chose “{option_name(words, e.card, e.panel, e.value)}” of {name}."
        case "determined":
            return f"“{option_name(words, e.card, e.panel, e.value)}” of {name} holds now."


def option_name(words: Words, card: str, panel: str, number: int) -> str:
    """What an option of a panel ('top.0') is called on the card."""
    half, _, place = panel.partition(".")
    try:
        faces = [face for face in words.book.card(card).faces if face.name == half]
        return faces[0].panels[int(place)].options[number].label
    except (KeyError, IndexError, ValueError):
        return f"option {number + 1}"


def _space_marked(words: Words, e: ev.SpaceMarked) -> str:
    by = words.unit(e.by) if e.by else ""
    place = words.place(e.space)
    if e.mark == "lit":
        return f"{by} lit the chapter space at {place}." if by else f"The chapter space at {place} was lit."
    if e.mark == "explored":
        feature = _feature(words, e.space)
        name = COVERED.get(feature, "") if feature in ACTION_SPACES else ""
        used = f"{_the(name)} at {place}" if name else place
        return f"{by} used {used}." if by else f"{capital(used)} was used."
    return _spent(words, e, place)


def _feature(words: Words, space: Space) -> str:
    """What is drawn on a space, as far as its tile still lies there; '' else."""
    state = words.state
    return layout(words.book.faces, state.board).spaces.get(space, "") if state is not None else ""


def _the(name: str) -> str:
    """'the chest' for 'a chest'."""
    return f"the {name.removeprefix('an ').removeprefix('a ').removeprefix('the ')}"


def _spent(words: Words, e: ev.SpaceMarked, place: str) -> str:
    """What stood on the space is gone, not the space: named by what it is, as far as the tile still lies there."""
    feature = {"TL-3": "L", "XB-1": "B"}.get(e.rule) or _feature(words, e.space)
    name = _the(COVERED.get(feature, "the space"))
    went = "gone" if feature == "B" else "destroyed" if feature in ("S", "") else "spent"
    return f"{capital(name)} at {place} is {went}."


def _door(words: Words, e: ev.DoorSet) -> str:
    x, y, _ = border_at(e.border)
    done = {"/": "opened", "=": "closed", " ": "removed"}[e.door]
    who = f"{words.unit(e.by)} {done} a door" if e.by else f"A door was {done}"
    return f"{who} at {words.place((x, y))}."


LINES: Final[Mapping[type, Callable[[Words, Any], str]]] = MappingProxyType(
    {
        ev.TableSet: _table_set,
        ev.Shuffled: _shuffled,
        ev.CardMoved: _card_moved,
        ev.CurrentSet: _current_set,
        ev.TileJoined: _tile_joined,
        ev.TileLeft: _tile_left,
        ev.TerrainPlaced: _terrain_placed,
        ev.EnvironmentSet: _environment_set,
        ev.EnvironmentLeft: _environment_left,
        ev.TokenPlaced: _token_placed,
        ev.DeadEnd: _dead_end,
        ev.PoolChanged: pool_line,
        ev.UnitMoved: _unit_moved,
        ev.UnitLeft: _unit_left,
        ev.MonsterPlaced: _monster_placed,
        ev.ExplorerTook: _explorer_took,
        ev.ExplorerJoined: _explorer_joined,
        ev.TokensChanged: _tokens,
        ev.TrackSet: _track,
        ev.MarksChanged: _marks,
        ev.SpaceMarked: _space_marked,
        ev.DoorSet: _door,
    }
)
