"""Forms of table rulings, read into the changes of the rules (AM-1); Malformed names the field that can't be read.

`RULINGS` has one reader for each kind that the page of rulings offers (ruling_kinds and beside it); those of
cards stand in `forms_rulings_cards`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from app.rules import changes as ch
from app.rules.changes import (
    AddMonster,
    Change,
    EndGame,
    PutUnit,
    RemoveMonster,
    SetChapter,
    SetCharges,
    SetDoor,
    SetPool,
    SetTokens,
    SetTrack,
)
from app.rules.geometry import SIDES, Side, beyond
from app.rules.moves import MakeRuling
from app.rules.state import PHASES
from app.web.errors import Malformed
from app.web.forms import Fields
from app.web.forms_reading import cell_in, edge_in, is_whole, needed, one_of, space_in, whole
from app.web.forms_rulings_cards import CARDS

if TYPE_CHECKING:
    from app.rules.cards import Book


def ruling(fields: Fields, book: Book) -> MakeRuling:
    """The ruling of a form: its kind, its fields, its reason."""
    kind = fields.get("kind", "")
    make = RULINGS.get(kind)
    if make is None:
        raise Malformed(("kind", "is no kind of ruling"))
    return MakeRuling(fields.get("reason", "").strip(), (make(fields, book),))


def _pool(fields: Fields, _: Book) -> Change:
    what = one_of(fields, "what", "health", "stamina", "essence")
    return SetPool(needed(fields, "unit"), what, whole(fields))  # type: ignore[arg-type]


def _put(fields: Fields, _: Book) -> Change:
    return PutUnit(needed(fields, "unit"), space_in(fields))


def _monster(fields: Fields, book: Book) -> Change:
    """By its name, so that no page has to hold the ids of cards that nobody has seen."""
    typed = fields.get("name", "").strip()
    if not typed:
        return AddMonster(space_in(fields))
    card = next((card.id for card in book.monsters.values() if card.name.casefold() == typed.casefold()), None)
    if card is None:
        raise Malformed(
            (
                "name",
                f"“{typed[:60]}” is no monster of this pack: write the name as on the card, or none for the top one",
            )
        )
    return AddMonster(space_in(fields), card)


def _remove(fields: Fields, _: Book) -> Change:
    how = one_of(fields, "how", "destroyed", "banished")
    return RemoveMonster(needed(fields, "unit"), how)  # type: ignore[arg-type]


def _track(fields: Fields, _: Book) -> Change:
    track = one_of(
        fields, "track", "spawn", "horror", "spawn_rating", "horror_rating", "threat", "level", "lit", "replacements"
    )
    if track in ("spawn", "horror"):
        return SetTokens(track, whole(fields))  # type: ignore[arg-type]
    return SetTrack(track, whole(fields))  # type: ignore[arg-type]


def _charges(fields: Fields, _: Book) -> Change:
    card, _bar, panel = needed(fields, "card").partition("|")
    return SetCharges(card, whole(fields), panel)


def _door(fields: Fields, _: Book) -> Change:
    space = space_in(fields)
    side = one_of(fields, "side", *SIDES)
    door = one_of(fields, "door", "open", "closed", "none")
    found: Side = next(one for one in SIDES if one == side)
    return SetDoor(space, beyond(space, found), door)  # type: ignore[arg-type]


def _chapter(fields: Fields, _: Book) -> Change:
    return SetChapter(whole(fields, "number"))


def _scenario(fields: Fields, _: Book) -> Change:
    """'scenario|length|variation' as one choice."""
    scenario, length, variation = (*needed(fields, "scenario").split("|"), "", "")[:3]
    return ch.SetScenario(scenario, length, variation)


def _end(fields: Fields, _: Book) -> Change:
    return EndGame(one_of(fields, "outcome", "won", "lost"))  # type: ignore[arg-type]


# ------------------------------------------------------------------ the map


def _source(fields: Fields) -> tuple[Any, str]:
    """Which card is taken: the top or bottom one of its deck, or one that lies face up."""
    which = fields.get("which", "").strip()[:80] or "top"
    return ("bottom" if which == "bottom" else "top"), ("" if which in ("top", "bottom") else which)


def _tile(fields: Fields, _: Book) -> Change:
    source, named = _source(fields)
    face: Any = one_of(fields, "face", "as_it_lies", "a", "b").replace("as_it_lies", "")
    lies: Any = one_of(fields, "lies", "symbol", "0", "1", "2", "3")
    where, symbol = cell_in(fields, "where"), edge_in(fields, "where")
    if lies == "symbol":
        return ch.PlaceTile(where, named, face, 0, symbol, source)
    return ch.PlaceTile(where, named, face, int(lies), "", source)  # type: ignore[arg-type]


def _turn_tile(fields: Fields, _: Book) -> Change:
    return ch.TurnTile(cell_in(fields, "cell"), int(one_of(fields, "quarters", "1", "2", "3")))  # type: ignore[arg-type]


def _terrain(fields: Fields, _: Book) -> Change:
    source, named = _source(fields)
    face: Any = one_of(fields, "face", "a", "b")
    edge: Any = one_of(fields, "side", *SIDES)
    return ch.LayTerrain(cell_in(fields, "cell"), face, edge, named, source)


def _environment(fields: Fields, _: Book) -> Change:
    source, named = _source(fields)
    return ch.PlaceEnvironment(cell_in(fields, "where"), edge_in(fields, "where"), named, source)


def _move_environment(fields: Fields, _: Book) -> Change:
    card = needed(fields, "card")
    if needed(fields, "where") == "gone":
        return ch.RemoveEnvironment(card)
    return ch.MoveEnvironment(card, edge_in(fields, "where"), cell_in(fields, "where"))


def _token(fields: Fields, _: Book) -> Change:
    token: Any = one_of(fields, "token", "entry", "exit")
    where: Any = needed(fields, "where")
    if where in ("beside", "gone"):
        return ch.PlaceToken(token, where)
    return ch.PlaceToken(token, "edge", cell_in(fields, "where"), edge_in(fields, "where"))


def _mark(fields: Fields, _: Book) -> Change:
    at = cell_in(fields, "at")  # a space, in the same form
    return ch.MarkSpace(at, one_of(fields, "mark", "explored", "lit", "destroyed", "none"))  # type: ignore[arg-type]


# ------------------------------------------------------------------ the party, the round


def _status(fields: Fields, _: Book) -> Change:
    status: Any = one_of(fields, "status", "in_play", "waiting", "left", "dead", "unused")
    return ch.SetStatus(needed(fields, "unit"), status, space_in(fields) if status == "in_play" else None)


def _turn(fields: Fields, _: Book) -> Change:
    return ch.SetTurn(needed(fields, "unit"), one_of(fields, "turn", "ready", "begun", "finished"))  # type: ignore[arg-type]


def _phase(fields: Fields, _: Book) -> Change:
    phase: Any = one_of(fields, "phase", *PHASES)
    return ch.SetPhase(phase, whole(fields, "round"), one_of(fields, "begins", "yes", "no") == "yes")


def _over(fields: Fields, _: Book) -> Change:
    return ch.EndStep(whole(fields, "step"))


def _level(fields: Fields, _: Book) -> Change:
    """'items|2' as one choice."""
    of, _bar, level = needed(fields, "level").partition("|")
    if of not in ("items", "monsters") or not is_whole(level):
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
    "chapter": _chapter,
    "scenario": _scenario,
    "end": _end,
    "tile": _tile,
    "tile_off": lambda fields, _: ch.RemoveTile(cell_in(fields, "cell")),
    "tile_turn": _turn_tile,
    "terrain": _terrain,
    "terrain_off": lambda fields, _: ch.RemoveTerrain(cell_in(fields, "cell")),
    "environment": _environment,
    "environment_move": _move_environment,
    "token": _token,
    "mark": _mark,
    "status": _status,
    "turn": _turn,
    "phase": _phase,
    "over": _over,
    **CARDS,
}
