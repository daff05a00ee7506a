"""The three steps of exploring as a page: placing the terrain, connecting the environment, drawing the encounter.

Placing shows all eight placements at once: each with its thumbnail, the walls and features that would go and come as
an overlay on the drawing of the tile, and every reason against those that are not legal (TR-1 to TR-5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from markupsafe import Markup, escape

from app.rules import why_not
from app.rules.board import Layout, PlacedTile, layout
from app.rules.cards import Book
from app.rules.geometry import (
    CLOSED_DOOR,
    OPEN_DOOR,
    RUBBLE,
    SIDES,
    SPACES,
    TILE,
    WALL,
    Border,
    Side,
    Space,
    beyond,
    border_of,
)
from app.rules.moves import ConnectEnvironment, DrawEncounter, PlaceTerrain
from app.rules.state import Exploration, State
from app.rules.terrain import Placement, Printed, placements, with_terrain
from app.rules.turns import who_answers
from app.rules.verdicts import By
from app.rules.ways import corner
from app.store.codec import dump_move
from app.web.board_contexts import EdgeChoice, ExploringPart, ExploringStep, Item, Note, Placing
from app.web.board_ink import (
    ICONS,
    UNIT,
    border_runs,
    door,
    feature,
    rubble_path,
    terrain_box,
    terrain_rects,
    trap_path,
)
from app.web.board_places import tile_name
from app.web.board_scene import why
from app.web.board_sheet import environment_words
from app.web.board_svg import Look, board_svg
from app.web.board_thumbs import face_words, thumb
from app.web.contexts import Action, Why
from app.web.messages import EDGES, Words, capital, counted, listed
from app.web.messages_reasons import sentence

STAGES: Final = {"terrain": "Terrain", "environment": "Environment", "encounter": "Encounter"}
STAGE_ICONS: Final = {"terrain": "terrain", "environment": "env", "encounter": "encounter"}


def open_exploration(state: State) -> Exploration | None:
    """The exploration that waits on top of the agenda for a terrain, an environment or an encounter."""
    top = state.agenda[-1] if state.agenda else None
    return top if isinstance(top, Exploration) and top.stage in STAGES else None


def may_answer(state: State, by: By) -> bool:
    """Whether this seat may answer the exploration on top of the agenda (EX-2, IP-2)."""
    step = open_exploration(state)
    if step is None or by.watcher:
        return False
    who = who_answers(state, step)
    return (who == "group" and (by.host or state.settings.group_choice != "host")) or who in by.explorers


def exploring_part(book: Book, state: State, by: By, words: Words, base: str, pick: str, icons: str) -> ExploringPart:
    """The page of the step that waits. `pick` is a placement 'a-N' to show first, `base` is '/t/<key>'."""
    step = open_exploration(state)
    part = f"{base}/part/terrain" + (f"?pick={pick}" if pick else "")
    if step is None:
        return ExploringPart(part, "", "Nothing to place", "", (), (), "", False, Markup(""))
    mine = may_answer(state, by)
    who = words.unit(who_answers(state, step))
    make = {"terrain": _terrain_part, "environment": _environment_part, "encounter": _encounter_part}[step.stage]
    return make(_Asked(book, state, by, words, step, part, who, mine, icons), pick)


class _Asked:
    """What all three steps are told with."""

    def __init__(
        self,
        book: Book,
        state: State,
        by: By,
        words: Words,
        step: Exploration,
        part: str,
        who: str,
        mine: bool,
        icons: str,
    ) -> None:
        self.book, self.state, self.by, self.words, self.step = book, state, by, words, step
        self.part, self.who, self.mine, self.icons = part, who, mine, icons

    @property
    def tile(self) -> PlacedTile:
        """The new tile; the agenda has no such step open without it."""
        tile = self.state.board.at(self.step.cell)
        assert tile is not None
        return tile

    @property
    def steps(self) -> tuple[ExploringStep, ...]:
        """The three steps, those before the open one done."""
        names = list(STAGES)
        at = names.index(self.step.stage)
        states = ["done"] * at + ["on"] + [""] * (len(names) - at - 1)
        return tuple(
            ExploringStep(STAGES[name], STAGE_ICONS[name], state) for name, state in zip(names, states, strict=True)
        )


# ------------------------------------------------------------------ terrain


def _terrain_part(asked: _Asked, pick: str) -> ExploringPart:
    book, state, tile, card = asked.book, asked.state, asked.tile, asked.step.card
    ways = placements(book.faces, tile, card, state.board, corner(state))
    judged = [_placing(asked, way) for way in ways]
    key = _picked(judged, pick)
    placings = tuple(replace(placing, picked=placing.key == key) for placing in judged)
    overlays = "".join(_overlay(asked, way, " picked" if _key(way) == key else "") for way in ways)
    look = Look(links=False, icons=asked.icons, crop=tile.cell, over=f'<g class="pv">{overlays}</g>')
    name = tile_name(book, tile)
    svg = board_svg(book, state, look, f"{name}, with the placement that is chosen below")
    return ExploringPart(
        asked.part,
        "terrain",
        f"Terrain for {name}",
        card,
        (),
        asked.steps,
        asked.who,
        asked.mine,
        svg,
        placings=placings,
        notes=tuple(_notes(placings)),
        faces=tuple(
            (face.upper(), asked.words.face(card, face), face_words(book.terrains[card + face].drawing))
            for face in "ab"
        ),
    )


def _notes(placings: Iterable[Placing]) -> Iterator[Note]:
    """Reasons and warnings, each once, with the placements that share it."""
    shared: dict[tuple[str, str, str], list[str]] = {}
    for placing in placings:
        name = f"{placing.face.upper()} {placing.edge}"
        for reason in placing.reasons:
            shared.setdefault(("no", reason.text, reason.rule), []).append(name)
        if placing.warning:
            shared.setdefault(("warn", placing.warning, "TR-1"), []).append(name)
    for (kind, text, rule), names in shared.items():
        yield Note(kind, listed(names), text, rule)


def _picked(placings: Iterable[Placing], pick: str) -> str:
    """The placement asked for, else the first legal one that closes no join, else the first legal one."""
    known = list(placings)
    wanted = [placing for placing in known if placing.key == pick]
    legal = [placing for placing in known if placing.legal]
    chosen = [*wanted, *(placing for placing in legal if not placing.warning), *legal]
    return chosen[0].key if chosen else ""


def _key(way: Placement) -> str:
    return f"{way.face}-{way.edge}"


def _placing(asked: _Asked, way: Placement) -> Placing:
    move = PlaceTerrain(asked.step.id, way.face, way.edge)
    # Told as the one who may answer would be told, so that onlookers see the terrain's own reasons.
    able = By("", frozenset(asked.state.explorers), host=True)
    reasons = tuple(Why(sentence(asked.words, r), r.rule) for r in why_not(asked.book, asked.state, move, able))
    return Placing(
        key=_key(way),
        face=way.face,
        edge=EDGES[way.edge],
        name=asked.words.face(asked.step.card, way.face),
        thumb=thumb(asked.book.faces, asked.state.board, asked.tile, asked.step.card, way),
        move=dump_move(move).decode(),
        legal=not reasons,
        picked=False,
        goes=told(way.goes),
        comes=told(way.comes, asked.tile),
        warning="" if reasons else _warning(asked, way),
        reasons=reasons,
    )


def _warning(asked: _Asked, way: Placement) -> str:
    if not way.closes_join:
        return ""
    names = [asked.words.tile(beyond(asked.step.cell, side)) for side in way.closed_joins]
    return f"Legal, but its wall would close the way to {listed(names)}."


def told(printed: Printed, tile: PlacedTile | None = None) -> str:
    """Walls, doors and features in words: '9 wall steps, a door, 2 trapped spaces'. With `tile`, its rim apart."""
    walls = [border for border, char in printed.borders if char == WALL]
    doors = Counter(char for _, char in printed.borders if char != WALL)
    outer = [border for border in walls if tile is not None and _on_rim(border, tile)]
    said = []
    if outer:
        said.append(f"{counted(len(outer), 'wall step')} on the tile’s edges")
    inner = len(walls) - len(outer)
    if inner:
        said.append(f"{inner} inside" if outer else counted(inner, "wall step"))
    said += [
        _some(n, word) for char, word in ((CLOSED_DOOR, "closed door"), (OPEN_DOOR, "open door")) if (n := doors[char])
    ]
    features = Counter(char for _, char in printed.spaces)
    said += [_some(n, SPACES[char] if char != RUBBLE else "rubble space") for char, n in features.items()]
    return ", ".join(said) or "nothing"


def _some(n: int, word: str) -> str:
    if n > 1:
        return f"{n} {word}es" if word.endswith("ch") else f"{n} {word}s"
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _on_rim(border: Border, tile: PlacedTile) -> bool:
    x, y, kind = border
    left, top = tile.cell[0] * TILE, tile.cell[1] * TILE
    return y in (top, top + TILE) if kind == "h" else x in (left, left + TILE)


def _overlay(asked: _Asked, way: Placement, picked: str) -> str:
    """What a placement would change, over the drawing of the bare tile; shown while it is chosen."""
    faces, state = asked.book.faces, asked.state
    laid = with_terrain(asked.tile, asked.step.card, way.face, way.edge)
    box = terrain_box(faces, laid)
    assert box is not None
    if not way.is_legal:
        marks = "".join(_forbids(space) for space in way.covers)
        return f'<g class="v v-{_key(way)}{picked}">{terrain_rects(box, ".5")}{marks}</g>'
    tiles = tuple(laid if tile.cell == laid.cell else tile for tile in state.board.tiles)
    then = layout(faces, type(state.board)(tiles, state.board.doors))
    left, top, width, height = box
    under = [(x, y) for y in range(top, top + height) for x in range(left, left + width)]
    gone = "".join(f"M{x * UNIT + 3} {y * UNIT + 3}l14 14m0-14l-14 14" for (x, y), _ in way.goes.spaces)
    walls_gone = [border for border, char in way.goes.borders if char == WALL]
    doors_gone = "".join(_cross(border) for border, char in way.goes.borders if char != WALL)
    coming = [border for border, char in way.comes.borders if char == WALL]
    wipe = border_runs(border for border, _ in way.goes.borders)
    return (
        f'<g class="v v-{_key(way)}{picked}">{terrain_rects(box, ".86")}{_features(then, under)}'
        f'<path class="wall" d="{border_runs(_staying(then, under, coming))}"/>'
        f'<path class="gone" d="{gone}"/><path class="wipe" d="{wipe}"/>'
        f'<path class="go-w" d="{border_runs(walls_gone)}{doors_gone}"/>'
        f'<path class="come-w" d="{border_runs(coming)}"/>{"".join(_doors(then, under))}</g>'
    )


def _forbids(space: Space) -> str:
    x, y = space[0] * UNIT, space[1] * UNIT
    return f'<path class="forbids flash" d="M{x - 1} {y - 1}h22v22h-22zM{x + 2} {y + 2}l16 16m0-16l-16 16"/>'


def _features(lay: Layout, under: Iterable[Space]) -> str:
    known = [(space, lay.spaces[space]) for space in under]
    traps = "".join(trap_path(space) for space, char in known if char == "^")
    stones = "".join(rubble_path(space) for space, char in known if char == RUBBLE)
    plates = "".join(feature(space, char, "ready", str(escape(SPACES[char]))) for space, char in known if char in ICONS)
    return f'<path class="trap" d="{traps}"/><path class="rub" d="{stones}"/>{plates}'


def _sides(lay: Layout, under: Iterable[Space]) -> Iterator[tuple[Border, str]]:
    for space in under:
        for side in SIDES:
            yield border_of(space, side), lay.own_side(space, side)


def _staying(lay: Layout, under: Iterable[Space], coming: Iterable[Border]) -> set[Border]:
    return {border for border, char in _sides(lay, under) if char == WALL} - set(coming)


def _doors(lay: Layout, under: Iterable[Space]) -> Iterator[str]:
    for border, char in dict(_sides(lay, under)).items():
        if char in (CLOSED_DOOR, OPEN_DOOR):
            yield door(border, char)


def _cross(border: Border) -> str:
    x, y = border[0] * UNIT, border[1] * UNIT
    cx, cy = (x + 10, y) if border[2] == "h" else (x, y + 10)
    return f"M{cx - 5} {cy - 6}l10 12m0-12l-10 12"


# ------------------------------------------------------------------ environment and encounter


def _environment_part(asked: _Asked, pick: str) -> ExploringPart:
    book, state, tile, card = asked.book, asked.state, asked.tile, asked.step.card
    choices = tuple(_edge_choice(asked, side) for side in SIDES)
    marked: Mapping[tuple[Space, Side], str] = {
        (tile.cell, side): "legal" if choice.item.action.move else "illegal"
        for side, choice in zip(SIDES, choices, strict=True)
    }
    look = Look(links=False, icons=asked.icons, crop=tile.cell, margin=True, marked=marked)
    name = tile_name(book, tile)
    return ExploringPart(
        asked.part,
        "environment",
        book.environments[card].name,
        card,
        tuple(environment_words(book, card, book.environments[card].countdown))[1:],
        asked.steps,
        asked.who,
        asked.mine,
        board_svg(book, state, look, f"{name}, with the edges that the environment can hang on"),
        edges=choices,
    )


def _edge_choice(asked: _Asked, side: Side) -> EdgeChoice:
    move = ConnectEnvironment(asked.step.id, side)
    able = By("", frozenset(asked.state.explorers), host=True)
    reasons = tuple(why(asked.words, r) for r in why_not(asked.book, asked.state, move, able))
    title = f"{capital(EDGES[side])} edge"
    if reasons:
        return EdgeChoice(Item(f"edge-{side}", Action("no", title, reasons=reasons)), EDGES[side])
    told_more = "Unexplored. It hangs here until this edge gets a tile"
    action = Action("env", title, told_more, move=dump_move(move).decode())
    return EdgeChoice(Item(f"edge-{side}", action), EDGES[side])


def _encounter_part(asked: _Asked, pick: str) -> ExploringPart:
    book, state = asked.book, asked.state
    move = dump_move(DrawEncounter(asked.step.id)).decode()
    old = state.current.get("encounters", "")
    covered = (f"It covers {asked.words.card(old)}, whose abilities end at once.",) if old else ()
    left = len(state.decks["encounters"].draw)
    tile = state.board.at(asked.step.cell)
    svg = (
        board_svg(book, state, Look(links=False, icons=asked.icons, crop=tile.cell, margin=True))
        if tile is not None
        else Markup("")
    )
    return ExploringPart(
        asked.part,
        "encounter",
        "The encounter",
        "",
        (*covered, f"What it says is unknown; {counted(left, 'encounter')} left to draw."),
        asked.steps,
        asked.who,
        asked.mine,
        svg,
        draw=Item("draw", Action("encounter", "Draw the encounter", move=move)),
    )
