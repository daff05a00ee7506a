"""The board in words says what the drawing shows, and every thing in it opens the same sheet."""

from __future__ import annotations

import re

from app.rules.agenda import Ask
from app.rules.board import cell_of, layout, within
from app.rules.geometry import RUBBLE, SIDES, beyond, border_sides, space_name
from app.rules.state import TokenPlace
from app.web.board_lit import asked_edges
from app.web.board_shapes import ICONS
from app.web.board_words import board_words
from tests.web.board_scene import ADA, BOOK, TILES, evening, look


def spaces_of(links):
    return {tuple(map(int, re.search(r"at=(-?\d+),(-?\d+)", link.href).groups())) for link in links}


def test_every_unit_and_feature_has_a_link_to_its_sheet():
    state = evening()
    tiles = board_words(BOOK, state, ADA)
    assert [tile.name for tile in tiles] == [BOOK.tiles[t.tile + t.face].name for t in TILES]
    units = {u.space for u in (*state.explorers.values(), *state.monsters.values()) if u.space}
    assert set().union(*(spaces_of(tile.here) for tile in tiles)) == units
    features = {s for s, char in layout(BOOK.faces, state.board).spaces.items() if char in ICONS}
    assert set().union(*(spaces_of(tile.features) for tile in tiles)) == features
    for tile in tiles:
        for link in (*tile.here, *tile.features):
            assert link.href.startswith(f"?unit={ADA}&at=")
            (at,) = spaces_of([link])
            assert look(state, at=at).sheet() is not None


def test_every_unexplored_edge_is_told_and_opens():
    state = evening()
    edges = [link for tile in board_words(BOOK, state, "") for link in tile.edges]
    assert len(edges) == 8
    for link in edges:
        x, y, side = re.search(r"edge=(-?\d+),(-?\d+),([NESW])", link.href).groups()
        assert look(state, edge=((int(x), int(y)), side)).sheet() is not None


def test_joins_doors_traps_and_rubble_are_told():
    state = evening()
    lay = layout(BOOK.faces, state.board)
    for tile, words in zip(TILES, board_words(BOOK, state, ""), strict=True):
        told = " ".join(words.lines)
        joins = [side for side in SIDES if beyond(tile.cell, side) in lay.tiles]
        assert len(re.findall(r"(?:North|East|South|West): ", told)) == len(joins) == 2
        for char, word in (("^", "Trapped: "), (RUBBLE, "Rubble: ")):
            there = {space_name(*within(s)) for s, c in lay.spaces.items() if c == char and cell_of(s) == tile.cell}
            line = next((line for line in words.lines if line.startswith(word)), "")
            assert set(re.findall(r"[a-j]\d+", line)) == there
        doors = [b for b, _ in lay.door_borders() if any(cell_of(s) == tile.cell for s, _ in border_sides(b))]
        lines = [line for line in words.lines if line.startswith(("Closed doors: ", "Open doors: "))]
        assert sum(len(re.findall(r"(?:north|east|south|west) of [a-j]\d+", line)) for line in lines) == len(doors)


def test_terrain_environments_and_tokens_are_told():
    state = evening(exit=TokenPlace((1, 0), "E"))
    told = {tile.name: " ".join(tile.lines) for tile in board_words(BOOK, state, "")}
    names = [BOOK.tiles[t.tile + t.face].name for t in TILES]
    assert f"Terrain {BOOK.terrains['T03a'].name} covers" in told[names[3]]
    countdown = next(c for c, env in state.environments.items() if env.charges)
    assert f"Environment {BOOK.environments[countdown].name}, at the south edge, 2 charges." in told[names[3]]
    assert "Entry token on the south edge." in told[names[2]]
    assert "Exit token on the east edge." in told[names[1]]


def test_edges_that_a_question_offers_are_marked_on_the_drawing():
    ask = Ask(5, "edge", "lay_exit", "group", ("0,0,N", "1,1,E"))
    state = evening(agenda=(ask,))
    assert asked_edges(state) == {((0, 0), "N"): "legal", ((1, 1), "E"): "legal"}
    assert str(look(state).board().svg).count('class="em legal"') == 2
    env = next(iter(state.environments))
    moved = evening(agenda=(Ask(5, f"edge {env}", "move_environment", ADA, ("E",), card=env),))
    assert list(asked_edges(moved)) == [(state.environments[env].cell, "E")]
    assert asked_edges(evening(agenda=(Ask(5, "x", "choose", "group", ("yes", "3,4", "N")),))) == {}
