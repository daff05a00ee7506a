"""Event streams over a real server: what they tell, after a cut, with many of them, and when it all stops."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from httpx2 import Client

from app.live import REGIONS
from app.web.stream import heard
from tests.web.conftest import Table, ThreadedServer, open_table, ruling

ROOT = Path(__file__).parents[2]
PATIENCE = 30  # seconds after which a test gives up


@dataclass
class Event:
    id: int
    name: str
    data: str

    @property
    def regions(self) -> set[str]:
        return set(self.data.split()[1:])


class Stream:
    """A listening client, as plain as a phone's: lines in, events out."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.response = response
        self.retry = 0

    def next(self) -> Event | None:
        """The next event; None when the stream has ended."""
        fields: dict[str, str] = {}
        while line := self.response.readline():
            text = line.decode().rstrip("\n")
            if not text and "data" in fields:
                return Event(int(fields["id"]), fields["event"], fields["data"])
            name, _, value = text.partition(": ")
            if name == "retry":
                self.retry = int(value)
            elif name:
                fields[name] = value
        return None


@contextmanager
def listening(url: str, path: str, **headers: str) -> Iterator[Stream]:
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=PATIENCE)
    try:
        connection.request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})
        response = connection.getresponse()
        assert response.status == 200, response.read()
        assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert response.headers["x-accel-buffering"] == "no"
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["content-encoding"] is None
        yield Stream(response)
    finally:
        connection.close()


@pytest.fixture
def played(server: ThreadedServer) -> Iterator[Table]:
    with Client(base_url=server.url, timeout=PATIENCE) as client:
        yield open_table(client)


def stream_of(table: Table) -> str:
    return f"/api/tables/{table.key}/stream"


def test_the_first_event_is_the_revision_now_and_each_change_follows(server: ThreadedServer, played: Table) -> None:
    with listening(server.url, stream_of(played)) as stream:
        first = stream.next()
        assert first == Event(1, "changed", "1")
        assert stream.retry > 0
        assert played.play(ruling(5)).status_code == 200
        second = stream.next()
        assert second is not None
        assert (second.id, second.name, second.data.split()[0]) == (2, "changed", "2")
        assert second.regions >= {"log", "party", "now"}
        assert second.regions <= REGIONS
        played.post("/undo")
        third = stream.next()
        assert third is not None
        assert third.id == 3


def test_the_pages_and_every_kind_of_key_may_listen(server: ThreadedServer, played: Table) -> None:
    for path in (f"/t/{played.key}/stream", f"/t/{played.watch_key}/stream", f"/api/tables/{played.host_key}/stream"):
        with listening(server.url, path) as stream:
            assert stream.next() == Event(1, "changed", "1")


def test_after_a_cut_the_first_event_names_what_was_missed(server: ThreadedServer, played: Table) -> None:
    with listening(server.url, stream_of(played)) as stream:
        assert stream.next() is not None
    played.play(ruling(5))
    with listening(server.url, stream_of(played), last_event_id="1") as stream:
        event = stream.next()
        assert event is not None
        assert event.id == 2
        assert event.regions >= {"party", "log"}
    with listening(server.url, stream_of(played), last_event_id="2") as stream:
        assert stream.next() == Event(2, "changed", "2")


@pytest.mark.parametrize("odd", ["0", "99999", "-1", "one", "9" * 40, "1; x"])
def test_an_id_that_is_none_of_ours_counts_as_an_old_one(server: ThreadedServer, played: Table, odd: str) -> None:
    with listening(server.url, stream_of(played), last_event_id=odd) as stream:
        event = stream.next()
        assert event is not None
        assert event.id == 1
        assert event.regions == REGIONS


def test_what_was_heard_is_read_from_the_header() -> None:
    assert heard(None) is None
    assert heard("7") == 7
    assert heard(" 7 ") == 7
    assert heard("seven") == 0
    assert heard("9" * 30) == 0


def test_eight_streams_on_one_table_all_hear_a_move_and_moves_still_pass(server: ThreadedServer, played: Table) -> None:
    with ExitStack() as stack:
        streams = [stack.enter_context(listening(server.url, stream_of(played))) for _ in range(8)]
        assert {stream.next().id for stream in streams} == {1}  # type: ignore[union-attr]
        assert played.play(ruling(5)).status_code == 200
        assert {stream.next().id for stream in streams} == {2}  # type: ignore[union-attr]
        assert "vivarium_streams_open 8" in played.client.get("/metrics").text


def test_a_client_that_goes_away_is_forgotten(server: ThreadedServer, played: Table) -> None:
    with listening(server.url, stream_of(played)) as stream:
        assert stream.next() is not None
    deadline = time.monotonic() + PATIENCE
    while "vivarium_streams_open 0" not in played.client.get("/metrics").text:
        assert time.monotonic() < deadline, "the stream is still counted"
        time.sleep(0.02)


def test_streams_of_two_tables_do_not_mix(server: ThreadedServer, played: Table) -> None:
    other = open_table(played.client)
    with listening(server.url, stream_of(played)) as mine, listening(server.url, stream_of(other)) as theirs:
        assert mine.next() is not None
        assert theirs.next() is not None
        other.play(ruling(5))
        played.play(ruling(5))
        played.play(ruling(4))
        assert [mine.next().id, mine.next().id] == [2, 3]  # type: ignore[union-attr]
        assert theirs.next().id == 2  # type: ignore[union-attr]


def test_an_unknown_table_has_no_stream(played: Table) -> None:
    for path in ("/api/tables/nosuchkey/stream", "/t/nosuchkey/stream"):
        assert played.client.get(path).status_code == 404


@contextmanager
def a_server(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command that people run, on a free port; its process and address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "app.cli", "serve", "--local", "--port", "0", "--data-dir", str(folder)],
        cwd=ROOT,
        env={k: v for k, v in os.environ.items() if not k.startswith("VIVARIUM_")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        url = ""
        for line in process.stdout:
            if found := re.search(r"On this machine\s+(http://\S+)", line):
                url = found[1].replace("localhost", "127.0.0.1")
            if "Press Ctrl+C" in line:
                break
        assert url, "the server did not start"
        yield process, url
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_stopping_ends_at_once_although_streams_are_open(tmp_path: Path, number: int) -> None:
    with a_server(tmp_path) as (process, url), Client(base_url=url, timeout=PATIENCE) as client, ExitStack() as stack:
        table = open_table(client)
        streams = [stack.enter_context(listening(url, stream_of(table))) for _ in range(4)]
        assert {stream.next().id for stream in streams} == {1}  # type: ignore[union-attr]
        client.close()
        process.send_signal(number)
        assert [stream.next() for stream in streams] == [None] * 4
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        said = process.stderr.read()
        assert "Traceback" not in said
        # what the server says of streams that it had to cut off after its grace period
        assert "exceeded" not in said


def test_a_killed_server_comes_back_where_it_was(tmp_path: Path) -> None:
    with a_server(tmp_path) as (process, url), Client(base_url=url, timeout=PATIENCE) as client:
        table = open_table(client)
        table.play(ruling(5))
        before = table.get().content
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
    with a_server(tmp_path) as (_, url), Client(base_url=url, timeout=PATIENCE) as client:
        again = Table(client, table.key, table.token)
        assert again.get().content == before
        with listening(url, stream_of(again), last_event_id="1") as stream:
            event = stream.next()
            assert event is not None
            assert (event.id, event.regions > set()) == (2, True)
