"""A table as one seat sees it on the board: the drawing and the sheet; `board_below` has what stands below them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from urllib.parse import urlencode

from app.rules import Listing
from app.rules.agenda_phases import MonsterPhase
from app.rules.cards import Book
from app.rules.distances import gap
from app.rules.geometry import TILE, Cell, Side, Space, beyond
from app.rules.moves import Answer, FinishTurn, MonsterAttack, MoveMonster
from app.rules.state import State, key_of
from app.rules.striding import moves_of
from app.rules.tiles import goes_with
from app.rules.verdicts import By
from app.rules.ways import walk_costs, walkable
from app.web.board_contexts import BoardPart, Sheet
from app.web.board_labels import FAR, NEAR
from app.web.board_lit import asked_edges, asked_spaces, lit_options, places_lit
from app.web.board_places import tile_names
from app.web.board_scene import Scene
from app.web.board_sheet import edge_sheet, space_sheet
from app.web.board_svg import Look, board_svg
from app.web.board_units import to_act, unit_space
from app.web.messages import Words

DISTANCES: Final = ("table", "tile", "play")


@dataclass(frozen=True, slots=True)
class View:
    """What the address asks for: the selected unit, the space or edge that is open, the distance."""

    unit: str = ""
    at: Space | None = None
    edge: tuple[Cell, Side] | None = None
    lod: str = "table"
    kept: tuple[str, ...] = ()

    def query(self, **more: str) -> str:
        """The same as a query string, '?' included; `more` overrides, '' leaves out."""
        given = {
            "unit": self.unit,
            "at": f"{self.at[0]},{self.at[1]}" if self.at else "",
            "edge": f"{self.edge[0][0]},{self.edge[0][1]},{self.edge[1]}" if self.edge else "",
            **more,
        }
        return "?" + urlencode({name: value for name, value in given.items() if value}, safe=",")


@dataclass(frozen=True)
class Looking:
    """A table as one seat sees it: `own` are the explorers of that seat, `base` is '/t/<key>'.

    `shared` are the explorers that this phone plays as any other does, for nobody has a seat for them.
    """

    book: Book
    state: State
    by: By
    words: Words
    own: tuple[str, ...]
    base: str
    icons: str
    view: View
    listed: Listing | None = None
    shared: frozenset[str] = frozenset()

    @cached_property
    def unit(self) -> str:
        """The selected unit: the one asked for, else an explorer of this seat that acts, or may still act.

        In the monster phase it is a monster that has yet to act: where it can go is lit, so that a tap moves it.
        """
        if self.beast or unit_space(self.state, self.view.unit) is not None:
            return self.beast or self.view.unit
        mine = [self.state.explorers[one] for one in self.own if unit_space(self.state, one) is not None]
        ready = [one.id for one in mine if not one.finished]
        begun = [one for one in ready if self.state.explorers[one].begun]
        return next(iter((*begun, *ready, *self.able, *(one.id for one in mine))), "")

    @cached_property
    def able(self) -> tuple[str, ...]:
        """The explorers that this phone may act for now: its own first, then the free ones; who has begun leads."""
        if self.state.agenda or self.state.phase != "explorer" or self.listed is None:
            return ()
        found = [move.explorer for move in self.listed.moves if isinstance(move, FinishTurn)]
        return tuple(sorted(found, key=lambda one: (one not in self.own, not self.state.explorers[one].begun)))

    @property
    def lead(self) -> str:
        """Whom to select instead of a unit that can do nothing now; '' when it can, or nobody else can either."""
        return "" if self.unit in self.able else next(iter(self.able), "")

    @property
    def turn(self) -> str:
        """Who has yet to act in which round; '' while something else goes on. When it changes, boards lead on."""
        state = self.state
        if state.agenda or state.phase != "explorer":
            return ""
        return ".".join([str(state.round), *(one.id for one in state.explorers.values() if not one.finished)])

    @cached_property
    def beast(self) -> str:
        """The monster that this phone moves now, selected or the first that waits; '' outside of its phase (RD-5)."""
        return to_act(self.state, self.listed.moves if self.listed else (), self.view.unit)

    def _beasts_left(self) -> str:
        """Which monsters have yet to act in which round, as `turn` says it of explorers; '' while none is asked for."""
        top = self.state.agenda[-1] if self.state.agenda else None
        return ".".join([str(self.state.round), *top.waiting]) if isinstance(top, MonsterPhase) and self.beast else ""

    @cached_property
    def scene(self) -> Scene:
        """Who acts in a sheet: the selected explorer; while a monster is selected one of this phone that still may."""
        acting = self.unit if self.unit in self.state.explorers else next(iter((*self.able, *self.own)), "")
        return Scene(self.book, self.state, self.by, self.words, acting, self.unit, self.listed)

    @property
    def costs(self) -> dict[Space, int] | None:
        """Where the selected unit can walk: in stamina, or in steps for a monster; None without a unit."""
        if not self.unit:
            return None
        if self.state.outcome:
            return {}  # it is over: nobody walks
        monster = self.state.monsters.get(self.unit)
        if monster is not None:
            if self.state.agenda:
                return self._monster_moves()
            return walkable(self.book, self.state, self.unit, moves_of(self.book, self.state, self.unit))
        explorer = self.state.explorers[self.unit]
        if explorer.finished or self.state.phase != "explorer" or self.state.agenda:
            return {}  # nobody walks now: a tint would promise what the rules refuse
        return walk_costs(self.book, self.state, self.unit, explorer.stamina)

    def _monster_moves(self) -> dict[Space, int]:
        """Where the selected monster may be moved now, in steps; nowhere while something else is asked."""
        legal = [
            move.to for move in self.scene.listing.moves if isinstance(move, MoveMonster) and self.unit == move.monster
        ]
        steps = walkable(self.book, self.state, self.unit, None) if legal else {}
        return {space: steps.get(space, 1) for space in legal}

    # -------------------------------------------------------------- the drawing

    def board(self) -> BoardPart:
        """The drawing, with the reach of the selected unit."""
        view, unit, costs = self.view, self.unit, self.costs
        look = Look(
            unit=unit,
            costs=costs,
            cost_word="steps" if unit in self.state.monsters else "stamina",
            at=view.at,
            edge=view.edge,
            marked=asked_edges(self.state),
            choices=asked_spaces(self.state),
            going=self._going(),
            links=self.view.lod != "watch",
            base=f"{self.base}/board",
            lod=self.view.lod if self.view.lod != "table" else "",
            icons=self.icons,
            names=FAR if self.view.lod == "watch" else NEAR,
        )
        tiles = self.state.board.tiles
        columns = [tile.cell[0] for tile in tiles] or [0]
        lit = places_lit(self.state)
        focus = view.at or next(iter(lit), None) or self._hunt() or unit_space(self.state, unit) or (5, 5)
        acting = self.state.phase == "explorer" and not self.by.watcher
        playable = [one for one in self.state.explorers if one in self.by.explorers and acting]
        return BoardPart(
            part=f"{self.base}/part/board{view.query(unit=unit)}",
            svg=board_svg(self.book, self.state, look),
            width=max(columns) - min(columns) + 1,
            focus=f"{focus[0]},{focus[1]}",
            unit=unit,
            playable=" ".join(playable),
            names=json.dumps(dict(tile_names(self.book, self.state)), ensure_ascii=False),
            lead=self.lead or self.beast,
            turn=self.turn or self._beasts_left(),
            ask=self._ask(),
            lit=" ".join(map(key_of, lit or self._prey())),
            things=self._things(),
        )

    def _ask(self) -> str:
        """The question that this phone may answer on the board, by its number; '' without one.

        In the monster phase whom the monster may attack: 'm1 3,4 5,4', so that boards show it when that changes.
        """
        if self.beast:
            return " ".join([self.beast, *map(key_of, self._prey())]) if self._prey() else ""
        top = self.state.agenda[-1] if self.state.agenda else None
        answers = {move.option for move in self.listed.moves if isinstance(move, Answer)} if self.listed else set()
        return str(top.id) if top is not None and answers & lit_options(self.state) else ""

    def _prey(self) -> tuple[Space, ...]:
        """Where those stand whom the monster that acts may attack now."""
        moves = self.listed.moves if self.listed and self.beast else ()
        named = [
            t for move in moves if isinstance(move, MonsterAttack) and move.monster == self.beast for t in move.targets
        ]
        found = (unit_space(self.state, one) for one in dict.fromkeys(named))
        return tuple(space for space in found if space is not None)

    def _hunt(self) -> Space | None:
        """Between the monster that acts and the nearest of those whom it may attack; None where there is none."""
        at, prey = unit_space(self.state, self.beast), self._prey()
        if at is None or not prey:
            return None
        x, y = min(prey, key=lambda space: gap(at, space))
        return (at[0] + x) // 2, (at[1] + y) // 2

    def _things(self) -> str:
        """Tiles and monsters, each with the space in its middle: boards bring those into sight that are new."""
        found = {key_of(one.cell): (one.cell[0] * TILE + 5, one.cell[1] * TILE + 5) for one in self.state.board.tiles}
        monsters = {one.id: one.space for one in self.state.monsters.values()}
        return json.dumps({**found, **monsters}, separators=(",", ":"))

    def _going(self) -> tuple[Cell, ...]:
        """Cells that would scroll away if the picked edge were explored."""
        if self.view.edge is None or self.state.board.at(self.view.edge[0]) is None:
            return ()
        return tuple(tile.cell for tile in goes_with(self.state, beyond(*self.view.edge)))

    # -------------------------------------------------------------- the sheet

    def sheet(self) -> Sheet | None:
        """The sheet of the open space or edge; None when nothing is open."""
        view = self.view
        if view.at is not None:
            return space_sheet(self.scene, view.at, self.base, view.kept)
        if view.edge is not None:
            return edge_sheet(self.scene, view.edge[0], view.edge[1], self.base, view.kept)
        return None
