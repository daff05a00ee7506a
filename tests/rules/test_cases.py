"""Every rule case of tests/cases, played through the rules (tests/cases/README.md)."""

from __future__ import annotations

import pytest

from tests.support import casebook


@pytest.mark.parametrize("case", casebook.cases(), ids=lambda case: case.id)
def test_case(case):
    assert casebook.check(case) == [], f"{case.file}: {case.id}: {case.title}"
