"""The three steps of exploring as a page: placing the terrain, connecting the environment, drawing the encounter.

Placing shows all eight placements at once: each with its thumbnail, the walls and features that would go and come as
an overlay on the drawing of the tile, and every reason against those that are not legal (TR-1 to TR-5).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from markupsafe import Markup

from app.rules import why_not
from app.rules.agenda import Exploration
from app.rules.board import PlacedTile
from app.rules.cards import Book
from app.rules.geometry import SIDES, Side, Space, beyond
from app.rules.moves import ConnectEnvironment, DrawEncounter, PlaceTerrain
from app.rules.state import State
from app.rules.terrain import Placement, placements
from app.rules.turns import who_answers
from app.rules.verdicts import By
from app.rules.ways import corner
from app.store.codec import dump_move
from app.web.board_contexts import EdgeChoice, ExploringPart, ExploringStep, Item, Note, Placing
from app.web.board_placements import overlay, placement_key, told
from app.web.board_places import tile_name
from app.web.board_scene import why
from app.web.board_sheet import environment_words
from app.web.board_svg import Look, board_svg
from app.web.board_thumbs import face_words, thumb
from app.web.contexts import Action, Why
from app.web.messages import Words
from app.web.messages_names import EDGES, capital, counted, listed
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
    made = make(_Asked(book, state, by, words, step, part, who, mine, icons), pick)
    return replace(made, unit=step.explorer if step.explorer in by.explorers else "")


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
        """The three steps: those before the open one are done, or nothing came of them (no terrain fitted, a deck was
        empty, the card or the tile is gone again).
        """
        names, tile = list(STAGES), self.state.board.at(self.step.cell)
        at = names.index(self.step.stage)
        came = {
            "terrain": tile is not None and tile.terrain is not None,
            "environment": any(lies.cell == self.step.cell for lies in self.state.environments.values()),
        }
        states = ["done" if came[name] else "none" for name in names[:at]] + ["on"] + [""] * (len(names) - at - 1)
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
    overlays = "".join(
        overlay(book.faces, state.board, tile, card, way, " picked" if placement_key(way) == key else "")
        for way in ways
    )
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


def _placing(asked: _Asked, way: Placement) -> Placing:
    move = PlaceTerrain(asked.step.id, way.face, way.edge)
    # Told as the one who may answer would be told, so that onlookers see the terrain's own reasons.
    able = By("", frozenset(asked.state.explorers), host=True)
    reasons = tuple(Why(sentence(asked.words, r), r.rule) for r in why_not(asked.book, asked.state, move, able))
    return Placing(
        key=placement_key(way),
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
