"""What the host reads once the server is up: the addresses, the folder to keep and a QR code."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from io import StringIO

import segno

from app.config import Settings

# Addresses in networks that are often private, and one that is nobody's (RFC 5737): asking the system which
# of our own addresses it would use towards each tells the networks that we are on.
PROBES = ("203.0.113.1", "10.255.255.255", "172.31.255.255", "192.168.255.255")


def lan_addresses() -> list[str]:
    """Return this machine's IPv4 addresses that phones on the same network may reach, likeliest first.

    Connecting a UDP socket only picks a route; no packet is sent.
    """
    found: list[str] = []
    for probe in PROBES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as question, suppress(OSError):
            question.connect((probe, 9))
            own = question.getsockname()[0]
            if not ipaddress.ip_address(own).is_loopback and own not in found:
                found.append(own)
    return found


def addresses(settings: Settings, port: int, nearby: list[str]) -> tuple[str, list[str]]:
    """Return the address for this machine and those for phones, likeliest first.

    `nearby` are this machine's own addresses; they count only if the server listens on every network.
    """
    if settings.public_url:
        return f"http://localhost:{port}", [settings.public_url]
    if settings.host in {"0.0.0.0", "::", ""}:
        return f"http://localhost:{port}", [f"http://{address}:{port}" for address in nearby]
    own = f"[{settings.host}]" if ":" in settings.host else settings.host
    try:
        on_loopback = ipaddress.ip_address(settings.host).is_loopback
    except ValueError:
        on_loopback = settings.host == "localhost"
    if on_loopback:
        return f"http://localhost:{port}" if settings.host == "127.0.0.1" else f"http://{own}:{port}", []
    return f"http://{own}:{port}", [f"http://{own}:{port}"]


def welcome(settings: Settings, port: int, nearby: list[str], *, contained: bool, colour: bool) -> str:
    """Return the text that greets the host: the addresses, the folder to keep and a QR code.

    With `contained` it adds what people in containers stumble over. With `colour` the code is painted black
    on white, so that phones can read it off a light terminal too.
    """
    here, phones = addresses(settings, port, nearby)
    lines = ["Vivarium Table is ready.", "", f"  On this machine   {here}"]
    if phones:
        lines += [f"  {'On phones' if place == 0 else '       or':<16}  {url}" for place, url in enumerate(phones)]
    else:
        lines.append("  On phones         not reachable: this server listens on this machine only")
    lines.append(f"  Data folder       {settings.data_dir}")
    if phones:
        lines += [
            "",
            qr_code(phones[0], colour=colour),
            f"Scan with a phone on the same network: {phones[0]}",
        ]
    if contained and phones and not settings.public_url:
        lines += [
            "",
            "In a container phones need the address of the machine around it: set VIVARIUM_PUBLIC_URL to it, "
            "and it stands here.",
        ]
    lines += ["", "Press Ctrl+C to stop. Nothing needs saving."]
    return "\n".join(lines) + "\n"


def qr_code(url: str, *, colour: bool) -> str:
    """Return a QR code of half blocks, two rows of modules a line; light modules are the drawn ones."""
    drawn = StringIO()
    segno.make(url, micro=False).terminal(out=drawn, border=4, compact=True)
    lines = drawn.getvalue().rstrip("\n").split("\n")
    if colour:
        lines = [f"\x1b[97;40m{line}\x1b[0m" for line in lines]
    return "\n".join(lines)
