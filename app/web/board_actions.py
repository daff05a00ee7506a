"""Every action at a space or an edge, as a move that is put to the rules as it would be posted.

So a sheet and the server can never disagree (architecture, decision 3). The order is fixed, so that the hand learns it:
the answer to what waits, use, walk, the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from app.rules import why_not
from app.rules.agenda import Ask
from app.rules.board import cell_of, edge_spaces
from app.rules.exploring import explore_cost
from app.rules.geometry import CHAPTER, CLOSED_DOOR, SIDES, SPACES, Cell, Side, Space, beyond
from app.rules.moves import (
    ActivateChapterSpace,
    ActivateSpace,
    Answer,
    Attack,
    Explore,
    FinishTurn,
    LeaveByExit,
    OpenDoor,
    Walk,
)
from app.rules.opening import open_cost
from app.rules.pacing import because
from app.rules.spaces import is_used, space_cost
from app.rules.state import Explorer, key_of
from app.rules.units import destroyed_spawns, occupied
from app.rules.ways import acts_on_entering, corner, environment_on, walk_paid, walk_way
from app.web.board_contexts import Item
from app.web.board_listed import attacks_of_others, listed_items
from app.web.board_onward import Goal, for_nothing, goals_at, into_sight, onward
from app.web.board_rooms import no_way_out
from app.web.board_scene import Scene, possessive, stamina, with_changes
from app.web.board_shapes import ICONS
from app.web.board_units import unit_name, unit_space
from app.web.contexts import Action, Why
from app.web.messages_names import EDGES
from app.web.messages_questions import TILES_ASKED, asked

ACTION_SPACES: Final = "CWREL"
"""Chest, workbench, recharge station, event space and lever, as they are drawn on maps (BG-5)."""
CHOOSE: Final = "Choose this one"
ANSWER_HERE: Final = {
    "spawn_where": "Let it appear here",
    "move_to": "Move here",
    "teleport_to": "Appear here",
    "lay_entry": "Lay it here",
    "lay_exit": "Lay it here",
    "move_environment": "Hang it here",
}
"""What the answer to a question is called on the sheet of a place that it offers."""
NO_DOOR: Final = "no_closed_door"


def space_items(scene: Scene, at: Space, char: str, base: str) -> Iterator[Item]:
    """Every action at a space, in the fixed order: answering what waits, attacks, use, walking, the rest."""
    top = scene.state.agenda[-1] if scene.state.agenda else None
    tiles = isinstance(top, Ask) and top.question in TILES_ASKED  # by cells: every space of the map tile stands for it
    yield from answer_items(scene, key_of(cell_of(at) if tiles else at))
    yield from listed_items(scene, at, before_walking=True)
    explorer = scene.explorer if scene.acting == scene.unit else None
    if explorer is not None:
        yield from _uses(scene, explorer, at, char)
        yield from _doors(scene, explorer, at)
        yield from _walks(scene, explorer, at)
    yield from listed_items(scene, at, before_walking=False)
    yield from attacks_of_others(scene, at)
    if explorer is not None:
        yield from _ways_on(scene, explorer, at, base)


def _uses(scene: Scene, explorer: Explorer, at: Space, char: str) -> Iterator[Item]:
    beside = at in scene.layout.neighbours(explorer.space or at, corner(scene.state))
    if char in ACTION_SPACES and not beside:
        # nobody lists it from afar: put to the rules here, so that the sheet says why not
        cost = 0 if is_used(scene.state, at) else space_cost(scene.book, scene.state, explorer.id, char).cost
        move = ActivateSpace(explorer.id, at)
        yield scene.item("activate", move, ICONS[char], f"Activate the {SPACES[char]}", "", cost)
    if char == CHAPTER:
        cost = scene.state.settings.cost_chapter_space
        yield scene.item(
            "chapter", ActivateChapterSpace(explorer.id, at), "lamp", "Activate the chapter space", "", cost
        )


def _ways_on(scene: Scene, explorer: Explorer, at: Space, base: str) -> Iterator[Item]:
    """Exploring from an edge space, leaving by the exit, ending the turn."""
    if explorer.space is None:
        return
    cell, costs = cell_of(explorer.space), scene.state.settings
    for side in SIDES:
        if at in edge_spaces(cell, side) and beyond(cell, side) not in scene.layout.tiles:
            yield explore_item(scene, explorer, side, base)
    if at == explorer.space:
        if scene.state.exit is not None:
            cost = costs.cost_move if costs.exit_step == "edge" else 0
            yield scene.item("leave", LeaveByExit(explorer.id), "move", "Leave by the exit", "", cost)
        yield finish_item(scene, explorer)


def answer_items(scene: Scene, *options: str) -> Iterator[Item]:
    """The open question answered with this space or edge, when it is one of its options."""
    top = scene.state.agenda[-1] if scene.state.agenda else None
    if isinstance(top, Ask):
        for option in options:
            if option in top.options:
                note = asked(scene.words, top)
                mover = unit_space(scene.state, top.labels[0]) if top.question == "move_to" and top.labels else None
                stays = mover is not None and option == key_of(mover)
                title = "Stay here" if stays else ANSWER_HERE.get(top.question, CHOOSE)
                item = scene.item("answer", Answer(top.id, option), "check", title, note)
                shut_in = no_way_out(scene.book, scene.state, top, option)
                yield Item(item.key, replace(item.action, vain=shut_in)) if shut_in else item


def finish_item(scene: Scene, explorer: Explorer, *, button: bool = False) -> Item:
    """Ending the explorer's turn; a `button` has no line of its own for what would be lost."""
    title = f"End {possessive(unit_name(scene.book, scene.state, explorer.id))} turn"
    left = f"{explorer.stamina} stamina would be lost" if explorer.stamina else ""
    if button and explorer.stamina:
        title = f"{title}, lose {explorer.stamina} stamina"
    return scene.item("finish", FinishTurn(explorer.id), "end", title, left)


def explore_item(scene: Scene, explorer: Explorer, side: Side, base: str) -> Item:
    """Exploring over one edge of the explorer's tile; an accepted one leads to the exploring steps."""
    price = explore_cost(scene.book, scene.state, explorer.id)
    note = with_changes("A map tile, then a terrain, an environment and an encounter", scene.words, price)
    title = f"Explore to the {EDGES[side]}"
    item = scene.item(f"explore-{side}", Explore(explorer.id, side), "explore", title, note, price.cost)
    return Item(item.key, item.action, f"{base}/terrain")


def _doors(scene: Scene, explorer: Explorer, at: Space) -> Iterator[Item]:
    price, free = open_cost(scene.book, scene.state, explorer.id)
    note = f"The first door of the turn is free: {scene.words.card(free)}." if free else ""
    note, cost = with_changes(note, scene.words, price), price.cost
    for side in SIDES:
        if scene.layout.side(at, side) != CLOSED_DOOR:
            continue
        other = beyond(at, side)
        if explorer.space == at:
            yield scene.item(
                f"door-{side}", OpenDoor(explorer.id, other), "door", f"Open the door {EDGES[side]}", note, cost
            )
            continue
        item = scene.item(
            f"door-{side}", OpenDoor(explorer.id, at), "door", f"Open the door {EDGES[side]} of here", note, cost
        )
        yield item if explorer.space == other else _door_from_afar(scene, explorer, item, at, other)


def _door_from_afar(scene: Scene, explorer: Explorer, item: Item, at: Space, other: Space) -> Item:
    """A door that stands elsewhere: not that there is none, but from where it is opened, beside all else against it."""
    others = [
        why for why in why_not(scene.book, scene.state, OpenDoor(explorer.id, at), scene.by) if why.code != NO_DOOR
    ]
    name = unit_name(scene.book, scene.state, explorer.id)
    told = f"{name} opens it from {scene.words.place(at)} or {scene.words.place(other)}, on either side of it."
    action = Action(
        "door", item.action.title, costs=item.action.costs, reasons=(*scene.told(others), Why(told, "BG-1"))
    )
    return Item(item.key, action)


def _walks(scene: Scene, explorer: Explorer, at: Space) -> Iterator[Item]:
    if at == explorer.space:
        return
    yield _walk(scene, explorer, "walk", at, "Walk here", at)
    stops_here = at in occupied(scene.state) or scene.layout.is_obstacle(at, destroyed_spawns(scene.state))
    if stops_here:
        beside = scene.layout.neighbours(at, corner(scene.state))
        reachable = [space for space in beside if space in scene.steps]
        near = None
        if reachable and explorer.space not in beside:
            near = min(reachable, key=lambda s: (scene.steps[s], s))
            title = f"Walk next to it, {scene.words.place(near)}"
            goals = [goal for goal in goals_at(scene, explorer, at, near, scene.steps[near]) if _is_there(goal, at)]
            if not for_nothing(scene, explorer, near, scene.steps[near], goals):
                yield _walk(scene, explorer, "near", near, title, at)
        yield from _walk_into_sight(scene, explorer, at, explorer.stamina + 1 if near is None else scene.steps[near])


def _walk_into_sight(scene: Scene, explorer: Explorer, at: Space, less_than: int) -> Iterator[Item]:
    """The way to where an attack from afar reaches the monster at `at`, for less stamina than `less_than`.

    Nothing where one does from here.
    """
    monster = occupied(scene.state).get(at, "")
    if monster not in scene.state.monsters:
        return
    if any(
        isinstance(one, Attack) and one.explorer == explorer.id and monster in one.targets
        for one in scene.listing.moves
    ):
        return
    space = into_sight(scene, explorer, monster, less_than)
    if space is not None:
        title = f"Walk into sight of it, {scene.words.place(space)}"
        yield _walk(scene, explorer, "sight", space, title, at)


def _is_there(goal: Goal, at: Space) -> bool:
    """Whether a goal is the action space on `at` itself; for who stands there the way may be worth it in any case."""
    return isinstance(goal[0], ActivateSpace) and goal[0].space == at


def _walk(
    scene: Scene, explorer: Explorer, key: str, to: Space, title: str, at: Space, goals: Iterable[Goal] = ()
) -> Item:
    """Walking to a space, with what it is for: the `goals`, else what is at the space `at`, and what is left for it."""
    cost = scene.steps.get(to, 0)
    item = scene.item(key, Walk(explorer.id, to), "walk", title, _walk_note(scene, explorer, to, cost), cost)
    if not item.action.move:
        return item
    note, short = onward(scene, explorer, to, cost, goals or goals_at(scene, explorer, at, to, cost))
    return Item(key, replace(item.action, note=f"{item.action.note} {note}".rstrip(), vain=short))


def _walk_note(scene: Scene, explorer: Explorer, to: Space, cost: int) -> str:
    said = [f"Leaves {explorer.stamina - cost}."]
    at, steps = explorer.space, walk_way(scene.book, scene.state, explorer.id, to) or ()
    changes = because(walk_paid(scene.book, scene.state, explorer.id, steps))
    if changes:
        said.append(f"Counted in: {scene.words.because(changes)}.")
    for space in steps:
        cell = cell_of(space)
        if at is not None and cell_of(at) != cell and acts_on_entering(scene.book, scene.state, cell, explorer.id):
            card = environment_on(scene.state, cell)
            said.append(f"Stepping onto {scene.words.tile(cell)} starts {scene.words.card(card or '')}.")
        at = space
    return " ".join(said)


def edge_items(scene: Scene, cell: Cell, side: Side, ways_out: Sequence[Space], base: str) -> Iterator[Item]:
    """Every action at an unexplored edge; `ways_out` are the spaces along it with a step out."""
    top = scene.state.agenda[-1] if scene.state.agenda else None
    placed = scene.state.environments.get(top.card) if isinstance(top, Ask) else None
    bare = (side,) if placed is not None and placed.cell == cell else ()
    yield from answer_items(scene, f"{key_of(cell)},{side}", *bare)
    explorer = scene.explorer
    if explorer is None or explorer.space is None:
        return
    if cell_of(explorer.space) == cell:
        yield explore_item(scene, explorer, side, base)
    else:
        name = unit_name(scene.book, scene.state, explorer.id)
        here, there = scene.words.tile(cell_of(explorer.space)), scene.words.tile(cell)
        told = f"{name} stands on {here}. Only who stands on {there} can explore this edge."
        costs = stamina(explore_cost(scene.book, scene.state, explorer.id).cost)
        action = Action("explore", f"Explore to the {EDGES[side]}", costs=costs, reasons=(Why(told, "EX-1"),))
        yield Item(f"explore-{side}", action)
    goals = [space for space in ways_out if space in scene.steps]
    if goals and explorer.space not in ways_out:
        near = min(goals, key=lambda s: (scene.steps[s], s))
        title = f"Walk to this edge, {scene.words.place(near)}"
        ways = [(Explore(explorer.id, side), "explore")]
        if not for_nothing(scene, explorer, near, scene.steps[near], ways):
            yield _walk(scene, explorer, "near", near, title, near, ways)
