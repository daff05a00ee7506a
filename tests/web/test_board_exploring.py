"""The exploring page shows all eight placements with what goes and comes, and nothing that is not known yet."""

from __future__ import annotations

import re
from dataclasses import fields, replace

import pytest
from markupsafe import escape

from app.rules import Illegal, Legal, State, decide, why_not
from app.rules.board import Board, layout
from app.rules.geometry import SIDES, WALL, border_of
from app.rules.moves import ConnectEnvironment, PlaceTerrain
from app.rules.position import read_position
from app.rules.terrain import placements, with_terrain
from app.store.codec import load_move
from app.web.board_contexts import TerrainPage
from app.web.board_exploring import exploring_part, may_answer
from app.web.board_ink import terrain_box
from app.web.board_placements import told
from app.web.board_thumbs import face_words
from app.web.messages import Words
from app.web.render import environment
from tests.web.board_scene import ADA, BASE, BOOK, BRAM, GUEST, HOST, ICONS, WATCHER, Seeded, exploring
from tests.web.pages_examples import chrome, frame

TERRAINS = sorted({key[:-1] for key in BOOK.terrains})
PLAIN = next(e.id for e in BOOK.environments.values() if e.countdown is None)


def part(state, by=HOST, pick=""):
    return exploring_part(BOOK, state, by, Words(BOOK, state), BASE, pick, ICONS)


@pytest.mark.parametrize("card", TERRAINS)
def test_all_eight_placements_are_shown_as_the_rules_judge_them(card):
    state = exploring("terrain", card)
    shown = part(state)
    assert [p.key for p in shown.placings] == [f"{f}-{s}" for f in "ab" for s in SIDES]
    for placing in shown.placings:
        move = load_move(placing.move)
        assert isinstance(move, PlaceTerrain)
        assert placing.legal == (not isinstance(decide(BOOK, state, move, HOST, Seeded()), Illegal))
        assert bool(placing.reasons) == (not placing.legal)
        if not placing.legal:
            assert {why.rule for why in placing.reasons} == {"TR-3"}
            assert "not legal" in placing.said
    assert sum(p.picked for p in shown.placings) <= 1
    picked = next((p for p in shown.placings if p.picked), None)
    legal = [p for p in shown.placings if p.legal]
    assert (picked in legal) if legal else picked is None


def test_who_would_stand_on_an_obstacle_forbids_a_placement_too():
    """Whatever reason the rules give, not TR-3 alone, greys it, and the first shown is a legal one."""
    state = exploring("terrain", "T03")
    tile = state.board.at((0, -1))
    way = next(w for w in placements(BOOK.faces, tile, "T03", state.board) if w.is_legal and obstacles(w))
    unit = replace(state.explorers[BRAM], space=obstacles(way)[0])
    state = replace(state, explorers={**state.explorers, BRAM: unit})
    shown = {p.key: p for p in part(state).placings}[f"{way.face}-{way.edge}"]
    assert not shown.legal
    assert not shown.warning
    assert not shown.picked
    assert any("Bram" in why.text for why in shown.reasons)


def obstacles(way):
    return [space for space, char in way.comes.spaces if char in "CWRELB#"]


def test_a_placement_can_be_asked_for_even_an_illegal_one():
    state = exploring("terrain", "T03")
    for placing in part(state).placings:
        assert [p.key for p in part(state, pick=placing.key).placings if p.picked] == [placing.key]
    assert sum(p.picked for p in part(state, pick="c-X").placings) == 1


def test_the_overlay_draws_what_goes_dashed_and_what_comes_solid():
    state = exploring("terrain", "T03")
    tile = state.board.at((0, -1))
    svg = str(part(state).svg)
    for way in placements(BOOK.faces, tile, "T03", state.board):
        group = re.search(
            rf'<g class="v v-{way.face}-{way.edge}[^"]*">(.*?)(?=<g class="v v-|</g><path class="choice")', svg
        )
        assert group is not None
        body = group[1]
        if not way.is_legal:
            assert body.count('class="forbids flash"') == len(way.covers)
            continue
        assert body.count("l14 14m0-14l-14 14") == len(way.goes.spaces)
        coming = re.search(r'class="come-w" d="([^"]*)"', body)[1]
        steps = sum(int(n) for n in re.findall(r"[hv](\d+)", coming)) // 20
        assert steps == sum(char == WALL for _, char in way.comes.borders)


def borders(path: str) -> set[tuple[int, int, str]]:
    found = set()
    for x, y, way, length in re.findall(r"M(-?\d+) (-?\d+)([hv])(\d+)", path):
        for i in range(int(length) // 20):
            found.add((int(x) // 20 + i * (way == "h"), int(y) // 20 + i * (way == "v"), way))
    return found


@pytest.mark.parametrize("card", TERRAINS[::3])
def test_the_preview_is_what_the_board_becomes(card):
    """Walls drawn over a placement, kept and coming, are those that its spaces have once the terrain is laid."""
    state = exploring("terrain", card)
    tile = state.board.at((0, -1))
    svg = str(part(state).svg)
    for way in placements(BOOK.faces, tile, card, state.board):
        if not way.is_legal:
            continue
        body = re.search(rf'<g class="v v-{way.face}-{way.edge}[^"]*">(.*?)<path class="come-w" d="([^"]*)"', svg)
        kept = re.search(r'<path class="wall" d="([^"]*)"', body[1])[1]
        laid = with_terrain(tile, card, way.face, way.edge)
        tiles = tuple(laid if t.cell == tile.cell else t for t in state.board.tiles)
        lay = layout(BOOK.faces, Board(tiles))
        left, top, width, height = terrain_box(BOOK.faces, laid)
        under = [(x, y) for x in range(left, left + width) for y in range(top, top + height)]
        want = {border_of(s, side) for s in under for side in SIDES if lay.own_side(s, side) == WALL}
        assert borders(kept) | borders(body[2]) == want
        assert not borders(kept) & borders(body[2])


def test_goes_and_comes_are_counted_in_words():
    state = exploring("terrain", "T03")
    way = next(w for w in placements(BOOK.faces, state.board.at((0, -1)), "T03", state.board) if w.is_legal)
    walls = sum(char == WALL for _, char in way.goes.borders)
    said = told(way.goes)
    assert not walls or said.startswith(f"{walls} wall step")
    comes = told(way.comes, state.board.at((0, -1)))
    numbers = [int(n) for n in re.findall(r"(\d+) (?:wall steps? on|inside|wall steps?)", comes)]
    assert sum(numbers) == sum(char == WALL for _, char in way.comes.borders)
    assert told(type(way.goes)()) == "nothing"


def test_reasons_and_warnings_are_noted_once_with_all_that_share_them():
    shown = part(exploring("terrain", "T03"))
    texts = [note.text for note in shown.notes]
    assert len(texts) == len(set(texts))
    told_in_notes = set(texts)
    for placing in shown.placings:
        assert {why.text for why in placing.reasons} <= told_in_notes
        assert not placing.warning or placing.warning in told_in_notes


def test_a_warning_names_the_tile_it_would_close_off():
    for card in TERRAINS:
        state = exploring("terrain", card)
        for placing, way in zip(
            part(state).placings,
            placements(BOOK.faces, state.board.at((0, -1)), card, state.board),
            strict=True,
        ):
            assert bool(placing.warning) == (way.closes_join and placing.legal)
            if placing.warning:
                assert placing.legal, "a warned one is legal (TR-1)"
                name = BOOK.tiles[state.board.at((0, 0)).tile + "a"].name
                assert name in placing.warning


@pytest.mark.parametrize(("by", "mine"), [(HOST, True), (GUEST, False), (WATCHER, False)])
def test_only_the_exploring_explorer_s_seat_gets_the_button(by, mine):
    state = exploring("terrain", "T03")
    shown = part(state, by)
    assert shown.mine == mine == may_answer(state, by)
    assert shown.who == "Ada"
    assert [p.legal for p in shown.placings] == [p.legal for p in part(state).placings], "others see the same"


def test_the_group_answers_for_a_dead_explorer():
    state = exploring("terrain", "T03")
    dead = replace(state.explorers[ADA], status="dead", space=None)
    state = replace(state, explorers={**state.explorers, ADA: dead})
    assert part(state, GUEST).mine
    assert not part(state, WATCHER).mine
    hosted = replace(state, settings=replace(state.settings, group_choice="host"))
    assert not part(hosted, GUEST).mine
    assert part(hosted, HOST).mine


def test_the_environment_hangs_on_unexplored_edges_only():
    state = exploring("environment", PLAIN)
    state = replace(state, environments={})
    shown = part(state)
    assert shown.title == BOOK.environments[PLAIN].name
    for choice, side in zip(shown.edges, SIDES, strict=True):
        reasons = why_not(BOOK, state, ConnectEnvironment(99, side), HOST)
        assert bool(choice.item.action.move) == (not reasons)
        assert bool(choice.item.action.reasons) == bool(reasons)
    assert [bool(c.item.action.move) for c in shown.edges] == [True, True, False, True], "south is joined"
    assert str(shown.svg).count('class="em legal"') == 3


POSITION = """
tiles:
  {first}
explorers:
  Bram 8/5/3 at e1 of 0,0
decks:
  tiles draw: {tile}
  {terrains}
  environments draw: {environment}
"""
EXPLORE = {"type": "Explore", "explorer": BRAM, "edge": "N"}


def on(state: State, move: object) -> State:
    """The state after a move of the form that a page has."""
    verdict = decide(BOOK, state, load_move(move), HOST, Seeded(1))
    assert isinstance(verdict, Legal), verdict
    return verdict.state


def page_of(state: State) -> str:
    page = TerrainPage(frame("/t/KEY/terrain"), chrome("board"), part(state))
    html = (
        environment()
        .get_template(page.template)
        .render(page=page, **{f.name: getattr(page, f.name) for f in fields(page)})
    )
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@pytest.mark.parametrize(
    ("tile", "terrains", "none"),
    [("16a", "terrains draw: T02", True), ("05a", "terrains draw: T02", False)],
    ids=["no terrain fits this tile", "it was placed"],
)
def test_only_what_was_placed_is_ticked(tile: str, terrains: str, none: bool) -> None:
    text = POSITION.format(first="14a at 0,0", tile=tile, terrains=terrains, environment=PLAIN)
    state = on(read_position(BOOK, text), EXPLORE)
    if part(state).stage == "terrain":
        state = on(state, next(way for way in part(state).placings if way.legal).move)
    for stage in ("environment", "encounter"):
        shown = part(state)
        told = {step.name: step.state for step in shown.steps}
        assert told["Terrain"] == ("none" if none else "done")
        assert told[stage.capitalize()] == "on"
        html = page_of(state)
        assert ("No terrain" in html) == none
        assert ("Terrain done" in html) == (not none)
        if stage == "environment":
            edge = next(choice for choice in shown.edges if choice.item.action.move)
            state = on(state, edge.item.action.move)
    assert told["Environment"] == "done"


def test_the_encounter_stays_unknown_until_it_is_drawn():
    state = exploring("encounter")
    shown = part(state)
    assert [step.state for step in shown.steps] == ["none", "none", "on"], "nothing was placed in this position"
    text = repr(shown)
    assert not [e.name for e in BOOK.encounters.values() if e.name in text]
    assert shown.draw is not None
    assert shown.draw.action.move


def test_without_a_step_there_is_nothing_to_show():
    assert part(replace(exploring("terrain", "T03"), agenda=())).stage == ""
    assert part(exploring("moving")).stage == ""


@pytest.mark.parametrize("stage", ["terrain", "environment", "encounter"])
def test_one_brass_button_for_whoever_may_answer_and_none_for_others(stage):
    card = {"terrain": "T03", "environment": PLAIN, "encounter": ""}[stage]
    state = replace(exploring(stage, card), environments={})
    for by, most in ((HOST, 1), (GUEST, 0)):
        page = TerrainPage(frame("/t/KEY/terrain"), chrome("board"), part(state, by))
        html = (
            environment()
            .get_template(page.partial)
            .render(frame=page.frame, chrome=page.chrome, exploring=page.exploring)
        )
        assert len(re.findall(r'class="btn[^"]* go\b', html)) <= most
        assert ("<button" in html) == (by is HOST)
        assert ("You can look" in html) == (by is GUEST)


def drawn(shown):
    filled = TerrainPage(frame("/t/KEY/terrain"), chrome("board"), shown)
    return (
        environment()
        .get_template(filled.template)
        .render({n: getattr(filled, n) for n in ("frame", "chrome", "exploring")})
    )


@pytest.mark.parametrize("card", TERRAINS)
def test_the_two_faces_of_a_terrain_are_told_apart_in_drawing_and_words(card):
    """Face A and face B of the same edge never look the same, and each says its letter and what it prints."""
    shown = part(exploring("terrain", card))
    html = drawn(shown)
    thumbs = {p.key: str(p.thumb) for p in shown.placings}
    for side in SIDES:
        assert thumbs[f"a-{side}"] != thumbs[f"b-{side}"]
    for letter, name, prints in shown.faces:
        assert name == BOOK.terrains[card + letter.lower()].name
        assert f"<b>{letter}, {escape(name)}:</b> <small>{escape(prints)}</small>" in html
    words = {
        p.key: re.search(rf'id="p-{p.key}".*?aria-hidden="true">(\w \w+)</span>', html, re.DOTALL)
        for p in shown.placings
    }
    for placing in shown.placings:
        found = words[placing.key]
        assert found is not None
        assert found[1] == f"{placing.face.upper()} {placing.edge}"


@pytest.mark.parametrize("key", sorted(BOOK.terrains))
def test_a_face_is_drawn_with_each_thing_that_it_prints(key):
    """As many marks in the small drawing, and as many in words, as there are on the face."""
    state = exploring("terrain", key[:-1])
    drawing = BOOK.terrains[key].drawing
    squares = [char for _, char in drawing.squares()]
    borders = [char for _, char in drawing.borders()]
    said = face_words(drawing)
    for placing in part(state).placings:
        if placing.face != key[-1]:
            continue
        thumb = str(placing.thumb)
        assert thumb.count('class="q"') == squares.count("#")
        assert thumb.count('class="x"') == squares.count("^")
        assert thumb.count('class="f"') == sum(squares.count(char) for char in "CWRELB")
        assert ('class="d"' in thumb) == ("=" in borders or "/" in borders)
    for char, word in (("#", "rubble space"), ("^", "trapped space"), ("C", "chest"), ("B", "barrel")):
        n = squares.count(char)
        assert (word in said) == bool(n)
        assert n < 2 or f"{n} {word}" in said
