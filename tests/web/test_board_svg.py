"""The drawing shows what the rules say is there: walls, doors, features, units, costs, edges, each in its layer."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from app.rules.board import Board, PlacedTile, border_key, layout, open_edge_spaces
from app.rules.geometry import CLOSED_DOOR, NOTHING, OPEN_DOOR, SIDES, WALL, Border, border_of
from app.rules.position import read_position
from app.rules.position_words import space_words
from app.rules.seeing import sight_reason
from app.rules.sight import sees
from app.rules.state import Monster, key_of
from app.rules.ways import walkable
from app.web.board_edges import _fitted, _hung, _wide, board_edges, names_layer
from app.web.board_ink import tile_ink
from app.web.board_labels import FAR, NEAR, Label, _box, _meet, _token, labels
from app.web.board_places import tile_names
from app.web.board_shapes import ICONS, SPAN, UNIT, border_runs
from app.web.board_svg import Look, board_svg
from app.web.board_units import initials, units_layer
from tests.web.board_scene import ADA, BOOK, TILES, evening, exploring, look

SVG = "{http://www.w3.org/2000/svg}"
FACES = sorted(BOOK.tiles)


def drawn(state, given: Look | None = None) -> ElementTree.Element:
    markup = str(board_svg(BOOK, state, given))
    return ElementTree.fromstring(markup.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def having(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [e for e in root.iter() if name in e.get("class", "").split()]


def steps(path: str) -> Counter[Border]:
    """The borders that a path of runs goes along, and how often."""
    found: Counter[Border] = Counter()
    for x, y, way, length in re.findall(r"M(-?\d+) (-?\d+)([hv])(\d+)", path):
        for i in range(int(length) // UNIT):
            at = (int(x) // UNIT + i * (way == "h"), int(y) // UNIT + i * (way == "v"))
            found[*at, way] += 1
    return found


def expected(state) -> dict[Border, str]:
    """What stands on every border of the tiles in play, worked out side by side."""
    lay = layout(BOOK.faces, state.board)
    found = {}
    for space in lay.spaces:
        for side in SIDES:
            char = lay.side(space, side)
            found[border_of(space, side)] = lay.own_side(space, side) if char == NOTHING else char
    return found


@pytest.mark.parametrize("face", FACES)
def test_every_wall_door_and_feature_of_a_tile_is_drawn_once(face):
    number, letter = (face[:-1], face[-1]) if face[-1] in "ab" and not face.startswith("E") else (face, "a")
    for turns in range(4):
        state = evening((PlacedTile(number, letter, (0, 0), turns),), environments={}, entry=None, monsters={})
        state = replace(state, explorers={})
        root, want = drawn(state), expected(state)
        walls = steps("".join(e.get("d", "") for e in having(root, "wall")))
        assert set(walls) == {border for border, char in want.items() if char == WALL}
        assert max(walls.values(), default=1) == 1
        doors = Counter(want.values())
        assert len([e for e in having(root, "door") if "closed" in e.get("class")]) == doors[CLOSED_DOOR]
        assert len([e for e in having(root, "door") if "open" in e.get("class")]) == doors[OPEN_DOOR]
        spaces = Counter(layout(BOOK.faces, state.board).spaces.values())
        assert len(having(root, "ft")) == sum(n for char, n in spaces.items() if char in ICONS)
        teeth = "".join(e.get("d", "") for e in having(root, "trap"))
        assert teeth.count("M") == 4 * spaces["^"]


def test_walls_of_joined_tiles_are_those_that_count_for_both():
    state = evening()
    walls = steps("".join(e.get("d", "") for e in having(drawn(state), "wall")))
    assert set(walls) == {border for border, char in expected(state).items() if char == WALL}
    assert max(walls.values()) == 1


def test_a_door_that_was_opened_is_drawn_open():
    state = evening()
    border = next(b for b, char in layout(BOOK.faces, state.board).door_borders() if char == CLOSED_DOOR)
    before = len([e for e in having(drawn(state), "door") if "open" in e.get("class")])
    opened = replace(state, board=Board(TILES, {border_key(border): OPEN_DOOR}))
    assert len([e for e in having(drawn(opened), "door") if "open" in e.get("class")]) == before + 1


def test_layers_stand_in_their_order():
    names = ["floors", "terrain", "trap", "reach", "feats", "wall", "door", "edges", "names", "coord"]
    names += ["sight", "cost", "units", "hits", "pick"]
    state = evening()
    root = drawn(state, Look(unit=ADA, costs={(8, 13): 1}))
    classes = [set(e.get("class", "").split()) for e in root]
    first = [next(i for i, found in enumerate(classes) if name in found) for name in names]
    assert first == sorted(first)


def test_the_still_layers_are_drawn_once_and_a_door_redraws_only_its_tiles():
    state = evening()
    board_svg(BOOK, state)
    before = tile_ink.cache_info()
    board_svg(BOOK, replace(state, monsters={}, round=5))
    assert tile_ink.cache_info().misses == before.misses
    border = next(b for b, _ in layout(BOOK.faces, state.board).door_borders())
    board_svg(BOOK, replace(state, board=Board(TILES, {border_key(border): " "})))
    assert 1 <= tile_ink.cache_info().misses - before.misses <= 2


def test_marks_show_on_features():
    state = evening()
    lay = layout(BOOK.faces, state.board)
    chest, lamp = lay.features("C")[0], lay.features("*")[0]
    spawn = lay.features("S")[0]
    marked = replace(state, marks={key_of(chest): "explored", key_of(lamp): "lit", key_of(spawn): "destroyed"})
    titles = [e.findtext(f"{SVG}title") for e in having(drawn(marked), "ft")]
    assert sum(", used, " in t for t in titles) == 1
    assert sum(", lit, " in t for t in titles) == 1
    assert sum(", destroyed, " in t for t in titles) == 1
    assert len(having(drawn(marked), "lit")) == 1


def numbered(root):
    """The number that stands in each space: a text places one figure at each x, or one number at its only x."""
    found = {}
    for text in having(root, "cost")[0]:
        xs, y = [float(x) for x in text.get("x").split()], float(text.get("y"))
        figures = [text.text] if len(xs) == 1 else list(text.text)
        assert len(xs) == len(figures)
        for x, figure in zip(xs, figures, strict=True):
            found[int(x // UNIT), int(y // UNIT)] = int(figure)
    return found


def test_numbers_of_two_figures_stand_whole():
    costs = {(0, 0): 9, (1, 0): 10, (2, 0): 11, (0, 1): 12}
    assert numbered(drawn(evening(), Look(unit=ADA, costs=costs))) == costs


def test_reach_tints_every_space_numbers_it_and_links_it():
    state = evening()
    costs = look(state).costs
    assert costs == walkable(BOOK, state, ADA, 4)
    root = drawn(state, Look(unit=ADA, costs=costs))
    bands = [n for e in having(root, "reach")[0] if e.get("class") != "ro" for n in re.findall(r"h(\d+)", e.get("d"))]
    assert sum(int(n) // UNIT for n in bands) == len(costs)
    assert numbered(root) == costs
    links = {e.get("href"): e.get("aria-label") for e in having(root, "sp") if not e.get("display")}
    assert len(links) == len(costs)
    for (x, y), cost in costs.items():
        assert links[f"?unit={ADA}&at={x},{y}#at"].endswith(f", {cost} stamina")
    stops = [e for e in [*having(root, "sp"), *having(root, "xp")] if e.get("tabindex") == "0"]
    assert len(stops) == 1, "the board is one stop in the tab order"


def test_the_rim_goes_around_reach_and_nothing_else():
    costs = {(0, 0): 1, (1, 0): 1, (2, 0): 2, (0, 1): 1, (2, 1): 2, (0, 2): 2, (1, 2): 2, (2, 2): 2}
    state = replace(evening(), explorers={}, monsters={"m1": replace(evening().monsters["m1"], space=(1, 1))})
    rim = next(e for e in having(drawn(state, Look(unit="m9", costs=costs)), "ro")).get("d")
    around = steps(rim)
    assert sum(around.values()) == 12, "what stands in the middle is inside"
    assert (1, 1, "h") not in around


def test_a_free_space_out_of_reach_is_outside_the_rim():
    """Every map tile, whoever walks from anywhere on it: behind walls there is reach on three sides of such a space."""
    seen = 0
    for number in [face[:-1] for face in FACES if face.endswith("a") and not face.startswith("E")]:
        state = replace(evening(tiles=(PlacedTile(number, "a", (0, 0), 0),)), monsters={}, explorers={})
        lay = layout(BOOK.faces, state.board)
        free = [space for space in lay.spaces if not lay.is_obstacle(space, set())]
        for start in free[::7]:
            stood = replace(evening().monsters["m1"], space=start)
            state = replace(state, monsters={"m1": stood})
            costs = look(state, unit="m1").costs
            around = steps(having(drawn(state, Look(unit="m1", costs=costs)), "ro")[0].get("d"))
            for x, y in set(free) - set(costs) - {start}:
                beside = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
                lines = [(x, y, "h"), (x + 1, y, "v"), (x, y + 1, "h"), (x, y, "v")]
                for there, line in zip(beside, lines, strict=True):
                    if there in costs or there == start:
                        seen += 1
                        assert line in around, (number, start, (x, y))
    assert seen > 100


def test_nobody_walks_while_something_is_pending():
    assert look(exploring("encounter")).costs == {}
    assert look(replace(evening(), phase="spawn")).costs == {}


def test_a_unit_that_moves_changes_its_transform_and_title_only():
    state = evening()
    moved = replace(state, explorers={**state.explorers, ADA: replace(state.explorers[ADA], space=(9, 12))})
    before, after = units_layer(BOOK, state, ADA), units_layer(BOOK, moved, ADA)

    def still(markup: str) -> str:
        return re.sub(r"<title>[^<]*</title>", "", re.sub(r'transform="[^"]*"', "", markup))

    assert before != after
    assert still(before) == still(after)
    assert f'id="u-{ADA}" transform="translate({9 * UNIT} {12 * UNIT})"' in after


def test_every_unit_says_who_it_is_how_it_is_and_where():
    titles = [e.findtext(f"{SVG}title") for e in having(drawn(evening()), "u")]
    assert len(titles) == 5
    assert any(re.fullmatch(r"Ada, explorer, health \d of \d, .+ j4", t) for t in titles)
    assert sum("monster" in t for t in titles) == 2


def test_initials_tell_units_apart():
    assert initials(["Ada", "Bram", "Vey"]) == ("A", "B", "V")
    assert initials(["Ada", "Anton", "Vey"]) == ("Ad", "An", "V")
    assert len(set(initials(["Vey", "Vera", "Viktor"]))) == 3


def test_unexplored_edges_show_their_gaps_and_lead_to_their_sheet():
    state = evening()
    root = drawn(state)
    edges = board_edges(BOOK, state)
    assert len(edges) == 8
    lay = layout(BOOK.faces, state.board)
    for edge in edges:
        ways = open_edge_spaces(lay, edge.cell, edge.side)
        assert sum(n for _, n in edge.gaps) == len(ways)
    assert len(having(root, "xp")) == 8
    assert any(e.get("href").endswith("edge=0,1,S#at") for e in having(root, "xp"))


@pytest.mark.parametrize("side", SIDES)
def test_an_edge_that_a_question_lights_is_tapped_anywhere_along_it(side):
    state = evening()
    cell = next(edge.cell for edge in board_edges(BOOK, state) if edge.side == side)
    key, along = f"edge={cell[0]},{cell[1]},{side}#at", "width" if side in "NS" else "height"

    def hit(**more):
        svg = ElementTree.fromstring(board_svg(BOOK, state, Look(**more)))
        (link,) = [one for one in having(svg, "xp") if one.get("href").endswith(key)]
        return float(link[0].get(along))

    assert hit() < SPAN / 2
    assert hit(marked={(cell, side): "legal"}) > SPAN * 0.95


def test_what_hangs_on_edges_is_told():
    root = drawn(evening())
    told = [e.findtext(f"{SVG}title") for e in [*having(root, "env"), *having(root, "tok")]]
    assert any("hangs at its south edge, 2 charges left" in t for t in told)
    assert any(t.startswith("Environment") and t.endswith("hangs at its west edge") for t in told)
    assert any(t.startswith("Entry token on the south edge of") for t in told)
    pips = having(root, "env")[1]
    lit = [e for e in pips.iter(f"{SVG}circle") if e.get("class") == "on"]
    assert len(lit) == 2


def test_names_keep_clear_of_what_hangs_beside_them():
    for face in BOOK.tiles.values():
        for middle in range(0, SPAN + 1, 10):
            words, small, right = _fitted(face.name, (middle - 16.0, middle + 16.0))
            room = SPAN - middle - 16 if right else middle - 16
            assert words
            assert _wide(words, small) <= room, (face.name, middle, words)
            if words.endswith("…"):  # only where the whole name has no room, also not at the other end
                assert _wide(face.name.removeprefix("The "), True) > max(SPAN - middle - 17, middle - 17)
    state = evening()
    for edge in board_edges(BOOK, state):
        start, end = _hung(BOOK, edge)
        assert start < edge.middle < end or edge.environment is not None


def test_tiles_that_would_scroll_away_are_marked():
    state = evening()
    assert len(having(drawn(state, Look(going=((0, 0), (1, 0)))), "leaving")) == 2
    assert [e.get("d") for e in having(drawn(state), "pick")] == [""]


def test_the_drawing_holds_nothing_that_the_policy_forbids():
    markup = str(board_svg(BOOK, evening(), Look(unit=ADA, costs={(8, 13): 1}, at=(11, 13))))
    assert not re.search(r"\sstyle=|\son\w+=|<script|javascript:", markup)
    assert "http" not in markup


def test_names_are_escaped():
    evil = replace(BOOK.tiles["01a"], name='<b id="x">&')
    book = replace(BOOK, tiles={**BOOK.tiles, "01a": evil})
    markup = str(board_svg(book, evening()))
    assert "<b id" not in markup
    assert "&lt;b id=&quot;x&quot;&gt;&amp;" in markup
    assert dict(tile_names(book, evening()))["0,0"] == '<b id="x">&'


def test_the_box_holds_every_tile_wherever_it_lies():
    tiles = (PlacedTile("01", "a", (-2, 3), 0), PlacedTile("02", "a", (-1, 3), 0))
    root = drawn(replace(evening(tiles), environments={}, entry=None, explorers={}, monsters={}))
    left, top, width, height = map(int, root.get("viewBox").split())
    assert left < -2 * SPAN
    assert top < 3 * SPAN
    assert left + width > 0
    assert top + height > 4 * SPAN


def test_runs_join_neighbouring_borders():
    assert border_runs([(1, 0, "h"), (0, 0, "h"), (3, 0, "h")]) == "M0 0h40M60 0h20"
    assert border_runs(iter([(0, 1, "v"), (0, 0, "v"), (0, 0, "h")])) == "M0 0h20M0 0v40"


@pytest.mark.parametrize("drawn", [NEAR, FAR], ids=["near", "far"])
def test_names_of_units_run_into_nobody_however_they_stand(drawn):
    """Below, above, shortened or left out; a name with room is whole; those who listen always hear it whole."""
    source = random.Random(7)
    words = ["Ada", "Bram", "Theodora", "Lamp-Eater", "Hound", "Choir"]
    whole = short = 0
    for _ in range(60):
        spots = source.sample([(x, y) for x in range(5) for y in range(4)], len(words))
        names = dict(zip("abcdef", zip(words, spots, strict=True), strict=True))
        found = labels(names, drawn)
        boxes = {u: _box(one.text, one.up, names[u][1], drawn) for u, one in found.items() if one.text}
        for unit, box in boxes.items():
            for other, (_, space) in names.items():
                assert other == unit or not _meet(box, _token(space)), (names, found)
                assert other == unit or other not in boxes or not _meet(box, boxes[other]), (names, found)
            text = found[unit].text
            assert text == names[unit][0] or names[unit][0].startswith(text.removesuffix("…"))
            whole, short = whole + (text == names[unit][0]), short + text.endswith("…")
    assert whole > 150
    assert short
    alone = labels({"a": ("Theodora", (3, 3))}, drawn)
    assert alone == {"a": Label("Theodora")}
    beside = labels({"a": ("Theodora", (3, 3)), "b": ("Bram", (4, 3))}, drawn)
    assert (beside["a"].text, beside["a"].up) == ("Theodora", False) or beside["a"].text.endswith("…")
    assert beside["b"].up or beside["a"].text != "Theodora" or beside["b"].text != "Bram"
    state = evening(monsters={n: Monster(n, "mon-101", 1, (x, 12)) for n, x in (("m1", 3), ("m2", 4))})
    markup = str(board_svg(BOOK, state, Look(names=drawn)))
    assert markup.count("<title>Lamp-Eater, monster") == 2


def test_a_name_on_the_big_screen_leaves_what_is_drawn_below_it_in_sight():
    at = (3, 3)
    assert labels({"a": ("Ada", at)}, FAR, [(3, 4)])["a"] == Label("Ada", up=True)
    assert labels({"a": ("Ada", at)}, FAR)["a"] == Label("Ada")


def test_names_of_tiles_side_by_side_keep_a_distance_where_there_is_room():
    """'The Ring Corridor' ends where 'Stopped Orrery' begins: they are not read as one."""
    seen = 0
    for number in ("04", "08", "13", "15", "16"):
        for turned in range(4):
            tiles = (PlacedTile(number, "a", (0, 0), turned), PlacedTile("14", "a", (1, 0), 0))
            state = evening(tiles, monsters={}, environments={}, entry=None)
            names = re.findall(
                r'<text( class="[es ]+")? x="([\d.-]+)"[^>]*>([^<]+)',
                names_layer(BOOK, state, board_edges(BOOK, state)),
            )
            (kind, end, first), (other, start, _) = names
            if "e" in kind and "e" not in other and _wide(first, "s" in kind) < 70:
                seen += 1
                assert float(start) - float(end) >= 10, names
    assert seen


@pytest.mark.parametrize(
    ("said", "same"),
    [
        ("chapter: fot-02\n", True),
        ("chapter: fot-02\nsettings:\n  sight_corner blocked\n", False),
        ("chapter: fot-01\n", False),  # a fog, in which nobody sees far
    ],
)
def test_a_line_of_sight_is_drawn_where_the_rules_see_one(said: str, same: bool) -> None:
    """By the house rule on corners, and by what cards say about sight."""
    dice, differs = random.Random(3), 0
    plain = read_position(BOOK, "tiles:\n  14a at 0,0\nexplorers:\n  Ada waits\n")
    free = [s for s, what in sorted(layout(BOOK.faces, plain.board).spaces.items()) if what == "."]
    for _ in range(80):
        at, there = (space_words(space) for space in dice.sample(free, 2))
        text = f"scenario: feather, short, sunday\n{said}tiles:\n  14a at 0,0\nexplorers:\n  Ada at {at}\n"
        state = read_position(BOOK, f"{text}monsters:\n  m9 mon-101 at {there}\n")
        space = state.monsters["m9"].space
        line = having(drawn(state, Look(unit=ADA, at=space)), "sight")[0].get("d")
        start = state.explorers[ADA].space
        assert start is not None
        assert bool(line) == (sight_reason(BOOK, state, ADA, start, "m9", space) is None), (at, there)
        differs += bool(line) != sees(layout(BOOK.faces, state.board), start, space)
    assert (differs == 0) == same
