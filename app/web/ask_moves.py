"""What a what-if can ask about: every move by who makes it and what kind it is, by words, by the space it is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from html import escape
from typing import Final
from urllib.parse import urlencode

from app.rules import By, Reason, State, legal_moves, why_not
from app.rules.cards import Book
from app.rules.geometry import Space
from app.rules.listing import Listing
from app.rules.moves import Move, Walk
from app.web.board_places import place
from app.web.board_svg import Look, board_svg
from app.web.board_units import unit_space
from app.web.contexts_ask import AskGroup, AskKind, AskLink
from app.web.messages import Words
from app.web.messages_moves import move_label
from app.web.messages_names import capital
from app.web.seen_table import form_move

KINDS: Final = {
    "Answer": "Answers",
    "PlaceTerrain": "Placing the terrain",
    "ConnectEnvironment": "Connecting the environment",
    "Explore": "Exploring",
    "Attack": "Attacks",
    "PlayAbility": "Abilities of cards",
    "ActivateSpace": "Action spaces",
    "ActivateChapterSpace": "Chapter spaces",
    "OpenDoor": "Doors",
    "MoveMonster": "Moving",
    "MonsterAttack": "Attacks",
    "Drop": "Dropping items",
    "PickUp": "Picking items up",
    "StartTrade": "Trading",
    "UseInventory": "Using inventory",
}
OTHERS: Final = "Everything else"
TABLE: Final = "The table"
MOST_FOUND: Final = 60  # moves shown for a search
MOST_INSTEAD: Final = 6  # legal moves offered with a refusal


@dataclass(frozen=True)
class Copy:
    """A copy of the table in some state: what can be asked about on it. `before` are the moves (JSON) that led here."""

    book: Book
    state: State
    words: Words
    by: By
    before: tuple[str, ...]
    at: Space | None = None

    @cached_property
    def listing(self) -> Listing:
        """Every move worth asking about."""
        return legal_moves(self.book, self.state, self.by)

    @cached_property
    def moves(self) -> tuple[tuple[Move, str], ...]:
        """All of them with 'refused' beside those that are."""
        legal = [(move, "") for move in self.listing.moves]
        return (*legal, *((move, "refused") for move, _ in self.listing.refused))

    def query(self, **more: str) -> str:
        """The query of an address on this copy, '?' included."""
        given = [("before", one) for one in self.before] + [(name, value) for name, value in more.items() if value]
        return "?" + urlencode(given, safe=",")

    def link(self, move: Move, note: str = "", whose: str = "") -> AskLink:
        """A move as a link to its answer; the name of `whose` it is left out."""
        title = move_label(self.words, move)
        at = f"{self.at[0]},{self.at[1]}" if self.at else ""
        href = self.query(at=at, move=form_move(move)) + "#verdict"
        return AskLink(capital(title.removeprefix(f"{whose}: ")), note, href)

    # -------------------------------------------------------------- by whom and what

    def groups(self) -> tuple[AskGroup, ...]:
        """All moves by who makes them, then by kind. Walks are many: the board is for them, and the search."""
        found: dict[str, dict[str, list[AskLink]]] = {}
        for move, note in self.moves:
            if isinstance(move, Walk):
                continue
            whose = self.whose(move)
            kinds = found.setdefault(whose, {})
            kinds.setdefault(KINDS.get(move.type, OTHERS), []).append(self.link(move, note, whose))
        order = [self.words.unit(e) for e in self.state.explorers] + [self.words.unit(m) for m in self.state.monsters]
        names = [name for name in dict.fromkeys((*order, *found)) if name in found]
        return tuple(AskGroup(capital(name), tuple(_by_kind(found[name]))) for name in names)

    def whose(self, move: Move) -> str:
        """Who makes a move: an explorer, a monster or the table."""
        who = getattr(move, "explorer", "") or getattr(move, "monster", "")
        return self.words.unit(who) if who in self.state.explorers or who in self.state.monsters else TABLE

    # -------------------------------------------------------------- by words

    def found(self, find: str) -> tuple[AskLink, ...]:
        """The moves whose label, kind or verdict has all the words searched for."""
        wanted = find.casefold().split()
        if not wanted:
            return ()
        links = []
        for move, note in self.moves:
            said = f"{move_label(self.words, move)} {KINDS.get(move.type, '')} {note}".casefold()
            if all(word in said for word in wanted):
                links.append(self.link(move, note))
        return tuple(links[:MOST_FOUND])

    # -------------------------------------------------------------- by space

    def here(self) -> tuple[AskLink, ...]:
        """What can be asked about the space that was tapped: walking there, and all that has to do with it."""
        if self.at is None:
            return ()
        there = [e.id for e in self.state.explorers.values() if e.status == "in_play" and e.space == self.at]
        walks = [
            Walk(e.id, self.at)
            for e in self.state.explorers.values()
            if e.status == "in_play" and e.space is not None and e.space != self.at
        ]
        links = [self.link(walk, "refused" if why_not(self.book, self.state, walk, self.by) else "") for walk in walks]
        for move, note in self.moves:
            if isinstance(move, Walk):
                continue
            about = set(spaces_of(self.state, move))
            own = getattr(move, "explorer", "") in there and not about
            if self.at in about or own:
                links.append(self.link(move, note))
        return tuple(links)

    def board(self, icons: str) -> str:
        """The drawing of the copy; every space is a link that asks about it."""
        at = self.at
        svg = str(
            board_svg(
                self.book, self.state, Look(at=at, links=False, icons=icons), "Board. Tap a space to ask about it."
            )
        )
        start = escape(self.query(at="0")[:-1])  # the query up to the space itself
        hits = []
        for tile in self.state.board.tiles:
            for n in range(100):
                x, y = tile.cell[0] * 10 + n % 10, tile.cell[1] * 10 + n // 10
                name = escape(place(self.book, self.state, (x, y)))
                mark = ' id="picked"' if (x, y) == at else ""
                hits.append(
                    f'<a href="{start}{x},{y}#picked" class="sp" tabindex="-1" aria-label="{name}">'
                    f'<rect{mark} x="{x * 20}" y="{y * 20}" width="20" height="20"/></a>'
                )
        return svg.replace('<g class="hits" id="bd-hits"></g>', f'<g class="hits">{"".join(hits)}</g>')

    @property
    def width(self) -> int:
        """How many map tiles lie side by side."""
        columns = [tile.cell[0] for tile in self.state.board.tiles] or [0]
        return max(columns) - min(columns) + 1

    def place(self) -> str:
        """The space that was tapped, in words; '' for none."""
        return place(self.book, self.state, self.at) if self.at else ""

    # -------------------------------------------------------------- instead

    def far(self, move: Move, wish: Move) -> int:
        """How far what a move is about lies from what was wished for, in spaces; 0 where either names no space."""
        wished, meant = (tuple(spaces_of(self.state, one)) for one in (wish, move))
        return min((max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a in wished for b in meant), default=0)

    def instead(self, move: Move, reasons: Sequence[Reason]) -> tuple[AskLink, ...]:
        """Legal moves in place of a refused one: the nearest of its kind, then one of each other kind of that unit."""
        who = getattr(move, "explorer", "") or getattr(move, "monster", "")
        found: list[Move] = []
        if isinstance(move, Walk):
            named = [pair(text) for reason in reasons for text in reason.alternatives]
            found += [Walk(move.explorer, space) for space in dict.fromkeys(named) if space is not None]
            found += [one for one in self.listing.moves if isinstance(one, Walk) and one.explorer == move.explorer]
            found = sorted(dict.fromkeys(found), key=lambda one: self.far(one, move))[:3]
        every = [other for other in self.listing.moves if other.type != "RollDie"]
        own = [other for other in every if who in ("", getattr(other, "explorer", getattr(other, "monster", "")))]
        legal = own or every  # where this unit can do nothing, what is asked of the others comes first
        same = sorted((other for other in legal if other.type == move.type), key=lambda one: self.far(one, move))
        found += [other for other in same if other not in found][: 3 - len(found)]
        for other in legal:
            if other.type not in {one.type for one in found}:
                found.append(other)
        allowed = [one for one in found if one in self.listing.moves]
        return tuple(self.link(one) for one in allowed[:MOST_INSTEAD])


def _by_kind(kinds: dict[str, list[AskLink]]) -> Iterator[AskKind]:
    for title in dict.fromkeys((*KINDS.values(), OTHERS)):
        if title in kinds:
            yield AskKind(title, tuple(kinds[title]))


def spaces_of(state: State, move: Move) -> Iterator[Space]:
    """The spaces that a move names: itself, or by the unit or barrel there."""
    for field in fields(move):
        if field.name in ("explorer", "monster", "step", "type"):
            continue
        value = getattr(move, field.name)
        for one in value if isinstance(value, tuple) and not is_space(value) else (value,):
            if is_space(one):
                yield one
            elif isinstance(one, str):
                space = unit_space(state, one) or pair(one.removeprefix("barrel "))
                if space is not None:
                    yield space


def is_space(value: object) -> bool:
    """Whether a value is (x, y)."""
    return isinstance(value, tuple) and len(value) == 2 and all(type(n) is int for n in value)


def pair(text: str) -> Space | None:
    """(x, y) of 'x,y'; None for anything else."""
    x, comma, y = text.partition(",")
    try:
        return (int(x), int(y)) if comma and len(text) < 14 else None
    except ValueError:
        return None
