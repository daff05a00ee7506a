from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.service import InvalidName, clean_name
from app.service.lookalike import like_another
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
        ("a" + "\u0301\ufe0f" * 9, "\u00e1\ufe0f\u0301\ufe0f\u0301\ufe0f\u0301"),
        ("Zoe\u200b\u0308", "Zo\u00eb"),
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
        "\u3164",
        "\u2800 \u115f",
    ],
)
def test_what_is_no_name_is_refused_with_the_field(typed):
    with pytest.raises(InvalidName) as caught:
        clean_name(typed)
    (reason,) = caught.value.reasons
    assert (reason.code, reason.param("field")) == ("malformed", "name")
    assert str(reason.param("fault")).startswith("should ")


@given(
    st.text(
        st.sampled_from("aE\u0301\u0308\u0327\u0345\u200b\u200d\ufe0f\u00a0 \u1100\u1161\u3164\u0958\u093c\u09be\u09c7")
    )
)
def test_what_is_clean_stays_as_it_is(typed):
    """A file with an author's name is read again: a name that cleaning would change then could not be taken in."""
    try:
        name = clean_name(typed)
    except InvalidName:
        return
    assert clean_name(name) == name


def test_a_name_told_apart_stays_within_the_limit():
    long = "x" * 40
    assert told_apart(long, {long}) == "x" * 36 + " (2)"
    assert told_apart("Ada", {"ben"}) == "Ada"
    assert told_apart("Ada", {"ada", "ADA (2)"}) == "Ada (3)"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("\uff21\uff44\uff41", "Ada"),
        ("\u0410da", "Ada"),
        ("Ad\u0430", "Ada"),
        ("\u0391da", "Ada"),
        ("\U0001d400\U0001d41d\U0001d41a", "Ada"),
        ("\u24b6da", "Ada"),
        ("A\u200dd\u200ca", "Ada"),
        ("Ad\u3164a", "Ada"),
        ("A\u2800da", "Ada"),
        ("A da", "Ada"),
        ("AdaP", "Ada P"),
        ("\u0430DA", "Ada"),
        ("lan", "Ian"),
        ("1an", "Ian"),
        ("0tto", "Otto"),
        ("\u041e\u0422\u0422\u041e", "OTTO"),
        ("O\u2019Neil", "O'Neil"),
        ("Anna\u2013Lena", "Anna-Lena"),
        ("Ada (\u0032\ufe0f)", "Ada (2)"),
    ],
)
def test_a_name_that_looks_like_another_is_found_both_ways_round(name, other):
    assert like_another(name, ["Ben", other]) == other
    assert like_another(other, ["Ben", name]) == name


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ada", "Ada"),
        ("ADA", "Ada"),
        ("ada", "Ada"),
        ("Ada (2)", "Ada"),
        ("\u00c5da", "Ada"),
        ("Adam", "Ada"),
        ("Zo\u00eb", "Zoe"),
        ("Ian", "ian"),
        ("Eli", "Ell"),
        ("Arno", "Amo"),
        ("\u0412\u0435\u0440\u0430", "Vera"),
        ("\u0391\u03bd\u03bd\u03b1", "Ana"),
        ("1", "2"),
    ],
)
def test_names_that_can_be_told_apart_and_the_same_name_look_like_no_other(name, other):
    assert like_another(name, [other]) == ""
    assert like_another(other, [name]) == ""
