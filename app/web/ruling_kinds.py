"""Kinds of table rulings about the map, the party and the cards, each a little form to pick from lists (AM-1).

What is picked is named as it can be seen: no list names a card that lies face down, or a chapter to come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from app.rules.board import cell_of, layout, unexplored_edges
from app.rules.cards import Event
from app.rules.conditions import panel_at
from app.rules.geometry import SIDES, SPACES, beyond, opposite
from app.rules.holding import item_state
from app.rules.moving import environment_on
from app.rules.rulings_cards import KINDS as COUNTED
from app.rules.rulings_cards import options_of
from app.rules.rulings_map import FITS
from app.rules.rulings_party import MOST_ROUNDS
from app.rules.state import PHASES, PILES, key_of
from app.rules.triggers import cards_in_force
from app.rules.units import ITEM_DECKS
from app.web.contexts import RulingField, RulingKind
from app.web.messages import CARD_OF, EDGES, capital, phase_name
from app.web.messages_rulings import TURN
from app.web.pages_table import Table
from app.web.ruling_fields import Asked, choice, decimal, number_field, place

Choices = list[tuple[str, str]]
YES = [("yes", "Yes"), ("no", "No")]


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


def _explorers(table: Table, *statuses: str) -> Choices:
    there = table.state.explorers.values()
    return [(e.id, table.words.unit(e.id)) for e in there if not statuses or e.status in statuses]


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
        choice("unit", "Who", _explorers(table), asked.get("unit", "")),
        choice("status", "Is", said, asked.get("status", "")),
        *place(table, "", "In play on", asked.get("at", "")),
    )
    note = "Who comes back from the dead has 1 health."
    return RulingKind("status", "An explorer comes or goes", "person", note, fields)


def _turn(table: Table, asked: Asked) -> RulingKind | None:
    explorers = _explorers(table, "in_play")
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


# ------------------------------------------------------------------ cards


def _draw(table: Table, asked: Asked) -> RulingKind | None:
    decks = [(deck, capital(CARD_OF[deck])) for deck in (*PILES, *ITEM_DECKS)]
    to = [
        ("resolved", "It resolves, as if drawn by the rules"),
        ("destroyed", "It is destroyed"),
        ("out", "It leaves the game"),
        ("held", "An explorer takes it (items)"),
    ]
    fields = (
        choice("deck", "Deck", decks, asked.get("deck", "")),
        choice("source", "From", [("top", "The top"), ("bottom", "The bottom")], "top"),
        choice("to", "Then", to, "resolved"),
        choice("unit", "Who takes it", _explorers(table, "in_play", "waiting", "left"), asked.get("unit", "")),
    )
    return RulingKind("draw", "Turn up a card", "cards", "", fields)


def _face_up(table: Table) -> Iterator[tuple[str, str]]:
    """Every card that lies face up and can be moved, with where it lies."""
    words = table.words
    for name, deck in table.state.decks.items():
        kind = capital(CARD_OF[name])
        yield from ((c, f"{kind} {words.card(c)}, held by {words.unit(who)}") for c, who in deck.held.items())
        yield from ((c, f"{kind} {words.card(c)}, on {words.card(on)}") for c, on in deck.stored.items())
        if name in ITEM_DECKS:
            yield from ((c, f"{kind} {words.card(c)}, on the board") for c, at in deck.in_play.items() if "," in at)
        yield from ((c, f"{kind} {words.card(c)}, destroyed") for c in reversed(deck.destroyed))
        yield from ((c, f"{kind} {words.card(c)}, out of the game") for c in deck.out)


def _card(table: Table, asked: Asked) -> RulingKind | None:
    cards = list(_face_up(table))
    if not cards:
        return None
    to = [
        ("destroyed", "On top of the destroyed ones"),
        ("under", "Under the destroyed ones"),
        ("out", "Out of the game"),
        ("top", "On top of its deck"),
        ("bottom", "Under its deck"),
        ("held", "To the explorer below"),
        ("stored", "Stored on the card below"),
        ("lying", "Onto the space below"),
    ]
    state = table.state
    holds = [card for card in (state.chapter_card, *state.current.values()) if card]
    fields = (
        choice("card", "Which", cards, asked.get("card", "")),
        choice("to", "Where to", to, "destroyed"),
        choice("unit", "Explorer", _explorers(table, "in_play", "waiting", "left"), asked.get("unit", "")),
        choice("on", "Card", [(card, table.words.card(card)) for card in holds], asked.get("on", "")),
        *place(table, "", "Space", asked.get("at", "")),
    )
    shown = tuple(field for field in fields if field.choices)
    return RulingKind("card", "Put a card somewhere else", "move", "", shown)


def _current(table: Table, asked: Asked) -> RulingKind | None:
    choices: Choices = []
    for pile in PILES:
        current, destroyed = table.state.current.get(pile, ""), table.state.decks[pile].destroyed
        for card in reversed(destroyed):
            found = table.book.card(card)
            if not (isinstance(found, Event) and found.bound):
                now = ", current now" if card == current else ""
                choices.append((f"{pile}|{card}", f"{capital(CARD_OF[pile])} {table.words.card(card)}{now}"))
        if current:
            choices.append((f"{pile}|", f"No {CARD_OF[pile]}"))
    if not choices:
        return None
    fields = (
        choice("card", "Which", choices, asked.get("card", "")),
        choice("resolves", "It is invoked again", list(reversed(YES)), "no"),
    )
    return RulingKind("current", "The current card of a pile", "encounter", "", fields)


def _option(table: Table, asked: Asked) -> RulingKind | None:
    """Every setting of every panel in force as one list."""
    choices: Choices = []
    what_of = {kind: what for what, kind in COUNTED.items()}
    for card, _ in cards_in_force(table.state):
        for face in table.book.card(card).faces:
            for p in range(len(face.panels)):
                panel = panel_at(table.book.card(card), f"{face.name}.{p}")
                what = what_of.get(panel.kind)
                key, name = f"{card}|{face.name}.{p}|{what}|", table.words.card(card)
                if what == "open":
                    choices += [
                        (f"{key}{n}", f"{name}: {n} of {len(panel.options)} open")
                        for n in range(len(panel.options) + 1)
                    ]
                elif what:
                    verb = "chosen" if what == "chosen" else "holds"
                    choices += [(f"{key}{n}", f"{name}: “{o.label}” {verb}") for n, o in enumerate(panel.options)]
                    choices.append((f"{key}-1", f"{name}: none {verb}"))
    if not choices:
        return None
    field = choice("option", "What", choices, asked.get("option", ""))
    return RulingKind("option", "Options of a card", "slot", "", (field,))


def _remember(table: Table, asked: Asked) -> RulingKind | None:
    """Only options of chapters that were read are named."""
    known = options_of(table.book, table.state.chapters[: table.state.chapter + 1])
    remembered = table.state.remembered
    choices = [(f"forget|{name}", f"Forget “{name}”") for name in remembered]
    choices += [(f"keep|{name}", f"Remember “{name}”") for name in sorted(known - set(remembered))]
    if not choices:
        return None
    field = choice("option", "What", choices, asked.get("option", ""))
    return RulingKind("remember", "What the scenario remembers", "text", "", (field,))


def _item(table: Table, asked: Asked) -> RulingKind | None:
    held = [(c, who) for deck in ITEM_DECKS for c, who in table.state.decks[deck].held.items()]
    if not held:
        return None
    words = table.words
    cards = [(card, f"{words.card(card)} ({words.unit(who)})") for card, who in held]
    does = [
        ("equipped", "Equipped"),
        ("both", "Equipped and upgraded"),
        ("upgraded", "Upgraded, not equipped"),
        ("plain", "Neither"),
    ]
    does += [
        (f"under|{card}", f"Laid under {words.card(card)}, for good")
        for card, _ in held
        if not item_state(table.state, card).under
    ]
    fields = (
        choice("card", "Which", cards, asked.get("card", "")),
        choice("does", "It is", does, asked.get("does", "")),
    )
    return RulingKind("item", "Equip, upgrade, augment", "gear", "", fields)


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
    "draw": _draw,
    "card": _card,
    "current": _current,
    "option": _option,
    "remember": _remember,
    "item": _item,
}
