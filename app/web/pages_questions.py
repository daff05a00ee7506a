"""What is asked now, as a sheet on every page: a question's options, or the moves that go on with a pending step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.rules.agenda import Ask, Exploration, Resolve, Step, StepAbility
from app.rules.agenda_items import Drawing, Looking, SharedPayment, Storing, Trading, UsingInventory
from app.rules.agenda_phases import HorrorPhase, MonsterPhase, SpawnPhase
from app.rules.moves import Answer, CloseStep, Move
from app.rules.tracks import rating_of
from app.rules.turns import step_rule, who_answers
from app.rules.units import in_play
from app.web.board_lit import lit_options
from app.web.board_units import to_act
from app.web.contexts import Action, Option, OptionGroup, Question
from app.web.following import Follow, follow_json
from app.web.hands import hand_view, in_hand
from app.web.left_open import for_them, of_others
from app.web.messages_monsters import aim, at_a_loss, behaves
from app.web.messages_moves import move_label
from app.web.messages_names import capital, listed
from app.web.messages_questions import asked, in_brief, option_label
from app.web.on_the_board import hint, of_monster, other_monsters, standing, ways_to_it
from app.web.option_facts import (
    PANELS,
    asked_about,
    closed_options,
    of_move,
    option_costs,
    option_facts,
    option_note,
    option_vain,
)
from app.web.option_groups import SEVERAL, grouped
from app.web.priced import price_asked
from app.web.refusals import together
from app.web.render import page_address
from app.web.seen_table import Table, answerer, form_move, looked_at
from app.web.step_help import help_asked

MONSTER_TASK = "Move the monsters"
ROLLERS = "who_rolls_spawn"
ONE_BY_ONE = "Or one by one"
DECLINES = {"stay": "Stay", "no": "No", "enough": "No more"}  # answers that take nothing of what is lit
BESIDE = ("RollDie",)  # always possible, never an answer
WHO_SENTENCES = {
    "any_player": "Anyone answers for the group.",
    "host": "The host answers for the group.",
    "every_seat": "Everyone who plays an explorer has to give the same answer.",
}


def question(table: Table) -> Question | None:
    """What the step on top of the agenda asks; without options where this phone only waits.

    Exploring has a page of its own, with the placements drawn.
    """
    top = table.state.agenda[-1] if table.state.agenda else None
    if top is None or isinstance(top, Exploration):
        return None
    said = saying(table, top)
    card = str(getattr(said, "card", ""))
    name = table.words.card(card) if card else ""
    page, page_text = own_page(table)
    shown_there = page and page_address(table.request).startswith(page)
    hand = hand_view(table) if isinstance(top, Ask) and in_hand(table) else None
    told_there = shown_there and (not isinstance(top, Ask) or hand is not None)
    linked = page.endswith("/step") and not shown_there and not isinstance(top, Ask)
    adjusted = top if isinstance(top, StepAbility) and top.stage == "adjust" and not shown_there else None
    changes, helping, unhelpful = help_asked(table, adjusted) if adjusted else ("", (), ())
    options = [] if told_there or linked else _options(table, top)
    if page.endswith("/items") and not options and not told_there:
        page_text = "Look on at the items"  # somebody else's: nothing that this phone may press
    monster = to_act(table.state, table.listing.moves, looked_at(table))
    offered = of_monster(table, options, monster)
    deeds = {move.type for move, _ in offered} - {"MonsterDone"} if monster else set()
    lost = "MoveMonster" in deeds and "MonsterAttack" not in deeds
    loss = at_a_loss(table.words, table.state, monster) if lost else ""
    lit = lit_options(table.state) if isinstance(top, Ask) else frozenset()
    if hand is not None and not shown_there:
        plain, page = hand.others, ""
        groups: tuple[OptionGroup, ...] = ()
    else:
        plain, groups = grouped(offered, lit)
        if options:  # being done stays last
            plain = (*plain[:-1], *ways_to_it(table, monster), *plain[-1:])
    plain = helping or plain
    first = in_order(table, top, [move for move, _ in options])
    if first is not None:
        plain, groups = (), (OptionGroup(ONE_BY_ONE, plain),)
    elif isinstance(top, Ask) and top.question == "roll_steps" and plain:
        first, plain = plain[0], ()
    there = f"?unit={monster}&lod=play" if monster else "?lod=play"
    return Question(
        step=top.id,
        text=f"{capital(table.words.unit(monster))} acts" if monster else task(table, top),
        brief="" if monster else brief_task(table, top),
        card=name,
        card_text=(_behaves(table, monster, loss) if monster else _printed(table, top, said))
        or (hand.text if hand is not None and not shown_there else "")
        or (rating_words(table) if isinstance(top, Ask) and _of_a_rating(table, top) else ""),
        rule=step_rule(top),
        who=f"{standing(table, monster)}. {_who(table, top)}" if monster else f"{changes} {_who(table, top)}".strip(),
        options=plain,
        groups=groups,
        later=unhelpful if adjusted else () if told_there or linked else together(_refused(table, top)),
        icon=_icon(table, top, card),
        page="" if shown_there else page,
        page_text=page_text,
        inline=bool(shown_there),
        closed=tuple(closed_options(table, top)) if isinstance(top, Ask) and not told_there else (),
        cards=hand.cards if hand is not None and not shown_there else (),
        board=f"{table.base}/board{there}" if options and (lit or deeds) else "",
        hint=hint(lit, deeds, aim(table.words, table.state, monster) if deeds else "", loss) if options else "",
        others=tuple(other_monsters(table, options, monster)),
        first=first,
        about=monster,
        story=f"{table.base}/chapter" if _of_this_chapter(table, top) else "",
        left_open=of_others(table),
        theirs=not answerer(table, who_answers(table.state, top))[1],
        decline=_decline(options) if lit else replace(plain[-1], title="Done") if loss and plain else None,
    )


def _behaves(table: Table, monster: str, loss: str) -> str:
    """How the asked monster behaves; `loss` is why that gives it nothing to do."""
    said = behaves(table.words, table.state, monster)
    return f"{said} Its card gives it nothing to do now: it is done, unless the group moves it." if loss else said


def _decline(options: Sequence[tuple[Move, Option]]) -> Option | None:
    """The answer that takes nothing of what is offered, in a word; None without one."""
    found = ((move.option, option) for move, option in options if isinstance(move, Answer))
    return next((replace(option, title=DECLINES[name]) for name, option in found if name in DECLINES), None)


def _of_this_chapter(table: Table, top: Step) -> bool:
    """Whether a panel of the current chapter asks, whose story tells what it is about (CH-7, CT-4)."""
    return isinstance(top, Ask) and top.question in PANELS and top.card == table.state.chapter_card


def in_order(table: Table, top: Step, moves: Sequence[Move]) -> Option | None:
    """All that still roll in a spawn phase, one after the other with one tap; None where each has to be asked for.

    The rolls end at the first thing that the group has to decide. The order is that of the table, another one is
    taken by asking one by one (RD-3).
    """
    settings = table.state.settings
    if not (isinstance(top, Ask) and top.question == ROLLERS) or settings.dice != "tracker":
        return None
    answers = [move for move in moves if isinstance(move, Answer)]
    if len(answers) < 2 or (settings.group_choice == "every_seat" and table.by.players != (table.by.seat,)):
        return None
    names = listed([table.words.unit(move.option) for move in answers], "then")
    rest = follow_json(*(Follow(ROLLERS, move.option) for move in answers[1:]))
    return Option(f"All roll: {names}", "", form_move(answers[0]), then=rest)


def own_page(table: Table) -> tuple[str, str]:
    """The page that shows what is under way in full, with the words of the way there; ('', '') without one."""
    for step in reversed(table.state.agenda):
        match step:
            case StepAbility():
                return f"{table.base}/step", "Open the roll"
            case SharedPayment():
                return f"{table.base}/step", "Open the price"
            case Looking() | Storing() | Drawing():
                return f"{table.base}/step", "Open the cards"
            case Trading() | UsingInventory():
                return f"{table.base}/items", "Open the items"
            case SpawnPhase() | HorrorPhase() | MonsterPhase():
                return f"{table.base}/monsters", f"Open the {table.state.phase} phase"
    return "", ""


def task(table: Table, top: Step) -> str:
    """What a pending step asks, in a few words: the card's name stands beside it."""
    if isinstance(top, MonsterPhase):
        return MONSTER_TASK
    if isinstance(top, SharedPayment):
        return price_asked(table, top)
    name = table.words.card(str(getattr(top, "card", ""))) if getattr(top, "card", "") else ""
    return capital(asked(table.words, top).removeprefix(f"{name}: ").removesuffix("."))


def brief_task(table: Table, top: Step) -> str:
    """The same where there is no room for more than two lines."""
    return capital(in_brief(table.words, top, task(table, top)))


def _who(table: Table, top: Step) -> str:
    """Who answers, in a sentence."""
    if isinstance(top, StepAbility) and top.stage == "adjust":
        return f"Everyone may help {table.words.unit(top.roller)}. {_who_closes(table, top.roller)}"
    who = who_answers(table.state, top)
    if who == "group":
        return WHO_SENTENCES[table.state.settings.group_choice]
    name, mine = answerer(table, who)
    unit = table.words.unit(who)
    return table.anyones(who) or (f"{unit} answers." if mine or name == unit else f"{name} answers for {unit}.")


def _of_a_rating(table: Table, top: Ask) -> bool:
    """Whether a roll against the rating of the phase is asked for, or its die is typed in."""
    beneath = table.state.agenda[-2] if len(table.state.agenda) > 1 else None
    typed = top.question == "type_in_dice" and isinstance(beneath, SpawnPhase | HorrorPhase)
    return typed or top.rule in ("RD-3", "RD-4")


def rating_words(table: Table) -> str:
    """The rating of the spawn or horror phase and which roll is good, as it is now; '' in another phase."""
    state = table.state
    if state.phase not in ("spawn", "horror"):
        return ""
    rating = rating_of(state, state.phase)
    if rating is None:
        return f"No {state.phase} rating is set: nobody rolls."
    fails = "brings a monster" if state.phase == "spawn" else "brings a horror event"
    top = state.agenda[-1] if state.agenda else None
    several = isinstance(top, Ask) and top.question == ROLLERS and len(top.options) > 1
    climbs = " Each safe roll raises it for the next one." if several else ""
    if not rating:
        return f"The {state.phase} rating is 0: no roll fails.{climbs}"
    return f"The {state.phase} rating is {rating}: a roll of {rating} or more is safe, less {fails}.{climbs}"


def _who_closes(table: Table, roller: str) -> str:
    """Who says that the helping is over: the roller's phone, any where it has none, the group for one that is gone."""
    if roller not in in_play(table.state):
        return f"{table.words.unit(roller)} is gone. {WHO_SENTENCES[table.state.settings.group_choice]}"
    seat = table.holder(roller)
    if seat is None:
        return f"No phone plays {table.words.unit(roller)}, so any phone can end the help."
    return "You end the help." if roller in table.by.explorers else f"{seat.name} ends the help."


def _options(table: Table, top: Step) -> list[tuple[Move, Option]]:
    """The legal moves that go on with it, in words; for a question also who has already picked which."""
    found = []
    confirmed = top.confirmed if isinstance(top, Ask) else ()
    for move in table.listing.moves:
        if move.type in BESIDE or (isinstance(top, Ask) and not isinstance(move, Answer)):
            continue
        if isinstance(top, Ask) and isinstance(move, Answer):
            place = top.options.index(move.option)
            by = tuple(table.words.seat(seat) for seat, value in confirmed if value == move.option)
            title, facts = option_label(table.words, top, place), option_facts(table, top, place)
            note = option_note(table, top, move.option)
            vain = option_vain(table, top, move)
            option = Option(title, note, form_move(move), by, facts, option_costs(table, top, place), vain=vain)
        else:
            facts, costs = of_move(table, move)
            option = Option(move_label(table.words, move), "", form_move(move), facts=facts, costs=costs)
        found.append((move, option))
    if isinstance(top, Ask) and top.question == "any_may":  # leaving it stands where nobody has to look for it
        found.sort(key=lambda one: not (isinstance(one[0], Answer) and one[0].option == "none"))
    name, mine = answerer(table, who_answers(table.state, top))
    if not mine:  # it can be done with here too, yet it is theirs: the press says for whom
        found = [(m, replace(o, title=for_them(name)) if isinstance(m, CloseStep) else o) for m, o in found]
    if isinstance(top, UsingInventory | Trading):  # being done takes nothing off again: nearest to the thumb
        found.sort(key=lambda one: not isinstance(one[0], CloseStep))
    return found


def _refused(table: Table, top: Step) -> tuple[Action, ...]:
    """Moves of this very step that are refused, with all reasons."""
    return tuple(
        Action("no", move_label(table.words, move), reasons=table.why(reasons))
        for move, reasons in table.listing.refused
        if getattr(move, "step", None) == top.id and not isinstance(move, Answer)
    )[:SEVERAL]


def saying(table: Table, top: Step) -> Step:
    """The step whose card a question is about: its own, else that of the ability which has brought it about."""
    if not isinstance(top, Ask) or top.card:
        return top
    beneath = (step for step in reversed(table.state.agenda[:-1]) if isinstance(step, Resolve))
    return next(beneath, top)


def _printed(table: Table, top: Step, said: Step) -> str:
    """The printed sentence that is being resolved, or what the item is that is asked about; `said` as of `saying`."""
    about = asked_about(table, top) if isinstance(top, Ask) else ()
    if about:
        return f"{'. '.join(line.removesuffix('.') for line in about)}."
    try:
        return table.book.ability(str(getattr(said, "card", "")), str(getattr(said, "at", "")))[2].text
    except KeyError:
        return ""


def _icon(table: Table, top: Step, card: str) -> str:
    """The icon of the kind of card, or of the step, that asks."""
    book = table.book
    kinds = (
        (book.chapters, "chapter"),
        (book.environments, "env"),
        (book.encounters, "encounter"),
        (book.explorer_events, "event"),
        (book.horror_events, "horror"),
    )
    for cards, icon in kinds:
        if card in cards:
            return icon
    if isinstance(top, MonsterPhase):
        return "monster"
    return {"trading": "trade", "using_inventory": "bag", "spawn_phase": "nest", "attacking": "attack"}.get(
        top.type, "info"
    )
