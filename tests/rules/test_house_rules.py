"""A rule case about a house rule says something about its value: with another value it comes out otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.rules.settings import CHOICES
from tests.support import casebook

CASES = [(case, name) for case in casebook.cases() for name in case.setting if name in CHOICES]
VALUES = sorted({(name, value) for name, values in CHOICES.items() for value in values})


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_some_case_of_each_value_fails_with_another_value(name, value):
    about = [case for case, setting in CASES if setting == name and case.setting[name] == value]
    others = [other for other in CHOICES[name] if other != value]
    assert any(_notices(case, name, other) for case in about for other in others), (
        f"no case of {name}: {value} would notice another value"
    )


def _notices(case: casebook.Case, name: str, other: str) -> bool:
    """Whether a case comes out otherwise with another value; dice that it has none of are otherwise too."""
    try:
        return bool(casebook.check(replace(case, setting={**case.setting, name: other})))
    except AssertionError:
        return True
