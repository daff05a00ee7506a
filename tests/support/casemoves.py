"""Moves as a player says them ('Ada walks to b4 of 0,0'), into the moves of the rules.

tests/cases/README.md lists the sentences. A move that has none is written as a mapping: {type: ..., field: value}.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, get_args, get_type_hints

from app.rules import changes as ch
from app.rules import moves as mv
from app.rules.agenda import Ask, StepAbility
from app.rules.agenda_items import Trading
from app.rules.cards import Book
from app.rules.geometry import Space
from app.rules.holding import holder_of
from app.rules.position_words import Names, PositionError, space_in, space_words
from app.rules.state import State, key_of, space_of
from tests.support.caserulings import RULINGS


class Unreadable(ValueError):
    """A sentence of a case that says nothing known."""


class Words:
    """What names stand for at one table."""

    def __init__(self, book: Book, state: State) -> None:
        self.book = book
        self.state = state
        self.names = Names(book)

    def explorer(self, word: str) -> str:
        """The explorer's id; any other word stays as it is, so that a case can ask for one that is not there."""
        try:
            return self.names.explorer(0, "", word)
        except PositionError:
            return word

    def unit(self, word: str) -> str:
        """An explorer's or monster's id, a monster also by its card."""
        for monster in self.state.monsters.values():
            if word.casefold() in (monster.card, self.book.monsters[monster.card].name.casefold()):
                return monster.id
        return self.explorer(word)

    def card(self, word: str) -> str:
        """The id of a card."""
        try:
            return self.names.of(0, "", word, "")
        except PositionError:
            return word

    def space(self, word: str, near: str = "") -> Space:
        """'b4 of 0,0', or 'b4' on the tile of the explorer `near`."""
        word = word.strip()
        if " of " not in word and near in self.state.explorers:
            at = self.state.explorers[near].space
            if at is not None:
                word = f"{word} of {at[0] // 10},{at[1] // 10}"
        try:
            return space_in(0, "space", word)
        except PositionError as error:
            raise Unreadable(str(error)) from error

    def short(self, value: str) -> str:
        """A fact of a reason or option as a player would write it: explorers by name, spaces by tile."""
        if value in self.state.explorers:
            return self.names.short(value)
        if re.fullmatch(r"-?\d+,-?\d+", value):
            return space_words(space_of(value))
        return value

    def step(self) -> int:
        """The id of the step on top; that of the last one when nothing waits."""
        return self.state.agenda[-1].id if self.state.agenda else self.state.next_id - 1


def move_in(book: Book, state: State, said: str | Mapping[str, Any]) -> mv.Move:
    """The move that a sentence or mapping says; raises Unreadable."""
    words = Words(book, state)
    if not isinstance(said, str):
        return _built(words, said)
    for pattern, make in SENTENCES:
        match = re.fullmatch(pattern, said.strip())
        if match:
            return make(words, *match.groups())
    raise Unreadable(f"no such move: {said!r} (tests/cases/README.md lists them)")


def _built(words: Words, said: Mapping[str, Any]) -> mv.Move:
    kind = getattr(mv, str(said.get("type")), None)
    if kind is None or kind not in get_args(mv.Move):
        raise Unreadable(f"no move type {said.get('type')!r}")
    hints = get_type_hints(kind)
    given: dict[str, Any] = {}
    for field in fields(kind):
        if field.name == "step" and "step" not in said:
            given["step"] = words.step()
        elif field.name in said and field.name != "type":
            given[field.name] = _value(words, hints[field.name], field.name, said[field.name], said)
    unknown = set(said) - {f.name for f in fields(kind)}
    if unknown:
        raise Unreadable(f"{said['type']} has no {', '.join(sorted(unknown))}")
    return kind(**given)  # type: ignore[no-any-return]


def _value(words: Words, hint: Any, name: str, value: Any, said: Mapping[str, Any]) -> Any:
    if hint == Space:
        return words.space(str(value), words.explorer(str(said.get("explorer", ""))))
    if isinstance(value, list):
        inner = get_args(hint)
        return tuple(_value(words, inner[0] if inner else str, name, one, said) for one in value)
    if isinstance(value, str) and (hint is str or isinstance(hint, types.UnionType)):
        return words.card(value) if name == "card" else words.unit(value)
    return value


# ------------------------------------------------------------------ sentences


def _walk(w: Words, who: str, to: str) -> mv.Move:
    explorer = w.explorer(who)
    return mv.Walk(explorer, w.space(to, explorer))


def _walk_along(w: Words, who: str, along: str) -> mv.Move:
    explorer = w.explorer(who)
    path = tuple(w.space(part, explorer) for part in along.split(" > "))
    return mv.Walk(explorer, path[-1], path)


def _target(w: Words, word: str) -> str:
    """A unit, or a barrel or a place by its space: 'barrel f6 of 0,0', 'space f6 of 0,0'."""
    kind, _, where = word.partition(" ")
    return f"{kind} {key_of(w.space(where))}" if kind in ("barrel", "space") and where else w.unit(word)


def _attack(w: Words, who: str, named: str | None, weapon: str | None) -> mv.Move:
    targets = tuple(_target(w, word) for word in named.split(" and ")) if named else ()
    unit = w.unit(who)
    if unit in w.state.explorers or not unit.startswith("m"):
        return mv.Attack(unit, targets, w.card(weapon) if weapon else "")
    return mv.MonsterAttack(unit, targets)


def _answer(w: Words, option: str, step: str | None) -> mv.Move:
    """By option, by label, by the name of an explorer, or by a space."""
    top = w.state.agenda[-1] if w.state.agenda else None
    number = int(step) if step else w.step()
    if isinstance(top, Ask):
        told = dict(zip(top.labels, top.options, strict=False)) if len(top.labels) == len(top.options) else {}
        if option.startswith("barrel "):
            return mv.Answer(number, _target(w, option))
        for wanted in (option, told.get(option, ""), w.unit(option), _edge(option)):
            if wanted in top.options:
                return mv.Answer(number, wanted)
        if " of " in option:
            return mv.Answer(number, key_of(w.space(option)))
    return mv.Answer(number, option)


def _edge(option: str) -> str:
    """'0,-1 N' as the rules write an edge: '0,-1,N'."""
    return option.replace(" ", ",")


def _ruling(w: Words, reason: str, said: str) -> mv.Move:
    return mv.MakeRuling(reason, tuple(_change(w, part.strip()) for part in said.split(";") if part.strip()))


def _change(w: Words, said: str) -> ch.Change:
    for pattern, make in CHANGES:
        match = re.fullmatch(pattern, said)
        if match:
            return make(w, *match.groups())
    raise Unreadable(f"no such change: {said!r} (tests/cases/README.md lists them)")


def _near(w: Words, space: str, who: str) -> Space:
    return w.space(space, w.explorer(who))


def _step(w: Words, number: str | None) -> int:
    return int(number) if number else w.step()


def _roller(w: Words, named: str | None) -> str:
    """Whose roll is meant: the one named, else the one that is open."""
    top = w.state.agenda[-1] if w.state.agenda else None
    return w.explorer(named) if named else top.roller if isinstance(top, StepAbility) else ""


def _handed(w: Words, card: str, step: int) -> mv.Move:
    """Handed over to the one of the two in the trade who doesn't hold it."""
    trade = next((one for one in w.state.agenda if isinstance(one, Trading) and one.id == step), None)
    if trade is None:
        return mv.GiveItem(step, card)
    return mv.GiveItem(
        step, card, trade.partner if holder_of(w.state, card) in ("", trade.explorer) else trade.explorer
    )


def _house_rule(w: Words, name: str, value: str) -> mv.Move:
    return mv.ChangeSetting(name, int(value) if value.isdecimal() else value)


Sentence = tuple[str, Callable[..., Any]]

SENTENCES: list[Sentence] = [
    (r"(m\d+|mon-\S+) moves to (.+)", lambda w, who, to: mv.MoveMonster(w.unit(who), w.space(to))),
    (r"(m\d+|mon-\S+) opens the door to (.+)", lambda w, who, to: mv.MonsterOpenDoor(w.unit(who), w.space(to))),
    (r"(m\d+|mon-\S+) does (\S+)", lambda w, who, at: mv.MonsterAbility(w.unit(who), at)),
    (r"(m\d+|mon-\S+) is done", lambda w, who: mv.MonsterDone(w.unit(who))),
    (r"(\S+) attacks(?: (.+?))?(?: with (\S+))?", _attack),
    (r"(\S+) walks to (.+)", _walk),
    (r"(\S+) walks along (.+)", _walk_along),
    (r"(\S+) explores ([NESW])", lambda w, who, edge: mv.Explore(w.explorer(who), edge)),
    (
        r"(\S+) activates the chapter space (.+)",
        lambda w, who, space: mv.ActivateChapterSpace(w.explorer(who), w.space(space, w.explorer(who))),
    ),
    (
        r"(\S+) opens the door to (.+)",
        lambda w, who, space: mv.OpenDoor(w.explorer(who), w.space(space, w.explorer(who))),
    ),
    (r"(\S+) leaves by the exit", lambda w, who: mv.LeaveByExit(w.explorer(who))),
    (r"(\S+) activates the space (.+)", lambda w, who, s: mv.ActivateSpace(w.explorer(who), _near(w, s, who))),
    (r"(\S+) places a door towards (.+)", lambda w, who, s: mv.PlaceDoor(w.explorer(who), _near(w, s, who))),
    (r"(\S+) destroys the door to (.+)", lambda w, who, s: mv.DestroyDoor(w.explorer(who), _near(w, s, who))),
    (r"(\S+) trades with (\S+)", lambda w, who, other: mv.StartTrade(w.explorer(who), w.explorer(other))),
    (r"(\S+) is handed over(?: at step (\d+))?", lambda w, card, n: _handed(w, w.card(card), _step(w, n))),
    (r"(\S+) is handed over to (\S+)", lambda w, card, to: mv.GiveItem(w.step(), w.card(card), w.explorer(to))),
    (r"(\S+) is handed over without a name", lambda w, card: mv.GiveItem(w.step(), w.card(card))),
    (r"(\S+) uses inventory", lambda w, who: mv.UseInventory(w.explorer(who))),
    (r"(\S+) uses inventory on (\S+)", lambda w, who, on: mv.UseInventory(w.explorer(who), w.explorer(on))),
    (r"(\S+) is equipped(?: at step (\d+))?", lambda w, card, n: mv.Equip(_step(w, n), w.card(card))),
    (r"(\S+) is unequipped", lambda w, card: mv.Unequip(w.step(), w.card(card))),
    (r"(\S+) is laid under (\S+)", lambda w, card, host: mv.Augment(w.step(), w.card(card), w.card(host))),
    (r"(\S+) is upgraded", lambda w, card: mv.Upgrade(w.step(), w.card(card))),
    (r"(\S+) is upgraded for (\S+)", lambda w, card, gone: mv.Upgrade(w.step(), w.card(card), w.card(gone))),
    (r"that is all(?: at step (\d+))?", lambda w, n: mv.CloseStep(_step(w, n))),
    (r"(\S+) promises (\d+)(?: at step (\d+))?", lambda w, e, k, n: mv.PayShare(_step(w, n), w.explorer(e), int(k))),
    (r"(\S+) drops (\S+) at (.+)", lambda w, who, card, s: mv.Drop(w.explorer(who), w.card(card), _near(w, s, who))),
    (r"(\S+) picks up (\S+)", lambda w, who, card: mv.PickUp(w.explorer(who), w.card(card))),
    (r"(\S+) plays (\S+) (\S+)", lambda w, who, card, at: mv.PlayAbility(w.explorer(who), w.card(card), at)),
    (
        r"(\S+) helps(?: with (\d+))?(?: the roll of (\S+))?",
        lambda w, e, k, of: mv.HelpRoll(_step(w, None), w.explorer(e), int(k or 1), _roller(w, of)),
    ),
    (r"the adjusting is closed(?: for (\S+))?", lambda w, of: mv.CloseAdjust(_step(w, None), _roller(w, of))),
    (r"(\S+) finishes", lambda w, who: mv.FinishTurn(w.explorer(who))),
    (r"the (explorer|spawn|horror|monster) phase ends", lambda w, phase: mv.EndPhase(phase)),
    (
        r"the terrain lies with face ([ab]) on ([NESW])(?: at step (\d+))?",
        lambda w, face, edge, step: mv.PlaceTerrain(int(step or w.step()), face, edge),
    ),
    (
        r"the environment is connected to ([NESW])(?: at step (\d+))?",
        lambda w, edge, step: mv.ConnectEnvironment(int(step or w.step()), edge),
    ),
    (
        r"the encounter is drawn(?: at step (\d+))?",
        lambda w, step: mv.DrawEncounter(int(step or w.step())),
    ),
    (r"answer (.+?)(?: to step (\d+))?", _answer),
    (r"the (\w+) die is rolled", lambda w, die: mv.RollDie(die)),
    (r"the (\w+) die shows (\d+)", lambda w, die, face: mv.RollDie(die, int(face))),
    (r"house rule (\S+) (.*)", _house_rule),
    (r'ruling "(.*?)": ?(.*)', _ruling),
]

CHANGES: list[Sentence] = [
    (r"(\S+) (health|stamina|essence) (\d+)", lambda w, who, what, n: ch.SetPool(w.unit(who), what, int(n))),
    (r"(\S+) goes to (.+ of .+)", lambda w, who, to: ch.PutUnit(w.unit(who), w.space(to))),
    (r"(\S+) enters (.+ of .+)", lambda w, who, to: ch.PutUnit(w.unit(who), w.space(to), enters=True)),
    (r"monster (\S+) at (.+)", lambda w, card, at: ch.AddMonster(w.space(at), w.card(card))),
    (r"a monster at (.+)", lambda w, at: ch.AddMonster(w.space(at))),
    (r"(\S+) is (destroyed|banished)", lambda w, who, how: ch.RemoveMonster(w.unit(who), how)),
    (r"(spawn|horror) tokens (\d+)", lambda w, kind, n: ch.SetTokens(kind, int(n))),
    (r"(spawn|horror) rating (\d+)", lambda w, kind, n: ch.SetTrack(f"{kind}_rating", int(n))),  # type: ignore[arg-type]
    (r"(threat|level|lit|replacements) (\d+)", lambda w, track, n: ch.SetTrack(track, int(n))),
    (r"(\S+) (?:panel (\S+) )?charges (\d+)", lambda w, card, at, n: ch.SetCharges(w.card(card), int(n), at or "")),
    (r"door (.+) \| (.+) (open|closed|none)", lambda w, a, b, door: ch.SetDoor(w.space(a), w.space(b), door)),
    (r"(\S+) takes from (\w+)", lambda w, who, deck: ch.TakeItem(w.explorer(who), deck)),
    (r"(\S+) is dropped", lambda w, card: ch.DropItem(w.card(card))),
    (r"(\S+) is given to (\S+)", lambda w, card, to: ch.DropItem(w.card(card), w.explorer(to))),
    (r"chapter (\d+)", lambda w, n: ch.SetChapter(int(n) - 1)),
    (r"scenario (\S+), (\S+), (\S+)", lambda w, s, n, v: ch.SetScenario(s, n, v)),
    (r"the game is (won|lost)", lambda w, outcome: ch.EndGame(outcome)),
    *RULINGS,
]
