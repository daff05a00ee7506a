"""Kinds of table rulings about the map, the party and the round, each a little form to pick from lists (AM-1).

Those about cards stand in ruling_kinds_cards, those that are made most often in ruling_kinds_play.
What is picked is named as it can be seen: no list names a card that lies face down, or a chapter to come.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.rules.board import cell_of, layout, unexplored_edges
from app.rules.geometry import SIDES, SPACES, beyond, opposite
from app.rules.rulings_edges import FITS
from app.rules.rulings_party import MOST_ROUNDS
from app.rules.state import PHASES, key_of
from app.rules.ways import environment_on
from app.web.contexts_rulings import RulingField, RulingKind
from app.web.messages_names import CARD_OF, EDGES, capital, phase_name
from app.web.messages_rulings import TURN
from app.web.ruling_fields import Asked, Choices, choice, decimal, explorer_choices, free_space, number_field, place
from app.web.ruling_kinds_cards import CARDS
from app.web.seen_table import Table


def _cells(table: Table, *, terrain: bool | None = None, environment: bool | None = None) -> Choices:
    """The map tiles by name: all, or those with or without a terrain or an environment."""
    return [
        (f"{tile.cell[0]},{tile.cell[1]}", table.words.tile(tile.cell))
        for tile in table.state.board.tiles
        if terrain in (None, tile.terrain is not None)
        and environment in (None, environment_on(table.state, tile.cell) is not None)
    ]


def _edges(table: Table, cells: Choices, *, none: bool = False) -> Choices:
    """The unexplored edges of those tiles, 'x,y,N'; with `none` also each tile without an edge, 'x,y,'."""
    names = dict(cells)
    found = [
        (f"{key},{edge}", f"{names[key]}, {EDGES[edge]} edge")
        for (x, y), edge in unexplored_edges(table.state.board)
        if (key := f"{x},{y}") in names
    ]
    return found + ([(f"{key},", f"{name}, no edge") for key, name in cells] if none else [])


def _which(table: Table, deck: str, asked: Asked) -> RulingField:
    """The top or bottom card of a deck, or one that is out of the game face up."""
    kind = CARD_OF[deck]
    choices = [("top", f"The top {kind} of the deck"), ("bottom", f"The bottom {kind} of the deck")]
    choices = choices if table.state.decks[deck].draw else []
    choices += [(card, f"{table.words.card(card)}, out of the game") for card in table.state.decks[deck].out]
    return choice("which", "Which", choices, asked.get("which", "top"))


# ------------------------------------------------------------------ the map


def _tile(table: Table, asked: Asked) -> RulingKind | None:
    which = _which(table, "tiles", asked)
    where = [
        (f"{x},{y},{opposite(edge)}", f"{capital(EDGES[edge])} of {table.words.tile(cell)}")
        for cell, edge in unexplored_edges(table.state.board)
        for x, y in (beyond(cell, edge),)
    ] or [("0,0,", "On the empty table")]
    if not which.choices:
        return None
    faces = [("as_it_lies", "As it lies"), ("a", "Face A"), ("b", "Face B")]
    lies = [("symbol", "Its direction symbol against that tile"), ("0", "As it is drawn")]
    lies += [(str(n), f"Turned clockwise by {n} {'quarter' if n == 1 else 'quarters'}") for n in (1, 2, 3)]
    fields = (
        choice("where", "Where", where, asked.get("where", "")),
        which,
        choice("face", "Face up", faces, "as_it_lies"),
        choice("lies", "How it lies", lies, "symbol"),
    )
    note = "No terrain, environment or encounter comes with it, and nothing scrolls away."
    return RulingKind("tile", "Place a map tile", "tile", note, fields)


def _tile_off(table: Table, asked: Asked) -> RulingKind | None:
    cells = _cells(table)
    if not cells:
        return None
    note = "Monsters on it are banished, explorers are dead; it goes under its deck, turned over."
    field = choice("cell", "Which", cells, asked.get("cell", ""))
    return RulingKind("tile_off", "Take a map tile away", "cut", note, (field,))


def _tile_turn(table: Table, asked: Asked) -> RulingKind | None:
    cells = _cells(table)
    if not cells:
        return None
    turns = [("1", "A quarter"), ("2", "Half"), ("3", "Three quarters")]
    fields = (
        choice("cell", "Which", cells, asked.get("cell", "")),
        choice("quarters", "Clockwise by", turns, "1"),
    )
    return RulingKind("tile_turn", "Turn a map tile", "recharge", "All that is on it turns with it.", fields)


def _terrain(table: Table, asked: Asked) -> RulingKind | None:
    cells, which = _cells(table, terrain=False), _which(table, "terrains", asked)
    if not cells or not which.choices:
        return None
    fields = (
        choice("cell", "On", cells, asked.get("cell", "")),
        which,
        choice("face", "Face up", [("a", "Face A"), ("b", "Face B")], "a"),
        choice("side", "Long wall on the", [(side, f"{EDGES[side]} edge") for side in SIDES], "N"),
    )
    return RulingKind("terrain", "Lay a terrain", "terrain", "", fields)


def _terrain_off(table: Table, asked: Asked) -> RulingKind | None:
    cells = _cells(table, terrain=True)
    if not cells:
        return None
    field = choice("cell", "Of", cells, asked.get("cell", ""))
    return RulingKind("terrain_off", "Take a terrain away", "cut", "", (field,))


def _environment(table: Table, asked: Asked) -> RulingKind | None:
    where, which = _edges(table, _cells(table, environment=False), none=True), _which(table, "environments", asked)
    if not where or not which.choices:
        return None
    fields = (choice("where", "Where", where, asked.get("where", "")), which)
    return RulingKind("environment", "Connect an environment", "env", "Nobody there is affected.", fields)


def _environment_move(table: Table, asked: Asked) -> RulingKind | None:
    cards = [
        (card, f"{table.words.card(card)}, on {table.words.tile(lies.cell)}")
        for card, lies in table.state.environments.items()
    ]
    if not cards:
        return None
    where = [("gone", "It leaves play"), *_edges(table, _cells(table), none=True)]
    fields = (
        choice("card", "Which", cards, asked.get("card", "")),
        choice("where", "Where to", where, asked.get("where", "")),
    )
    return RulingKind("environment_move", "Move an environment", "env", "", fields)


def _token(table: Table, asked: Asked) -> RulingKind | None:
    where = [*_edges(table, _cells(table)), ("beside", "Beside the board"), ("gone", "Out of play")]
    fields = (
        choice("token", "Which", [("entry", "Entry token"), ("exit", "Exit token")], asked.get("token", "entry")),
        choice("where", "Where", where, asked.get("where", "")),
    )
    return RulingKind("token", "Entry and exit token", "token", "", fields)


def _mark(table: Table, asked: Asked) -> RulingKind | None:
    """Every space that can carry a mark, or carries one."""
    spaces = layout(table.book.faces, table.state.board).spaces
    where: Choices = []
    for space, char in sorted(spaces.items(), key=lambda one: (cell_of(one[0]), one[0][1], one[0][0])):
        mark = table.state.marks.get(key_of(space), "")
        if mark or any(char in fitting for fitting in FITS.values()):
            now = f", {'used' if mark == 'explored' else mark} now" if mark else ""
            where.append((key_of(space), f"{table.words.place(space)}, {SPACES[char]}{now}"))
    if not where:
        return None
    marks = [("lit", "Lit"), ("explored", "Used"), ("destroyed", "Destroyed"), ("none", "No mark")]
    fields = (
        choice("at", "Where", where, asked.get("at", "")),
        choice("mark", "Mark", marks, asked.get("mark", "")),
    )
    return RulingKind("mark", "A mark on a space", "lamp", "A chapter space that is lit counts.", fields)


# ------------------------------------------------------------------ the party, the round


def _status(table: Table, asked: Asked) -> RulingKind | None:
    if not table.state.board.tiles:
        return None
    said = [
        ("in_play", "In play, on the space below"),
        ("waiting", "Waits to enter"),
        ("left", "Has left by the exit"),
        ("dead", "Dead"),
        ("unused", "Does not play"),
    ]
    fields = (
        choice("unit", "Who", explorer_choices(table), asked.get("unit", "")),
        choice("status", "Is", said, asked.get("status", "")),
        *place(table, "", "In play on", asked.get("at") or free_space(table)),
    )
    note = "Who comes back from the dead has 1 health."
    return RulingKind("status", "An explorer comes or goes", "person", note, fields)


def _turn(table: Table, asked: Asked) -> RulingKind | None:
    explorers = explorer_choices(table, "in_play")
    if not explorers:
        return None
    fields = (
        choice("unit", "Who", explorers, asked.get("unit", "")),
        choice("turn", "This round", [(key, capital(said)) for key, said in TURN.items()], "ready"),
    )
    return RulingKind("turn", "Whose turn is over", "check", "Who has finished has no stamina.", fields)


def _phase(table: Table, asked: Asked) -> RulingKind | None:
    fields = (
        choice("phase", "Phase", [(p, capital(phase_name(p))) for p in PHASES], table.state.phase),
        number_field("round", "Round", decimal(asked, "round", table.state.round), 1, MOST_ROUNDS, "ruling-round"),
        choice("begins", "Its rolls and whatever else it begins with", [("no", "Not now"), ("yes", "Now")], "no"),
    )
    return RulingKind("phase", "Round and phase", "next", "", fields)


FURTHER: Mapping[str, Callable[[Table, Asked], RulingKind | None]] = {
    "tile": _tile,
    "tile_off": _tile_off,
    "tile_turn": _tile_turn,
    "terrain": _terrain,
    "terrain_off": _terrain_off,
    "environment": _environment,
    "environment_move": _environment_move,
    "token": _token,
    "mark": _mark,
    "status": _status,
    "turn": _turn,
    "phase": _phase,
    **CARDS,
}
