"""A log line for everything that happens: past tense, with names, figures and places.

What is only the tracker's own bookkeeping has no line (`SILENT`), nor what another event tells better.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from app.rules import events as ev
from app.rules.board import border_at
from app.rules.visibility import HIDDEN
from app.web import messages_items
from app.web.messages import (
    CARD_OF,
    DECKS,
    DICE,
    TRACKS,
    Words,
    capital,
    counted,
    edge_name,
    listed,
    phase_name,
)
from app.web.messages_settings import setting_name, setting_value

LONGEST_QUOTE: Final = 160  # characters of an ability's text in a log line

#: Events that never have a line of their own.
SILENT: Final = frozenset(
    {
        ev.StepOpened,
        ev.StepChanged,
        ev.StepClosed,
        ev.TriggerQueued,
        ev.TriggersTaken,
        ev.DueSet,
    }
)

#: Lines for `Noted`: code -> sentence; `what` and `n` are its facts.
NOTES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "token_cap_reached": "The chapter holds no more {what:track} tokens: {n} fewer than the card says.",
        "deck_empty": "There was no {what:cardof} left to draw.",
        "pile_empty": "There was no destroyed {what:cardof} to invoke again.",
        "reinvoked": "{what:card} was invoked again.",
        "top_level": "The monster level is the highest there is.",
        "no_free_space": "There was no free space for {what:unit}.",
        "no_option": "No option of {what:card} could be taken.",
        "no_push": "The push of {what:card} moved nobody.",
        "all_unlocked": "All options of {what:card} were open already.",
        "carried_out": "The group carried out: “{what}”",
        "chapter_read": "{what:card} was read, and the next chapter follows at once.",
        "join_closed": "{what:card} closes a way to the tile beside it.",
        "more_chapter_spaces": "{what:card} needs {n#more chapter space}.",
        "no_edge_for_tile": "There was no edge for a new map tile.",
        "no_edge_for_token": "There was no edge for the {what} token.",
        "no_edge_left": "There was no unexplored edge for {what:card}.",
        "no_terrain_fits": "{what:card} fits nowhere on the new tile and went under its deck.",
        "none_to_lock": "No option of {what:card} was open, so none was locked.",
        "no_rating": "No {what} rating was ever set: the {what:phase} passes without a roll.",
        "no_spawn_roll": "{what:unit} does not roll: no spawn space of that map tile can be used.",
        "spawn_safe": "{what:unit} is safe: the roll reached the spawn rating of {n}.",
        "spawn_failed": "{what:unit} fell short of the spawn rating of {n}: a monster spawns.",
        "rating_held": "The spawn rating does not rise: {what:card}.",
        "horror_safe": "The roll reached the horror rating of {n}.",
        "horror_failed": "The roll fell short of the horror rating of {n}.",
        "no_spawn_space": "There was no spawn space that could be used.",
        "no_tile_to_spawn": "There was no map tile for {what:card} to spawn a monster on.",
        "no_monster": "No monster was left to spawn.",
        "half_removed": "{n#card} of the {what:deck} left the game unseen.",
        "monster_done": "{what:unit} has acted.",
        "no_target": "{what:card} found nobody to attack.",
        "may_not_attack": "There was no attack: {what:card} forbids it.",
        "nobody_moved": "{what:card} moved nobody.",
        "nobody_banished": "{what:card} found no monster to banish.",
        "cannot_be_moved": "{what:unit} cannot be moved.",
        "no_item_to_store": "There is no item to store on {what:card}.",
        "used_already": "{what:card} has done this already this round.",
        "cannot_restore": "{what:card} keeps health from being restored.",
        "no_way": "{what:unit} found no way and stayed.",
        "nothing_to_reroll": "{what:card} has no roll to be rolled again now.",
        "test_passed": "{what:unit} passed: the test asked for {n}.",
        "test_failed": "{what:unit} failed: the test asked for {n}.",
        "triggers_dropped": "What {what:card} had not begun yet was dropped.",
        "ruling_part_skipped": "A part of the ruling could not be done after what had gone before it.",
        "walk_cut_short": "{what:unit} stopped with {n#step} to go.",
        **messages_items.NOTES,
    }
)

#: What dice are rolled for, whom a lasting effect concerns, how long it lasts.
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
WHOM: Final[Mapping[str, str]] = MappingProxyType(
    {
        "": "all",
        "table": "the table",
        "bearer": "the bearer",
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

#: Why a game ended, as the end of 'The explorers won: '.
ENDINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ruling": "so the table ruled",
        "last_chapter": "the last chapter is over",
        "all_dead": "no explorer is alive",
    }
)


#: Stamina paid for what the next line tells: it stands in that line.
PAYING: Final = frozenset({"walk", "explore", "chapter_space", "door", "exit"}) | messages_items.PAYING


def said(words: Words, events: Iterable[ev.Event]) -> list[str]:
    """The lines for what one move made happen, in order. What stamina went for stands with the deed."""
    lines: list[str] = []
    aside: ev.PoolChanged | None = None
    rested: list[str] = []
    setting_up = False
    for event in events:
        setting_up = setting_up or isinstance(event, ev.TableSet)
        if setting_up and isinstance(event, ev.Shuffled):
            continue
        if isinstance(event, ev.PoolChanged) and event.what == "stamina":
            if event.why == "new_round":
                rested.append(words.unit(event.unit))
                continue
            if event.why in PAYING or event.why == "finished":
                aside = event
                continue
        line = happened(words, event)
        if line and aside is not None:
            line, aside = _with_stamina(line, aside), None
        if line:
            lines.append(line)
    if aside is not None:
        lines.append(_pool(words, aside))
    if rested:
        lines.append(f"Stamina is back for {listed(rested)}.")
    return lines


def _with_stamina(line: str, paid: ev.PoolChanged) -> str:
    line = line.removesuffix(".")
    if paid.why == "finished":
        return f"{line} with {paid.before} stamina left."
    return f"{line} for {paid.before - paid.after} stamina, {paid.after or 'none'} left."


def happened(words: Words, event: ev.Event) -> str:
    """One event in one sentence; '' for a silent one. One without words gives its own name, never an error."""
    if type(event) in SILENT:
        return ""
    line = LINES.get(type(event))
    return capital(line(words, event)) if line else f"{type(event).__name__}."


def edge_of(words: Words, cell: tuple[int, int], edge: str) -> str:
    """'the north edge of Kiln'."""
    return f"the {edge_name(edge)} edge of {words.tile(cell)}"


_ABILITY: Final = re.compile(r"^(?:Active|Enters play|Passive)(?: \((?P<price>[^:]*)\))?: (?P<effect>.*)$", re.DOTALL)


def ability_words(words: Words, card: str, at: str) -> tuple[str, str]:
    """What an ability does, shortened, and its printed price; both '' where the pack does not know it."""
    try:
        text = words.book.ability(card, at)[2].text
    except KeyError:
        return "", ""
    found = _ABILITY.match(text)
    effect, price = (found["effect"], found["price"] or "") if found else (text, "")
    return (effect if len(effect) <= LONGEST_QUOTE else f"{effect[: LONGEST_QUOTE - 1].rstrip()}…"), price


def _table_set(words: Words, e: ev.TableSet) -> str:
    scenario = words.book.scenarios.get(e.scenario)
    name = scenario.name if scenario else e.scenario
    length = next((x.name for x in scenario.lengths if x.id == e.length), e.length) if scenario else e.length
    who = listed([words.unit(explorer) for explorer in e.explorers])
    return f"The table was set for {name}, {length.lower()}, with {who}."


def _shuffled(words: Words, e: ev.Shuffled) -> str:
    deck = DECKS.get(e.deck, e.deck)
    return f"The destroyed {deck} were shuffled into a new deck." if e.from_destroyed else f"The {deck} were shuffled."


def _card_moved(words: Words, e: ev.CardMoved) -> str:
    kind, name = CARD_OF.get(e.deck, "card"), words.card(e.card)
    if e.deck in ("tiles", "terrains", "environments") and e.to == "in_play":
        return ""  # the tile, terrain or environment tells it itself
    if e.deck == "monsters" and e.to == "in_play" and e.rule != "NC-4":
        return ""
    if e.card == HIDDEN and e.rule in ("IT-1", "MN-1"):
        return ""  # the level that was added tells it
    match e.to:
        case "destroyed":
            return f"The {kind} {name} was drawn." if e.drawn else _destroyed(e.deck, kind, name)
        case "in_play":
            return _came(words, e, kind, name)
        case "held":
            return f"{words.unit(e.holder)} took the {kind} {name}."
        case "stored":
            return f"The {kind} {name} was stored on {words.card(e.holder)}."
        case "out":
            return f"The {kind} {name} left the game."
        case "top":
            return f"The {kind} {name} went on top of its deck."
        case "bottom":
            return f"The {kind} {name} went under its deck."
        case "under":
            return f"The {kind} {name} went under the destroyed ones."
        case "aside":
            return ""  # laid aside face down at setup, until its level comes


def _came(words: Words, e: ev.CardMoved, kind: str, name: str) -> str:
    """A card that came into play: drawn by an explorer, taken to be stored, or an item laid on a space."""
    if e.drawn and e.holder in words.book.explorers:
        return f"{words.unit(e.holder)} drew the {kind} {name}."
    if e.rule == "NC-4":
        return f"The {kind} {name} was taken, face up."
    if "," in e.holder:
        return f"The {kind} {name} lies at {words.place(e.holder)}."
    return f"The {kind} {name} came into play."


def _destroyed(deck: str, kind: str, name: str) -> str:
    return "" if deck == "monsters" else f"The {kind} {name} was destroyed."


def _current_set(words: Words, e: ev.CurrentSet) -> str:
    return "" if e.card else f"No {CARD_OF.get(e.pile, 'card')} is current now."


def _tile_joined(words: Words, e: ev.TileJoined) -> str:
    name = words.face(e.tile.tile, e.tile.face)
    return f"{words.unit(e.by)} explored and found {name}." if e.by else f"The map tile {name} was placed."


def _tile_left(words: Words, e: ev.TileLeft) -> str:
    how = {"scrolled": "scrolled away", "destroyed": "was destroyed", "cleared": "was cleared away"}[e.why]
    return f"The map tile {_face_name(words, e)} {how}."


def _face_name(words: Words, e: ev.TileLeft) -> str:
    key = f"{e.cell[0]},{e.cell[1]}"
    if key in words.tiles:
        return words.card(words.tiles[key])
    return words.card(e.tile)


def _terrain_placed(words: Words, e: ev.TerrainPlaced) -> str:
    name = words.face(e.terrain.card, e.terrain.face)
    where = edge_of(words, e.cell, e.terrain.edge)
    return f"{words.unit(e.by)} placed {name}, face {e.terrain.face.upper()}, on {where}."


def _environment_set(words: Words, e: ev.EnvironmentSet) -> str:
    name, place = words.card(e.environment.card), e.environment
    charges = f", {counted(place.charges, 'charge')}" if place.charges is not None else ""
    if e.how == "charged":
        return f"{name} has {_charges(place.charges or 0)} left."
    if place.edge is None or e.how == "homeless":
        return f"{name} stays with {words.tile(place.cell)} without an edge."
    verb = "was connected" if e.how == "connected" else "moved"
    return f"{name} {verb} to {edge_of(words, place.cell, place.edge)}{charges if e.how == 'connected' else ''}."


def _charges(n: int) -> str:
    return counted(n, "charge") if n else "no charge"


def _environment_left(words: Words, e: ev.EnvironmentLeft) -> str:
    return f"{words.card(e.card)} left play."


def _token_placed(words: Words, e: ev.TokenPlaced) -> str:
    if e.place is None:
        return f"The {e.token} token left play."
    if e.place.cell is None or e.place.edge is None:
        return f"The {e.token} token waits beside the board."
    return f"The {e.token} token was laid on {edge_of(words, e.place.cell, e.place.edge)}."


def _pool(words: Words, e: ev.PoolChanged) -> str:
    change, who = e.after - e.before, words.unit(e.unit)
    if change < 0:
        return f"{who} lost {-change} {e.what}, {e.after or 'none'} left."
    return f"{who} restored {change} {e.what} and has {e.after}."


def _unit_moved(words: Words, e: ev.UnitMoved) -> str:
    verb = {
        "walk": "walked",
        "push": "was pushed",
        "move": "moved",
        "teleport": "was teleported",
        "entry": "entered",
        "ruling": "was put",
    }[e.how]
    where = "on" if e.how == "ruling" else "at" if e.how == "entry" else "to"
    return f"{words.unit(e.unit)} {verb} {where} {words.place(e.to)}."


def _unit_left(words: Words, e: ev.UnitLeft) -> str:
    if e.how == "exit":
        return f"{words.unit(e.unit)} left by the exit."
    return f"{words.unit(e.unit)} was {e.how}."


def _monster_placed(words: Words, e: ev.MonsterPlaced) -> str:
    return f"{words.card(e.card)} appeared at {words.place(e.space)}, health {e.health}."


def _explorer_took(words: Words, e: ev.ExplorerTook) -> str:
    return f"{words.unit(e.explorer)} finished the turn." if e.what == "finished" else ""


def _explorer_joined(words: Words, e: ev.ExplorerJoined) -> str:
    return f"{words.unit(e.explorer)} joins as a replacement and waits to enter."


def _tokens(words: Words, e: ev.TokensChanged) -> str:
    return f"{e.kind} tokens went from {e.before} to {e.after}."


def _track(words: Words, e: ev.TrackSet) -> str:
    name = TRACKS.get(e.track, e.track)
    if e.before is None:
        return f"The {name} was set to {e.after}."
    return f"The {name} went from {e.before} to {e.after}."


def _marks(words: Words, e: ev.MarksChanged) -> str:
    name = words.card(e.card)
    match e.what:
        case "charges":
            return f"{name} has {_charges(e.value)} left."
        case "open":
            return f"{counted(e.value, 'option')} of {name} can be used now."
        case "chosen":
            return f"The group chose “{option_name(words, e.card, e.panel, e.value)}” of {name}."
        case "determined":
            return f"“{option_name(words, e.card, e.panel, e.value)}” of {name} holds now."


def option_name(words: Words, card: str, panel: str, number: int) -> str:
    """What an option of a panel ('top.0') is called on the card."""
    half, _, place = panel.partition(".")
    try:
        faces = [face for face in words.book.card(card).faces if face.name == half]
        return faces[0].panels[int(place)].options[number].label
    except (KeyError, IndexError, ValueError):
        return f"option {number + 1}"


def _space_marked(words: Words, e: ev.SpaceMarked) -> str:
    by = words.unit(e.by) if e.by else ""
    place = words.place(e.space)
    if e.mark == "lit":
        return f"{by} lit the chapter space at {place}." if by else f"The chapter space at {place} was lit."
    if e.mark == "explored":
        return f"{by} used {place}." if by else f"{place} was used."
    return f"{place} was destroyed."


def _door(words: Words, e: ev.DoorSet) -> str:
    x, y, _ = border_at(e.border)
    done = {"/": "opened", "=": "closed", " ": "removed"}[e.door]
    who = f"{words.unit(e.by)} {done} a door" if e.by else f"A door was {done}"
    return f"{who} at {words.place((x, y))}."


def _chapter(words: Words, e: ev.ChapterEntered) -> str:
    return f"Chapter {e.number + 1}, {words.card(e.card)}, began."


def _ability_used(words: Words, e: ev.AbilityUsed) -> str:
    text, _ = ability_words(words, e.card, e.at)
    whose = "an ability" if e.card == e.explorer else words.card(e.card)
    return f"{words.unit(e.explorer)} played {whose}" + (f": “{text}”" if text else ".")


def _ability_began(words: Words, e: ev.AbilityBegan) -> str:
    text, _ = ability_words(words, e.card, e.at)
    whom = f" for {words.unit(e.unit)}" if e.unit else ""
    return f"{words.card(e.card)}{whom}" + (f": “{text}”" if text else " took effect.")


def _phase(words: Words, e: ev.PhaseBegan) -> str:
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
    result = f", result {e.total}" if e.modifier or len(faces) > 1 else ""
    source = "" if e.source == "tracker" else ", typed in"
    return f"{who} rolled {rolled} for {why}{result}{source}."


def _help(words: Words, e: ev.HelpGiven) -> str:
    whose = "the own roll" if e.explorer == e.roller else f"{words.unit(e.roller)}’s roll"
    return f"{words.unit(e.explorer)} raised {whose} by {e.n} to {e.total}."


def _steps(words: Words, e: ev.StepResolved) -> str:
    who, name = words.unit(e.roller), words.card(e.card)
    if not e.bands:
        return f"{who} resolved {name} with {e.total}: nothing happens."
    which = listed([str(band + 1) for band in e.bands])
    return f"{who} resolved {name} with {e.total}: option{'s' if len(e.bands) > 1 else ''} {which}."


def _lasting_began(words: Words, e: ev.LastingBegan) -> str:
    lasting = e.lasting
    whom = words.unit(lasting.unit) if lasting.unit else WHOM.get(lasting.who, lasting.who.replace("_", " "))
    what = lasting.what.replace("_", " ")
    until = UNTIL.get(lasting.until, lasting.until.replace("_", " "))
    if lasting.effect == "modify":
        return f"{words.card(lasting.card)}: {what} {lasting.n:+d} for {whom} {until}."
    verb = "is possible" if lasting.effect == "allow" else "is not possible"
    return f"{words.card(lasting.card)}: {what} {verb} for {whom} {until}."


def _lasting_ended(words: Words, e: ev.LastingEnded) -> str:
    return ""  # the phase or roll that ends them is told


def _item(words: Words, e: ev.ItemSet) -> str:
    return f"{words.card(e.card)} was {e.how.replace('_', ' ')}."


def _remembered(words: Words, e: ev.Remembered) -> str:
    return ""  # the choice itself is told


def _attack(words: Words, e: ev.AttackMade) -> str:
    kind = "An arcane attack" if e.arcane else "An attack"
    by = f" of {words.unit(e.attacker)}" if e.attacker else ""
    told = [
        f"{'hit' if e.total >= need else 'missed'} {words.unit(target)} ({need} needed)"
        for target, need in zip(e.targets, e.needed, strict=False)
    ]
    return f"{kind}{by} with {e.total} {listed(told)}." if told else f"{kind}{by} was on nobody."


def _chosen(words: Words, e: ev.Chosen) -> str:
    from app.web.messages_moves import option_words

    if e.secret:
        return ""  # cards that were only looked at
    what = option_words(words, e.question, e.option, e.label)
    verb = "answered" if e.done else "is for"
    return f"{words.seat(e.seat)} {verb}: {what}."


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


#: One sentence for each type of event; '' where another event tells it.
LINES: Final[Mapping[type, Callable[[Words, Any], str]]] = MappingProxyType(
    {
        ev.TableSet: _table_set,
        ev.Shuffled: _shuffled,
        ev.CardMoved: _card_moved,
        ev.CurrentSet: _current_set,
        ev.TileJoined: _tile_joined,
        ev.TileLeft: _tile_left,
        ev.TerrainPlaced: _terrain_placed,
        ev.EnvironmentSet: _environment_set,
        ev.EnvironmentLeft: _environment_left,
        ev.TokenPlaced: _token_placed,
        ev.PoolChanged: _pool,
        ev.UnitMoved: _unit_moved,
        ev.UnitLeft: _unit_left,
        ev.MonsterPlaced: _monster_placed,
        ev.ExplorerTook: _explorer_took,
        ev.ExplorerJoined: _explorer_joined,
        ev.TokensChanged: _tokens,
        ev.TrackSet: _track,
        ev.MarksChanged: _marks,
        ev.SpaceMarked: _space_marked,
        ev.DoorSet: _door,
        ev.ChapterEntered: _chapter,
        ev.AbilityUsed: _ability_used,
        ev.AbilityBegan: _ability_began,
        ev.PhaseBegan: _phase,
        ev.DieRolled: _die,
        ev.DiceRolled: _dice,
        ev.AttackMade: _attack,
        ev.HelpGiven: _help,
        ev.StepResolved: _steps,
        ev.LastingBegan: _lasting_began,
        ev.LastingEnded: _lasting_ended,
        ev.ItemSet: _item,
        ev.Remembered: _remembered,
        ev.Chosen: _chosen,
        ev.Noted: _noted,
        ev.SettingChanged: _setting,
        ev.RulingMade: _ruling,
        ev.GameEnded: _ended,
        **messages_items.LINES,
    }
)
