"""Entry and exit tokens: where they are laid, and explorers who enter (EX-6, CH-9, SC-3, IP-4)."""

from __future__ import annotations

from .agenda import CardEnters, EdgeMoves, PlaceEntryTile
from .altering import replace
from .board import cell_of, edge_spaces, open_edge_spaces, unexplored_edges
from .engine import STEPS, Run
from .entering import entered
from .events_map import TokenPlaced
from .events_units import UnitMoved
from .geometry import Cell, Space, beyond
from .state import State, TokenPlace, key_of
from .tile_edges import place_of, token_edges
from .tiles import draw_tile, first_tile, goes_with, join_tile, remove_tile
from .units import destroyed_spawns, free_spaces, in_play, occupied
from .ways import corner


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
        run.emit(TokenPlaced(step.token, place_of(answer), rule))
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
        _lift_tokens(run)
        first_tile(run)
        run.change(replace(step, cell=run.state.board.tiles[-1].cell, answers=()))
        run.open(EdgeMoves(run.new_id(), "group"))
        return True
    held = token_edges(state) if state.settings.explore_token_edge == "no" else frozenset()
    edges = [(c, e) for c, e in unexplored_edges(state.board) if (c, e) not in held]
    if state.settings.scroll_with_explorer == "refuse":  # who is on the board stays there (EX-6)
        safe = [
            (c, e) for c, e in edges if not any(_explorers_on(state, t.cell) for t in goes_with(state, beyond(c, e)))
        ]
        if edges and not safe:
            run.note("tile_would_leave_behind", "EX-4")
        edges = safe
    answer = run.ask(step, "join", "join_entry_tile", "group", [f"{key_of(c)},{e}" for c, e in edges], rule="EX-6")
    if answer is None:
        run.note("no_edge_for_tile", "EX-6")
        run.change(replace(step, new_tile=False, answers=()))
        return True
    place = place_of(answer)
    assert place.cell is not None
    assert place.edge is not None
    face = draw_tile(run, place.cell, place.edge)
    assert face is not None
    tile = join_tile(run, place.cell, place.edge, face)
    run.change(replace(step, cell=tile.cell, answers=()))
    run.open(EdgeMoves(run.new_id(), "group"))
    return True


def _lift_tokens(run: Run) -> None:
    """Every tile has gone: the entry is about to be laid, the exit waits beside the board or leaves play (IP-8)."""
    if run.state.entry is not None:
        run.emit(TokenPlaced("entry", None, "EX-6"))
    if run.state.exit is not None and run.state.exit.cell is not None:
        leaves = run.state.settings.lost_token == "leaves"
        run.emit(TokenPlaced("exit", None if leaves else TokenPlace(None, None), "IP-8"))


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


def enter_waiting(run: Run, *, back: bool = False) -> None:
    """Waiting explorers enter by the entry token; all are placed first (IP-4).

    Those who left by an exit come back with the next chapter (CH-9): `back` = it has just entered.
    """
    came: list[str] = []
    coming = ("waiting", "left") if back or _come_back(run) else ("waiting",)
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


def _come_back(run: Run) -> bool:
    """Whether those who left by an exit come back now: it was that of an earlier chapter (CH-9)."""
    state = run.state
    if not in_play(state) or any(isinstance(step, CardEnters) and step.kind == "chapter" for step in state.agenda):
        return True
    chapter = run.book.chapters.get(state.chapter_card)
    return state.exit is None and (chapter is None or chapter.way_on.kind != "exit_token")


STEPS[PlaceEntryTile] = carry_token
