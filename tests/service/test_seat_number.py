"""The id of a seat is read in one place, whoever sent it."""

from __future__ import annotations

import pytest

from app.service.opened import seat_id, seat_number


@pytest.mark.parametrize("number", [1, 3, 40, 999_999_999])
def test_a_number_is_found_again(number: int) -> None:
    assert seat_number(seat_id(number)) == number


@pytest.mark.parametrize("text", ["", "s", "3", "t3", "ss3", "s-1", "s3x", "s 3", "s²", "s" + "9" * 5000])
def test_any_other_text_is_no_seat(text: str) -> None:
    """However long: a number of thousands of digits cannot even be read."""
    assert seat_number(text) == 0
