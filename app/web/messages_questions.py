"""The words of questions, of what is waited for and of the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from app.rules.agenda import Ask, Exploration, StepAbility
from app.rules.agenda_items import Drawing
from app.rules.turns import who_answers
from app.web import messages_items
from app.web.messages import Words
from app.web.messages_alternatives import alternative
from app.web.messages_effects import value_words
from app.web.messages_names import DICE, Value, capital, listed

if TYPE_CHECKING:
    from app.rules.agenda import Step


#: Question code -> its sentence. Facts: who, card, at, and `about`, the first label where it names a unit.
QUESTIONS: Final[Mapping[str, str | tuple[str, ...]]] = MappingProxyType(
    {
        "which_explorer": ("{card}: for which explorer?", "For which explorer?"),
        "any_may": ("{card}: does {one:unit} do it?", "{card}: which explorer does it?", "Which explorer does it?"),
        "choose_price": ("{card}: what does {who} pay with?", "What is it paid with?"),
        "choose": ("{card}: what does {who} choose?", "What does {who} choose?"),
        "carry_out": ("{card}: carry out what it says, then confirm.", "Carry it out, then confirm."),
        "move_to": ("Where does {about:unit} move?", "Where to?"),
        "teleport_to": ("Where is {about:unit} teleported?", "Where to?"),
        "choose_panel": (
            "{card}: which option does the group choose, for all until the chapter ends?",
            "Which option?",
        ),
        "join_entry_tile": "At which edge is the new map tile joined?",
        "move_environment": ("To which edge does {card} move?", "To which edge does it move?"),
        "place_entry_by_ruling": "Place the tile with the entry token by table ruling, then confirm.",
        "lay_entry": "On which edge does the entry token lie?",
        "lay_exit": "On which edge does the exit token lie?",
        "type_in_dice": (
            "{who} rolls {dice}: type in what the real dice show, or let the tracker roll.",
            "{who} rolls: type in what the real dice show, or let the tracker roll.",
        ),
        "which_determined": ("Several conditions of {card} are met: which option holds?", "Which option holds?"),
        "which_value": (
            "Cards set {number} to different values: which one counts?",
            "Cards set a number to different values: which one counts?",
        ),
        "which_trigger": "Several things were set off at once: which comes first?",
        "who_rolls": ("Who rolls for {card}?", "Who rolls?"),
        "which_unit": ("{card}: who is affected?", "Who is affected?"),
        "which_explosion": "Which barrel explodes first?",
        "reroll_which": ("{card}: which die does {who} roll again?", "Which die is rolled again?"),
        "roll_again": ("{card}: does {who} roll the failed test again?", "Is the failed test rolled again?"),
        "roll_steps": ("{card}: {who} rolls.", "{who} rolls."),
        "who_rolls_spawn": "Who rolls next in the spawn phase?",
        "spawn_where": "On which space does the monster spawn?",
        "spawn_tile": ("{card}: on which map tile does the monster spawn?", "On which map tile?"),
        "push_source": ("From where is {about:unit} pushed or pulled?", "From where?"),
        "push_way": ("Which way does {about:unit} go?", "Which way?"),
        "how_far": ("{card}: how many spaces?", "How many spaces?"),
        "move_goal": ("Towards or away from where does {about:unit} move?", "From where, or where to?"),
        "which_replacement": "Who comes in place of the dead?",
        "which_tile_first": "Which tile is destroyed first?",
        "which_tile_next": "Which tile is destroyed first?",
        "who_bears": ("Who bears {card} from now on?", "Who bears it?"),
        "who_enters_first": "For whom does the environment resolve first?",
        **messages_items.QUESTIONS,
    }
)
#: The same in a few words, for the bar on top, where the sentence takes more than two lines of a narrow phone.
BRIEF: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "choose_panel": ("Choose one option of the chapter",),
        "join_entry_tile": ("At which edge is the tile joined?",),
        "place_entry_by_ruling": ("Place the entry tile by ruling",),
        "type_in_dice": ("{who} rolls: type in the dice",),
        "which_determined": ("Which option holds?",),
        "which_value": ("Which value counts?",),
        "which_trigger": ("Which comes first?",),
        "move_goal": ("From or to where does {about:unit} move?",),
        "who_enters_first": ("For whom does it resolve first?",),
        **messages_items.BRIEF,
    }
)
LONG: Final = 46
"""Characters of a sentence that the bar on top of a narrow phone still shows on two lines."""
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
        "which_value": "Which of several values counts is being said.",
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
        templates = QUESTIONS.get(step.question)
        said = words.first_that_fits(templates, _facts(words, step)) if templates else None
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


def in_brief(words: Words, step: Step, said: str) -> str:
    """What `said` asks in a few words, where it is a long question."""
    if len(said) <= LONG or not isinstance(step, Ask) or step.question not in BRIEF:
        return said
    return words.first_that_fits(BRIEF[step.question], _facts(words, step)) or said


def _facts(words: Words, step: Ask) -> dict[str, Value]:
    facts: dict[str, Value] = {"who": step.who}
    if step.card:
        facts["card"] = step.card
    if step.labels:
        facts["about"] = step.labels[0]
    if step.question == "which_value" and step.labels:
        facts["number"] = step.labels[0].partition(" ")[0]
    if only := messages_items.only_card(step):
        facts["only"] = only
    if step.question == "type_in_dice" and step.labels:
        facts["dice"] = _dice(step.labels)
    if step.question == "any_may" and len(step.options) == 2:
        facts["one"] = step.options[0]
    drawing = words.state.agenda[-2] if words.state is not None and len(words.state.agenda) > 1 else None
    if isinstance(drawing, Drawing) and drawing.n > 1 and step.question == "draw_from":
        facts |= {"drawn": drawing.n - drawing.left + 1, "of": drawing.n}
    return facts


def _dice(kinds: Sequence[str]) -> str:
    """What is rolled: 'the game die', '2 low dice and a high die'."""
    counts = Counter(kinds)
    return listed([DICE.get(die, f"the {die} die") if n == 1 else f"{n} {die} dice" for die, n in counts.items()])


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


def triggered(option: str) -> tuple[str, str, str]:
    """(card, where on it the ability stands, unit or '') of an answer to which ability comes first (IP-1)."""
    card, at, unit = (*option.split(" ", 2), "", "")[:3]
    return card, at, unit


def option_words(words: Words, question: str, option: str, label: str = "") -> str:
    """An answer in words: its printed label, or the unit, space, edge or card that it names."""
    if label and (question.startswith("choose") or question == "which_determined"):
        return label
    if question == "which_value" and (value := value_words(words, label)):
        return capital(value)
    if question == "any_may" and option == "none":
        return label
    if question == "which_trigger":
        card, _, unit = triggered(option)
        return f"{words.card(card)}, for {words.unit(unit)}" if unit else words.card(card)
    if question == "roll_again" and label:
        return f"Keep the {label}" if option == "keep" else f"Lose {label} and roll again"
    if question == "roll_steps":
        return "Roll the dice"
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
    if question == "push_way":
        return capital(words.ground(option))
    told = alternative(words, option)
    if told == option.replace("_", " ") and label:
        return words.card(label) if words.knows(label) else label
    return capital(told)
