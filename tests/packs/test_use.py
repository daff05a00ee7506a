"""Every verb, and every row of the ledger that cards can press on, is used by some card of the built-in pack."""

from __future__ import annotations

from app.packs import builtin
from app.rules.ledger import LEDGER
from tests.packs.use import NO_CARD, ROWS, by_hand, lines, main, rows_used, words_used

BOOK = builtin()

#: Words that no card of the pack needs. Whoever writes a card with one of them takes it off this list.
UNUSED = {
    *("modify.what test_roll", "push.source nearest_explorer", "move_towards.goal activating"),
    *("trade.where adjacent", "forbid.until next_round", "allow.until next_attack", "select.pick most_health"),
    *("condition spawn_rating", "condition monster_level", "condition threat", "condition stamina"),
    *("condition explorers_left", "condition items_with_trait"),
    *("trigger encounter_drawn", "trigger unit_enters"),
    *("trigger action_space_activated", "trigger token_added", "trigger attack_hits", "trigger unit_attacks"),
    *("trigger unit_attacked", "trigger test_failed"),
    "verb text",  # what no verb covers: for packs that want more than this one
}


def test_every_verb_is_used_by_some_card() -> None:
    used = words_used(BOOK)
    assert len([word for word in used if word.startswith("verb ")]) > 50
    assert [word for word, cards in used.items() if word.startswith("verb ") and not cards] == ["verb text"]


def test_every_row_that_a_card_can_press_on_is_used_by_some_card() -> None:
    assert set(ROWS) | set(NO_CARD) == set(LEDGER)
    assert not set(ROWS) & set(NO_CARD)
    assert [row for row, cards in rows_used(BOOK).items() if not cards] == []


def test_words_that_no_card_uses_are_known() -> None:
    assert {word for word, cards in words_used(BOOK).items() if not cards} == UNUSED


def test_few_abilities_are_left_to_the_group() -> None:
    """What no verb covers is shown and carried out by hand: a list that only shrinks."""
    assert len(by_hand(BOOK)) == 0


def test_the_table_names_a_row_with_its_cards_and_a_gap_with_none(capsys) -> None:  # type: ignore[no-untyped-def]
    assert list(lines({"IT-1": ("rav-05",), "verb banish": ()}, gaps=False)) == [
        f"{'IT-1':36}   1  rav-05  Adding an item level",
        f"{'verb banish':36}   0  -",
    ]
    assert list(lines({"IT-1": ("rav-05",), "verb banish": ()}, gaps=True)) == [f"{'verb banish':36}   0  -"]
    main(["--gaps"])
    assert "are for the group, whole or in part" in capsys.readouterr().out
