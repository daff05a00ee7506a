"""Drawings: read, written, turned; errors that name the place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.rules.drawings import DrawingError, Section, drawing_lines, parse_drawing, parse_sections
from app.rules.geometry import (
    SIDES,
    TERRAIN,
    TILE,
    Drawing,
    beyond,
    border_between,
    border_of,
    border_sides,
    opposite,
    space_name,
    space_named,
    spaces_named,
    turned,
    turned_side,
)
from tests.support.maps import builtin_faces, text_of

SMALL = [
    "+-+=+",
    "|. ^",
    "+   +",
    "|# S|",
    "+/+-+",
]


def sections(name: str) -> list[Section]:
    return parse_sections(text_of(name))


ALL = [(section, (TILE, TILE)) for section in sections("tiles.txt")]
ALL += [(section, TERRAIN) for section in sections("terrains.txt")]


def test_a_drawing_is_read_into_spaces_and_borders() -> None:
    assert parse_drawing(SMALL, 2, 2) == Drawing(
        width=2,
        height=2,
        spaces=(".^", "#S"),
        horizontal=("#=", "  ", "/#"),
        vertical=("#  ", "# #"),
    )


@pytest.mark.parametrize(("section", "size"), ALL, ids=lambda value: getattr(value, "id", None))
def test_every_builtin_drawing_is_written_back_as_it_stands(section: Section, size: tuple[int, int]) -> None:
    drawing = section.parse(*size)
    assert (drawing.width, drawing.height) == size
    assert drawing_lines(drawing) == [line.rstrip() for line in section.drawing[: 2 * size[1] + 1]]


def test_the_builtin_pack_has_all_its_faces() -> None:
    faces = builtin_faces()
    numbers = [f"{n:02}" for n in range(1, 17)]
    assert set(faces.tiles) == {n + side for n in numbers for side in "ab"} | {"E1", "E2", "E3", "E4"}
    assert set(faces.terrains) == {f"T{n}{side}" for n in numbers for side in "ab"}


@pytest.mark.parametrize("drawing", [parse_drawing(SMALL, 2, 2), builtin_faces().terrains["T03b"]])
def test_turning_moves_every_space_with_its_sides(drawing: Drawing) -> None:
    for turns in range(-2, 6):
        there = turned(drawing, turns)
        for (x, y), char in drawing.squares():
            u, v, width, height = x, y, drawing.width, drawing.height
            for _ in range(turns % 4):
                u, v, width, height = height - 1 - v, u, height, width
            assert (there.width, there.height) == (width, height)
            assert there.spaces[v][u] == char
            for side in SIDES:
                assert there.side(u, v, turned_side(side, turns)) == drawing.side(x, y, side)


def test_turning_once_puts_the_north_wall_east() -> None:
    terrain = turned(builtin_faces().terrains["T01a"], 1)
    assert all(terrain.side(3, y, "E") == "#" for y in range(6))
    assert all(terrain.side(x, 5, "S") == "#" for x in range(4))


@pytest.mark.parametrize(
    ("row", "column", "char", "what"),
    [
        (2, 2, "x", "the space a1"),
        (4, 4, "-", "the space b2"),
        (2, 1, "-", "between west and east"),
        (1, 2, "|", "between north and south"),
        (1, 2, "#", "between north and south"),
        (1, 3, " ", "a corner"),
        (3, 3, "+", "a corner"),
        (1, 1, "-", "a corner"),
        (4, 3, "\t", "between west and east"),
    ],
)
def test_a_wrong_character_is_named_with_its_place(row: int, column: int, char: str, what: str) -> None:
    lines = [line.ljust(5) for line in SMALL]
    lines[row - 1] = lines[row - 1][: column - 1] + char + lines[row - 1][column:]
    with pytest.raises(DrawingError) as caught:
        parse_drawing(lines, 2, 2)
    error = caught.value
    assert what in error.message
    assert (error.line, error.column) == (row, column)
    assert str(error).startswith(f"line {row}, column {column}: ")


def test_a_wall_that_is_gone_shows_at_its_corners() -> None:
    message = r"line 5, column 5: '\+' cannot be a corner .* should be ' '"
    with pytest.raises(DrawingError, match=message):
        parse_drawing(["+-+=+", "|. ^", "+", "|# S", "+/+ +"], 2, 2)


@pytest.mark.parametrize(("lines", "line"), [([], 1), (SMALL[:4], 4), ([*SMALL, ""], 6), ([*SMALL, "", "|"], 7)])
def test_a_wrong_number_of_lines_is_named(lines: list[str], line: int) -> None:
    with pytest.raises(DrawingError, match=f"{len(lines)} lines of drawing instead of 5") as caught:
        parse_drawing(lines, 2, 2)
    assert (caught.value.line, caught.value.column) == (line, 0)


def test_a_line_that_is_too_long_is_named_unless_only_blank() -> None:
    assert parse_drawing([line + "      \r" for line in SMALL], 2, 2) == parse_drawing(SMALL, 2, 2)
    with pytest.raises(DrawingError, match="line 2, column 6: 7 characters instead of 5"):
        parse_drawing([SMALL[0], "|. ^  .", *SMALL[2:]], 2, 2)


@given(st.data())
@settings(deadline=None)
def test_no_single_changed_character_passes_unnoticed(data: st.DataObject) -> None:
    section, size = data.draw(st.sampled_from(ALL))
    rows, columns = 2 * size[1] + 1, 2 * size[0] + 1
    lines = [line.ljust(columns) for line in section.drawing[:rows]]
    y, x = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1))
    char = data.draw(st.sampled_from(" .#^CWRELB*S+-|=/?'\"é").filter(lambda c: c != lines[y][x]))
    changed = [*lines[:y], lines[y][:x] + char + lines[y][x + 1 :], *lines[y + 1 :]]
    found = parsed(changed, size)
    if isinstance(found, DrawingError):
        assert abs(found.line - 1 - y) <= 1
        assert abs(found.column - 1 - x) <= 1
    else:
        assert found != section.parse(*size)
        assert drawing_lines(found) == [line.rstrip() for line in changed]


def parsed(lines: list[str], size: tuple[int, int]) -> Drawing | DrawingError:
    try:
        return parse_drawing(lines, *size)
    except DrawingError as error:
        return error


FILE = """; a comment

[01a] The Yard
symbol: S
note: a: b
map:
+-+=+
|. ^
+   +
|# S|
+/+-+

; between

[02b] The Well
map:
+-+-+
|. .|
+   +
|. .|
+   +
"""


def test_sections_are_read_with_their_fields_and_lines() -> None:
    yard, well = parse_sections(FILE)
    assert (yard.id, yard.name, yard.line) == ("01a", "The Yard", 3)
    assert yard.fields == {"symbol": "S", "note": "a: b"}
    assert yard.parse(2, 2) == parse_drawing(SMALL, 2, 2)
    assert (well.id, well.fields, well.line) == ("02b", {}, 15)
    assert well.parse(2, 2).horizontal[2] == "  "
    assert [s.parse(2, 2) for s in parse_sections(FILE.replace("\n", "\r\n"))] == [
        yard.parse(2, 2),
        well.parse(2, 2),
    ]


def test_a_drawing_may_end_in_a_blank_line() -> None:
    (section,) = parse_sections("[1] Open\nmap:\n+-+\n .\n\n\n\n")
    assert section.parse(1, 1).horizontal == ("#", " ")


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("; between", "between", 13, "[01a] 8 lines of drawing instead of 5"),
        ("[02b] The Well", "02b The Well", 15, "expected [id] name"),
        ("|# S|\n+/+-+\n", "|# S|\n", 11, "[01a] ' ' cannot be"),
        ("; a comment", "a comment", 1, "expected [id] name, found 'a comment'"),
        ("[01a] The Yard", "[01a]", 3, "expected [id] name"),
        ("[01a] The Yard", "[] The Yard", 3, "expected [id] name"),
        ("[02b]", "[01a]", 15, "[01a] is there twice"),
        ("note: a: b", "symbol: N", 5, "[01a] symbol is there twice"),
        ("symbol: S", "symbol S", 4, "expected key: value or map:, found 'symbol S'"),
        ("note: a: b\nmap:", "note: a: b", 6, "expected key: value or map:"),
        ("[02b] The Well\nmap:\n", "[02b] The Well\n", 16, "expected key: value or map:"),
        ("|# S|", "|# ?|", 10, "[01a] '?' cannot be the space b2"),
        ("+/+-+\n", "+/+-+\n; cut\n+-+\n", 13, "expected [id] name, found '+-+'"),
    ],
)
def test_an_error_in_a_map_file_names_its_line(old: str, new: str, line: int, message: str) -> None:
    assert old in FILE
    with pytest.raises(DrawingError) as caught:
        [section.parse(2, 2) for section in parse_sections(FILE.replace(old, new, 1))]
    assert message in caught.value.message
    assert caught.value.line == line


def test_borders_are_shared_by_the_spaces_on_both_sides() -> None:
    for side in SIDES:
        other = beyond((3, -4), side)
        border = border_of((3, -4), side)
        assert border == border_of(other, opposite(side)) == border_between((3, -4), other)
        assert set(border_sides(border)) == {((3, -4), side), (other, opposite(side))}
    assert border_of((3, -4), "N") == (3, -4, "h")
    assert border_of((3, -4), "W") == (3, -4, "v")
    with pytest.raises(ValueError, match="share no border"):
        border_between((0, 0), (1, 1))


def test_spaces_have_names() -> None:
    assert [space_name(0, 0), space_name(9, 9), space_name(2, 6)] == ["a1", "j10", "c7"]
    assert all(space_named(space_name(x, y)) == (x, y) for x in range(10) for y in range(10))
    for wrong in ("", "a", "a0", "7c", "A1", "a1b", "a-1", "a²", "a01"):
        with pytest.raises(ValueError, match="is no space"):
            space_named(wrong)
    for place in ((-1, 0), (0, -1), (26, 0)):
        with pytest.raises(ValueError, match="has no name"):
            space_name(*place)


def test_regions_are_lists_of_spaces_and_rectangles() -> None:
    assert spaces_named("a1-b2, e5") == {(0, 0), (1, 0), (0, 1), (1, 1), (4, 4)}
    assert spaces_named("b2-a1") == spaces_named("a2 - b1") == spaces_named("a1-b2")
    assert spaces_named("") == frozenset()
    with pytest.raises(ValueError, match="is no space"):
        spaces_named("a1-")
