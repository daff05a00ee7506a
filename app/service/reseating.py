"""Seats that were lost: what a phone waits for, a host's taken back by the host key, one that nobody needs any more."""

from __future__ import annotations

from collections.abc import Sequence

from app.store.log import Also
from app.store.rows import Proof

from .errors import InvalidInput, Refused, WrongSeat, refusal
from .keys import hashed
from .names import clean_name
from .opened import OpenTable, seat_id, seat_number
from .opening import BY_SEAT, asked_of
from .records import Door, LogEntry, Seat, SeatAsked
from .seating import Seating
from .tables import Draft


class Reseating(Seating):
    """Seats given anew, and seats that go."""

    async def asked_seat(self, door: Door, phone: str | None) -> SeatAsked | None:
        """What a phone has asked for and nobody has answered yet, None without it."""
        table = await self._tables.open(door.table)
        proof = hashed(phone) if phone else ""
        found = next((one for one in table.requests.values() if one.phone_hash == proof), None)
        return asked_of(found) if found is not None else None

    async def take_back(self, door: Door, wanted: str, name: str, phone: str) -> None:
        """The host key gives a phone without a seat a host's seat at once: who has it is a host, and need ask nobody.

        The seat's former phones lose it, as when it is granted. Raises InvalidName, InvalidInput, WrongSeat behind
        another door, or Refused with `unknown_seat`, for seats of players too: for those one asks.
        """
        name = clean_name(name)
        if not phone:
            raise InvalidInput(("phone", "is needed"))
        proof = hashed(phone)

        async def decide(table: OpenTable) -> Draft | LogEntry:
            if door.kind != "host":
                raise WrongSeat(refusal("host_only"), table.revision)
            number = seat_number(wanted)
            if number not in table.seats or table.seats[number].kind != "host":
                raise Refused(refusal("unknown_seat"), table.revision)
            gone = {p.hash for p in table.proofs.values() if p.number == number} | ({proof} & set(table.proofs))
            asked = tuple(r.id for r in table.requests.values() if r.phone_hash == proof)
            also = Also(
                new_proofs=(Proof(proof, "phone", number),), gone_proofs=tuple(sorted(gone)), gone_requests=asked
            )
            detail = {"seat": wanted, "to": name, "seat_name": table.seats[number].name, "kind": "host"}
            return self._draft(table, "grant_seat", number, also, detail, name=name, seat="")

        await self._tables.change(door.table, decide)

    async def remove_seats(self, door: Door, seat: Seat | None, wanted: Sequence[str]) -> None:
        """A host takes seats without an explorer off the table, with whatever proves them; their phones may join again.

        Of several those that have got an explorer meanwhile, or are gone, are left as they are. Raises WrongSeat, or
        Refused with `unknown_seat` when none is left to go: one's own seat and one with explorers never are.
        """

        async def decide(table: OpenTable) -> Draft | LogEntry:
            host = self._host(table, door, seat)
            named = dict.fromkeys(seat_number(one) for one in wanted)
            going = [n for n in named if n in table.seats and n != host and not table.seats[n].explorers]
            if not going:
                raise Refused(refusal("unknown_seat"), table.revision)
            by = {f"{BY_SEAT}{seat_id(number)}" for number in going}
            also = Also(
                gone_seats=tuple(going),
                gone_proofs=tuple(sorted(p.hash for p in table.proofs.values() if p.number in going)),
                gone_requests=tuple(r.id for r in table.requests.values() if r.number in going or r.phone_hash in by),
            )
            names = [table.seats[number].name for number in going]
            detail = {"seat_name": names[0]} | ({"others": names[1:]} if names[1:] else {})
            return self._draft(table, "remove_seat", host, also, detail)

        await self._tables.change(door.table, decide)
