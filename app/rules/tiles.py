"""Map tiles that come and go, and what hangs on their edges (EX-1, EX-4, EX-6, EN-3, EN-6, IP-6 to IP-8)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from .board import (
    cell_of,
    edge_spaces,
    joining,
    open_edge_spaces,
    scrolled_away,
    unexplored_edges,
    without,
)
from .decks import top_card
from .engine import STEPS, Run
from .events_agenda import DueSet
from .events_cards import CardMoved
from .events_map import EnvironmentLeft, EnvironmentSet, TileJoined, TileLeft, TokenPlaced
from .events_units import UnitMoved
from .geometry import Cell, Side, Space, beyond
from .moving import corner, entered
from .placed import PlacedTile
from .state import EdgeMoves, PlaceEntryTile, State, TileGoes, TokenPlace, key_of, space_of
from .units import destroy_unit, destroyed_spawns, free_spaces, occupied, units_on


def max_size(state: State) -> tuple[int | None, int | None]:
    """The largest playing area, in tiles wide and high (setting max_area); None without a limit."""
    return _size(state.settings.max_area)


@lru_cache(maxsize=64)
def _size(area: str) -> tuple[int | None, int | None]:
    if area == "none":
        return None, None
    width, _, height = area.partition("x")
    return int(width), int(height)


def goes_with(state: State, cell: Cell) -> tuple[PlacedTile, ...]:
    """The tiles that scroll away when a tile is joined in `cell` (EX-4)."""
    return scrolled_away(state.board, PlacedTile("", "a", cell, 0), *max_size(state))


def token_edges(state: State) -> frozenset[tuple[Cell, Side]]:
    """Edges that hold an entry or exit token."""
    return frozenset(
        (t.cell, t.edge) for t in (state.entry, state.exit) if t and t.cell is not None and t.edge is not None
    )


def face_id(tile: PlacedTile) -> str:
    """The id of a tile's face, as in the tile deck: '07a', or 'E1' for a one-sided tile."""
    return tile.tile if tile.tile.startswith("E") else f"{tile.tile}{tile.face}"


def split_face(face: str) -> tuple[str, str]:
    """Tile and face of an id: ('07', 'a')."""
    return (face, "a") if face.startswith("E") else (face[:-1], face[-1])


def draw_tile(run: Run, cell: Cell, edge: Side) -> str | None:
    """The top tile of the deck, face as it lies."""
    return top_card(run, "tiles")


def join_tile(run: Run, cell: Cell, edge: Side, face: str, *, by: str = "") -> PlacedTile:
    """Join a drawn tile to an edge, its symbol against it (EX-1); then the area scrolls (EX-4)."""
    tile, side = split_face(face)
    placed = joining(run.book.faces, run.state.board, cell, edge, tile, side)
    run.emit(CardMoved("tiles", face, "in_play", key_of(placed.cell), drawn=True, rule="EX-1"))
    run.emit(TileJoined(placed, by, "EX-1" if by else "EX-6"))
    for old in goes_with(run.state, placed.cell):
        remove_tile(run, old.cell, "scrolled", "EX-4")
    return placed


def remove_tile(run: Run, cell: Cell, why: str, rule: str) -> None:
    """A tile leaves with all that is on it (EN-6): monsters banished, explorers destroyed, the tile turned over."""
    from .exploring import overlay_leaves
    from .items import items_leave

    tile = run.state.board.at(cell)
    if tile is None:
        return
    for unit in units_on(run.state, cell):
        destroy_unit(run, unit, rule, "destroyed" if unit in run.state.explorers else "banished")
    for card, placed in tuple(run.state.environments.items()):
        if placed.cell == cell:
            overlay_leaves(run, "environments", card, rule)
    if tile.terrain is not None:
        overlay_leaves(run, "terrains", tile.terrain.card, rule)
    items_leave(run, cell, rule)
    kept = without(run.book.faces, run.state.board, (tile,))
    forgotten = tuple(k for k in run.state.board.doors if k not in kept.doors)
    run.emit(TileLeft(cell, face_id(tile), why, rule, forgotten))  # type: ignore[arg-type]
    turned = face_id(tile) if tile.tile.startswith("E") else tile.tile + ("b" if tile.face == "a" else "a")
    run.emit(CardMoved("tiles", turned, "bottom", rule=rule))


def carry_tile_goes(run: Run, step: TileGoes) -> bool:
    """EN-6: destroy the tile in one step; then what hung on edges is seen to (IP-7, IP-8).

    Of several that are due the group says which goes first.
    """
    here, board = f"tile {key_of(step.cell)}", run.state.board
    due = tuple(d for d in run.state.due if d.startswith("tile ") and board.at(space_of(d.removeprefix("tile "))))
    cells = [one.removeprefix("tile ") for one in dict.fromkeys((here, *due))]
    first = space_of(run.ask(step, "first", "which_tile_next", "group", cells, rule="EN-6") or cells[0])
    if first != step.cell:
        run.emit(DueSet(tuple(here if d == f"tile {key_of(first)}" else d for d in run.state.due)))
    run.close(step)
    if run.state.board.at(first) is not None:
        remove_tile(run, first, "destroyed", "EN-6")
        run.open(EdgeMoves(run.new_id(), "group"))
    return True


# ------------------------------------------------------------------ edges that closed or opened


def carry_edges(run: Run, step: EdgeMoves) -> bool:
    """Move environments whose edge got a tile (EN-3), connect homeless ones (IP-7), lay lost tokens again (IP-8)."""
    open_edges = unexplored_edges(run.state.board)
    for card, placed in run.state.environments.items():
        if placed.edge is not None and (placed.cell, placed.edge) in open_edges:
            continue
        mine = [e for c, e in open_edges if c == placed.cell]
        if not mine and placed.edge is None:
            continue
        rule = "EN-3" if placed.edge is not None else "IP-7"
        who = step.who if rule == "EN-3" else "group"
        edge = run.ask(step, f"edge {card}", "move_environment", who, mine, rule=rule, labels=(card,), card=card)
        if edge is None and run.state.settings.homeless_environment == "leaves":
            run.emit(EnvironmentLeft(card, rule))
            to = "out" if run.state.settings.spent_overlays == "out" else "bottom"
            run.emit(CardMoved("environments", card, to, rule=rule))  # type: ignore[arg-type]
        else:
            how = "homeless" if edge is None else "moved"
            run.emit(EnvironmentSet(replace(placed, edge=edge), how, rule))  # type: ignore[arg-type]
        return True
    for token in ("entry", "exit"):
        if _token_lost(run, step, token):
            return True
    run.close(step)
    return True


def _token_lost(run: Run, step: EdgeMoves, token: str) -> bool:
    state = run.state
    place = state.entry if token == "entry" else state.exit
    if place is None:
        return False
    open_edges = unexplored_edges(state.board)
    if place.cell is not None and (place.cell, place.edge) in open_edges:
        return False
    if place.cell is not None and state.settings.lost_token == "leaves":
        run.emit(TokenPlaced(token, None, "IP-8"))  # type: ignore[arg-type]
        return True
    free = [(c, e) for c, e in open_edges if (c, e) not in token_edges(state)]
    if place.cell is None:  # it waited beside the board: laid on the tile placed last
        last = state.board.tiles[-1].cell if state.board.tiles else None
        free = [(c, e) for c, e in free if c == last]
        if not free:
            return False
    answer = run.ask(
        step,
        f"token {token}",
        f"lay_{token}",
        "group",
        [f"{key_of(c)},{e}" for c, e in free],
        rule="IP-8",
        labels=(token,),
    )
    run.emit(TokenPlaced(token, _place(answer) if answer else TokenPlace(None, None), "IP-8"))  # type: ignore[arg-type]
    return True


def _place(answer: str) -> TokenPlace:
    x, y, edge = answer.split(",")
    return TokenPlace((int(x), int(y)), edge)  # type: ignore[arg-type]


# ------------------------------------------------------------------ entry and exit tokens


def carry_token(run: Run, step: PlaceEntryTile) -> bool:
    """EX-6, CH-9: place the tile if one is called for, lay the token, let waiting explorers enter."""
    if step.new_tile and step.cell is None and step.token == "entry":
        return _place_entry_tile(run, step)
    open_edges = unexplored_edges(run.state.board)
    taken = token_edges(run.state)
    cells = {step.cell} if step.cell is not None else {t.cell for t in run.state.board.tiles}
    free = [(c, e) for c, e in open_edges if c in cells and (c, e) not in taken]
    if step.token == "exit":
        empty = [(c, e) for c, e in free if not _explorers_on(run.state, c)]
        free = empty or free
    rule = "EX-6" if step.token == "entry" else "CH-9"
    answer = run.ask(
        step,
        "edge",
        f"lay_{step.token}",
        "group",
        [f"{key_of(c)},{e}" for c, e in free],
        rule=rule,
        labels=(step.token,),
    )
    if answer is None:
        run.note("no_edge_for_token", rule, step.token)
    else:
        run.emit(TokenPlaced(step.token, _place(answer), rule))
    run.close(step)
    if step.token == "entry":
        enter_waiting(run)
    return True


def _explorers_on(state: State, cell: Cell) -> bool:
    return any(e.space is not None and cell_of(e.space) == cell for e in state.explorers.values())


def _place_entry_tile(run: Run, step: PlaceEntryTile) -> bool:
    state = run.state
    if state.settings.entry_tile == "ruling":
        run.ask(step, "ruling", "place_entry_by_ruling", "group", ("done",), rule="EX-6", sure=False)
        run.close(step)
        entry = run.state.entry
        if entry is not None and entry.cell is not None:
            enter_waiting(run)  # the group has laid the token: who waits enters by it
        return True
    if not state.decks["tiles"].draw:
        run.note("deck_empty", "EX-6", "tiles")
        run.change(replace(step, new_tile=False))
        return True
    if not any(e.space is not None for e in state.explorers.values()):
        for tile in state.board.tiles:
            remove_tile(run, tile.cell, "cleared", "EX-6")
        first_tile(run)
        run.change(replace(step, cell=run.state.board.tiles[-1].cell, answers=()))
        run.open(EdgeMoves(run.new_id(), "group"))
        return True
    held = token_edges(state) if state.settings.explore_token_edge == "no" else frozenset()
    edges = [(c, e) for c, e in unexplored_edges(state.board) if (c, e) not in held]
    if state.settings.scroll_with_explorer == "refuse":
        safe = [
            (c, e) for c, e in edges if not any(_explorers_on(state, t.cell) for t in goes_with(state, beyond(c, e)))
        ]
        edges = safe or edges
    answer = run.ask(step, "join", "join_entry_tile", "group", [f"{key_of(c)},{e}" for c, e in edges], rule="EX-6")
    if answer is None:
        run.note("no_edge_for_tile", "EX-6")
        run.change(replace(step, new_tile=False, answers=()))
        return True
    place = _place(answer)
    assert place.cell is not None
    assert place.edge is not None
    face = draw_tile(run, place.cell, place.edge)
    assert face is not None
    tile = join_tile(run, place.cell, place.edge, face)
    run.change(replace(step, cell=tile.cell, answers=()))
    run.open(EdgeMoves(run.new_id(), "group"))
    return True


def first_tile(run: Run, *, from_bottom: bool = False) -> None:
    """Place a tile on an empty table: the top of the deck, at setup the bottom one (SC-3)."""
    if from_bottom:
        face = run.state.decks["tiles"].draw[-1]
    else:
        run.chance.reveal("tiles")
        face = run.state.decks["tiles"].draw[0]
    tile, side = split_face(face)
    rule = "SC-3" if from_bottom else "EX-6"
    run.emit(CardMoved("tiles", face, "in_play", "0,0", drawn=True, rule=rule))
    run.emit(TileJoined(PlacedTile(tile, side, (0, 0), 0), "", rule))


def entry_spaces(run: Run) -> list[Space]:
    """Where explorers enter: by the entry token, nearest to the middle of its edge first (SC-3, EX-6)."""
    entry = run.state.entry
    if entry is None or entry.cell is None or entry.edge is None:
        return []
    gone = destroyed_spawns(run.state)
    edge = edge_spaces(entry.cell, entry.edge)
    free = free_spaces(run, entry.cell)
    open_steps = set(open_edge_spaces(run.layout, entry.cell, entry.edge, gone))
    middle = edge[4]
    seeds = [s for s in edge if s in open_steps] or [s for s in edge if not run.layout.is_obstacle(s, gone)]
    seeds = sorted(seeds, key=lambda s: abs(s[0] - middle[0]) + abs(s[1] - middle[1]))[:1]  # the party stays together
    reached: dict[Space, int] = {}
    front, far = list(seeds), 0
    while front:  # spaces that can be walked to from the edge, however far
        reached.update({s: far for s in front if s not in reached})
        around = dict.fromkeys(n for s in front for n in run.layout.neighbours(s, corner(run.state)))
        front = [
            n for n in around if n not in reached and cell_of(n) == entry.cell and not run.layout.is_obstacle(n, gone)
        ]
        far += 1
    return sorted(
        (s for s in free if s in reached),
        key=lambda s: (reached[s], abs(s[0] - middle[0]) + abs(s[1] - middle[1]), s[1], s[0]),
    )


def enter_waiting(run: Run) -> None:
    """Waiting explorers enter by the entry token; all are placed first (IP-4).

    Those who left by an exit come back with the next chapter, which takes the exit token off (CH-9).
    """
    came: list[str] = []
    coming = ("waiting",) if run.state.exit is not None else ("waiting", "left")
    for explorer in tuple(run.state.explorers.values()):
        if explorer.status not in coming:
            continue
        spaces = [s for s in entry_spaces(run) if s not in occupied(run.state)]
        if not spaces:
            run.note("no_free_space", "EX-6", explorer.id)
            continue
        run.emit(UnitMoved(explorer.id, spaces[0], "entry", rule="EX-6"))
        came.append(explorer.id)
    if came and run.state.settings.entry_enters == "yes":
        entered(run, came)


STEPS[TileGoes] = carry_tile_goes
STEPS[EdgeMoves] = carry_edges
STEPS[PlaceEntryTile] = carry_token
