"""Rule cases as data (tests/cases/*.yaml): reading them, and playing one through the rules.

The cards of tests/cases/pack are mixed into the built-in pack for them: what a rule needs and no card there has.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml

import app
from app.packs import load_pack
from app.rules import By, Illegal, Legal, Preview, Reason, Setup, State, decide, new_game, preview, replay, violations
from app.rules.cards import Book
from app.rules.events import Event
from app.rules.moves import MakeRuling, Move
from app.rules.position import PositionError, read_position
from app.rules.settings import Settings, setting_problem
from tests.support.between import between_life_and_death
from tests.support.casefacts import After, problem
from tests.support.casemoves import Unreadable, Words, move_in
from tests.support.lying_still import terrains_disturbed
from tests.support.players import Scripted

CASES = Path(__file__).parents[1] / "cases"
BUILTIN = Path(app.__file__).parent / "packs" / "builtin"
#: The quick reader, where there is one: the cases are 600 KB, and every worker of a test run reads them.
LOADER = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
KEYS = {
    *("id", "title", "rules", "edge", "setting", "position", "start", "seats", "before", "move", "dice", "shuffles"),
    *("then", "refused", "unknown", "each", "example", "crosses"),
}


#: Ada, who explores in most cases. Hers is to look at two map tiles first, which would ask in each of them: an item
#: does the same (pricing.yaml).
PLAIN = "exp-01"


@cache
def book() -> Book:
    """The built-in pack with the cards of tests/cases/pack, and with Ada an explorer like any other."""
    with tempfile.TemporaryDirectory() as folder:
        for file in BUILTIN.iterdir():
            if file.suffix in (".yaml", ".txt"):
                extra = CASES / "pack" / file.name
                text = file.read_text("utf-8") + ("\n" + extra.read_text("utf-8") if extra.exists() else "")
                (Path(folder) / file.name).write_text(text, "utf-8")
        found = load_pack(Path(folder))
    return replace(found, explorers={**found.explorers, PLAIN: replace(found.explorers[PLAIN], faces=())})


class Badly(ValueError):
    """A case that is not written as it should be."""


@dataclass(frozen=True)
class Case:
    """One case: from a position (or a fresh table) over the moves `before` to `move` and its verdict.

    `rules` are ledger ids. `edge` says which edge of the row it shows. `setting` names the house rules it is about,
    `example` the worked example of a rulebook that it plays, `crosses` what of two chapters of the ledger meets in it.
    Exactly one of `then` (facts after the accepted move), `refused` (every reason) and `unknown` (what the preview of
    the move does not tell) is given.
    """

    file: str
    id: str
    title: str
    rules: tuple[str, ...]
    move: str | Mapping[str, Any]
    position: str = ""
    start: Mapping[str, Any] = field(default_factory=dict)
    edge: str = ""
    setting: Mapping[str, str | int] = field(default_factory=dict)
    seats: Mapping[str, list[str]] = field(default_factory=dict)
    before: tuple[str | Mapping[str, Any], ...] = ()
    dice: tuple[int, ...] = ()
    shuffles: tuple[tuple[str, ...], ...] = ()
    then: tuple[str, ...] = ()
    refused: tuple[str | Mapping[str, Any], ...] = ()
    unknown: str = ""
    example: str = ""
    crosses: str = ""

    @property
    def kind(self) -> str:
        """'accepted', 'refused' or 'edge' (an accepted move that shows an edge of the rule)."""
        return "refused" if self.refused else "edge" if self.edge else "accepted"


@cache
def cases() -> tuple[Case, ...]:
    """Every case of tests/cases. Raises Badly naming file and case."""
    found: list[Case] = []
    for file in sorted(CASES.glob("*.yaml")):
        for raw in yaml.load(file.read_text("utf-8"), LOADER) or []:
            found += _read(file.name, raw)
    ids = [case.id for case in found]
    twice = sorted({i for i in ids if ids.count(i) > 1})
    if twice:
        raise Badly(f"these case ids are there twice: {', '.join(twice)}")
    return tuple(found)


def _read(file: str, raw: Mapping[str, Any]) -> list[Case]:
    name = f"{file}: {raw.get('id', raw)}"
    if unknown := set(raw) - KEYS:
        raise Badly(f"{name}: unknown keys {', '.join(sorted(unknown))}")
    if missing := {"id", "title", "rules"} - set(raw):
        raise Badly(f"{name}: {', '.join(sorted(missing))} missing")
    if sum(key in raw for key in ("then", "refused", "unknown")) != 1:
        raise Badly(f"{name}: exactly one of then, refused and unknown")
    if ("position" in raw) == ("start" in raw):
        raise Badly(f"{name}: exactly one of position and start")
    rows = raw.get("each", [{}])
    found = [{k: _filled(v, row) for k, v in raw.items() if k != "each"} for row in rows]
    if len(rows) > 1 and "{" not in raw["id"]:
        found = [{**one, "id": f"{one['id']}-{number}"} for number, one in enumerate(found, 1)]
    return [_one(name, file, one) for one in found]


def _filled(value: Any, row: Mapping[str, Any]) -> Any:
    """The value with every {name} replaced by what the row has for it."""
    if isinstance(value, str):
        for key, word in row.items():
            if value == f"{{{key}}}":
                return word
            value = value.replace(f"{{{key}}}", str(word))
        return value
    if isinstance(value, list):
        return [_filled(one, row) for one in value]
    if isinstance(value, dict):
        return {k: _filled(one, row) for k, one in value.items()}
    return value


def _one(name: str, file: str, raw: Mapping[str, Any]) -> Case:
    given = {k: tuple(v) if isinstance(v, list) else v for k, v in raw.items()}
    for setting, value in raw.get("setting", {}).items():
        if setting_problem(setting, value):
            raise Badly(f"{name}: no such house rule {setting}: {value!r}")
    for fact in raw.get("then", ()):
        if not isinstance(fact, str):
            raise Badly(f"{name}: {fact!r} is read as a mapping: put the sentence in quotes")
    if "move" not in given:
        given["move"] = ""
        if "start" not in given:
            raise Badly(f"{name}: no move")
    return Case(file=file, **given)


# ------------------------------------------------------------------ playing a case


@dataclass
class Table:
    """The table of one case while it is played."""

    case: Case
    state: State
    chance: Scripted
    events: list[Event]

    def by(self, said: str | Mapping[str, Any]) -> tuple[By, str | Mapping[str, Any]]:
        """Who says it ('host: Ada explores N'), and what."""
        seats = {name: list(who) for name, who in self.case.seats.items()} or {"table": ["everyone", "host"]}
        seats.setdefault("watcher", ["watches"])
        name, text = next(iter(seats)), said
        if isinstance(said, str) and ": " in said and said.partition(": ")[0] in seats:
            name, _, text = said.partition(": ")
        words = Words(book(), self.state)
        who = seats[name]
        players = tuple(n for n, w in seats.items() if "watches" not in w)
        mine = {words.explorer(w) for w in who} if "everyone" not in who else set(self.state.explorers)
        by = By(name, frozenset(mine & set(self.state.explorers)), "host" in who, "watches" in who, players)
        return by, text


def states_after_moves(case: Case) -> Iterator[State]:
    """The state after each move of a case in which all are legal, the one it is about included."""
    table = open_table(case)
    for said in (*case.before, *((case.move,) if case.move else ())):
        by, text = table.by(said)
        verdict = decide(book(), table.state, move_in(book(), table.state, text), by, table.chance)
        assert isinstance(verdict, Legal)
        table.state = verdict.state
        yield verdict.state


def open_table(case: Case, kind: type[Scripted] = Scripted) -> Table:
    """The table of a case before its first move; chance is of that kind."""
    chance = kind(case.dice, case.shuffles)
    if case.position:
        text = case.position
        if case.setting:
            lines = "".join(f"\n  {name} {value}" for name, value in case.setting.items())
            text += f"\nsettings:{lines}\n"
        state = read_position(book(), text)
        return Table(case, state, chance, [])
    start = dict(case.start)
    names = [Words(book(), read_position(book(), "")).explorer(w) for w in start.get("explorers", ["Ada"])]
    first = next(iter(book().scenarios.values()))
    setup = Setup(
        start.get("scenario", first.id),
        start.get("length", first.lengths[0].id),
        start.get("variation", first.variations[0].id),
        tuple(names),
        Settings(**case.setting),  # type: ignore[arg-type]
    )
    legal = new_game(book(), setup, chance)
    return Table(case, legal.state, chance, list(legal.events))


def check(case: Case) -> list[str]:
    """Play a case; what is not as it says, [] when all is well."""
    try:
        return _check(case)
    except (Unreadable, PositionError) as error:
        return [str(error)]


def _check(case: Case) -> list[str]:
    table = open_table(case)
    found: list[str] = []
    for said in case.before:
        by, text = table.by(said)
        move = move_in(book(), table.state, text)
        verdict = decide(book(), table.state, move, by, table.chance)
        if isinstance(verdict, Illegal):
            return [f"before, {said!r} is refused: {_told(table.state, verdict.reasons)}"]
        found += _sound(table.state, move, verdict)
        table.state = verdict.state
    if not case.move:
        by, _ = table.by("")
        return found + _facts(case, After(book(), table.state, tuple(table.events), by))
    by, text = table.by(case.move)
    move = move_in(book(), table.state, text)
    if case.unknown:
        told = preview(book(), table.state, move, by)
        there = told.unknown if isinstance(told, Preview) else _told(table.state, told.reasons)
        return found if there == case.unknown else [*found, f"the preview does not stop at {case.unknown}: {there}"]
    verdict = decide(book(), table.state, move, by, table.chance)
    if isinstance(verdict, Illegal):
        if not case.refused:
            return [*found, f"refused: {_told(table.state, verdict.reasons)}"]
        return found + _reasons(case, table.state, verdict.reasons)
    found += _sound(table.state, move, verdict)
    if case.refused:
        return [*found, "accepted"]
    if table.chance.dice:
        found.append(f"dice not rolled: {table.chance.dice}")
    return found + _facts(case, After(book(), verdict.state, verdict.events, by))


def _sound(before: State, move: Move, verdict: Legal) -> list[str]:
    """What must hold after any accepted move: the invariants, that nobody is neither alive nor dead while something
    else goes on, that nothing but a ruling disturbs a terrain (TR-4), and that the events fold to the state.
    """
    found = [f"invariant broken: {name}" for name in violations(book(), verdict.state)]
    if unsettled := between_life_and_death(book(), verdict.state):
        found.append(f"between life and death: {unsettled}")
    if not isinstance(move, MakeRuling):
        found += [f"terrain disturbed at {cell}" for cell in terrains_disturbed(before, verdict.state, verdict.events)]
    if replay(verdict.events, before) != verdict.state:
        found.append("the events do not fold to the state")
    return found


def _facts(case: Case, after: After) -> list[str]:
    return [found for fact in case.then if (found := problem(after, fact)) is not None]


def _told(state: State, reasons: tuple[Reason, ...]) -> str:
    words = Words(book(), state)
    return "; ".join(
        f"{r.code} {r.rule}: "
        + ", ".join(
            f"{k} {'+'.join(map(words.short, v)) if isinstance(v, tuple) else words.short(str(v))}" for k, v in r.params
        )
        + (f" -> {' | '.join(map(words.short, r.alternatives))}" if r.alternatives else "")
        for r in reasons
    )


def _ways_to_say(words: Words, value: str | int | tuple[str, ...], between: str = "+") -> tuple[str, str]:
    """A fact as it is, and with explorers by name and spaces by tile."""
    parts = value if isinstance(value, tuple) else (str(value),)
    return between.join(parts), between.join(map(words.short, parts))


def _reasons(case: Case, state: State, reasons: tuple[Reason, ...]) -> list[str]:
    """Every reason is expected, every one expected is there; facts and alternatives where the case gives them."""
    words = Words(book(), state)
    left = list(reasons)
    found: list[str] = []
    for said in case.refused:
        text, instead = (said, None) if isinstance(said, str) else (str(said["reason"]), str(said["instead"]))
        head, _, facts = text.partition(": ")
        code, _, rule = head.partition(" ")
        match = next((r for r in left if (r.code, r.rule) == (code, rule)), None)
        if match is None:
            found.append(f"missing: {head}")
            continue
        left.remove(match)
        for fact in filter(None, facts.split("; ")):
            key, _, value = fact.partition(" ")
            there = _ways_to_say(words, dict(match.params).get(key, ()))
            if value not in there:
                found.append(f"{head}: {key} is {' or '.join(there)}, not {value}")
        offered = _ways_to_say(words, match.alternatives, " | ")
        if instead is not None and instead not in offered:
            found.append(f"{head}: instead {' or '.join(offered)}")
    found += [f"not expected: {_told(state, (r,))}" for r in left]
    return [*found, f"all: {_told(state, reasons)}"] if found else []
