"""Kinds of table rulings about figures, where units stand, doors, items held, the chapter and the end (AM-1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from app.rules.geometry import SIDES
from app.rules.levels import item_levels_to_come
from app.rules.rulings_game import track_range
from app.rules.rulings_items import left_open
from app.rules.tracks import levels_above
from app.rules.units import space_of_unit
from app.web.contexts_rulings import RulingField, RulingKind
from app.web.left_open import holders, what_is_open
from app.web.messages_names import EDGES, capital, listed
from app.web.messages_rulings import level_words
from app.web.ruling_fields import Asked, choice, decimal, free_space, hidden, number_field, number_of, place
from app.web.seen_table import Table

MOST_TOKENS = 30
POOLS = ("health", "stamina", "essence")
ITEMS = (
    ("weapons", "weapon"),
    ("artifacts", "artifact"),
    ("consumables", "consumable"),
    ("apparel", "piece of apparel"),
)


def _units(table: Table, everyone: bool = False) -> list[tuple[str, str]]:
    """Explorers and monsters by id; with `everyone` also explorers that are not on the board."""
    state = table.state
    there = ("in_play", "waiting", "left") if everyone else ("in_play", "waiting")
    found = [(e.id, table.words.unit(e.id)) for e in state.explorers.values() if e.status in there]
    return found + [(m, capital(table.words.unit(m).removeprefix("the "))) for m in state.monsters]


def _pools(table: Table, unit: str) -> dict[str, int]:
    """What an explorer or a monster has now; a monster has only health."""
    state = table.state
    if unit in state.explorers:
        return {what: int(getattr(state.explorers[unit], what)) for what in POOLS}
    return {"health": state.monsters[unit].health}


def _pool(table: Table, asked: Asked) -> RulingKind | None:
    units = _units(table)
    if not units:
        return None
    unit, what = asked.get("unit", ""), asked.get("what", "health")
    if unit not in dict(units) or what not in POOLS:
        nows = {f"{one}|{pool}": n for one, _ in units for pool, n in _pools(table, one).items()}
        said = [
            (one, f"{name}, now {listed([f'{n} {p}' for p, n in _pools(table, one).items()])}") for one, name in units
        ]
        fields = (
            choice("unit", "Who", said, units[0][0]),
            choice("what", "What", [(w, capital(w)) for w in POOLS], "health"),
            number_of("To", {"unit": units[0][0], "what": "health"}, nows, 20, "ruling-pool"),
        )
        return RulingKind("pool", "Health, stamina, essence", "health", "", fields)
    state = table.state
    if unit in state.explorers:
        card, now = table.book.explorers[unit], int(getattr(state.explorers[unit], what))
        most = int(getattr(card, what))
    else:
        monster = state.monsters[unit]
        what, now, most = "health", monster.health, table.book.monsters[monster.card].health
    value = decimal(asked, "value", now)
    note = f"Now {now} of {most}." + (" At 0 it is destroyed." if what == "health" else "")
    fields = (
        hidden("unit", unit),
        hidden("what", what),
        number_field("value", capital(what), value, 0, most, f"ruling-{unit}-{what}"),
    )
    icons = {"health": "health", "stamina": "stamina", "essence": "essence"}
    title = f"{capital(table.words.unit(unit).removeprefix('the '))}: {what}"
    return RulingKind("pool", title, icons[what], note, fields)


def _asked(found: RulingField, asked: Asked, most: int) -> RulingField:
    """The number that the address asks for, else what is now."""
    return replace(found, value=str(min(decimal(asked, "value", int(found.value)), most)))


def _tracks(table: Table, asked: Asked) -> RulingKind | None:
    state = table.state
    note = "Chapter tokens: spawn and horror tokens. The others are set as they are."
    values = {
        "spawn": state.spawn_tokens,
        "horror": state.horror_tokens,
        "spawn_rating": state.spawn_rating or 0,
        "horror_rating": state.horror_rating or 0,
        "threat": state.threat,
        "level": state.level,
        "lit": state.lit,
        "replacements": state.replacements,
    }
    names = {
        "spawn": "Spawn tokens",
        "horror": "Horror tokens",
        "spawn_rating": "Spawn rating",
        "horror_rating": "Horror rating",
        "threat": "Monster threat",
        "level": "Monster level",
        "lit": "Chapter spaces lit in this chapter",
        "replacements": "Explorers that may be replaced",
    }
    track = asked.get("track", "spawn")
    track = track if track in values else "spawn"
    top = (track_range(table.book, state, track) or (0, MOST_TOKENS))[1] if "track" in asked else MOST_TOKENS
    choices = [(key, f"{name}, now {values[key]}") for key, name in names.items()]
    fields = (
        choice("track", "Which", choices, track),
        _asked(number_of("To", {"track": track}, values, top, "ruling-track"), asked, top),
    )
    return RulingKind("tracks", "Ratings, tokens, threat", "threat", note, fields)


def _level(table: Table, asked: Asked) -> RulingKind | None:
    """A level that is still to come comes in as if a card had said so."""
    kinds = [("items", n) for n in item_levels_to_come(table.book, table.state)]
    kinds += [("monsters", n) for n in levels_above(table.book, table.state)]
    if not kinds:
        return None
    choices = [(f"{of}|{n}", capital(level_words(of, n))) for of, n in kinds]
    note = (
        "As if a card had said so: half of each item deck goes before the new items come, or half of the monsters with "
        "the destroyed ones before the new monsters. Threat goes on as after a level."
    )
    fields = (choice("level", "Which", choices, asked.get("level", "")),)
    return RulingKind("level", "Bring in a level", "threat", note, fields)


def _put(table: Table, asked: Asked) -> RulingKind | None:
    units = _units(table)
    if not units or not table.state.board.tiles:
        return None
    unit = asked.get("unit", units[0][0])
    at = asked.get("at") or free_space(table, space_of_unit(table.state, unit))
    fields = (choice("unit", "Who", units, unit), *place(table, "", "Where", at))
    return RulingKind("put", "Put somebody on a space", "move", "", fields)


def _monster(table: Table, asked: Asked) -> RulingKind | None:
    if not table.state.board.tiles:
        return None
    # Offered are those that lie face up; a name that nobody has seen yet stands on no page, but can be typed.
    lies = table.state.decks["monsters"]
    known = sorted({table.words.card(card) for card in (*lies.destroyed, *lies.out, *lies.stored)})
    fields = (
        replace(
            RulingField("name", "Which, by the name on its card (empty: the top card of the deck)", "", text=True),
            value=asked.get("name", ""),
            known=tuple(known),
        ),
        *place(table, "", "Where", asked.get("at") or free_space(table)),
    )
    return RulingKind("monster", "Put a monster on the board", "monster", "", fields)


def _remove(table: Table, asked: Asked) -> RulingKind | None:
    monsters = [(m, capital(table.words.unit(m).removeprefix("the "))) for m in table.state.monsters]
    if not monsters:
        return None
    unit = asked.get("unit", monsters[0][0])
    fields = (
        choice("unit", "Which", monsters, unit),
        choice("how", "How", [("destroyed", "Destroyed"), ("banished", "Banished")], asked.get("how", "destroyed")),
    )
    return RulingKind("remove", "Take a monster off the board", "cut", "", fields)


def _charges(table: Table, asked: Asked) -> RulingKind | None:
    state = table.state
    choices, nows = [], {}
    for lies in state.environments.values():
        if lies.charges is not None:
            choices.append((f"{lies.card}|", f"{table.words.card(lies.card)}, now {lies.charges}"))
            nows[f"{lies.card}|"] = lies.charges
    for card, marks in state.card_marks.items():
        for panel, n in marks.charges.items():
            choices.append((f"{card}|{panel}", f"{table.words.card(card)}, panel {panel}, now {n}"))
            nows[f"{card}|{panel}"] = n
    if not choices:
        return None
    card = asked.get("card", "")
    card = card if card in nows else choices[0][0]
    fields = (
        choice("card", "Where", choices, card),
        _asked(number_of("Charges", {"card": card}, nows, 20, "ruling-charges"), asked, 20),
    )
    return RulingKind("charges", "Charges", "token", "", fields)


def _door(table: Table, asked: Asked) -> RulingKind | None:
    if not table.state.board.tiles:
        return None
    fields = (
        *place(table, "", "From", asked.get("at", "")),
        choice("side", "Towards", [(side, EDGES[side]) for side in SIDES], asked.get("side", "N")),
        choice("door", "Door", [("open", "Open"), ("closed", "Closed"), ("none", "None")], "open"),
    )
    return RulingKind("door", "A door", "door", "", fields)


def _take(table: Table, asked: Asked) -> RulingKind | None:
    explorers = [(e.id, table.words.unit(e.id)) for e in table.state.explorers.values() if e.status == "in_play"]
    decks = [(deck, capital(name)) for deck, name in ITEMS if table.state.decks[deck].draw]
    if not explorers or not decks:
        return None
    fields = (
        choice("unit", "Who", explorers, asked.get("unit", explorers[0][0])),
        choice("deck", "Takes the top card of", decks, decks[0][0]),
    )
    return RulingKind("take", "Take an item", "bag", "", fields)


def _drop(table: Table, asked: Asked) -> RulingKind | None:
    held = [
        (card, f"{table.words.card(card)} ({table.words.unit(who)})")
        for deck, _ in ITEMS
        for card, who in table.state.decks[deck].held.items()
    ]
    if not held:
        return None
    explorers = [(e.id, table.words.unit(e.id)) for e in table.state.explorers.values() if e.status == "in_play"]
    fields = (
        choice("card", "Which", held, asked.get("card", held[0][0])),
        choice("to", "What becomes of it", [("", "Destroyed"), *((e, f"Goes to {n}") for e, n in explorers)], ""),
    )
    return RulingKind("drop", "Hand over or destroy an item", "trade", "", fields)


def _chapter(table: Table, asked: Asked) -> RulingKind | None:
    state = table.state
    choices = [
        (str(n), f"Chapter {n + 1}" + (f": {table.words.card(card)}" if n <= state.chapter else ""))
        for n, card in enumerate(state.chapters)
    ]
    at = min(state.chapter + 1, len(choices) - 1)
    note = "It enters as if the party had come to it."
    return RulingKind("chapter", "Go to a chapter", "chapter", note, (choice("number", "To", choices, str(at)),))


def _scenario(table: Table, asked: Asked) -> RulingKind:
    """Every scenario, length and variation of the set as one list."""
    state = table.state
    choices = [
        (f"{scenario.id}|{length.id}|{variation.id}", f"{scenario.name}, {length.name.lower()}, {variation.name}")
        for scenario in table.book.scenarios.values()
        for length in scenario.lengths
        for variation in scenario.variations
    ]
    now = f"{state.scenario}|{state.length}|{state.variation}"
    note = (
        "The chapter stays if it is one of the new ones. Another scenario brings its own events into their decks; "
        "those of this one go back into the box, but for the ones in play."
    )
    return RulingKind(
        "scenario", "Another scenario, length or variation", "chapter", note, (choice("scenario", "To", choices, now),)
    )


def _over(table: Table, asked: Asked) -> RulingKind | None:
    """Ending what somebody has left open, for them: named, so that nobody ends another's by mistake."""
    step = left_open(table.state)
    if step is None:
        return None
    whose, names = what_is_open(table, step), listed(holders(table, step), "or")
    who = f"It is open on the phone of {names}: ask {names} first. " if holders(table, step) else ""
    note = f"{who}What was done in it stays, and whatever waits goes on. Undo brings it back."
    return RulingKind("over", f"End {whose}", "bag", note, (hidden("step", str(step.id)),))


def _end(table: Table, asked: Asked) -> RulingKind | None:
    if table.state.outcome:
        return None
    fields = (choice("outcome", "The game is", [("won", "Won"), ("lost", "Lost")], "won"),)
    return RulingKind("end", "End the game", "end", "Undo brings it back.", fields)


OWN: Mapping[str, Callable[[Table, Asked], RulingKind | None]] = {
    "pool": _pool,
    "put": _put,
    "monster": _monster,
    "remove": _remove,
    "tracks": _tracks,
    "level": _level,
    "charges": _charges,
    "take": _take,
    "drop": _drop,
    "door": _door,
    "chapter": _chapter,
    "scenario": _scenario,
    "over": _over,
    "end": _end,
}
