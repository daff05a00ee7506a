"""Map tiles and terrains: a pack's drawings (docs/maps.md), into the faces of `app.rules.cards`."""

from __future__ import annotations

import re
from typing import Literal, TypeVar

from app.rules.cards_map import TerrainFace, TileFace
from app.rules.drawings import DrawingError, Section, parse_sections
from app.rules.geometry import CHAPTER, SIDES, SPACES, SPAWN, TERRAIN, TILE, WALL, Drawing, Side, spaces_named

from .problems import Problem

Word = TypeVar("Word", bound=str)

#: Sides of a map tile that a terrain would cover whole (TR-2).
TOO_SMALL = max(TERRAIN)
FLAGS = ("endgame", "no-terrain", "no-terrain-R", "no-terrain-L")
_TILE_ID = re.compile(r"[0-9]{2}[ab]|E[0-9]")
_TERRAIN_ID = re.compile(r"T[0-9]{2}[ab]")


def tile_faces(text: str, file: str, problems: list[Problem]) -> dict[str, TileFace]:
    """The tile faces drawn in `text`, by id; what is wrong with them is added to `problems`."""
    found: dict[str, TileFace] = {}
    for section in _sections(text, file, problems):
        face = _SectionReader(section, file, problems).tile()
        if face is not None:
            found[face.id] = face
    _both_faces(sorted(id for id, face in found.items() if not face.endgame), file, problems)
    return found


def terrain_faces(text: str, file: str, problems: list[Problem]) -> dict[str, TerrainFace]:
    """The terrain faces drawn in `text`, by id; what is wrong with them is added to `problems`."""
    found: dict[str, TerrainFace] = {}
    for section in _sections(text, file, problems):
        face = _SectionReader(section, file, problems).terrain()
        if face is not None:
            found[face.id] = face
    _both_faces(sorted(found), file, problems)
    return found


def _sections(text: str, file: str, problems: list[Problem]) -> list[Section]:
    try:
        return parse_sections(text)
    except DrawingError as error:
        problems.append(Problem(file, "", "", str(error)))
        return []


def _both_faces(ids: list[str], file: str, problems: list[Problem]) -> None:
    """Tiles and terrains are printed on both sides: every 'a' needs its 'b'."""
    for id in ids:
        other = id[:-1] + ("b" if id[-1] == "a" else "a")
        if other not in ids:
            problems.append(Problem(file, id, "", f"its other side, {other}, is missing"))


class _SectionReader:
    """Reads one section; problems are noted under its id."""

    def __init__(self, section: Section, file: str, problems: list[Problem]) -> None:
        self.section, self.file, self.problems = section, file, problems

    def note(self, key: str, message: str) -> None:
        self.problems.append(Problem(self.file, self.section.id, key, message))

    def tile(self) -> TileFace | None:
        self._keys(_TILE_ID, ("moods", "symbol", "sealed", "flags", "note"), ("symbol",))
        if (side := self._side()) and side <= TOO_SMALL:
            self.note("map", f"a map tile with a side of {side} spaces; {TOO_SMALL + 1} at least (TR-2)")
            return None
        drawing = self._drawing(TILE, TILE)
        symbol = self._word("symbol", SIDES)
        flags = self._list("flags")
        for flag in flags:
            if flag not in FLAGS:
                self.note("flags", f"unknown '{flag}': one of {', '.join(FLAGS)}")
        if "endgame" in flags and not self.section.id.startswith("E"):
            self.note("flags", "an endgame tile has an id such as E1")
        try:
            sealed = spaces_named(self.section.fields.get("sealed", ""))
            if drawing and not all(x < drawing.width and y < drawing.height for x, y in sealed):
                self.note("sealed", "names a space that the tile does not have")
        except ValueError as error:
            self.note("sealed", str(error))
        if drawing is None or symbol is None:
            return None
        return TileFace(
            id=self.section.id,
            name=self.section.name,
            drawing=drawing,
            symbol=symbol,
            moods=self._list("moods"),
            endgame="endgame" in flags,
        )

    def terrain(self) -> TerrainFace | None:
        self._keys(_TERRAIN_ID, ("end", "note"), ("end",))
        drawing = self._drawing(*TERRAIN)
        ends: tuple[Literal["R", "L"], ...] = ("R", "L")
        end = self._word("end", ends)
        if drawing is None or end is None:
            return None
        for (_x, _y), char in drawing.squares():
            if char in (CHAPTER, SPAWN):
                self.note("map", f"a terrain has no {SPACES[char]} (TR-3)")
        short: Side = "E" if end == "R" else "W"
        long_wall = all(drawing.side(x, 0, "N") == WALL for x in range(drawing.width))
        short_wall = all(
            drawing.side(drawing.width - 1 if end == "R" else 0, y, short) == WALL for y in range(drawing.height)
        )
        if not (long_wall and short_wall):
            self.note("map", f"the north side and the {'east' if end == 'R' else 'west'} side must be walls (TR-2)")
        return TerrainFace(self.section.id, self.section.name, drawing, end)

    def _keys(self, ids: re.Pattern[str], known: tuple[str, ...], needed: tuple[str, ...]) -> None:
        if not ids.fullmatch(self.section.id):
            self.note("", f"an id here looks like this: {ids.pattern}")
        if len(self.section.name) > 80 or not self.section.name.isprintable():
            self.note("name", "must be one line of 80 characters at most, without control characters")
        for key in self.section.fields:
            if key not in known:
                self.note("", f"unknown key '{key[:40]}': one of {', '.join(known)}")
        for key in needed:
            if key not in self.section.fields:
                self.note("", f"'{key}' is missing")

    def _drawing(self, width: int, height: int) -> Drawing | None:
        try:
            return self.section.parse(width, height)
        except DrawingError as error:
            self.note("map", str(error).replace(f"[{self.section.id}] ", "", 1))
            return None

    def _side(self) -> int:
        """The shorter side of what is drawn, in spaces, as far as its lines tell."""
        lines = [line.rstrip() for line in self.section.drawing]
        while lines and not lines[-1]:
            lines.pop()
        return min((len(lines) - 1) // 2, (max(map(len, lines), default=0) - 1) // 2)

    def _list(self, key: str) -> tuple[str, ...]:
        return tuple(filter(None, map(str.strip, self.section.fields.get(key, "").split(","))))

    def _word(self, key: str, words: tuple[Word, ...]) -> Word | None:
        value = self.section.fields.get(key)
        for word in words:
            if word == value:
                return word
        if value is not None:
            self.note(key, f"unknown '{value[:40]}': one of {', '.join(words)}")
        return None
