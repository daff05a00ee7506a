"""The sheet of a space or an edge: what is there, every action, and every reason against those that are not legal.

What is not legal comes under "Not now"; what was legal when the sheet was opened stays in its place and greys there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import urlencode

from app.rules.board import PlacedTile, cell_of, open_edge_spaces, within
from app.rules.cards import Book
from app.rules.geometry import (
    CLOSED_DOOR,
    OPEN_DOOR,
    RUBBLE,
    SIDES,
    SPACES,
    WALL,
    Cell,
    Side,
    Space,
    beyond,
    opposite,
    space_name,
)
from app.rules.moves import Attack
from app.rules.state import key_of
from app.rules.tiles import goes_with
from app.rules.units import destroyed_spawns, occupied, printed
from app.rules.ways import corner
from app.web.board_actions import edge_items, space_items
from app.web.board_contexts import Item, Link, Sheet
from app.web.board_ink import feature_state, terrain_box
from app.web.board_places import tile_name
from app.web.board_rooms import NO_WAY_OUT, shut_in
from app.web.board_scene import Scene
from app.web.board_shapes import ICONS
from app.web.board_units import unit_name, unit_token
from app.web.contexts import Token
from app.web.item_facts import told
from app.web.messages_monsters import aims, defence_words
from app.web.messages_names import EDGES, capital, counted, listed
from app.web.refusals import items_together

DROPS = "drop-"
"""How the keys of actions begin that lay an item down."""


def space_sheet(scene: Scene, at: Space, base: str, kept: Sequence[str] = ()) -> Sheet | None:
    """Everything about the space `at`; None where there is no space. `base` is '/t/<key>'.

    `kept` are the keys that stood first when the sheet was opened: they stay there, in that order.
    """
    char = scene.layout.spaces.get(at)
    if char is None:
        return None
    here = occupied(scene.state).get(at, "")
    where, ground = scene.words.place(at), _ground(scene, at, char, here)
    title = unit_name(scene.book, scene.state, here) if here else where
    first, later = sorted_items(space_items(scene, at, char, base), kept)
    drops = tuple(item for item in first if item.key.startswith(DROPS) and item.action.move)
    if len(drops) > 1:
        first = tuple(item for item in first if item not in drops)
    return Sheet(
        part=sheet_address(base, scene.unit, f"{at[0]},{at[1]}", "", first),
        title=title,
        sub=". ".join(part for part in (where if here else "", ground) if part),
        close=f"?unit={scene.unit}" if scene.unit else "?",
        token=_token(scene, here),
        icon="" if here else _icon(char),
        health=_health(scene, here),
        facts=tuple(_facts(scene, at, char, here)),
        first=first,
        later=later,
        drops=drops if len(drops) > 1 else (),
        near=_near(scene, at),
        rulings=_rulings(scene, at, here, base),
    )


def sorted_items(items: Iterable[Item], kept: Sequence[str]) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """(first, later): what was first before stays first, in place, whether or not it is still legal."""
    known = {item.key: item for item in items}
    stay = [known.pop(key) for key in kept if key in known]
    legal = [item for item in known.values() if item.action.move]
    return (*stay, *legal), items_together(item for item in known.values() if not item.action.move)


def sheet_address(base: str, unit: str, at: str, edge: str, first: Sequence[Item]) -> str:
    """Where this sheet is fetched anew, with what stands first in it."""
    kept = ".".join(item.key for item in first)
    query = {"unit": unit, "at": at, "edge": edge, "kept": kept}
    given = urlencode({name: value for name, value in query.items() if value}, safe=",")
    return f"{base}/part/sheet?{given}"


# ------------------------------------------------------------------ what is there


def _ground(scene: Scene, at: Space, char: str, here: str) -> str:
    word = {".": "" if here else "Floor", RUBBLE: "Rubble", "^": "Trapped space"}.get(char)
    if word is None:
        state = feature_state(char, scene.state.marks.get(key_of(at), ""))
        word = f"{capital(SPACES[char])}, {state}"
    tile = scene.layout.tile_of(at)
    box = tile.terrain if tile is not None else None
    if box is not None and tile is not None and _on_terrain(scene, tile, at):
        word = capital(f"{word}, on the terrain {scene.words.face(box.card, box.face)}".removeprefix(", "))
    monster = scene.state.monsters.get(here)
    if monster is not None:
        card = scene.book.monsters[monster.card]
        figures = defence_words(scene.words, scene.state, here) + (", ethereal" if card.ethereal else "")
        return f"{word}. {figures}" if word else figures
    return word


def _on_terrain(scene: Scene, tile: PlacedTile, at: Space) -> bool:
    box = terrain_box(scene.book.faces, tile)
    if box is None:
        return False
    left, top, width, height = box
    return left <= at[0] < left + width and top <= at[1] < top + height


def _facts(scene: Scene, at: Space, char: str, here: str) -> Iterator[str]:
    monster = scene.state.monsters.get(here)
    if monster is not None:
        card = scene.book.monsters[monster.card]
        aimed = aims(scene.words, scene.state, here)
        attack = f"Attack: {card.attack}" if card.attack else ""
        yield from (text for text in (attack, card.behaviour, aimed) if text)
        able = [one.explorer for one in scene.listing.moves if isinstance(one, Attack) and here in one.targets]
        for other in dict.fromkeys(able if scene.unit in able else ()):
            if other != scene.unit:
                name = unit_name(scene.book, scene.state, other)
                yield f"{name} can attack it from where it stands: select {name} first."
    if at in shut_in(scene.book, scene.state):
        yield NO_WAY_OUT
    yield from _ways(scene, at)


def _ways(scene: Scene, at: Space) -> Iterator[str]:
    """Walls and doors around a space, for those who do not see the drawing."""
    around = {side: scene.layout.side(at, side) for side in SIDES}
    for char, word in ((WALL, "Wall"), (CLOSED_DOOR, "Closed door"), (OPEN_DOOR, "Open door")):
        sides = [EDGES[side] for side in SIDES if around[side] == char]
        if sides:
            yield f"{word} {listed(sides)}."


def _near(scene: Scene, at: Space) -> tuple[Link, ...]:
    unit = f"unit={scene.unit}&" if scene.unit else ""
    return tuple(
        Link(_short_place(scene, at, space), f"?{unit}at={space[0]},{space[1]}")
        for space in scene.layout.neighbours(at, corner(scene.state))
    )


def _short_place(scene: Scene, at: Space, space: Space) -> str:
    return space_name(*within(space)) if cell_of(space) == cell_of(at) else scene.words.place(space)


def _token(scene: Scene, here: str) -> Token | None:
    return unit_token(scene.book, scene.state, here, here == scene.unit) if here else None


def _icon(char: str) -> str:
    return ICONS.get(char, "trap" if char == "^" else "tile")


def _health(scene: Scene, here: str) -> tuple[int, int] | None:
    monster, explorer = scene.state.monsters.get(here), scene.state.explorers.get(here)
    if monster is not None:
        return monster.health, printed(scene.book, scene.state, here, "health")
    if explorer is not None:
        return explorer.health, scene.book.explorers[explorer.id].health
    return None


def _may_rule(scene: Scene) -> bool:
    """Whether who looks may enter table rulings (AM-1)."""
    return not scene.by.watcher and (scene.state.settings.ruling_by != "host" or scene.by.host)


def _rulings(scene: Scene, at: Space, here: str, base: str) -> tuple[Link, ...]:
    """What a table ruling would most often change here (AM-1): the sheet of rulings asks why."""
    if not _may_rule(scene):
        return ()
    place = f"at={at[0]},{at[1]}"
    unit = scene.state.monsters.get(here) or scene.state.explorers.get(here)
    if unit is None:
        if scene.layout.is_obstacle(at, destroyed_spawns(scene.state)):
            return ()
        found = [Link("Put a monster here", f"{base}/ruling?kind=monster&{place}")]
        if scene.selected:
            name = unit_name(scene.book, scene.state, scene.selected)
            found.insert(0, Link(f"Put {name} here", f"{base}/ruling?kind=put&unit={scene.selected}&{place}"))
        return tuple(found)
    pool = f"{base}/ruling?kind=pool&unit={here}&what=health&value="
    found = [Link("Health −1", f"{pool}{max(unit.health - 1, 0)}"), Link("Health +1", f"{pool}{unit.health + 1}")]
    if here in scene.state.monsters:
        found.append(Link("Take off the board", f"{base}/ruling?kind=remove&unit={here}"))
    return tuple(found)


# ------------------------------------------------------------------ an edge


def _edge_rulings(scene: Scene, cell: Cell, side: Side, base: str) -> tuple[Link, ...]:
    """What a table ruling would most often put at an edge (AM-1): a map tile, a token, an environment."""
    if not _may_rule(scene):
        return ()
    x, y = beyond(cell, side)
    edge = f"{cell[0]},{cell[1]},{side}"
    return (
        Link("Place a map tile here", f"{base}/ruling?kind=tile&where={x},{y},{opposite(side)}"),
        Link("Lay the entry token here", f"{base}/ruling?kind=token&token=entry&where={edge}"),
        Link("Lay the exit token here", f"{base}/ruling?kind=token&token=exit&where={edge}"),
    )


def edge_sheet(scene: Scene, cell: Cell, side: Side, base: str, kept: Sequence[str] = ()) -> Sheet | None:
    """Everything about an unexplored edge; None when it is none."""
    tile = scene.state.board.at(cell)
    if tile is None or beyond(cell, side) in scene.layout.tiles:
        return None
    ways_out = open_edge_spaces(scene.layout, cell, side, destroyed_spawns(scene.state))
    first, later = sorted_items(edge_items(scene, cell, side, ways_out, base), kept)
    return Sheet(
        part=sheet_address(base, scene.unit, "", f"{cell[0]},{cell[1]},{side}", first),
        title=f"{tile_name(scene.book, tile)}, {EDGES[side]} edge",
        sub="Unexplored" if ways_out else "Unexplored, walled off",
        close=f"?unit={scene.unit}" if scene.unit else "?",
        icon="explore",
        facts=tuple(_edge_facts(scene, cell, side, ways_out)),
        warnings=tuple(_leaving_words(scene, cell, side)),
        rulings=_edge_rulings(scene, cell, side, base),
        first=first,
        later=later,
    )


def _edge_facts(scene: Scene, cell: Cell, side: Side, ways_out: Sequence[Space]) -> Iterator[str]:
    for card, placed in scene.state.environments.items():
        if placed.cell == cell and placed.edge == side:
            yield from environment_words(scene.book, card, placed.charges)
    for name, token in (("entry", scene.state.entry), ("exit", scene.state.exit)):
        if token is not None and (token.cell, token.edge) == (cell, side):
            yield f"The {name} token lies on this edge."
    if ways_out:
        yield f"Ways out: {listed([space_name(*within(space)) for space in ways_out])}."
    left = len(scene.state.decks["tiles"].draw) if "tiles" in scene.state.decks else 0
    yield f"Which tile comes is unknown; {counted(left, 'map tile')} left to draw."


def environment_words(book: Book, card: str, charges: int | None) -> Iterator[str]:
    """An environment in sentences: its name and charges, then the text of each ability."""
    environment = book.environments[card]
    yield environment.name + (f", {counted(charges, 'charge')} left." if charges is not None else ".")
    for _, _, _, ability in environment.abilities():
        if ability.text:
            yield told(ability)


def _leaving_words(scene: Scene, cell: Cell, side: Side) -> Iterator[str]:
    """EX-4 before the move: which tiles would go, and who and what with them."""
    going = [_going_with(scene, tile) for tile in goes_with(scene.state, beyond(cell, side))]
    if going:
        yield f"Exploring here scrolls away {listed(going)}."


def _going_with(scene: Scene, tile: PlacedTile) -> str:
    standing = [
        unit_name(scene.book, scene.state, unit)
        for space, unit in occupied(scene.state).items()
        if cell_of(space) == tile.cell
    ]
    held = [scene.words.card(c) for c, p in scene.state.environments.items() if p.cell == tile.cell]
    if tile.terrain is not None:
        held.append(scene.words.face(tile.terrain.card, tile.terrain.face))
    name = tile_name(scene.book, tile)
    return f"{name} (with {listed([*standing, *held])})" if standing or held else name
