"""Changes of a table ruling as a player says them ('a tile at 0,-1, symbol S'); see casemoves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.rules import changes as ch
from app.rules.geometry import Cell
from app.rules.rulings_items import left_open

CELL = r"(-?\d+,-?\d+)"
EDGE = r"([NESW])"
SOURCE = {"a": "top", "the bottom": "bottom"}
STATUS = {"waiting": "waiting", "away by the exit": "left", "dead": "dead", "unused": "unused"}
PLACES = {
    "on top of its deck": "top",
    "under its deck": "bottom",
    "out of the game": "out",
    "on top of the destroyed": "destroyed",
    "under the destroyed": "under",
}


def cell(text: str) -> Cell:
    x, y = text.split(",")
    return int(x), int(y)


def _tile(w: Any, source: str | None, named: str | None, at: str, *how: str | None) -> Any:
    face, turned, symbol = how
    turns: Any = int(turned or 0)
    return ch.PlaceTile(cell(at), named or "", face or "", turns, symbol or "", SOURCE.get(source or "a", "top"))  # type: ignore[arg-type]


def _terrain(w: Any, source: str | None, named: str | None, at: str, face: Any, edge: Any) -> Any:
    return ch.LayTerrain(cell(at), face, edge, named or "", SOURCE.get(source or "a", "top"))  # type: ignore[arg-type]


def _environment(w: Any, source: str | None, named: str | None, at: str, edge: Any) -> Any:
    card = w.card(named) if named else ""
    return ch.PlaceEnvironment(cell(at), edge or "", card, SOURCE.get(source or "a", "top"))  # type: ignore[arg-type]


def _count(w: Any, card: str, panel: str, what: Any, n: str) -> Any:
    value = -1 if n == "none" else int(n) - (what != "open")
    return ch.SetOption(w.card(card), panel, what, value)


def _item(w: Any, card: str, how: str) -> Any:
    return ch.SetItem(w.card(card), "equipped" in how, "upgraded" in how)


def _left_open(w: Any) -> int:
    step = left_open(w.state)
    return step.id if step is not None else 1


PLACED = r"(?:(a|the bottom) {0}|{0} (\S+)) at " + CELL
RULINGS: list[tuple[str, Callable[..., Any]]] = [
    (PLACED.format("tile") + r"(?:, face ([ab]))?(?:, turned (\d))?(?:, symbol ([NESW]))?", _tile),
    (r"no tile at " + CELL, lambda w, at: ch.RemoveTile(cell(at))),
    (r"the tile at " + CELL + r" turns by ([123])", lambda w, at, n: ch.TurnTile(cell(at), int(n))),  # type: ignore[arg-type]
    (PLACED.format("terrain") + r", face ([ab]) on " + EDGE, _terrain),
    (r"no terrain at " + CELL, lambda w, at: ch.RemoveTerrain(cell(at))),
    (PLACED.format("environment") + r"(?: ([NESW])| without an edge)", _environment),
    (
        r"(\S+) moves to (?:edge ([NESW])|no edge)(?: of " + CELL + ")?",
        lambda w, card, edge, at: ch.MoveEnvironment(w.card(card), edge or "", cell(at) if at else None),
    ),
    (r"(\S+) leaves play", lambda w, card: ch.RemoveEnvironment(w.card(card))),
    (
        r"(entry|exit) at " + CELL + " " + EDGE,
        lambda w, token, at, edge: ch.PlaceToken(token, "edge", cell(at), edge),
    ),
    (r"(entry|exit) at an edge", lambda w, token: ch.PlaceToken(token)),
    (r"(entry|exit) beside the board", lambda w, token: ch.PlaceToken(token, "beside")),
    (r"(entry|exit) not in play", lambda w, token: ch.PlaceToken(token, "gone")),
    (
        r"(\S+ of \S+) is (lit|explored|destroyed|unmarked)",
        lambda w, at, mark: ch.MarkSpace(w.space(at), "none" if mark == "unmarked" else mark),
    ),
    (r"(\S+) is back at (\S+ of \S+)", lambda w, who, at: ch.SetStatus(w.explorer(who), "in_play", w.space(at))),
    (r"(\S+) is back somewhere", lambda w, who: ch.SetStatus(w.explorer(who), "in_play")),
    (
        r"(\S+) is (waiting|away by the exit|dead|unused)",
        lambda w, who, status: ch.SetStatus(w.explorer(who), STATUS[status]),  # type: ignore[arg-type]
    ),
    (r"(\S+) is (ready|begun|finished)", lambda w, who, turn: ch.SetTurn(w.explorer(who), turn)),
    (
        r"phase (explorer|spawn|horror|monster)(?: of round (\d+))?( begins)?",
        lambda w, phase, n, begins: ch.SetPhase(phase, int(n or 0), bool(begins)),
    ),
    (
        r"the (top|bottom) card of (\w+) is (resolved|destroyed)",
        lambda w, source, deck, to: ch.DrawCard(deck, to, source=source),
    ),
    (
        r"the (top|bottom) card of (\w+) is out of the game",
        lambda w, source, deck: ch.DrawCard(deck, "out", source=source),
    ),
    (
        r"the (top|bottom) card of (\w+) is held by (\S+)",
        lambda w, source, deck, who: ch.DrawCard(deck, "held", w.explorer(who), source),
    ),
    (
        r"card (\S+) goes (" + "|".join(PLACES) + ")",
        lambda w, card, place: ch.MoveCard(w.card(card), PLACES[place]),  # type: ignore[arg-type]
    ),
    (r"card (\S+) goes to (\S+)", lambda w, card, who: ch.MoveCard(w.card(card), "held", w.explorer(who))),
    (r"card (\S+) is stored on (\S+)", lambda w, card, on: ch.MoveCard(w.card(card), "stored", w.card(on))),
    (
        r"card (\S+) lies at (\S+ of \S+)",
        lambda w, card, at: ch.MoveCard(w.card(card), "lying", space=w.space(at)),
    ),
    (r"card (\S+) lies somewhere", lambda w, card: ch.MoveCard(w.card(card), "lying")),
    (
        r"current (encounter|explorer event|horror event) (\S+)( again)?",
        lambda w, what, card, again: ch.SetCurrent(
            f"{what.replace(' ', '_')}s",
            "" if card == "none" else w.card(card),
            bool(again),
        ),
    ),
    (r"(\S+) panel (\S+) (open|chosen|determined) (\d+|none)", _count),
    (r"(item|monster) level (\d+) is added", lambda w, of, n: ch.AddLevel(f"{of}s", int(n))),
    (r"option (.+) is (remembered|forgotten)", lambda w, name, how: ch.RememberOption(name, how == "forgotten")),
    (r"item (\S+) is ((?:equipped|upgraded|plain)(?:, upgraded)?)", _item),
    (
        r"(\S+) of (\S+) lasts no more(?: for (\S+))?",
        lambda w, what, card, unit: ch.EndLasting(w.card(card), what, w.unit(unit) if unit else ""),
    ),
    (r"(\S+) (\d+) counts", lambda w, what, n: ch.PickValue(what, int(n))),
    (
        r"used (\S+ \S+)(?: (\S+))? (\d+) times",
        lambda w, what, unit, n: ch.SetUsed(f"{what} {w.unit(unit)}" if unit else what, int(n)),
    ),
    (
        r"(attacks|attacked) of (\S+) (\d+)",
        lambda w, what, unit, n: ch.SetUsed(f"{what.removesuffix('s')} {w.unit(unit)}", int(n)),
    ),
    (r"what step (\d+) left open is over", lambda w, step: ch.EndStep(int(step))),
    (r"what is open is over", lambda w: ch.EndStep(_left_open(w))),
    (r"item (\S+) lies under (\S+)", lambda w, card, host: ch.SetItem(w.card(card), under=w.card(host))),
]
