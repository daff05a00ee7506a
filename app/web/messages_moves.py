"""Labels of moves and of what rulings change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from app.rules import changes as ch
from app.rules import moves as mv
from app.rules.agenda import Ask
from app.rules.attacking import profile_of
from app.rules.cards_attacks import AttackProfile
from app.rules.monsters import attack_profile
from app.rules.shapes import caught
from app.web import messages_item_moves
from app.web.messages import Words
from app.web.messages_alternatives import alternative
from app.web.messages_names import DICE, TRACKS, capital, counted, edge_name, listed, phase_name
from app.web.messages_play import ability_words
from app.web.messages_questions import option_label
from app.web.messages_rulings import further_label
from app.web.messages_settings import setting_name, setting_value


def move_label(words: Words, move: mv.Move) -> str:
    """A move as a button says it: 'Ada: walk to Kiln b4'."""
    label = LABELS.get(type(move))
    return capital(label(words, move)) if label else type(move).__name__


def _walk(words: Words, m: mv.Walk) -> str:
    return f"{words.unit(m.explorer)}: walk to {words.place(m.to)}"


def _explore(words: Words, m: mv.Explore) -> str:
    explorer = words.state.explorers.get(m.explorer) if words.state else None
    tile = ""
    if explorer is not None and explorer.space is not None:
        tile = f" of {words.place(explorer.space).rsplit(' ', 1)[0]}"
    return f"{words.unit(m.explorer)}: explore over the {edge_name(m.edge)} edge{tile}"


def _chapter_space(words: Words, m: mv.ActivateChapterSpace) -> str:
    return f"{words.unit(m.explorer)}: activate the chapter space at {words.place(m.space)}"


def _open_door(words: Words, m: mv.OpenDoor) -> str:
    return f"{words.unit(m.explorer)}: open the door to {words.place(m.to)}"


def _leave(words: Words, m: mv.LeaveByExit) -> str:
    return f"{words.unit(m.explorer)}: leave by the exit"


def _ability(words: Words, m: mv.PlayAbility) -> str:
    text, price = ability_words(words, m.card, m.at)
    label = f"{words.unit(m.explorer)}: {words.card(m.card)}" + (f" ({price})" if price else "")
    return label + (f", “{text}”" if text else "")


def _finish(words: Words, m: mv.FinishTurn) -> str:
    return f"{words.unit(m.explorer)}: finish the turn"


def _attack(words: Words, m: mv.Attack) -> str:
    weapon = f" with {words.card(m.weapon)}" if m.weapon else ""
    state, profile = words.state, None
    if state is not None and m.explorer in words.book.explorers:
        profile, _, _ = profile_of(words.book, state, m.explorer, m.weapon)
    return f"{words.unit(m.explorer)}: attack{_aimed(words, m.explorer, profile, m.targets, weapon)}"


def _aimed(words: Words, who: str, profile: AttackProfile | None, targets: tuple[str, ...], weapon: str = "") -> str:
    """Whom an attack names; one on a place says whom it would hit, before it is confirmed: ': it hits Ada'."""
    named = f" {listed([words.unit(target) for target in targets])}" if targets else ""
    if words.state is None or profile is None or not profile.shape or len(targets) != 1:
        return named + weapon
    there = caught(words.book, words.state, who, profile, targets[0])
    where = " all around" if profile.shape == "area" else " along the line to"
    hits = f": it hits {listed([words.unit(one) for one in there])}" if there else ""
    return f"{where}{named}{weapon}{hits}"


def _move_monster(words: Words, m: mv.MoveMonster) -> str:
    return f"{words.unit(m.monster)}: move to {words.place(m.to)}"


def _monster_attack(words: Words, m: mv.MonsterAttack) -> str:
    state, profile = words.state, None
    if state is not None and m.monster in state.monsters:
        profile = attack_profile(words.book, state, m.monster)
    return f"{words.unit(m.monster)}: attack{_aimed(words, m.monster, profile, m.targets)}"


def _monster_ability(words: Words, m: mv.MonsterAbility) -> str:
    found = words.state.monsters.get(m.monster) if words.state is not None else None
    text, _ = ability_words(words, found.card, m.at) if found is not None else ("", "")
    return f"{words.unit(m.monster)}: {text or 'do what its card says'}"


def _monster_door(words: Words, m: mv.MonsterOpenDoor) -> str:
    return f"{words.unit(m.monster)}: open the door to {words.place(m.to)}"


def _monster_done(words: Words, m: mv.MonsterDone) -> str:
    return f"{words.unit(m.monster)}: done"


def _end_phase(words: Words, m: mv.EndPhase) -> str:
    return f"End the {phase_name(m.phase)}"


def _place_terrain(words: Words, m: mv.PlaceTerrain) -> str:
    return f"Place the terrain: face {m.face.upper()}, {edge_name(m.edge)} edge"


def _connect(words: Words, m: mv.ConnectEnvironment) -> str:
    return f"Connect the environment to the {edge_name(m.edge)} edge"


def _encounter(words: Words, m: mv.DrawEncounter) -> str:
    return "Draw the encounter"


def _answer(words: Words, m: mv.Answer) -> str:
    step = next((s for s in words.state.agenda if s.id == m.step), None) if words.state else None
    if isinstance(step, Ask) and m.option in step.options:
        return option_label(words, step, step.options.index(m.option))
    return capital(alternative(words, m.option))


def _help(words: Words, m: mv.HelpRoll) -> str:
    return f"{words.unit(m.explorer)}: help the roll" + (f" {m.n} times" if m.n != 1 else "")


def _close(words: Words, m: mv.CloseAdjust) -> str:
    return "No more help: resolve the roll"


def _roll(words: Words, m: mv.RollDie) -> str:
    die = DICE.get(m.die, m.die)
    return f"Roll {die}" if m.typed is None else f"Type in {die}: {m.typed}"


def _set(words: Words, m: mv.ChangeSetting) -> str:
    return f"House rule “{setting_name(m.name)}”: {setting_value(m.name, m.value)}"


def _ruling(words: Words, m: mv.MakeRuling) -> str:
    return f"Table ruling: {listed([change_label(words, change) for change in m.changes])}"


def change_label(words: Words, change: ch.Change) -> str:
    """One part of a table ruling."""
    match change:
        case ch.SetPool(unit=unit, what=what, value=value):
            return f"{words.unit(unit)} has {value} {what}"
        case ch.PutUnit(unit=unit, space=space):
            return f"{words.unit(unit)} stands on {words.place(space)}"
        case ch.AddMonster(space=space, card=card):
            return f"{words.card(card) if card else 'a monster'} appears at {words.place(space)}"
        case ch.RemoveMonster(unit=unit, how=how):
            return f"{words.unit(unit)} is {how}"
        case ch.SetTokens(kind=kind, value=value):
            return counted(value, f"{kind} token")
        case ch.SetTrack(track=track, value=value):
            return f"{TRACKS.get(track, track)} {value}"
        case ch.SetCharges(card=card, value=value):
            return f"{words.card(card)} has {counted(value, 'charge')}"
        case ch.SetDoor(a=a, b=b, door=door):
            state = {"open": "open", "closed": "closed", "none": "gone"}[door]
            return f"the door between {words.place(a)} and {words.place(b)} is {state}"
        case ch.TakeItem(explorer=explorer, deck=deck):
            return f"{words.unit(explorer)} takes the top card of the {deck}"
        case ch.DropItem(card=card, to=to):
            return f"{words.card(card)} goes to {words.unit(to)}" if to else f"{words.card(card)} is destroyed"
        case ch.SetChapter(number=number):
            return f"chapter {number + 1} begins"
        case ch.EndGame(outcome=outcome):
            return f"the game is {outcome}"
        case _:
            return further_label(words, change)


#: A label for each type of move.
LABELS: Final[Mapping[type, Callable[[Words, Any], str]]] = MappingProxyType(
    {
        mv.Walk: _walk,
        mv.Explore: _explore,
        mv.ActivateChapterSpace: _chapter_space,
        mv.OpenDoor: _open_door,
        mv.LeaveByExit: _leave,
        mv.PlayAbility: _ability,
        mv.FinishTurn: _finish,
        mv.Attack: _attack,
        mv.MoveMonster: _move_monster,
        mv.MonsterAttack: _monster_attack,
        mv.MonsterAbility: _monster_ability,
        mv.MonsterOpenDoor: _monster_door,
        mv.MonsterDone: _monster_done,
        mv.EndPhase: _end_phase,
        mv.PlaceTerrain: _place_terrain,
        mv.ConnectEnvironment: _connect,
        mv.DrawEncounter: _encounter,
        mv.Answer: _answer,
        mv.HelpRoll: _help,
        mv.CloseAdjust: _close,
        mv.RollDie: _roll,
        mv.ChangeSetting: _set,
        mv.MakeRuling: _ruling,
        **messages_item_moves.LABELS,
    }
)
