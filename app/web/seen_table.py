"""A table as one phone sees it: who looks, what is there and what this seat may do. Every page of a table asks one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Final
from urllib.parse import parse_qs, urlsplit

from fastapi import Depends, Request

from app.rules.cards import Book
from app.rules.listing import Listing
from app.rules.moves import Move
from app.rules.state import State
from app.rules.verdicts import By, Reason
from app.service import move_json, who_plays
from app.web.board_units import letters
from app.web.contexts import Action, Cost, Token, Why
from app.web.errors import Refusal
from app.web.identity import Visit, visit
from app.web.messages import Words
from app.web.messages_instead import instead
from app.web.messages_names import forename
from app.web.messages_reasons import sentence
from app.web.render import page_address

if TYPE_CHECKING:
    from app.service import Seat, TableView


LOOKS: Final = 50  # at a table that goes on between two of them, before one says that too much happens there


@dataclass(frozen=True)
class Table:
    """A table as one phone sees it, for one request. `base` is '/t/<key>'.

    `in_vain`: by explorer, card and address what an ability would be paid for without effect, where a page asked
    for it (`pages_faces.warned`).
    """

    request: Request
    visit: Visit
    view: TableView
    listing: Listing
    in_vain: Mapping[tuple[str, str, str], str] = field(default_factory=dict)

    @property
    def base(self) -> str:
        """The address of the door this phone came in by."""
        return f"/t/{self.visit.door.key}"

    @property
    def book(self) -> Book:
        """The pack that is played."""
        return self.visit.service.book

    @property
    def state(self) -> State:
        """The state as it may be seen."""
        return self.view.state

    @property
    def seat(self) -> Seat | None:
        """The seat of this phone; None for one that only looks on."""
        return self.view.you

    @property
    def watching(self) -> bool:
        """Whether this phone may not touch anything."""
        return self.seat is None or self.seat.kind == "watch" or self.visit.door.kind == "watch"

    @property
    def hosting(self) -> bool:
        """Whether this phone came in by the host's door, or holds its seat."""
        return not self.watching and self.seat is not None and self.seat.kind == "host"

    @property
    def may_rule(self) -> bool:
        """Whether this seat may enter table rulings (AM-1)."""
        return not self.watching and (self.state.settings.ruling_by != "host" or self.hosting)

    @property
    def plays_alone(self) -> bool:
        """Whether no other phone of this table may play."""
        return sum(seat.kind != "watch" for seat in self.view.seats) == 1

    @cached_property
    def words(self) -> Words:
        """The names for sentences about this table."""
        return Words(self.book, self.state, {seat.id: seat.name for seat in self.view.seats})

    @cached_property
    def by(self) -> By:
        """Who asks, as the rules see it: a seat plays its own explorers and those that nobody has claimed."""
        own = self.seat.id if self.seat else ""
        others = {e for seat in self.view.seats if seat.id != own for e in seat.explorers}
        mine = frozenset() if self.watching else frozenset(self.state.explorers) - others
        return By(own, mine, self.hosting, self.watching, who_plays(self.view.seats))

    @property
    def mine(self) -> tuple[str, ...]:
        """The explorers that this phone has claimed, in the table's order."""
        return () if self.seat is None else self.seat.explorers

    def holder(self, explorer: str) -> Seat | None:
        """The seat that has claimed an explorer."""
        return next((seat for seat in self.view.seats if explorer in seat.explorers), None)

    def is_anyones(self, explorer: str) -> bool:
        """Whether every phone of several may answer for an explorer, because no seat has claimed it."""
        return explorer in self.by.explorers and explorer not in self.mine and not self.plays_alone

    def anyones(self, explorer: str) -> str:
        """That in a sentence, so that two people do not both take a question for their own; '' for one with a seat."""
        return f"Anyone’s: nobody has a seat for {self.words.unit(explorer)}." if self.is_anyones(explorer) else ""

    def token(self, unit: str) -> Token:
        """The mark of an explorer (brass when it is one's own) or a monster."""
        explorer = self.book.explorers.get(unit)
        if explorer is not None:
            name = forename(explorer.name)
            return Token(
                "ex me" if unit in self.mine else "ex", letters(self.book, self.state).get(unit, name[:1]), name
            )
        monster = self.state.monsters[unit]
        card = self.book.monsters[monster.card]
        return Token("mo eth" if card.ethereal else "mo", str(monster.health), card.name)

    def seat_token(self, seat: Seat) -> Token:
        """The mark of a seat: its first explorer's, else the first letter of its name."""
        if seat.explorers:
            mark = self.token(seat.explorers[0]).mark
        else:
            mark = seat.name[:1].upper() or "?"
        mine = self.seat is not None and seat.id == self.seat.id
        return Token("ex me" if mine else "ex", mark, seat.name)

    def chapter_page(self, number: int, card: str) -> str:
        """Where the chapter `card`, chapter `number` counted from 0, can be read: it is the current one, or has lain
        face up and gone by. '' where it can't, for it is still to come, was passed over, or lies elsewhere now.
        """
        chapters = self.state.chapters
        if not 0 <= number <= self.state.chapter or chapters[number] != card:
            return ""
        if number == self.state.chapter:
            return f"{self.base}/chapter"
        return f"{self.base}/chapter/{number + 1}" if card in self.view.story else ""

    def why(self, reasons: tuple[Reason, ...]) -> tuple[Why, ...]:
        """Reasons in words, with what would be legal instead."""
        found = []
        for reason in reasons:
            other = instead(self.words, reason)
            found.append(Why(f"{sentence(self.words, reason)} {other}".strip(), reason.rule))
        return tuple(found)

    def refusal(self, move: Move) -> tuple[Reason, ...]:
        """Why a listed move is refused; () when it is legal or not listed."""
        return next((reasons for other, reasons in self.listing.refused if other == move), ())

    def act(self, move: Move, icon: str, title: str, note: str = "", costs: tuple[Cost, ...] = ()) -> Action | None:
        """A listed move as an action: legal with its form, refused with its reasons; None when it is not listed."""
        if move in self.listing.moves:
            return Action(icon, title, note, costs, form_move(move))
        reasons = self.refusal(move)
        return Action(icon, title, note, costs, reasons=self.why(reasons)) if reasons else None


def form_move(move: Move) -> str:
    """A move as the hidden field of a form."""
    return json.dumps(move_json(move), separators=(",", ":"))


async def open_table(request: Request) -> Table:
    """Dependency of a table's pages. Raises UnknownTable (404), and Refusal (403) for a phone that has to join
    first: its browser is sent there (see `problem_page`).
    """
    found = await visit(request)
    if found.seat is None and found.door.kind != "watch":
        raise Refusal("no_seat")
    if found.seat is None:
        view = await found.service.table(found.door, None)
        return Table(request, found, view, Listing((), ()))
    view, listing = await of_one_moment(found, found.seat)
    return Table(request, found, view, listing)


async def of_one_moment(found: Visit, seat: Seat) -> tuple[TableView, Listing]:
    """The table as a seat sees it and what it may do there, both at the same revision: somebody else's move may come
    while one is read. Raises Refusal (409) at a table where one always does.
    """
    for _ in range(LOOKS):
        view = await found.service.table(found.door, seat)
        revision, listing = await found.service.moves(found.door, seat)
        if revision == view.revision:
            return view, listing
    raise Refusal("table_busy")


AtTable = Annotated[Table, Depends(open_table)]
"""Annotate a route's parameter with this to get its Table."""


def looked_at(table: Table) -> str:
    """The unit that is selected on the board, as the page's address names it; '' for none."""
    return next(iter(parse_qs(urlsplit(page_address(table.request)).query).get("unit", ())), "")


def answerer(table: Table, who: str) -> tuple[str, bool]:
    """Who answers, as the pill says it, and whether this phone may."""
    if who != "group":
        if table.is_anyones(who):
            return "Anyone", True
        if who in table.by.explorers:
            return "Yours", True
        seat = table.holder(who)
        return (seat.name if seat else table.words.unit(who)), False
    choice = table.state.settings.group_choice
    if choice == "host":
        return ("Yours", True) if table.hosting else ("The host", False)
    return ("Everyone" if choice == "every_seat" else "Anyone"), True
