"""Whom a monster picks and whom an attack on a place hits, told before it is confirmed (RD-5, BG-4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.packs import builtin
from app.rules.moves import Attack, MonsterAttack
from app.rules.position import read_position
from app.rules.state import Lasting, State
from app.rules.striding import moves_of
from app.rules.ways import walkable
from app.store.codec import load_move
from app.web.board_below import under
from app.web.board_contexts import Item
from app.web.contexts import Option
from app.web.messages import Words
from app.web.messages_monsters import aims, defence_words, moves_words, passes_over
from app.web.messages_moves import move_label
from app.web.pages_monsters import monster_rows
from app.web.pages_party import explorer_view
from app.web.pages_questions import question
from app.web.seen_table import Table
from tests.web.board_scene import look
from tests.web.table_scene import everybody, played, table_at

BOOK = builtin()


@pytest.mark.parametrize(
    ("card", "ada", "worn", "said"),
    [
        ("mon-101", "c9", "", "Now it picks Ada."),
        ("mon-101", "b9", "", "Now it picks Ada or Bram, who are equal: the group decides."),
        ("mon-101", "b9", "p107", "Now it picks Bram. It does not pick Ada: Felt Slippers."),
        ("mon-104", "a9", "", "Now it picks Ada."),
        ("mon-104", "a9", "p302", "Now it picks Bram. It does not pick Ada: Matron's Cap."),
        ("mon-108", "c9", "", ""),
    ],
)
def test_whom_a_monster_picks_is_told(card: str, ada: str, worn: str, said: str) -> None:
    held = f"decks:\n  apparel held: {worn} by Ada\nitems:\n  {worn} equipped\n" if worn else ""
    state = read_position(
        BOOK,
        "tiles:\n  14a at 0,0\n"
        f"explorers:\n  Ada 2/7/2 at {ada} of 0,0\n  Bram 6/5/2 at f9 of 0,0\n"
        f"monsters:\n  m1 {card} at d9 of 0,0\n{held}",
    )
    assert aims(Words(BOOK, state), state, "m1") == said


@pytest.mark.parametrize(
    ("weapon", "at", "said"),
    [
        (
            "w106",
            (4, 8),
            "Ada: attack all around The Broken Colonnade e9 with Flare Gun: it hits the Lamp-Eater and Bram",
        ),
        (
            "w304",
            (3, 8),
            "Ada: attack along the line to The Broken Colonnade d9 with Arc Lance: it hits the Lamp-Eater",
        ),
    ],
)
def test_an_attack_on_a_place_tells_whom_it_hits_before_it_is_confirmed(
    weapon: str, at: tuple[int, int], said: str
) -> None:
    state = read_position(
        BOOK,
        "tiles:\n  14a at 0,0\nexplorers:\n  Ada 6/7/2 at c9 of 0,0\n  Bram 6/5/2 at f10 of 0,0\n"
        f"monsters:\n  m1 mon-101 at d9 of 0,0\ndecks:\n  weapons held: {weapon} by Ada\nitems:\n  {weapon} equipped\n",
    )
    assert move_label(Words(BOOK, state), Attack("exp-01", (f"space {at[0]},{at[1]}",), weapon)) == said


def test_the_sheet_of_a_space_offers_the_attack_on_it_and_tells_whom_it_hits() -> None:
    state = read_position(
        BOOK,
        "tiles:\n  14a at 0,0\nexplorers:\n  Ada 6/7/2 at c9 of 0,0\n  Bram 6/5/2 at f9 of 0,0\n"
        "monsters:\n  m1 mon-101 at d9 of 0,0\ndecks:\n  weapons held: w106 by Ada\nitems:\n  w106 equipped\n",
    )
    sheet = look(state, by=everybody(state), at=(4, 8)).sheet()
    assert sheet is not None
    [attack] = [item.action for item in sheet.first if item.action.icon == "attack"]
    assert attack.title == "Attack all around The Broken Colonnade e9 with Flare Gun: it hits the Lamp-Eater and Bram"
    assert [(cost.n, cost.icon) for cost in attack.costs] == [("3", "stamina")]
    assert load_move(attack.move) == Attack("exp-01", ("space 4,8",), "w106")


def test_the_sheet_and_the_page_of_a_monster_say_whom_it_picks() -> None:
    state = read_position(
        BOOK,
        "round: 1, monster phase\ntiles:\n  14a at 0,0\nexplorers:\n  Ada 6/0/2 at c9 of 0,0, finished\n"
        "monsters:\n  m1 mon-101 at d9 of 0,0\n",
    )
    sheet = look(state, by=everybody(state), at=(3, 8)).sheet()
    assert sheet is not None
    assert "Now it picks Ada." in sheet.facts
    [row] = monster_rows(table_at(BOOK, state, "monsters"))
    assert "Nearest: moves, attacks. Now it picks Ada." in row.unit.line


def test_an_attack_on_another_than_whom_it_picks_says_so_wherever_it_is_offered() -> None:
    """The group may carry it out so; that it is not as the card says nobody has to find out by themselves (RD-5)."""
    text = (
        "round: 1, horror phase\nratings: spawn none, horror none\ntiles:\n  14a at 0,0\nexplorers:\n"
        "  Ada 2/0/2 at c9 of 0,0, finished\n  Bram 6/0/2 at e9 of 0,0, finished\n"
        "monsters:\n  m1 mon-104 at d9 of 0,0\n"
    )
    table = table_at(BOOK, played(BOOK, text, {"type": "EndPhase", "phase": "horror"}))
    said = "Not whom it picks: that is Ada."
    found = {
        move.targets: (
            passes_over(table.words, table.state, move),
            said in " ".join(fact for option in options_of(table, move) for fact in option.facts),
            said in " ".join(fact for item in on_the_sheet(table.state, move) for fact in item.action.facts),
        )
        for move in table.listing.moves
        if isinstance(move, MonsterAttack)
    }
    assert found == {("exp-01",): ("", False, False), ("exp-02",): (said, True, True)}


def options_of(table: Table, move: MonsterAttack) -> list[Option]:
    asked = question(table)
    assert asked is not None
    return [option for option in asked.options if load_move(option.move) == move]


def on_the_sheet(state: State, move: MonsterAttack) -> list[Item]:
    sheet = look(state, by=everybody(state), at=state.explorers[move.targets[0]].space).sheet()
    assert sheet is not None
    return [item for item in sheet.first if item.action.move and load_move(item.action.move) == move]


@pytest.mark.parametrize("n", [-1, 2, 0])
def test_what_a_card_does_to_a_monster_s_moves_stands_with_the_printed_number(n: int) -> None:
    """On the board, in the party and in the monster phase the same; a card that changes nothing is not named."""
    plain = read_position(
        BOOK, "tiles:\n  14a at 0,0\nexplorers:\n  Ada at c9 of 0,0\nmonsters:\n  m1 mon-101 at d4 of 0,0\n"
    )
    card = next(one.id for one in BOOK.encounters.values() if one.name == "The Overwound Clock")
    state = replace(
        plain, lasting=(Lasting("modify", "moves", n, "each_monster", "m1", card, "this_round", plain.round),)
    )
    printed = BOOK.monsters["mon-101"].moves
    assert moves_of(BOOK, state, "m1") == printed + n
    sign = "+" if n > 0 else "−"
    said = f"moves {printed + n} ({printed}, {sign}{abs(n)} by The Overwound Clock)" if n else f"moves {printed}"
    assert moves_words(Words(BOOK, state), state, "m1") == said
    (row,) = monster_rows(table_at(BOOK, state, "monsters"))
    selected = under(look(state, unit="m1")).selected
    assert selected is not None
    for shown in (row.unit.line, f"{selected.note}."):
        assert f", {said}." in shown
    assert len(look(state, unit="m1").costs or {}) == len(walkable(BOOK, state, "m1", printed + n))


@pytest.mark.parametrize("unit", ["m1", "exp-01"])
@pytest.mark.parametrize("sets", [False, True])
def test_what_cards_make_of_armor_and_will_stands_with_what_is_printed(unit: str, sets: bool) -> None:
    """With the card that sets it first, and before what adds to it; on the board, in the party and in its phase."""
    plain = read_position(
        BOOK, "tiles:\n  14a at 0,0\nexplorers:\n  Ada at c9 of 0,0\nmonsters:\n  m1 mon-101 at d4 of 0,0\n"
    )
    card = next(one.id for one in BOOK.encounters.values() if one.name == "The Overwound Clock")
    lasts = [Lasting("modify", "armor", 2, "each_unit", unit, card, "this_round", plain.round)]
    if sets:
        lasts.append(Lasting("modify", "armor", 5, "each_unit", unit, "enc-08", "this_round", plain.round, sets=True))
    state = replace(plain, lasting=tuple(lasts))
    now = (
        "7 (2, set to 5 by The Wounded Carrier, +2 by The Overwound Clock)"
        if sets
        else "4 (2, +2 by The Overwound Clock)"
    )
    assert defence_words(Words(BOOK, state), state, unit) == f"Armor {now}, will 2"
    assert defence_words(Words(BOOK, plain), plain, unit) == "Armor 2, will 2"
    if unit == "m1":
        (row,) = monster_rows(table_at(BOOK, state, "monsters"))
        selected, sheet = under(look(state, unit="m1")).selected, look(state, at=(3, 3)).sheet()
        assert selected is not None
        assert sheet is not None
        assert all(f"Armor {now}, will 2" in shown for shown in (row.unit.line, selected.note, sheet.sub))
    else:
        ada = explorer_view(table_at(BOOK, state, "party"), state.explorers["exp-01"])
        assert f"Armor {now}, will 2." in ada.line
