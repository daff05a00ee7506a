"""One reader per kind of card: what stands in a pack's files, into the cards of `app.rules.cards`."""

from __future__ import annotations

from typing import Literal, get_args

from app.rules.cards_items import ItemCard
from app.rules.cards_story import Chapter, Encounter, Environment, Event, Length, Scenario, Variation, WayOn
from app.rules.cards_text import Face
from app.rules.cards_units import ExplorerCard, MonsterCard
from app.rules.vocabulary import Price

from .abilities import PRINTED, CardScope, check_names, face
from .attacks import bonus, passes, picks, profile
from .conditions import MOST, Scope, conditions, price
from .fields import MAX_NAME, Field, Fields

ItemKind = Literal["weapon", "artifact", "consumable", "apparel"]
WayKind = Literal["chapter_space", "blocking", "endgame", "exit_token", "none"]

ITEMS: tuple[ItemKind, ...] = get_args(ItemKind)
WAYS: tuple[WayKind, ...] = get_args(WayKind)
HALVES: tuple[Literal["top", "bottom"], ...] = ("top", "bottom")
NAMED = ("id", "name")
#: What a printed slot fills, and how many of them (BG-9).
SLOTS = {
    "1 hand": ("hand", 1),
    "2 hands": ("hand", 2),
    "head": ("head", 1),
    "body": ("body", 1),
    "feet": ("feet", 1),
    "artifact": ("artifact", 1),
}


def chapter(where: Field) -> tuple[Chapter, CardScope]:
    """A chapter with its two halves (CH-1)."""
    keys = where.fields((*NAMED, "line", "way_on", *HALVES), (*NAMED, "way_on"))
    scope = CardScope("chapters")
    halves = tuple(_half(keys, name, scope) for name in HALVES)
    for rating in ("spawn", "horror"):
        values = [getattr(half, rating) for half in halves if getattr(half, rating) is not None]
        if len(set(values)) > 1:
            where.note(f"both halves print a {rating} rating, {values[0]} and {values[1]} (CH-1)")
    card = Chapter(
        id=keys.ident(),
        name=keys.name(),
        faces=halves,
        line=keys.text("line"),
        way_on=_way_on(keys["way_on"], scope) if "way_on" in keys else WayOn("chapter_space"),
    )
    check_names(scope)
    if card.way_on.kind == "blocking" and not (card.way_on.conditions or scope.advances):
        keys["way_on"].note("a blocking chapter needs 'conditions', or an ability that advances (CH-4)")
    return card, scope


def _half(keys: Fields, name: Literal["top", "bottom"], scope: CardScope) -> Face:
    if name not in keys:
        return Face(name)
    return face(keys[name].fields(("spawn", "horror", *PRINTED)), name, scope)


def _way_on(where: Field, scope: CardScope) -> WayOn:
    if isinstance(where.value, str):
        kind = where.one_of(WAYS)
        if kind == "blocking":
            where.note("a blocking way on is written as a mapping with 'kind: blocking', 'text' and 'conditions'")
        return WayOn(kind)
    keys = where.fields(("kind", "text", "spaces", "marked", "condition_on", "conditions"), ("kind",))
    inner = Scope()
    way = WayOn(
        kind=keys.one_of("kind", WAYS, "chapter_space"),
        conditions=conditions(keys["conditions"], inner) if "conditions" in keys else (),
        text=keys.text("text"),
        spaces=keys.integer("spaces", 1, 9, 1),
        marked=keys["marked"].one_of(HALVES) if "marked" in keys else "",
        condition_on=keys["condition_on"].one_of(HALVES) if "condition_on" in keys else "",
    )
    scope.named += [(reference, False) for reference in inner.named]
    if way.kind == "blocking" and not way.text:
        where.note("'text' is missing: the printed condition")
    if way.kind != "blocking":
        for key in ("marked", "condition_on", "conditions"):
            if key in keys:
                keys[key].note("belongs to a way on of kind blocking")
    return way


def encounter(where: Field) -> tuple[Encounter, CardScope]:
    """An encounter (NC-6)."""
    keys = where.fields((*NAMED, "line", *PRINTED), NAMED)
    scope = CardScope("encounters")
    card = Encounter(keys.ident(), keys.name(), (face(keys, "card", scope),), keys.text("line"))
    check_names(scope)
    return card, scope


def event(where: Field) -> tuple[Event, CardScope]:
    """An explorer or horror event (DK-2, DK-4)."""
    keys = where.fields((*NAMED, "line", "core", "bound", *PRINTED), NAMED)
    scope = CardScope("events", bound=keys.flag("bound"))
    card = Event(
        id=keys.ident(),
        name=keys.name(),
        faces=(face(keys, "card", scope),),
        line=keys.text("line"),
        core=keys.flag("core", True),
        bound=scope.bound,
    )
    check_names(scope)
    return card, scope


def environment(where: Field) -> tuple[Environment, CardScope]:
    """An environment (EN-2, EN-5)."""
    keys = where.fields((*NAMED, "line", "countdown", *PRINTED), NAMED)
    countdown = keys.some_integer("countdown", 1, MOST)
    scope = CardScope("environments", countdown=countdown is not None)
    card = Environment(keys.ident(), keys.name(), (face(keys, "card", scope),), keys.text("line"), countdown)
    check_names(scope)
    return card, scope


def explorer(where: Field) -> tuple[ExplorerCard, CardScope]:
    """An explorer; its abilities are its own."""
    figures = ("health", "stamina", "essence", "armor", "will")
    keys = where.fields(
        (*NAMED, "line", "trade", *figures, "attack", "profile", *PRINTED), (*NAMED, *figures, "attack")
    )
    scope = CardScope("explorers")
    card = ExplorerCard(
        id=keys.ident(),
        name=keys.name(),
        faces=(face(keys, "card", scope),),
        line=keys.text("line"),
        trade=keys.name("trade"),
        health=keys.integer("health", 1, 20, 1),
        stamina=keys.integer("stamina", 1, 20, 1),
        essence=keys.integer("essence", 0, 20, 0),
        armor=keys.integer("armor", 0, 20, 0),
        will=keys.integer("will", 0, 20, 0),
        attack=keys.text("attack"),
        attack_profile=profile(keys, "profile", Scope()),
    )
    check_names(scope)
    return card, scope


def monster(where: Field) -> tuple[MonsterCard, CardScope]:
    """A monster; on its card 'monster_destroyed' and 'monster_spawned' are about itself (RD-5)."""
    figures = ("level", "armor", "will", "health", "moves")
    keys = where.fields(
        (
            *NAMED,
            "line",
            *figures,
            "moves_after",
            "attack",
            "profile",
            "behaviour",
            "picks",
            "ethereal",
            "passes",
            *PRINTED,
        ),
        (*NAMED, *figures, "attack", "behaviour"),
    )
    scope = CardScope("monsters")
    card = MonsterCard(
        id=keys.ident(),
        name=keys.name(),
        faces=(face(keys, "card", scope),),
        line=keys.text("line"),
        level=keys.integer("level", 1, 4, 1),
        armor=keys.integer("armor", 0, 20, 0),
        will=keys.integer("will", 0, 20, 0),
        health=keys.integer("health", 1, 20, 1),
        moves=keys.integer("moves", 0, 20, 0),
        moves_after=keys.integer("moves_after", 1, 20, 0),
        attack=keys.text("attack"),
        behaviour=keys.text("behaviour"),
        ethereal=keys.flag("ethereal"),
        attack_profile=profile(keys, "profile", Scope(), of_monster=True),
        passes=passes(keys),
        picks=picks(keys),
    )
    if any(ability.kind == "active" and ability.price != Price() for *_, ability in card.abilities()):
        where.note("a monster pays nothing: its active abilities have no 'price'")
    check_names(scope)
    return card, scope


def item(where: Field) -> tuple[ItemCard, CardScope]:
    """An item of one of the four item-type decks (IT-1, BG-9)."""
    printed = ("level", "kind", "traits", "slot", "augment", "attack", "profile", "upgraded_profile", "lends")
    worn = ("room", "augments", "upgrade", "upgrade_trait")
    keys = where.fields((*NAMED, "line", *printed, *worn, *PRINTED), (*NAMED, "level", "kind"))
    scope = CardScope("items")
    place, fills = SLOTS[keys["slot"].one_of(tuple(SLOTS))] if "slot" in keys else ("", 1)
    card = ItemCard(
        id=keys.ident(),
        name=keys.name(),
        faces=(face(keys, "card", scope),),
        line=keys.text("line"),
        level=keys.integer("level", 1, 3, 1),
        kind=keys.one_of("kind", ITEMS, "weapon"),
        traits=keys.texts("traits"),
        slot=keys.name("slot"),
        augment=keys.text("augment"),
        attack=keys.text("attack"),
        attack_profile=profile(keys, "profile", Scope()),
        upgraded_profile=profile(keys, "upgraded_profile", Scope()),
        lends=bonus(keys, "lends", Scope()),
        place=place,
        fills=fills,
        room=keys.integer("room", 0, 9, 0),
        augments=keys.texts("augments"),
        upgrade=price(keys["upgrade"], Scope()) if "upgrade" in keys else None,
        upgrade_trait=keys.name("upgrade_trait"),
    )
    if card.upgrade_trait and card.upgrade is None:
        keys["upgrade_trait"].note("belongs to an item with an 'upgrade' (BG-9)")
    if card.kind == "consumable" and "slot" in keys:
        keys["slot"].note("a consumable needs no slot (BG-9)")
    check_names(scope)
    return card, scope


def scenario(where: Field) -> tuple[Scenario, CardScope]:
    """A scenario with its lengths and variations (SC-1)."""
    keys = where.fields(
        (*NAMED, "premise", "mood", "lengths", "variations", "explorer_events", "horror_events"),
        (*NAMED, "premise", "lengths", "variations"),
    )
    for key in ("lengths", "variations"):
        if key in keys and keys[key].value == []:
            keys[key].note("needs at least one")
    found = Scenario(
        id=keys.ident(),
        name=keys.name(),
        premise=keys.text("premise"),
        lengths=tuple(_length(one) for one in keys.items("lengths")),
        variations=tuple(_variation(one) for one in keys.items("variations")),
        explorer_events=keys.texts("explorer_events", MAX_NAME),
        horror_events=keys.texts("horror_events", MAX_NAME),
        mood=keys.name("mood"),
    )
    return found, CardScope("scenarios")


def _length(where: Field) -> Length:
    keys = where.fields((*NAMED, "chapters", "evening"), (*NAMED, "chapters"))
    if "chapters" in keys and keys["chapters"].value == []:
        keys["chapters"].note("needs at least one")
    return Length(keys.ident(), keys.name(), keys.texts("chapters"), keys.name("evening"))


def _variation(where: Field) -> Variation:
    """What is written as abilities counts all session long; the rest of the text is for the group (SC-1)."""
    keys = where.fields((*NAMED, "text", "chapters", *PRINTED), NAMED)
    scope = CardScope("variations")
    instead = keys["chapters"].pairs() if "chapters" in keys else {}
    card = Variation(
        id=keys.ident(),
        name=keys.name(),
        faces=(face(keys, "card", scope),),
        text=keys.text("text"),
        chapters={length: _ids(several) for length, several in instead.items()},
    )
    check_names(scope)
    return card


def _ids(where: Field) -> tuple[str, ...]:
    return tuple(one.text(MAX_NAME) for one in where.items())
