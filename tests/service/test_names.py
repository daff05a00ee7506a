from __future__ import annotations

import pytest

from app.service import InvalidName, clean_name
from app.service.names import told_apart


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada \u00a0 Pryce ", "Ada Pryce"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("<b>Ada</b>", "<b>Ada</b>"),
        ("Ada\u202e\u2066\u200f\u200b\ufeff", "Ada"),
        ("👩‍🚀", "👩‍🚀"),
        ("نام", "نام"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("a\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308", "\u00e1\u0302\u0303\u0304"),
        ("x" * 40, "x" * 40),
        ("\u202e" * 100 + "Ada", "Ada"),
        ("=1+1", "=1+1"),
    ],
)
def test_a_name_is_kept_as_typed_but_for_what_deceives(typed, kept):
    assert clean_name(typed) == kept
    assert clean_name(kept) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "x" * 41,
        "x" * 300,
        "x" * 10**6,
        "A\x00da",
        "A\nda",
        "A\tda",
        "A\x1b[31mda",
        "A\u2028da",
        "\ud800",
        "\u200d\u200d",
        "\u202e",
        "\u0301",
        "\ue000",
    ],
)
def test_what_is_no_name_is_refused_with_the_field(typed):
    with pytest.raises(InvalidName) as caught:
        clean_name(typed)
    (reason,) = caught.value.reasons
    assert (reason.code, reason.param("field")) == ("malformed", "name")
    assert str(reason.param("fault")).startswith("should ")


def test_a_name_told_apart_stays_within_the_limit():
    long = "x" * 40
    assert told_apart(long, {long}) == "x" * 36 + " (2)"
    assert told_apart("Ada", {"ben"}) == "Ada"
    assert told_apart("Ada", {"ada", "ADA (2)"}) == "Ada (3)"
