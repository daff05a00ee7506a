"""Effects, conditions and prices as they are written in a pack, into those of `app.rules.effects`.

Every verb is a mapping with one key (`restore: {essence: 2}`) or, where there is nothing to add, a word
(`advance`). What a verb may name on its own card is checked by `cards.py` once the card is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, get_args, get_type_hints

from app.rules.effects import (
    AddToken,
    Advance,
    Attack,
    Bind,
    Charge,
    Choice,
    Choose,
    DestroyThis,
    EachExplorer,
    EachUnit,
    Effect,
    End,
    If,
    Invoke,
    Lock,
    Lose,
    LoseToken,
    Move,
    PlaceEntry,
    PlaceExit,
    Push,
    Rating,
    Reinvoke,
    Restore,
    Steps,
    Teleport,
    Test,
    Text,
    Threat,
    Unlock,
)
from app.rules.vocabulary import Pile, Pool, Price, Select, TokenKind, Who

from .conditions import MOST, WHO, Reference, Scope, conditions, price
from .fields import MAX_NAME, Field, Fields
from .play_verbs import filled, play_verb

POOLS: tuple[Pool, ...] = get_args(Pool)
TOKENS: tuple[TokenKind, ...] = get_args(TokenKind)
PILES: tuple[Pile, ...] = get_args(Pile)
Goal = Literal[
    "entry_tile", "own_tile", "middle", "next_to_explorer", "next_to_action_space", "next_to_door", "in_sight", "within"
]
#: Where a teleport can lead.
GOALS: tuple[Goal, ...] = get_args(Goal)
CHOOSERS = ("group", "acting", "activating", "any_explorer")


def effects(where: Field, scope: Scope) -> tuple[Effect, ...]:
    """A list of effects in the order in which they are resolved."""
    found = (_effect(item, scope) for item in where.items())
    return tuple(effect for effect in found if effect is not None)


def every(effects: tuple[Effect, ...]) -> Iterator[Effect]:
    """All effects, those within choices and conditions included."""
    for effect in effects:
        yield effect
        if isinstance(effect, Choose):
            for option in effect.options:
                yield from every(option.do)
        elif isinstance(effect, If):
            yield from every(effect.then)
            yield from every(effect.otherwise)
        elif isinstance(effect, EachExplorer | EachUnit):
            yield from every(effect.do)
        elif isinstance(effect, Steps):
            for band in effect.bands:
                yield from every(band.do)
        elif isinstance(effect, Test):
            yield from every(effect.then)
            yield from every(effect.fail)
        elif isinstance(effect, Attack):
            yield from every(effect.on_hit)
            yield from every(effect.on_miss)


def _effect(where: Field, scope: Scope) -> Effect | None:
    if isinstance(where.value, str):
        if where.value in WORDS:
            return WORDS[where.value](scope)
        if where.value in PLAY_VERBS:
            return play_verb(PLAY_VERBS[where.value], where.value, Field({}, where.path, where.place), scope, effects)
        where.one_of((*WORDS, *VERBS, *PLAY_VERBS))
        return None
    keys = where.pairs()
    if "if" in keys:
        return _if(where, scope)
    if len(keys) != 1:
        if keys or where.value == {}:
            where.note(f"must be one verb, found {', '.join(keys) or 'none'}")
        return None
    [(verb, inner)] = keys.items()
    if verb in PLAY_VERBS:
        return play_verb(PLAY_VERBS[verb], verb, inner, scope, effects)
    if verb not in VERBS:
        Field(verb, where.path, where.place).one_of((*WORDS, *VERBS, *PLAY_VERBS, "if"))
        return None
    return VERBS[verb](inner, scope)


def _if(where: Field, scope: Scope) -> Effect:
    keys = where.fields(("if", "then", "else"), ("then",))
    return If(
        conditions=conditions(keys["if"], scope),
        then=effects(keys["then"], scope) if "then" in keys else (),
        otherwise=effects(keys["else"], scope) if "else" in keys else (),
    )


def _amount(keys: Fields, names: tuple[Pool, ...] | tuple[TokenKind, ...]) -> tuple[str, Field | None]:
    """The one of `names` that is there, with its figure."""
    there = [name for name in names if name in keys]
    if len(there) == 1:
        return there[0], keys[there[0]]
    keys.of.note(f"needs exactly one of {', '.join(names)}")
    return names[0], None


def _who(keys: Fields, scope: Scope) -> Who:
    """Whom an effect is about: a word, or units picked by what they are and where they stand."""
    if "who" in keys and isinstance(keys["who"].value, dict):
        found: Select = filled(Select, "who", keys["who"], scope, effects)
        return found
    return keys.one_of("who", WHO, "acting")


def _pool(where: Field, scope: Scope) -> tuple[Who, Pool, Field | None]:
    keys = where.fields(("who", *POOLS))
    name, figure = _amount(keys, POOLS)
    return _who(keys, scope), next(pool for pool in POOLS if pool == name), figure


def _lose(where: Field, scope: Scope) -> Effect:
    who, pool, figure = _pool(where, scope)
    return Lose(who, pool, figure.integer(1, MOST) if figure else 1)


def _restore(where: Field, scope: Scope) -> Effect:
    who, pool, figure = _pool(where, scope)
    if figure is None or figure.value == "all":
        return Restore(who, pool, 0)
    return Restore(who, pool, figure.integer(1, MOST))


def _token(where: Field, *more: str) -> tuple[Fields, TokenKind, int]:
    keys = where.fields((*TOKENS, *more))
    name, figure = _amount(keys, TOKENS)
    return keys, next(kind for kind in TOKENS if kind == name), figure.integer(1, MOST) if figure else 1


def _add_token(where: Field, scope: Scope) -> Effect:
    keys, kind, n = _token(where, "max")
    return AddToken(kind, n, keys.some_integer("max", 1, MOST))


def _lose_token(where: Field, scope: Scope) -> Effect:
    _, kind, n = _token(where)
    return LoseToken(kind, n)


def _change(where: Field) -> int:
    """A figure up or down, never 0."""
    n = where.integer(-MOST, MOST)
    if n == 0:
        where.note("0 changes nothing")
    return n


def _charge(where: Field, scope: Scope) -> Effect:
    if not isinstance(where.value, dict):
        scope.named.append(Reference(where, "own_charges"))
        return Charge(_change(where))
    keys = where.fields(("n", "panel", "max"), ("n",))
    panel = keys.name("panel")
    if panel != "all_countdowns":
        scope.named.append(Reference(where, "charges" if panel else "own_charges", panel))
    return Charge(_change(keys["n"]) if "n" in keys else 1, panel, keys.some_integer("max", 1, MOST))


def _rating(where: Field, scope: Scope) -> Effect:
    keys = where.fields(TOKENS)
    name, figure = _amount(keys, TOKENS)
    return Rating(next(kind for kind in TOKENS if kind == name), _change(figure) if figure else 1)


def _choose(where: Field, scope: Scope) -> Effect:
    keys = where.fields(("who", "options"), ("options",))
    options = keys.items("options")
    if "options" in keys and len(options) < 2:
        keys["options"].note("a choice needs two options or more")
    return Choose(keys.one_of("who", CHOOSERS, "group"), tuple(_choice(option, scope) for option in options))


def _choice(where: Field, scope: Scope) -> Choice:
    keys = where.fields(("label", "price", "do"), ("label",))
    return Choice(
        label=keys.text("label", longest=200),
        do=effects(keys["do"], scope) if "do" in keys else (),
        price=price(keys["price"], scope) if "price" in keys else Price(),
    )


def _teleport(where: Field, scope: Scope) -> Effect:
    keys = where.fields(("who", "where", "optional", "within"), ("where",))
    to: Goal = keys["where"].one_of(GOALS) if "where" in keys else GOALS[0]
    if ("within" in keys) != (to in ("in_sight", "within")):
        where.note("'within' belongs to where: in_sight and where: within")
    return Teleport(_who(keys, scope), to, keys.flag("optional"), keys.integer("within", 0, MOST, 0))


def _move(where: Field, scope: Scope) -> Effect:
    keys = where.fields(("who", "n", "exactly"), ("n",))
    return Move(_who(keys, scope), keys.integer("n", 1, MOST, 1), keys.flag("exactly"))


def _each(where: Field, scope: Scope) -> Effect:
    keys = where.fields(("who", "do"), ("who", "do"))
    return EachUnit(_who(keys, scope), effects(keys["do"], scope) if "do" in keys else ())


def _unlock(where: Field, scope: Scope) -> Effect:
    panel = where.text(MAX_NAME)
    scope.named.append(Reference(where, "locked", panel))
    return Unlock(panel)


def _lock(where: Field, scope: Scope) -> Effect:
    keys = where.fields(("panel", "least"), ("panel",))
    panel = keys.name("panel")
    if "panel" in keys:
        scope.named.append(Reference(keys["panel"], "locked", panel))
    return Lock(panel, keys.integer("least", 0, MOST, 0))


def _text(where: Field, scope: Scope) -> Effect:
    return Text(where.text(lines=True))


def _own_text(scope: Scope) -> Effect:
    """The ability's own sentence, without its opening ("Enters play: ")."""
    opening, colon, rest = scope.sentence.partition(": ")
    return Text(rest if colon else opening)


#: Verbs that need nothing said about them.
WORDS: dict[str, Callable[[Scope], Effect]] = {
    "text": _own_text,
    "place_entry": lambda scope: PlaceEntry(),
    "place_exit": lambda scope: PlaceExit(),
    "advance": lambda scope: Advance(),
    "destroy_this": lambda scope: DestroyThis(),
    "bind": lambda scope: Bind(),
}

VERBS: dict[str, Callable[[Field, Scope], Effect]] = {
    "lose": _lose,
    "restore": _restore,
    "add_token": _add_token,
    "lose_token": _lose_token,
    "charge": _charge,
    "threat": lambda where, scope: Threat(_change(where)),
    "rating": _rating,
    "invoke": lambda where, scope: Invoke(where.one_of(PILES)),
    "reinvoke": lambda where, scope: Reinvoke(where.one_of(PILES)),
    "choose": _choose,
    "each_explorer": lambda where, scope: EachExplorer(effects(where, scope)),
    "each": _each,
    "teleport": _teleport,
    "move": _move,
    "push_back": lambda where, scope: Push(where.integer(1, MOST)),
    "unlock": _unlock,
    "lock": _lock,
    "end": lambda where, scope: End(where.one_of(("won", "lost")) == "won"),
    "text": _text,
}

#: Verbs that have no reader of their own, by the word that a pack uses.
PLAY_VERBS: dict[str, type[Any]] = {
    word: kind
    for kind in get_args(Effect)
    for word in get_args(get_type_hints(kind)["type"])
    if word not in (*WORDS, *VERBS, "if")
}
