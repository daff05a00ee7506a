"""What is answered by tapping on the board: monsters of their phase, spaces that a question offers, map tiles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest
from starlette.datastructures import QueryParams

from app.packs import builtin
from app.rules import State, decide, legal_moves
from app.rules.agenda import Ask
from app.rules.aiming import possible_targets
from app.rules.board import cell_of, layout
from app.rules.geometry import CLOSED_DOOR, SIDES, Space, beyond, space_name
from app.rules.moves import Answer, EndPhase, MonsterAttack, MonsterDone, Move, MoveMonster
from app.rules.picking import picked
from app.rules.position import read_position
from app.rules.state import key_of
from app.rules.targets import candidates_for
from app.rules.verdicts import Legal
from app.service import load_move
from app.web.board_below import under
from app.web.board_contexts import Item
from app.web.board_lit import asked_spaces, lit_options
from app.web.board_pages import looking_at
from app.web.board_parts import Looking, View
from app.web.board_sheet import space_sheet
from app.web.contexts import Action, Why
from app.web.messages import Words
from app.web.messages_monsters import DONE, aims, approaches, done_label
from app.web.messages_questions import TILES_ASKED
from app.web.option_groups import IN_A_LIST
from app.web.pages_questions import question
from app.web.refusals import NAMED, items_together, together
from app.web.seen_table import Table
from tests.support.casebook import book as case_book
from tests.support.casebook import cases, states_after_moves
from tests.support.players import Scripted
from tests.web.board_scene import ADA, BRAM, GUEST, HOST, VEY, WATCHER, evening, exploring, look
from tests.web.table_scene import played, table_at

BOOK = builtin()
FIGHT = """
chapter: rav-01
round: 3, horror phase
ratings: spawn none, horror none
tiles:
  14a at 0,0
explorers:
  Ada at e4 of 0,0
  Bram at f4 of 0,0
monsters:
  m1 mon-101 at d4 of 0,0
  m2 mon-103 at b4 of 0,0
"""


@cache
def monsters() -> State:
    """The monster phase has begun; nobody has acted."""
    return played(BOOK, FIGHT, {"type": "EndPhase", "phase": "horror"})


@cache
def asking() -> tuple[State, ...]:
    """States of the rule cases in which a question offers spaces, edges or map tiles; one for each question."""
    return tuple({question.question: state for state, question in _asked()}.values())


def _asked() -> Iterator[tuple[State, Ask]]:
    for case in cases():
        if case.refused or case.seats or case.unknown:
            continue
        for state in states_after_moves(case):
            top = state.agenda[-1] if state.agenda else None
            if isinstance(top, Ask) and (lit_options(state) or top.question in TILES_ASKED):
                yield state, top


# ------------------------------------------------------------------ the monster phase


def test_the_monster_that_acts_is_selected_and_every_space_that_it_may_go_to_is_lit():
    state = monsters()
    for asked, acts in (("", "m1"), (ADA, "m1"), ("m2", "m2")):
        looking = look(state, unit=asked)
        assert looking.unit == acts
        legal = {m.to for m in looking.scene.listing.moves if isinstance(m, MoveMonster) and m.monster == acts}
        assert legal
        assert set(looking.costs) == legal
        links = re.findall(r'at=(-?\d+),(-?\d+)#at" class="sp"', str(looking.board().svg))
        assert {(int(x), int(y)) for x, y in links} == legal


def test_a_lit_space_moves_the_monster_with_its_first_button():
    state = monsters()
    for to in list(look(state).costs)[::7]:
        first = look(state, at=to).sheet().first
        assert [(item.key, item.action.title) for item in first] == [("walk", "Move here")]
        assert load_move(first[0].action.move) == MoveMonster("m1", to)


def test_no_explorer_s_refusals_stand_among_what_a_monster_does():
    state = monsters()
    for at in layout(BOOK.faces, state.board).spaces:
        sheet = look(state, at=at).sheet()
        for item in (*sheet.first, *sheet.later):
            assert not item.action.title.startswith(("Ada", "Bram")), (at, item)
            assert item.key != "finish"


def test_after_a_monster_is_done_the_next_is_selected_and_at_last_nobody():
    state = monsters()
    for monster, then in (("m1", "m2"), ("m2", "")):
        verdict = decide(BOOK, state, MonsterDone(monster), HOST, None)
        state = verdict.state
        assert look(state, unit=monster).unit == (then or monster)
    assert look(state, own=(BRAM,)).unit == BRAM
    assert decide(BOOK, state, EndPhase("monster"), HOST, None)


def test_the_sheet_of_the_phase_asks_for_one_monster_and_done_comes_last():
    found = question(table_at(BOOK, monsters(), "board"))
    assert found.text == "The Lamp-Eater acts"
    assert found.hint
    assert [option.title for option in found.options] == ["Attack Ada", "Done, 4 moves and 1 attack left"]
    assert [group.title for group in found.groups] == [f"{IN_A_LIST}: move to The Broken Colonnade"]
    assert {"c4", "b1"} <= {option.title for option in found.groups[0].options}
    assert [name for name, _ in found.others] == ["The Night Porter"]
    other = question(table_at(BOOK, monsters(), found.others[0][1].partition("/t/")[2].partition("/")[2]))
    assert other.text == "The Night Porter acts"
    assert [option.title.partition(":")[0] for option in other.options][-1:] == ["Done, 3 moves and 1 attack left"]


# ------------------------------------------------------------------ questions about places


def test_the_sheet_says_whom_the_monster_picks_and_only_what_can_be_tapped_is_asked_for():
    asked = question(table_at(BOOK, monsters()))
    assert asked is not None
    assert asked.hint == "It picks Ada. Tap where it goes or whom it attacks"
    assert BOOK.monsters["mon-101"].behaviour in asked.card_text
    near = played(BOOK, FIGHT.replace("m1 mon-101 at d4", "m1 mon-101 at j9"), {"type": "EndPhase", "phase": "horror"})
    alone = question(table_at(BOOK, near))
    assert alone is not None
    assert alone.hint.endswith("Tap where it goes")


def moved(state: State, monster: str) -> Iterator[Table]:
    """The table after each way that a monster can go."""
    for move in table_at(BOOK, state).listing.moves:
        if isinstance(move, MoveMonster) and move.monster == monster:
            verdict = decide(BOOK, state, move, HOST, Scripted(()))
            assert isinstance(verdict, Legal)
            yield table_at(BOOK, verdict.state)


def deeds_of(table: Table, monster: str) -> list[Move]:
    """What a monster can still be tapped for."""
    kinds = MoveMonster | MonsterAttack
    return [move for move in table.listing.moves if isinstance(move, kinds) and move.monster == monster]


def test_a_monster_with_nothing_left_to_tap_asks_for_no_tap_and_its_sheet_stands_open():
    """Its one answer is not folded away behind words about a board on which nothing is lit."""
    state = played(BOOK, FIGHT.replace("m1 mon-101 at d4", "m1 mon-101 at j9"), {"type": "EndPhase", "phase": "horror"})
    page = next(page for page in moved(state, "m1") if not deeds_of(page, "m1"))
    before, now = question(table_at(BOOK, state)), question(page)
    assert before is not None
    assert now is not None
    assert (now.hint, now.board) == ("", "")
    assert [option.title for option in now.options] == [DONE]
    assert now.groups == ()
    assert before.board


SIDES_OF_A_WALL = """
round: 3, horror phase
ratings: spawn none, horror none
tiles:
  14a at 0,0
explorers:
  Ada at {ada} of 0,0
  Bram at b9 of 0,0
monsters:
  m1 {card} at {at} of 0,0
"""


@pytest.mark.parametrize("card", ["mon-102", "mon-105", "mon-203", "mon-206"])
def test_what_is_said_of_a_monster_fits_its_buttons_wherever_it_has_gone(card: str) -> None:
    """Whom it picks stands in sight of where it is, or was picked as it began; all whom it may attack are named."""
    text = SIDES_OF_A_WALL.format(card=card, ada="e4", at="i9")
    state = played(BOOK, text, {"type": "EndPhase", "phase": "horror"})
    began = picked(BOOK, state, "m1")
    for page in (table_at(BOOK, state), *islice(moved(state, "m1"), 0, None, 5)):
        told, found = aims(page.words, page.state, "m1"), question(page)
        assert found is not None
        assert told in found.card_text
        hit = {move.targets for move in page.listing.moves if isinstance(move, MonsterAttack)}
        profile = BOOK.monsters[card].attack_profile
        reach = {target for targets in hit for target in targets if target in page.state.explorers}
        if profile.targets == 0 and hit:
            reach = set(possible_targets(BOOK, page.state, "m1", profile)) & set(page.state.explorers)
        if profile.shape:
            continue
        for one in reach:
            assert page.words.unit(one) in told, (page.state.monsters["m1"].space, told)
        if "sees nobody" in told:
            sel = BOOK.monsters[card].picks
            assert candidates_for(BOOK, page.state, sel, "m1") == ()
        kept = page.state.monsters["m1"].space != state.monsters["m1"].space and bool(began)
        assert ("It picked" in told) == kept
        if not reach:
            assert "can attack" not in told


def test_a_monster_that_saw_nobody_as_it_began_picks_whom_it_comes_to_see() -> None:
    text = SIDES_OF_A_WALL.format(card="mon-105", ada="e4", at="i9")
    states = []
    plan = layout(BOOK.faces, played(BOOK, text).board)
    free = [at for at, char in sorted(plan.spaces.items()) if char == "." and space_name(*at) not in ("e4", "b9")]
    for at in free[::3]:
        states.append(played(BOOK, text.replace("i9", space_name(*at)), {"type": "EndPhase", "phase": "horror"}))
    blind = [one for one in states if not picked(BOOK, one, "m1")][:4]
    assert blind
    seen = 0
    for state in blind:
        assert "sees nobody" in aims(Words(BOOK, state), state, "m1")
        moves = [move for move in legal_moves(BOOK, state, HOST).moves if isinstance(move, MoveMonster)]
        for move in moves[::4]:
            after = decide(BOOK, state, move, HOST, Scripted(())).state
            found = picked(BOOK, after, "m1")
            assert bool(found) == bool(candidates_for(BOOK, after, BOOK.monsters["mon-105"].picks, "m1"))
            assert ("sees nobody" in aims(Words(BOOK, after), after, "m1")) != bool(found)
            seen += bool(found)
    assert seen


@pytest.mark.parametrize("card", ["mon-101", "mon-102", "mon-104", "mon-105", "mon-206", "mon-302", "mon-405"])
def test_a_monster_that_goes_up_to_whom_it_picks_is_led_there_with_one_tap(card: str) -> None:
    """By a legal walk that ends nearer, not when it can attack it already, nor where its card says anything else."""
    goes = BOOK.monsters[card].behaviour.partition(": ")[2].startswith(("moves", "walks"))
    offered = 0
    for at in ("i9", "d4", "b4"):
        text = SIDES_OF_A_WALL.format(card=card, ada="e4", at=at)
        state = played(BOOK, text, {"type": "EndPhase", "phase": "horror"})
        page = table_at(BOOK, state)
        found, asked = approaches(page.words, state, "m1"), question(page)
        aimed = picked(BOOK, state, "m1")
        reached = {t for m in page.listing.moves if isinstance(m, MonsterAttack) for t in m.targets} & set(aimed)
        assert not (found and (reached or not goes))
        for title, move in found:
            assert move in page.listing.moves
            assert title.startswith("Move towards ")
            assert title in [option.title for option in asked.options]
            offered += 1
    assert bool(offered) == goes, card


@pytest.mark.parametrize("card", sorted(card for card, monster in BOOK.monsters.items() if monster.picks is not None))
def test_where_nothing_can_be_proposed_the_folded_sheet_says_why_and_ends_the_monster_s_turn(card: str) -> None:
    """Nobody to pick, or no way nearer: the group reads that it stays and is done with it in one tap (RD-5)."""
    goes = BOOK.monsters[card].behaviour.partition(": ")[2].startswith(("moves", "walks"))
    for at in ("i9", "d4", "b4", "c2"):
        state = played(
            BOOK, SIDES_OF_A_WALL.format(card=card, ada="e4", at=at), {"type": "EndPhase", "phase": "horror"}
        )
        page = table_at(BOOK, state)
        found = question(page)
        assert found is not None
        proposed = any(option.title.startswith(("Attack", "Move towards")) for option in found.options)
        able = {type(move) for move in deeds_of(page, "m1")} == {MoveMonster}
        lost = not proposed and able and (goes or not picked(BOOK, state, "m1"))
        assert ("it stays, unless you tap where it goes" in found.hint) == lost, (at, found.hint)
        assert ("gives it nothing to do now" in found.card_text) == lost
        assert (found.decline is not None) == lost
        if found.decline is not None:
            assert load_move(found.decline.move) == MonsterDone("m1")
            assert found.decline.title == "Done"


@pytest.mark.parametrize(
    ("card", "tile", "at", "said"),
    [
        ("mon-105", "14a", "i9", "It sees nobody to pick: it stays, unless you tap where it goes"),
        ("mon-101", "08b", "a7", "It comes no nearer to Ada: it stays, unless you tap where it goes"),
    ],
)
def test_a_monster_that_sees_nobody_or_is_shut_in_is_at_a_loss(card: str, tile: str, at: str, said: str) -> None:
    """Both kinds come up, so that the test above is about something."""
    text = SIDES_OF_A_WALL.format(card=card, ada="e4", at=at).replace("b9", "f4").replace("14a", tile)
    found = question(table_at(BOOK, played(BOOK, text, {"type": "EndPhase", "phase": "horror"})))
    assert found is not None
    assert found.hint == said


def test_being_done_says_what_is_left_undone_on_each_button_of_it() -> None:
    """Moves with somewhere to go, attacks with somebody to reach or a move to get there; else that it acts no more."""
    state = monsters()
    for page in (table_at(BOOK, state), *islice(moved(state, "m1"), 0, None, 4)):
        deeds = deeds_of(page, "m1")
        title = done_label(page.words, page.state, page.listing.moves, "m1")
        assert (title == DONE) == (not deeds)
        assert ("move" in title) == any(isinstance(move, MoveMonster) for move in deeds)
        assert ("attack" in title) == bool(deeds)
        asked, begun = question(page), under(look(page.state)).finish
        assert asked is not None
        assert asked.options[-1].title == title
        assert begun is None or begun.action.title == title


def test_the_rule_cases_ask_about_places_in_many_ways():
    asked = {state.agenda[-1].question for state in asking()}
    assert {"push_way", "teleport_to", "spawn_where", "move_to"} <= asked, sorted(asked)


def test_what_a_question_offers_is_lit_tapped_and_listed_only_in_a_fold():
    """Every space or edge that is an answer is lit and picked on its sheet; no other space has such a button."""
    for state in asking():
        top = state.agenda[-1]
        table = table_at(case_book(), state, "board")
        found = question(table)
        lit = lit_options(state)
        titles = [option.title for option in found.options]
        if lit:
            assert found.hint.startswith("Tap a lit "), top
            assert found.board
            assert found.groups[-1].title.startswith(IN_A_LIST)
            listed = [option.title for option in found.groups[-1].options]
            assert len(set(listed)) == len(listed), listed
            assert len(found.groups[-1].options) == len(lit)
            assert len(titles) == len(top.options) - len(lit)
        spaces = asked_spaces(state)
        assert {key_of(space) for space in spaces} == {o for o in lit if o.count(",") == 1}
        svg = str(looking_at(table, QueryParams("")).board().svg)
        for x, y in spaces:
            assert f'at={x},{y}#at" class="sp"' in svg
        for at in sorted(layout(case_book().faces, state.board).spaces)[::3] + list(spaces):
            option = key_of(cell_of(at) if top.question in TILES_ASKED else at)
            answers = answers_at(looking_at(table, QueryParams({"at": key_of(at)})))
            assert answers == ([Answer(top.id, option)] if option in top.options else []), (top, at)


@pytest.mark.parametrize("asked", sorted(TILES_ASKED))
def test_a_map_tile_that_is_asked_for_is_chosen_on_any_of_its_spaces_and_lights_no_space(asked):
    state = evening(agenda=(Ask(5, "tile", asked, "group", ("0,0", "1,0"), card="enc-01"),))
    assert asked_spaces(state) == ()
    assert lit_options(state) == frozenset()
    for at in ((0, 0), (7, 7), (12, 3), (3, 13)):
        cell = key_of(cell_of(at))
        answers = answers_at(look(state, at=at))
        assert answers == ([Answer(5, cell)] if cell in ("0,0", "1,0") else []), at


def answers_at(looking: Looking) -> list[Answer]:
    sheet = looking.sheet()
    return [load_move(item.action.move) for item in sheet.first if item.key == "answer"]


def test_a_place_that_is_asked_for_is_looked_at_first():
    state = next(state for state in asking() if asked_spaces(state))
    x, y = asked_spaces(state)[0]
    table = table_at(case_book(), state, "board")
    assert looking_at(table, QueryParams("")).board().focus == f"{x},{y}"


def test_questions_are_asked_in_plain_words():
    """No heading asks which 'unit' it 'is', nor names the thing that only the rules call so."""
    for state, top in _asked():
        said = question(table_at(case_book(), state, "board")).text
        assert not re.search(r"\bunit is it\b|\bexplorer is it\b|_", said), (top.question, said)


# ------------------------------------------------------------------ refusals


def test_refusals_that_share_their_reasons_are_told_once():
    why, other = (Why("Not now.", "RD-2"),), (Why("Too far.", "BG-1"), Why("Not now.", "RD-2"))
    go = Action("walk", "Walk", move="{}")
    refused = [Action("no", title, reasons=why) for title in ("Drop a", "Drop b", "Drop b", "Drop c")]
    told = together([refused[0], go, *refused[1:], Action("no", "Hit", reasons=other)])
    assert [(action.title, action.reasons) for action in told] == [
        ("Walk", ()),
        ("Drop a; Drop b; Drop c", why),
        ("Hit", other),
    ]
    many = together([Action("no", f"Drop {n}", reasons=why) for n in range(NAMED + 4)])
    assert [action.title for action in many] == [f"Drop 0; Drop 1; Drop 2; {4} more"]
    assert [item.key for item in items_together([Item("a", refused[0]), Item("b", refused[1])])] == ["a"]


@pytest.mark.parametrize("pending", [False, True])
def test_no_sheet_tells_the_same_reasons_twice(pending):
    state = evening(agenda=(Ask(5, "to", "move_to", ADA, ("8,13",), (ADA,)),)) if pending else evening()
    for at in sorted(layout(BOOK.faces, state.board).spaces)[::5]:
        reasons = [item.action.reasons for item in look(state, at=at).sheet().later]
        assert len(reasons) == len(set(reasons)), at


def doors(state: State) -> Iterator[tuple[Space, Space]]:
    lay = layout(BOOK.faces, state.board)
    for at in lay.spaces:
        for side in SIDES:
            if lay.side(at, side) == CLOSED_DOOR:
                yield at, beyond(at, side)


def test_a_door_from_afar_is_not_denied_but_says_from_where_it_is_opened():
    state = read_position(BOOK, FIGHT.replace("14a at 0,0", "07a at 0,0").replace("horror phase", "explorer phase"))
    states = [evening(), state]
    found = 0
    for state in states:
        for at, other in doors(state):
            if state.explorers[ADA].space in (at, other):
                continue
            sheet = look(state, unit=ADA, at=at).sheet()
            told = [(item.action.title, why.text) for item in sheet.later for why in item.action.reasons]
            assert not [text for _, text in told if "no closed door" in text.lower()]
            words = look(state).words
            assert any("Open the door" in title and words.place(other) in text for title, text in told), (at, told)
            found += 1
    assert found > 2


# ------------------------------------------------------------------ who can act next


def test_boards_lead_on_to_one_s_own_then_to_the_free_explorers():
    """GUEST plays Bram; Vey is free for this seat, Ada is another's."""
    by = replace(GUEST, explorers=frozenset({BRAM, VEY}))
    state = evening()
    for done, selected, lead in (
        ((), "", ""),
        ((), ADA, BRAM),
        ((), "m1", BRAM),
        ((), VEY, ""),
        ((BRAM,), BRAM, VEY),
        ((BRAM, VEY), BRAM, ""),
        ((ADA, BRAM), "", ""),
    ):
        finished = {one: replace(state.explorers[one], finished=True, stamina=0) for one in done}
        looking = look(replace(state, explorers={**state.explorers, **finished}), by, (BRAM,), unit=selected)
        assert looking.lead == lead, (done, selected)
        link = under(looking).lead
        assert (link.href if link else "") == (f"?unit={lead}" if lead else "")
        if not selected:
            assert looking.unit == (VEY if BRAM in done else BRAM)


def test_nobody_is_led_while_something_is_asked_and_nobody_who_watches():
    assert look(exploring("encounter"), unit="m1").lead == ""
    assert look(evening(phase="spawn"), unit="m1").turn == ""
    assert look(evening(), WATCHER, (), unit="m1").lead == ""


def test_only_a_phone_that_may_answer_is_brought_to_what_is_lit():
    ask = Ask(7, "k", "spawn_where", ADA, ("9,13", "8,13"), ("9,13", "8,13"), "RD-3")
    state = evening(agenda=(ask,))
    assert look(state, HOST).board().ask == "7"
    assert look(state, GUEST, (BRAM,)).board().ask == ""
    assert look(evening(agenda=(replace(ask, options=(ADA, BRAM), labels=(ADA, BRAM)),))).board().ask == ""


def test_the_answer_on_a_sheet_says_what_happens_there():
    """'Move here', 'Stay here', 'Lay it here': the words of the question, not that something is chosen."""
    said: dict[str, set[str]] = {}
    for state in asking():
        top = state.agenda[-1]
        assert isinstance(top, Ask)
        looking = Looking(case_book(), state, HOST, Words(case_book(), state), (), "/t/KEY", "", View())
        for at in asked_spaces(state):
            sheet = space_sheet(looking.scene, at, "/t/KEY")
            assert sheet is not None
            said.setdefault(top.question, set()).update(i.action.title for i in sheet.first if i.key == "answer")
    assert said["spawn_where"] == {"Let it appear here"}
    assert "Move here" in said["move_to"]
    assert said["move_to"] <= {"Move here", "Stay here"}
