"""Fold what happened to the map into the state (evolve)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .altering import altered, replace, with_item, without
from .events_map import (
    DeadEnd,
    DoorSet,
    EnvironmentLeft,
    EnvironmentSet,
    SpaceCleared,
    SpaceMarked,
    TerrainLeft,
    TerrainPlaced,
    TileJoined,
    TileLeft,
    TilesLit,
    TileTurned,
    TokenPlaced,
)
from .placed import Board
from .state import State, key_of


def _tile_joined(s: State, e: TileJoined) -> State:
    return altered(s, board=Board((*s.board.tiles, e.tile), s.board.doors))


def _tile_left(s: State, e: TileLeft) -> State:
    x0, y0 = e.cell[0] * 10, e.cell[1] * 10

    def inside(key: str) -> bool:
        x, y = key.split(",")[:2]
        return x0 <= int(x) < x0 + 10 and y0 <= int(y) < y0 + 10

    return altered(
        s,
        board=Board(
            tuple(t for t in s.board.tiles if t.cell != e.cell),
            {k: v for k, v in s.board.doors.items() if k not in e.doors},
        ),
        marks={k: v for k, v in s.marks.items() if not inside(k)},
        lit_tiles=tuple(tile for tile in s.lit_tiles if tile != e.tile) if s.lit_tiles else s.lit_tiles,
    )


def _tiles_lit(s: State, e: TilesLit) -> State:
    return altered(s, lit_tiles=(*s.lit_tiles, *(tile for tile in e.tiles if tile not in s.lit_tiles)))


def _terrain_placed(s: State, e: TerrainPlaced) -> State:
    tiles = tuple(replace(t, terrain=e.terrain) if t.cell == e.cell else t for t in s.board.tiles)
    doors = {k: v for k, v in s.board.doors.items() if k not in e.doors} if e.doors else s.board.doors
    return altered(s, board=Board(tiles, doors))


def _terrain_left(s: State, e: TerrainLeft) -> State:
    tiles = tuple(replace(t, terrain=None) if t.cell == e.cell else t for t in s.board.tiles)
    doors = {k: v for k, v in s.board.doors.items() if k not in e.doors}
    return altered(s, board=Board(tiles, doors), marks={k: v for k, v in s.marks.items() if k not in e.marks})


def _tile_turned(s: State, e: TileTurned) -> State:
    tiles = tuple(e.tile if t.cell == e.tile.cell else t for t in s.board.tiles)
    return altered(s, board=Board(tiles, e.doors), marks=e.marks)


def _environment_set(s: State, e: EnvironmentSet) -> State:
    return altered(s, environments=with_item(s.environments, e.environment.card, e.environment))


def _environment_left(s: State, e: EnvironmentLeft) -> State:
    return altered(s, environments=without(s.environments, e.card))


def _token_placed(s: State, e: TokenPlaced) -> State:
    return altered(s, entry=e.place) if e.token == "entry" else altered(s, exit=e.place)


def _dead_end(s: State, e: DeadEnd) -> State:
    return altered(s, dead_end=e.now)


def _space_marked(s: State, e: SpaceMarked) -> State:
    return altered(
        s,
        marks=with_item(s.marks, key_of(e.space), e.mark),
        lit=s.lit + 1 if e.mark == "lit" else s.lit,
    )


def _space_cleared(s: State, e: SpaceCleared) -> State:
    return altered(s, marks=without(s.marks, key_of(e.space)))


def _door_set(s: State, e: DoorSet) -> State:
    return altered(s, board=Board(s.board.tiles, with_item(s.board.doors, e.border, e.door)))


#: How an event of each kind is folded in.
FOLDS: dict[type, Callable[[State, Any], State]] = {
    TileJoined: _tile_joined,
    TileLeft: _tile_left,
    TilesLit: _tiles_lit,
    TileTurned: _tile_turned,
    TerrainPlaced: _terrain_placed,
    TerrainLeft: _terrain_left,
    EnvironmentSet: _environment_set,
    EnvironmentLeft: _environment_left,
    TokenPlaced: _token_placed,
    DeadEnd: _dead_end,
    SpaceMarked: _space_marked,
    SpaceCleared: _space_cleared,
    DoorSet: _door_set,
}
