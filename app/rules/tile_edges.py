"""What hangs on edges of map tiles as those close or open: environments, entry and exit (EN-3, IP-7, IP-8)."""

from __future__ import annotations

from .agenda import EdgeMoves
from .altering import replace
from .board import unexplored_edges
from .engine import STEPS, Run
from .events_map import EnvironmentSet, TokenPlaced
from .furnishing import overlay_leaves
from .geometry import Cell, Side
from .state import State, TokenPlace, key_of


def token_edges(state: State) -> frozenset[tuple[Cell, Side]]:
    """Edges that hold an entry or exit token."""
    return frozenset(
        (t.cell, t.edge) for t in (state.entry, state.exit) if t and t.cell is not None and t.edge is not None
    )


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
            overlay_leaves(run, "environments", card, rule)
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
    run.emit(TokenPlaced(token, place_of(answer) if answer else TokenPlace(None, None), "IP-8"))  # type: ignore[arg-type]
    return True


def place_of(answer: str) -> TokenPlace:
    """Where a token is laid, from an answer `x,y,edge`."""
    x, y, edge = answer.split(",")
    return TokenPlace((int(x), int(y)), edge)  # type: ignore[arg-type]


STEPS[EdgeMoves] = carry_edges
