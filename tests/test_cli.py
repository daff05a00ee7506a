"""The vivarium command: one sentence for whatever stands in the way, a server that starts and ends cleanly.

The processes here serve a small application in place of the game, so that each way of failing can be chosen.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app import __version__
from app.cli import check_database, main
from app.config import NAMES, Settings
from app.startup.checks import StartError

ROOT = Path(__file__).parents[1]

SMALL_APPLICATION = """
import logging, os, sys, types

class StoreError(Exception): ...

class Database:
    def close(self): ...

case = os.environ.get("VIVARIUM_TEST_CASE", "")

def open_database(settings):
    if case == "foreign":
        raise StoreError("The database belongs to another program.")
    return Database()

def create_app(settings):
    logging.getLogger("alembic").info("chatter")
    logging.getLogger("vivarium.store").info("news")
    if case == "broken":
        raise ValueError("first line.\\nsecond line")
    return application

async def application(scope, receive, send):
    if scope["type"] == "lifespan":
        await receive()
        if case == "lifespan":
            return await send({"type": "lifespan.startup.failed", "message": "no"})
        await send({"type": "lifespan.startup.complete"})
        await receive()
        return await send({"type": "lifespan.shutdown.complete"})
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": scope["scheme"].encode()})

def module(name, **members):
    made = types.ModuleType(name)
    vars(made).update(members)
    sys.modules[name] = made

module("app.store")
module("app.store.errors", StoreError=StoreError)
module("app.store.db", open_database=open_database)
module("app.main", create_app=create_app)

from app.cli import main
sys.exit(main())
"""

LOG_LINE = re.compile(r"\d{4}-\d\d-\d\d [\d:,]+ (INFO|WARNING) ")

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(tmp_path) -> Iterator[Start]:
    """Start ``vivarium`` with arguments and, by keyword, settings; what still runs at the end is killed."""
    started: list[subprocess.Popen[str]] = []

    def run(*arguments: str, **settings: str) -> subprocess.Popen[str]:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("VIVARIUM_")}
        process = subprocess.Popen(
            [sys.executable, "-c", SMALL_APPLICATION, *arguments],
            cwd=tmp_path,
            env={**clean, "PYTHONPATH": str(ROOT), **{f"VIVARIUM_{k}": v for k, v in settings.items()}},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def address(process: subprocess.Popen[str]) -> str:
    """Read the greeting up to the address for this machine."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"On this machine +(http://\S+)", line):
            return found[1]
    raise AssertionError(f"no greeting: {process.communicate()[1]}")


def answer(url: str, **headers: str) -> tuple[str, dict[str, str]]:
    """Get the page directly, whatever proxy the environment names."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(urllib.request.Request(f"{url}/healthz", headers=headers), timeout=10) as response:
        return response.read().decode(), {name.lower(): value for name, value in response.headers.items()}


def refusal(process: subprocess.Popen[str]) -> str:
    """Wait for the end and return the sentence on standard error, without the log before it."""
    out, err = process.communicate(timeout=20)
    assert process.returncode == 1, err
    assert out == ""
    assert "Traceback" not in err
    return "\n".join(line for line in err.splitlines() if not LOG_LINE.match(line))


def test_the_server_greets_once_it_answers(start, tmp_path):
    process = start("serve", "--port", "0")
    url = address(process)
    body, headers = answer(url)
    assert body == "http"
    assert "server" not in headers
    assert (tmp_path / "data").is_dir()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_stop_ends_well(start, number):
    process = start("serve", "--local", "--port", "0")
    address(process)
    process.send_signal(number)
    _, err = process.communicate(timeout=10)
    assert process.returncode == 0, err
    assert "Traceback" not in err


def test_a_used_port_is_one_sentence(start):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        sentence = refusal(start("serve", "--port", str(port)))
    assert sentence == (
        f"Port {port} is already in use: stop the other program, or choose another port with --port or VIVARIUM_PORT."
    )


def test_a_data_folder_that_cannot_be_made_is_one_sentence(start, tmp_path):
    (tmp_path / "file").write_text("")
    sentence = refusal(start("serve", "--data-dir", "file/data"))
    assert sentence.startswith(f"The data folder {tmp_path}/file/data can't be written: ")
    assert len(sentence.splitlines()) == 1


def test_a_database_that_is_not_ours_is_the_sentence_of_the_store(start):
    assert refusal(start("serve", "--port", "0", TEST_CASE="foreign")) == "The database belongs to another program."


def test_the_database_of_another_program_is_refused_and_left_as_it_was(tmp_path):
    file = tmp_path / "vivarium.db"
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE songs (title TEXT)")
        other.commit()
    before = file.read_bytes()
    with pytest.raises(StartError) as refused:
        check_database(Settings(data_dir=tmp_path))
    assert str(file) in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
    assert file.read_bytes() == before


def test_a_new_database_is_made_and_opened_again(tmp_path):
    check_database(Settings(data_dir=tmp_path))
    assert (tmp_path / "vivarium.db").is_file()
    check_database(Settings(data_dir=tmp_path))


def test_a_setting_that_cannot_be_used_is_one_sentence(start):
    assert refusal(start("serve", PORT="none")) == ("VIVARIUM_PORT must be a whole number from 0 to 65535, not 'none'.")
    assert refusal(start("serve", "--port", "none")) == ("--port must be a whole number from 0 to 65535, not 'none'.")


@pytest.mark.parametrize("secret", [b"", b"short", b"\xff\xfe\x00" * 30, None])
def test_a_secret_that_cannot_be_used_is_one_sentence(start, tmp_path, secret):
    file = tmp_path / "data" / "secret"
    file.parent.mkdir()
    file.mkdir() if secret is None else file.write_bytes(secret)
    told = refusal(start("serve", "--local", "--port", "0"))
    assert told.startswith(f"The secret file {file} ")
    assert "\n" not in told


def test_a_fault_of_our_own_is_one_sentence_too(start):
    assert refusal(start("serve", "--port", "0", TEST_CASE="broken")) == (
        "Vivarium can't start: ValueError: first line. Set VIVARIUM_LOG_LEVEL=debug to see where."
    )


def test_a_fault_of_our_own_can_be_looked_into(start):
    process = start("serve", "--port", "0", TEST_CASE="broken", LOG_LEVEL="debug")
    _, err = process.communicate(timeout=20)
    assert process.returncode == 1
    assert "Traceback" in err
    assert err.splitlines()[-1] == "Vivarium can't start: ValueError: first line."


def test_an_application_that_fails_while_starting_ends_the_command(start):
    process = start("serve", "--port", "0", TEST_CASE="lifespan")
    out, err = process.communicate(timeout=20)
    assert process.returncode == 1
    assert out == ""
    assert err.splitlines()[-1] == "The server stopped while it started: the lines above say why."


def test_a_second_server_on_the_same_folder_is_refused_until_the_first_is_gone(start, tmp_path):
    first = start("serve", "--local", "--port", "0")
    address(first)
    assert refusal(start("serve", "--local", "--port", "0")) == (
        f"Another Vivarium server is using the data folder {tmp_path}/data: stop it first, or choose another "
        "folder with --data-dir."
    )
    first.kill()
    first.wait()
    address(start("serve", "--local", "--port", "0"))


def test_servers_on_one_postgresql_may_share_a_folder(start):
    database = {"DATABASE_URL": "postgresql://u:p@nowhere/vivarium"}
    address(start("serve", "--local", "--port", "0", **database))
    address(start("serve", "--local", "--port", "0", **database))


def test_after_a_kill_the_same_port_serves_again_at_once(start):
    first = start("serve", "--local", "--port", "0")
    url = address(first)
    answer(url)
    first.kill()
    first.wait()
    assert address(start("serve", "--local", "--port", url.rpartition(":")[2])) == url


def test_local_listens_on_this_machine_only(start):
    process = start("serve", "--local", "--port", "0", HOST="0.0.0.0")
    port = int(address(process).rpartition(":")[2])
    # The whole of 127/8 reaches a server that listens on every address.
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", port), timeout=5)


def test_by_default_every_network_is_served(start):
    port = int(address(start("serve", "--port", "0")).rpartition(":")[2])
    socket.create_connection(("127.0.0.2", port), timeout=5).close()


@pytest.mark.parametrize(("trusted", "scheme"), [("", "http"), ("10.0.0.1", "http"), ("127.0.0.0/8", "https")])
def test_a_proxy_is_believed_only_if_it_is_trusted(start, trusted, scheme):
    url = address(start("serve", "--local", "--port", "0", TRUSTED_PROXY=trusted))
    body, _ = answer(url, **{"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.168.1.5"})
    assert body == scheme


def test_a_misspelt_setting_is_warned_of(start):
    process = start("serve", "--local", "--port", "0", DATADIR="x")
    address(process)
    process.terminate()
    _, err = process.communicate(timeout=10)
    assert "There is no setting VIVARIUM_DATADIR: it is ignored. Did you mean VIVARIUM_DATA_DIR?" in err


@pytest.mark.parametrize(("level", "shown"), [("debug", {"chatter", "news"}), ("info", {"news"}), ("warning", set())])
def test_at_the_start_only_our_own_news_is_told(start, level, shown):
    process = start("serve", "--local", "--port", "0", LOG_LEVEL=level)
    address(process)
    process.terminate()
    _, err = process.communicate(timeout=10)
    assert {word for word in ("chatter", "news") if word in err} == shown


def test_a_terminal_without_blocks_does_not_stop_the_server(start, monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    process = start("serve", "--port", "0", PUBLIC_URL="http://192.168.1.20:8000")
    answer(address(process))


def test_help_names_every_command_option_and_setting(capsys):
    for arguments in (["--help"], ["serve", "--help"]):
        with pytest.raises(SystemExit) as left:
            main(arguments)
        assert left.value.code == 0
        text = capsys.readouterr().out
        for name in NAMES:
            assert name in text
    for option in ("--local", "--host", "--port", "--data-dir"):
        assert option in text


def test_the_version_is_told(capsys):
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"vivarium {__version__}\n"


@pytest.mark.parametrize("arguments", [[], ["fly"], ["serve", "--local", "--host", "::1"]])
def test_a_command_line_that_cannot_be_read_is_refused(arguments, capsys):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "vivarium" in capsys.readouterr().err
