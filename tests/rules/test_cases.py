"""Every rule case of tests/cases, played through the rules (tests/cases/README.md)."""

from __future__ import annotations

import pytest

from tests.support import casebook, packcases


@pytest.mark.parametrize("case", casebook.cases(), ids=lambda case: case.id)
def test_case(case):
    assert casebook.check(case) == [], f"{case.file}: {case.id}: {case.title}"


@pytest.mark.parametrize("case", packcases.pack_cases(), ids=lambda case: case.id)
def test_case_of_a_pack(case):
    assert packcases.check(case) == [], f"{packcases.FILE.name}: {case.id}: {case.title}"
