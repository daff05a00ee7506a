"""Which words of the language and which rows of the ledger the cards of the built-in pack use.

python -m tests.packs.use          # all of it as a table
python -m tests.packs.use --gaps   # only what no card uses
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Literal, get_args, get_type_hints

from app.packs import builtin
from app.packs.abilities import KINDS, LIMITS, PANELS, TRIGGERS
from app.packs.attacks import PASSES
from app.packs.cards import WAYS
from app.packs.conditions import SUBJECTS
from app.packs.play_verbs import _NAMED, _WORDS
from app.packs.verbs import GOALS, PLAY_VERBS, every
from app.rules import effects as fx
from app.rules.cards import Book
from app.rules.cards_items import ItemCard
from app.rules.cards_story import Chapter, Encounter, Environment, Event, Variation
from app.rules.cards_text import Ability, Card
from app.rules.cards_units import ExplorerCard, MonsterCard
from app.rules.effects import Effect
from app.rules.ledger import LEDGER
from app.rules.vocabulary import Condition, Per, Price, Select

# ------------------------------------------------------------------ what a card is made of


def parts(value: object) -> Iterator[object]:
    """A value and everything within it, of dataclasses and tuples."""
    yield value
    if isinstance(value, tuple | list):
        for one in value:
            yield from parts(one)
    elif is_dataclass(value):
        for field in fields(value):
            yield from parts(getattr(value, field.name))


def verbs(card: Card) -> tuple[Effect, ...]:
    """Every verb on a card, those of its attacks included."""
    found = [effect for *_, ability in card.abilities() for effect in every(ability.do)]
    for profile in (getattr(card, "attack_profile", None), getattr(card, "upgraded_profile", None)):
        if profile is not None:
            found += [*every(profile.on_hit), *every(profile.on_miss)]
    return tuple(found)


def abilities(card: Card) -> tuple[Ability, ...]:
    """The abilities of a card."""
    return tuple(ability for *_, ability in card.abilities())


def prices(card: Card) -> tuple[Price, ...]:
    """Every price on a card: of abilities, options, stored cards, upgrades and attacks."""
    return tuple(part for part in parts(card) if isinstance(part, Price))


# ------------------------------------------------------------------ words


def _words(card: Card) -> Iterator[str]:
    """The words of the language that a card uses, each as 'kind word'."""
    for verb in verbs(card):
        yield f"verb {verb.type}"
        for part in parts(verb):
            if isinstance(part, Select):
                yield f"select.kind {part.kind}"
                yield f"select.where {part.where}"
        if isinstance(verb, fx.Modify) and verb.sets:
            yield "modify.set number"
        for name in ("what", "until", "goal", "source", "tile", "where", "act", "which", "put", "mode", "rest"):
            word = getattr(verb, name, None)
            if isinstance(word, str):
                yield f"{verb.type}.{name} {word}"
    for part in parts(card):
        if isinstance(part, Condition | Per):
            yield f"condition {part.subject}"
        elif isinstance(part, fx.Steps):
            yield f"condition {part.count}"
        elif isinstance(part, Select):
            yield f"select.pick {part.pick}"
            yield f"select.of {part.of}"
    for ability in abilities(card):
        yield f"ability {ability.kind}"
        yield f"limit {ability.limit}"
        yield f"trigger {ability.trigger}"
        yield f"item {ability.item}"
    for face in card.faces:
        for panel in face.panels:
            yield f"panel {panel.kind}"
    if isinstance(card, Chapter):
        yield f"way_on {card.way_on.kind}"
    for one in getattr(card, "passes", ()):
        yield f"passes {one}"
    for price in prices(card):
        yield from (f"price {f.name}" for f in fields(price) if getattr(price, f.name))


def known_words() -> tuple[str, ...]:
    """Every word of the language, as 'kind word'."""
    found = [f"verb {get_args(get_type_hints(kind)['type'])[0]}" for kind in get_args(Effect)]
    for (verb, name), words in _WORDS.items():
        found += [f"{verb}.{name} {word}" for word in words if (verb, name) not in _UNCOUNTED]
    for word, kind in PLAY_VERBS.items():
        hints = get_type_hints(kind)
        for name, hint in hints.items():
            if name in ("until", "act", "which", "put", "mode", "rest", "where") and _is_literal(hint):
                found += [f"{word}.{name} {one}" for one in get_args(hint) if one]
    found.append("modify.set number")
    found += [f"teleport.where {goal}" for goal in GOALS]
    found += [f"select.where {one}" for one in get_args(get_type_hints(Select)["where"])]
    found += [f"select.pick {one}" for one in _NAMED["pick"]]
    found += [f"condition {one}" for one in SUBJECTS]
    found += [f"trigger {one}" for one in TRIGGERS]
    found += [f"{kind} {one}" for kind, several in _LISTS.items() for one in several]
    found += [f"price {f.name}" for f in fields(Price)]
    return tuple(dict.fromkeys(found))


def _is_literal(hint: Any) -> bool:
    return getattr(hint, "__origin__", None) is Literal


_UNCOUNTED = {("look", "deck"), ("store", "pile"), ("recall", "pile"), ("attack", "attacker")}
_LISTS: Mapping[str, tuple[str, ...]] = {
    "ability": KINDS,
    "limit": LIMITS,
    "panel": PANELS,
    "way_on": WAYS,
    "passes": PASSES,
    "item": ("plain", "upgraded", "augment"),
}


def words_used(book: Book) -> dict[str, tuple[str, ...]]:
    """Each word of the language with the cards that use it."""
    found: dict[str, list[str]] = {word: [] for word in known_words()}
    for card in book.cards.values():
        for word in dict.fromkeys(_words(card)):
            if word in found:
                found[word].append(card.id)
    return {word: tuple(cards) for word, cards in found.items()}


# ------------------------------------------------------------------ rows of the ledger

Exercises = Callable[[Card], bool]


def _does(*kinds: type[Any], **said: object) -> Exercises:
    """Cards with a verb of one of these kinds, with these parameters."""
    return lambda card: any(
        isinstance(verb, kinds) and all(getattr(verb, name) == value for name, value in said.items())
        for verb in verbs(card)
    )


def _modifies(*what: str) -> Exercises:
    return lambda card: any(getattr(verb, "what", "") in what for verb in verbs(card) if not isinstance(verb, fx.Lose))


def _asks(*subjects: str) -> Exercises:
    return lambda card: any(isinstance(part, Condition) and part.subject in subjects for part in parts(card))


def _when(*triggers: str) -> Exercises:
    return lambda card: any(ability.trigger in triggers for ability in abilities(card))


def _is(*kinds: type[Card]) -> Exercises:
    return lambda card: isinstance(card, kinds)


def _panel(*kinds: str) -> Exercises:
    return lambda card: any(panel.kind in kinds for face in card.faces for panel in face.panels)


def _pays(*parts_of_price: str) -> Exercises:
    return lambda card: any(getattr(price, name) for price in prices(card) for name in parts_of_price)


def _has(kind: str) -> Exercises:
    return lambda card: any(ability.kind == kind for ability in abilities(card))


def _chapter(check: Callable[[Chapter], bool]) -> Exercises:
    return lambda card: isinstance(card, Chapter) and check(card)


def _both(*checks: Exercises) -> Exercises:
    return lambda card: all(check(card) for check in checks)


def _either(*checks: Exercises) -> Exercises:
    return lambda card: any(check(card) for check in checks)


_TOKENS = _does(fx.AddToken, fx.LoseToken)
_STEPS = _does(fx.Steps)
#: Row -> the cards that live by it or press on it.
ROWS: Mapping[str, Exercises] = {
    "CH-1": _is(Chapter),
    "CH-2": _chapter(lambda c: any(a.kind == "enters" for a in abilities(c))),
    "CH-3": _chapter(lambda c: not c.is_pass_through),
    "CH-4": _chapter(lambda c: c.way_on.kind in ("chapter_space", "blocking")),
    "CH-5": _chapter(lambda c: c.is_pass_through),
    "CH-6": _chapter(lambda c: any(panel.heading for face in c.faces for panel in face.panels)),
    "CH-7": _panel("choose"),
    "CH-8": _both(_is(Chapter), _has("active")),
    "CH-9": _chapter(lambda c: c.way_on.kind == "exit_token"),
    "CT-1": lambda card: any(p.charges or p.kind != "plain" for face in card.faces for p in face.panels),
    "CT-2": _pays("charges"),
    "CT-3": _panel("locked"),
    "CT-4": _panel("determined"),
    "TK-1": _asks("spawn_tokens", "horror_tokens"),
    "TK-2": _pays("spawn_token", "horror_token"),
    "TK-3": lambda card: any(isinstance(v, fx.AddToken) and v.max for v in verbs(card)) or _pays("add_max")(card),
    "TK-4": _both(_is(Chapter), _TOKENS),
    "EX-1": _modifies("cost_explore"),
    "EX-2": _does(fx.ExploreFree),
    "EX-3": _does(fx.ExploreFree, fx.PlaceEntry),
    "EX-6": _does(fx.PlaceEntry),
    "EN-1": _is(Environment),
    "EN-2": _both(_is(Environment), _has("passive")),
    "EN-3": _both(_is(Environment), lambda card: getattr(card, "countdown", None) is None),
    "EN-4": _both(_is(Environment), _has("enters")),
    "EN-5": lambda card: getattr(card, "countdown", None) is not None,
    "EN-6": _either(_does(fx.DestroyTile), lambda card: getattr(card, "countdown", None) is not None),
    "NC-1": _is(Encounter),
    "NC-2": _both(_is(Encounter), _does(fx.Attack, fx.Lose, fx.Restore)),
    "NC-3": _both(_is(Encounter), _has("active")),
    "NC-4": _does(fx.Store, fx.StoreItem),
    "NC-5": _does(fx.Recall),
    "NC-6": _both(_is(Encounter), lambda card: any(panel.heading for face in card.faces for panel in face.panels)),
    "ST-1": lambda card: any(isinstance(v, fx.Steps) and v.mode != "count" for v in verbs(card)),
    "ST-2": lambda card: any(isinstance(v, fx.Steps) and v.adjust is not None for v in verbs(card)),
    "ST-3": _STEPS,
    "ST-4": _does(fx.Steps, who="each_explorer"),
    "ST-5": _STEPS,
    "IT-1": _does(fx.AddLevel),
    "MN-1": _does(fx.Threat),
    "RC-1": _does(fx.Recharge),
    "RC-2": _does(fx.Inventory, fx.Trade),
    "EV-1": _modifies("cost_event_space"),
    "TL-1": _does(fx.Traps),
    "TL-2": _does(fx.Traps),
    "TL-3": _does(fx.Traps, activator=True),
    "XB-1": lambda card: _arcane(card) or any(isinstance(v, fx.Attack) and v.barrels for v in verbs(card)),
    "CS-1": _either(_modifies("target_ethereal", "ethereal", "be_ethereal"), lambda card: getattr(card, "ethereal", 0)),
    "CS-2": _asks("on_lit_tile", "lit_chapter_spaces"),
    "GD-1": _does(fx.Test, fx.Reroll),
    "RD-1": _modifies("stamina_next_round"),
    "RD-2": _when("turn_finished"),
    "RD-3": _either(_does(fx.Spawn), _modifies("spawn_roll")),
    "RD-4": _modifies("horror_roll"),
    "RD-5": _is(MonsterCard),
    "RD-7": _has("active"),
    "BG-1": _modifies("cost_open_door", "cost_place_door", "free_first_door"),
    "BG-2": lambda card: any(isinstance(p, Select) and p.where == "adjacent" for p in parts(card)),
    "BG-3": _either(
        _modifies("sight_most", "be_seen_from_outside", "sight_through_doors", "full_sight"),
        lambda card: any(isinstance(p, Select) and p.where == "in_sight" for p in parts(card)),
    ),
    "BG-4": _either(_is(MonsterCard, ExplorerCard), _does(fx.Attack, fx.Banish)),
    "BG-5": _does(fx.DestroySpace),
    "BG-6": _either(_does(fx.Prevent), _when("explorer_destroyed", "explorer_would_be_destroyed")),
    "BG-7": _does(fx.End),
    "BG-8": _does(fx.Door),
    "BG-9": _is(ItemCard),
    "BG-11": _does(fx.PushUnits, fx.Push, fx.Teleport, fx.Move, fx.MoveTowards),
    "DK-1": _does(fx.Invoke, fx.Reinvoke),
    "DK-2": lambda card: isinstance(card, Event) and not card.core,
    "DK-3": _does(fx.Look),
    "DK-4": lambda card: isinstance(card, Event) and (card.bound or any(a.kind == "active" for a in abilities(card))),
    "SC-1": _is(Variation),
    "SC-2": _is(Event, ExplorerCard, MonsterCard, ItemCard),
    "AM-2": _does(fx.Choose, who="group"),
    "IP-1": _has("when"),
    "IP-3": _both(_is(Environment), _has("enters")),
    "IP-4": _does(fx.Teleport, who="each_explorer"),
    "IP-5": _when("new_round"),
    "IP-6": _both(lambda card: getattr(card, "countdown", None) is not None, _does(fx.Charge)),
    "IP-8": _does(fx.PlaceExit, fx.PlaceEntry),
    "IP-9": _does(fx.Advance, fx.End),
    "IP-10": _both(_is(Encounter), _does(fx.Store)),
    "IP-11": _does(fx.Recall),
    "IP-12": lambda card: any(isinstance(v, fx.Steps) and v.per and v.who == "each_explorer" for v in verbs(card)),
    "IP-13": _both(_is(Encounter), _does(fx.Attack, fx.PushUnits)),
    "IP-16": _does(fx.Spawn),
    "IP-17": _does(fx.Spawn),
    "IP-19": _chapter(lambda c: c.way_on.kind == "exit_token"),
    "IP-22": _either(_does(fx.Rating), _modifies("printed_horror", "spawn_roll", "horror_roll", "step_roll")),
}
#: Rows that no card can press on: board, round and table live by them, whatever is on the cards.
NO_CARD: Mapping[str, str] = {
    **dict.fromkeys(("TR-1", "TR-2", "TR-3", "TR-4", "TR-5", "TR-6", "EX-4", "EX-5", "EX-7"), "the board"),
    **dict.fromkeys(("IP-2", "IP-7", "IP-14", "IP-15", "IP-18", "IP-20", "IP-21"), "the board"),
    **dict.fromkeys(("RD-6", "SC-3", "BG-10", "ED-1"), "setup, round and house rules"),
    "AM-1": "rulings",
}


def _arcane(card: Card) -> bool:
    profile = getattr(card, "attack_profile", None)
    lends = getattr(card, "lends", None)
    return bool((profile is not None and profile.arcane) or (lends is not None and lends.arcane)) or any(
        isinstance(verb, fx.Attack) and verb.arcane for verb in verbs(card)
    )


def rows_used(book: Book) -> dict[str, tuple[str, ...]]:
    """Each row that cards can exercise with the cards that do."""
    return {row: tuple(card.id for card in book.cards.values() if check(card)) for row, check in ROWS.items()}


# ------------------------------------------------------------------ the table


def lines(used: Mapping[str, tuple[str, ...]], *, gaps: bool) -> Iterator[str]:
    """One line for each: the word or row, how many cards use it, the first of them."""
    for name, cards in used.items():
        if not (gaps and cards):
            title = f"  {LEDGER[name].title}" if name in LEDGER else ""
            yield f"{name:36}{len(cards):>4}  {', '.join(cards[:4]) or '-'}{title}"


def by_hand(book: Book) -> tuple[str, ...]:
    """The abilities that no verb covers, whole or in part: the group carries them out, or counts them itself."""
    return tuple(
        f"{card.id} {at}"
        for card in book.cards.values()
        for at, _, _, ability in card.abilities()
        if not ability.do or any(isinstance(verb, fx.Text) for verb in every(ability.do))
    )


def main(arguments: list[str]) -> int:
    """Print the table; 1 when something is used by no card."""
    book = builtin()
    used = {**words_used(book), **rows_used(book)}
    sys.stdout.write("\n".join(lines(used, gaps="--gaps" in arguments)) + "\n\n")
    texts = by_hand(book)
    sys.stdout.write(f"{len(texts)} abilities are for the group, whole or in part: {', '.join(texts)}\n")
    return int(not all(used.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
