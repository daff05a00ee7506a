"""Every ability of the built-in pack is played once to its end, with several seeds and ways to answer."""

from __future__ import annotations

import pytest

from app.packs import builtin
from app.rules import legal_moves
from app.rules.agenda import Ask
from app.rules.events import Noted, StepOpened, UnitMoved
from tests.packs.tables import Case, abilities, begun, first, last, ready, seat, to_the_end
from tests.support import casebook

BOOK = builtin()
CASES = tuple(abilities(BOOK))

#: Events that any ability leaves behind, whatever it does.
STEPS = {
    *("StepOpened", "StepChanged", "StepClosed", "Noted", "Chosen"),
    *("AbilityUsed", "AbilityBegan", "TriggerQueued", "TriggersTaken", "DueSet"),
}
#: Notes that something was done: by hand, or by an event that may have nothing to do here itself.
DONE = {"carried_out", "reinvoked"}
#: What cannot do anything here: the event is bound already, explorers stand on the board, nothing is stored, no
#: monster can come nearer.
IDLE = {
    *("xev-02 card.0.0", "xev-15 card.0.0", "xev-r3 card.0.0"),
    *("xev-g2 card.0.0", "xev-g4 card.0.0", "hev-g2 card.0.0"),
    *("xev-t5 card.0.0", "hev-t2 card.0.0", "fot-09 top.0.0"),
    *("rav-10 top.0.0", "rav-10-third top.0.0", "fot-10 top.0.0", "enc-14 card.0.2", "rav-06 bottom.0.1"),
}


def test_there_is_something_to_play():
    assert len(CASES) > 250
    some = {*BOOK.encounters, *BOOK.horror_events, *BOOK.monsters}
    passive = {card for card in some if {one.kind for *_, one in BOOK.card(card).abilities()} == {"passive"}}
    assert {case.card for case in CASES} >= some - (passive - {*BOOK.monsters})


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_ability_is_played_to_its_end(case: Case):
    """First options, last options, and the first ones with other dice: no fault, no broken invariant, an end.

    And something happens: at least one of the three leaves more than notes in the log.
    """
    happened: set[str] = set()
    for seed, pick in ((1, first), (2, last), (3, first)):
        state, began = begun(BOOK, case, seed)
        _, events = to_the_end(BOOK, state, seed, pick)
        happened |= {event.type for event in (*began, *events)} - STEPS
        happened |= {event.code for event in (*began, *events) if isinstance(event, Noted) and event.code in DONE}
    assert happened or str(case) in IDLE


@pytest.mark.parametrize("card", [c.id for c in BOOK.cards.values() if c.id in BOOK.cards and list(c.abilities())])
def test_a_card_in_force_leaves_a_table_that_can_be_played(card: str):
    """Passives count whenever a number is asked for: all moves are listed with the card in force."""
    for at, _, _, ability in BOOK.card(card).abilities():
        if ability.kind == "passive":
            state = ready(BOOK, Case(card, at, ability.text))
            assert legal_moves(BOOK, state, seat(state)).moves


def test_carrying_out_by_hand_is_asked_for_with_the_words_of_the_card():
    state, events = begun(casebook.book(), Case("hev-c-hats", "card.0.0", ""), 1)
    [asked] = [e.step for e in events if isinstance(e, StepOpened) and isinstance(e.step, Ask)]
    assert asked.question == "carry_out"
    assert asked.labels[0] == "Everybody takes off its hat."
    assert to_the_end(casebook.book(), state, 1, first)[0].agenda == ()


@pytest.mark.parametrize(("card", "units"), [("xev-06", {"exp-01", "exp-02", "exp-03", "exp-04"}), ("hev-06", {"m4"})])
def test_a_verb_about_several_goes_on_to_the_last_of_them(card: str, units: set[str]):
    """Units that move one after another: the first must not be the last. Of the monsters only m4 has a way to go."""
    state, events = begun(BOOK, Case(card, "card.0.0", ""), 1)
    _, more = to_the_end(BOOK, state, 1, last)
    assert {event.unit for event in (*events, *more) if isinstance(event, UnitMoved)} == units
