"""Log lines about the bands of step abilities and about effects that last, in the words of the cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import MappingProxyType
from typing import Any, Final

from app.rules import events as ev
from app.rules.effects import Band, Steps
from app.rules.state import Lasting
from app.web.messages import Words
from app.web.messages_names import listed

#: Whom a lasting effect concerns, how long it lasts.
WHOM: Final[Mapping[str, str]] = MappingProxyType(
    {
        "": "everybody",
        "table": "the table",
        "bearer": "the bearer",
        "acting": "the acting explorer",
        "each_explorer": "each explorer",
        "each_monster": "each monster",
        "each_unit": "each unit",
    }
)
UNTIL: Final[Mapping[str, str]] = MappingProxyType(
    {
        "this_round": "until the next explorer phase ends",
        "next_round": "in the next round",
        "next_attack": "for the next attack",
        "next_steps_roll": "for the next roll of steps",
    }
)

HAS: Final = "{whom} has {count} {more}"
COSTS: Final = "{thing} costs {whom} {count} {more}"
#: What a number that cards change is about: a sentence, the noun that is counted, and what is paid for.
NUMBERS: Final[Mapping[str, tuple[str, str, str]]] = MappingProxyType(
    {
        "armor": (HAS, "armor", ""),
        "will": (HAS, "will", ""),
        "moves": (HAS, "move|moves", ""),
        "attacks": (HAS, "attack|attacks", ""),
        "low_dice": (HAS, "low die|low dice", ""),
        "high_dice": (HAS, "high die|high dice", ""),
        "arcane_low_dice": ("{whom} has {count} {more} in arcane attacks", "low die|low dice", ""),
        "sight_most": ("{whom} sees at most {count}", "space|spaces", ""),
        "spawn_roll": ("{whom} counts {count} {more} in the spawn phase", "point|points", ""),
        "horror_roll": ("the horror roll counts {count} {more}", "point|points", ""),
        "step_roll": ("{whom} counts {count} {more} in rolls of steps", "point|points", ""),
        "test_roll": ("{whom} counts {count} {more} in tests", "point|points", ""),
        "step_help_max": ("rolls of steps can be helped by at most {count}", "point|points", ""),
        "stamina_next_round": (HAS, "stamina", ""),
        "push_spaces": ("{whom} is pushed {count} {more}", "space|spaces", ""),
        "pull_spaces": ("{whom} is pulled {count} {more}", "space|spaces", ""),
        "printed_spawn": ("the printed spawn rating is {count} {more}", "", ""),
        "printed_horror": ("the printed horror rating is {count} {more}", "", ""),
        "cost_explore": (COSTS, "stamina", "exploring"),
        "cost_open_door": (COSTS, "stamina", "opening a door"),
        "cost_trade": (COSTS, "stamina", "trading"),
        "cost_inventory": (COSTS, "stamina", "using inventory"),
        "cost_event_space": (COSTS, "stamina", "an event space"),
        "cost_chest": (COSTS, "stamina", "a chest"),
        "cost_action_space": (COSTS, "stamina", "an action space"),
        "cost_place_door": (COSTS, "stamina", "placing a door"),
        "cost_upgrade": (COSTS, "essence", "upgrading"),
        "cost_consumable": (COSTS, "stamina", "a consumable"),
        "chest_items": ("{whom} draws {count} {more} from a chest", "item|items", ""),
        "health_restored": ("{whom} restores {count} {more}", "health", ""),
        "spawn_health": (HAS, "health", ""),
        "not_nearest": ("{whom} is not the nearest while another is at most {count} farther", "space|spaces", ""),
        "cost_attack": (COSTS, "essence", "an attack"),
        "cost_step": (COSTS, "stamina", "each step"),
        "cost_over": (COSTS, "stamina", "each step over rubble or a unit"),
        "tiles_to_choose": ("{whom} looks at {count} when exploring", "map tile|map tiles", ""),
        "essence_for_health": ("{whom} can pay 1 health for {count}", "essence", ""),
    }
)


def changed_number(what: str, n: int, whom: str, *, sets: bool = False) -> str:
    """What a card changes by `n`: 'each monster has 1 move less', 'exploring costs Ada 1 stamina more'.

    With `sets` what it sets it to: 'each monster has 1 move', 'exploring costs Ada no stamina'.
    """
    sentence, nouns, thing = NUMBERS[what]
    one, _, several = nouns.partition("|")
    noun = one if abs(n) == 1 else several or one
    more = ("more" if n > 0 else "less") if noun else ("higher" if n > 0 else "lower")
    if sets:
        sentence, more = sentence.replace(" {more}", ""), ""
    count = "no" if sets and not n and noun else str(abs(n))
    return sentence.format(whom=whom, count=f"{count} {noun}".rstrip(), more=more, thing=thing)


def value_words(words: Words, label: str) -> str:
    """A value that cards set a number to, from 'what n whom card ...': 'The Bell Rope: the Usher has 1 move'.

    `whom` = a unit, several with commas, or a word of `WHOM`. '-' stands for a number that is no unit's, and for a card
    that is not known. '' for a label of another kind.
    """
    what, n, unit, *cards = [*label.split(" "), "", "", ""]
    if what not in NUMBERS or not n.isdecimal() or not unit:
        return ""
    units = [words.unit(one) for one in unit.split(",")]
    several = f"each of {listed(units)}" if len(units) > 1 else units[0]
    whom = WHOM[""] if unit == "-" else WHOM.get(unit, several)
    told = changed_number(what, int(n), whom, sets=True)
    by = [words.card(card) for card in cards if card not in ("", "-")]
    return f"{listed(by)}: {told}" if by else told


def lasting_began(words: Words, e: ev.LastingBegan) -> str:
    """An effect that began to last, with its card first and its end last."""
    return lasting_words(words, e.lasting)


def lasting_words(words: Words, lasting: Lasting) -> str:
    """An effect that lasts, with its card first and its end last."""
    whom = words.unit(lasting.unit) if lasting.unit else WHOM.get(lasting.who, lasting.who.replace("_", " "))
    until = UNTIL.get(lasting.until, lasting.until.replace("_", " "))
    card = words.card(lasting.card)
    if lasting.effect == "modify":
        return f"{card}: {changed_number(lasting.what, lasting.n, whom, sets=lasting.sets)} {until}."
    if lasting.what == "be_attacked_by_monsters":
        levels = f" of level {lasting.level_most} or less" if lasting.level_most is not None else ""
        until = "until the next attack" if lasting.until == "next_attack" else until
        return f"{card}: monsters{levels} do not attack {whom} {until}."
    verb = "is possible" if lasting.effect == "allow" else "is not possible"
    return f"{card}: {lasting.what.replace('_', ' ')} {verb} for {whom} {until}."


# ------------------------------------------------------------------ bands


def figure(n: int) -> str:
    """A number with a real minus."""
    return str(n).replace("-", "−")


def rolls_of(band: Band) -> str:
    """The rolls that a band answers to: '≤ 2', '3–5', '6 +'."""
    if band.least is None:
        return "any" if band.most is None else f"≤ {figure(band.most)}"
    if band.most is None:
        return f"{figure(band.least)} +"
    return figure(band.least) if band.least == band.most else f"{figure(band.least)}–{figure(band.most)}"


def steps_resolved(words: Words, e: ev.StepResolved) -> str:
    """The bands that happen, by the rolls that the card prints for them; without a roll by their place."""
    who, name = words.unit(e.roller), words.card(e.card)
    if not e.bands:
        return f"{who} resolved {name} with {figure(e.total)}: nothing happens."
    printed = _printed(words, e)
    which = printed or [f"number {band + 1}" for band in e.bands]
    return f"{who} resolved {name} with {figure(e.total)}: band{'s' if len(e.bands) > 1 else ''} {listed(which)}."


def _printed(words: Words, e: ev.StepResolved) -> list[str]:
    """The rolls of the bands of an event; [] where the card has several step abilities that differ in them, or none."""
    if e.card not in words.book.cards:
        return []
    found = {
        tuple(rolls_of(steps.bands[band]) for band in e.bands)
        for *_, ability in words.book.abilities_of(e.card)
        for steps in _steps(ability.do)
        if max(e.bands) < len(steps.bands)
    }
    return list(found.pop()) if len(found) == 1 else []


def _steps(effect: Any) -> Iterator[Steps]:
    """Every step ability within an effect, however deep."""
    if isinstance(effect, Steps):
        yield effect
    if isinstance(effect, tuple):
        for part in effect:
            yield from _steps(part)
    elif is_dataclass(effect):
        for field in fields(effect):
            yield from _steps(getattr(effect, field.name))
