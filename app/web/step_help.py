"""Help for a roll of a step ability: what is used and left, what each could give, what it would change (ST-3)."""

from __future__ import annotations

from typing import Final

from app.rules.agenda import Resolve, StepAbility
from app.rules.effects import Steps
from app.rules.helping import is_free_help
from app.rules.modifiers import allows
from app.rules.moves import CloseAdjust, HelpRoll
from app.rules.steps import ability_of, allowance, matching
from app.rules.units import in_play, taking_part
from app.web.contexts import Action, Cost, Option
from app.web.contexts_steps import Helper, HelpView
from app.web.messages_effects import figure, rolls_of
from app.web.messages_names import capital, listed
from app.web.seen_table import Table, answerer, form_move

NOTHING: Final = "It changes nothing."
NO_USE: Final = "No help that is left changes anything."
HUES: Final = {"health": "ember", "stamina": "verd", "essence": "ether"}


def help_view(table: Table, step: StepAbility, effect: Steps, total: int, given: int) -> HelpView | None:
    """What is used and left of the printed maximum, what each explorer of this phone could give, who closes it."""
    adjust = effect.adjust
    if adjust is None:
        return None
    left = allowance(table.book, table.state, step)
    own = tuple(_offer(table, step, effect, move.explorer, total) for move in _helps(table, step))
    others = tuple(
        Helper(table.token(one), _who_plays(table, one), int(getattr(table.state.explorers[one], adjust.pool)))
        for one in taking_part(table.state)
        if one not in table.by.explorers
    )
    by_whom = _given(table, step)
    close = table.act(CloseAdjust(step.id, step.roller), "check", f"Done, let {table.words.unit(step.roller)} resolve")
    name, mine = answerer(table, step.roller if step.roller in in_play(table.state) else "group")
    return HelpView(
        used=given,
        left=left,
        icon=adjust.pool,
        note=f"{by_whom} {_more(table, effect, total, left, adjust.bonus)}".strip(),
        actions=own,
        others=others,
        close=close if close is not None and close.move else None,
        close_note="" if mine else f"{name} ends the help when everyone is done.",
    )


def help_asked(table: Table, step: StepAbility) -> tuple[str, tuple[Option, ...], tuple[Action, ...]]:
    """(what one more would change, the help this phone can give and being done, the help that is refused).

    For the sheet of the roll on every page: who may act there need not look for the page of the roll first. Being done
    stands last, but first where no help that is left changes anything.
    """
    effect = ability_of(table.book, table.state, step)
    given = sum(n for _, n in step.help)
    found = help_view(table, step, effect, step.total + given, given)
    if found is None:
        return "", (), ()
    vain = found.note.endswith((NOTHING, NO_USE))
    ordered = (found.close, *found.actions) if vain else (*found.actions, found.close)
    deeds = [a for a in ordered if a is not None and a.move]
    options = tuple(Option(a.title, a.note, a.move, costs=a.costs) for a in deeds)
    return found.note, options, tuple(a for a in found.actions if not a.move)


def falls_at_once(table: Table, explorer: str) -> str:
    """What picking this explorer to roll comes to on this phone: its dice fall, or another phone is asked for them.

    '' where nothing is rolled, or where that is not known before all have answered (AM-2).
    """
    state = table.state
    beneath = state.agenda[-2] if len(state.agenda) > 1 else None
    if isinstance(beneath, Resolve):
        beneath = StepAbility(0, beneath.card, beneath.at, beneath.branch, beneath.index, "", ())
    if not isinstance(beneath, StepAbility) or ability_of(table.book, state, beneath).mode == "count":
        return ""
    if state.settings.dice != "tracker" or state.settings.group_choice == "every_seat":
        return ""
    seat = table.holder(explorer)
    if explorer in table.by.explorers or seat is None:
        return f"The dice of {table.words.unit(explorer)} fall at once."
    return f"{seat.name} is then asked to roll."


def _helps(table: Table, step: StepAbility) -> list[HelpRoll]:
    listed_ = [*table.listing.moves, *(move for move, _ in table.listing.refused)]
    found = [move for move in listed_ if isinstance(move, HelpRoll) and move.step == step.id]
    return sorted(found, key=lambda move: list(table.state.explorers).index(move.explorer))


def _who_plays(table: Table, explorer: str) -> str:
    seat = table.holder(explorer)
    return f"{seat.name}’s phone" if seat else "nobody’s seat"


def _given(table: Table, step: StepAbility) -> str:
    if not step.help:
        return ""
    sums: dict[str, int] = {}
    for who, n in step.help:
        sums[who] = sums.get(who, 0) + n
    return f"{listed([f'{table.words.unit(who)} gave +{n}' for who, n in sums.items()])}."


def _more(table: Table, effect: Steps, total: int, left: int, bonus: int) -> str:
    if left < bonus:
        return "No more help fits."
    told = f"One more makes {figure(total + bonus)}. {outcome(table, effect, total, total + bonus)}"
    if not told.endswith(NOTHING):
        return told
    for after in range(total + 2 * bonus, total + left + 1, bonus):
        changed = outcome(table, effect, total, after)
        if changed != NOTHING:
            return f"{told} {(after - total) // bonus} more make {figure(after)}. {changed}"
    return f"{told} {NO_USE}" if left > bonus else told


def outcome(table: Table, effect: Steps, before: int, after: int) -> str:
    """What another result changes: which bands it averts, which it adds; or that it changes nothing."""
    off_scale = table.state.settings.roll_off_scale
    was = matching(effect, before, off_scale=off_scale)
    now = matching(effect, after, off_scale=off_scale)
    gone = [rolls_of(effect.bands[i]) for i in was if i not in now]
    come = [rolls_of(effect.bands[i]) for i in now if i not in was]
    told = [f"averts {listed(gone)}"] if gone else []
    told += [f"brings {listed(come)}"] if come else []
    return f"It {listed(told)}." if told else NOTHING


def _offer(table: Table, step: StepAbility, effect: Steps, explorer: str, total: int) -> Action:
    """One tap of help by one explorer of this phone: what it costs, what is left, what it changes."""
    adjust = effect.adjust
    assert adjust is not None
    move, name = HelpRoll(step.id, explorer, roller=step.roller), table.words.unit(explorer)
    has = int(getattr(table.state.explorers[explorer], adjust.pool))
    price = 0 if is_free_help(table.book, table.state, step, explorer) else 1
    ends = allowance(table.book, table.state, step) <= adjust.bonus
    title = f"{name} pays {price} {adjust.pool}" if price else f"{name} helps for free"
    title += f", adds {adjust.bonus} to the roll" + (" and resolves it" if ends else "")
    reasons = table.refusal(move)
    if reasons:
        return Action("no", title, reasons=table.why(reasons))
    left = f"{capital(adjust.pool)} goes from {has} to {has - price}." if price else _free_by(table, explorer)
    note = f"{left} The roll becomes {figure(total + adjust.bonus)}. "
    note += outcome(table, effect, total, total + adjust.bonus)
    if ends:
        note += " No more help fits then."
    icon: str = adjust.pool
    if adjust.pool == "health" and has == price:
        icon, note = "warn", f"{name}’s last health: {name} dies. {note}"
    costs = (Cost(str(price), adjust.pool, HUES[adjust.pool], adjust.pool),) if price else ()
    return Action(icon, title, note, costs, form_move(move))


def _free_by(table: Table, explorer: str) -> str:
    """Which card makes the first help of a roll free: the explorer's own or another."""
    card = allows(table.book, table.state, "free_first_help", explorer)
    whose = "their own ability" if card == explorer else table.words.card(card)
    return f"The first help of each roll costs {table.words.unit(explorer)} nothing, by {whose}."
