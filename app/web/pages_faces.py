"""Cards as pages show them: their abilities in words, when each counts, and what this seat may do with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from app.rules.agenda import Ask, CardEnters, Resolve
from app.rules.cards_text import Ability, Card, Face, Option, Panel
from app.rules.conditions import About, holds
from app.rules.effects import Restore
from app.rules.moves import PlayAbility
from app.rules.state import Marks
from app.rules.triggers import option_is_open
from app.service import Refused
from app.web.by_hand import by_hand
from app.web.contexts import Action
from app.web.contexts_cards import AbilityView, CardView, OptionView, PanelView
from app.web.item_facts import told
from app.web.messages_in_vain import in_vain
from app.web.messages_names import counted
from app.web.option_facts import unmet
from app.web.prices import costs
from app.web.seen_table import Table

KINDS = {"enters": "check", "active": "cards", "passive": "text", "when": "event"}
DECK_ICONS = {
    "tiles": "tile",
    "terrains": "terrain",
    "environments": "env",
    "encounters": "encounter",
    "explorer_events": "event",
    "horror_events": "horror",
    "weapons": "attack",
    "artifacts": "arcane",
    "consumables": "bag",
    "apparel": "shield",
    "monsters": "monster",
}
PANELS = {
    "choose": ("The group chooses one; the others count for nothing until the next chapter.", "CH-7"),
    "locked": ("Opened one after another.", "CT-3"),
    "determined": ("A condition decides which one counts.", "CT-4"),
}
#: Verbs that can find nobody, or nothing to add.
MAY_FAIL: Final = frozenset({"attack", "banish", "move_towards", "push", "restore"})
_PRINTED = re.compile(r"^(Active|Passive|Enters play|Bound[^:(]*|Once[^:(]*)(?: \([^:]*?\))*: ", re.DOTALL)
_WHEN = re.compile(r"^((?:When|At|After|While)[^:]*): ", re.DOTALL)


async def warned(table: Table) -> Table:
    """The same table with `in_vain`: for each ability that this seat may play now what it would find nothing to do to.

    Of the preview, so as far as can be told before anything is rolled or picked. Only verbs that can come to nothing
    are tried.
    """
    told: dict[tuple[str, str, str], str] = {}
    for move in table.listing.moves:
        if not isinstance(move, PlayAbility):
            continue
        _, _, ability = table.book.ability(move.card, move.at)
        if not MAY_FAIL.isdisjoint(verb.type for verb in ability.do):
            try:
                seen = await table.visit.service.preview(table.visit.door, table.seat, move)
            except Refused:  # somebody was faster: the page is stale and will be fetched again
                continue
            told[move.explorer, move.card, move.at] = in_vain(table.words, seen.events)
    return replace(table, in_vain=told)


def split_text(ability: Ability) -> tuple[str, str]:
    """(when it counts, what it does): the printed sentence without its kind and price, which stand beside it."""
    text = ability.text
    when = _WHEN.match(text)
    if when:
        return f"{when[1]}:", text[when.end() :]
    printed = _PRINTED.match(text)
    rest = text[printed.end() :] if printed else text
    label = {"enters": "When it enters:", "active": "Active:", "passive": "Always:", "when": ""}[ability.kind]
    return label, rest


def card_view(
    table: Table,
    card: Card,
    faces: tuple[Face, ...],
    *,
    icon: str,
    hue: str,
    kind: str,
    note: str = "",
    rule: str = "",
    charges: int | None = None,
    bearer: str | None = None,
) -> CardView:
    """A card, or some of its faces, with what this seat may do with it. `bearer` = the one explorer it serves."""
    stored = tuple(
        table.words.card(held)
        for deck in table.state.decks.values()
        for held, holder in deck.stored.items()
        if holder == card.id
    )
    panels = tuple(panel for face in faces for panel in _panels(table, card, face, bearer))
    lore = tuple(face.lore for face in faces if face.lore)
    return CardView(card.id, icon, hue, kind, card.name, note, rule, lore, panels, charges, stored, hand=hand_of(faces))


def hand_of(faces: Iterable[Face]) -> str:
    """What the group carries out of these faces: '' nothing or nothing printed, 'part' some of it, 'all' everything."""
    shares = {
        by_hand(ability)
        for face in faces
        for panel in face.panels
        for ability in (*panel.abilities, *(ability for option in panel.options for ability in option.abilities))
    }
    return "" if shares <= {""} else "all" if shares == {"all"} else "part"


def _panels(table: Table, card: Card, face: Face, bearer: str | None) -> Iterator[PanelView]:
    marks = table.state.card_marks.get(card.id, Marks())
    for number, panel in enumerate(face.panels):
        address = f"{face.name}.{number}"
        note, rule = PANELS.get(panel.kind, ("", "CT-2" if panel.charges is not None else ""))
        if panel.kind == "choose" and address in marks.chosen:
            note = "Chosen once, for all, until the chapter ends."
        if panel.unlocks:
            opened = f"{marks.open.get(address, 0)} of {len(panel.options)} open, in order."
            note = opened if panel.kind == "locked" else f"{note} {opened}"
        abilities = tuple(
            ability_view(table, card, f"{address}.{at}", ability, bearer) for at, ability in enumerate(panel.abilities)
        )
        options = tuple(
            _option(table, card, address, panel, at, option, bearer) for at, option in enumerate(panel.options)
        )
        yield PanelView(panel.heading, note, rule, marks.charges.get(address, panel.charges), abilities, options)


def _option(
    table: Table, card: Card, address: str, panel: Panel, number: int, option: Option, bearer: str | None
) -> OptionView:
    marks = table.state.card_marks.get(card.id, Marks())
    is_open = option_is_open(table.state, card.id, f"{address}.o{number}.0", panel, option)
    state, mark, why = ("on", "", "") if is_open else ("no", "", "")
    needs = unmet(table, option.condition, card.id, address) if option.condition is not None else ""
    if panel.kind == "choose":
        mark = "Chosen" if is_open else "Not taken"
        if address not in marks.chosen:
            met = option.condition is None or holds(table.book, table.state, option.condition, About(card.id, address))
            locked = panel.unlocks and number >= marks.open.get(address, 0)
            state, mark, why = ("no", "Locked", "") if locked else ("free", "", "") if met else ("no", "", needs)
    elif panel.kind == "locked":
        mark, first = "Open" if is_open else "Locked", marks.open.get(address, 0)
        if not is_open:
            why = "The next one to open." if number == first else f"Opens after {panel.options[number - 1].label}."
    elif panel.kind == "determined":
        mark, why = "Counts" if is_open else "", needs
        if address not in marks.determined:
            state = "free"
    found = [
        (ability, ability_view(table, card, f"{address}.o{number}.{at}", ability, bearer))
        for at, ability in enumerate(option.abilities)
    ]
    played = tuple(view for _, view in found if state == "on" and view.actions)
    facts = tuple(told(ability) for ability, view in found if view not in played)
    return OptionView(option.label, state, mark, facts, played, why)


def ability_view(table: Table, card: Card, at: str, ability: Ability, bearer: str | None) -> AbilityView:
    """One ability; an active one with an action for each explorer that this seat plays."""
    when, text = split_text(ability)
    actions = _plays(table, card, at, ability, text, bearer) if ability.kind == "active" else ()
    done = ability.kind == "enters" and card.id not in table.state.environments and not _entering(table, card)
    return AbilityView(when, text, KINDS[ability.kind], done, actions, by_hand(ability))


def _entering(table: Table, card: Card) -> bool:
    """Whether a card's 'enters play' abilities are still being resolved."""
    return any(isinstance(step, CardEnters | Resolve | Ask) and step.card == card.id for step in table.state.agenda)


def _plays(table: Table, card: Card, at: str, ability: Ability, text: str, bearer: str | None) -> tuple[Action, ...]:
    """Playing it, for each explorer of this seat; one line when all are refused for the same reasons."""
    mine = [e.id for e in table.state.explorers.values() if e.id in table.by.explorers and e.status == "in_play"]
    players = [e for e in mine if bearer in (None, e)]
    several = len(players) > 1
    found = []
    for explorer in players:
        who = table.words.unit(explorer)
        limit = {"once_each_round": "Once each round", "once_a_round_each": "Once a round each"}.get(ability.limit)
        said = limit is None or limit.lower() in text.lower()  # its words stand above already
        note = ". ".join(part for part in (who if several else "", "" if said else limit) if part)
        action = table.act(PlayAbility(explorer, card.id, at), _icon(ability), text, note, costs(ability.price))
        if action is not None:
            found.append(replace(action, vain=table.in_vain.get((explorer, card.id, at), "")))
    refused = [action for action in found if not action.move]
    if len(refused) == len(found) > 1 and len({action.reasons for action in refused}) == 1:
        first = refused[0]
        return (Action(first.icon, first.title, "", first.costs, reasons=first.reasons),)
    return tuple(found)


def _icon(ability: Ability) -> str:
    """The icon of what an ability does, by its first verb."""
    first = ability.do[0] if ability.do else None
    if isinstance(first, Restore):
        return first.what
    kinds = {
        "attack": "attack",
        "move": "walk",
        "teleport": "walk",
        "invoke": "event",
        "reinvoke": "event",
        "add_token": "token",
        "lose_token": "token",
        "draw_item": "bag",
    }
    return kinds.get(first.type if first is not None else "", "cards")


def charges_left(n: int | None) -> str:
    """'3 charges left', '' for a card without any."""
    return "" if n is None else f"{counted(n, 'charge')} left"
