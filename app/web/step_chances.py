"""The exact chances of a step ability's bands, for each amount of help that is still possible (ST-4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from app.rules.agenda import StepAbility
from app.rules.effects import Steps
from app.rules.steps import allowance, chances
from app.rules.units import taking_part
from app.web.contexts_steps import Chance, ChanceRow, ChanceTable
from app.web.messages_effects import rolls_of
from app.web.messages_names import counted, listed, percent
from app.web.seen_table import Table


def chance_tables(table: Table, step: StepAbility, effect: Steps) -> Iterator[ChanceTable]:
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
    return Chance(percent(chance), f"{chance.numerator} in {chance.denominator}", width)


def _read_with(table: Table, effect: Steps) -> str:
    """What the printed modifiers count now."""
    kinds = {"spawn_tokens": table.state.spawn_tokens, "horror_tokens": table.state.horror_tokens}
    told = [
        counted(kinds[per.subject], per.subject.replace("_", " ").removesuffix("s"))
        for per in effect.per
        if per.subject in kinds
    ]
    return f"Exact, with {listed(told)} as they lie now." if told else "Exact, as things stand now."
