"""The built-in maps keep to their design (docs/maps.md), so that an edited drawing does not wall anybody in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import cache

import pytest

from app.rules.board import OBSTACLES, Board, Layout, PlacedTerrain, PlacedTile, layout
from app.rules.drawings import Section, parse_sections
from app.rules.geometry import PASSABLE, SIDES, WALL, Side, Space, beyond, spaces_named
from app.rules.terrain import forbidden_by, legal_placements
from tests.support.maps import builtin_faces, text_of

TILES = {section.id: section for section in parse_sections(text_of("tiles.txt"))}
TERRAINS = {section.id: section for section in parse_sections(text_of("terrains.txt"))}
MOODS = {"asteroid", "station", "cave", "port", "ruins"}
each_tile = pytest.mark.parametrize("section", TILES.values(), ids=TILES)
each_terrain = pytest.mark.parametrize("section", TERRAINS.values(), ids=TERRAINS)


def words(section: Section, key: str) -> set[str]:
    return {word.strip() for word in section.fields.get(key, "").split(",") if word.strip()}


def is_endgame(section: Section) -> bool:
    return "endgame" in words(section, "flags")


def laid(section: Section, terrain: PlacedTerrain | None = None) -> Layout:
    tile = PlacedTile(section.id[:2], section.id[2:], (0, 0), 0, terrain)
    return layout(builtin_faces(), Board((tile,)))


def exits(there: Layout, side: Side) -> list[Space]:
    edge = {"N": (None, 0), "E": (9, None), "S": (None, 9), "W": (0, None)}[side]
    return [
        (x, y)
        for x, y in there.spaces
        if edge in ((None, y), (x, None)) and there.own_side((x, y), side) in PASSABLE and not there.is_obstacle((x, y))
    ]


def walked(there: Layout, starts: Collection[Space], closed: Collection[Space] = ()) -> set[Space]:
    """Orthogonal steps only, over closed doors too."""
    seen, todo = set(starts), list(starts)
    while todo:
        space = todo.pop()
        for side in SIDES:
            other = beyond(space, side)
            if other in seen or other in closed or there.is_obstacle(other):
                continue
            if there.own_side(space, side) != WALL:
                seen.add(other)
                todo.append(other)
    return seen


def from_all_exits(there: Layout) -> set[Space]:
    return walked(there, [space for side in SIDES for space in exits(there, side)])


def beside(there: Layout, space: Space) -> set[Space]:
    return {beyond(space, side) for side in SIDES if there.own_side(space, side) != WALL}


@each_tile
def test_fields(section: Section) -> None:
    assert section.name
    assert section.fields.keys() <= {"moods", "symbol", "sealed", "flags", "note"}
    assert section.fields["symbol"] in SIDES
    assert words(section, "moods")
    assert words(section, "moods") <= MOODS
    assert is_endgame(section) == section.id.startswith("E")


@each_tile
def test_exits(section: Section) -> None:
    there = laid(section)
    steps = {side: len(exits(there, side)) for side in SIDES}
    used = [count for count in steps.values() if count]
    assert len(used) >= (1 if is_endgame(section) else 3)
    assert min(used) >= 2
    assert {side: count for side, count in steps.items() if side == section.fields["symbol"] and count}


@each_tile
def test_everything_but_sealed_rooms_is_reached_from_every_edge_with_exits(section: Section) -> None:
    there, sealed = laid(section), spaces_named(section.fields.get("sealed", ""))
    standable = {space for space in there.spaces if not there.is_obstacle(space)}
    spawns = set(there.features("S"))
    for side in SIDES:
        starts = exits(there, side)
        if starts:
            assert walked(there, starts) == standable - sealed
    some = min(standable - sealed - spawns)
    assert walked(there, [some], closed=spawns) == standable - sealed - spawns


@each_tile
def test_features(section: Section) -> None:
    there, sealed = laid(section), spaces_named(section.fields.get("sealed", ""))
    count = Counter(there.spaces.values())
    assert 1 <= count["S"] <= 2
    assert count["*"] <= 2
    assert 2 <= sum(count[char] for char in "CWREL") <= 5
    assert count["^"] <= (6 if is_endgame(section) else 4)
    assert count["B"] <= 2
    assert count["^"] or not count["L"]
    inside = from_all_exits(there)
    for space, char in there.spaces.items():
        if char in "CWREL*BS":
            assert beside(there, space) & (inside | sealed)
        if char in "*S":
            assert space not in sealed


@pytest.mark.parametrize("section", [*TILES.values(), *TERRAINS.values()], ids=[*TILES, *TERRAINS])
def test_both_sides_of_a_door_can_be_stood_on(section: Section) -> None:
    drawing = {**builtin_faces().tiles, **builtin_faces().terrains}[section.id]
    for (x, y), char in drawing.squares():
        if char in OBSTACLES:
            assert not {drawing.side(x, y, side) for side in SIDES} & set("=/")


@each_tile
def test_flags_tell_which_terrains_fit(section: Section) -> None:
    tile = PlacedTile(section.id[:2], section.id[2:], (0, 0), 0)
    fitting = {
        end: [edge for edge in SIDES if not forbidden_by(builtin_faces(), tile, card, "a", edge)]
        for end, card in (("R", "T01"), ("L", "T03"))
    }
    assert (builtin_faces().ends["T01a"], builtin_faces().ends["T03a"]) == ("R", "L")
    none = {f"no-terrain-{end}" for end, edges in fitting.items() if not edges}
    expected = {"no-terrain"} if len(none) == 2 else none
    assert words(section, "flags") - {"endgame"} == expected
    if not is_endgame(section) and expected != {"no-terrain"}:
        assert 2 <= sum(map(len, fitting.values())) <= 6


@each_terrain
def test_terrains(section: Section) -> None:
    drawing = builtin_faces().terrains[section.id]
    assert section.fields.keys() <= {"end", "note"}
    assert all(drawing.side(x, 0, "N") == WALL for x in range(6))
    short: Side = "E" if section.fields["end"] == "R" else "W"
    assert all(drawing.side(5 if short == "E" else 0, y, short) == WALL for y in range(4))
    count = Counter(char for _, char in drawing.squares())
    assert count["*"] == count["S"] == 0
    assert sum(count[char] for char in "CWREL") <= 2


@cache
def legal_on(section_id: str) -> list[PlacedTerrain]:
    tile = PlacedTile(section_id[:2], section_id[2:], (0, 0), 0)
    return [
        PlacedTerrain(card, p.face, p.edge)
        for card in sorted({key[:-1] for key in TERRAINS})
        for p in legal_placements(builtin_faces(), tile, card)
    ]


@pytest.mark.parametrize("section", [s for s in TILES.values() if not is_endgame(s)], ids=lambda s: s.id)
def test_no_terrain_cuts_a_chapter_or_spawn_space_off(section: Section) -> None:
    sealed = spaces_named(section.fields.get("sealed", ""))
    for terrain in legal_on(section.id):
        there = laid(section, terrain)
        inside = from_all_exits(there)
        for space in (*there.features("*"), *there.features("S")):
            assert space in sealed or space in inside or beside(there, space) & inside, terrain


def test_every_sealed_room_is_opened_by_some_terrain() -> None:
    with_rooms = [section for section in TILES.values() if section.fields.get("sealed")]
    assert len(with_rooms) == 9
    for section in with_rooms:
        sealed = spaces_named(section.fields["sealed"])
        assert any(
            {s for s in from_all_exits(there) & sealed if there.spaces[s] == laid(section).spaces[s]}
            for there in (laid(section, terrain) for terrain in legal_on(section.id))
        )
