"""A sheet offers what the rules allow and gives every reason for the rest; it never moves a button under a thumb."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from app.rules import Illegal, decide, legal_moves, why_not
from app.rules.agenda import Ask, Exploration, Walking
from app.rules.agenda_phases import MonsterPhase
from app.rules.board import Board, PlacedTile, border_key, layout, open_edge_spaces
from app.rules.geometry import CLOSED_DOOR, SIDES, border_sides
from app.rules.ledger import LEDGER
from app.rules.moves import ActivateSpace, Answer, Explore, MonsterDone, Walk
from app.rules.position import read_position
from app.rules.state import ItemState, State, TokenPlace, key_of
from app.store.codec import load_move
from app.web.board_actions import ACTION_SPACES, space_items
from app.web.board_below import under
from app.web.board_onward import after_walk
from app.web.board_places import place, tile_name
from app.web.board_scene import stamina
from app.web.board_shapes import ICONS
from app.web.board_sheet import sorted_items
from app.web.contexts import Action, Why
from app.web.pages_table import now_bar, turn_actions
from app.web.refusals import together
from tests.web.board_scene import ADA, BOOK, BRAM, GUEST, HOST, TILES, VEY, WATCHER, Seeded, evening, look
from tests.web.table_scene import table_at


def items(sheet):
    return {item.key: item for item in (*sheet.first, *sheet.later)}


def test_every_action_of_every_space_is_legal_exactly_when_the_rules_accept_it():
    state = evening()
    seen = 0
    for at in sorted(layout(BOOK.faces, state.board).spaces)[::3]:
        sheet = look(state, at=at).sheet()
        for item in (*sheet.first, *sheet.later):
            if item.action.move:
                move = load_move(item.action.move)
                assert not isinstance(decide(BOOK, state, move, HOST, Seeded()), Illegal), (at, item)
                seen += 1
            else:
                assert item.action.reasons, (at, item)
                for why in item.action.reasons:
                    assert why.rule in LEDGER
                    assert why.text.strip().endswith((".", "!")), why.text
        assert all(item.action.move for item in sheet.first), "legal ones stand first"
        assert not any(item.action.move for item in sheet.later)
    assert seen > 10


def test_a_reachable_space_is_walked_to_for_its_price():
    state = evening()
    sheet = look(state, at=(8, 13)).sheet()
    walk = items(sheet)["walk"].action
    assert load_move(walk.move) == Walk(ADA, (8, 13))
    assert [(c.n, c.icon) for c in walk.costs] == [("1", "stamina")]
    assert walk.note == "Leaves 3."


def test_activating_a_space_wears_the_icon_that_is_drawn_there():
    """Every action space of every map tile, from a space next to it: a chest is no lever."""
    seen = set()
    for number in [face[:-1] for face in sorted(BOOK.tiles) if face.endswith("a") and not face.startswith("E")]:
        bare = evening((PlacedTile(number, "a", (0, 0), 0),), monsters={}, environments={}, entry=None)
        lay = layout(BOOK.faces, bare.board)
        for at in [space for space, char in lay.spaces.items() if char in ACTION_SPACES]:
            beside = next((s for s in lay.neighbours(at) if not lay.is_obstacle(s, set())), None)
            if beside is None:
                continue
            away = {e.id: replace(e, space=None, status="unused") for e in bare.explorers.values()}
            state = replace(bare, explorers={**away, ADA: replace(bare.explorers[ADA], space=beside, stamina=9)})
            sheet = look(state, at=at).sheet()
            shown = [i.action for i in sheet.first if i.action.move and "ActivateSpace" in i.action.move]
            assert {action.icon for action in shown} <= {ICONS[lay.spaces[at]]}, (number, at)
            seen |= {action.icon for action in shown}
    assert len(seen) >= 3, seen


def test_a_space_too_far_away_names_both_figures():
    sheet = look(evening(), at=(0, 19)).sheet()
    texts = " ".join(why.text for why in items(sheet)["walk"].action.reasons)
    assert "stamina" in texts
    assert "4" in texts
    assert {why.rule for why in items(sheet)["walk"].action.reasons} == {"BG-1"}


def test_a_monster_s_space_tells_it_and_offers_to_walk_next_to_it():
    state = evening()
    sheet = look(replace(state, monsters={"m2": replace(state.monsters["m2"], space=(7, 16))}), at=(7, 16)).sheet()
    card = BOOK.monsters[state.monsters["m2"].card]
    assert sheet.title.startswith(card.name)
    assert f"Armor {card.armor}, will {card.will}" in sheet.sub
    assert sheet.health == (1, card.health)
    assert "walk" in [item.key for item in sheet.later]
    near = next(item for item in sheet.first if item.key == "near")
    goal = load_move(near.action.move).to
    assert max(abs(goal[0] - 7), abs(goal[1] - 16)) == 1
    assert any("kind=pool&unit=m2" in link.href for link in sheet.rulings)


def test_stepping_onto_a_tile_whose_environment_acts_is_said_before():
    state = evening()
    acting = next(e.id for e in BOOK.environments.values() if any(a.kind == "enters" for _, _, _, a in e.abilities()))
    placed = replace(next(iter(state.environments.values())), card=acting, cell=(1, 1))
    state = replace(state, environments={acting: placed})
    costs = look(state).costs
    entering = next(s for s in costs if s[0] >= 10 and s[1] >= 10)
    note = items(look(state, at=entering).sheet())["walk"].action.note
    assert f"starts {BOOK.environments[acting].name}." in note


def test_a_closed_door_beside_the_explorer_can_be_opened():
    state = evening()
    lay = layout(BOOK.faces, state.board)
    border = next(
        b
        for b, char in lay.door_borders()
        if char == CLOSED_DOOR and all(not lay.is_obstacle(s) for s, _ in border_sides(b))
    )
    (here, side), (there, _) = border_sides(border)
    state = replace(state, explorers={**state.explorers, ADA: replace(state.explorers[ADA], space=here)})
    for at, key in ((here, f"door-{side}"), (there, None)):
        sheet = look(state, at=at).sheet()
        doors = [item for item in sheet.first if item.key.startswith("door-")]
        assert len(doors) == 1
        assert key is None or doors[0].key == key
        move = load_move(doors[0].action.move)
        after = decide(BOOK, state, move, HOST, Seeded()).state
        assert border_key(border) in after.board.doors


def test_a_door_has_one_name_and_is_opened_above_where_it_is_destroyed():
    state = evening()
    lay = layout(BOOK.faces, state.board)
    tried = 0
    for border, char in lay.door_borders():
        ends = border_sides(border)
        if char != CLOSED_DOOR or any(lay.is_obstacle(space) for space, _ in ends):
            continue
        for here, _ in ends:
            ada = replace(state.explorers[ADA], space=here, stamina=7)
            standing = replace(state, explorers={**state.explorers, ADA: ada})
            for at, _ in ends:
                sheet = look(standing, at=at).sheet()
                titles = [item.action.title for item in (*sheet.first, *sheet.later)]
                opened = [title for title in titles if title.startswith("Open the door")]
                destroyed = [title for title in titles if title.startswith("Destroy the door")]
                assert destroyed
                for title in destroyed:
                    same = title.replace("Destroy", "Open")
                    assert same in opened
                    assert titles.index(same) < titles.index(title)
                    tried += 1
    assert tried >= 4


def test_the_explorer_s_own_space_ends_its_turn_and_explores_from_an_edge():
    state = evening()
    edge = next(iter(open_edge_spaces(layout(BOOK.faces, state.board), (0, 1), "W")))
    state = replace(state, explorers={**state.explorers, ADA: replace(state.explorers[ADA], space=edge)})
    found = items(look(state, at=edge).sheet())
    assert "finish" in found
    west = found["explore-W"]
    assert west.then == "/t/KEY/terrain"
    reasons = why_not(BOOK, state, Explore(ADA, "W"), HOST)
    assert bool(west.action.move) == (not reasons)


ORDER = ["answer", "attack", "activatespace", "placedoor", "activate", "chapter", "door", "walk", "near"]
ORDER += ["starttrade", "useinventory", "pickup", "drop", "destroydoor", "explore", "leave", "finish"]


def test_the_order_of_actions_is_fixed():
    state = evening()
    seen = set()
    for at in layout(BOOK.faces, state.board).spaces:
        scene = look(state).scene
        keys = [item.key.split("-")[0] for item in space_items(scene, at, scene.layout.spaces[at], "/t/KEY")]
        places = [ORDER.index(key) for key in keys]
        assert places == sorted(places), (at, keys)
        seen |= set(keys)
    assert {"attack", "walk", "finish"} <= seen


def test_every_listed_move_of_the_explorer_about_a_space_is_on_its_sheet():
    """Nothing that the rules offer on the board is missing from it."""
    state = evening()
    shown = set()
    for at in layout(BOOK.faces, state.board).spaces:
        sheet = look(state, at=at).sheet()
        shown |= {load_move(item.action.move) for item in (*sheet.first, *sheet.later) if item.action.move}
    elsewhere = {"EndPhase", "RollDie", "PlayAbility", "HelpRoll", "CloseAdjust"}
    for move in legal_moves(BOOK, state, HOST).moves:
        if getattr(move, "explorer", ADA) == ADA and move.type not in elsewhere:
            assert move in shown, move


def test_attacks_stand_on_their_target_with_their_price():
    state = evening()
    near = replace(state, monsters={"m1": replace(state.monsters["m1"], space=(8, 13))})
    attacks = [m for m in legal_moves(BOOK, near, HOST).moves if m.type == "Attack" and m.explorer == ADA]
    sheet = look(near, at=(8, 13)).sheet()
    found = [item for item in sheet.first if item.key.startswith("attack-")]
    assert {load_move(item.action.move) for item in found} == {m for m in attacks if "m1" in m.targets}
    for item in found:
        events = decide(BOOK, near, load_move(item.action.move), HOST, Seeded()).events
        paid = next(e.before - e.after for e in events if e.type == "PoolChanged" and e.unit == ADA)
        assert [c.n for c in item.action.costs if c.word == "stamina"] == [str(paid)]


def test_a_selected_monster_is_moved_by_the_list_of_its_phase():
    state = replace(evening(), phase="monster")
    listed = [m for m in legal_moves(BOOK, state, HOST).moves if m.type == "MoveMonster"]
    for move in listed[:5]:
        sheet = look(state, unit=move.monster, at=move.to).sheet()
        assert move in {load_move(item.action.move) for item in sheet.first}


def test_with_a_monster_selected_the_explorer_s_actions_bear_its_name():
    sheet = look(evening(), unit="m1", at=(8, 13)).sheet()
    assert [item.action.title for item in sheet.first if item.key == "walk"] == ["Ada: walk here"]


def test_what_was_legal_stays_in_place_and_greys():
    state = evening()
    opened = look(state, at=(8, 13)).sheet()
    assert [item.key for item in opened.first] == ["walk"]
    assert opened.part.endswith("kept=walk")
    spent = replace(state, explorers={**state.explorers, ADA: replace(state.explorers[ADA], stamina=0)})
    sheet = look(spent, at=(8, 13), kept=("walk",)).sheet()
    assert [item.key for item in sheet.first] == ["walk"]
    assert not sheet.first[0].action.move
    assert sheet.first[0].action.reasons
    fresh = look(spent, at=(8, 13)).sheet()
    assert [item.key for item in fresh.later] == ["walk"]


def test_kept_keys_that_mean_nothing_are_passed_over():
    sheet = look(evening(), at=(8, 13), kept=("nothing", "walk", "walk")).sheet()
    assert [item.key for item in sheet.first] == ["walk"]
    assert sorted_items([], ["walk"]) == ((), ())


def test_a_pending_step_refuses_turn_moves_and_says_so():
    state = replace(evening(), agenda=(Exploration(9, VEY, (1, 1), "encounter"),))
    walk = items(look(state, at=(8, 13)).sheet())["walk"].action
    assert not walk.move
    assert any("encounter" in why.text.lower() for why in walk.reasons)


@pytest.mark.parametrize(("by", "own"), [(GUEST, (BRAM,)), (WATCHER, ())])
def test_other_seats_may_look_but_not_act(by, own):
    state = evening()
    sheet = look(state, by, own, unit=ADA, at=(8, 13)).sheet()
    assert not sheet.first
    if by is GUEST:
        assert {why.rule for item in sheet.later for why in item.action.reasons} == {"RD-2"}


def test_a_watcher_gets_no_rulings():
    assert not look(evening(), WATCHER, (), at=(11, 13)).sheet().rulings
    assert not look(evening(), WATCHER, (), edge=((0, 0), "N")).sheet().rulings


def test_an_edge_takes_a_tile_or_a_token_by_ruling():
    links = {link.text: link.href for link in look(evening(), edge=((0, 0), "N")).sheet().rulings}
    assert links["Place a map tile here"] == "/t/KEY/ruling?kind=tile&where=0,-1,S"
    assert links["Lay the entry token here"] == "/t/KEY/ruling?kind=token&token=entry&where=0,0,N"


def test_there_is_no_sheet_where_there_is_no_space_or_edge():
    state = evening()
    assert look(state, at=(-1, 0)).sheet() is None
    assert look(state, edge=((0, 0), "E")).sheet() is None
    assert look(state, edge=((7, 7), "N")).sheet() is None
    assert look(state).sheet() is None


def test_an_edge_tells_what_would_scroll_away_and_who_with_it():
    state = evening()
    sheet = look(state, edge=((0, 0), "N")).sheet()
    (warning,) = sheet.warnings
    for cell in ((0, 1), (1, 1)):
        assert tile_name(BOOK, state.board.at(cell)) in warning
    assert "Ada" in warning
    assert look(state, edge=((0, 0), "N")).board().svg.count('class="leaving"') == 2
    assert any("unknown" in fact for fact in sheet.facts)


def test_an_edge_of_another_tile_says_who_could_and_leads_there():
    state = evening()
    sheet = look(state, edge=((0, 0), "W")).sheet()
    found = items(sheet)
    assert found["explore-W"].action.reasons[0].rule == "EX-1"
    assert "Ada stands on" in found["explore-W"].action.reasons[0].text
    assert any(BOOK.environments[c].name in fact for fact in sheet.facts for c in state.environments)


def test_exploring_is_refused_with_every_reason():
    state = evening()
    poor = replace(state, explorers={**state.explorers, ADA: replace(state.explorers[ADA], stamina=1)})
    action = items(look(poor, edge=((0, 1), "W")).sheet())["explore-W"].action
    assert len(action.reasons) >= 2
    assert len(action.reasons) == len(why_not(BOOK, poor, Explore(ADA, "W"), HOST))


def test_nothing_of_the_tile_that_would_come_is_told():
    state = evening()
    text = repr(look(state, edge=((0, 1), "W")).sheet())
    names = {face.name for face in BOOK.tiles.values()} - {BOOK.tiles[t.tile + t.face].name for t in TILES}
    assert not [name for name in names if name in text]


def test_walls_and_doors_around_a_space_are_told():
    state = evening()
    lay = layout(BOOK.faces, state.board)
    for at in sorted(lay.spaces)[::17]:
        facts = " ".join(look(state, at=at).sheet().facts)
        walled = [side for side in SIDES if lay.side(at, side) == "#"]
        assert ("Wall " in facts) == bool(walled), at
        assert len(look(state, at=at).sheet().near) == len(lay.neighbours(at))


def test_a_question_about_spaces_is_answered_on_the_board():
    ask = Ask(5, "to", "move_to", ADA, ("8,13", "9,12"), ("exp-01", "exp-01"))
    below = Walking(4, ADA, ((8, 13),), (9, 13), 1)
    state = evening(agenda=(below, ask))
    sheet = look(state, at=(8, 13)).sheet()
    assert sheet.first[0].key == "answer"
    assert load_move(sheet.first[0].action.move) == Answer(5, "8,13")
    assert "answer" not in items(look(state, at=(7, 13)).sheet())
    refused = items(look(state, GUEST, (BRAM,), at=(8, 13)).sheet())["answer"].action
    assert not refused.move
    assert refused.reasons
    assert 'class="choice" d="M163 263h14v14h-14zM183 243' in str(look(state).board().svg)


def test_a_question_about_edges_is_answered_at_the_edge():
    state = evening(agenda=(Ask(5, "edge", "lay_exit", "group", ("0,0,N",)),))
    assert look(state, edge=((0, 0), "N")).sheet().first[0].key == "answer"
    assert "answer" not in items(look(state, edge=((0, 0), "W")).sheet())
    env = next(c for c, placed in state.environments.items() if placed.cell == (0, 0))
    state = evening(agenda=(Ask(5, f"edge {env}", "move_environment", ADA, ("N",), card=env),))
    assert load_move(look(state, edge=((0, 0), "N")).sheet().first[0].action.move) == Answer(5, "N")
    assert "answer" not in items(look(state, edge=((1, 0), "N")).sheet())


def test_a_free_space_takes_whoever_is_selected_by_ruling():
    links = {link.text: link.href for link in look(evening(), unit="m1", at=(8, 13)).sheet().rulings}
    name = BOOK.monsters[evening().monsters["m1"].card].name
    assert links[f"Put {name} here"] == "/t/KEY/ruling?kind=put&unit=m1&at=8,13"
    assert "Put a monster here" in links


def test_used_features_say_so():
    state = evening()
    chest = layout(BOOK.faces, state.board).features("C")[0]
    assert "ready" in look(state, at=chest).sheet().sub
    used = replace(state, marks={key_of(chest): "explored"})
    assert "used" in look(used, at=chest).sheet().sub


def test_a_board_with_another_door_is_another_sheet():
    state = evening()
    border = next(b for b, char in layout(BOOK.faces, state.board).door_borders() if char == CLOSED_DOOR)
    (here, _), _ = border_sides(border)
    opened = replace(state, board=Board(TILES, {border_key(border): "/"}))
    assert "Closed door" in " ".join(look(state, at=here).sheet().facts)
    assert "Open door" in " ".join(look(opened, at=here).sheet().facts)


def carrying(*cards: str) -> State:
    """Ada carries consumables."""
    state = evening(monsters={})
    deck = state.decks["consumables"]
    left = tuple(card for card in deck.draw if card not in cards)
    decks = {**state.decks, "consumables": replace(deck, draw=left, held=dict.fromkeys(cards, ADA))}
    return replace(state, decks=decks)


def test_several_items_to_lay_down_are_folded_and_one_is_not():
    at = (9, 14)
    one = look(carrying("c104"), at=at).sheet()
    assert [item.action.title for item in one.first if item.key.startswith("drop")] == ["Drop Boiled Sweet"]
    assert one.drops == ()
    several = look(carrying("c104", "c302"), at=at).sheet()
    assert {item.action.title for item in several.drops} == {"Drop Boiled Sweet", "Drop Choir Ore"}
    assert all(item.action.move for item in several.drops)
    assert not [item for item in several.first if item.key.startswith("drop")]
    assert [item.key for item in several.first] == [item.key for item in one.first if not item.key.startswith("drop")]


def test_no_title_of_a_sheet_names_the_place_that_the_sheet_is_about():
    state = carrying("c104")
    for at in sorted(look(state).costs)[:40]:
        sheet = look(state, at=at).sheet()
        where = place(BOOK, state, at)
        assert where in (sheet.title, sheet.sub.partition(". ")[0])
        assert not [i for i in (*sheet.first, *sheet.drops) if i.action.title.endswith(f" at {where}")], at


def test_the_way_on_to_the_next_phase_is_everybody_s_whoever_is_selected():
    state = evening(phase="monster", round=4)
    for unit in ("m1", BRAM):
        phase = under(look(state, unit=unit)).phase
        assert phase is not None
        assert phase.action.title == "End the monster phase"


@pytest.mark.parametrize("phase", ["explorer", "spawn", "horror", "monster"])
@pytest.mark.parametrize(("rating", "dice"), [(4, "tracker"), (0, "tracker"), (4, "table")])
def test_the_end_of_a_phase_has_one_name_that_fits_its_button_and_says_when_the_horror_die_rolls(phase, rating, dice):
    """In the bar on top, beside the board, in the party and on the page of the phase."""
    state = evening(phase=phase, agenda=())
    done = {e.id: replace(e, finished=True) for e in state.explorers.values()}
    settings = replace(state.settings, dice=dice)
    state = replace(state, horror_rating=rating, settings=settings, explorers=done)
    end, table = under(look(state, unit=ADA)).phase, table_at(BOOK, state, "party")
    assert end is not None
    name = "Roll for horror" if (phase, rating, dice) == ("spawn", 4, "tracker") else f"End the {phase} phase"
    assert len(name) < 25, "two lines of a button that has a third of the narrowest phone"
    assert {end.action.title, now_bar(table).asked, turn_actions(table)[-1].title} == {name}
    assert ("rolls at once" in turn_actions(table)[-1].note) == (name == "Roll for horror")


@pytest.mark.parametrize(("stamina", "free", "over"), [(0, False, True), (0, True, False), (1, False, False)])
def test_ending_the_turn_is_the_main_button_once_nothing_else_is_left_that_costs_nothing(stamina, free, over):
    """And the bar on top asks for it."""
    state = evening()
    ada = replace(state.explorers[ADA], stamina=stamina, begun=True)
    marks = {**state.explorers, ADA: ada}
    state = replace(state, explorers=marks, monsters={}, settings=replace(state.settings, cost_inventory=int(not free)))
    below, table = under(look(state)), table_at(BOOK, state)
    move = next((m for m in table.listing.moves if m.type == "UseInventory" and m.explorer == ADA), None)
    assert bool(move) == (free or stamina > 0)
    assert below.spent == over
    assert (now_bar(table).asked == "Ada: end the turn") == over


# ------------------------------------------------------------------ what a walk is for, and what is left for it


def walkers(number, points):
    """Ada alone on one face of a map tile, on each space that can be stood on, with so much stamina."""
    bare = evening((PlacedTile(number, "a", (0, 0), 0),), monsters={}, environments={}, entry=None)
    lay = layout(BOOK.faces, bare.board)
    away = {e.id: replace(e, space=None, status="unused") for e in bare.explorers.values()}
    start = min(space for space, char in lay.spaces.items() if char == ".")
    ada = replace(bare.explorers[ADA], space=start, stamina=points)
    return replace(bare, explorers={**away, ADA: ada}), lay


def kept_promise(state, item, does):
    """What a walk says of `does` (which of the moves that it is for) against the rules after it has been made."""
    after = decide(BOOK, state, load_move(item.action.move), HOST, Seeded())
    assert not isinstance(after, Illegal)
    there = after.state
    reasons = why_not(BOOK, there, does, HOST)
    if any(one.code != "not_enough" for one in reasons):
        return ""
    had = there.explorers[ADA].stamina
    if reasons:
        needed = next(dict(one.params)["needed"] for one in reasons)
        assert f"that takes {needed} stamina." in item.action.vain, item
        assert "Then" not in item.action.note
        return "short"
    events = decide(BOOK, there, does, HOST, Seeded()).events
    paid = next((e.before - e.after for e in events if e.type == "PoolChanged" and e.what == "stamina"), 0)
    assert not item.action.vain, item
    assert not paid or f"for {paid}, leaves {had - paid}." in item.action.note, item
    return "enough"


@pytest.mark.parametrize("points", [3, 5, 7, 30])
def test_a_walk_to_a_space_says_what_activating_it_takes_and_leaves(points):
    """Every action space of every map tile, with much and with little stamina."""
    seen = set()
    for number in [face[:-1] for face in sorted(BOOK.tiles) if face.endswith("a") and not face.startswith("E")]:
        state, lay = walkers(number, points)
        for at in [space for space, char in lay.spaces.items() if char in ACTION_SPACES]:
            near = items(look(state, at=at).sheet()).get("near")
            if near is not None and near.action.move:
                seen.add(kept_promise(state, near, ActivateSpace(ADA, at)))
    assert ("enough" if points == 30 else "short") in seen
    assert points != 7 or "enough" in seen


@pytest.mark.parametrize("points", [3, 5, 30])
def test_a_walk_to_an_edge_says_what_exploring_takes_and_leaves(points):
    seen = set()
    for number in ("01", "02", "03", "04"):
        state, _ = walkers(number, points)
        for side in SIDES:
            near = items(look(state, edge=((0, 0), side)).sheet()).get("near")
            if near is not None and near.action.move:
                seen.add(kept_promise(state, near, Explore(ADA, side)))
    assert ("enough" if points == 30 else "short") in seen


@pytest.mark.parametrize("points", [1, 2, 9])
def test_a_walk_to_somebody_says_what_the_deed_takes_and_leaves(points):
    """A monster is walked to for an attack, another explorer for a trade."""
    state = evening(environments={})  # what stepping onto a tile starts may take stamina of its own
    ada = replace(state.explorers[ADA], stamina=points)
    seen = set()
    for at in sorted(layout(BOOK.faces, state.board).spaces)[::4]:
        if at in {e.space for e in state.explorers.values()}:
            continue
        monsters = {"m2": replace(state.monsters["m2"], space=at)}
        for one, what in ((replace(state, monsters=monsters), "attack"), (evening_with(state, BRAM, at), "trade")):
            one = replace(one, explorers={**one.explorers, ADA: ada})
            near = items(look(one, at=at).sheet()).get("near")
            if near is None or not near.action.move:
                continue
            there = decide(BOOK, one, load_move(near.action.move), HOST, Seeded()).state
            found = legal_moves(BOOK, there, HOST)
            does = [m for m in (*found.moves, *(m for m, _ in found.refused)) if aims_at(m, what, at, one)]
            legal = [m for m in does if m in found.moves]
            if legal:
                assert near.action.vain == "", near
                assert f"Then {what} for " in near.action.note
                seen.add((what, "enough"))
            elif does and all(r.code == "not_enough" for m, rs in found.refused if m in does for r in rs):
                assert f"Too little to {what}: that takes " in near.action.vain
                seen.add((what, "short"))
    assert seen, points
    assert ("attack", "enough" if points == 9 else "short") in seen


def evening_with(state, who, at):
    return replace(state, monsters={}, explorers={**state.explorers, who: replace(state.explorers[who], space=at)})


def aims_at(move, what, at, state):
    if getattr(move, "explorer", "") != ADA:
        return False
    return (
        (move.type == "Attack" and "m2" in move.targets)
        if what == "attack"
        else (move.type == "StartTrade" and move.partner == BRAM)
    )


def test_from_afar_a_refusal_names_the_price():
    """Whoever reads why not at a chest, a door or an edge sees what it would cost there."""
    state = evening()
    lay = layout(BOOK.faces, state.board)
    seen = set()
    for at in lay.spaces:
        for item in look(state, at=at).sheet().later:
            if item.key == "activate" or item.key.startswith("door-"):
                priced = [c.word for c in item.action.costs] == ["stamina"] or "stamina" in item.action.title
                assert priced, (at, item)
                seen.add(item.key.split("-")[0])
    for cell in [tile.cell for tile in TILES]:
        for side in SIDES:
            sheet = look(state, edge=(cell, side)).sheet()
            for item in sheet.later if sheet else ():
                if item.key.startswith("explore-"):
                    assert [c.word for c in item.action.costs] == ["stamina"], (cell, side)
                    seen.add("explore")
    assert seen == {"activate", "door", "explore"}


def test_refusals_told_together_keep_each_its_own_price():
    """A price of the first one must not stand for all of them."""
    no = (Why("It is not your turn.", "RD-2"),)
    chest, walk = Action("chest", "Open it", costs=stamina(3), reasons=no), Action("walk", "Walk here", reasons=no)
    (mixed,) = together((chest, walk))
    assert (mixed.title, mixed.costs) == ("Open it for 3 stamina; Walk here", ())
    (alike,) = together((chest, replace(chest, title="Open that")))
    assert (alike.title, alike.costs) == ("Open it; Open that", stamina(3))


def test_a_monster_is_attacked_by_who_is_selected_and_only_else_by_the_others_of_this_phone():
    """One phone plays all: where the selected one stands beside it the others are told of, else theirs stand there."""
    state = evening()
    seen = set()
    for beside in (ADA, BRAM):
        for at in layout(BOOK.faces, state.board).neighbours(state.explorers[beside].space):
            one = replace(state, monsters={"m2": replace(state.monsters["m2"], space=at)})
            could = {m.explorer for m in legal_moves(BOOK, one, HOST).moves if m.type == "Attack" and "m2" in m.targets}
            for selected in (ADA, BRAM):
                sheet = look(one, unit=selected, at=at).sheet()
                moves = [(item.action.title, load_move(item.action.move)) for item in sheet.first if item.action.move]
                attacks = [(title, move) for title, move in moves if move.type == "Attack"]
                offered = {move.explorer for _, move in attacks}
                assert offered == ({selected} if selected in could else could), (at, selected)
                for title, move in attacks:
                    name = {ADA: "Ada", BRAM: "Bram", VEY: "Vey"}[move.explorer]
                    assert title.startswith(f"{name}: attack ") is (move.explorer != selected)
                told = {name for name in ("Ada", "Bram", "Vey") if f"select {name} first." in " ".join(sheet.facts)}
                others = could - {selected} if selected in could else set()
                assert told == {{ADA: "Ada", BRAM: "Bram", VEY: "Vey"}[other] for other in others}
                seen.add((bool(offered), selected in offered, bool(told)))
    assert {(True, True, False), (True, False, False)} <= seen


def test_nobody_is_offered_an_attack_on_a_companion_who_is_tapped():
    """The rules let an explorer attack one beside it; the sheet of a companion is for trading and the like."""
    state = evening()
    beside = layout(BOOK.faces, state.board).neighbours(state.explorers[ADA].space)
    free = next(s for s in beside if s not in {one.space for one in state.explorers.values()})
    near = replace(state, explorers={**state.explorers, BRAM: replace(state.explorers[BRAM], space=free)}, monsters={})
    titles = [item.action.title for item in look(near, unit=BRAM, at=free).sheet().first]
    assert not [title for title in titles if "attack" in title.lower()]


def test_while_a_monster_is_selected_who_still_may_acts_in_its_sheet():
    """The first explorer of the phone has finished: the attack that stands there is the second one's."""
    state = evening()
    at = layout(BOOK.faces, state.board).neighbours(state.explorers[BRAM].space)[0]
    done = {**state.explorers, ADA: replace(state.explorers[ADA], finished=True)}
    one = replace(state, explorers=done, monsters={"m2": replace(state.monsters["m2"], space=at)})
    looking = look(one, own=(ADA, BRAM), unit="m2", at=at)
    assert looking.unit == "m2"
    assert looking.scene.unit == BRAM


def test_a_monster_that_has_begun_to_act_is_ended_beside_the_board():
    """With a step left nothing else would say how; before it has begun nobody ends it with one tap."""
    state = evening(phase="monster", agenda=(MonsterPhase(9, ("m1", "m2"), ("m1", "m2")),))
    assert under(look(state)).finish is None
    begun = replace(state, agenda=(replace(state.agenda[0], acting="m1", attacks=1),))
    finish = under(look(begun)).finish
    assert finish.action.title.startswith("Done, ")
    assert finish.action.title.endswith("left")
    assert load_move(finish.action.move) == MonsterDone("m1")
    assert under(look(begun, WATCHER, ())).finish is None


# ------------------------------------------------------------------ attacks: before the way there, and before the roll


def hunting(weapon: str, monster: tuple[int, int] = (11, 13)) -> State:
    """Ada with a weapon and all her stamina, one monster about."""
    state = evening()
    state = replace(state, monsters={"m1": replace(state.monsters["m1"], space=monster)})
    deck = next(d for d, one in state.decks.items() if weapon in one.draw + one.destroyed)
    pile = state.decks[deck]
    held = replace(pile, draw=tuple(c for c in pile.draw if c != weapon), held={weapon: ADA})
    ada = replace(state.explorers[ADA], stamina=7)
    items = {**state.items, weapon: ItemState(equipped=True)}
    return replace(state, decks={**state.decks, deck: held}, items=items, explorers={**state.explorers, ADA: ada})


@pytest.mark.parametrize("weapon", ["w101", "w102", "w103", "w106"])
def test_walking_to_where_a_monster_can_be_attacked_says_so_and_what_is_left(weapon):
    """On the space and on the monster's own sheet; each attack told is legal after that walk, for that price."""
    state = hunting(weapon)
    monster = state.monsters["m1"]
    listed = legal_moves(BOOK, state, HOST).moves
    now = any(m.type == "Attack" and m.explorer == ADA and "m1" in m.targets for m in listed)
    told = 0
    for at in sorted(look(state).costs)[::3]:
        walk = next(item for item in look(state, at=at).sheet().first if item.key == "walk")
        after = decide(BOOK, state, Walk(ADA, at), HOST, Seeded())
        there = legal_moves(BOOK, after.state, HOST).moves if after.state.agenda == () else ()
        could = any(m.type == "Attack" and m.explorer == ADA and "m1" in m.targets for m in there)
        if after.state.agenda == ():
            assert ("Then attack" in walk.action.note) == (could and not now), (at, walk.action.note)
            told += could
    assert told
    sheet = look(state, at=monster.space).sheet()
    ways = [item for item in sheet.first if item.key in ("near", "sight")]
    assert now or ways
    for way in ways:
        assert re.search(r"Leaves \d+\. Then attack for \d+, leaves \d+\.", way.action.note)


def test_the_sheet_of_a_monster_has_the_chance_of_each_attack_and_no_item_to_drop():
    state = hunting("w101", monster=(9, 14))
    sheet = look(state, at=(9, 14)).sheet()
    hits = [item.action for item in (*sheet.first, *sheet.later) if item.key.startswith("attack-") and item.action.move]
    assert hits
    for action in hits:
        assert re.search(
            r"(\d+ % to hit \(\d+ in \d+\)|always hits|cannot hit): \d or more against", " ".join(action.facts)
        )
    assert not [item for item in (*sheet.first, *sheet.later, *sheet.drops) if item.key.startswith("drop-")]
    drops = {m.space for m in legal_moves(BOOK, state, HOST).moves if m.type == "Drop" and m.explorer == ADA}
    assert (9, 14) in drops
    beside = look(state, at=min(drops - {(9, 14)})).sheet()
    assert [item for item in (*beside.first, *beside.later, *beside.drops) if item.key.startswith("drop-")]


# ------------------------------------------------------------------ ways to nothing


def test_no_way_is_offered_to_what_can_do_nothing_and_the_sheet_says_why() -> None:
    """Every action space, used and not, and every edge, with the entry token and without; told by the rules alone."""
    fresh = evening()
    spaces = [at for at, char in layout(BOOK.faces, fresh.board).spaces.items() if char in ACTION_SPACES]
    offered = {True: 0, False: 0}
    for used in (False, True):
        state = replace(fresh, marks=dict.fromkeys(map(key_of, spaces), "explored")) if used else fresh
        for at in spaces:
            sheet = look(state, at=at).sheet()
            near = items(sheet).get("near")
            if near is None or not near.action.move:
                assert sheet.later or sheet.first
                continue
            walk = load_move(near.action.move)
            assert isinstance(walk, Walk)
            there = after_walk(state, state.explorers[walk.explorer], walk.to, 0)
            against = why_not(BOOK, there, ActivateSpace(walk.explorer, at), HOST)
            assert {one.code for one in against} <= {"not_enough"}, (at, used)
            offered[used] += 1
    assert offered[False] > 0
    assert offered[True] == 0


def test_no_way_is_offered_to_an_edge_that_nobody_explores() -> None:
    state = read_position(BOOK, "tiles:\n  14a at 0,0\nexplorers:\n  Ada at e4 of 0,0\n")
    seen = {True: 0, False: 0}
    for tile in state.board.tiles:
        for side in SIDES:
            for token in (None, TokenPlace(tile.cell, side)):
                here = replace(state, entry=token) if token else state
                sheet = look(here, edge=(tile.cell, side)).sheet()
                if sheet is None:
                    continue
                near = items(sheet).get("near")
                if near is None or not near.action.move:
                    seen[False] += 1
                    continue
                walk = load_move(near.action.move)
                assert isinstance(walk, Walk)
                there = after_walk(here, here.explorers[walk.explorer], walk.to, 0)
                against = why_not(BOOK, there, Explore(walk.explorer, side), HOST)
                assert {one.code for one in against} <= {"not_enough"}, (tile.cell, side, token)
                seen[True] += 1
    assert seen[True] > 0
    assert seen[False] > 0
