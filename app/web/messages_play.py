"""Log lines about what is played: chapters, abilities, dice, attacks, answers, rulings, and plain notes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from app.rules import events as ev
from app.rules.cards_attacks import ATTACK, UPGRADED_ATTACK
from app.web import messages_items
from app.web.messages import Words
from app.web.messages_effects import figure, lasting_began, lasting_words, steps_resolved
from app.web.messages_names import DICE, capital, listed, phase_name
from app.web.messages_questions import QUESTIONS, option_words
from app.web.messages_settings import setting_name, setting_value

if TYPE_CHECKING:
    from app.rules.state import State

LONGEST_QUOTE: Final = 160  # characters of an ability's text in a log line

#: Lines for `Noted`: code -> sentence; `what` and `n` are its facts.
NOTES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "token_cap_reached": "No more {what:track} tokens fit: {n} fewer than the card says.",
        "deck_empty": "There was no {what:cardof} left to draw.",
        "pile_empty": "There was no destroyed {what:cardof} to invoke again.",
        "reinvoked": "{what:card} was invoked again.",
        "top_level": "The monster level is the highest there is.",
        "no_free_space": "There was no free space for {what:unit}.",
        "only_option": "“{what}” was all that was possible, so nobody was asked.",
        "only_edge": "{what:edge} was all that was possible, so nobody was asked.",
        "only_card": "It could only be {what:card}, so nobody was asked.",
        "no_option": "No option of {what:card} could be taken.",
        "no_push": "The push of {what:card} moved nobody.",
        "not_pushed": "{what:unit} stayed: there was no moving it that way.",
        "all_unlocked": "All options of {what:card} were open already.",
        "carried_out": "The group carried out: “{what}”",
        "chapter_read": "{what:card} was read, and the next chapter follows at once.",
        "join_closed": "{what:card} closes a way to the tile beside it.",
        "more_chapter_spaces": "{what:card} needs {n#more chapter space}.",
        "covered_meanwhile": "{what:card} does not count any more: the rest of it is dropped.",
        "no_edge_for_tile": "There was no edge for a new map tile.",
        "tile_would_leave_behind": "At every edge a new map tile would make one scroll away with an explorer on it.",
        "no_edge_for_token": "There was no edge for the {what} token.",
        "no_edge_left": "There was no unexplored edge for {what:card}.",
        "no_terrain_fits": "{what:card} fits nowhere on the new tile and went under its deck (a reading).",
        "none_to_lock": "No option of {what:card} was open, so none was locked.",
        "no_rating": "No {what} rating was ever set: the {what:phase} passes without a roll.",
        "no_spawn_roll": "{what:unit} does not roll: no spawn space of that map tile can be used.",
        "spawn_safe": "{what:unit} is safe: the roll reached the spawn rating of {n}.",
        "spawn_failed": "{what:unit} fell short of the spawn rating of {n}: a monster spawns.",
        "edge_gone": "Something lies over that edge by now: {what:unit} joins no map tile there.",
        "health_kept": "{what:unit} loses no health to this environment.",
        "horror_rating_held": "The horror rating does not rise: {what:card}.",
        "rating_held": "The spawn rating does not rise: {what:card}.",
        "horror_safe": "The roll reached the horror rating of {n}: no horror event comes.",
        "horror_failed": "The roll fell short of the horror rating of {n}: a horror event comes.",
        "no_spawn_space": "There was no spawn space that could be used.",
        "no_tile_to_spawn": "There was no map tile for {what:card} to spawn a monster on.",
        "no_monster": "No monster was left to spawn.",
        "half_removed": "{n#card} of the {what:deck} left the game unseen.",
        "monster_done": "{what:unit} has acted.",
        "monster_idle": "{what:unit} has neither moved nor attacked, and acts no more in this phase.",
        "no_target": "{what:card} found nobody to attack.",
        "full_health": "Nothing was restored: {what:unit}’s health was full.",
        "full_stamina": "Nothing was restored: {what:unit}’s stamina was full.",
        "full_essence": "Nothing was restored: {what:unit}’s essence was full.",
        "no_stamina_to_lose": "Nothing was lost: {what:unit} had no stamina.",
        "no_essence_to_lose": "Nothing was lost: {what:unit} had no essence.",
        "may_not_attack": "There was no attack: {what:card} forbids it.",
        "nobody_adjacent": "Nobody was adjacent: nothing happened.",
        "option_idle": "“{what}” did nothing: there was nobody and nothing for it.",
        "nobody_moved": "{what:card} moved nobody.",
        "nobody_banished": "{what:card} found no monster to banish.",
        "cannot_be_moved": "{what:unit} cannot be moved.",
        "finished_no_stamina": "{what:unit} has finished for this round and stays without stamina.",
        "none_spawned": "No monster spawned for {what:card}, so what it says about that monster is skipped.",
        "no_item_to_store": "There is no item to store on {what:card}.",
        "used_already": "{what:card} has done this already this round.",
        "cannot_restore": "{what:card} keeps health from being restored.",
        "no_way": "{what:unit} found no way and stayed.",
        "nothing_to_reroll": "{what:card} has no roll to be rolled again now.",
        "test_passed": "{what:unit} passed: the test asked for {n}.",
        "test_failed": "{what:unit} failed: the test asked for {n}.",
        "triggers_dropped": "What {what:card} had not begun yet was dropped.",
        "chapter_dropped": "What {what:card} had left to do was dropped: it is not the chapter any more.",
        "ruling_part_skipped": "A part of the ruling could not be done after what had gone before it.",
        "walk_cut_short": "{what:unit} stopped with {n#step} to go.",
        **messages_items.NOTES,
    }
)

#: What dice are rolled for.
ROLLS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "attack": "an attack",
        "steps": "the steps",
        "test": "a test",
        "spawn": "the spawn phase",
        "horror": "the horror phase",
        "recharge": "recharging",
        "event_space": "the event space",
        "reroll": "a die again",
    }
)

#: Why a game ended, as the end of 'The explorers won: '.
ENDINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ruling": "so the table ruled",
        "last_chapter": "the last chapter is over",
        "all_dead": "no explorer is alive",
    }
)


_ABILITY: Final = re.compile(
    r"^(?:Active|Enters play|Passive)(?: \((?P<price>[^:]*)\)|, once [^:(]*)?: (?P<effect>.*)$", re.DOTALL
)


def ability_words(words: Words, card: str, at: str) -> tuple[str, str]:
    """What an ability does, shortened, and its printed price; both '' where the pack does not know it."""
    try:
        text = words.book.ability(card, at)[2].text
    except KeyError:
        return "", ""
    found = _ABILITY.match(text)
    effect, price = (found["effect"], (found["price"] or "").replace(") (", "; ")) if found else (text, "")
    return (effect if len(effect) <= LONGEST_QUOTE else f"{effect[: LONGEST_QUOTE - 1].rstrip()}…"), price


def _chapter(words: Words, e: ev.ChapterEntered) -> str:
    return f"Chapter {e.number + 1}, {words.card(e.card)}, began."


def _ability_used(words: Words, e: ev.AbilityUsed) -> str:
    text, _ = ability_words(words, e.card, e.at)
    if e.at in (ATTACK, UPGRADED_ATTACK):
        weapon = "the basic attack" if e.card == e.explorer else words.card(e.card)
        return f"{words.unit(e.explorer)} attacked with {weapon}" + (f": {text}." if text else ".")
    if e.card in words.book.monsters:
        return f"{words.unit(e.explorer)} did what its card says" + (f": “{text}”" if text else ".")
    whose = "an ability" if e.card == e.explorer else words.card(e.card)
    return f"{words.unit(e.explorer)} played {whose}" + (f": “{text}”" if text else ".")


def phase_end(state: State) -> str:
    """What ends the phase, in the same words wherever it is asked or pressed.

    The horror die is nobody's, so it rolls with the tap that ends the spawn phase (RD-4), which is called after it.
    """
    rolled = state.phase == "spawn" and state.settings.dice == "tracker" and state.horror_rating
    return "Roll for horror" if rolled else f"End the {phase_name(state.phase)}"


def phase_note(state: State) -> str:
    """What the end of the phase does, where its name leaves something open and there is room for a line."""
    return "Ends the spawn phase; the horror die rolls at once" if phase_end(state) == "Roll for horror" else ""


def _ability_began(words: Words, e: ev.AbilityBegan) -> str:
    text, _ = ability_words(words, e.card, e.at)
    name = words.card(e.card)
    if e.unit == e.card or (e.unit and e.card in words.book.monsters and e.unit not in words.book.explorers):
        name = words.unit(e.unit)  # its own card speaks of itself
    elif e.unit:
        name = f"{name} for {words.unit(e.unit)}"
    return name + (f": “{text}”" if text else " took effect.")


def _phase(words: Words, e: ev.PhaseBegan) -> str:
    if e.rule == "AM-1":
        return f"It is the {phase_name(e.phase)} of round {e.round} now."
    if e.phase == "explorer":
        return f"Round {e.round} began with the {phase_name(e.phase)}."
    return f"The {phase_name(e.phase)} began."


def _die(words: Words, e: ev.DieRolled) -> str:
    source = "rolled by the tracker" if e.source == "tracker" else "typed in"
    return f"{DICE.get(e.die, e.die)} showed {e.face}, {source}."


def _dice(words: Words, e: ev.DiceRolled) -> str:
    who, why = words.unit(e.who), ROLLS.get(e.why, e.why.replace("_", " "))
    faces = [str(face) for _, face in e.faces]
    rolled = f"{' + '.join(faces)}" if len(faces) > 1 else str(e.total - e.modifier)
    if e.modifier:
        rolled += f" {'plus' if e.modifier > 0 else 'minus'} {abs(e.modifier)}"
    result = f", result {figure(e.total)}" if e.modifier or len(faces) > 1 else ""
    source = "" if e.source == "tracker" else ", typed in"
    return f"{who} rolled {rolled} for {why}{result}{source}."


def _help(words: Words, e: ev.HelpGiven) -> str:
    whose = "the roll" if e.explorer == e.roller else f"{words.unit(e.roller)}’s roll"
    return f"{words.unit(e.explorer)} raised {whose} by {e.n} to {figure(e.total)}."


def _lasting_ended(words: Words, e: ev.LastingEnded) -> str:
    if e.rule not in ("AM-1", "EN-2"):
        return ""  # the phase or roll that ends them is told
    return " ".join(f"Over: {lasting_words(words, held)}" for held in e.ended)


def _item(words: Words, e: ev.ItemSet) -> str:
    if e.how == "gone":
        return ""  # where its card went tells it
    return f"{words.card(e.card)} was {e.how.replace('_', ' ')}."


def _remembered(words: Words, e: ev.Remembered) -> str:
    return f"“{e.option}” is remembered." if e.rule == "AM-1" else ""  # else the choice itself is told


def _attack(words: Words, e: ev.AttackMade) -> str:
    kind = "An arcane attack" if e.arcane else "An attack"
    by = f" of {words.unit(e.attacker)}" if e.attacker else ""
    told = [
        f"{'hit' if e.total >= need else 'missed'} {words.unit(target)} ({need} needed)"
        for target, need in zip(e.targets, e.needed, strict=False)
    ]
    return f"{kind}{by} with {e.total} {listed(told)}." if told else f"{kind}{by} was on nobody."


def _chosen(words: Words, e: ev.Chosen) -> str:
    if e.secret or e.question == "roll_steps":
        return ""  # cards that were only looked at; dice that are told as they fall
    what = option_words(words, e.question, e.option, e.label)
    verb = "answered" if e.done else "is for"
    asked = words.first_that_fits(QUESTIONS.get(e.question, ()), {}) or ""
    told = f"{words.seat(e.seat)} {verb}: {what}."
    return f"{asked} {capital(told)}" if asked.endswith("?") else told


def _noted(words: Words, e: ev.Noted) -> str:
    template = NOTES.get(e.code)
    line = words.first_that_fits(template, {"what": e.what, "n": e.n}) if template else None
    return line or f"{capital(e.code.replace('_', ' '))}."


def _setting(words: Words, e: ev.SettingChanged) -> str:
    before, after = setting_value(e.name, e.before), setting_value(e.name, e.after)
    return f"House rule “{setting_name(e.name)}”: {after}; it was: {before}."


def _ruling(words: Words, e: ev.RulingMade) -> str:
    return f"Table ruling: “{e.reason}”"


def _ended(words: Words, e: ev.GameEnded) -> str:
    why = ENDINGS.get(e.why) or words.card(e.why)
    return f"The explorers {e.outcome}: {why}." if why else f"The explorers {e.outcome}."


LINES: Final[Mapping[type, Callable[[Words, Any], str]]] = MappingProxyType(
    {
        ev.ChapterEntered: _chapter,
        ev.AbilityUsed: _ability_used,
        ev.AbilityBegan: _ability_began,
        ev.PhaseBegan: _phase,
        ev.DieRolled: _die,
        ev.DiceRolled: _dice,
        ev.AttackMade: _attack,
        ev.HelpGiven: _help,
        ev.StepResolved: steps_resolved,
        ev.LastingBegan: lasting_began,
        ev.LastingEnded: _lasting_ended,
        ev.ItemSet: _item,
        ev.Remembered: _remembered,
        ev.Chosen: _chosen,
        ev.Noted: _noted,
        ev.SettingChanged: _setting,
        ev.RulingMade: _ruling,
        ev.GameEnded: _ended,
    }
)
