"""Whom a monster's behaviour is about, in words: what its card and others say of it (RD-5)."""

from __future__ import annotations

from app.rules.combat import armor_of, will_of
from app.rules.modifiers import in_force
from app.rules.picking import left_out, picked
from app.rules.set_values import decisive
from app.rules.state import State
from app.rules.striding import moves_of
from app.web.messages import Words
from app.web.messages_names import capital, listed


def aims(words: Words, state: State, monster: str) -> str:
    """'Now it picks Ada.', with those whom a card keeps it from picking; '' when its card says it in no one word."""
    sel = words.book.monsters[state.monsters[monster].card].picks
    if sel is None:
        return ""
    names = [words.unit(one) for one in picked(words.book, state, monster)]
    if not names:
        told = "It sees nobody to pick." if sel.where == "in_sight" else "There is nobody to pick."
    elif len(names) == 1:
        told = f"Now it picks {names[0]}."
    else:
        told = f"Now it picks {listed(names, 'or')}, who are equal: the group decides."
    over = left_out(words.book, state, monster)
    return " ".join([told, *(f"It does not pick {words.unit(one)}: {words.card(card)}." for one, card in over.items())])


def aim(words: Words, state: State, monster: str) -> str:
    """The same in a few words, for where there is room for no more: 'It picks Ada.'"""
    names = [words.unit(one) for one in picked(words.book, state, monster)]
    return f"It picks {listed(names, 'or')}." if names else ""


def behaves(words: Words, state: State, monster: str) -> str:
    """How a monster behaves, whom it picks now, and its figures."""
    card = words.book.monsters[state.monsters[monster].card]
    figures = f"{defence_words(words, state, monster)}, {moves_words(words, state, monster)}. Attack: {card.attack}."
    return " ".join(part for part in (card.behaviour, aims(words, state, monster), figures) if part)


def moves_words(words: Words, state: State, monster: str) -> str:
    """'moves 4'; what cards set, add or take stands with it: 'moves 3 (4, −1 by The Overwound Clock)' (IP-22)."""
    printed = words.book.monsters[state.monsters[monster].card].moves
    return _figure(words, state, monster, "moves", printed, moves_of(words.book, state, monster))


def defence_words(words: Words, state: State, unit: str) -> str:
    """'Armor 3, will 2' of a unit, each with what cards make of it: 'Armor 4 (3, +1 by Boiler Plate), will 2'."""
    monster = state.monsters.get(unit)
    card = words.book.monsters[monster.card] if monster is not None else words.book.explorers[unit]
    armor = _figure(words, state, unit, "armor", card.armor, armor_of(words.book, state, unit))
    will = _figure(words, state, unit, "will", card.will, will_of(words.book, state, unit))
    return f"{capital(armor)}, {will}"


def _figure(words: Words, state: State, unit: str, what: str, printed: int, now: int) -> str:
    found = in_force(words.book, state, "modify", what, unit)
    sets = [one for one in found if one.sets]
    said = [decisive(state, what, sets)] if sets else []
    changes = [f"set to {one.n} by {words.card(one.card)}" for one in said]
    changes += [
        f"{'+' if one.n > 0 else '−'}{abs(one.n)} by {words.card(one.card)}" for one in found if one.n and not one.sets
    ]
    return f"{what} {now} ({', '.join([str(printed), *changes])})" if changes else f"{what} {printed}"
