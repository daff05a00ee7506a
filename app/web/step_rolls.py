"""A step ability as every phone sees it: the roll as a sum and the bands (ST-1 to ST-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from app.rules.agenda import StepAbility
from app.rules.conditions import About, amount
from app.rules.effects import Steps
from app.rules.events import DiceRolled
from app.rules.steps import ability_of, allowance, dice_of, matching, printed_modifier
from app.rules.units import taking_part
from app.rules.vocabulary import Condition
from app.web.contexts_steps import BandView, Cell, Roller, StepView, Stretch, Term
from app.web.messages_effects import figure, rolls_of
from app.web.seen_table import Table
from app.web.step_chances import chance_tables
from app.web.step_help import help_view

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
        help=help_view(table, step, effect, total or 0, given) if step.stage == "adjust" else None,
        chances=() if counts else tuple(chance_tables(table, step, effect)),
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
