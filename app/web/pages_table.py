"""What every page of a table begins with: who looks, what is there, what this seat may do, and the chrome around it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated
from urllib.parse import parse_qs, urlsplit

from fastapi import Depends, Request

from app.rules.cards import Book
from app.rules.listing import Listing
from app.rules.moves import EndPhase, FinishTurn, Move
from app.rules.state import PHASES, Exploration, Explorer, State, StepAbility
from app.rules.turns import who_answers
from app.rules.verdicts import By, Reason
from app.service import move_json
from app.web.contexts import Action, Chrome, Cost, NowBar, Tab, Token, Why
from app.web.errors import Refusal
from app.web.identity import Visit, visit
from app.web.messages import Words, capital, forename, listed
from app.web.messages_reasons import instead, sentence
from app.web.render import page_address

if TYPE_CHECKING:
    from app.service import Seat, TableView

TABS = (("Board", "board"), ("Cards", "cards"), ("Chapter", "chapter"), ("Party", "party"), ("Log", "log"))
MONSTER_TASK = "Move the monsters"


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
        players = tuple(seat.id for seat in self.view.seats if seat.kind != "watch")
        return By(own, mine, self.hosting, self.watching, players)

    @property
    def mine(self) -> tuple[str, ...]:
        """The explorers that this phone has claimed, in the table's order."""
        return () if self.seat is None else self.seat.explorers

    def holder(self, explorer: str) -> Seat | None:
        """The seat that has claimed an explorer."""
        return next((seat for seat in self.view.seats if explorer in seat.explorers), None)

    def token(self, unit: str) -> Token:
        """The mark of an explorer (brass when it is one's own) or a monster."""
        explorer = self.book.explorers.get(unit)
        if explorer is not None:
            name = forename(explorer.name)
            return Token("ex me" if unit in self.mine else "ex", name[:1], name)
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
    view = await found.service.table(found.door, found.seat)
    if found.seat is None:
        return Table(request, found, view, Listing((), ()))
    _, listing = await found.service.moves(found.door, found.seat)
    return Table(request, found, view, listing)


AtTable = Annotated[Table, Depends(open_table)]
"""Annotate a route's parameter with this to get its Table."""


# ------------------------------------------------------------------ the chrome


def chrome(table: Table, tab: str = "", live: bool = True) -> Chrome:
    """What surrounds the page `tab` ('' for one that is none of the five); not `live` = it stays as it is."""
    from app.web.notices import notices  # it asks a Table
    from app.web.pages_questions import question  # it asks a Table

    return Chrome(
        base=table.base,
        here=page_address(table.request),
        nonce=secrets.token_urlsafe(6),
        revision=table.view.revision,
        stream=f"{table.base}/stream",
        now=now_bar(table),
        tabs=tabs(table, tab),
        question=question(table),
        watching=table.watching,
        notices=notices(table),
        still=not live,
    )


def tab_of(request: Request) -> str:
    """The tab of the page that a fragment is for, by the address that htmx tells."""
    path = page_address(request).partition("?")[0].rstrip("/")
    return path.split("/")[3] if path.count("/") >= 3 else "board"


def tabs(table: Table, current: str) -> tuple[Tab, ...]:
    """The five tabs; the one whose page answers the pending step carries its number."""
    waiting = waiting_tab(table)
    return tuple(Tab(name, icon, f"{table.base}/{icon}", icon == current, int(icon == waiting)) for name, icon in TABS)


def waiting_tab(table: Table) -> str:
    """The page that the pending step belongs to; '' when nothing is pending."""
    if not table.state.agenda:
        return ""
    top = table.state.agenda[-1]
    card = str(getattr(top, "card", "")) if not isinstance(top, Exploration) else ""
    if card in table.book.chapters:
        return "chapter"
    if card in table.book.encounters or card in table.book.explorer_events or card in table.book.horror_events:
        return "cards"
    return "board"


def now_bar(table: Table) -> NowBar:
    """What is being waited for, and whether it is this phone's."""
    state = table.state
    at = PHASES.index(state.phase)
    arcs = tuple("on" if n == at else "was" if n < at else "" for n in range(4))
    phase, task, who, mine = _asked(table)
    return NowBar(
        round=state.round,
        arcs=(arcs[0], arcs[1], arcs[2], arcs[3]),
        phase=phase,
        asked=task,
        who=who,
        mine=mine and not table.watching,
        can_undo=table.view.can_undo and not table.watching,
    )


def _asked(table: Table) -> tuple[str, str, str, bool]:
    """(what is going on, what is asked, who answers, whether that is this phone)."""
    state = table.state
    phase = f"{capital(state.phase)} phase"
    if state.outcome:
        return phase, "Won" if state.outcome == "won" else "Lost", "Over", False
    if state.agenda:
        return _pending(table, phase)
    if state.phase != "explorer":
        return phase, f"End the {state.phase} phase", "Anyone", True  # nothing of it waits any more
    acting = [e for e in state.explorers.values() if e.status == "in_play" and not e.finished]
    if not acting:
        return phase, "End the explorer phase", "Anyone", True
    own = [e for e in acting if e.id in table.by.explorers]
    others = [e for e in acting if e.begun and e not in own]
    if not own or (others and not any(e.begun for e in own)):
        return phase, *_others_act(table, others or acting, own)
    one = next((e for e in own if e.id == looked_at(table)), _first([e for e in own if e.id in table.mine] or own))
    # before anybody has begun it is no more the turn of this phone than of another, nor ever with a free explorer
    certain = (one.begun or own == acting) and (one.id in table.mine or len(table.by.players) == 1)
    return phase, f"{table.words.unit(one.id)}, {one.stamina} stamina left", "Your turn" if certain else "Anyone", True


def _others_act(table: Table, acting: list[Explorer], own: list[Explorer]) -> tuple[str, str, bool]:
    """(what, who, False) while explorers of other phones act: who they are, and whether one's `own` may too."""
    one = _first(acting)
    seat = table.holder(one.id)
    names = listed([table.words.unit(e.id) for e in acting])
    said = f"{names} to act"
    if own and table.state.settings.turn_order == "free":
        said = f"{names} acts; {listed([table.words.unit(e.id) for e in own], 'or')} may too"
    return said, seat.name if seat else table.words.unit(one.id), False


def looked_at(table: Table) -> str:
    """The unit that is selected on the board, as the page's address names it; '' for none."""
    return next(iter(parse_qs(urlsplit(page_address(table.request)).query).get("unit", ())), "")


def _first(explorers: list[Explorer]) -> Explorer:
    """The one whose turn has begun, else the first."""
    return next((e for e in explorers if e.begun), explorers[0])


def _pending(table: Table, phase: str) -> tuple[str, str, str, bool]:
    from app.web.pages_questions import task  # it asks a Table

    top = table.state.agenda[-1]
    name, mine = answerer(table, who_answers(table.state, top))
    if isinstance(top, Exploration):
        card = table.words.card(top.card) if top.card else f"the {top.stage}"
        asks = {"terrain": f"Place {card}", "environment": f"Connect {card}", "encounter": "Draw the encounter"}
        explored = f"{table.words.unit(top.explorer)} explores {table.words.tile(top.cell)}"
        return explored, asks.get(top.stage, task(table, top)), name, mine
    card = str(getattr(top, "card", ""))
    if isinstance(top, StepAbility) and top.stage == "adjust":
        return f"{table.words.card(card)}, {table.words.unit(top.roller)} rolled", task(table, top), "Anyone", True
    return table.words.card(card) if card else phase, task(table, top), name, mine


def answerer(table: Table, who: str) -> tuple[str, bool]:
    """Who answers, as the pill says it, and whether that is this phone."""
    if who != "group":
        if who in table.by.explorers:
            return "Yours", True
        seat = table.holder(who)
        return (seat.name if seat else table.words.unit(who)), False
    choice = table.state.settings.group_choice
    if choice == "host":
        return ("Yours", True) if table.hosting else ("The host", False)
    return ("Everyone" if choice == "every_seat" else "Anyone"), True


def turn_actions(table: Table) -> tuple[Action, ...]:
    """Finishing the turn of each explorer that this phone plays, then ending the phase."""
    found: list[Action | None] = []
    for explorer in table.state.explorers.values():
        if explorer.id not in table.by.explorers or explorer.status != "in_play" or explorer.finished:
            continue
        name = table.words.unit(explorer.id)
        left = explorer.stamina
        note = f"Its {left} stamina goes; it acts no more this round" if left else "It acts no more this round"
        found.append(table.act(FinishTurn(explorer.id), "end", f"Finish {name}’s turn", note))
    name = f"End the {table.state.phase} phase"
    found.append(table.act(EndPhase(table.state.phase), "end", name))
    return tuple(action for action in found if action is not None)
