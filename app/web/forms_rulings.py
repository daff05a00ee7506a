"""Forms of table rulings, read into the changes of the rules (AM-1); Malformed names the field that can't be read.

`RULINGS` has one reader for each kind that the page of rulings offers (ruling_kinds and beside it).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from app.rules import changes as ch
from app.rules.changes import (
    AddMonster,
    Change,
    DropItem,
    EndGame,
    PutUnit,
    RemoveMonster,
    SetChapter,
    SetCharges,
    SetDoor,
    SetPool,
    SetTokens,
    SetTrack,
    TakeItem,
)
from app.rules.geometry import SIDES, TILE, Cell, Side, Space, beyond
from app.rules.moves import MakeRuling
from app.rules.state import PHASES, PILES
from app.web.errors import Malformed
from app.web.forms import Fields, number

if TYPE_CHECKING:
    from app.rules.cards import Book

ITEMS = ("weapons", "artifacts", "consumables", "apparel")


def ruling(fields: Fields, book: Book) -> MakeRuling:
    """The ruling of a form: its kind, its fields, its reason."""
    kind = fields.get("kind", "")
    make = RULINGS.get(kind)
    if make is None:
        raise Malformed(("kind", "is no kind of ruling"))
    return MakeRuling(fields.get("reason", "").strip(), (make(fields, book),))


def _needed(fields: Fields, name: str) -> str:
    text = fields.get(name, "").strip()
    if not text:
        raise Malformed((name, "is missing"))
    return text[:80]


def _value(fields: Fields, name: str = "value") -> int:
    found = number(fields, name)
    if found is None:
        raise Malformed((name, "is missing"))
    return found


def _one_of(fields: Fields, name: str, *allowed: str) -> str:
    text = _needed(fields, name)
    if text not in allowed:
        raise Malformed((name, f"should be one of {', '.join(allowed)}"))
    return text


def _space(fields: Fields) -> Space:
    """Tile, column and row as a space of the lattice."""
    (x, y), column, row = _cell(fields, "cell"), _value(fields, "column"), _value(fields, "row")
    if column >= TILE or row >= TILE:
        raise Malformed(("cell", "is no space"))
    return x * TILE + column, y * TILE + row


def _cell(fields: Fields, name: str) -> Cell:
    """Where a map tile lies or shall lie: '0,-1', perhaps with an edge behind it ('0,-1,N')."""
    x, _, y = _needed(fields, name).partition(",")
    y = y.partition(",")[0]
    if not (_is_whole(x) and _is_whole(y)):
        raise Malformed((name, "is no place of a map tile"))
    return int(x), int(y)


def _edge(fields: Fields, name: str) -> Any:
    """The edge behind a cell, '' for none."""
    edge = _needed(fields, name).rpartition(",")[2]
    return edge if edge in SIDES else ""


def _is_whole(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and text.isascii() and len(text) <= 4


def _pool(fields: Fields, _: Book) -> Change:
    what = _one_of(fields, "what", "health", "stamina", "essence")
    return SetPool(_needed(fields, "unit"), what, _value(fields))  # type: ignore[arg-type]


def _put(fields: Fields, _: Book) -> Change:
    return PutUnit(_needed(fields, "unit"), _space(fields))


def _monster(fields: Fields, book: Book) -> Change:
    """By its name, so that no page has to hold the ids of cards that nobody has seen."""
    typed = fields.get("name", "").strip()
    if not typed:
        return AddMonster(_space(fields))
    card = next((card.id for card in book.monsters.values() if card.name.casefold() == typed.casefold()), None)
    if card is None:
        raise Malformed(("name", f"“{typed[:60]}” is no monster of this pack: choose one from the list"))
    return AddMonster(_space(fields), card)


def _remove(fields: Fields, _: Book) -> Change:
    how = _one_of(fields, "how", "destroyed", "banished")
    return RemoveMonster(_needed(fields, "unit"), how)  # type: ignore[arg-type]


def _track(fields: Fields, _: Book) -> Change:
    track = _one_of(
        fields, "track", "spawn", "horror", "spawn_rating", "horror_rating", "threat", "level", "lit", "replacements"
    )
    if track in ("spawn", "horror"):
        return SetTokens(track, _value(fields))  # type: ignore[arg-type]
    return SetTrack(track, _value(fields))  # type: ignore[arg-type]


def _charges(fields: Fields, _: Book) -> Change:
    card, _bar, panel = _needed(fields, "card").partition("|")
    return SetCharges(card, _value(fields), panel)


def _door(fields: Fields, _: Book) -> Change:
    space = _space(fields)
    side = _one_of(fields, "side", *SIDES)
    door = _one_of(fields, "door", "open", "closed", "none")
    found: Side = next(one for one in SIDES if one == side)
    return SetDoor(space, beyond(space, found), door)  # type: ignore[arg-type]


def _take(fields: Fields, _: Book) -> Change:
    deck = _one_of(fields, "deck", *ITEMS)
    return TakeItem(_needed(fields, "unit"), deck)  # type: ignore[arg-type]


def _drop(fields: Fields, _: Book) -> Change:
    return DropItem(_needed(fields, "card"), fields.get("to", "").strip()[:80])


def _chapter(fields: Fields, _: Book) -> Change:
    return SetChapter(_value(fields, "number"))


def _scenario(fields: Fields, _: Book) -> Change:
    """'scenario|length|variation' as one choice."""
    scenario, length, variation = (*_needed(fields, "scenario").split("|"), "", "")[:3]
    return ch.SetScenario(scenario, length, variation)


def _end(fields: Fields, _: Book) -> Change:
    return EndGame(_one_of(fields, "outcome", "won", "lost"))  # type: ignore[arg-type]


# ------------------------------------------------------------------ the map


def _source(fields: Fields) -> tuple[Any, str]:
    """Which card is taken: the top or bottom one of its deck, or one that lies face up."""
    which = fields.get("which", "").strip()[:80] or "top"
    return ("bottom" if which == "bottom" else "top"), ("" if which in ("top", "bottom") else which)


def _tile(fields: Fields, _: Book) -> Change:
    source, named = _source(fields)
    face: Any = _one_of(fields, "face", "as_it_lies", "a", "b").replace("as_it_lies", "")
    lies: Any = _one_of(fields, "lies", "symbol", "0", "1", "2", "3")
    where, symbol = _cell(fields, "where"), _edge(fields, "where")
    if lies == "symbol":
        return ch.PlaceTile(where, named, face, 0, symbol, source)
    return ch.PlaceTile(where, named, face, int(lies), "", source)  # type: ignore[arg-type]


def _turn_tile(fields: Fields, _: Book) -> Change:
    return ch.TurnTile(_cell(fields, "cell"), int(_one_of(fields, "quarters", "1", "2", "3")))  # type: ignore[arg-type]


def _terrain(fields: Fields, _: Book) -> Change:
    source, named = _source(fields)
    face: Any = _one_of(fields, "face", "a", "b")
    edge: Any = _one_of(fields, "side", *SIDES)
    return ch.LayTerrain(_cell(fields, "cell"), face, edge, named, source)


def _environment(fields: Fields, _: Book) -> Change:
    source, named = _source(fields)
    return ch.PlaceEnvironment(_cell(fields, "where"), _edge(fields, "where"), named, source)


def _move_environment(fields: Fields, _: Book) -> Change:
    card = _needed(fields, "card")
    if _needed(fields, "where") == "gone":
        return ch.RemoveEnvironment(card)
    return ch.MoveEnvironment(card, _edge(fields, "where"), _cell(fields, "where"))


def _token(fields: Fields, _: Book) -> Change:
    token: Any = _one_of(fields, "token", "entry", "exit")
    where: Any = _needed(fields, "where")
    if where in ("beside", "gone"):
        return ch.PlaceToken(token, where)
    return ch.PlaceToken(token, "edge", _cell(fields, "where"), _edge(fields, "where"))


def _mark(fields: Fields, _: Book) -> Change:
    at = _cell(fields, "at")  # a space, in the same form
    return ch.MarkSpace(at, _one_of(fields, "mark", "explored", "lit", "destroyed", "none"))  # type: ignore[arg-type]


# ------------------------------------------------------------------ the party, the round


def _status(fields: Fields, _: Book) -> Change:
    status: Any = _one_of(fields, "status", "in_play", "waiting", "left", "dead", "unused")
    return ch.SetStatus(_needed(fields, "unit"), status, _space(fields) if status == "in_play" else None)


def _turn(fields: Fields, _: Book) -> Change:
    return ch.SetTurn(_needed(fields, "unit"), _one_of(fields, "turn", "ready", "begun", "finished"))  # type: ignore[arg-type]


def _phase(fields: Fields, _: Book) -> Change:
    phase: Any = _one_of(fields, "phase", *PHASES)
    return ch.SetPhase(phase, _value(fields, "round"), _one_of(fields, "begins", "yes", "no") == "yes")


# ------------------------------------------------------------------ cards


def _draw(fields: Fields, _: Book) -> Change:
    deck: Any = _one_of(fields, "deck", *PILES, *ITEMS)
    to: Any = _one_of(fields, "to", "resolved", "destroyed", "out", "held")
    source: Any = _one_of(fields, "source", "top", "bottom")
    return ch.DrawCard(deck, to, fields.get("unit", "")[:80] if to == "held" else "", source)


def _card(fields: Fields, _: Book) -> Change:
    card = _needed(fields, "card")
    to: Any = _one_of(fields, "to", "destroyed", "under", "out", "top", "bottom", "held", "stored", "lying")
    holder = {"held": fields.get("unit", ""), "stored": fields.get("on", "")}.get(to, "")[:80]
    return ch.MoveCard(card, to, holder, _space(fields) if to == "lying" else None)


def _current(fields: Fields, _: Book) -> Change:
    pile, _bar, card = _needed(fields, "card").partition("|")
    if pile not in PILES:
        raise Malformed(("card", "is of no pile with a current card"))
    resolves = _one_of(fields, "resolves", "yes", "no") == "yes"
    return ch.SetCurrent(pile, card, resolves and card != "")  # type: ignore[arg-type]


def _option(fields: Fields, _: Book) -> Change:
    """'card|panel|what|value' as one choice."""
    card, panel, what, value = (*_needed(fields, "option").split("|"), "", "", "")[:4]
    if what not in ("open", "chosen", "determined") or not _is_whole(value):
        raise Malformed(("option", "is none"))
    return ch.SetOption(card, panel, what, int(value))  # type: ignore[arg-type]


def _remember(fields: Fields, _: Book) -> Change:
    how, _bar, option = _needed(fields, "option").partition("|")
    return ch.RememberOption(option, how == "forget")


def _lasting(fields: Fields, _: Book) -> Change:
    """'card|what|unit' as one choice."""
    card, what, unit = (*_needed(fields, "lasting").split("|"), "", "")[:3]
    return ch.EndLasting(card, what, unit)


def _picked_value(fields: Fields, _: Book) -> Change:
    """'what|value' as one choice."""
    what, _bar, value = _needed(fields, "value").partition("|")
    if not _is_whole(value) or not what:
        raise Malformed(("value", "is none"))
    return ch.PickValue(what, int(value))


def _used(fields: Fields, _: Book) -> Change:
    """'times|key' as one choice."""
    times, _bar, what = _needed(fields, "used").partition("|")
    if not _is_whole(times) or not what:
        raise Malformed(("used", "is none"))
    return ch.SetUsed(what, int(times))


def _over(fields: Fields, _: Book) -> Change:
    step = _needed(fields, "step")
    if not _is_whole(step):
        raise Malformed(("step", "is none"))
    return ch.EndStep(int(step))


def _item(fields: Fields, _: Book) -> Change:
    does = _needed(fields, "does")
    if does.startswith("under|"):
        return ch.SetItem(_needed(fields, "card"), under=does.removeprefix("under|"))
    does = _one_of(fields, "does", "plain", "equipped", "upgraded", "both")
    return ch.SetItem(_needed(fields, "card"), does in ("equipped", "both"), does in ("upgraded", "both"))


def _level(fields: Fields, _: Book) -> Change:
    """'items|2' as one choice."""
    of, _bar, level = _needed(fields, "level").partition("|")
    if of not in ("items", "monsters") or not _is_whole(level):
        raise Malformed(("level", "is none"))
    return ch.AddLevel(of, int(level))  # type: ignore[arg-type]


RULINGS: dict[str, Callable[[Fields, Book], Change]] = {
    "pool": _pool,
    "put": _put,
    "monster": _monster,
    "remove": _remove,
    "tracks": _track,
    "level": _level,
    "charges": _charges,
    "door": _door,
    "take": _take,
    "drop": _drop,
    "chapter": _chapter,
    "scenario": _scenario,
    "end": _end,
    "tile": _tile,
    "tile_off": lambda fields, _: ch.RemoveTile(_cell(fields, "cell")),
    "tile_turn": _turn_tile,
    "terrain": _terrain,
    "terrain_off": lambda fields, _: ch.RemoveTerrain(_cell(fields, "cell")),
    "environment": _environment,
    "environment_move": _move_environment,
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
    "lasting": _lasting,
    "value": _picked_value,
    "used": _used,
    "over": _over,
    "item": _item,
}
