"""Who sits where: taking a seat, explorers claimed and given back, a seat taken over when the host allows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.store.log import Also
from app.store.rows import Proof, StoredRequest, StoredSeat

from .base import UseCases, counts_as, number_of
from .errors import InvalidInput, Refused, WrongSeat, refusal
from .keys import hashed, new_key
from .lookalike import like_another
from .names import clean_name, told_apart
from .opened import OpenTable, seat_id, seat_number
from .opening import BY_SEAT
from .records import Door, EntryKind, LogEntry, Seat
from .tables import Draft
from .tries import Tries, seats

MOST_SEATS = 40  # at one table
MOST_REQUESTS = 8  # unanswered at one table


class Seating(UseCases):
    """Seats and the explorers that belong to them; `_taken` counts the new ones."""

    _taken: Tries

    async def seat(self, door: Door, token: str | None = None, phone: str | None = None) -> Seat | None:
        """The seat of a bearer token, or else of a phone, as it counts behind this door; None without one."""
        table = await self._tables.open(door.table)
        for secret, kind in ((token, "token"), (phone, "phone")):
            proof = table.proofs.get(hashed(secret)) if secret else None
            if proof is not None and proof.kind == kind and proof.number in table.seats:
                return self._as_seen(table, door, proof.number)
        return None

    async def join(
        self, door: Door, name: str, explorer: str | None = None, phone: str | None = None, client: str = ""
    ) -> tuple[Seat, str]:
        """Take a seat behind a door, with an explorer if one is named; returns it with a bearer token.

        The same phone gets the same seat again, by a new name if it gives one, and by the host key as host.
        `client` = who asks (an address): it gets only so many new seats in a while.
        Raises InvalidName, TooManyTries, or Refused with `explorer_taken`, `unknown_explorer`, `table_full`,
        `looks_like_another`.
        """
        name = clean_name(name)
        token = new_key()
        taken: list[int] = []

        async def decide(table: OpenTable) -> Draft | LogEntry:
            number = self._number_of_phone(table, phone)
            back = number is not None
            if number is None:
                if len(table.seats) >= MOST_SEATS:
                    raise Refused(refusal("table_full", most=MOST_SEATS), table.revision)
                number = self._next_number(table)
            taken[:] = [number]
            old = table.seats.get(number) or StoredSeat(number, "", "watch", ())
            new = replace(old, name=self._name_of_its_own(table, number, name), kind=_raised(old.kind, door.kind))
            if explorer and explorer not in old.explorers:
                self._check_free(table, number, explorer)
                new = replace(new, explorers=(*new.explorers, explorer))
            proofs: tuple[Proof, ...] = (Proof(hashed(token), "token", number),)
            if phone and not back:
                proofs += (Proof(hashed(phone), "phone", number),)
            if back and new == old:  # nothing to tell the others: only a new token
                await self._tables.add_proofs(table, proofs)
                return await self._last_entry(table)
            if not back:
                self._taken.count(seats(table.id, client), self.clock())
            also = Also(new_seats=() if back else (new,), changed_seats=(new,) if back else (), new_proofs=proofs)
            detail = {"kind": new.kind, "explorers": list(new.explorers), "back": back}
            return self._draft(table, "join", number, also, detail, name=new.name)

        table, _ = await self._tables.change(door.table, decide)
        return self._as_seen(table, door, taken[0]), token

    async def claim(self, door: Door, seat: Seat | None, explorer: str) -> Seat:
        """Take an explorer that nobody has claimed; a host takes any. Raises Refused, WrongSeat."""
        return await self.assign(door, seat, explorer, seat)

    async def release(self, door: Door, seat: Seat | None, explorer: str) -> Seat:
        """Give an explorer back, so that everybody may play it; a host gives back anybody's. Raises Refused,
        WrongSeat.
        """
        return await self.assign(door, seat, explorer, None)

    async def assign(self, door: Door, seat: Seat | None, explorer: str, to: Seat | None) -> Seat:
        """Give an explorer to the seat `to`, or to nobody; returns the asker's seat.

        For what is not one's own a host is needed: Refused with `explorer_taken` says who has it.
        """

        async def decide(table: OpenTable) -> Draft | LogEntry:
            number, kind = self._player(table, door, seat)
            holder = table.holder(explorer)
            goal = int(to.id[1:]) if to is not None else None
            if goal is not None and (goal not in table.seats or table.seats[goal].kind == "watch"):
                raise Refused(refusal("unknown_seat"), table.revision)
            if kind != "host":
                if goal not in (number, None) or (holder is None and goal is None):
                    raise WrongSeat(refusal("host_only"), table.revision)
                if holder not in (number, None):
                    self._check_free(table, number, explorer)
            if holder is None:  # who has one keeps it, and gives it away, while a ruling or undo has it not play
                self._check_plays(table, explorer)
            changed: list[StoredSeat] = []
            if holder is not None and holder != goal:
                left = tuple(e for e in table.seats[holder].explorers if e != explorer)
                changed.append(replace(table.seats[holder], explorers=left))
            if goal is not None and holder != goal:
                mine = (*table.seats[goal].explorers, explorer)
                changed.append(replace(table.seats[goal], explorers=mine))
            if not changed:
                return await self._last_entry(table)
            detail = {"explorer": explorer, "seat": seat_id(goal) if goal is not None else ""}
            if holder is not None:
                detail["from"] = seat_id(holder)
            what: EntryKind = "release" if goal is None else "claim"
            gone = tuple(one for seat in changed if not seat.explorers for one in _asked_by_seats(table, seat.number))
            return self._draft(table, what, number, Also(changed_seats=tuple(changed), gone_requests=gone), detail)

        table, _ = await self._tables.change(door.table, decide)
        return self._as_seen(table, door, number_of(seat))

    async def rename_seat(self, door: Door, seat: Seat | None, name: str) -> Seat:
        """Give one's seat another name. Raises InvalidName, WrongSeat, or Refused with `looks_like_another`."""
        name = clean_name(name)

        async def decide(table: OpenTable) -> Draft | LogEntry:
            number, _ = self._seated(table, door, seat)
            old = table.seats[number]
            new = self._name_of_its_own(table, number, name)
            if new == old.name:
                return await self._last_entry(table)
            also = Also(changed_seats=(replace(old, name=new),))
            return self._draft(table, "rename_seat", number, also, {"before": old.name, "after": new})

        table, _ = await self._tables.change(door.table, decide)
        return self._as_seen(table, door, number_of(seat))

    async def rename_table(self, door: Door, seat: Seat | None, name: str) -> str:
        """Give the table another name; a host's right. Raises InvalidName, WrongSeat."""
        name = clean_name(name)

        async def decide(table: OpenTable) -> Draft | LogEntry:
            number = self._host(table, door, seat)
            if name == table.game.name:
                return await self._last_entry(table)
            detail = {"before": table.game.name, "after": name}
            return self._draft(table, "rename_table", number, Also(new_name=name), detail)

        table, _ = await self._tables.change(door.table, decide)
        return table.game.name

    # -------------------------------------------------------------- taking a seat over

    async def request_seat(self, door: Door, wanted: str, name: str, phone: str) -> int:
        """A phone without its seat (a new phone, a cleared browser) asks for `wanted`; returns the request's number.

        Everybody sees it in the log; a host answers. A phone's newer request takes the place of its older one.
        Raises InvalidName, InvalidInput, WrongSeat, or Refused with `unknown_seat`, `too_many_requests`.
        """
        name = clean_name(name)
        if not phone:
            raise InvalidInput(("phone", "is needed"))
        proof = hashed(phone)
        made: list[int] = []

        async def decide(table: OpenTable) -> Draft | LogEntry:
            if door.kind == "watch":
                raise WrongSeat(refusal("seat_watches", "AM-1"), table.revision)
            number = seat_number(wanted)
            if number not in table.seats:
                raise Refused(refusal("unknown_seat"), table.revision)
            older = tuple(r.id for r in table.requests.values() if r.phone_hash == proof)
            if len(table.requests) - len(older) >= MOST_REQUESTS:
                raise Refused(refusal("too_many_requests"), table.revision)
            request = StoredRequest(_its_number(table), number, name, proof, self.clock())
            made[:] = [request.id]
            also = Also(new_request=request, gone_requests=older)
            detail = {"seat": wanted, "request": request.id, "seat_name": table.seats[number].name}
            return self._draft(table, "ask_seat", number, also, detail, name=name, seat="")

        await self._tables.change(door.table, decide)
        return made[0]

    async def request_explorers(self, door: Door, seat: Seat | None, wanted: str) -> int:
        """Somebody at the table asks for the explorers of the seat `wanted`; returns the request's number.

        A host answers. A newer request of the same seat takes the place of its older one.
        Raises WrongSeat, or Refused with `unknown_seat`, `too_many_requests`.
        """
        made: list[int] = []

        async def decide(table: OpenTable) -> Draft | LogEntry:
            asker, _ = self._player(table, door, seat)
            number = seat_number(wanted)
            if number not in table.seats or number == asker or not table.seats[number].explorers:
                raise Refused(refusal("unknown_seat"), table.revision)
            proof = f"{BY_SEAT}{seat_id(asker)}"
            older = tuple(r.id for r in table.requests.values() if r.phone_hash == proof)
            if len(table.requests) - len(older) >= MOST_REQUESTS:
                raise Refused(refusal("too_many_requests"), table.revision)
            name, held = table.seats[asker].name, table.seats[number]
            request = StoredRequest(_its_number(table), number, name, proof, self.clock())
            made[:] = [request.id]
            detail = {"seat": wanted, "request": request.id, "seat_name": held.name, "explorers": list(held.explorers)}
            also = Also(new_request=request, gone_requests=older)
            return self._draft(table, "ask_seat", asker, also, detail)

        await self._tables.change(door.table, decide)
        return made[0]

    async def grant_seat(self, door: Door, seat: Seat | None, request: int, *, yes: bool = True) -> None:
        """A host lets a phone have the seat that it asked for, or not. The seat's former phones lose it.

        To a seat that asked, its explorers are given; that may also be answered by whoever has them. Raises WrongSeat,
        or Refused with `unknown_request`.
        """

        async def decide(table: OpenTable) -> Draft | LogEntry:
            asked = table.requests.get(request)
            number, _ = self._player(table, door, seat)
            if asked is None or not (_is_by_seat(asked) and asked.number == number):
                number = self._host(table, door, seat)
            if asked is None or asked.number not in table.seats:
                raise Refused(refusal("unknown_request"), table.revision)
            held = table.seats[asked.number]
            detail: dict[str, object] = {"seat": seat_id(asked.number), "to": asked.name, "seat_name": held.name}
            if _is_by_seat(asked):
                detail["explorers"] = list(held.explorers)
            if not yes:
                return self._draft(table, "deny_seat", number, Also(gone_requests=(request,)), detail)
            if _is_by_seat(asked):
                asker = int(asked.phone_hash.removeprefix(f"{BY_SEAT}s"))
                taker = table.seats[asker]
                given = replace(taker, explorers=(*taker.explorers, *held.explorers))
                moved = (replace(held, explorers=()), given)
                also = Also(changed_seats=moved, gone_requests=_asked_by_seats(table, asked.number))
                return self._draft(table, "grant_seat", number, also, detail)
            gone = {p.hash for p in table.proofs.values() if p.number == asked.number}
            gone |= {asked.phone_hash} & set(table.proofs)
            also = Also(
                new_proofs=(Proof(asked.phone_hash, "phone", asked.number),),
                gone_proofs=tuple(sorted(gone)),
                gone_requests=(request,),
            )
            return self._draft(table, "grant_seat", number, also, detail)

        await self._tables.change(door.table, decide)

    # -------------------------------------------------------------- shared

    def _draft(
        self,
        table: OpenTable,
        kind: EntryKind,
        number: int,
        also: Also,
        detail: Mapping[str, object],
        *,
        name: str | None = None,
        seat: str | None = None,
    ) -> Draft:
        """An entry that leaves the state as it is."""
        return Draft(
            kind,
            number,
            table.state,
            head=table.timeline.head,
            also=also,
            detail=detail,
            name=name,
            seat_name=seat,
        )

    async def _last_entry(self, table: OpenTable) -> LogEntry:
        """For what is so already: nothing is written."""
        return (await self._tables.entries(table, table.revision - 1, table.revision))[0]

    @staticmethod
    def _as_seen(table: OpenTable, door: Door, number: int) -> Seat:
        """A seat as it counts behind a door."""
        return table.seat(number, counts_as(door, table.seats[number].kind))

    @staticmethod
    def _number_of_phone(table: OpenTable, phone: str | None) -> int | None:
        proof = table.proofs.get(hashed(phone)) if phone else None
        return proof.number if proof is not None and proof.number in table.seats else None

    @staticmethod
    def _next_number(table: OpenTable) -> int:
        return max(max(table.seats, default=0), table.highest_seat) + 1

    @staticmethod
    def _check_plays(table: OpenTable, explorer: str) -> None:
        found = table.state.explorers.get(explorer)
        if found is None or found.status == "unused":
            free = table.free_explorers()
            raise Refused(refusal("unknown_explorer", "", free, asked=explorer[:80]), table.revision)

    def _name_of_its_own(self, table: OpenTable, number: int, name: str) -> str:
        """The name for a seat: numbered where another has the same one; one that only looks the same is refused."""
        others = {seat.name: n for n, seat in table.seats.items() if n != number}
        if other := like_another(name, others):
            raise Refused(refusal("looks_like_another", other=other, seat=seat_id(others[other])), table.revision)
        return told_apart(name, set(others))

    def _check_free(self, table: OpenTable, number: int, explorer: str) -> None:
        """Raises Refused when somebody else has the explorer, or it does not play."""
        self._check_plays(table, explorer)
        holder = table.holder(explorer)
        if holder is not None and holder != number:
            name, free = table.seats[holder].name, table.free_explorers()
            raise Refused(refusal("explorer_taken", "", free, explorer=explorer, name=name), table.revision)


def _is_by_seat(request: StoredRequest) -> bool:
    """Whether somebody who sits at the table asks, for explorers, not a phone for a seat."""
    return request.phone_hash.startswith(BY_SEAT)


def _its_number(table: OpenTable) -> int:
    """The number of a new request, which no other has or had: a late yes is meant for the one that was looked at."""
    return table.revision + 1


def _asked_by_seats(table: OpenTable, number: int) -> tuple[int, ...]:
    """The requests of seats for the explorers of the seat `number`: they go with the last of these."""
    return tuple(r.id for r in table.requests.values() if r.number == number and _is_by_seat(r))


def _raised(kind: str, door: str) -> str:
    """The better of a seat's kind and the door that it joins by."""
    order = ("watch", "play", "host")
    return order[max(order.index(kind), order.index(door))]
