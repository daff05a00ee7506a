"""What the host reads at the start: addresses that work, and a QR code that a phone can read."""

from __future__ import annotations

import ipaddress
import re
import socket

import pytest
import segno

from app.config import Settings
from app.startup.welcome import addresses, lan_addresses, qr_code, welcome

NEARBY = ["192.168.1.20", "10.8.0.2"]


@pytest.mark.parametrize(
    ("host", "public", "here", "phones"),
    [
        ("0.0.0.0", "", "http://localhost:8000", ["http://192.168.1.20:8000", "http://10.8.0.2:8000"]),
        ("::", "", "http://localhost:8000", ["http://192.168.1.20:8000", "http://10.8.0.2:8000"]),
        ("127.0.0.1", "", "http://localhost:8000", []),
        ("127.0.0.2", "", "http://127.0.0.2:8000", []),
        ("localhost", "", "http://localhost:8000", []),
        ("::1", "", "http://[::1]:8000", []),
        ("10.8.0.2", "", "http://10.8.0.2:8000", ["http://10.8.0.2:8000"]),
        ("fd00::7", "", "http://[fd00::7]:8000", ["http://[fd00::7]:8000"]),
        ("box.lan", "", "http://box.lan:8000", ["http://box.lan:8000"]),
        ("0.0.0.0", "https://table.example", "http://localhost:8000", ["https://table.example"]),
        ("127.0.0.1", "https://table.example", "http://localhost:8000", ["https://table.example"]),
    ],
)
def test_addresses_follow_from_where_the_server_listens(tmp_path, host, public, here, phones):
    settings = Settings(data_dir=tmp_path, host=host, public_url=public)
    assert addresses(settings, 8000, NEARBY) == (here, phones)


def test_own_addresses_are_found_without_sending_anything(monkeypatch):
    """Connecting a UDP socket only asks for a route; to send it would need one of the calls refused here."""

    class Silent(socket.socket):
        def send(self, *_):
            raise AssertionError("sent something")

        sendto = sendmsg = sendall = send

    monkeypatch.setattr(socket, "socket", Silent)
    found = lan_addresses()
    assert len(set(found)) == len(found)
    for address in found:
        assert not ipaddress.ip_address(address).is_loopback


def test_a_machine_without_a_network_has_no_address_for_phones(monkeypatch):
    def unreachable(self, address):
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable, raising=False)
    assert lan_addresses() == []


def test_the_greeting_names_both_addresses_and_the_folder_to_keep(tmp_path):
    text = welcome(Settings(data_dir=tmp_path), 8123, NEARBY, contained=False, colour=False)
    assert "On this machine   http://localhost:8123\n" in text
    assert "On phones         http://192.168.1.20:8123\n" in text
    assert re.search(r"^ +or +http://10\.8\.0\.2:8123$", text, re.MULTILINE)
    assert f"Data folder       {tmp_path}\n" in text
    assert "Scan with a phone on the same network: http://192.168.1.20:8123\n" in text
    assert "VIVARIUM_PUBLIC_URL" not in text


def test_a_server_for_this_machine_only_says_so_and_shows_no_code(tmp_path):
    text = welcome(Settings(data_dir=tmp_path, host="127.0.0.1"), 8000, NEARBY, contained=False, colour=False)
    assert "not reachable: this server listens on this machine only" in text
    assert "192.168" not in text
    assert not re.search("[█▀▄]", text)


def test_in_a_container_the_greeting_says_which_address_phones_need(tmp_path):
    inside = welcome(Settings(data_dir=tmp_path), 8000, ["172.17.0.2"], contained=True, colour=False)
    assert "set VIVARIUM_PUBLIC_URL" in inside
    told = Settings(data_dir=tmp_path, public_url="http://192.168.1.20:8000")
    text = welcome(told, 8000, ["172.17.0.2"], contained=True, colour=False)
    assert "set VIVARIUM_PUBLIC_URL" not in text
    assert "172.17.0.2" not in text


def modules(drawn: str) -> list[list[int]]:
    """Turn the drawn half blocks back into rows of modules, 1 for dark."""
    halves = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    rows: list[list[int]] = []
    for line in drawn.splitlines():
        pairs = [halves[block] for block in line]
        rows += [[upper for upper, _ in pairs], [lower for _, lower in pairs]]
    return rows


@pytest.mark.parametrize("colour", [False, True])
def test_the_code_shows_every_module_of_the_address(colour):
    url = "http://192.168.1.20:8000"
    drawn = qr_code(url, colour=colour)
    if colour:
        assert all(re.fullmatch("\x1b\\[97;40m[█▀▄ ]+\x1b\\[0m", line) for line in drawn.split("\n"))
        drawn = re.sub("\x1b\\[[0-9;]*m", "", drawn)
    wanted = [list(row) for row in segno.make(url, micro=False).matrix_iter(border=4)]
    shown = modules(drawn)
    assert [row[: len(wanted[0])] for row in shown[: len(wanted)]] == wanted
