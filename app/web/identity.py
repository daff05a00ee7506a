"""Who asks: a phone by its signed cookie, a script by its bearer token, and the seat that is theirs.

There are no accounts. A table's key in the address says which door was taken (play, host or watch); the phone
or the token says whose seat it is at *that* table, so two tables in one browser never mix.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Annotated, Final, cast

from fastapi import Depends, Request
from itsdangerous import BadData, URLSafeSerializer

from app.service import Door, Seat, Service
from app.web.errors import Refusal

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.responses import Response

COOKIE: Final = "vt_phone"
TWO_YEARS: Final = 2 * 365 * 24 * 3600  # seconds
NETWORK: Final = 64  # bits of an IPv6 address that one household has
LONGEST_COOKIE: Final = 200  # characters; ours have about 60


class Phones:
    """Signs and reads the cookie by which a phone is known again. `secret` is the server's own."""

    def __init__(self, secret: str) -> None:
        self._signer = URLSafeSerializer(secret, salt="vivarium phone")

    def new(self) -> str:
        """A fresh phone id of 144 random bits."""
        return secrets.token_urlsafe(18)

    def read(self, request: HTTPConnection) -> str | None:
        """The id of the phone that sent `request`; None without a cookie that this server signed."""
        cookie = request.cookies.get(COOKIE, "")
        if not cookie or len(cookie) > LONGEST_COOKIE:
            return None
        try:
            phone = self._signer.loads(cookie)
        except BadData:
            return None
        return phone if isinstance(phone, str) else None

    def give(self, response: Response, phone: str, *, secure: bool) -> None:
        """Set the cookie: unreadable to scripts, not sent along from other sites, kept for two years."""
        response.set_cookie(
            COOKIE,
            self._signer.dumps(phone),
            max_age=TWO_YEARS,
            path="/",
            secure=secure,
            httponly=True,
            samesite="lax",
        )


def phone_of(request: HTTPConnection) -> str | None:
    """The id of the phone that sent `request`, None if it is not known yet."""
    phones: Phones = request.app.state.phones
    return phones.read(request)


def phone_or_new(request: HTTPConnection) -> str:
    """The phone's id, a fresh one for a phone that is not known yet: give it back with `remember`."""
    phones: Phones = request.app.state.phones
    return phones.read(request) or phones.new()


def remember(request: HTTPConnection, response: Response, phone: str) -> None:
    """Let the browser keep `phone`; the cookie is for HTTPS only when the request came over it."""
    phones: Phones = request.app.state.phones
    phones.give(response, phone, secure=request.url.scheme == "https")


def client_of(request: HTTPConnection) -> str:
    """The address that a request came from, for what is limited by it; '' when it is not known. Of IPv6 it is the
    network: who has one has all the addresses in it.
    """
    host = request.client.host if request.client else ""
    with suppress(ValueError):
        address = ip_address(host.partition("%")[0])
        if address.version == 6 and address.ipv4_mapped is None:
            return str(ip_network((int(address), NETWORK), strict=False))
    return host


def token_of(request: HTTPConnection) -> str | None:
    """The bearer token of the Authorization header, None without one."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def service_of(request: HTTPConnection) -> Service:
    """The use cases of this application."""
    return cast("Service", request.app.state.service)


@dataclass(frozen=True, slots=True)
class Visit:
    """A request that came in by one of a table's doors, and the seat of whoever sent it."""

    service: Service
    door: Door
    seat: Seat | None

    def seated(self) -> Seat:
        """The seat; raises Refusal (403) for those who have none at this table."""
        if self.seat is None:
            raise Refusal("no_seat")
        return self.seat


async def visit(request: Request) -> Visit:
    """Dependency of every route with a `{table}`: its key opens a door, then the seat is looked up.

    Raises UnknownTable (404), and Refusal (403) for a bearer token that holds no seat at this table.
    """
    service = service_of(request)
    door = await service.door(request.path_params["table"])
    token = token_of(request)
    seat = await service.seat(door, token=token, phone=None if token else phone_of(request))
    if token and seat is None:
        raise Refusal("unknown_token")
    here = Visit(service, door, seat)
    request.state.visit = here  # a refusal is worded with the names of this table
    return here


Visiting = Annotated[Visit, Depends(visit)]
"""Annotate a route's parameter with this to get its Visit."""
