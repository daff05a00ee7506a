"""Faces, panels and abilities as they are written in a pack, into those of `app.rules.cards`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from app.rules.cards_text import Ability, AbilityKind, Face, Option, Panel
from app.rules.effects import Advance, Allow, Bind, DestroyThis, Effect, Forbid, Modify, Reroll
from app.rules.vocabulary import Condition, Price

from .conditions import MOST, Reference, Scope, condition, conditions, price
from .fields import MAX_NAME, Field, Fields
from .verbs import effects, every

PanelKind = Literal["plain", "choose", "locked", "determined"]
Limit = Literal["once_each_round", "once_a_round_each"]

KINDS: tuple[AbilityKind, ...] = get_args(AbilityKind)
PANELS: tuple[PanelKind, ...] = get_args(PanelKind)
LIMITS: tuple[Limit, ...] = get_args(Limit)
#: What can set a 'when' ability off.
TRIGGERS = (
    "new_round",
    "horror_event_invoked",
    "explorer_event_invoked",
    "encounter_drawn",
    "monster_spawned",
    "monster_destroyed",
    "explorer_destroyed",
    "map_tile_joined",
    "door_opened",
    "charges_gone",
    "tokens_reached",
    "hit_by_arcane",
    "explorer_left",
    "unit_enters",
    "action_space_activated",
    "threat_increased",
    "token_added",
    "attack_hits",
    "attack_short_by_one",
    "unit_attacks",
    "unit_attacked",
    "monster_spawned_by_roll",
    "test_failed",
    "explorer_loses_health",
    "restored_another",
    "explorer_would_be_destroyed",
    "monster_phase_began",
    "turn_finished",
)
#: Keys of what is printed on a face.
PRINTED = ("lore", "abilities", "panels")


@dataclass(slots=True)
class CardScope:
    """What is known of a card while it is read: its kind, its own charges, its panels, and what it names.

    `kind` is 'chapters', 'events' and so on. `named` pairs a name with whether it is said on a panel (or
    card) with charges.
    """

    kind: str
    countdown: bool = False
    bound: bool = False
    headings: dict[str, list[Panel]] = field(default_factory=dict)
    named: list[tuple[Reference, bool]] = field(default_factory=list)
    advances: bool = False


def face(keys: Fields, name: Literal["top", "bottom", "card"], scope: CardScope) -> Face:
    """One face of a card; `abilities` without a heading come first, as a panel of their own."""
    panels = []
    if "abilities" in keys:
        panels.append(Panel(abilities=_abilities(keys["abilities"], scope, scope.countdown)))
    panels += [_panel(item, scope) for item in keys.items("panels")]
    return Face(
        name=name,
        lore=keys.text("lore", lines=True),
        spawn=keys.some_integer("spawn", 0, 10),
        horror=keys.some_integer("horror", 0, 10),
        panels=tuple(panels),
    )


def _panel(where: Field, scope: CardScope) -> Panel:
    keys = where.fields(("heading", "kind", "abilities", "options", "charges", "open"))
    kind = keys.one_of("kind", PANELS, "plain")
    charges = keys.some_integer("charges", 1, MOST)
    charged = charges is not None or scope.countdown
    options = keys.items("options")
    if kind == "plain" and "options" in keys:
        keys["options"].note("a panel with options is of kind choose, locked or determined")
    if kind != "plain" and not options:
        where.note(f"a panel of kind {kind} needs 'options'")
    if "open" in keys and kind not in ("locked", "choose"):
        keys["open"].note("only a panel of kind locked or choose has options that are open")
    panel = Panel(
        heading=keys.name("heading"),
        kind=kind,
        abilities=_abilities(keys["abilities"], scope, charged) if "abilities" in keys else (),
        options=tuple(_option(item, kind, scope, charged) for item in options),
        charges=charges,
        open=keys.integer("open", 1 if kind == "choose" else 0, len(options), 0),
    )
    if not (panel.abilities or panel.options):
        where.note("a panel needs 'abilities' or 'options'")
    if panel.heading:
        scope.headings.setdefault(panel.heading, []).append(panel)
    return panel


def _option(where: Field, kind: str, scope: CardScope, charged: bool) -> Option:
    keys = where.fields(("label", "abilities", "condition"), ("label", "abilities"))
    inner = Scope()
    met = condition(keys["condition"], inner) if "condition" in keys else None
    if kind == "determined" and "condition" not in keys:
        where.note("'condition' is missing: it determines the option (CT-4)")
    scope.named += [(reference, charged) for reference in inner.named]
    abilities = _abilities(keys["abilities"], scope, charged) if "abilities" in keys else ()
    if kind in ("locked", "determined") and any(ability.kind == "enters" for ability in abilities):
        keys["abilities"].note(f"an option that is {kind} is not there when the card enters: no ability of kind enters")
    return Option(keys.text("label", longest=MAX_NAME), abilities, met)


def _abilities(where: Field, scope: CardScope, charged: bool) -> tuple[Ability, ...]:
    return tuple(_ability(item, scope, charged) for item in where.items())


_ABILITY = ("kind", "text", "do", "price", "trigger", "trigger_condition", "limit", "needs", "bound", "item")
#: When an item's ability counts: until it is upgraded, once it is, while it lies under another item (BG-9).
ITEM_STATES: tuple[Literal["plain", "upgraded", "augment"], ...] = ("plain", "upgraded", "augment")
#: Keys that only some kinds of ability have.
_ONLY = {
    "price": ("active",),
    "needs": ("active",),
    "limit": ("active", "enters", "when"),
    "trigger": ("when",),
    "trigger_condition": ("when",),
}


def _ability(where: Field, scope: CardScope, charged: bool) -> Ability:
    keys = where.fields(_ABILITY, ("kind", "text"))
    kind = keys.one_of("kind", KINDS, "passive")
    for key, kinds in _ONLY.items():
        if "kind" in keys and key in keys and kind not in kinds:
            keys[key].note(f"an ability of kind {kind} has no '{key}'")
    text = keys.text("text", lines=True)
    inner = Scope(text)
    do = effects(keys["do"], inner) if "do" in keys else ()
    if kind != "passive" and not do and not ("do" in keys and keys["do"].value):
        where.note("'do' is missing: what no verb covers is written 'do: [text]'")
    if kind == "passive" and any(not isinstance(effect, Modify | Forbid | Allow | Reroll) for effect in do):
        keys["do"].note("a passive ability can only modify, forbid, allow or reroll")
    paid = price(keys["price"], inner) if "price" in keys else Price()
    trigger, reached = _trigger(where, keys, kind, inner)
    needs = conditions(keys["needs"], inner) if "needs" in keys else ()
    scope.named += [(reference, charged) for reference in inner.named]
    _check_own(where, do, scope)
    bound = keys.flag("bound") or scope.kind in ("explorers", "items")
    if bound and scope.kind == "events" and not scope.bound:
        where.note("a bound ability belongs on an event that is 'bound: true' (DK-4)")
    limit: Literal["", "once_each_round", "once_a_round_each"] = (
        keys.one_of("limit", LIMITS, LIMITS[0]) if "limit" in keys else ""
    )
    item: Literal["", "plain", "upgraded", "augment"] = (
        keys.one_of("item", ITEM_STATES, ITEM_STATES[0]) if "item" in keys else ""
    )
    if item and scope.kind != "items":
        keys["item"].note("only an item's ability depends on what the item is doing (BG-9)")
    return Ability(kind, text, do, paid, trigger, reached, limit, needs, bound, item)


def _trigger(where: Field, keys: Fields, kind: str, scope: Scope) -> tuple[str, Condition | None]:
    if kind != "when":
        return "", None
    if "trigger" not in keys:
        where.note(f"'trigger' is missing: one of {', '.join(TRIGGERS)}")
        return "", None
    trigger = keys["trigger"].one_of(TRIGGERS)
    reached = condition(keys["trigger_condition"], scope) if "trigger_condition" in keys else None
    counted = reached.subject if reached else ""
    if trigger == "tokens_reached" and counted not in ("spawn_tokens", "horror_tokens"):
        where.note("tokens_reached needs a 'trigger_condition' on spawn_tokens or horror_tokens")
    if trigger == "charges_gone":
        scope.named.append(Reference(keys["trigger"], "own_charges"))
    return trigger, reached


def _check_own(where: Field, do: tuple[Effect, ...], scope: CardScope) -> None:
    """Verbs that make sense on some kinds of card only."""
    for effect in every(do):
        if isinstance(effect, Advance):
            scope.advances = True
        if isinstance(effect, DestroyThis) and scope.kind not in ("events", "encounters"):
            where.note("'destroy_this' destroys an event or encounter, and this is neither")
        if isinstance(effect, Bind) and not scope.bound:
            where.note("'bind' belongs on an event that is 'bound: true' (DK-4)")


def check_names(scope: CardScope) -> None:
    """Panels that abilities name must be there, once, and of the kind that the ability needs (CT-1, CT-3)."""
    for reference, charged in scope.named:
        where = reference.field
        if reference.what == "own_charges":
            if not charged:
                where.note("there are no charges here: the panel has no 'charges', the card no 'countdown' (CT-1)")
            continue
        if reference.what in ("chosen", "variation", "length", "items_with_trait", "items_of_kind", "equipped"):
            continue
        panels = scope.headings.get(reference.name, [])
        if len(panels) != 1:
            found = f"{len(panels)} panels of this card have" if panels else "no panel of this card has"
            known = f"; headings here: {', '.join(scope.headings)}" if scope.headings else ""
            where.note(f"{found} the heading '{reference.name}'{known}")
        elif reference.what == "locked" and not panels[0].unlocks:
            where.note(f"the panel '{reference.name}' is not of kind locked (CT-3)")
        elif reference.what == "charges" and panels[0].charges is None:
            where.note(f"the panel '{reference.name}' has no charges (CT-1)")
