"""Verbs of play as they are written in a pack: those of app.rules.effects that have no reader of their own in `verbs`.

One reader serves them all: a verb is written with the names of its fields, and each field is read by its type.
`attack: {target: {kind: monster, where: in_sight}, high: 2, arcane: true}`.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Collection
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from app.rules import effects, vocabulary
from app.rules.effects import Band, Effect
from app.rules.vocabulary import Adjust, Condition, Dice, Per, Price, Select

from .conditions import MODIFIED, MOST, SUBJECTS, WHO, Scope, conditions, price
from .fields import MAX_NAME, Field

PILES: tuple[str, ...] = get_args(vocabulary.Pile)
#: Fields whose words are a closed list that the type does not spell out.
_WORDS: dict[tuple[str, str], Collection[str]] = {
    ("modify", "what"): vocabulary.NUMBERS,
    ("forbid", "what"): vocabulary.FORBIDDEN,
    ("allow", "what"): vocabulary.ALLOWED,
    ("attack", "attacker"): ("acting", "activating", "none"),
    ("push", "source"): (
        *("acting", "activating", "target", "nearest_monster", "nearest_explorer", "nearest_spawn_space"),
        *("nearest_chapter_space", "middle", "exit"),
    ),
    ("move_towards", "goal"): ("explorer", "monster", "spawn_space", "chapter_space", "acting", "activating"),
    ("spawn", "tile"): (
        *("acting", "activating", "fewest_explorers", "most_explorers", "most_health", "joined"),
        "each_with_explorer",
    ),
    ("look", "deck"): (*PILES, "tiles", "monsters"),
    ("store", "pile"): (*PILES, "monsters"),
    ("recall", "pile"): (*PILES, "monsters", "items"),
}
#: Fields of any verb whose words are a closed list.
_NAMED: dict[str, Collection[str]] = {
    "count": SUBJECTS,
    "of": ("acting", "bearer", "activating", "target"),
    "pick": ("nearest", "weakest", "loneliest", "most_health", "least_health", "most_items", "least_essence", "newest"),
    "who": WHO,
    "target": WHO,
}

Inner = Callable[[Field, Scope], tuple[Effect, ...]]


def play_verb(kind: type[Any], word: str, where: Field, scope: Scope, inner: Inner) -> Effect:
    """The verb `word`, which is of this kind, with what is said about it; `inner` reads the effects within."""
    found: Effect = filled(kind, word, where, scope, inner)
    if isinstance(found, effects.Modify | effects.Forbid | effects.Allow) and found.until and found.needs:
        where.note("'needs' belongs to what is passive: around an effect stands 'if'")
    if isinstance(found, effects.Forbid):
        _check_ban(found, where)
    if isinstance(found, effects.Modify):
        _check_number(found, where)
    return found


#: Prices that a card may change once each round only.
_LIMITED = (
    *("cost_attack", "cost_explore", "cost_open_door", "cost_place_door", "cost_trade", "cost_inventory"),
    *("cost_action_space", "cost_chest", "cost_event_space"),
)


#: Why a number has no 'set'; of the others that it is only added to something.
_NOT_SET = {
    **dict.fromkeys(("sight_most", "step_help_max"), "'n' is a limit already, of which the lowest counts"),
    **dict.fromkeys(("tiles_to_choose", "essence_for_health"), "'n' says it already, and the highest counts"),
    **dict.fromkeys(("low_dice", "high_dice"), "each attack has its own dice, and 'n' adds to them"),
}


def _check_number(change: effects.Modify, where: Field) -> None:
    """Exactly one of `n` and `set` says what becomes of a number, and what narrows it belongs to it (IP-22)."""
    said = where.value if isinstance(where.value, dict) else {}
    if ("n" in said) == change.sets:
        where.note("needs exactly one of 'n', what is added to the number, and 'set', what it is set to")
    if change.set is not None:
        if change.set < 0:
            where.note(f"'set' must be 0 or more, found {change.set}")
        if change.what in vocabulary.NUMBERS - vocabulary.SETTABLE:
            why = _NOT_SET.get(change.what, "it has no value of its own, 'n' adds to a roll, a price or a distance")
            where.note(f"{change.what} has no 'set': {why}; set are {', '.join(sorted(vocabulary.SETTABLE))}")
        if change.limit:
            where.note("'limit' belongs to 'n': what a number is set to holds always")
    if change.attack and change.what != "cost_attack":
        where.note("'attack' belongs to cost_attack")
    if change.limit and change.what not in _LIMITED:
        where.note(f"'limit' belongs to {', '.join(_LIMITED)}")


#: What narrows a ban, and the bans that it belongs to.
_NARROWS = {
    "items": ("use_items",),
    "level_most": ("be_attacked_by_monsters", "be_picked_as_weakest"),
    "apart": ("be_attacked_by_monsters",),
}


def _check_ban(ban: effects.Forbid, where: Field) -> None:
    for name, whats in _NARROWS.items():
        if getattr(ban, name) not in ("", None, False) and ban.what not in whats:
            where.note(f"'{name}' belongs to {', '.join(whats)}")


def filled(kind: type[Any], word: str, where: Field, scope: Scope, inner: Inner) -> Any:
    """A dataclass from a mapping with the names of its fields; a problem is noted for each that does not fit."""
    hints = get_type_hints(kind)
    known = [f for f in dataclasses.fields(kind) if f.name != "type"]
    needed = [f.name for f in known if f.default is dataclasses.MISSING]
    value = where
    alone = needed[0] if len(needed) == 1 else known[0].name if known and not needed else ""
    if where.value is True and not needed:
        value = Field({}, where.path, where.place)
    elif not isinstance(where.value, dict) and alone:  # `add_level: 2`, `trade: anywhere` say all there is to say
        value = Field({alone: where.value}, where.path, where.place)
    keys = value.fields([f.name for f in known], needed)
    said: dict[str, Any] = {}
    for f in known:
        if f.name in keys:
            said[f.name] = _read(hints[f.name], f"{word}.{f.name}", keys[f.name], scope, inner)
        elif f.default is dataclasses.MISSING:
            said[f.name] = _nothing(hints[f.name])
    return kind(**said)


def _read(hint: Any, path: str, where: Field, scope: Scope, inner: Inner) -> Any:
    word, _, name = path.rpartition(".")
    if hint is bool:
        return where.flag()
    if hint is int:
        return where.integer(-MOST, MOST)
    if hint is str:
        return _word(word, name, where)
    if get_origin(hint) is Literal:
        return where.one_of(get_args(hint))
    if get_origin(hint) in (Union, types.UnionType):
        return _either(get_args(hint), path, where, scope, inner)
    if get_origin(hint) is tuple:
        return _several(get_args(hint)[0], path, where, scope, inner)
    if hint is Price:
        return price(where, scope)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return filled(hint, path, where, scope, inner)
    raise TypeError(f"{path}: no reader for {hint}")


def _either(kinds: tuple[Any, ...], path: str, where: Field, scope: Scope, inner: Inner) -> Any:
    """A `who` is a word or a selection; everything else in two kinds is optional."""
    if Select in kinds:
        if isinstance(where.value, dict):
            return filled(Select, path, where, scope, inner)
        return where.one_of(MODIFIED if path in ("modify.who", "forbid.who", "allow.who") else WHO)
    [kind] = [k for k in kinds if k is not type(None)]
    return None if where.value is None else _read(kind, path, where, scope, inner)


def _several(kind: Any, path: str, where: Field, scope: Scope, inner: Inner) -> Any:
    if kind is Condition:
        return conditions(where, scope)
    if kind is Per:
        return tuple(Per(subject, n.integer(-MOST, MOST)) for subject, n in _counted(where))
    if kind is Band:
        return tuple(_band(item, scope, inner) for item in where.items())
    if kind in (Dice, Adjust, Select):
        return tuple(filled(kind, path, item, scope, inner) for item in where.items())
    return inner(where, scope)


def _counted(where: Field) -> list[tuple[str, Field]]:
    """Printed modifiers: `{spawn_tokens: -1}`."""
    found = []
    for subject, n in where.pairs().items():
        Field(subject, where.path, where.place).one_of(SUBJECTS)
        found.append((subject, n))
    return found


def _band(where: Field, scope: Scope, inner: Inner) -> Band:
    """One option of a step ability: `{from: 3, to: 5, text: …, do: […]}`."""
    keys = where.fields(("from", "to", "text", "do"), ("do",))
    least, most = keys.some_integer("from", -MOST, MOST), keys.some_integer("to", -MOST, MOST)
    if least is not None and most is not None and least > most:
        where.note(f"from {least} to {most} is no range")
    return Band(least, most, inner(keys["do"], scope) if "do" in keys else (), keys.text("text", lines=True))


def _word(word: str, name: str, where: Field) -> str:
    words = _WORDS.get((word, name)) or _NAMED.get(name)
    return where.one_of(tuple(sorted(words))) if words else where.text(MAX_NAME)


def _nothing(hint: Any) -> Any:
    """A harmless value for what is missing: the problem has been noted."""
    if hint is int:
        return 1
    if get_origin(hint) is Literal:
        return get_args(hint)[0]
    if get_origin(hint) is tuple:
        return ()
    return Price() if hint is Price else ""
