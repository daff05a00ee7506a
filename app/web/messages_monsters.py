"""Whom a monster's behaviour is about, in words: what its card and others say of it (RD-5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from app.rules.aiming import possible_targets
from app.rules.approaching import nearer
from app.rules.board import cell_of, within
from app.rules.combat import armor_of, will_of
from app.rules.geometry import Space, space_name
from app.rules.modifiers import forbids, in_force
from app.rules.monsters import attack_profile, attacks_left, may_act
from app.rules.moves import MonsterAttack, MonsterOpenDoor, Move, MoveMonster
from app.rules.picking import has_picked, left_out, picked
from app.rules.set_values import decisive
from app.rules.state import State
from app.rules.striding import monster_phase, moves_left, moves_of
from app.web.messages import Words
from app.web.messages_names import capital, counted, listed

DONE: Final = "Done: it acts no more"
"""What ends the acting of a monster that can do nothing more."""
GOES: Final = ("moves", "walks")
"""How a behaviour begins, after whom it picks, that goes up to that one."""


def aims(words: Words, state: State, monster: str) -> str:
    """'Now it picks Ada.', with those whom a card keeps it from picking, and whom else it can attack from here.

    '' when its card says it in no one word and it can attack nobody, or when it has acted in this phase.
    """
    phase = monster_phase(state)
    if phase is not None and monster in phase.listed and monster not in phase.waiting:
        return ""
    sel = words.book.monsters[state.monsters[monster].card].picks
    found, reach = picked(words.book, state, monster), in_reach(words, state, monster)
    names = [words.unit(one) for one in found]
    told = []
    if sel is not None and not names:
        seen = sel.where == "in_sight"
        told.append("From where it stands it sees nobody to pick." if seen else "There is nobody to pick.")
    elif len(names) == 1:
        told.append(f"It picked {names[0]} as it began." if has_picked(state, monster) else f"Now it picks {names[0]}.")
    elif names:
        verb = "It picked" if has_picked(state, monster) else "Now it picks"
        told.append(f"{verb} {listed(names, 'or')}, who are equal: the group decides.")
    over = left_out(words.book, state, monster)
    told += [f"It does not pick {words.unit(one)}: {words.card(card)}." for one, card in over.items()]
    if reach and set(reach) != set(found):
        told.append(f"From here it can attack {listed([words.unit(one) for one in reach], 'or')}.")
    return " ".join(told)


def in_reach(words: Words, state: State, monster: str) -> tuple[str, ...]:
    """The explorers that a monster may attack now from where it stands; () outside its phase or without an attack."""
    phase, profile = monster_phase(state), attack_profile(words.book, state, monster)
    if phase is None or profile is None or profile.shape or not may_act(state, monster):
        return ()
    if not attacks_left(words.book, state, monster, phase) or forbids(words.book, state, "attack", monster):
        return ()
    return tuple(one for one in possible_targets(words.book, state, monster, profile) if one in state.explorers)


def aim(words: Words, state: State, monster: str) -> str:
    """The same in a few words, for where there is room for no more: 'It picks Ada.', 'It can attack Bram.'"""
    found, reach = picked(words.book, state, monster), in_reach(words, state, monster)
    verb, names = ("picks", found) if found else ("can attack", reach)
    return f"It {verb} {listed([words.unit(one) for one in names], 'or')}." if names else ""


def passes_over(words: Words, state: State, move: Move) -> str:
    """'Not whom it picks: that is Vey.', where a monster would attack explorers and none that it picks; '' else.

    The behaviour is the group's to carry out, so this is told and not refused (RD-5).
    """
    meant = {one for one in move.targets if one in state.explorers} if isinstance(move, MonsterAttack) else set()
    found = picked(words.book, state, move.monster) if isinstance(move, MonsterAttack) and meant else ()
    if not found or meant & set(found):
        return ""
    return f"Not whom it picks: that is {listed([words.unit(one) for one in found], 'or')}."


def at_a_loss(words: Words, state: State, monster: str) -> str:
    """Why the card of a monster that may move gives it nothing to do: it picks nobody, or comes no nearer; '' else.

    Nothing can be proposed for it then: it stays, unless the group moves it (RD-5).
    """
    card = words.book.monsters[state.monsters[monster].card]
    if card.picks is None or in_reach(words, state, monster) or not moves_left(words.book, state, monster):
        return ""
    found = picked(words.book, state, monster)
    if not found:
        return "It sees nobody to pick" if card.picks.where == "in_sight" else "There is nobody to pick"
    phase = monster_phase(state)
    able = phase is not None and attacks_left(words.book, state, monster, phase)
    if not able or not _goes_up(card.behaviour) or nearer(words.book, state, monster):
        return ""
    return f"It comes no nearer to {listed([words.unit(one) for one in found], 'or')}"


def _goes_up(behaviour: str) -> bool:
    return behaviour.partition(": ")[2].startswith(GOES)


def approaches(words: Words, state: State, monster: str) -> tuple[tuple[str, MoveMonster], ...]:
    """('Move towards Ada: to g3', the move) where the card of a monster says that it moves to attack whom it picks.

    () once that one is in reach of its attack. Cards say it with the first word after whom they pick.
    """
    if not _goes_up(words.book.monsters[state.monsters[monster].card].behaviour):
        return ()
    if not may_act(state, monster) or set(in_reach(words, state, monster)) & set(picked(words.book, state, monster)):
        return ()
    phase = monster_phase(state)
    if phase is None or not attacks_left(words.book, state, monster, phase):
        return ()  # what a card lets it do after its attacks is the group's
    return tuple(
        (f"Move towards {words.unit(one)}: to {_short_of(words, state, monster, to)}", MoveMonster(monster, to))
        for one, to in nearer(words.book, state, monster)
    )


def _short_of(words: Words, state: State, monster: str, to: Space) -> str:
    here = cell_of(state.monsters[monster].space) == cell_of(to)
    return space_name(*within(to)) if here else words.place(to)


def done_label(words: Words, state: State, moves: Iterable[Move], monster: str) -> str:
    """The button that ends a monster's acting, with what the legal `moves` leave undone: 'Done, 6 moves left'."""
    phase = monster_phase(state)
    own = [move for move in moves if getattr(move, "monster", "") == monster]
    goes = any(isinstance(move, MoveMonster | MonsterOpenDoor) for move in own)
    hits = goes or any(isinstance(move, MonsterAttack) for move in own)
    steps = moves_left(words.book, state, monster) if goes else 0
    attacks = attacks_left(words.book, state, monster, phase) if hits and phase is not None else 0
    left = [counted(n, what) for n, what in ((steps, "move"), (attacks, "attack")) if n]
    return f"Done, {listed(left)} left" if left else DONE


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
