"""Positions as text: what is written is read again, what is wrong is named with line and field."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.packs import builtin
from app.rules import Legal, Setup, State, decide, legal_moves, new_game, view_for, violations
from app.rules import changes as ch
from app.rules.agenda import Exploration
from app.rules.determined import options_met
from app.rules.events import PoolChanged, TileLeft
from app.rules.evolve import evolve
from app.rules.moves import ChangeSetting, Explore, FinishTurn, MakeRuling
from app.rules.placed import face_id
from app.rules.position import PositionError, read_position, write_position
from app.rules.position_found import ALONE
from app.rules.position_sections import SECTIONS
from app.rules.references import misfits
from app.rules.rulings_cards import options_of
from tests.support.players import Seeded, everyone, pick

BOOK = builtin()
DOCS = Path(__file__).parents[2] / "docs" / "positions.md"

PLAIN = """\
tiles:
  14a at 0,0
explorers:
  Ada at e4 of 0,0
"""


def told(state: State) -> State:
    """What a text can tell: no ids of steps, no question, no 'nothing is current' where nothing ever was."""
    steps = tuple(replace(step, id=0) for step in state.agenda)
    current = {k: v for k, v in state.current.items() if v}
    return replace(state, next_id=0, agenda=steps, current=current, decided=(), dead_end=False)


def in_play(seed: int, moves: int = 80) -> list[State]:
    chance = Seeded(seed)
    scenario = next(iter(BOOK.scenarios.values()))
    setup = Setup(scenario.id, scenario.lengths[0].id, scenario.variations[0].id, tuple(BOOK.explorers)[:3])
    state, by = new_game(BOOK, setup, chance).state, everyone(*BOOK.explorers)
    states = [state]
    for _ in range(moves):
        listing = legal_moves(BOOK, state, by)
        if not listing.moves:
            break
        verdict = decide(BOOK, state, pick(chance.random, listing), by, chance)
        assert verdict.legal
        state = verdict.state
        states.append(state)
    return states


def can_be_told(state: State) -> bool:
    open_step = state.agenda[0] if len(state.agenda) == 1 else None
    return not state.agenda or isinstance(open_step, Exploration)


@pytest.mark.parametrize("seed", range(4))
def test_every_position_reached_in_play_is_read_back_as_it_was(seed):
    told_ones = [state for state in in_play(seed) if can_be_told(state)]
    assert len(told_ones) > 20
    for state in told_ones:
        back = read_position(BOOK, write_position(BOOK, state, secrets=True))
        assert told(back) == told(state)


@pytest.mark.parametrize("seed", range(4, 7))
def test_without_secrets_a_position_tells_what_everybody_sees(seed):
    for state in in_play(seed):
        if can_be_told(state):
            text = write_position(BOOK, state)
            assert told(view_for(read_position(BOOK, text))) == told(view_for(state))
            assert write_position(BOOK, view_for(state)) == text


def test_a_written_position_names_no_face_down_card():
    for state in in_play(7):
        text = write_position(BOOK, state)
        seen = {c for d in state.decks.values() for c in (*d.destroyed, *d.in_play, *d.held, *d.stored, *d.out)}
        words = set(text.replace(",", " ").split())
        for deck in state.decks.values():
            assert not words & ({*deck.draw, *deck.aside} - seen)
        assert not words & set(state.chapters[state.chapter + 1 :])


def test_a_question_that_waits_is_mentioned():
    asking = next(s for seed in range(9) for s in in_play(seed) if s.agenda and not can_be_told(s))
    assert f"# a step waits that is not written here: {asking.agenda[-1].type}" in write_position(BOOK, asking)


def test_every_part_of_the_state_is_told_or_left_out_on_purpose():
    # An exploration is told, other steps are reached by moves; what was answered or said last is no position.
    left_out = {"agenda", "queue", "due", "next_id", "decided", "dead_end"}
    known = {
        *("pack", "scenario", "length", "variation", "chapters", "chapter", "settings", "board", "marks"),
        *("environments", "entry", "exit", "explorers", "monsters", "decks", "current", "card_marks", "lit"),
        *("spawn_rating", "horror_rating", "spawn_tokens", "horror_tokens", "threat", "level", "round", "phase"),
        *("used", "replacements", "lasting", "items", "remembered", "acting", "outcome", "picked"),
        "lit_tiles",
    }
    assert {f.name for f in fields(State)} == known | left_out


def test_what_was_lit_by_being_placed_is_written_and_goes_with_its_tile():
    text = "lit tiles: 14a | 09b\ntiles:\n  14a at 0,0\n  09b at 0,1\nexplorers:\n  Ada at e4 of 0,0\n"
    state = read_position(BOOK, text)
    assert state.lit_tiles == ("14a", "09b")
    assert read_position(BOOK, write_position(BOOK, state)).lit_tiles == state.lit_tiles
    assert evolve(state, TileLeft((0, 1), "09b", "scrolled", "EX-4")).lit_tiles == ("14a",)


def test_a_house_rule_that_is_changed_back_leaves_tiles_lit_that_the_set_has_and_that_go():
    text = "settings:\n  chapter_space_lit placed\ntiles:\n  14a at 0,0\n  09b at 0,1\nexplorers:\n  Ada at e4 of 0,0\n"
    state = read_position(BOOK, text)
    move = ChangeSetting("chapter_space_lit", "activating")
    verdict = decide(BOOK, state, move, everyone("exp-01"), Seeded(1))
    assert isinstance(verdict, Legal)
    assert verdict.state.lit_tiles
    assert misfits(BOOK, verdict.state) == ()
    assert read_position(BOOK, write_position(BOOK, verdict.state)).lit_tiles == verdict.state.lit_tiles
    for tile in verdict.state.board.tiles:
        left = evolve(verdict.state, TileLeft(tile.cell, face_id(tile), "scrolled", "EX-4"))
        assert face_id(tile) not in left.lit_tiles
        assert set(left.lit_tiles) <= set(verdict.state.lit_tiles)


FULL = """\
# A comment.
scenario: ruins, short, company-orders
chapter: rav-10                                # The Clapper
round: 4, monster phase
ratings: spawn 5, horror none
tokens: spawn 2, horror 3
threat: 3
level: 2
lit: 1
replacements: 1
lit tiles: 09b
remembered: Hush it | Strike it
entry: 0,0 W
exit: beside the board
tiles:
  14a at 0,0
  09b at 0,1, turned 1, terrain T07b N
explorers:
  exp-02 8/0/3 at e4 of 0,0, begun, finished
  ADA PRYCE at f4 of 0,0
  Vey dead
  Jem 5/8/3 waits
  Theodora left
monsters:
  m4 Foreman of Nothing 1 at d4 of 0,0
  mon-101 at d6 of 0,0
environments:
  Sinking Floor at 0,0 N, 2 charges, drawn in round 2
  env-06 at 0,1 without an edge
spaces:
  a10 of 0,0 lit
doors:
  d5 of 0,0 | d6 of 0,0 closed
  j5 of 0,0 | a5 of 1,0 open
counts:
  rav-10 The bell charges 4
  rav-10 bottom.0 chosen 2
decks:
  encounters destroyed: enc-07, enc-06
  explorer_events draw: xev-03, xev-01
  explorer_events destroyed: xev-r1
  explorer_events current: none
  explorer_events stored: xev-05 on enc-03
  explorer_events held: xev-02 by Ada
  explorer_events aside: 2 out
  weapons held: w101 by Ada, w102 by Bram
  weapons aside: none
  apparel lying: p101 at e3 of 0,0
  horror_events aside: hev-03 until out, hev-04
  tiles draw: 07b
items:
  w101 equipped, upgraded
lasting:
  modify low_dice -1, who acting, unit exp-01, card enc-09, until this_round, round 4
  modify moves =2, who each_monster, card enc-09, until this_round, round 4
picked:
  moves 2 among enc-09 2, hev-11 4
used:
  rav-10 bottom.0.o1.0 Ada
  rav-08 bottom.0.0, 2 times
  attack m4
  first door Jem
settings:
  explore_from tile
  cost_move 2
"""


def test_everything_that_can_be_said_is_read():
    state = read_position(BOOK, FULL)
    assert (state.chapter_card, state.round, state.phase, state.threat, state.level) == ("rav-10", 4, "monster", 3, 2)
    assert (state.spawn_rating, state.horror_rating, state.spawn_tokens, state.horror_tokens) == (5, None, 2, 3)
    assert list(state.explorers)[:4] == ["exp-02", "exp-01", "exp-03", "exp-05"]
    assert (state.explorers["exp-02"].finished, state.explorers["exp-03"].health) == (True, 0)
    assert state.explorers["exp-06"].status == "unused"
    assert state.monsters["m4"].card == "mon-201"
    assert state.monsters["m5"].health == 1
    assert state.environments["env-01"].charges == 2
    assert state.card_marks["rav-10"].charges == {"top.1": 4}
    assert state.card_marks["rav-10"].chosen == {"bottom.0": 1}
    assert state.current == {"encounters": "enc-06", "explorer_events": ""}
    assert state.decks["explorer_events"].draw[:2] == ("xev-03", "xev-01")
    assert len([w for w in state.decks["explorer_events"].aside.values() if w == "out"]) == 2
    assert state.decks["weapons"].aside == {}
    assert "w201" in state.decks["weapons"].draw
    assert "level 2" not in state.decks["monsters"].aside.values(), "it has been added"
    assert state.decks["tiles"].draw[0] == "07b"
    assert state.used["rav-08 bottom.0.0"] == 2
    assert violations(BOOK, state) == ()
    assert told(read_position(BOOK, write_position(BOOK, state, secrets=True))) == told(state)


def test_the_example_above_uses_every_keyword():
    heads = {line.split(":")[0] for line in FULL.splitlines() if line[0] not in " #"}
    assert heads | {"pending", "outcome", "chapters", "acting"} == {*ALONE, *SECTIONS}


def test_a_terrain_that_waits_is_read():
    state = read_position(BOOK, PLAIN + "pending: terrain T05 for Ada at 0,0\n")
    assert state.agenda == (Exploration(1, "exp-01", (0, 0), "terrain", "T05"),)
    assert state.next_id == 2
    assert "pending: terrain T05 for Ada at 0,0" in write_position(BOOK, state)


WRONG = [
    ("rond: 3", 1, "rond", "unknown; a position has"),
    ("  14a at 0,0", 1, "14a at 0,0", "belongs under a section"),
    ("tiles", 1, "tiles", "expected 'keyword: ...'"),
    ("tiles: 14a at 0,0", 1, "tiles", "stands on indented lines"),
    ("round: soon", 1, "round", "'soon' is no number from 1 to 9999"),
    ("round: 2, tea phase", 1, "round", "no phase 'tea phase'"),
    ("round: 1\nround: 2", 2, "round", "stands on line 1 already"),
    ("scenario: nowhere", 1, "scenario", "no scenario 'nowhere': ruins"),
    ("scenario: ruins, endless", 1, "scenario", "no length 'endless': short"),
    ("chapter: rav-99", 1, "chapter", "no card of chapters is called 'rav-99'"),
    ("ratings: spawn", 1, "ratings", "expected 'spawn N, horror N'"),
    ("ratings: spawn ten", 1, "ratings", "'ten' is no number"),
    ("ratings: spawn 12", 1, "position", "impossible: rating_range spawn_rating"),
    ("entry: 0,0 X", 1, "entry", "'X' is no edge: N, E, S or W"),
    ("entry: 99,0 N", 1, "entry", "farther out than 20 tiles"),
    ("outcome: draw", 1, "outcome", "expected won or lost"),
    ("pending: tea for Ada at 0,0", 1, "pending", "expected 'terrain CARD"),
    *(
        (f"{PLAIN}pending: {what} for Ada at 0,-1", 5, "pending", "no map tile lies at 0,-1")
        for what in ("terrain T05", "environment env-01")
    ),
    ("tiles:\n  99z at 0,0", 2, "tiles", "no map tile '99z'"),
    ("tiles:\n  14a at 0", 2, "tiles", "'0' is no cell"),
    ("tiles:\n  14a at 0,0, turned 4", 2, "tiles", "'4' is no number from 0 to 3"),
    ("tiles:\n  14a at 0,0\n  14b at 1,0", 3, "tiles", "tiles 14 stands on line 2 already"),
    ("tiles:\n  14a at 0,0\n  13b at 0,0", 3, "tiles", "cell 0,0 stands on line 2 already"),
    ("explorers:\n  Ada", 2, "explorers", "expected 'NAME at b4 of 0,0'"),
    ("explorers:\n  Zoe at b4 of 0,0", 2, "explorers", "no explorer is called 'Zoe': Ada Pryce"),
    ("explorers:\n  Ada 6/7 at b4 of 0,0", 2, "explorers", "expected health/stamina/essence"),
    ("explorers:\n  Ada at b4", 2, "explorers", "expected one such as 'b4 of 0,0'"),
    ("explorers:\n  Ada at b11 of 0,0", 2, "explorers", "b11 is not on a map tile"),
    ("explorers:\n  Ada at b4 of 0,0", 2, "position", "impossible: unit_off_board exp-01"),
    (PLAIN + "  Bram at e4 of 0,0", 5, "position", "impossible: two_units_on 4,3"),
    (PLAIN.replace("Ada", "Ada 9/7/4"), 4, "position", "impossible: health_range exp-01"),
    (PLAIN + "monsters:\n  Ticket Hound 3 at f4 of 0,0", 6, "position", "impossible: health_range m1"),
    (PLAIN + "monsters:\n  m1 at e6 of 0,0", 6, "monsters", "no card of monsters is called ''"),
    (PLAIN + "environments:\n  env-06 at 0,0 N, 3 charges", 6, "environments", "expected 'N charges' of a countdown"),
    (PLAIN + "environments:\n  env-06 at 4,0 N", 6, "position", "impossible: environment_without_tile env-06"),
    (PLAIN + "spaces:\n  a1 of 0,0 wet", 6, "spaces", "'wet': expected explored, lit or destroyed"),
    (PLAIN + "doors:\n  a1 of 0,0 | c1 of 0,0 open", 6, "doors", "share no border"),
    (PLAIN + "counts:\n  rav-01 Attic charges 1", 6, "counts", "rav-01 has no panel 'Attic'"),
    (PLAIN + "counts:\n  enc-06 Tea charges 1", 6, "counts", "neither the current chapter nor a current card"),
    (PLAIN + "counts:\n  rav-03 bottom.0 charges 1", 6, "counts", "prints no space for charges there (CT-1)"),
    (PLAIN + "decks:\n  attic draw: enc-01", 6, "decks", "expected 'DECK PLACE: cards'"),
    (PLAIN + "decks:\n  encounters draw: enc-01, enc-01", 6, "decks", "encounters enc-01 stands on line 6 already"),
    (PLAIN + "decks:\n  encounters current: enc-01", 6, "decks", "does not lie on the destroyed encounters"),
    (PLAIN + "decks:\n  weapons current: none", 6, "decks", "weapons have no current card"),
    (PLAIN + "decks:\n  weapons aside: 9 level 2", 6, "decks", "not so many cards"),
    (PLAIN + "decks:\n  weapons held: w101 by Zoe", 6, "decks", "no explorer is called 'Zoe'"),
    (PLAIN + "items:\n  w101 polished", 6, "items", "expected equipped, upgraded or under CARD"),
    (
        PLAIN + "picked:\n  sight_most 2 among enc-09 2, hev-11 4",
        6,
        "picked",
        "expected 'moves 2 among CARD 2, CARD 4'",
    ),
    (PLAIN + "picked:\n  moves 3 among enc-09 2, hev-11 4", 6, "picked", "3 is not one of several values"),
    (PLAIN + "picked:\n  moves 2 among enc-09 2, hev-11 2", 6, "picked", "2 is not one of several values"),
    (PLAIN + "picked:\n  moves 2 among enc-09 2, enc-999 4", 6, "picked", "enc-999"),
    (PLAIN + "used:\n  rav-01", 6, "used", "expected what was used"),
    (PLAIN + "settings:\n  explore_from moon", 6, "settings", "explore_from cannot be 'moon'"),
    (PLAIN + "settings:\n  gravity off", 6, "settings", "no setting 'gravity'"),
    ("x" * 60_000, 0, "position", "longer than 50000 characters"),
]


@pytest.mark.parametrize(("text", "line", "field", "message"), WRONG)
def test_what_is_wrong_is_named_with_line_and_field(text, line, field, message):
    with pytest.raises(PositionError) as caught:
        read_position(BOOK, text)
    assert (caught.value.line, caught.value.field) == (line, field)
    assert message in caught.value.message


def test_the_mark_that_some_editors_put_in_front_is_no_word():
    assert read_position(BOOK, "\ufeff" + PLAIN) == read_position(BOOK, PLAIN)


def test_the_rest_of_a_deck_lies_where_it_is_said():
    state = read_position(BOOK, PLAIN + "decks:\n  encounters draw: enc-02\n  encounters out: the rest, enc-01\n")
    assert state.decks["encounters"].draw == ("enc-02",)
    assert set(state.decks["encounters"].out) == set(BOOK.encounters) - {"enc-02"}
    state = read_position(BOOK, PLAIN + "decks:\n  encounters destroyed: enc-02, the rest\n")
    assert state.current["encounters"] == state.decks["encounters"].destroyed[-1] == "enc-02"


def test_whose_move_is_resolved_is_told():
    state = read_position(BOOK, PLAIN + "acting: Ada\n")
    assert state.acting == "exp-01"
    assert "acting: Ada" in write_position(BOOK, state)


def test_an_impossible_position_can_be_read_unchecked():
    state = read_position(BOOK, "ratings: spawn 12", check=False)
    assert violations(BOOK, state) == ("rating_range spawn_rating",)


@pytest.mark.parametrize(
    ("more", "line", "what"),
    [
        ("entry: 5,5 N", 5, "token_off_edge entry"),
        ("spaces:\n  a10 of 3,3 lit", 6, "mark_off_board"),
        ("threat: 99", 5, "threat_range"),
        ("ratings: spawn 12", 5, "rating_range spawn_rating"),
        ("items:\n  w101 equipped", 6, "item_of_nobody w101"),
        ("explorers:\n  Bram dead\ndecks:\n  weapons held: w101 by Bram", 8, "held_by_nobody w101"),
        ("environments:\n  env-01 at 3,3 N", 6, "environment_without_tile env-01"),
        ("monsters:\n  m4 mon-103 9 at d4 of 0,0", 6, "health_range m4"),
        ("monsters:\n  m4 mon-103 at e4 of 0,0", 6, "two_units_on"),
        ("explorers:\n  Bram 99/1/1 at d4 of 0,0", 6, "health_range exp-02"),
        ("outcome: lost\npending: terrain T05 for Ada at 0,0", 5, "agenda_after_end"),
    ],
)
def test_what_breaks_an_invariant_is_told_with_the_line_that_says_it(more, line, what):
    text = f"tiles:\n  14a at 0,0\nexplorers:\n  Ada 5/7/2 at e4 of 0,0\n{more}\n"
    with pytest.raises(PositionError) as caught:
        read_position(BOOK, text)
    assert caught.value.line == line, caught.value
    assert any(what in broken for broken in caught.value.violations)


@pytest.mark.parametrize(
    ("effect", "what"),
    [
        ("modify gravity 1", "gravity"),
        ("modify low_dice =1, unit Ada", "low_dice"),
        ("modify moves =-1", "-1"),
        ("forbid trade =1", "trade"),
        ("modify low_dice 1, unit nobody", "nobody"),
        ("modify low_dice 1, card no-card", "no-card"),
        ("modify low_dice 1, until doomsday", "doomsday"),
    ],
)
def test_an_effect_that_lasts_names_what_there_is(effect, what):
    with pytest.raises(PositionError, match=what) as caught:
        read_position(BOOK, f"{PLAIN}lasting:\n  {effect}\n")
    assert caught.value.field == "lasting"
    assert caught.value.line == len(PLAIN.splitlines()) + 2


LINES = FULL.splitlines()


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_text_does_anything_but_be_read_or_be_refused(data):
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        how = data.draw(st.sampled_from(("drop", "double", "cut", "swap words", "noise")))
        words = lines[at].split(" ")
        if how == "drop":
            lines[at] = ""
        elif how == "double":
            lines.insert(at, lines[at])
        elif how == "cut":
            lines[at] = lines[at][: data.draw(st.integers(0, len(lines[at])))]
        elif how == "swap words":
            other = data.draw(st.sampled_from(LINES)).split(" ")
            words[data.draw(st.integers(0, len(words) - 1))] = data.draw(st.sampled_from(other))
            lines[at] = " ".join(words)
        else:
            lines[at] = data.draw(st.text(max_size=30))
    text = "\n".join(lines)
    state, error = None, None
    try:
        state = read_position(BOOK, text)
    except PositionError as refusal:
        error = refusal
    if state is not None:
        assert violations(BOOK, state) == ()
        legal_moves(BOOK, state, everyone(*state.explorers))
    else:
        assert error is not None
        assert 0 <= error.line <= len(text.splitlines())
        assert error.message


@pytest.mark.parametrize("instead", ["e", "0", ""])
def test_a_word_that_is_none_is_refused_wherever_it_stands(instead):
    """Each word of each line in its turn; what is left is read, or it is said what is wrong with it."""
    read, said = 0, []
    for at, line in enumerate(LINES):
        words = line.split(" ")
        for number in range(len(words)):
            changed = " ".join([*words[:number], instead, *words[number + 1 :]])
            try:
                read_position(BOOK, "\n".join([*LINES[:at], changed, *LINES[at + 1 :]]))
                read += 1
            except PositionError as refusal:
                said.append(refusal.message)
    assert read
    assert all(said)
    assert said


EXAMPLES = re.findall(r"```position\n(.*?)```", DOCS.read_text("utf-8"), re.S)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_document_can_be_read_and_played_on(example):
    state = read_position(BOOK, example)
    assert told(read_position(BOOK, write_position(BOOK, state, secrets=True))) == told(state)
    assert state.outcome or legal_moves(BOOK, state, everyone(*state.explorers)).moves


def test_the_document_shows_every_keyword():
    shown = {line.split(":")[0] for example in EXAMPLES for line in example.splitlines() if line[0] not in " #"}
    listed = set(re.findall(r"`(\w[\w ]*):`", DOCS.read_text("utf-8")))
    assert {*ALONE, *SECTIONS} == (shown | listed) & {*ALONE, *SECTIONS}
    assert set(ALONE) <= listed


#: Every panel of the pack's chapters of which one option is determined.
DETERMINED = sorted(
    {
        (variation.id, chapter, f"{face.name}.{p}"): (scenario.id, length.id, variation.id, chapter, f"{face.name}.{p}")
        for scenario in BOOK.scenarios.values()
        for length in scenario.lengths
        for variation in scenario.variations
        for chapter in variation.chapters.get(length.id, length.chapters)
        for face in BOOK.card(chapter).faces
        for p, panel in enumerate(face.panels)
        if panel.kind == "determined"
    }.values()
)


@pytest.mark.parametrize(("scenario", "length", "variation", "chapter", "panel"), DETERMINED)
@pytest.mark.parametrize("tokens", ["", "tokens: spawn 4, horror 4\n", "tokens: spawn 1, horror 8\n"])
def test_a_determined_option_of_which_nothing_is_said_is_the_one_the_table_would_mark(
    scenario, length, variation, chapter, panel, tokens
):
    head = f"scenario: {scenario}, {length}, {variation}\nchapter: {chapter}\n{tokens}"
    read = read_position(BOOK, head + PLAIN)
    met = options_met(BOOK, read, chapter, panel)
    assert read.card_marks[chapter].determined.get(panel, -1) == (met[0] if len(met) == 1 else -1)
    verdict = decide(BOOK, read, FinishTurn("exp-01"), everyone("exp-01"), Seeded(1))
    assert not any(getattr(event, "what", "") == "determined" for event in verdict.events) or len(met) > 1
    for option in range(3):
        text = f"{head}{PLAIN}counts:\n  {chapter} {panel} determined {option}\n"
        if option <= len(_panel(chapter, panel).options):
            said = read_position(BOOK, text)
            assert said.card_marks[chapter].determined[panel] == option - 1, "what is said stays"
            assert read_position(BOOK, write_position(BOOK, said)).card_marks == said.card_marks


def _panel(card, address):
    name, _, number = address.partition(".")
    return next(face for face in BOOK.card(card).faces if face.name == name).panels[int(number)]


def test_the_pack_has_determined_panels_to_be_read():
    assert len({(chapter, panel) for *_, chapter, panel in DETERMINED}) >= 4


def test_exploring_costs_what_a_determined_option_says_before_any_move():
    text = "scenario: shape-of-god, long, inspectors\nchapter: sog-05\ntokens: spawn 0\n" + PLAIN.replace("e4", "e1")
    verdict = decide(BOOK, read_position(BOOK, text), Explore("exp-01", "N"), everyone("exp-01"), Seeded(1))
    paid = [event.before - event.after for event in verdict.events if isinstance(event, PoolChanged)]
    assert paid == [1]


def test_a_determined_option_that_is_not_marked_is_written_so():
    text = "scenario: shape-of-god, long, inspectors\nchapter: sog-05\n" + PLAIN
    state = read_position(BOOK, text)
    bare = replace(state, card_marks={"sog-05": replace(state.card_marks["sog-05"], determined={})})
    back = read_position(BOOK, write_position(BOOK, bare))
    assert set(back.card_marks["sog-05"].determined.values()) <= {-1}
    assert write_position(BOOK, bare) != write_position(BOOK, state)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("nonsense", "no chapter has an option 'nonsense'"),
        ("Hush it | nonsense", "no chapter has an option 'nonsense'"),
        ("Hush it | Hush it", "'Hush it' stands there twice"),
        ("Hush it | hush it", "'Hush it' stands there twice"),
        ("Hush it | ", "no chapter has an option ''"),
    ],
)
def test_only_options_that_there_are_can_be_remembered_each_once(names, message):
    with pytest.raises(PositionError) as caught:
        read_position(BOOK, f"{PLAIN}remembered: {names}\n")
    assert (caught.value.line, caught.value.field) == (5, "remembered")
    assert message in caught.value.message


@pytest.mark.parametrize("name", sorted(options_of(BOOK)))
def test_every_option_of_a_chapter_can_be_remembered(name):
    assert read_position(BOOK, f"{PLAIN}remembered: {name.upper()}\n").remembered == (name,)


LATE = f"round: 5\n{PLAIN}  Bram at f4 of 0,0\nenvironments:\n  env-01 at 0,0 N, drawn in round 5\n"


@pytest.mark.parametrize(
    "changes",
    [
        (ch.PlaceToken("entry", "edge", (0, 0), "S"), ch.PlaceToken("exit", "edge", (0, 0), "S")),
        (ch.SetStatus("exp-01", "unused"),),
        (ch.SetPhase("explorer", 1),),
    ],
)
def test_what_a_ruling_leads_to_is_read_back(changes):
    state = replace(read_position(BOOK, LATE), acting="exp-01")
    verdict = decide(BOOK, state, MakeRuling("so it stands", changes), everyone("exp-01", "exp-02"), Seeded(1))
    assert verdict.legal
    assert told(read_position(BOOK, write_position(BOOK, verdict.state))) == told(verdict.state)
