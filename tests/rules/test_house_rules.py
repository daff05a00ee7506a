"""Every value of a house rule has a rule case that would end otherwise under any other value (ledger: Settings)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.rules.settings import CHOICES, COSTS, Settings
from tests.support import casebook
from tests.support.casebook import Case

VALUES = [(name, value) for name, values in CHOICES.items() for value in values]


def cases_of(name: str, value: str) -> Iterator[Case]:
    return (case for case in casebook.cases() if str(case.setting.get(name, "")) == value)


def ends_otherwise(case: Case, name: str, value: str | int) -> bool:
    """Whether a case does not hold any more under that value: another verdict or fact, or other dice."""
    try:
        return casebook.check(replace(case, setting={**case.setting, name: value})) != []
    except AssertionError:  # what the case scripts is not what is rolled
        return True


@pytest.mark.parametrize(("name", "value"), VALUES, ids=lambda part: part)
def test_a_value_is_told_from_every_other(name, value):
    others = [other for other in CHOICES[name] if other != value]
    for other in others:
        assert any(ends_otherwise(case, name, other) for case in cases_of(name, value)), (
            f"no case of {name} {value} would end otherwise with {other}"
        )


@pytest.mark.parametrize("name", [*COSTS, "rating_max"])
def test_a_usual_figure_is_told_from_the_next(name):
    """Of cases that say nothing of the figure one would end otherwise if it were higher by 1, and one lower by 1."""
    usual = getattr(Settings(), name)
    about = {"BG-1", "EX-1", "IP-22"}
    plain = [c for c in casebook.cases() if about & set(c.rules) and not c.setting and "settings:" not in c.position]
    for other in (usual + 1, usual - 1):
        assert any(ends_otherwise(case, name, other) for case in plain), (
            f"{name}: {usual} or {other} is the same to all"
        )
