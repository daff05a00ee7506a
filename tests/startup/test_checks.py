"""The data folder and the port are checked before anything is served."""

from __future__ import annotations

import errno
import os
import socket

import pytest

from app.startup.checks import StartError, claim_data_dir, open_listener, prepare_data_dir


@pytest.fixture
def powerless(tmp_path):
    """Close the folder, and give up root's rights for a while: root may write into any folder."""
    tmp_path.chmod(0o500)
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_missing_data_folder_is_made_for_its_owner_only(tmp_path):
    folder = tmp_path / "games" / "vivarium"
    prepare_data_dir(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert list(folder.iterdir()) == []


def test_an_existing_data_folder_is_left_as_it_is(tmp_path):
    (tmp_path / "vivarium.db").write_text("kept")
    tmp_path.chmod(0o750)
    prepare_data_dir(tmp_path)
    assert tmp_path.stat().st_mode & 0o777 == 0o750
    assert [path.name for path in tmp_path.iterdir()] == ["vivarium.db"]


def test_a_read_only_data_folder_is_one_sentence(tmp_path, powerless):
    with pytest.raises(StartError) as refused:
        prepare_data_dir(tmp_path / "data")
    assert str(refused.value) == (
        f"The data folder {tmp_path}/data can't be written: permission denied. "
        "Choose another with --data-dir or VIVARIUM_DATA_DIR."
    )


def test_a_file_where_the_data_folder_should_be_is_one_sentence(tmp_path):
    (tmp_path / "data").write_text("")
    with pytest.raises(StartError, match=r"data can't be written: a file is in the way\. Choose"):
        prepare_data_dir(tmp_path / "data")
    with pytest.raises(StartError, match=r"can't be written: a file is in the way\. Choose"):
        prepare_data_dir(tmp_path / "data" / "deeper")


def test_one_data_folder_serves_one_server(tmp_path):
    with claim_data_dir(tmp_path), pytest.raises(StartError, match="Another Vivarium server is using"):
        claim_data_dir(tmp_path)
    claim_data_dir(tmp_path).close()  # free again once the first is gone


def test_the_listener_takes_connections_at_once():
    with open_listener("127.0.0.1", 0) as listener:
        socket.create_connection(listener.getsockname(), timeout=5).close()


@pytest.mark.parametrize("wanted", ["127.0.0.1", "0.0.0.0", "localhost"])
def test_a_used_port_is_one_sentence(wanted):
    with open_listener("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(StartError) as refused:
            open_listener(wanted, port)
    assert str(refused.value) == (
        f"Port {port} is already in use: stop the other program, or choose another port with --port or VIVARIUM_PORT."
    )


def test_a_port_is_free_again_at_once():
    """A server that was killed leaves its connections in TIME_WAIT; the next one must not wait for them."""
    with open_listener("127.0.0.1", 0) as first:
        address = first.getsockname()
        phone = socket.create_connection(address, timeout=5)
        first.setblocking(True)
        served, _ = first.accept()
        served.close()  # the server's side closes first, so its port is the one that lingers
    phone.close()
    open_listener(*address).close()


def test_a_port_for_administrators_is_one_sentence(monkeypatch):
    # Whether port 80 is closed differs between machines and containers, so the refusal is made here.
    def refuse(self, address):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse, raising=False)
    with pytest.raises(StartError, match=r"^Port 80 needs administrator rights: choose one from 1024 up"):
        open_listener("127.0.0.1", 80)


def test_an_address_of_another_machine_is_one_sentence():
    with pytest.raises(StartError, match=r"^This machine has no address 203\.0\.113\.9: use 0\.0\.0\.0"):
        open_listener("203.0.113.9", 0)


def test_a_host_that_is_none_is_one_sentence():
    with pytest.raises(StartError, match=r"^There is no address 'no host' to listen on"):
        open_listener("no host", 0)
