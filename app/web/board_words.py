"""The board in words: what stands below the drawing, tile by tile, with a link for everything that can be opened."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from app.rules.board import Layout, PlacedTile, cell_of, edge_spaces, layout, open_edge_spaces, within
from app.rules.cards import Book
from app.rules.geometry import (
    CLOSED_DOOR,
    OPEN_DOOR,
    PASSABLE,
    RUBBLE,
    SIDES,
    SPACES,
    Border,
    Cell,
    Side,
    Space,
    beyond,
    border_sides,
    space_name,
)
from app.rules.state import InPlay, State, key_of
from app.rules.units import printed
from app.web.board_contexts import Link, TileWords
from app.web.board_ink import feature_state, terrain_box
from app.web.board_places import tile_name
from app.web.board_rooms import shut_in
from app.web.board_shapes import ICONS
from app.web.board_units import unit_name
from app.web.messages_names import EDGES, counted, listed


def board_words(book: Book, state: State, unit: str) -> tuple[TileWords, ...]:
    """Every tile in play in words; links keep `unit` selected."""
    lay = layout(book.faces, state.board)
    doors = _doors(lay)
    spaces: dict[Cell, list[tuple[Space, str]]] = {tile.cell: [] for tile in state.board.tiles}
    for space, char in lay.spaces.items():
        if char != ".":
            spaces[cell_of(space)].append((space, char))
    return tuple(_Teller(book, state, tile, unit, lay, doors, spaces[tile.cell]).told() for tile in state.board.tiles)


@lru_cache(maxsize=64)
def _doors(lay: Layout) -> tuple[tuple[Border, str], ...]:
    """Every door of a layout; looking for them takes longer than telling them."""
    return lay.door_borders()


class _Teller:
    """Tells one tile."""

    def __init__(
        self,
        book: Book,
        state: State,
        tile: PlacedTile,
        unit: str,
        lay: Layout,
        doors: tuple[tuple[Border, str], ...],
        spaces: list[tuple[Space, str]],
    ) -> None:
        self.book, self.state, self.tile = book, state, tile
        self.layout, self.doors, self.spaces = lay, doors, spaces
        self.query = f"unit={unit}&" if unit else ""

    def told(self) -> TileWords:
        return TileWords(
            tile_name(self.book, self.tile),
            tuple(self._units()),
            tuple(self._features()),
            tuple(self._edges()),
            tuple(self._lines()),
        )

    def _at(self, text: str, space: Space) -> Link:
        return Link(text, f"?{self.query}at={space[0]},{space[1]}")

    def _units(self) -> Iterator[Link]:
        for explorer in self.state.explorers.values():
            if explorer.space is not None and cell_of(explorer.space) == self.tile.cell:
                card = self.book.explorers[explorer.id]
                name = unit_name(self.book, self.state, explorer.id)
                where = space_name(*within(explorer.space))
                text = f"{name} at {where}, explorer, health {explorer.health} of {card.health}"
                yield self._at(text, explorer.space)
        for monster in self.state.monsters.values():
            if cell_of(monster.space) == self.tile.cell:
                kind = self.book.monsters[monster.card]
                word = "ethereal monster" if kind.ethereal else "monster"
                most = printed(self.book, self.state, monster.id, "health")
                text = f"{kind.name} at {space_name(*within(monster.space))}, {word}, "
                yield self._at(f"{text}health {monster.health} of {most}", monster.space)

    def _features(self) -> Iterator[Link]:
        for space, char in self.spaces:
            if char in ICONS:
                state = feature_state(char, self.state.marks.get(key_of(space), ""))
                yield self._at(f"{SPACES[char]} {space_name(*within(space))}, {state}", space)

    def _edges(self) -> Iterator[Link]:
        cell = self.tile.cell
        for side in SIDES:
            if beyond(cell, side) not in self.layout.tiles:
                ways = [space_name(*within(s)) for s in open_edge_spaces(self.layout, cell, side)]
                text = f"{EDGES[side]} edge unexplored, " + (f"open at {listed(ways)}" if ways else "walled off")
                yield Link(text, f"?{self.query}edge={cell[0]},{cell[1]},{side}")

    def _lines(self) -> Iterator[str]:
        yield from self._joins()
        yield from self._doors()
        shut = sorted(s for s in shut_in(self.book, self.state) if cell_of(s) == self.tile.cell)
        if shut:
            yield f"No way leads out of {listed([space_name(*within(space)) for space in shut])}."
        for char, word in (("^", "Trapped"), (RUBBLE, "Rubble")):
            found = [space_name(*within(space)) for space, what in self.spaces if what == char]
            if found:
                yield f"{word}: {listed(found)}."
        yield from self._terrain()
        yield from self._environments()
        for name, token in (("Entry", self.state.entry), ("Exit", self.state.exit)):
            if token is not None and token.cell == self.tile.cell and token.edge is not None:
                yield f"{name} token on the {EDGES[token.edge]} edge."

    def _joins(self) -> Iterator[str]:
        for side in SIDES:
            other = self.layout.tiles.get(beyond(self.tile.cell, side))
            if other is not None:
                ways = [
                    space_name(*within(space))
                    for space in edge_spaces(self.tile.cell, side)
                    if self.layout.side(space, side) in PASSABLE
                ]
                how = f"open at {listed(ways)}" if ways else "closed off"
                yield f"{EDGES[side].capitalize()}: {tile_name(self.book, other)}, {how}."

    def _doors(self) -> Iterator[str]:
        for char, word in ((CLOSED_DOOR, "Closed doors"), (OPEN_DOOR, "Open doors")):
            found = [told for border, what in self.doors if what == char and (told := self._door(border))]
            if found:
                yield f"{word}: {'; '.join(found)}."

    def _door(self, border: Border) -> str:
        for space, side in border_sides(border):
            if cell_of(space) == self.tile.cell:
                return f"{EDGES[side]} of {space_name(*within(space))}"
        return ""

    def _terrain(self) -> Iterator[str]:
        laid, box = self.tile.terrain, terrain_box(self.book.faces, self.tile)
        if laid is not None and box is not None:
            left, top, width, height = box
            first = space_name(*within((left, top)))
            last = space_name(*within((left + width - 1, top + height - 1)))
            yield f"Terrain {self.book.terrains[laid.card + laid.face].name} covers {first} to {last}."

    def _environments(self) -> Iterator[str]:
        for placed in self.state.environments.values():
            if placed.cell == self.tile.cell:
                yield environment_line(self.book, placed)


def environment_line(book: Book, placed: InPlay) -> str:
    """An environment in one sentence: its name, where it hangs, its charges."""
    where = _hangs(placed.edge)
    charges = "" if placed.charges is None else f", {counted(placed.charges, 'charge')}"
    return f"Environment {book.environments[placed.card].name}, {where}{charges}."


def _hangs(edge: Side | None) -> str:
    return f"at the {EDGES[edge]} edge" if edge is not None else "without an edge"
