"""What stands under an option before it is chosen: the card that it names, what its panel prints, what it takes.

An option that cannot be chosen now stands there too, with the reason: nobody should have to guess what a card offers.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.rules import preview
from app.rules.agenda import Ask, Resolve
from app.rules.cards_text import Option
from app.rules.conditions import About, amount, holds, panel_at
from app.rules.effects import Choice, Choose, Effect
from app.rules.moves import Answer, Move, Upgrade
from app.rules.paying import price_reasons
from app.rules.resolving import branch_of
from app.rules.triggers import option_is_locked
from app.rules.units import taking_part
from app.rules.verdicts import Illegal, reason
from app.rules.vocabulary import Condition, Price
from app.rules.willing import able, leaving_it
from app.web.board_rooms import MOVING, no_way_out
from app.web.contexts import Action, Cost, Why
from app.web.following import INSIDE
from app.web.item_facts import card_facts, carried_line, told
from app.web.messages_conditions import FIGURES, SUBJECTS
from app.web.messages_in_vain import in_vain
from app.web.messages_names import counted
from app.web.messages_questions import triggered
from app.web.prices import costs
from app.web.seen_table import Table
from app.web.step_help import falls_at_once

PANELS = {"choose_panel": "CH-7", "which_determined": "CT-4"}  # questions about the options of a panel, with the rule

BEARERS = ("trade_with", "whose_inventory", "hand_item", "hand_to")  # questions about explorers with what they carry


def option_facts(table: Table, ask: Ask, place: int) -> tuple[str, ...]:
    """The lines under one option: the facts of the card or panel option that it is; () where its label says all."""
    option = ask.options[place]
    label = ask.labels[place] if len(ask.labels) == len(ask.options) else ""
    if ask.question in PANELS:
        return panel_facts(panel_at(table.book.card(ask.card), ask.at).options[int(option)])
    if ask.question == "which_trigger":
        card, at, _ = triggered(option)
        return (told(table.book.ability(card, at)[2]),) if _known(table, card, at) else ()
    if ask.question in BEARERS and option in table.state.explorers:
        return (carried_line(table.book, table.state, option),)
    for name in (option, label):
        shown = name not in table.book.explorers or ask.question == "which_replacement"
        if shown and (facts := card_facts(table.book, table.state, name)):
            return facts
    return ()


#: Questions of an ability whose answers can come to nothing.
MAY_BE_VAIN = frozenset({"any_may", "choose", "which_explorer", "which_unit"})


def option_vain(table: Table, ask: Ask, move: Move) -> str:
    """What an answer would be taken for without effect; '' where it does something or only dice can tell."""
    if ask.question not in MAY_BE_VAIN and not _does_one_thing_now(table, ask, move):
        return ""
    seen = preview(table.book, table.state, move, table.by)
    return "" if isinstance(seen, Illegal) else in_vain(table.words, seen.events)


def _does_one_thing_now(table: Table, ask: Ask, move: Move) -> bool:
    """Whether an option of a panel is one ability, done as it is chosen: what that comes to is all there is to it."""
    if ask.question != "choose_panel" or not isinstance(move, Answer):
        return False
    abilities = panel_at(table.book.card(ask.card), ask.at).options[int(move.option)].abilities
    return len(abilities) == 1 and abilities[0].kind == "enters"


def of_move(table: Table, move: Move) -> tuple[tuple[str, ...], tuple[Cost, ...]]:
    """The lines of the item that a move within a trade or use of inventory is about, and what an upgrade takes."""
    if not isinstance(move, INSIDE):
        return (), ()
    price = table.book.items[move.card].upgrade if isinstance(move, Upgrade) else None
    return card_facts(table.book, table.state, move.card), costs(price) if price is not None else ()


def panel_facts(option: Option) -> tuple[str, ...]:
    """All that an option of a panel prints."""
    return tuple(told(ability) for ability in option.abilities)


def option_costs(table: Table, ask: Ask, place: int) -> tuple[Cost, ...]:
    """What an option of a choice takes, part by part."""
    choice = _choice(table, ask)
    if choice is None:
        return ()
    if ask.question == "any_may":
        deed = _deed(table, ask, ask.options[place])
        return costs(deed.price) if deed is not None else ()
    return costs(choice[0].options[int(ask.options[place])].price)


def option_note(table: Table, ask: Ask, option: str) -> str:
    """What picking an explorer comes to on this phone, where that is not the same on all; '' for other questions.

    Of a space that a unit is moved to, that no way leads out of there.
    """
    if ask.question in MOVING:
        return no_way_out(table.book, table.state, ask, option)
    if ask.question == "who_rolls":
        return falls_at_once(table, option)
    if ask.question != "any_may" or option not in table.state.explorers:
        return ""
    seat, deed = table.holder(option), _deed(table, ask, option)
    if option not in table.by.explorers and seat is not None:
        return f"{seat.name} is then asked."
    return deed.label if deed is not None else ""


def _deed(table: Table, ask: Ask, explorer: str) -> Choice | None:
    """What an explorer does that is picked by who plays it, where it can do one thing alone (`rules.willing`)."""
    choice = _choice(table, ask)
    no = leaving_it(choice[0]) if choice is not None else None
    if choice is None or no is None or explorer not in table.by.explorers:
        return None
    effect, step = choice
    can = able(table.book, table.state, step, effect, no).get(explorer, ())
    return effect.options[can[0]] if len(can) == 1 else None


def closed_options(table: Table, ask: Ask) -> Iterator[Action]:
    """The options that the card prints and that cannot be chosen now, each with every reason."""
    if ask.question in PANELS:
        panel = panel_at(table.book.card(ask.card), ask.at)
        for number, option in enumerate(panel.options):
            if str(number) in ask.options:
                continue
            whys: list[Why] = []
            if option_is_locked(table.state, ask.card, f"{ask.at}.o{number}.0", panel, option):
                whys += table.why((reason("option_locked", "CT-3", card=ask.card, option=option.label),))
            if option.condition is not None and (not whys or not _holds(table, ask, option.condition)):
                whys.append(Why(unmet(table, option.condition, ask.card, ask.at), PANELS[ask.question]))
            yield Action("no", option.label, reasons=tuple(whys), facts=panel_facts(option))
    choice = _choice(table, ask)
    if choice is not None and ask.question == "any_may":
        yield from _cannot(table, ask, *choice)
    elif choice is not None:
        effect, step = choice
        payer = _payer(table, ask, step)
        for number, one in enumerate(effect.options):
            if str(number) not in ask.options:
                price: Price = one.price
                reasons = price_reasons(table.book, table.state, price, payer, step.card, step.at)
                yield Action("no", one.label, costs=costs(price), reasons=table.why(tuple(reasons)))


def _cannot(table: Table, ask: Ask, effect: Choose, step: Resolve) -> Iterator[Action]:
    """The explorers that could pay for nothing of what any explorer may do, where there is one thing to do."""
    no = leaving_it(effect)
    deeds = [one for number, one in enumerate(effect.options) if number != no]
    for explorer in taking_part(table.state):
        if explorer not in ask.options and len(deeds) == 1:
            price: Price = deeds[0].price
            reasons = tuple(price_reasons(table.book, table.state, price, explorer, step.card, step.at))
            yield Action("no", table.words.unit(explorer), costs=costs(price), reasons=table.why(reasons))


def _holds(table: Table, ask: Ask, condition: Condition) -> bool:
    return holds(table.book, table.state, condition, About(ask.card, ask.at))


def asked_about(table: Table, ask: Ask) -> tuple[str, ...]:
    """The lines of the item that a question is about: who gets it, what becomes of it; () when it is about none."""
    if ask.card not in table.book.items or ask.at:  # with an address it is the card that asks
        return ()
    return card_facts(table.book, table.state, ask.card)


def condition_words(table: Table, condition: Condition) -> str:
    """'3 or more horror tokens', 'no horror token', 'a horror rating of 4 to 5', 'The Third Column is not played'."""
    least, most, of = condition.least, condition.most, condition.of
    if condition.subject in ("variation", "length"):
        return f"{_played(table, condition)} is {'not ' if most == 0 else ''}played"
    if condition.subject == "chosen":
        return f"“{of}” was {'not ' if most == 0 else ''}chosen"
    if condition.subject in FIGURES:
        return f"a {condition.subject.replace('_', ' ')} of {_bounds(least, most)}"
    noun = SUBJECTS.get(condition.subject, condition.subject.replace("_", " "))
    noun = f"{noun} ({of})" if of and condition.subject not in SUBJECTS else noun
    if most == 0:
        return f"no {noun}"
    n = most if most is not None else least or 0
    return f"{_bounds(least, most)} {counted(n, noun).partition(' ')[2]}"


def _bounds(least: int | None, most: int | None) -> str:
    if least is not None and most is not None:
        return str(least) if least == most else f"{least} to {most}"
    return f"{most} or fewer" if most is not None else f"{least or 0} or more"


def _played(table: Table, condition: Condition) -> str:
    scenario = table.book.scenarios[table.state.scenario]
    named = {one.id: one.name for one in scenario.variations} | {one.id: one.name for one in scenario.lengths}
    return f"“{named.get(condition.of, condition.of)}”"


def unmet(table: Table, condition: Condition, card: str, at: str) -> str:
    """What an option of a panel depends on, and how it stands now."""
    said = condition_words(table, condition)
    if condition.subject in ("variation", "length", "chosen"):
        return f"Only when {said}."
    return f"Needs {said}; now: {amount(table.book, table.state, condition, About(card, at))}."


def _choice(table: Table, ask: Ask) -> tuple[Choose, Resolve] | None:
    """The choice that a question is about, with the step that resolves it."""
    step = table.state.agenda[-2] if len(table.state.agenda) > 1 else None
    if ask.question not in ("choose", "any_may") or not isinstance(step, Resolve):
        return None
    effects: tuple[Effect, ...] = branch_of(table.book, step)
    effect = effects[step.index] if step.index < len(effects) else None
    return (effect, step) if isinstance(effect, Choose) else None


def _payer(table: Table, ask: Ask, step: Resolve) -> str | None:
    """Who would pay: whoever answers when it is an explorer, else the acting one."""
    payer = ask.who if ask.who in table.state.explorers else step.actor
    return payer if payer in table.state.explorers else None


def _known(table: Table, card: str, at: str) -> bool:
    try:
        table.book.ability(card, at)
    except KeyError:
        return False
    return True
