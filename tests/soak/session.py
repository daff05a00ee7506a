"""One soak session: a table of the service over SQLite, played move by move, with everything that must hold.

After every act: no invariant is broken, the revision rose by one (or nothing at all changed, where it was refused),
and nothing hidden stands in what was told. Every so many acts and at the end: see `proved.py`.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.config import Settings
from app.live import Live
from app.rules import By, EndlessAbility, Preview, State, decide, legal_moves, view_for, violations, why_not
from app.rules import changes as ch
from app.rules import moves as mv
from app.rules.cards import Book
from app.rules.events import CardMoved, Event
from app.rules.ledger import LEDGER
from app.rules.verdicts import Reason
from app.rules.visibility import FACE_DOWN
from app.service import Door, Seat, Service
from app.service.errors import ServiceError
from app.service.opened import OpenTable
from app.store.db import Database, open_database
from tests.soak.chance import Stream, Told
from tests.soak.player import Act, NobodyCan, Players, dealt, first_tile
from tests.soak.reached import Reached
from tests.support.between import between_life_and_death
from tests.support.hidden import atoms, face_down, face_up, looked_at
from tests.support.only_answers import idle_question
from tests.support.random_rulings import wild


@dataclass(frozen=True)
class Pace:
    """How much is checked beside the acts themselves. Every so many acts there is a look around, and all is proved.

    `aside` = listed moves decided on a copy at each look around; `replayed` = part of the moves that are decided again.
    """

    around: int = 20
    aside: int = 3
    proved: int = 100
    replayed: float = 1.0


THOROUGH = Pace()
#: For every test run.
SPARING = Pace(around=100, aside=1, proved=500, replayed=0.1)


class Broken(AssertionError):
    """Something does not hold. `what` = which check, the same for the same fault; `told` = what is wrong.

    `aside` = the act that would come to it next, where it was found beside the way.
    """

    def __init__(self, what: str, told: str, aside: Act | None = None) -> None:
        super().__init__(f"{what}: {told}")
        self.what = what
        self.told = told
        self.aside = aside


class Server:
    """A service over SQLite in a folder of its own, for any number of sessions one after another."""

    def __init__(self, folder: Path, book: Book) -> None:
        self.book = book
        self.chance = Stream()
        self.now = 1_800_000_000_000
        self.database: Database = open_database(Settings(data_dir=folder, secret="a secret that is long enough"))
        self.service = Service(self.database, Live(), book, self.chance, self.clock)

    def clock(self) -> int:
        self.now += 7
        return self.now

    def close(self) -> None:
        self.database.close()


@dataclass
class Session:
    """A table under way. By revision of the move: the state after it, its chance, the seat that made it,
    and what may be read of it.

    `acts` = all that was done so far; `seen` = cards that have lain face up, and so may be named in the log.
    """

    server: Server
    seed: int
    pace: Pace = THOROUGH
    reached: Reached = field(default_factory=Reached)
    states: dict[int, State] = field(default_factory=dict)
    told: dict[int, list[Told]] = field(default_factory=dict)
    bys: dict[int, By] = field(default_factory=dict)
    public: dict[int, tuple[Event, ...]] = field(default_factory=dict)
    acts: list[Act] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    proved: int = 0
    seats: list[Seat] = field(default_factory=list)

    @property
    def service(self) -> Service:
        return self.server.service

    @property
    def book(self) -> Book:
        return self.server.book

    @property
    def table(self) -> OpenTable:
        return self.service._tables._open[self.door.table]

    @property
    def state(self) -> State:
        return self.states[self.table.timeline.head]

    async def sit_down(self) -> None:
        """Set the table; the host's seat and a second one have an explorer each, a third one watches."""
        spec = dealt(self.book, self.seed)
        self.server.chance.begin(self.seed, "setup", first_tile(self.book, self.seed))
        made = await self.service.create_table(spec)
        self.door: Door = await self.service.door(made.play)
        watch = await self.service.door(made.watch)
        others = spec.explorers[1:2] if spec.explorers else []
        ben, _ = await self.service.join(self.door, "Ben", others[0] if others else None)
        cid, _ = await self.service.join(watch, "Cid")
        self.seats = [made.seat, ben, cid]
        self.states[1] = (await self.service._tables.open(self.door.table)).state
        self.told[1] = self.server.chance.told
        self.holds(())

    def by(self, seat: int) -> By:
        """How the rules see a seat."""
        kind = ("host", "play", "watch")[seat]
        return self.table.by(int(self.seats[seat].id[1:]), kind)  # type: ignore[arg-type]

    def end(self) -> str:
        """How it ended: 'won', 'lost' or 'under way'."""
        return (self.state.outcome or "under way") if self.states else "not begun"

    # -------------------------------------------------------------- playing

    async def play(self, acts: int) -> None:
        """Play to the end, or for so many acts; proved on the way and at the end. Raises Broken."""
        from tests.soak.proved import prove

        await self.sit_down()
        players = Players(self.book, self.seed, self.reached)
        for number in range(1, acts + 1):
            if self.state.outcome:
                break
            try:
                act = players.next(number, self.state, [self.by(0), self.by(1)], bool(self.table.timeline.ahead))
            except NobodyCan:
                raise Broken("stuck", f"nobody can do anything but roll a die: {self.state.agenda}") from None
            except Exception as error:
                raise crashed("listing", error) from error
            told = await self.look_around(act) if number % self.pace.around == 0 else None
            if self.state.agenda and number % 3 == 0:  # a game may end in the middle of anything
                over = mv.MakeRuling("Enough for today.", (ch.EndGame("lost"),))
                self.sideways(Act(f"{number} ends", "play", 0, over))
            events = await self.do(act)
            same_as_told(told, events)
            if number % self.pace.proved == 0:
                await prove(self)
        await prove(self, last=True)

    async def again(self, acts: Sequence[Act], *, around: bool, prove_it: bool) -> None:
        """Do these acts, which may be refused now that others were left out; then what is asked for. Raises Broken."""
        from tests.soak.proved import prove

        await self.sit_down()
        for act in acts:
            if self.state.outcome:
                break
            act = _here(act, self.state)
            told = await self.look_around(act) if around else None
            same_as_told(told, await self.do(act))
        if not self.state.outcome and not any(
            not isinstance(move, mv.RollDie)
            for seat in (0, 1)
            for move in legal_moves(self.book, self.state, self.by(seat)).moves
        ):
            raise Broken("stuck", f"nobody can do anything but roll a die: {self.state.agenda}")
        if prove_it:
            await prove(self, last=True)

    async def do(self, act: Act) -> Sequence[Event] | None:
        """One act, with all that must hold after it; what was told of it, None when it was refused. Raises Broken."""
        self.acts.append(act)
        before, revision = self.table.timeline.head, self.table.revision
        self.server.chance.begin(self.seed, act.name)
        events: Sequence[Event] = ()
        try:
            if act.kind == "play":
                assert act.move is not None
                played = await self.service.play(self.door, self.seats[act.seat], act.move)
                events = played.events
            elif act.kind == "undo":
                line = self.table.timeline.line
                await self.service.undo(self.door, self.seats[act.seat], to=line[max(0, len(line) - 1 - act.n)])
            else:
                await self.service.redo(self.door, self.seats[act.seat])
        except ServiceError as refused:
            self.refused(act, refused, before, revision)
            return None
        except Exception as error:
            raise crashed("deciding", error) from error
        if self.table.revision != revision + 1:
            raise Broken("revision", f"{self.table.revision} after {revision}")
        if act.kind == "play":
            assert act.move is not None
            self.states[revision + 1] = self.table.state
            self.told[revision + 1] = self.server.chance.told
            self.bys[revision + 1] = self.by(act.seat)
            self.reached.move(act.move)
        elif self.table.state != self.state:
            raise Broken(act.kind, "gives another state than there was")
        self.reached.count("sessions", act.kind)
        self.holds(events, set(atoms(act.move)))
        return events

    def refused(self, act: Act, refused: ServiceError, before: int, revision: int) -> None:
        """What was refused changed nothing, names rows of the ledger, and had not been listed."""
        self.reached.refused(refused.reasons)
        self.reached.count("sessions", "refused")
        codes = [reason.code for reason in refused.reasons]
        if "endless_ability" in codes:
            raise Broken("endless", f"{act.move}")
        if (self.table.timeline.head, self.table.revision) != (before, revision):
            raise Broken("refused", f"{act} was refused, and something changed")
        if act.kind != "play":
            if codes not in (["nothing_to_undo"], ["nothing_to_redo"], ["not_on_the_way_back"]):
                raise Broken("refused", f"{act}: {codes}")
            return
        assert act.move is not None
        if unknown := [reason for reason in refused.reasons if reason.rule not in LEDGER]:
            raise Broken("no_rule", f"{act.move}: {unknown}")
        if not act.may_fail and act.move in legal_moves(self.book, self.state, self.by(act.seat)).moves:
            raise Broken("listed", f"{act.move} is listed and refused: {refused.reasons}")

    def holds(self, events: Sequence[Event], named: set[str] = frozenset()) -> None:  # type: ignore[assignment]
        """No invariant is broken, and the events told name no card that nobody has seen."""
        state = self.state
        try:
            broken = violations(self.book, state)
        except Exception as error:
            raise crashed("invariants", error) from error
        if broken:
            raise Broken(f"invariant {broken[0].split()[0]}", ", ".join(broken))
        if unsettled := between_life_and_death(self.book, state):
            raise Broken("between life and death", unsettled)
        if question := idle_question(state):
            raise Broken("idle question", f"{question} has one answer alone: {state.agenda[-1]}")
        self.seen |= face_up(state)
        for event in events:
            if isinstance(event, CardMoved) and event.to not in FACE_DOWN:
                self.seen.add(event.card)  # it was turned up, wherever it went afterwards
        hidden = face_down(state) - self.seen - named
        if leak := hidden & set(atoms(list(events))):
            raise Broken("leak", f"the log names {leak}")
        if len(self.acts) % self.pace.around == 0 and (
            leak := (hidden - looked_at(state)) & set(atoms(view_for(state)))
        ):
            raise Broken("leak", f"the view names {leak}")

    # -------------------------------------------------------------- beside the way

    async def look_around(self, act: Act) -> Preview | None:
        """A whole listing, a refused move that is refused indeed, and the preview of what comes next.

        A few listed moves are decided on a copy as well.
        """
        by = self.by(act.seat)
        try:
            listing = legal_moves(self.book, self.state, by)
        except Exception as error:
            raise crashed("listing", error) from error
        for move, reasons in listing.refused:
            self.reached.refused(reasons)
            if not reasons or any(reason.rule not in LEDGER for reason in reasons):
                raise Broken("no_rule", f"{move}: {reasons}")
        pick = random.Random(f"{self.seed} around {act.name}")
        for n, move in enumerate(pick.sample(listing.moves, min(self.pace.aside, len(listing.moves)))):
            self.sideways(Act(f"{act.name} aside {n}", "play", act.seat, move))
        for n in range(self.pace.aside):
            self.sideways(Act(f"{act.name} ruled {n}", "play", 0, wild(self.book, self.state, pick), may_fail=True))
        if listing.refused:
            await self.refusal(act.seat, *pick.choice(listing.refused))
        return await self.preview(act, by) if act.move is not None else None

    def sideways(self, act: Act) -> None:
        """A listed move is legal, a ruling may be; it does something and leaves a state in which all holds."""
        by = self.by(act.seat)
        self.server.chance.begin(self.seed, act.name)
        assert act.move is not None
        try:
            verdict = decide(self.book, self.state, act.move, by, self.server.chance)
            broken = violations(self.book, verdict.state) if verdict.legal else ()
        except EndlessAbility as error:
            raise Broken("endless", f"{act.move}", act) from error
        except Exception as error:
            raise crashed("deciding", error, act) from error
        if not verdict.legal:
            if not act.may_fail:
                raise Broken("listed", f"{act.move} is listed and refused: {verdict.reasons}", act)
            self.reached.refused(verdict.reasons)
            return
        if not verdict.events:
            raise Broken("idle", f"{act.move} does nothing")
        if broken:
            raise Broken(f"invariant {broken[0].split()[0]}", ", ".join(broken), act)
        if act.may_fail:
            self.reached.move(act.move)
        self.reached.events(verdict.events)
        self.reached.count("checks", "moves decided aside")

    async def refusal(self, seat: int, move: mv.Move, reasons: tuple[Reason, ...]) -> None:
        """What is listed as refused is refused, with the reasons listed, and nothing changes."""
        revision = self.table.revision
        try:
            await self.service.play(self.door, self.seats[seat], move)
        except ServiceError as refused:
            if refused.reasons != reasons:
                raise Broken("reasons", f"{move}: {reasons} in the list, then {refused.reasons}") from refused
        else:
            raise Broken("listed", f"{move} is listed as refused, and is made")
        if self.table.revision != revision:
            raise Broken("refused", f"{move} was refused, and something changed")
        self.reached.count("checks", "refused moves tried")

    async def preview(self, act: Act, by: By) -> Preview | None:
        """The preview of a move, which tells nothing hidden; None when it is refused."""
        assert act.move is not None
        legal = not why_not(self.book, self.state, act.move, by)
        try:
            told = await self.service.preview(self.door, self.seats[act.seat], act.move)
        except ServiceError as refused:
            if legal:
                raise Broken("preview", f"of {act.move} is refused: {refused.reasons}") from refused
            return None
        except Exception as error:
            raise crashed("preview", error) from error
        if not legal:
            raise Broken("preview", f"of {act.move} is told, though it is refused")
        unseen = set(self.book.chapters) - self.seen  # those of other scenarios as well
        hidden = (face_down(self.state) - looked_at(self.state) | unseen) - set(atoms(act.move))
        hidden -= {effect.card for effect in self.state.lasting}  # what still lasts is known, wherever its card lies
        if leak := hidden & set(atoms(list(told.events))):
            raise Broken("leak", f"the preview of {act.move} names {leak}")
        self.reached.count("checks", "previews")
        return told


def _here(act: Act, state: State) -> Act:
    """The act with the number of the step that waits now: steps are counted, and acts were left out."""
    if hasattr(act.move, "step") and state.agenda and all(one.id != act.move.step for one in state.agenda):  # type: ignore[union-attr]
        return replace(act, move=replace(act.move, step=state.agenda[-1].id))  # type: ignore[call-arg,type-var]
    return act


def same_as_told(told: Preview | None, events: Sequence[Event] | None) -> None:
    """What happened is what the preview told, as far as it told anything. Raises Broken."""
    if told is None or events is None:
        if told is not None:
            raise Broken("preview", "of a move that was refused then")
        return
    if told.events != (tuple(events)[: len(told.events)] if told.unknown else tuple(events)):
        raise Broken("preview", f"told something else: {told}")


def crashed(where: str, error: BaseException, act: Act | None = None) -> Broken:
    """An exception that nobody meant, by its kind and the line that raised it."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__} in {Path(last.filename).name}:{last.name}"
    return Broken(f"crash {what}", f"{where}: {''.join(traceback.format_exception(error)[-6:])}", act)
