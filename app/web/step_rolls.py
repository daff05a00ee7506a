"""A step ability as every phone sees it: the roll as a sum, the bands, help, the exact chances (ST-1 to ST-4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from app.rules.conditions import About, amount
from app.rules.effects import Steps
from app.rules.events import DiceRolled
from app.rules.helping import is_free_help
from app.rules.modifiers import allows
from app.rules.moves import CloseAdjust, HelpRoll
from app.rules.state import StepAbility
from app.rules.steps import ability_of, allowance, chances, dice_of, matching, printed_modifier
from app.rules.units import in_play, taking_part
from app.rules.vocabulary import Condition
from app.web.contexts import Action, Cost
from app.web.contexts_steps import (
    BandView,
    Cell,
    Chance,
    ChanceRow,
    ChanceTable,
    Helper,
    HelpView,
    Roller,
    StepView,
    Stretch,
    Term,
)
from app.web.messages import capital, counted, listed
from app.web.messages_effects import figure, rolls_of
from app.web.seen_table import Table, answerer, form_move

if TYPE_CHECKING:
    from app.service import LogEntry

MODES: Final = {
    "single": "Only the band that holds the result happens.",
    "equal_or_above": "Every band at the result or above it happens, in printed order.",
    "equal_or_below": "Every band at the result or below it happens, in printed order.",
    "above": "Every band above the result happens, but not the one that holds it.",
    "below": "Every band below the result happens, but not the one that holds it.",
    "count": "Counted in place of a roll: no help.",
}
KINDS: Final = {
    "encounters": ("encounter", "ether"),
    "explorer_events": ("event", "brass"),
    "horror_events": ("horror", "ember"),
    "chapters": ("chapter", "brass"),
    "environments": ("env", "ether"),
}
LONGEST_SCALE: Final = 12  # figures that fit a phone side by side
NOTHING: Final = "It changes nothing."
HUES: Final = {"health": "ember", "stamina": "verd", "essence": "ether"}


def step_under_way(table: Table) -> StepAbility | None:
    """The step ability nearest to the top of the agenda, None without one."""
    return next((step for step in reversed(table.state.agenda) if isinstance(step, StepAbility)), None)


def step_view(table: Table, step: StepAbility, entries: Sequence[LogEntry]) -> StepView:
    """Everything about a running step ability; `entries` of the log, newest first, tell how it was rolled."""
    effect = ability_of(table.book, table.state, step)
    icon, hue = next((look for kind, look in KINDS.items() if step.card in getattr(table.book, kind)), ("text", ""))
    counts = effect.mode == "count"
    rolled = step.stage in ("adjust", "resolve")
    given = sum(n for _, n in step.help)
    total = (step.total if step.stage == "resolve" else step.total + given) if rolled else None
    terms, source = _sum(table, step, effect, given, entries) if rolled and not counts else ((), "")
    bands = tuple(_bands(table, step, effect, total))
    cells, stretches = _scale(table, step, effect, total, given)
    told = f"{' '.join(f'{t.sign} {t.figure} {t.word}'.strip() for t in terms)} makes {total}" if terms else ""
    return StepView(
        title=table.words.card(step.card),
        icon=icon,
        hue=hue,
        text=_heading(table.book.ability(step.card, step.at)[2].text),
        rule="ST-4" if step.stage in ("next", "roll") else "ST-2" if step.stage == "adjust" else "ST-3",
        means=MODES[effect.mode],
        rollers=tuple(_rollers(table, step)),
        sum=terms,
        total="" if total is None else figure(total),
        told=told or (f"Counted: {total}" if counts and rolled else ""),
        source=source,
        scale=cells,
        stretches=stretches,
        bands=bands,
        help=_help(table, step, effect, total or 0, given) if step.stage == "adjust" else None,
        chances=() if counts else tuple(_tables(table, step, effect)),
    )


def _heading(text: str) -> str:
    """The first line of a printed step ability: the bands stand below by themselves."""
    return text.split("\n")[0].removeprefix("Enters play: ")


def _rollers(table: Table, step: StepAbility) -> Iterator[Roller]:
    """Each explorer of the ability in the table's order (ST-4); of an ability for any explorer only the one rolling."""
    everyone = step.who == "each_explorer"
    for explorer in table.state.explorers:
        if explorer == step.roller and step.stage != "next":
            yield Roller(table.token(explorer), "now", "now")
        elif explorer in step.waiting:
            yield Roller(table.token(explorer), "to come", "next")
        elif everyone and explorer in taking_part(table.state):
            yield Roller(table.token(explorer), "done", "done")


# ------------------------------------------------------------------ the roll as a sum


def _sum(
    table: Table, step: StepAbility, effect: Steps, given: int, entries: Sequence[LogEntry]
) -> tuple[tuple[Term, ...], str]:
    """Dice, printed modifiers and help, and who rolled; one box where the log does not tell them apart."""
    base = step.total - (given if step.stage == "resolve" else 0)
    event = _last_roll(step, entries)
    source = "" if event is None else "typed in from the table" if event.source == "typed" else "rolled by the tracker"
    terms: list[Term] = []
    if event is None or event.total != base:
        terms.append(Term("", figure(base), "roll"))
    else:
        faces = [face for _, face in event.faces] or [event.total - event.modifier]
        if len(faces) > 3:
            faces = [sum(faces)]
        terms += [
            Term("+" if n else "", figure(face), "die" if event.faces else "dice") for n, face in enumerate(faces)
        ]
        terms += _modifiers(table, step, effect, event.modifier)
    if given:
        terms.append(_term(given, "help"))
    return tuple(terms), source


def _last_roll(step: StepAbility, entries: Sequence[LogEntry]) -> DiceRolled | None:
    for entry in entries:
        if entry.undone_by:
            continue
        for event in reversed(entry.events):
            if isinstance(event, DiceRolled) and event.why == "steps" and event.who == step.roller:
                return event
    return None


def _term(n: int, word: str) -> Term:
    return Term("−" if n < 0 else "+", str(abs(n)), word)


def _modifiers(table: Table, step: StepAbility, effect: Steps, modifier: int) -> list[Term]:
    """The printed modifiers one by one, as long as they still come to what was rolled with (IP-12)."""
    about = About(step.card, step.at, step.roller)
    parts = [
        (per.n * amount(table.book, table.state, Condition(per.subject), about), _short(per.subject))
        for per in effect.per
    ]
    rest = modifier - sum(n for n, _ in parts)
    if printed_modifier(table.book, table.state, step, effect) != modifier:
        parts, rest = [(modifier, "modifiers")], 0
    return [_term(n, word) for n, word in (*parts, (rest, "cards")) if n]


def _short(subject: str) -> str:
    return subject.replace("_", " ").removesuffix(" panel")


# ------------------------------------------------------------------ bands and scale


def _bands(table: Table, step: StepAbility, effect: Steps, total: int | None) -> Iterator[BandView]:
    off_scale = table.state.settings.roll_off_scale
    hit = matching(effect, total, off_scale=off_scale) if total is not None else ()
    for number, band in enumerate(effect.bands):
        if total is None:
            kind, mark = "", ""
        elif number not in hit:
            kind, mark = "x", "Averted" if len(effect.bands) > 1 and effect.mode != "single" else "Not now"
        elif step.stage == "adjust":
            kind, mark = "w", "Happens"
        else:
            kind, mark = "w", "To come" if number in step.bands else "Done"
        yield BandView(rolls_of(band), band.text or "As the card says.", kind, mark)


def _reach(table: Table, step: StepAbility, effect: Steps) -> tuple[int, int]:
    """The lowest and the highest result that can still come, help included."""
    if step.stage in ("adjust", "resolve"):
        now = step.total + (sum(n for _, n in step.help) if step.stage == "adjust" else 0)
        return now, now + (allowance(table.book, table.state, step) if step.stage == "adjust" else 0)
    low = high = printed_modifier(table.book, table.state, step, effect) if step.roller else 0
    for die, n in dice_of(effect.dice).items():
        faces = table.book.dice[die]
        low, high = low + n * min(faces), high + n * max(faces)
    return low, high + (effect.adjust.max if effect.adjust else 0)


def _scale(
    table: Table, step: StepAbility, effect: Steps, total: int | None, given: int
) -> tuple[tuple[Cell, ...], tuple[Stretch, ...]]:
    """The figures around the result with the bands beneath them; nothing where they overlap or are too many."""
    ends = [end for band in effect.bands for end in (band.least, band.most) if end is not None]
    low, high = _reach(table, step, effect)
    low, high = min([low, *ends]), max([high, *ends])
    if not ends or high - low >= LONGEST_SCALE:
        return (), ()
    before = total - given if total is not None and given and step.stage == "adjust" else None
    cells = tuple(Cell(figure(n), "at" if n == total else "was" if n == before else "") for n in range(low, high + 1))
    hit = matching(effect, total, off_scale=table.state.settings.roll_off_scale) if total is not None else None
    stretches: list[Stretch] = []
    at = low
    order = sorted(enumerate(effect.bands), key=lambda one: low if one[1].least is None else one[1].least)
    for number, band in order:
        first = low if band.least is None else band.least
        last = high if band.most is None else band.most
        if first < at:
            return cells, ()
        if first > at:
            stretches.append(Stretch(first - at, "", ""))
        kind = "" if hit is None else "w" if number in hit else "x"
        stretches.append(Stretch(last - first + 1, rolls_of(band), kind))
        at = last + 1
    if at <= high:
        stretches.append(Stretch(high - at + 1, "", ""))
    return cells, tuple(stretches)


# ------------------------------------------------------------------ help


def _help(table: Table, step: StepAbility, effect: Steps, total: int, given: int) -> HelpView | None:
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
    return f"{told} No help that is left changes anything." if left > bonus else told


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
    whose = "its own ability" if card == explorer else table.words.card(card)
    return f"The first help of each roll costs {table.words.unit(explorer)} nothing, by {whose}."


# ------------------------------------------------------------------ chances


def _tables(table: Table, step: StepAbility, effect: Steps) -> Iterator[ChanceTable]:
    """Of the roll that waits, then of those still to roll; explorers whose chances are the same share a table."""
    before = (step.roller,) if step.stage == "roll" and step.roller else ()
    alive = taking_part(table.state)
    groups: dict[tuple[tuple[Fraction, ...], ...], list[str]] = {}
    for explorer in (*before, *(e for e in step.waiting if e in alive)):
        if explorer in alive:
            ahead = replace(step, roller=explorer, stage="roll", help=(), bands=(), total=0, answers=())
            groups.setdefault(tuple(_rows(table, ahead, effect)), []).append(explorer)
    if step.stage == "adjust" and allowance(table.book, table.state, step):
        rows = tuple(_rows(table, step, effect))
        yield _table(table, effect, "With the help still possible", rows, "After the roll nothing is left to chance.")
    for rows, explorers in groups.items():
        names = listed([f"{table.words.unit(one)}’s" for one in explorers])
        yield _table(table, effect, f"{names} chances, before the roll", rows, _read_with(table, effect))


def _rows(table: Table, step: StepAbility, effect: Steps) -> Iterator[tuple[Fraction, ...]]:
    """The chances of every band for no help, one help, two ..., within what is left of the maximum."""
    bonus = effect.adjust.bonus if effect.adjust else 1
    for help_ in range(0, allowance(table.book, table.state, step) + 1, bonus):
        yield chances(table.book, table.state, step, help_)


def _table(table: Table, effect: Steps, title: str, rows: Iterable[tuple[Fraction, ...]], note: str) -> ChanceTable:
    bonus = effect.adjust.bonus if effect.adjust else 1
    told = tuple(
        ChanceRow("No help" if not n else f"+{n * bonus}", tuple(_chance(one) for one in row))
        for n, row in enumerate(rows)
    )
    return ChanceTable(title, tuple(rolls_of(band) for band in effect.bands), told, note)


def _chance(chance: Fraction) -> Chance:
    width = round(float(chance) * 100, 1)
    if chance in (0, 1):
        return Chance("sure" if chance else "no", "", width)
    return Chance(f"{round(width)} %", f"{chance.numerator} in {chance.denominator}", width)


def _read_with(table: Table, effect: Steps) -> str:
    """What the printed modifiers count now."""
    kinds = {"spawn_tokens": table.state.spawn_tokens, "horror_tokens": table.state.horror_tokens}
    told = [
        counted(kinds[per.subject], per.subject.replace("_", " ").removesuffix("s"))
        for per in effect.per
        if per.subject in kinds
    ]
    return f"Exact, with {listed(told)} as they lie now." if told else "Exact, as things stand now."
