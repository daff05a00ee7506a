"""Labels of moves, and the words of questions and of their answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from app.rules import changes as ch
from app.rules import moves as mv
from app.rules.attacking import profile_of
from app.rules.cards_attacks import AttackProfile
from app.rules.monsters import attack_profile
from app.rules.shapes import caught
from app.rules.state import Ask, Drawing, Exploration, StepAbility
from app.rules.turns import who_answers
from app.web import messages_items
from app.web.messages import DICE, TRACKS, Value, Words, capital, counted, edge_name, listed, phase_name
from app.web.messages_play import ability_words
from app.web.messages_reasons import alternative
from app.web.messages_rulings import further_label
from app.web.messages_settings import setting_name, setting_value

if TYPE_CHECKING:
    from app.rules.state import Step

#: Question code -> its sentence. Facts: who, card, at, and `about`, the first label where it names a unit.
QUESTIONS: Final[Mapping[str, str | tuple[str, ...]]] = MappingProxyType(
    {
        "which_explorer": ("{card}: for which explorer?", "For which explorer?"),
        "choose_price": ("{card}: what does {who} pay with?", "What is it paid with?"),
        "choose": ("{card}: what does {who} choose?", "What does {who} choose?"),
        "carry_out": ("{card}: carry out what it says, then confirm.", "Carry it out, then confirm."),
        "move_to": ("Where does {about:unit} move?", "Where to?"),
        "teleport_to": ("Where is {about:unit} teleported?", "Where to?"),
        "choose_panel": ("{card}: which one does the group choose, for all and for good?", "Which one?"),
        "join_entry_tile": "At which edge is the new map tile joined?",
        "move_environment": ("To which edge does {card} move?", "To which edge does it move?"),
        "place_entry_by_ruling": "Place the tile with the entry token by table ruling, then confirm.",
        "lay_entry": "On which edge does the entry token lie?",
        "lay_exit": "On which edge does the exit token lie?",
        "type_in_dice": ("{who} rolls: type in what the real dice show, or let the tracker roll.",),
        "which_determined": ("Several conditions of {card} are met: which option holds?", "Which option holds?"),
        "which_trigger": "Several things were set off at once: which comes first?",
        "who_rolls": ("Who rolls for {card}?", "Who rolls?"),
        "which_unit": ("{card}: who is affected?", "Who is affected?"),
        "which_explosion": "Which barrel explodes first?",
        "reroll_which": ("{card}: which die does {who} roll again?", "Which die is rolled again?"),
        "roll_again": ("{card}: does {who} roll the failed test again?", "Is the failed test rolled again?"),
        "who_rolls_spawn": "Who rolls next in the spawn phase?",
        "spawn_where": "On which space does the monster spawn?",
        "spawn_tile": ("{card}: on which map tile does the monster spawn?", "On which map tile?"),
        "push_source": ("From where is {about:unit} pushed or pulled?", "From where?"),
        "push_way": ("Which way does {about:unit} go?", "Which way?"),
        "move_goal": ("Towards or away from where does {about:unit} move?", "From where, or where to?"),
        "which_replacement": "Who comes in place of the dead?",
        "which_tile_first": "Which tile is destroyed first?",
        "which_tile_next": "Which tile is destroyed first?",
        "who_bears": ("Who bears {card} from now on?", "Who bears it?"),
        "who_enters_first": "For whom does the environment resolve first?",
        **messages_items.QUESTIONS,
    }
)

#: What a step is about that waits beneath another one, or goes on by itself. `{card}` where it names one.
WAITING: Final[Mapping[str, str]] = MappingProxyType(
    {
        "resolve": "{card}: the rest of the ability waits.",
        "card_enters": "{card}: what else it does on entering waits.",
        "walking": "The rest of the walk waits.",
        "new_round": "The new round is beginning.",
        "tile_goes": "A map tile is being destroyed.",
        "place_token": "A token is being laid.",
        "edge_moves": "What hung on a closed edge is being moved.",
        "entering": "The environment acts on those who entered.",
        "attacking": "An attack is being carried out.",
        "explosions": "Barrels are exploding.",
        "spawning": "Monsters are spawning.",
        "spawn_phase": "The spawn phase is under way.",
        "horror_phase": "The horror phase is under way.",
        "monster_phase": "The monster phase: each monster acts once.",
        "trigger_order": "Several things were set off at once.",
        "determine": "{card}: an option is being determined.",
        "step_ability": "{card}: a step ability is under way.",
        "looking": "Cards are being looked at.",
        "storing": "Cards are being stored.",
        "shared_payment": "A price is being paid together.",
        "paying": "{card}: how the price is paid is being said.",
        "drawing": "Items are being drawn.",
        "trading": "A trade is under way.",
        "using_inventory": "The inventory is being used.",
        "recharging": "A recharge is under way.",
        "event_space": "An event space is being used.",
        "traps_sprung": "Traps are being sprung.",
    }
)

#: Answers that are words of their own.
ANSWERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "stay": "Stay where it is",
        "keep": "Keep the roll",
        "enough": "No more targets",
        "done": "Done",
        "yes": "Yes",
        "no": "No",
        "roll": "Let the tracker roll",
        **messages_items.ANSWERS,
    }
)


#: Questions whose answers are map tiles, by their cells.
TILES_ASKED: Final = frozenset({"which_tile_goes", "which_tile_next", "spawn_tile"})


def asked(words: Words, step: Step) -> str:
    """What a pending step waits for, in one sentence."""
    if isinstance(step, Ask):
        facts: dict[str, Value] = {"who": step.who}
        if step.card:
            facts["card"] = step.card
        if step.labels:
            facts["about"] = step.labels[0]
        if only := messages_items.only_card(step):
            facts["only"] = only
        drawing = words.state.agenda[-2] if words.state is not None and len(words.state.agenda) > 1 else None
        if isinstance(drawing, Drawing) and drawing.n > 1 and step.question == "draw_from":
            facts |= {"drawn": drawing.n - drawing.left + 1, "of": drawing.n}
        templates = QUESTIONS.get(step.question)
        said = words.first_that_fits(templates, facts) if templates else None
        return said or f"{capital(step.question.replace('_', ' '))}?"
    if isinstance(step, Exploration):
        return _exploring(words, step)
    if isinstance(step, StepAbility) and step.stage == "adjust":
        name, total = words.card(step.card), step.total + sum(n for _, n in step.help)
        return f"{name}: {words.unit(step.roller)} rolled {total}. Help, or let it be."
    said = messages_items.waiting(words, step)
    if said:
        return said
    card = words.card(name) if (name := getattr(step, "card", "")) else "A card"
    return WAITING[step.type].format(card=card)


def _exploring(words: Words, step: Exploration) -> str:
    answers = who_answers(words.state, step) if words.state is not None else step.explorer
    who, tile = capital(words.unit(answers)), words.tile(step.cell)
    match step.stage:
        case "terrain":
            return f"{who} places {words.card(step.card) if step.card else 'the terrain'} on {tile}."
        case "environment":
            return f"{who} connects {words.card(step.card) if step.card else 'the environment'} to {tile}."
        case "encounter":
            return f"{who} draws an encounter."
        case _:
            return f"{who} explores {tile}."


def option_label(words: Words, step: Ask, place: int) -> str:
    """One option of a question in words."""
    label = step.labels[place] if len(step.labels) == len(step.options) else ""
    option = step.options[place]
    if option == "none" and messages_items.only_card(step):
        return "Destroy it"
    return option_words(words, step.question, option, label) + messages_items.warning(words, step, option)


def option_words(words: Words, question: str, option: str, label: str = "") -> str:
    """An answer in words: its printed label, or the unit, space, edge or card that it names."""
    if label and (question.startswith("choose") or question == "which_determined"):
        return label
    if question == "which_trigger" and label:
        return words.card(label.split(" ")[0])
    if question == "roll_again" and label:
        return f"Keep the {label}" if option == "keep" else f"Lose {label} and roll again"
    if option == "none":
        return messages_items.NONE.get(question, "None of them")
    if option in ANSWERS:
        return ANSWERS[option]
    if question == "reroll_which" and label:
        die, _, face = label.partition(" ")
        return f"Roll {DICE.get(die, die)} again, which shows {face}"
    if option.startswith("barrel "):
        return capital(words.unit(option))
    if question in TILES_ASKED:
        return capital(words.tile(option))
    told = alternative(words, option)
    if told == option.replace("_", " ") and label:
        return words.card(label) if words.knows(label) else label
    return capital(told)


# ------------------------------------------------------------------ moves


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
        **messages_items.LABELS,
    }
)
